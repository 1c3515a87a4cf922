//! Device memory, and the order of asynchronous operations.
//!
//! Operations with token operands start when the operations behind the tokens are completed; an operation with a token
//! result is asynchronous, other operations block until they are completed.

use rmlir::core::interfaces::Effect;
use rmlir::core::memref_layout::{MemRefParts, has_identity_layout, layout_map};
use rmlir::core::mixed_index::n_dynamic;
use rmlir::core::opdef::{DirectiveArg, DirectiveField, OpTrait};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::attrs::AddressSpace;
use crate::constraints::BytesOfRank1;
use crate::types::AsyncTokenType;

/// Parses `async? [tokens]?`.
pub(crate) fn parse_dependencies(
    parser: &mut dyn OpAsmParser,
    _state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    let pos = parser.pos();
    if parser.try_token("async") {
        if parser.n_result_names() == 0 {
            return Err(parser.error_at(pos, "needs to be named when marked 'async'"));
        }
        args[0] = DirectiveArg::Types(vec![AsyncTokenType::get(parser.cx()).ty()]);
    }
    args[1] = DirectiveArg::Operands(parser.operand_list(Delimiter::OptionalSquare)?);
    Ok(true)
}

pub(crate) fn print_dependencies(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::ResultType(token), DirectiveField::Operand(dependencies)] = args else { return };
    let gives_token = !op.result_range(*token).is_empty();
    let dependencies = op.operand_field(*dependencies);
    if gives_token {
        printer.text("async");
    }
    if !dependencies.is_empty() {
        printer.text(if gives_token { " [" } else { "[" });
        printer.operands(dependencies);
        printer.text("]");
    }
}

/// Waits for asynchronous operations; with `async`, the result is a token for all of them.
#[op(
    name = "gpu.wait",
    custom(AsyncDependencies = (parse_dependencies, print_dependencies)),
    format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) attr-dict"
)]
pub struct WaitOp {
    #[operand]
    asyncDependencies: Vec<AsyncTokenType>,
    #[result]
    asyncToken: Option<AsyncTokenType>,
}

/// Allocates device memory.
///
/// ```mlir
/// %buffer, %token = gpu.alloc async [%dependency] (%n) : memref<64x?xf32>
/// ```
#[op(
    name = "gpu.alloc",
    traits(AttrSizedOperandSegments),
    interfaces(AsmNames, MemoryEffects),
    verify = verify_alloc,
    custom(AsyncDependencies = (parse_dependencies, print_dependencies)),
    format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) (` ` `host_shared` $hostShared^)? ` ` \
              `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
)]
pub struct AllocOp {
    #[operand]
    asyncDependencies: Vec<AsyncTokenType>,
    #[operand]
    dynamicSizes: Vec<Index>,
    #[operand]
    symbolOperands: Vec<Index>,
    #[prop]
    hostShared: UnitAttr,
    #[result]
    memref: AnyMemRef,
    #[result]
    asyncToken: Option<AsyncTokenType>,
}

fn verify_alloc(op: OpRef) -> Checked {
    let ty = op.result(0).ty();
    let n_wanted = n_dynamic(ty.shape(op.cx()).unwrap_or_default());
    let n_sizes = op.operand_range(AllocOp::DYNAMIC_SIZES_OPERAND).len();
    if n_sizes != n_wanted {
        return Err(op.error(format!("incorrect number of dynamic sizes, has {n_sizes}, expected {n_wanted}")));
    }
    let map = layout_map(op.cx(), ty).filter(|_| !has_identity_layout(op.cx(), ty));
    let n_symbols = map.map_or(0, |map| map.n_symbols() as usize);
    if op.operand_range(AllocOp::SYMBOL_OPERANDS_OPERAND).len() != n_symbols {
        return Err(op.error("symbol operand count does not equal memref symbol count"));
    }
    Ok(())
}

impl AsmNames for AllocOp<()> {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "memref");
        if op.n_results() > 1 {
            name(1, "asyncToken");
        }
    }
}

/// Frees device memory.
#[op(
    name = "gpu.dealloc",
    interfaces(MemoryEffects),
    custom(AsyncDependencies = (parse_dependencies, print_dependencies)),
    format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $memref attr-dict `:` type($memref)"
)]
pub struct DeallocOp {
    #[operand]
    asyncDependencies: Vec<AsyncTokenType>,
    #[operand]
    memref: AnyMemRef,
    #[result]
    asyncToken: Option<AsyncTokenType>,
}

/// Copies memory, between host and device or within one of them.
#[op(
    name = "gpu.memcpy",
    interfaces(MemoryEffects),
    verify = verify_memcpy,
    custom(AsyncDependencies = (parse_dependencies, print_dependencies)),
    format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) \
              $dst`,` $src `:` type($dst)`,` type($src) attr-dict"
)]
pub struct MemcpyOp {
    #[operand]
    asyncDependencies: Vec<AsyncTokenType>,
    #[operand]
    dst: AnyMemRef,
    #[operand]
    src: AnyMemRef,
    #[result]
    asyncToken: Option<AsyncTokenType>,
}

fn verify_memcpy(op: OpRef) -> Checked {
    let parts = |field| op.operand_field(field).first().and_then(|value| MemRefParts::of(op.cx(), value.ty()));
    let (Some(dst), Some(src)) = (parts(MemcpyOp::DST_OPERAND), parts(MemcpyOp::SRC_OPERAND)) else { return Ok(()) };
    if dst.element != src.element {
        return Err(op.error("arguments have incompatible element type"));
    }
    let fits = |(&a, &b): (&i64, &i64)| a == b || a == DYNAMIC || b == DYNAMIC;
    if dst.shape.len() != src.shape.len() || !dst.shape.iter().zip(src.shape).all(fits) {
        return Err(op.error("arguments have incompatible shape"));
    }
    Ok(())
}

/// Sets all elements of device memory to a value.
#[op(
    name = "gpu.memset",
    interfaces(MemoryEffects),
    custom_traits(SAME_ELEMENT_TYPE),
    custom(AsyncDependencies = (parse_dependencies, print_dependencies)),
    format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) \
              $dst`,` $value `:` type($dst)`,` type($value) attr-dict"
)]
pub struct MemsetOp {
    #[operand]
    asyncDependencies: Vec<AsyncTokenType>,
    #[operand]
    dst: AnyMemRef,
    #[operand]
    value: AnyType,
    #[result]
    asyncToken: Option<AsyncTokenType>,
}

/// Verifies that the stored value has the element type.
struct SameElementType;
static SAME_ELEMENT_TYPE: SameElementType = SameElementType;

impl OpTrait for SameElementType {
    fn name(&self) -> &'static str {
        "AllElementTypesMatch"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Checked {
        let element = |field: usize| {
            let ty = op.operand_field(field).first().map(|value| value.ty());
            ty.map(|ty| ty.element(op.cx()).unwrap_or(ty))
        };
        if element(MemsetOp::DST_OPERAND) == element(MemsetOp::VALUE_OPERAND) {
            return Ok(());
        }
        Err(op.error("failed to verify that all of {dst, value} have same element type"))
    }
}

/// Registers host memory, which makes it accessible to the device.
#[op(name = "gpu.host_register", format = "$value attr-dict `:` type($value)")]
pub struct HostRegisterOp {
    #[operand]
    value: AnyUnrankedMemRef,
}

/// Unregisters host memory.
#[op(name = "gpu.host_unregister", format = "$value attr-dict `:` type($value)")]
pub struct HostUnregisterOp {
    #[operand]
    value: AnyUnrankedMemRef,
}

/// Sets the device of later operations.
#[op(name = "gpu.set_default_device", interfaces(MemoryEffects), format = "attr-dict $devIndex")]
pub struct SetDefaultDeviceOp {
    #[operand]
    devIndex: I32,
}

/// The dynamic shared memory of the block, whose size is an operand of the launch.
#[op(
    name = "gpu.dynamic_shared_memory",
    traits(Pure),
    verify = verify_shared_memory,
    format = "attr-dict `:` type($resultMemref)"
)]
pub struct DynamicSharedMemoryOp {
    #[result]
    resultMemref: BytesOfRank1,
}

fn verify_shared_memory(op: OpRef) -> Checked {
    let ty = op.result(0).ty();
    let Some(parts) = MemRefParts::of(op.cx(), ty) else { return Ok(()) };
    let space = parts.space.and_then(|space| AddressSpace::from_attr(op.cx(), space));
    if space != Some(AddressSpace::Workgroup) {
        return Err(op.error("address space must be address_space<workgroup>"));
    }
    if parts.shape != [DYNAMIC] {
        return Err(op.error("result memref type must be memref<?xi8, #gpu.address_space<workgroup>>"));
    }
    Ok(())
}

impl MemoryEffects for AllocOp<()> {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        vec![Effect::on(EffectKind::Allocate, op.result(0).id)]
    }
}

impl MemoryEffects for SetDefaultDeviceOp<()> {
    fn effects(&self, _op: OpRef) -> Vec<Effect> {
        vec![Effect::any(EffectKind::Write)]
    }
}

/// Rows of `Op: Kind FIELD, ..;`.
macro_rules! effects {
    ($($op:ident: $($kind:ident $field:ident),*;)*) => {$(
        impl MemoryEffects for $op<()> {
            fn effects(&self, op: OpRef) -> Vec<Effect> {
                vec![$(Effect::on(EffectKind::$kind, op.operand(op.operand_range($op::$field).start).id)),*]
            }
        }
    )*};
}

effects! {
    DeallocOp: Free MEMREF_OPERAND;
    MemcpyOp: Write DST_OPERAND, Read SRC_OPERAND;
    MemsetOp: Write DST_OPERAND;
}
