//! The state of a conversion, with its patterns.
//!
//! The types refer to each other: a pattern is a function of a rewriter, and the rewriter has the state of the
//! conversion with all its patterns, since a pattern may legalize operations at once. The functions are in `patterns`,
//! `rewriter`, `order` and `driver`.

use std::sync::Arc;

use rmlir_core::pattern::PatternRoot;
use rmlir_core::{Body, InsertPoint, Listener, Loc, Match, OpId, Pattern, Value};
use rmlir_diag::Diagnostic;

use super::config::ConversionConfig;
use super::state::State;
use super::target::ConversionTarget;
use super::types::TypeConverter;

type OneToOneFn = dyn Fn(&mut ConversionRewriter, OpId, &[Value]) -> Match + Send + Sync;
type OneToManyFn = dyn Fn(&mut ConversionRewriter, OpId, &[Vec<Value>]) -> Match + Send + Sync;

/// The function of a pattern, by the form of the operands it receives.
pub(super) enum Action {
    /// One converted value per operand.
    OneToOne(Box<OneToOneFn>),
    /// Any number of converted values per operand.
    OneToMany(Box<OneToManyFn>),
    /// No converted values: an ordinary pattern.
    Plain(Pattern),
}

/// A pattern of a dialect conversion.
pub struct ConversionPattern {
    /// The root.
    pub root: PatternRoot,
    /// Patterns are applied in decreasing order of benefit. The default is 1.
    pub benefit: u16,
    /// A name for debug output.
    pub name: &'static str,
    /// The converter of the operand types.
    pub converter: Option<Arc<TypeConverter>>,
    /// The names of operations it generates that may need legalization.
    pub generates: Vec<&'static str>,
    /// Whether it may be applied to operations that it generated itself.
    pub recursive: bool,
    pub(super) action: Action,
}

/// An ordered list of conversion patterns.
#[derive(Default)]
pub struct ConversionPatterns {
    /// The patterns, in the order they were added.
    pub patterns: Vec<ConversionPattern>,
}

/// A rewriter that derefs to the body and modifies it as [`Rewriter`](rmlir_core::Rewriter) does, except that
/// replacements and erasures are committed at the end of the conversion.
pub struct ConversionRewriter<'s, 'p, 'c> {
    pub(super) session: &'s mut Session<'p, 'c>,
    pub(super) level: usize,
    pub(super) point: InsertPoint,
    pub(super) loc: Loc,
}

/// The legality that is required at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Nothing may be illegal.
    Partial,
    /// Everything must be legal.
    Full,
}

/// One body under conversion; its enclosing bodies precede it.
pub struct Level<'c> {
    pub body: Box<Body<'c>>,
    pub state: State,
    /// Its proxy in the enclosing body.
    pub proxy: Option<OpId>,
}

/// The parameters of a conversion.
#[derive(Clone, Copy)]
pub struct Wanted<'p> {
    pub target: &'p ConversionTarget<'p>,
    pub patterns: &'p ConversionPatterns,
    pub config: &'p ConversionConfig,
    pub mode: Mode,
}

/// The state of one conversion.
pub struct Session<'p, 'c> {
    pub levels: Vec<Level<'c>>,
    pub diagnostics: Vec<Diagnostic>,
    pub(super) wanted: Wanted<'p>,
    pub(super) order: &'p Order,
    /// The listener for the outcomes of patterns.
    pub listener: Option<&'p mut dyn Listener>,
    /// Patterns in progress, innermost last, which must not be applied to operations that they generate.
    pub(super) applied: Vec<usize>,
    /// The first cast that could not be resolved in a body that was committed.
    pub(super) unmended: Option<Box<Diagnostic>>,
    /// Whether a pattern accessed IR outside of the outermost body.
    pub(super) has_reached_out: bool,
}

/// For each name the patterns to apply, in order.
pub struct Order {
    /// Indexed by the id of the name, for names that have patterns of their own.
    pub(super) by_name: Vec<Option<Box<[usize]>>>,
    pub(super) any: Vec<usize>,
}
