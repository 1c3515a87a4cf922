//! The command line: `cargo xtask docs [--check]`, `book [--open]`, `explain`, `playground`, `tidy`, `benchmarks`, `new`.

use std::path::Path;
use std::process::ExitCode;

use xtask::new::{self, Changes};

const USAGE: &str = "usage: cargo xtask docs            write docs/ from the declarations
       cargo xtask docs --check    complain if docs/ is not what the declarations say
       cargo xtask book            build the book in target/book, and check its links
       cargo xtask book --open     the same, and open each page in headless Chromium to find errors
       cargo xtask explain         write pages of --explain, and use them in headless Chromium
       cargo xtask playground      build the playground in target/playground, and use it in headless Chromium
       cargo xtask playground FOLDER    the same, and compare its results with native ones on the files there
       cargo xtask tidy            check the rules of STYLE.md and ARCHITECTURE.md
       cargo xtask benchmarks FOLDER [TITLE]    measure with the tools in FOLDER, and write BENCHMARKS.md
       cargo xtask new dialect NAME         add a dialect to the workspace, without operations
       cargo xtask new op DIALECT NAME      add an operation and a case
       cargo xtask new pass FOLDER NAME     add a pass to passes/FOLDER, and a case";

/// What follows after `new`.
const NEXT: &str =
    "Next: cargo fmt --all; cargo xtask docs; a line in CHANGELOG.md. CONTRIBUTING.md says what else is needed.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = xtask::root();
    let complaints = match args[..] {
        ["docs"] => xtask::docs::write(&root),
        ["docs", "--check"] => xtask::docs::check(&root),
        ["book"] => xtask::book::build(&root),
        ["book", "--open"] => xtask::book::build(&root).and_then(|complaints| match complaints.is_empty() {
            true => xtask::book::open(&root),
            false => Ok(complaints),
        }),
        ["explain"] => xtask::explain::open(&root),
        ["playground"] => playground(&root, None),
        ["playground", folder] => playground(&root, Some(Path::new(folder))),
        ["tidy"] => xtask::tidy::check(&root),
        ["benchmarks", folder] => xtask::benchmarks::write(&root, folder, ""),
        ["benchmarks", folder, only] => xtask::benchmarks::write(&root, folder, only),
        ["new", "dialect", name] => add(&root, new::dialect(&root, name)),
        ["new", "op", dialect, name] => add(&root, new::op(&root, dialect, name)),
        ["new", "pass", folder, name] => add(&root, new::pass(&root, folder, name)),
        _ => Err(USAGE.to_owned()),
    };
    match complaints {
        Ok(complaints) if complaints.is_empty() => ExitCode::SUCCESS,
        Ok(complaints) => {
            complaints.iter().for_each(|complaint| eprintln!("{complaint}"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the playground and uses it; compares results on the files of `folder`.
fn playground(root: &Path, folder: Option<&Path>) -> Result<Vec<String>, String> {
    let folder = folder.map(|folder| folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display())));
    let mut complaints = xtask::playground::build(root)?;
    complaints.extend(xtask::playground::open(root)?);
    if let Some(folder) = folder {
        complaints.extend(xtask::playground::compare(root, &folder?)?);
    }
    Ok(complaints)
}

/// Writes the files of something new, and prints their paths.
fn add(root: &Path, changes: Result<Changes, String>) -> Result<Vec<String>, String> {
    new::write(root, changes?)?;
    println!("{NEXT}");
    Ok(Vec::new())
}
