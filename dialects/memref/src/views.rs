//! Operations whose result is a view of their first operand's buffer.

use rmlir::core::interfaces::ViewLike;
use rmlir::prelude::*;

use crate::cast::CastOp;
use crate::*;

macro_rules! views {
    ($($op:ident),*) => {$(
        impl ViewLike for $op<()> {
            fn source(&self, _op: OpRef) -> usize {
                0
            }
        }
    )*};
}

views!(
    AssumeAlignmentOp,
    CastOp,
    CollapseShapeOp,
    ExpandShapeOp,
    ExtractStridedMetadataOp,
    MemorySpaceCastOp,
    ReinterpretCastOp,
    ReshapeOp,
    SubViewOp,
    ViewOp
);
