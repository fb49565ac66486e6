//! A line to a server on which everything takes longer.

use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Listens somewhere and passes everything on, both ways, after a while.
pub(crate) async fn slow_line(to: SocketAddr, delay: Duration) -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            tokio::spawn(async move {
                if let Ok(far) = TcpStream::connect(to).await {
                    let _ = (near.set_nodelay(true), far.set_nodelay(true));
                    let (near_in, near_out) = near.into_split();
                    let (far_in, far_out) = far.into_split();
                    tokio::join!(
                        pass_on(near_in, far_out, delay),
                        pass_on(far_in, near_out, delay)
                    );
                }
            });
        }
    });
    Ok(address)
}

/// Packets keep their distance from each other: what is late does not make the next one later.
async fn pass_on(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    delay: Duration,
) {
    let (sender, mut receiver) = mpsc::channel::<(Instant, Vec<u8>)>(1_024);
    let reading = async move {
        let mut buffer = vec![0; 16 * 1024];
        while let Ok(length @ 1..) = from.read(&mut buffer).await {
            let packet = (Instant::now() + delay, buffer[..length].to_vec());
            if sender.send(packet).await.is_err() {
                return;
            }
        }
    };
    let writing = async move {
        while let Some((due, packet)) = receiver.recv().await {
            tokio::time::sleep_until(due).await;
            if to.write_all(&packet).await.is_err() {
                return;
            }
        }
    };
    tokio::join!(reading, writing);
}
