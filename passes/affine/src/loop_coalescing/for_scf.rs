//! Coalescing of bands of `scf.for`: each loop is normalized to lower bound 0 and step 1 first.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::analysis::bounds::{Side, constant_bound};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::value_bounds::Quantity;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_affine::DelinearizeIndexOp;
use rmlir_affine::compose::make_composed_folded_apply;
use rmlir_arith::{
    AddIOp, CeilDivSIOp, DivSIOp, MaxSIOp, MulIOp, RemSIOp, SubIOp, constant_int, get_constant_int_value,
    materialize_index,
};
use rmlir_scf::ForOp;

use super::band::{for_each_band, known_at};

/// The width in bits from which an unknown trip count is assumed not to overflow: a larger one would take years.
const WIDE: u32 = 32;

/// Coalesces the bands of the nest at `root`. Returns whether there were any.
pub fn coalesce_nest(rw: &mut Rewriter, root: ForOp) -> bool {
    let nest = perfect_nest(rw, root);
    let regions: Vec<RegionId> = nest.iter().map(|op| op.region(rw)).collect();
    let operands: Vec<Vec<Value>> = nest.iter().map(|op| rw.operands(op.id()).take(3).collect()).collect();
    let known_at = known_at(rw, &regions, &operands);
    let chain_start = chain_start(rw, &nest);
    let mut any = false;
    for_each_band(&known_at, &chain_start, |band| {
        coalesce(rw, &nest[band]);
        any = true;
    });
    any
}

/// The perfectly nested loops from `root` on.
fn perfect_nest(body: &Body, root: ForOp) -> Vec<ForOp> {
    let mut nest = vec![root];
    loop {
        let mut ops = body.ops(nest[nest.len() - 1].body(body));
        let inner = ops.next().and_then(|op| OpRef::new(body, op).cast::<ForOp>());
        match (inner, ops.count()) {
            (Some(inner), 1) => nest.push(inner),
            _ => return nest,
        }
    }
}

/// For each loop, the first of the consecutive loops that forward all their loop-carried variables to the next one.
fn chain_start(body: &Body, nest: &[ForOp]) -> Vec<usize> {
    let mut starts = vec![0];
    for (index, pair) in nest.windows(2).enumerate() {
        let (outer, inner) = (pair[0], pair[1]);
        let passes_on = outer.iter_args(body) == inner.initArgs(body)
            && body.operands(outer.terminator(body)).eq(body.results(inner.id()).iter().copied());
        starts.push(if passes_on { starts[index] } else { index + 1 });
    }
    starts
}

fn coalesce(rw: &mut Rewriter, band: &[ForOp]) {
    let (outermost, innermost) = (band[0], band[band.len() - 1]);
    if !band.iter().all(|&op| is_understood(rw, op)) || !fits_its_type(rw, band) {
        return;
    }
    for &op in band {
        let bounds = [op.lowerBound(rw), op.upperBound(rw), op.step(rw)];
        rw.before(outermost.id());
        let loc = rw.loc(op.id());
        let normal = normalized_bounds(rw, loc, bounds);
        for (index, value) in normal.into_iter().enumerate() {
            rw.set_operand(op.id(), index, value);
        }
        rw.at_start(innermost.body(rw));
        denormalize(rw, loc, op.induction_var(rw), bounds);
    }
    rw.before(outermost.id());
    let loc = rw.loc(outermost.id());
    let sizes = sizes(rw, loc, band);
    let product = product(rw, loc, &sizes);
    rw.set_operand(outermost.id(), 1, product);
    rw.at_start(outermost.body(rw));
    let linear = outermost.induction_var(rw);
    let (ivs, users) = delinearize(rw, loc, linear, &sizes);
    rw.replace_uses_if(linear, ivs[0], |_, user, _| !users.contains(&user));
    for index in (1..band.len()).rev() {
        inline_inner(rw, band[index - 1], band[index], ivs[index]);
    }
}

/// Whether the step is not 0 and the comparison is signed.
fn is_understood(body: &Body, op: ForOp) -> bool {
    get_constant_int_value(body, op.step(body)) != Some(0) && !op.unsignedCmp(body)
}

/// Whether the product of the trip counts is known to fit the type of the induction variables, or the type is so wide
/// that it is assumed to. (In LLVM 22 it may wrap.)
fn fits_its_type(body: &Body, band: &[ForOp]) -> bool {
    let ty = body.ty(band[0].induction_var(body));
    let width = ty.int_width(body.cx()).unwrap_or(64);
    let count = |op: &ForOp| {
        let constant = |value| get_constant_int_value(body, value).map(i128::from);
        let (lower, upper) = (constant(op.lowerBound(body))?, constant(op.upperBound(body))?);
        let span = upper - lower;
        let is_wrapping = span >= 1 << (width - 1);
        Some(if is_wrapping {
            i128::MAX
        } else {
            (span.max(0) as u128).div_ceil(constant(op.step(body))?.max(1) as u128) as i128
        })
    };
    let counts: Option<Vec<i128>> = band.iter().map(count).collect();
    match counts {
        Some(counts) if counts.contains(&0) => true,
        Some(counts) => {
            let product = counts.into_iter().try_fold(1_i128, i128::checked_mul);
            product.is_some_and(|product| product < 1 << (width - 1))
        }
        None => width >= WIDE,
    }
}

/// The trip counts of normalized loops. All of those that may be negative except for one are clamped to 0, so that the
/// product is positive only if all are. (In LLVM 22 two negative counts have a positive product.)
fn sizes(rw: &mut Rewriter, loc: Loc, band: &[ForOp]) -> Vec<Value> {
    let sizes: Vec<Value> = band.iter().map(|op| op.upperBound(rw)).collect();
    let may_be_negative: Vec<bool> = sizes.iter().map(|&size| !is_known_nonnegative(rw, size)).collect();
    let Some(first) = may_be_negative.iter().position(|&may_be| may_be) else { return sizes };
    let mut clamped = Vec::new();
    for (index, &size) in sizes.iter().enumerate() {
        let is_clamped = may_be_negative[index] && index != first;
        clamped.push(if is_clamped {
            rw.set_loc(loc);
            let zero = constant_int(rw, 0, rw.ty(size));
            rw.value(MaxSIOp::build(size, zero).at(loc))
        } else {
            size
        });
    }
    clamped
}

fn is_known_nonnegative(body: &Body, value: Value) -> bool {
    let least = match get_constant_int_value(body, value) {
        Some(constant) => Some(constant),
        None if body.ty(value).is_index() => constant_bound(body, Side::Lower, &Quantity::index(value).into()),
        None => None,
    };
    least.is_some_and(|least| least >= 0)
}

/// Replaces the inner loop by its body.
fn inline_inner(rw: &mut Rewriter, outer: ForOp, inner: ForOp, iv: Value) {
    let terminator = inner.terminator(rw);
    let (variables, inits) = (inner.iter_args(rw), inner.initArgs(rw));
    let yielded: Vec<Value> = rw.operands(terminator).collect();
    let unchanged = |value: Value| variables.iter().position(|&variable| variable == value);
    let yielded: Vec<Value> = yielded.into_iter().map(|value| unchanged(value).map_or(value, |i| inits[i])).collect();
    rw.erase(terminator);
    let mut args = vec![iv];
    args.extend(outer.iter_args(rw));
    rw.inline_block_before(inner.body(rw), inner.id(), &args);
    rw.replace(inner, yielded);
}

fn operand(body: &Body, value: Value) -> MixedIndex {
    MixedIndex::Dynamic(value).resolved(body)
}

/// The constants 0 and 1 around the trip count, as values: the bounds and the step of the normalized loop.
fn normalized_bounds(rw: &mut Rewriter, loc: Loc, bounds: [Value; 3]) -> [Value; 3] {
    let [lower, upper, step] = bounds;
    let ty = rw.ty(lower);
    rw.set_loc(loc);
    if ty.is_index() {
        let [start, end, by] = [0, 1, 2].map(AffineExpr::symbol);
        let map = AffineMap::new(0, 3, [(end - start).ceil_div(by)]);
        let operands = bounds.map(|value| operand(rw, value));
        let size = make_composed_folded_apply(rw, loc, &map, &operands);
        let zero = constant_int(rw, 0, ty);
        let size = materialize_index(rw, size);
        return [zero, size, constant_int(rw, 1, ty)];
    }
    let is_zero_based = get_constant_int_value(rw, lower) == Some(0);
    let is_step_one = get_constant_int_value(rw, step) == Some(1);
    if is_zero_based && is_step_one {
        return bounds;
    }
    let span = if is_zero_based { upper } else { create_or_fold(rw, SubIOp::build(upper, lower).at(loc)) };
    let size = if is_step_one { span } else { create_or_fold(rw, CeilDivSIOp::build(span, step).at(loc)) };
    [constant_int(rw, 0, ty), size, constant_int(rw, 1, ty)]
}

/// Replaces uses of a normalized induction variable by the original value.
fn denormalize(rw: &mut Rewriter, loc: Loc, iv: Value, [lower, _, step]: [Value; 3]) {
    let is_zero_based = get_constant_int_value(rw, lower) == Some(0);
    let is_step_one = get_constant_int_value(rw, step) == Some(1);
    let mut made = Vec::new();
    rw.set_loc(loc);
    let original = if rw.ty(iv).is_index() {
        let expr = AffineExpr::dim(0) * AffineExpr::symbol(1) + AffineExpr::symbol(0);
        let operands = [MixedIndex::Dynamic(iv), operand(rw, lower), operand(rw, step)];
        let value = make_composed_folded_apply(rw, loc, &AffineMap::new(1, 2, [expr]), &operands);
        let value = materialize_index(rw, value);
        if !is_zero_based || !is_step_one {
            made.extend(rw.defining_op(value));
        }
        value
    } else {
        let mut value = iv;
        if !is_step_one {
            value = rw.value(MulIOp::build(iv, step).at(loc));
            made.extend(rw.defining_op(value));
        }
        if !is_zero_based {
            value = rw.value(AddIOp::build(value, lower).at(loc));
            made.extend(rw.defining_op(value));
        }
        value
    };
    rw.replace_uses_if(iv, original, |_, user, _| !made.contains(&user));
}

fn product(rw: &mut Rewriter, loc: Loc, values: &[Value]) -> Value {
    let ty = rw.ty(values[0]);
    rw.set_loc(loc);
    if ty.is_index() {
        let map = AffineMap::new(0, 2, [AffineExpr::symbol(0) * AffineExpr::symbol(1)]);
        let mut product = MixedIndex::Static(1);
        for &value in values {
            let factor = operand(rw, value);
            product = make_composed_folded_apply(rw, loc, &map, &[product, factor]);
        }
        return materialize_index(rw, product);
    }
    let mut product = None;
    for &value in values {
        if get_constant_int_value(rw, value) != Some(1) {
            product = Some(match product {
                None => value,
                Some(product) => rw.value(MulIOp::build(product, value).at(loc)),
            });
        }
    }
    product.unwrap_or_else(|| constant_int(rw, 1, ty))
}

/// The induction variables computed from `linear`, and the operations that use it for that.
fn delinearize(rw: &mut Rewriter, loc: Loc, linear: Value, sizes: &[Value]) -> (Vec<Value>, Vec<OpId>) {
    if rw.ty(linear).is_index() {
        let basis: Vec<MixedIndex> = sizes.iter().map(|&size| operand(rw, size)).collect();
        let op = rw.create(DelinearizeIndexOp::with_basis(rw.cx(), linear, &basis, true).at(loc)).id();
        return (rw.results(op).to_vec(), vec![op]);
    }
    let ty = rw.ty(linear);
    rw.set_loc(loc);
    let is_one: Vec<bool> = sizes.iter().map(|&size| get_constant_int_value(rw, size) == Some(1)).collect();
    let n_leading = is_one.iter().take_while(|&&is_one| is_one).count();
    let mut ivs = vec![linear; sizes.len()];
    let mut users = Vec::new();
    for iv in &mut ivs[..n_leading] {
        *iv = constant_int(rw, 0, ty);
    }
    let mut rest = linear;
    for index in (n_leading..sizes.len()).rev() {
        if index + 1 != sizes.len() && !is_one[index + 1] {
            rest = rw.value(DivSIOp::build(rest, sizes[index + 1]).at(loc));
            users.extend(rw.defining_op(rest));
        }
        ivs[index] = if index == n_leading {
            rest
        } else if is_one[index] {
            constant_int(rw, 0, ty)
        } else {
            let value = rw.value(RemSIOp::build(rest, sizes[index]).at(loc));
            users.extend(rw.defining_op(value));
            value
        };
    }
    (ivs, users)
}
