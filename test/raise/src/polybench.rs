//! The programs of PolyBench/C compiled by `rmlir cc`: their results beside clang's, and the times of their kernels beside
//! those of the same kernels written in MLIR.
//!
//! Plan: 1. each source is copied, so that numbers are printed with all digits; 2. `rmlir cc` and clang compile it for the
//! small data set, and what the programs print is compared; 3. for another data set, both compile it with the program's own
//! timing, and the kernel in MLIR is transformed and measured ([`rmlir_pluto_compare::transformed_time`]); all are executed
//! alternately, on huge pages where the system has them, and the minimum times count.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use clap::Args;
use rmlir_cc::command_line::CommandLine;
use rmlir_opt::Registry;
use rmlir_polybench::kernel::{self, DataSet, Kernel};

use crate::clock::CPU_TIME;
use crate::kernels::find;
use crate::trial::run as execute;

/// The options of the comparison.
#[derive(Args)]
pub struct Options {
    /// The folder of PolyBench/C 4.2.1
    sources: PathBuf,
    /// Only these kernels, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    only: Vec<String>,
    /// Measure with these sizes of the arrays, too
    #[arg(long, value_name = "SIZE", value_enum)]
    time: Option<DataSet>,
    /// The number of executions, of which the minimum time counts
    #[arg(long, value_name = "N", default_value_t = 3)]
    turns: u32,
    /// The passes between raising and lowering, as of `rmlir cc`
    #[arg(long, value_name = "PASSES", default_value = "pluto")]
    pipeline: String,
}

/// The options of both compilers: results may not depend on them.
const COMMON: [&str; 5] = ["-O3", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-w"];

/// As in the measurement of the kernels in MLIR, arrays do not alias, and are in the cache.
const LIKE_MLIR: [&str; 2] = ["-DPOLYBENCH_USE_RESTRICT", "-DPOLYBENCH_NO_FLUSH_CACHE"];

/// The environment variable that has the C library fill allocated memory: the arrays of the kernels in MLIR have been
/// accessed before the measurement, too, so that the first access of a page is not part of it.
const TOUCH: &str = "MALLOC_PERTURB_";

/// The environment variable, and its value, with which the C library asks for huge pages for large blocks of memory. The
/// kernels in MLIR are executed in this process and the programs in others: without it, some get huge pages and others do
/// not, which makes kernels bound by memory up to twice as fast.
const HUGE_PAGES: [&str; 2] = ["GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"];

/// The least sum of the times of a kernel, in seconds: a short one is executed more often.
const MEASURED: f64 = 0.3;

/// The least ratio of the time of the kernel in MLIR to that of the program that counts as equal.
const AS_FAST: f64 = 0.95;

/// Prints a line for each kernel; returns whether all programs print the same.
///
/// # Errors
/// The sources are not there, or a program cannot be compiled or executed.
pub fn compare(registry: &Registry, options: &Options) -> Result<bool, String> {
    if options.time.is_some() {
        ensure_huge_pages()?;
    }
    let kernels = kernel::read_all(&kernel::folder())?;
    let is_wanted = |kernel: &&Kernel| options.only.is_empty() || options.only.contains(&kernel.name);
    let kernels: Vec<&Kernel> = kernels.iter().filter(is_wanted).collect();
    let (mut n_same, mut ratios) = (0, Vec::new());
    println!("{:16} {:>9} {:>9} {:>9}", "kernel", "clang s", "MLIR s", "ours s");
    for kernel in &kernels {
        let suite = Suite::of(registry, options, kernel)?;
        let is_same = suite.prints_the_same()?;
        n_same += usize::from(is_same);
        let note = if is_same { "" } else { "  ANOTHER RESULT" };
        match options.time {
            Some(size) => {
                let [clang, mlir, ours] = suite.times(size)?;
                ratios.push(mlir / ours);
                println!("{:16} {clang:9.5} {mlir:9.5} {ours:9.5} {:7.2}{note}", kernel.name, mlir / ours);
            }
            None => println!("{:16}{}", kernel.name, if is_same { "  the same" } else { note }),
        }
    }
    println!("{n_same} of {} programs print the same", kernels.len());
    if !ratios.is_empty() {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let n_as_fast = ratios.iter().filter(|&&ratio| ratio >= AS_FAST).count();
        println!("{n_as_fast} at least {AS_FAST} times as fast as the kernel in MLIR, geometric mean {mean:.2}");
    }
    Ok(n_same == kernels.len())
}

/// A kernel's program.
struct Suite<'a> {
    registry: &'a Registry,
    options: &'a Options,
    kernel: &'a Kernel,
    /// The folder of the copies.
    folder: tempfile::TempDir,
    /// The folder of PolyBench's utilities.
    utilities: PathBuf,
}

/// A compiler.
#[derive(Clone, Copy)]
enum Compiler {
    Clang,
    Rmlir,
}

impl<'a> Suite<'a> {
    fn of(registry: &'a Registry, options: &'a Options, kernel: &'a Kernel) -> Result<Self, String> {
        let missing = |name: &str| format!("{}: no file {name}", options.sources.display());
        let utilities = find(&options.sources, "polybench.c").ok_or_else(|| missing("polybench.c"))?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        for ending in ["c", "h"] {
            let name = format!("{}.{ending}", kernel.name);
            let path = find(&options.sources, &name).ok_or_else(|| missing(&name))?;
            let failed = |error: std::io::Error| format!("{}: {error}", path.display());
            let text = fs::read_to_string(&path).map_err(failed)?;
            fs::write(folder.path().join(name), text.replace("%0.2lf", "%a").replace("%0.2f", "%a")).map_err(failed)?;
        }
        fs::write(folder.path().join("clock.c"), CPU_TIME).map_err(|error| error.to_string())?;
        let utilities = utilities.parent().expect("files are in folders").to_owned();
        Ok(Self { registry, options, kernel, folder, utilities })
    }

    /// Compiles the program for a data set; returns its path.
    fn compile(&self, compiler: Compiler, size: DataSet, definition: &str) -> Result<PathBuf, String> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let which = if matches!(compiler, Compiler::Clang) { "clang" } else { "rmlir" };
        let program = self.folder.path().join(format!("{which}{definition}"));
        let source = self.folder.path().join(format!("{}.c", self.kernel.name));
        let mut args: Vec<String> = COMMON.map(str::to_owned).to_vec();
        args.push(format!("-D{}_DATASET", format!("{size:?}").to_uppercase()));
        args.extend(LIKE_MLIR.map(str::to_owned));
        args.extend([definition.to_owned(), format!("-I{}", self.utilities.display()), text(&source)]);
        args.extend([self.utilities.join("polybench.c"), self.folder.path().join("clock.c")].map(|path| text(&path)));
        args.extend(["-lm".to_owned(), "-o".to_owned(), text(&program)]);
        match compiler {
            Compiler::Clang => execute(Command::new("clang-22").args(&args)).map(drop)?,
            Compiler::Rmlir => {
                args.extend(["--strict".to_owned(), format!("--rmlir-pipeline={}", self.options.pipeline)]);
                let line = CommandLine::parse(&args)?;
                if rmlir_cc::run(&line, &|raw| rmlir_cc::optimize(self.registry, &line, raw))? != 0 {
                    return Err(format!("{}: clang failed", self.kernel.name));
                }
            }
        }
        Ok(program)
    }

    /// Whether the programs of both compilers print the same arrays.
    fn prints_the_same(&self) -> Result<bool, String> {
        let printed = |compiler| {
            let program = self.compile(compiler, DataSet::Small, "-DPOLYBENCH_DUMP_ARRAYS")?;
            let output = Command::new(&program).output().map_err(|error| format!("{}: {error}", program.display()))?;
            match output.status.success() && !output.stderr.is_empty() {
                true => Ok(output.stderr),
                false => Err(format!("{}: the program fails, or prints nothing", self.kernel.name)),
            }
        };
        Ok(printed(Compiler::Clang)? == printed(Compiler::Rmlir)?)
    }

    /// The minimum times in seconds: of clang's program, of the kernel in MLIR, of the program by `rmlir cc`.
    fn times(&self, size: DataSet) -> Result<[f64; 3], String> {
        let [clang, ours] = [Compiler::Clang, Compiler::Rmlir].map(|it| self.compile(it, size, "-DPOLYBENCH_TIME"));
        let (clang, ours) = (clang?, ours?);
        let (mut least, mut sum, mut turns) = ([f64::INFINITY; 3], 0.0, 0);
        while turns < self.options.turns.max(1) || sum < MEASURED {
            let times = [time(&clang)?, rmlir_pluto_compare::transformed_time(self.kernel, size)?, time(&ours)?];
            least = std::array::from_fn(|which| f64::min(least[which], times[which]));
            // A kernel that is too short for the clock ends, too.
            sum += times.iter().sum::<f64>().max(MEASURED / 100.0);
            turns += 1;
        }
        Ok(least)
    }
}

/// Starts this program again with [`HUGE_PAGES`], which the C library reads at the start only.
fn ensure_huge_pages() -> Result<(), String> {
    let [variable, value] = HUGE_PAGES;
    if env::var_os(variable).is_some() {
        return Ok(());
    }
    let program = env::current_exe().map_err(|error| format!("this program is not found: {error}"))?;
    let error = Command::new(program).args(env::args_os().skip(1)).env(variable, value).exec();
    Err(format!("this program does not start again: {error}"))
}

/// The time in seconds that a program prints in milliseconds.
fn time(program: &Path) -> Result<f64, String> {
    let printed = execute(Command::new(program).env(TOUCH, "1"))?;
    let milliseconds = printed.trim().parse::<f64>();
    milliseconds.map(|time| time / 1e3).map_err(|_| format!("{}: no time, but {printed}", program.display()))
}
