//! Names of results in the textual format: `%alloc`, `%subview`.

use rmlir::prelude::*;

use crate::cast::CastOp;
use crate::*;

/// Rows of `Op "name";`.
macro_rules! names {
    ($($op:ident $name:literal;)*) => {$(
        impl AsmNames for $op<()> {
            fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                name(0, $name);
            }
        }
    )*};
}

names! {
    AllocOp "alloc";
    AllocaOp "alloca";
    AssumeAlignmentOp "assume_align";
    CastOp "cast";
    CollapseShapeOp "collapse_shape";
    DimOp "dim";
    ExpandShapeOp "expand_shape";
    ExtractAlignedPointerAsIndexOp "intptr";
    MemorySpaceCastOp "memspacecast";
    ReinterpretCastOp "reinterpret_cast";
    ReshapeOp "reshape";
    SubViewOp "subview";
    TransposeOp "transpose";
    ViewOp "view";
}

impl AsmNames for ExtractStridedMetadataOp<()> {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "base_buffer");
        name(1, "offset");
        let rank = (op.n_results() - 2) / 2;
        if rank > 0 {
            name(2, "sizes");
            name(2 + rank, "strides");
        }
    }
}
