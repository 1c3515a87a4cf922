//! Constants, vectors, structures and arrays.

use rmlir::interp::emit::constant::{attr_value, elements};
use rmlir::interp::{Emit, Emitted, Kind, Value};
use rmlir::prelude::*;

use crate::ops::aggregate::{
    ExtractElementOp, ExtractValueOp, FreezeOp, InsertElementOp, InsertValueOp, ShuffleVectorOp,
};
use crate::ops::constant::{ConstantOp, NoneTokenOp, PoisonOp, UndefOp, ZeroOp};

/// The value of a kind whose scalars are all zero.
pub fn zero_value(kind: &Kind) -> Value {
    match kind.width() {
        Some(width) => ApInt::zero(width).into(),
        None => {
            Value::list((0..kind.n_parts()).map(|at| zero_value(kind.part(at).expect("parts are counted"))).collect())
        }
    }
}

/// Builds a value of kind `kind` from its scalars in order.
fn nested(kind: &Kind, scalars: &mut dyn Iterator<Item = Value>) -> Option<Value> {
    match kind.n_parts() {
        0 => scalars.next(),
        n => {
            let part = |at| nested(kind.part(at).expect("parts are counted"), scalars);
            Some(Value::list((0..n).map(part).collect::<Option<_>>()?))
        }
    }
}

/// The number of scalars in a value of this kind.
fn n_scalars(kind: &Kind) -> usize {
    match kind.n_parts() {
        0 => 1,
        n => (0..n).map(|at| n_scalars(kind.part(at).expect("parts are counted"))).sum(),
    }
}

/// The value, of kind `kind`, of an attribute of a constant or global.
pub fn constant_value(cx: &Context, attr: Attr, kind: &Kind) -> Option<Value> {
    if let Some(bytes) = attr.as_bytes(cx) {
        return nested(kind, &mut bytes.iter().map(|&byte| Value::Bits(byte.into())));
    }
    match elements(cx, attr, n_scalars(kind)) {
        Some(scalars) => nested(kind, &mut scalars.into_iter()),
        None => attr_value(cx, attr, kind),
    }
}

#[eval(ConstantOp)]
fn constant<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.kind(op, op.result(0).ty())?;
    let value = constant_value(op.cx(), op.get(ConstantOp::value), &kind);
    let value = value.ok_or_else(|| op.error("cannot be interpreted: its constant is of an unknown form"))?;
    let into = emit.result(op, 0);
    emit.set_constant(into, value);
    Ok(())
}

#[eval(ZeroOp)]
fn zero<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (kind, into) = (emit.kind(op, op.result(0).ty())?, emit.result(op, 0));
    emit.set_constant(into, zero_value(&kind));
    Ok(())
}

/// An undefined value is poison here: the initial value of registers.
#[eval(NoneTokenOp, PoisonOp, UndefOp)]
fn none<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.result(op, 0);
    Ok(())
}

/// `value` with poison replaced by zero.
fn frozen(value: &Value, kind: &Kind) -> Value {
    match value {
        Value::Poison => zero_value(kind),
        Value::List(parts) => {
            let part = |(at, part): (usize, &Value)| kind.part(at).map_or(part.clone(), |kind| frozen(part, kind));
            Value::list(parts.iter().enumerate().map(part).collect())
        }
        _ => value.clone(),
    }
}

#[eval(FreezeOp)]
fn freeze<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (kind, from, into) = (emit.kind(op, op.result(0).ty())?, emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(frozen(m.get(from), &kind)));
    Ok(())
}

/// The path of indices to a member.
fn path(position: Vec<i64>) -> Vec<usize> {
    position.into_iter().map(|index| index as usize).collect()
}

#[eval(ExtractValueOp)]
fn extract_value<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let path = path(op.get(ExtractValueOp::position));
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(path.iter().fold(m.get(from), |value, &at| value.part(at)).clone()));
    Ok(())
}

/// `whole` with the member at the end of `path` replaced.
fn inserted(whole: &Value, kind: &Kind, path: &[usize], part: &Value) -> Value {
    let [at, rest @ ..] = path else { return part.clone() };
    let mut parts = whole.parts(kind.n_parts()).into_owned();
    if let (Some(place), Some(kind)) = (parts.get_mut(*at), kind.part(*at)) {
        *place = inserted(place, kind, rest, part);
    }
    Value::list(parts)
}

#[eval(InsertValueOp)]
fn insert_value<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (path, kind) = (path(op.get(InsertValueOp::position)), emit.kind(op, op.result(0).ty())?);
    let (whole, part, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| Ok(inserted(m.get(whole), &kind, &path, m.get(part))));
    Ok(())
}

/// A position out of bounds yields poison.
#[eval(ExtractElementOp)]
fn extract_element<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (vector, position, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let place = m.get(position).bits().and_then(|place| usize::try_from(place).ok());
        Ok(place.map_or(Value::Poison, |place| m.get(vector).part(place).clone()))
    });
    Ok(())
}

#[eval(InsertElementOp)]
fn insert_element<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = emit.kind(op, op.result(0).ty())?.n_parts();
    let (vector, value, position) = (emit.operand(op, 0), emit.operand(op, 1), emit.operand(op, 2));
    let into = emit.result(op, 0);
    emit.compute(into, move |m| {
        let place = m.get(position).bits().and_then(|place| usize::try_from(place).ok()).filter(|&place| place < n);
        let Some(place) = place else { return Ok(Value::Poison) };
        let mut lanes = m.get(vector).parts(n).into_owned();
        lanes[place] = m.get(value).clone();
        Ok(Value::list(lanes))
    });
    Ok(())
}

#[eval(ShuffleVectorOp)]
fn shuffle_vector<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let mask = op.get(ShuffleVectorOp::mask);
    let n = emit.kind(op, op.value(ShuffleVectorOp::v1).ty())?.n_parts();
    let (first, second, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    // One mask element applies to all lanes of a scalable vector.
    let n_to = emit.kind(op, op.result(0).ty())?.n_parts();
    let mask = if mask.len() < n_to { vec![mask[0]; n_to] } else { mask };
    emit.compute(into, move |m| {
        let (first, second) = (m.get(first), m.get(second));
        let lane = |&at: &i32| match usize::try_from(at) {
            Ok(at) if at < n => first.part(at).clone(),
            Ok(at) => second.part(at - n).clone(),
            Err(_) => Value::Poison,
        };
        Ok(Value::list(mask.iter().map(lane).collect()))
    });
    Ok(())
}
