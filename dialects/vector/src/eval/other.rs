//! The evaluation of masks, bitcasts and printing.

use rmlir::interp::value::indices;
use rmlir::interp::{Emit, Emitted, Exit, Flow, Kind, MemRef, Reg, Value};
use rmlir::prelude::*;

use super::{Lanes, combine, memory};
use crate::arithmetic::{FMAOp, StepOp, VectorScaleOp};
use crate::mask::CreateMaskOp;
use crate::shape::{BitCastOp, TypeCastOp};
use crate::{ConstantMaskOp, MaskOp, PrintOp, PrintPunctuation};

#[eval(FMAOp)]
pub fn fma<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.fused_multiply_add(op)
}

#[eval(StepOp)]
pub fn step<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, into) = (Lanes::of(op, emit, op.result(0).ty())?.n(), emit.result(op, 0));
    emit.set_constant(into, Value::list((0..n as u64).map(Value::Bits).collect()));
    Ok(())
}

#[eval(VectorScaleOp)]
pub fn vscale<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (scale, into) = (emit.vscale(), emit.result(op, 0));
    emit.set_constant(into, Value::Bits(scale));
    Ok(())
}

/// A mask whose lanes below `limits` are active.
fn mask_below(sizes: &[i64], limits: &[i64]) -> Value {
    let is_on = |at: Vec<i64>| Value::bool(at.iter().zip(limits).all(|(index, limit)| index < limit));
    Value::list(indices(sizes).map(is_on).collect())
}

#[eval(CreateMaskOp)]
pub fn create_mask<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let to = Lanes::of(op, emit, op.result(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let mut limits = m.indices(&operands)?;
        // A mask of rank 0 has one lane, which the only operand controls.
        if to.sizes.is_empty() {
            return Ok(Value::list(vec![Value::bool(limits.pop().unwrap_or(1) > 0)]));
        }
        Ok(mask_below(&to.sizes, &limits))
    });
    Ok(())
}

/// Along a scalable dimension all lanes are active, or none.
#[eval(ConstantMaskOp)]
pub fn constant_mask<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (to, into) = (Lanes::of(op, emit, op.result(0).ty())?, emit.result(op, 0));
    let mut limits = ConstantMaskOp::from_id(op.id).sizes(op.body);
    let value = match to.sizes.is_empty() {
        true => Value::list(vec![Value::bool(limits.pop().unwrap_or(1) > 0)]),
        false => {
            let TypeData::Vector { scalable, .. } = op.result(0).ty().data(op.cx()) else {
                return Err(op.error("cannot be interpreted: its result is no vector"));
            };
            let scale = emit.vscale() as i64;
            limits.iter_mut().zip(scalable).filter(|(_, scalable)| **scalable).for_each(|(limit, _)| *limit *= scale);
            mask_below(&to.sizes, &limits)
        }
    };
    emit.set_constant(into, value);
    Ok(())
}

/// The nested operation is evaluated with the mask; inactive lanes of its result have the pass-through value.
#[eval(MaskOp)]
pub fn mask<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, results) = (emit.operands(op), emit.results(op));
    let inner = MaskOp::from_id(op.id).masked_op(op.body).map(|inner| OpRef::new(op.body, inner));
    if let Some(inner) = inner {
        masked(inner, emit, operands[0])?;
        let made = emit.results(inner);
        emit.moves(&made, &results);
        let is_lanes = inner.n_results() == 1 && inner.result(0).ty().is_vector(op.cx());
        if let (Some(&pass), true) = (operands.get(1), is_lanes) {
            pass_through(op, emit, operands[0], pass)?;
        }
        return Ok(());
    }
    let end = emit.label();
    emit.region(op.region(0), vec![Exit { label: end, into: results }])?;
    emit.bind(end);
    Ok(())
}

/// Replaces inactive lanes by those of `pass`, if the mask has as many lanes as the result.
fn pass_through<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, mask: Reg, pass: Reg) -> Emitted {
    let (masks, to) = (Lanes::of(op, emit, op.operand(0).ty())?, Lanes::of(op, emit, op.result(0).ty())?);
    let (into, n) = (emit.result(op, 0), to.n());
    if masks.sizes != to.sizes {
        return Ok(());
    }
    emit.compute(into, move |m| {
        let (mask, made, pass) = (m.get(mask), m.get(into), m.get(pass));
        let lane = |at: usize| match mask.part(at).bits() {
            Some(0) => pass.part(at).clone(),
            Some(_) => made.part(at).clone(),
            None => Value::Poison,
        };
        Ok(Value::list((0..n).map(lane).collect()))
    });
    Ok(())
}

fn masked<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, mask: Reg) -> Emitted {
    match op.name_str() {
        "vector.transfer_read" => memory::transfer_read(op, emit, Some(mask)),
        "vector.transfer_write" => memory::transfer_write(op, emit, Some(mask)),
        "vector.gather" => memory::gather(op, emit, Some(mask)),
        "vector.reduction" => combine::reduction(op, emit, Some(mask)),
        "vector.multi_reduction" => combine::multi_reduction(op, emit, Some(mask)),
        "vector.outerproduct" => combine::outerproduct(op, emit, Some(mask)),
        "vector.contract" => combine::contract(op, emit, Some(mask)),
        _ => Err(op.error("cannot be interpreted: it has no meaning under a mask")),
    }
}

/// The bits of each row, with the lowest lane in the low bits; a lane is poison if one of its bits is.
#[eval(BitCastOp)]
pub fn bitcast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = (Lanes::of(op, emit, op.value(BitCastOp::source).ty())?, Lanes::of(op, emit, op.result(0).ty())?);
    let widths = from.lane.width().zip(to.lane.width());
    let (a, b) = widths.ok_or_else(|| op.error("cannot be interpreted: its lanes are no numbers"))?;
    let (source, into) = (emit.operand(op, 0), emit.result(op, 0));
    let (n_from, n_to) = (from.sizes.last().copied().unwrap_or(1) as u32, to.sizes.last().copied().unwrap_or(1) as u32);
    emit.compute(into, move |m| {
        let lanes = m.get(source).parts(from.n()).into_owned();
        let mut cast = Vec::new();
        for row in lanes.chunks(n_from.max(1) as usize) {
            let mut bits = ApInt::zero(n_from * a);
            for (at, lane) in row.iter().enumerate() {
                let lane = lane.int(a).unwrap_or_else(|| ApInt::zero(a)).zext_or_trunc(n_from * a);
                bits = bits.or(&lane.shl(at as u32 * a));
            }
            for at in 0..n_to {
                let touched = (at * b / a) as usize..=((at * b + b - 1) / a) as usize;
                let is_poison = row[touched].iter().any(Value::is_poison);
                let value = || Value::from(bits.lshr(at * b).zext_or_trunc(b));
                cast.push(if is_poison { Value::Poison } else { value() });
            }
        }
        Ok(Value::list(cast))
    });
    Ok(())
}

/// A memref of the same memory, where dimensions of the memref become dimensions of its elements.
#[eval(TypeCastOp)]
pub fn type_cast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let Kind::MemRef(kind) = emit.kind(op, op.value(TypeCastOp::memref).ty())? else {
        return Err(op.error("cannot be interpreted: it takes memrefs only"));
    };
    let size = kind.element.size();
    let Kind::MemRef(cast) = emit.kind(op, op.result(0).ty())? else {
        return Err(op.error("cannot be interpreted: it makes memrefs only"));
    };
    let sizes = cast.shape.clone().unwrap_or_default();
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let memref = m.memref(from)?;
        let base = memref.base.wrapping_add((memref.offset as u64).wrapping_mul(size));
        Ok(Value::memref(MemRef::contiguous(base, sizes.clone())))
    });
    Ok(())
}

/// The output is that of the functions which the lowering calls.
#[eval(PrintOp)]
pub fn print<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let cx = op.cx();
    let text = op.get(PrintOp::string_literal).unwrap_or_default().to_owned();
    let end = match op.get(PrintOp::punctuation) {
        PrintPunctuation::NoPunctuation => "",
        PrintPunctuation::NewLine => "\n",
        PrintPunctuation::Comma => ", ",
        PrintPunctuation::Open => "( ",
        PrintPunctuation::Close => " )",
    };
    // A string is printed without punctuation.
    let end = if text.is_empty() { end } else { "" };
    let source = op.operands().next().map(|operand| Lanes::of(op, emit, operand.ty())).transpose()?;
    let operand = emit.operands(op).first().copied();
    let is_unsigned = op.operands().next().is_some_and(|operand| {
        let element = operand.ty().element_or_self(cx);
        matches!(element.data(cx), TypeData::Integer { sign: rmlir::core::Signedness::Unsigned, .. })
    });
    emit.push(move |m| {
        let mut shown = text.clone();
        if let (Some(lanes), Some(operand)) = (&source, operand) {
            let value = m.get(operand);
            let mut parts = (0..lanes.n()).map(|at| {
                let lane = if lanes.is_vector { value.part(at) } else { value };
                rmlir::interp::externals::printed(lane, &lanes.lane, is_unsigned)
            });
            nested(&lanes.sizes, &mut parts, &mut shown);
        }
        shown.push_str(end);
        m.output.push_str(&shown);
        Ok(Flow::Next)
    });
    Ok(())
}

/// Formats rows in parentheses.
fn nested(sizes: &[i64], lanes: &mut dyn Iterator<Item = String>, shown: &mut String) {
    let [size, inner @ ..] = sizes else {
        shown.push_str(&lanes.next().unwrap_or_default());
        return;
    };
    shown.push_str("( ");
    for at in 0..*size {
        if at > 0 {
            shown.push_str(", ");
        }
        nested(inner, lanes, shown);
    }
    shown.push_str(" )");
}
