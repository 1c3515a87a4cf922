//! Values that are stored externally.

use rmlir::prelude::*;

/// A value of some type that is stored externally, identified by the name of the variable.
///
/// ```mlir
/// #ml_program.extern : tensor<4xi32>
/// ```
#[attr(name = "ml_program.extern", typed = type_of, parse = parse, print = print)]
pub struct ExternAttr {
    pub ty: Type,
}

fn type_of(cx: &Context, params: &[Attr]) -> Option<Type> {
    params.first()?.as_type(cx)
}

/// The type is printed after every typed attribute.
fn parse(parser: &mut dyn AsmParser, behind: Option<Type>) -> Parsed<Vec<Attr>> {
    Ok(vec![parser.cx().type_attr(behind.unwrap_or(Type::NONE))])
}

fn print(_printer: &mut dyn AsmPrinter, _params: &[Attr]) {}
