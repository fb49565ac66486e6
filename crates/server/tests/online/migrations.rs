//! A newer server brings the tables up to date while older ones serve.

use crate::house::{House, open, start, watch};
use serde_json::json;
use sqlx::{Connection, PgConnection};

#[tokio::test(flavor = "multi_thread")]
async fn older_servers_serve_on_after_a_migration_and_can_be_started() {
    let mut house = House::with_servers(1).await;
    let ada = house.guest().await;
    let wanted = json!({"game": "minicheckers", "control": "300+3", "engines": 1});
    let game = open(&ada, house.at(0), wanted.clone()).await;
    let (mut socket, room) = watch(&ada, house.at(0), &game).await;
    assert_eq!(room["room"]["started"], true);

    // What a newer server would do: columns and tables are added, nothing is taken away.
    let mut database = PgConnection::connect(&house.backing.postgres().url())
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
        .get(house.at(0), &format!("/api/games/{game}/moves"))
        .await;
    let mv = choice.expect("moves")["legal"][0].clone();
    let played = json!({"t": "move", "game": game, "ply": 0, "mv": mv, "id": "m"});
    socket.say(&played).await.expect("said");
    assert_eq!(socket.hear_of("done").await.expect("done")["id"], "m");

    let later = start(&mut house.backing, |_| {}).await;
    let (_, room) = watch(&ada, later.address(), &game).await;
    assert_eq!(room["room"]["moves"][0], mv);
    let another = open(&ada, later.address(), wanted).await;
    assert_ne!(another, game);
}
