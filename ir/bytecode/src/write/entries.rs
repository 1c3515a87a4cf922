//! The sections of attributes and types, and of their sizes.

use rmlir_core::{Attr, Context, Ident, Loc, Type};
use rmlir_text::print::{print_attr, print_type};

use super::Sections;
use super::emitter::Emitter;
use super::numbering::{AttrKey, Numbering, encode_attr};
use super::strings::Strings;
use crate::builtin;
use rmlir_core::bytecode::EntryWriter;

impl Sections<'_, '_> {
    /// Returns sizes and encodings: of all attributes, then of all types, in groups by dialect.
    pub fn entries(&mut self) -> (Emitter, Emitter) {
        let numbering = self.numbering;
        let cx = numbering.cx;
        let (mut offsets, mut entries) = (Emitter::new(), Emitter::new());
        offsets.number(numbering.attrs.order.len() as u64);
        offsets.number(numbering.types.order.len() as u64);
        for group in numbering.attrs.order.chunk_by(|a, b| a.1 == b.1) {
            start_group(&mut offsets, group[0].1, group.len());
            for &(key, _) in group {
                self.entry(&mut offsets, &mut entries, |writer| encode_attr(cx, key, writer), || attr_text(cx, key));
            }
        }
        for group in numbering.types.order.chunk_by(|a, b| a.1 == b.1) {
            start_group(&mut offsets, group[0].1, group.len());
            for &(ty, _) in group {
                self.entry(&mut offsets, &mut entries, |writer| builtin::write_type(ty, writer), || print_type(cx, ty));
            }
        }
        (offsets, entries)
    }

    /// Adds an entry in its encoding, or as text if it has none.
    fn entry(
        &mut self,
        offsets: &mut Emitter,
        entries: &mut Emitter,
        encode: impl FnOnce(&mut dyn EntryWriter) -> bool,
        text: impl FnOnce() -> String,
    ) {
        let start = entries.len();
        let is_encoded = encode(&mut Encoder { numbering: self.numbering, strings: &mut self.strings, out: entries });
        if !is_encoded {
            entries.bytes(text().as_bytes());
            entries.byte(0);
        }
        offsets.flagged((entries.len() - start) as u64, is_encoded);
    }
}

fn start_group(offsets: &mut Emitter, dialect: u32, n: usize) {
    offsets.number(dialect.into());
    offsets.number(n as u64);
}

fn attr_text(cx: &Context, key: AttrKey) -> String {
    match key {
        AttrKey::Attr(attr) => print_attr(cx, attr),
        AttrKey::Loc(_) => unreachable!("locations are encoded"),
    }
}

/// A writer of references by their final indices.
pub(super) struct Encoder<'e, 'n, 'c> {
    pub numbering: &'n Numbering<'c>,
    pub strings: &'e mut Strings,
    pub out: &'e mut Emitter,
}

impl<'c> EntryWriter<'c> for Encoder<'_, '_, 'c> {
    fn cx(&self) -> &'c Context {
        self.numbering.cx
    }

    fn attr(&mut self, attr: Attr) {
        let key = AttrKey::of_attr(self.numbering.cx, attr);
        self.out.number(self.numbering.attrs.number(key));
    }

    fn optional_attr(&mut self, attr: Option<Attr>) {
        let Some(attr) = attr else { return self.out.number(0) };
        let key = AttrKey::of_attr(self.numbering.cx, attr);
        self.out.flagged(self.numbering.attrs.number(key), true);
    }

    fn ty(&mut self, ty: Type) {
        self.out.number(self.numbering.types.number(ty));
    }

    fn loc(&mut self, loc: Loc) {
        let key = AttrKey::of_loc(self.numbering.cx, loc);
        self.out.number(self.numbering.attrs.number(key));
    }

    fn resource(&mut self, key: Ident) {
        self.out.number(self.numbering.resources.number(key));
    }

    fn number(&mut self, value: u64) {
        self.out.number(value);
    }

    fn signed(&mut self, value: i64) {
        self.out.signed(value);
    }

    fn string(&mut self, text: &[u8]) {
        let number = self.strings.number(text);
        self.out.number(number);
    }

    fn byte(&mut self, value: u8) {
        self.out.byte(value);
    }

    fn blob(&mut self, bytes: &[u8]) {
        self.out.number(bytes.len() as u64);
        self.out.bytes(bytes);
    }
}
