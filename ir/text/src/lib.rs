//! Textual IR: grammars, parser, printer.

pub mod format;
