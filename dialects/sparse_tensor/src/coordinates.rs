//! Levels: their sizes, and the translation of coordinates.

use rmlir::core::fold::constant_value;
use rmlir::core::interfaces::{Speculatability, Speculatable};
use rmlir::prelude::*;

use crate::encoding::EncodingAttr;
use crate::kinds::CrdTransDirection;
use crate::tensor::SparseTensor;
use crate::types::AnySparseTensor;

/// The size of a level.
///
/// An index out of bounds is undefined behaviour.
///
/// ```mlir
/// %n = sparse_tensor.lvl %t, %c1 : tensor<4x?xf32, #csr>
/// ```
#[op(
    name = "sparse_tensor.lvl",
    traits(NoMemoryEffect),
    interfaces(Speculatable),
    fold,
    verify = verify_level,
    format = "attr-dict $source `,` $index `:` type($source)"
)]
pub struct LvlOp {
    #[operand]
    source: AnySparseTensor,
    #[operand]
    index: Index,
    #[result]
    result: Index,
}

/// The index, if it is a constant.
fn constant_index(op: OpRef) -> Option<i64> {
    constant_value(op.body, op.operand(1).id)?.as_i64(op.cx())
}

fn verify_level(op: OpRef) -> Checked {
    let rank = SparseTensor::of_value(op.operand(0)).level_rank() as u64;
    if constant_index(op).is_some_and(|level| level as u64 >= rank) {
        return Err(op.plain_error("Level index exceeds the rank of the input sparse tensor"));
    }
    Ok(())
}

impl Speculatable for LvlOp<()> {
    fn speculatability(&self, op: OpRef) -> Speculatability {
        if constant_index(op).is_some() { Speculatability::Yes } else { Speculatability::No }
    }
}

/// Coordinates of dimensions translated to those of levels, or back, by the map of an encoding.
///
/// ```mlir
/// %l:4 = sparse_tensor.crd_translate dim_to_lvl[%d0, %d1] as #bsr : index, index, index, index
/// ```
#[op(
    name = "sparse_tensor.crd_translate",
    traits(Pure),
    fold,
    verify = verify_translation,
    format = "$direction `[` $in_crds `]` `as` $encoder attr-dict `:` type($out_crds)"
)]
pub struct CrdTranslateOp {
    #[operand]
    in_crds: Vec<Index>,
    #[prop]
    direction: CrdTransDirection,
    #[prop]
    encoder: EncodingAttr,
    #[result]
    out_crds: Vec<Index>,
}

fn verify_translation(op: OpRef) -> Checked {
    let (cx, encoder) = (op.cx(), op.get(CrdTranslateOp::encoder));
    let (dims, levels) = match op.get(CrdTranslateOp::direction) {
        CrdTransDirection::DimToLevel => (op.n_operands(), op.n_results()),
        CrdTransDirection::LevelToDim => (op.n_results(), op.n_operands()),
    };
    if dims == encoder.dim_rank(cx) && levels == encoder.level_rank(cx) {
        return Ok(());
    }
    Err(op.plain_error("Coordinate rank mismatch with encoding"))
}
