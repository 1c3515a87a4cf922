//! Verification of encodings with the shape and the element type of a tensor.

use rmlir::core::params::of_attr;
use rmlir::prelude::*;
use rmlir_complex::NumberAttr;

use crate::encoding::EncodingAttr;
use crate::verify_encoding::verify;

impl TensorEncoding for EncodingAttr {
    fn verify_encoding(&self, cx: &Context, encoding: Attr, shape: &[i64], element: Type) -> Result<(), String> {
        verify_with_tensor(cx, encoding, shape, element)
    }
}

/// Verifies that `encoding` is valid for a tensor of this shape and element type.
fn verify_with_tensor(cx: &Context, encoding: Attr, shape: &[i64], element: Type) -> Result<(), String> {
    let Some(params) = of_attr(cx, encoding, EncodingAttr::DEF) else { return Ok(()) };
    verify(cx, params)?;
    let Some(encoding) = EncodingAttr::from_attr(cx, encoding) else { return Ok(()) };
    if shape.is_empty() {
        return Err("expected non-scalar sparse tensor".to_owned());
    }
    let (found, wanted) = (encoding.dim_rank(cx), shape.len());
    if found != wanted {
        return Err(format!("dimension-rank mismatch between encoding and tensor shape: {found} != {wanted}"));
    }
    if let Some(value) = encoding.explicit_val(cx) {
        check_value_type(cx, "explicit", value, element)?;
    }
    let Some(value) = encoding.implicit_val(cx) else { return Ok(()) };
    check_value_type(cx, "implicit", value, element)?;
    if is_zero(cx, value) { Ok(()) } else { Err("implicit value must be zero".to_owned()) }
}

fn check_value_type(cx: &Context, which: &str, value: Attr, element: Type) -> Result<(), String> {
    let ty = value.ty(cx).unwrap_or(Type::NONE);
    if ty == element {
        return Ok(());
    }
    let (found, wanted) = (cx.show_type(ty), cx.show_type(element));
    Err(format!("{which} value type mismatch between encoding and tensor element type: '{found}' != '{wanted}'"))
}

fn is_zero(cx: &Context, value: Attr) -> bool {
    match (value.as_integer(cx), value.as_float(cx)) {
        (Some((value, _)), _) => value.is_zero(),
        (_, Some((value, _))) => value.is_zero(),
        _ => NumberAttr::from_attr(cx, value).is_none_or(|value| value.is_zero(cx)),
    }
}
