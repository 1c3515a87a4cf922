//! The operations that implement the tiling interface.

use rmlir::prelude::*;
use rmlir_linalg::structured::Structured;
use rmlir_linalg::{PackOp, SoftmaxOp, UnPackOp};
use rmlir_tensor::PadOp;

use super::interface::Tileable;
use super::pad::PadTiling;
use super::relayout::{PackTiling, UnpackTiling};
use super::softmax::SoftmaxTiling;
use super::structured::StructuredTiling;

/// The tiling interface of `op`, if it implements it.
pub fn tileable(op: OpRef) -> Option<&'static dyn Tileable> {
    if let Some(own) = op.interface::<dyn Tileable>() {
        return Some(own);
    }
    if op.interface::<dyn Structured>().is_some() {
        return Some(&StructuredTiling);
    }
    let known: [(bool, &dyn Tileable); 4] = [
        (op.is::<PadOp>(), &PadTiling),
        (op.is::<PackOp>(), &PackTiling),
        (op.is::<UnPackOp>(), &UnpackTiling),
        (op.is::<SoftmaxOp>(), &SoftmaxTiling),
    ];
    known.into_iter().find(|(is_it, _)| *is_it).map(|(_, model)| model)
}
