//! Random modules through the same passes of both tools: both results are compared with the original module.

use std::time::Duration;

use rayon::prelude::*;
use rmlir_compare::command::find_llvm_program;
use rmlir_compare::run::{Outcome, Tool};
use rmlir_opt::Registry;
use rmlir_semantics::{Checked, Oracle, Settings};

use crate::trial::{context, read, run_passes};

/// The number of modules passed to mlir-opt at once: starting it takes longer than running it.
const TOGETHER: usize = 16;

/// Executions that take longer are considered non-terminating: there are graphs that canonicalization changes forever.
const TIMEOUT: Duration = Duration::from_secs(6);

/// The separator of modules in a text.
const MARKER: &str = "// -----\n";

/// The pipelines that are compared, with passes of both tools: those that users run to lower to LLVM, and clean-ups.
pub const PIPELINES: &[&str] = &[
    "canonicalize,cse",
    "sccp,inline,canonicalize,symbol-dce",
    "lower-affine,convert-scf-to-cf,canonicalize",
    "lower-affine,convert-vector-to-scf,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts",
];

/// The result for one module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The outputs of both tools compute the same; with the number of functions that were executed.
    Same(usize),
    /// The output of our tool computes something else.
    OursDiffers(String),
    /// The output of mlir-opt computes something else.
    TheirsDiffers(String),
    /// One of the tools rejects the module.
    Refused(String),
}

/// Finds mlir-opt.
pub fn mlir_opt() -> Result<Tool, String> {
    let program = find_llvm_program("mlir-opt")?;
    Ok(Tool { program, flags: Vec::new(), timeout: TIMEOUT })
}

/// Runs `pipeline` of both tools on modules.
pub fn compare(
    registry: &Registry,
    mlir_opt: &Tool,
    modules: &[String],
    pipeline: &str,
    settings: Settings,
) -> Result<Vec<Verdict>, String> {
    let some = |some: &[String]| {
        let theirs = theirs(mlir_opt, some, pipeline)?;
        let verdicts =
            some.iter().zip(theirs).map(|(text, theirs)| compare_one(registry, text, theirs, pipeline, settings));
        Ok(verdicts.collect())
    };
    let verdicts: Result<Vec<Vec<Verdict>>, String> = modules.par_chunks(TOGETHER).map(some).collect();
    Ok(verdicts?.concat())
}

/// The output of mlir-opt for each module, if it accepts all of them.
fn theirs(mlir_opt: &Tool, modules: &[String], pipeline: &str) -> Result<Vec<Result<String, String>>, String> {
    let with_flags = |flags: &[&str], text: &str| {
        let mut tool = mlir_opt.clone();
        tool.flags = vec![format!("--pass-pipeline=builtin.module({pipeline})")];
        tool.flags.extend(flags.iter().map(|&flag| flag.to_owned()));
        tool.run(text).map_err(|error| error.to_string())
    };
    if let Outcome::Accepted { stdout } = with_flags(&["--split-input-file"], &modules.join(MARKER))? {
        let stdout = String::from_utf8_lossy(&stdout);
        let pieces: Vec<_> = stdout.split(MARKER).map(|piece| Ok(piece.to_owned())).collect();
        if pieces.len() == modules.len() {
            return Ok(pieces);
        }
    }
    let one = |text: &String| match with_flags(&[], text)? {
        Outcome::Accepted { stdout } => Ok(Ok(String::from_utf8_lossy(&stdout).into_owned())),
        other => Ok(Err(format!("mlir-opt: {other:?}"))),
    };
    modules.iter().map(one).collect()
}

fn compare_one(
    registry: &Registry,
    text: &str,
    theirs: Result<String, String>,
    pipeline: &str,
    settings: Settings,
) -> Verdict {
    let compare = |theirs: String| {
        let cx = context(registry);
        let mut ours = read(&cx, text)?;
        let (mut oracle, _) = Oracle::new(&ours, settings);
        let theirs = oracle.clone().check(&*read(&cx, &theirs)?, pipeline);
        run_passes(registry, &mut ours, pipeline, None)?;
        let ours = oracle.check(&ours, pipeline);
        let said =
            |checked: &Checked| checked.differences.first().map(|difference| difference.diagnostic().to_string());
        Ok(match (said(&ours), said(&theirs)) {
            (Some(said), _) => Verdict::OursDiffers(said),
            (_, Some(said)) => Verdict::TheirsDiffers(said),
            _ => Verdict::Same(ours.n_functions.min(theirs.n_functions)),
        })
    };
    theirs.and_then(compare).unwrap_or_else(Verdict::Refused)
}
