//! Whether one loop reads what another one writes, other than in the same
//! iteration at the same place.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::interfaces::Effect;
use rmlir::prelude::*;
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_scf::ParallelOp;
use rustc_hash::FxHashMap;

use super::alias::may_alias;

/// Whether `second` may run in the iterations of `first`: it reads nothing that
/// `first` writes, except where all writes go to the place that is read.
pub fn are_independent(body: &Body, first: ParallelOp, second: ParallelOp) -> bool {
    let Some(stores) = stores_in(body, first) else { return false };
    let vars = body.args(first.body(body)).iter().copied().zip(body.args(second.body(body)).iter().copied());
    let same = SamePlace { body, vars: vars.collect() };
    let loads = body.ops_under(second.id()).into_iter().filter_map(|op| OpRef::new(body, op).cast::<LoadOp>());
    loads.into_iter().all(|load| same.may_load(load, &stores))
}

/// The stores in `op`; `None` if something else writes.
fn stores_in(body: &Body, op: ParallelOp) -> Option<Vec<StoreOp>> {
    let mut stores = Vec::new();
    for inner in body.ops_under(op.id()) {
        let view = OpRef::new(body, inner);
        if let Some(store) = view.cast::<StoreOp>() {
            stores.push(store);
        } else if let Some(effects) = view.interface::<dyn MemoryEffects>() {
            let writes = |effect: &Effect| matches!(effect.kind, EffectKind::Write | EffectKind::Free);
            if effects.effects(view).iter().any(writes) {
                return None;
            }
        }
    }
    Some(stores)
}

struct SamePlace<'b> {
    body: &'b Body<'b>,
    /// Induction variables of the storing loop, and those of the loading one.
    vars: FxHashMap<Value, Value>,
}

impl SamePlace<'_> {
    fn may_load(&self, load: LoadOp, stores: &[StoreOp]) -> bool {
        let body = self.body;
        let memref = load.memref(body);
        // A memref made beside the load would take more care.
        let made_beside = body.defining_op(memref).is_some_and(|op| body.block_of(op) == body.block_of(load.id()));
        if made_beside {
            return false;
        }
        let is_other = |store: &StoreOp| store.memref(body) != memref;
        if stores.iter().any(|store| is_other(store) && may_alias(body, store.memref(body), memref)) {
            return false;
        }
        let mut places = stores.iter().filter(|store| !is_other(store)).map(|store| store.indices(body));
        let Some(place) = places.next() else { return true };
        let loaded = load.indices(body);
        places.all(|other| other == place)
            && place.len() == loaded.len()
            && place.iter().zip(&loaded).all(|(&stored, &loaded)| self.is_same_index(stored, loaded))
    }

    /// The value in the loading loop that `value` is.
    fn mapped(&self, value: Value) -> Value {
        self.vars.get(&value).copied().unwrap_or(value)
    }

    /// Whether two indices are the same in every iteration: the same variable
    /// or value, or made by the same pure operation from these.
    fn is_same_index(&self, stored: Value, loaded: Value) -> bool {
        if self.mapped(stored) == loaded {
            return true;
        }
        let body = self.body;
        let (Some(a), Some(b)) = (body.defining_op(stored), body.defining_op(loaded)) else { return false };
        let number = |op, value| body.results(op).iter().position(|&result| result == value);
        let (a_view, b_view) = (OpRef::new(body, a), OpRef::new(body, b));
        body.name(a) == body.name(b)
            && number(a, stored) == number(b, loaded)
            && is_memory_effect_free(a_view)
            && is_memory_effect_free(b_view)
            && a_view.n_regions() == 0
            && body.props(a) == body.props(b)
            && body.attr_dict(a) == body.attr_dict(b)
            && body.result_types(a).eq(body.result_types(b))
            && body.operands(a).map(|value| self.mapped(value)).eq(body.operands(b).map(|value| self.mapped(value)))
    }
}
