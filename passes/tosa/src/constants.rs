//! Constants of `tosa`, and dense elements in another order.

use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir_tensor::tensor_type;
use rmlir_tosa::ConstOp;

/// A constant tensor whose elements are `value` of type `element`, an integer or a float.
pub(crate) fn splat_constant(rw: &mut Rewriter, shape: &[i64], element: Type, value: i64) -> Value {
    let cx = rw.cx();
    let ty = tensor_type(cx, shape, element);
    let number = match element.float_kind(cx) {
        Some(kind) => cx.float_attr(element, ApFloat::from_f64(kind, value as f64).value),
        None => cx.int_attr(element, value),
    };
    let values = dense::splat(cx, ty, number).expect("a number is an element of a tensor of numbers");
    rw.value(ConstOp::build(ty, values))
}

/// The sizes of a tensor whose dimensions are permuted.
pub(crate) fn permuted<T: Copy>(sizes: &[T], perms: &[i32]) -> Vec<T> {
    perms.iter().map(|&dim| sizes[dim as usize]).collect()
}

/// The dense elements `values` of a tensor whose dimensions are permuted, with the type `ty`.
pub(crate) fn transposed(cx: &Context, values: Attr, ty: Type, perms: &[i32]) -> Option<Attr> {
    if let Some(value) = values.splat_value(cx) {
        return dense::splat(cx, ty, value);
    }
    let shape = values.ty(cx)?.static_shape(cx)?;
    let elements = values.dense_elements(cx)?;
    let strides: Vec<i64> = (0..shape.len()).map(|dim| shape[dim + 1..].iter().product()).collect();
    let (sizes, strides) = (permuted(shape, perms), permuted(&strides, perms));
    let place = |at: Vec<i64>| at.iter().zip(&strides).map(|(index, stride)| index * stride).sum::<i64>() as usize;
    let moved: Vec<Attr> = rmlir::interp::value::indices(&sizes).map(|at| elements[place(at)]).collect();
    dense::from_elements(cx, ty, &moved)
}
