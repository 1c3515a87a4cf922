//! Pieces of the text as keys of maps.
//!
//! A mapped text is given back to the system as it is read, so keys that were read long ago are not looked at without
//! need: they come with their hashes, and a map grows by those.

use std::hash::{Hash, Hasher};

use rmlir_core::intern::fixed_hash;

/// A piece of the text, to be a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spelling<'s> {
    // First, so that it is compared first.
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
