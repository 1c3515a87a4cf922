//! The options and the result of the parser.

use rmlir_core::Body;

use crate::print::ExternalResources;

/// The options of the parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParseOptions {
    /// Whether the text is one operation without an implicit module around it.
    pub no_implicit_module: bool,
}

/// The parsed contents of a text.
pub struct ParsedText<'c> {
    /// The top-level operation.
    pub body: Box<Body<'c>>,
    /// The `external_resources` section.
    pub external_resources: Vec<ExternalResources>,
}
