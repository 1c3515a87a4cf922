//! Types and attributes that are defined at run time: a name, and attributes as parameters in angle brackets.

use rmlir::core::dialect::{AttrDef, ParamsFormat, ParamsSyntax, TypeDef, VerifyParams};
use rmlir::core::opdef::Interface;
use rmlir::prelude::*;

use super::failure::Failure;
use super::kinds::DOC;
use super::slots::Slots;
use super::solve::Solver;
use crate::definitions::inside;
use crate::parts::ParametersOp;

/// The type called `name`.
pub(super) fn define_type<'a>(name: &'static str, slots: Slots<'a>) -> Result<&'static TypeDef, Failure<'a>> {
    let verify = Some(verifier(slots)?);
    Ok(Box::leak(Box::new(TypeDef { format: FORMAT, verify, ..TypeDef::new(name, DOC) })))
}

/// The attribute called `name`.
pub(super) fn define_attr<'a>(name: &'static str, slots: Slots<'a>) -> Result<&'static AttrDef, Failure<'a>> {
    let verify = Some(verifier(slots)?);
    Ok(Box::leak(Box::new(AttrDef { format: FORMAT, verify, ..AttrDef::new(name, DOC) })))
}

/// The verifier of the parameters.
fn verifier<'a>(slots: Slots<'a>) -> Result<VerifyParams, Failure<'a>> {
    let wanted = match inside(slots.op).find(|op| op.is::<ParametersOp>()) {
        Some(params) => slots.of_operands(params)?,
        None => Vec::new(),
    };
    let constraints = slots.constraints;
    let check: VerifyParams = Box::leak(Box::new(move |cx: &Context, params: &[Attr]| {
        if params.len() != wanted.len() {
            return Err(format!("expected {} type arguments, but had {}", wanted.len(), params.len()));
        }
        let mut solver = Solver::new(cx, &constraints);
        let mut pairs = wanted.iter().zip(params);
        pairs.try_for_each(|(&slot, &param)| solver.check(slot, param)).map_err(|why| why.text(cx))
    }));
    Ok(check)
}

const FORMAT: ParamsFormat =
    ParamsFormat::Custom(Interface::of(&&ParamsSyntax { parse: parse_params, print: print_params }));

/// `<attr, ..>`, or empty.
fn parse_params(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    let mut params = Vec::new();
    if !parser.try_token("<") || parser.try_token(">") {
        return Ok(params);
    }
    loop {
        params.push(parser.parse_attr(None)?);
        if parser.try_token(">") {
            return Ok(params);
        }
        parser.token(",")?;
    }
}

/// Upstream prints parameters without aliases.
fn print_params(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    if params.is_empty() {
        return;
    }
    let cx = printer.cx();
    let shown: Vec<String> = params.iter().map(|&param| cx.show_attr(param)).collect();
    let text = format!("<{}>", shown.join(", "));
    printer.text(&text);
}
