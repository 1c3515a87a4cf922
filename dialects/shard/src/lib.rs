//! The `shard` dialect: tensors that are spread over the devices of a grid, and what devices send each other.
//!
//! In reading order: [`attrs`] and `constraints` say what operations are made of; [`grid`] are grids and places in them;
//! [`sharding`] says how tensors are spread; [`collective`] are operations that all devices of a group do together, and
//! `verify` what has to fit there; `canonicalize` what becomes of them; `hooks` what the dialect does as a whole.

pub mod attrs;
mod canonicalize;
pub mod collective;
mod constraints;
pub mod grid;
mod hooks;
pub mod sharding;
mod verify;

use rmlir::prelude::*;

pub use self::attrs::{GridAxesArrayAttr, ReductionKind, ShardingType};
pub use self::collective::*;
pub use self::grid::*;
pub use self::sharding::*;

dialect! {
    /// Tensors that are spread over the devices of a grid.
    ///
    /// A program says how its tensors are spread, or is that of one device, which sends others what it has. The axes of a
    /// grid that an operation names make groups of devices, within which it is done.
    pub Shard = "shard" {
        types: [ShardingType],
        attrs: [GridAxesArrayAttr, ReductionKind],
        ops: [
            AllGatherOp, AllReduceOp, AllSliceOp, AllToAllOp, BroadcastOp, GatherOp, GetShardingOp, GridOp, GridShapeOp,
            NeighborsLinearIndicesOp, ProcessLinearIndexOp, ProcessMultiIndexOp, RecvOp, ReduceOp, ReduceScatterOp,
            ScatterOp, SendOp, ShardOp, ShardShapeOp, ShardingOp, ShiftOp, UpdateHaloOp,
        ],
        depends: [rmlir_arith::Arith],
        hooks: hooks::Hooks,
    }
}
