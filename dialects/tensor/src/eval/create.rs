//! The evaluation of operations that create tensors from elements.

use rmlir::core::mixed_index::mixed;
use rmlir::interp::emit::loops::{Counter, Range};
use rmlir::interp::value::indices;
use rmlir::interp::{Emit, Emitted, Exit, Fault, Flow, Reg, Value};
use rmlir::prelude::*;

use super::{n_elements, shape_of, sizes, within_limits};
use crate::create::{EmptyOp, FromElementsOp, GenerateOp, SplatOp};
use crate::pad::PadOp;

#[eval(EmptyOp)]
pub fn empty<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (shape, dynamic, into) = (shape_of(op, op.result(0).ty())?, emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let sizes = sizes(m, &shape, &dynamic)?;
        let elements = vec![Value::Poison; n_elements(&sizes)];
        Ok(Value::tensor(sizes, elements))
    });
    Ok(())
}

#[eval(SplatOp)]
pub fn splat<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (shape, operands, into) = (shape_of(op, op.result(0).ty())?, emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let sizes = sizes(m, &shape, &operands[1..])?;
        let elements = vec![m.get(operands[0]).clone(); n_elements(&sizes)];
        Ok(Value::tensor(sizes, elements))
    });
    Ok(())
}

#[eval(FromElementsOp)]
pub fn from_elements<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (shape, operands, into) = (shape_of(op, op.result(0).ty())?, emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let elements = operands.iter().map(|&operand| m.get(operand).clone()).collect();
        Ok(Value::tensor(shape.clone(), elements))
    });
    Ok(())
}

#[eval(GenerateOp)]
pub fn generate<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (shape, dynamic, into) = (shape_of(op, op.result(0).ty())?, emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let sizes = sizes(m, &shape, &dynamic)?;
        let elements = vec![Value::Poison; n_elements(&sizes)];
        Ok(Value::tensor(sizes, elements))
    });
    fill_by_region(op, emit, into, |_| true)
}

/// Appends a loop that sets the elements of the tensor in `into` for which `is_open` holds to the
/// values that the region yields.
fn fill_by_region<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    into: Reg,
    is_open: impl Fn(&Value) -> bool + Send + Sync + 'static,
) -> Emitted {
    let (args, value) = (emit.region_args(op.region(0)), emit.fresh());
    let (number, total, end) = (emit.fresh(), emit.fresh(), emit.label());
    emit.compute(total, move |m| Ok(Value::index(n_elements(m.sizes(into)?) as i64)));
    let (zero, one) = (emit.constant(Value::index(0)), emit.constant(Value::index(1)));
    let range = Range { lower: zero, upper: total, step: one };
    let places = args.clone();
    emit.counted_loop(Counter::INDEX, range, number, end, |emit, next| {
        let inside = emit.label();
        emit.push(move |m| {
            let at = m.bits(number, "a place")?;
            if !is_open(&m.tensor(into)?.elements[at as usize]) {
                return Ok(Flow::Jump(next));
            }
            let mut rest = at as i64;
            let sizes = m.sizes(into)?.to_vec();
            for (&place, &size) in places.iter().zip(&sizes).rev() {
                m.set(place, Value::index(rest % size));
                rest /= size;
            }
            Ok(Flow::Jump(inside))
        });
        emit.bind(inside);
        let store = emit.label();
        emit.region(op.region(0), vec![Exit { label: store, into: vec![value] }])?;
        emit.bind(store);
        emit.push(move |m| {
            let at = m.bits(number, "a place")? as usize;
            let element = m.get(value).clone();
            if let Value::Tensor(mut tensor) = m.take(into) {
                std::sync::Arc::make_mut(&mut tensor).elements[at] = element;
                m.set(into, Value::Tensor(tensor));
            }
            Ok(Flow::Jump(next))
        });
        Ok(())
    })?;
    emit.bind(end);
    Ok(())
}

/// The padding elements are marked by an empty list until the region yields their values.
#[eval(PadOp)]
pub fn pad<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let mut amounts = |slot: usize, field: usize| {
        let numbers = op.prop(slot).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
        emit.mixed_indices(&mixed(&numbers, &value_ids(op.operand_field(field))))
    };
    let low = amounts(PadOp::STATIC_LOW, PadOp::LOW_OPERAND);
    let high = amounts(PadOp::STATIC_HIGH, PadOp::HIGH_OPERAND);
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (low, high) = (m.indices(&low)?, m.indices(&high)?);
        let tensor = m.tensor(from)?;
        if low.iter().chain(&high).any(|&amount| amount < 0) {
            return Err(Fault::undefined("pads by a negative amount"));
        }
        let sizes = tensor
            .sizes
            .iter()
            .zip(&low)
            .zip(&high)
            .map(|((size, low), high)| size.saturating_add(*low).saturating_add(*high));
        let sizes = within_limits(sizes.collect())?;
        let element = |at: Vec<i64>| {
            let at: Vec<i64> = at.iter().zip(&low).map(|(at, low)| at - low).collect();
            tensor.place(&at).map_or(open(), |place| tensor.elements[place].clone())
        };
        let elements = indices(&sizes).map(element).collect();
        Ok(Value::tensor(sizes, elements))
    });
    fill_by_region(op, emit, into, |element| *element == open())
}

/// A placeholder for an element that is not computed yet: an empty list, which is no valid element.
fn open() -> Value {
    Value::list(Vec::new())
}
