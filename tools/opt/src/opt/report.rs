//! The consumer of all messages: writes them to standard error, or compares them with `expected-*` comments.

use std::io::Write;

use rmlir_ir::core::Context;
use rmlir_ir::diag::{Diagnostic, Format, Place, Plain, Severity, SourceMap, Verifier};
use rmlir_ir::pass::PassOutput;

use super::flags::Options;
use super::remarks::Remarks;

/// The piece has no output; the errors were reported.
#[derive(Debug)]
pub struct Failed;

/// Consumes diagnostics and dumps, in order.
pub struct Reporter<'m> {
    /// The sources of the comments: the input, as every context has it.
    map: &'m SourceMap,
    verifier: Option<Verifier<'m>>,
    /// Whether diagnostics are compared instead of shown.
    compares: bool,
    format: Format,
    mildest: Severity,
    with_notes: bool,
    remarks: Remarks,
    stderr: &'m mut (dyn Write + Send),
    /// Standard output, unless the IR is written to it.
    stdout: Option<&'m mut (dyn Write + Send)>,
}

impl<'m> Reporter<'m> {
    /// A reporter with the settings of `options` that writes to `stderr`, by default in colours if it is a terminal
    /// (`is_watched`). `map` contains the input. The output of passes is written to `stdout` if that is given, else to
    /// `stderr`.
    pub fn new(
        map: &'m SourceMap,
        options: &Options,
        stderr: &'m mut (dyn Write + Send),
        stdout: Option<&'m mut (dyn Write + Send)>,
        is_watched: bool,
    ) -> Self {
        let level = options.verify_diagnostics();
        let format = options.format().unwrap_or(match is_watched {
            true => Format::Fancy,
            false => Format::Plain,
        });
        let mildest = match options.case("mlir-diagnostic-verbosity-level") {
            "errors" => Severity::Error,
            "warnings" => Severity::Warning,
            _ => Severity::Note,
        };
        // Upstream's tool evaluates the comments even when that was not enabled, and reports expected diagnostics that
        // are missing.
        let looks = level.is_some() || (format == Format::Plain && map.files().any(|file| has_comments(file.bytes())));
        let files: Vec<_> = map.files().map(|file| file.id()).collect();
        let verifier = looks.then(|| Verifier::new(map, &files, level.unwrap_or_default()));
        let with_notes = format == Format::Plain || !options.is_on("mlir-disable-diagnostic-notes");
        let compares = level.is_some();
        let remarks = Remarks::new(options);
        let mut reporter = Self { map, verifier, compares, format, mildest, with_notes, remarks, stderr, stdout };
        reporter.show_failures();
        reporter
    }

    /// Handles a message of an execution.
    pub fn say(&mut self, cx: &Context, said: PassOutput) {
        match said {
            PassOutput::Diagnostic(diagnostic) => self.diagnostic(cx, diagnostic),
            PassOutput::Remark(remark) => {
                let remarks = self.remarks.add(cx, remark);
                self.remarks_of(cx, remarks);
            }
            PassOutput::Pattern(outcome) => self.diagnostic(cx, outcome.diagnostic()),
            PassOutput::Text(text) => self.text(&text),
            PassOutput::Output(text) => match &mut self.stdout {
                Some(stdout) => _ = stdout.write_all(text.as_bytes()),
                None => self.text(&text),
            },
        }
    }

    /// Emits the remarks that were deferred to the end.
    pub fn finish_remarks(&mut self, cx: &Context) {
        let remarks = self.remarks.finish(cx);
        self.remarks_of(cx, remarks);
    }

    fn remarks_of(&mut self, cx: &Context, remarks: Vec<Diagnostic>) {
        remarks.into_iter().for_each(|remark| self.diagnostic(cx, remark));
    }

    /// The remarks as YAML, if that is their format.
    pub fn take_yaml(&mut self) -> Option<String> {
        self.remarks.take_yaml()
    }

    /// Handles a diagnostic whose locations are in the sources of `cx`.
    pub fn diagnostic(&mut self, cx: &Context, mut diagnostic: Diagnostic) {
        if self.compares {
            self.name_other_files(cx.sources(), &mut diagnostic);
            self.verifier.as_mut().expect("comparing needs a verifier").check(&diagnostic);
            return self.show_failures();
        }
        if diagnostic.severity > self.mildest {
            return;
        }
        if !self.with_notes {
            diagnostic.notes.clear();
        }
        self.show(cx.sources(), &[diagnostic]);
    }

    /// Locations in files that only `sources` have, such as libraries of scripts, become lines of named files. The
    /// input is the first file of either map, so locations in it are the same in both.
    fn name_other_files(&self, sources: &SourceMap, diagnostic: &mut Diagnostic) {
        let places = diagnostic.notes.iter_mut().map(|note| &mut note.place);
        for place in places.chain([&mut diagnostic.place]) {
            let Place::Span(span) = place else { continue };
            let Some((file, at)) = sources.locate(span.pos()) else { continue };
            if self.map.file_at(span.pos()).is_none_or(|known| known.name() != file.name()) {
                *place = Place::line_col(file.name(), at.line, at.col);
            }
        }
    }

    /// Writes `text` unchanged. Errors are ignored, since standard error may be closed.
    pub fn text(&mut self, text: &str) {
        let _ = self.stderr.write_all(text.as_bytes());
    }

    /// Shows diagnostics about the input, whether or not diagnostics are compared.
    pub fn show_always(&mut self, diagnostics: &[Diagnostic]) {
        self.show(self.map, diagnostics);
    }

    /// As [`Self::show_always`], about other sources.
    pub fn show_of(&mut self, map: &SourceMap, diagnostics: &[Diagnostic]) {
        self.show(map, diagnostics);
    }

    /// Ends the output. Returns whether all diagnostics were as expected, if they are compared.
    pub fn finish(mut self) -> bool {
        // Upstream verifies twice when diagnostics are compared, see `Verifier::finish`.
        for _ in 0..1 + usize::from(self.compares) {
            if let Some(verifier) = &mut self.verifier {
                verifier.finish();
            }
            self.show_failures();
        }
        !self.compares || self.verifier.is_none_or(|verifier| !verifier.has_failed())
    }

    fn show_failures(&mut self) {
        let failures = self.verifier.as_mut().map(Verifier::take_failures).unwrap_or_default();
        self.show(self.map, &failures);
    }

    fn show(&mut self, map: &SourceMap, diagnostics: &[Diagnostic]) {
        if diagnostics.is_empty() {
            return;
        }
        let mut text = Vec::new();
        let written = match self.format {
            // Upstream shows source lines of files it has not read yet.
            Format::Plain => Plain::new(map).load_missing().write_all(diagnostics, &mut text),
            format => format.write(map, diagnostics, &mut text),
        };
        written.expect("writing to memory does not fail");
        let _ = self.stderr.write_all(&text);
    }

    /// Whether diagnostics are compared with comments.
    pub fn compares(&self) -> bool {
        self.compares
    }

    /// Whether diagnostics are shown as upstream's tool shows them.
    pub fn is_plain(&self) -> bool {
        self.compares || self.format == Format::Plain
    }
}

fn has_comments(text: &[u8]) -> bool {
    const START: &[u8] = b"expected-";
    memchr::memmem::find(text, START).is_some()
}
