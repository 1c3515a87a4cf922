//! The `gpu` dialect: kernels and their launches, ids of threads, operations on groups of threads, and device memory.
//!
//! `attrs` holds mapping attributes and the enumerations, `types` the types; `ids` the ids and sizes, `ranges` their
//! integer ranges, `group` operations on groups of threads, `memory` the operations on device memory, `module` modules,
//! kernels and their launches by name, `launch` the launch of a region.

mod attributions;
mod attrs;
mod constraints;
mod group;
mod ids;
mod launch;
mod memory;
mod module;
mod ranges;
mod types;
mod uniformity;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::attrs::*;
pub use self::group::*;
pub use self::ids::*;
pub use self::launch::*;
pub use self::memory::*;
pub use self::module::*;
pub use self::types::*;

dialect! {
    /// Kernels and their launches, independent of the vendor of the device.
    pub Gpu = "gpu" {
        types: [AsyncTokenType, SparseDnTensorHandleType, SparseSpGemmOpHandleType, SparseSpMatHandleType],
        attrs: [
            AddressSpace, AllReduceOperation, BlockMappingAttr, BroadcastType, Dimension, LaneMappingAttr,
            MappingMaskAttr, MemorySpaceMappingAttr, ParallelLoopDimMappingAttr, ShuffleMode, ThreadMappingAttr,
            WarpMappingAttr, WarpgroupMappingAttr,
        ],
        ops: [
            AllReduceOp, AllocOp, BarrierOp, BlockDimOp, BlockIdOp, ClusterBlockIdOp, ClusterDimBlocksOp, ClusterDimOp,
            ClusterIdOp, DeallocOp, DynamicSharedMemoryOp, FuncOp, GlobalIdOp, GridDimOp, HostRegisterOp,
            HostUnregisterOp, LaneIdOp, LaunchFuncOp, LaunchOp, MemcpyOp, MemsetOp, ModuleOp, NumSubgroupsOp, PrintfOp,
            ReturnOp, RotateOp, SetDefaultDeviceOp, ShuffleOp, SubgroupBroadcastOp, SubgroupIdOp, SubgroupReduceOp,
            SubgroupSizeOp, TerminatorOp, ThreadIdOp, WaitOp, YieldOp,
        ],
        depends: [rmlir_arith::Arith],
        hooks: Hooks,
    }
}

struct Hooks;

impl DialectHooks for Hooks {
    fn verify_op_attr(&self, op: OpRef, name: &str, value: Attr) -> Checked {
        match name {
            "gpu.known_block_size" | "gpu.known_grid_size" | "gpu.known_cluster_size" => {
                if !(rmlir::core::constraints::DenseI32ArrayAttr.check)(op.cx(), value) {
                    return Err(op.error(format!("{name} must be a dense i32 array")));
                }
                if value.as_int_array(op.cx()).map(|sizes| sizes.len()) != Some(3) {
                    return Err(op.error(format!("{name} must contain exactly 3 elements")));
                }
            }
            "gpu.container_module" if value == Attr::UNIT && op.name_str() != "builtin.module" => {
                let message = "expected 'gpu.container_module' attribute to be attached to 'builtin.module'";
                return Err(op.plain_error(message));
            }
            _ => {}
        }
        Ok(())
    }
}
