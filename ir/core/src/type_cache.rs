//! A small direct-mapped cache from types to types, for rules that are evaluated often.
//!
//! A module has few types, so one entry for each value of the low bits of the id is sufficient: a later entry evicts an
//! earlier one. It is read and written by several threads without a lock; a pair is one integer and therefore read and
//! written atomically.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::types::Type;

/// The number of entries.
const N_PLACES: usize = 64;

/// See the module. It belongs to one context, since types do.
pub struct TypeCache([AtomicU64; N_PLACES]);

impl Default for TypeCache {
    fn default() -> Self {
        Self([const { AtomicU64::new(0) }; N_PLACES])
    }
}

impl TypeCache {
    #[inline]
    fn place(&self, ty: Type) -> &AtomicU64 {
        &self.0[ty.0 as usize % N_PLACES]
    }

    /// The cached type of `ty`.
    #[inline]
    pub fn get(&self, ty: Type) -> Option<Type> {
        let pair = self.place(ty).load(Ordering::Relaxed);
        // The id plus one, so that 0 is an empty entry.
        ((pair >> 32) as u32 == ty.0 + 1).then_some(Type(pair as u32))
    }

    /// Caches `found` for `ty`.
    pub fn keep(&self, ty: Type, found: Type) {
        self.place(ty).store(u64::from(ty.0 + 1) << 32 | u64::from(found.0), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_that_takes_the_place_of_another_is_not_taken_for_it() {
        let cache = TypeCache::default();
        let (one, other) = (Type(3), Type(3 + N_PLACES as u32));
        assert_eq!(cache.get(one), None);
        cache.keep(one, Type(7));
        assert_eq!((cache.get(one), cache.get(other)), (Some(Type(7)), None));
        cache.keep(other, Type(8));
        assert_eq!((cache.get(one), cache.get(other)), (None, Some(Type(8))));
    }
}
