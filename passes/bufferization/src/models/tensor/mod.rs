//! Tensors: slices become views, insertions become writes.

mod computed;
mod concat;
mod create;
mod query;
mod reshape;
mod slice;

use rmlir::core::memref_layout::{MemRefParts, memory_space, memref_type};
use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{
    AliasingValue, Attempt, BufferizableOp, Session, State, buffer_type, buffer_type_in, get_buffer, owner_of,
    replace_with_buffers, types,
};
use rmlir_memref as memref;

pub(super) use self::computed::{Generate, Pad, Splat};
pub(super) use self::concat::Concat;
pub(super) use self::create::{Empty, FromElements};
pub(super) use self::query::{Dim, Extract, Rank};
pub(super) use self::reshape::{CollapseShape, ExpandShape, Reshape};
pub(super) use self::slice::{ExtractSlice, Insert, InsertSlice, ParallelInsertSlice};

pub(super) struct Cast;

impl BufferizableOp for Cast {
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn aliasing_values(&self, op: OpRef, _index: usize, _state: &State) -> Vec<AliasingValue> {
        vec![AliasingValue::equivalent(op.result(0).id)]
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let cx = value.cx();
        let source = buffer_type_in(owner_of(value).operand(0), session, stack)?;
        match (MemRefParts::of(cx, source), value.ty().shape(cx)) {
            (Some(parts), Some(shape)) => {
                Ok(memref_type(cx, shape, value.ty().element_or_self(cx), parts.layout, parts.space))
            }
            _ => Ok(types::with_dynamic_layout(cx, value.ty(), memory_space(cx, source))),
        }
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let buffer = get_buffer(rw, rw.operand(op, 0), session)?;
        let ty = buffer_type(rw, rw.result(op, 0), session)?;
        let buffer = if rw.ty(buffer) == ty { buffer } else { rw.value(memref::CastOp::build(ty, buffer)) };
        replace_with_buffers(rw, op, &[buffer]);
        Ok(())
    }
}
