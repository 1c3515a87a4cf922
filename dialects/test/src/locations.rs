//! Locations as attributes, and attributes as locations.

use rmlir::core::Loc;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

/// A location in a file, by its line only.
///
/// No other location has this separator, so that the printed form shows which location was parsed.
#[attr(name = "test.custom_location", location, format = "`<` $file `*` $line `>`")]
pub struct CustomLocationAttr {
    /// The file.
    #[param(constraint = rmlir::core::constraints::StrAttr)]
    pub file: Attr,
    /// The line.
    pub line: i64,
}

/// Holds a location, which is that of the operation if none is written.
#[op(
    name = "test.attr_with_loc",
    custom(OptionalLoc = (parse_optional_loc, print_optional_loc)),
    format = "`(` $value `` custom<OptionalLoc>($loc) `)` attr-dict"
)]
pub struct AttrWithLocOp {
    #[prop]
    loc: AnyAttr,
    #[prop]
    value: AnyAttr,
}

fn parse_optional_loc(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let here = Loc::at(parser.pos());
    let loc = parser.try_location()?.unwrap_or(here);
    args[0] = DirectiveArg::Attr(loc.attr(parser.cx()));
    Ok(true)
}

fn print_optional_loc(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let loc = Loc::from_attr(op.cx(), op.get(AttrWithLocOp::loc));
    printer.location(loc.unwrap_or(Loc::UNKNOWN));
}

/// Holds a location that is written as an ordinary attribute.
#[op(name = "test.op_with_loc_attr", format = "$loc_attr attr-dict")]
pub struct OpWithLocAttrOp {
    #[prop]
    loc_attr: LocationAttr,
}
