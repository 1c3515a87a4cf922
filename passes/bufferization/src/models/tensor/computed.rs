//! Tensors whose elements are computed from their indices: lowered to `linalg.map` on a new buffer.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::memref_layout::memory_space;
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_affine::ApplyOp;
use rmlir_arith::{constant_index, materialize_index};
use rmlir_bufferization::bufferizable::{
    Attempt, BufferizableOp, Failure, Session, State, allocate_tensor_for, buffer_type_in, owner_of, types,
};
use rmlir_linalg::{IndexOp, MapOp, YieldOp};
use rmlir_tensor as tensor;

pub(in crate::models) struct Generate;
pub(in crate::models) struct Splat;
pub(in crate::models) struct Pad;

/// Creates an operation that fills `dest`; `fill` creates the element in its region.
fn create_map(rw: &mut Rewriter, loc: Loc, dest: Value, fill: impl FnOnce(&mut Rewriter, BlockId)) -> Value {
    let ty = rw.ty(dest);
    let element = ty.element_or_self(rw);
    let new = rw.create(MapOp::build(&[ty], &[], dest).at(loc));
    let point = rw.insert_point();
    let block = rw.create_block(new.mapper(rw), &[element], &[loc]);
    rw.set_loc(loc);
    fill(rw, block);
    rw.set_insert_point(point);
    rw.result(new.id(), 0)
}

/// Fills `dest` with the elements that `region` computes from their indices.
fn fill_by_region(rw: &mut Rewriter, loc: Loc, dest: Value, region: RegionId) -> Attempt<Value> {
    let source = rw.entry(region).ok_or_else(Failure::silent)?;
    let rank = rw.args(source).len();
    Ok(create_map(rw, loc, dest, |rw, block| {
        let mut indices = Vec::new();
        for dim in 0..rank {
            let dim = rw.i64_attr(dim as i64);
            indices.push(rw.value(IndexOp::build(dim)));
        }
        rw.merge_blocks(source, block, &indices);
        if let Some(end) = rw.last_op(block) {
            let value = rw.operand(end, 0);
            rw.replace_with(end, YieldOp::build(&[value]));
        }
    }))
}

fn check_memory_space(op: OpRef, session: &Session) -> Checked {
    if session.options.default_memory_space(op.cx(), op.result(0).ty()) == Some(None) {
        return Ok(());
    }
    Err(op.plain_error("memory space not implemented yet"))
}

impl BufferizableOp for Generate {
    fn allocates(&self, _op: OpRef, _value: Value) -> bool {
        true
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        check_memory_space(OpRef::new(rw, op), session)?;
        let (result, loc, region) = (rw.result(op, 0), rw.loc(op), rw.region(op, 0));
        let dest = allocate_tensor_for(rw, loc, result, session, false)?;
        let filled = fill_by_region(rw, loc, dest, region)?;
        rw.replace(op, [filled]);
        Ok(())
    }
}

impl BufferizableOp for Splat {
    fn allocates(&self, _op: OpRef, _value: Value) -> bool {
        true
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let (result, loc) = (rw.result(op, 0), rw.loc(op));
        let dest = allocate_tensor_for(rw, loc, result, session, false)?;
        check_memory_space(OpRef::new(rw, op), session)?;
        let element = tensor::SplatOp::from_id(op).input(rw);
        let filled = create_map(rw, loc, dest, |rw, _| {
            rw.create(YieldOp::build(&[element]));
        });
        rw.replace(op, [filled]);
        Ok(())
    }
}

impl BufferizableOp for Pad {
    fn allocates(&self, _op: OpRef, _value: Value) -> bool {
        true
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let source = buffer_type_in(owner_of(value).operand(tensor::PadOp::SOURCE_OPERAND), session, stack)?;
        Ok(types::with_identity_layout(value.cx(), value.ty(), memory_space(value.cx(), source)))
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::PadOp::from_id(op);
        let (result, source, loc, region) = (rw.result(op, 0), this.source(rw), rw.loc(op), this.region(rw));
        let (low, high) = (this.mixed_low(rw), this.mixed_high(rw));
        let shape = rw.ty(result).shape(rw).unwrap_or_default().to_vec();
        for dim in (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC) {
            let index = constant_index(rw, dim as i64);
            let size = rw.value(tensor::DimOp::build(source, index));
            let [low, high] = [low[dim], high[dim]].map(|number| materialize_index(rw, number));
            let sum = &(&AffineExpr::symbol(0) + &AffineExpr::symbol(1)) + &AffineExpr::symbol(2);
            let map = rw.cx().attr(rmlir::core::attrs::AttrData::AffineMap(AffineMap::new(0, 3, vec![sum])));
            rw.create(ApplyOp::build(&[size, low, high], map));
        }
        let dest = allocate_tensor_for(rw, loc, result, session, false)?;
        let filled = fill_by_region(rw, loc, dest, region)?;
        let mut sizes = Vec::new();
        for (dim, size) in rw.ty(source).shape(rw).unwrap_or_default().to_vec().into_iter().enumerate() {
            sizes.push(if size == DYNAMIC {
                let index = constant_index(rw, dim as i64);
                MixedIndex::Dynamic(rw.value(tensor::DimOp::build(source, index)))
            } else {
                MixedIndex::Static(size)
            });
        }
        let strides = vec![MixedIndex::Static(1); sizes.len()];
        let lists = SliceLists { offsets: low, sizes, strides };
        let ty = rw.ty(result);
        rw.replace_with(op, tensor::InsertSliceOp::of(rw.cx(), ty, source, filled, &lists));
        Ok(())
    }
}
