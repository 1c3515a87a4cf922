//! Textual IR: grammars, parser, printer.
//!
//! The grammars are pest files; `lex` applies the lexical one, `parse` is a recursive descent parser of operations over
//! its tokens, `format` interprets the declarative assembly formats of operations in both directions, `print` is the
//! printer. `reference` is the grammar of the generic form, with which tests compare the parser.

// Required by the code that pest derives, which is generated without its `std` feature.
extern crate alloc;

pub mod format;
pub mod lex;
pub mod parse;
pub mod print;
pub mod reference;
mod scan;
mod stack;
mod token;

use rmlir_core::print_hooks::PrintHooks;
use rmlir_core::{Context, DialectRegistry, OpRef};

/// Creates a context whose diagnostics print types, attributes and operations.
///
/// ```
/// use rmlir_core::{DialectRegistry, Type};
/// let cx = rmlir_text::context(DialectRegistry::default());
/// let vector = cx.vector_type(&[4], Type::F32);
/// assert_eq!(rmlir_text::print::print_type(&cx, vector), "vector<4xf32>");
/// ```
pub fn context(dialects: DialectRegistry) -> Context {
    let cx = Context::new(dialects);
    install(&cx);
    cx
}

/// Installs the printing of types, attributes and operations in diagnostics of lower layers in `cx`.
pub fn install(cx: &Context) {
    install_with(cx, print::PrintOptions { assume_verified: true, ..Default::default() });
}

/// As [`install`], with operations printed with `options`, but in generic form and without aliases. Multi-line output
/// begins on a new line.
pub fn install_with(cx: &Context, options: print::PrintOptions) {
    let options = print::PrintOptions { generic: true, local_scope: true, ..options };
    let op = Box::new(move |op: OpRef| {
        let text = print::print(op, &options);
        if text.contains('\n') { format!("\n{text}") } else { text }
    });
    cx.set_print_hooks(PrintHooks { ty: print::print_type, attr: print::print_attr, op });
}
