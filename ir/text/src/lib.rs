//! Textual IR: grammars, parser, printer.
