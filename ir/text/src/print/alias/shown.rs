//! Symbols printed by operations: similar operations need not be visited.

use std::hash::{Hash, Hasher};

use rmlir_core::{Attr, OpName, OpRef, Type};
use rustc_hash::FxHasher;
use smallvec::SmallVec;

/// The data that determines the symbols printed by an operation without regions: properties at their default may be
/// elided, and a custom form may elide what follows from types.
pub(super) struct Shown {
    n_operands: usize,
    /// Types of operands, then of results.
    types: SmallVec<[Type; 4]>,
    props: SmallVec<[Attr; 2]>,
}

impl Shown {
    pub fn of(op: OpRef) -> Self {
        Self { n_operands: op.n_operands(), types: types_of(op).collect(), props: op.props().into() }
    }

    /// Returns whether `op` is equal to the recorded operation, except for values and discardable attributes.
    fn is_like(&self, op: OpRef) -> bool {
        self.n_operands == op.n_operands()
            && self.props[..] == *op.props()
            && types_of(op).eq(self.types.iter().copied())
    }

    /// As `is_like`, except that types may differ.
    pub fn is_like_but_types(&self, op: OpRef) -> bool {
        let n_values = op.n_operands() + op.n_results();
        self.n_operands == op.n_operands() && self.types.len() == n_values && self.props[..] == *op.props()
    }
}

fn types_of(op: OpRef) -> impl Iterator<Item = Type> {
    op.operands().chain(op.results()).map(|value| value.ty())
}

/// Visited operations; old ones may be evicted.
#[derive(Default)]
pub(super) struct ShownOps {
    /// Indexed by hash; empty until the first entry.
    places: Vec<Option<(OpName, Shown)>>,
}

impl ShownOps {
    const N_PLACES: usize = 256;

    /// Adds `op`. Returns whether there is no equal operation.
    pub fn add(&mut self, op: OpRef) -> bool {
        self.places.resize_with(Self::N_PLACES, || None);
        let place = &mut self.places[hash(op) as usize % Self::N_PLACES];
        let is_new = !place.as_ref().is_some_and(|(name, shown)| *name == op.name() && shown.is_like(op));
        if is_new {
            *place = Some((op.name(), Shown::of(op)));
        }
        is_new
    }
}

fn hash(op: OpRef) -> u64 {
    let mut hasher = FxHasher::default();
    op.name().id().hash(&mut hasher);
    types_of(op).for_each(|ty| ty.id().hash(&mut hasher));
    op.props().iter().for_each(|attr| attr.hash(&mut hasher));
    hasher.finish()
}
