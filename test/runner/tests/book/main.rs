//! The pages of the book and the README: their commands print what is shown, their programs parse, and their pictures
//! are those that the tools draw.
//!
//! - A `mlir` block whose first line is a comment with a name, such as `// dot.mlir`, is a file that the commands of the
//!   page can read. Other `mlir` blocks parse, unless they are marked as `mlir,fragment`.
//! - A `console` block has commands, each after a `$`, with their output: standard error, then standard output. A line
//!   `...` stands for any number of lines. `2> FILE` keeps standard error for a picture and does not show it.
//! - An image after `<!-- picture N of FILE -->` is the N-th drawing in that output.
//! - Flags in code spans are flags of the tools, unless the line is about a tool that cases do not run.
//! - Pages with `rust` blocks are documentation tests of `tools/rmlir/src/guide.rs`.
//!
//! `INSTA_UPDATE=always` writes the output and the pictures that differ.

mod page;
mod run;

use std::path::{Path, PathBuf};

use page::Page;
use rmlir_test_runner::Tool;

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root is there")
}

/// The README and every page that is written by hand.
fn pages() -> Vec<Page> {
    let mut paths = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("the folder can be read");
        for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|extension| extension == "md") => paths.push(path),
                false => {}
            }
        }
    }
    paths.sort();
    let pages = paths.into_iter().map(Page::read);
    pages.filter(|page| !page.text.starts_with("<!-- Made by")).collect()
}

#[test]
fn commands_print_what_is_shown() {
    let is_updated = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    let mut faults = Vec::new();
    for page in pages() {
        let fresh = run::run(&page, &mut faults);
        if is_updated && fresh != page.text {
            std::fs::write(&page.path, fresh).expect("the page can be written");
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn programs_parse() {
    let registry = rmlir_opt::Registry::everything();
    let mut faults = Vec::new();
    for page in pages() {
        for block in page.blocks().iter().filter(|block| block.info == "mlir" && block.file_name().is_none()) {
            let arguments = ["-", "-o", "/dev/null"].map(str::to_owned);
            let ran = rmlir_opt::opt::run(&registry, &arguments, block.text.as_bytes());
            if ran.code != 0 {
                faults.push(format!("{}:{}: {}", page.name(), block.line, String::from_utf8_lossy(&ran.stderr)));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn rust_examples_are_compiled() {
    let guide = std::fs::read_to_string(root().join("tools/rmlir/src/guide.rs")).expect("the guide is there");
    let has_rust = |page: &Page| page.blocks().iter().any(|block| block.info.starts_with("rust"));
    let pages = pages().into_iter().filter(|page| !page.path.ends_with("README.md") && has_rust(page));
    let missing: Vec<String> = pages.map(|page| page.name()).filter(|name| !guide.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "tools/rmlir/src/guide.rs does not include {missing:?}");
}

/// Tools whose flags are not checked, and flags of upstream that are named because they are missing.
const OTHERS: [&str; 9] = [
    "cargo",
    "rmlir-bench",
    "rmlir-campaign",
    "rmlir-check",
    "rmlir-compare",
    "rmlir-reduce",
    "rmlir-smith",
    "--debug-only",
    "--reduce-to",
];

#[test]
fn flags_exist() {
    let registry = rmlir_opt::Registry::everything();
    let tools = [Tool::Opt, Tool::Run, Tool::Translate];
    let help = tools.map(|tool| rmlir_test_runner::run_tool(tool, &registry, &["--help".to_owned()], b"").0).concat();
    let lit = [rmlir_lit::command(), rmlir_lit::filecheck::tool::command()];
    let help = lit.map(|mut command| command.render_long_help().to_string()).concat() + &String::from_utf8_lossy(&help);
    let is_known = |flag: &str| help.contains(flag) || flag.contains("PASS");
    let mut unknown = Vec::new();
    for page in pages() {
        let name = page.name();
        for line in page.prose().filter(|line| !OTHERS.iter().any(|other| line.contains(other))) {
            let spans = line.split('`').skip(1).step_by(2);
            let words =
                spans.flat_map(|span| span.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-'));
            let flags = words.filter(|word| word.starts_with("--") && word.len() > 3 && !is_known(word));
            unknown.extend(flags.map(|flag| format!("{name}: {flag}")));
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
