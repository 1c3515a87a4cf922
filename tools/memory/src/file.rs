//! Files as memory: one of the two places with `unsafe`.
#![allow(unsafe_code)]

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::thread;

use memmap2::Mmap;

/// Smaller files are copied: that takes no longer, and they may change then.
pub const LEAST_MAPPED: u64 = 1 << 20;

/// The bytes of the file `path` without a copy, until the process ends; `None` if it is not a file that is worth it.
///
/// Who writes to the file in the meantime changes the text that is read, and who cuts it off ends the process, as with
/// LLVM's tools. So a file that is also `written` by this process is not mapped.
///
/// # Errors
/// What the system says of opening, asking or mapping.
pub fn map_for_good(path: &Path, written: &Path) -> io::Result<Option<&'static [u8]>> {
    // Asked before it is opened: a pipe can be opened once.
    let about = path.metadata()?;
    if !about.is_file() || about.len() < LEAST_MAPPED || may_be(&about, written) {
        return Ok(None);
    }
    let file = File::open(path)?;
    // SAFETY: the bytes are read only, and the mapping is never undone. That nobody else changes the file cannot be
    // known, which is the risk described above.
    let bytes = unsafe { Mmap::map(&file)? };
    Ok(Some(&**Box::leak(Box::new(bytes))))
}

/// `bytes` as text, if they are UTF-8. So many threads look at them: the first look at a mapped file takes long.
pub fn as_text(bytes: &[u8], n_threads: usize) -> Option<&str> {
    let is_text = thread::scope(|scope| {
        let (first, others) = pieces(bytes, n_threads);
        let others: Vec<_> = others.into_iter().map(|piece| scope.spawn(|| str::from_utf8(piece).is_ok())).collect();
        let is_text = str::from_utf8(first).is_ok();
        others.into_iter().fold(is_text, |is_text, other| other.join().is_ok_and(|other| other) && is_text)
    });
    // SAFETY: all pieces are UTF-8, and so is what they make up together.
    is_text.then(|| unsafe { str::from_utf8_unchecked(bytes) })
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
