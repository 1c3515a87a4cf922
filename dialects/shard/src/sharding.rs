//! Shardings: the distribution of tensors over grids.

use rmlir::core::constraints::*;
use rmlir::core::mixed_index::{MixedIndex, mixed, parse_dynamic_index_list, print_dynamic_index_list};
use rmlir::core::symbol::SymbolScope;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::attrs::{GridAxesArrayAttr, ShardingType};
use crate::constraints::no_numbers;
use crate::grid::{Grid, names, numbers};

/// Defines a sharding.
///
/// `split_axes` has for each dimension of a tensor the grid axes along which it is split into shards.
/// `sharded_dims_offsets` has, for each split dimension, the offsets of the shards, and the end of the last one;
/// without it shards have the same size. `halo_sizes` has, for each split dimension, the numbers of elements of the
/// shards before and after it of which a shard has copies.
///
/// ```mlir
/// %s = shard.sharding @grid split_axes = [[0], []] halo_sizes = [1, %n] : !shard.sharding
/// ```
#[op(name = "shard.sharding", traits(AttrSizedOperandSegments, Pure), interfaces(AsmNames, SymbolUser),
     verify = verify_sharding, canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$grid `split_axes` `=` $split_axes \
               (`halo_sizes` `=` custom<DynamicIndexList>($dynamic_halo_sizes, $static_halo_sizes)^)? \
               (`sharded_dims_offsets` `=` \
               custom<DynamicIndexList>($dynamic_sharded_dims_offsets, $static_sharded_dims_offsets)^)? \
               attr-dict `:` type($result)")]
pub struct ShardingOp {
    #[prop]
    grid: FlatSymbolRefAttr,
    #[prop]
    split_axes: GridAxesArrayAttr,
    #[prop(default = no_numbers)]
    static_sharded_dims_offsets: DenseI64ArrayAttr,
    #[operand]
    dynamic_sharded_dims_offsets: Vec<I64>,
    #[prop(default = no_numbers)]
    static_halo_sizes: DenseI64ArrayAttr,
    #[operand]
    dynamic_halo_sizes: Vec<I64>,
    #[result]
    result: ShardingType,
}

/// The attributes and operands of a `shard.sharding`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sharding {
    grid: Ident,
    /// Without trailing dimensions that are not split.
    split_axes: Vec<Vec<i64>>,
    halo_sizes: Vec<MixedIndex>,
    offsets: Vec<MixedIndex>,
}

impl Sharding {
    /// The sharding of `value`, if a `shard.sharding` defines it.
    pub fn of(body: &Body, value: Value) -> Option<Self> {
        let sharding = OpRef::new(body, body.defining_op(value)?);
        sharding.is::<ShardingOp>().then(|| {
            let mut split_axes = split_axes(sharding);
            while split_axes.last().is_some_and(Vec::is_empty) {
                split_axes.pop();
            }
            Self {
                grid: sharding.get(ShardingOp::grid),
                split_axes,
                halo_sizes: ShardingOp::halo_sizes(sharding),
                offsets: ShardingOp::offsets(sharding),
            }
        })
    }
}

impl ShardingOp {
    /// The sizes of halos.
    pub fn halo_sizes(op: OpRef) -> Vec<MixedIndex> {
        list(op, Self::STATIC_HALO_SIZES, Self::DYNAMIC_HALO_SIZES_OPERAND)
    }

    /// The offsets of shards.
    pub fn offsets(op: OpRef) -> Vec<MixedIndex> {
        list(op, Self::STATIC_SHARDED_DIMS_OFFSETS, Self::DYNAMIC_SHARDED_DIMS_OFFSETS_OPERAND)
    }
}

fn list(op: OpRef, slot: usize, field: usize) -> Vec<MixedIndex> {
    let values: Vec<Value> = op.operand_field(field).iter().map(|value| value.id).collect();
    mixed(&numbers(op, slot), &values)
}

fn split_axes(op: OpRef) -> Vec<Vec<i64>> {
    op.get(ShardingOp::split_axes).numbers(op.cx())
}

fn verify_sharding(op: OpRef) -> Checked {
    let split_axes = split_axes(op);
    let mut seen = Vec::new();
    for &axis in split_axes.iter().flatten() {
        if axis < 0 {
            return Err(op.plain_error("grid axis is expected to be non-negative"));
        }
        if seen.contains(&axis) {
            return Err(op.plain_error("grid axis duplicated"));
        }
        seen.push(axis);
    }
    let halo_sizes = op.get(ShardingOp::static_halo_sizes);
    if halo_sizes.is_empty() {
        return Ok(());
    }
    if !op.get(ShardingOp::static_sharded_dims_offsets).is_empty() {
        return Err(op.error("halo sizes and shard offsets are mutually exclusive"));
    }
    if halo_sizes.len() != 2 * split_axes.iter().filter(|axes| !axes.is_empty()).count() {
        return Err(op.plain_error("halo sizes must be specified for all split axes."));
    }
    Ok(())
}

impl SymbolUser for ShardingOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let grid = Grid::of(op, symbols)?;
        let offsets = op.get(Self::static_sharded_dims_offsets);
        if offsets.is_empty() {
            return Ok(());
        }
        if grid.shape.contains(&DYNAMIC) {
            let error = "sharded dims offsets are not allowed for device grids with dynamic shape.";
            return Err(op.plain_error(error));
        }
        verify_offsets(op, &grid, &offsets)
    }
}

/// Verifies that there are offsets for all shards of each dimension, in ascending order.
fn verify_offsets(op: OpRef, grid: &Grid, offsets: &[i64]) -> Checked {
    let mut rest = offsets;
    for axes in split_axes(op).iter().filter(|axes| !axes.is_empty()) {
        grid.check_axes(op, axes)?;
        let n_parts = axes.iter().map(|&axis| grid.shape[axis as usize]).fold(0, i64::saturating_add);
        let mut before = 0;
        for _ in 0..=n_parts {
            let Some((&offset, others)) = rest.split_first() else {
                return Err(op.plain_error("sharded dims offsets has wrong size."));
            };
            if offset != DYNAMIC && offset < before {
                return Err(op.plain_error("sharded dims offsets must be non-decreasing."));
            }
            if offset != DYNAMIC {
                before = offset;
            }
            rest = others;
        }
    }
    Ok(())
}

/// The sharding of a tensor.
///
/// ```mlir
/// %s = shard.get_sharding %t : tensor<4x8xf32> -> !shard.sharding
/// ```
#[op(name = "shard.get_sharding", traits(Pure), format = "$source attr-dict `:` type($source) `->` type($result)")]
pub struct GetShardingOp {
    #[operand]
    source: AnyRankedTensor,
    #[result]
    result: ShardingType,
}

/// The shape of a device's shard of a tensor with the given sizes.
///
/// ```mlir
/// %0:2 = shard.shard_shape dims = [8, %n] sharding = %s device = [%i] : index, index
/// ```
#[op(name = "shard.shard_shape", traits(AttrSizedOperandSegments, Pure), interfaces(AsmNames),
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "`dims` `=` custom<DynamicIndexList>($dims_dynamic, $dims) `sharding` `=` $sharding \
               `device` `=` custom<DynamicIndexList>($device_dynamic, $device) attr-dict `:` type(results)")]
pub struct ShardShapeOp {
    #[prop]
    dims: DenseI64ArrayAttr,
    #[operand]
    dims_dynamic: Vec<Index>,
    #[operand]
    sharding: ShardingType,
    #[prop]
    device: DenseI64ArrayAttr,
    #[operand]
    device_dynamic: Vec<Index>,
    #[result]
    result: Vec<Index>,
}

/// Annotates the sharding of a tensor at its definition, or, with `annotate_for_users`, at its uses.
///
/// ```mlir
/// %u = shard.shard %t to %s annotate_for_users : tensor<4x8xf32>
/// ```
#[op(name = "shard.shard", traits(Pure), interfaces(AsmNames), types(T = AnyRankedTensor),
     canonicalize,
     format = "$src `to` $sharding (`annotate_for_users` $annotate_for_users^)? attr-dict `:` type($result)")]
pub struct ShardOp {
    #[operand]
    src: T,
    #[operand]
    sharding: ShardingType,
    #[prop]
    annotate_for_users: UnitAttr,
    #[result]
    result: T,
}

names! {
    ShardingOp "sharding";
    ShardShapeOp "shard_shape";
    ShardOp "sharding_annotated";
}
