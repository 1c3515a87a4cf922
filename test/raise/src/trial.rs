//! One program: compiled twice, executed twice.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use clap::ValueEnum;
use derive_more::{AddAssign, Display};
use rmlir_cc::command_line::CommandLine;
use rmlir_compare::run::{Outcome, Tool};
use rmlir_opt::Registry;

use crate::{parallel_program, program};

/// Figures over programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, AddAssign, Display)]
#[display("{programs} programs, {loops} loops; {endless} programs do not end, clang's vectorizer changes {changed}")]
pub struct Counts {
    /// Programs that print the same.
    pub programs: u64,
    /// Loops that were raised to `affine`, or vectorized.
    pub loops: u64,
    /// Programs that do not end in time without optimization, and are not compared.
    pub endless: u64,
    /// Programs with marked loops that print something else only if clang vectorizes what is left to it, and also if
    /// clang alone does.
    pub changed: u64,
}

/// What both compilations have in common: products and sums are not contracted. Programs of Csmith include its headers.
const COMMON: [&str; 3] = ["-w", "-ffp-contract=off", "-I/usr/include/csmith"];

/// The time limit of an execution without optimization: a program of Csmith may not end.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Checks that clang is there.
pub fn has_clang() -> Result<(), String> {
    run(Command::new("clang-22").arg("--version")).map(drop)
}

/// Adds the program of `seed` to the counts.
///
/// # Errors
/// The programs that clang and `rmlir cc` make print different things, or one of them cannot be made.
pub fn try_seed(registry: &Registry, seed: u64, pipeline: &str, kind: Kind, counts: &mut Counts) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name);
    let source = at("program.c");
    fs::write(&source, kind.text(seed)?).map_err(|error| error.to_string())?;
    run(Command::new("clang-22").args(COMMON).args(["-O0", "-lm"]).arg(&source).arg("-o").arg(at("expected")))?;
    let Some(expected) = output_in_time(&at("expected"))? else {
        counts.endless += 1;
        return Ok(());
    };
    let compile = |name: &str, more: &[&str]| {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let mut args: Vec<String> =
            COMMON.iter().chain(kind.options()).chain(more).map(|&arg| arg.to_owned()).collect();
        args.extend(["-O2".to_owned(), "--strict".to_owned(), format!("--rmlir-pipeline={pipeline}")]);
        args.extend([path(&source), "-o".to_owned(), path(&at(name))]);
        let line = CommandLine::parse(&args)?;
        let n_loops = Cell::new(0);
        let optimize = |raw: &Path| {
            n_loops.set(kind.n_loops(registry, raw)?);
            rmlir_cc::optimize(registry, &line, raw)
        };
        match rmlir_cc::run(&line, &optimize)? {
            0 => Ok((run(&mut Command::new(at(name)))?, n_loops.get())),
            _ => Err("clang failed".to_owned()),
        }
    };
    let (found, n_loops) = compile("found", &[])?;
    if expected != found {
        // What is not raised is vectorized by clang, and wrongly in some loops marked as parallel, such as those with an
        // array that each iteration has for itself: then it does so without us, too.
        let options = COMMON.iter().chain(kind.options()).chain(&["-O3", "-lm"]);
        run(Command::new("clang-22").args(options).arg(&source).arg("-o").arg(at("clang")))?;
        let is_clangs = kind == Kind::Parallel
            && run(&mut Command::new(at("clang")))? != expected
            && compile("not_vectorized", &["-fno-vectorize"])?.0 == expected;
        if !is_clangs {
            return Err(format!("the outputs differ:\n{expected}\n{found}"));
        }
        counts.changed += 1;
        return Ok(());
    }
    counts.programs += 1;
    counts.loops += n_loops;
    Ok(())
}

/// The kind of random programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    /// Loops over arrays.
    Affine,
    /// Loops that are marked as parallel.
    Parallel,
    /// Programs of Csmith, with structs, pointers and calls.
    Csmith,
}

impl Kind {
    /// The program of `seed`.
    ///
    /// # Errors
    /// Csmith cannot be started.
    pub fn text(self, seed: u64) -> Result<String, String> {
        match self {
            Self::Affine => Ok(program::text(seed)),
            Self::Parallel => Ok(parallel_program::text(seed)),
            Self::Csmith => run(Command::new("csmith").arg("--seed").arg(seed.to_string())),
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Affine | Self::Csmith => &[],
            Self::Parallel => &["-fopenmp-simd", "-fno-math-errno", "-march=native", "-lm"],
        }
    }

    /// The number of loops of a file of LLVM IR by clang's front end that are raised to `affine`, or vectorized.
    fn n_loops(self, registry: &Registry, raw: &Path) -> Result<u64, String> {
        let text = fs::read(raw).map_err(|error| error.to_string())?;
        let imported = rmlir_translate::tool::run(registry, &["--import-llvm".to_owned()], &text);
        let (passes, counted) = match self {
            Self::Affine | Self::Csmith => ("raise-llvm-to-affine", "affine.for"),
            Self::Parallel => ("raise-llvm-to-simd,wfv{keep-scalar=true}", "func.func private @_ZGV_LLVM_N"),
        };
        let passes = ["-".to_owned(), format!("--pass-pipeline=builtin.module({passes})")];
        let raised = rmlir_opt::opt::run(registry, &passes, &imported.stdout);
        match (imported.code, raised.code) {
            (0, 0) => Ok(String::from_utf8_lossy(&raised.stdout).matches(counted).count() as u64),
            _ => Err("raising failed".to_owned()),
        }
    }
}

/// Executes a program; returns what it prints, or `None` if it does not end in time.
fn output_in_time(program: &Path) -> Result<Option<String>, String> {
    let tool = Tool { program: program.to_owned(), flags: Vec::new(), timeout: TIMEOUT };
    match tool.run("").map_err(|error| error.to_string())? {
        Outcome::Accepted { stdout } => Ok(Some(String::from_utf8_lossy(&stdout).into_owned())),
        Outcome::TimedOut => Ok(None),
        Outcome::Rejected { message } | Outcome::Crashed { message } => Err(format!("the program fails: {message}")),
    }
}

/// Executes a command; returns what it prints.
pub(crate) fn run(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("'{name}' cannot be started: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("'{name}' failed: {}", String::from_utf8_lossy(&output.stderr))),
    }
}
