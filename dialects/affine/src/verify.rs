//! The verifiers of the operations that determine valid dimensions and symbols, and of their terminator.

use rmlir::prelude::*;

use crate::apply::ApplyOp;
use crate::check::{check_dims_and_symbols, check_operand_count};
use crate::for_op::{ForOp, entry_args};
use crate::if_op::IfOp;
use crate::parallel::{ParallelOp, bounds_of, groups_of};
use crate::scope::{affine_scope, is_valid_dim_in, is_valid_symbol_in};
use crate::syntax::map_prop;
use crate::yield_op::YieldOp;

#[verify(ApplyOp)]
fn verify_apply(op: OpRef) -> Checked {
    let map = op.get(ApplyOp::map);
    check_operand_count(op, op.n_operands(), map)?;
    if map.n_results() != 1 {
        return Err(op.error("mapping must produce one value"));
    }
    let scope = affine_scope(op.body, op.id);
    for symbol in op.operands().skip(map.n_dims() as usize) {
        if is_valid_dim_in(op.body, symbol.id, scope) && !is_valid_symbol_in(op.body, symbol.id, scope) {
            return Err(op.plain_error("dimensional operand cannot be used as a symbol"));
        }
    }
    Ok(())
}

#[verify(ForOp)]
fn verify_for(op: OpRef) -> Checked {
    // Upstream prints steps that its parser refuses.
    if op.get(ForOp::step) < 0 {
        return Err(op.error("expected step to be representable as a positive signed integer"));
    }
    if entry_args(op).next().is_none() {
        // Upstream counts the loop-carried values as the arguments minus one.
        let (n_inits, n_args) = (op.operand_range(ForOp::INITS_OPERAND).len(), u64::MAX);
        return Err(op.error(format!("different number of inits and region iter_args: {n_inits} != {n_args}")));
    }
    Ok(())
}

#[verify_regions(ForOp)]
fn verify_for_regions(op: OpRef) -> Checked {
    if entry_args(op).next().is_none_or(|arg| !arg.ty().is_index()) {
        return Err(op.error("expected body to have a single index argument for the induction variable"));
    }
    let maps = [ForOp::LOWER_BOUND_MAP, ForOp::UPPER_BOUND_MAP].map(|slot| map_prop(op, slot));
    for (field, map) in maps.iter().enumerate() {
        let operands = op.operand_field(field);
        check_operand_count(op, operands.len(), map)?;
        check_dims_and_symbols(op, operands, map.n_dims() as usize)?;
    }
    for (map, which) in maps.iter().zip(["lower", "upper"]) {
        if map.n_results() == 0 {
            return Err(op.error(format!("expected {which} bound map to have at least one result")));
        }
    }
    let n_results = op.n_results();
    if n_results == 0 {
        return Ok(());
    }
    if op.operand_range(ForOp::INITS_OPERAND).len() != n_results {
        return Err(op.error("mismatch between the number of loop-carried values and results"));
    }
    if entry_args(op).count() - 1 != n_results {
        return Err(op.error("mismatch between the number of basic block args and results"));
    }
    Ok(())
}

#[verify(IfOp)]
fn verify_if(op: OpRef) -> Checked {
    let set = op.get(IfOp::condition);
    if op.n_operands() != set.n_inputs() as usize {
        return Err(op.error("operand count and condition integer set dimension and symbol count must match"));
    }
    check_dims_and_symbols(op, op.operands(), set.n_dims() as usize)
}

#[verify(ParallelOp)]
fn verify_parallel(op: OpRef) -> Checked {
    let groups = [ParallelOp::LOWER_BOUNDS_GROUPS, ParallelOp::UPPER_BOUNDS_GROUPS].map(|slot| groups_of(op, slot));
    let n_args = op.region(0).entry().map_or(0, |entry| entry.args().len());
    let (n_lower, n_upper, n_steps) = (groups[0].len(), groups[1].len(), op.get(ParallelOp::steps).len());
    if [n_lower, n_upper, n_args].iter().any(|&n| n != n_steps) {
        return Err(op.error(format!(
            "the number of region arguments ({n_args}) and the number of map groups for lower ({n_lower}) and upper \
             bound ({n_upper}), and the number of steps ({n_steps}) must all match"
        )));
    }
    let slots = [ParallelOp::LOWER_BOUNDS_MAP, ParallelOp::UPPER_BOUNDS_MAP];
    for ((groups, slot), which) in groups.iter().zip(slots).zip(["lower", "upper"]) {
        if groups.contains(&0) {
            return Err(op.error(format!("expected {which} bound map to have at least one result")));
        }
        let n_results: usize = groups.iter().sum();
        if n_results != map_prop(op, slot).n_results() {
            return Err(op.error(format!("expected {which} bounds map to have {n_results} results")));
        }
    }
    verify_reductions(op)?;
    for is_lower in [true, false] {
        let (map, operands) = bounds_of(op, is_lower);
        check_operand_count(op, operands.len(), &map)?;
        let operands = operands.into_iter().map(|value| ValueRef::new(op.body, value));
        check_dims_and_symbols(op, operands, map.n_dims() as usize)?;
    }
    Ok(())
}

fn verify_reductions(op: OpRef) -> Checked {
    let reductions = op.get(ParallelOp::reductions);
    if reductions.len() != op.n_results() {
        return Err(op.error("a reduction must be specified for each output"));
    }
    for (kind, result) in reductions.into_iter().zip(op.results()) {
        if !ParallelOp::can_reduce(op.cx(), kind, result.ty()) {
            return Err(op.error("result type cannot match reduction attribute"));
        }
    }
    Ok(())
}

#[verify(YieldOp)]
fn verify_yield(op: OpRef) -> Checked {
    let parent = op.parent().filter(|parent| parent.is::<ForOp>() || parent.is::<IfOp>() || parent.is::<ParallelOp>());
    let Some(parent) = parent else {
        return Err(op.error("only terminates affine.if/for/parallel regions"));
    };
    if parent.n_results() != op.n_operands() {
        return Err(op.error("parent of yield must have same number of results as the yield operands"));
    }
    if parent.results().zip(op.operands()).any(|(result, operand)| result.ty() != operand.ty()) {
        return Err(op.error("types mismatch between yield op and its parent"));
    }
    Ok(())
}
