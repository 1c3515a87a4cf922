//! The evaluation of operations on lanes, lane ids and masks.

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::value::{mask as low_bits, sign_extend};
use rmlir::interp::{Emit, Emitted, Evaluator, Fault, Flow, Kind, Machine, Reg, Value};
use rmlir::prelude::*;

use super::bit;
use crate::lanes::*;

/// The number of lanes of a vector or mask.
fn n(op: OpRef, emit: &Emit, ty: Type) -> Result<usize, Box<Diagnostic>> {
    Ok(emit.lanes(op, ty)?.unwrap_or(1))
}

/// The active lanes of a mask, none of whose bits is poison.
pub(super) fn lanes_on(m: &Machine, mask: Reg, n: usize) -> Result<Vec<bool>, Box<Fault>> {
    let mask = m.get(mask);
    let lane = |at: usize| bit(mask.part(at)).ok_or_else(|| Fault::poison("needs a mask, a lane of which is not set"));
    (0..n).map(lane).collect()
}

#[eval(LaneIdOp)]
fn lane_id<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = n(op, emit, op.result(0).ty())?;
    let into = emit.result(op, 0);
    emit.set_constant(into, Value::list((0..n).map(|lane| Value::index(lane as i64)).collect()));
    Ok(())
}

#[eval(BroadcastOp)]
fn broadcast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, from, into) = (n(op, emit, op.result(0).ty())?, emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(Value::list(vec![m.get(from).clone(); n])));
    Ok(())
}

#[eval(LinearOp)]
fn linear<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = n(op, emit, op.result(0).ty())?;
    let width = emit.int_width(op.result(0).ty());
    let (base, stride, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let pair = m.get(base).bits().zip(m.get(stride).bits());
        let lane = |at: usize| {
            pair.map(|(base, stride)| Value::Bits(base.wrapping_add(stride.wrapping_mul(at as u64)) & low_bits(width)))
        };
        Ok(Value::list((0..n).map(|at| lane(at).unwrap_or_default()).collect()))
    });
    Ok(())
}

/// The index of a lane, which is in bounds.
fn lane_number(m: &Machine, lane: Reg, n: usize) -> Result<usize, Box<Fault>> {
    let lane = m.index(lane, "the number of a lane")?;
    usize::try_from(lane).ok().filter(|&lane| lane < n).ok_or_else(|| Fault::poison(format!("there is no lane {lane}")))
}

#[eval(ExtractOp)]
fn extract<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = n(op, emit, op.value(ExtractOp::source).ty())?;
    let (source, lane, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| Ok(m.get(source).part(lane_number(m, lane, n)?).clone()));
    Ok(())
}

#[eval(InsertOp)]
fn insert<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = n(op, emit, op.result(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let mut lanes = m.get(operands[1]).parts(n).into_owned();
        lanes[lane_number(m, operands[2], n)?] = m.get(operands[0]).clone();
        Ok(Value::list(lanes))
    });
    Ok(())
}

/// Appends a query of a mask.
fn ask<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, answer: fn(&[bool]) -> Value) -> Emitted {
    let n = n(op, emit, op.operand(0).ty())?;
    let (mask, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(answer(&lanes_on(m, mask, n)?)));
    Ok(())
}

/// Rows of `Op: answer;`: queries of a mask.
macro_rules! questions {
    ($($op:ident: $answer:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                ask(op, emit, $answer)
            }
        }
    )*};
}

questions! {
    AnyOp: |lanes| Value::bool(lanes.contains(&true));
    AllOp: |lanes| Value::bool(!lanes.contains(&false));
    NoneOp: |lanes| Value::bool(!lanes.contains(&true));
    FirstActiveOp: |lanes| Value::index(lanes.iter().position(|&on| on).unwrap_or(lanes.len()) as i64);
    ActiveCountOp: |lanes| Value::index(lanes.iter().filter(|&&on| on).count() as i64);
    BallotOp: |lanes| {
        let width = lanes.len() as u32;
        let bit = |(at, _): (usize, &bool)| ApInt::one(width).shl(at as u32);
        let set = lanes.iter().enumerate().filter(|(_, on)| **on).map(bit);
        set.fold(ApInt::zero(width), |bits, bit| bits.or(&bit)).into()
    };
}

/// Appends a permutation of lanes: the source of each lane of the result, by the active lanes.
fn regroup<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, from: fn(&[bool]) -> Vec<Option<usize>>) -> Emitted {
    let n = n(op, emit, op.result(0).ty())?;
    let (source, mask, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let from = from(&lanes_on(m, mask, n)?);
        let lane = |from: Option<usize>| from.map_or(Value::Poison, |from| m.get(source).part(from).clone());
        Ok(Value::list(from.into_iter().map(lane).collect()))
    });
    Ok(())
}

#[eval(CompressOp)]
fn compress<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    regroup(op, emit, |lanes| {
        let mut from: Vec<Option<usize>> = (0..lanes.len()).filter(|&at| lanes[at]).map(Some).collect();
        from.resize(lanes.len(), None);
        from
    })
}

#[eval(ExpandOp)]
fn expand<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    regroup(op, emit, |lanes| {
        let mut next = 0..;
        lanes.iter().map(|&on| if on { next.next() } else { None }).collect()
    })
}

#[eval(PermuteOp)]
fn permute<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = n(op, emit, op.result(0).ty())?;
    let (source, from, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let lane = |at: usize| match m.get(from).part(at).bits() {
            Some(from) if from < n as u64 => m.get(source).part(from as usize).clone(),
            _ => Value::Poison,
        };
        Ok(Value::list((0..n).map(lane).collect()))
    });
    Ok(())
}

#[eval(PartitionOp)]
fn partition<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = n(op, emit, op.value(PartitionOp::mask).ty())?;
    let (mask, results) = (emit.operand(op, 0), emit.results(op));
    emit.push(move |m| {
        let lanes = lanes_on(m, mask, n)?;
        let (on, off): (Vec<usize>, Vec<usize>) = (0..n).partition(|&at| lanes[at]);
        let order = on.iter().chain(&off).map(|&at| Value::index(at as i64)).collect();
        m.set(results[0], Value::list(order));
        m.set(results[1], Value::index(on.len() as i64));
        Ok(Flow::Next)
    });
    Ok(())
}

fn combine(kind: ReductionKind, lane: &Kind) -> Combine {
    use ReductionKind::*;
    let is_float = matches!(lane, Kind::Float(_));
    match kind {
        Add if is_float => Combine::Float(FloatOp::Add),
        Add => Combine::AddI,
        Mul if is_float => Combine::Float(FloatOp::Mul),
        Mul => Combine::MulI,
        Min if is_float => Combine::Float(FloatOp::Minimum),
        Min => Combine::MinS,
        Max if is_float => Combine::Float(FloatOp::Maximum),
        Max => Combine::MaxS,
        And => Combine::And,
        Or => Combine::Or,
        Xor => Combine::Xor,
    }
}

#[eval(ReduceOp)]
fn reduce<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let n = n(op, emit, op.value(ReduceOp::source).ty())?;
    let lane = emit.kind(op, op.result(0).ty())?;
    let combine = combine(op.get(ReduceOp::kind), &lane);
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let on = lanes_on(m, operands[2], n)?;
        let source = m.get(operands[0]);
        let lanes = (0..n).filter(|&at| on[at]);
        Ok(lanes.fold(m.get(operands[1]).clone(), |total, at| combine.apply(&lane, &total, source.part(at))))
    });
    Ok(())
}

/// The offset of a lane, as a signed integer.
pub(super) fn offset(offsets: &Value, lane: usize, width: u32) -> Result<i64, Box<Fault>> {
    let bits = offsets.part(lane).bits().ok_or_else(|| Fault::poison("needs an offset, which is poison"))?;
    Ok(sign_extend(bits, width))
}
