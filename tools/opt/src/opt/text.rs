//! The interface of the tool to the text layer.

pub use rmlir_ir::text::install_with;
pub use rmlir_ir::text::parse::{ParseOptions, ParsedText, parse_text};
pub use rmlir_ir::text::print::{ExternalResources, ExternalValue, PrintOptions, print, print_in_pieces};
