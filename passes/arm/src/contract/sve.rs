//! A fixed matrix by a scalable one, with instructions of the scalable vector extension.
//!
//! A register contains a tile of the second matrix, and of the result, for each unit of `vscale`; a tile of the first
//! matrix is repeated in all of them. Per unit, the result has `m` rows of `n` sums of `k` products, and tiles are 2 by
//! 2:
//!
//! 1. Two rows of the first matrix are a tile.
//! 2. The second matrix, flattened to one vector, is a sequence of tiles.
//! 3. Two rows of the accumulator are interleaved by pairs: so the four elements of a tile are contiguous. They are
//!    interleaved one by one if the instruction computes the transposed tile.
//! 4. The tiles are multiplied.
//! 5. Step 3 is inverted.

use rmlir::prelude::*;
use rmlir_arm_sve::{BfmmlaOp, DupQLaneOp, SmmlaOp, UmmlaOp, UsmmlaOp};
use rmlir_ub::PoisonOp;
use rmlir_vector::*;
use rmlir_vector_passes::maskable::unmasked;

use super::*;

/// The patterns for products of bytes.
pub fn i8mm_patterns() -> PatternSet {
    let mut set = PatternSet::new();
    set.add(unmasked("LowerContractionToSVEI8MMPattern", BEFORE_OTHERS, |op: ContractionOp, rw| {
        let shape = shape(rw, op, 8)?;
        let factors = Factors::of_integers(integer_factors(rw, op, |width| width == 8)?);
        Ok(Some(Product { factors, acc: op.acc(rw), shape }.lower(rw)))
    }));
    set
}

/// The patterns for products of floats of the type `bf16`.
pub fn bfmmla_patterns() -> PatternSet {
    let mut set = PatternSet::new();
    set.add(unmasked("LowerContractionToSVEBFMMLAPattern", BEFORE_OTHERS, |op: ContractionOp, rw| {
        let shape = shape(rw, op, 4)?;
        let factors = Factors::of_bf16(rw, op)?;
        Ok(Some(Product { factors, acc: op.acc(rw), shape }.lower(rw)))
    }));
    set
}

/// The sizes, of which the second is multiplied by `vscale`.
struct Shape {
    m: i64,
    n: i64,
    k: i64,
}

/// The sizes of `op` if it is tiled with `k` elements in a row of a tile.
fn shape(body: &Body, op: ContractionOp, k: i64) -> Result<Shape, &'static str> {
    if !is_product(body, op, MATRIX_BY_MATRIX) {
        return Err("not the sums of products of rows and columns");
    }
    let [lhs, rhs, acc] = [op.lhs(body), op.rhs(body), op.acc(body)].map(|value| vector(body, value));
    if lhs.is_scalable() || rhs.scalable != [true, false] || acc.scalable != [false, true] {
        return Err("not only the columns are scalable");
    }
    let (m, n) = (lhs.shape[0], rhs.shape[0]);
    if rhs.shape[1] != k || m % 2 != 0 || n % 2 != 0 {
        return Err("the matrices are not made of whole tiles");
    }
    Ok(Shape { m, n, k })
}

/// A one-dimensional scalable vector.
fn scalable(length: i64, element: Type) -> VectorType {
    VectorType { shape: vec![length], scalable: vec![true], element }
}

/// A product to be lowered.
struct Product {
    factors: Factors,
    acc: Value,
    shape: Shape,
}

impl Product {
    fn lower(&self, rw: &mut Rewriter) -> Value {
        let n_rows = self.shape.m / 2;
        let lhs: Vec<Value> = (0..n_rows).map(|row| self.lhs_tile(rw, row)).collect();
        let rhs = self.rhs_tiles(rw);
        let acc: Vec<Vec<Value>> = (0..n_rows).map(|row| self.acc_tiles(rw, row)).collect();
        let mut sums = Vec::new();
        for (acc, &lhs) in acc.iter().zip(&lhs) {
            let row = acc.iter().zip(&rhs).map(|(&acc, &rhs)| self.multiply(rw, acc, lhs, rhs));
            sums.push(row.collect::<Vec<Value>>());
        }
        let mut result = rw.value(PoisonOp::build(rw.ty(self.acc)));
        for (row, tiles) in (0..).zip(&sums) {
            let [first, second] = self.rows_of(rw, tiles);
            result = rw.value(InsertOp::at_static(rw.cx(), first, result, &[2 * row]));
            result = rw.value(InsertOp::at_static(rw.cx(), second, result, &[2 * row + 1]));
        }
        result
    }

    /// Two rows of `value`.
    fn two_rows(rw: &mut Rewriter, value: Value, row: i64) -> [Value; 2] {
        [2 * row, 2 * row + 1].map(|row| rw.value(ExtractOp::at_static(rw.cx(), value, &[row])))
    }

    /// Two rows of the first matrix, repeated.
    fn lhs_tile(&self, rw: &mut Rewriter, row: i64) -> Value {
        let Shape { k, .. } = self.shape;
        let [first, second] = Self::two_rows(rw, self.factors.lhs, row);
        let all: Vec<i64> = (0..2 * k).collect();
        let tile = rw.value(ShuffleOp::build(first, second, rw.cx().i64_array(&all)));
        let register = scalable(2 * k, element(rw, tile)).ty(rw);
        let poison = rw.value(PoisonOp::build(register));
        let one = rw.value(ScalableInsertOp::build(tile, poison, rw.cx().i64_attr(0)));
        rw.value(DupQLaneOp::build(one, rw.cx().i64_attr(0)))
    }

    fn rhs_tiles(&self, rw: &mut Rewriter) -> Vec<Value> {
        let Shape { n, k, .. } = self.shape;
        let of = element(rw, self.factors.rhs);
        let loc = rw.value_loc(self.factors.rhs);
        let flat = rw.value(ShapeCastOp::build(scalable(n * k, of).ty(rw), self.factors.rhs).at(loc));
        Self::cut(rw, flat, &scalable(2 * k, of), n / 2)
    }

    /// The first `n` vectors of type `part` that `vector` consists of.
    fn cut(rw: &mut Rewriter, vector: Value, part: &VectorType, n: i64) -> Vec<Value> {
        let (ty, length) = (part.ty(rw), part.n_elements());
        let mut part = |index: i64| rw.value(ScalableExtractOp::build(ty, vector, rw.cx().i64_attr(index * length)));
        (0..n).map(&mut part).collect()
    }

    fn acc_tiles(&self, rw: &mut Rewriter, row: i64) -> Vec<Value> {
        let Shape { n, .. } = self.shape;
        let of = element(rw, self.acc);
        let mut rows = Self::two_rows(rw, self.acc, row);
        if !self.factors.is_swapped {
            rows = rows.map(|row| rw.value(BitCastOp::build(scalable(n / 2, Type::I64).ty(rw), row)));
        }
        let mut mixed = rw.value(InterleaveOp::build(rows[0], rows[1]));
        if !self.factors.is_swapped {
            mixed = rw.value(BitCastOp::build(scalable(2 * n, of).ty(rw), mixed));
        }
        Self::cut(rw, mixed, &scalable(4, of), n / 2)
    }

    fn multiply(&self, rw: &mut Rewriter, acc: Value, lhs: Value, rhs: Value) -> Value {
        let (src1, src2) = if self.factors.is_swapped { (rhs, lhs) } else { (lhs, rhs) };
        match self.factors.instruction {
            Instruction::Signed => rw.value(SmmlaOp::build(acc, src1, src2)),
            Instruction::Unsigned => rw.value(UmmlaOp::build(acc, src1, src2)),
            Instruction::UnsignedBySigned => rw.value(UsmmlaOp::build(acc, src1, src2)),
            Instruction::Bf16 => rw.value(BfmmlaOp::build(acc, src1, src2)),
        }
    }

    /// The two rows of the result from tiles.
    fn rows_of(&self, rw: &mut Rewriter, tiles: &[Value]) -> [Value; 2] {
        let Shape { n, .. } = self.shape;
        let of = element(rw, self.acc);
        let mut mixed = rw.value(PoisonOp::build(scalable(2 * n, of).ty(rw)));
        for (index, &tile) in (0..).zip(tiles) {
            mixed = rw.value(ScalableInsertOp::build(tile, mixed, rw.cx().i64_attr(4 * index)));
        }
        if !self.factors.is_swapped {
            mixed = rw.value(BitCastOp::build(scalable(n, Type::I64).ty(rw), mixed));
        }
        let apart = rw.create(DeinterleaveOp::build(mixed)).id();
        let rows = [rw.result(apart, 0), rw.result(apart, 1)];
        if self.factors.is_swapped {
            return rows;
        }
        rows.map(|row| rw.value(BitCastOp::build(scalable(n, of).ty(rw), row)))
    }
}
