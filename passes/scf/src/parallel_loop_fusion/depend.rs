//! Dependences between loops other than between accesses to the same element in the same iteration.

use rmlir::core::effects::{effects_of, is_memory_effect_free};
use rmlir::core::interfaces::Effect;
use rmlir::prelude::*;
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_scf::ParallelOp;
use rustc_hash::FxHashMap;

use super::alias::may_alias;

/// The memory accesses of a loop.
pub struct Accesses {
    stores: Vec<Access>,
    loads: Vec<Access>,
    /// The memrefs read by operations other than `memref.load`.
    reads: Vec<Value>,
}

/// A load or store.
struct Access {
    op: OpId,
    memref: Value,
    indices: Vec<Value>,
}

impl Accesses {
    /// The accesses of the loop `op`; `None` if an operation other than `memref.store` may write, or a read is unknown.
    pub fn of(body: &Body, op: ParallelOp) -> Option<Self> {
        let mut found = Self { stores: Vec::new(), loads: Vec::new(), reads: Vec::new() };
        for inner in body.ops_under(op.id()) {
            let view = OpRef::new(body, inner);
            if let Some(store) = view.cast::<StoreOp>() {
                let (memref, indices) = (store.memref(body), store.indices(body));
                found.stores.push(Access { op: inner, memref, indices });
            } else if let Some(load) = view.cast::<LoadOp>() {
                found.loads.push(Access { op: inner, memref: load.memref(body), indices: load.indices(body) });
            } else {
                found.add_effects(view)?;
            }
        }
        Some(found)
    }

    fn add_effects(&mut self, op: OpRef) -> Option<()> {
        let Some(effects) = effects_of(op) else { return op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS).then_some(()) };
        for Effect { kind, target, .. } in effects {
            match (kind, target) {
                (EffectKind::Allocate, _) => {}
                (EffectKind::Read, EffectTarget::Value(value)) => self.reads.push(value),
                _ => return None,
            }
        }
        Some(())
    }
}

/// Whether each iteration of `second` may be executed directly after the same iteration of `first`: there is no
/// dependence on writes of `first`, except on those to the same element.
pub fn are_independent(body: &Body, [first, second]: [ParallelOp; 2], accesses: [&Accesses; 2]) -> bool {
    let vars = body.args(first.body(body)).iter().copied().zip(body.args(second.body(body)).iter().copied());
    let same = SamePlace { body, vars: vars.collect() };
    let stores = &accesses[0].stores;
    let later = accesses[1].loads.iter().chain(&accesses[1].stores);
    let is_read_elsewhere = |read: &Value| !stores.iter().any(|store| may_alias(body, store.memref, *read));
    later.into_iter().all(|access| same.may_access(access, stores)) && accesses[1].reads.iter().all(is_read_elsewhere)
}

struct SamePlace<'b> {
    body: &'b Body<'b>,
    /// By induction variable of the first loop: that of the second one.
    vars: FxHashMap<Value, Value>,
}

impl SamePlace<'_> {
    fn may_access(&self, access: &Access, stores: &[Access]) -> bool {
        let (body, memref) = (self.body, access.memref);
        // A memref defined in the same block as the access is not supported.
        let made_beside = body.defining_op(memref).is_some_and(|op| body.block_of(op) == body.block_of(access.op));
        if made_beside {
            return false;
        }
        let is_other = |store: &Access| store.memref != memref;
        if stores.iter().any(|store| is_other(store) && may_alias(body, store.memref, memref)) {
            return false;
        }
        let mut places = stores.iter().filter(|store| !is_other(store)).map(|store| &store.indices);
        let Some(place) = places.next() else { return true };
        places.all(|other| other == place)
            && place.len() == access.indices.len()
            && place.iter().zip(&access.indices).all(|(&stored, &accessed)| self.is_same_index(stored, accessed))
    }

    /// The value in the second loop that corresponds to `value`.
    fn mapped(&self, value: Value) -> Value {
        self.vars.get(&value).copied().unwrap_or(value)
    }

    /// Whether two indices are equal in every iteration: the same induction variable or value, or results of the same
    /// pure operation on equal operands.
    fn is_same_index(&self, stored: Value, accessed: Value) -> bool {
        if self.mapped(stored) == accessed {
            return true;
        }
        let body = self.body;
        let (Some(a), Some(b)) = (body.defining_op(stored), body.defining_op(accessed)) else { return false };
        let number = |op, value| body.results(op).iter().position(|&result| result == value);
        let (a_view, b_view) = (OpRef::new(body, a), OpRef::new(body, b));
        body.name(a) == body.name(b)
            && number(a, stored) == number(b, accessed)
            && is_memory_effect_free(a_view)
            && is_memory_effect_free(b_view)
            && a_view.n_regions() == 0
            && body.props(a) == body.props(b)
            && body.attr_dict(a) == body.attr_dict(b)
            && body.result_types(a).eq(body.result_types(b))
            && body.operands(a).map(|value| self.mapped(value)).eq(body.operands(b).map(|value| self.mapped(value)))
    }
}
