//! Ids of processing units and sizes of groups, in a kernel.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::interfaces::AsmNames;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::attrs::Dimension;

/// The number of clusters in the grid.
#[op(
    name = "gpu.cluster_dim",
    traits(Pure),
    interfaces(AsmNames, InferIntRange, ValueBounds),
    format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct ClusterDimOp {
    #[prop]
    dimension: Dimension,
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result(name = "")]
    output: Index,
}

/// The number of blocks in a cluster.
#[op(
    name = "gpu.cluster_dim_blocks",
    traits(Pure),
    interfaces(AsmNames, InferIntRange, ValueBounds),
    format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct ClusterDimBlocksOp {
    #[prop]
    dimension: Dimension,
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result(name = "")]
    output: Index,
}

/// The id of the cluster in the grid.
#[op(
    name = "gpu.cluster_id",
    traits(Pure),
    interfaces(AsmNames, InferIntRange, ValueBounds),
    format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct ClusterIdOp {
    #[prop]
    dimension: Dimension,
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result(name = "")]
    output: Index,
}

/// The id of the block in the cluster.
#[op(
    name = "gpu.cluster_block_id",
    traits(Pure),
    interfaces(AsmNames, InferIntRange, ValueBounds),
    format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct ClusterBlockIdOp {
    #[prop]
    dimension: Dimension,
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result(name = "")]
    output: Index,
}

/// The number of threads in a block.
#[op(
    name = "gpu.block_dim",
    traits(Pure),
    interfaces(AsmNames, InferIntRange, ValueBounds),
    format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct BlockDimOp {
    #[prop]
    dimension: Dimension,
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result(name = "")]
    output: Index,
}

/// The id of the block in the grid.
#[op(
    name = "gpu.block_id",
    traits(Pure),
    interfaces(AsmNames, InferIntRange, ValueBounds),
    format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct BlockIdOp {
    #[prop]
    dimension: Dimension,
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result(name = "")]
    output: Index,
}

/// The number of blocks in the grid.
#[op(
    name = "gpu.grid_dim",
    traits(Pure),
    interfaces(AsmNames, InferIntRange, ValueBounds),
    format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct GridDimOp {
    #[prop]
    dimension: Dimension,
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result(name = "")]
    output: Index,
}

/// The id of the thread in the block.
#[op(
    name = "gpu.thread_id",
    traits(Pure),
    interfaces(AsmNames, InferIntRange, InferUniformity, ValueBounds),
    format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct ThreadIdOp {
    #[prop]
    dimension: Dimension,
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result(name = "")]
    output: Index,
}

/// The id of the thread in the grid.
#[op(
    name = "gpu.global_id",
    traits(Pure),
    interfaces(AsmNames, InferIntRange, InferUniformity, ValueBounds),
    format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct GlobalIdOp {
    #[prop]
    dimension: Dimension,
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result(name = "")]
    output: Index,
}

/// The id of the lane in the subgroup.
#[op(
    name = "gpu.lane_id",
    traits(Pure),
    interfaces(InferIntRange, InferUniformity, ValueBounds),
    format = "(`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct LaneIdOp {
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result]
    result: Index,
}

/// The id of the subgroup in the block.
#[op(
    name = "gpu.subgroup_id",
    traits(Pure),
    interfaces(InferIntRange, InferUniformity, ValueBounds),
    format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"
)]
pub struct SubgroupIdOp {
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result]
    result: Index,
}

/// The number of subgroups in the block.
#[op(
    name = "gpu.num_subgroups",
    traits(Pure),
    interfaces(InferIntRange, ValueBounds),
    format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"
)]
pub struct NumSubgroupsOp {
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result]
    result: Index,
}

/// The number of lanes in a subgroup.
#[op(
    name = "gpu.subgroup_size",
    traits(Pure),
    interfaces(InferIntRange, ValueBounds),
    format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"
)]
pub struct SubgroupSizeOp {
    #[prop]
    upper_bound: Option<IndexAttr>,
    #[result]
    result: Index,
}

/// The names of results consist of the operation and its dimension.
macro_rules! named_by_dimension {
    ($($op:ident),*) => {$(
        impl AsmNames for $op<()> {
            fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                let dimension = op.prop($op::DIMENSION).and_then(|attr| Dimension::from_attr(op.cx(), attr));
                let dimension = dimension.and_then(|dimension| Dimension::ENUM.keyword(dimension.value()));
                let own = op.name_str().trim_start_matches("gpu.");
                name(0, &format!("{own}_{}", dimension.unwrap_or_default()));
            }
        }
    )*};
}

named_by_dimension!(
    ClusterDimOp,
    ClusterDimBlocksOp,
    ClusterIdOp,
    ClusterBlockIdOp,
    BlockDimOp,
    BlockIdOp,
    GridDimOp,
    ThreadIdOp,
    GlobalIdOp
);
