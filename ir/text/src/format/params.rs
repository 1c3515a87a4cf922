//! Formats of the parameters of types and attributes.

use rmlir_core::asm::{AsmParser, AsmPrinter, Parsed};
use rmlir_core::dialect::ParamDef;
use rmlir_core::opdef::FormatCache;
use rmlir_core::{Attr, Type};

/// The compiled format of parameters.
pub struct ParamsProgram {}

/// Compiles a format of parameters; an error is a mistake in the definition.
pub fn compile_params(params: &'static [ParamDef], spec: &'static str) -> Result<ParamsProgram, String> {
    let _ = params;
    super::syntax::param_format(spec).map(|_| ParamsProgram {})
}

/// Reads the parameters of a type or attribute.
pub fn parse_params(
    params: &'static [ParamDef],
    spec: &'static str,
    cache: &'static FormatCache,
    parser: &mut dyn AsmParser,
    expected: Option<Type>,
) -> Parsed<Vec<Attr>> {
    let _ = (super::cached(cache, || compile_params(params, spec)), parser, expected);
    todo!()
}

/// Writes the parameters of a type or attribute.
pub fn print_params(
    params: &'static [ParamDef],
    spec: &'static str,
    cache: &'static FormatCache,
    printer: &mut dyn AsmPrinter,
    values: &[Attr],
) {
    let _ = (super::cached(cache, || compile_params(params, spec)), printer, values);
    todo!()
}
