//! Loads of what the iteration before has stored: the value is loop-carried in a register.
//!
//! A load is forwarded to if a store, in every iteration, accesses the element that the load accesses in the next one,
//! and no other store may change that. Before the first iteration the element is loaded.

use rmlir::prelude::*;
use rmlir_hexagon::code::Reg;
use rmlir_scf::ForOp;
use rmlir_vliw_passes::loops::distances::DependenceDistances;

use super::linear::{Linear, LinearAccess};
use super::state::{Selected, Selector};
use super::view::Elements;

impl<'a> Selector<'a> {
    /// Replaces loads of the hardware loop that is selected; the current block is executed if there is an iteration.
    /// Returns the values that iterations pass on, and their registers.
    pub(super) fn forward(&mut self, counted: ForOp) -> Selected<(Vec<Value>, Vec<Reg>)> {
        let block = counted.body(self.body);
        let ops: Vec<OpRef<'a>> = self.body.ops(block).map(|id| OpRef::new(self.body, id)).collect();
        let (mut values, mut regs) = (Vec::new(), Vec::new());
        for &load in ops.iter().filter(|op| op.name_str() == "memref.load") {
            let Some((access, stored)) = self.stored_before(load, &ops) else { continue };
            let view = self.view(load, access.memref)?;
            let start = self.start(load, &view, &access.dims)?;
            let first = self.load_at(load, load.result(0).ty(), start, 0)?;
            let reg = self.copy(first);
            self.values.insert(load.result(0).id, reg);
            self.skipped.insert(load.id);
            values.push(stored);
            regs.push(reg);
        }
        Ok((values, regs))
    }

    /// The access of a load, and the value that the iteration before has stored there, if it is known.
    fn stored_before(&self, load: OpRef<'a>, ops: &[OpRef<'a>]) -> Option<(LinearAccess, Value)> {
        let inner = self.inner.as_ref()?;
        let step = inner.step?;
        let access = self.linear_access(load)?;
        let moves = self.moves(&access, step);
        let is_stored = |store: &&OpRef<'a>| {
            store.name_str() == "memref.store"
                && self.linear_access(**store).is_some_and(|stored| is_next(&access, &stored, step))
        };
        let store = *ops.iter().find(is_stored).filter(|_| moves)?;
        let loaded = inner.accesses.access(load.id)?;
        let is_apart = |other: OpRef| {
            let other = inner.accesses.access(other.id);
            other.is_some_and(|other| inner.accesses.distances(&other, &loaded) == DependenceDistances::NEVER)
        };
        let stores = stores_in(ops);
        let others_are_apart = stores.iter().all(|&other| other.id == store.id || is_apart(other));
        others_are_apart.then(|| (access, store.operand(0).id))
    }

    /// Whether an access is to another element in each iteration.
    fn moves(&self, access: &LinearAccess, step: i64) -> bool {
        let Some(view) = self.views.get(&access.memref) else { return false };
        let by = |(stride, dim): (&Elements, &Linear)| match *stride {
            Elements::Constant(stride) => Some(dim.factor.wrapping_mul(step).wrapping_mul(stride)),
            Elements::Register(_) => (dim.factor == 0).then_some(0),
        };
        let parts: Option<Vec<i64>> = view.strides.iter().zip(&access.dims).map(by).collect();
        parts.is_some_and(|parts| parts.iter().fold(0i64, |sum, part| sum.wrapping_add(*part)) as i32 != 0)
    }
}

/// Whether a load accesses in the next iteration what a store accesses in this one.
fn is_next(load: &LinearAccess, store: &LinearAccess, step: i64) -> bool {
    load.memref == store.memref
        && load.dims.iter().zip(&store.dims).all(|(load, store)| {
            let by = load.factor.wrapping_mul(step);
            load.factor == store.factor && load.terms == store.terms && store.constant.wrapping_sub(load.constant) == by
        })
}

/// The stores among operations and inside of them.
fn stores_in<'a>(ops: &[OpRef<'a>]) -> Vec<OpRef<'a>> {
    let (mut stores, mut waiting) = (Vec::new(), ops.to_vec());
    while let Some(op) = waiting.pop() {
        if op.name_str() == "memref.store" {
            stores.push(op);
        }
        waiting
            .extend(op.regions().flat_map(|region| region.blocks().flat_map(|block| block.ops()).collect::<Vec<_>>()));
    }
    stores
}
