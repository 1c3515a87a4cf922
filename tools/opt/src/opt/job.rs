//! The data that all pieces of the input share.

use std::sync::Arc;

use rmlir_ir::core::Context;
use rmlir_ir::core::dialect::DialectDef;
use rmlir_ir::diag::SourceFile;

use super::explain::Explanation;
use super::flags::Options;
use super::irdl::Irdl;
use super::{text, texts};
use crate::Registry;

/// The data that all pieces share.
pub struct Job<'r> {
    /// The dialects and passes.
    pub registry: &'r Registry,
    /// The command line.
    pub options: &'r Options,
    /// The whole input.
    pub file: &'r SourceFile,
    /// The dialects that `--irdl-file` defines.
    pub irdl: &'r Irdl,
    /// The explanation of the run, if it is wanted.
    pub explanation: Option<Arc<Explanation>>,
}

/// A context with the dialects of `registry` and the `defined` ones.
pub fn new_context(registry: &Registry, defined: &[&'static DialectDef], options: &Options) -> Context {
    let mut dialects = registry.dialects.clone();
    defined.iter().for_each(|dialect| dialects.add(dialect));
    let cx = Context::new(dialects);
    cx.allow_unregistered(options.is_on("allow-unregistered-dialect"));
    text::install_with(&cx, texts::message_options(options));
    if let Some(limit) = options.given::<String>("fuel").and_then(|text| text.parse().ok()) {
        cx.limit_steps(limit);
    }
    cx
}
