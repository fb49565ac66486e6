//! A ZIP archive that is sent while it is made, so that no more of it than a file is in memory.

use axum::body::Bytes;
use serde::Serialize;
use std::io::{Error, ErrorKind, Write};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, StreamWriter, ZipWriter};

/// An archive that is being made.
pub struct Archive {
    sender: mpsc::Sender<Result<Bytes, Error>>,
    files: ZipWriter<StreamWriter<Unsent>>,
    unsent: Unsent,
}

/// What was written and is not sent yet.
#[derive(Clone, Default)]
struct Unsent(Arc<Mutex<Vec<u8>>>);

impl Unsent {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Unsent {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        let mut unsent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        unsent.write(bytes)
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

impl Archive {
    /// An archive whose parts go to a channel.
    pub fn new(sender: mpsc::Sender<Result<Bytes, Error>>) -> Self {
        let unsent = Unsent::default();
        Self {
            sender,
            files: ZipWriter::new_stream(unsent.clone()),
            unsent,
        }
    }

    /// Adds a file, and sends what there is.
    ///
    /// # Errors
    /// When nobody reads any more, or the file can't be in an archive.
    pub async fn add(&mut self, name: &str, text: &[u8]) -> Result<(), Error> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        self.files.start_file(name, options)?;
        self.files.write_all(text)?;
        send(&self.sender, &self.unsent).await
    }

    /// Adds a value as a file of JSON.
    ///
    /// # Errors
    /// When nobody reads any more, or the value can't be written.
    pub async fn add_json(&mut self, name: &str, value: &impl Serialize) -> Result<(), Error> {
        self.add(name, &serde_json::to_vec_pretty(value)?).await
    }

    /// Ends it, with the list of its files.
    ///
    /// # Errors
    /// When nobody reads any more.
    pub async fn finish(self) -> Result<(), Error> {
        self.files.finish()?;
        send(&self.sender, &self.unsent).await
    }
}

/// Sends what there is; waits while whoever reads is slow.
async fn send(sender: &mpsc::Sender<Result<Bytes, Error>>, unsent: &Unsent) -> Result<(), Error> {
    let sent = sender.send(Ok(Bytes::from(unsent.take()))).await;
    sent.map_err(|_| Error::from(ErrorKind::BrokenPipe))
}
