//! Counts and prints verdicts.

use std::fmt::Write as _;

use crate::compare::{Kind, Verdict};
use crate::execute::Execution;

/// Longer lines are truncated.
const MAX_SHOWN_CHARS: usize = 160;

/// One split's verdict.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Path of the file, `#` and the index of the split.
    pub name: String,
    /// Line of the file on which the split begins.
    pub line: usize,
    /// Its verdict.
    pub verdict: Verdict,
    /// The result of executing both outputs, if they differ and were executed.
    pub execution: Option<Execution>,
}

/// All findings for one set of flags, in order of file and split.
#[derive(Clone, Debug)]
pub struct Section {
    /// The flags, as given.
    pub flags: String,
    /// One per split.
    pub findings: Vec<Finding>,
}

impl Section {
    fn count(&self, kind: Kind) -> usize {
        self.findings.iter().filter(|finding| finding.verdict.kind() == kind).count()
    }

    /// The percentage of equal among equal and missed; 100 when there is neither. Splits that both tools reject and
    /// splits on which mlir-opt fails are not counted.
    pub fn equal_percent(&self) -> f64 {
        let equal = self.count(Kind::Equal);
        let misses = self.misses().count();
        if equal + misses == 0 { 100.0 } else { 100.0 * equal as f64 / (equal + misses) as f64 }
    }

    fn misses(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.verdict.kind().is_miss())
    }

    fn title(&self) -> &str {
        if self.flags.trim().is_empty() { "(no flags)" } else { self.flags.trim() }
    }
}

/// The first `max_shown` misses of a section, each with its cause.
pub fn misses(section: &Section, max_shown: usize) -> String {
    let mut text = String::new();
    let n_misses = section.misses().count();
    if n_misses == 0 || max_shown == 0 {
        return text;
    }
    let _ = writeln!(text, "{}", section.title());
    for finding in section.misses().take(max_shown) {
        let kind = finding.verdict.kind().label();
        let _ = writeln!(text, "  {kind}: {} (from line {})", finding.name, finding.line);
        text += &details(&finding.verdict);
        text += &finding.execution.as_ref().map_or_else(String::new, execution_details);
    }
    if n_misses > max_shown {
        let _ = writeln!(text, "  … and {} more", n_misses - max_shown);
    }
    text.push('\n');
    text
}

fn details(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Equal | Verdict::BothReject | Verdict::TimedOut => String::new(),
        Verdict::OnlyMlirOpt { message } => format!("    rmlir-opt: {}\n", cut(message)),
        Verdict::OnlyRmlirOpt { message } => format!("    mlir-opt:  {}\n", cut(message)),
        Verdict::Crashed { message } => format!("    rmlir-opt: {}\n", cut(message)),
        Verdict::NoYardstick { reason } => format!("    {}\n", cut(reason)),
        Verdict::Different(difference) => {
            let line = |text: &Option<String>| text.as_deref().map_or("<end of output>".into(), cut);
            let (mlir_opt, rmlir_opt) = (line(&difference.mlir_opt), line(&difference.rmlir_opt));
            let number = difference.line;
            format!("    output line {number}\n    mlir-opt:  {mlir_opt}\n    rmlir-opt: {rmlir_opt}\n")
        }
    }
}

fn execution_details(execution: &Execution) -> String {
    match execution {
        Execution::Equal { n_run, n_functions } => {
            format!("    run: equal, {n_run} of {n_functions} functions\n")
        }
        Execution::Different { function, seed } => format!("    run: '{function}' differs with seed {seed}\n"),
        Execution::NotRun { reason } => format!("    run: {}\n", cut(reason)),
    }
}

/// How many of the differing outputs compute the same, one line per section. Empty if none was executed.
pub fn executions(sections: &[Section]) -> String {
    let mut text = String::new();
    for section in sections {
        let executions: Vec<&Execution> =
            section.findings.iter().filter_map(|finding| finding.execution.as_ref()).collect();
        if executions.is_empty() {
            continue;
        }
        let n_equal = executions.iter().filter(|run| matches!(run, Execution::Equal { .. })).count();
        let n_different = executions.iter().filter(|run| matches!(run, Execution::Different { .. })).count();
        let n_not_run = executions.len() - n_equal - n_different;
        let title = section.title();
        let _ = writeln!(
            text,
            "{title}: of {} that differ, {n_equal} run alike, {n_different} do not, {n_not_run} cannot be run",
            executions.len()
        );
    }
    text
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// The table of counts, one line per section.
pub fn summary(sections: &[Section]) -> String {
    let mut rows = vec![header()];
    rows.extend(sections.iter().map(row));
    aligned(&rows)
}

fn header() -> Vec<String> {
    let labels = Kind::ALL.map(|kind| kind.label().to_owned());
    ["flags".into(), "splits".into()].into_iter().chain(labels).chain(["equal %".into()]).collect()
}

fn row(section: &Section) -> Vec<String> {
    let counts = Kind::ALL.map(|kind| section.count(kind).to_string());
    let percent = format!("{:.2}", section.equal_percent());
    [section.title().to_owned(), section.findings.len().to_string()]
        .into_iter()
        .chain(counts)
        .chain([percent])
        .collect()
}

/// Aligns the first column to the left, the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let n_columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let _ = write!(text, "{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}

/// One line per miss: kind, flags and split, separated by tabs.
pub fn list(sections: &[Section]) -> String {
    let mut text = String::new();
    for section in sections {
        for finding in section.misses() {
            let _ = writeln!(text, "{}\t{}\t{}", finding.verdict.kind().label(), section.flags.trim(), finding.name);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::FirstDifference;

    fn section(verdicts: Vec<Verdict>) -> Section {
        let finding =
            |(index, verdict)| Finding { name: format!("a.mlir#{index}"), line: 1 + index, verdict, execution: None };
        Section { flags: "--cse".into(), findings: verdicts.into_iter().enumerate().map(finding).collect() }
    }

    fn different() -> Verdict {
        Verdict::Different(FirstDifference { line: 2, mlir_opt: Some("x".into()), rmlir_opt: None })
    }

    #[test]
    fn the_share_of_equal_leaves_out_what_says_nothing() {
        let silent = [Verdict::BothReject, Verdict::NoYardstick { reason: String::new() }];
        let share = |verdicts: &[Verdict]| section(verdicts.to_vec()).equal_percent();
        assert_eq!(share(&silent), 100.0);
        assert_eq!(share(&[silent.as_slice(), &[Verdict::Equal, different()]].concat()), 50.0);
        assert_eq!(share(&[Verdict::OnlyRmlirOpt { message: String::new() }]), 0.0);
    }

    #[test]
    fn misses_are_shown_up_to_the_limit() {
        let section = section(vec![Verdict::Equal, different(), Verdict::TimedOut]);
        let first = "--cse\n  different: a.mlir#1 (from line 2)\n    output line 2\n    mlir-opt:  x\n    rmlir-opt: <end of output>\n";
        assert_eq!(misses(&section, 1), format!("{first}  … and 1 more\n\n"));
        assert_eq!(misses(&section, 2), format!("{first}  timeout: a.mlir#2 (from line 3)\n\n"));
        assert_eq!(misses(&section, 0), "");
    }

    #[test]
    fn the_table_has_a_line_per_section() {
        let text = summary(&[section(vec![Verdict::Equal, Verdict::TimedOut])]);
        let cells: Vec<&str> = text.lines().nth(1).unwrap_or_default().split_whitespace().collect();
        assert_eq!(cells, ["--cse", "2", "1", "0", "0", "0", "0", "1", "0", "0", "50.00"]);
    }

    #[test]
    fn runs_are_counted() {
        let mut section = section(vec![different(), different(), different(), Verdict::Equal]);
        section.findings[0].execution = Some(Execution::Equal { n_run: 1, n_functions: 2 });
        section.findings[1].execution = Some(Execution::Different { function: "f".into(), seed: 3 });
        section.findings[2].execution = Some(Execution::NotRun { reason: "no".into() });
        let shown = misses(&section, 3);
        assert!(shown.contains("run: equal, 1 of 2") && shown.contains("'f' differs with seed 3"), "{shown}");
        assert_eq!(executions(&[section]), "--cse: of 3 that differ, 1 run alike, 1 do not, 1 cannot be run\n");
    }

    #[test]
    fn the_list_names_misses_only() {
        assert_eq!(list(&[section(vec![Verdict::Equal, different()])]), "different\t--cse\ta.mlir#1\n");
    }

    #[test]
    fn long_lines_are_cut_between_characters() {
        assert_eq!(cut(&"é".repeat(MAX_SHOWN_CHARS + 1)), format!("{}…", "é".repeat(MAX_SHOWN_CHARS)));
    }
}
