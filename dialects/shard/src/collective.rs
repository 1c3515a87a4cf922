//! Collective operations on a group of devices.
//!
//! Axes of the grid determine the groups: devices are in one group if their coordinates along all other axes are equal.
//! A device is identified by its coordinates in the group.

use rmlir::core::constraints::*;
use rmlir::core::mixed_index::{parse_dynamic_index_list, print_dynamic_index_list};
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::attrs::{GridAxesArrayAttr, ReductionKind};
use crate::canonicalize;
use crate::constraints::*;
use crate::grid::{Grid, names};
use crate::verify::Group;

/// Operations on a group of devices of a grid.
#[op_class(
    interfaces(AsmNames, SymbolUser),
    canonicalize,
    custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list))
)]
struct Collective {
    #[prop]
    grid: FlatSymbolRefAttr,
    #[prop(default = no_axes)]
    grid_axes: DenseI16ArrayAttr,
}

/// Concatenates the tensors of all devices along an axis; all devices get the result.
///
/// ```mlir
/// %1 = shard.all_gather %0 on @grid grid_axes = [1] gather_axis = 1 : tensor<2x2xi8> -> tensor<2x4xi8>
/// ```
#[op(
    name = "shard.all_gather",
    classes(Collective),
    traits(Pure, SameOperandsAndResultElementType, SameOperandsAndResultRank),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              `gather_axis` `=` $gather_axis attr-dict `:` type($input) `->` type($result)"
)]
pub struct AllGatherOp {
    #[operand]
    input: Shaped,
    #[prop]
    gather_axis: IndexAttr,
    #[result]
    result: Shaped,
}

/// Reduces the tensors of all devices elementwise; all devices get the result.
///
/// Elements are first converted to the element type of the result.
///
/// ```mlir
/// %1 = shard.all_reduce %0 on @grid grid_axes = [1, 0] reduction = max : tensor<3x4xf32> -> tensor<3x4xf64>
/// ```
#[op(
    name = "shard.all_reduce",
    classes(Collective),
    traits(Pure, SameOperandsAndResultShape),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              (`reduction` `=` $reduction^)? attr-dict `:` type($input) `->` type($result)"
)]
pub struct AllReduceOp {
    #[operand]
    input: Shaped,
    #[prop(default = sum)]
    reduction: ReductionKind,
    #[result]
    result: Shaped,
}

/// Extracts the slice of the device's own tensor that its position in the group selects.
///
/// ```mlir
/// %1 = shard.all_slice %0 on @grid grid_axes = [1] slice_axis = 1 : tensor<2x4xi8> -> tensor<2x2xi8>
/// ```
#[op(
    name = "shard.all_slice",
    classes(Collective),
    traits(Pure, SameOperandsAndResultElementType, SameOperandsAndResultRank),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              `slice_axis` `=` $slice_axis attr-dict `:` type($input) `->` type($result)"
)]
pub struct AllSliceOp {
    #[operand]
    input: AnyNon0RankedTensor,
    #[prop]
    slice_axis: IndexAttr,
    #[result]
    result: AnyNon0RankedTensor,
}

/// Splits the tensor of each device, exchanges the parts between all devices, and concatenates the received parts.
///
/// ```mlir
/// %1 = shard.all_to_all %0 on @grid grid_axes = [0] split_axis = 0 concat_axis = 1
///   : tensor<4x2xi8> -> tensor<2x4xi8>
/// ```
#[op(
    name = "shard.all_to_all",
    classes(Collective),
    traits(Pure, SameOperandsAndResultElementType, SameOperandsAndResultRank),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              `split_axis` `=` $split_axis `concat_axis` `=` $concat_axis attr-dict `:` type($input) `->` \
              type($result)"
)]
pub struct AllToAllOp {
    #[operand]
    input: AnyNon0RankedTensor,
    #[prop]
    split_axis: IndexAttr,
    #[prop]
    concat_axis: IndexAttr,
    #[result]
    result: AnyNon0RankedTensor,
}

/// Broadcasts the tensor of one device to all devices.
///
/// ```mlir
/// %1 = shard.broadcast %0 on @grid grid_axes = [0] root = [%i] : (tensor<2xi8>, index) -> tensor<2xi8>
/// ```
#[op(
    name = "shard.broadcast",
    classes(Collective),
    traits(Pure),
    custom_traits(SameShape, SameElementType),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              `root` `=` custom<DynamicIndexList>($root_dynamic, $root) attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct BroadcastOp {
    #[operand]
    input: AnyRankedTensor,
    #[prop]
    root: DenseI64ArrayAttr,
    #[operand]
    root_dynamic: Vec<Index>,
    #[result]
    result: AnyRankedTensor,
}

/// As `shard.all_gather`, but only one device gets the result.
///
/// ```mlir
/// %1 = shard.gather %0 on @grid grid_axes = [1] gather_axis = 1 root = [1] : (tensor<2x2xi8>) -> tensor<2x4xi8>
/// ```
#[op(
    name = "shard.gather",
    classes(Collective),
    traits(Pure),
    custom_traits(SameRank, SameElementType),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              `gather_axis` `=` $gather_axis `root` `=` custom<DynamicIndexList>($root_dynamic, $root) \
              attr-dict `:` functional-type(operands, results)"
)]
pub struct GatherOp {
    #[operand]
    input: AnyNon0RankedTensor,
    #[prop]
    gather_axis: IndexAttr,
    #[prop]
    root: DenseI64ArrayAttr,
    #[operand]
    root_dynamic: Vec<Index>,
    #[result]
    result: AnyNon0RankedTensor,
}

/// Receives a tensor from a device that sends it.
///
/// ```mlir
/// %1 = shard.recv %0 on @grid grid_axes = [0, 1] source = [0, %i] : (tensor<2xi8>, index) -> tensor<2xi8>
/// ```
#[op(
    name = "shard.recv",
    classes(Collective),
    custom_traits(SameShape, SameElementType),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              (`source` `=` custom<DynamicIndexList>($source_dynamic, $source)^)? attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct RecvOp {
    #[operand]
    input: AnyNon0RankedTensor,
    #[prop]
    source: Option<DenseI64ArrayAttr>,
    #[operand]
    source_dynamic: Vec<Index>,
    #[result]
    result: AnyRankedTensor,
}

/// As `shard.all_reduce`, but only one device gets the result.
///
/// ```mlir
/// %1 = shard.reduce %0 on @grid grid_axes = [1] reduction = max root = [2] : (tensor<3x4xf32>) -> tensor<3x4xf64>
/// ```
#[op(
    name = "shard.reduce",
    classes(Collective),
    traits(Pure),
    custom_traits(SameShape),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              (`reduction` `=` $reduction^)? `root` `=` custom<DynamicIndexList>($root_dynamic, $root) \
              attr-dict `:` functional-type(operands, results)"
)]
pub struct ReduceOp {
    #[operand]
    input: AnyRankedTensor,
    #[prop(default = sum)]
    reduction: ReductionKind,
    #[prop]
    root: DenseI64ArrayAttr,
    #[operand]
    root_dynamic: Vec<Index>,
    #[result]
    result: AnyRankedTensor,
}

/// Reduces the tensors of all devices and scatters the result.
///
/// ```mlir
/// %1 = shard.reduce_scatter %0 on @grid grid_axes = [1] reduction = max scatter_axis = 0
///   : tensor<2x2xf32> -> tensor<1x2xf64>
/// ```
#[op(
    name = "shard.reduce_scatter",
    classes(Collective),
    traits(Pure, SameOperandsAndResultRank),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              (`reduction` `=` $reduction^)? `scatter_axis` `=` $scatter_axis attr-dict `:` type($input) `->` \
              type($result)"
)]
pub struct ReduceScatterOp {
    #[operand]
    input: Shaped,
    #[prop(default = sum)]
    reduction: ReductionKind,
    #[prop]
    scatter_axis: IndexAttr,
    #[result]
    result: Shaped,
}

/// Scatters the tensor of one device: each device gets a part.
///
/// ```mlir
/// %1 = shard.scatter %0 on @grid grid_axes = [0] scatter_axis = 0 root = [1] : (tensor<2x2xi8>) -> tensor<1x2xi8>
/// ```
#[op(
    name = "shard.scatter",
    classes(Collective),
    traits(Pure),
    custom_traits(SameRank, SameElementType),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              `scatter_axis` `=` $scatter_axis `root` `=` custom<DynamicIndexList>($root_dynamic, $root) \
              attr-dict `:` functional-type(operands, results)"
)]
pub struct ScatterOp {
    #[operand]
    input: AnyNon0RankedTensor,
    #[prop]
    scatter_axis: IndexAttr,
    #[prop]
    root: DenseI64ArrayAttr,
    #[operand]
    root_dynamic: Vec<Index>,
    #[result]
    result: AnyRankedTensor,
}

/// Sends a tensor to a device that receives it.
///
/// ```mlir
/// %1 = shard.send %0 on @grid grid_axes = [0] destination = [1] : (tensor<2xi8>) -> tensor<2xi8>
/// ```
#[op(
    name = "shard.send",
    classes(Collective),
    custom_traits(SameShape, SameElementType),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? \
              `destination` `=` custom<DynamicIndexList>($destination_dynamic, $destination) attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct SendOp {
    #[operand]
    input: AnyNon0RankedTensor,
    #[prop]
    destination: DenseI64ArrayAttr,
    #[operand]
    destination_dynamic: Vec<Index>,
    #[result]
    result: AnyRankedTensor,
}

/// Rows of `Op "name of the result" verify;`: collective operations, with what is verified besides the group.
macro_rules! collectives {
    ($($op:ident $called:literal $verify:ident;)*) => {$(
        impl Canonicalizer for $op {
            fn add_patterns(set: &mut PatternSet) {
                let apply = |op: $op, rw: &mut Rewriter| canonicalize::alone(op.id(), rw);
                set.add(Pattern::of("EmptyGridAxesCanonicalizationPattern", apply));
            }
        }

        impl SymbolUser for $op {
            fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
                $verify(op, &Group::of(op, symbols)?)
            }
        }

        names! { $op $called; }
    )*};
}

collectives! {
    AllGatherOp "all_gather" verify_all_gather;
    AllReduceOp "all_reduce" nothing_else;
    AllSliceOp "all_slice" verify_all_slice;
    AllToAllOp "all_to_all" verify_all_to_all;
    BroadcastOp "broadcast" verify_broadcast;
    GatherOp "gather" verify_gather;
    RecvOp "recv" verify_recv;
    ReduceOp "reduce" verify_reduce;
    ReduceScatterOp "reduce_scatter" verify_reduce_scatter;
    ScatterOp "scatter" verify_scatter;
    SendOp "send" verify_send;
}

fn nothing_else(_op: OpRef, _group: &Group) -> Checked {
    Ok(())
}

fn verify_all_gather(op: OpRef, group: &Group) -> Checked {
    group.check_gathered(op, op.get(AllGatherOp::gather_axis))
}

fn verify_all_slice(op: OpRef, group: &Group) -> Checked {
    group.check_scattered(op, op.get(AllSliceOp::slice_axis))
}

fn verify_all_to_all(op: OpRef, group: &Group) -> Checked {
    group.check_exchanged(op, op.get(AllToAllOp::split_axis), op.get(AllToAllOp::concat_axis))
}

fn verify_broadcast(op: OpRef, group: &Group) -> Checked {
    group.check_device(op, "root", &op.get(BroadcastOp::root))
}

fn verify_gather(op: OpRef, group: &Group) -> Checked {
    group.check_device(op, "root", &op.get(GatherOp::root))?;
    group.check_gathered(op, op.get(GatherOp::gather_axis))
}

fn verify_recv(op: OpRef, group: &Group) -> Checked {
    match op.get(RecvOp::source) {
        Some(source) => group.check_device(op, "source", &source),
        None => Ok(()),
    }
}

fn verify_reduce(op: OpRef, group: &Group) -> Checked {
    group.check_device(op, "root", &op.get(ReduceOp::root))
}

fn verify_reduce_scatter(op: OpRef, group: &Group) -> Checked {
    group.check_scattered(op, op.get(ReduceScatterOp::scatter_axis))
}

fn verify_scatter(op: OpRef, group: &Group) -> Checked {
    group.check_device(op, "root", &op.get(ScatterOp::root))?;
    group.check_scattered(op, op.get(ScatterOp::scatter_axis))
}

fn verify_send(op: OpRef, group: &Group) -> Checked {
    group.check_device(op, "destination", &op.get(SendOp::destination))
}

/// Sends the tensor to the device at an offset along an axis; with `rotate`, the offset is modulo the size of the axis.
///
/// ```mlir
/// %1 = shard.shift %0 on @grid grid_axes = [1] shift_axis = 1 offset = 2 rotate : tensor<2xi8> -> tensor<2xi8>
/// ```
#[op(
    name = "shard.shift",
    traits(Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape),
    interfaces(AsmNames, SymbolUser),
    format = "$input `on` $grid (`grid_axes` `=` $grid_axes^)? `shift_axis` `=` $shift_axis `offset` `=` $offset \
               (`rotate` $rotate^)? attr-dict `:` type($input) `->` type($result)"
)]
pub struct ShiftOp {
    #[prop]
    grid: FlatSymbolRefAttr,
    #[prop(default = no_axes)]
    grid_axes: DenseI16ArrayAttr,
    #[operand]
    input: AnyNon0RankedTensor,
    #[prop]
    shift_axis: IndexAttr,
    #[prop]
    offset: I64Attr,
    #[prop]
    rotate: UnitAttr,
    #[result]
    result: AnyRankedTensor,
}

names! { ShiftOp "shift"; }

impl SymbolUser for ShiftOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        Group::of(op, symbols)?;
        let axis = op.get(Self::shift_axis);
        if op.get(Self::grid_axes).iter().any(|&grid_axis| i64::from(grid_axis) == axis) {
            return Ok(());
        }
        // The axis is an unsigned integer.
        let axis = axis as u64;
        Err(op.plain_error(format!("Invalid shift axis {axis}. It must be one of the grouping grid axes.")))
    }
}

/// Updates the halo: the elements of neighbouring shards that a device has copies of.
///
/// ```mlir
/// %1 = shard.update_halo %0 on @grid split_axes = [[0]] halo_sizes = [1, %n] : tensor<12x12xi8>
/// ```
#[op(name = "shard.update_halo", traits(Pure), interfaces(DestinationStyle, SymbolUser),
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$destination `on` $grid `split_axes` `=` $split_axes \
               (`halo_sizes` `=` custom<DynamicIndexList>($halo_sizes, $static_halo_sizes)^)? attr-dict `:` type($result)")]
pub struct UpdateHaloOp {
    #[operand(derive(from = "result", with = same, summary = "result has same type as destination"))]
    destination: ShapedOfNonZeroRank,
    #[prop]
    grid: FlatSymbolRefAttr,
    #[prop]
    split_axes: GridAxesArrayAttr,
    #[operand]
    halo_sizes: Vec<I64>,
    #[prop(default = no_numbers)]
    static_halo_sizes: DenseI64ArrayAttr,
    #[result]
    result: ShapedOfNonZeroRank,
}

fn same(_cx: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

impl DestinationStyle for UpdateHaloOp {
    fn inits(&self, _op: OpRef) -> std::ops::Range<usize> {
        0..1
    }
}

impl SymbolUser for UpdateHaloOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        Grid::of(op, symbols).map(|_| ())
    }
}
