//! The evaluation of the operations.
//!
//! A vector is the list of its lanes; their number is that of the type times the vector scale.
//! Products are those of `arm_neon`.

use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::value::{mask, sign_extend};
use rmlir::interp::{Emit, Emitted, Kind, Machine, Reg, Value};
use rmlir::prelude::*;
pub(crate) use rmlir_arm_neon::eval::{bfmmla, sdot, smmla, udot, ummla, usmmla};

use crate::DupQLaneOp;
use crate::arrange::{ZipX2Op, ZipX4Op};
use crate::predicate::{ConvertFromSvboolOp, ConvertToSvboolOp, PselOp};

/// The number of bits of a register per unit of the vector scale.
const SEGMENT: usize = 128;
/// The number of bits of full predicates per unit of the vector scale.
const FULL: usize = 16;

/// Appends `f` of the operands except the mask, for active lanes; inactive lanes have the value of the first operand.
fn masked<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    f: impl Fn(&Value, &Value) -> Value + Send + Sync + 'static,
) -> Emitted {
    emit.ternary(op, move |mask, a, b| {
        Ok(match mask.bits() {
            None => Value::Poison,
            Some(0) => a.clone(),
            Some(_) => f(a, b),
        })
    })
}

/// Appends a function of integers of at most 64 bits and their width; the result is truncated to the width.
fn masked_integers<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, f: fn(u64, u64, u32) -> u64) -> Emitted {
    let width = op.result(0).ty().element_or_self(op.cx()).int_width(op.cx()).unwrap_or(0);
    masked(op, emit, move |a, b| match (a.bits(), b.bits()) {
        (Some(a), Some(b)) => Value::Bits(f(a, b, width) & mask(width)),
        _ => Value::Poison,
    })
}

fn masked_floats<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, which: FloatOp) -> Emitted {
    let kind = emit.float_kind(op, op.result(0).ty())?;
    masked(op, emit, move |a, b| which.apply(kind, a, b))
}

/// Rows of `name: method(argument);`.
macro_rules! rows {
    ($($name:ident: $method:ident($argument:expr);)*) => {$(
        pub(crate) fn $name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
            $method(op, emit, $argument)
        }
    )*};
}

rows! {
    addi: masked_integers(|a, b, _| a.wrapping_add(b));
    subi: masked_integers(|a, b, _| a.wrapping_sub(b));
    muli: masked_integers(|a, b, _| a.wrapping_mul(b));
    divi_signed: masked_integers(signed_quotient);
    divi_unsigned: masked_integers(|a, b, _| a.checked_div(b).unwrap_or(0));
    addf: masked_floats(FloatOp::Add);
    subf: masked_floats(FloatOp::Sub);
    mulf: masked_floats(FloatOp::Mul);
    divf: masked_floats(FloatOp::Div);
}

/// The quotient by 0 is 0, as defined by the architecture.
fn signed_quotient(a: u64, b: u64, width: u32) -> u64 {
    match sign_extend(b, width) {
        0 => 0,
        b => sign_extend(a, width).wrapping_div(b) as u64,
    }
}

/// The number of lanes in the last dimension of `ty` per unit of the vector scale, and the number of all lanes.
fn sizes(op: OpRef, emit: &Emit, ty: Type) -> Result<(usize, usize), Box<Diagnostic>> {
    let last = ty.shape(op.cx()).and_then(|shape| shape.last()).copied().unwrap_or(1);
    Ok((last as usize, emit.lanes(op, ty)?.unwrap_or(0)))
}

/// The bits of small predicates are spread in full ones, with unset bits in between.
#[eval(ConvertToSvboolOp)]
pub(crate) fn to_svbool<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (length, n) = sizes(op, emit, op.value(ConvertToSvboolOp::source).ty())?;
    let (step, source, into) = (FULL / length, emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let bit = |at: usize| {
            if at.is_multiple_of(step) { m.get(source).part(at / step).clone() } else { Value::bool(false) }
        };
        Ok(Value::list((0..n * step).map(bit).collect()))
    });
    Ok(())
}

#[eval(ConvertFromSvboolOp)]
pub(crate) fn from_svbool<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (length, n) = sizes(op, emit, op.result(0).ty())?;
    let (step, source, into) = (FULL / length, emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(Value::list((0..n).map(|at| m.get(source).part(at * step).clone()).collect())));
    Ok(())
}

#[eval(PselOp)]
pub(crate) fn psel<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n_bits = emit.lanes(op, op.value(PselOp::p2).ty())?.unwrap_or(1) as u64;
    let n = emit.lanes(op, op.result(0).ty())?.unwrap_or(0);
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let index = m.get(operands[2]).bits().map(|index| (index % n_bits) as usize);
        Ok(match index.and_then(|index| m.get(operands[1]).part(index).bits()) {
            None => Value::Poison,
            Some(0) => Value::list(vec![Value::bool(false); n]),
            Some(_) => m.get(operands[0]).clone(),
        })
    });
    Ok(())
}

/// Lanes beyond the vector are zero.
#[eval(DupQLaneOp)]
pub(crate) fn dupq_lane<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let Kind::Vector(_, lane) = emit.kind(op, op.result(0).ty())? else { return Ok(()) };
    let length = SEGMENT / lane.width().unwrap_or(8) as usize;
    let n = emit.lanes(op, op.result(0).ty())?.unwrap_or(0);
    let segment = usize::try_from(op.get(DupQLaneOp::lane)).ok().filter(|lane| *lane < n / length);
    let (source, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let lane = |at: usize| match segment {
            Some(segment) => m.get(source).part(segment * length + at % length).clone(),
            None => Value::Bits(0),
        };
        Ok(Value::list((0..n).map(lane).collect()))
    });
    Ok(())
}

/// Part `part` of the interleaved lanes of all operands, which is divided into as many parts of
/// `n` lanes as there are operands.
fn zipped(m: &Machine, operands: &[Reg], part: usize, n: usize) -> Value {
    let lane = |at: usize| m.get(operands[at % operands.len()]).part(at / operands.len()).clone();
    Value::list((part * n..(part + 1) * n).map(lane).collect())
}

#[eval(ZipX2Op, ZipX4Op)]
pub(crate) fn zip<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = emit.lanes(op, op.operand(0).ty())?.unwrap_or(0);
    let (operands, results) = (emit.operands(op), emit.results(op));
    for (part, into) in results.into_iter().enumerate() {
        let operands = operands.clone();
        emit.compute(into, move |m| Ok(zipped(m, &operands, part, n)));
    }
    Ok(())
}

/// As [`zip`], with the results in a structure.
pub(crate) fn zip_structure<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = emit.lanes(op, op.operand(0).ty())?.unwrap_or(0);
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        Ok(Value::list((0..operands.len()).map(|part| zipped(m, &operands, part, n)).collect()))
    });
    Ok(())
}

/// A bit is set where the sum of base and lane index is less than the bound.
pub(crate) fn whilelt<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = emit.lanes(op, op.result(0).ty())?.unwrap_or(0);
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (Some(base), Some(bound)) = (m.get(operands[0]).bits(), m.get(operands[1]).bits()) else {
            return Ok(Value::Poison);
        };
        let bit = |at: usize| Value::bool((base as i64).saturating_add(at as i64) < bound as i64);
        Ok(Value::list((0..n).map(bit).collect()))
    });
    Ok(())
}
