//! Addresses, globals and calls.

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::memory::Origin;
use rmlir::interp::value::sign_extend;
use rmlir::interp::{Emit, Emitted, Fault, Flow, Kind, Reg, Value};
use rmlir::prelude::*;

use super::aggregate::{constant_value, zero_value};
use crate::attrs::enums::AtomicBinOp;
use crate::ops::atomic::{AtomicCmpXchgOp, AtomicRMWOp, FenceOp};
use crate::ops::call::CallOp;
use crate::ops::constant::AddressOfOp;
use crate::ops::func::LLVMFuncOp;
use crate::ops::global::GlobalOp;
use crate::ops::memory::{AllocaOp, GEPOp, LoadOp, StoreOp};
use crate::ops::switch::SwitchOp;

#[eval(AllocaOp)]
fn alloca<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let size = emit.kind(op, op.get(AllocaOp::elem_type))?.size();
    let (n, into, site) = (emit.operand(op, 0), emit.result(op, 0), emit.site());
    emit.compute(into, move |m| {
        let n = m.bits(n, "a number of elements")?;
        let n_bytes = n.checked_mul(size).ok_or_else(|| Fault::limit("allocates more than there is"))?;
        Ok(Value::Bits(m.allocate(site, n_bytes, Origin::Stack)?))
    });
    Ok(())
}

#[eval(LoadOp)]
fn load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (kind, from, into) = (emit.kind(op, op.result(0).ty())?, emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let address = m.bits(from, "an address")?;
        kind.load(&m.memory, address)
    });
    Ok(())
}

#[eval(StoreOp)]
fn store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (kind, value, to) = (emit.kind(op, op.value(StoreOp::value).ty())?, emit.operand(op, 0), emit.operand(op, 1));
    emit.push(move |m| {
        let (address, value) = (m.bits(to, "an address")?, m.get(value).clone());
        kind.store(&mut m.memory, address, &value)?;
        Ok(Flow::Next)
    });
    Ok(())
}

/// A dynamic index: its register, its bit width, and its stride in bytes.
struct Stride {
    index: Reg,
    width: u32,
    bytes: u64,
}

/// Constant offsets are summed when the program is compiled.
#[eval(GEPOp)]
fn element_pointer<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let mut kind = emit.kind(op, op.get(GEPOp::elem_type))?;
    let mut dynamic = op.operands().skip(1);
    let (mut offset, mut strides) = (0u64, Vec::new());
    for (place, raw) in GEPOp::raw_indices(op).into_iter().enumerate() {
        let is_member = place > 0 && matches!(kind, Kind::Struct(..));
        let index = (raw == GEPOp::DYNAMIC).then(|| dynamic.next()).flatten();
        if is_member {
            let member = raw as usize;
            offset = offset.wrapping_add(kind.member_place(member));
            kind =
                kind.part(member).cloned().ok_or_else(|| op.error("cannot be interpreted: there is no such member"))?;
            continue;
        }
        // The first index is scaled by the size of the whole type.
        if place > 0 {
            kind = kind.part(0).cloned().ok_or_else(|| op.error("cannot be interpreted: it indexes a scalar"))?;
        }
        match index {
            Some(value) => {
                let width = emit.int_width(value.ty());
                strides.push(Stride { index: emit.reg(value), width, bytes: kind.size() });
            }
            None => offset = offset.wrapping_add((raw as u64).wrapping_mul(kind.size())),
        }
    }
    let (base, into) = (emit.operand(op, 0), emit.result(op, 0));
    let lanes = emit.lanes(op, op.result(0).ty())?;
    let address = move |m: &rmlir::interp::Machine, lane: Option<usize>| {
        let number = |reg: Reg| match (m.get(reg), lane) {
            (Value::List(lanes), Some(lane)) => lanes[lane].bits(),
            (value, _) => value.bits(),
        };
        let mut address = number(base)?.wrapping_add(offset);
        for stride in &strides {
            let index = sign_extend(number(stride.index)?, stride.width) as u64;
            address = address.wrapping_add(index.wrapping_mul(stride.bytes));
        }
        Some(address)
    };
    let value = |address: Option<u64>| address.map_or(Value::Poison, Value::Bits);
    match lanes {
        None => emit.compute(into, move |m| Ok(value(address(m, None)))),
        Some(n) => {
            emit.compute(into, move |m| Ok(Value::list((0..n).map(|lane| value(address(m, Some(lane)))).collect())));
        }
    }
    Ok(())
}

#[eval(AddressOfOp)]
fn address_of<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let symbol = op.get(AddressOfOp::global_name);
    let (found, into) = (emit.symbol(op, symbol)?, emit.result(op, 0));
    if found.is::<LLVMFuncOp>() {
        let function = emit.function(op, symbol)?;
        emit.set_constant(into, Emit::function_value(function));
        return Ok(());
    }
    if !found.is::<GlobalOp>() {
        return Err(op.error("cannot be interpreted: it takes the address of what is no global or function"));
    }
    let number = global(found, emit)?;
    emit.compute(into, move |m| Ok(Value::Bits(m.global(number))));
    Ok(())
}

/// The index of a global variable. A variable without an initial value is zero.
fn global<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Result<u32, Box<Diagnostic>> {
    let kind = emit.kind(op, op.get(GlobalOp::global_type))?;
    if !op.region(0).is_empty() {
        return emit.global_of_region(op, kind, 0);
    }
    let value = match op.get(GlobalOp::value) {
        Some(attr) => constant_value(op.cx(), attr, &kind),
        None => Some(zero_value(&kind)),
    };
    let value = value.ok_or_else(|| op.error("cannot be interpreted: its value is of an unknown form"))?;
    let is_constant = op.get(GlobalOp::constant);
    Ok(emit.global(op, kind.size(), move |m, address| {
        kind.store(&mut m.memory, address, &value)?;
        if is_constant {
            m.memory.make_constant(address);
        }
        Ok(())
    }))
}

/// Without a callee symbol the first operand is called.
#[eval(CallOp)]
fn call<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let operands = emit.operand_field(op, CallOp::CALLEE_OPERANDS_OPERAND);
    let results = emit.results(op);
    match op.get(CallOp::callee) {
        Some(callee) => {
            let function = emit.function(op, callee)?;
            emit.call(function, &operands, &results);
        }
        None => emit.call_value(operands[0], &operands[1..], &results),
    }
    Ok(())
}

#[eval(SwitchOp)]
fn switch<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    rmlir::interp::eval::switch(op, emit, SwitchOp::case_list(op))
}

/// The interpreter runs one thread, so a fence has no effect.
#[eval(FenceOp)]
fn fence<'a>(_op: OpRef<'a>, _emit: &mut Emit<'a, '_>) -> Emitted {
    Ok(())
}

#[eval(AtomicRMWOp)]
fn atomicrmw<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let combine = match op.get(AtomicRMWOp::bin_op) {
        AtomicBinOp::Xchg => Combine::Assign,
        AtomicBinOp::Add => Combine::AddI,
        AtomicBinOp::Sub => Combine::SubI,
        AtomicBinOp::And => Combine::And,
        AtomicBinOp::Nand => Combine::Nand,
        AtomicBinOp::Or => Combine::Or,
        AtomicBinOp::Xor => Combine::Xor,
        AtomicBinOp::Max => Combine::MaxS,
        AtomicBinOp::Min => Combine::MinS,
        AtomicBinOp::Umax => Combine::MaxU,
        AtomicBinOp::Umin => Combine::MinU,
        AtomicBinOp::Fadd => Combine::Float(FloatOp::Add),
        AtomicBinOp::Fsub => Combine::Float(FloatOp::Sub),
        AtomicBinOp::Fmax => Combine::Float(FloatOp::MaxNum),
        AtomicBinOp::Fmin => Combine::Float(FloatOp::MinNum),
        _ => return Err(op.error("cannot be interpreted: it updates in an unknown way")),
    };
    let kind = emit.kind(op, op.result(0).ty())?;
    let (pointer, value, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let address = m.bits(pointer, "an address")?;
        let old = kind.load(&m.memory, address)?;
        let new = combine.apply_lanes(&kind, &old, m.get(value));
        kind.store(&mut m.memory, address, &new)?;
        Ok(old)
    });
    Ok(())
}

/// The result holds the old value, and whether it was equal to the expected value.
#[eval(AtomicCmpXchgOp)]
fn cmpxchg<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.kind(op, op.value(AtomicCmpXchgOp::cmp).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let address = m.bits(operands[0], "an address")?;
        let old = kind.load(&m.memory, address)?;
        let is_same = m.bits(operands[1], "what is compared with").map(|wanted| old.bits() == Some(wanted))?;
        if is_same {
            let value = m.get(operands[2]).clone();
            kind.store(&mut m.memory, address, &value)?;
        }
        Ok(Value::list(vec![old, Value::bool(is_same)]))
    });
    Ok(())
}
