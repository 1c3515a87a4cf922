//! Dialect conversion: making all operations legal for a target.
//!
//! Plan: 1. the operations are listed, outer before inner, blocks in the order
//! of control flow; 2. each that is not legal is folded or given to patterns
//! until one makes it legal, with all it makes; a pattern that does not is
//! taken back; 3. when everything has been seen, replacements are carried out
//! in the order in which they were asked for, and casts between types that no
//! longer meet are mended or made.
//!
//! Until step 3 replaced operations stay where they are: patterns see operands
//! as they were, and get converted ones to use. Whatever changes is kept in a
//! journal, so a failed conversion leaves the body as it was.
//!
//! Each nested body is converted by itself, its root (such as a function)
//! right after the operations before it in the body around: a pattern rooted
//! at an isolated operation gets the root of its body and changes it in place
//! ([`ConversionRewriter::become_op`]); it reaches the body around by
//! [`ConversionRewriter::outside`]. Meanwhile the proxy outside is empty.
//!
//! Files: `types` type converters, `target` what is legal, `patterns` patterns,
//! `order` which is tried when, `rewriter` what patterns work with, `driver` steps 1 and 2, `threads` the same for several bodies at once,
//! `state` what is remembered, `changes` the journal, `mapping` which values stand for which, `commit` step 3, `casts` casts that cancel out,
//! `functions` the pattern for signatures.

mod casts;
mod changes;
mod commit;
mod driver;
mod functions;
mod mapping;
mod order;
mod patterns;
mod rewriter;
mod state;
mod target;
mod threads;
mod types;

use rmlir_core::{Body, Listener, OpId};
use rmlir_diag::Diagnostic;

pub use self::casts::{CAST, reconcile_casts};
use self::driver::{Mode, Scope, Wanted, run};
pub use self::functions::{any_function_signature_pattern, convert_function_signature, function_signature_pattern};
pub use self::patterns::{ConversionPattern, ConversionPatterns};
pub use self::rewriter::ConversionRewriter;
pub use self::target::{ConversionTarget, Legal, Legality};
pub use self::types::{ArgumentMapping, Converted, SignatureConversion, TypeConverter};

/// When operations that are not legal are folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Folding {
    /// Never.
    Never,
    /// Before patterns are tried.
    #[default]
    BeforePatterns,
    /// When no pattern has made them legal.
    AfterPatterns,
}

/// When the changes of a body are carried out for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Settling {
    /// When all is legal. On failure everything is as it was.
    #[default]
    AtTheEnd,
    /// Those of an isolated body inside when all in it is legal, so that never more than one body's notes are kept. On
    /// failure such bodies stay converted: for callers that give the IR up then, as passes do.
    BodyByBody,
}

/// How a conversion works.
#[derive(Clone, Copy)]
pub struct ConversionConfig {
    /// When operations that are not legal are folded.
    pub folding: Folding,
    /// Whether casts that remain are given to the type converters' materializations.
    pub build_materializations: bool,
    /// When changes are carried out.
    pub settling: Settling,
}

impl Default for ConversionConfig {
    fn default() -> Self {
        Self { folding: Folding::default(), build_materializations: true, settling: Settling::default() }
    }
}

/// A conversion that could not make everything legal.
#[derive(Debug)]
pub struct ConversionFailed {
    /// What patterns reported, and last the reason.
    pub diagnostics: Vec<Diagnostic>,
}

/// What patterns reported in a conversion that succeeded all the same, in order.
pub type Reports = Vec<Diagnostic>;

/// Converts the root of `body` and everything inside. Operations of which
/// `target` says nothing may stay; illegal ones may not. On failure the body
/// is as it was, unless only a cast could not be made or [`Settling`] is body by body.
pub fn apply_partial_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Root, Wanted { target, patterns, config, mode: Mode::Partial }, None)
}

/// As [`apply_partial_conversion`]; `listener` is told what becomes of patterns.
pub fn apply_partial_conversion_with(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
    listener: &mut dyn Listener,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Root, Wanted { target, patterns, config, mode: Mode::Partial }, Some(listener))
}

/// As [`apply_partial_conversion`]; all operations must be legal in the end.
pub fn apply_full_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Root, Wanted { target, patterns, config, mode: Mode::Full }, None)
}

/// As [`apply_partial_conversion`], of `ops` of the body and what is inside them; the rest stays as it is.
pub fn apply_partial_conversion_to(
    body: &mut Body,
    ops: &[OpId],
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Ops(ops), Wanted { target, patterns, config, mode: Mode::Partial }, None)
}

/// As [`apply_full_conversion`], of `ops` of the body and what is inside them; the rest stays as it is.
pub fn apply_full_conversion_to(
    body: &mut Body,
    ops: &[OpId],
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Ops(ops), Wanted { target, patterns, config, mode: Mode::Full }, None)
}
