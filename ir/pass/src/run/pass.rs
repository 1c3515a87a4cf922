//! Execution of one pass on one body.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rmlir_core::actions::{Action, PASS_EXECUTION};
use rmlir_core::fuel::LastStep;
use rmlir_core::{Body, OpId, OpRef, TraitSet};
use rmlir_diag::{Diagnostic, Place, Severity};

use super::{Runner, Stopped, bodies_along, body_at, body_at_mut, op_at};
use crate::analysis::AnalysisCache;
use crate::cx::PassCx;
use crate::def::PassFailed;
use crate::instrument::crash::{self, Report};
use crate::instrument::observer::{ExecutedPass, PassObserver};
use crate::instrument::print_ir::Moment;
use crate::instrument::reproducer::Failure;
use crate::output::{PassOutput, Request};
use crate::pipeline::PassInstance;

/// The outcome of a pass.
enum Outcome {
    Done,
    Failed,
    Panicked,
}

impl<'r> Runner<'r, '_> {
    /// Executes `pass` on the operation at `path`.
    pub(super) fn run_pass(
        &mut self,
        path: &[OpId],
        pass: &PassInstance,
        cache: &mut AnalysisCache,
    ) -> Result<(), Stopped> {
        if !has_fuel(op_at(self.root, path), pass) {
            return Ok(());
        }
        let text_before = self.dump_before(path, pass);
        let local_text = self.local_reproducer(path, pass);
        self.announce(path, pass);
        self.timers.start_pass(pass);
        let state = body_at(self.root, path).fingerprint();
        let report = crash::ENDS_PROCESS.then(|| self.panic_report(path, pass, local_text.clone()));
        let mut outcome = crash::with_report(report, || self.execute(path, pass, cache));
        let changed = state != body_at(self.root, path).fingerprint();
        self.changed |= changed;
        let config = self.shared.config;
        let must_verify = config.verify_each && (changed || !config.input_is_verified);
        if matches!(outcome, Outcome::Done) && must_verify && !self.verify(path, true) {
            outcome = Outcome::Failed;
        }
        self.timers.stop();
        if matches!(outcome, Outcome::Done) && !self.is_accepted(path, pass, changed) {
            outcome = Outcome::Failed;
        }
        // A body in which a pass has panicked may be inconsistent: it is not accessed again.
        if !matches!(outcome, Outcome::Panicked) {
            self.dump_after(path, pass, matches!(outcome, Outcome::Failed), text_before);
        }
        let panicked = match outcome {
            Outcome::Done => return Ok(()),
            Outcome::Failed => false,
            Outcome::Panicked => true,
        };
        let op = op_at(self.root, path);
        let place = op.loc().place(op.cx());
        Err(Stopped(Some(Box::new(Failure { place, running: running(op, pass), panicked, local_text }))))
    }

    /// What a program reports that ends if the pass panics.
    fn panic_report(&self, path: &[OpId], pass: &PassInstance, local_text: Option<String>) -> Report {
        let running = running(op_at(self.root, path), pass);
        let failure = Failure { place: Place::Unknown, running, panicked: true, local_text };
        let reproducer = self.shared.config.reproducer.clone();
        Report { failure, reproducer: reproducer.map(|it| (it, self.shared.text_before.clone())) }
    }

    /// Executes the pass itself. A nested body is detached from its parent, which the pass can then read.
    fn execute(&mut self, path: &[OpId], pass: &PassInstance, cache: &mut AnalysisCache) -> Outcome {
        let Some((&proxy, parents)) = path.split_last() else {
            let outer = self.outer;
            return execute_and_pack(self.root, outer, pass, cache, self.shared, self.timers, self.say);
        };
        let mut child = body_at_mut(self.root, parents).detach(proxy);
        let ancestors = bodies_along(self.outer, self.root, parents);
        let outcome = execute_and_pack(&mut child, &ancestors, pass, cache, self.shared, self.timers, self.say);
        body_at_mut(self.root, parents).attach(proxy, child);
        outcome
    }

    /// Returns whether the observers accept the result of `pass` on the operation at `path`.
    fn is_accepted(&mut self, path: &[OpId], pass: &PassInstance, changed: bool) -> bool {
        let executed = ExecutedPass { pass, op: op_at(self.root, path), changed };
        self.observers().iter().all(|observer| observer.after_pass(self.root, &executed, self.say))
    }

    /// Tells the observers that `pass` begins.
    fn announce(&self, path: &[OpId], pass: &PassInstance) {
        let executed = ExecutedPass { pass, op: op_at(self.root, path), changed: false };
        self.observers().iter().for_each(|observer| observer.before_pass(self.root, &executed));
    }

    /// The observers. A runner inside of a pass does not have the whole IR, and no observers.
    fn observers(&self) -> &'r [Box<dyn PassObserver>] {
        if self.outer.is_empty() { &self.shared.config.observers } else { &[] }
    }

    fn dump_before(&mut self, path: &[OpId], pass: &PassInstance) -> Option<String> {
        let print_ir = self.shared.config.print_ir.as_ref()?;
        let moment = moment(self.outer, self.root, path, pass, self.shared);
        print_ir.before(&moment, self.say)
    }

    fn dump_after(&mut self, path: &[OpId], pass: &PassInstance, failed: bool, before: Option<String>) {
        let Some(print_ir) = self.shared.config.print_ir.as_ref() else { return };
        let moment = moment(self.outer, self.root, path, pass, self.shared);
        print_ir.after(&moment, failed, before, self.say);
    }

    /// The text of a reproducer for this pass alone, if it is enabled.
    fn local_reproducer(&self, path: &[OpId], pass: &PassInstance) -> Option<String> {
        let config = self.shared.config;
        config.reproducer.as_ref().filter(|reproducer| reproducer.local)?;
        let names = bodies_along(&[], self.root, path).into_iter().map(|body| OpRef::root(body).name_str());
        let pipeline = names.rev().fold(pass.to_string(), |inner, name| format!("{name}({inner})"));
        let request = Request { pipeline, disable_threading: true, verify_each: config.verify_each };
        Some(self.shared.texts.reproducer(self.root, &request))
    }
}

fn moment<'a>(
    outer: &[&'a Body<'a>],
    root: &'a Body<'a>,
    path: &[OpId],
    pass: &'a PassInstance,
    shared: &'a super::Shared<'a>,
) -> Moment<'a> {
    let path_ops = bodies_along(outer, root, path).into_iter().map(OpRef::root).collect();
    Moment {
        op: op_at(root, path),
        name: pass.def().name,
        title: pass.def().title,
        path: path_ops,
        texts: shared.texts,
    }
}

/// The description of a pass in progress in diagnostics.
fn running(op: OpRef, pass: &PassInstance) -> String {
    let (title, name) = (pass.def().title, op.name_str());
    match op.symbol_name() {
        Some(symbol) => format!("`{title}` on '{name}' operation: @{}", symbol.str(op.cx())),
        None => format!("`{title}` on '{name}' operation"),
    }
}

/// As [`execute_on`], and packs the resulting body for the subsequent passes.
fn execute_and_pack(
    body: &mut Body,
    ancestors: &[&Body],
    pass: &PassInstance,
    cache: &mut AnalysisCache,
    shared: &super::Shared,
    timers: &mut crate::instrument::timing::TimerStack,
    say: crate::output::OutputSink,
) -> Outcome {
    let outcome = execute_on(body, ancestors, pass, cache, shared, timers, say);
    if OpRef::root(body).has(TraitSet::SYMBOL_TABLE) {
        shared.globals.invalidate();
    }
    if matches!(outcome, Outcome::Done) {
        body.pack_if_sparse();
    }
    outcome
}

fn execute_on(
    body: &mut Body,
    ancestors: &[&Body],
    pass: &PassInstance,
    cache: &mut AnalysisCache,
    shared: &super::Shared,
    timers: &mut crate::instrument::timing::TimerStack,
    say: crate::output::OutputSink,
) -> Outcome {
    let place = OpRef::root(body).loc().place(body.cx());
    if !begin_action(OpRef::root(body), pass.def().title) {
        return Outcome::Done;
    }
    let has_said_error = Cell::new(false);
    let mut say = |said: PassOutput| {
        let is_error = matches!(&said, PassOutput::Diagnostic(diagnostic) if diagnostic.severity == Severity::Error);
        has_said_error.set(has_said_error.get() || is_error);
        say(said);
    };
    let stats = vec![0; pass.def().stats.len()];
    let mut cx = PassCx { body, def: pass.def(), ancestors, cache, stats, say: &mut say, shared, timers };
    // Unwind safety: after a panic the body is only kept to be dropped, see `run_pass`.
    let result = catch_unwind(AssertUnwindSafe(|| pass.pass().run(&mut cx)));
    pass.add_stats(&cx.stats);
    cx.body.cx().end_action(PASS_EXECUTION);
    match result {
        Ok(Ok(())) => Outcome::Done,
        Ok(Err(PassFailed(said))) => {
            if let Some(diagnostic) = said {
                (cx.say)(PassOutput::Diagnostic(*diagnostic));
            }
            if !has_said_error.get() {
                let error = OpRef::root(body).error(format!("pass '{}' failed", pass.def().name));
                say(PassOutput::Diagnostic(*error));
            }
            Outcome::Failed
        }
        Err(payload) => {
            if shared.config.reproducer.is_none() {
                (cx.say)(PassOutput::Diagnostic(panic_report(place, pass, &*payload)));
            }
            Outcome::Panicked
        }
    }
}

/// Spends the step of executing `pass` on `op`; returns `false` if none is left.
fn has_fuel(op: OpRef, pass: &PassInstance) -> bool {
    let describe = || LastStep {
        description: format!("execution of pass '{}' on '{}'", pass.def().name, op.name_str()),
        loc: op.loc(),
    };
    op.cx().fuel().is_none_or(|fuel| fuel.spend(describe))
}

/// Announces the execution of `title` on `op`; returns whether to execute it.
pub(super) fn begin_action(op: OpRef, title: &str) -> bool {
    let text = || format!("`{PASS_EXECUTION}` running `{title}` on Operation `{}`", op.name_str());
    op.cx().begin_action(&Action { tag: PASS_EXECUTION, text: &text, op, region: None })
}

fn panic_report(place: Place, pass: &PassInstance, payload: &(dyn std::any::Any + Send)) -> Diagnostic {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let message = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    crash::diagnostic(place, &format!("'{}'", pass.def().title), message)
}
