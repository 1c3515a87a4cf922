//! The names of results and region arguments in the textual format.

use rmlir::prelude::*;

use crate::structured::inits;
use crate::{BroadcastOp, GenericOp, MapOp, ReduceOp, TransposeOp};

/// Rows of `Op ["result"] ["init"];`: the name of the first result, and that of the arguments for inits; the arguments
/// for inputs are called `in`.
macro_rules! names {
    ($($op:ident $([$result:literal])? $($init:literal)?;)*) => {$(
        impl AsmNames for $op<()> {
            $(fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                if op.n_results() > 0 {
                    name(0, $result);
                }
            })?
            $(fn arg_names(&self, op: OpRef, region: RegionRef, name: &mut dyn FnMut(Value, &str)) {
                name_args(op, region, $init, name);
            })?
        }
    )*};
}

names! {
    BroadcastOp ["broadcasted"];
    GenericOp "out";
    MapOp ["mapped"] "init";
    ReduceOp ["reduced"] "init";
    TransposeOp ["transposed"];
}

fn name_args(op: OpRef, region: RegionRef, init: &str, name: &mut dyn FnMut(Value, &str)) {
    let n_inputs = inits(op).start;
    for (index, arg) in region.entry().into_iter().flat_map(BlockRef::args).enumerate() {
        name(arg.id, if index < n_inputs { "in" } else { init });
    }
}
