//! The memory element that a program itself keeps a loop-carried value in.
//!
//! Compilers keep an element that a loop updates in a register: it is loaded before the loop, and stored after it
//! ([`Home::After`]), or stored in each iteration and not loaded again ([`Home::Within`]). Here it goes back to memory,
//! so that iterations of other loops are not ordered by a register that they share.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::effects::is_pure;
use rmlir::prelude::*;
use rmlir_affine::analysis::access::{MemRefAccess, is_equal_place};
use rmlir_affine::analysis::constraints::composed;
use rmlir_affine::{ForOp, LoadOp, StoreOp};
use rustc_hash::FxHashSet;

use super::place::Place;

/// Where a loop-carried value is in memory.
pub(super) enum Home {
    /// The element that a store after the loop overwrites with the final value, or with what is computed from that and
    /// has its type. No other operation in the loop, or between the loop and the store, accesses the memref.
    After {
        /// The element.
        place: Place,
        /// The store.
        store: OpId,
        /// Whether what it stores is the final value itself.
        is_final: bool,
        /// Whether the element has the initial value before the loop already.
        has_init: bool,
    },
    /// The element that each iteration stores the value of the next one to; nothing else in the loop writes the memref.
    /// Before the loop the element has the initial value.
    Within {
        /// The element at the start of an iteration.
        place: Place,
        /// Whether it is another one in each iteration.
        moves: bool,
    },
}

impl Home {
    /// The home of the loop's variable at `index`.
    pub fn of(body: &Body, loop_: ForOp, index: usize) -> Option<Self> {
        Self::within(body, loop_, index).or_else(|| Self::after(body, loop_, index))
    }

    /// The store after the loop.
    pub fn store_after(&self) -> Option<OpId> {
        match self {
            Self::After { store, .. } => Some(*store),
            Self::Within { .. } => None,
        }
    }

    fn after(body: &Body, loop_: ForOp, index: usize) -> Option<Self> {
        let result = body.result(loop_.id(), index);
        let store = next_ops(body, loop_.id()).find(|&op| {
            let store = OpRef::new(body, op).cast::<StoreOp>();
            store.is_some_and(|store| depends_on(body, store.value(body), result))
        })?;
        let place = Place::of_access(body, store);
        let is_before = |&value: &Value| is_defined_before(body, value, loop_.id());
        if !is_before(&place.memref) || !place.operands.iter().all(is_before) {
            return None;
        }
        let mut between = next_ops(body, loop_.id()).take_while(|&op| op != store);
        if accesses(body, loop_.id(), place.memref, false) || between.any(|op| accesses(body, op, place.memref, false))
        {
            return None;
        }
        let stored = body.operands(store).next()?;
        // What is computed from the final value may be of another type; then the element cannot have the values before it.
        if body.ty(stored) != body.ty(result) {
            return None;
        }
        let is_final = stored == result;
        let init = loop_.inits(body)[index];
        let at = composed(body, &place.map, &place.operands);
        let has_init = is_at(body, init, loop_.id(), place.memref, &at);
        Some(Self::After { place, store, is_final, has_init })
    }

    fn within(body: &Body, loop_: ForOp, index: usize) -> Option<Self> {
        let yielded = body.operands(loop_.terminator(body)).nth(index)?;
        let block = loop_.body(body);
        let mut stores = body.ops(block).filter(|&op| OpRef::new(body, op).is::<StoreOp>());
        let store = stores.find(|&op| body.operands(op).next() == Some(yielded))?;
        let access = MemRefAccess::new(body, store)?;
        let all = MemRefAccess::all_in(body, loop_.id());
        let n_writes = all.iter().filter(|other| other.memref == access.memref && other.is_write).count();
        let (map, operands) = access.map(body);
        let induction_var = loop_.induction_var(body);
        let is_before = |&value: &Value| value == induction_var || is_defined_before(body, value, loop_.id());
        if n_writes != 1 || !is_before(&access.memref) || !operands.iter().all(is_before) {
            return None;
        }
        let moves = operands.contains(&induction_var);
        let first = match moves {
            true => first_iteration(body, loop_, &map, &operands)?,
            false => (map.clone(), operands.clone()),
        };
        let is_used = !body.is_unused(body.result(loop_.id(), index));
        let init = loop_.inits(body)[index];
        if (moves && is_used) || !is_at(body, init, loop_.id(), access.memref, &first) {
            return None;
        }
        let map = shifted(&map, &operands, induction_var, -loop_.step(body))?;
        Some(Self::Within { place: Place { memref: access.memref, map, operands }, moves })
    }
}

/// The operations after `op` in its block.
fn next_ops(body: &Body, op: OpId) -> impl Iterator<Item = OpId> {
    std::iter::successors(body.next_op(op), |&op| body.next_op(op))
}

/// Whether `value` is `source`, or computed from it by operations that only compute.
pub(super) fn depends_on(body: &Body, value: Value, source: Value) -> bool {
    let (mut waiting, mut seen) = (vec![value], FxHashSet::default());
    while let Some(value) = waiting.pop() {
        if value == source {
            return true;
        }
        let Some(op) = body.defining_op(value) else { continue };
        if is_pure(OpRef::new(body, op)) && seen.insert(op) {
            waiting.extend(body.operands(op));
        }
    }
    false
}

/// Whether a value that is visible in `op`, or after it in its block, is visible before it, too.
fn is_defined_before(body: &Body, value: Value, op: OpId) -> bool {
    let definition = body.defining_op(value).filter(|&definition| body.block_of(definition) == body.block_of(op));
    !body.is_defined_inside(op, value) && definition.is_none_or(|definition| body.is_before_in_block(definition, op))
}

/// Whether `op`, or an operation in it, accesses the memref; or writes it, if only that is asked.
fn accesses(body: &Body, op: OpId, memref: Value, only_writes: bool) -> bool {
    let all = MemRefAccess::all_in(body, op);
    all.iter().any(|access| access.memref == memref && (access.is_write || !only_writes))
}

/// Whether the element of the memref has the value `init` before `op`: it was loaded from there, or stored there, and nothing
/// has been written to the memref since.
fn is_at(body: &Body, init: Value, op: OpId, memref: Value, at: &(AffineMap, Vec<Value>)) -> bool {
    let is_there = |op: OpId| {
        MemRefAccess::new(body, op)
            .is_some_and(|access| access.memref == memref && is_equal_place(&access.map(body), at))
    };
    let mut before = std::iter::successors(body.prev_op(op), |&op| body.prev_op(op));
    let last = before.find(|&op| body.defining_op(init) == Some(op) || accesses(body, op, memref, true));
    last.is_some_and(|last| {
        let view = OpRef::new(body, last);
        let is_init = view.is::<LoadOp>() || view.cast::<StoreOp>().is_some_and(|store| store.value(body) == init);
        is_init && is_there(last)
    })
}

/// The map with the induction variable's value before the first iteration.
fn first_iteration(body: &Body, loop_: ForOp, map: &AffineMap, operands: &[Value]) -> Option<(AffineMap, Vec<Value>)> {
    let (lower, lower_operands) = loop_.lower_bound(body);
    let [lower_expr] = lower.results() else { return None };
    let (n_dims, n_symbols) = (map.n_dims(), map.n_symbols());
    // The operands of the bound are appended to those of the map.
    let dims: Vec<AffineExpr> = (0..lower.n_dims()).map(|dim| AffineExpr::dim(n_dims + dim)).collect();
    let symbols: Vec<AffineExpr> =
        (0..lower.n_symbols()).map(|symbol| AffineExpr::symbol(n_symbols + symbol)).collect();
    let before = lower_expr.replace_dims_and_symbols(&dims, &symbols) - loop_.step(body);
    let induction_var = loop_.induction_var(body);
    let of_dim = |dim: u32| match operands[dim as usize] == induction_var {
        true => before.clone(),
        false => AffineExpr::dim(dim),
    };
    let exprs: Vec<AffineExpr> = (0..n_dims).map(of_dim).collect();
    let map = map.replace_dims_and_symbols(&exprs, &[], n_dims + lower.n_dims(), n_symbols + lower.n_symbols());
    let (map_dims, map_symbols) = operands.split_at(n_dims as usize);
    let (lower_dims, lower_symbols) = lower_operands.split_at(lower.n_dims() as usize);
    let all: Vec<Value> = [map_dims, lower_dims, map_symbols, lower_symbols].concat();
    // The induction variable is no operand any more: it would not be visible before the loop.
    let (map, all) = composed(body, &map, &all);
    (!all.contains(&induction_var)).then_some((map, all))
}

/// The map with `by` added to the dimension whose operand is `value`.
fn shifted(map: &AffineMap, operands: &[Value], value: Value, by: i64) -> Option<AffineMap> {
    let exprs: Vec<AffineExpr> = (0..map.n_dims())
        .map(|dim| match operands[dim as usize] == value {
            true => AffineExpr::dim(dim) + by,
            false => AffineExpr::dim(dim),
        })
        .collect();
    let is_symbol = operands[map.n_dims() as usize..].contains(&value);
    (!is_symbol).then(|| map.replace_dims_and_symbols(&exprs, &[], map.n_dims(), map.n_symbols()))
}
