//! Declarations that clauses refer to.

use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

/// Declares a reduction: the initializer and the combiner of values of a type.
#[op(
    name = "omp.declare_reduction", eval = rmlir::interp::eval::nothing,
    traits(IsolatedFromAbove, Symbol),
    interfaces(SymbolOp),
    format = "$sym_name `:` $type attr-dict-with-keyword (`alloc` $allocRegion^)? `init` $initializerRegion \
              `combiner` $reductionRegion (`atomic` $atomicReductionRegion^)? (`cleanup` $cleanupRegion^)? \
              (`data_ptr_ptr` $dataPtrPtrRegion^)?"
)]
pub struct DeclareReductionOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    r#type: TypeAttr,
    #[prop]
    byref_element_type: Option<TypeAttr>,
    #[region]
    allocRegion: AtMostOneBlock,
    #[region]
    initializerRegion: AnyRegion,
    #[region]
    reductionRegion: AnyRegion,
    #[region]
    atomicReductionRegion: AnyRegion,
    #[region]
    cleanupRegion: AnyRegion,
    #[region]
    dataPtrPtrRegion: AtMostOneBlock,
}

impl SymbolOp for DeclareReductionOp<()> {}

/// Declares a lock, by which critical sections are named.
#[op(
    name = "omp.critical.declare", eval = rmlir::interp::eval::nothing,
    traits(Symbol),
    interfaces(SymbolOp),
    custom(SynchronizationHint = (parse_hint, print_hint)),
    format = "$sym_name oilist(`hint` `(` custom<SynchronizationHint>($hint) `)`) attr-dict"
)]
pub struct CriticalDeclareOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop(default = no_hint)]
    hint: Option<I64Attr>,
}

impl SymbolOp for CriticalDeclareOp<()> {}

fn no_hint(cx: &Context) -> Attr {
    cx.i64_attr(0)
}

/// The keywords of the lock hints, one bit each.
const HINTS: [&str; 4] = ["uncontended", "contended", "nonspeculative", "speculative"];

fn parse_hint(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let mut hint = 0;
    if !parser.try_token("none") {
        loop {
            let keyword = parser.asm().any_keyword()?.str(parser.cx()).to_owned();
            let Some(bit) = HINTS.iter().position(|&known| known == keyword) else {
                return Err(parser.asm().error(format!("{keyword} is not a valid hint")));
            };
            hint |= 1 << bit;
            if !parser.try_token(",") {
                break;
            }
        }
    }
    args[0] = DirectiveArg::Attr(parser.cx().i64_attr(hint));
    Ok(true)
}

fn print_hint(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let hint = op.get(CriticalDeclareOp::hint);
    let given: Vec<&str> = (0..HINTS.len()).filter(|&bit| hint >> bit & 1 != 0).map(|bit| HINTS[bit]).collect();
    printer.text(&if given.is_empty() { "none".to_owned() } else { given.join(", ") });
}
