//! From the database over a queue to whoever sends.
//!
//! The database says what is to be sent and who has it; the queue gives the work out to all servers
//! and is made anew from the database if it is lost. A server that dies in the middle of a letter
//! leaves it in doubt: a minute later another one sends it, once.

use crate::fate::Fate;
use crate::mail::Mailer;
use crate::push::Pusher;
use crate::store::{self, Claimed, Due};
use crate::turns::{self, Parcel};
use async_nats::jetstream::stream::{Config, RetentionPolicy};
use async_nats::jetstream::{self, Message, consumer};
use futures_util::StreamExt;
use futures_util::future::join_all;
use longjump_bus::Bus;
use sqlx::PgPool;
use std::sync::Arc;
use std::time::Duration;

const QUEUE: &str = "LONGJUMP_NOTICES";
/// Where notices are given to who sends them, and what these are called: letters and word to browsers
/// each have their own, so that neither waits while what delivers the other is away.
const LETTERS: Lane = Lane {
    subject: "longjump.notices.letters",
    senders: "letters",
};
const PUSHES: Lane = Lane {
    subject: "longjump.notices.pushes",
    senders: "pushes",
};
/// How many notices a server sends at a time in each lane, and how many it takes from the queue for each.
const AT_ONCE: usize = 8;
const BATCH: usize = 4;
/// How often the database is asked what is due.
const LOOK: Duration = Duration::from_millis(500);
/// How long to wait where something is away.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy)]
struct Lane {
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
        let letters = async {
            if self.mailer.is_some() {
                self.send(LETTERS).await;
            }
        };
        let pushes = async {
            if self.pusher.is_some() {
                self.send(PUSHES).await;
            }
        };
        tokio::join!(self.give_out(), letters, pushes);
    }

    /// Gives what is due to the queue.
    async fn give_out(&self) {
        let context = jetstream::new(self.bus.client().clone());
        loop {
            let (letters, pushes) = (self.mailer.is_some(), self.pusher.is_some());
            match store::due(&self.pool, letters, pushes).await {
                Ok(due) if due.is_empty() => {
                    match store::give_up(&self.pool).await {
                        Ok(0) | Err(_) => {}
                        Ok(count) => {
                            metrics::counter!("longjump_notices_given_up_total").increment(count);
                            tracing::warn!(count, "notices were given up");
                        }
                    }
                    tokio::time::sleep(LOOK).await;
                }
                Ok(due) => give(&context, &due).await,
                Err(error) => {
                    tracing::warn!(%error, "no notices to be had just now");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Sends what the queue has in a lane, a few at a time.
    async fn send(&self, lane: Lane) {
        join_all((0..AT_ONCE).map(|_| self.send_one_by_one(lane))).await;
    }

    async fn send_one_by_one(&self, lane: Lane) {
        loop {
            if self.can_send(lane).await
                && let Err(error) = self.send_until_it_fails(lane).await
            {
                tracing::warn!(error, "no notices from the queue just now");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// While the mail server is away nothing is begun, so that nothing is in doubt. Push services are
    /// many, and one that is away is no reason to wait with others.
    async fn can_send(&self, lane: Lane) -> bool {
        match &self.mailer {
            Some(mailer) if lane.subject == LETTERS.subject => mailer.is_there().await,
            _ => true,
        }
    }

    async fn send_until_it_fails(&self, lane: Lane) -> Result<(), String> {
        let senders = queue(&self.bus, lane).await;
        let senders = senders.map_err(|error| error.to_string())?;
        let stream = senders
            .stream()
            .max_messages_per_batch(BATCH)
            .heartbeat(Duration::from_secs(2))
            .expires(Duration::from_secs(5))
            .messages();
        let mut messages = stream.await.map_err(|error| error.to_string())?;
        while let Some(message) = messages.next().await {
            let message = message.map_err(|error| error.to_string())?;
            let is_well = self.send_one(&message).await;
            let _ = message.ack().await;
            if !is_well {
                break;
            }
        }
        Ok(())
    }

    /// Sends one, and tells whether what delivers it is well.
    async fn send_one(&self, message: &Message) -> bool {
        let Some(due) = read(message) else {
            return true;
        };
        let claimed = match store::claim(&self.pool, due).await {
            Ok(Some(claimed)) => claimed,
            // Somebody else has it, or it is sent.
            Ok(None) => return true,
            // It is due again in a minute.
            Err(_) => return false,
        };
        let parcel = match turns::parcel(&self.pool, &claimed).await {
            Ok(parcel) => parcel,
            Err(error) => {
                tracing::warn!(%error, "what to tell could not be found out");
                let _ = store::failed(&self.pool, claimed.id).await;
                return false;
            }
        };
        let fate = match (parcel, &self.mailer, &self.pusher) {
            (Some(Parcel::Letter(letter)), Some(mailer), _) => mailer.send(&letter).await,
            (Some(Parcel::Push(target, message)), _, Some(pusher)) => {
                pusher.send(&target, &message).await
            }
            _ => Fate::Pointless,
        };
        self.note(&claimed, &fate).await;
        !matches!(fate, Fate::Later(_) | Fate::Unknown(_))
    }

    async fn note(&self, claimed: &Claimed, fate: &Fate) {
        let Claimed { id, player, .. } = claimed;
        let player = player.0;
        let noted = match fate {
            Fate::Sent => {
                metrics::counter!("longjump_notices_sent_total").increment(1);
                if claimed.begun > 1 {
                    metrics::counter!("longjump_notices_begun_again_total").increment(1);
                }
                store::done(&self.pool, *id).await
            }
            Fate::Pointless => store::done(&self.pool, *id).await,
            Fate::Never(why) => {
                metrics::counter!("longjump_notices_refused_total").increment(1);
                tracing::warn!(player, why, "a notice was refused");
                store::done(&self.pool, *id).await
            }
            // With what else was to be sent there.
            Fate::Gone => {
                metrics::counter!("longjump_devices_gone_total").increment(1);
                store::forget_device(&self.pool, claimed.device).await
            }
            Fate::Later(why) => {
                tracing::warn!(player, why, "a notice could not be sent yet");
                store::failed(&self.pool, *id).await
            }
            Fate::Unknown(why) => {
                tracing::warn!(player, why, "nobody knows whether a notice was sent");
                Ok(())
            }
        };
        if let Err(error) = noted {
            tracing::warn!(%error, "what became of a notice could not be noted");
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
        // Soon: if whoever had it has begun to send it, the database keeps others from doing so.
        ack_wait: Duration::from_secs(10),
        ..Default::default()
    };
    let context = jetstream::new(bus.client().clone());
    let stream = context.get_or_create_stream(config).await?;
    Ok(stream.get_or_create_consumer(lane.senders, senders).await?)
}

/// What can't be given now is due again in a minute.
async fn give(context: &jetstream::Context, due: &[Due]) {
    let mut receipts = Vec::with_capacity(due.len());
    for Due { id, begun, is_push } in due {
        let text = format!("{id} {begun}");
        let lane = if *is_push { PUSHES } else { LETTERS };
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
        is_push: message.subject.as_str() == PUSHES.subject,
    })
}
