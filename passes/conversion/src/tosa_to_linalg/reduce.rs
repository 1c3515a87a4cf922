//! Reductions along one dimension.

use rmlir::core::types::DYNAMIC;
use rmlir::num::{ApFloat, ApInt};
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::ConstantOp;
use rmlir_linalg::{ReduceOp, SelectOp, create_named};
use rmlir_tensor::{EmptyOp, tensor_type};
use rmlir_tosa::*;

use super::generic::{Nest, expand, fill_region, filled, identity, parallel, shape_of, size};
use super::range::constant_float;
use super::scalar::{ignores_nan, is_nan};

/// The operations.
pub(super) const OPS: [&str; 6] = [
    ReduceAllOp::NAME,
    ReduceAnyOp::NAME,
    ReduceMinOp::NAME,
    ReduceMaxOp::NAME,
    ReduceSumOp::NAME,
    ReduceProductOp::NAME,
];

/// The neutral element of a reduction of elements of type `ty`.
pub(super) fn initial(cx: &Context, name: &str, ty: Type) -> Option<Attr> {
    let is_max = name == ReduceMaxOp::NAME || name == ArgMaxOp::NAME;
    let truth = |value: bool| (ty.int_width(cx) == Some(1)).then(|| cx.bool_attr(value));
    match name {
        ReduceSumOp::NAME => cx.zero_attr(ty),
        ReduceProductOp::NAME => cx.one_attr(ty),
        ReduceAllOp::NAME => truth(true),
        ReduceAnyOp::NAME => truth(false),
        _ => match (ty.float_kind(cx), ty.int_width(cx)) {
            (Some(kind), _) => Some(cx.float_attr(ty, ApFloat::largest(kind, is_max))),
            (None, Some(width)) if is_max => Some(cx.apint_attr(ty, ApInt::signed_min(width))),
            (None, Some(width)) => Some(cx.apint_attr(ty, ApInt::signed_max(width))),
            (None, None) => None,
        },
    }
}

/// Combines an element with the result so far.
fn combine(rw: &mut Rewriter, name: &str, a: Value, b: Value) -> Option<Value> {
    let is_float = rw.ty(a).float_kind(rw).is_some();
    Some(match (name, is_float) {
        (ReduceSumOp::NAME, true) => rw.value(arith::AddFOp::build(a, b)),
        (ReduceSumOp::NAME, false) => rw.value(arith::AddIOp::build(a, b)),
        (ReduceProductOp::NAME, true) => rw.value(arith::MulFOp::build(a, b)),
        (ReduceProductOp::NAME, false) => rw.value(arith::MulIOp::build(a, b)),
        (ReduceMinOp::NAME, true) => rw.value(arith::MinimumFOp::build(a, b)),
        (ReduceMinOp::NAME, false) => rw.value(arith::MinSIOp::build(a, b)),
        (ReduceMaxOp::NAME, true) => rw.value(arith::MaximumFOp::build(a, b)),
        (ReduceMaxOp::NAME, false) => rw.value(arith::MaxSIOp::build(a, b)),
        (ReduceAllOp::NAME, false) => rw.value(arith::AndIOp::build(a, b)),
        (ReduceAnyOp::NAME, false) => rw.value(arith::OrIOp::build(a, b)),
        _ => return None,
    })
}

/// The shape of the reduced tensor.
struct Reduced {
    shape: Vec<i64>,
    sizes: Vec<Value>,
}

impl Reduced {
    fn new(rw: &mut Rewriter, input: Value, axis: usize) -> Option<Self> {
        let mut shape = shape_of(rw, input).filter(|shape| axis < shape.len())?;
        let dynamic: Vec<usize> = (0..shape.len()).filter(|&dim| dim != axis && shape[dim] == DYNAMIC).collect();
        let sizes = dynamic.into_iter().map(|dim| size(rw, input, dim)).collect();
        shape.remove(axis);
        Some(Self { shape, sizes })
    }

    fn empty(&self, rw: &mut Rewriter, element: Type) -> Value {
        let ty = tensor_type(rw.cx(), &self.shape, element);
        rw.value(EmptyOp::build(ty, &self.sizes))
    }

    /// A tensor of this constant.
    fn filled(&self, rw: &mut Rewriter, constant: Value) -> Option<Value> {
        let element = rw.ty(constant);
        let empty = self.empty(rw, element);
        filled(rw, constant, empty)
    }
}

/// Reduces by a `linalg.reduce`; the dimension of size 1 is added by a `tensor.expand_shape`.
pub(super) fn to_reduce(rw: &mut Rewriter, op: OpId) -> Match {
    match reduce(rw, op) {
        Some(result) => {
            rw.replace(op, [result]);
            Match::Yes
        }
        None => rw.no_match(op, "unable to create linalg.generic body for reduce op"),
    }
}

fn reduce(rw: &mut Rewriter, op: OpId) -> Option<Value> {
    let view = OpRef::new(rw, op);
    let name = view.name_str().to_owned();
    let (input, ty) = (view.operand(0).id, view.result(0).ty());
    ty.shape(rw)?;
    let axis = usize::try_from(view.attr("axis")?.as_i64(rw)?).ok()?;
    let element = ty.element_or_self(rw);
    let is_widened = name == ReduceSumOp::NAME && element == Type::BF16;
    let acc = if is_widened { Type::F32 } else { element };
    let initial = initial(rw, &name, acc)?;
    let reduced = Reduced::new(rw, input, axis)?;
    let empty = reduced.empty(rw, acc);
    let neutral = rw.value(ConstantOp::build(initial));
    let mut inputs = vec![input];
    let mut outputs = vec![filled(rw, neutral, empty)?];
    let ignores_nan = element.float_kind(rw).is_some() && ignores_nan(rw, op);
    if ignores_nan {
        // The result is NaN only if all elements are, so it is also computed whether they are.
        let yes = rw.value(ConstantOp::build(Attr::TRUE));
        inputs.push(input);
        outputs.push(reduced.filled(rw, yes)?);
    }
    let types: Vec<Type> = outputs.iter().map(|&output| rw.ty(output)).collect();
    let dims = rw.i64_array(&[axis as i64]);
    let reduce = rw.create(ReduceOp::build(&types, &inputs, &outputs, dims));
    let region = reduce.combiner(rw);
    let operands = [inputs, outputs].concat();
    fill_region(rw, region, &operands, |rw, args| {
        let so_far = if ignores_nan { args[2] } else { args[1] };
        let value = if is_widened { rw.value(arith::ExtFOp::build(acc, args[0])) } else { args[0] };
        let result = combine(rw, &name, value, so_far)?;
        if !ignores_nan {
            return Some(vec![result]);
        }
        let is_nan = is_nan(rw, args[0]);
        let result = rw.value(arith::SelectOp::build(is_nan, so_far, result));
        let all = rw.value(arith::AndIOp::build(args[3], is_nan));
        Some(vec![result, all])
    })?;
    let results = rw.results(reduce.id()).to_vec();
    let mut result = results[0];
    if ignores_nan {
        result = nan_where(rw, &reduced, results[1], result, acc)?;
    }
    if is_widened {
        result = truncated(rw, &reduced, result, element)?;
    }
    expanded(rw, result, ty, axis)
}

/// NaN where `all` is true, else the result.
fn nan_where(rw: &mut Rewriter, reduced: &Reduced, all: Value, result: Value, ty: Type) -> Option<Value> {
    let nan = ApFloat::nan(ty.float_kind(rw)?, false);
    let nan = constant_float(rw, nan, ty);
    let nans = reduced.filled(rw, nan)?;
    let output = reduced.empty(rw, ty);
    let select = create_named::<SelectOp>(rw, &[all, nans, result], &[output], &[])?;
    rw.results(select.id()).first().copied()
}

fn truncated(rw: &mut Rewriter, reduced: &Reduced, value: Value, element: Type) -> Option<Value> {
    let output = reduced.empty(rw, element);
    let rank = reduced.shape.len();
    let nest = Nest {
        types: &[rw.ty(output)],
        inputs: &[value],
        outputs: &[output],
        maps: vec![identity(rank), identity(rank)],
        iterators: parallel(rank),
    };
    let results = nest.create(rw, |rw, args| Some(vec![rw.value(arith::TruncFOp::build(element, args[0]))]))?;
    results.first().copied()
}

/// The tensor with a dimension of size 1 at `axis`.
fn expanded(rw: &mut Rewriter, value: Value, ty: Type, axis: usize) -> Option<Value> {
    let rank = shape_of(rw, value)?.len() as i64;
    let axis = axis as i64;
    let mut groups: Vec<Vec<i64>> = (0..rank).map(|dim| vec![if dim > axis { dim + 1 } else { dim }]).collect();
    if rank > 0 {
        let last = axis.min(rank - 1);
        groups[last as usize].push(last + 1);
    }
    let build = expand(rw, ty, value, &groups)?;
    Some(rw.value(build))
}
