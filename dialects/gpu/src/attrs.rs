//! What loops are mapped to, and enumerations.

use rmlir::core::asm::{AsmParser, AsmPrinter};
use rmlir::prelude::*;
use rmlir_scf::{DeviceMapping, DeviceMasking};

/// A dimension of what is mapped to: of the cuboid itself, or of a basis in which its units are numbered anew.
#[attr(int = 64)]
pub enum MappingId {
    /// The first dimension of the cuboid.
    #[case("x")]
    DimX,
    /// The second dimension of the cuboid.
    #[case("y")]
    DimY,
    /// The third dimension of the cuboid.
    #[case("z")]
    DimZ,
    /// Dimension 0 of the other basis.
    #[case("linear_dim_0")]
    LinearDim0,
    /// Dimension 1 of the other basis.
    #[case("linear_dim_1")]
    LinearDim1,
    /// Dimension 2 of the other basis.
    #[case("linear_dim_2")]
    LinearDim2,
    /// Dimension 3 of the other basis.
    #[case("linear_dim_3")]
    LinearDim3,
    /// Dimension 4 of the other basis.
    #[case("linear_dim_4")]
    LinearDim4,
    /// Dimension 5 of the other basis.
    #[case("linear_dim_5")]
    LinearDim5,
    /// Dimension 6 of the other basis.
    #[case("linear_dim_6")]
    LinearDim6,
    /// Dimension 7 of the other basis.
    #[case("linear_dim_7")]
    LinearDim7,
    /// Dimension 8 of the other basis.
    #[case("linear_dim_8")]
    LinearDim8,
    /// Dimension 9 of the other basis.
    #[case("linear_dim_9")]
    LinearDim9,
}

/// Spreads a loop over the blocks of a grid.
#[attr(name = "gpu.block", interfaces(DeviceMapping), format = "`<` $block `>`")]
pub struct BlockMappingAttr {
    /// The dimension that counts the iterations.
    pub block: MappingId,
}

/// Spreads a loop over the warp groups of a block.
#[attr(name = "gpu.warpgroup", interfaces(DeviceMapping), format = "`<` $warpgroup `>`")]
pub struct WarpgroupMappingAttr {
    /// The dimension that counts the iterations.
    pub warpgroup: MappingId,
}

/// Spreads a loop over the warps of a block.
#[attr(name = "gpu.warp", interfaces(DeviceMapping), format = "`<` $warp `>`")]
pub struct WarpMappingAttr {
    /// The dimension that counts the iterations.
    pub warp: MappingId,
}

/// Spreads a loop over the threads of a block.
#[attr(name = "gpu.thread", interfaces(DeviceMapping), format = "`<` $thread `>`")]
pub struct ThreadMappingAttr {
    /// The dimension that counts the iterations.
    pub thread: MappingId,
}

/// Spreads a loop over the lanes of a warp.
#[attr(name = "gpu.lane", interfaces(DeviceMapping), format = "`<` $lane `>`")]
pub struct LaneMappingAttr {
    /// The dimension that counts the iterations.
    pub lane: MappingId,
}

/// Which of the units that a region is mapped to run it: one bit each.
#[attr(name = "gpu.mask", interfaces(DeviceMasking), format = "`<` $mask `>`")]
pub struct MappingMaskAttr {
    /// The bits.
    pub mask: i64,
}

/// Moves data to a memory space.
#[attr(name = "gpu.memory_space", interfaces(DeviceMapping), format = "`<` $address_space `>`")]
pub struct MemorySpaceMappingAttr {
    /// The memory space.
    pub address_space: AddressSpace,
}

/// Who sees a piece of memory.
#[attr(name = "gpu.address_space")]
pub enum AddressSpace {
    /// All units of the device.
    Global = 1,
    /// The units of a block.
    Workgroup = 2,
    /// One unit.
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

/// How the values of the units of a group become one.
#[attr(name = "gpu.all_reduce_op", format = "$value", called = "::mlir::gpu::AllReduceOperation")]
pub enum AllReduceOperation {
    /// The sum.
    Add,
    /// The product.
    Mul,
    /// The least of unsigned integers.
    #[case("minui")]
    MinUI,
    /// The least of signed integers.
    #[case("minsi")]
    MinSI,
    /// The least of floats; a number rather than NaN.
    #[case("minnumf")]
    MinNumF,
    /// The greatest of unsigned integers.
    #[case("maxui")]
    MaxUI,
    /// The greatest of signed integers.
    #[case("maxsi")]
    MaxSI,
    /// The greatest of floats; a number rather than NaN.
    #[case("maxnumf")]
    MaxNumF,
    /// The bits that all have.
    And,
    /// The bits that one has.
    Or,
    /// The bits that an odd number have.
    Xor,
    /// The least of floats; NaN if one is.
    #[case("minimumf")]
    MinimumF,
    /// The greatest of floats; NaN if one is.
    #[case("maximumf")]
    MaximumF,
}

impl AllReduceOperation {
    /// Whether values of type `ty` can be combined so.
    pub fn supports(self, cx: &Context, ty: Type) -> bool {
        use AllReduceOperation::*;
        match self {
            Add | Mul => true,
            MinNumF | MaxNumF | MinimumF | MaximumF => ty.float_kind(cx).is_some(),
            MinSI | MinUI | MaxSI | MaxUI | And | Or | Xor => ty.is_integer(cx),
        }
    }
}

/// Whose value a unit gets.
#[attr(name = "gpu.shuffle_mode", format = "$value", called = "::mlir::gpu::ShuffleMode")]
pub enum ShuffleMode {
    /// That of the lane whose number differs in these bits.
    Xor = 0,
    /// That of the lane so much below.
    Up = 2,
    /// That of the lane so much above.
    Down = 1,
    /// That of the lane of this number.
    Idx = 3,
}

/// Which lane a value comes from.
#[attr(name = "gpu.broadcast", format = "$value", called = "::mlir::gpu::BroadcastType")]
pub enum BroadcastType {
    /// The first one that is active.
    FirstActiveLane,
    /// The one that is said.
    SpecificLane,
}

/// What a dimension of a parallel loop is mapped to.
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
    /// One unit runs all iterations.
    Sequential,
}

/// How a dimension of a parallel loop is spread over a grid or a block.
#[attr(name = "gpu.loop_dim_map", parse = parse_loop_dim_map, print = print_loop_dim_map)]
pub struct ParallelLoopDimMappingAttr {
    /// What it is mapped to.
    pub processor: Processor,
    /// From the number of the unit to that of the iteration.
    #[param(constraint = rmlir::core::constraints::AffineMapAttr)]
    pub map: Attr,
    /// From the number of iterations to that of units.
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
