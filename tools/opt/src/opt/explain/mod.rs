//! `--explain`: a page that shows every step of a run.
//!
//! An observer of the pass manager records for each execution of a pass its operation before and after, its time and
//! what it counted; all messages, remarks and outcomes of patterns of the run are recorded with the step in which they
//! were emitted (`record`). IR is stored as lists of lines (`lines`). `page` writes one file of HTML with everything in it.

mod lines;
mod page;
mod record;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmlir_ir::core::{Body, OpRef};
use rmlir_ir::pass::instrument::timing::TimerStack;
use rmlir_ir::pass::output::OutputSink;
use rmlir_ir::pass::{ExecutedPass, PassFailed, PassManager, PassObserver, PassOutput, Texts};

use self::record::Record;
use super::flags::Options;
use super::report::Reporter;
use super::text::{PrintOptions, print};
use super::texts;

/// The flag with the path of the page.
pub const FLAG: &str = "explain";

/// The explanation of a run, of all pieces of its input.
pub struct Explanation {
    path: String,
    printing: PrintOptions,
    record: Mutex<Record>,
}

impl Explanation {
    /// An empty one, if `options` ask for one.
    pub fn wanted(options: &Options) -> Option<Arc<Self>> {
        let path = options.given::<String>(FLAG)?;
        let printing = texts::located_options(options);
        Some(Arc::new(Self { path, printing, record: Mutex::default() }))
    }

    /// Runs `manager` on `body` and records it. `reporter` gets the messages that it gets without an explanation.
    ///
    /// # Errors
    /// A pass failed.
    pub fn run(
        self: &Arc<Self>,
        manager: &mut PassManager,
        body: &mut Body,
        texts: &dyn Texts,
        timers: &mut TimerStack,
        reporter: &mut Reporter,
    ) -> Result<(), PassFailed> {
        let cx = body.cx();
        let config = &mut manager.config;
        config.observers.push(Box::new(Observer(self.clone())));
        let shows_patterns = std::mem::replace(&mut config.debug_patterns, true);
        let shows_remark = config.remarks.replace(Box::new(|_, _| true));
        let result = manager.run(body, texts, timers, &mut |item| {
            self.record().hear(cx, &item);
            let is_shown = match &item {
                PassOutput::Pattern(_) => shows_patterns,
                PassOutput::Remark(remark) => {
                    shows_remark.as_ref().is_some_and(|is_shown| is_shown(remark.kind, &remark.category))
                }
                _ => true,
            };
            if is_shown {
                reporter.say(cx, item);
            }
        });
        self.record().give_up();
        result
    }

    /// Writes the page.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, options: &Options) -> Result<(), String> {
        let page = page::page(&self.record(), options);
        std::fs::write(&self.path, page).map_err(|error| super::streams::cannot_open("output", &self.path, &error))
    }

    fn text(&self, op: OpRef) -> String {
        print(op, &self.printing)
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The observer of one execution of a pipeline.
struct Observer(Arc<Explanation>);

impl PassObserver for Observer {
    fn begin(&self, root: &Body, _say: OutputSink) {
        self.0.record().begin(&self.0.text(OpRef::root(root)));
    }

    fn before_pass(&self, _root: &Body, pass: &ExecutedPass) {
        self.0.record().start(pass, &self.0.text(pass.op));
    }

    fn after_pass(&self, _root: &Body, pass: &ExecutedPass, _say: OutputSink) -> bool {
        let mut record = self.0.record();
        record.stop_clock();
        let after = pass.changed.then(|| self.0.text(pass.op));
        record.finish(pass, after.as_deref());
        true
    }

    fn end(&self, root: &Body, _say: OutputSink) {
        self.0.record().end(&self.0.text(OpRef::root(root)));
    }
}
