//! Every flag of the tool, with `mlir-opt`'s names, and their combined meaning.
//!
//! A flag is declared like an option of a pass, so that its value is parsed and rejected with the same messages. Passes
//! are flags too; `cli` handles them.

use rmlir_ir::diag::{Format, Level};
use rmlir_ir::pass::instrument::{statistics, timing};
use rmlir_ir::pass::options::{EnumCase, OptionDef, OptionKind, OptionType, OptionValue, OptionValues};
use rmlir_ir::pass::{PassRegistry, PipelineError};

/// Flags that form a section of `--help`.
pub struct Group {
    /// The heading.
    pub title: &'static str,
    /// The flags, in the order of `--help`.
    pub flags: &'static [OptionDef],
}

/// Flags whose value is optional, besides those of kind `Bool`.
pub const OPTIONAL_VALUE: &[&str] =
    &["split-input-file", "verify-diagnostics", "verify-semantics", "mlir-print-ir-before", "mlir-print-ir-after"];

/// Other spellings of flags.
pub const ALIASES: &[(&str, &str)] = &[("p", "pass-pipeline")];

/// Flags of `mlir-opt` that this tool does not have, with the reason.
pub const UNSUPPORTED: &[(&str, &str)] = &[
    ("load-dialect-plugin", "dialects are linked into the tool: see rmlir::opt_main"),
    ("load-pass-plugin", "passes are linked into the tool: see rmlir::opt_main"),
];

const fn flag(name: &'static str, doc: &'static str, kind: OptionKind, default: Option<&'static str>) -> OptionDef {
    OptionDef { name, doc, kind, default }
}

const fn switch(name: &'static str, doc: &'static str) -> OptionDef {
    flag(name, doc, OptionKind::Bool, None)
}

const fn text(name: &'static str, doc: &'static str) -> OptionDef {
    flag(name, doc, OptionKind::Text, None)
}

const fn case(name: &'static str, doc: &'static str) -> EnumCase {
    EnumCase { name, doc }
}

/// The flags.
pub static GROUPS: &[Group] = &[
    Group { title: "Input and output", flags: INPUT },
    Group { title: "Running passes", flags: RUNNING },
    Group { title: "Watching passes", flags: WATCHING },
    Group { title: "Counting and logging actions", flags: ACTIONS },
    Group { title: "Remarks", flags: REMARKS },
    Group { title: "Printing IR", flags: PRINTING },
    Group { title: "Diagnostics", flags: DIAGNOSTICS },
];

static INPUT: &[OptionDef] = &[
    flag("o", "Write to this file, '-' for standard output", OptionKind::Text, Some("-")),
    text("split-input-file", "Cut the input at marker lines ('// -----') and process each piece alone"),
    flag("output-split-marker", "Marker between the outputs of the pieces", OptionKind::Text, Some("// -----")),
    switch("emit-bytecode", "Write bytecode and not text"),
    flag("emit-bytecode-version", "Write this version of bytecode", OptionKind::I64, Some("6")),
    switch("elide-resource-data-from-bytecode", "Leave the data of resources out of bytecode"),
    text("irdl-file", "Define the dialects that this file describes with the irdl dialect"),
    switch("allow-unregistered-dialect", "Accept operations, types and attributes of unknown dialects"),
    switch("no-implicit-module", "Expect one top-level operation and put no module around it"),
    switch("verify-roundtrip", "Check that the parsed IR can be printed and read back"),
    switch("mlir-very-unsafe-disable-verifier-on-parsing", "Do not verify the parsed IR"),
    switch("show-dialects", "List the registered dialects and exit"),
    switch("list-passes", "List the registered passes and exit"),
    switch(
        "list-operations-without-meaning",
        "List the registered operations that --verify-semantics cannot run, though they are executed, and exit",
    ),
];

static RUNNING: &[OptionDef] = &[
    text("pass-pipeline", "Run this pipeline, such as 'builtin.module(func.func(cse))'"),
    switch("dump-pass-pipeline", "Print the pipeline with all option values before running it"),
    flag("verify-each", "Verify after each pass", OptionKind::Bool, Some("true")),
    text(
        "verify-semantics",
        "Run public functions before and after each pass, on so many sets of arguments, 16 if no number is given, and compare",
    ),
    switch("mlir-disable-threading", "Work on one body after the other"),
    text("fuel", "Stop after so many steps, executions of passes and rewrites, and name the last one"),
    switch("run-reproducer", "Run the pipeline stored in the input"),
    text("mlir-generate-reproducer", "Write the output with the pipeline that made it to this file"),
    text("mlir-pass-pipeline-crash-reproducer", "Write a reproducer to this file if a pass fails or panics"),
    switch("mlir-pass-pipeline-local-reproducer", "Let the reproducer hold the failing pass only"),
];

static WATCHING: &[OptionDef] = &[
    text("mlir-print-ir-before", "Print IR before these passes"),
    text("mlir-print-ir-after", "Print IR after these passes"),
    switch("mlir-print-ir-before-all", "Print IR before each pass"),
    switch("mlir-print-ir-after-all", "Print IR after each pass"),
    switch("mlir-print-ir-after-change", "After a pass, print IR only if it changed"),
    switch("mlir-print-ir-after-failure", "After a pass, print IR only if the pass failed"),
    switch("mlir-print-ir-module-scope", "Print the top-level operation and not only the one a pass runs on"),
    text("mlir-print-ir-tree-dir", "Print IR into a tree of files below this folder"),
    text(
        "explain",
        "Write a page (HTML) with every step of the run: the IR before and after, times, messages, patterns",
    ),
    switch("debug-patterns", "Remark on each pattern that a greedy driver tries, with the reason if it does not apply"),
    switch("mlir-timing", "Report how long everything took"),
    flag("mlir-timing-display", "How times are arranged", OptionKind::Enum(TIMING_DISPLAYS), Some("tree")),
    flag("mlir-output-format", "How times are written", OptionKind::Enum(TIMING_FORMATS), None),
    switch("mlir-pass-statistics", "Report what passes counted"),
    flag(
        "mlir-pass-statistics-display",
        "How statistics are arranged",
        OptionKind::Enum(STATISTICS_DISPLAYS),
        Some("pipeline"),
    ),
];

static ACTIONS: &[OptionDef] = &[
    text("mlir-debug-counter", "Take actions of a kind only after so many, or only so many: 'tag-skip=N,tag-count=N'"),
    switch("mlir-print-debug-counter", "Print the counters"),
    text("log-actions-to", "Log actions to this file, '-' for standard output"),
    text("log-mlir-actions-filter", "Log only actions on operations at these places: 'file:line:col,file:line,file'"),
    switch("mlir-enable-debugger-hook", "Call opt::actions::debugger_hook before each action: a place for breakpoints"),
    text("profile-actions-to", "Log the times of actions as a Chrome trace to this file, '-' for standard output"),
];

static REMARKS: &[OptionDef] = &[
    flag("remark-format", "How remarks are written", OptionKind::Enum(REMARK_FORMATS), Some("emitRemark")),
    flag("remark-policy", "Which remarks are written", OptionKind::Enum(REMARK_POLICIES), Some("all")),
    text("remarks-filter", "Show remarks of all kinds whose category this regular expression matches"),
    text("remarks-filter-passed", "Show remarks on transformations that were applied"),
    text("remarks-filter-missed", "Show remarks on transformations that were not applied"),
    text("remarks-filter-failed", "Show remarks on transformations that failed"),
    text("remarks-filter-analyse", "Show remarks on what analyses found"),
    text("remarks-output-file", "The file of remarks as YAML (default: mlir-remarks.yaml)"),
];

static PRINTING: &[OptionDef] = &[
    switch("mlir-print-op-generic", "Use no custom syntax"),
    switch("mlir-print-local-scope", "Use no aliases"),
    switch("mlir-print-debuginfo", "Print locations"),
    switch("mlir-pretty-debuginfo", "Print locations in a form for people"),
    switch("mlir-use-nameloc-as-prefix", "Name values after their name locations"),
    switch("mlir-print-unique-ssa-ids", "Use no name twice, not even in regions that do not see each other"),
    switch("mlir-print-value-users", "Print the users of values as comments"),
    switch("mlir-print-skip-regions", "Print '{...}' for regions"),
    switch("mlir-print-assume-verified", "Use custom syntax even for wrong operations"),
    flag(
        "mlir-elide-elementsattrs-if-larger",
        "Leave out elements attributes with more elements",
        OptionKind::U32,
        None,
    ),
    flag(
        "mlir-print-elementsattrs-with-hex-if-larger",
        "Print elements attributes with more elements as bytes, -1 for never",
        OptionKind::I64,
        Some("100"),
    ),
    flag("mlir-elide-resource-strings-if-larger", "Leave out resources with more characters", OptionKind::U32, None),
];

static DIAGNOSTICS: &[OptionDef] = &[
    flag(
        "diagnostics",
        "How diagnostics are shown: for people on a terminal, else plain",
        OptionKind::Enum(FORMATS),
        None,
    ),
    flag("verify-diagnostics", "Compare diagnostics with 'expected-*' comments", OptionKind::Enum(LEVELS), None),
    flag("mlir-print-op-on-diagnostic", "Show the operation a diagnostic is about", OptionKind::Bool, Some("true")),
    flag(
        "mlir-diagnostic-verbosity-level",
        "Which diagnostics are shown",
        OptionKind::Enum(VERBOSITY),
        Some("remarks"),
    ),
    switch("mlir-disable-diagnostic-notes", "Leave out notes, except in plain form"),
    switch("mlir-print-stacktrace-on-diagnostic", "Accepted and without effect"),
];

static TIMING_DISPLAYS: &[EnumCase] =
    &[case("list", "Sorted by time, timers of one name together"), case("tree", "As they are nested")];
static TIMING_FORMATS: &[EnumCase] = &[case("text", "A table"), case("json", "JSON")];
static STATISTICS_DISPLAYS: &[EnumCase] =
    &[case("list", "Sorted by pass, passes of one name together"), case("pipeline", "As the pipeline is nested")];
static REMARK_FORMATS: &[EnumCase] =
    &[case("emitRemark", "As diagnostics"), case("yaml", "As YAML"), case("bitstream", "Not supported")];
static REMARK_POLICIES: &[EnumCase] =
    &[case("all", "All remarks"), case("final", "The last remark of each kind, category, name and location")];
static FORMATS: &[EnumCase] = &[
    case("plain", "As mlir-opt prints them"),
    case("fancy", "With the source around each place"),
    case("json", "One JSON object a line"),
];
static LEVELS: &[EnumCase] = &[
    case("all", "All that is said and all that is expected must agree"),
    case("", "The same"),
    case("only-expected", "All that is expected must be said"),
];
static VERBOSITY: &[EnumCase] = &[
    case("errors", "Errors only"),
    case("warnings", "Errors and warnings"),
    case("remarks", "Errors, warnings and remarks"),
];

/// The flags of the command line with their values, and the passes among them.
pub struct Options {
    groups: Vec<OptionValues>,
    /// The name of the tool in messages.
    pub tool: String,
    /// The input file, `-` for standard input.
    pub input: String,
    /// Passes and pipelines given as flags, each with its options, in order.
    pub passes: Vec<(String, String)>,
}

impl Default for Options {
    fn default() -> Self {
        let groups = GROUPS.iter().map(|group| OptionValues::new(group.flags)).collect();
        Self { groups, tool: "rmlir-opt".to_owned(), input: "-".to_owned(), passes: Vec::new() }
    }
}

impl Options {
    /// The value of flag `name`.
    pub fn get<T: OptionType>(&self, name: &str) -> T {
        self.values(name).get(name)
    }

    /// Whether flag `name` is `true`.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name)
    }

    /// The value of flag `name`, if it was given.
    pub fn given<T: OptionType>(&self, name: &str) -> Option<T> {
        self.values(name).is_given(name).then(|| self.get(name))
    }

    /// Sets flag `name` from its text; `None` if it has no value.
    pub fn set(&mut self, name: &str, text: Option<&str>) -> Result<(), PipelineError> {
        let group = group_of(name).expect("only declared flags are set");
        let text = text.or(OPTIONAL_VALUE.contains(&name).then_some(""));
        self.groups[group].set_text(name, text, &PassRegistry::default()).map(|_| ())
    }

    /// The marker at which the input is split; with an empty one it is not split.
    pub fn input_marker(&self) -> String {
        match self.given::<String>("split-input-file") {
            None => String::new(),
            Some(marker) if marker.is_empty() => rmlir_ir::diag::split::DEFAULT_MARKER.to_owned(),
            Some(marker) => marker,
        }
    }

    /// How diagnostics are compared, if they are.
    pub fn verify_diagnostics(&self) -> Option<Level> {
        self.given_case("verify-diagnostics").map(|case| match case {
            "only-expected" => Level::OnlyExpected,
            _ => Level::All,
        })
    }

    /// The format of diagnostics, if it was given.
    pub fn format(&self) -> Option<Format> {
        self.given_case("diagnostics").and_then(|case| case.parse().ok())
    }

    /// How times are reported, if they are.
    pub fn timing(&self) -> Option<(timing::Display, timing::Format)> {
        let display = match self.case("mlir-timing-display") {
            "list" => timing::Display::List,
            _ => timing::Display::Tree,
        };
        let format = match self.case("mlir-output-format") {
            "json" => timing::Format::Json,
            _ => timing::Format::Text,
        };
        self.is_on("mlir-timing").then_some((display, format))
    }

    /// How statistics are reported, if they are.
    pub fn statistics(&self) -> Option<statistics::Display> {
        let display = match self.case("mlir-pass-statistics-display") {
            "list" => statistics::Display::List,
            _ => statistics::Display::Pipeline,
        };
        self.is_on("mlir-pass-statistics").then_some(display)
    }

    /// The name of the case that is the value of flag `name`.
    pub fn case(&self, name: &str) -> &'static str {
        let def = find(name).expect("only declared flags are asked for");
        match (self.values(name).value(name), def.kind) {
            (OptionValue::Case(case), OptionKind::Enum(cases)) => cases[*case].name,
            _ => unreachable!("flag '{name}' is an enumeration"),
        }
    }

    fn given_case(&self, name: &str) -> Option<&'static str> {
        self.values(name).is_given(name).then(|| self.case(name))
    }

    fn values(&self, name: &str) -> &OptionValues {
        &self.groups[group_of(name).unwrap_or_else(|| panic!("flag '{name}' is declared before it is used"))]
    }
}

/// The declaration of flag `name`.
pub fn find(name: &str) -> Option<&'static OptionDef> {
    GROUPS.iter().flat_map(|group| group.flags).find(|def| def.name == name)
}

fn group_of(name: &str) -> Option<usize> {
    GROUPS.iter().position(|group| group.flags.iter().any(|def| def.name == name))
}
