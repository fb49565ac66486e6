//! A line between two parts of the service that can be slow, lose answers or be cut.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// Listens somewhere and passes everything on, both ways.
pub struct Line {
    address: SocketAddr,
    state: Arc<watch::Sender<State>>,
}

/// What a line does to what goes over it.
#[derive(Clone)]
struct State {
    /// Where it leads.
    to: SocketAddr,
    delay: Duration,
    /// What is waited for, and whether answers to it are lost.
    text: Option<Arc<str>>,
    loses_answers: bool,
    /// How often it passed.
    passed: usize,
    is_cut: bool,
    /// Connections of earlier times are ended.
    time: u32,
}

/// Which way something goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    There,
    Back,
}

impl Line {
    /// A line to this address on which nothing is wrong.
    ///
    /// # Errors
    /// When nothing can be listened at.
    pub async fn to(address: SocketAddr) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let state = State::without_faults(address, 0);
        let line = Self {
            address: listener.local_addr()?,
            state: Arc::new(watch::Sender::new(state)),
        };
        let state = Arc::clone(&line.state);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                if !state.borrow().is_cut {
                    tokio::spawn(connect(near, Arc::clone(&state)));
                }
            }
        });
        Ok(line)
    }

    /// Where it begins.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Everything takes so much longer from now on, each way.
    pub fn delay(&self, delay: Duration) {
        self.state.send_modify(|state| state.delay = delay);
    }

    /// What goes there arrives, but nothing comes back from now on.
    pub fn lose_answers(&self) {
        self.lose_answers_to("");
    }

    /// What goes there arrives, but of what comes back on a connection over which `text` went
    /// nothing does.
    pub fn lose_answers_to(&self, text: &str) {
        self.state.send_modify(|state| {
            state.text = Some(text.into());
            state.loses_answers = true;
        });
    }

    /// Waits until something with this text in it goes there.
    pub async fn passed(&self, text: &str) {
        self.state.send_modify(|state| {
            state.text = Some(text.into());
            state.passed = 0;
        });
        let mut state = self.state.subscribe();
        let _ = state.wait_for(|state| state.passed > 0).await;
    }

    /// Ends all connections, and takes no new ones.
    pub fn cut(&self) {
        self.state.send_modify(|state| {
            state.is_cut = true;
            state.time += 1;
        });
    }

    /// Ends what was wrong; connections that lost something are ended too.
    pub fn mend(&self) {
        self.state.send_modify(|state| {
            *state = State::without_faults(state.to, state.time + 1);
        });
    }

    /// Leads elsewhere from now on, as an address does that another machine has taken over; all
    /// connections end.
    pub fn lead_to(&self, address: SocketAddr) {
        self.state.send_modify(|state| {
            state.to = address;
            state.time += 1;
        });
    }
}

impl State {
    fn without_faults(to: SocketAddr, time: u32) -> Self {
        Self {
            to,
            delay: Duration::ZERO,
            text: None,
            loses_answers: false,
            passed: 0,
            is_cut: false,
            time,
        }
    }
}

async fn connect(near: TcpStream, state: Arc<watch::Sender<State>>) {
    // Whatever happens to the line while this connects is meant for this connection too.
    let State { to, time, .. } = *state.borrow();
    let Ok(far) = TcpStream::connect(to).await else {
        return;
    };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let (near_in, near_out) = near.into_split();
    let (far_in, far_out) = far.into_split();
    let mut ending = state.subscribe();
    let loses = AtomicBool::new(false);
    let passing = async {
        tokio::join!(
            pass_on(near_in, far_out, &state, Way::There, &loses),
            pass_on(far_in, near_out, &state, Way::Back, &loses)
        )
    };
    tokio::select! {
        _ = passing => {}
        _ = ending.wait_for(|state| state.time != time) => {}
    }
}

/// Packets keep their distance from each other: what is late does not make the next one later.
async fn pass_on(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    state: &watch::Sender<State>,
    way: Way,
    loses: &AtomicBool,
) {
    let (sender, mut receiver) = mpsc::channel::<(Instant, Vec<u8>)>(1_024);
    let reading = async move {
        let mut buffer = vec![0; 16 * 1024];
        while let Ok(length @ 1..) = from.read(&mut buffer).await {
            let packet = &buffer[..length];
            let State {
                delay,
                text,
                loses_answers,
                ..
            } = state.borrow().clone();
            let has = |text: &str| {
                let mut parts = packet.windows(text.len().max(1));
                text.is_empty() || parts.any(|part| part == text.as_bytes())
            };
            match way {
                Way::There if text.is_some_and(|text| has(&text)) => {
                    state.send_modify(|state| state.passed += 1);
                    loses.fetch_or(loses_answers, Ordering::Relaxed);
                }
                Way::Back if loses.load(Ordering::Relaxed) => continue,
                _ => {}
            }
            let packet = (Instant::now() + delay, packet.to_vec());
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
        let _ = to.shutdown().await;
    };
    tokio::join!(reading, writing);
}
