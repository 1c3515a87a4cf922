//! Operations of scripts that tile and fuse in ways that scripts have no other operations for: [`tile`] with loops of other
//! kinds, [`fuse`] what tiles are computed from, [`consumers`] what is computed from them, [`query`] asks.

mod consumers;
mod fuse;
mod query;
mod tile;

use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_transform::PayloadOp;

/// The operations.
pub(crate) const OPS: &[&OpDef] = &[
    consumers::TestFuseConsumerOp::DEF,
    consumers::TestFuseConsumerUsingSliceOp::DEF,
    fuse::TestFuseAndYieldOp::DEF,
    fuse::TestFuseUsingForallOp::DEF,
    query::TestQueryConsumerFusability::DEF,
    query::TestQueryProducerFusability::DEF,
    tile::TestTileUsingCustomLoopOp::DEF,
    tile::TestTileUsingForallOp::DEF,
];

/// No numbers.
fn none(cx: &Context) -> Attr {
    cx.attr(AttrData::Array(Vec::new().into()))
}

/// The numbers that the array in property `slot` lists.
fn numbers(op: OpRef, slot: usize) -> Vec<i64> {
    let list = op.prop(slot).and_then(|attr| attr.as_array(op.cx())).unwrap_or_default();
    list.iter().filter_map(|number| number.as_i64(op.cx())).collect()
}

/// The sizes of tiles in property `slot`.
fn sizes(op: OpRef, slot: usize) -> Vec<MixedIndex> {
    numbers(op, slot).into_iter().map(MixedIndex::Static).collect()
}

/// The order of loops in property `slot`; a negative number becomes one that no order has.
fn interchange(op: OpRef, slot: usize) -> Vec<usize> {
    numbers(op, slot).into_iter().map(|at| usize::try_from(at).unwrap_or(usize::MAX)).collect()
}

/// `op` of the body that `other` is in.
fn beside(other: &PayloadOp, op: OpId) -> PayloadOp {
    PayloadOp { path: other.path.clone(), op }
}

/// Rows of `Op index "name", …;`: what results are called in texts.
macro_rules! result_names {
    ($($op:ident $($index:literal $name:literal),+;)*) => {$(
        impl AsmNames for $op {
            fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                for (index, text) in [$(($index, $name)),+] {
                    if index < op.n_results() {
                        name(index, text);
                    }
                }
            }
        }
    )*};
}
use result_names;
