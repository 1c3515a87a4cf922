//! The command line: `cargo xtask docs [--check]`, `book [--open]`, `tidy`, `benchmarks`.

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask docs            write docs/ from the declarations
       cargo xtask docs --check    complain if docs/ is not what the declarations say
       cargo xtask book            build the book in target/book, and check its links
       cargo xtask book --open     the same, and open each page in headless Chromium to find errors
       cargo xtask tidy            check the rules of STYLE.md and ARCHITECTURE.md
       cargo xtask benchmarks FOLDER [TITLE]    measure with the tools in FOLDER, and write BENCHMARKS.md";

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
        ["tidy"] => xtask::tidy::check(&root),
        ["benchmarks", folder] => xtask::benchmarks::write(&root, folder, ""),
        ["benchmarks", folder, only] => xtask::benchmarks::write(&root, folder, only),
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
