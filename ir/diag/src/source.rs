//! Source texts, and the mapping from an offset to file, line and column.
//!
//! Structure: files are concatenated in one address space of offsets, with one extra offset after each file so that its
//! end is a position too. Adding requires only `&self`: files are in buckets of doubling size, every slot is written
//! once, so a reader takes no lock and may keep `&SourceFile` as long as the map lives. The line table of a file is
//! built on the first query of a line, and every later query is a binary search.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::span::{LineCol, Pos, SourceId, Span};

/// The greatest offset plus one: a position leaves one bit of a `u32` unused for other purposes.
const SPACE: u64 = 1 << 31;

/// Bucket `b` holds `2^b` files, so 32 buckets suffice for the address space.
const N_BUCKETS: usize = 32;

/// A text in memory that the system loads on access, such as a mapped file.
pub trait MappedText: Send + Sync {
    /// The text, which must not change.
    fn text(&self) -> &str;

    /// Advises that these bytes are not expected to be accessed soon. A later access finds them unchanged.
    fn dont_need(&self, range: Range<usize>);
}

/// All source files, each with its own range in one shared address space of offsets.
pub struct SourceMap {
    buckets: [OnceLock<Box<[OnceLock<SourceFile>]>>; N_BUCKETS],
    // Invariant: the first `n_files` slots are written.
    n_files: AtomicU32,
    next_base: Mutex<u64>,
}

/// The error that the files exceed 2^31 offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The file that exceeded the address space.
    pub name: String,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' does not fit: all sources together must stay below 2 GiB", self.name)
    }
}

impl std::error::Error for TooLarge {}

impl Default for SourceMap {
    fn default() -> Self {
        Self::new()
    }
}

impl SourceMap {
    /// A map without files.
    pub fn new() -> Self {
        Self { buckets: [const { OnceLock::new() }; N_BUCKETS], n_files: AtomicU32::new(0), next_base: Mutex::new(0) }
    }

    /// Adds a file. The text may be any bytes, valid UTF-8 or not; a `String` or `Vec<u8>` is not copied.
    ///
    /// ```
    /// use rmlir_diag::SourceMap;
    /// let sources = SourceMap::new();
    /// let id = sources.add("a.mlir", "module {\n}\n").unwrap();
    /// assert_eq!((sources.file(id).name(), sources.file(id).line_text(2).as_deref()), ("a.mlir", Some("}")));
    /// ```
    pub fn add(&self, name: impl Into<String>, text: impl Into<Vec<u8>>) -> Result<SourceId, TooLarge> {
        self.add_text(name.into(), Text::new(text.into()))
    }

    /// As [`Self::add`], for a text that is not copied.
    pub fn add_mapped(&self, name: impl Into<String>, text: Box<dyn MappedText>) -> Result<SourceId, TooLarge> {
        self.add_text(name.into(), Text::Mapped(text))
    }

    fn add_text(&self, name: String, text: Text) -> Result<SourceId, TooLarge> {
        self.insert(Arc::new(Content { name, text, lines: OnceLock::new() }))
    }

    /// Adds a file of another map; the text and the line table are shared.
    pub fn share(&self, file: &SourceFile) -> Result<SourceId, TooLarge> {
        self.insert(file.content.clone())
    }

    fn insert(&self, content: Arc<Content>) -> Result<SourceId, TooLarge> {
        // No code up to the end of the function panics in an inconsistent state, so a poisoned lock is still valid.
        let mut next_base = self.next_base.lock().unwrap_or_else(PoisonError::into_inner);
        let base = *next_base;
        let after = base + content.text.bytes().len() as u64 + 1;
        if SPACE < after {
            return Err(TooLarge { name: content.name.clone() });
        }
        let id = SourceId(self.n_files.load(Ordering::Acquire));
        let (bucket, slot) = slot_of(id.0);
        let files = self.buckets[bucket].get_or_init(|| (0..1usize << bucket).map(|_| OnceLock::new()).collect());
        let file = SourceFile { id, base: base as u32, content };
        assert!(files[slot].set(file).is_ok(), "a slot past n_files is written by the holder of the lock only");
        *next_base = after;
        self.n_files.store(id.0 + 1, Ordering::Release);
        Ok(id)
    }

    /// The number of files.
    pub fn n_files(&self) -> u32 {
        self.n_files.load(Ordering::Acquire)
    }

    /// The files in order of addition.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        (0..self.n_files()).map(|index| self.file(SourceId(index)))
    }

    /// The file with that id. Panics on an id from another map.
    pub fn file(&self, id: SourceId) -> &SourceFile {
        self.get(id.0).expect("a SourceId is used with the map that made it")
    }

    /// The file that contains the position; its end belongs to it.
    pub fn file_at(&self, pos: Pos) -> Option<&SourceFile> {
        let (mut low, mut high) = (0, self.n_files());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.get(middle)?.base <= pos.0 {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        self.get(low.checked_sub(1)?).filter(|file| pos.0 <= file.span().end)
    }

    /// The first file added with that name.
    pub fn find(&self, name: &str) -> Option<&SourceFile> {
        self.files().find(|file| file.name() == name)
    }

    /// The file with that name, loaded from disk if the map does not have it. Only regular files are loaded.
    pub fn find_or_load(&self, name: &str) -> Option<&SourceFile> {
        if let Some(file) = self.find(name) {
            return Some(file);
        }
        let path = Path::new(name);
        if !path.metadata().is_ok_and(|data| data.is_file() && data.len() < SPACE) {
            return None;
        }
        let id = self.add(name, std::fs::read(path).ok()?).ok()?;
        Some(self.file(id))
    }

    /// File, line and column of a position.
    pub fn locate(&self, pos: Pos) -> Option<(&SourceFile, LineCol)> {
        let file = self.file_at(pos)?;
        Some((file, file.line_col((pos.0 - file.base) as usize)))
    }

    /// The bytes of a span, which must be in one file.
    pub fn bytes(&self, span: Span) -> Option<&[u8]> {
        let file = self.file_at(span.pos())?;
        file.bytes().get((span.start - file.base) as usize..(span.end - file.base) as usize)
    }

    fn get(&self, index: u32) -> Option<&SourceFile> {
        let (bucket, slot) = slot_of(index);
        self.buckets[bucket].get()?.get(slot)?.get()
    }
}

impl fmt::Debug for SourceMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.files().map(SourceFile::name)).finish()
    }
}

/// Bucket and slot of file `index`: buckets hold 1, 2, 4, … files.
fn slot_of(index: u32) -> (usize, usize) {
    let number = u64::from(index) + 1;
    let bucket = number.ilog2();
    (bucket as usize, (number - (1 << bucket)) as usize)
}

/// One text with its name and its range in the shared address space.
pub struct SourceFile {
    id: SourceId,
    base: u32,
    content: Arc<Content>,
}

/// The data shared by all maps that have the file.
struct Content {
    name: String,
    text: Text,
    lines: OnceLock<LineTable>,
}

/// Validity is checked once, so that both views are cheap.
enum Text {
    Utf8(String),
    Mapped(Box<dyn MappedText>),
    Bytes(Vec<u8>),
}

impl Text {
    fn new(bytes: Vec<u8>) -> Self {
        String::from_utf8(bytes).map_or_else(|error| Text::Bytes(error.into_bytes()), Text::Utf8)
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Text::Utf8(text) => text.as_bytes(),
            Text::Mapped(text) => text.text().as_bytes(),
            Text::Bytes(bytes) => bytes,
        }
    }
}

impl SourceFile {
    /// The id of the file in its map.
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The name under which the file was added.
    pub fn name(&self) -> &str {
        &self.content.name
    }

    /// The offset of the first byte in the shared address space.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The whole file.
    pub fn span(&self) -> Span {
        Span::new(self.base, self.base + self.bytes().len() as u32)
    }

    /// The span of a range of this file's bytes.
    pub fn span_of(&self, range: Range<usize>) -> Span {
        let end = self.bytes().len();
        Span::new(self.base + range.start.min(end) as u32, self.base + range.end.min(end) as u32)
    }

    /// The text as bytes.
    pub fn bytes(&self) -> &[u8] {
        self.content.text.bytes()
    }

    /// The text, if it is valid UTF-8.
    pub fn str(&self) -> Option<&str> {
        match &self.content.text {
            Text::Utf8(text) => Some(text),
            Text::Mapped(text) => Some(text.text()),
            Text::Bytes(_) => None,
        }
    }

    /// Advises that these bytes are not expected to be accessed soon, so that they need not stay in memory if the text
    /// is mapped. A later access finds them unchanged, but is slower.
    pub fn dont_need(&self, range: Range<usize>) {
        if let Text::Mapped(text) = &self.content.text {
            text.dont_need(range);
        }
    }

    /// The number of lines: the number of newlines plus one.
    pub fn n_lines(&self) -> u32 {
        self.lines().starts.len() as u32
    }

    /// Line and column of a byte of this file, or of its end. Only a newline terminates a line here.
    pub fn line_col(&self, offset: usize) -> LineCol {
        let starts = &self.lines().starts;
        let offset = offset.min(self.bytes().len()) as u32;
        let line = starts.partition_point(|&start| start <= offset);
        LineCol { line: line as u32, col: offset - starts[line - 1] + 1 }
    }

    /// The bytes of a line, without its newline.
    pub fn line_range(&self, line: u32) -> Option<Range<usize>> {
        let starts = &self.lines().starts;
        let index = (line as usize).checked_sub(1)?;
        let start = *starts.get(index)? as usize;
        let end = starts.get(index + 1).map_or(self.bytes().len(), |&next| next as usize - 1);
        Some(start..end)
    }

    /// The text of a line, without its newline; invalid UTF-8 is replaced.
    pub fn line_text(&self, line: u32) -> Option<Cow<'_, str>> {
        Some(String::from_utf8_lossy(&self.bytes()[self.line_range(line)?]))
    }

    /// The byte at a line and column, if the line is long enough; column 0 means column 1. As in upstream's look-up, a
    /// carriage return in between makes the position invalid.
    pub fn offset_of(&self, line: u32, col: u32) -> Option<usize> {
        let range = self.line_range(line)?;
        let offset = range.start + col.saturating_sub(1) as usize;
        let reached = offset <= range.end && self.next_return(range.start).is_none_or(|at| offset <= at);
        reached.then_some(offset)
    }

    /// The line around a byte as printed by upstream: carriage returns terminate it as newlines do.
    pub fn shown_line(&self, offset: usize) -> Range<usize> {
        let range = self.line_range(self.line_col(offset).line).expect("every byte is on a line");
        let returns = &self.lines().returns;
        let next = returns.partition_point(|&at| (at as usize) < offset);
        let start = next.checked_sub(1).map_or(0, |before| returns[before] as usize + 1);
        let end = returns.get(next).map_or(range.end, |&at| at as usize);
        range.start.max(start)..range.end.min(end)
    }

    fn next_return(&self, offset: usize) -> Option<usize> {
        let returns = &self.lines().returns;
        returns.get(returns.partition_point(|&at| (at as usize) < offset)).map(|&at| at as usize)
    }

    fn lines(&self) -> &LineTable {
        self.content.lines.get_or_init(|| LineTable::new(self.bytes()))
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SourceFile({:?}, {} bytes at {})", self.name(), self.bytes().len(), self.base)
    }
}

struct LineTable {
    // Invariant: ascending; the first entry is 0.
    starts: Vec<u32>,
    // Every carriage return, ascending: the search must not scan a line, which may have 100 MB.
    returns: Vec<u32>,
}

impl LineTable {
    fn new(text: &[u8]) -> Self {
        let mut table = Self { starts: vec![0], returns: Vec::new() };
        for (offset, &byte) in text.iter().enumerate() {
            match byte {
                b'\n' => table.starts.push(offset as u32 + 1),
                b'\r' => table.returns.push(offset as u32),
                _ => {}
            }
        }
        table
    }
}
