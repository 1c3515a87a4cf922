//! The syntax of the reservation alternatives of an operation: `@a + @b at 1 or @c for 17 or nothing`.

use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

/// The reservation of a unit for some cycles.
#[attr(name = "vliw.use", format = "`<` $unit `,` $offset `,` $cycles `>`")]
pub struct UseAttr {
    /// The name of the unit.
    pub unit: &str,
    /// The first cycle, relative to the issue of the operation.
    pub offset: i64,
    /// The number of cycles.
    pub cycles: i64,
}

pub(crate) fn parse_ways(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let mut ways = Vec::new();
    loop {
        let way = parse_way(parser)?;
        ways.push(parser.cx().array_attr(&way));
        if !parser.try_token("or") {
            break;
        }
    }
    args[0] = DirectiveArg::Attr(parser.cx().array_attr(&ways));
    Ok(true)
}

fn parse_way(parser: &mut dyn OpAsmParser) -> Parsed<Vec<Attr>> {
    let mut uses = Vec::new();
    if parser.try_token("nothing") {
        return Ok(uses);
    }
    loop {
        let unit = parser.asm().symbol_name()?;
        let offset = if parser.try_token("at") { parser.asm().integer()? } else { 0 };
        let cycles = if parser.try_token("for") { parser.asm().integer()? } else { 1 };
        let cx = parser.cx();
        uses.push(UseAttr::get(cx, unit.str(cx), offset, cycles).attr());
        if !parser.try_token("+") {
            return Ok(uses);
        }
    }
}

pub(crate) fn print_ways(printer: &mut dyn AsmPrinter, op: OpRef, fields: &[DirectiveField]) {
    let [DirectiveField::Prop(ways)] = *fields else { return };
    let ways = op.prop(ways).and_then(|ways| ways.as_array(op.cx())).unwrap_or(&[]);
    for (index, way) in ways.iter().enumerate() {
        if index > 0 {
            printer.text(" or ");
        }
        let uses = way.as_array(op.cx()).unwrap_or(&[]);
        if uses.is_empty() {
            printer.text("nothing");
        }
        for (index, usage) in uses.iter().enumerate() {
            if index > 0 {
                printer.text(" + ");
            }
            print_use(printer, *usage);
        }
    }
}

fn print_use(printer: &mut dyn AsmPrinter, usage: Attr) {
    let Some(usage) = UseAttr::from_attr(printer.cx(), usage) else { return };
    let (offset, cycles) = (usage.offset(printer.cx()), usage.cycles(printer.cx()));
    let unit = usage.unit(printer.cx()).to_owned();
    printer.symbol_name(&unit);
    if offset != 0 {
        printer.text(&format!(" at {offset}"));
    }
    if cycles != 1 {
        printer.text(&format!(" for {cycles}"));
    }
}
