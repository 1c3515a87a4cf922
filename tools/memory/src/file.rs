//! Files as memory: one of the two places with `unsafe`.
#![allow(unsafe_code)]

use std::fs::{File, Metadata};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::thread;

use memmap2::Mmap;

/// Smaller files are copied: that takes no longer, and they may change then.
pub const LEAST_MAPPED: u64 = 1 << 20;

/// The text of a file without a copy.
///
/// Who writes to the file in the meantime changes the text that is read, and who cuts it off ends the process, as with
/// LLVM's tools.
#[derive(Debug)]
pub struct MappedText {
    // Invariant: UTF-8.
    bytes: Mmap,
}

impl MappedText {
    /// The file `path`; `None` if it is not a file that is worth it, or no UTF-8. A file that is also `written` by this
    /// process is not mapped. So many threads look at the text: the first look at a mapped file takes long.
    ///
    /// # Errors
    /// What the system says of opening, asking or mapping.
    pub fn open(path: &Path, written: &Path, n_threads: usize) -> io::Result<Option<Self>> {
        // Asked before it is opened: a pipe can be opened once.
        let about = path.metadata()?;
        if !about.is_file() || about.len() < LEAST_MAPPED || may_be(&about, written) {
            return Ok(None);
        }
        let file = File::open(path)?;
        // SAFETY: the bytes are read only. That nobody else changes the file cannot be known, which is the risk
        // described above.
        let bytes = unsafe { Mmap::map(&file)? };
        Ok(is_text(&bytes, n_threads).then_some(Self { bytes }))
    }

    /// The text.
    pub fn text(&self) -> &str {
        // SAFETY: this was looked at when it was opened.
        unsafe { str::from_utf8_unchecked(&self.bytes) }
    }

    /// Gives the memory of these bytes back to the system, as far as it lends memory by the byte. They are read from the
    /// file again by who looks at them.
    #[cfg(unix)]
    pub fn dont_need(&self, range: Range<usize>) {
        let advice = memmap2::UncheckedAdvice::DontNeed;
        // SAFETY: nothing was written to the memory, so what is read again is what was there.
        let done = unsafe { self.bytes.unchecked_advise_range(advice, range.start, range.len()) };
        // A system that does not take advice keeps the memory.
        let _ = done;
    }

    /// Nothing: memory is not given back here.
    #[cfg(not(unix))]
    pub fn dont_need(&self, _: Range<usize>) {}
}

/// Whether `bytes` are UTF-8, as so many threads find out.
pub fn is_text(bytes: &[u8], n_threads: usize) -> bool {
    thread::scope(|scope| {
        let (first, others) = pieces(bytes, n_threads);
        let others: Vec<_> = others.into_iter().map(|piece| scope.spawn(|| str::from_utf8(piece).is_ok())).collect();
        let is_text = str::from_utf8(first).is_ok();
        others.into_iter().fold(is_text, |is_text, other| other.join().is_ok_and(|other| other) && is_text)
    })
}

/// About equal parts that are UTF-8 if all of it is: none ends amid a character. The first one, and the others.
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

/// Whether the file at `path`, if there is one, may be the one that `about` is about.
#[cfg(unix)]
fn may_be(about: &Metadata, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    path.metadata().is_ok_and(|other| (other.dev(), other.ino()) == (about.dev(), about.ino()))
}

/// Whether the file at `path`, if there is one, may be the one that `about` is about: nobody can tell here.
#[cfg(not(unix))]
fn may_be(_: &Metadata, path: &Path) -> bool {
    path.exists()
}
