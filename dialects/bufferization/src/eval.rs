//! The evaluation of the operations.
//!
//! A tensor is a value and a buffer is not: each conversion copies. So a later write to the buffer of a tensor does not
//! affect the tensor; programs may not rely on either behaviour.

use rmlir::core::DYNAMIC;
use rmlir::interp::kind::MemRefKind;
use rmlir::interp::memory::Origin;
use rmlir::interp::value::{Tensor, indices};
use rmlir::interp::{Emit, Emitted, Fault, Flow, Kind, Machine, MemRef, Reg, Value};
use rmlir::prelude::*;
use std::sync::Arc;

use crate::alloc::AllocTensorOp;
use crate::alloc::CloneOp;
use crate::convert::{ToBufferOp, ToTensorOp};
use crate::dealloc::DeallocOp;
use crate::materialize::MaterializeInDestinationOp;

fn buffer_kind(op: OpRef, emit: &Emit, ty: Type) -> Result<Arc<MemRefKind>, Box<Diagnostic>> {
    match emit.kind(op, ty)? {
        Kind::MemRef(kind) | Kind::Tensor(kind) => Ok(kind),
        _ => Err(op.error("cannot be interpreted: it takes buffers and tensors only")),
    }
}

/// The elements of a memref.
fn read(m: &Machine, memref: &MemRef, element: &Kind) -> Result<Vec<Value>, Box<Fault>> {
    let load = |at: Vec<i64>| {
        let address = memref.address(at.into_iter(), element.size()).expect("the index is inside");
        element.load(&m.memory, address)
    };
    indices(&memref.sizes).map(load).collect()
}

/// Sets the elements of a memref.
fn write(m: &mut Machine, memref: &MemRef, element: &Kind, values: &[Value]) -> Result<(), Box<Fault>> {
    for (at, value) in indices(&memref.sizes).zip(values) {
        let address = memref.address(at.into_iter(), element.size()).expect("the index is inside");
        element.store(&mut m.memory, address, value)?;
    }
    Ok(())
}

/// A new buffer with these elements.
fn new_buffer(m: &mut Machine, site: u32, kind: &MemRefKind, tensor: &Tensor) -> Result<Value, Box<Fault>> {
    let (offset, strides) = kind.place(&tensor.sizes);
    let (offsets, size) = (kind.offsets(&tensor.sizes, &strides, offset), kind.element.size());
    let start = m.allocate(site, (offsets.end - offsets.start) as u64 * size, Origin::Heap)?;
    let base = start + offsets.start.unsigned_abs() * size;
    let memref = MemRef { base, offset, sizes: tensor.sizes.clone(), strides };
    write(m, &memref, &kind.element, &tensor.elements)?;
    Ok(Value::memref(memref))
}

#[eval(ToTensorOp)]
pub fn to_tensor<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = buffer_kind(op, emit, op.value(ToTensorOp::buffer).ty())?;
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let memref = m.memref(from)?;
        Ok(Value::tensor(memref.sizes.clone(), read(m, memref, &kind.element)?))
    });
    Ok(())
}

#[eval(ToBufferOp)]
pub fn to_buffer<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = buffer_kind(op, emit, op.result(0).ty())?;
    let (from, into, site) = (emit.operand(op, 0), emit.result(op, 0), emit.site());
    emit.compute(into, move |m| {
        let tensor = m.tensor(from)?.clone();
        new_buffer(m, site, &kind, &tensor)
    });
    Ok(())
}

#[eval(CloneOp)]
pub fn clone<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from_kind, kind) =
        (buffer_kind(op, emit, op.value(CloneOp::input).ty())?, buffer_kind(op, emit, op.result(0).ty())?);
    let (from, into, site) = (emit.operand(op, 0), emit.result(op, 0), emit.site());
    emit.compute(into, move |m| {
        let memref = m.memref(from)?;
        let tensor = Tensor { sizes: memref.sizes.clone(), elements: read(m, memref, &from_kind.element)? };
        new_buffer(m, site, &kind, &tensor)
    });
    Ok(())
}

/// A copy, or elements that are poison.
#[eval(AllocTensorOp)]
pub fn alloc_tensor<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let shape = buffer_kind(op, emit, op.result(0).ty())?.shape.clone().unwrap_or_default();
    let dynamic = emit.operand_field(op, AllocTensorOp::DYNAMIC_SIZES_OPERAND);
    let copy = emit.operand_field(op, AllocTensorOp::COPY_OPERAND).first().copied();
    let into = emit.result(op, 0);
    emit.compute(into, move |m| {
        if let Some(copy) = copy {
            return Ok(m.get(copy).clone());
        }
        let mut given = m.indices(&dynamic)?.into_iter();
        let size = |&size: &i64| if size == DYNAMIC { given.next().unwrap_or(0) } else { size };
        let sizes: Vec<i64> = shape.iter().map(size).collect();
        if sizes.iter().any(|&size| size < 0) {
            return Err(Fault::undefined("has a size that is negative"));
        }
        let n = sizes.iter().product::<i64>() as usize;
        Ok(Value::tensor(sizes, vec![Value::Poison; n]))
    });
    Ok(())
}

/// Copies the elements of the source to the destination.
#[eval(MaterializeInDestinationOp)]
pub fn materialize<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = buffer_kind(op, emit, op.value(MaterializeInDestinationOp::dest).ty())?;
    let (source, dest, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.results(op).first().copied());
    emit.push(move |m| {
        let tensor = m.tensor(source)?.clone();
        if m.sizes(dest)? != tensor.sizes {
            return Err(Fault::undefined("has a destination of another size"));
        }
        match into {
            Some(into) => m.set(into, Value::Tensor(tensor)),
            None => {
                let memref = m.memref(dest)?.clone();
                write(m, &memref, &kind.element, &tensor.elements)?;
            }
        }
        Ok(Flow::Next)
    });
    Ok(())
}

/// Frees each buffer once, if its condition holds and no retained buffer is in the same allocation.
#[eval(DeallocOp)]
pub fn dealloc<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let [memrefs, conditions, retained] =
        [DeallocOp::MEMREFS_OPERAND, DeallocOp::CONDITIONS_OPERAND, DeallocOp::RETAINED_OPERAND]
            .map(|field| emit.operand_field(op, field));
    let results = emit.results(op);
    emit.push(move |m| {
        let base = |reg: Reg| Ok(m.memref(reg)?.base);
        let mut owned = Vec::new();
        for (&memref, &condition) in memrefs.iter().zip(&conditions) {
            if m.bits(condition, "a condition")? != 0 {
                owned.push(base(memref)?);
            }
        }
        let kept = retained.iter().map(|&reg| base(reg)).collect::<Result<Vec<u64>, Box<Fault>>>()?;
        for (&result, base) in results.iter().zip(&kept) {
            m.set(result, Value::bool(owned.contains(base)));
        }
        owned.retain(|base| !kept.contains(base));
        owned.sort_unstable();
        owned.dedup();
        owned.into_iter().try_for_each(|base| m.memory.free(base))?;
        Ok(Flow::Next)
    });
    Ok(())
}
