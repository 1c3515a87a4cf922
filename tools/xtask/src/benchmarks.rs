//! Writes BENCHMARKS.md: the output of the comparison tools, each with its command, the machine and the date.
//!
//! A section that is not run is preserved, so that figures which need an idle machine can be measured one by one.

use std::path::Path;
use std::process::Command;

/// A figure: its title, and the tool and arguments that measure it. Tools are those of a build, or of the machine.
struct Figure {
    title: &'static str,
    tool: &'static str,
    arguments: &'static [&'static str],
}

const fn figure(title: &'static str, tool: &'static str, arguments: &'static [&'static str]) -> Figure {
    Figure { title, tool, arguments }
}

/// All figures, in the order of the page.
const FIGURES: &[Figure] = &[
    figure("Text, canonicalize, cse and lowerings beside mlir-opt", "rmlir-bench", &["beside"]),
    figure("The same at 100 MB", "rmlir-bench", &["beside", "--megabytes", "100", "--times", "1"]),
    figure("Two threads beside one", "rmlir-bench", &["threads"]),
    figure("Growth from 1 to 200 MB", "rmlir-bench", &["growth", "--megabytes", "200", "--times", "1"]),
    figure("Engines beside clang", "rmlir-check", &["engines", "speed"]),
    figure("Uniformity beside opt", "rmlir-check", &["uniformity", "llvm", "--count", "1000"]),
    figure("If-conversion: branchy kernels", "rmlir-check", &["ifconvert", "native"]),
    figure("If-conversion: large functions", "rmlir-check", &["ifconvert", "bench"]),
    figure("Modulo scheduling: random loops", "rmlir-check", &["modulo", "synthetic"]),
    figure(
        "Hexagon: packets and initiation intervals of loops beside clang",
        "rmlir-check",
        &["vliw", "hexagon", "--peer"],
    ),
    figure("Hexagon: size of functions beside clang", "rmlir-check", &["vliw", "hexagon", "--sizes"]),
    figure("PLuTo: schedules beside PLuTo's", "rmlir-check", &["pluto", "schedules"]),
    figure("PLuTo: compile time beside PLuTo's", "rmlir-check", &["pluto", "time"]),
    figure("PLuTo: growth", "rmlir-check", &["pluto", "growth"]),
    figure("PLuTo: speed, one thread", "rmlir-check", &["pluto", "speed", "--size", "large"]),
    figure(
        "PLuTo: speed, two threads beside one",
        "rmlir-check",
        &["pluto", "speed", "--size", "large", "--threads", "2", "--by-plan"],
    ),
    // The suite is a public one, of which the user has put a copy there.
    figure("C: loops of TSVC beside clang", "rmlir-check", &["raise", "tsvc", "--sources", "target/TSVC_2"]),
    figure("Products beside OpenBLAS, one thread", "rmlir-check", &["pluto", "product"]),
    figure("Whole-function vectorization: speed", "rmlir-check", &["wfv", "speed"]),
    figure("Whole-function vectorization: large functions", "rmlir-check", &["wfv", "bench"]),
];

/// The header of the page.
const HEAD: &str = "# Benchmarks

Written by `cargo xtask benchmarks FOLDER [PART OF A TITLE]`, where FOLDER holds the tools (`target/dist` after
`cargo build --profile dist --workspace`). Times depend on the machine and on what else it does; ratios are taken in one run.
";

/// Runs the figures whose titles contain `only`, with the tools in `folder`, and writes the page.
pub fn write(root: &Path, folder: &str, only: &str) -> Result<Vec<String>, String> {
    let page = root.join("BENCHMARKS.md");
    let old = std::fs::read_to_string(&page).unwrap_or_default();
    let mut complaints = Vec::new();
    let mut text = HEAD.to_owned();
    for figure in FIGURES {
        let kept = section(&old, figure.title);
        let section = match figure.title.contains(only) {
            true => match run(figure, folder) {
                Ok(section) => Some(section),
                Err(error) => {
                    complaints.push(format!("{}: {error}", figure.title));
                    kept
                }
            },
            false => kept,
        };
        if let Some(section) = section {
            text.push_str(&format!("\n## {}\n\n{section}\n", figure.title));
        }
    }
    std::fs::write(&page, text).map_err(|error| format!("{}: {error}", page.display()))?;
    Ok(complaints)
}

/// The section below `title` in the current page.
fn section(page: &str, title: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("\n## {title}\n"))?;
    Some(rest.split("\n## ").next().unwrap_or(rest).trim().to_owned())
}

/// Measures a figure and returns its section.
fn run(figure: &Figure, folder: &str) -> Result<String, String> {
    let path = Path::new(folder).join(figure.tool);
    let output = Command::new(&path).args(figure.arguments).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    let command = [&[figure.tool], figure.arguments].concat().join(" ");
    let printed = String::from_utf8_lossy(&output.stdout);
    Ok(format!("`{command}`, {}\n\n```text\n{}\n```", circumstances(), printed.trim_end()))
}

/// The date, the machine and the reference tools.
fn circumstances() -> String {
    let machine = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let models =
        || machine.lines().filter_map(|line| line.strip_prefix("model name")).filter_map(|l| l.split_once(':'));
    let (model, n) = (models().next().map_or("unknown", |(_, name)| name.trim()), models().count());
    let compared = ["mlir-opt-22", "clang-22"].map(|tool| first_line_with(tool, "version"));
    let parts = [said("date", &["-u", "+%F"]), format!("{n} x {model}"), said("rustc", &["--version"])];
    parts.into_iter().chain(compared).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The output of a tool of the machine; empty if the tool is not installed.
fn said(tool: &str, arguments: &[&str]) -> String {
    let output = Command::new(tool).args(arguments).output();
    output.map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The line of `tool --version` that contains `word`, after the tool's name.
fn first_line_with(tool: &str, word: &str) -> String {
    let all = said(tool, &["--version"]);
    all.lines().find(|line| line.contains(word)).map_or(String::new(), |line| format!("{tool}: {}", line.trim()))
}

#[cfg(test)]
mod tests {
    use super::section;

    #[test]
    fn sections_are_found_by_their_titles() {
        let page = "# Benchmarks\n\n## One\n\ntext\n\n```text\n1\n```\n\n## Two\n\nmore\n";
        assert_eq!(section(page, "One").as_deref(), Some("text\n\n```text\n1\n```"));
        assert_eq!(section(page, "Two").as_deref(), Some("more"));
        assert_eq!(section(page, "Three"), None);
    }
}
