//! Lowering of masks to constants and comparisons, and of masked memory accesses without `vector.mask`.

use rmlir::core::fold::constant_value;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, ConstantOp, SelectOp, constant_index};
use rmlir_vector::place::{TOO_MANY_ELEMENTS, TOO_MANY_PARTS, may_list, may_unroll, unrolled_rows};
use rmlir_vector::*;

use super::of_benefit;
use crate::make::{insert, zero};

/// Lower 'vector.mask' operations.
///
/// ```mlir
/// %0 = vector.mask %m { vector.transfer_read %b[%i], %p : memref<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
/// // becomes
/// %0 = vector.transfer_read %b[%i], %p, %m : memref<?xf32>, vector<16xf32>
/// ```
#[pass(
    name = "lower-vector-mask",
    title = "LowerVectorMaskPass",
    summary = "Lower 'vector.mask' operations",
    anchor = "func.func",
    depends(Vector)
)]
pub fn lower_vector_mask(cx: &mut PassCx) -> PassResult {
    let mut set = masked_access_patterns(1);
    if let Some(add) = MaskOp::DEF.behavior().canonicalize {
        add(&mut set);
    }
    cx.apply_greedily(set)
}

/// The patterns that lower masks to constants and comparisons.
pub fn mask_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![create_mask, constant_mask], benefit)
}

/// The patterns that fold `vector.mask` into memory accesses.
pub fn masked_access_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![masked_read, masked_write, masked_gather], benefit)
}

/// Lowers one dimension at a time.
#[pattern]
fn create_mask(op: CreateMaskOp, rw: &mut Rewriter) -> Match {
    let mask = VectorType::at(rw, op.result(rw));
    if mask.rank() <= 1 || mask.scalable[0] {
        return rw.no_match(op, "there is no fixed dimension to unroll");
    }
    let Some(rows) = unrolled_rows(&mask.shape) else { return rw.no_match(op, TOO_MANY_PARTS) };
    let sizes = op.operands(rw);
    let part = mask.drop_front(1).ty(rw);
    let inside = rw.value(CreateMaskOp::build(part, &sizes[1..]));
    let outside = zero(rw, part);
    let mut result = zero(rw, mask.ty(rw));
    for at in rows {
        let position = constant_index(rw, at);
        let is_inside = CmpIOp::build(position, sizes[0], CmpIPredicate::Slt.attr(rw.cx()));
        let is_inside = rw.value(is_inside);
        let value = rw.value(SelectOp::build(is_inside, inside, outside));
        result = insert(rw, value, result, &[at]);
    }
    rw.replace(op, [result])
}

#[pattern]
fn constant_mask(op: ConstantMaskOp, rw: &mut Rewriter) -> Match {
    let mask = VectorType::at(rw, op.result(rw));
    let (sizes, ty) = (op.sizes(rw), mask.ty(rw));
    let n_set = sizes[0];
    if !may_list(&mask.shape) {
        return rw.no_match(op, TOO_MANY_ELEMENTS);
    }
    if mask.rank() <= 1 {
        let size = mask.shape.first().copied().unwrap_or(1);
        let value = if n_set == 0 || n_set == size {
            splat_attr(rw, ty, rw.bool_attr(n_set != 0))
        } else {
            let bits: Vec<Attr> = (0..size).map(|at| rw.bool_attr(at < n_set)).collect();
            rmlir::core::dense::from_elements(rw, ty, &bits)
        };
        rw.replace_with(op, ConstantOp::build(value.expect("a mask has a known shape")));
        return Match::Yes;
    }
    if mask.scalable[0] {
        return rw.no_match(op, "a scalable dimension cannot be unrolled");
    }
    if !may_unroll(&sizes[..sizes.len() - 1]) {
        return rw.no_match(op, TOO_MANY_PARTS);
    }
    let part = mask.drop_front(1).ty(rw);
    let set = rw.value(ConstantMaskOp::build(part, rw.cx().i64_array(&sizes[1..])));
    let result = zero(rw, ty);
    let result = (0..n_set).fold(result, |result, at| insert(rw, set, result, &[at]));
    rw.replace(op, [result])
}

/// The operation masked by `op`, if it is of type `T`.
fn masked<T: Op>(body: &Body, op: MaskOp) -> Option<T> {
    OpRef::new(body, op.masked_op(body)?).cast::<T>()
}

/// The conjunction of the mask around an operation and its own one. Upstream drops the latter.
fn both_masks(rw: &mut Rewriter, around: MaskOp, own: Option<Value>) -> Value {
    let around = around.mask(rw);
    match own.filter(|&own| !is_all_true(rw, own)) {
        Some(own) => rw.value(AndIOp::build(around, own)),
        None => around,
    }
}

fn is_all_true(body: &Body, mask: Value) -> bool {
    constant_value(body, mask).and_then(|mask| mask.int_or_splat(body)).is_some_and(|mask| mask.is_all_ones())
}

#[pattern]
fn masked_read(op: MaskOp, rw: &mut Rewriter) -> Match {
    let Some(read) = masked::<TransferReadOp>(rw, op) else { return rw.no_match(op, "not of a read") };
    if op.passthru(rw).is_some() {
        return rw.no_match(op, "values for lanes that are masked off cannot be given to a read");
    }
    let transfer = Transfer::of(rw, read.id());
    let transfer = Transfer { mask: Some(both_masks(rw, op, transfer.mask)), ..transfer };
    rw.replace_with(op, transfer.read(rw.cx(), read.padding(rw)));
    Match::Yes
}

#[pattern]
fn masked_write(op: MaskOp, rw: &mut Rewriter) -> Match {
    let Some(write) = masked::<TransferWriteOp>(rw, op) else { return rw.no_match(op, "not of a write") };
    let transfer = Transfer::of(rw, write.id());
    let transfer = Transfer { mask: Some(both_masks(rw, op, transfer.mask)), ..transfer };
    rw.replace_with(op, transfer.write(rw.cx(), write.value_to_store(rw)));
    Match::Yes
}

#[pattern]
fn masked_gather(op: MaskOp, rw: &mut Rewriter) -> Match {
    let Some(gather) = masked::<GatherOp>(rw, op) else { return rw.no_match(op, "not of a gather") };
    let ty = rw.ty(gather.result(rw));
    let (own_mask, passthru) = (gather.mask(rw), gather.pass_thru(rw));
    let mask = both_masks(rw, op, Some(own_mask));
    let (base, offsets, indices) = (gather.base(rw), gather.offsets(rw), gather.indices(rw));
    rw.replace_with(op, GatherOp::build(ty, base, &offsets, indices, mask, passthru));
    Match::Yes
}
