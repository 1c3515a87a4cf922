//! Lanes, votes, lane permutations and reductions.
//!
//! Upstream has no operation that compresses or expands the lanes of a vector by a mask: these are scalarized, with a
//! count of the active lanes.

use rmlir::prelude::*;
use rmlir_pvec as pvec;
use rmlir_pvec::{ReduceOp, ReductionKind};
use rmlir_ub::PoisonOp;
use rmlir_vector::{BitCastOp, CombiningKind};

use super::make::Make;

/// Lowers `op` if it is one of these; returns whether it was.
pub fn lower(make: &mut Make, op: OpId) -> bool {
    let operands: Vec<Value> = make.rw.operands(op).collect();
    let Some(ty) = make.rw.results(op).first().map(|&result| make.rw.ty(result)) else { return false };
    let values = match make.rw.name(op).str(make.rw.cx()) {
        pvec::LaneIdOp::NAME => vec![make.step(ty)],
        pvec::BroadcastOp::NAME => vec![make.broadcast(ty, operands[0])],
        pvec::LinearOp::NAME => {
            let (base, stride) = (make.broadcast(ty, operands[0]), make.broadcast(ty, operands[1]));
            let step = make.step(ty);
            let distance = make.multiply(stride, step);
            vec![make.add(base, distance)]
        }
        pvec::ExtractOp::NAME => vec![make.lane_at(operands[0], operands[1])],
        pvec::InsertOp::NAME => vec![make.with_lane_at(operands[0], operands[1], operands[2])],
        pvec::AnyOp::NAME => {
            let bits = make.bits(operands[0]);
            vec![make.any(bits)]
        }
        pvec::AllOp::NAME => {
            let bits = make.bits(operands[0]);
            vec![make.reduce(CombiningKind::And, bits, None)]
        }
        pvec::NoneOp::NAME => {
            let bits = make.bits(operands[0]);
            let any = make.any(bits);
            vec![make.not(any)]
        }
        pvec::FirstActiveOp::NAME => vec![first_active(make, operands[0])],
        pvec::ActiveCountOp::NAME => vec![active_count(make, operands[0])],
        pvec::BallotOp::NAME => vec![ballot(make, operands[0], ty)],
        pvec::CompressOp::NAME => vec![compress(make, operands[0], operands[1])],
        pvec::ExpandOp::NAME => vec![expand(make, operands[0], operands[1])],
        pvec::PermuteOp::NAME => vec![permute(make, operands[0], operands[1])],
        pvec::PartitionOp::NAME => partition(make, operands[0], ty),
        ReduceOp::NAME => vec![reduce(make, op, &operands)],
        _ => return false,
    };
    make.rw.replace(op, values);
    true
}

fn first_active(make: &mut Make, mask: Value) -> Value {
    let bits = make.bits(mask);
    let n = make.n_lanes(make.ty(bits));
    let indices = make.rw.cx().vector_type(&[n as i64], Type::INDEX);
    let (numbers, none) = (make.step(indices), make.number(indices, n as i64));
    let candidates = make.select(bits, numbers, none);
    make.reduce(CombiningKind::MinUI, candidates, None)
}

fn active_count(make: &mut Make, mask: Value) -> Value {
    let bits = make.bits(mask);
    let indices = make.rw.cx().vector_type(&[make.n_lanes(make.ty(bits)) as i64], Type::INDEX);
    let (one, zero) = (make.number(indices, 1), make.number(indices, 0));
    let counted = make.select(bits, one, zero);
    make.reduce(CombiningKind::Add, counted, None)
}

fn ballot(make: &mut Make, mask: Value, ty: Type) -> Value {
    let bits = make.bits(mask);
    let whole = make.rw.cx().vector_type(&[1], ty);
    let whole = make.rw.value(BitCastOp::build(whole, bits));
    make.lane(whole, 0)
}

/// The bits of a mask, one by one.
fn each_bit(make: &mut Make, mask: Value) -> Vec<Value> {
    let bits = make.bits(mask);
    (0..make.n_lanes(make.ty(bits))).map(|lane| make.lane(bits, lane)).collect()
}

fn compress(make: &mut Make, source: Value, mask: Value) -> Value {
    let (ty, bits) = (make.ty(source), each_bit(make, mask));
    let mut result = make.rw.value(PoisonOp::build(ty));
    let mut place = make.number(Type::INDEX, 0);
    for (lane, bit) in bits.into_iter().enumerate() {
        // An inactive lane is overwritten by the next active one.
        let value = make.lane(source, lane);
        result = make.with_lane_at(value, result, place);
        let bit = make.cast(bit, Type::INDEX);
        place = make.add(place, bit);
    }
    result
}

fn expand(make: &mut Make, source: Value, mask: Value) -> Value {
    let (ty, bits) = (make.ty(source), each_bit(make, mask));
    let mut result = make.rw.value(PoisonOp::build(ty));
    let mut place = make.number(Type::INDEX, 0);
    for (lane, bit) in bits.into_iter().enumerate() {
        let value = make.lane_at(source, place);
        result = make.with_lane(value, result, lane);
        let bit = make.cast(bit, Type::INDEX);
        place = make.add(place, bit);
    }
    result
}

fn permute(make: &mut Make, source: Value, from: Value) -> Value {
    let ty = make.ty(source);
    let mut result = make.rw.value(PoisonOp::build(ty));
    for lane in 0..make.n_lanes(ty) {
        let place = make.lane(from, lane);
        let place = make.cast(place, Type::INDEX);
        let value = make.lane_at(source, place);
        result = make.with_lane(value, result, lane);
    }
    result
}

fn partition(make: &mut Make, mask: Value, order: Type) -> Vec<Value> {
    let count = active_count(make, mask);
    let element = order.element_or_self(make.rw.cx());
    let mut result = make.rw.value(PoisonOp::build(order));
    let (mut on, mut off) = (make.number(Type::INDEX, 0), count);
    for (lane, bit) in each_bit(make, mask).into_iter().enumerate() {
        let number = make.number(element, lane as i64);
        let place = make.select(bit, on, off);
        result = make.with_lane_at(number, result, place);
        let other = make.not(bit);
        let (bit, other) = (make.cast(bit, Type::INDEX), make.cast(other, Type::INDEX));
        (on, off) = (make.add(on, bit), make.add(off, other));
    }
    vec![result, count]
}

/// Inactive lanes have the neutral element.
fn reduce(make: &mut Make, op: OpId, operands: &[Value]) -> Value {
    let cx = make.rw.cx();
    let kind = OpRef::new(make.rw, op).get(ReduceOp::kind);
    let ty = make.ty(operands[0]);
    let element = ty.element_or_self(cx);
    let (kind, neutral) = combining(cx, kind, element);
    let (bits, neutral) = (make.bits(operands[2]), make.constant(ty, neutral));
    let lanes = make.select(bits, operands[0], neutral);
    make.reduce(kind, lanes, Some(operands[1]))
}

/// Upstream's kind, and the neutral element.
fn combining(cx: &Context, kind: ReductionKind, element: Type) -> (CombiningKind, Attr) {
    use CombiningKind as C;
    use ReductionKind::*;
    if let Some(float) = element.float_kind(cx) {
        let (kind, neutral) = match kind {
            Mul => (C::Mul, ApFloat::from_f64(float, 1.0).value),
            Min => (C::MinimumF, ApFloat::infinity(float, false)),
            Max => (C::MaximumF, ApFloat::infinity(float, true)),
            Add | And | Or | Xor => (C::Add, ApFloat::zero(float, true)),
        };
        return (kind, cx.float_attr(element, neutral));
    }
    let width = element.int_or_index_width(cx).expect("lanes are numbers");
    let (kind, neutral) = match kind {
        Add => (C::Add, ApInt::zero(width)),
        Mul => (C::Mul, ApInt::one(width)),
        Min => (C::MinSI, ApInt::signed_max(width)),
        Max => (C::MaxSI, ApInt::signed_min(width)),
        And => (C::And, ApInt::all_ones(width)),
        Or => (C::Or, ApInt::zero(width)),
        Xor => (C::Xor, ApInt::zero(width)),
    };
    (kind, cx.apint_attr(element, neutral))
}
