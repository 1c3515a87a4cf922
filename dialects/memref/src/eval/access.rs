//! Access to elements and sizes.

use rmlir::interp::value::indices;
use rmlir::interp::{Emit, Emitted, Exit, Fault, Flow, Value};
use rmlir::prelude::*;

use super::memref_kind;
use crate::access::{CopyOp, LoadOp, PrefetchOp, StoreOp};
use crate::atomic::GenericAtomicRMWOp;
use crate::metadata::{DimOp, RankOp};
use crate::{AssumeAlignmentOp, AtomicRMWOp};

#[eval(LoadOp)]
pub fn load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.kind(op, op.result(0).ty())?;
    let (size, operands, into) = (kind.size(), emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let address = m.element(operands[0], &operands[1..], size)?;
        kind.load(&m.memory, address)
    });
    Ok(())
}

#[eval(StoreOp)]
pub fn store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.kind(op, op.value(StoreOp::value).ty())?;
    let (size, operands) = (kind.size(), emit.operands(op));
    emit.push(move |m| {
        let address = m.element(operands[1], &operands[2..], size)?;
        let value = m.get(operands[0]).clone();
        kind.store(&mut m.memory, address, &value)?;
        Ok(Flow::Next)
    });
    Ok(())
}

/// A prefetch has no effect.
#[eval(PrefetchOp)]
pub fn prefetch<'a>(_op: OpRef<'a>, _emit: &mut Emit<'a, '_>) -> Emitted {
    Ok(())
}

/// All elements are read before any is written.
#[eval(CopyOp)]
pub fn copy<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let element = memref_kind(op, emit, op.value(CopyOp::source).ty())?.element.clone();
    let (size, from, to) = (element.size(), emit.operand(op, 0), emit.operand(op, 1));
    emit.push(move |m| {
        let (from, to) = (m.memref(from)?.clone(), m.memref(to)?.clone());
        if from.sizes != to.sizes {
            return Err(Fault::undefined("copies between memrefs of different sizes"));
        }
        let mut values = Vec::new();
        for at in indices(&from.sizes) {
            let address = from.address(at.into_iter(), size).expect("the index is inside");
            values.push(element.load(&m.memory, address)?);
        }
        for (at, value) in indices(&to.sizes).zip(values) {
            let address = to.address(at.into_iter(), size).expect("the index is inside");
            element.store(&mut m.memory, address, &value)?;
        }
        Ok(Flow::Next)
    });
    Ok(())
}

#[eval(AtomicRMWOp)]
pub fn atomic_rmw<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let combine = op.get(AtomicRMWOp::kind).combine();
    let element = emit.kind(op, op.result(0).ty())?;
    let (size, operands, into) = (element.size(), emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let address = m.element(operands[1], &operands[2..], size)?;
        let old = element.load(&m.memory, address)?;
        let new = combine.apply(&element, &old, m.get(operands[0]));
        element.store(&mut m.memory, address, &new)?;
        Ok(old)
    });
    Ok(())
}

/// The result is the old value, as in the lowering.
#[eval(GenericAtomicRMWOp)]
pub fn generic_atomic_rmw<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let element = emit.kind(op, op.result(0).ty())?;
    let (size, operands, into) = (element.size(), emit.operands(op), emit.result(op, 0));
    let (args, new, end) = (emit.region_args(op.region(0)), emit.fresh(), emit.label());
    let (kind, place) = (element.clone(), operands.clone());
    emit.compute(into, move |m| {
        let address = m.element(place[0], &place[1..], size)?;
        kind.load(&m.memory, address)
    });
    emit.moves(&[into], &args);
    emit.region(op.region(0), vec![Exit { label: end, into: vec![new] }])?;
    emit.bind(end);
    emit.push(move |m| {
        let address = m.element(operands[0], &operands[1..], size)?;
        let value = m.get(new).clone();
        element.store(&mut m.memory, address, &value)?;
        Ok(Flow::Next)
    });
    Ok(())
}

#[eval(DimOp)]
pub fn dim<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (memref, dim, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (sizes, dim) = (&m.memref(memref)?.sizes, m.index(dim, "a dimension")?);
        let size = usize::try_from(dim).ok().and_then(|dim| sizes.get(dim));
        let size = size.ok_or_else(|| Fault::undefined(format!("asks for dimension {dim} of {}", sizes.len())))?;
        Ok(Value::index(*size))
    });
    Ok(())
}

#[eval(RankOp)]
pub fn rank<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (memref, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(Value::index(m.memref(memref)?.sizes.len() as i64)));
    Ok(())
}

#[eval(AssumeAlignmentOp)]
pub fn assume_alignment<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let alignment = op.get(AssumeAlignmentOp::alignment) as u64;
    let size = memref_kind(op, emit, op.value(AssumeAlignmentOp::memref).ty())?.element.size();
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let memref = m.memref(from)?;
        let address = memref.base.wrapping_add((memref.offset as u64).wrapping_mul(size));
        if address % alignment != 0 {
            return Err(Fault::undefined(format!("assumes an alignment of {alignment}, which is not there")));
        }
        Ok(Value::MemRef(memref.clone()))
    });
    Ok(())
}
