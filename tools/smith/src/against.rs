//! Comparison of mlir-opt and rmlir-opt with the same passes on random modules.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;
use rmlir_compare::command::{find_llvm_program, find_program};
use rmlir_compare::compare::{Kind, Verdict};
use rmlir_compare::report::{Finding, Section};
use rmlir_compare::run::Tool;
use rmlir_compare::texts::{Named, compare_with};

use crate::{Options, module};

/// The default passes to compare: flags of both tools.
pub const PASSES: [&str; 14] = [
    "",
    "--mlir-print-op-generic",
    "--canonicalize",
    "--cse",
    "--sccp",
    "--lower-affine --convert-scf-to-cf",
    "--lower-affine",
    "--loop-invariant-code-motion",
    "--int-range-optimizations",
    "--remove-dead-values",
    "--inline",
    "--mem2reg",
    "--lower-affine --convert-scf-to-cf --canonicalize --cse",
    "--lower-affine --convert-scf-to-cf --convert-to-llvm --canonicalize",
];

/// The number of modules passed to the tools at once: starting them takes longer than running them on a small module.
const TOGETHER: usize = 16;

/// The two tools.
pub struct Tools {
    /// The reference, upstream's tool.
    pub mlir_opt: Tool,
    /// The tool under test.
    pub rmlir_opt: Tool,
}

impl Tools {
    /// The given programs, or those that are found: `rmlir-opt` also beside this program.
    pub fn find(mlir_opt: Option<&Path>, rmlir_opt: Option<&Path>, timeout: Duration) -> Result<Self, String> {
        let mlir_opt = mlir_opt.map_or_else(|| find_llvm_program("mlir-opt"), |path| Ok(path.into()))?;
        let rmlir_opt = rmlir_opt.map_or_else(|| find_program("rmlir-opt", true), |path| Ok(path.into()))?;
        let tool = |program: PathBuf| Tool { program, flags: Vec::new(), timeout };
        Ok(Self { mlir_opt: tool(mlir_opt), rmlir_opt: tool(rmlir_opt) })
    }

    /// Compares the outputs for `modules`, by their seeds, with the flags `passes`.
    pub fn compare(&self, modules: &[(u64, String)], passes: &str) -> Result<Section, String> {
        let findings = modules.par_chunks(TOGETHER).map(|some| self.compare_some(some, passes));
        let findings: Result<Vec<Vec<Finding>>, String> = findings.collect();
        Ok(Section { flags: passes.to_owned(), findings: findings?.concat() })
    }

    /// Compares all in one execution; if the outputs differ, each module separately.
    fn compare_some(&self, modules: &[(u64, String)], passes: &str) -> Result<Vec<Finding>, String> {
        let texts: Vec<&str> = modules.iter().map(|(_, text)| text.as_str()).collect();
        let together = texts.join("// -----\n");
        let named = |name, text| Named { name, line: 1, text };
        let flags = format!("{passes} --split-input-file");
        let whole = [named(String::new(), together.as_str())];
        let of_whole = compare_with(&flags, &whole, &self.mlir_opt, &self.rmlir_opt)?;
        let names = modules.iter().map(|(seed, _)| format!("seed {seed}"));
        if of_whole.findings.iter().all(|finding| finding.verdict.kind() == Kind::Equal) {
            return Ok(names.map(|name| Finding { name, line: 1, verdict: Verdict::Equal, execution: None }).collect());
        }
        let each: Vec<Named> = names.zip(texts).map(|(name, text)| named(name, text)).collect();
        Ok(compare_with(passes, &each, &self.mlir_opt, &self.rmlir_opt)?.findings)
    }
}

/// The modules of `n` seeds, starting with that of `options`.
pub fn modules(options: &Options, n: u64) -> Vec<(u64, String)> {
    let seeds = options.seed..options.seed + n;
    seeds.map(|seed| (seed, module(&Options { seed, ..options.clone() }))).collect()
}
