//! Runs a pipeline on a body.
//!
//! Before: verified IR, unless `already_verified` says otherwise. After: if the
//! run succeeded, verified IR; if it failed, whatever the failing pass left.

use rmlir_core::{Body, OpRef};
use rmlir_diag::Diagnostic;

use crate::def::PassFailed;
use crate::fuel::Fuel;
use crate::instrument::print_ir::PrintIr;
use crate::instrument::reproducer::Reproducer;
use crate::instrument::timing::TimerStack;
use crate::instrument::watch::Watch;
use crate::pipeline::Pipeline;
use crate::remark::RemarkFilter;
use crate::run::{Runner, Shared};
use crate::said::{Request, Said, Say, Texts};

/// A pipeline and how to run it.
pub struct PassManager {
    /// The passes.
    pub pipeline: Pipeline,
    /// How they run.
    pub config: RunConfig,
}

/// How passes run and who watches.
pub struct RunConfig {
    /// Whether children of a body are worked on in parallel.
    pub threads: bool,
    /// Whether the verifier runs after each pass that changed something.
    pub verify_each: bool,
    /// Whether the verifier has seen the input.
    pub input_is_verified: bool,
    /// Which IR is dumped.
    pub print_ir: Option<PrintIr>,
    /// Whether a failure leaves a reproducer.
    pub reproducer: Option<Reproducer>,
    /// A bound on what is done.
    pub fuel: Fuel,
    /// Whether there is a remark on each pattern that is tried.
    pub debug_patterns: bool,
    /// The filter of optimization remarks; without one there are none.
    pub remarks: Option<RemarkFilter>,
    /// Who looks on from outside.
    pub watch: Option<Box<dyn Watch>>,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            threads: true,
            verify_each: true,
            input_is_verified: true,
            print_ir: None,
            reproducer: None,
            fuel: Fuel::unlimited(),
            debug_patterns: false,
            remarks: None,
            watch: None,
        }
    }
}

impl PassManager {
    /// Runs `pipeline` in parallel, verifying after each pass.
    pub fn new(pipeline: Pipeline) -> Self {
        Self { pipeline, config: RunConfig::default() }
    }

    /// Runs the pipeline on `body`. What is said goes to `say`, in an order
    /// that does not depend on threads; times go to `timers`.
    pub fn run(
        &mut self,
        body: &mut Body,
        texts: &dyn Texts,
        timers: &mut TimerStack,
        say: Say,
    ) -> Result<(), PassFailed> {
        if let Err(error) = self.prepare(body) {
            say(Said::Diagnostic(*error));
            return Err(PassFailed(None));
        }
        let config = &self.config;
        // Who counts or watches wants the same order every time.
        let watched = config.watch.is_some() || body.cx().has_action_handler();
        let threads = config.threads && !config.fuel.is_limited() && !watched;
        let whole_run = config.reproducer.as_ref().filter(|reproducer| !reproducer.local);
        let text_before = whole_run.map(|_| texts.reproducer(body, &self.request(threads)));
        let top = OpRef::root(body).loc().place(body.cx());
        let shared = Shared { config, texts, threads, text_before, top };
        if let Some(watch) = &config.watch {
            watch.begin(body, say);
        }
        let mut runner = Runner::new(body, &[], &shared, timers, say);
        let result = runner.run_pipeline(&mut Vec::new(), &self.pipeline);
        result.map_err(|stopped| {
            runner.report(stopped);
            PassFailed(None)
        })?;
        if let Some(watch) = &config.watch {
            watch.end(body, say);
        }
        Ok(())
    }

    fn prepare(&mut self, body: &Body) -> Result<(), Box<Diagnostic>> {
        let root = OpRef::root(body);
        if let Some(anchor) = self.pipeline.anchor()
            && anchor != root.name_str()
        {
            let message = format!("can't run '{anchor}' pass manager on '{}' op", root.name_str());
            return Err(root.plain_error(message));
        }
        self.pipeline.finish(body.cx())
    }

    fn request(&self, threads: bool) -> Request {
        Request {
            pipeline: self.pipeline.to_string(),
            disable_threading: !threads,
            verify_each: self.config.verify_each,
        }
    }
}
