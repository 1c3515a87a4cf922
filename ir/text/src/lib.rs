//! Textual IR: grammars, parser, printer.

pub mod print;
pub mod format;
