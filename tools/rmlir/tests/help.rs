//! The texts of `--help` of every pass and pipeline: they are whole sentences, and the examples can be run.

use rmlir::pass::options::OptionKind;
use rmlir::pass::pipeline;
use rmlir::pass::registry::Entry;
use rmlir::{Registry, opt};

/// The words that another has to follow, so that a text which ends with one was cut.
const NEVER_LAST: &[&str] = &[
    "a", "an", "and", "because", "every", "if", "its", "nor", "of", "or", "our", "such", "than", "the", "their",
    "until", "whether", "which", "whose",
];

fn entries(registry: &Registry) -> Vec<Entry> {
    let passes = registry.passes.passes().iter().map(|def| Entry::Pass(def));
    passes.chain(registry.passes.pipelines().iter().map(|def| Entry::Pipeline(def))).collect()
}

/// Why `text` is not a whole sentence in one line.
fn fault(text: &str) -> Option<String> {
    let last = text.trim_end_matches('.').rsplit([' ', '/']).next().unwrap_or_default();
    let opened = |open, close| text.matches(open).count() != text.matches(close).count();
    let fault = match () {
        () if text.is_empty() => "it is empty",
        () if text != text.trim() || text.contains('\n') => "it is not one line",
        () if opened('(', ')') || opened('[', ']') || opened('{', '}') => "a bracket is not closed",
        () if text.matches('`').count() % 2 == 1 => "a backtick is not closed",
        () if text.ends_with([',', ';', ':', '-', '(', '=']) => "something has to follow its last sign",
        () if NEVER_LAST.contains(&last) => "something has to follow its last word",
        () => return None,
    };
    Some(format!("{fault}: {text:?}"))
}

#[test]
fn texts_end_with_their_sentences() {
    let mut faults = Vec::new();
    for entry in entries(&Registry::everything()) {
        let mut check = |what: &str, text: &str| {
            faults.extend(fault(text).map(|fault| format!("{} {what}: {fault}", entry.name())));
        };
        check("summary", entry.summary());
        for option in entry.options() {
            check(option.name, option.doc);
            let cases = match option.kind {
                OptionKind::Enum(cases) => cases,
                OptionKind::List(OptionKind::Enum(cases)) => cases,
                _ => &[],
            };
            cases.iter().filter(|case| !case.name.is_empty()).for_each(|case| check(case.name, case.doc));
        }
        if let Entry::Pass(def) = entry {
            def.stats.iter().for_each(|stat| check(stat.name, stat.doc));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn texts_that_are_cut_are_found() {
    for cut in ["", "Select the", "Cost (in operations", "The kind:", "Use `x", "The limit;", "Two\nlines"] {
        assert!(fault(cut).is_some(), "{cut:?} is no sentence");
    }
    assert_eq!(fault("Copy pieces of at least this cost (8 trips); 0 for never"), None);
}

#[test]
fn examples_are_pipelines() {
    let registry = Registry::everything();
    for entry in entries(&registry) {
        let help = opt::run(&registry, &[format!("--help={}", entry.name())], b"");
        let help = String::from_utf8(help.stdout).expect("the tool writes UTF-8");
        let (_, rest) = help.split_once("--pass-pipeline='").expect("the help has an example");
        let (text, _) = rest.split_once("'\n").expect("the pipeline ends with its line");
        if let Err(error) = pipeline::parse(text, &registry.passes) {
            panic!("{text}: {error:?}");
        }
    }
}
