//! Mapping attributes of loops, and enumerations.

use rmlir::core::asm::{AsmParser, AsmPrinter};
use rmlir::prelude::*;
use rmlir_scf::{DeviceMapping, DeviceMasking};

/// A dimension of the processing units: of the grid or block itself, or of a linearized basis.
#[attr(int = 64)]
pub enum MappingId {
    /// The first dimension of the grid or block.
    #[case("x")]
    DimX,
    /// The second dimension of the grid or block.
    #[case("y")]
    DimY,
    /// The third dimension of the grid or block.
    #[case("z")]
    DimZ,
    /// Dimension 0 of the linearized basis.
    #[case("linear_dim_0")]
    LinearDim0,
    /// Dimension 1 of the linearized basis.
    #[case("linear_dim_1")]
    LinearDim1,
    /// Dimension 2 of the linearized basis.
    #[case("linear_dim_2")]
    LinearDim2,
    /// Dimension 3 of the linearized basis.
    #[case("linear_dim_3")]
    LinearDim3,
    /// Dimension 4 of the linearized basis.
    #[case("linear_dim_4")]
    LinearDim4,
    /// Dimension 5 of the linearized basis.
    #[case("linear_dim_5")]
    LinearDim5,
    /// Dimension 6 of the linearized basis.
    #[case("linear_dim_6")]
    LinearDim6,
    /// Dimension 7 of the linearized basis.
    #[case("linear_dim_7")]
    LinearDim7,
    /// Dimension 8 of the linearized basis.
    #[case("linear_dim_8")]
    LinearDim8,
    /// Dimension 9 of the linearized basis.
    #[case("linear_dim_9")]
    LinearDim9,
}

/// Maps a loop dimension to the blocks of a grid.
#[attr(name = "gpu.block", interfaces(DeviceMapping), format = "`<` $block `>`")]
pub struct BlockMappingAttr {
    /// The dimension of the units that the iterations are mapped to.
    pub block: MappingId,
}

/// Maps a loop dimension to the warp groups of a block.
#[attr(name = "gpu.warpgroup", interfaces(DeviceMapping), format = "`<` $warpgroup `>`")]
pub struct WarpgroupMappingAttr {
    /// The dimension of the units that the iterations are mapped to.
    pub warpgroup: MappingId,
}

/// Maps a loop dimension to the warps of a block.
#[attr(name = "gpu.warp", interfaces(DeviceMapping), format = "`<` $warp `>`")]
pub struct WarpMappingAttr {
    /// The dimension of the units that the iterations are mapped to.
    pub warp: MappingId,
}

/// Maps a loop dimension to the threads of a block.
#[attr(name = "gpu.thread", interfaces(DeviceMapping), format = "`<` $thread `>`")]
pub struct ThreadMappingAttr {
    /// The dimension of the units that the iterations are mapped to.
    pub thread: MappingId,
}

/// Maps a loop dimension to the lanes of a warp.
#[attr(name = "gpu.lane", interfaces(DeviceMapping), format = "`<` $lane `>`")]
pub struct LaneMappingAttr {
    /// The dimension of the units that the iterations are mapped to.
    pub lane: MappingId,
}

/// A mask of the active units that a region is mapped to: one bit each.
#[attr(name = "gpu.mask", interfaces(DeviceMasking), format = "`<` $mask `>`")]
pub struct MappingMaskAttr {
    /// The bits.
    pub mask: i64,
}

/// Maps data to a memory space.
#[attr(name = "gpu.memory_space", interfaces(DeviceMapping), format = "`<` $address_space `>`")]
pub struct MemorySpaceMappingAttr {
    /// The memory space.
    pub address_space: AddressSpace,
}

/// The scope in which memory is visible.
#[attr(name = "gpu.address_space")]
pub enum AddressSpace {
    /// All threads of the device.
    Global = 1,
    /// The threads of a block.
    Workgroup = 2,
    /// One thread.
    Private = 3,
}

/// A dimension of a grid or block.
#[attr(name = "gpu.dim", format = "$value", called = "::mlir::gpu::Dimension")]
pub enum Dimension {
    /// The first one.
    X,
    /// The second one.
    Y,
    /// The third one.
    Z,
}

/// The operation of a reduction over a group of threads.
#[attr(name = "gpu.all_reduce_op", format = "$value", called = "::mlir::gpu::AllReduceOperation")]
pub enum AllReduceOperation {
    /// The sum.
    Add,
    /// The product.
    Mul,
    /// The minimum of unsigned integers.
    #[case("minui")]
    MinUI,
    /// The minimum of signed integers.
    #[case("minsi")]
    MinSI,
    /// The minimum of floats; NaN only if both are NaN.
    #[case("minnumf")]
    MinNumF,
    /// The maximum of unsigned integers.
    #[case("maxui")]
    MaxUI,
    /// The maximum of signed integers.
    #[case("maxsi")]
    MaxSI,
    /// The maximum of floats; NaN only if both are NaN.
    #[case("maxnumf")]
    MaxNumF,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The minimum of floats; NaN if one is NaN.
    #[case("minimumf")]
    MinimumF,
    /// The maximum of floats; NaN if one is NaN.
    #[case("maximumf")]
    MaximumF,
}

impl AllReduceOperation {
    /// Whether values of type `ty` can be combined by this operation.
    pub fn supports(self, cx: &Context, ty: Type) -> bool {
        use AllReduceOperation::*;
        match self {
            Add | Mul => true,
            MinNumF | MaxNumF | MinimumF | MaximumF => ty.float_kind(cx).is_some(),
            MinSI | MinUI | MaxSI | MaxUI | And | Or | Xor => ty.is_integer(cx),
        }
    }
}

/// The source lane of a shuffle.
#[attr(name = "gpu.shuffle_mode", format = "$value", called = "::mlir::gpu::ShuffleMode")]
pub enum ShuffleMode {
    /// The lane whose id is the bitwise exclusive or with the offset.
    Xor = 0,
    /// The lane whose id is less by the offset.
    Up = 2,
    /// The lane whose id is greater by the offset.
    Down = 1,
    /// The lane whose id is the offset.
    Idx = 3,
}

/// The source lane of a broadcast.
#[attr(name = "gpu.broadcast", format = "$value", called = "::mlir::gpu::BroadcastType")]
pub enum BroadcastType {
    /// The first active lane.
    FirstActiveLane,
    /// The lane in the operand.
    SpecificLane,
}

/// The processing units a dimension of a parallel loop is mapped to.
#[attr(int = 64)]
pub enum Processor {
    /// The first dimension of the grid.
    BlockX,
    /// The second dimension of the grid.
    BlockY,
    /// The third dimension of the grid.
    BlockZ,
    /// The first dimension of the block.
    ThreadX,
    /// The second dimension of the block.
    ThreadY,
    /// The third dimension of the block.
    ThreadZ,
    /// One thread executes all iterations.
    Sequential,
}

/// The mapping of a dimension of a parallel loop to a grid or a block.
#[attr(name = "gpu.loop_dim_map", parse = parse_loop_dim_map, print = print_loop_dim_map)]
pub struct ParallelLoopDimMappingAttr {
    /// The processing units the dimension is mapped to.
    pub processor: Processor,
    /// The map from the id of the unit to the induction variable.
    #[param(constraint = rmlir::core::constraints::AffineMapAttr)]
    pub map: Attr,
    /// The map from the trip count to the number of units.
    #[param(constraint = rmlir::core::constraints::AffineMapAttr)]
    pub bound: Attr,
}

fn parse_loop_dim_map(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    parser.keyword("processor")?;
    parser.token("=")?;
    let processor = parser.enum_keyword(Processor::ENUM)?;
    let processor = Processor::from_value(processor).expect("the value of a keyword is a case");
    let mut params = vec![processor.attr(parser.cx())];
    for name in ["map", "bound"] {
        parser.token(",")?;
        parser.keyword(name)?;
        parser.token("=")?;
        let Ok(map) = parser.parse_affine_map_or_set()? else {
            return Err(parser.error("expected affine map"));
        };
        params.push(parser.cx().attr(AttrData::AffineMap(map)));
    }
    parser.token(">")?;
    Ok(params)
}

fn print_loop_dim_map(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let processor = Processor::from_attr(printer.cx(), params[0]).and_then(|it| Processor::ENUM.keyword(it.value()));
    printer.text(&format!("<processor = {}", processor.unwrap_or_default()));
    for (name, &map) in ["map", "bound"].iter().zip(&params[1..]) {
        let shown = map.as_affine_map(printer.cx()).map(|map| map.to_string());
        printer.text(&format!(", {name} = {}", shown.unwrap_or_default()));
    }
    printer.text(">");
}

macro_rules! device_mappings {
    ($($attr:ident),*) => { $(impl DeviceMapping for $attr {})* };
}

device_mappings!(
    BlockMappingAttr,
    LaneMappingAttr,
    MemorySpaceMappingAttr,
    ThreadMappingAttr,
    WarpMappingAttr,
    WarpgroupMappingAttr
);

impl DeviceMasking for MappingMaskAttr {}
