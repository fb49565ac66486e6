//! Connections that ask for nothing, and too many of them.

use crate::helpers::{cluster, guest, within};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn connect(at: SocketAddr) -> TcpStream {
    TcpStream::connect(at).await.expect("a connection")
}

/// Sends a byte a second until nobody takes it, and returns what was answered.
async fn trickle(mut connection: TcpStream, bytes: &[u8]) -> String {
    let mut answer = Vec::new();
    for byte in bytes.iter().cycle() {
        let mut buffer = [0; 1024];
        let read = within(1.0, connection.read(&mut buffer)).await;
        match read {
            Some(Ok(0) | Err(_)) => break,
            Some(Ok(length)) => answer.extend_from_slice(&buffer[..length]),
            None if connection.write_all(&[*byte]).await.is_err() => break,
            None => {}
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_request_keeps_no_connection() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let mut silent = connect(at).await;
    let mut slow = connect(at).await;
    slow.write_all(b"GET /health HTTP/1.1\r\nx: ")
        .await
        .expect("sent");
    // One that goes on asking stays.
    let mut asking = connect(at).await;
    for _ in 0..3 {
        let request = b"GET /health HTTP/1.1\r\nhost: here\r\n\r\n";
        asking.write_all(request).await.expect("sent");
        let mut buffer = [0; 1024];
        let length = asking.read(&mut buffer).await.expect("an answer");
        assert!(buffer[..length].starts_with(b"HTTP/1.1 200"));
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let ends = async {
        trickle(slow, b"x").await;
        let _ = silent.read(&mut [0; 1]).await;
    };
    assert!(within(12.0, ends).await.is_some(), "they stay open");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_trickles_ends() {
    let cluster = cluster(1).await;
    let mut connection = connect(cluster.at(0)).await;
    let head = b"POST /api/login HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n\
        content-length: 1000\r\n\r\n{";
    connection.write_all(head).await.expect("sent");
    let answer = within(25.0, trickle(connection, b" ")).await;
    let answer = answer.expect("it ends");
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_has_so_many_connections_and_sockets_count() {
    let mut cluster = cluster(1).await;
    let ada = guest(&cluster).await;
    let few = |config: &mut longjump_config::Config| config.connections_from_one_address = 4;
    let at = cluster.add_server(few).await.expect("a server");
    let socket = ada.socket(at).await;
    let mut connections = Vec::new();
    for _ in 0..3 {
        connections.push(connect(at).await);
    }
    // Taken in one after another, so whoever is turned away came after the four.
    let refused = within(5.0, trickle(connect(at).await, b"GET")).await;
    let refused = refused.expect("the fifth is turned away");
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused:?}");
    assert!(refused.contains("close some"), "{refused:?}");
    drop(socket);
    let started = Instant::now();
    loop {
        let mut connection = connect(at).await;
        let request = b"GET /health HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n";
        let _ = connection.write_all(request).await;
        let mut answer = String::new();
        let _ = connection.read_to_string(&mut answer).await;
        if answer.starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(5), "{answer:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // A proxy's connections are everybody's.
    let behind_proxy = |config: &mut longjump_config::Config| {
        config.connections_from_one_address = 1;
        config.behind_proxy = true;
    };
    let at = cluster.add_server(behind_proxy).await.expect("a server");
    let _first = connect(at).await;
    let health = cluster.http().get(format!("http://{at}/health")).send();
    assert!(health.await.is_ok_and(|answer| answer.status() == 200));
}
