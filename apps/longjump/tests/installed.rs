//! What a program says of itself and of the machine it is on.

use assert_cmd::Command;
use serde_json::Value;

fn longjump(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("longjump").expect("our own binary");
    command.args(arguments);
    command
}

fn output(command: &mut Command) -> String {
    let output = command.assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

#[test]
fn the_version_names_commit_target_and_nets() {
    let text = output(&mut longjump(&["--version"]));
    let lines: Vec<&str> = text.lines().collect();
    let [first, target, nets] = lines[..] else {
        panic!("three lines: {text}");
    };
    let version = first.strip_prefix(concat!("longjump ", env!("CARGO_PKG_VERSION"), " ("));
    let commit = version.and_then(|rest| rest.strip_suffix(')'));
    let is_commit = |text: &str| text.len() == 12 && text.chars().all(|c| c.is_ascii_hexdigit());
    assert!(commit.is_some_and(|text| text == "unknown" || is_commit(text)));
    assert!(target.starts_with("target: "));
    let nets: Vec<&str> = nets
        .strip_prefix("nets: ")
        .expect("nets")
        .split(", ")
        .collect();
    assert_eq!(nets.len(), 8);
    assert!(nets.iter().all(|net| net.contains(".net ")));
    assert_eq!(output(&mut longjump(&["-V"])).trim(), first);
}

#[test]
fn the_doctor_looks_at_all_and_says_what_helps() {
    let text = output(&mut longjump(&["doctor"]));
    assert!(text.contains("ok  play   engine      thinks"), "{text}");
    // Where nothing is installed.
    let found = output(
        longjump(&["doctor", "--json"])
            .env("PATH", "")
            .env_remove("DISPLAY"),
    );
    let found: Value = serde_json::from_str(&found).expect("JSON");
    let of = |what: &str| {
        let findings = found["findings"].as_array().expect("findings");
        let finding = findings.iter().find(|finding| finding["what"] == what);
        finding.expect("it is looked at").clone()
    };
    assert_eq!(of("engine")["ok"], true);
    let nats = of("NATS");
    assert_eq!(
        (&nats["ok"], &nats["for"]),
        (&false.into(), &"serve".into())
    );
    assert!(
        nats["wrong"]
            .as_str()
            .is_some_and(|wrong| wrong.contains("apt-get install"))
    );
    assert!(
        nats["help"]
            .as_str()
            .is_some_and(|help| help.contains("elsewhere"))
    );
    assert_eq!(of("memory")["for"], "train");
}

#[test]
fn a_server_that_is_not_there_or_not_ready_is_told_from_one_that_is() {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let server = std::thread::spawn(move || {
        for status in ["200 OK", "503 Service Unavailable"] {
            let (mut connection, _) = listener.accept().expect("a connection");
            let mut request = [0; 512];
            let length = connection.read(&mut request).expect("a request");
            assert!(request[..length].starts_with(b"GET /ready HTTP/1.1\r\n"));
            write!(connection, "HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n").expect("sent");
        }
    });
    let asked = || longjump(&["doctor", "--server", &address]).assert();
    asked().success();
    let refused = asked().failure();
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("503"), "{message}");
    server.join().expect("both were asked");
    let refused = asked().failure();
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("does not answer"), "{message}");
}

#[test]
fn completions_and_manual_pages_are_of_all_commands() {
    let script = output(&mut longjump(&["completions", "bash"]));
    assert!(script.contains("tournament"), "{script}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    longjump(&["manual", "--out", path]).assert().success();
    let page = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join(name));
        text.expect("a page of each command")
    };
    assert!(page("longjump.1").contains("longjump"));
    assert!(page("longjump-match.1").contains("movetime"));
}
