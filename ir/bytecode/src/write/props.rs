//! The properties of operations: the section, and the encoding of one operation's properties.

use rmlir_core::bytecode::EntryWriter;
use rmlir_core::{Attr, OpRef};
use rustc_hash::FxHashMap;

use super::emitter::Emitter;
use crate::encoding::PROPERTIES;
use crate::props::{Encoding, layout};

/// The limit on indices of a list of sizes in the sparse encoding.
const MAX_PAIRED_INDEX: usize = 256;

/// Encodes the properties of `op`. Returns `false` if it has none.
pub(super) fn encode(op: OpRef, version: u64, writer: &mut dyn EntryWriter) -> bool {
    let (cx, props) = (op.cx(), op.props());
    let Some(def) = op.def() else {
        let dict = props.first().and_then(|dict| dict.present());
        dict.into_iter().for_each(|dict| writer.attr(dict));
        return dict.is_some();
    };
    for (slot, encoding) in layout(cx, def, version) {
        let value = props[slot].present();
        match (encoding, value) {
            (Encoding::Required, Some(attr)) => writer.attr(attr),
            // Upstream cannot represent this: the reader rejects the file, as the verifier would.
            (Encoding::Required, None) => writer.attr(Attr::UNIT),
            (Encoding::Optional, attr) => writer.optional_attr(attr),
            (Encoding::Integer, attr) => {
                let value = attr.and_then(|attr| attr.as_i64(cx)).unwrap_or(0);
                writer.number(u64::from(value as u32));
            }
            (Encoding::Flag, attr) => writer.byte((attr == Some(Attr::UNIT)).into()),
            (Encoding::Segments(_), attr) => {
                sparse(&attr.and_then(|attr| attr.as_int_array(cx)).unwrap_or_default(), writer)
            }
        }
    }
    !def.props.is_empty()
}

/// Encodes a list of sizes: all of them, or pairs of index and size if at most half of them are not zero.
fn sparse(sizes: &[i64], writer: &mut dyn EntryWriter) {
    let n_not_zero = sizes.iter().filter(|&&size| size != 0).count();
    let last = sizes.iter().rposition(|&size| size != 0).unwrap_or(0);
    if last > MAX_PAIRED_INDEX || n_not_zero > sizes.len() / 2 {
        writer.number((sizes.len() as u64) << 1);
        sizes.iter().for_each(|&size| writer.number(u64::from(size as u32)));
        return;
    }
    writer.number((n_not_zero as u64) << 1 | 1);
    if n_not_zero == 0 {
        return;
    }
    let index_bits = (last + 1).next_power_of_two().trailing_zeros();
    writer.number(index_bits.into());
    for (index, &size) in sizes.iter().enumerate().filter(|&(_, &size)| size != 0) {
        writer.number(u64::from(size as u32) << index_bits | index as u64);
    }
}

/// The contents of the section: distinct encodings, with their sizes.
#[derive(Default)]
pub(super) struct Properties {
    numbers: FxHashMap<Box<[u8]>, u64>,
    order: Vec<Box<[u8]>>,
}

impl Properties {
    /// The index of these properties.
    pub fn number(&mut self, encoded: Vec<u8>) -> u64 {
        if let Some(&number) = self.numbers.get(encoded.as_slice()) {
            return number;
        }
        let number = self.order.len() as u64;
        let encoded: Box<[u8]> = encoded.into();
        self.order.push(encoded.clone());
        self.numbers.insert(encoded, number);
        number
    }

    pub fn contents(&self) -> Emitter {
        let mut emitter = Emitter::new();
        emitter.number(self.order.len() as u64);
        for encoded in &self.order {
            emitter.number(encoded.len() as u64);
            emitter.bytes(encoded);
        }
        emitter
    }
}

/// The dictionary of the operation: the discardable attributes, and before the introduction of properties all
/// attributes.
pub(super) fn attrs_in_file(op: OpRef, version: u64) -> Attr {
    match version >= PROPERTIES {
        true => op.body.attr_dict(op.id),
        false => op.cx().dict(op.body.all_attrs(op.id)),
    }
}
