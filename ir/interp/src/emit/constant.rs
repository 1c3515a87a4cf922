//! Constants: attributes as values.

use rmlir_core::dense::element_bytes;
use rmlir_core::{Attr, AttrData, Context, OpRef, Type, TypeData};
use rmlir_diag::Diagnostic;
use rmlir_num::{ApFloat, ApInt};

use super::Emit;
use crate::kind::Kind;
use crate::value::Value;

/// The scalar of type `ty` with these bytes; the two components of a complex number are consecutive.
fn of_bytes(cx: &Context, ty: Type, bytes: &[u8]) -> Option<Value> {
    if let TypeData::Complex(part) = ty.data(cx) {
        let (re, im) = bytes.split_at(bytes.len() / 2);
        return Some(Value::list(vec![of_bytes(cx, *part, re)?, of_bytes(cx, *part, im)?]));
    }
    match ty.float_kind(cx) {
        Some(kind) => Some(ApFloat::from_le_bytes(kind, bytes).into()),
        None => Some(ApInt::from_le_bytes(ty.int_or_index_width(cx)?, bytes).into()),
    }
}

/// The elements of an attribute in row-major order; `n` copies for a splat.
pub fn elements(cx: &Context, attr: Attr, n: usize) -> Option<Vec<Value>> {
    let AttrData::Dense { ty, splat, data } = attr.data(cx) else { return None };
    let element = ty.element(cx)?;
    if *splat {
        return Some(vec![of_bytes(cx, element, data)?; n]);
    }
    let size = element_bytes(cx, element)?;
    data.chunks_exact(size).map(|bytes| of_bytes(cx, element, bytes)).collect()
}

/// The value of kind `kind` denoted by `attr`.
pub fn attr_value(cx: &Context, attr: Attr, kind: &Kind) -> Option<Value> {
    match attr.data(cx) {
        AttrData::Integer { value, .. } => Some(value.clone().into()),
        AttrData::Float { value, .. } => Some((*value).into()),
        AttrData::Dense { .. } => match kind {
            Kind::Tensor(tensor) => {
                let sizes = tensor.shape.clone()?;
                let n = usize::try_from(sizes.iter().product::<i64>()).ok()?;
                Some(Value::tensor(sizes, elements(cx, attr, n)?))
            }
            _ => Some(Value::list(elements(cx, attr, kind.n_parts())?)),
        },
        AttrData::Array(parts) => {
            let part = |(at, &part): (usize, &Attr)| attr_value(cx, part, kind.part(at)?);
            Some(Value::list(parts.iter().enumerate().map(part).collect::<Option<_>>()?))
        }
        _ => None,
    }
}

impl<'a> Emit<'a, '_> {
    /// Sets the result of `op` to the constant `attr`.
    pub fn constant_result(&mut self, op: OpRef<'a>, attr: Attr) -> Result<(), Box<Diagnostic>> {
        let kind = self.kind(op, op.result(0).ty())?;
        let value = attr_value(self.cx(), attr, &kind);
        let value = value.ok_or_else(|| op.error("cannot be interpreted: its constant is of an unknown form"))?;
        let into = self.result(op, 0);
        self.set_constant(into, value);
        Ok(())
    }
}
