//! The `shard` dialect: tensors distributed over a grid of devices, and communication between devices.
//!
//! In reading order: [`attrs`] and `constraints` attributes and constraints; [`grid`] grids and positions in them;
//! [`sharding`] the distribution of tensors; [`collective`] collective operations of groups of devices, and `verify`
//! their verification; `canonicalize` their canonicalization; `hooks` the dialect's hooks.

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
    /// Tensors distributed over a grid of devices.
    ///
    /// A program annotates the shardings of its tensors, or is the program of one device, which communicates with other
    /// devices. The grid axes of a collective operation determine the groups of devices that perform it.
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
