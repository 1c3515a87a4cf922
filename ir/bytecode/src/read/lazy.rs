//! Attributes and types, read lazily on their first reference.
//!
//! The references of an entry are read first, by recursion up to a limited depth; beyond it the entry is abandoned, the
//! required entry is read separately, and then the entry is read again. So neither depth nor order requires more stack
//! than a few levels.

use std::ops::Range;

use rmlir_core::bytecode::{BytecodeDialect, EntryId, EntryReader, ReadError};
use rmlir_core::{Attr, Context, Ident, Loc, Type};
use rmlir_diag::Sink;
use rmlir_text::parse::{parse_attr, parse_type};
use rmlir_text::print::print_attr;

use super::cursor::{Cursor, malformed};
use super::entries::{Entry, State};
use super::sections::{File, at};
use crate::builtin;

/// The limit on the nesting of types, attributes and locations, as in the text parser.
const MAX_DEPTH: u32 = 2_000;
/// The limit on recursion.
const MAX_LEVEL: u32 = 32;

impl<'b, 'c> File<'b, 'c> {
    /// The attribute with this index.
    pub fn attr(&mut self, index: u64) -> Result<Attr, ReadError> {
        match at(&self.entries.attrs, index, "Attribute")?.state {
            State::Read(attr, _) => Ok(attr),
            _ => {
                self.read_with_needs(EntryId::Attr(index as u32))?;
                self.attr(index)
            }
        }
    }

    /// The type with this index.
    pub fn ty(&mut self, index: u64) -> Result<Type, ReadError> {
        match at(&self.entries.types, index, "Type")?.state {
            State::Read(ty, _) => Ok(ty),
            _ => {
                self.read_with_needs(EntryId::Type(index as u32))?;
                self.ty(index)
            }
        }
    }

    /// The location with this index.
    pub fn loc(&mut self, index: u64) -> Result<Loc, ReadError> {
        let attr = self.attr(index)?;
        let shown = || print_attr(self.cx, attr);
        Loc::from_attr(self.cx, attr)
            .ok_or_else(|| malformed(format!("expected attribute of type: mlir::LocationAttr, but got: {}", shown())))
    }

    /// The dictionary with this index.
    pub fn dictionary(&mut self, index: u64) -> Result<Attr, ReadError> {
        let attr = self.attr(index)?;
        match attr.as_dict(self.cx) {
            Some(_) => Ok(attr),
            None => {
                let shown = print_attr(self.cx, attr);
                Err(malformed(format!("expected attribute of type: mlir::DictionaryAttr, but got: {shown}")))
            }
        }
    }

    /// Reads an entry and its references.
    fn read_with_needs(&mut self, wanted: EntryId) -> Result<(), ReadError> {
        let mut waiting = vec![wanted];
        while let Some(&id) = waiting.last() {
            match self.read_entry(id, 0) {
                Ok(_) => {
                    waiting.pop();
                }
                Err(ReadError::Later(needed)) if waiting.contains(&needed) => return Err(cycle()),
                Err(ReadError::Later(needed)) => waiting.push(needed),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads an entry at this level of recursion; returns its nesting depth.
    fn read_entry(&mut self, id: EntryId, level: u32) -> Result<u32, ReadError> {
        match id {
            EntryId::Attr(index) => {
                let index = index as usize;
                match self.entries.attrs[index].state {
                    State::Read(_, depth) => return Ok(depth),
                    State::Open => return Err(cycle()),
                    State::Unread if level > MAX_LEVEL => return Err(ReadError::Later(id)),
                    State::Unread => self.entries.attrs[index].state = State::Open,
                }
                let Entry { dialect, is_encoded, ref range, .. } = self.entries.attrs[index];
                let read = self.decode(dialect, is_encoded, range.clone(), level, ATTRIBUTE);
                let state = read.as_ref().map_or(State::Unread, |&(attr, depth)| State::Read(attr, depth));
                self.entries.attrs[index].state = state;
                read.map(|(_, depth)| depth)
            }
            EntryId::Type(index) => {
                let index = index as usize;
                match self.entries.types[index].state {
                    State::Read(_, depth) => return Ok(depth),
                    State::Open => return Err(cycle()),
                    State::Unread if level > MAX_LEVEL => return Err(ReadError::Later(id)),
                    State::Unread => self.entries.types[index].state = State::Open,
                }
                let Entry { dialect, is_encoded, ref range, .. } = self.entries.types[index];
                let read = self.decode(dialect, is_encoded, range.clone(), level, TYPE);
                let state = read.as_ref().map_or(State::Unread, |&(ty, depth)| State::Read(ty, depth));
                self.entries.types[index].state = state;
                read.map(|(_, depth)| depth)
            }
        }
    }

    fn decode<T>(
        &mut self,
        dialect: u32,
        is_encoded: bool,
        range: Range<usize>,
        level: u32,
        kind: Kind<T>,
    ) -> Result<(T, u32), ReadError> {
        let (cx, dialect) = (self.cx, self.dialects[dialect as usize]);
        let mut cursor = Cursor::new(self.bytes, range);
        let (value, depth, rest) = if is_encoded {
            let mut decoder = Decoder { file: self, cursor, level, depth: 0 };
            let value = (kind.decode)(dialect, &mut decoder)?;
            (value, decoder.depth + 1, decoder.cursor.is_empty())
        } else {
            let text = cursor.text()?;
            let text = std::str::from_utf8(text).map_err(|_| malformed(format!("{} is not UTF-8 text", kind.name)))?;
            let mut sink = Sink::new();
            let value = (kind.parse)(cx, text, &mut sink).ok_or_else(|| wrong_text(kind.name, text, sink))?;
            (value, 1, cursor.is_empty())
        };
        if !rest {
            return Err(malformed(format!("unexpected trailing bytes after {} entry", kind.name)));
        }
        if depth > MAX_DEPTH {
            return Err(malformed(format!("{}s nested deeper than {MAX_DEPTH} levels are not supported", kind.name)));
        }
        Ok((value, depth))
    }
}

/// The accessors of attributes or of types.
struct Kind<T> {
    name: &'static str,
    parse: fn(&Context, &str, &mut Sink) -> Option<T>,
    decode: fn(&str, &mut dyn EntryReader) -> Result<T, ReadError>,
}

const ATTRIBUTE: Kind<Attr> = Kind { name: "Attribute", parse: parse_attr, decode: decode_attr };
const TYPE: Kind<Type> = Kind { name: "Type", parse: parse_type, decode: decode_type };

fn decode_attr(dialect: &str, reader: &mut dyn EntryReader) -> Result<Attr, ReadError> {
    if dialect == "builtin" {
        return builtin::read_attr(reader);
    }
    let interface = reader.cx().dialect(dialect).and_then(|dialect| dialect.interface::<dyn BytecodeDialect>());
    match interface {
        Some(interface) => interface.read_attr(reader),
        None => Err(no_encoding(dialect)),
    }
}

fn decode_type(dialect: &str, reader: &mut dyn EntryReader) -> Result<Type, ReadError> {
    if dialect == "builtin" { builtin::read_type(reader) } else { Err(no_encoding(dialect)) }
}

fn no_encoding(dialect: &str) -> ReadError {
    malformed(format!("dialect '{dialect}' does not implement the bytecode interface"))
}

fn cycle() -> ReadError {
    malformed("an attribute or type refers to itself")
}

/// The first diagnostic of the text parser.
fn wrong_text(kind: &str, text: &str, sink: Sink) -> ReadError {
    let said = sink.into_diagnostics().into_iter().next().map_or(String::new(), |first| first.message);
    malformed(format!("cannot read {kind} assembly format '{text}': {said}"))
}

/// A reader of one entry, or of properties.
pub(super) struct Decoder<'f, 'b, 'c> {
    pub file: &'f mut File<'b, 'c>,
    pub cursor: Cursor<'b>,
    pub level: u32,
    /// The nesting depth of the entries referred to.
    pub depth: u32,
}

impl Decoder<'_, '_, '_> {
    fn attr_at(&mut self, index: u64) -> Result<Attr, ReadError> {
        at(&self.file.entries.attrs, index, "Attribute")?;
        let depth = self.file.read_entry(EntryId::Attr(index as u32), self.level + 1)?;
        self.depth = self.depth.max(depth);
        self.file.attr(index)
    }
}

impl<'c> EntryReader<'c> for Decoder<'_, '_, 'c> {
    fn cx(&self) -> &'c Context {
        self.file.cx
    }

    fn attr(&mut self) -> Result<Attr, ReadError> {
        let index = self.cursor.number()?;
        self.attr_at(index)
    }

    fn optional_attr(&mut self) -> Result<Option<Attr>, ReadError> {
        match self.cursor.flagged()? {
            (_, false) => Ok(None),
            (index, true) => self.attr_at(index).map(Some),
        }
    }

    fn ty(&mut self) -> Result<Type, ReadError> {
        let index = self.cursor.number()?;
        at(&self.file.entries.types, index, "Type")?;
        let depth = self.file.read_entry(EntryId::Type(index as u32), self.level + 1)?;
        self.depth = self.depth.max(depth);
        self.file.ty(index)
    }

    fn resource(&mut self) -> Result<Ident, ReadError> {
        at(&self.file.resources, self.cursor.number()?, "dialect resource").copied()
    }

    fn number(&mut self) -> Result<u64, ReadError> {
        self.cursor.number()
    }

    fn signed(&mut self) -> Result<i64, ReadError> {
        self.cursor.signed()
    }

    fn string(&mut self) -> Result<Box<[u8]>, ReadError> {
        let index = self.cursor.number()?;
        self.file.string(index).map(Into::into)
    }

    fn byte(&mut self) -> Result<u8, ReadError> {
        self.cursor.byte()
    }

    fn blob(&mut self) -> Result<Box<[u8]>, ReadError> {
        let size = self.cursor.count()?;
        self.cursor.bytes(size).map(Into::into)
    }

    fn count(&mut self) -> Result<usize, ReadError> {
        self.cursor.count()
    }

    fn malformed(&self, message: String) -> ReadError {
        malformed(message)
    }
}
