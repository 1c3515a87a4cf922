//! Access to elements.

use rmlir::core::interfaces::MemoryEffects;
use rmlir::core::memory_slot::{DestructurableAccessor, PromotableMemOp};
use rmlir::prelude::*;

use crate::constraints::{LocalityHint, ValidAlignment, element_of};

/// Loads an element.
///
/// ```mlir
/// %x = memref.load %buffer[%i, %j] : memref<8x?xf32>
/// ```
#[op(name = "memref.load", eval, interfaces(MemoryEffects, PromotableMemOp, DestructurableAccessor), fold, verify = verify_load,
     format = "$memref `[` $indices `]` attr-dict `:` type($memref)")]
pub struct LoadOp {
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    /// Whether the element is not expected to be accessed again soon.
    #[prop(default = not_nontemporal)]
    nontemporal: Option<BoolAttr>,
    #[prop]
    alignment: Option<ValidAlignment>,
    #[result(derive(from = "memref", with = element_of, summary = "result type matches element type of 'memref'"))]
    result: AnyType,
}

/// Stores an element.
///
/// ```mlir
/// memref.store %x, %buffer[%i, %j] : memref<8x?xf32>
/// ```
#[op(name = "memref.store", eval, interfaces(MemoryEffects, PromotableMemOp, DestructurableAccessor), fold, verify = verify_store,
     format = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)")]
pub struct StoreOp {
    #[operand(derive(from = "memref", with = element_of, summary = "type of 'value' matches element type of 'memref'"))]
    value: AnyType,
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    /// Whether the element is not expected to be accessed again soon.
    #[prop(default = not_nontemporal)]
    nontemporal: Option<BoolAttr>,
    #[prop]
    alignment: Option<ValidAlignment>,
}

fn not_nontemporal(cx: &Context) -> Attr {
    cx.bool_attr(false)
}

/// Copies all elements of a buffer to another one, which must not overlap with it.
///
/// ```mlir
/// memref.copy %from, %to : memref<?xf32> to memref<?xf32>
/// ```
#[op(
    name = "memref.copy",
    eval,
    traits(SameOperandsElementType, SameOperandsShape),
    interfaces(MemoryEffects),
    fold,
    canonicalize,
    format = "$source `,` $target attr-dict `:` type($source) `to` type($target)"
)]
pub struct CopyOp {
    #[operand]
    source: AnyRankedOrUnrankedMemRef,
    #[operand]
    target: AnyRankedOrUnrankedMemRef,
}

/// A hint that an element will be accessed soon.
///
/// ```mlir
/// memref.prefetch %buffer[%i], read, locality<3>, data : memref<400xi32>
/// ```
#[op(name = "memref.prefetch", eval, interfaces(MemoryEffects), fold, verify = verify_prefetch,
     parse = parse_prefetch, print = print_prefetch)]
pub struct PrefetchOp {
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    /// Whether it is a prefetch for a store, not a load.
    #[prop]
    isWrite: BoolAttr,
    /// The locality hint: from 0, used once, to 3, kept in the cache.
    #[prop]
    localityHint: LocalityHint,
    /// Whether it is a prefetch into the data cache, not the instruction cache.
    #[prop]
    isDataCache: BoolAttr,
}

/// The rank of a ranked memref.
pub(crate) fn rank(value: ValueRef) -> usize {
    value.ty().shape(value.cx()).map_or(0, <[i64]>::len)
}

fn verify_load(op: OpRef) -> Checked {
    let (rank, n) = (rank(op.value(LoadOp::memref)), op.n_operands() - 1);
    if n == rank {
        return Ok(());
    }
    Err(op.error(format!("incorrect number of indices for load, expected {rank} but got {n}")))
}

fn verify_store(op: OpRef) -> Checked {
    if op.n_operands() == 2 + rank(op.value(StoreOp::memref)) {
        return Ok(());
    }
    Err(op.error("store index operand count not equal to memref rank"))
}

fn verify_prefetch(op: OpRef) -> Checked {
    if op.n_operands() == 1 + rank(op.value(PrefetchOp::memref)) { Ok(()) } else { Err(op.error("too few indices")) }
}

fn parse_prefetch(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let memref = parser.operand()?;
    let indices = parser.operand_list(Delimiter::Square)?;
    parser.asm().token(",")?;
    let access = parser.asm().any_keyword()?;
    parser.asm().token(",")?;
    parser.asm().keyword("locality")?;
    parser.asm().token("<")?;
    let hint_pos = parser.pos();
    let hint = parser.parse_attr(Some(Type::I32))?;
    if hint.as_integer(parser.cx()).is_none() {
        return Err(parser.error_at(hint_pos, "invalid kind of attribute specified"));
    }
    parser.asm().token(">")?;
    parser.asm().token(",")?;
    let cache = parser.asm().any_keyword()?;
    let ty = memref_type_after_colon(parser)?;
    parser.resolve_same(&[memref], ty, state)?;
    parser.resolve_same(&indices, Type::INDEX, state)?;
    let pos = parser.name_pos();
    let is_write = match access.str(parser.cx()) {
        "write" => true,
        "read" => false,
        _ => return Err(parser.error_at(pos, "rw specifier has to be 'read' or 'write'")),
    };
    let is_data = match cache.str(parser.cx()) {
        "data" => true,
        "instr" => false,
        _ => return Err(parser.error_at(pos, "cache type has to be 'data' or 'instr'")),
    };
    let cx = parser.cx();
    state.set_prop(PrefetchOp::IS_WRITE, cx.bool_attr(is_write));
    state.set_prop(PrefetchOp::LOCALITY_HINT, hint);
    state.set_prop(PrefetchOp::IS_DATA_CACHE, cx.bool_attr(is_data));
    Ok(())
}

/// Parses `: memref<..>`.
fn memref_type_after_colon(parser: &mut dyn OpAsmParser) -> Parsed<Type> {
    parser.asm().token(":")?;
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    if ty.shape(parser.cx()).is_some() && ty.is_memref(parser.cx()) {
        return Ok(ty);
    }
    let shown = parser.cx().show_type(ty);
    Err(parser.error_at(pos, &format!("invalid kind of type specified: expected builtin.memref, but found '{shown}'")))
}

fn print_prefetch(printer: &mut dyn AsmPrinter, op: OpRef) {
    let cx = op.cx();
    let is = |slot| op.prop(slot).and_then(|attr| attr.as_bool(cx)).unwrap_or_default();
    let hint = op.get(PrefetchOp::localityHint);
    printer.text(" ");
    printer.operand(op.value(PrefetchOp::memref));
    printer.text("[");
    printer.operands(op.operands().skip(1));
    printer.text("], ");
    printer.text(if is(PrefetchOp::IS_WRITE) { "write" } else { "read" });
    printer.text(&format!(", locality<{hint}>, "));
    printer.text(if is(PrefetchOp::IS_DATA_CACHE) { "data" } else { "instr" });
    printer.attr_dict(op, &["localityHint", "isWrite", "isDataCache"]);
    printer.text(" : ");
    printer.ty(op.value(PrefetchOp::memref).ty());
}
