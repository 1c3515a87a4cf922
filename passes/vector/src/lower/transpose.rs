//! Lowering of `vector.transpose`: to extractions and insertions, shape casts, or shuffles.

use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_positions};
use rmlir_vector::{ExtractOp, InsertOp, ShapeCastOp, TransposeOp, VectorType};

use super::of_benefit;
use crate::make::{insert, poison, shape_cast, shuffle};

/// The lowering strategy of `vector.transpose`.
#[attr(int = 32)]
pub enum TransposeLowering {
    /// Extractions and insertions of elements.
    #[case("eltwise")]
    EltWise,
    /// An LLVM intrinsic for matrix transposition.
    #[case("llvmintr")]
    LlvmIntr,
    /// A shuffle of a flat vector, for matrices.
    #[case("shuffle_1d")]
    Shuffle1D,
    /// Shuffles of rows, for matrices of 16 by 16 elements of 32 bits.
    #[case("shuffle_16x16")]
    Shuffle16x16,
}

impl TransposeLowering {
    fn is_shuffle(self) -> bool {
        matches!(self, Self::Shuffle1D | Self::Shuffle16x16)
    }
}

/// The patterns for transposes.
pub fn patterns(lowering: TransposeLowering, benefit: u16) -> PatternSet {
    let mut set = of_benefit(patterns![unit_dim_to_shape_cast], benefit);
    let apply = move |op: TransposeOp, rw: &mut Rewriter| by_elements(op, rw, lowering);
    set.add(Pattern::of("TransposeOpLowering", apply).benefit(benefit));
    let apply = move |op: TransposeOp, rw: &mut Rewriter| to_shuffle(op, rw, lowering);
    set.add(Pattern::of("TransposeOp2DToShuffleLowering", apply).benefit(benefit));
    set
}

/// The two dimensions of size greater than 1, if there are exactly two and they are swapped.
pub(crate) fn transposed_2d_slice(vector: &VectorType, order: &[i64]) -> Option<(usize, usize)> {
    let long: Vec<usize> = (0..vector.rank()).filter(|&dim| vector.shape[dim] > 1).collect();
    let [first, second] = long[..] else { return None };
    let place = |dim: usize| order.iter().position(|&from| from == dim as i64);
    (place(second)? < place(first)?).then_some((first, second))
}

#[pattern]
fn unit_dim_to_shape_cast(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let result = VectorType::at(rw, op.result(rw));
    let is_unit = |dim: usize| result.shape[dim] == 1 && !result.scalable[dim];
    if result.rank() != 2 || !(is_unit(0) || is_unit(1)) || op.order(rw) != [1, 0] {
        return rw.no_match(op, "not of a matrix with a dimension of size 1");
    }
    rw.replace_with(op, ShapeCastOp::build(result.ty(rw), op.vector(rw)));
    Match::Yes
}

/// Moves each element, or each vector of trailing dimensions that are not permuted.
fn by_elements(op: TransposeOp, rw: &mut Rewriter, lowering: TransposeLowering) -> Match {
    let source = op.vector(rw);
    let vector = VectorType::at(rw, source);
    let order = op.order(rw);
    if vector.is_scalable() {
        return rw.no_match(op, "a scalable dimension cannot be unrolled");
    }
    if lowering.is_shuffle() && transposed_2d_slice(&vector, &order).is_some() {
        return rw.no_match(op, "it is to become a shuffle");
    }
    let n_stay = order.iter().enumerate().rev().take_while(|&(place, &dim)| place as i64 == dim).count();
    let order = &order[..order.len() - n_stay];
    let shape = &vector.shape[..order.len()];
    let Some(positions) = unrolled_positions(shape) else { return rw.no_match(op, TOO_MANY_PARTS) };
    let ty = rw.ty(op.result(rw));
    let mut result = poison(rw, ty);
    for from in positions {
        let to: Vec<i64> = order.iter().map(|&dim| from[dim as usize]).collect();
        let value = create_or_fold(rw, ExtractOp::at_static(rw.cx(), source, &from));
        result = create_or_fold(rw, InsertOp::at_static(rw.cx(), value, result, &to));
    }
    rw.replace(op, [result])
}

/// Shuffles a matrix, which may have additional dimensions of size 1.
fn to_shuffle(op: TransposeOp, rw: &mut Rewriter, lowering: TransposeLowering) -> Match {
    if !lowering.is_shuffle() {
        return rw.no_match(op, "it is not to become a shuffle");
    }
    let vector = VectorType::at(rw, op.vector(rw));
    if vector.is_scalable() {
        return rw.no_match(op, "a scalable vector cannot be shuffled");
    }
    let Some((first, second)) = transposed_2d_slice(&vector, &op.order(rw)) else {
        return rw.no_match(op, "not of a matrix");
    };
    let (m, n) = (vector.shape[first], vector.shape[second]);
    let flat = VectorType::fixed(&[m * n], vector.element).ty(rw);
    let source = shape_cast(rw, flat, op.vector(rw));
    let result = if lowering == TransposeLowering::Shuffle16x16 && (m, n) == (16, 16) {
        let matrix = VectorType::fixed(&[m, n], vector.element).ty(rw);
        let source = shape_cast(rw, matrix, source);
        shuffle_16x16(rw, source, matrix)
    } else {
        let places: Vec<i64> = (0..n).flat_map(|column| (0..m).map(move |row| row * n + column)).collect();
        shuffle(rw, source, source, &places)
    };
    let ty = rw.ty(op.result(rw));
    rw.replace_with(op, ShapeCastOp::build(ty, result));
    Match::Yes
}

/// The mask of a shuffle of two rows that is the same in each group of 4.
fn in_each_group(places: [i64; 4]) -> Vec<i64> {
    (0..16).step_by(4).flat_map(|start| places.map(|place| place + start)).collect()
}

/// The mask that selects two groups of 4 of the one row and two of the other.
fn of_groups(first: i64, second: i64) -> Vec<i64> {
    [0, 16]
        .iter()
        .flat_map(|row| [first, second].map(|group| row + 4 * group))
        .flat_map(|start| start..start + 4)
        .collect()
}

/// In four rounds, blocks of 2 by 2, 4 by 4, 8 by 8 and 16 by 16 elements are transposed.
fn shuffle_16x16(rw: &mut Rewriter, source: Value, ty: Type) -> Value {
    let rows: Vec<Value> =
        (0..16).map(|row| create_or_fold(rw, ExtractOp::at_static(rw.cx(), source, &[row]))).collect();
    let (low_words, high_words) = (in_each_group([0, 16, 1, 17]), in_each_group([2, 18, 3, 19]));
    let mut words = Vec::new();
    for pair in rows.chunks(2) {
        words.push(shuffle(rw, pair[0], pair[1], &low_words));
        words.push(shuffle(rw, pair[0], pair[1], &high_words));
    }
    let (low_pairs, high_pairs) = (in_each_group([0, 1, 16, 17]), in_each_group([2, 3, 18, 19]));
    let mut pairs = Vec::new();
    for four in words.chunks(4) {
        for (lhs, rhs) in [(four[0], four[2]), (four[1], four[3])] {
            pairs.push(shuffle(rw, lhs, rhs, &low_pairs));
            pairs.push(shuffle(rw, lhs, rhs, &high_pairs));
        }
    }
    let (even_groups, odd_groups) = (of_groups(0, 2), of_groups(1, 3));
    let mut fours = Vec::new();
    for eight in pairs.chunks(8) {
        for places in [&even_groups, &odd_groups] {
            for row in 0..4 {
                fours.push(shuffle(rw, eight[row], eight[row + 4], places));
            }
        }
    }
    let mut columns = Vec::new();
    for places in [&even_groups, &odd_groups] {
        for row in 0..8 {
            columns.push(shuffle(rw, fours[row], fours[row + 8], places));
        }
    }
    let mut result = poison(rw, ty);
    for (at, column) in columns.into_iter().enumerate() {
        result = insert(rw, column, result, &[at as i64]);
    }
    result
}
