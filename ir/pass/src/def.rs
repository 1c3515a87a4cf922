//! The data of passes, options, pipelines and executions.
//!
//! The types refer to each other: a pass is declared with options, the value of an option may be a pipeline, a pipeline
//! consists of passes with the values of their options, and a pass is executed in a context that may execute pipelines,
//! which observers see. The functions on these types are in `options`, `pipeline`, `cx` and `manager`.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use rmlir_core::dialect::DialectDef;
use rmlir_core::opdef::OpDef;
use rmlir_core::{Body, OpRef};
use rmlir_diag::{Diagnostic, Place};

use crate::analysis::AnalysisCache;
use crate::globals::GlobalsCache;
use crate::instrument::print_ir::PrintIr;
use crate::instrument::reproducer::Reproducer;
use crate::instrument::timing::TimerStack;
use crate::output::{OutputSink, Texts};
use crate::remark::RemarkFilter;

/// The declaration of a pass; `#[pass]` generates it.
pub struct PassDef {
    /// The argument name in pipelines and on the command line, such as `canonicalize`.
    pub name: &'static str,
    /// The name in reports and diagnostics, such as `Canonicalizer`.
    pub title: &'static str,
    /// One line for `--help`.
    pub summary: &'static str,
    /// The documentation, as Markdown.
    pub doc: &'static str,
    /// The name of the operation it is anchored on; `None` for any isolated operation.
    pub anchor: Option<&'static str>,
    /// A further condition on the operations it can be scheduled on.
    pub schedule: Option<fn(&OpDef) -> bool>,
    /// The dialects whose operations it creates.
    pub depends: &'static [&'static DialectDef],
    /// The options.
    pub options: &'static [OptionDef],
    /// The statistics.
    pub stats: &'static [StatDef],
    /// Creates the pass from its options; `Err` is the message about invalid options.
    pub create: fn(&OptionValues) -> Result<Box<dyn Pass>, String>,
}

/// A named counter of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatDef {
    /// The name in reports, such as `num-cse'd`.
    pub name: &'static str,
    /// The documentation.
    pub doc: &'static str,
}

impl PassDef {
    /// A pass on any isolated operation, without options.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        summary: &'static str,
        create: fn(&OptionValues) -> Result<Box<dyn Pass>, String>,
    ) -> Self {
        Self {
            name,
            title,
            summary,
            doc: "",
            anchor: None,
            schedule: None,
            depends: &[],
            options: &[],
            stats: &[],
            create,
        }
    }

    /// Returns whether it can be scheduled on operations with the definition `op`.
    pub fn can_run_on(&self, op: &OpDef) -> bool {
        self.anchor.is_none_or(|anchor| anchor == op.name) && self.schedule.is_none_or(|accepts| accepts(op))
    }
}

impl PartialEq for PassDef {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for PassDef {}
impl std::fmt::Debug for PassDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// A pass with its options. One instance is executed on several bodies concurrently.
pub trait Pass: Send + Sync {
    /// Executes the pass on the body of `cx`.
    fn run(&self, cx: &mut PassCx) -> PassResult;
}

impl<F: Fn(&mut PassCx) -> PassResult + Send + Sync> Pass for F {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        self(cx)
    }
}

/// The result of a pass.
pub type PassResult = Result<(), PassFailed>;

/// The failure of a pass, with a diagnostic that is not emitted yet, if any.
#[derive(Debug, Default)]
pub struct PassFailed(pub Option<Box<Diagnostic>>);

impl From<Box<Diagnostic>> for PassFailed {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self(Some(diagnostic))
    }
}

impl From<Diagnostic> for PassFailed {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(Some(Box::new(diagnostic)))
    }
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionDef {
    /// The name, such as `max-iterations`.
    pub name: &'static str,
    /// One line for `--help`.
    pub doc: &'static str,
    /// The type of its value.
    pub kind: OptionKind,
    /// The default value, as text; `None` is false, zero, empty, or the first case of an enumeration.
    pub default: Option<&'static str>,
}

/// The type of an option's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`; the name alone means `true`.
    Bool,
    /// A signed 32-bit integer.
    I32,
    /// A signed 64-bit integer.
    I64,
    /// An unsigned 32-bit integer.
    U32,
    /// An unsigned 64-bit integer.
    U64,
    /// The number of bits of an integer type, or 0: at most [`rmlir_num::ApInt::MAX_WIDTH`].
    IntWidth,
    /// A floating-point value.
    F64,
    /// Any text.
    Text,
    /// One of these cases.
    Enum(&'static [EnumCase]),
    /// A pipeline with its anchor, such as `func.func(cse)`.
    Pipeline,
    /// Passes without an anchor, such as `canonicalize,cse`.
    Passes,
    /// Several, separated by commas.
    List(&'static OptionKind),
}

/// A value of an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnumCase {
    /// The name.
    pub name: &'static str,
    /// One line for `--help`.
    pub doc: &'static str,
}

/// The value of an option.
#[derive(Clone, Debug)]
pub enum OptionValue {
    /// Of [`OptionKind::Bool`].
    Bool(bool),
    /// Of an integer type.
    Int(i128),
    /// Of [`OptionKind::F64`].
    Float(f64),
    /// Of [`OptionKind::Text`].
    Text(String),
    /// Of [`OptionKind::Enum`]: the index of the case.
    Case(usize),
    /// Of [`OptionKind::Pipeline`].
    Pipeline(Pipeline),
    /// Of [`OptionKind::Passes`].
    Passes(PassList),
    /// Of [`OptionKind::List`].
    List(Vec<OptionValue>),
}

/// A list of passes as text, and as a pipeline on any isolated operation.
#[derive(Clone, Debug, Default)]
pub struct PassList {
    /// The text.
    pub text: String,
    /// The parsed pipeline; `None` for a default, which was not parsed with a registry.
    pub pipeline: Option<Pipeline>,
}

/// The values of all options of one pass or pipeline.
#[derive(Clone, Debug, Default)]
pub struct OptionValues {
    pub(crate) defs: &'static [OptionDef],
    // Invariant: as many as `defs`, each of the type in its definition.
    pub(crate) values: Vec<OptionValue>,
    pub(crate) given: Vec<bool>,
}

/// A sequence of passes on one operation.
#[derive(Clone, Debug)]
pub struct Pipeline {
    pub(crate) anchor: Option<String>,
    pub(crate) steps: Vec<Step>,
    pub(crate) nesting: Nesting,
}

/// One step of a pipeline.
#[derive(Clone, Debug)]
pub enum Step {
    /// A pass on the operation itself.
    Pass(PassInstance),
    /// For each direct child of the operation, the first of these pipelines that accepts it is executed.
    Nested(Vec<Pipeline>),
}

/// The policy for adding a pass with another anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Nesting {
    /// It is an error.
    #[default]
    Explicit,
    /// A nested pipeline is created for it.
    Implicit,
}

/// A pass with the values of its options.
pub struct PassInstance {
    pub(crate) def: &'static PassDef,
    pub(crate) options: OptionValues,
    pub(crate) pass: Arc<dyn Pass>,
    pub(crate) stats: Vec<AtomicU64>,
}

/// The body that a pass is executed on, and its environment.
pub struct PassCx<'r, 'c> {
    pub(crate) body: &'r mut Body<'c>,
    pub(crate) def: &'static PassDef,
    pub(crate) ancestors: &'r [&'r Body<'r>],
    pub(crate) cache: &'r mut AnalysisCache,
    pub(crate) stats: Vec<u64>,
    pub(crate) say: OutputSink<'r>,
    pub(crate) shared: &'r Shared<'r>,
    pub(crate) timers: &'r mut TimerStack,
}

/// The options and the instrumentation of an execution.
pub struct RunConfig {
    /// Whether the children of a body are processed in parallel.
    pub threads: bool,
    /// Whether the verifier is executed after each pass that changed the IR.
    pub verify_each: bool,
    /// Whether the input is verified already.
    pub input_is_verified: bool,
    /// The IR dumps.
    pub print_ir: Option<PrintIr>,
    /// The reproducer written on failure.
    pub reproducer: Option<Reproducer>,
    /// Whether the outcome of each pattern application is emitted.
    pub debug_patterns: bool,
    /// The filter of optimization remarks; without one, none are emitted.
    pub remarks: Option<RemarkFilter>,
    /// The external observers, called in this order.
    pub observers: Vec<Box<dyn PassObserver>>,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            threads: true,
            verify_each: true,
            input_is_verified: true,
            print_ir: None,
            reproducer: None,
            debug_patterns: false,
            remarks: None,
            observers: Vec::new(),
        }
    }
}

/// The state shared by all runners of an execution.
pub(crate) struct Shared<'r> {
    pub config: &'r RunConfig,
    pub texts: &'r dyn Texts,
    pub threads: bool,
    /// The text of a reproducer of the whole execution, if it may be needed.
    pub text_before: Option<Arc<str>>,
    /// The location of the outermost operation.
    pub top: Place,
    pub globals: GlobalsCache,
}

/// The execution of a pass.
pub struct ExecutedPass<'a> {
    /// The pass, with its options.
    pub pass: &'a PassInstance,
    /// The operation it is executed on.
    pub op: OpRef<'a>,
    /// Whether it has changed the IR.
    pub changed: bool,
}

/// An observer of an execution. Passes are then executed on bodies sequentially; nested pipelines of a pass are
/// observed as part of the outer pass.
pub trait PassObserver: Send + Sync {
    /// Called before the pipeline is executed on `root`.
    fn begin(&self, root: &Body, say: OutputSink);

    /// Called before a pass is executed.
    fn before_pass(&self, _root: &Body, _pass: &ExecutedPass) {}

    /// Called after a pass, when `root` is valid; `false` fails the execution, after a diagnostic.
    fn after_pass(&self, root: &Body, ran: &ExecutedPass, say: OutputSink) -> bool;

    /// Called after the pipeline succeeded.
    fn end(&self, root: &Body, say: OutputSink);
}
