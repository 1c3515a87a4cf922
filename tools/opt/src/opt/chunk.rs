//! One piece of the input, from text to text, in its own context.
//!
//! Plan: 1. parse and verify; 2. verify the round trip, if that is enabled; 3. create the pass manager and run it; 4.
//! print.

use std::mem::ManuallyDrop;
use std::ops::Range;

use rmlir_ir::core::{Body, Context, OpRef, verify};
use rmlir_ir::diag::{Diagnostic, Place, Sink};
use rmlir_ir::pass::instrument::statistics;
use rmlir_ir::pass::instrument::timing::TimerStack;
use rmlir_ir::pass::output::Request;
use rmlir_ir::pass::{PassOutput, Texts};

use super::actions::InstalledObservers;
use super::job::{Job, new_context};
use super::report::{Failed, Reporter};
use super::text::{ExternalResources, ExternalValue, ParseOptions, ParsedText};
use super::texts::{REPRODUCER, Shown};
use super::{pipeline, roundtrip, text};

/// Receives the output, part by part.
pub type Write<'w> = &'w mut (dyn FnMut(&[u8]) + Send);

/// A piece of the input.
pub struct Piece {
    /// Its bytes.
    pub range: Range<usize>,
    /// Whether the process ends after this piece, so that its IR is leaked: destroying large IR only to exit takes
    /// long.
    pub is_left: bool,
}

impl Job<'_> {
    /// Processes `piece` and passes its text to `output`.
    pub fn process(&self, piece: Piece, reporter: &mut Reporter, output: Write) -> Result<(), Failed> {
        let is_left = piece.is_left;
        self.irdl.complain(reporter)?;
        let mut timers = match self.options.timing() {
            Some(_) => TimerStack::enabled(),
            None => TimerStack::disabled(),
        };
        let cx = ManuallyDrop::new(new_context(self.registry, self.irdl.dialects(), self.options));
        let watch = InstalledObservers::install(&cx, self.options, reporter);
        let result = self.process_in(&cx, piece, &watch, &mut timers, reporter, output);
        watch.finish(reporter);
        if let Some((display, format)) = self.options.timing() {
            reporter.text(&timers.report(display, format));
        }
        if !is_left {
            drop(ManuallyDrop::into_inner(cx));
        }
        result
    }

    fn process_in(
        &self,
        cx: &Context,
        piece: Piece,
        watch: &InstalledObservers,
        timers: &mut TimerStack,
        reporter: &mut Reporter,
        output: Write,
    ) -> Result<(), Failed> {
        let options = self.options;
        let shows_operations = options.is_on("mlir-print-op-on-diagnostic") && reporter.is_plain();
        let shown = Shown::new(options, shows_operations && options.verify_diagnostics().is_none());
        timers.start("Parser");
        let parsed = self.parse(cx, piece.range, &shown, reporter);
        timers.stop();
        let ParsedText { mut body, external_resources } = parsed?;
        if options.is_on("verify-roundtrip") {
            roundtrip::check(&body, self, &shown, reporter)?;
        }
        let (request, external) = self.take_request(cx, external_resources, reporter)?;
        let anchor = OpRef::root(&body).name_str().to_owned();
        let mut manager = pipeline::manager(cx, &anchor, options, self.registry, request.as_ref(), reporter)?;
        let result = match &self.explanation {
            Some(explanation) => explanation.run(&mut manager, &mut body, &shown, timers, reporter),
            None => manager.run(&mut body, &shown, timers, &mut |said| reporter.say(cx, said)),
        };
        reporter.finish_remarks(cx);
        if let Some(display) = options.statistics() {
            reporter.text(&statistics::report(&manager.pipeline, display));
        }
        result.map_err(|_| Failed)?;
        self.generate_reproducer(&body, manager.pipeline.to_string(), &shown, reporter);
        timers.start("Output");
        output(watch.shown().as_bytes());
        if options.is_on("emit-bytecode") {
            self.write_bytecode(&body, external, reporter, output)?;
        } else {
            shown.output(&body, external, self.is_verified(&manager), &mut |text| output(text.as_bytes()));
        }
        timers.stop();
        if piece.is_left {
            std::mem::forget(body);
        }
        Ok(())
    }

    fn parse<'c>(
        &self,
        cx: &'c Context,
        range: Range<usize>,
        shown: &Shown,
        reporter: &mut Reporter,
    ) -> Result<ParsedText<'c>, Failed> {
        let source = cx.sources().share(self.file);
        let source = source.expect("what fits into one map fits into another");
        let parse_options = ParseOptions { no_implicit_module: self.options.is_on("no-implicit-module") };
        let mut sink = Sink::new();
        let start = cx.sources().file(source).span_of(range.start..range.start);
        let input = cx.sources().file(source);
        let parsed = match rmlir_bytecode::is_bytecode(input.bytes()) {
            true => {
                let options = rmlir_bytecode::ReadOptions { no_implicit_module: parse_options.no_implicit_module };
                rmlir_bytecode::read(cx, input.name(), input.bytes(), &options, &mut sink)
            }
            false => text::parse_text(cx, source, range, &parse_options, &mut sink),
        };
        for mut diagnostic in sink.into_diagnostics() {
            if reporter.compares() && matches!(diagnostic.place, Place::LineCol { line: 0, .. }) {
                // Comments count lines from the start of their piece.
                diagnostic.place = start.into();
            }
            reporter.diagnostic(cx, diagnostic);
        }
        let parsed = parsed.ok_or(Failed)?;
        if !self.options.is_on("mlir-very-unsafe-disable-verifier-on-parsing") {
            verified(&parsed.body, shown, reporter)?;
        }
        Ok(parsed)
    }

    fn write_bytecode(
        &self,
        body: &Body,
        external_resources: Vec<ExternalResources>,
        reporter: &mut Reporter,
        output: Write,
    ) -> Result<(), Failed> {
        let options = rmlir_bytecode::WriteOptions {
            version: self.options.get::<i64>("emit-bytecode-version") as u64,
            elide_resources: self.options.is_on("elide-resource-data-from-bytecode"),
            external_resources,
        };
        match rmlir_bytecode::write(OpRef::root(body), &options) {
            Ok(bytes) => output(&bytes),
            Err(why) => {
                reporter.diagnostic(body.cx(), *OpRef::root(body).plain_error(why));
                return Err(Failed);
            }
        }
        Ok(())
    }

    /// With `--run-reproducer`, removes the reproducer from the resources of the input and returns it.
    fn take_request(
        &self,
        cx: &Context,
        mut external: Vec<ExternalResources>,
        reporter: &mut Reporter,
    ) -> Result<(Option<Request>, Vec<ExternalResources>), Failed> {
        let group = external.iter().position(|group| group.name == REPRODUCER);
        let Some(group) = group.filter(|_| self.options.is_on("run-reproducer")) else { return Ok((None, external)) };
        let mut request = Request {
            pipeline: String::new(),
            disable_threading: false,
            verify_each: self.options.is_on("verify-each"),
        };
        for (key, value) in external.remove(group).entries {
            match (key.as_str(), value) {
                ("pipeline", ExternalValue::String(text)) => {
                    request.pipeline = String::from_utf8_lossy(&text).into_owned();
                }
                ("disable_threading", ExternalValue::Bool(value)) => request.disable_threading = value,
                ("verify_each", ExternalValue::Bool(value)) => request.verify_each = value,
                _ => {
                    let message = format!("unknown '{REPRODUCER}' resource key '{key}'");
                    reporter.diagnostic(cx, Diagnostic::error(Place::Unknown, message));
                    return Err(Failed);
                }
            }
        }
        Ok((Some(request), external))
    }

    fn generate_reproducer(&self, body: &Body, pipeline: String, shown: &Shown, reporter: &mut Reporter) {
        let Some(path) = self.options.given::<String>("mlir-generate-reproducer") else { return };
        // Upstream always writes these two values here.
        let request = Request { pipeline, disable_threading: false, verify_each: false };
        if let Err(error) = std::fs::write(&path, shown.reproducer(body, &request)) {
            reporter.text(&super::streams::cannot_open("output", &path, &error));
        }
    }

    /// Whether the verifier has run on the current IR.
    fn is_verified(&self, manager: &rmlir_ir::pass::PassManager) -> bool {
        match manager.pipeline.is_empty() {
            true => manager.config.input_is_verified,
            false => manager.config.verify_each,
        }
    }
}

/// Runs the verifier on the whole module.
fn verified(body: &Body, shown: &Shown, reporter: &mut Reporter) -> Result<(), Failed> {
    let mut report = |op: OpRef, diagnostic| {
        reporter.say(body.cx(), PassOutput::Diagnostic(rmlir_ir::pass::output::with_operation(shown, op, diagnostic)));
    };
    verify::verify(body, &mut report).map_err(|_| Failed)
}
