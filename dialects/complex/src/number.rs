//! Complex numbers as attributes.

use rmlir::core::types::TypeData;
use rmlir::num::{FloatKind, Rounding};
use rmlir::prelude::*;

/// A complex number.
///
/// ```mlir
/// #complex.number<:f32 1.000000e+00, -5.000000e-01> : complex<f32>
/// ```
#[attr(name = "complex.number", typed = type_of, parse = parse, print = print)]
pub struct NumberAttr {
    /// The real part.
    pub real: Attr,
    /// The imaginary part.
    pub imag: Attr,
    /// The complex type.
    pub ty: Type,
}

impl NumberAttr {
    /// Whether the number is 0.
    pub fn is_zero(self, cx: &Context) -> bool {
        let is_zero = |part: Attr| part.as_float(cx).is_some_and(|(part, _)| part.is_zero());
        is_zero(self.real(cx)) && is_zero(self.imag(cx))
    }
}

fn type_of(cx: &Context, params: &[Attr]) -> Option<Type> {
    params.get(2)?.as_type(cx)
}

/// Parses `<:type real, imaginary>`. Deviation: an element type that is no float is an error, where upstream crashes.
fn parse(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    parser.token(":")?;
    let pos = parser.pos();
    let element = parser.parse_type()?;
    let Some(kind) = element.float_kind(parser.cx()) else {
        return Err(parser.error_at(pos, "expected floating-point type"));
    };
    let real = parse_part(parser, element, kind)?;
    parser.token(",")?;
    let imag = parse_part(parser, element, kind)?;
    parser.token(">")?;
    let ty = parser.cx().ty(TypeData::Complex(element));
    Ok(vec![real, imag, parser.cx().type_attr(ty)])
}

fn parse_part(parser: &mut dyn AsmParser, element: Type, kind: FloatKind) -> Parsed<Attr> {
    let value = parser.parse_float(FloatKind::F64)?;
    Ok(parser.cx().float_attr(element, value.convert(kind, Rounding::NearestTiesToEven).value))
}

fn print(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let &[real, imag, _] = params else { return };
    let element = real.ty(printer.cx()).unwrap_or(Type::NONE);
    printer.text("<:");
    printer.ty(element);
    printer.text(" ");
    printer.attr_without_type(real);
    printer.text(", ");
    printer.attr_without_type(imag);
    printer.text(">");
}
