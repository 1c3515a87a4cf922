//! The command line: `cargo xtask docs [--check]`, `cargo xtask tidy`.

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask docs            write docs/ from the declarations
       cargo xtask docs --check    complain if docs/ is not what the declarations say
       cargo xtask tidy            check the rules of STYLE.md and ARCHITECTURE.md";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = xtask::root();
    let complaints = match args[..] {
        ["docs"] => xtask::docs::write(&root),
        ["docs", "--check"] => xtask::docs::check(&root),
        ["tidy"] => xtask::tidy::check(&root),
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
