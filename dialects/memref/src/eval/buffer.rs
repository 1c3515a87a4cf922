//! Allocation and deallocation, and global buffers.

use rmlir::core::DYNAMIC;
use rmlir::interp::emit::constant::elements;
use rmlir::interp::memory::Origin;
use rmlir::interp::{Emit, Emitted, Exit, Fault, Flow, MemRef, Value};
use rmlir::prelude::*;

use super::{check_sizes, memref_kind};
use crate::alloc::{AllocOp, AllocaOp, DeallocOp, ReallocOp};
use crate::scope::AllocaScopeOp;
use crate::{GetGlobalOp, GlobalOp};

#[eval(AllocOp)]
pub fn alloc<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    allocate(op, emit, Origin::Heap)
}

#[eval(AllocaOp)]
pub fn alloca<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    allocate(op, emit, Origin::Stack)
}

fn allocate<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, origin: Origin) -> Emitted {
    let kind = memref_kind(op, emit, op.result(0).ty())?;
    let shape = kind.shape.clone().unwrap_or_default();
    let (dynamic, into, site) = (emit.operand_field(op, 0), emit.result(op, 0), emit.site());
    emit.compute(into, move |m| {
        let mut given = m.indices(&dynamic)?.into_iter();
        let size = |&size: &i64| if size == DYNAMIC { given.next().unwrap_or(0) } else { size };
        let sizes: Vec<i64> = shape.iter().map(size).collect();
        check_sizes(&sizes)?;
        let (offset, strides) = kind.place(&sizes);
        let n_bytes = i128::from(kind.extent(&sizes, &strides, offset)) * i128::from(kind.element.size());
        let n_bytes = u64::try_from(n_bytes).map_err(|_| Fault::limit("allocates more than there is"))?;
        let base = m.allocate(site, n_bytes, origin)?;
        Ok(Value::memref(MemRef { base, offset, sizes, strides }))
    });
    Ok(())
}

#[eval(DeallocOp)]
pub fn dealloc<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let memref = emit.operand(op, 0);
    emit.push(move |m| {
        let base = m.memref(memref)?.base;
        m.memory.free(base)?;
        Ok(Flow::Next)
    });
    Ok(())
}

/// A new buffer with the elements of the old one, truncated to the new size; the old one is freed.
#[eval(ReallocOp)]
pub fn realloc<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = memref_kind(op, emit, op.result(0).ty())?;
    let size = kind.shape.as_ref().and_then(|shape| shape.first().copied()).unwrap_or(DYNAMIC);
    let (operands, into, site) = (emit.operands(op), emit.result(op, 0), emit.site());
    emit.compute(into, move |m| {
        let size = match operands.get(1) {
            Some(&given) => m.index(given, "a size")?,
            None => size,
        };
        check_sizes(&[size])?;
        let old = m.memref(operands[0])?.clone();
        let element = kind.element.size();
        let base = m.allocate(site, size as u64 * element, Origin::Heap)?;
        m.memory.copy(base, old.base, size.min(old.sizes[0]) as u64 * element)?;
        m.memory.free(old.base)?;
        Ok(Value::memref(MemRef::contiguous(base, vec![size])))
    });
    Ok(())
}

/// Stack allocations of the region are freed at its end.
#[eval(AllocaScopeOp)]
pub fn alloca_scope<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (results, height, end) = (emit.results(op), emit.fresh(), emit.label());
    emit.compute(height, |m| Ok(Value::Bits(m.memory.stack_height() as u64)));
    emit.region(op.region(0), vec![Exit { label: end, into: results }])?;
    emit.bind(end);
    emit.push(move |m| {
        let height = m.bits(height, "a height")?;
        m.memory.pop_stack(height as usize);
        Ok(Flow::Next)
    });
    Ok(())
}

#[eval(GetGlobalOp)]
pub fn get_global<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let global = emit.symbol(op, op.get(GetGlobalOp::name))?;
    let kind = memref_kind(op, emit, global.get(GlobalOp::ty))?;
    let sizes = kind.shape.clone().unwrap_or_default();
    let (offset, strides) = kind.place(&sizes);
    let size = kind.element.size();
    let n = sizes.iter().product::<i64>() as usize;
    let values = global.get(GlobalOp::initial_value).and_then(|value| elements(op.cx(), value, n));
    let is_constant = global.get(GlobalOp::constant);
    let number = emit.global(global, n as u64 * size, move |m, address| {
        for (at, value) in values.iter().flatten().enumerate() {
            kind.element.store(&mut m.memory, address + at as u64 * size, value)?;
        }
        if is_constant {
            m.memory.make_constant(address);
        }
        Ok(())
    });
    let into = emit.result(op, 0);
    emit.compute(into, move |m| {
        let base = m.global(number);
        Ok(Value::memref(MemRef { base, offset, sizes: sizes.clone(), strides: strides.clone() }))
    });
    Ok(())
}
