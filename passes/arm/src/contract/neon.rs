//! Fixed matrices, with instructions of Neon.
//!
//! The product is tiled by two rows and two columns, with the length of a register along the reduction; along the
//! reduction, the result of one tile is the accumulator of the next. A product of one row is padded by a second row of
//! zeros.

use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_arith::ConstantOp;
use rmlir_arm_neon::{BfmmlaOp, SmmlaOp, UmmlaOp, UsmmlaOp};
use rmlir_vector::place::positions;
use rmlir_vector::*;
use rmlir_vector_passes::maskable::unmasked;

use super::*;

/// The patterns for products of bytes, and of smaller integers, which are extended to bytes.
pub fn i8mm_patterns() -> PatternSet {
    let mut set = PatternSet::new();
    set.add(unmasked("LowerContractionToNeonI8MMPattern", BEFORE_OTHERS, |op: ContractionOp, rw| {
        let tiling = Tiling::of(rw, op, 8)?;
        let factors = integer_factors(rw, op, |width| width <= 8)?.map(|factor| as_bytes(rw, factor));
        Ok(Some(Product { factors: Factors::of_integers(factors), acc: op.acc(rw), tiling }.lower(rw)))
    }));
    set
}

/// The patterns for products of floats of the type `bf16`.
pub fn bfmmla_patterns() -> PatternSet {
    let mut set = PatternSet::new();
    set.add(unmasked("LowerContractionToNeonBFMMLAPattern", BEFORE_OTHERS, |op: ContractionOp, rw| {
        let tiling = Tiling::of(rw, op, 4)?;
        Ok(Some(Product { factors: Factors::of_bf16(rw, op)?, acc: op.acc(rw), tiling }.lower(rw)))
    }));
    set
}

fn as_bytes(rw: &mut Rewriter, factor: IntegerFactor) -> IntegerFactor {
    let IntegerFactor { value, is_signed } = factor;
    if element(rw, value) == Type::I8 {
        return factor;
    }
    let ty = rw.ty(value).with_element(rw, Type::I8);
    let value = match is_signed {
        true => create_or_fold(rw, ExtSIOp::build(ty, value)),
        false => create_or_fold(rw, ExtUIOp::build(ty, value)),
    };
    IntegerFactor { value, is_signed }
}

/// The tiling of a product.
struct Tiling {
    layout: Layout,
    /// The sizes of the iteration space.
    sizes: Vec<i64>,
    /// The sizes of a tile of it.
    tile: Vec<i64>,
    /// Whether there is one row.
    is_row: bool,
}

impl Tiling {
    /// The tiling of `op` with `k` elements in a row of a tile.
    fn of(body: &Body, op: ContractionOp, k: i64) -> Result<Self, &'static str> {
        let layouts = [MATRIX_BY_MATRIX, ROW_BY_MATRIX];
        let layout = layouts.into_iter().find(|&layout| is_product(body, op, layout));
        let layout = layout.ok_or("not the sums of products of rows and columns")?;
        let (lhs, rhs) = (vector(body, op.lhs(body)), vector(body, op.rhs(body)));
        if lhs.is_scalable() || rhs.is_scalable() {
            return Err("the vectors are scalable");
        }
        let mut sizes = rhs.shape;
        let mut tile = vec![2, k];
        let mut is_row = true;
        if let [n_rows, _] = lhs.shape[..] {
            is_row = n_rows == 1;
            sizes.insert(0, n_rows);
            tile.insert(0, if is_row { 1 } else { 2 });
        }
        if sizes.iter().zip(&tile).any(|(size, tile)| size % tile != 0) {
            return Err("the matrices are not made of whole tiles");
        }
        Ok(Self { layout, sizes, tile, is_row })
    }

    /// The offsets of the tiles, those along the reduction one after the other.
    fn offsets(&self) -> Vec<Vec<i64>> {
        let n_tiles: Vec<i64> = self.sizes.iter().zip(&self.tile).map(|(size, tile)| size / tile).collect();
        let at_tile = |at: Vec<i64>| at.iter().zip(&self.tile).map(|(at, tile)| at * tile).collect();
        positions(&n_tiles, &vec![0; n_tiles.len()]).map(at_tile).collect()
    }
}

/// The elements of `values` at these positions.
fn pick(values: &[i64], places: &[u32]) -> Vec<i64> {
    places.iter().map(|&place| values[place as usize]).collect()
}

/// A product to be lowered.
struct Product {
    factors: Factors,
    acc: Value,
    tiling: Tiling,
}

impl Product {
    fn lower(&self, rw: &mut Rewriter) -> Value {
        let mut result = zero(rw, rw.ty(self.acc));
        let mut sums = None;
        for offsets in self.tiling.offsets() {
            let operands = [self.factors.lhs, self.factors.rhs, self.acc];
            let places = self.tiling.layout.map(|dims| pick(&offsets, dims));
            let [mut lhs, rhs, mut acc] = std::array::from_fn(|index| {
                let sizes = pick(&self.tiling.tile, self.tiling.layout[index]);
                let strides = vec![1; sizes.len()];
                let slice = ExtractStridedSliceOp::at(rw.cx(), operands[index], &places[index], &sizes, &strides);
                create_or_fold(rw, slice)
            });
            if self.tiling.is_row {
                lhs = first_of_two_rows(rw, lhs);
                acc = first_of_two_rows(rw, acc);
            }
            acc = self.transposed_if_swapped(rw, acc);
            let tile = rw.ty(acc);
            let (lhs, rhs) = (flat(rw, lhs), flat(rw, rhs));
            let is_first = offsets.last() == Some(&0);
            let before = sums.filter(|_| !is_first).unwrap_or_else(|| flat(rw, acc));
            let after = self.multiply(rw, before, lhs, rhs);
            sums = Some(after);
            let mut part = create_or_fold(rw, ShapeCastOp::build(tile, after));
            part = self.transposed_if_swapped(rw, part);
            if self.tiling.is_row {
                part = create_or_fold(rw, ExtractOp::at_static(rw.cx(), part, &[0]));
            }
            result = insert(rw, part, result, &places[2]);
        }
        result
    }

    fn transposed_if_swapped(&self, rw: &mut Rewriter, tile: Value) -> Value {
        if !self.factors.is_swapped {
            return tile;
        }
        let parts = vector(rw, tile);
        rw.value(TransposeOp::of(rw.cx(), tile, &parts, &[1, 0]))
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
}

/// The constant 0.
fn zero(rw: &mut Rewriter, ty: Type) -> Value {
    let zero = rw.cx().zero_attr(ty).expect("factors and sums are vectors of numbers");
    rw.value(ConstantOp::build(zero))
}

/// `row`, followed by a row of zeros.
fn first_of_two_rows(rw: &mut Rewriter, row: Value) -> Value {
    let parts = vector(rw, row);
    let two_rows = VectorType::fixed(&[2, parts.n_elements()], parts.element).ty(rw);
    let empty = zero(rw, two_rows);
    insert(rw, row, empty, &[0, 0])
}

/// `dest` with `part` at `offsets`.
fn insert(rw: &mut Rewriter, part: Value, dest: Value, offsets: &[i64]) -> Value {
    let strides = vec![1; vector(rw, part).rank()];
    create_or_fold(rw, InsertStridedSliceOp::at(rw.cx(), part, dest, offsets, &strides))
}

/// The elements in one dimension.
fn flat(rw: &mut Rewriter, tile: Value) -> Value {
    let parts = vector(rw, tile);
    let ty = VectorType::fixed(&[parts.n_elements()], parts.element).ty(rw);
    create_or_fold(rw, ShapeCastOp::build(ty, tile))
}
