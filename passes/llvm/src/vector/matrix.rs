//! Contractions and transposes as intrinsics on flat matrices.

use rmlir::prelude::*;
use rmlir_arith::{AddFOp, AddIOp};
use rmlir_llvm::intrinsics::vector::{MatrixMultiplyIntr, MatrixTransposeIntr};
use rmlir_vector::{ContractionOp, IteratorType, ShapeCastOp, TransposeOp, VectorType};
use rmlir_vector_passes::maskable::{Lowered, unmasked};

/// The pattern that converts contractions to `llvm.intr.matrix.multiply`.
pub fn multiply_patterns(benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    set.add(unmasked("ContractionOpToMatmulOpLowering", benefit, multiply));
    set
}

/// The pattern that converts transposes to `llvm.intr.matrix.transpose`.
pub fn transpose_patterns(benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    set.add(Pattern::of("TransposeOpToMatrixTransposeOpLowering", transpose).benefit(benefit));
    set
}

fn i32_attr(cx: &Context, number: i64) -> Attr {
    cx.int_attr(Type::I32, number)
}

fn flat(cx: &Context, parts: &VectorType) -> Type {
    VectorType::fixed(&[parts.n_elements()], parts.element).ty(cx)
}

/// The transpose of the matrix `value`.
fn transposed(rw: &mut Rewriter, value: Value) -> Value {
    let parts = VectorType::at(rw, value);
    rw.value(TransposeOp::of(rw.cx(), value, &parts, &[1, 0]))
}

/// `value` with the dimensions `wanted`: transposed if they are swapped, `None` if they are others.
fn in_order(rw: &mut Rewriter, value: Value, dims: &[u32], wanted: [u32; 2]) -> Option<Value> {
    match dims {
        dims if dims == wanted => Some(value),
        &[first, second] if [second, first] == wanted => Some(transposed(rw, value)),
        _ => None,
    }
}

fn multiply(op: ContractionOp, rw: &mut Rewriter) -> Lowered {
    use IteratorType::{Parallel, Reduction};
    let view = OpRef::new(rw, op.id());
    if !matches!(view.get(ContractionOp::iterator_types)[..], [Parallel, Parallel, Reduction]) {
        return Err("no product of matrices");
    }
    let (lhs, rhs, acc) = (op.lhs(rw), op.rhs(rw), op.acc(rw));
    let Some(result) = VectorType::of(rw, rw.ty(op.result(rw))).filter(|result| !result.is_scalable()) else {
        return Err("the result is no fixed vector");
    };
    let element = VectorType::at(rw, lhs).element;
    if element != result.element || element.int_or_float_width(rw).is_none() {
        return Err("the elements are of different types");
    }
    let dims: Vec<Vec<u32>> = ContractionOp::maps(view)
        .iter()
        .map(|map| (0..map.n_results()).filter_map(|dim| map.dim_position(dim)).collect())
        .collect();
    let is_matrix = |dims: &[u32], wanted: [u32; 2]| dims == wanted || dims == [wanted[1], wanted[0]];
    if !is_matrix(&dims[0], [0, 2]) || !is_matrix(&dims[1], [2, 1]) || !is_matrix(&dims[2], [0, 1]) {
        return Err("no product of matrices");
    }
    let lhs = in_order(rw, lhs, &dims[0], [0, 2]).expect("the dimensions were checked");
    let rhs = in_order(rw, rhs, &dims[1], [2, 1]).expect("the dimensions were checked");
    let (left, right) = (VectorType::at(rw, lhs), VectorType::at(rw, rhs));
    let (rows, inner, columns) = (left.shape[0], left.shape[1], right.shape[1]);
    let ty = flat(rw, &left);
    let lhs = rw.value(ShapeCastOp::build(ty, lhs));
    let ty = flat(rw, &right);
    let rhs = rw.value(ShapeCastOp::build(ty, rhs));
    let [lhs_rows, lhs_columns, rhs_columns] = [rows, inner, columns].map(|size| i32_attr(rw.cx(), size));
    let ty = VectorType::fixed(&[rows * columns], element).ty(rw);
    let product = rw.value(MatrixMultiplyIntr::build(ty, lhs, rhs, lhs_rows, lhs_columns, rhs_columns));
    let ty = VectorType::fixed(&[rows, columns], element).ty(rw);
    let product = rw.value(ShapeCastOp::build(ty, product));
    let product = in_order(rw, product, &dims[2], [0, 1]).expect("the dimensions were checked");
    Ok(Some(match element.is_integer(rw) {
        true => rw.value(AddIOp::build(acc, product)),
        false => rw.value(AddFOp::build(acc, product)),
    }))
}

fn transpose(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let source = op.vector(rw);
    let result = VectorType::at(rw, op.result(rw));
    if result.is_scalable() || op.order(rw) != [1, 0] {
        return rw.no_match(op, "not of a fixed matrix");
    }
    let ty = flat(rw, &result);
    let matrix = rw.value(ShapeCastOp::build(ty, source));
    let [rows, columns] = [0, 1].map(|dim| i32_attr(rw.cx(), result.shape[dim]));
    let turned = rw.value(MatrixTransposeIntr::build(ty, matrix, rows, columns));
    rw.replace_with(op, ShapeCastOp::build(result.ty(rw), turned));
    Match::Yes
}
