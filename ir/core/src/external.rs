//! External models: interfaces that a crate implements for operations of another one.
//!
//! A registry holds the models, a context finds those of an operation. Invariant: an interface that the definition of an
//! operation lists itself has precedence over a model of it.

use std::any::TypeId;
use std::sync::Arc;

use crate::context::{Context, DialectRegistry};
use crate::models::{ExternalModel, filter_bit};
use crate::name::OpName;
use crate::opdef::OpDef;

impl DialectRegistry {
    /// Implements interface `I`, a `dyn Trait` type, for operation `op` by `model`. The model is found by
    /// [`OpRef::interface`](crate::OpRef::interface) and [`Body::interface`](crate::Body::interface) in contexts with
    /// this registry. A model for an operation whose dialect is not registered has no effect; of several models the
    /// first is found, and an implementation by the dialect itself before all models.
    ///
    /// ```
    /// use rmlir_core::opdef::OpDef;
    /// use rmlir_core::DialectRegistry;
    ///
    /// /// The area of the hardware that executes an operation.
    /// trait Area: Send + Sync {
    ///     fn area(&self) -> u32;
    /// }
    /// struct AdderArea;
    /// impl Area for AdderArea {
    ///     fn area(&self) -> u32 {
    ///         32
    ///     }
    /// }
    /// static ADD: OpDef = OpDef::new("foreign.add", "Adds.");
    ///
    /// let mut registry = DialectRegistry::default();
    /// registry.attach::<dyn Area>(&ADD, &AdderArea);
    /// ```
    pub fn attach<I: ?Sized + Send + Sync + 'static>(&mut self, op: &'static OpDef, model: &'static I) {
        let object = Arc::new(model);
        self.models_mut().push(ExternalModel { op: op.name, id: TypeId::of::<&'static I>(), object });
    }
}

impl Context {
    /// The external model of interface `I` for operations called `name`.
    #[inline]
    pub(crate) fn external_model<I: ?Sized + 'static>(&self, name: OpName) -> Option<&'static I> {
        let id = TypeId::of::<&'static I>();
        if self.models().filter & filter_bit(id) == 0 {
            return None;
        }
        let models = self.models().by_name.get(name.0 as usize)?;
        models.iter().find(|model| model.id == id)?.object.downcast_ref::<&'static I>().copied()
    }
}

#[cfg(test)]
mod tests;
