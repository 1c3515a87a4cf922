//! The loops of TSVC compiled by `rmlir cc`, beside the same loops compiled by clang: time and results.
//!
//! The sources are those of a public copy of TSVC_2 on this machine, with a file for each loop, which defines the pointer
//! `p_NAME`, and a program that calls the loops whose pointers are set. Plan: 1. each loop becomes two programs, one by
//! either compiler; all else in them is compiled by clang ([`Suite`]); 2. they are executed alternately, and the minimum
//! times count. Instead of the time of day the programs read their CPU time, and at their end they print a hash of all
//! arrays, so that results are compared bit for bit.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use clap::Args;
use rmlir_cc::command_line::CommandLine;
use rmlir_opt::Registry;

use crate::clock::CPU_TIME;
use crate::trial::run as execute;

/// The options of the measurement.
#[derive(Args)]
pub struct Options {
    /// The folder of a copy of TSVC_2, with src/loops
    #[arg(long, value_name = "FOLDER")]
    sources: PathBuf,
    /// Only the loops with these names
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    only: Vec<String>,
    /// The options of both compilers
    #[arg(
        long,
        value_delimiter = ' ',
        allow_hyphen_values = true,
        default_value = "-O3 -march=native -ffp-contract=off -fno-math-errno"
    )]
    flags: Vec<String>,
    /// The number of executions of each program, of which the minimum time counts
    #[arg(long, default_value_t = 7)]
    runs: usize,
    /// The passes between raising and lowering, as of `rmlir cc`
    #[arg(long, value_name = "PASSES", default_value = "pluto")]
    pipeline: String,
    /// Measure only loops for which the compilers make different code
    #[arg(long)]
    changed: bool,
}

/// The repetitions of loops: the first for which one takes a millisecond. The suite's own are 100000.
const REPETITIONS: [u32; 2] = [2560, 32000];

/// The ratio that counts as not slower.
const AS_GOOD: f64 = 0.95;

/// A hash of the memory of all arrays, printed at the end.
const HASH: &str = "
#include <stdio.h>
#include \"common.h\"
#include \"array_defs.h\"
static unsigned long hash = 14695981039346656037ul;
static void add(const void *memory, unsigned long size) {
  for (unsigned long i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)memory)[i]) * 1099511628211ul;
}
__attribute__((destructor)) static void show(void) {
  add(flat_2d_array, sizeof flat_2d_array), add(x, sizeof x), add(a, sizeof a), add(b, sizeof b);
  add(c, sizeof c), add(d, sizeof d), add(e, sizeof e), add(indx, sizeof indx);
  add(aa, sizeof aa), add(bb, sizeof bb), add(cc, sizeof cc), add(tt, sizeof tt);
  printf(\"hash %lx\\n\", hash);
}
";

/// Prints a line for each loop, and the geometric mean of the ratios. Returns whether all compute the same, and none is
/// slower.
///
/// # Errors
/// The sources cannot be used, or clang cannot compile them.
pub fn run(registry: &Registry, options: &Options) -> Result<bool, String> {
    let loops = loops(options)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let of = |n: u32| Suite::new(registry, options, folder.path().join(n.to_string()), n);
    let suites = [of(REPETITIONS[0])?, of(REPETITIONS[1])?];
    println!("{:8} {:>9} {:>9} {:>7}", "loop", "clang ms", "rmlir ms", "ratio");
    let (mut ratios, mut n_changed, mut n_slower, mut is_same) = (Vec::new(), 0, 0, true);
    for name in &loops {
        let mut programs = suites[0].programs(name)?;
        if programs.is_same_code && options.changed {
            continue;
        }
        if programs.execute(0)?.time < 1.0 {
            programs = suites[1].programs(name)?;
        }
        let measured = programs.measure(options.runs)?;
        n_changed += usize::from(!programs.is_same_code);
        n_slower += usize::from(!programs.is_same_code && measured.ratio() < AS_GOOD);
        is_same &= measured.is_same;
        ratios.push(measured.ratio());
        println!("{name:8} {}", measured.line(programs.is_same_code));
    }
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    println!("{} loops, {n_changed} with other code than clang's: geometric mean {mean:.2}", ratios.len());
    println!("{n_slower} with other code slower than {AS_GOOD} times");
    Ok(is_same && n_slower == 0 && !ratios.is_empty())
}

/// The names of the selected loops.
fn loops(options: &Options) -> Result<Vec<String>, String> {
    let folder = options.sources.join("src/loops");
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "c") {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.retain(|name| options.only.is_empty() || options.only.contains(name));
    names.sort_unstable();
    Ok(names)
}

/// The suite with a number of repetitions.
struct Suite<'a> {
    registry: &'a Registry,
    options: &'a Options,
    /// The folder of headers, objects and programs.
    folder: PathBuf,
    /// The objects that all programs have in common.
    objects: Vec<String>,
}

impl<'a> Suite<'a> {
    fn new(registry: &'a Registry, options: &'a Options, folder: PathBuf, repetitions: u32) -> Result<Self, String> {
        let sources = options.sources.join("src");
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        for header in ["common.h", "array_defs.h"] {
            let text = read(&sources.join(header))?;
            let usual = "#define iterations 100000";
            let text = text.replace(usual, &format!("#define iterations {repetitions}"));
            write(&folder.join(header), &text)?;
        }
        let mut suite = Suite { registry, options, folder, objects: Vec::new() };
        for name in ["common.c", "dummy.c", "tsvc.c"] {
            write(&suite.folder.join(name), &read(&sources.join(name))?)?;
        }
        write(&suite.folder.join("clock.c"), &format!("{CPU_TIME}{HASH}"))?;
        for name in ["common", "dummy", "tsvc", "clock"] {
            let (source, object) = (suite.path(&format!("{name}.c")), suite.path(&format!("{name}.o")));
            suite.clang(&["-c", &source, "-o", &object])?;
            suite.objects.push(object);
        }
        Ok(suite)
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).to_string_lossy().into_owned()
    }

    /// Runs clang with the options of the measurement.
    fn clang(&self, args: &[&str]) -> Result<(), String> {
        execute(Command::new("clang-22").arg("-w").args(&self.options.flags).args(args)).map(drop)
    }

    /// The programs of a loop by both compilers, clang first.
    fn programs(&self, name: &str) -> Result<Programs, String> {
        let source = self.path(&format!("{name}.c"));
        let text = read(&self.options.sources.join("src/loops").join(format!("{name}.c")))?;
        write(Path::new(&source), &text)?;
        let objects = ["clang", "rmlir"].map(|compiler| self.path(&format!("{name}.{compiler}.o")));
        self.clang(&["-c", &source, "-o", &objects[0]])?;
        let mut args = self.options.flags.clone();
        args.extend(["-w", "-c", &source, "-o", &objects[1], "--strict"].map(str::to_owned));
        args.push(format!("--rmlir-pipeline={}", self.options.pipeline));
        let line = CommandLine::parse(&args)?;
        if rmlir_cc::run(&line, &|raw| rmlir_cc::optimize(self.registry, &line, raw))? != 0 {
            return Err(format!("{name}: clang failed"));
        }
        for object in &objects {
            let mut linked: Vec<&str> = self.objects.iter().map(String::as_str).collect();
            let program = format!("{object}.out");
            linked.extend([object.as_str(), "-lm", "-o", &program]);
            self.clang(&linked)?;
        }
        let bytes = |object: &str| fs::read(object).map_err(|error| format!("{object}: {error}"));
        let is_same_code = bytes(&objects[0])? == bytes(&objects[1])?;
        Ok(Programs { paths: objects.map(|object| format!("{object}.out")), is_same_code })
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// A loop in two programs.
struct Programs {
    paths: [String; 2],
    /// Whether both compilers made the same object.
    is_same_code: bool,
}

/// What an execution prints.
struct Execution {
    /// The time in milliseconds.
    time: f64,
    /// The checksum, and the hash of the arrays.
    results: String,
}

/// Minimum times in milliseconds, clang's first.
struct Measured {
    times: [f64; 2],
    is_same: bool,
}

impl Programs {
    fn execute(&self, which: usize) -> Result<Execution, String> {
        let text = execute(&mut Command::new(&self.paths[which]))?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let place = words.iter().position(|&word| word == "hash");
        // The name, the time, the checksum, and the hash.
        let last = place.filter(|&place| place >= 2 && place + 1 < words.len());
        let parsed = last.and_then(|place| Some((words[place - 2].parse::<f64>().ok()?, &words[place - 1..])));
        let (time, results) = parsed.ok_or_else(|| format!("'{}' prints no time: {text}", self.paths[which]))?;
        Ok(Execution { time, results: results.join(" ") })
    }

    fn measure(&self, n_runs: usize) -> Result<Measured, String> {
        let mut measured = Measured { times: [f64::INFINITY; 2], is_same: true };
        for _ in 0..n_runs.max(1) {
            let [one, other] = [self.execute(0)?, self.execute(1)?];
            measured.is_same &= one.results == other.results;
            // No execution takes less than a tick of the clock.
            let times = [one.time, other.time].map(|time| time.max(0.001));
            measured.times = [0, 1].map(|which| measured.times[which].min(times[which]));
        }
        Ok(measured)
    }
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.times[0] / self.times[1]
    }

    fn line(&self, is_same_code: bool) -> String {
        let mut line = format!("{:9.3} {:9.3} {:7.2}", self.times[0], self.times[1], self.ratio());
        let note = match (self.is_same, is_same_code) {
            (false, _) => "  ANOTHER RESULT",
            (true, true) => "  the same code",
            (true, false) => "",
        };
        let _ = write!(line, "{note}");
        line
    }
}
