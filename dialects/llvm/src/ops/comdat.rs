//! COMDAT sections: of several of one name, the linker keeps one.

use rmlir::prelude::*;

use super::keyword;
use crate::attrs::enums::Comdat;

/// A rule that selects among COMDAT sections of one name.
#[op(name = "llvm.comdat_selector", eval = rmlir::interp::eval::nothing, traits(Symbol), format = "$sym_name $comdat attr-dict")]
pub struct ComdatSelectorOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    comdat: Comdat,
}

/// The COMDAT selectors of a module.
#[op(name = "llvm.comdat", eval = rmlir::interp::eval::nothing, traits(NoRegionArguments, NoTerminator, Symbol, SymbolTable),
     verify_regions = verify_comdat, format = "$sym_name $body attr-dict")]
pub struct ComdatOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[region]
    body: SizedRegion1,
}

fn verify_comdat(op: OpRef) -> Checked {
    let mut inside = op.region(0).blocks().flat_map(|block| block.ops());
    match inside.find(|op| !op.is::<ComdatSelectorOp>()) {
        Some(wrong) => Err(wrong.plain_error("only comdat selector symbols can appear in a comdat region")),
        None => Ok(()),
    }
}

/// Parses `comdat(@group::@name)` if it is next.
pub(super) fn parse_comdat(parser: &mut dyn OpAsmParser) -> Parsed<Option<Attr>> {
    if !parser.try_token("comdat") {
        return Ok(None);
    }
    parser.asm().token("(")?;
    let comdat = keyword::parse_callee(parser)?;
    parser.asm().token(")")?;
    Ok(Some(comdat))
}

/// Prints ` comdat(@group::@name)` unless `comdat` is absent.
pub(super) fn print_comdat(printer: &mut dyn AsmPrinter, comdat: Option<SymbolRef>) {
    if let Some(comdat) = comdat {
        printer.text(" comdat(");
        printer.attr(printer.cx().symbol_ref(comdat));
        printer.text(")");
    }
}
