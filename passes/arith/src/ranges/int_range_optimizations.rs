//! Folding by ranges: values that can be only one integer, and remainders of dividends that are less than the divisor.

use rmlir::core::dense;
use rmlir::core::effects::is_trivially_dead;
use rmlir::core::fold::op_constant;
use rmlir::core::pattern::{PatternRoot, PatternSet};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig};
use rmlir_arith as arith;
use rmlir_arith::get_constant_int_value;

use super::Ranges;
use rmlir::analysis::dataflow::int_ranges::Decide;

/// Do optimizations based on integer range analysis.
///
/// Values whose range has one integer become constants, and remainders of dividends that are less than the divisor are
/// folded.
///
/// ```mlir
/// %c8 = arith.constant 8 : index
/// scf.for %i = %c0 to %c8 step %c1 {
///   %r = arith.remui %i, %c8 : index            // %i
///   %less = arith.cmpi ult, %i, %c8 : index     // true
/// }
/// ```
#[pass(name = "int-range-optimizations", title = "ArithIntRangeOpts", depends(rmlir_arith::Arith))]
pub fn int_range_optimizations(cx: &mut PassCx) -> PassResult {
    let ranges = Ranges::find(cx, Decide::ByFolding);
    let mut set = PatternSet::new();
    let known = ranges.clone();
    set.add(Pattern::rooted(PatternRoot::Any, "materialize_known_constants", move |rw, op| {
        materialize_known_constants(rw, op, &known)
    }));
    for (name, sign) in [(arith::RemSIOp::NAME, true), (arith::RemUIOp::NAME, false)] {
        let known = ranges.clone();
        set.on(name, "erase_trivial_remainder", move |rw, op| erase_trivial_remainder(rw, op, sign, &known));
    }
    let patterns = FrozenPatterns::new(cx.cx(), set);
    match cx.apply_patterns(&patterns, &GreedyConfig::default()) {
        Ok(_) => Ok(()),
        Err(_) => cx.signal_failure(),
    }
}

/// The constant that replaces all uses of `value`.
fn replacement(body: &Body, value: Value, ranges: &Ranges) -> Option<ApInt> {
    let is_integer = || body.ty(value).element_or_self(body.cx()).int_or_index_width(body.cx()).is_some();
    if body.is_unused(value) || !is_integer() {
        return None;
    }
    ranges.constant(body, value)
}

/// Replaces the results of `op` and the arguments of its regions whose range has one integer.
fn materialize_known_constants(rw: &mut Rewriter, op: OpId, ranges: &Ranges) -> Match {
    if op_constant(rw, op).is_some() {
        return rw.no_match(op, "it is a constant");
    }
    let results = rw.results(op).to_vec();
    let has_constant_results = results.iter().any(|&result| replacement(rw, result, ranges).is_some());
    if !has_constant_results && !has_constant_args(OpRef::new(rw, op), ranges) {
        return rw.no_match(op, "nothing can be only one integer");
    }
    for &result in &results {
        replace_by_constant(rw, result, ranges);
    }
    let is_unused = !results.is_empty() && results.iter().all(|&result| rw.is_unused(result));
    if is_unused && is_trivially_dead(OpRef::new(rw, op)) {
        return rw.erase(op);
    }
    match rw.body_mut().nested_mut(op) {
        Some(nested) => {
            let root = nested.root();
            replace_args(&mut Rewriter::new(nested), root, ranges);
        }
        None => replace_args(rw, op, ranges),
    }
    Match::Yes
}

fn has_constant_args(op: OpRef, ranges: &Ranges) -> bool {
    let mut args = op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.args());
    args.any(|arg| replacement(arg.body, arg.id, ranges).is_some())
}

/// Replaces the arguments of the regions of `op` whose range has one integer.
fn replace_args(rw: &mut Rewriter, op: OpId, ranges: &Ranges) {
    let blocks: Vec<BlockId> = rw.regions(op).iter().flat_map(|&region| rw.blocks(region)).collect();
    for block in blocks {
        rw.at_start(block);
        for arg in rw.args(block).to_vec() {
            replace_by_constant(rw, arg, ranges);
        }
    }
}

/// Creates the constant of `value` at the insertion point, and replaces the uses.
fn replace_by_constant(rw: &mut Rewriter, value: Value, ranges: &Ranges) {
    let Some(integer) = replacement(rw, value, ranges) else { return };
    let (cx, ty) = (rw.cx(), rw.ty(value));
    let scalar = cx.apint_attr(ty.element_or_self(cx), integer);
    let attr = if ty.is_shaped(cx) { dense::splat(cx, ty, scalar) } else { Some(scalar) };
    let Some(attr) = attr else { return };
    let owner = match rw.value_def(value) {
        ValueDefinition::Result(op, _) => Some(op),
        ValueDefinition::Argument(block, _) => rw.block_parent_op(block),
    };
    let dialect = owner.and_then(|owner| rw.def(owner)).map_or("arith", |def| def.dialect());
    rw.set_loc(rw.value_loc(value));
    let constant = rw.constant(dialect, attr, ty).or_else(|| rw.constant("arith", attr, ty));
    if let Some(constant) = constant {
        let constant = rw.result(constant, 0);
        ranges.copy(rw, value, constant);
        rw.replace_all_uses(value, constant);
    }
}

/// Folds `x rem n` to `x` if `0 <= x < n`, and `n` is a constant.
fn erase_trivial_remainder(rw: &mut Rewriter, op: OpId, is_signed: bool, ranges: &Ranges) -> Match {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    let Some(modulus) = get_constant_int_value(rw, rhs).filter(|&modulus| modulus > 0) else {
        return rw.no_match(op, "the divisor is no positive constant");
    };
    let Some(range) = ranges.get(rw, lhs) else {
        return rw.no_match(op, "nothing is known of the dividend");
    };
    let (min, max) = if is_signed { &range.signed } else { &range.unsigned };
    let is_less = |bound: &ApInt| !bound.is_negative() && bound.to_u64().is_some_and(|bound| bound < modulus as u64);
    if !is_less(min) || !is_less(max) || min.ucmp(max).is_gt() {
        return rw.no_match(op, "the dividend may be negative, or not less than the divisor");
    }
    rw.replace(op, [lhs])
}
