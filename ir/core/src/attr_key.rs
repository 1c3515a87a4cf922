//! Look-up keys of attributes: an attribute that is already interned is found without allocation.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use hashbrown::Equivalent;
use smallvec::SmallVec;

use crate::attrs::AttrData;
use crate::types::Type;

/// The borrowed parts of an attribute that owns memory. The hash is that of the attribute.
#[derive(Clone, Copy)]
pub(crate) enum AttrKey<'a> {
    DenseArray { element: Type, data: &'a [u8] },
    String { value: &'a [u8], ty: Type },
}

impl AttrKey<'_> {
    /// The attribute.
    pub fn to_data(self) -> AttrData {
        match self {
            Self::DenseArray { element, data } => AttrData::DenseArray { element, data: data.into() },
            Self::String { value, ty } => AttrData::String { value: value.into(), ty },
        }
    }
}

impl Hash for AttrKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The hash agrees with the one derived for `AttrData`: the variant, then the fields in order. Empty slices
        // allocate nothing.
        match *self {
            Self::DenseArray { element, data } => {
                discriminant(&AttrData::DenseArray { element, data: Box::default() }).hash(state);
                element.hash(state);
                data.hash(state);
            }
            Self::String { value, ty } => {
                discriminant(&AttrData::String { value: Box::default(), ty }).hash(state);
                value.hash(state);
                ty.hash(state);
            }
        }
    }
}

impl Equivalent<AttrData> for AttrKey<'_> {
    fn equivalent(&self, attr: &AttrData) -> bool {
        match (*self, attr) {
            (Self::DenseArray { element, data }, AttrData::DenseArray { element: other, data: of_other }) => {
                element == *other && data == &**of_other
            }
            (Self::String { value, ty }, AttrData::String { value: of_other, ty: other }) => {
                ty == *other && value == &**of_other
            }
            _ => false,
        }
    }
}

/// Little-endian integers of `n_bytes` bytes each.
pub(crate) fn le_bytes(values: impl Iterator<Item = i64>, n_bytes: usize) -> SmallVec<[u8; 32]> {
    let mut all = SmallVec::new();
    values.for_each(|value| all.extend_from_slice(&value.to_le_bytes()[..n_bytes]));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intern::fixed_hash;

    #[test]
    fn a_key_hashes_as_the_attribute() {
        let keys = [
            AttrKey::DenseArray { element: Type::I32, data: &[1, 0, 0, 0] },
            AttrKey::DenseArray { element: Type::INDEX, data: &[] },
            AttrKey::String { value: b"text", ty: Type::NONE },
            AttrKey::String { value: b"", ty: Type::I1 },
        ];
        for key in keys {
            let data = key.to_data();
            assert!(fixed_hash(&key) == fixed_hash(&data) && key.equivalent(&data), "{data:?}");
        }
    }
}
