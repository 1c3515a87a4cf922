//! Broadcasting of operands of size 1.
//!
//! A static size of 1 is broadcast by the indexing map. A dynamic size may be 1 at run time, which is tested, unless the
//! operand alone determines the size of the result.

use rmlir::affine_maps::AffineExpr;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{CmpIOp, CmpIPredicate, MaxUIOp, constant_index};
use rmlir_scf::{IfOp, YieldOp};
use rmlir_tensor::{CastOp, DimOp};

use super::generic::{Nest, empty, identity, map, parallel, shape_of};

/// Constant indices that were created at one position.
#[derive(Default)]
pub(super) struct Indices {
    known: Vec<(i64, Value)>,
}

impl Indices {
    fn get(&mut self, rw: &mut Rewriter, index: i64) -> Value {
        if let Some(&(_, value)) = self.known.iter().find(|(known, _)| *known == index) {
            return value;
        }
        let value = constant_index(rw, index);
        self.known.push((index, value));
        value
    }

    fn size(&mut self, rw: &mut Rewriter, tensor: Value, dim: usize) -> Value {
        let index = self.get(rw, dim as i64);
        rw.value(DimOp::build(tensor, index))
    }

    fn mixed_size(&mut self, rw: &mut Rewriter, tensor: Value, shape: &[i64], dim: usize) -> MixedIndex {
        match shape[dim] {
            DYNAMIC => MixedIndex::Dynamic(self.size(rw, tensor, dim)),
            size => MixedIndex::Static(size),
        }
    }
}

/// The size of the result along a dimension, and the operand that alone determines it.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub size: MixedIndex,
    master: Option<Value>,
}

/// The sizes that `operands`, ranked tensors of one rank, are broadcast to.
pub(super) fn target_sizes(rw: &mut Rewriter, indices: &mut Indices, operands: &[Value]) -> Option<Vec<Target>> {
    let rank = shape_of(rw, *operands.first()?)?.len();
    (0..rank).map(|dim| target_size(rw, indices, operands, dim)).collect()
}

fn target_size(rw: &mut Rewriter, indices: &mut Indices, operands: &[Value], dim: usize) -> Option<Target> {
    let mut dynamic = Vec::new();
    for &operand in operands {
        match *shape_of(rw, operand)?.get(dim)? {
            DYNAMIC => dynamic.push(operand),
            size if size > 1 => return Some(Target { size: MixedIndex::Static(size), master: Some(operand) }),
            _ => {}
        }
    }
    let Some((&first, others)) = dynamic.split_first() else {
        return Some(Target { size: MixedIndex::Static(1), master: operands.first().copied() });
    };
    let mut size = indices.size(rw, first, dim);
    for &other in others {
        let next = indices.size(rw, other, dim);
        size = rw.value(MaxUIOp::build(size, next));
    }
    Some(Target { size: MixedIndex::Dynamic(size), master: others.is_empty().then_some(first) })
}

/// The operands with dynamic sizes that are 1 at run time broadcast.
pub(super) fn broadcast_dynamic(
    rw: &mut Rewriter,
    indices: &mut Indices,
    operands: &[Value],
    targets: &[Target],
) -> Option<Vec<Value>> {
    let is_dynamic = |&operand: &Value| shape_of(rw, operand).is_some_and(|shape| shape.contains(&DYNAMIC));
    if operands.len() == 1 || !operands.iter().any(is_dynamic) {
        return Some(operands.to_vec());
    }
    let mut results = Vec::new();
    for &operand in operands {
        let mut result = operand;
        for (dim, target) in targets.iter().enumerate() {
            result = broadcast_along(rw, indices, result, dim, target)?;
        }
        results.push(result);
    }
    Some(results)
}

fn broadcast_along(
    rw: &mut Rewriter,
    indices: &mut Indices,
    operand: Value,
    dim: usize,
    target: &Target,
) -> Option<Value> {
    let shape = shape_of(rw, operand)?;
    if shape[dim] != DYNAMIC || target.master == Some(operand) {
        return Some(operand);
    }
    let one = indices.get(rw, 1);
    let size = indices.size(rw, operand, dim);
    let is_one = rw.value(CmpIOp::build(size, one, CmpIPredicate::Eq));
    let ty = rw.ty(operand);
    let choice = rw.create(IfOp::build(&[ty], is_one));
    let point = rw.insert_point();
    let (then, other) = (choice.thenRegion(rw), choice.elseRegion(rw));
    let block = rw.create_block(then, &[], &[]);
    rw.at_end(block);
    let repeated = repeat(rw, operand, &shape, dim, target)?;
    rw.create(YieldOp::build(&[repeated]));
    let block = rw.create_block(other, &[], &[]);
    rw.at_end(block);
    rw.create(YieldOp::build(&[operand]));
    rw.set_insert_point(point);
    rw.results(choice.id()).first().copied()
}

/// The tensor with its only slice along `dim` repeated.
fn repeat(rw: &mut Rewriter, operand: Value, shape: &[i64], dim: usize, target: &Target) -> Option<Value> {
    let rank = shape.len();
    let mut indices = Indices::default();
    let mut sizes = Vec::new();
    for other in 0..rank {
        sizes.push(if other == dim { target.size } else { indices.mixed_size(rw, operand, shape, other) });
    }
    let element = rw.ty(operand).element_or_self(rw);
    let output = empty(rw, &sizes, element);
    let index = |other: usize| if other == dim { AffineExpr::constant(0) } else { AffineExpr::dim(other as u32) };
    let nest = Nest {
        types: &[rw.ty(output)],
        inputs: &[operand],
        outputs: &[output],
        maps: vec![map(rank, (0..rank).map(index).collect()), identity(rank)],
        iterators: parallel(rank),
    };
    let result = nest.create(rw, |_, args| Some(vec![args[0]]))?[0];
    let ty = rw.ty(operand);
    Some(create_or_fold(rw, CastOp::build(ty, result)))
}
