//! The output of `--help`, `--help=PASS`, `--version`, `--show-dialects`, `--list-passes` and `--list-operations-without-meaning`.

use std::fmt::Write as _;

use rmlir_ir::interp::eval::is_accounted_for;
use rmlir_ir::pass::options::{OptionDef, OptionKind};
use rmlir_ir::pass::registry::Entry;

use super::flags::{ALIASES, GROUPS, OPTIONAL_VALUE};
use crate::Registry;

/// The column of the descriptions of flags.
const COLUMN: usize = 46;

/// How flags are written.
pub const DESCRIPTION: &str = "\
Flags take one dash or two. Passes run in the order of their flags, on the top-level operation;
options follow as --pass='name=value name2=value2'.";

/// `--help`
pub fn help(tool: &str, registry: &Registry) -> String {
    let mut text = format!(
        "OVERVIEW: MLIR modular optimizer driver\n\n\
         Reads IR, runs passes, writes IR.\n\n\
         {}\n\
         Usage: {tool} [flags] [input file, '-' for standard input]\n\n\
         {DESCRIPTION}\n",
        dialects(registry)
    );
    for group in GROUPS {
        write!(text, "\n{}:\n", group.title).expect("writing to memory does not fail");
        group.flags.iter().for_each(|def| write_flag(&mut text, 2, def));
    }
    text += "\nOther spellings:\n";
    for (alias, name) in ALIASES {
        write_row(&mut text, 2, &format!("-{alias}"), &format!("- Alias for --{name}"));
    }
    text += "\nAbout the tool:\n";
    write_row(&mut text, 2, "-h, --help, --help-hidden", "Show this");
    write_row(&mut text, 2, "--help=<pass>", "Show a pass with its options, an example and where its cases are");
    write_row(&mut text, 2, "--version", "Show the version");
    let entries = sorted(registry.passes.passes().iter().map(|def| Entry::Pass(def)).collect());
    write_entries(&mut text, "Passes", &entries);
    let entries = sorted(registry.passes.pipelines().iter().map(|def| Entry::Pipeline(def)).collect());
    write_entries(&mut text, "Pipelines", &entries);
    text
}

/// `--help=PASS`
pub fn entry(tool: &str, entry: Entry, registry: &Registry) -> String {
    let mut text = format!("--{}: {}\n", entry.name(), entry.summary());
    let pass = match entry {
        Entry::Pass(def) => Some(def),
        Entry::Pipeline(_) => None,
    };
    // The first paragraph is the summary.
    if let Some((_, rest)) = pass.and_then(|def| def.doc.split_once("\n\n")) {
        text += &format!("\n{}\n", rest.trim_end());
    }
    if !entry.options().is_empty() {
        text += "\nOptions:\n";
        entry.options().iter().for_each(|def| write_flag(&mut text, 2, def));
    }
    let stats = pass.map_or(&[][..], |def| def.stats);
    if !stats.is_empty() {
        text += "\nStatistics:\n";
        stats.iter().for_each(|stat| write_row(&mut text, 2, stat.name, stat.doc));
    }
    text += &format!("\nExample:\n  {tool} FILE --pass-pipeline='{}'\n", example(entry, registry));
    if Registry::everything().passes.find(entry.name()).is_some() {
        let name = entry.name();
        text += &format!("\nCases, in a clone of {}:\n  grep -rlwe {name} test/cases\n", env!("CARGO_PKG_REPOSITORY"));
    }
    text
}

/// A pipeline of one pass with the defaults of its options, on the first kind of operation that it runs on.
fn example(entry: Entry, registry: &Registry) -> String {
    let options = entry.options().iter().filter_map(|def| def.default.map(|default| (def.name, default)));
    let options: Vec<String> =
        options.filter(|(_, default)| !default.is_empty()).map(|(name, default)| format!("{name}={default}")).collect();
    let options = if options.is_empty() { String::new() } else { format!("{{{}}}", options.join(" ")) };
    let anchor = match entry {
        Entry::Pass(def) => {
            def.anchor.or_else(|| registry.dialects.ops().find(|op| def.can_run_on(op)).map(|op| op.name))
        }
        Entry::Pipeline(_) => None,
    };
    let inner = format!("{}{options}", entry.name());
    match anchor {
        Some(anchor) if anchor != "builtin.module" => format!("builtin.module({anchor}({inner}))"),
        _ => format!("builtin.module({inner})"),
    }
}

/// `--version`
pub fn version() -> String {
    format!("rmlir-opt {}\n  Texts are those of mlir-opt 22.1.\n", env!("CARGO_PKG_VERSION"))
}

/// `--show-dialects`
pub fn dialects(registry: &Registry) -> String {
    format!("Available Dialects: {}\n", sorted_dialects(registry).join(","))
}

/// `--list-operations-without-meaning`: of each dialect with an interpreter, the operations that define neither an
/// execution nor the reason why they cannot be executed; then the dialects of which no operation is executable.
pub fn operations_without_meaning(registry: &Registry) -> String {
    let mut text = String::new();
    let mut others: Vec<&str> = Vec::new();
    for dialect in sorted_dialects(registry) {
        let ops = || registry.dialects.ops().filter(move |def| def.dialect() == dialect);
        if !ops().any(is_accounted_for) {
            others.extend(ops().next().map(|_| dialect));
            continue;
        }
        let mut names: Vec<&str> = ops().filter(|def| !is_accounted_for(def)).map(|def| def.name).collect();
        names.sort_unstable();
        names.iter().for_each(|name| text += &format!("{name}\n"));
    }
    text + &format!("Dialects that are not interpreted: {}\n", others.join(","))
}

fn sorted_dialects(registry: &Registry) -> Vec<&'static str> {
    let mut names: Vec<&str> = registry.dialects.dialects().iter().map(|dialect| dialect.name).collect();
    names.sort_unstable();
    names
}

/// `--list-passes`, in upstream's form.
pub fn passes(registry: &Registry) -> String {
    let passes = sorted(registry.passes.passes().iter().map(|def| Entry::Pass(def)).collect());
    let pipelines = sorted(registry.passes.pipelines().iter().map(|def| Entry::Pipeline(def)).collect());
    let column = passes.iter().chain(&pipelines).map(|entry| widest(*entry)).max().unwrap_or(0);
    let mut text = String::new();
    for (title, entries) in [("Passes", passes), ("Pass Pipelines", pipelines)] {
        if title != "Passes" && entries.is_empty() {
            continue;
        }
        text += &format!("{title}:\n");
        for entry in entries {
            text += &format!("  {:column$} -   {}\n", format!("--{}", entry.name()), entry.summary());
            list_options(&mut text, column, entry.options());
        }
    }
    text
}

fn list_options(text: &mut String, column: usize, options: &[OptionDef]) {
    let mut options: Vec<&OptionDef> = options.iter().collect();
    options.sort_by_key(|def| def.name);
    for def in options {
        *text += &format!("    {:1$} - {2}\n", spelling(def), column - 2, def.doc);
        for case in cases(def.kind) {
            *text += &format!("    ={:1$} -   {2}\n", case.name, column - 5, case.doc);
        }
    }
}

/// The number of columns that the names of an entry and of its options need, with upstream's padding.
fn widest(entry: Entry) -> usize {
    let options = entry.options().iter().map(|def| spelling(def).len() + 6);
    let cases = entry.options().iter().flat_map(|def| cases(def.kind)).map(|case| case.name.len() + 9);
    options.chain(cases).chain([entry.name().len() + 3]).max().unwrap_or(0)
}

/// A flag with the type of its value, as upstream prints it.
fn spelling(def: &OptionDef) -> String {
    let dashes = if def.name.len() == 1 { "-" } else { "--" };
    let separator = if def.name.len() == 1 { " " } else { "=" };
    let Some(value) = value_name(def.kind) else { return format!("{dashes}{}", def.name) };
    match OPTIONAL_VALUE.contains(&def.name) {
        true => format!("{dashes}{}[=<{value}>]", def.name),
        false => format!("{dashes}{}{separator}<{value}>", def.name),
    }
}

/// The name of the values of a kind, as upstream prints it; `None` for `true` and `false`.
pub fn value_name(kind: OptionKind) -> Option<&'static str> {
    let kind = match kind {
        OptionKind::List(element) => *element,
        kind => kind,
    };
    Some(match kind {
        OptionKind::Bool => return None,
        OptionKind::I32 => "int",
        OptionKind::I64 => "long",
        OptionKind::U32 | OptionKind::IntWidth => "uint",
        OptionKind::U64 => "ulong",
        OptionKind::F64 => "number",
        OptionKind::Text => "string",
        OptionKind::Pipeline => "pass-manager",
        OptionKind::Passes => "string",
        OptionKind::Enum(_) | OptionKind::List(_) => "value",
    })
}

/// The cases of an enumeration, or of a list of them.
pub fn cases(kind: OptionKind) -> &'static [rmlir_ir::pass::options::EnumCase] {
    match kind {
        OptionKind::Enum(cases) => cases,
        OptionKind::List(OptionKind::Enum(cases)) => cases,
        _ => &[],
    }
}

fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by_key(|entry| entry.name());
    entries
}

fn write_entries(text: &mut String, title: &str, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    write!(text, "\n{title}:\n").expect("writing to memory does not fail");
    for entry in entries {
        write_row(text, 2, &format!("--{}", entry.name()), entry.summary());
        entry.options().iter().for_each(|def| write_flag(text, 4, def));
    }
}

fn write_flag(text: &mut String, indent: usize, def: &OptionDef) {
    let default = def.default.filter(|default| *default != "true").map(|default| format!(" [{default}]"));
    write_row(text, indent, &spelling(def), &format!("{}{}", def.doc, default.unwrap_or_default()));
    for case in cases(def.kind).iter().filter(|case| !case.name.is_empty()) {
        write_row(text, indent + 2, &format!("={}", case.name), case.doc);
    }
}

/// A name and its description; the description is on the next line if the name is too long.
fn write_row(text: &mut String, indent: usize, name: &str, doc: &str) {
    let width = COLUMN - indent;
    let row = match name.len() < width {
        true => format!("{:indent$}{name:width$}{doc}", ""),
        false => format!("{:indent$}{name}\n{:COLUMN$}{doc}", "", ""),
    };
    *text += row.trim_end();
    text.push('\n');
}
