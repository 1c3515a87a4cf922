//! The context of a pass during its execution.

use std::sync::Arc;

use rmlir_core::body::ConstantGlobals;
use rmlir_core::{Body, Context, Listener, Loc, OpId, OpRef, PatternSet, Rewriter, TraitSet};
use rmlir_diag::Diagnostic;
use rmlir_rewrite::conversion::{
    CommitPolicy, ConversionConfig, ConversionFailed, ConversionPatterns, ConversionTarget, Reports,
    apply_partial_conversion, apply_partial_conversion_with,
};
use rmlir_rewrite::{FrozenPatterns, GreedyConfig, NotConverged, apply_patterns_greedily};

use crate::analysis::Analysis;
pub use crate::def::PassCx;
use crate::def::{PassDef, PassFailed, PassResult};
use crate::instrument::patterns::PatternLog;
use crate::instrument::timing::AnalysisClock;
use crate::output::{PassOutput, Texts, with_operation};
use crate::pipeline::Pipeline;
use crate::remark::{Remark, RemarkKind};
use crate::run::Runner;

impl std::ops::Deref for PassCx<'_, '_> {
    type Target = Context;
    fn deref(&self) -> &Context {
        self.body.cx()
    }
}

/// The environment.
impl<'r> PassCx<'r, '_> {
    /// The enclosing bodies, outermost first. While the children of a body are processed in parallel they are detached
    /// from it: their proxies have operands, results and positions, but no attributes and no regions.
    pub fn ancestors(&self) -> &'r [&'r Body<'r>] {
        self.ancestors
    }
}

/// Access to the body.
impl<'c> PassCx<'_, 'c> {
    /// The context.
    pub fn cx(&self) -> &'c Context {
        self.body.cx()
    }

    /// The body.
    pub fn body(&self) -> &Body<'c> {
        self.body
    }

    /// The body, for drivers that create their own rewriters.
    pub fn body_mut(&mut self) -> &mut Body<'c> {
        self.body
    }

    /// A rewriter of the body.
    pub fn rewriter(&mut self) -> Rewriter<'_, 'c> {
        Rewriter::new(self.body)
    }

    /// Applies `patterns` and folders to a fixed point; fails if that is not reached within the limits.
    pub fn apply_greedily(&mut self, patterns: PatternSet) -> PassResult {
        let patterns = FrozenPatterns::new(self.cx(), patterns);
        let result = self.apply_patterns(&patterns, &GreedyConfig::default());
        result.map(|_| ()).map_err(|_| PassFailed(None))
    }

    /// The constant global variables of the symbol table around the body, if folders may need them.
    fn globals_around(&self) -> Arc<ConstantGlobals> {
        let table = self.ancestors.iter().rev().find(|body| OpRef::root(body).has(TraitSet::SYMBOL_TABLE));
        match table.filter(|_| self.body.may_need_globals_around()) {
            Some(table) => self.shared.globals.of(table),
            None => Arc::default(),
        }
    }

    /// Applies `patterns` and folders greedily, and emits the outcome of each pattern if that is enabled.
    pub fn apply_patterns(&mut self, patterns: &FrozenPatterns, config: &GreedyConfig) -> Result<bool, NotConverged> {
        let mut log = PatternLog::default();
        let listener: Option<&mut dyn Listener> = if self.shared.config.debug_patterns { Some(&mut log) } else { None };
        let globals = self.globals_around();
        self.body.share_constant_globals(&globals);
        let result = apply_patterns_greedily(self.body, patterns, config, listener);
        self.body.drop_constant_globals();
        self.emit_outcomes(log);
        if let Err(NotConverged { kept_applying, .. }) = &result
            && !kept_applying.is_empty()
        {
            let names = kept_applying.join(", ");
            let place = self.body.loc(self.body.root()).place(self.cx());
            self.emit(Diagnostic::warning(place, format!(
                "greedy rewriting did not converge within its limit of rewrites, which the option 'max-num-rewrites' of \
                 'canonicalize' raises; what kept applying: {names}"
            )));
        }
        result
    }

    /// Converts the operation of the pass and all nested operations for `target`, partially. On failure it emits the
    /// diagnostics; it emits the outcome of each pattern if that is enabled.
    pub fn convert_partially(&mut self, target: &ConversionTarget, patterns: &ConversionPatterns) -> PassResult {
        let converted = self.try_to_convert(target, patterns);
        self.finish_conversion(converted)
    }

    /// As [`Self::convert_partially`], but returns the diagnostics, for [`Self::finish_conversion`].
    pub fn try_to_convert(
        &mut self,
        target: &ConversionTarget,
        patterns: &ConversionPatterns,
    ) -> Result<Reports, ConversionFailed> {
        let config = ConversionConfig { commit_policy: CommitPolicy::BodyByBody, ..ConversionConfig::default() };
        if self.shared.config.debug_patterns {
            let mut log = PatternLog::default();
            let result = apply_partial_conversion_with(self.body, target, patterns, &config, &mut log);
            self.emit_outcomes(log);
            result
        } else {
            apply_partial_conversion(self.body, target, patterns, &config)
        }
    }

    /// Emits the diagnostics of patterns, and fails if the conversion failed.
    pub fn finish_conversion(&mut self, converted: Result<Reports, ConversionFailed>) -> PassResult {
        let (reports, result) = match converted {
            Ok(reports) => (reports, Ok(())),
            Err(failed) => (failed.diagnostics, self.signal_failure()),
        };
        reports.into_iter().for_each(|diagnostic| self.emit(diagnostic));
        result
    }

    /// The operation that the pass is executed on.
    pub fn op(&self) -> OpRef<'_> {
        OpRef::root(self.body)
    }

    /// Analysis `A` of the body, computed unless it is cached.
    pub fn analysis<A: Analysis>(&mut self) -> Arc<A> {
        if let Some(known) = self.cache.known::<A>(self.body) {
            return known;
        }
        self.timers.start_analysis(A::NAME);
        let result = Arc::new(A::compute(self.body));
        self.timers.stop();
        self.cache.keep(self.body, result.clone());
        result
    }

    /// A clock for an analysis that the pass computes itself; [`Self::record_analysis`] reports its time.
    pub fn analysis_clock(&self) -> AnalysisClock {
        AnalysisClock::new(self.timers.is_enabled())
    }

    /// Reports the time of `clock` as the time of analysis `name` in this pass.
    pub fn record_analysis(&mut self, name: &str, clock: &AnalysisClock) {
        self.timers.add_analysis(name, clock);
    }
}

/// Nested execution of pipelines.
impl<'r> PassCx<'r, '_> {
    /// Executes `pipeline` on a body nested in the body of the pass: the one at the end of `path`, a list of proxies.
    /// An empty path is the body itself. Diagnostics have been emitted on failure.
    pub fn run_pipeline(&mut self, path: &[OpId], pipeline: &Pipeline) -> PassResult {
        self.timers.start_pipeline(pipeline);
        self.shared.globals.invalidate();
        let mut runner = Runner::new(self.body, self.ancestors, self.shared, self.timers, &mut *self.say);
        let result = runner.run_pipeline(&mut path.to_vec(), pipeline);
        self.timers.stop();
        result.map_err(|_| PassFailed(None))
    }

    /// The printer of IR.
    pub fn texts(&self) -> &'r dyn Texts {
        self.shared.texts
    }
}

/// Output.
impl PassCx<'_, '_> {
    /// The declaration of the pass.
    pub fn def(&self) -> &'static PassDef {
        self.def
    }

    /// Emits `diagnostic`.
    pub fn emit(&mut self, diagnostic: impl Into<Box<Diagnostic>>) {
        (self.say)(PassOutput::Diagnostic(*diagnostic.into()));
    }

    fn emit_outcomes(&mut self, log: PatternLog) {
        log.outcomes.into_iter().for_each(|outcome| (self.say)(PassOutput::Pattern(outcome)));
    }

    /// Prints `text` on standard error, verbatim.
    pub fn emit_text(&mut self, text: String) {
        (self.say)(PassOutput::Text(text));
    }

    /// Prints `text` on standard output, or on standard error if the resulting IR is printed on standard output.
    pub fn emit_output(&mut self, text: String) {
        (self.say)(PassOutput::Output(text));
    }

    /// Emits an item of the output of a nested execution; a remark only if it is enabled.
    pub fn forward(&mut self, item: PassOutput) {
        match item {
            PassOutput::Remark(remark) => self.remark(remark),
            item => (self.say)(item),
        }
    }

    /// Emits `diagnostic` about `op`, with the operation attached.
    pub fn emit_about(&mut self, op: OpId, diagnostic: impl Into<Box<Diagnostic>>) {
        let diagnostic = with_operation(self.shared.texts, OpRef::new(self.body, op), *diagnostic.into());
        (self.say)(PassOutput::Diagnostic(diagnostic));
    }

    /// Returns whether remarks of `kind` and `category` are enabled; for remarks that are expensive to compute.
    pub fn wants_remark(&self, kind: RemarkKind, category: &str) -> bool {
        self.shared.config.remarks.as_ref().is_some_and(|is_wanted| is_wanted(kind, category))
    }

    /// Emits an optimization remark if it is enabled. Its default name is that of the pass.
    pub fn remark(&mut self, mut remark: Remark) {
        if !self.wants_remark(remark.kind, &remark.category) {
            return;
        }
        if remark.name.is_empty() {
            remark.name = self.def.name.to_owned();
        }
        (self.say)(PassOutput::Remark(remark));
    }

    /// Emits the remark that the pass did not transform `op`, with the reason, if it is enabled.
    pub fn missed(&mut self, op: OpId, category: &str, reason: impl std::fmt::Display) {
        self.missed_at(self.body.loc(op), category, reason);
    }

    /// As [`Self::missed`], for an operation given by its location: it may be in a nested body.
    pub fn missed_at(&mut self, loc: Loc, category: &str, reason: impl std::fmt::Display) {
        self.remark(Remark::missed(loc, category).reason(reason));
    }

    /// Emits `'name' op message` about `op`, with the operation attached, and fails:
    /// `return cx.fail(op, "has no body")`.
    pub fn fail(&mut self, op: OpId, message: impl AsRef<str>) -> PassResult {
        let error = OpRef::new(self.body, op).error(message);
        self.emit_about(op, error);
        self.signal_failure()
    }

    /// Fails without a diagnostic: `return cx.signal_failure()`.
    pub fn signal_failure(&self) -> PassResult {
        Err(PassFailed(None))
    }

    /// The statistic `name`, to be incremented.
    ///
    /// # Panics
    /// If the pass does not declare it.
    pub fn stat(&mut self, name: &str) -> &mut u64 {
        let index = self.def.stats.iter().position(|stat| stat.name == name);
        let index = index.unwrap_or_else(|| panic!("statistic '{name}' is declared before it is counted"));
        &mut self.stats[index]
    }
}
