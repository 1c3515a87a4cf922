//! Atomic access to elements.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::interfaces::MemoryEffects;
use rmlir::prelude::*;

use rmlir_arith::AtomicRmwKind;

use crate::access::rank;
use crate::constraints::{AtomicMemRef, AtomicScalar, element_of};

/// Loads an element, combines it with a value, and stores the result, atomically.
///
/// The result of the operation is the old value of the element.
///
/// ```mlir
/// %old = memref.atomic_rmw addf %x, %buffer[%i] : (f32, memref<10xf32>) -> f32
/// ```
#[op(name = "memref.atomic_rmw", eval, interfaces(MemoryEffects), types(T = AtomicScalar), fold,
     verify = verify_rmw,
     format = "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` \
               type($result)")]
pub struct AtomicRMWOp {
    /// The combining operation.
    #[prop]
    kind: AtomicRmwKind,
    #[operand(derive(from = "memref", with = element_of, summary = "value type matches element type of memref"))]
    value: T,
    #[operand]
    memref: AtomicMemRef,
    #[operand]
    indices: Vec<Index>,
    #[result]
    result: T,
}

/// Loads an element, computes a new one by its region, and stores it, atomically.
///
/// ```mlir
/// %new = memref.generic_atomic_rmw %buffer[%i] : memref<10xf32> {
/// ^bb0(%current: f32):
///   %next = arith.addf %current, %x : f32
///   memref.atomic_yield %next : f32
/// }
/// ```
#[op(name = "memref.generic_atomic_rmw", eval, traits(SingleBlock), terminator = "memref.atomic_yield",
     interfaces(MemoryEffects), verify = verify_generic_rmw, parse = parse, print = print)]
pub struct GenericAtomicRMWOp {
    #[operand]
    memref: AtomicMemRef,
    #[operand]
    indices: Vec<Index>,
    #[result(derive(from = "memref", with = element_of, summary = "result type matches element type of memref"))]
    result: AtomicScalar,
    #[region]
    atomic_body: AnyRegion,
}

/// Terminates the region of `memref.generic_atomic_rmw` and yields the new element.
#[op(name = "memref.atomic_yield", eval = rmlir::interp::eval::yields, traits(Pure, ReturnLike, Terminator), parents("memref.generic_atomic_rmw"),
     verify = verify_yield, format = "$result attr-dict `:` type($result)")]
pub struct AtomicYieldOp {
    #[operand]
    result: AnyType,
}

fn verify_rmw(op: OpRef) -> Checked {
    use AtomicRmwKind::*;
    if rank(op.value(AtomicRMWOp::memref)) != op.n_operands() - 2 {
        return Err(op.error("expects the number of subscripts to be equal to memref rank"));
    }
    let kind = op.get(AtomicRMWOp::kind);
    let ty = op.value(AtomicRMWOp::value).ty();
    let wanted = match kind {
        Addf | Maximumf | Minimumf | Mulf if ty.float_kind(op.cx()).is_none() => "a floating-point type",
        Addi | Maxs | Maxu | Mins | Minu | Muli | Ori | Xori | Andi if !ty.is_integer(op.cx()) => "an integer type",
        _ => return Ok(()),
    };
    let keyword = AtomicRmwKind::ENUM.keyword(kind.value()).unwrap_or_default();
    Err(op.error(format!("with kind '{keyword}' expects {wanted}")))
}

fn verify_generic_rmw(op: OpRef) -> Checked {
    let region = op.region(0);
    let args: Vec<Type> = region.entry().map_or(Vec::new(), BlockRef::arg_types);
    let [arg] = args[..] else {
        return Err(op.error("expected single number of entry block arguments"));
    };
    if op.result(0).ty() != arg {
        return Err(op.error("expected block argument of the same type result type"));
    }
    let mut waiting = vec![region];
    while let Some(region) = waiting.pop() {
        for inner in region.blocks().flat_map(BlockRef::ops) {
            if !is_memory_effect_free(inner) {
                let name = op.name_str();
                return Err(
                    inner.plain_error(format!("body of '{name}' should contain only operations with no side effects"))
                );
            }
            waiting.extend(inner.regions());
        }
    }
    Ok(())
}

fn verify_yield(op: OpRef) -> Checked {
    let parent = op.parent().expect("a yield is always inside its operation");
    let (wanted, found) = (parent.result(0).ty(), op.value(AtomicYieldOp::result).ty());
    if wanted == found {
        return Ok(());
    }
    let (wanted, found) = (op.cx().show_type(wanted), op.cx().show_type(found));
    Err(op.error(format!("types mismatch between yield op: '{found}' and its parent: '{wanted}'")))
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let memref = parser.operand()?;
    let indices = parser.operand_list(Delimiter::Square)?;
    let pos = parser.pos();
    let ty = parser.asm().colon_type()?;
    parser.resolve_same(&[memref], ty, state)?;
    parser.resolve_same(&indices, Type::INDEX, state)?;
    parser.parse_region(state, &[])?;
    parser.attr_dict(state)?;
    let cx = parser.cx();
    let Some(element) = ty.element(cx).filter(|_| ty.is_memref(cx)) else {
        let shown = cx.show_type(ty);
        return Err(parser.error_at(pos, &format!("expected a memref type, but found '{shown}'")));
    };
    state.result_types.push(element);
    Ok(())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(GenericAtomicRMWOp::memref));
    printer.text("[");
    printer.operands(op.operands().skip(1));
    printer.text("] : ");
    printer.ty(op.value(GenericAtomicRMWOp::memref).ty());
    printer.text(" ");
    printer.region(op.region(0), RegionPrint::default());
    printer.attr_dict(op, &[]);
}
