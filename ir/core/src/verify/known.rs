//! Types of operations that were seen to fit.
//!
//! Most operations of one kind in a module have the same few types. Whether types are what the fields and the traits ask
//! for follows from them alone, and interned types never change: so it is asked once, and then only compared. A few lists
//! of each kind are kept, the first ones that were right; they are kept for the life of the context.

use std::sync::OnceLock;

use smallvec::SmallVec;

use crate::opdef::OpDef;
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// How many lists are kept. More are seldom met, and each costs a comparison.
const N_KEPT: usize = 4;

/// See the module. One for each kind of operation.
pub(super) struct KnownTypes {
    /// The properties that say which operands and results belong to which field.
    segments: SmallVec<[usize; 2]>,
    kept: [OnceLock<Box<[u32]>>; N_KEPT],
}

/// The numbers of operands and results, their types, and the sizes of segments, as ids.
pub(super) type Types = SmallVec<[u32; 12]>;

impl KnownTypes {
    /// For operations of the kind `def`; none is known yet.
    pub fn new(def: &OpDef) -> Self {
        let named = [
            (TraitSet::ATTR_SIZED_OPERANDS, "operandSegmentSizes"),
            (TraitSet::ATTR_SIZED_RESULTS, "resultSegmentSizes"),
        ];
        let sized = named.into_iter().filter(|&(sized, _)| def.has(sized));
        Self { segments: sized.filter_map(|(_, name)| def.prop_index(name)).collect(), kept: Default::default() }
    }

    /// What there is to know of `op`.
    #[inline]
    pub fn of(&self, op: OpRef) -> Types {
        let body = op.body;
        let mut types = Types::new();
        types.extend([op.n_operands() as u32, op.n_results() as u32]);
        types.extend(body.operands(op.id).map(|value| body.ty(value).0));
        types.extend(body.results(op.id).iter().map(|&value| body.ty(value).0));
        types.extend(self.segments.iter().map(|&slot| op.props().get(slot).map_or(u32::MAX, |sizes| sizes.0)));
        types
    }

    /// Whether `types` are known to fit.
    #[inline]
    pub fn contains(&self, types: &Types) -> bool {
        self.kept.iter().map_while(OnceLock::get).any(|kept| kept[..] == types[..])
    }

    /// Keeps `types`, which fit, if there is room.
    pub fn add(&self, types: &Types) {
        if let Some(free) = self.kept.iter().find(|kept| kept.get().is_none()) {
            // Another thread may have been first; then these are asked again.
            let _ = free.set(types.as_slice().into());
        }
    }
}
