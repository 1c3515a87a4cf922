//! The observers of the actions of an execution: debug counters, the log, the profile.
//!
//! As in upstream, the log and the profile exclude counters. Texts are those of `mlir-opt`, except for the names of
//! patterns.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rmlir_ir::core::actions::{Action, ActionHandler};
use rmlir_ir::core::{Context, LocData, OpRef};
use rmlir_ir::diag::{Diagnostic, Place};

use super::flags::Options;
use super::report::Reporter;
use super::streams::cannot_open;
use super::text::{PrintOptions, print};

/// The flag with the counters.
pub const COUNTER_FLAG: &str = "mlir-debug-counter";
/// The flag that enables calls of [`debugger_hook`].
const HOOK_FLAG: &str = "mlir-enable-debugger-hook";
/// The width to which the names of counters are padded.
const NAME_WIDTH: usize = 32;

/// The observers that were installed in a context, whose output is written at the end.
#[derive(Default)]
pub struct InstalledObservers {
    counters: Option<Arc<Mutex<Counters>>>,
    observers: Option<Arc<Mutex<Observers>>>,
}

impl InstalledObservers {
    /// Installs the observers that `options` enable.
    pub fn install(cx: &Context, options: &Options, reporter: &mut Reporter) -> InstalledObservers {
        let prints = options.is_on("mlir-print-debug-counter");
        let given = options.given::<String>(COUNTER_FLAG);
        let counts = prints || given.is_some();
        let writes = |flag| options.given::<String>(flag).is_some();
        if writes("log-actions-to") || writes("profile-actions-to") || options.is_on(HOOK_FLAG) {
            return Self::observe(cx, options, counts, reporter);
        }
        if !counts {
            return InstalledObservers::default();
        }
        let counters = Counters::parse(&given.unwrap_or_default()).expect("the flag was checked when it was read");
        if prints {
            // Upstream does so, too: it prints whenever a copy is destroyed.
            reporter.text(&counters.table());
        }
        let counters = Arc::new(Mutex::new(counters));
        cx.set_action_handler(Box::new(Counting(counters.clone())));
        InstalledObservers { counters: prints.then_some(counters), observers: None }
    }

    fn observe(cx: &Context, options: &Options, counts: bool, reporter: &mut Reporter) -> InstalledObservers {
        reporter.text("ExecutionContext registered on the context");
        if options.is_on(HOOK_FLAG) {
            reporter.text(" (with Debugger hook)");
        }
        let mut complain = |text: String| reporter.diagnostic(cx, Diagnostic::error(Place::Unknown, text));
        if counts {
            complain(
                "Debug counters are incompatible with --log-actions-to and --mlir-enable-debugger-hook options and are \
                 disabled"
                    .to_owned(),
            );
        }
        for flag in ["log-actions-to", "profile-actions-to"] {
            let Some(path) = options.given::<String>(flag).filter(|path| path != "-") else { continue };
            if let Err(error) = std::fs::File::create(&path) {
                let why = cannot_open("output", &path, &error);
                complain(format!("Opening file for --{flag} failed: {why}"));
                return InstalledObservers::default();
            }
        }
        reporter.text("\n");
        let observers = Arc::new(Mutex::new(Observers::new(options)));
        cx.set_action_handler(Box::new(Observing(observers.clone())));
        InstalledObservers { counters: None, observers: Some(observers) }
    }

    /// The text for standard output that precedes the output.
    pub fn shown(&self) -> String {
        let Some(observers) = &self.observers else { return String::new() };
        let observers = observers.lock().expect(UNPOISONED);
        let shown = observers.files().into_iter().filter(|(path, _)| *path == "-");
        shown.map(|(_, text)| text).collect()
    }

    /// Prints counters and writes logs.
    pub fn finish(self, reporter: &mut Reporter) {
        if let Some(counters) = self.counters {
            reporter.text(&counters.lock().expect(UNPOISONED).table());
        }
        let Some(observers) = self.observers else { return };
        let observers = observers.lock().expect(UNPOISONED);
        for (path, text) in observers.files().into_iter().filter(|(path, _)| *path != "-") {
            if let Err(error) = std::fs::write(path, text) {
                reporter.text(&cannot_open("output", path, &error));
            }
        }
    }
}

const UNPOISONED: &str = "no handler panics while it holds the lock";

/// Counters by tag, sorted.
pub struct Counters(Vec<Counter>);

struct Counter {
    tag: String,
    n_seen: i64,
    skip: i64,
    /// The number of actions to execute after that; negative for any number.
    count: i64,
}

impl Counters {
    /// Parses `tag-skip=1,tag-count=2`; error messages are upstream's.
    pub fn parse(text: &str) -> Result<Counters, String> {
        let mut counters: Vec<Counter> = Vec::new();
        for item in text.split(',').filter(|item| !item.is_empty()) {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            if value.is_empty() {
                return Err(format!(
                    "expected DebugCounter argument to have an `=` separating the counter name and value, but the provided \
                     argument was: `{item}`"
                ));
            }
            let Ok(number) = value.parse::<i64>() else {
                return Err(format!("expected DebugCounter counter value to be numeric, but got `{value}`"));
            };
            let (tag, is_skip) = match (name.strip_suffix("-skip"), name.strip_suffix("-count")) {
                (Some(tag), _) => (tag, true),
                (None, Some(tag)) => (tag, false),
                (None, None) => {
                    return Err(format!(
                        "expected DebugCounter counter name to end with either `-skip` or `-count`, but got`{name}`"
                    ));
                }
            };
            let at = counters.iter().position(|counter| counter.tag == tag).unwrap_or_else(|| {
                counters.push(Counter { tag: tag.to_owned(), n_seen: 0, skip: 0, count: -1 });
                counters.len() - 1
            });
            let field = if is_skip { &mut counters[at].skip } else { &mut counters[at].count };
            *field = number;
        }
        counters.sort_by(|a, b| a.tag.cmp(&b.tag));
        Ok(Counters(counters))
    }

    fn should_take(&mut self, tag: &str) -> bool {
        let Some(counter) = self.0.iter_mut().find(|counter| counter.tag == tag) else { return true };
        counter.n_seen += 1;
        let is_late_enough = counter.skip < counter.n_seen;
        let is_early_enough = counter.count < 0 || counter.skip.saturating_add(counter.count) >= counter.n_seen;
        counter.skip < 0 || (is_late_enough && is_early_enough)
    }

    fn table(&self) -> String {
        let mut text = "DebugCounter counters:\n".to_owned();
        for Counter { tag, n_seen, skip, count } in &self.0 {
            writeln!(text, "{tag:NAME_WIDTH$}: {{{n_seen},{skip},{count}}}").expect("writing to memory does not fail");
        }
        text
    }
}

struct Counting(Arc<Mutex<Counters>>);

impl ActionHandler for Counting {
    fn begin(&self, action: &Action) -> bool {
        self.0.lock().expect(UNPOISONED).should_take(action.tag)
    }
    fn end(&self, _tag: &'static str) {}
}

/// The log and the profile.
struct Observers {
    tool: String,
    log_path: Option<String>,
    profile_path: Option<String>,
    has_hook: bool,
    /// Locations of operations whose actions are logged; all if it is empty.
    filters: Vec<Filter>,
    log: String,
    events: Vec<String>,
    /// Whether each action under way is logged, innermost last.
    logged: Vec<bool>,
    start: Instant,
}

impl Observers {
    fn new(options: &Options) -> Self {
        let filters = options.given::<String>("log-mlir-actions-filter").unwrap_or_default();
        Self {
            tool: options.tool.clone(),
            log_path: options.given("log-actions-to"),
            profile_path: options.given("profile-actions-to"),
            has_hook: options.is_on(HOOK_FLAG),
            filters: filters.split(',').filter(|text| !text.is_empty()).map(Filter::parse).collect(),
            log: String::new(),
            events: Vec::new(),
            logged: Vec::new(),
            start: Instant::now(),
        }
    }

    /// The output files of the options, with their contents.
    fn files(&self) -> Vec<(&str, String)> {
        let log = self.log_path.as_deref().map(|path| (path, self.log.clone()));
        let profile = self.profile_path.as_deref().map(|path| (path, self.profile()));
        log.into_iter().chain(profile).collect()
    }

    fn begin(&mut self, action: &Action) {
        let is_logged = self.filters.is_empty() || self.filters.iter().any(|filter| filter.accepts(action.op));
        self.logged.push(is_logged);
        let text = (action.text)();
        if self.has_hook {
            debugger_hook(&text);
        }
        if is_logged && self.log_path.is_some() {
            let options = PrintOptions { skip_regions: true, local_scope: true, ..PrintOptions::default() };
            let op = print(action.op, &options);
            let region = action.region.map_or(String::new(), |index| format!("Region #{index} for op "));
            let (tool, op) = (&self.tool, op.trim_end());
            writeln!(self.log, "[thread {tool}] begins (no breakpoint) Action {text} ({region}{op})`")
                .expect("writing to memory does not fail");
        }
        if self.profile_path.is_some() {
            self.event(action.tag, "B", &format!(", \"args\": {{\"desc\": \"{text}\"}}"));
        }
    }

    fn end(&mut self, tag: &str) {
        if self.logged.pop().unwrap_or(false) && self.log_path.is_some() {
            writeln!(self.log, "[thread {}] completed `{tag}`", self.tool).expect("writing to memory does not fail");
        }
        if self.profile_path.is_some() {
            self.event(tag, "E", "");
        }
    }

    fn event(&mut self, tag: &str, phase: &str, rest: &str) {
        let time = self.start.elapsed().as_micros();
        self.events.push(format!(
            "{{\"name\": \"{tag}\", \"cat\": \"PERF\", \"ph\": \"{phase}\", \"pid\": 0, \"tid\": 0, \"ts\": {time}{rest}}}"
        ));
    }

    fn profile(&self) -> String {
        format!("[{}]\n", self.events.join(",\n"))
    }
}

/// Called before each action if that is enabled. A breakpoint here stops at every action of an execution; `action`
/// describes it.
#[inline(never)]
pub fn debugger_hook(action: &str) {
    std::hint::black_box(action);
}

struct Observing(Arc<Mutex<Observers>>);

impl ActionHandler for Observing {
    fn begin(&self, action: &Action) -> bool {
        self.0.lock().expect(UNPOISONED).begin(action);
        true
    }
    fn end(&self, tag: &'static str) {
        self.0.lock().expect(UNPOISONED).end(tag);
    }
}

/// `file`, `file:line` or `file:line:col`.
struct Filter {
    file: String,
    line: Option<u32>,
    col: Option<u32>,
}

impl Filter {
    fn parse(text: &str) -> Self {
        let (file, line, col) = match text.rsplit_once(':').map(|(rest, last)| (rest, last.parse().ok())) {
            Some((rest, Some(last))) => match rest.rsplit_once(':').map(|(file, line)| (file, line.parse().ok())) {
                Some((file, Some(line))) => (file, Some(line), Some(last)),
                _ => (rest, Some(last), None),
            },
            _ => (text, None, None),
        };
        Self { file: file.to_owned(), line, col }
    }

    fn accepts(&self, op: OpRef) -> bool {
        let LocData::FileLineCol { file, line, col, .. } = op.loc().data(op.cx()) else { return false };
        file.str(op.cx()) == self.file
            && self.line.is_none_or(|wanted| wanted == line)
            && self.col.is_none_or(|wanted| wanted == col)
    }
}
