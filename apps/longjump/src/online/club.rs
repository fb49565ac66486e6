//! A club on one machine: Postgres and NATS are started with the server.

use longjump_backing::Backing;
use longjump_config::Config;
use longjump_console::Failure;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Starts Postgres and NATS, and makes a secret that stays the same.
pub(crate) fn start(folder: &Path, config: &mut Config) -> Result<Backing, Failure> {
    let mut backing = Backing::start(folder).map_err(|error| Failure::Input(error.to_string()))?;
    config.database = backing.postgres().url();
    config.nats = backing.nats().url();
    config.nats_ca.clear();
    if config.secret.is_empty() {
        config.secret = kept_secret(&folder.join("secret"))?;
    }
    let join = format!(
        "# For more servers and workers on this machine: longjump serve --config THIS\n\
         database = {:?}\nnats = {:?}\nsecret = {:?}\n",
        config.database, config.nats, config.secret
    );
    write_private(&folder.join("join.toml"), &join)?;
    Ok(backing)
}

/// The secret that a folder has, or a new one that it keeps.
fn kept_secret(path: &Path) -> Result<String, Failure> {
    if let Ok(secret) = std::fs::read_to_string(path) {
        return Ok(secret.trim().to_owned());
    }
    let secret = longjump_server::new_secret();
    write_private(path, &secret)?;
    Ok(secret)
}

/// Writes what nobody else may read.
fn write_private(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)?;
    std::fs::set_permissions(path, Permissions::from_mode(0o600))?;
    Ok(())
}
