//! From a module to the checksum that its program prints.
//!
//! Plan: 1. opt lowers the module to the `llvm` dialect; 2. translate writes LLVM IR; 3. clang compiles it with the
//! driver; 4. the program runs. Errors name the failing step.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rmlir_compare::command;
use rmlir_compare::run::{Outcome, Tool};

/// The passes from the kernels' dialects to `llvm`, by their names in both tools.
pub const PASSES: &str = "lower-affine,convert-scf-to-cf,expand-strided-metadata,convert-math-to-llvm,\
                          finalize-memref-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,convert-func-to-llvm,\
                          convert-cf-to-llvm,reconcile-unrealized-casts";

/// A tool chain: three programs and their options.
#[derive(Clone, Debug)]
pub struct Chain {
    /// `rmlir-opt` or `mlir-opt`.
    pub opt: PathBuf,
    /// `rmlir-translate` or `mlir-translate`.
    pub translate: PathBuf,
    /// `clang`.
    pub clang: PathBuf,
    /// The passes that opt runs on the module, as in a textual pipeline.
    pub passes: String,
    /// The time limit of each step.
    pub timeout: Duration,
}

impl Chain {
    /// Upstream's tools, on `PATH`.
    pub fn upstream(passes: &str, timeout: Duration) -> Result<Self, String> {
        let opt = command::find_llvm_program("mlir-opt")?;
        let translate = command::find_llvm_program("mlir-translate")?;
        Ok(Self { opt, translate, clang: clang()?, passes: passes.to_owned(), timeout })
    }

    /// The output of the program of `module`. Files between the steps are written to `folder`, under `name`.
    pub fn checksum(&self, module: &str, folder: &Path, name: &str) -> Result<f64, String> {
        let pipeline = format!("--pass-pipeline=builtin.module({})", self.passes);
        let lowered = self.step("opt", &self.opt, vec![pipeline], module)?;
        let ir = self.step("translate", &self.translate, vec!["--mlir-to-llvmir".into()], &lowered)?;
        let program = self.compile(&ir, folder, name)?;
        let printed = self.step("program", &program, Vec::new(), "")?;
        printed.trim().parse().map_err(|_| format!("program: printed `{}`", printed.trim()))
    }

    fn compile(&self, ir: &str, folder: &Path, name: &str) -> Result<PathBuf, String> {
        let source = folder.join(format!("{name}.ll"));
        let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        fs::write(&source, ir).map_err(|error| format!("{}: {error}", source.display()))?;
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("driver.c");
        let text = |path: &Path| path.to_string_lossy().into_owned();
        // The IR has no target triple, for which clang would emit a warning.
        let mut flags = vec!["-O3".into(), "-Wno-override-module".into(), text(&source), text(&driver)];
        flags.extend(["-lm".into(), "-o".into(), text(&program)]);
        self.step("clang", &self.clang, flags, "")?;
        Ok(program)
    }

    fn step(&self, step: &str, program: &Path, flags: Vec<String>, input: &str) -> Result<String, String> {
        let tool = Tool { program: program.to_path_buf(), flags, timeout: self.timeout };
        let says = |message: &str| format!("{step}: {message}");
        match tool.run(input).map_err(|error| says(&error.to_string()))? {
            Outcome::Accepted { stdout } => String::from_utf8(stdout).map_err(|_| says("prints what is no text")),
            Outcome::Rejected { message } | Outcome::Crashed { message } => Err(says(&message)),
            Outcome::TimedOut => Err(says("takes too long")),
        }
    }
}

/// The clang that supports the LLVM IR of version 22.
pub fn clang() -> Result<PathBuf, String> {
    command::find_llvm_program("clang")
}
