//! Twenty people do whatever can be done, by chance, in two hundred rooms of two servers.

mod chance;
mod check;
mod crowd;
mod known;

use crowd::Crowd;
use longjump_client::Visitor;
use longjump_testbed::{Audit, Cluster, Launch};
use std::time::{Duration, Instant};

/// So many actions are done between two looks at all rooms: few enough that servers still know
/// all of these, and have not read them anew from the database.
const ROUND: usize = 20_000;
/// So many are done where there is little time.
const SHORT_ROUND: usize = 5_000;
/// Servers forget a room when nobody has used it for a minute; they look every two seconds.
const UNTIL_ROOMS_ARE_LET_GO: Duration = Duration::from_secs(65);

/// How much more memory both servers may have after 900 000 more actions, in kilobytes: what a
/// round needs at a time is chance, and memory that was needed once is not given back. A leak of
/// twenty bytes an action would be more.
const MOST_GROWN: u64 = 16_000;

/// A service and its crowd.
struct Scene {
    cluster: Cluster,
    audit: Audit,
    /// Somebody who only looks.
    visitor: Visitor,
    crowd: Crowd,
    checked: usize,
}

impl Scene {
    async fn set() -> Self {
        // Each a process of its own, so that its memory is nobody else's.
        let launch = Launch::Program(env!("CARGO_BIN_EXE_longjump").into());
        let mut cluster = Cluster::start(launch, 2).await.expect("a service");
        let database = cluster.backing().postgres().url();
        Self {
            audit: Audit::connect(&database).await.expect("the database"),
            visitor: cluster.guest().await.expect("a guest"),
            crowd: Crowd::gather(&cluster).await,
            cluster,
            checked: 0,
        }
    }

    /// Everybody acts, and then all rooms are looked at.
    async fn play_round(&mut self, actions: usize, number: u64) {
        self.crowd.act(actions, number).await;
        self.check_rooms().await;
        self.check_logs();
    }

    /// Looks at all rooms, and leaves those behind that are over.
    async fn check_rooms(&mut self) {
        let mut rooms = std::mem::take(&mut self.crowd.known().rooms);
        for room in rooms.values_mut() {
            check::check(&self.cluster, &self.audit, &self.visitor, room).await;
            self.checked += 1;
        }
        let mut known = self.crowd.known();
        known.rooms = rooms;
        known.leave_what_is_over();
    }

    /// Nothing went wrong that servers noticed themselves.
    fn check_logs(&self) {
        for server in 0..self.cluster.addresses().len() {
            let log = self.cluster.folder().join(format!("server-{server}.log"));
            let log = std::fs::read_to_string(log).expect("a log");
            let signs = ["panicked", "\"ERROR\"", "can't be read"];
            let is_bad = |line: &&str| signs.iter().any(|sign| line.contains(sign));
            let bad: Vec<_> = log.lines().filter(is_bad).collect();
            assert!(bad.is_empty(), "{bad:?}");
        }
    }

    /// What servers have in memory when all games are over and let go of, in kilobytes.
    async fn memory_at_rest(&mut self) -> u64 {
        // Some come of others: who has agreed to play again does.
        for _ in 0..10 {
            self.crowd.give_up().await;
            self.check_rooms().await;
        }
        assert_eq!(self.crowd.known().rooms.len(), 0, "games that don't end");
        tokio::time::sleep(UNTIL_ROOMS_ARE_LET_GO).await;
        for server in self.cluster.addresses() {
            let figures = self.cluster.http().get(format!("http://{server}/metrics"));
            let figures = figures.send().await.expect("figures").text().await;
            let figures = figures.expect("figures");
            assert!(figures.contains("\nlongjump_rooms 0\n"), "{figures}");
            assert!(figures.contains("\nlongjump_sockets 0\n"), "{figures}");
        }
        self.cluster.memory()
    }

    /// Chance has left nothing out. To go on without somebody needs 20 s in which they do
    /// nothing, for which a short run has no time.
    fn check_that_all_was_done(&self, is_long: bool) {
        let known = self.crowd.known();
        println!("{} rooms checked; {:#?}", self.checked, known.tallies);
        let mut never = Vec::new();
        for (kind, tally) in &known.tallies {
            let is_refusable = !matches!(&kind[..], "unwatch" | "phrase" | "away");
            let is_acceptable = is_long || kind != "go_on_without";
            if is_refusable && tally.refused == 0 || is_acceptable && tally.accepted == 0 {
                never.push(kind);
            }
        }
        assert!(
            never.is_empty(),
            "never accepted or never refused: {never:?}"
        );
        assert_eq!(known.tallies.len(), KINDS, "{:?}", known.tallies.keys());
    }
}

/// Opening a game, five kinds of messages, and thirteen of actions.
const KINDS: usize = 19;

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_done_by_chance_is_done_once_and_alike_everywhere() {
    let mut scene = Scene::set().await;
    scene.play_round(SHORT_ROUND, 1).await;
    scene.check_that_all_was_done(false);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes half an hour to an hour"]
async fn a_million_actions_leave_memory_as_it_was() {
    let mut scene = Scene::set().await;
    let mut memory = Vec::new();
    let started = Instant::now();
    for number in 1..=50 {
        scene.play_round(ROUND, number).await;
        println!("round {number} after {:.0?}", started.elapsed());
        if [5, 25, 50].contains(&number) {
            memory.push(scene.memory_at_rest().await);
            println!("memory at rest: {memory:?} kB");
        }
    }
    scene.check_that_all_was_done(true);
    let grown = memory[2].saturating_sub(memory[0]);
    assert!(
        grown < MOST_GROWN,
        "{grown} kB more after a million actions than after a tenth"
    );
}
