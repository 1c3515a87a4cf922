//! A cache of operand and result types that were verified.
//!
//! Most operations with the same name in a module have the same few types. Whether types satisfy the constraints of
//! fields and traits depends on nothing else, and interned types are immutable: so the check is executed once, and
//! later types are only compared. For each operation name the first few valid lists are kept, for the life of the
//! context.

use std::sync::OnceLock;

use smallvec::SmallVec;

use super::rules::KnownTypes;
use crate::opdef::OpDef;
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// The numbers of operands and results, their types (as ids), and the sizes of segments.
type Types = SmallVec<[u32; 12]>;

impl KnownTypes {
    /// Creates the empty cache of the operations `def`.
    pub fn new(def: &OpDef) -> Self {
        let named = [
            (TraitSet::ATTR_SIZED_OPERANDS, "operandSegmentSizes"),
            (TraitSet::ATTR_SIZED_RESULTS, "resultSegmentSizes"),
        ];
        let sized = named.into_iter().filter(|&(sized, _)| def.has(sized));
        Self { segments: sized.filter_map(|(_, name)| def.prop_index(name)).collect(), kept: Default::default() }
    }

    /// Returns whether the types of `op` are known to be valid.
    #[inline]
    pub fn contain(&self, op: OpRef) -> bool {
        self.kept.iter().map_while(OnceLock::get).any(|kept| self.are(kept, op))
    }

    /// Adds the types of `op`, which are valid, if there is capacity.
    pub fn add(&self, op: OpRef) {
        if let Some(free) = self.kept.iter().find(|kept| kept.get().is_none()) {
            // Another thread may have stored first; then these types are checked again.
            let _ = free.set(self.of(op).as_slice().into());
        }
    }

    /// The cache key of `op`.
    fn of(&self, op: OpRef) -> Types {
        let body = op.body;
        let mut types = Types::new();
        types.extend([op.n_operands() as u32, op.n_results() as u32]);
        types.extend(body.operands(op.id).map(|value| body.ty(value).0));
        types.extend(body.results(op.id).iter().map(|&value| body.ty(value).0));
        types.extend(self.segments.iter().map(|&slot| size_of_slot(op, slot)));
        types
    }

    /// Returns whether `kept` is the cache key of `op`, without allocating it.
    #[inline]
    fn are(&self, kept: &[u32], op: OpRef) -> bool {
        let body = op.body;
        let (operands, results) = (body.operands(op.id), body.results(op.id));
        let [n_operands, n_results, rest @ ..] = kept else { return false };
        if *n_operands as usize != operands.len() || *n_results as usize != results.len() {
            return false;
        }
        let (of_operands, rest) = rest.split_at(operands.len());
        let (of_results, of_segments) = rest.split_at(results.len());
        of_operands.iter().zip(operands).all(|(&kept, value)| kept == body.ty(value).0)
            && of_results.iter().zip(results).all(|(&kept, &value)| kept == body.ty(value).0)
            && of_segments.iter().zip(&self.segments).all(|(&kept, &slot)| kept == size_of_slot(op, slot))
    }
}

#[inline]
fn size_of_slot(op: OpRef, slot: usize) -> u32 {
    op.props().get(slot).map_or(u32::MAX, |sizes| sizes.0)
}
