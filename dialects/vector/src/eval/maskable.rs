//! Operations that an enclosing `vector.mask` may mask, here without one.

use rmlir::interp::{Emit, Emitted, Evaluator};
use rmlir::prelude::*;

use super::{combine, memory};
use crate::{
    ContractionOp, GatherOp, MultiDimReductionOp, OuterProductOp, ReductionOp, TransferReadOp, TransferWriteOp,
};

/// Rows of `Op: function;`.
macro_rules! maskable {
    ($($op:ident: $function:path;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                $function(op, emit, None)
            }
        }
    )*};
}

maskable! {
    ContractionOp: combine::contract;
    MultiDimReductionOp: combine::multi_reduction;
    OuterProductOp: combine::outerproduct;
    ReductionOp: combine::reduction;
    GatherOp: memory::gather;
    TransferReadOp: memory::transfer_read;
    TransferWriteOp: memory::transfer_write;
}
