//! Textual IR: grammars, parser, printer.
//!
//! The grammars are pest files; `lex` runs the lexical one, `parse` reads
//! operations by recursive descent over its tokens, `format` interprets the
//! declarative formats of operations both ways, `print` writes.

// What pest's derived parsers name, without its `std` feature.
extern crate alloc;

pub mod format;
pub mod lex;
pub mod parse;
pub mod print;
mod stack;
