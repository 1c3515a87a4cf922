//! The table of attributes and types: where each of them is in the file, and those that were read.

use std::ops::Range;

use rmlir_core::bytecode::ReadError;
use rmlir_core::{Attr, Type};

use super::cursor::{Cursor, malformed};

/// The ranges of all entries, with those read so far.
#[derive(Default)]
pub(super) struct Entries {
    pub attrs: Vec<Entry<Attr>>,
    pub types: Vec<Entry<Type>>,
}

/// An attribute or type in the file.
pub(super) struct Entry<T> {
    pub dialect: u32,
    /// Whether it is encoded by its dialect, or else as text.
    pub is_encoded: bool,
    pub range: Range<usize>,
    pub state: State<T>,
}

#[derive(Clone, Copy)]
pub(super) enum State<T> {
    Unread,
    /// It is being read; a reference to it is a cycle.
    Open,
    /// The attribute or type, and its nesting depth.
    Read(T, u32),
}

impl Entries {
    /// Reads the offsets; the entries are in the range `data`.
    pub fn read(mut offsets: Cursor, data: Range<usize>, n_dialects: usize) -> Result<Self, ReadError> {
        let (n_attrs, n_types) = (offsets.count()?, offsets.count()?);
        let mut start = data.start;
        let attrs = read_groups(&mut offsets, n_attrs, &mut start, data.end, n_dialects)?;
        let types = read_groups(&mut offsets, n_types, &mut start, data.end, n_dialects)?;
        if !offsets.is_empty() {
            return Err(malformed("unexpected trailing data in the Attribute/Type offset section"));
        }
        Ok(Self { attrs, types })
    }
}

/// Reads the ranges of `n` entries, from `start` on.
fn read_groups<T>(
    offsets: &mut Cursor,
    n: usize,
    start: &mut usize,
    end: usize,
    n_dialects: usize,
) -> Result<Vec<Entry<T>>, ReadError> {
    let mut entries = Vec::with_capacity(n);
    while entries.len() < n {
        let dialect = offsets.number()?;
        if dialect >= n_dialects as u64 {
            return Err(malformed(format!("invalid dialect index: {dialect}")));
        }
        let in_group = offsets.count()?;
        if in_group > n - entries.len() {
            return Err(malformed("a group of attributes or types is larger than their number"));
        }
        for _ in 0..in_group {
            let (size, is_encoded) = offsets.flagged()?;
            let Some(next) =
                usize::try_from(size).ok().and_then(|size| start.checked_add(size)).filter(|&next| next <= end)
            else {
                return Err(malformed("Attribute or Type entry offset points past the end of section"));
            };
            entries.push(Entry { dialect: dialect as u32, is_encoded, range: *start..next, state: State::Unread });
            *start = next;
        }
    }
    Ok(entries)
}
