//! The pass manager, which executes a pipeline on a body.
//!
//! Precondition: verified IR, unless `input_is_verified` is false. Postcondition: verified IR on success; the IR as
//! left by the failing pass on failure.

use rmlir_core::{Body, Context, OpRef};
use rmlir_diag::Diagnostic;

pub use crate::def::RunConfig;
use crate::def::{PassFailed, Shared};
use crate::globals::GlobalsCache;
use crate::instrument::timing::TimerStack;
use crate::output::{NamesOnly, OutputSink, PassOutput, Request, Texts};
use crate::pipeline::Pipeline;
use crate::run::Runner;

/// A pipeline with the options of its execution.
pub struct PassManager {
    /// The passes.
    pub pipeline: Pipeline,
    /// The options of the execution.
    pub config: RunConfig,
}

impl PassManager {
    /// Executes `pipeline` in parallel, with verification after each pass.
    pub fn new(pipeline: Pipeline) -> Self {
        Self { pipeline, config: RunConfig::default() }
    }

    /// Executes the pipeline on `body`. Output is passed to `say`, in an order independent of threads; times are
    /// recorded in `timers`.
    pub fn run(
        &mut self,
        body: &mut Body,
        texts: &dyn Texts,
        timers: &mut TimerStack,
        say: OutputSink,
    ) -> Result<(), PassFailed> {
        if let Err(error) = self.prepare(body) {
            say(PassOutput::Diagnostic(*error));
            return Err(PassFailed(None));
        }
        let config = &self.config;
        // Action handlers, observers and limits on steps require a deterministic order.
        let cx = body.cx();
        let watched = !config.observers.is_empty() || cx.has_action_handler() || cx.fuel().is_some();
        let threads = config.threads && !watched;
        let whole_run = config.reproducer.as_ref().filter(|reproducer| !reproducer.local);
        let text_before = whole_run.map(|_| texts.reproducer(body, &self.request(threads)).into());
        let top = OpRef::root(body).loc().place(body.cx());
        let globals = GlobalsCache::default();
        let shared = Shared { config, texts, threads, text_before, top, globals };
        config.observers.iter().for_each(|observer| observer.begin(body, say));
        let mut runner = Runner::new(body, &[], &shared, timers, say);
        let result = runner.run_pipeline(&mut Vec::new(), &self.pipeline).map_err(|stopped| runner.report(stopped));
        report_last_step(cx, say);
        result.map_err(|_| PassFailed(None))?;
        config.observers.iter().for_each(|observer| observer.end(body, say));
        Ok(())
    }

    /// Executes the pipeline on `body` for a caller that only wants its diagnostics. Other output is dropped.
    ///
    /// # Errors
    /// All diagnostics of the execution, of any severity, if a pass fails.
    pub fn run_for_diagnostics(&mut self, body: &mut Body) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let result = self.run(body, &NamesOnly, &mut TimerStack::disabled(), &mut |output| {
            if let PassOutput::Diagnostic(diagnostic) = output {
                diagnostics.push(diagnostic);
            }
        });
        match result {
            Ok(()) => Ok(diagnostics),
            Err(_) => Err(diagnostics),
        }
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

/// If the limit on steps was reached, emits a remark that names the last step.
fn report_last_step(cx: &Context, say: OutputSink) {
    let Some((fuel, step)) = cx.fuel().and_then(|fuel| Some((fuel, fuel.last_step()?))) else { return };
    let message = format!("step {} is the last: {}", fuel.limit(), step.description);
    say(PassOutput::Diagnostic(Diagnostic::remark(step.loc.place(cx), message)));
}
