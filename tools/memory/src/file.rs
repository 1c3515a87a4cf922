//! Files as memory: one of the two modules with `unsafe`.
#![allow(unsafe_code)]

use std::fs::{File, Metadata};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::thread;

use memmap2::Mmap;

/// Smaller files are copied: that takes no longer, and they may change afterwards.
pub const LEAST_MAPPED: u64 = 1 << 20;

/// The text of a file, mapped into memory without a copy.
///
/// A process that writes to the file in the meantime changes the text, and one that truncates it ends this process, as
/// with LLVM's tools.
#[derive(Debug)]
pub struct MappedText {
    // Invariant: UTF-8.
    bytes: Mmap,
}

impl MappedText {
    /// Maps the file `path`; `None` if it is no regular file of at least [`LEAST_MAPPED`] bytes, or no UTF-8. A file
    /// that is also `written` by this process is not mapped. `n_threads` threads validate the text: the first access to
    /// a mapped file is slow.
    ///
    /// # Errors
    /// The error of the system on opening the file, querying its metadata or mapping it.
    pub fn open(path: &Path, written: &Path, n_threads: usize) -> io::Result<Option<Self>> {
        // Checked before it is opened: a pipe can be opened once.
        let about = path.metadata()?;
        if !about.is_file() || about.len() < LEAST_MAPPED || may_be(&about, written) {
            return Ok(None);
        }
        let file = File::open(path)?;
        // SAFETY: the bytes are only read. Whether another process changes the file is unknown, which is the risk
        // described above.
        let bytes = unsafe { Mmap::map(&file)? };
        Ok(is_text(&bytes, n_threads).then_some(Self { bytes }))
    }

    /// The text.
    pub fn text(&self) -> &str {
        // SAFETY: the bytes were validated as UTF-8 when the file was opened.
        unsafe { str::from_utf8_unchecked(&self.bytes) }
    }

    /// Releases the memory of these bytes to the system, as far as it supports that. Later reads load them from the
    /// file again.
    #[cfg(unix)]
    pub fn dont_need(&self, range: Range<usize>) {
        let advice = memmap2::UncheckedAdvice::DontNeed;
        // SAFETY: the memory was not written to, so later reads load the same bytes.
        let done = unsafe { self.bytes.unchecked_advise_range(advice, range.start, range.len()) };
        // A system that ignores the advice retains the memory.
        let _ = done;
    }

    /// Has no effect: memory is not released on this system.
    #[cfg(not(unix))]
    pub fn dont_need(&self, _: Range<usize>) {}
}

/// Whether `bytes` are UTF-8, validated by `n_threads` threads.
pub fn is_text(bytes: &[u8], n_threads: usize) -> bool {
    thread::scope(|scope| {
        let (first, others) = pieces(bytes, n_threads);
        let others: Vec<_> = others.into_iter().map(|piece| scope.spawn(|| str::from_utf8(piece).is_ok())).collect();
        let is_text = str::from_utf8(first).is_ok();
        others.into_iter().fold(is_text, |is_text, other| other.join().is_ok_and(|other| other) && is_text)
    })
}

/// Splits `bytes` into about equal parts that do not end within a character: the first one, and the others. All of
/// `bytes` is UTF-8 if and only if each part is.
fn pieces(bytes: &[u8], n_pieces: usize) -> (&[u8], Vec<&[u8]>) {
    let goes_on = |byte: &u8| byte & 0xC0 == 0x80;
    let size = bytes.len().div_ceil(n_pieces.max(1)).max(1);
    let (mut rest, mut found) = (bytes, Vec::new());
    while rest.len() > size {
        let end = size + rest[size..].iter().take_while(|byte| goes_on(byte)).count();
        let (piece, after) = rest.split_at(end);
        found.push(piece);
        rest = after;
    }
    found.push(rest);
    let first = found.remove(0);
    (first, found)
}

/// Whether the file at `path`, if it exists, may be the one that `about` describes.
#[cfg(unix)]
fn may_be(about: &Metadata, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    path.metadata().is_ok_and(|other| (other.dev(), other.ino()) == (about.dev(), about.ino()))
}

/// Whether the file at `path`, if it exists, may be the one that `about` describes: this cannot be determined here.
#[cfg(not(unix))]
fn may_be(_: &Metadata, path: &Path) -> bool {
    path.exists()
}
