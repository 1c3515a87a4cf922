//! Memoized values of a context, such as the set of all canonicalization patterns. This layer is independent of their
//! types.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::context::Context;

/// Values by type, each computed on first use.
#[derive(Default)]
pub(crate) struct Memo(Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Context {
    /// The value of type `T` that belongs to this context, computed by `make` on first use. Concurrent first uses may
    /// compute it several times; all callers get the same value.
    pub fn memo<T: Any + Send + Sync>(&self, make: impl FnOnce(&Context) -> T) -> Arc<T> {
        let kind = TypeId::of::<T>();
        let lock = || self.memo_cell().0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(&kind).cloned();
        let value = known.unwrap_or_else(|| {
            // The lock is not held: `make` may request another value.
            let made: Arc<dyn Any + Send + Sync> = Arc::new(make(self));
            lock().entry(kind).or_insert(made).clone()
        });
        value.downcast().unwrap_or_else(|_| panic!("a value is kept under its own type"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_is_made_once() {
        let cx = Context::new(Default::default());
        assert_eq!(*cx.memo(|_| 1_u32), 1);
        assert_eq!(*cx.memo(|_| 2_u32), 1);
        assert_eq!(*cx.memo(|_| "text"), "text");
    }
}
