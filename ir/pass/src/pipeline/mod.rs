//! Pipelines: trees of passes, each level anchored on an operation name or on any isolated operation.
//!
//! `parse` parses `builtin.module(func.func(cse),symbol-dce)`, `print` prints it, `merge` merges adjacent nested
//! pipelines before the execution, `timers` measures them.

mod error;
mod merge;
mod parse;
mod print;
mod timers;

use std::sync::atomic::{AtomicU64, Ordering};

use rmlir_core::opdef::OpDef;
use rmlir_core::{Context, TraitSet};

pub use self::error::{ConsoleLine, PipelineError};
pub use self::parse::{parse, parse_passes};
pub(crate) use self::timers::collection_name;
pub use crate::def::{Nesting, PassInstance, Pipeline, Step};
use crate::def::{Pass, PassDef};
use crate::options::OptionValues;

impl Pipeline {
    /// The anchor that denotes any isolated operation.
    pub const ANY: &'static str = "any";

    /// A pipeline on operations called `anchor`.
    ///
    /// ```
    /// use rmlir_pass::Pipeline;
    /// let mut pipeline = Pipeline::on("builtin.module");
    /// pipeline.nest("func.func");
    /// assert_eq!(pipeline.anchor(), Some("builtin.module"));
    /// ```
    pub fn on(anchor: impl Into<String>) -> Self {
        let anchor = anchor.into();
        Self { anchor: (anchor != Self::ANY).then_some(anchor), steps: Vec::new(), nesting: Nesting::default() }
    }

    /// A pipeline on any isolated operation.
    pub fn any() -> Self {
        Self::on(Self::ANY)
    }

    /// Sets the policy for passes with another anchor.
    pub fn set_nesting(&mut self, nesting: Nesting) {
        self.nesting = nesting;
    }

    /// The name of the operations it is anchored on, `None` for any.
    pub fn anchor(&self) -> Option<&str> {
        self.anchor.as_deref()
    }

    /// As [`Self::anchor`], as text.
    pub fn anchor_name(&self) -> &str {
        self.anchor().unwrap_or(Self::ANY)
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Adds a pipeline on the children called `anchor`.
    pub fn nest(&mut self, anchor: &str) -> &mut Pipeline {
        let mut nested = Pipeline::on(anchor);
        nested.nesting = self.nesting;
        self.steps.push(Step::Nested(vec![nested]));
        match self.steps.last_mut() {
            Some(Step::Nested(pipelines)) => &mut pipelines[0],
            _ => unreachable!("a nested step was just added"),
        }
    }

    /// Adds a pass with its options. A pass with another anchor is nested, or an error.
    pub fn add(&mut self, def: &'static PassDef, options: OptionValues) -> Result<&mut Self, PipelineError> {
        let instance = PassInstance::new(def, options)?;
        self.check_anchor_of(def)?;
        match (self.anchor(), def.anchor) {
            (Some(own), Some(wanted)) if own != wanted => self.nest(wanted).steps.push(Step::Pass(instance)),
            _ => self.steps.push(Step::Pass(instance)),
        }
        Ok(self)
    }

    /// Checks that a pass can be added, nested or not.
    pub(crate) fn check_anchor_of(&self, def: &PassDef) -> Result<(), PipelineError> {
        match (self.anchor(), def.anchor) {
            (Some(own), Some(wanted)) if own != wanted && self.nesting == Nesting::Explicit => {
                Err(PipelineError::wrong_anchor(def, wanted, own))
            }
            _ => Ok(()),
        }
    }

    /// Adds a pass with default options.
    pub fn add_default(&mut self, def: &'static PassDef) -> Result<&mut Self, PipelineError> {
        self.add(def, OptionValues::new(def.options))
    }

    /// Adds all steps of `other`, which has the same anchor.
    pub fn append(&mut self, other: Pipeline) {
        self.steps.extend(other.steps);
    }

    /// Calls `visit` with every pass, including nested ones, in order.
    pub fn for_each_pass<'a>(&'a self, visit: &mut dyn FnMut(&'a PassInstance)) {
        for step in &self.steps {
            match step {
                Step::Pass(instance) => visit(instance),
                Step::Nested(pipelines) => pipelines.iter().for_each(|pipeline| pipeline.for_each_pass(visit)),
            }
        }
    }

    /// Returns whether it can be executed on operations called `name`.
    pub(crate) fn accepts(&self, cx: &Context, name: &str) -> bool {
        if let Some(anchor) = self.anchor() {
            return anchor == name;
        }
        let Some(def) = cx.op_def(name) else { return false };
        def.has(TraitSet::ISOLATED_FROM_ABOVE) && self.steps.iter().all(|step| step.can_run_on(def))
    }
}

impl Step {
    /// Returns whether the step can be executed on operations with the definition `op`.
    pub(crate) fn can_run_on(&self, op: &OpDef) -> bool {
        match self {
            Step::Pass(instance) => instance.def.can_run_on(op),
            Step::Nested(_) => true,
        }
    }
}

impl PassInstance {
    /// A pass with the values of its options.
    pub fn new(def: &'static PassDef, options: OptionValues) -> Result<Self, PipelineError> {
        let pass = (def.create)(&options).map_err(PipelineError::new)?;
        let stats = def.stats.iter().map(|_| AtomicU64::new(0)).collect();
        Ok(Self { def, options, pass: pass.into(), stats })
    }

    /// The declaration.
    pub fn def(&self) -> &'static PassDef {
        self.def
    }

    /// The options.
    pub fn options(&self) -> &OptionValues {
        &self.options
    }

    /// The statistics so far, in the order of the declaration.
    pub fn stats(&self) -> Vec<u64> {
        self.stats.iter().map(|stat| stat.load(Ordering::Relaxed)).collect()
    }

    pub(crate) fn pass(&self) -> &dyn Pass {
        &*self.pass
    }

    /// The sums do not depend on the order of the additions.
    pub(crate) fn add_stats(&self, counts: &[u64]) {
        for (stat, count) in self.stats.iter().zip(counts) {
            stat.fetch_add(*count, Ordering::Relaxed);
        }
    }
}

/// A copy has its own statistics.
impl Clone for PassInstance {
    fn clone(&self) -> Self {
        let stats = self.stats.iter().map(|_| AtomicU64::new(0)).collect();
        Self { def: self.def, options: self.options.clone(), pass: self.pass.clone(), stats }
    }
}

impl std::fmt::Debug for PassInstance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}
