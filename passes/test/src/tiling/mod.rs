//! Transform operations that tile and fuse in ways that no other transform operations support: [`tile`] with loops of
//! other kinds, [`fuse`] producers of tiles, [`consumers`] consumers of tiles, [`query`] fusability.

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

/// An empty array.
fn none(cx: &Context) -> Attr {
    cx.attr(AttrData::Array(Vec::new().into()))
}

/// The integers of the array in property `slot`.
fn numbers(op: OpRef, slot: usize) -> Vec<i64> {
    let list = op.prop(slot).and_then(|attr| attr.as_array(op.cx())).unwrap_or_default();
    list.iter().filter_map(|number| number.as_i64(op.cx())).collect()
}

/// The tile sizes in property `slot`.
fn sizes(op: OpRef, slot: usize) -> Vec<MixedIndex> {
    numbers(op, slot).into_iter().map(MixedIndex::Static).collect()
}

/// The interchange in property `slot`; a negative integer becomes one that is in no interchange.
fn interchange(op: OpRef, slot: usize) -> Vec<usize> {
    numbers(op, slot).into_iter().map(|at| usize::try_from(at).unwrap_or(usize::MAX)).collect()
}

/// `op` in the body of `other`.
fn beside(other: &PayloadOp, op: OpId) -> PayloadOp {
    PayloadOp { path: other.path.clone(), op }
}

/// Rows of `Op index "name", …;`: the printed names of results.
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
