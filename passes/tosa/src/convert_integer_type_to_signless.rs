//! Integers without sign: what is signed or unsigned in a graph is said by the attributes of operations.

use std::sync::Arc;

use rmlir::core::pattern::PatternRoot;
use rmlir::core::types::{Signedness, TypeData};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget, Converted, TypeConverter,
    function_signature_pattern,
};
use rmlir_func::FuncOp;
use rmlir_tosa::ConstOp;

use crate::retype::{convert_fully, is_legal_function, map_elements, retype};

/// Convert integer types to signless.
///
/// Elements of tensors become integers without sign, in signatures of functions too.
///
/// ```mlir
/// %0 = tosa.identity %t : (tensor<4xui8>) -> tensor<4xui8>
/// // becomes
/// %0 = tosa.identity %t : (tensor<4xi8>) -> tensor<4xi8>
/// ```
#[pass(
    name = "tosa-convert-integer-type-to-signless",
    title = "TosaConvertIntegerTypeToSignless",
    anchor = "func.func",
    depends(rmlir_func::Func, rmlir_tosa::Tosa)
)]
pub fn tosa_convert_integer_type_to_signless(cx: &mut PassCx) -> PassResult {
    let mut types = TypeConverter::new();
    types.rule(|_, cx, ty| Some(Converted::To(signless_tensor(cx, ty))));
    let types = Arc::new(types);
    let mut target = ConversionTarget::new(cx.cx());
    let of_function = types.clone();
    target.dynamic_op(FuncOp::NAME, move |op| is_legal_function(&of_function, op));
    let of_constant = types.clone();
    target.dynamic_op(ConstOp::NAME, move |op| {
        let values = op.prop(ConstOp::VALUES).and_then(|values| values.ty(op.cx()));
        of_constant.is_legal_op(op) && values.is_some_and(|ty| of_constant.is_legal(op.cx(), ty))
    });
    let of_others = types.clone();
    target.dynamic_unknown(move |op| of_others.is_legal_op(op));
    let mut patterns = ConversionPatterns::new();
    patterns.add(function_signature_pattern(FuncOp::NAME, &types));
    patterns.on(ConstOp::NAME, "convert_constant", Some(&types), |rw, op, _| convert_constant(rw, op));
    let any = ConversionPattern::new("", "convert_operation", |rw, op, operands| {
        retype(rw, op, operands, |_, attr| Some(attr))
    });
    patterns.add(any.rooted(PatternRoot::Any).benefit(0).converter(&types));
    convert_fully(cx, &target, &patterns)
}

/// The tensor type with integers without sign as elements.
fn signless_tensor(cx: &Context, ty: Type) -> Type {
    match ty.element_or_self(cx).data(cx) {
        &TypeData::Integer { width, sign } if ty.is_tensor(cx) && sign != Signedness::Signless => {
            ty.with_element(cx, cx.int_type(width))
        }
        _ => ty,
    }
}

/// The same bits.
fn convert_constant(rw: &mut ConversionRewriter, op: OpId) -> Match {
    let cx = rw.cx();
    let values = OpRef::new(rw, op).get(ConstOp::values);
    let Some(ty) = values.ty(cx).map(|ty| signless_tensor(cx, ty)) else {
        return rw.no_match(op, "its elements have no type");
    };
    let element = ty.element_or_self(cx);
    let signless = |value: Attr| Some(cx.apint_attr(element, value.as_integer(cx)?.0.clone()));
    let Some(values) = map_elements(cx, values, element, signless) else {
        return rw.no_match(op, "unknown elements attribute type");
    };
    rw.replace_with(op, ConstOp::build(ty, values));
    Match::Yes
}
