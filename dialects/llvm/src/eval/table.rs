//! What the tables of intrinsics share.

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::{Emit, Kind};
use rmlir::prelude::*;

use crate::intrinsics::{vector::*, vp::*};

/// The value of the row of `def`.
pub fn find<T: Copy>(table: &[(&OpDef, T)], def: &OpDef) -> Option<T> {
    table.iter().find(|(known, _)| std::ptr::eq(*known, def)).map(|&(_, found)| found)
}

/// Reductions, their vector-predicated forms, and the combining operations.
const REDUCTIONS: &[(&OpDef, Option<&OpDef>, Combine)] = &[
    (VectorReduceAddIntr::DEF, Some(VpReduceAddIntr::DEF), Combine::AddI),
    (VectorReduceAndIntr::DEF, Some(VpReduceAndIntr::DEF), Combine::And),
    (VectorReduceMulIntr::DEF, Some(VpReduceMulIntr::DEF), Combine::MulI),
    (VectorReduceOrIntr::DEF, Some(VpReduceOrIntr::DEF), Combine::Or),
    (VectorReduceSmaxIntr::DEF, Some(VpReduceSmaxIntr::DEF), Combine::MaxS),
    (VectorReduceSminIntr::DEF, Some(VpReduceSminIntr::DEF), Combine::MinS),
    (VectorReduceUmaxIntr::DEF, Some(VpReduceUmaxIntr::DEF), Combine::MaxU),
    (VectorReduceUminIntr::DEF, Some(VpReduceUminIntr::DEF), Combine::MinU),
    (VectorReduceXorIntr::DEF, Some(VpReduceXorIntr::DEF), Combine::Xor),
    (VectorReduceFmaxIntr::DEF, Some(VpReduceFmaxIntr::DEF), Combine::Float(FloatOp::MaxNum)),
    (VectorReduceFminIntr::DEF, Some(VpReduceFminIntr::DEF), Combine::Float(FloatOp::MinNum)),
    (VectorReduceFmaximumIntr::DEF, None, Combine::Float(FloatOp::Maximum)),
    (VectorReduceFminimumIntr::DEF, None, Combine::Float(FloatOp::Minimum)),
    (VectorReduceFaddIntr::DEF, Some(VpReduceFaddIntr::DEF), Combine::Float(FloatOp::Add)),
    (VectorReduceFmulIntr::DEF, Some(VpReduceFmulIntr::DEF), Combine::Float(FloatOp::Mul)),
];

/// The combining operation of a reduction of all lanes.
pub fn reduction_of(def: &OpDef) -> Option<Combine> {
    REDUCTIONS.iter().find(|(known, ..)| std::ptr::eq(*known, def)).map(|&(.., combine)| combine)
}

/// The combining operation of a vector-predicated reduction.
pub fn predicated_reduction_of(def: &OpDef) -> Option<Combine> {
    let is_def = |known: &Option<&OpDef>| known.is_some_and(|known| std::ptr::eq(known, def));
    REDUCTIONS.iter().find(|(_, known, _)| is_def(known)).map(|&(.., combine)| combine)
}

/// The lanes of a vector type: their number and their kind.
pub fn lanes_of(op: OpRef, emit: &Emit, ty: Type) -> Result<(usize, Kind), Box<Diagnostic>> {
    let kind = emit.kind(op, ty)?;
    let (n, lane) = kind.lanes();
    Ok((n, lane.clone()))
}
