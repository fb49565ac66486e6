//! Postgres and NATS for a small club, and for tests: started in a folder, ended with us.
//!
//! ```no_run
//! use longjump_backing::Backing;
//! # fn example() -> Result<(), longjump_backing::BackingError> {
//! let mut backing = Backing::start("club".as_ref())?;
//! println!("{} and {}", backing.postgres().url(), backing.nats().url());
//! # Ok(())
//! # }
//! ```

mod error;
mod nats;
mod postgres;
mod process;

pub use error::BackingError;
pub use nats::Nats;
pub use postgres::Postgres;

use process::other_user;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A Postgres and a NATS of our own.
pub struct Backing {
    // Ended in this order: who is followed goes first, and waits for what still follows.
    postgres: Postgres,
    standby: Option<Postgres>,
    /// The one that the present one has taken over from.
    crashed: Option<Postgres>,
    nats: Nats,
}

impl Backing {
    /// Starts both, with everything they keep in `folder`.
    ///
    /// # Errors
    /// When they are not installed or don't start.
    pub fn start(folder: &Path) -> Result<Self, BackingError> {
        let made = std::fs::create_dir_all(folder);
        let passable = made.and_then(|()| match other_user() {
            // The other user must get through it, and need not see what is in it.
            Some(_) => std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o711)),
            None => Ok(()),
        });
        // The programs run in folders of their own, where a relative path leads elsewhere.
        let folder = passable
            .and_then(|()| folder.canonicalize())
            .map_err(|error| BackingError::Folder(folder.display().to_string(), error))?;
        Ok(Self {
            postgres: Postgres::start(&folder)?,
            standby: None,
            crashed: None,
            nats: Nats::start(&folder)?,
        })
    }

    /// The database.
    pub fn postgres(&mut self) -> &mut Postgres {
        &mut self.postgres
    }

    /// NATS.
    pub fn nats(&mut self) -> &mut Nats {
        &mut self.nats
    }

    /// Adds a second Postgres that has on its disk whatever the first one acknowledges from then
    /// on. This is for tests: who starts in the same folder again does not find it.
    ///
    /// # Errors
    /// When it can't be made of the first one, or does not follow it.
    pub fn add_standby(&mut self) -> Result<(), BackingError> {
        // Not at once after a crash: that would take longer than taking over.
        if let Some(crashed) = self.crashed.take() {
            crashed.forget_data();
        }
        if self.standby.is_none() {
            self.standby = Some(self.postgres.start_standby()?);
        }
        Ok(())
    }

    /// The standby, if there is one.
    pub fn standby(&mut self) -> Option<&mut Postgres> {
        self.standby.as_mut()
    }

    /// Postgres crashes and the standby takes its place, at an address of its own. Another standby
    /// can be added then.
    ///
    /// # Errors
    /// When there is no standby, or it does not take over.
    pub fn fail_over(&mut self) -> Result<(), BackingError> {
        let standby = self.standby.take().ok_or(BackingError::NoStandby)?;
        self.postgres.crash();
        self.crashed = Some(std::mem::replace(&mut self.postgres, standby));
        self.postgres.promote()
    }
}
