//! Ratings of puzzles, and of those who solve them.

use crate::accounts::Browser;
use crate::helpers::{cluster, database, within};
use serde_json::{Value, json};

/// Puzzles of Mini-Checkers as pages call them, and their first ratings.
const EASY: (&str, f64) = ("9o3hjg", 800.0);
const HARD: (&str, f64) = ("1skhy77", 2241.0);

fn tries(player: &str, of: &[(&str, bool)]) -> Value {
    let tries = of
        .iter()
        .map(|(id, solved)| json!({"id": id, "solved": solved}));
    json!({"player": player, "tries": tries.collect::<Vec<_>>()})
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// How a puzzle stands, as it is told.
fn puzzle<'a>(solver: &'a Value, id: &str) -> Option<&'a Value> {
    let puzzles = solver["puzzles"].as_array().expect("a list");
    puzzles.iter().find(|puzzle| puzzle["id"] == id)
}

const PACK: &str = "/api/puzzles/minicheckers";
const TRIES: &str = "/api/puzzles/minicheckers/tries";

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_counts_once_for_its_solver_and_for_itself() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bob = Browser::with_account(&cluster, "bob").await;
    let new = ada.get(PACK).await.1;
    assert_eq!(
        (number(&new["rating"]), &new["puzzles"]),
        (1500.0, &json!([]))
    );

    let (status, won) = ada.post(TRIES, tries("ada", &[(HARD.0, true)])).await;
    assert_eq!(status, 200, "{won}");
    assert!(number(&won["rating"]) > 1550.0 && number(&won["deviation"]) < 340.0);
    let after = ada.get(PACK).await.1;
    assert_eq!(after["rating"], won["rating"]);
    let told = puzzle(&after, HARD.0).expect("the puzzle");
    assert_eq!(told["solved"], true);
    assert!(number(&told["rating"]) < HARD.1);
    // Others see how hard it is now, and not who has tried it.
    let others = bob.get(PACK).await.1;
    let seen = puzzle(&others, HARD.0).expect("the puzzle");
    assert_eq!(
        (&seen["rating"], &seen["solved"]),
        (&told["rating"], &Value::Null)
    );

    // Told again, also at the same time or the other way round, it is told once.
    let again = ada.post(TRIES, tries("ada", &[(HARD.0, false)])).await.1;
    assert_eq!(again["rating"], won["rating"]);
    let lost = ada
        .post(TRIES, tries("ada", &[(HARD.0, true), (EASY.0, false)]))
        .await
        .1;
    assert!(number(&lost["rating"]) < number(&won["rating"]));
    let after = ada.get(PACK).await.1;
    assert!(number(&puzzle(&after, EASY.0).expect("the puzzle")["rating"]) > EASY.1);
    assert_eq!(after["puzzles"].as_array().map(Vec::len), Some(2));
    // A puzzle that is in no pack counts for nobody.
    let others = bob.post(TRIES, tries("ada", &[(EASY.0, true)])).await;
    assert_eq!(
        (others.0, &others.1["code"]),
        (409, &json!("other_account"))
    );
    let unknown = ada.post(TRIES, tries("ada", &[("nosuch", true)])).await;
    assert_eq!((unknown.0, &unknown.1["rating"]), (200, &lost["rating"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_are_each_counted_once() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let mut solvers = Vec::new();
    for number in 0..6 {
        let name = format!("solver{number}");
        let first = Browser::with_account(&cluster, &name).await;
        // Two pages of each tell the same at the same time, in opposite orders.
        let mut second = Browser::new(&cluster);
        second.cookie.clone_from(&first.cookie);
        second.server = 1;
        solvers.push((name.clone(), number, first));
        solvers.push((name, number + 1, second));
    }
    let counted = solvers.iter_mut().map(|(name, order, page)| {
        let mut of = [(EASY.0, true), (HARD.0, true)];
        if *order % 2 == 0 {
            of.reverse();
        }
        let told = tries(name, &of);
        async move { assert_eq!(page.post(TRIES, told).await.0, 200) }
    });
    within(20.0, futures_util::future::join_all(counted))
        .await
        .expect("nobody waits for good");
    for (counts, of_each) in [
        ("SELECT tries FROM puzzle_ratings", 6),
        ("SELECT tries FROM solver_ratings", 2),
    ] {
        let counts = sqlx::query_scalar(counts).fetch_all(&database).await;
        let counts: Vec<i32> = counts.expect("counts");
        assert!(counts.iter().all(|&tries| tries == of_each), "{counts:?}");
        assert_eq!(counts.len() as i32 * of_each, 12);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_in_puzzles_are_for_accounts() {
    let cluster = cluster(1).await;
    let mut guest = Browser::new(&cluster);
    let one = || tries("ada", &[(EASY.0, true)]);
    assert_eq!(guest.post(TRIES, one()).await.0, 401);
    guest.post("/api/guest", json!({})).await;
    assert_eq!(guest.post(TRIES, one()).await.0, 403);
    assert_eq!(guest.get(PACK).await.0, 403);
    let mut ada = Browser::with_account(&cluster, "ada").await;
    assert_eq!(ada.post("/api/puzzles/chess/tries", one()).await.0, 404);
    assert_eq!(ada.get("/api/puzzles/%00").await.0, 404);
    let many: Vec<_> = (0..51).map(|_| (EASY.0, true)).collect();
    for wrong in [
        tries("ada", &[]),
        tries("ada", &many),
        json!({"player": "ada", "tries": [{"id": EASY.0}]}),
        json!({"player": "ada", "tries": [{"id": EASY.0, "solved": true, "at": 0}]}),
    ] {
        assert_eq!(ada.post(TRIES, wrong).await.0, 422);
    }
}
