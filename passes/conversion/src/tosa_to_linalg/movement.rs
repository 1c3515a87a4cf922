//! Operations that move elements: identity, reverse, tile, gather, and table lookups.

use rmlir::affine_maps::AffineExpr;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{constant_index, constant_int};
use rmlir_linalg::IndexOp;
use rmlir_tensor::{EmptyOp, ExtractOp, tensor_type};
use rmlir_tosa::*;

use super::generic::{Nest, empty_like, identity as identity_map, map, parallel, shape_of, size};

#[pattern]
pub(super) fn identity(op: IdentityOp, rw: &mut Rewriter) -> Match {
    rw.replace(op, [op.input1(rw)])
}

#[pattern]
pub(super) fn reverse(op: ReverseOp, rw: &mut Rewriter) -> Match {
    let input = op.input1(rw);
    let ty = rw.ty(op.output(rw));
    let (Some(shape), Some(_)) = (shape_of(rw, input), ty.shape(rw)) else {
        return rw.no_match(op, "unranked tensors are not supported");
    };
    let rank = shape.len();
    let axis = op.axis(rw) as usize;
    let element = ty.element_or_self(rw);
    let dynamic: Vec<usize> = (0..rank).filter(|&dim| shape[dim] == DYNAMIC).collect();
    let sizes: Vec<Value> = dynamic.into_iter().map(|dim| size(rw, input, dim)).collect();
    let n = size(rw, input, axis);
    let output_type = tensor_type(rw.cx(), &shape, element);
    let output = rw.value(EmptyOp::build(output_type, &sizes));
    let nest = Nest {
        types: &[ty],
        inputs: &[],
        outputs: &[output],
        maps: vec![identity_map(rank)],
        iterators: parallel(rank),
    };
    let results = nest.create(rw, |rw, _| {
        let mut indices = Vec::new();
        for dim in 0..rank {
            let mut index = loop_index(rw, dim);
            if dim == axis {
                let one = constant_index(rw, 1);
                let last = rw.value(arith::SubIOp::build(n, one));
                index = rw.value(arith::SubIOp::build(last, index));
            }
            indices.push(index);
        }
        Some(vec![rw.value(ExtractOp::build(input, &indices))])
    });
    let Some(results) = results else { return Match::No };
    rw.replace(op, results)
}

/// The index of a loop.
pub(super) fn loop_index(rw: &mut Rewriter, dim: usize) -> Value {
    let dim = rw.i64_attr(dim as i64);
    rw.value(IndexOp::build(dim))
}

/// Repeats a tensor by a loop nest over copies and elements, and reshapes the result.
#[pattern]
pub(super) fn tile(op: TileOp, rw: &mut Rewriter) -> Match {
    let input = op.input1(rw);
    let ty = rw.ty(op.output(rw));
    let (Some(shape), Some(result)) = (shape_of(rw, input), ty.shape(rw).map(<[i64]>::to_vec)) else {
        return rw.no_match(op, "unranked tensors are not supported");
    };
    let Some(multiples) = constant_sizes(ValueRef::new(rw, op.multiples(rw))) else {
        return rw.no_match(op, "the multiples are not constant");
    };
    let rank = shape.len();
    let pairs = |dim: usize| [if multiples[dim] == -1 { DYNAMIC } else { multiples[dim] }, shape[dim]];
    let copies: Vec<i64> = (0..rank).flat_map(pairs).collect();
    let dynamic: Vec<usize> = (0..rank).filter(|&dim| pairs(dim).contains(&DYNAMIC)).collect();
    let sizes: Vec<Value> = dynamic.into_iter().map(|dim| size(rw, input, dim)).collect();
    let element = ty.element_or_self(rw);
    let output_type = tensor_type(rw.cx(), &copies, element);
    let output = rw.value(EmptyOp::build(output_type, &sizes));
    let read = (0..rank).map(|dim| AffineExpr::dim(2 * dim as u32 + 1));
    let nest = Nest {
        types: &[output_type],
        inputs: &[input],
        outputs: &[output],
        maps: vec![map(2 * rank, read.collect()), identity_map(2 * rank)],
        iterators: parallel(2 * rank),
    };
    let Some(copied) = nest.create(rw, |_, args| Some(vec![args[0]])) else { return Match::No };
    let sizes: Vec<i64> = result.iter().map(|&size| if size == DYNAMIC { -1 } else { size }).collect();
    let shape = const_shape(rw, &sizes);
    rw.replace_with(op, ReshapeOp::build(ty, copied[0], shape));
    Match::Yes
}

/// A constant shape.
pub(crate) fn const_shape(rw: &mut Rewriter, sizes: &[i64]) -> Value {
    let ty = ShapeType::get(rw.cx(), sizes.len() as i32).ty();
    let values = rmlir_tosa::index_tensor(rw.cx(), sizes);
    rw.value(ConstShapeOp::build(ty, values))
}

#[pattern]
pub(super) fn gather(op: GatherOp, rw: &mut Rewriter) -> Match {
    let (values, indices) = (op.values(rw), op.indices(rw));
    let ty = rw.ty(op.output(rw));
    let [Some(of_values), Some(of_indices), Some(result)] =
        [values, indices, op.output(rw)].map(|value| shape_of(rw, value))
    else {
        return rw.no_match(op, "unranked tensors are not supported");
    };
    let mut sizes = Vec::new();
    for (source, dim, size_of_dim) in
        [(values, 0, of_values[0]), (indices, 1, of_indices[1]), (values, 2, of_values[2])]
    {
        if size_of_dim == DYNAMIC {
            sizes.push(size(rw, source, dim));
        }
    }
    let element = ty.element_or_self(rw);
    let output_type = tensor_type(rw.cx(), &result, element);
    let output = rw.value(EmptyOp::build(output_type, &sizes));
    let nest = Nest {
        types: &[ty],
        inputs: &[indices],
        outputs: &[output],
        maps: vec![map(3, vec![AffineExpr::dim(0), AffineExpr::dim(1)]), identity_map(3)],
        iterators: parallel(3),
    };
    let results = nest.create(rw, |rw, args| {
        let batch = loop_index(rw, 0);
        let row = rw.value(arith::IndexCastOp::build(Type::INDEX, args[0]));
        let channel = loop_index(rw, 2);
        Some(vec![rw.value(ExtractOp::build(values, &[batch, row, channel]))])
    });
    let Some(results) = results else { return Match::No };
    rw.replace(op, results)
}

/// Looks up 8-bit integers; 16-bit integers are interpolated between entries, of which there are 512 and one.
#[pattern]
pub(super) fn table(op: TableOp, rw: &mut Rewriter) -> Match {
    let (input, table) = (op.input1(rw), op.table(rw));
    let ty = rw.ty(op.output(rw));
    let (Some(shape), Some(result)) = (shape_of(rw, input), ty.shape(rw).map(<[i64]>::to_vec)) else {
        return rw.no_match(op, "unranked tensors are not supported");
    };
    let (from, to) = (rw.ty(input).element_or_self(rw), ty.element_or_self(rw));
    let of_table = rw.ty(table).element_or_self(rw);
    let widths = [from, of_table, to].map(|ty| ty.int_width(rw));
    let is_bytes = widths == [Some(8), Some(8), Some(8)];
    if !is_bytes && widths != [Some(16), Some(16), Some(32)] {
        return rw.no_match(op, "unable to create body for tosa.table op");
    }
    let output = empty_like(rw, &result, to, input);
    let rank = shape.len();
    let nest = Nest {
        types: &[ty],
        inputs: &[input],
        outputs: &[output],
        maps: vec![identity_map(rank), identity_map(rank)],
        iterators: parallel(rank),
    };
    let results = nest.create(rw, |rw, args| {
        Some(vec![if is_bytes { look_up(rw, table, args[0]) } else { interpolate(rw, table, args[0]) }])
    });
    let Some(results) = results else { return Match::No };
    rw.replace(op, results)
}

fn look_up(rw: &mut Rewriter, table: Value, value: Value) -> Value {
    let index = rw.value(arith::IndexCastOp::build(Type::INDEX, value));
    let offset = constant_index(rw, 128);
    let index = rw.value(arith::AddIOp::build(index, offset));
    rw.value(ExtractOp::build(table, &[index]))
}

fn interpolate(rw: &mut Rewriter, table: Value, value: Value) -> Value {
    let extended = rw.value(arith::ExtSIOp::build(Type::I32, value));
    let offset = constant_int(rw, 32768, Type::I32);
    let seven = constant_int(rw, 7, Type::I32);
    let one = constant_int(rw, 1, Type::I32);
    let mask = constant_int(rw, 0x7f, Type::I32);
    let moved = rw.value(arith::AddIOp::build(extended, offset));
    let index = rw.value(arith::ShRUIOp::build(moved, seven));
    let fraction = rw.value(arith::AndIOp::build(moved, mask));
    let next = rw.value(arith::AddIOp::build(index, one));
    let [index, next] = [index, next].map(|index| rw.value(arith::IndexCastOp::build(Type::INDEX, index)));
    let [base, next] = [index, next].map(|index| rw.value(ExtractOp::build(table, &[index])));
    let [base, next] = [base, next].map(|entry| rw.value(arith::ExtSIOp::build(Type::I32, entry)));
    let scaled = rw.value(arith::ShLIOp::build(base, seven));
    let difference = rw.value(arith::SubIOp::build(next, base));
    let part = rw.value(arith::MulIOp::build(difference, fraction));
    rw.value(arith::AddIOp::build(scaled, part))
}
