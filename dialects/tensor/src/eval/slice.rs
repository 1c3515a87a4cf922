//! The evaluation of slices.

use std::sync::Arc;

use rmlir::core::mixed_index::SliceLists;
use rmlir::interp::value::{Tensor, indices};
use rmlir::interp::{Emit, Emitted, Fault, Flow, Machine, Reg, Value};
use rmlir::prelude::*;

use super::shape_of;
use crate::slice::dropped_dims;
use crate::slice::{ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp};

/// The positions of a slice's elements.
#[derive(Clone)]
struct Slice {
    offsets: Vec<Reg>,
    sizes: Vec<Reg>,
    strides: Vec<Reg>,
    /// The dimensions that are dropped in the slice's tensor.
    dropped: Vec<bool>,
}

impl Slice {
    fn new<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, reduced: Type) -> Result<Self, Box<Diagnostic>> {
        let lists = SliceLists::of(op);
        let dropped = dropped_dims(&shape_of(op, reduced)?, &lists.sizes);
        let [offsets, sizes, strides] =
            [lists.offsets, lists.sizes, lists.strides].map(|list| emit.mixed_indices(&list));
        Ok(Self { offsets, sizes, strides, dropped })
    }

    /// The sizes of the slice's tensor, and the linear indices of its elements in `tensor`, in row-major order.
    fn places(&self, m: &Machine, tensor: &Tensor) -> Result<(Vec<i64>, Vec<usize>), Box<Fault>> {
        let (offsets, sizes, strides) = (m.indices(&self.offsets)?, m.indices(&self.sizes)?, m.indices(&self.strides)?);
        if let Some(size) = sizes.iter().find(|&&size| size < 0) {
            return Err(Fault::undefined(format!("has the size {size}, which is negative")));
        }
        let place = |at: Vec<i64>| {
            let at = at.iter().zip(&offsets).zip(&strides);
            let at: Vec<i64> = at.map(|((at, offset), stride)| offset.wrapping_add(at.wrapping_mul(*stride))).collect();
            tensor.place(&at)
        };
        let places = indices(&sizes).map(place).collect::<Result<_, _>>()?;
        let kept = sizes.iter().zip(&self.dropped).filter(|(_, dropped)| !**dropped);
        Ok((kept.map(|(&size, _)| size).collect(), places))
    }

    /// `dest` with the elements of `source` inserted.
    fn inserted(&self, m: &Machine, source: Reg, dest: Reg) -> Result<Value, Box<Fault>> {
        let (source, mut dest) = (m.tensor(source)?, m.tensor(dest)?.clone());
        let (sizes, places) = self.places(m, &dest)?;
        if sizes != source.sizes {
            return Err(Fault::undefined("inserts a tensor of other sizes than it says"));
        }
        let changed = Arc::make_mut(&mut dest);
        for (place, element) in places.into_iter().zip(&source.elements) {
            changed.elements[place] = element.clone();
        }
        Ok(Value::Tensor(dest))
    }
}

#[eval(ExtractSliceOp)]
pub fn extract_slice<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let slice = Slice::new(op, emit, op.result(0).ty())?;
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let tensor = m.tensor(from)?;
        let (sizes, places) = slice.places(m, tensor)?;
        Ok(Value::tensor(sizes, places.into_iter().map(|place| tensor.elements[place].clone()).collect()))
    });
    Ok(())
}

#[eval(InsertSliceOp)]
pub fn insert_slice<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let slice = Slice::new(op, emit, op.value(InsertSliceOp::source).ty())?;
    let (source, dest, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| slice.inserted(m, source, dest));
    Ok(())
}

/// The destination is a variable of the enclosing loop, whose updates later iterations observe.
#[eval(ParallelInsertSliceOp)]
pub fn parallel_insert_slice<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let slice = Slice::new(op, emit, op.value(ParallelInsertSliceOp::source).ty())?;
    let (source, dest) = (emit.operand(op, 0), emit.operand(op, 1));
    emit.push(move |m| {
        let value = slice.inserted(m, source, dest)?;
        m.set(dest, value);
        Ok(Flow::Next)
    });
    Ok(())
}
