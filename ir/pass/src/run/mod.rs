//! The runner, which traverses a pipeline and the tree of bodies in parallel.
//!
//! It has one body it may modify, `root`, and addresses nested bodies by a *path*: a list of proxies. On one thread a
//! single runner does all the work, so that the whole tree can be printed at any time; in parallel execution (`nested`)
//! children are detached from their body, and each gets its own runner. `pass` executes one pass: checks, dumps, the
//! pass itself, the verifier.

mod nested;
mod pass;

use rmlir_core::{Body, OpId, OpRef, TraitSet};
use rmlir_diag::Diagnostic;

use crate::analysis::AnalysisCache;
use crate::def::Shared;
use crate::instrument::reproducer::Failure;
use crate::instrument::timing::TimerStack;
use crate::output::{OutputSink, PassOutput, Texts, with_operation};
use crate::pipeline::{Pipeline, Step};

/// The runner; see the module documentation.
pub(crate) struct Runner<'r, 'c> {
    root: &'r mut Body<'c>,
    /// The enclosing bodies of `root`, outermost first.
    outer: &'r [&'r Body<'r>],
    shared: &'r Shared<'r>,
    timers: &'r mut TimerStack,
    say: OutputSink<'r>,
    /// Whether a pass has changed the IR.
    changed: bool,
    /// Whether failures are reported here: in parallel execution only the runner of the outermost body can determine
    /// the first one.
    reports: bool,
}

/// The error that the execution stops; diagnostics have been emitted. There is a [`Failure`] if a pass was executed and
/// the failure is not reported yet.
pub(crate) struct Stopped(pub Option<Box<Failure>>);

impl<'r, 'c> Runner<'r, 'c> {
    pub fn new(
        root: &'r mut Body<'c>,
        outer: &'r [&'r Body<'r>],
        shared: &'r Shared<'r>,
        timers: &'r mut TimerStack,
        say: OutputSink<'r>,
    ) -> Self {
        Self { root, outer, shared, timers, say, changed: false, reports: outer.is_empty() }
    }

    /// Executes the steps of `pipeline` on the operation at `path`.
    pub fn run_pipeline(&mut self, path: &mut Vec<OpId>, pipeline: &Pipeline) -> Result<(), Stopped> {
        let mut cache = AnalysisCache::default();
        for step in pipeline.steps() {
            self.check_schedulable(path, step)?;
            match step {
                Step::Pass(pass) => self.run_pass(path, pass, &mut cache)?,
                Step::Nested(pipelines) => self.run_nested(path, pipelines)?,
            }
        }
        Ok(())
    }

    fn check_schedulable(&mut self, path: &[OpId], step: &Step) -> Result<(), Stopped> {
        let op = op_at(self.root, path);
        let error = match (op.def(), step) {
            (None, _) => op.error("trying to schedule a pass on an unregistered operation"),
            (Some(def), _) if !def.has(TraitSet::ISOLATED_FROM_ABOVE) => {
                op.error("trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'")
            }
            (Some(def), Step::Pass(pass)) if !pass.def().can_run_on(def) => {
                op.error(format!("trying to schedule pass '{}' on an unsupported operation", pass.def().title))
            }
            _ => return Ok(()),
        };
        say_about(self.say, self.shared.texts, op, *error);
        Err(Stopped(None))
    }

    /// Writes a reproducer for the first failure, if it is enabled.
    pub fn report(&mut self, stopped: Stopped) -> Stopped {
        if !self.reports {
            return stopped;
        }
        if let (Some(failure), Some(reproducer)) = (stopped.0, &self.shared.config.reproducer) {
            let said = reproducer.report(&failure, self.shared.text_before.as_deref(), self.shared.top.clone());
            (self.say)(PassOutput::Diagnostic(said));
            self.reports = false;
        }
        Stopped(None)
    }

    /// Executes the verifier on the operation at `path`; including nested bodies if `deep`.
    fn verify(&mut self, path: &[OpId], deep: bool) -> bool {
        let op = op_at(self.root, path);
        let verify = if deep { rmlir_core::verify::verify_tree } else { rmlir_core::verify::verify_shallow };
        let texts = self.shared.texts;
        let say = &mut *self.say;
        verify(op, &mut |op, diagnostic| say_about(say, texts, op, diagnostic)).is_ok()
    }
}

fn say_about(say: OutputSink, texts: &dyn Texts, op: OpRef, diagnostic: Diagnostic) {
    say(PassOutput::Diagnostic(with_operation(texts, op, diagnostic)));
}

/// The operation at the end of `path`: the root, or an operation of its enclosing body, which is a proxy if it is
/// isolated.
fn op_at<'a>(root: &'a Body<'a>, path: &[OpId]) -> OpRef<'a> {
    match path.split_last() {
        None => OpRef::root(root),
        Some((&last, parents)) => OpRef::new(body_at(root, parents), last),
    }
}

fn body_at<'a, 'c>(root: &'a Body<'c>, path: &[OpId]) -> &'a Body<'c> {
    path.iter().fold(root, |body, &proxy| body.nested(proxy).expect("a path goes through proxies"))
}

fn body_at_mut<'a, 'c>(root: &'a mut Body<'c>, path: &[OpId]) -> &'a mut Body<'c> {
    path.iter().fold(root, |body, &proxy| body.nested_mut(proxy).expect("a path goes through proxies"))
}

/// `outer`, `root`, and the bodies along `path`.
fn bodies_along<'a>(outer: &[&'a Body<'a>], root: &'a Body<'a>, path: &[OpId]) -> Vec<&'a Body<'a>> {
    let mut bodies: Vec<&'a Body<'a>> = outer.to_vec();
    bodies.push(root);
    let mut body = root;
    for &proxy in path {
        body = body.nested(proxy).expect("a path goes through proxies");
        bodies.push(body);
    }
    bodies
}
