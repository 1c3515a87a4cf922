//! Operations of `tosa` that move elements to `tensor`.

use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{AddIOp, SubIOp, constant_index, materialize_index};
use rmlir_tensor as tensor;
use rmlir_tensor::{Tensor, mixed_sizes, tensor_type};
use rmlir_tosa::{ConcatOp, PadOp, ReshapeOp, SliceOp, constant_sizes};

use crate::tosa_to_linalg::generic::{expand, shape_of};

/// Lower TOSA to the Tensor dialect.
///
/// ```mlir
/// %shape = tosa.const_shape {values = dense<[2, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
/// %0 = tosa.reshape %t, %shape : (tensor<2x2x3xf32>, !tosa.shape<2>) -> tensor<2x6xf32>
/// // becomes
/// %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<2x2x3xf32> into tensor<2x6xf32>
/// ```
#[pass(name = "tosa-to-tensor", title = "TosaToTensorPass", depends(Tensor, rmlir_arith::Arith))]
pub fn tosa_to_tensor(cx: &mut PassCx) -> PassResult {
    let mut target = ConversionTarget::new(cx.cx());
    target.illegal_ops(&[ConcatOp::NAME, ReshapeOp::NAME, SliceOp::NAME, PadOp::NAME]);
    target.legal_dialects(&["arith", "tensor"]);
    let mut patterns = ConversionPatterns::new();
    for pattern in [concat::pattern(), pad::pattern(), reshape::pattern(), slice::pattern()] {
        patterns.add(ConversionPattern::plain(pattern));
    }
    cx.convert_partially(&target, &patterns)
}

#[pattern]
fn reshape(op: ReshapeOp, rw: &mut Rewriter) -> Match {
    let input = op.input1(rw);
    let Some(sizes) = constant_sizes(ValueRef::new(rw, op.shape(rw))) else {
        return rw.no_match(op, "the shape is not constant");
    };
    let Some(shape) = shape_of(rw, input) else { return rw.no_match(op, "expected input type to be ranked") };
    let result = rw.ty(op.output(rw));
    let element = result.element_or_self(rw);
    // A tensor of rank zero has one element, so all sizes of the input are 1.
    let from = if sizes.is_empty() { vec![1; shape.len()] } else { shape };
    let Some(expanded) = expanded_shape(&from, &sizes) else { return rw.no_match(op, "the sizes do not agree") };
    let Some(collapsed) = collapsed_shape(&from, &expanded) else { return rw.no_match(op, "the sizes do not agree") };
    let [from_type, expanded_type, collapsed_type] =
        [&from, &expanded, &collapsed].map(|shape| tensor_type(rw.cx(), shape, element));
    let (Some(collapsing), Some(expanding)) = (groups(&from, &collapsed), groups(&expanded, &collapsed)) else {
        return rw.no_match(op, "the sizes do not agree");
    };
    let mut value = create_or_fold(rw, tensor::CastOp::build(from_type, input));
    value = create_or_fold(rw, tensor::CollapseShapeOp::of(rw.cx(), collapsed_type, value, &collapsing));
    let Some(expand) = expand(rw, expanded_type, value, &expanding) else {
        return rw.no_match(op, "several sizes are not known");
    };
    value = create_or_fold(rw, expand);
    value = create_or_fold(rw, tensor::CastOp::build(result, value));
    rw.replace(op, [value])
}

fn is_static(shape: &[i64]) -> bool {
    !shape.contains(&DYNAMIC)
}

/// The shape of the result, with the size that is -1 computed if the input is static.
fn expanded_shape(from: &[i64], sizes: &[i64]) -> Option<Vec<i64>> {
    let others: i64 = sizes.iter().filter(|&&size| size >= 0).fold(1, |product, &size| product.saturating_mul(size));
    let total: i64 = from.iter().fold(1, |product: i64, &size| product.saturating_mul(size));
    let size = |&size: &i64| match size {
        0.. => Some(size),
        _ if !is_static(from) => Some(DYNAMIC),
        _ if others == 0 => Some(0),
        _ => total.checked_div(others),
    };
    let mut shape: Vec<i64> = sizes.iter().map(size).collect::<Option<_>>()?;
    if !is_static(from) && is_static(&shape) && !shape.is_empty() {
        // A dynamic size is not expanded to static ones.
        shape[0] = DYNAMIC;
    }
    Some(shape)
}

/// The shape that both are expansions of.
fn collapsed_shape(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    if a.is_empty() || b.is_empty() {
        return Some(Vec::new());
    }
    if !is_static(a) || !is_static(b) {
        return Some(vec![DYNAMIC]);
    }
    let mut shape = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let (mut of_a, mut of_b) = (a[i], b[j]);
        while of_a != of_b {
            if of_a < of_b {
                i += 1;
                of_a = of_a.checked_mul(*a.get(i)?)?;
            } else {
                j += 1;
                of_b = of_b.checked_mul(*b.get(j)?)?;
            }
        }
        shape.push(of_a);
        (i, j) = (i + 1, j + 1);
    }
    Some(shape)
}

/// The dimensions of `expanded` that are one of `collapsed` together.
fn groups(expanded: &[i64], collapsed: &[i64]) -> Option<Vec<Vec<i64>>> {
    if expanded.is_empty() || collapsed.is_empty() {
        return Some(Vec::new());
    }
    if !is_static(expanded) || !is_static(collapsed) {
        return Some(vec![(0..expanded.len() as i64).collect()]);
    }
    let mut groups = vec![Vec::new(); collapsed.len()];
    let mut dim = 0;
    for (index, &wanted) in collapsed.iter().enumerate() {
        if dim >= expanded.len() {
            break;
        }
        let mut size = expanded[dim];
        while size < wanted {
            groups[index].push(dim as i64);
            dim += 1;
            size = size.checked_mul(*expanded.get(dim)?)?;
        }
        if size != wanted {
            continue;
        }
        groups[index].push(dim as i64);
        dim += 1;
        if collapsed.get(index + 1) != Some(&1) {
            while expanded.get(dim) == Some(&1) {
                groups[index].push(dim as i64);
                dim += 1;
            }
        }
    }
    Some(groups)
}

#[pattern]
fn slice(op: SliceOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.output(rw));
    let (input, start, size) = (op.input1(rw), op.start(rw), op.size(rw));
    let (Some(_), Some(_)) = (shape_of(rw, op.output(rw)), shape_of(rw, input)) else {
        return rw.no_match(op, "unranked tensors are not supported");
    };
    let Some(starts) = constant_sizes(ValueRef::new(rw, start)) else {
        return rw.no_match(op, "start of slice must be a static ranked shape");
    };
    let Some(sizes) = constant_sizes(ValueRef::new(rw, size)) else {
        return rw.no_match(op, "size of slice must be a static ranked shape");
    };
    let mut mixed = Vec::new();
    for (dim, &size) in sizes.iter().enumerate() {
        if size != -1 {
            mixed.push(MixedIndex::Static(size));
            continue;
        }
        let whole = crate::tosa_to_linalg::generic::size(rw, input, dim);
        let offset = constant_index(rw, starts[dim]);
        mixed.push(MixedIndex::Dynamic(rw.value(SubIOp::build(whole, offset))));
    }
    let strides = vec![MixedIndex::Static(1); mixed.len()];
    let lists =
        SliceLists { offsets: starts.iter().map(|&start| MixedIndex::Static(start)).collect(), sizes: mixed, strides };
    let slice = rw.value(tensor::ExtractSliceOp::of(rw.cx(), ty, input, &lists));
    let shapes = if start == size { vec![start] } else { vec![start, size] };
    let n_uses = if start == size { 2 } else { 1 };
    let unused = shapes.into_iter().filter(|&shape| rw.uses(shape).count() == n_uses);
    let unused: Vec<OpId> = unused.filter_map(|shape| rw.defining_op(shape)).collect();
    rw.replace(op, [slice]);
    unused.into_iter().for_each(|constant| {
        rw.erase(constant);
    });
    Match::Yes
}

#[pattern]
fn pad(op: PadOp, rw: &mut Rewriter) -> Match {
    let (input, ty) = (op.input1(rw), rw.ty(op.output(rw)));
    let Some(padding) = constant_sizes(ValueRef::new(rw, op.padding(rw))) else {
        return rw.no_match(op, "padding must be a static shape value");
    };
    let zero = constant_index(rw, 0);
    let value = create_or_fold(rw, tensor::ExtractOp::build(op.pad_const(rw), &[zero]));
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for pair in padding.chunks(2) {
        low.push(MixedIndex::Dynamic(constant_index(rw, pair[0])));
        high.push(MixedIndex::Dynamic(constant_index(rw, pair[1])));
    }
    let pad = rw.create(tensor::PadOp::of(rw.cx(), ty, input, &low, &high, false));
    let point = rw.insert_point();
    let loc = rw.loc(pad.id());
    let region = pad.region(rw);
    let block = rw.create_block(region, &vec![Type::INDEX; low.len()], &vec![loc; low.len()]);
    rw.at_end(block);
    rw.create(tensor::YieldOp::build(value));
    rw.set_insert_point(point);
    let result = pad.result(rw);
    rw.replace(op, [result])
}

#[pattern]
fn concat(op: ConcatOp, rw: &mut Rewriter) -> Match {
    let (inputs, ty) = (op.input1(rw).to_vec(), rw.ty(op.output(rw)));
    let Some(shape) = ty.shape(rw).map(<[i64]>::to_vec) else {
        return rw.no_match(op, "unranked tensors are not supported");
    };
    let axis = op.axis(rw) as usize;
    let along = constant_index(rw, axis as i64);
    let (first, others) = inputs.split_first().expect("an operation that concatenates has operands");
    let mut sizes = mixed_sizes(rw, *first);
    let mut offsets = vec![MixedIndex::Static(0), sizes[axis]];
    for &input in others {
        let size = create_or_fold(rw, tensor::DimOp::build(input, along));
        let offset = materialize_index(rw, *offsets.last().expect("there are offsets"));
        let sum = create_or_fold(rw, AddIOp::build(offset, size));
        offsets.push(MixedIndex::Dynamic(sum).resolved(rw));
    }
    sizes[axis] = *offsets.last().expect("there are offsets");
    let dynamic: Vec<usize> = (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC).collect();
    let dynamic: Vec<Value> = dynamic.into_iter().map(|dim| materialize_index(rw, sizes[dim])).collect();
    let mut result = rw.value(tensor::EmptyOp::build(ty, &dynamic));
    for (&input, &offset) in inputs.iter().zip(&offsets) {
        let sizes = mixed_sizes(rw, input);
        let mut starts = vec![MixedIndex::Static(0); shape.len()];
        starts[axis] = offset;
        let lists = SliceLists { offsets: starts, sizes, strides: vec![MixedIndex::Static(1); shape.len()] };
        result = create_or_fold(rw, tensor::InsertSliceOp::of(rw.cx(), ty, input, result, &lists));
    }
    rw.replace(op, [result])
}
