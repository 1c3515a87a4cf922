//! The encodings of builtin attributes, locations and types.
//!
//! Each begins with a code. Attributes and types without a code are written as text: affine maps and sets, strided
//! layouts, and the float types that are newer than the format. `attrs`, `locs`, `types` and `dense` have a writer and
//! a reader each; `fields` reads fields of several of them.

mod attrs;
mod checks;
mod dense;
mod fields;
mod locs;
mod types;

pub(crate) use attrs::{read_attr, write_attr};
pub(crate) use locs::write_loc;
pub(crate) use types::{read_type, write_type};

/// Codes of attributes and locations.
mod attr_code {
    pub const ARRAY: u64 = 0;
    pub const DICTIONARY: u64 = 1;
    pub const STRING: u64 = 2;
    pub const TYPED_STRING: u64 = 3;
    pub const FLAT_SYMBOL: u64 = 4;
    pub const NESTED_SYMBOL: u64 = 5;
    pub const TYPE: u64 = 6;
    pub const UNIT: u64 = 7;
    pub const INTEGER: u64 = 8;
    pub const FLOAT: u64 = 9;
    pub const CALL_SITE: u64 = 10;
    pub const FILE_POSITION: u64 = 11;
    pub const FUSED: u64 = 12;
    pub const FUSED_WITH_METADATA: u64 = 13;
    pub const NAME: u64 = 14;
    pub const UNKNOWN: u64 = 15;
    pub const RESOURCE: u64 = 16;
    pub const DENSE_ARRAY: u64 = 17;
    pub const DENSE: u64 = 18;
    pub const DENSE_STRINGS: u64 = 19;
    pub const SPARSE: u64 = 20;
    pub const DISTINCT: u64 = 21;
    pub const FILE_RANGE: u64 = 22;
}

/// Codes of types.
mod type_code {
    pub const INTEGER: u64 = 0;
    pub const INDEX: u64 = 1;
    pub const FUNCTION: u64 = 2;
    pub const BF16: u64 = 3;
    pub const F16: u64 = 4;
    pub const F32: u64 = 5;
    pub const F64: u64 = 6;
    pub const F80: u64 = 7;
    pub const F128: u64 = 8;
    pub const COMPLEX: u64 = 9;
    pub const MEMREF: u64 = 10;
    pub const MEMREF_IN_SPACE: u64 = 11;
    pub const NONE: u64 = 12;
    pub const TENSOR: u64 = 13;
    pub const ENCODED_TENSOR: u64 = 14;
    pub const TUPLE: u64 = 15;
    pub const UNRANKED_MEMREF: u64 = 16;
    pub const UNRANKED_MEMREF_IN_SPACE: u64 = 17;
    pub const UNRANKED_TENSOR: u64 = 18;
    pub const VECTOR: u64 = 19;
    pub const SCALABLE_VECTOR: u64 = 20;
}
