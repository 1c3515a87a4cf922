//! Memoized values of a context, such as the set of all canonicalization patterns. This layer is independent of their
//! types.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

/// Values by type, each computed on first use.
#[derive(Default)]
pub(crate) struct Memo(Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Memo {
    /// The value of type `T`, computed by `make` on first use.
    pub fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let kind = TypeId::of::<T>();
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(&kind).cloned();
        let value = known.unwrap_or_else(|| {
            // The lock is not held: `make` may request another value.
            let made: Arc<dyn Any + Send + Sync> = Arc::new(make());
            lock().entry(kind).or_insert(made).clone()
        });
        value.downcast().unwrap_or_else(|_| panic!("a value is kept under its own type"))
    }
}

#[cfg(test)]
mod tests {
    use crate::context::Context;

    #[test]
    fn each_type_is_made_once() {
        let cx = Context::new(Default::default());
        assert_eq!(*cx.memo(|_| 1_u32), 1);
        assert_eq!(*cx.memo(|_| 2_u32), 1);
        assert_eq!(*cx.memo(|_| "text"), "text");
    }
}
