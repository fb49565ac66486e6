//! What a service stands on and can be shaken: the disk, and the clock of the database.

use crate::error::LoadError;
use rustix::fs::{FallocateFlags, fallocate, statvfs};
use sqlx::{Connection, PgConnection};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Room enough for several times what an hour of load writes.
const SIZE: &str = "size=1g";

/// A disk of its own for a folder, which can be filled.
pub(crate) struct SmallDisk(PathBuf);

/// It is full as long as this is kept.
pub(crate) struct Full(PathBuf);

impl SmallDisk {
    /// Mounts one; only root can.
    pub(crate) fn mount(folder: &Path) -> Result<Self, LoadError> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", SIZE, "longjump-load"])
            .arg(folder)
            .output()?;
        if mounted.status.success() {
            return Ok(Self(folder.to_owned()));
        }
        Err(LoadError::Mount(
            String::from_utf8_lossy(&mounted.stderr).trim().to_owned(),
        ))
    }

    /// Fills it to the last byte.
    pub(crate) fn fill(&self) -> Result<Full, LoadError> {
        let path = self.0.join("ballast");
        let file = File::create(&path)?;
        let full = Full(path);
        let disk = statvfs(&self.0).map_err(std::io::Error::from)?;
        let mut chunk = disk.f_bavail * disk.f_frsize;
        let mut filled = 0;
        // Others write too, so what is free is not known for long.
        while chunk >= disk.f_frsize {
            match fallocate(&file, FallocateFlags::empty(), filled, chunk) {
                Ok(()) => filled += chunk,
                Err(_) => chunk /= 2,
            }
        }
        Ok(full)
    }
}

impl Drop for Full {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: programs that are about to end may still have files open.
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

/// Has the database go by a clock that can be set, as if that of its machine were: servers ask
/// for the time in no other way. To be called before they connect.
pub(crate) async fn prepare_clock(url: &str) -> Result<(), LoadError> {
    let mut database = PgConnection::connect(url).await?;
    sqlx::raw_sql(
        "CREATE SCHEMA ground;
         CREATE TABLE ground.clock AS SELECT 0::double precision AS ahead;
         CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
         $$ SELECT pg_catalog.clock_timestamp() + make_interval(secs => ahead)
            FROM ground.clock $$;
         ALTER DATABASE longjump SET search_path = public, pg_catalog;",
    )
    .execute(&mut database)
    .await?;
    Ok(())
}

/// Sets the clock so many seconds ahead of the right time.
pub(crate) async fn set_clock(url: &str, ahead: f64) -> Result<(), LoadError> {
    let mut database = PgConnection::connect(url).await?;
    sqlx::query("UPDATE ground.clock SET ahead = $1")
        .bind(ahead)
        .execute(&mut database)
        .await?;
    Ok(())
}
