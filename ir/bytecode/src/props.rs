//! The encoding of the properties of a registered operation.
//!
//! Upstream generates the code for each operation: 1. properties stored as attributes, sorted by name; 2. properties
//! stored as plain integers or flags, in the order of their declaration; 3. segment sizes. Before version 6 the segment
//! sizes are attributes sorted among the others.

use rmlir_core::Context;
use rmlir_core::opdef::{OpDef, PropDef};

use crate::encoding::PLAIN_SEGMENTS;
use rmlir_core::bytecode::BytecodeDialect;

/// The only property that upstream declares as a flag; as an attribute it is `unit` or `false`.
const FLAG: (&str, &str) = ("affine.linearize_index", "disjoint");

/// The encoding of one property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// A required attribute.
    Required,
    /// An optional attribute.
    Optional,
    Integer,
    /// A byte: `unit` or `false`.
    Flag,
    /// The sizes of this many segments.
    Segments(usize),
}

/// The property slots of `def` in their order in a file of `version`, each with its encoding.
pub(crate) fn layout(cx: &Context, def: &'static OpDef, version: u64) -> Vec<(usize, Encoding)> {
    let dialect = def.name.split('.').next().unwrap_or("");
    let interface = cx.dialect(dialect).and_then(|dialect| dialect.interface::<dyn BytecodeDialect>());
    let encoding = |prop: &'static PropDef| match prop.name {
        "operandSegmentSizes" if version >= PLAIN_SEGMENTS => Encoding::Segments(def.operands.len()),
        "resultSegmentSizes" if version >= PLAIN_SEGMENTS => Encoding::Segments(def.results.len()),
        _ if interface.is_some_and(|dialect| dialect.is_plain_integer(prop.constraint)) => Encoding::Integer,
        name if (def.name, name) == FLAG => Encoding::Flag,
        // A property with a default may be absent in upstream's memory, too.
        _ if prop.optional || prop.default.is_some() => Encoding::Optional,
        _ => Encoding::Required,
    };
    let mut slots: Vec<(usize, Encoding)> =
        def.props.iter().enumerate().map(|(slot, prop)| (slot, encoding(prop))).collect();
    slots.sort_by_key(|&(slot, encoding)| match encoding {
        Encoding::Required | Encoding::Optional => (0, def.props[slot].name, slot),
        Encoding::Integer | Encoding::Flag => (1, "", slot),
        Encoding::Segments(_) => (2, def.props[slot].name, slot),
    });
    slots
}
