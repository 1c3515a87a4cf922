//! Lists between brackets, named in messages.

use rmlir::core::asm::Delimiter;
use rmlir::prelude::*;

/// Parses elements separated by commas between brackets; `context` follows a bracket that is expected in messages.
pub(crate) fn list_in(
    parser: &mut dyn AsmParser,
    delimiter: Delimiter,
    context: &str,
    mut element: impl FnMut(&mut dyn AsmParser) -> Parsed<()>,
) -> Parsed<()> {
    use Delimiter as D;
    let (open, close) = match delimiter {
        D::OptionalSquare | D::Square => ("[", "]"),
        D::OptionalBraces | D::Braces => ("{", "}"),
        _ => ("(", ")"),
    };
    if matches!(delimiter, D::OptionalParen | D::OptionalSquare | D::OptionalBraces) && !parser.at(open) {
        return Ok(());
    }
    expect(parser, open, context)?;
    if parser.try_token(close) {
        return Ok(());
    }
    element(parser)?;
    while parser.try_token(",") {
        element(parser)?;
    }
    expect(parser, close, context)
}

fn expect(parser: &mut dyn AsmParser, token: &str, context: &str) -> Parsed<()> {
    if parser.try_token(token) { Ok(()) } else { Err(parser.expected(&format!("'{token}'{context}"))) }
}
