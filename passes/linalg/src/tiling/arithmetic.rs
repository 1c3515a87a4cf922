//! Index arithmetic for tiles: affine expressions of static and dynamic indices.

use rmlir::affine_maps::{AffineExpr, AffineKind, AffineMap, BinaryKind};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_affine::compose::{
    compose_map_and_operands, fully_compose_map_and_operands, make_composed_folded_apply, map_with_constants_folded,
};
use rmlir_affine::{MaxOp, MinOp};
use rmlir_arith::constant_index;
use rmlir_memref as memref;

/// Minimum or maximum.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extremum {
    Least,
    Greatest,
}

pub(super) fn is_zero(body: &Body, size: MixedIndex) -> bool {
    size.constant(body) == Some(0)
}

/// `expr` of `operands`, of which the first `n_dims` are dimensions and the others symbols.
pub(super) fn apply(rw: &mut Rewriter, loc: Loc, expr: AffineExpr, n_dims: u32, operands: &[MixedIndex]) -> MixedIndex {
    let map = AffineMap::new(n_dims, operands.len() as u32 - n_dims, [expr]);
    make_composed_folded_apply(rw, loc, &map, operands)
}

/// The minimum or maximum of the results of `map`.
pub(super) fn extremum(
    rw: &mut Rewriter,
    loc: Loc,
    wanted: Extremum,
    map: &AffineMap,
    operands: &[MixedIndex],
) -> MixedIndex {
    let (mut map, mut values) = map_with_constants_folded(map, operands);
    compose_map_and_operands(rw, &mut map, &mut values);
    let known: Option<Vec<i64>> = map.results().iter().map(AffineExpr::as_constant).collect();
    if let Some(known) = known {
        let extremum = match wanted {
            Extremum::Least => known.into_iter().min(),
            Extremum::Greatest => known.into_iter().max(),
        };
        return MixedIndex::Static(extremum.expect("there are results"));
    }
    let map = rw.cx().attr(AttrData::AffineMap(map));
    MixedIndex::Dynamic(match wanted {
        Extremum::Least => create_or_fold(rw, MinOp::build(&values, map).at(loc)),
        Extremum::Greatest => create_or_fold(rw, MaxOp::build(&values, map).at(loc)),
    })
}

/// The minimum or maximum of two indices.
pub(super) fn extremum_of(rw: &mut Rewriter, loc: Loc, wanted: Extremum, two: [MixedIndex; 2]) -> MixedIndex {
    extremum(rw, loc, wanted, &AffineMap::new(2, 0, [AffineExpr::dim(0), AffineExpr::dim(1)]), &two)
}

/// `expr` of two dimensions.
fn of_two(rw: &mut Rewriter, expr: AffineExpr, two: [MixedIndex; 2]) -> MixedIndex {
    let loc = rw.default_loc();
    apply(rw, loc, expr, 2, &two)
}

pub(super) fn sum(rw: &mut Rewriter, a: MixedIndex, b: MixedIndex) -> MixedIndex {
    of_two(rw, AffineExpr::dim(0) + AffineExpr::dim(1), [a, b])
}

pub(super) fn difference(rw: &mut Rewriter, a: MixedIndex, b: MixedIndex) -> MixedIndex {
    of_two(rw, AffineExpr::dim(0) - AffineExpr::dim(1), [a, b])
}

pub(super) fn floor_div(rw: &mut Rewriter, a: MixedIndex, b: MixedIndex) -> MixedIndex {
    of_two(rw, AffineExpr::dim(0).floor_div(AffineExpr::dim(1)), [a, b])
}

pub(super) fn ceil_div(rw: &mut Rewriter, a: MixedIndex, b: MixedIndex) -> MixedIndex {
    of_two(rw, AffineExpr::dim(0).ceil_div(AffineExpr::dim(1)), [a, b])
}

/// The product of `a` and `factor`, which is a symbol.
pub(super) fn product(rw: &mut Rewriter, a: MixedIndex, factor: MixedIndex) -> MixedIndex {
    let loc = rw.default_loc();
    apply(rw, loc, AffineExpr::dim(0) * AffineExpr::symbol(0), 1, &[a, factor])
}

pub(super) fn least(rw: &mut Rewriter, a: MixedIndex, b: MixedIndex) -> MixedIndex {
    let loc = rw.default_loc();
    extremum_of(rw, loc, Extremum::Least, [a, b])
}

pub(super) fn greatest(rw: &mut Rewriter, a: MixedIndex, b: MixedIndex) -> MixedIndex {
    let loc = rw.default_loc();
    extremum_of(rw, loc, Extremum::Greatest, [a, b])
}

/// A constant upper bound of `index`.
pub(super) fn upper_bound(body: &Body, index: MixedIndex) -> Option<i64> {
    if let Some(number) = index.constant(body) {
        return Some(number);
    }
    let least = OpRef::new(body, body.defining_op(index.value()?)?).cast::<MinOp>()?;
    let map = least.map(body);
    map.results().iter().filter_map(AffineExpr::as_constant).min()
}

/// The constant value of `index`, which may be implied by loops that run once.
pub(super) fn known(body: &Body, index: MixedIndex) -> Option<i64> {
    let MixedIndex::Dynamic(value) = index else { return index.constant(body) };
    let least = body.defining_op(value).and_then(|by| OpRef::new(body, by).cast::<MinOp>());
    let (mut map, mut operands) = match least {
        Some(least) => (least.map(body).clone(), least.operands(body)),
        None => (AffineMap::new(1, 0, [AffineExpr::dim(0)]), vec![value]),
    };
    fully_compose_map_and_operands(body, &mut map, &mut operands);
    let inputs: Vec<Option<i64>> = operands.iter().map(|&operand| only_value(body, operand)).collect();
    let results = map.fold_inputs(&inputs);
    let numbers: Option<Vec<i64>> = results.results().iter().map(AffineExpr::as_constant).collect();
    numbers?.into_iter().min()
}

/// The constant value of `value`: a constant, or the induction variable of a loop that runs at most once.
fn only_value(body: &Body, value: Value) -> Option<i64> {
    if let Some(number) = MixedIndex::Dynamic(value).constant(body) {
        return Some(number);
    }
    let [Some(lower), Some(upper), Some(step)] = bounds_of(body, value)? else { return None };
    (step > 0 && upper.checked_sub(lower)? <= step).then_some(lower)
}

/// Whether `index` is a multiple of `factor`: as a constant, or by the steps of loops.
pub(super) fn is_multiple_of(body: &Body, index: MixedIndex, factor: i64) -> bool {
    if let Some(number) = index.constant(body) {
        return number % factor == 0;
    }
    let MixedIndex::Dynamic(value) = index else { return false };
    let mut operands = vec![value];
    let mut map = AffineMap::new(1, 0, [AffineExpr::dim(0)]);
    fully_compose_map_and_operands(body, &mut map, &mut operands);
    let n_dims = map.n_dims() as usize;
    let input = |at: usize| {
        let input = if at < n_dims { AffineExpr::dim(at as u32) } else { AffineExpr::symbol((at - n_dims) as u32) };
        input * AffineExpr::constant(counted_in(body, operands[at]))
    };
    let inputs: Vec<AffineExpr> = (0..operands.len()).map(input).collect();
    map.result(0).replace_dims_and_symbols(&inputs[..n_dims], &inputs[n_dims..]).is_multiple_of(factor)
}

/// Whether `index` is computed from `variable` by additions and multiplications with values that are defined outside of
/// `around`.
pub(super) fn grows_with(body: &Body, index: MixedIndex, variable: Value, around: OpId) -> bool {
    let MixedIndex::Dynamic(value) = index else { return false };
    let mut operands = vec![value];
    let mut map = AffineMap::new(1, 0, [AffineExpr::dim(0)]);
    fully_compose_map_and_operands(body, &mut map, &mut operands);
    let is_other = |&operand: &Value| operand != variable && body.is_defined_inside(around, operand);
    let Some(at) = operands.iter().position(|&operand| operand == variable) else { return false };
    if operands.iter().any(is_other) {
        return false;
    }
    let (at, n_dims) = (at as u32, map.n_dims());
    let input = if at < n_dims { AffineExpr::dim(at) } else { AffineExpr::symbol(at - n_dims) };
    let uses = |expr: &AffineExpr| match at < n_dims {
        true => expr.is_function_of_dim(at),
        false => expr.is_function_of_symbol(at - n_dims),
    };
    let mut expr = map.result(0);
    while *expr != input {
        expr = match expr.kind() {
            AffineKind::Binary(BinaryKind::Add | BinaryKind::Mul, left, right) => match (uses(left), uses(right)) {
                (true, false) => left,
                (false, true) => right,
                _ => return false,
            },
            _ => return false,
        };
    }
    true
}

/// A constant divisor of `value`: the step of the loop if it is an induction variable, else 1.
fn counted_in(body: &Body, value: Value) -> i64 {
    match bounds_of(body, value) {
        Some([Some(lower), _, Some(step)]) => common_divisor(lower, step).max(1),
        _ => 1,
    }
}

/// The constant bounds and step of the loop whose induction variable `value` is.
fn bounds_of(body: &Body, value: Value) -> Option<[Option<i64>; 3]> {
    let ValueDefinition::Argument(block, _) = body.value_def(value) else { return None };
    let around = OpRef::new(body, body.block_parent_op(block)?);
    let like = around.interface::<dyn LoopLike>().filter(|like| !like.is_unsigned(around))?;
    let at = like.induction_vars(around).iter().position(|&variable| variable == value)?;
    let bounds = like.bounds(around)?;
    let number = |list: &[ValueOrAttr]| match *list.get(at)? {
        ValueOrAttr::Attr(attr) => attr.as_i64(body),
        ValueOrAttr::Value(value) => MixedIndex::Dynamic(value).constant(body),
    };
    Some([&bounds.lower, &bounds.upper, &bounds.step].map(|list| number(list)))
}

fn common_divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

/// The sizes of `value`, with `dim` operations created at the insertion point where they are dynamic.
pub(super) fn sizes_of(rw: &mut Rewriter, value: Value) -> Vec<MixedIndex> {
    let rank = rw.ty(value).shape(rw).map_or(0, <[i64]>::len);
    (0..rank).map(|dim| size_of(rw, value, dim)).collect()
}

/// Size `dim` of `value`, as for [`sizes_of`].
pub(super) fn size_of(rw: &mut Rewriter, value: Value, dim: usize) -> MixedIndex {
    let ty = rw.ty(value);
    match ty.shape(rw).map(|shape| shape[dim]) {
        Some(DYNAMIC) | None => {}
        Some(size) => return MixedIndex::Static(size),
    }
    let dim = constant_index(rw, dim as i64);
    MixedIndex::Dynamic(match ty.is_memref(rw) {
        true => create_or_fold(rw, memref::DimOp::build(value, dim)),
        false => create_or_fold(rw, rmlir_tensor::DimOp::build(value, dim)),
    })
}
