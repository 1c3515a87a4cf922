//! Functions in Rust that patterns call by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmlir::prelude::*;

/// What a handle of a pattern stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entity {
    /// An operation.
    Op(OpId),
    /// A value.
    Value(Value),
    /// Values.
    Values(Vec<Value>),
    /// A type.
    Type(Type),
    /// Types.
    Types(Vec<Type>),
    /// An attribute.
    Attr(Attr),
}

/// A condition on entities; returns the entities that it defines, or `None` if it does not hold.
pub type Constraint = dyn Fn(&Body, &[Entity]) -> Option<Vec<Entity>> + Send + Sync;

/// A part of a rewrite; returns the entities that it defines.
pub type Rewrite = dyn Fn(&mut Rewriter, &[Entity]) -> Vec<Entity> + Send + Sync;

/// The functions that patterns may call.
///
/// ```
/// use rmlir_pdl_passes::native::{Entity, Natives};
/// let mut natives = Natives::default();
/// natives.constraint("is_op", |_, args| matches!(args, [Entity::Op(_)]).then(Vec::new));
/// assert!(natives.find_constraint("is_op").is_some() && natives.find_rewrite("is_op").is_none());
/// ```
#[derive(Clone, Default)]
pub struct Natives {
    constraints: BTreeMap<String, Arc<Constraint>>,
    rewrites: BTreeMap<String, Arc<Rewrite>>,
}

impl Natives {
    /// The functions that every tool has: the condition `is_unused` holds for an operation whose results have no users.
    pub fn standard() -> Self {
        let mut natives = Self::default();
        natives.constraint("is_unused", |body, args| match args {
            [Entity::Op(op)] => {
                let is_unused = body.results(*op).iter().all(|&result| body.users(result).next().is_none());
                is_unused.then(Vec::new)
            }
            _ => None,
        });
        natives
    }

    /// Adds a condition.
    pub fn constraint(
        &mut self,
        name: &str,
        holds: impl Fn(&Body, &[Entity]) -> Option<Vec<Entity>> + Send + Sync + 'static,
    ) {
        self.constraints.insert(name.to_owned(), Arc::new(holds));
    }

    /// Adds a part of rewrites.
    pub fn rewrite(
        &mut self,
        name: &str,
        rewrite: impl Fn(&mut Rewriter, &[Entity]) -> Vec<Entity> + Send + Sync + 'static,
    ) {
        self.rewrites.insert(name.to_owned(), Arc::new(rewrite));
    }

    /// The condition with this name.
    pub fn find_constraint(&self, name: &str) -> Option<Arc<Constraint>> {
        self.constraints.get(name).cloned()
    }

    /// The part of rewrites with this name.
    pub fn find_rewrite(&self, name: &str) -> Option<Arc<Rewrite>> {
        self.rewrites.get(name).cloned()
    }
}
