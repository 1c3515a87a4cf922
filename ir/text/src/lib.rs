//! Textual IR: grammars, parser, printer.
//!
//! The grammars are pest files; `lex` runs the lexical one, `parse` reads
//! operations by recursive descent over its tokens, `format` interprets the
//! declarative formats of operations both ways, `print` writes. `reference` is the grammar of the generic form, for
//! tests to compare the parser with.

// What pest's derived parsers name, without its `std` feature.
extern crate alloc;

pub mod format;
pub mod lex;
pub mod parse;
pub mod print;
pub mod reference;
mod scan;
mod stack;

use rmlir_core::show::Shower;
use rmlir_core::{Context, DialectRegistry, OpRef};

/// A context whose messages show types, attributes and operations.
pub fn context(dialects: DialectRegistry) -> Context {
    let cx = Context::new(dialects);
    install(&cx);
    cx
}

/// Lets messages made below this layer show types, attributes and operations of `cx`.
pub fn install(cx: &Context) {
    install_with(cx, print::PrintOptions { assume_verified: true, ..Default::default() });
}

/// As [`install`], with operations printed as `options` say, but in generic form and without aliases. What takes several
/// lines starts on one of its own.
pub fn install_with(cx: &Context, options: print::PrintOptions) {
    let options = print::PrintOptions { generic: true, local_scope: true, ..options };
    let op = Box::new(move |op: OpRef| {
        let text = print::print(op, &options);
        if text.contains('\n') { format!("\n{text}") } else { text }
    });
    cx.set_shower(Shower { ty: print::print_type, attr: print::print_attr, op });
}
