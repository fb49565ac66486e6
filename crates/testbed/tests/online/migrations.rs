//! A newer server brings the tables up to date while older ones serve.

use crate::helpers::{cluster, guest};
use serde_json::json;
use sqlx::{Connection, PgConnection};

#[tokio::test(flavor = "multi_thread")]
async fn older_servers_serve_on_after_a_migration_and_can_be_started() {
    let mut cluster = cluster(1).await;
    let ada = guest(&cluster).await;
    let wanted = json!({"game": "minicheckers", "control": "300+3", "engines": 1});
    let game = ada.open(cluster.at(0), wanted.clone()).await;
    let (mut socket, room) = ada.watch(cluster.at(0), &game).await;
    assert_eq!(room["room"]["started"], true);

    // What a newer server would do: columns and tables are added, nothing is taken away.
    let mut database = PgConnection::connect(&cluster.backing().postgres().url())
        .await
        .expect("the database");
    let newer = "
        ALTER TABLE games ADD COLUMN mood text;
        ALTER TABLE moves ADD COLUMN mood text NOT NULL DEFAULT 'calm';
        CREATE TABLE moods (name text PRIMARY KEY);
        INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9999, 'moods', true, '', 0);";
    sqlx::raw_sql(newer)
        .execute(&mut database)
        .await
        .expect("migrated");

    let choice = ada
        .get(cluster.at(0), &format!("/api/games/{game}/moves"))
        .await;
    let mv = choice.expect("moves")["legal"][0].clone();
    let played = json!({"t": "move", "game": game, "ply": 0, "mv": mv, "id": "m"});
    socket.send(&played).await;
    assert_eq!(socket.receive("done").await["id"], "m");
    let take_back = json!({"kind": "offer_takeback"});
    let taken_back = json!({"t": "act", "game": game, "action": take_back, "id": "back"});
    socket.send(&taken_back).await;
    assert_eq!(socket.receive("done").await["id"], "back");
    let again = json!({"t": "move", "game": game, "ply": 0, "mv": mv, "id": "again"});
    socket.send(&again).await;
    assert_eq!(socket.receive("done").await["id"], "again");

    let later = cluster.add_server(|_| {}).await.expect("a server");
    let (_, room) = ada.watch(later, &game).await;
    assert_eq!(room["room"]["moves"][0], mv);
    let another = ada.open(later, wanted).await;
    assert_ne!(another, game);
}
