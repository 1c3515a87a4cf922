//! Slices of dimensions.

use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

/// The part of a dimension that a tensor represents: offset, size and stride, which may be dynamic.
///
/// ```mlir
/// #sparse_tensor<slice(0, ?, 1)>
/// ```
#[attr(name = "sparse_tensor.slice", parse = parse_slice, print = print_slice, verify = verify_slice)]
pub struct DimSliceAttr {
    /// The first index.
    pub offset: i64,
    /// The number of indices.
    pub size: i64,
    /// The difference of two consecutive indices.
    pub stride: i64,
}

/// The slice of a whole dimension.
pub(crate) fn whole(cx: &Context) -> Attr {
    DimSliceAttr::get(cx, 0, DYNAMIC, 1).attr()
}

/// Parses `(offset, size, stride)`.
fn parse_slice(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    let mut numbers = Vec::new();
    for before in ["(", ",", ","] {
        parser.token(before)?;
        numbers.push(parse_number(parser)?);
    }
    parser.token(")")?;
    Ok(numbers.into_iter().map(|number| parser.cx().i64_attr(number)).collect())
}

/// Parses an integer or `?`.
fn parse_number(parser: &mut dyn AsmParser) -> Parsed<i64> {
    let pos = parser.pos();
    let Some(number) = parser.try_integer()? else {
        parser.token("?")?;
        return Ok(DYNAMIC);
    };
    match number.sext_value() {
        None => Err(parser.error_at(pos, "integer value too large")),
        Some(number) if number < 0 => Err(parser.error("expect positive value or ? for slice offset/size/stride")),
        Some(number) => Ok(number),
    }
}

fn print_slice(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let text = |param: &Attr| match param.as_i64(printer.cx()) {
        Some(number) if number != DYNAMIC => number.to_string(),
        _ => "?".to_owned(),
    };
    let text = params.iter().map(text).collect::<Vec<_>>().join(", ");
    printer.text(&format!("({text})"));
}

/// The name and the least value of each number, and how the latter is called.
const NUMBERS: [(&str, i64, &str); 3] =
    [("offset", 0, "non-negative"), ("size", 1, "positive"), ("stride", 1, "positive")];

fn verify_slice(cx: &Context, params: &[Attr]) -> Result<(), String> {
    for (param, (name, least, words)) in params.iter().zip(NUMBERS) {
        let number = param.as_i64(cx).unwrap_or(DYNAMIC);
        if number != DYNAMIC && number < least {
            return Err(format!("expect {words} value or ? for slice {name}"));
        }
    }
    Ok(())
}
