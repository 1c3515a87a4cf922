//! Slices of the text as keys of maps.
//!
//! Memory of a mapped text is released as it is read, so the text of old keys is accessed only if necessary: they are
//! stored with their hashes, by which a map grows.

use std::hash::{Hash, Hasher};

use rmlir_core::intern::fixed_hash;

/// A slice of the text, used as a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spelling<'s> {
    // The first field, so that it is compared first.
    hash: u64,
    text: &'s [u8],
}

impl<'s> From<&'s [u8]> for Spelling<'s> {
    #[inline]
    fn from(text: &'s [u8]) -> Self {
        Self { hash: fixed_hash(text), text }
    }
}

impl Hash for Spelling<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}
