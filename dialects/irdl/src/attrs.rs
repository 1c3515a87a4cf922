//! The variadicity of operands and results.

use rmlir::core::dialect::AttrDef;
use rmlir::prelude::*;

/// The variadicity of an operand or result: the number of its values.
#[attr(name = "irdl.variadicity", format = "$value", called = "::mlir::irdl::Variadicity")]
pub enum Variadicity {
    /// Exactly one value.
    Single,
    /// None or one.
    Optional,
    /// Any number of values.
    Variadic,
}

impl Variadicity {
    /// All cases.
    pub const ALL: [Self; 3] = [Self::Single, Self::Optional, Self::Variadic];

    /// The keyword in the textual format.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Optional => "optional",
            Self::Variadic => "variadic",
        }
    }
}

/// The variadicities of several operands or results.
#[attr(name = "irdl.variadicity_array", parse = parse_array, print = print_array, verify = verify_array,
       summary = "variadicity array attribute")]
pub struct VariadicityArrayAttr {
    /// One [`Variadicity`] for each operand or result.
    pub value: Vec<Attr>,
}

const ELEMENT: &AttrDef = <Variadicity as DialectAttr>::DEF;

impl VariadicityArrayAttr {
    /// The elements.
    pub fn elements(self, cx: &Context) -> Vec<Variadicity> {
        self.value(cx).into_iter().filter_map(|element| Variadicity::from_attr(cx, element)).collect()
    }

    /// The attribute with these elements.
    pub fn of(cx: &Context, elements: &[Variadicity]) -> Attr {
        Self::get(cx, elements.iter().map(|element| element.attr(cx)).collect()).attr()
    }
}

/// `[single, optional]`
fn parse_array(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    let mut elements = Vec::new();
    parser.list(Delimiter::Square, |parser| {
        elements.push(parser.parse_stripped_attr(ELEMENT, None)?);
        Ok(())
    })?;
    Ok(vec![parser.cx().array_attr(&elements)])
}

fn print_array(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let cx = printer.cx();
    let elements = params.first().and_then(|value| value.as_array(cx)).unwrap_or_default();
    let keywords: Vec<String> = elements
        .iter()
        .filter_map(|&element| Variadicity::from_attr(cx, element))
        .map(|element| format!(" {}", element.keyword()))
        .collect();
    // Upstream prints two spaces after a comma.
    let text = format!("[{}]", keywords.join(", "));
    printer.text(&text);
}

fn verify_array(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let elements = params.first().and_then(|value| value.as_array(cx)).unwrap_or_default();
    if elements.iter().all(|&element| Variadicity::from_attr(cx, element).is_some()) {
        return Ok(());
    }
    Err("a variadicity array holds nothing but variadicities".to_owned())
}
