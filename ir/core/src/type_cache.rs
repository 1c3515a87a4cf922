//! A small table of types by types, for rules that are asked again and again.
//!
//! A module has few types, so a place for each number of the last digits is enough: what comes later to a place takes it.
//! It is read and written by several threads without a lock; a pair is one number, so that nobody sees half of one.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::types::Type;

/// How many pairs there is room for.
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

    /// What was kept for `ty`.
    #[inline]
    pub fn get(&self, ty: Type) -> Option<Type> {
        let pair = self.place(ty).load(Ordering::Relaxed);
        // One more than the id, so that 0 is nobody's.
        ((pair >> 32) as u32 == ty.0 + 1).then_some(Type(pair as u32))
    }

    /// Keeps `found` for `ty`.
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
