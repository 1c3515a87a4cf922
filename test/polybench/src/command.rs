//! `rmlir-check polybench`: picks the kernels, runs both chains, prints the table; it holds if all checksums are equal.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use rayon::prelude::*;
use rmlir_compare::command;

use crate::chain::{self, Chain};
use crate::kernel::{self, DataSet, Kernel};
use crate::report::{self, Row, Verdict};

/// Compiles and runs the PolyBench kernels with rmlir's tools and with MLIR's, and compares their checksums
#[derive(Args)]
pub struct Command {
    /// Kernels to execute; all by default
    #[arg(value_name = "KERNEL")]
    kernels: Vec<String>,
    /// Sizes of the arrays
    #[arg(long, value_name = "SIZE", value_enum, default_value_t = DataSet::Small)]
    size: DataSet,
    /// rmlir-opt; by default the one beside this program, else on PATH
    #[arg(long, value_name = "PATH")]
    opt: Option<PathBuf>,
    /// rmlir-translate; by default the one beside this program, else on PATH
    #[arg(long, value_name = "PATH")]
    translate: Option<PathBuf>,
    /// Tested passes of rmlir-opt, before those to the llvm dialect, as in a textual pipeline
    #[arg(long, value_name = "PASSES")]
    before: Option<String>,
    /// Passes to the llvm dialect, for both chains
    #[arg(long, value_name = "PASSES", default_value = chain::PASSES)]
    passes: String,
    /// The number of kernels executed concurrently; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// The time limit of each step, in seconds
    #[arg(long, value_name = "S", default_value_t = 60)]
    timeout: u64,
    /// Write LLVM IR and programs to this folder
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

impl Command {
    /// Executes the comparison; returns whether it holds.
    pub fn run(&self) -> Result<bool, String> {
        let rows = run(self)?;
        print!("{}", report::table(&rows));
        Ok(rows.iter().all(|row| row.verdict() == Verdict::Equal))
    }
}

fn run(arguments: &Command) -> Result<Vec<Row>, String> {
    let kernels = pick(kernel::read_all(&kernel::folder())?, &arguments.kernels)?;
    let timeout = Duration::from_secs(arguments.timeout);
    let theirs = Chain::upstream(&arguments.passes, timeout)?;
    let opt = ours("rmlir-opt", arguments.opt.as_ref())?;
    let translate = ours("rmlir-translate", arguments.translate.as_ref())?;
    let before = arguments.before.iter().map(String::as_str);
    let passes = before.chain([arguments.passes.as_str()]).collect::<Vec<_>>().join(",");
    let ours = Chain { opt, translate, passes, ..theirs.clone() };
    let temporary = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = arguments.keep.as_deref().unwrap_or(temporary.path());
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs).build().map_err(|error| error.to_string())?;
    let row = |kernel: &Kernel| compare(kernel, arguments.size, &ours, &theirs, folder);
    Ok(pool.install(|| kernels.par_iter().map(row).collect()))
}

/// The kernels with these names, or all.
fn pick(kernels: Vec<Kernel>, names: &[String]) -> Result<Vec<Kernel>, String> {
    if let Some(unknown) = names.iter().find(|name| kernels.iter().all(|kernel| kernel.name != **name)) {
        return Err(format!("no kernel is named {unknown}"));
    }
    Ok(kernels.into_iter().filter(|kernel| names.is_empty() || names.contains(&kernel.name)).collect())
}

fn ours(name: &str, given: Option<&PathBuf>) -> Result<PathBuf, String> {
    let found = given.map_or_else(|| command::find_program(name, true), |path| Ok(path.clone()));
    found.map_err(|error| format!("{error}; build it with `cargo build --release -p rmlir`"))
}

fn compare(kernel: &Kernel, size: DataSet, ours: &Chain, theirs: &Chain, folder: &Path) -> Row {
    let module = kernel.text_for(size);
    let checksum = |chain: &Chain, side| chain.checksum(&module, folder, &format!("{}.{side}", kernel.name));
    Row {
        kernel: kernel.name.clone(),
        expected: kernel.expected(size),
        ours: checksum(ours, "rmlir"),
        theirs: checksum(theirs, "mlir"),
    }
}
