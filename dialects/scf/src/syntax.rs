//! Syntax that several operations share: `(%arg = %init, ..)`, and lists of
//! indices that are values or integers.

use rmlir::core::DYNAMIC;
use rmlir::core::asm::{Argument, Unresolved};
use rmlir::prelude::*;

/// Region arguments and the values they start with.
#[derive(Default)]
pub(crate) struct Assignments {
    pub args: Vec<Argument>,
    pub inits: Vec<Unresolved>,
}

/// Reads `(%arg = %init, ..)`. The arguments have no types yet.
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

/// Writes `prefix(%arg = %init, ..)`, or nothing if there is none.
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

/// Reads `(%arg, ..)`: arguments of type `index`.
pub(crate) fn parse_index_args(parser: &mut dyn OpAsmParser) -> Parsed<Vec<Argument>> {
    let mut args = Vec::new();
    parser.token_in("(", "argument list")?;
    if parser.try_token(")") {
        return Ok(args);
    }
    loop {
        args.push(Argument { ty: Type::INDEX, ..parser.argument(false, false)? });
        if !parser.try_token(",") {
            break;
        }
    }
    parser.token_in(")", "argument list")?;
    Ok(args)
}

/// Indices of which some are known: `fixed` has an entry for each, which is
/// [`DYNAMIC`] where the next of `values` stands.
#[derive(Default)]
pub(crate) struct IndexList {
    pub values: Vec<Unresolved>,
    pub fixed: Vec<i64>,
}

/// Reads `(%a, 4, ..)`.
pub(crate) fn parse_index_list(parser: &mut dyn OpAsmParser) -> Parsed<IndexList> {
    let mut read = IndexList::default();
    match parse_indices(parser, &mut read) {
        Ok(()) => Ok(read),
        Err(_) => {
            let pos = parser.name_pos();
            Err(parser.error_at(pos, "expected SSA value or integer"))
        }
    }
}

fn parse_indices(parser: &mut dyn OpAsmParser, read: &mut IndexList) -> Parsed<()> {
    if !parser.try_token("(") {
        return Err(parser.expected("'(' in dynamic index list"));
    }
    if parser.try_token(")") {
        return Ok(());
    }
    loop {
        let value = parser.try_operand()?;
        // The list is that of scalable sizes too, whose brackets mean nothing here.
        let bracket = parser.try_token("[");
        match value {
            Some(value) => {
                read.values.push(value);
                read.fixed.push(DYNAMIC);
            }
            None => read.fixed.push(parser.asm().integer()?),
        }
        if bracket && !parser.try_token("]") {
            return Err(ParseError);
        }
        if !parser.try_token(",") {
            break;
        }
    }
    if !parser.try_token(")") {
        return Err(parser.expected("')' in dynamic index list"));
    }
    Ok(())
}

/// Writes `(%a, 4, ..)`.
pub(crate) fn print_index_list<'a>(
    printer: &mut dyn AsmPrinter,
    values: impl IntoIterator<Item = ValueRef<'a>>,
    fixed: &[i64],
) {
    let mut values = values.into_iter();
    printer.text("(");
    for (index, &size) in fixed.iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        match size {
            DYNAMIC => values.next().into_iter().for_each(|value| printer.operand(value)),
            size => printer.text(&size.to_string()),
        }
    }
    printer.text(")");
}

/// Writes a region whose arguments are written elsewhere.
pub(crate) fn print_body(printer: &mut dyn AsmPrinter, region: RegionRef, terminators: bool) {
    printer.region(region, RegionPrint { entry_args: false, terminators, empty_block: false });
}
