//! `arith.constant`, and creation and inspection of constants.

use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

/// A constant: an integer, a float, or the elements of a vector or tensor.
///
/// ```mlir
/// %c = arith.constant 42 : i32
/// %v = arith.constant dense<1.0> : vector<4xf32>
/// ```
#[op(name = "arith.constant", traits(ConstantLike, Pure), interfaces(AsmNames, InferIntRange, PoisonBehavior, ValueBounds),
     fold, eval, verify = verify_constant, format = "attr-dict $value")]
pub struct ConstantOp {
    #[prop]
    value: TypedAttrInterface,
    #[result(derive(from = "value", with = same_type, summary = "all of {value, result} have same type"))]
    result: AnyType,
}

fn same_type(_cx: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

/// Whether `value` may be the value of a constant.
fn is_number(cx: &Context, value: Attr) -> bool {
    value.as_integer(cx).is_some() || value.as_float(cx).is_some() || (ElementsAttr.check)(cx, value)
}

fn is_signless(cx: &Context, ty: Type) -> bool {
    let element = ty.element_or_self(cx);
    !element.is_integer(cx) || element.signless_width(cx).is_some()
}

fn verify_constant(op: OpRef) -> Checked {
    let (cx, ty) = (op.cx(), op.result(0).ty());
    let value = op.get(ConstantOp::value);
    if ty.is_integer(cx) && !is_signless(cx, ty) {
        return Err(op.error("integer return type must be signless"));
    }
    if !is_number(cx, value) {
        return Err(op.error("value must be an integer, float, or elements attribute"));
    }
    let is_scalable = matches!(ty.data(cx), TypeData::Vector { scalable, .. } if scalable.contains(&true));
    if is_scalable && value.splat_value(cx).is_none() {
        // The misspelling is upstream's.
        return Err(op.error(
            "intializing scalable vectors with elements attribute is not supported unless it's a vector splat",
        ));
    }
    Ok(())
}

/// The constant `value` of type `ty`, if it is a valid `arith.constant`.
pub(crate) fn materialize(cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
    let fits = value.ty(cx) == Some(ty) && is_signless(cx, ty) && is_number(cx, value);
    fits.then(|| ConstantOp::build(value).finish(cx))
}

/// Creates the constant `value : index` at the insertion point.
pub fn constant_index(rw: &mut Rewriter, value: i64) -> Value {
    let value = rw.index_attr(value);
    rw.value(ConstantOp::build(value))
}

/// The value of an index; a static one is materialized as a constant at the insertion point.
pub fn materialize_index(rw: &mut Rewriter, index: MixedIndex) -> Value {
    match index {
        MixedIndex::Static(number) => constant_index(rw, number),
        MixedIndex::Dynamic(value) => value,
    }
}

/// Materializes the negative static entries of `list`, which lists of offsets and sizes must not have, as constants.
/// Returns whether there were any.
pub fn materialize_negative(rw: &mut Rewriter, list: &mut [MixedIndex]) -> bool {
    let mut has_negative = false;
    for entry in list.iter_mut().filter(|entry| matches!(entry, MixedIndex::Static(number) if *number < 0)) {
        *entry = MixedIndex::Dynamic(materialize_index(rw, *entry));
        has_negative = true;
    }
    has_negative
}

/// Creates the integer constant `value : ty` at the insertion point.
pub fn constant_int(rw: &mut Rewriter, value: i64, ty: Type) -> Value {
    let value = rw.int_attr(ty, value);
    rw.value(ConstantOp::build(value))
}

/// The constant integer value of `value`, sign-extended, if it is a scalar constant that fits.
pub fn get_constant_int_value(body: &Body, value: Value) -> Option<i64> {
    constant_value(body, value)?.as_i64(body)
}
