//! The places and numbers of units: what a kernel knows about the unit that runs it.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::interfaces::AsmNames;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::attrs::Dimension;

/// How many clusters the grid has.
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

/// How many blocks a cluster has.
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

/// Which cluster of the grid this is.
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

/// Which block of the cluster this is.
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

/// How many threads a block has.
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

/// Which block of the grid this is.
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

/// How many blocks the grid has.
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

/// Which thread of the block this is.
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

/// Which thread of the grid this is.
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

/// Which lane of the subgroup this is.
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

/// Which subgroup of the block this is.
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

/// How many subgroups the block has.
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

/// How many lanes a subgroup has.
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

/// Results are called as the operation and its dimension.
macro_rules! named_by_dimension {
    ($($op:ident),*) => {$(
        impl AsmNames for $op {
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
