//! One test for each case file, named by its path below `test/cases`.
//!
//! A snapshot that is not as expected is shown, and written beside the old one as `.snap.new`; `INSTA_UPDATE=always`
//! blesses it.

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases").canonicalize().expect("test/cases is there");
    let trial = |file: std::path::PathBuf| {
        let name = file.strip_prefix(&root).expect("case files are below the root").display().to_string();
        Trial::test(name, move || check(&file))
    };
    let trials = rmlir_test_runner::case_files(&root).into_iter().map(trial).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn check(file: &Path) -> Result<(), Failed> {
    let text = rmlir_test_runner::run_case(file)?;
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(file.parent().expect("a case file is in a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = file.file_stem().expect("a case file has a name").to_string_lossy().into_owned();
    settings.bind(|| insta::assert_snapshot!(name, text));
    Ok(())
}
