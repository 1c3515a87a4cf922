//! Transform operations that tile and fuse in ways that no other transform operations support: [`tile`] with loops of
//! other kinds, [`fuse`] producers of tiles, [`consumers`] consumers of tiles, [`query`] fusability. `properties`
//! reads their properties.

mod consumers;
mod fuse;
mod properties;
mod query;
mod tile;

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;

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
