//! The command line, tasks and modules.

use clap::{Parser, ValueEnum};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

use crate::generate;
use crate::generate::Generator;

/// A task of both tools; parsing, verifying and printing are part of each.
pub(super) struct Task {
    pub(super) name: &'static str,
    pub(super) flags: &'static [&'static str],
    /// The shapes it applies to; all if the list is empty.
    pub(super) shapes: &'static [&'static str],
}

static TASKS: [Task; 6] = [
    Task { name: "parse+verify+print", flags: &[], shapes: &[] },
    Task { name: "canonicalize", flags: &["--canonicalize"], shapes: &[] },
    Task { name: "cse", flags: &["--cse"], shapes: &[] },
    Task {
        name: "canonicalize,cse",
        flags: &["--pass-pipeline=builtin.module(func.func(canonicalize,cse))"],
        shapes: &[],
    },
    Task { name: "lower-affine", flags: &["--lower-affine"], shapes: &["affine-loops"] },
    Task {
        name: "to-llvm",
        flags: &["--convert-scf-to-cf", "--convert-arith-to-llvm", "--convert-cf-to-llvm", "--convert-func-to-llvm"],
        shapes: &["straight-line", "nested-loops", "branches", "one-function"],
    },
];

impl Task {
    /// The tasks for a module: all for one that was not generated.
    pub(super) fn all(module: &Module) -> impl Iterator<Item = &'static Self> {
        TASKS.iter().filter(|task| task.is_for(module))
    }

    fn is_for(&self, module: &Module) -> bool {
        self.shapes.is_empty() || module.folder.is_none() || self.shapes.contains(&module.name.as_str())
    }
}

/// The comparison.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum What {
    /// rmlir-opt with mlir-opt: CPU time and peak memory
    Beside,
    /// Two threads of rmlir-opt with one, by wall time
    Threads,
    /// Modules of 1 MB to the given size
    Growth,
}

/// Compares CPU time and peak memory of rmlir-opt with those of mlir-opt
#[derive(Parser)]
pub(super) struct Arguments {
    /// The comparison
    #[arg(value_enum, default_value = "beside")]
    pub(super) what: What,
    /// The approximate size of each module's text
    #[arg(long, default_value_t = 20.0)]
    pub(super) megabytes: f64,
    /// The number of measurements of each task
    #[arg(long, default_value_t = 3)]
    pub(super) times: usize,
    /// Only shapes whose names contain this
    #[arg(long, default_value = "")]
    only: String,
    /// A module to measure instead of generated ones (not for growth); may be given several times
    #[arg(long)]
    pub(super) file: Vec<PathBuf>,
    /// rmlir-opt; by default the one beside this program
    #[arg(long)]
    pub(super) rmlir_opt: Option<PathBuf>,
    /// mlir-opt
    #[arg(long, default_value = "mlir-opt-22")]
    pub(super) mlir_opt: PathBuf,
}

impl Arguments {
    /// The tool that is measured.
    pub(super) fn rmlir_opt(&self) -> Result<PathBuf, String> {
        let beside = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("rmlir-opt");
        Ok(self.rmlir_opt.clone().unwrap_or(beside))
    }

    /// The selected shapes.
    pub(super) fn shapes(&self) -> impl Iterator<Item = &'static (&'static str, Generator)> {
        generate::SHAPES.iter().filter(|(shape, _)| shape.contains(&self.only))
    }

    /// The selected modules, each generated or read lazily: the files, or one of each shape.
    pub(super) fn modules(&self) -> impl Iterator<Item = Result<Module, String>> {
        let files = self.file.iter().map(|path| Module::of_file(path));
        let shapes = self.shapes().filter(|_| self.file.is_empty());
        files.chain(shapes.map(|(shape, generate)| Module::new(shape, *generate, self.megabytes)))
    }
}

/// A module in a file.
pub(super) struct Module {
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) source: String,
    /// The folder of a generated module's file, which is removed when this value is dropped.
    folder: Option<TempDir>,
}

impl Module {
    /// A generated module whose text has about this size.
    pub(super) fn new(shape: &str, generate: Generator, megabytes: f64) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let source = generate::of_megabytes(generate, megabytes);
        let path = folder.path().join("bench.mlir");
        std::fs::write(&path, &source).map_err(|error| error.to_string())?;
        Ok(Self { name: shape.to_owned(), path, source, folder: Some(folder) })
    }

    /// The module of an existing file.
    fn of_file(path: &Path) -> Result<Self, String> {
        let source = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, path: path.to_owned(), source, folder: None })
    }
}
