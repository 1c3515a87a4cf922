//! Syntax that several operations share: `(%arg = %init, ..)`, and bodies.

use rmlir::core::asm::{Argument, Unresolved};
use rmlir::prelude::*;

/// Region arguments and their initial values.
#[derive(Default)]
pub(crate) struct Assignments {
    pub args: Vec<Argument>,
    pub inits: Vec<Unresolved>,
}

/// Parses `(%arg = %init, ..)`. The arguments have no types yet.
pub(crate) fn parse_assignments(parser: &mut dyn OpAsmParser) -> Parsed<Assignments> {
    let mut read = Assignments::default();
    if !parser.try_token("(") {
        let pos = parser.pos();
        return Err(parser.error_at(pos, "expected '('"));
    }
    if parser.try_token(")") {
        return Ok(read);
    }
    loop {
        read.args.push(parser.argument(false, false)?);
        parser.asm().token("=")?;
        read.inits.push(parser.operand()?);
        if !parser.try_token(",") {
            break;
        }
    }
    if !parser.try_token(")") {
        return Err(parser.expected("',' or ')'"));
    }
    Ok(read)
}

/// Prints `prefix(%arg = %init, ..)`, or nothing if there is none.
pub(crate) fn print_assignments<'a>(
    printer: &mut dyn AsmPrinter,
    prefix: &str,
    args: impl IntoIterator<Item = ValueRef<'a>>,
    inits: impl ExactSizeIterator<Item = ValueRef<'a>>,
) {
    if inits.len() == 0 {
        return;
    }
    printer.text(prefix);
    printer.text("(");
    for (index, (arg, init)) in args.into_iter().zip(inits).enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        printer.operand(arg);
        printer.text(" = ");
        printer.operand(init);
    }
    printer.text(")");
}

/// Prints a region without its arguments, which are printed elsewhere.
pub(crate) fn print_body(printer: &mut dyn AsmPrinter, region: RegionRef, terminators: bool) {
    printer.region(region, RegionPrint { entry_args: false, terminators, empty_block: false });
}
