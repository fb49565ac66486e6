//! Tournaments: announced, entered, paired once each round whatever breaks, and settled.

use crate::helpers::{Person, account, cluster, database, guest, within};
use longjump_client::ClientError;
use longjump_contests::kept;
use longjump_testbed::Cluster;
use longjump_tournaments::pair;
use serde_json::{Value, json};
use sqlx::PgPool;
use std::time::Duration;

/// A tournament with those who play in it.
struct Hall<'a> {
    cluster: &'a Cluster,
    organiser: Person,
    players: Vec<Person>,
    id: String,
}

/// What is announced: a Swiss tournament of minicheckers, but for what is changed.
fn announcement(change: &Value) -> Value {
    let mut wanted = json!({
        "name": "Spring", "kind": "swiss", "game": "minicheckers", "control": "300+3", "rounds": 3,
        "begins_in": 3600, "rest": 0, "most": 8,
    });
    for (key, value) in change.as_object().expect("changes") {
        wanted[key] = value.clone();
    }
    wanted
}

fn code(refused: Result<Value, ClientError>) -> String {
    match refused {
        Err(ClientError::Refused(_, body)) => {
            let body: Value = serde_json::from_str(&body).expect("a problem");
            body["code"].as_str().expect("a code").to_owned()
        }
        other => panic!("not refused: {other:?}"),
    }
}

impl<'a> Hall<'a> {
    async fn new(cluster: &'a Cluster, players: usize, change: Value) -> Self {
        let organiser = account(cluster, "Organiser").await;
        let wanted = announcement(&change);
        let id = organiser
            .post(cluster.at(0), "/api/tournaments", &wanted)
            .await;
        let id = id.expect("announced")["id"]
            .as_str()
            .expect("a name")
            .to_owned();
        let mut hall = Self {
            cluster,
            organiser,
            players: Vec::new(),
            id,
        };
        for _ in 0..players {
            let player = guest(cluster).await;
            hall.act(&player, "join").await.expect("entered");
            hall.players.push(player);
        }
        hall
    }

    async fn act(&self, who: &Person, action: &str) -> Result<Value, ClientError> {
        let path = format!("/api/tournaments/{}/actions", self.id);
        who.post(self.cluster.at(0), &path, &json!({"action": action}))
            .await
    }

    async fn view(&self) -> Value {
        let path = format!("/api/tournaments/{}", self.id);
        self.organiser
            .get(self.cluster.at(0), &path)
            .await
            .expect("a view")
    }

    /// Waits until something is so.
    async fn until(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let looking = async {
            loop {
                let view = self.view().await;
                if is_so(&view) {
                    return view;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        match within(30.0, looking).await {
            Some(view) => view,
            None => panic!("it is not so: {}", self.view().await),
        }
    }

    /// The player of a number, by the name in the standings.
    fn player(&self, view: &Value, number: &Value) -> &Person {
        let lines = view["standings"].as_array().expect("lines");
        let line = lines
            .iter()
            .find(|line| line["number"] == *number)
            .expect("a line");
        let mut players = self.players.iter();
        players
            .find(|player| line["name"] == player.name())
            .expect("a player")
    }

    /// In all games of a round the second one gives up once the game is there.
    async fn give_up_all(&self, view: &Value) {
        for table in view["tables"].as_array().expect("tables") {
            if table["points"].is_null() {
                let loser = self.player(view, &table["players"][1]);
                let game = table["game"].as_str().expect("a game");
                self.give_up(loser, game).await;
            }
        }
    }

    async fn give_up(&self, who: &Person, game: &str) {
        let path = format!("/api/games/{game}/actions");
        let body = json!({"action": {"kind": "resign"}, "id": "resign"});
        let trying = async {
            while who.post(self.cluster.at(0), &path, &body).await.is_err() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        within(20.0, trying).await.expect("given up");
    }
}

/// Every round comes to the same tables when it is paired again.
async fn is_reproducible(pool: &PgPool, id: &str) {
    let (plan, rounds) = kept(pool, id).await.expect("asked").expect("kept");
    assert!(!rounds.is_empty());
    for round in rounds {
        let again = pair(
            &plan,
            round.round,
            &round.field,
            &round.present,
            &round.past,
        );
        assert_eq!(again, round.tables, "round {}", round.round);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_swiss_is_played_to_its_end() {
    let mut cluster = cluster(2).await;
    let pool = database(&mut cluster).await;
    let hall = Hall::new(&cluster, 5, json!({})).await;
    hall.act(&hall.organiser, "start").await.expect("begun");
    for round in 1..=3 {
        let view = hall
            .until(|view| view["tournament"]["round"] == round)
            .await;
        let tables = view["tables"].as_array().expect("tables");
        assert_eq!(tables.len(), 3, "two games and a bye: {view}");
        hall.give_up_all(&view).await;
    }
    let view = hall
        .until(|view| view["tournament"]["status"] == "over")
        .await;
    let lines = view["standings"].as_array().expect("lines");
    let points: u64 = lines
        .iter()
        .map(|line| line["points"].as_u64().expect("points"))
        .sum();
    assert_eq!(points, 3 * 3 * 120, "a point for each table: {view}");
    assert_eq!(lines[0]["place"], 1);
    is_reproducible(&pool, &hall.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_announce_enter_and_organise() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let stranger = guest(&cluster).await;
    let announced = stranger
        .post(at, "/api/tournaments", &announcement(&json!({})))
        .await;
    assert_eq!(code(announced), "forbidden", "guests announce nothing");
    let hall = Hall::new(&cluster, 2, json!({"most": 2, "public": true})).await;
    assert_eq!(code(hall.act(&stranger, "join").await), "full");
    assert_eq!(code(hall.act(&stranger, "pause").await), "forbidden");
    assert_eq!(
        code(hall.act(&hall.organiser, "pause").await),
        "not_started"
    );
    for wrong in [
        json!({"name": " "}),
        json!({"game": "star:seats=3"}),
        json!({"kind": "tables", "table": 4}),
        json!({"kind": "arena"}),
        json!({"minutes": 5}),
        json!({"rounds": 16}),
        json!({"most": 1}),
        json!({"control": "0+0"}),
    ] {
        let refused = hall
            .organiser
            .post(at, "/api/tournaments", &announcement(&wrong))
            .await;
        assert_eq!(code(refused), "wrong", "{wrong}");
    }
    let list = stranger.get(at, "/api/tournaments").await.expect("a list");
    assert_eq!(list.as_array().expect("lines").len(), 1);
    // Sent again it is the same one; others are counted.
    let wanted = announcement(&json!({"id": "mine"}));
    let first = hall
        .organiser
        .post(at, "/api/tournaments", &wanted)
        .await
        .expect("announced");
    let again = hall
        .organiser
        .post(at, "/api/tournaments", &wanted)
        .await
        .expect("the same");
    assert_eq!(first, again);
    let third = hall
        .organiser
        .post(at, "/api/tournaments", &announcement(&json!({})))
        .await;
    third.expect("a third");
    let fourth = hall
        .organiser
        .post(at, "/api/tournaments", &announcement(&json!({})))
        .await;
    assert_eq!(code(fourth), "too_many_tournaments");
    hall.act(&hall.organiser, "cancel")
        .await
        .expect("called off");
    assert_eq!(code(hall.act(&stranger, "join").await), "over");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_late_leaves_or_is_closed() {
    let mut cluster = cluster(1).await;
    let pool = database(&mut cluster).await;
    let hall = Hall::new(&cluster, 4, json!({"rounds": 4})).await;
    hall.act(&hall.organiser, "start").await.expect("begun");
    let view = hall.until(|view| view["tournament"]["round"] == 1).await;
    hall.act(&hall.organiser, "pause").await.expect("paused");
    let late = guest(&cluster).await;
    hall.act(&late, "join")
        .await
        .expect("late, and not too late");
    hall.act(&hall.players[0], "leave").await.expect("left");
    let closed = hall.players[1].name();
    sqlx::query(
        "INSERT INTO measures (player, kind) SELECT id, 'closed' FROM players WHERE name = $1",
    )
    .bind(closed)
    .execute(&pool)
    .await
    .expect("closed");
    hall.give_up_all(&view).await;
    let all_over = |view: &Value| {
        let tables = view["tables"].as_array().expect("tables");
        tables.iter().all(|table| !table["points"].is_null())
    };
    hall.until(all_over).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(
        hall.view().await["tournament"]["round"],
        1,
        "nothing while it is paused"
    );
    hall.act(&hall.organiser, "resume").await.expect("going on");
    hall.until(|view| view["tournament"]["round"] == 2).await;
    let (_, rounds) = kept(&pool, &hall.id).await.expect("asked").expect("kept");
    assert_eq!(
        rounds[1].present,
        [2, 3, 4],
        "two have gone and one has come"
    );
    is_reproducible(&pool, &hall.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_three_and_games_that_are_not_called_off() {
    let cluster = cluster(1).await;
    let change = json!({"kind": "tables", "game": "star", "table": 3, "rounds": 1});
    let hall = Hall::new(&cluster, 6, change).await;
    hall.act(&hall.organiser, "start").await.expect("begun");
    let view = hall.until(|view| view["tournament"]["round"] == 1).await;
    let tables = view["tables"].as_array().expect("tables").clone();
    assert_eq!(tables.len(), 2);
    for table in &tables {
        let game = table["game"].as_str().expect("a game");
        let players: Vec<&Person> = table["players"]
            .as_array()
            .expect("players")
            .iter()
            .map(|number| hall.player(&view, number))
            .collect();
        let room = async {
            let path = format!("/api/games/{game}");
            loop {
                if let Ok(room) = players[0].get(cluster.at(0), &path).await {
                    return room;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        let room = within(20.0, room).await.expect("opened");
        assert_eq!(room["game"], "star:seats=3");
        let path = format!("/api/games/{game}/actions");
        let abort = json!({"action": {"kind": "abort"}, "id": "abort"});
        assert_eq!(
            code(players[0].post(cluster.at(0), &path, &abort).await),
            "of_tournament"
        );
        // The last to give up comes first.
        for player in &players {
            hall.give_up(player, game).await;
        }
    }
    let view = hall
        .until(|view| view["tournament"]["status"] == "over")
        .await;
    for table in view["tables"].as_array().expect("tables") {
        assert_eq!(table["points"], json!([0, 60, 120]));
    }
}

/// A server that dies while it pairs leaves nothing behind, and one that dies while games are opened leaves
/// the rest to others.
#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_paired_once_whatever_breaks_in_the_middle() {
    let mut cluster = cluster(1).await;
    let pool = database(&mut cluster).await;
    sqlx::raw_sql(
        "CREATE FUNCTION dies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             PERFORM pg_terminate_backend(pg_backend_pid());
             RETURN NEW;
         END $$;
         CREATE TRIGGER dies BEFORE INSERT ON tournament_tables FOR EACH ROW
             WHEN (NEW.number = 2) EXECUTE FUNCTION dies();
         CREATE FUNCTION dies_later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF NOT EXISTS (SELECT FROM tournament_tables t WHERE t.game = NEW.id AND t.number < 2) THEN
                 PERFORM pg_terminate_backend(pg_backend_pid());
             END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER dies_later BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION dies_later();",
    )
    .execute(&pool)
    .await
    .expect("triggers");
    let hall = Hall::new(&cluster, 8, json!({"rounds": 1})).await;
    hall.act(&hall.organiser, "start").await.expect("begun");
    tokio::time::sleep(Duration::from_secs(4)).await;
    let count = async |table: &str| -> i64 {
        let count =
            sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}")));
        count.fetch_one(&pool).await.expect("a count")
    };
    assert_eq!(
        count("tournament_rounds").await,
        0,
        "a half of a round is none"
    );
    assert_eq!(count("tournament_tables").await, 0);
    sqlx::raw_sql("DROP TRIGGER dies ON tournament_tables")
        .execute(&pool)
        .await
        .expect("mended");
    hall.until(|view| view["tournament"]["round"] == 1).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(count("tournament_tables").await, 4);
    assert_eq!(count("games").await, 2, "the others can't be opened");
    sqlx::raw_sql("DROP TRIGGER dies_later ON games")
        .execute(&pool)
        .await
        .expect("mended");
    let opening = async {
        while count("games").await < 4 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    within(20.0, opening).await.expect("the rest is opened");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(count("games").await, 4, "each once");
    assert_eq!(count("tournament_rounds").await, 1);
    is_reproducible(&pool, &hall.id).await;
}
