//! Gives many texts to both tools.

use rayon::prelude::*;

use crate::report::{Finding, Section};
use crate::run::Tool;
use crate::{command, compare};

/// A text and what it is called.
pub struct Named<'t> {
    /// For reports.
    pub name: String,
    /// Line of the file on which it begins.
    pub line: usize,
    /// The text.
    pub text: &'t str,
}

/// Compares on every text, with these flags for both tools. The order of the findings is that of the texts, whatever ends
/// first.
pub fn compare_with(flags: &str, texts: &[Named], mlir_opt: &Tool, rmlir_opt: &Tool) -> Result<Section, String> {
    let words = command::split_flags(flags)?;
    let mlir_opt = Tool { flags: words.clone(), ..mlir_opt.clone() };
    let rmlir_opt = Tool { flags: words, ..rmlir_opt.clone() };
    let find = |named: &Named| {
        let verdict = compare::classify(mlir_opt.run(named.text)?, rmlir_opt.run(named.text)?);
        Ok(Finding { name: named.name.clone(), line: named.line, verdict })
    };
    let findings = texts.par_iter().map(find).collect::<std::io::Result<_>>().map_err(|error| error.to_string())?;
    Ok(Section { flags: flags.to_owned(), findings })
}
