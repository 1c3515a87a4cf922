//! Operations on constant tensors: transposes, reciprocals, and reductions of integers.

use rmlir::core::dense;
use rmlir::core::fold::constant_value;
use rmlir::core::pattern::{Pattern, PatternRoot, PatternSet};
use rmlir::num::Rounding;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_tosa::*;

use crate::constants::transposed;

/// Fold layerwise operations on constant tensors.
///
/// A constant that has other uses is kept, so an operation on it is folded only if that is asked for, or its elements are
/// equal.
///
/// ```mlir
/// %c = "tosa.const"() <{values = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
/// %0 = tosa.reduce_sum %c {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
/// // becomes
/// %0 = "tosa.const"() <{values = dense<[[5, 7, 9]]> : tensor<1x3xi32>}> : () -> tensor<1x3xi32>
/// ```
#[pass(
    name = "tosa-layerwise-constant-fold",
    title = "TosaLayerwiseConstantFoldPass",
    anchor = "func.func",
    depends(Tosa)
)]
pub struct TosaLayerwiseConstantFold {
    /// Always perform the reduce constant optimizationMay add more tosa.const but would reduce runtime calculations
    #[option(default = false)]
    aggressive_reduce_constant: bool,
}

impl Pass for TosaLayerwiseConstantFold {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(fold_reciprocal::pattern());
        patterns.add(fold_transpose::pattern());
        let is_aggressive = self.aggressive_reduce_constant;
        for &(name, combine) in REDUCTIONS {
            let fold = move |rw: &mut Rewriter, op: OpId| fold_reduction(rw, op, combine, is_aggressive);
            patterns.add(Pattern::rooted(PatternRoot::Op(name), "fold_reduction", fold));
        }
        for add in Tosa::DEF.ops.iter().filter_map(|def| def.behavior().canonicalize) {
            add(&mut patterns);
        }
        cx.apply_greedily(patterns)
    }
}

/// The dense elements of the constant `value`.
fn constant(body: &Body, value: Value) -> Option<Attr> {
    constant_value(body, value)
        .filter(|values| values.splat_value(body).is_some() || values.dense_elements(body).is_some())
}

#[pattern]
fn fold_reciprocal(op: ReciprocalOp, rw: &mut Rewriter) -> Match {
    let input = op.input1(rw);
    let Some(values) = constant(rw, input).filter(|_| rw.defined_by::<ConstOp>(input).is_some()) else {
        return rw.no_match(op, "Non-const or non-dense input tensor");
    };
    let ty = rw.ty(op.output(rw));
    if ty.static_shape(rw).is_none() || ty.element_or_self(rw).float_kind(rw).is_none() {
        return rw.no_match(op, "the result is no static tensor of floats");
    }
    if values.splat_value(rw).is_none() && !rw.has_one_use(input) {
        return rw.no_match(op, "the constant has other uses");
    }
    let cx = rw.cx();
    let reciprocal = |value: Attr| {
        let (number, element) = value.as_float(cx)?;
        let one = ApFloat::from_f64(number.kind(), 1.0).value;
        Some(cx.float_attr(element, one.div(*number, Rounding::NearestTiesToEven)))
    };
    let folded = crate::retype::map_elements(cx, values, ty.element_or_self(cx), reciprocal);
    let Some(folded) = folded else { return rw.no_match(op, "its elements are no floats") };
    rw.replace_with(op, ConstOp::build(ty, folded));
    Match::Yes
}

#[pattern]
fn fold_transpose(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let (input, ty) = (op.input1(rw), rw.ty(op.output(rw)));
    let Some(values) = constant(rw, input).filter(|_| rw.has_one_use(input)) else {
        return rw.no_match(op, "it is not the only use of a constant");
    };
    let element = ty.element_or_self(rw);
    let is_supported = matches!(element.int_width(rw), Some(1 | 8 | 16 | 32 | 64)) || element.float_kind(rw).is_some();
    if !is_supported || ty.static_shape(rw).is_none() {
        return rw.no_match(op, "unsupported attribute or element type");
    }
    let perms = op.perms(rw).to_vec();
    let Some(folded) = transposed(rw.cx(), values, ty, &perms) else {
        return rw.no_match(op, "unsupported attribute or element type");
    };
    rw.replace_with(op, ConstOp::build(ty, folded));
    Match::Yes
}

/// Combines two integers.
type Combine = fn(&ApInt, &ApInt) -> ApInt;

const REDUCTIONS: &[(&str, Combine)] = &[
    (ReduceAllOp::NAME, ApInt::and),
    (ReduceAnyOp::NAME, ApInt::or),
    (ReduceMaxOp::NAME, ApInt::smax),
    (ReduceMinOp::NAME, ApInt::smin),
    (ReduceProductOp::NAME, ApInt::mul),
    (ReduceSumOp::NAME, ApInt::add),
];

fn fold_reduction(rw: &mut Rewriter, op: OpId, combine: Combine, is_aggressive: bool) -> Match {
    let (input, ty) = (rw.operand(op, 0), rw.ty(rw.result(op, 0)));
    let Some(constant) = rw.defined_by::<ConstOp>(input) else {
        return rw.no_match(op, "reduce input must be const operation");
    };
    if !is_aggressive && !rw.has_one_use(input) {
        return rw.no_match(op, "input operation has more than one user");
    }
    if ty.static_shape(rw).is_none() {
        return rw.no_match(op, "result type shape is not static");
    }
    let axis = OpRef::new(rw, op).get(ReduceSumOp::axis) as usize;
    let Some(folded) = reduced(rw.cx(), constant.values(rw), ty, axis, combine) else {
        return rw.no_match(op, "reduce input currently supported with integer type");
    };
    rw.replace_with(op, ConstOp::build(ty, folded));
    Match::Yes
}

/// The integers `values` combined along `axis`, as elements of `ty`.
fn reduced(cx: &Context, values: Attr, ty: Type, axis: usize, combine: Combine) -> Option<Attr> {
    let shape = values.ty(cx)?.static_shape(cx)?;
    let (n, stride) = (*shape.get(axis)? as usize, shape[axis + 1..].iter().product::<i64>() as usize);
    let elements = values.dense_elements(cx)?;
    let numbers: Vec<&ApInt> = elements.iter().map(|value| Some(value.as_integer(cx)?.0)).collect::<Option<_>>()?;
    let element = ty.element_or_self(cx);
    let n_results = numbers.len().checked_div(n).unwrap_or(0);
    let mut results = Vec::new();
    for index in 0..n_results {
        let first = index / stride * stride * n + index % stride;
        let mut result = numbers[first].clone();
        for other in 1..n {
            result = combine(&result, numbers[first + other * stride]);
        }
        results.push(cx.apint_attr(element, result));
    }
    dense::from_elements(cx, ty, &results)
}
