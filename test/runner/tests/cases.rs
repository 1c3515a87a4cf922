//! Two tests for each case file, named by its path below `test/cases`: the output of its commands, and, behind
//! `semantics:`, whether their passes preserve the semantics of its functions.
//!
//! A snapshot that differs is shown, and written beside the old one as `.snap.new`; `INSTA_UPDATE=always` accepts it.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases").canonicalize().expect("test/cases is there");
    let trials = |file: std::path::PathBuf| {
        let name = file.strip_prefix(&root).expect("case files are below the root").display().to_string();
        let runs = format!("semantics:{name}");
        let other = file.clone();
        [Trial::test(name, move || check(&file)), Trial::test(runs, move || check_semantics(&other))]
    };
    let trials = rmlir_test_runner::case_files(&root).into_iter().flat_map(trials).collect();
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    let (n_functions, n_commands, n_files) = (count(&FUNCTIONS), count(&COMMANDS), count(&FILES));
    // The output of `--list` must not have additional lines.
    if n_commands > 0 {
        println!(
            "{n_functions} functions were run before and after the passes of {n_commands} commands in {n_files} cases"
        );
    }
    conclusion.exit_code()
}

static FUNCTIONS: AtomicUsize = AtomicUsize::new(0);
static COMMANDS: AtomicUsize = AtomicUsize::new(0);
static FILES: AtomicUsize = AtomicUsize::new(0);

fn check_semantics(file: &Path) -> Result<(), Failed> {
    let looked = rmlir_test_runner::semantics::check_case(file)?;
    let add = |counter: &AtomicUsize, n: usize| counter.fetch_add(n, Ordering::Relaxed);
    add(&FUNCTIONS, looked.n_functions);
    add(&COMMANDS, looked.n_commands);
    add(&FILES, usize::from(looked.n_commands > 0));
    Ok(())
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
