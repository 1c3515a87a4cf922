//! Names of results in the textual format: `%extracted`, `%inserted_slice`.

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
    CastOp "cast";
    CollapseShapeOp "collapsed";
    ConcatOp "concat";
    DimOp "dim";
    ExpandShapeOp "expanded";
    ExtractOp "extracted";
    ExtractSliceOp "extracted_slice";
    FromElementsOp "from_elements";
    GatherOp "gather";
    GenerateOp "generated";
    InsertOp "inserted";
    InsertSliceOp "inserted_slice";
    PadOp "padded";
    RankOp "rank";
    ReshapeOp "reshape";
    ScatterOp "scatter";
    SplatOp "splat";
}
