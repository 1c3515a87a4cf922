//! Loop nests on tensors, and tensors of given sizes.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::attrs::AttrData;
use rmlir::core::builder::Build;
use rmlir::core::mixed_index::{MixedIndex, mixed, split};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{DivSIOp, constant_index};
use rmlir_linalg::{GenericOp, IteratorType, YieldOp, fill};
use rmlir_tensor::{DimOp, EmptyOp, ExpandShapeOp, mixed_sizes, tensor_type};

/// A `linalg.generic` to be created.
pub(crate) struct Nest<'a> {
    /// The types of the results.
    pub types: &'a [Type],
    /// The inputs.
    pub inputs: &'a [Value],
    /// The initial values of the outputs.
    pub outputs: &'a [Value],
    /// The indexing map of each operand.
    pub maps: Vec<AffineMap>,
    /// The iterator type of each loop.
    pub iterators: Vec<IteratorType>,
}

impl Nest<'_> {
    /// Creates the operation at the insertion point; `body` computes the values that are yielded from the elements of the
    /// operands. Returns the results, `None` if `body` does.
    pub fn create(
        &self,
        rw: &mut Rewriter,
        body: impl FnOnce(&mut Rewriter, &[Value]) -> Option<Vec<Value>>,
    ) -> Option<Vec<Value>> {
        let maps: Vec<Attr> = self.maps.iter().map(|map| rw.cx().attr(AttrData::AffineMap(map.clone()))).collect();
        let iterators: Vec<Attr> = self.iterators.iter().map(|iterator| iterator.attr(rw)).collect();
        let (maps, iterators) = (rw.array_attr(&maps), rw.array_attr(&iterators));
        let generic = rw.create(GenericOp::build(self.types, self.inputs, self.outputs, maps, iterators));
        let operands = [self.inputs, self.outputs].concat();
        let region = generic.region(rw);
        fill_region(rw, region, &operands, body)?;
        Some(rw.results(generic.id()).to_vec())
    }
}

/// Fills `region` with a block whose arguments are the elements of `operands`, and which yields what `body` computes.
pub(crate) fn fill_region(
    rw: &mut Rewriter,
    region: RegionId,
    operands: &[Value],
    body: impl FnOnce(&mut Rewriter, &[Value]) -> Option<Vec<Value>>,
) -> Option<()> {
    let types: Vec<Type> = operands.iter().map(|&value| rw.ty(value).element_or_self(rw)).collect();
    let locs: Vec<Loc> = operands.iter().map(|&value| rw.value_loc(value)).collect();
    let point = rw.insert_point();
    let block = rw.create_block(region, &types, &locs);
    rw.at_end(block);
    let args = rw.args(block).to_vec();
    let yielded = body(rw, &args)?;
    rw.create(YieldOp::build(&yielded));
    rw.set_insert_point(point);
    Some(())
}

/// `n` parallel loops.
pub(crate) fn parallel(n: usize) -> Vec<IteratorType> {
    vec![IteratorType::Parallel; n]
}

/// The identity map of `rank` loops.
pub(crate) fn identity(rank: usize) -> AffineMap {
    AffineMap::identity(rank as u32)
}

/// The map of `rank` loops with these results.
pub(crate) fn map(rank: usize, results: Vec<AffineExpr>) -> AffineMap {
    AffineMap::new(rank as u32, 0, results)
}

/// An uninitialized tensor of these sizes.
pub(crate) fn empty(rw: &mut Rewriter, sizes: &[MixedIndex], element: Type) -> Value {
    let (shape, values) = split(sizes);
    let ty = tensor_type(rw.cx(), &shape, element);
    rw.value(EmptyOp::build(ty, &values))
}

/// The sizes of `tensor` along the dimensions that are dynamic in `shape`.
pub(crate) fn dynamic_sizes(rw: &mut Rewriter, tensor: Value, shape: &[i64]) -> Vec<Value> {
    let dynamic: Vec<usize> = (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC).collect();
    dynamic.into_iter().map(|dim| size(rw, tensor, dim)).collect()
}

/// An uninitialized tensor of this shape, with the sizes of `like` where they are not static.
pub(crate) fn empty_like(rw: &mut Rewriter, shape: &[i64], element: Type, like: Value) -> Value {
    let sizes = dynamic_sizes(rw, like, shape);
    let ty = tensor_type(rw.cx(), shape, element);
    rw.value(EmptyOp::build(ty, &sizes))
}

/// The size of a dimension, queried at the insertion point.
pub(crate) fn size(rw: &mut Rewriter, tensor: Value, dim: usize) -> Value {
    let dim = constant_index(rw, dim as i64);
    rw.value(DimOp::build(tensor, dim))
}

/// Fills `tensor` with `value`.
pub(crate) fn filled(rw: &mut Rewriter, value: Value, tensor: Value) -> Option<Value> {
    let fill = fill(rw, rw.default_loc(), value, tensor)?;
    rw.results(fill.id()).first().copied()
}

/// The shape of a ranked tensor.
pub(crate) fn shape_of(body: &Body, tensor: Value) -> Option<Vec<i64>> {
    let ty = body.ty(tensor);
    ty.shape(body).filter(|_| ty.is_tensor(body)).map(<[i64]>::to_vec)
}

/// The builder of a `tensor.expand_shape`; a dynamic size, of which a group has at most one, is the quotient of the size
/// of the group and its static sizes.
pub(crate) fn expand(rw: &mut Rewriter, ty: Type, source: Value, groups: &[Vec<i64>]) -> Option<Build<ExpandShapeOp>> {
    let sizes = mixed_sizes(rw, source);
    let shape = ty.shape(rw)?.to_vec();
    let mut dynamic = Vec::new();
    for (group, &size) in groups.iter().zip(&sizes) {
        let of_group = group.iter().map(|&dim| shape[dim as usize]);
        let (n_dynamic, product) = of_group.fold((0, 1i64), |(n, product), size| match size {
            DYNAMIC => (n + 1, product),
            size => (n, product.saturating_mul(size)),
        });
        match (n_dynamic, size) {
            (0, _) => {}
            (1, MixedIndex::Dynamic(size)) => {
                let product = constant_index(rw, product);
                dynamic.push(create_or_fold(rw, DivSIOp::build(size, product)));
            }
            _ => return None,
        }
    }
    Some(ExpandShapeOp::of(rw.cx(), ty, source, groups, &mixed(&shape, &dynamic)))
}
