//! `longjump admin` on the database of a service that runs.

use assert_cmd::Command;
use longjump_client::Visitor;
use longjump_testbed::{Cluster, Launch};

fn admin(database: &str, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::cargo_bin("longjump").expect("the program");
    let output = command
        .env("LONGJUMP_DATABASE", database)
        .arg("admin")
        .args(arguments)
        .output()
        .expect("it ran");
    let said = [output.stdout, output.stderr].concat();
    let code = output.status.code().unwrap_or_default();
    (code, String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn order_is_kept_from_the_command_line() {
    let mut cluster = Cluster::start(Launch::InProcess, 1)
        .await
        .expect("a service");
    let database = cluster.backing().postgres().url();
    for name in ["Ada", "Bob"] {
        let made = Visitor::account(cluster.http(), cluster.at(0), name, "a long password");
        made.await.expect("an account");
    }
    let does = |arguments: &[&str]| {
        let (code, said) = admin(&database, arguments);
        assert_eq!(code, 0, "{arguments:?}: {said}");
        said
    };
    assert_eq!(does(&["warn", "ada", "--note", "slow"]), "ada is warned\n");
    assert_eq!(
        does(&["mute", "Ada", "--days", "7"]),
        "Ada is muted for 7 days\n"
    );
    assert_eq!(
        does(&["close", "Ada"]),
        "Ada is closed until that is lifted\n"
    );
    assert_eq!(does(&["reopen", "Ada"]), "Ada is closed no more\n");
    assert_eq!(does(&["unbar", "Ada"]), "Ada is unrated not anyway\n");
    assert_eq!(
        does(&["role", "Bob", "moderator"]),
        "Bob is moderator now\n"
    );
    let refunded = does(&["refund", "Ada"]);
    assert_eq!(refunded, "0 points given back to 0 players for 0 games\n");
    let shown = does(&["show", "ada"]);
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!(lines[0], "Ada: no role, 0 rated games");
    assert!(lines[1].starts_with("muted until 20"), "{shown}");
    assert!(
        lines
            .last()
            .is_some_and(|line| line.ends_with("Ada warned, by the command line: slow")),
        "{shown}"
    );
    let log = does(&["log", "--json", "--lines", "3"]);
    assert_eq!(log.lines().count(), 3);
    assert!(
        log.contains(r#""about":"Bob","what":"role: moderator""#),
        "{log}"
    );

    let (code, said) = admin(&database, &["show", "Nobody"]);
    assert_eq!(
        (code, said.contains("there is no player called Nobody")),
        (1, true),
        "{said}"
    );
    let (code, said) = admin("", &["show", "Ada"]);
    assert_eq!(
        (code, said.contains("give --config FILE")),
        (1, true),
        "{said}"
    );
    let (code, said) = admin(&database, &[]);
    assert_eq!(
        (code, said.contains("Usage: longjump admin")),
        (2, true),
        "{said}"
    );
}
