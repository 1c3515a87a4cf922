//! Implementations of interfaces: those that definitions list, and the data of external models, see `external`.

use std::any::{Any, TypeId};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An implementation of an interface: a trait object, or a table of functions. Its type is known to those who ask for
/// it.
#[derive(Clone, Copy)]
pub struct Interface {
    /// The id of the interface. It is stored beside the object so that a search calls no object.
    pub(crate) id: TypeId,
    object: &'static (dyn Any + Send + Sync),
}

impl Interface {
    /// The implementation `object` of `I`, a `dyn Trait` type or a table of functions.
    pub const fn of<I: ?Sized + Send + Sync + 'static>(object: &'static &'static I) -> Self {
        Self { id: TypeId::of::<&'static I>(), object }
    }

    /// Returns whether it is one of `I`, a `dyn Trait` type.
    #[inline]
    pub fn is<I: ?Sized + 'static>(&self) -> bool {
        self.id == TypeId::of::<&'static I>()
    }

    /// The implementation of `I`, if it is one.
    #[inline]
    pub fn get<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        self.object.downcast_ref::<&'static I>().copied()
    }

    /// The implementation of `I`, where there can be no other.
    ///
    /// # Panics
    /// If it is another one.
    #[inline]
    pub fn expect<I: ?Sized + 'static>(&self) -> &'static I {
        self.get().expect("the declaration has an implementation of this interface here")
    }
}

/// A model: an interface and its implementation for one operation.
#[derive(Clone)]
pub(crate) struct ExternalModel {
    /// The name of the operation.
    pub(crate) op: &'static str,
    pub(crate) id: TypeId,
    /// A `&'static I`.
    pub(crate) object: Arc<dyn Any + Send + Sync>,
}

/// The models of a context.
#[derive(Default)]
pub(crate) struct ExternalModels {
    /// The models by id of the operation's name, up to the last one with a model.
    pub(crate) by_name: Vec<Vec<ExternalModel>>,
    /// A bit for each interface with a model, by [`filter_bit`]: most interfaces that are queried have none.
    pub(crate) filter: u64,
}

impl ExternalModels {
    /// The models of a registry; `index` is the position of the operation of a name, if it is registered.
    pub(crate) fn new(models: &[ExternalModel], index: impl Fn(&str) -> Option<usize>) -> Self {
        let mut found = Self::default();
        for model in models {
            let Some(index) = index(model.op) else { continue };
            if found.by_name.len() <= index {
                found.by_name.resize_with(index + 1, Vec::new);
            }
            found.by_name[index].push(model.clone());
            found.filter |= filter_bit(model.id);
        }
        found
    }
}

/// A bit of the interface filter for a type; several types share a bit.
#[inline]
pub(crate) fn filter_bit(id: TypeId) -> u64 {
    /// The last integer hashed, unchanged: type ids are hashes already.
    #[derive(Default)]
    struct Last(u64);
    impl Hasher for Last {
        #[inline]
        fn finish(&self) -> u64 {
            self.0
        }
        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
        }
        #[inline]
        fn write_u64(&mut self, number: u64) {
            self.0 = number;
        }
    }
    let mut last = Last::default();
    id.hash(&mut last);
    1 << (last.finish() % 63)
}
