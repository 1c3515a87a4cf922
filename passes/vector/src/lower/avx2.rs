//! Lowering of `vector.transpose` of 4 by 8 and 8 by 8 floats of 32 bits, for AVX2, to shuffles that are one
//! instruction each.
//!
//! A vector of 8 floats is two lanes of 4. Rows are interleaved pairwise in each lane, then by fours, and finally the
//! lanes are exchanged. Where a shuffle of four rows is slow, it is replaced by one shuffle and two blends, as inline
//! assembly.

use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::AsmDialect;
use rmlir_llvm::ops::call::InlineAsmOp;
use rmlir_vector::{TransposeOp, VectorType};

use super::of_benefit;
use super::transpose::transposed_2d_slice;
use crate::make::{extract, insert, shape_cast, shuffle, zero};

/// The pattern for such transposes.
pub fn transpose_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![transpose], benefit)
}

#[pattern]
fn transpose(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let source = op.vector(rw);
    let parts = VectorType::at(rw, source);
    if parts.element != Type::F32 {
        return rw.no_match(op, "Unsupported vector element type");
    }
    let Some((first, second)) = transposed_2d_slice(&parts, &op.order(rw)) else {
        return rw.no_match(op, "expected transposition on a 2D slice");
    };
    let by_rows: fn(&mut Rewriter, &[Value]) -> Vec<Value> = match (parts.shape[first], parts.shape[second]) {
        (4, 8) => four_rows,
        (8, 8) => eight_rows,
        _ => return rw.no_match(op, "the size is another"),
    };
    let n_rows = parts.shape[first];
    let flat = VectorType::fixed(&[n_rows * 8], parts.element).ty(rw);
    let matrix = VectorType::fixed(&[n_rows, 8], parts.element).ty(rw);
    let value = shape_cast(rw, flat, source);
    let value = shape_cast(rw, matrix, value);
    let rows: Vec<Value> = (0..n_rows).map(|at| extract(rw, value, &[at])).collect();
    let rows = by_rows(rw, &rows);
    let mut result = zero(rw, matrix);
    for (at, row) in rows.into_iter().enumerate() {
        result = insert(rw, row, result, &[at as i64]);
    }
    let result = shape_cast(rw, flat, result);
    let ty = rw.ty(op.result(rw));
    let result = shape_cast(rw, ty, result);
    rw.replace(op, [result])
}

/// The shuffle mask that applies `low` in both lanes; 8 and more are of the second vector.
fn in_both_lanes(low: [i64; 4]) -> Vec<i64> {
    low.into_iter().chain(low.map(|place| place + 4)).collect()
}

/// Interleaves two vectors in each lane: their first two elements, and their last two.
fn unpack(rw: &mut Rewriter, v1: Value, v2: Value) -> [Value; 2] {
    [[0, 8, 1, 9], [2, 10, 3, 11]].map(|low| shuffle(rw, v1, v2, &in_both_lanes(low)))
}

/// For pairs of vectors, the concatenation of both first lanes; then for the same pairs, that of the second lanes.
fn lanes(rw: &mut Rewriter, pairs: &[[Value; 2]]) -> Vec<Value> {
    let of_lane = |first: i64| (0..4).map(move |at| first + at).chain((0..4).map(move |at| 8 + first + at));
    let places: [Vec<i64>; 2] = [0, 4].map(|first| of_lane(first).collect());
    places
        .iter()
        .flat_map(|places| pairs.iter().map(|&[v1, v2]| shuffle(rw, v1, v2, places)).collect::<Vec<_>>())
        .collect()
}

fn four_rows(rw: &mut Rewriter, rows: &[Value]) -> Vec<Value> {
    let [t0, t1] = unpack(rw, rows[0], rows[1]);
    let [t2, t3] = unpack(rw, rows[2], rows[3]);
    let mut fours =
        |v1: Value, v2: Value| [[0, 1, 8, 9], [2, 3, 10, 11]].map(|low| shuffle(rw, v1, v2, &in_both_lanes(low)));
    let ([s0, s1], [s2, s3]) = (fours(t0, t2), fours(t1, t3));
    lanes(rw, &[[s0, s1], [s2, s3]])
}

fn eight_rows(rw: &mut Rewriter, rows: &[Value]) -> Vec<Value> {
    let pairs: Vec<[Value; 2]> = rows.chunks(2).map(|pair| unpack(rw, pair[0], pair[1])).collect();
    // Vectors to combine: the first halves of two pairs of rows, then the second halves.
    let together: Vec<[Value; 2]> =
        pairs.chunks(2).flat_map(|two| [[two[0][0], two[1][0]], [two[0][1], two[1][1]]]).collect();
    let places = in_both_lanes([2, 3, 8, 9]);
    let middles: Vec<Value> = together.iter().map(|&[v1, v2]| shuffle(rw, v1, v2, &places)).collect();
    let mut fours = Vec::new();
    for (&[v1, v2], &middle) in together.iter().zip(&middles) {
        fours.push(blend(rw, v1, middle, 0xcc));
        fours.push(blend(rw, v2, middle, 0x33));
    }
    let pairs: Vec<[Value; 2]> = (0..4).map(|at| [fours[at], fours[at + 4]]).collect();
    lanes(rw, &pairs)
}

/// The elements of `v2` where the bit of `mask` is set, else those of `v1`.
fn blend(rw: &mut Rewriter, v1: Value, v2: Value, mask: u8) -> Value {
    let ty = rw.ty(v1);
    let text = rw.str_attr(&format!("vblendps $0, $1, $2, 0x{mask:02x}"));
    // The parser of constraints does not accept blanks.
    let constraints = rw.str_attr("=x,x,x");
    let dialect = AsmDialect::Intel.attr(rw.cx());
    let assembly = InlineAsmOp::build(Some(ty), &[v1, v2], text, constraints).prop(InlineAsmOp::ASM_DIALECT, dialect);
    let op = rw.create(assembly).id();
    rw.result(op, 0)
}
