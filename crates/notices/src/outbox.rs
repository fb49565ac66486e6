//! From the database over a queue to whoever sends.
//!
//! The database says what is to be sent and who has it; the queue gives the work out to all servers
//! and is made anew from the database if it is lost. Whoever has taken a letter says so in the database, and
//! once more right before the letter leaves. A server that dies between has sent nothing, and a minute
//! later another one tries again, as often as it takes; one that dies after that leaves it in doubt, and it is
//! sent once more and not again.

use crate::fate::Fate;
use crate::mail::Mailer;
use crate::push::Pusher;
use crate::smtp::Line;
use crate::store::{self, Claimed, Due};
use crate::turns::{self, Parcel};
use async_nats::jetstream::stream::{Config, RetentionPolicy};
use async_nats::jetstream::{self, Message, consumer};
use futures_util::StreamExt;
use longjump_bus::Bus;
use sqlx::PgPool;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::timeout;

const QUEUE: &str = "LONGJUMP_NOTICES";
/// Where notices are given to who sends them, and what these are called: letters and word to browsers
/// each have their own, so that neither waits for the other, or for what delivers it.
const LETTERS: Lane = Lane {
    are_pushes: false,
    subject: "longjump.notices.letters",
    senders: "letters",
};
const PUSHES: Lane = Lane {
    are_pushes: true,
    subject: "longjump.notices.pushes",
    senders: "pushes",
};
/// How many notices a server sends at a time in each lane, and how many it takes from the queue for each.
const AT_ONCE: usize = 8;
const BATCH: usize = 8;
/// No more is given to the queue while so much waits there: after a minute it would be given out again.
const ENOUGH: u64 = 500;
/// How often the database is asked what is due, and the queue how much waits there.
const LOOK: Duration = Duration::from_millis(500);
/// How long to wait where something is away.
const PAUSE: Duration = Duration::from_secs(1);
/// How often is looked for what is given up.
const GIVE_UP: Duration = Duration::from_secs(10);
/// How long a connection is kept without a letter.
const KEPT: Duration = Duration::from_secs(10);
/// For how long nobody else takes what was taken, less what noting it may take.
const OURS: Duration = Duration::from_secs(50);

#[derive(Clone, Copy)]
struct Lane {
    are_pushes: bool,
    subject: &'static str,
    senders: &'static str,
}

/// What sends notices.
pub struct Outbox {
    pool: PgPool,
    bus: Bus,
    mailer: Option<Mailer>,
    pusher: Option<Arc<Pusher>>,
}

impl Outbox {
    /// One that sends what is in a database, as far as it can.
    pub fn new(
        pool: PgPool,
        bus: Bus,
        mailer: Option<Mailer>,
        pusher: Option<Arc<Pusher>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            pool,
            bus,
            mailer,
            pusher,
        })
    }

    /// Sends what becomes due, until it is dropped.
    pub async fn run(self: Arc<Self>) {
        // Tasks of their own, ended with this one: joined in one, all would be asked whenever one can go on.
        let mut tasks = JoinSet::new();
        for (lane, is_there) in [
            (LETTERS, self.mailer.is_some()),
            (PUSHES, self.pusher.is_some()),
        ] {
            if is_there {
                tasks.spawn(Arc::clone(&self).give_out(lane));
                for _ in 0..AT_ONCE {
                    tasks.spawn(Arc::clone(&self).send(lane));
                }
            }
        }
        tasks.spawn(Arc::clone(&self).give_up());
        while tasks.join_next().await.is_some() {}
    }

    /// Gives what is due in a lane to the queue.
    async fn give_out(self: Arc<Self>, lane: Lane) {
        let context = jetstream::new(self.bus.client().clone());
        loop {
            match store::due(&self.pool, lane.are_pushes).await {
                Ok(due) => {
                    give(&context, lane, &due).await;
                    if due.len() == store::BATCH {
                        self.until_little_waits(lane).await;
                    } else {
                        tokio::time::sleep(LOOK).await;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "no notices to be had just now");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn until_little_waits(&self, lane: Lane) {
        loop {
            let waiting = match queue(&self.bus, lane).await {
                Ok(senders) => senders.cached_info().num_pending,
                Err(error) => {
                    tracing::warn!(%error, "no word from the queue just now");
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            if waiting <= ENOUGH {
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn give_up(self: Arc<Self>) {
        loop {
            tokio::time::sleep(GIVE_UP).await;
            if let Ok(count @ 1..) = store::give_up(&self.pool).await {
                metrics::counter!("longjump_notices_given_up_total").increment(count);
                tracing::warn!(count, "notices were given up");
            }
        }
    }

    /// Sends what the queue has in a lane, one after the other.
    async fn send(self: Arc<Self>, lane: Lane) {
        let mut line = Line::default();
        loop {
            if self.can_send(lane, &mut line).await
                && let Err(error) = self.send_until_it_fails(lane, &mut line).await
            {
                tracing::warn!(error, "no notices from the queue just now");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// While the mail server is away nothing is taken. Push services are many, and one that is away is no
    /// reason to wait with others.
    async fn can_send(&self, lane: Lane, line: &mut Line) -> bool {
        match &self.mailer {
            Some(mailer) if !lane.are_pushes => mailer.is_there(line).await,
            _ => true,
        }
    }

    async fn send_until_it_fails(&self, lane: Lane, line: &mut Line) -> Result<(), String> {
        let senders = queue(&self.bus, lane).await;
        let senders = senders.map_err(|error| error.to_string())?;
        let stream = senders
            .stream()
            .max_messages_per_batch(BATCH)
            .heartbeat(Duration::from_secs(2))
            .expires(Duration::from_secs(5))
            .messages();
        let messages = stream.await.map_err(|error| error.to_string())?;
        let mut messages = messages.ready_chunks(BATCH);
        loop {
            let Ok(some) = timeout(KEPT, messages.next()).await else {
                line.hang_up().await;
                continue;
            };
            let some: Result<Vec<_>, _> = some.unwrap_or_default().into_iter().collect();
            let some = some.map_err(|error| error.to_string())?;
            if some.is_empty() || !self.send_some(&some, line).await {
                return Ok(());
            }
        }
    }

    /// Sends those that came from the queue together, and tells whether what delivers them is well.
    async fn send_some(&self, messages: &[Message], line: &mut Line) -> bool {
        let due: Vec<_> = messages.iter().filter_map(read).collect();
        // If the database is away, the queue gives them out again soon.
        let Ok(claimed) = store::claim(&self.pool, &due).await else {
            return false;
        };
        // From now on the database says who has them.
        for message in messages {
            let _ = message.ack().await;
        }
        let mut is_well = true;
        for claimed in &claimed {
            is_well &= self.send_one(claimed, line).await;
        }
        is_well
    }

    /// Sends one, and tells whether what delivers it is well.
    async fn send_one(&self, claimed: &Claimed, line: &mut Line) -> bool {
        let taken = Instant::now();
        let begin = self.begin(claimed);
        let parcel = turns::parcel(&self.pool, claimed).await;
        let fate = match (parcel, &self.mailer, &self.pusher) {
            (Ok(Some(Parcel::Letter(letter))), Some(mailer), _) => {
                mailer.send(line, claimed.id, &letter, begin).await
            }
            (Ok(Some(Parcel::Push(target, message))), _, Some(pusher)) => {
                pusher.send(&target, &message, begin).await
            }
            (Err(error), ..) => Fate::Later(error.to_string()),
            _ => Fate::Pointless,
        };
        self.tell(claimed, &fate);
        while let Err(error) = self.note(claimed, &fate).await {
            tracing::warn!(%error, "what became of a notice could not be noted");
            if taken.elapsed() > OURS {
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        !matches!(fate, Fate::Later(_) | Fate::Unknown(_))
    }

    /// Says in the database that one leaves now, unless somebody else has it by now.
    async fn begin(&self, claimed: &Claimed) -> Result<(), Fate> {
        match store::begin(&self.pool, claimed).await {
            Ok(Some(times)) => {
                if times > 1 {
                    metrics::counter!("longjump_notices_begun_again_total").increment(1);
                }
                Ok(())
            }
            Ok(None) => Err(Fate::Elsewhere),
            Err(error) => Err(Fate::Later(error.to_string())),
        }
    }

    /// Has operators know.
    fn tell(&self, claimed: &Claimed, fate: &Fate) {
        let player = claimed.player.0;
        match fate {
            Fate::Sent => metrics::counter!("longjump_notices_sent_total").increment(1),
            Fate::Gone => metrics::counter!("longjump_devices_gone_total").increment(1),
            Fate::Never(why) => {
                metrics::counter!("longjump_notices_refused_total").increment(1);
                tracing::warn!(player, why, "a notice was refused");
            }
            Fate::Later(why) => tracing::warn!(player, why, "a notice could not be sent yet"),
            Fate::Unknown(why) => {
                tracing::warn!(player, why, "nobody knows whether a notice was sent");
            }
            Fate::Pointless | Fate::Elsewhere => {}
        }
    }

    /// Has the database know.
    async fn note(&self, claimed: &Claimed, fate: &Fate) -> Result<(), sqlx::Error> {
        match fate {
            Fate::Sent | Fate::Pointless | Fate::Never(_) => {
                store::done(&self.pool, claimed.id).await
            }
            // With what else was to be sent there.
            Fate::Gone => store::forget_device(&self.pool, claimed.device).await,
            Fate::Later(_) => store::failed(&self.pool, claimed).await,
            // In the first case another one has it, in the second it is due again in a minute.
            Fate::Elsewhere | Fate::Unknown(_) => Ok(()),
        }
    }
}

/// The queue and the way to take from it, made if they are not there.
async fn queue(bus: &Bus, lane: Lane) -> Result<consumer::PullConsumer, async_nats::Error> {
    let config = Config {
        name: QUEUE.to_owned(),
        subjects: vec![LETTERS.subject.to_owned(), PUSHES.subject.to_owned()],
        retention: RetentionPolicy::WorkQueue,
        // What is older is due again.
        max_age: Duration::from_secs(60),
        ..Default::default()
    };
    let senders = consumer::pull::Config {
        durable_name: Some(lane.senders.to_owned()),
        filter_subject: lane.subject.to_owned(),
        // Soon: if whoever had it has taken it, the database keeps others from doing so.
        ack_wait: Duration::from_secs(10),
        ..Default::default()
    };
    let context = jetstream::new(bus.client().clone());
    let stream = context.get_or_create_stream(config).await?;
    Ok(stream.get_or_create_consumer(lane.senders, senders).await?)
}

/// What can't be given now is due again in a minute.
async fn give(context: &jetstream::Context, lane: Lane, due: &[Due]) {
    let mut receipts = Vec::with_capacity(due.len());
    for Due { id, begun } in due {
        let text = format!("{id} {begun}");
        match context.publish(lane.subject, text.into()).await {
            Ok(receipt) => receipts.push(receipt),
            Err(error) => tracing::warn!(%error, "a notice could not be given out"),
        }
    }
    for receipt in receipts {
        if let Err(error) = receipt.await {
            tracing::warn!(%error, "a notice may not have been given out");
        }
    }
}

fn read(message: &Message) -> Option<Due> {
    let text = std::str::from_utf8(&message.payload).ok()?;
    let (id, begun) = text.split_once(' ')?;
    Some(Due {
        id: id.parse().ok()?,
        begun: begun.parse().ok()?,
    })
}
