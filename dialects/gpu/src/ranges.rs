//! Integer ranges and value bounds of ids and sizes, by the sizes of a launch.
//!
//! A size is known if it is a constant operand of an enclosing launch, or an attribute of an enclosing function.
//! Otherwise it is bounded by the operation's `upper_bound`, or by limits of devices.

use rmlir::affine_maps::AffineExpr;
use rmlir::core::fold::constant_value;
use rmlir::core::interfaces::IntRange;
use rmlir::core::value_bounds::{BoundSet, Quantity, Relation, ValueBounds, add_same};
use rmlir::prelude::*;

use crate::attrs::Dimension;
use crate::group::SubgroupBroadcastOp;
use crate::ids::*;
use crate::launch::{BLOCKS, CLUSTERS, LaunchOp, Part, THREADS};
use crate::module::FuncOp;

/// The maximum size of grids and blocks per dimension, of all known devices.
const MAX_SIZE: u64 = u32::MAX as u64;
/// The maximum number of blocks in a cluster, of all known devices.
const MAX_CLUSTER_SIZE: u64 = 16;
/// The maximum number of lanes in a subgroup, of all known devices.
const MAX_SUBGROUP_SIZE: u64 = 128;

/// The number of dimensions of grids, clusters and blocks.
const N_DIMENSIONS: usize = 3;

/// A group of units with three sizes that a launch or a function may specify.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    Block,
    Grid,
    Cluster,
}

impl Whole {
    fn part(self) -> &'static Part {
        match self {
            Whole::Block => &THREADS,
            Whole::Grid => &BLOCKS,
            Whole::Cluster => &CLUSTERS,
        }
    }

    /// The property of `gpu.func`, and the attribute of any function.
    fn hints(self) -> (usize, &'static str) {
        match self {
            Whole::Block => (FuncOp::KNOWN_BLOCK_SIZE, "gpu.known_block_size"),
            Whole::Grid => (FuncOp::KNOWN_GRID_SIZE, "gpu.known_grid_size"),
            Whole::Cluster => (FuncOp::KNOWN_CLUSTER_SIZE, "gpu.known_cluster_size"),
        }
    }

    /// The size that is known at `op`.
    fn known_size(self, op: OpRef, dimension: usize) -> Option<u64> {
        let around = std::iter::successors(op.parent(), |around| around.parent());
        let launch = around.clone().find(|around| around.is::<LaunchOp>());
        let in_launch = launch.and_then(|launch| {
            let operand = *launch.operand_field(self.part().operand + dimension).first()?;
            constant_value(op.body, operand.id)?.as_i64(op.cx())
        });
        let function = || around.clone().find(|around| around.interface::<dyn FunctionOp>().is_some());
        let in_function = || {
            let (slot, name) = self.hints();
            let function = function()?;
            let inherent = if function.is::<FuncOp>() { function.prop(slot) } else { None };
            let sizes = inherent.or_else(|| function.attr(name))?.as_int_array(op.cx())?;
            sizes.get(dimension).map(|&size| i64::from(size as u32))
        };
        in_launch.or_else(in_function).map(|size| size as u64)
    }
}

/// The meaning of an operation's result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    /// The number of units.
    Size,
    /// The id of a unit.
    Place,
}

/// The range from `min` to `max`, as unsigned integers.
fn range(min: u64, max: u64) -> IntRange {
    const WIDTH: u32 = 64;
    IntRange::from_unsigned(ApInt::new(WIDTH, min), ApInt::new(WIDTH, max))
}

fn range_of(number: Number, known: Option<u64>, promised: Option<i64>, max: u64) -> IntRange {
    let promised = promised.map(|bound| bound as u64);
    match (number, known) {
        (Number::Size, Some(known)) => range(known, known),
        (Number::Size, None) => range(1, promised.unwrap_or(max)),
        (Number::Place, known) => range(0, promised.or(known).unwrap_or(max).wrapping_sub(1)),
    }
}

fn number_of(dimension: Dimension) -> usize {
    match dimension {
        Dimension::X => 0,
        Dimension::Y => 1,
        Dimension::Z => 2,
    }
}

/// Rows of `Op = |operation| range;`.
macro_rules! ranges {
    ($($op:ident = |$operation:ident| $range:expr;)*) => {$(
        impl InferIntRange for $op<()> {
            fn infer_ranges(
                &self,
                $operation: OpRef,
                _operands: &[Option<IntRange>],
                set: &mut dyn FnMut(Value, IntRange),
            ) {
                set($operation.result(0).id, $range);
            }
        }

        impl ValueBounds for $op<()> {
            fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
                self.infer_ranges(op, &[], &mut |_, range| {
                    for (bound, relation) in [(range.signed.0, Relation::AtLeast), (range.signed.1, Relation::AtMost)] {
                        if let Some(bound) = bound.sext_value() {
                            set.add(Quantity::index(value), relation, AffineExpr::constant(bound));
                        }
                    }
                });
            }
        }
    )*};
}

/// Rows of `Op number of whole at most max`: operations with a dimension.
macro_rules! ranges_by_dimension {
    ($($op:ident $number:ident of $whole:expr, at most $max:expr;)*) => {
        ranges! {$(
            $op = |op| {
                let whole: Option<Whole> = $whole;
                let known = whole.and_then(|whole| whole.known_size(op, number_of(op.get($op::dimension))));
                range_of(Number::$number, known, op.get($op::upper_bound), $max)
            };
        )*}
    };
}

ranges_by_dimension! {
    ClusterDimOp Size of None, at most MAX_SIZE;
    ClusterDimBlocksOp Size of Some(Whole::Cluster), at most MAX_CLUSTER_SIZE;
    ClusterIdOp Place of None, at most MAX_SIZE;
    ClusterBlockIdOp Place of Some(Whole::Cluster), at most MAX_CLUSTER_SIZE;
    BlockDimOp Size of Some(Whole::Block), at most MAX_SIZE;
    BlockIdOp Place of Some(Whole::Grid), at most MAX_SIZE;
    GridDimOp Size of Some(Whole::Grid), at most MAX_SIZE;
    ThreadIdOp Place of Some(Whole::Block), at most MAX_SIZE;
}

ranges! {
    GlobalIdOp = |op| {
        let size = |whole: Whole| whole.known_size(op, number_of(op.get(GlobalIdOp::dimension))).unwrap_or(MAX_SIZE);
        let all = size(Whole::Block).saturating_mul(size(Whole::Grid));
        range_of(Number::Place, None, op.get(GlobalIdOp::upper_bound), all)
    };
    LaneIdOp = |op| range_of(Number::Place, None, op.get(LaneIdOp::upper_bound), MAX_SUBGROUP_SIZE);
    SubgroupIdOp = |op| range_of(Number::Place, None, op.get(SubgroupIdOp::upper_bound), MAX_SIZE);
    NumSubgroupsOp = |op| range_of(Number::Size, None, op.get(NumSubgroupsOp::upper_bound), MAX_SIZE);
    SubgroupSizeOp = |op| range_of(Number::Size, None, op.get(SubgroupSizeOp::upper_bound), MAX_SUBGROUP_SIZE);
}

/// An argument of a launch's region that is an id or a size, and the operand with the size.
struct LaunchArgument {
    number: Number,
    size: usize,
}

impl LaunchArgument {
    fn of(op: OpRef, value: Value) -> Option<Self> {
        let index = op.region(0).entry()?.args().position(|argument| argument.id == value)?;
        [&BLOCKS, &THREADS, &CLUSTERS].into_iter().find_map(|part| {
            let within = |first: usize| index.checked_sub(first).filter(|&dimension| dimension < N_DIMENSIONS);
            let place = within(part.ids).map(|dimension| (Number::Place, dimension));
            let (number, dimension) = place.or_else(|| within(part.sizes).map(|at| (Number::Size, at)))?;
            let size = op.operand_range(part.operand + dimension);
            // Without clusters, the arguments after the sizes of grid and block are attributions.
            (!size.is_empty()).then_some(Self { number, size: size.start })
        })
    }
}

impl InferIntRange for LaunchOp<()> {
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        let Some(entry) = op.region(0).entry() else { return };
        for argument in entry.args() {
            let Some(LaunchArgument { number, size }) = LaunchArgument::of(op, argument.id) else { continue };
            let possible = range(1, MAX_SIZE);
            let size =
                operands.get(size).cloned().flatten().map_or(possible.clone(), |size| size.intersection(&possible));
            match (number, size.unsigned.1.zext_value()) {
                (Number::Size, _) => set(argument.id, size),
                (Number::Place, Some(max)) => set(argument.id, range(0, max.wrapping_sub(1))),
                (Number::Place, None) => {}
            }
        }
    }
}

impl ValueBounds for LaunchOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let Some(LaunchArgument { number, size }) = LaunchArgument::of(op, value) else { return };
        let size = set.expr(Quantity::index(op.operand(size).id));
        let (relation, least) = match number {
            Number::Size => (Relation::Equal, 1),
            Number::Place => (Relation::Below, 0),
        };
        set.add(Quantity::index(value), relation, size);
        set.add(Quantity::index(value), Relation::AtLeast, AffineExpr::constant(least));
    }
}

impl ValueBounds for SubgroupBroadcastOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        if is_alike_in_all_lanes(op.value(SubgroupBroadcastOp::src)) {
            add_same(set, Quantity::index(value), Quantity::index(op.value(SubgroupBroadcastOp::src).id));
        }
    }

    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        if is_alike_in_all_lanes(op.value(SubgroupBroadcastOp::src)) {
            add_same(set, Quantity::size(value, dim), Quantity::size(op.value(SubgroupBroadcastOp::src).id, dim));
        }
    }
}

/// Whether a value is an argument of a kernel. (Upstream folds the value of another lane to
/// that of this lane for any value.)
fn is_alike_in_all_lanes(value: ValueRef) -> bool {
    let ValueDefinition::Argument(block, _) = value.def() else { return false };
    let owner = value.body.block_parent_op(block).map(|owner| OpRef::new(value.body, owner));
    owner.is_some_and(|owner| owner.interface::<dyn FunctionOp>().is_some() && owner.attr("gpu.kernel").is_some())
}
