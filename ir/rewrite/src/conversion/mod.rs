//! Dialect conversion: legalization of all operations for a target.
//!
//! Steps: 1. the operations are listed, outer before inner, blocks in the order of control flow; 2. each that is not
//! legal is folded, or patterns are applied to it until one legalizes it, including all operations it creates; a
//! pattern that fails is rolled back; 3. after all operations are visited, replacements are committed in the order of
//! their requests, and casts between types that do not agree are resolved or materialized.
//!
//! Before step 3 replaced operations are kept in the IR: patterns see the original operands, and receive converted ones
//! to use. All changes are recorded in a journal, so a failed conversion restores the body.
//!
//! Each nested body is converted by itself, its root (such as a function) right after the preceding operations of the
//! enclosing body: a pattern rooted at an isolated operation receives the root of its body and modifies it in place
//! ([`ConversionRewriter::become_op`]); it accesses the enclosing body by [`ConversionRewriter::outside`]. Meanwhile
//! the proxy outside is empty.
//!
//! Files: `config` options, `types` type converters, `converters` those in use, `target` legality, `session` the state
//! of a conversion, `patterns` patterns, `order` the order of their application, `rewriter` the rewriter of patterns,
//! `driver` steps 1 and 2, `threads` parallel conversion of several bodies, `state` the state of one body, `changes`
//! the journal, `mapping` the mapping from values to replacements, `commit` step 3, `casts` casts that cancel out,
//! `functions` the pattern for signatures.

mod casts;
mod changes;
mod commit;
mod config;
mod converters;
mod driver;
mod functions;
mod mapping;
mod order;
mod patterns;
mod recorder;
mod rewriter;
mod session;
mod state;
mod target;
mod threads;
mod types;

use rmlir_core::{Body, Listener, OpId};

pub use self::casts::{CAST, reconcile_casts};
pub use self::config::{CommitPolicy, ConversionConfig, ConversionFailed, Folding, Reports};
use self::driver::{Scope, run};
pub use self::functions::{
    any_function_signature_pattern, convert_function_signature, convert_function_types, function_signature_pattern,
};
pub use self::session::{ConversionPattern, ConversionPatterns, ConversionRewriter};
use self::session::{Mode, Wanted};
pub use self::target::{ConversionTarget, Legal, Legality};
pub use self::types::{ArgumentMapping, Converted, SignatureConversion, TypeConverter};

/// Converts the root of `body` and all nested operations. Operations of unknown legality may remain; illegal ones may
/// not. On failure the body is restored, unless only a cast could not be materialized or [`CommitPolicy`] is body by body.
///
/// ```
/// use rmlir_core::{Body, Context, DialectRegistry, Loc, OpState, Type};
/// use rmlir_rewrite::conversion::*;
/// let cx = Context::new(DialectRegistry::default());
/// cx.allow_unregistered(true);
/// let mut body = Body::new(&cx, cx.op_name("my.module"), Loc::UNKNOWN, 1);
/// let region = body.region(body.root(), 0);
/// let block = body.create_block(&[], &[]);
/// body.append_block(region, block);
/// let old = body.create_op(OpState::named(&cx, "my.old").results(&[Type::I32]).at(Loc::UNKNOWN));
/// body.append_op(block, old);
/// let mut target = ConversionTarget::new(&cx);
/// target.illegal_ops(&["my.old"]).legal_ops(&["my.new"]);
/// let mut patterns = ConversionPatterns::new();
/// patterns.on("my.old", "rename", None, |rw, op, operands| {
///     let ty = rw.ty(rw.result(op, 0));
///     let new = rw.create_state(OpState::named(rw.cx(), "my.new").operands(operands).results(&[ty]));
///     let results = rw.results(new).to_vec();
///     rw.replace(op, results)
/// });
/// let config = ConversionConfig::default();
/// apply_partial_conversion(&mut body, &target, &patterns, &config).unwrap();
/// assert_eq!(body.name(body.first_op(block).unwrap()).str(&cx), "my.new");
/// ```
pub fn apply_partial_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Root, Wanted { target, patterns, config, mode: Mode::Partial }, None)
}

/// As [`apply_partial_conversion`]; `listener` is notified of the outcomes of patterns.
pub fn apply_partial_conversion_with(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
    listener: &mut dyn Listener,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Root, Wanted { target, patterns, config, mode: Mode::Partial }, Some(listener))
}

/// As [`apply_partial_conversion`]; all operations must be legal at the end.
pub fn apply_full_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Root, Wanted { target, patterns, config, mode: Mode::Full }, None)
}

/// As [`apply_partial_conversion`], for `ops` of the body and nested operations; the others are not converted.
pub fn apply_partial_conversion_to(
    body: &mut Body,
    ops: &[OpId],
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Ops(ops), Wanted { target, patterns, config, mode: Mode::Partial }, None)
}

/// As [`apply_full_conversion`], for `ops` of the body and nested operations; the others are not converted.
pub fn apply_full_conversion_to(
    body: &mut Body,
    ops: &[OpId],
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<Reports, ConversionFailed> {
    run(body, Scope::Ops(ops), Wanted { target, patterns, config, mode: Mode::Full }, None)
}
