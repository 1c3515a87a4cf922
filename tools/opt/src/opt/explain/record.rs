//! The steps of a run, as they are executed.

use std::time::{Duration, Instant};

use rmlir_ir::core::{Context, OpRef};
use rmlir_ir::diag::{Diagnostic, Place};
use rmlir_ir::pass::instrument::patterns::PatternOutcome;
use rmlir_ir::pass::{ExecutedPass, PassOutput};
use rustc_hash::FxHashMap;

use super::lines::{Edit, Line, Lines};

/// Everything that was recorded.
#[derive(Default)]
pub struct Record {
    /// The lines of all texts.
    pub lines: Lines,
    /// All texts.
    pub texts: Vec<Text>,
    /// The texts by their lines.
    known: FxHashMap<Vec<Line>, usize>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The passes of all pipelines, in the order of their first execution.
    pub passes: Vec<Pass>,
    /// Messages outside of steps.
    pub messages: Vec<Message>,
    /// The number of pieces of the input that were begun.
    pub n_pieces: usize,
    /// The address of each pass of the pipeline that is executed.
    addresses: Vec<(usize, usize)>,
    input: usize,
    current: Option<Running>,
}

/// A text.
pub struct Text {
    /// Its lines.
    pub lines: Vec<Line>,
    /// The step that it is the result of.
    pub result_of: Option<usize>,
}

/// A pass of a pipeline.
pub struct Pass {
    /// The name.
    pub name: String,
    /// The name with the options, as in a pipeline.
    pub text: String,
    /// The piece of the input whose pipeline it is in.
    pub piece: usize,
}

/// One execution of a pass on an operation, or of the whole pipeline.
pub struct Step {
    /// The pass; `None` is the whole pipeline.
    pub pass: Option<usize>,
    /// The piece of the input.
    pub piece: usize,
    /// The operation: its name and its symbol.
    pub op: String,
    /// The text before.
    pub before: usize,
    /// The text after.
    pub after: usize,
    /// The changed lines.
    pub edits: Vec<Edit>,
    /// The time, verification included.
    pub time: Duration,
    /// Whether it failed.
    pub failed: bool,
    /// The sums that the pass counted, by name.
    pub counts: Vec<(&'static str, u64)>,
    /// Messages and remarks.
    pub messages: Vec<Message>,
    /// What became of patterns, in the order of their first application.
    pub patterns: Vec<Pattern>,
}

/// A message.
pub struct Message {
    /// `error`, `warning`, `remark`, or the kind of an optimization remark.
    pub kind: String,
    /// The text.
    pub text: String,
    /// The number of its place, if it has one.
    pub place: Option<u32>,
}

/// The applications of a pattern to operations of one name with one outcome.
pub struct Pattern {
    /// The pattern.
    pub name: &'static str,
    /// The name of the operations.
    pub op: String,
    /// `None` if it applied; else the reason, which may be unknown.
    pub missed: Option<String>,
    /// The number of applications.
    pub count: usize,
    /// The places of the operations.
    pub places: Vec<u32>,
}

/// The step that is executed.
struct Running {
    step: Step,
    stats: Vec<u64>,
    started: Instant,
    patterns: FxHashMap<(&'static str, String, Option<String>), usize>,
}

/// The places that are listed of a pattern.
const MAX_PLACES: usize = 64;

impl Record {
    /// A pipeline begins on an operation with this text.
    pub fn begin(&mut self, text: &str) {
        self.n_pieces += 1;
        self.addresses.clear();
        self.input = self.text(text);
    }

    /// The pipeline succeeded, and left this text.
    pub fn end(&mut self, text: &str) {
        let mut step = self.step(None, String::new(), self.input);
        step.time = self.steps.iter().filter(|other| other.piece == step.piece).map(|other| other.time).sum();
        self.close(step, Some(text));
    }

    /// A pass begins on an operation with this text.
    pub fn start(&mut self, pass: &ExecutedPass, text: &str) {
        self.give_up();
        let address = std::ptr::from_ref(pass.pass) as usize;
        let known = self.addresses.iter().find(|(known, _)| *known == address).map(|&(_, index)| index);
        let index = known.unwrap_or_else(|| {
            let name = pass.pass.def().name.to_owned();
            self.passes.push(Pass { name, text: pass.pass.to_string(), piece: self.piece() });
            self.addresses.push((address, self.passes.len() - 1));
            self.passes.len() - 1
        });
        let before = self.text(text);
        let step = self.step(Some(index), label(pass.op), before);
        let stats = pass.pass.stats();
        self.current = Some(Running { step, stats, started: Instant::now(), patterns: FxHashMap::default() });
    }

    /// The pass has ended.
    pub fn stop_clock(&mut self) {
        if let Some(running) = &mut self.current {
            running.step.time = running.started.elapsed();
        }
    }

    /// The pass has left this text; `None` is the text before.
    pub fn finish(&mut self, pass: &ExecutedPass, text: Option<&str>) {
        let Some(mut running) = self.current.take() else { return };
        let sums = pass.pass.stats().into_iter().zip(&running.stats).map(|(after, before)| after - before);
        let counts = pass.pass.def().stats.iter().zip(sums).map(|(stat, count)| (stat.name, count));
        running.step.counts = counts.collect();
        self.close(running.step, text);
    }

    /// A step that does not end has failed.
    pub fn give_up(&mut self) {
        if let Some(mut running) = self.current.take() {
            running.step.time = running.started.elapsed();
            running.step.failed = true;
            self.steps.push(running.step);
        }
    }

    /// Records an item of the output.
    pub fn hear(&mut self, cx: &Context, item: &PassOutput) {
        let message = match item {
            PassOutput::Diagnostic(diagnostic) => self.diagnostic(cx, diagnostic),
            PassOutput::Remark(remark) => {
                let place = self.place(cx, &remark.loc.place(cx));
                let kind = remark.kind.word();
                let text = remark.to_string().trim_start_matches(&format!("[{kind}] ")).to_owned();
                Message { kind: kind.to_lowercase(), text, place }
            }
            PassOutput::Pattern(outcome) => return self.pattern(cx, outcome),
            PassOutput::Text(_) => return,
            PassOutput::Output(text) => Message { kind: "output".to_owned(), text: text.clone(), place: None },
        };
        match &mut self.current {
            Some(running) => running.step.messages.push(message),
            None => self.messages.push(message),
        }
    }

    fn diagnostic(&mut self, cx: &Context, diagnostic: &Diagnostic) -> Message {
        let place = self.place(cx, &diagnostic.place);
        Message { kind: diagnostic.severity.word().to_owned(), text: diagnostic.message.clone(), place }
    }

    fn pattern(&mut self, cx: &Context, outcome: &PatternOutcome) {
        let place = self.place(cx, &outcome.place);
        let Some(running) = &mut self.current else { return };
        let missed = (!outcome.applied).then(|| outcome.reason.clone().unwrap_or_default());
        let patterns = &mut running.step.patterns;
        let key = (outcome.pattern, outcome.op_name.clone(), missed.clone());
        let index = *running.patterns.entry(key).or_insert_with(|| {
            let op = outcome.op_name.clone();
            patterns.push(Pattern { name: outcome.pattern, op, missed, count: 0, places: Vec::new() });
            patterns.len() - 1
        });
        let pattern = &mut patterns[index];
        pattern.count += 1;
        if let Some(place) = place.filter(|place| pattern.places.len() < MAX_PLACES && !pattern.places.contains(place))
        {
            pattern.places.push(place);
        }
    }

    fn place(&mut self, cx: &Context, place: &Place) -> Option<u32> {
        let (file, at) = place.line_in(cx.sources())?;
        Some(self.lines.place(format!("{file}:{}:{}", at.line, at.col)))
    }

    fn piece(&self) -> usize {
        self.n_pieces.saturating_sub(1)
    }

    fn step(&self, pass: Option<usize>, op: String, before: usize) -> Step {
        Step {
            pass,
            piece: self.piece(),
            op,
            before,
            after: before,
            edits: Vec::new(),
            time: Duration::ZERO,
            failed: false,
            counts: Vec::new(),
            messages: Vec::new(),
            patterns: Vec::new(),
        }
    }

    /// Adds a step with its text after, if that may have changed.
    fn close(&mut self, mut step: Step, text: Option<&str>) {
        if let Some(text) = text {
            let after = self.lines.of(text);
            step.edits = self.lines.edits(&self.texts[step.before].lines, &after);
            step.after = self.intern(after, Some(self.steps.len()));
        }
        self.steps.push(step);
    }

    fn text(&mut self, text: &str) -> usize {
        let lines = self.lines.of(text);
        self.intern(lines, None)
    }

    fn intern(&mut self, lines: Vec<Line>, result_of: Option<usize>) -> usize {
        let next = self.texts.len();
        let number = *self.known.entry(lines.clone()).or_insert(next);
        if number == next {
            self.texts.push(Text { lines, result_of });
        }
        number
    }
}

/// The name of an operation, with its symbol.
fn label(op: OpRef) -> String {
    match op.symbol_name() {
        Some(symbol) => format!("{} @{}", op.name_str(), symbol.str(op.cx())),
        None => op.name_str().to_owned(),
    }
}
