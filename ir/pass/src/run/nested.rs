//! Execution of pipelines on the direct children of an operation.

use rayon::prelude::*;
use rmlir_core::actions::PASS_EXECUTION;
use rmlir_core::{Body, OpId, OpRef, TraitSet};

use super::pass::begin_action;
use super::{Runner, Stopped, bodies_along, body_at, body_at_mut, op_at};
use crate::instrument::timing::TimerStack;
use crate::output::PassOutput;
use crate::pipeline::Pipeline;

/// Upstream's name of the pass that executes pipelines on children.
const ADAPTOR: &str = "mlir::detail::OpToOpPassAdaptor";

/// A child and its pipeline.
#[derive(Clone, Copy)]
struct Job<'p> {
    op: OpId,
    pipeline: &'p Pipeline,
}

/// The result of a job.
struct Done<'c> {
    op: OpId,
    child: Box<Body<'c>>,
    said: Vec<PassOutput>,
    timers: (usize, TimerStack),
    changed: bool,
    result: Result<(), Stopped>,
}

impl Runner<'_, '_> {
    /// Executes, on each direct child of the operation at `path`, the first of `pipelines` that accepts it. The failure
    /// of a child does not stop the others.
    pub(super) fn run_nested(&mut self, path: &mut Vec<OpId>, pipelines: &[Pipeline]) -> Result<(), Stopped> {
        if !begin_action(op_at(self.root, path), ADAPTOR) {
            return Ok(());
        }
        let result = self.run_on_children(path, pipelines);
        self.root.cx().end_action(PASS_EXECUTION);
        result
    }

    fn run_on_children(&mut self, path: &mut Vec<OpId>, pipelines: &[Pipeline]) -> Result<(), Stopped> {
        let jobs = jobs(body_at(self.root, path), pipelines);
        let changed_before = std::mem::replace(&mut self.changed, false);
        self.timers.start_collection(pipelines);
        let mut result = match self.may_run_in_parallel(path, &jobs) {
            true => self.run_in_parallel(path, &jobs),
            false => self.run_in_order(path, &jobs),
        };
        if result.is_ok() && self.changed && self.shared.config.verify_each && !self.verify(path, false) {
            result = Err(Stopped(None));
        }
        self.timers.stop();
        self.changed |= changed_before;
        result
    }

    /// Returns whether the children can be processed in parallel: those that cannot be verified without their enclosing
    /// body are not detached.
    fn may_run_in_parallel(&self, path: &[OpId], jobs: &[Job]) -> bool {
        let body = body_at(self.root, path);
        let stands_alone = |job: &Job| {
            let op = OpRef::new(body, job.op);
            let needs_parent = op.has(TraitSet::HAS_PARENT) || op.has(TraitSet::TERMINATOR);
            body.nested(job.op).is_some() && op.n_operands() == 0 && op.n_results() == 0 && !needs_parent
        };
        self.shared.threads && jobs.len() > 1 && jobs.iter().all(stands_alone)
    }

    fn run_in_order(&mut self, path: &mut Vec<OpId>, jobs: &[Job]) -> Result<(), Stopped> {
        let mut result = Ok(());
        for job in jobs {
            path.push(job.op);
            self.timers.start_pipeline(job.pipeline);
            let own = self.run_pipeline(path, job.pipeline);
            self.timers.stop();
            path.pop();
            result = result.and(own.map_err(|stopped| self.report(stopped)));
        }
        result
    }

    fn run_in_parallel(&mut self, path: &[OpId], jobs: &[Job]) -> Result<(), Stopped> {
        let body = body_at_mut(self.root, path);
        let children: Vec<_> = jobs.iter().map(|&job| (job, body.detach(job.op))).collect();
        let ancestors = bodies_along(self.outer, self.root, path);
        let (ancestors, shared, timers) = (&ancestors[..], self.shared, &*self.timers);
        let run = |(job, mut child): (Job, Box<_>)| {
            let mut said = Vec::new();
            let mut timers = timers.fork();
            let mut say = |what| said.push(what);
            let mut runner = Runner::new(&mut child, ancestors, shared, &mut timers, &mut say);
            runner.timers.start_pipeline(job.pipeline);
            let result = runner.run_pipeline(&mut Vec::new(), job.pipeline);
            runner.timers.stop();
            let changed = runner.changed;
            let timers = (rayon::current_thread_index().unwrap_or(0), timers);
            Done { op: job.op, child, said, timers, changed, result }
        };
        let done: Vec<Done> = children.into_par_iter().map(run).collect();
        let mut forks = Vec::with_capacity(done.len());
        let mut result = Ok(());
        for Done { op, child, said, timers, changed, result: own } in done {
            body_at_mut(self.root, path).attach(op, child);
            said.into_iter().for_each(&mut *self.say);
            forks.push(timers);
            self.changed |= changed;
            result = result.and(own.map_err(|stopped| self.report(stopped)));
        }
        self.timers.join(forks);
        result
    }
}

/// The direct children of the root of `body` with a pipeline, in program order.
fn jobs<'p>(body: &Body, pipelines: &'p [Pipeline]) -> Vec<Job<'p>> {
    let mut jobs = Vec::new();
    for region in OpRef::root(body).regions() {
        for op in region.blocks().flat_map(|block| block.ops()) {
            let found = pipelines.iter().find(|pipeline| pipeline.accepts(body.cx(), op.name_str()));
            jobs.extend(found.map(|pipeline| Job { op: op.id, pipeline }));
        }
    }
    jobs
}
