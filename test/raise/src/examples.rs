//! Programs with parallel loops after the examples of ISPC, compiled by `rmlir cc` and by clang without and with
//! vectorization: the results are equal, and how much faster the loops are.

use std::fs;
use std::path::Path;
use std::process::Command;

use rmlir_cc::command_line::CommandLine;
use rmlir_opt::Registry;

use crate::trial::run;

/// The programs, by name.
const EXAMPLES: [(&str, &str); 8] = [
    ("binomial", include_str!("../simd/binomial.c")),
    ("black_scholes", include_str!("../simd/black_scholes.c")),
    ("mandelbrot", include_str!("../simd/mandelbrot.c")),
    ("noise", include_str!("../simd/noise.c")),
    ("occlusion", include_str!("../simd/occlusion.c")),
    ("sgemm", include_str!("../simd/sgemm.c")),
    ("stencil", include_str!("../simd/stencil.c")),
    ("volume", include_str!("../simd/volume.c")),
];

/// What all programs include.
const MEASURE: &str = include_str!("../simd/measure.h");

/// The options of all compilations: results may not depend on them.
const COMMON: [&str; 6] = ["-O3", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-w", "-lm"];
/// Clang without vectorization.
const SCALAR: [&str; 2] = ["-fno-vectorize", "-fno-slp-vectorize"];
/// Clang with it, and the marks of loops.
const VECTORIZED: [&str; 1] = ["-fopenmp-simd"];
/// `rmlir cc` with the marks of loops.
const PARALLEL: [&str; 3] = ["-fopenmp-simd", "--strict", "--rmlir-pipeline=wfv"];

/// The shortest times of one example in nanoseconds.
struct Times {
    scalar: f64,
    vectorized: f64,
    ours: f64,
}

/// Compiles and executes all examples, or the one called `only`, and prints a table; returns whether all results are
/// equal. Each program is executed `turns` times, in turns with the others, and measures as many executions of its loops.
pub fn compare(registry: &Registry, turns: u64, only: Option<&str>) -> Result<bool, String> {
    println!(
        "{:16}{:>14}{:>14}{:>14}{:>10}{:>10}",
        "example", "scalar ns", "clang ns", "rmlir ns", "/scalar", "/clang"
    );
    let (mut sums, mut n_examples, mut are_equal) = ([0.0; 2], 0, true);
    for (name, text) in EXAMPLES.into_iter().filter(|(name, _)| only.is_none_or(|only| only == *name)) {
        let Some(times) = measure(registry, name, text, turns)? else {
            println!("{name:16}the results differ");
            are_equal = false;
            continue;
        };
        let ratios = [times.scalar / times.ours, times.vectorized / times.ours];
        let Times { scalar, vectorized, ours } = times;
        println!("{name:16}{scalar:>14.0}{vectorized:>14.0}{ours:>14.0}{:>10.2}{:>10.2}", ratios[0], ratios[1]);
        sums.iter_mut().zip(ratios).for_each(|(sum, ratio)| *sum += ratio.ln());
        n_examples += 1;
    }
    if n_examples == 0 && are_equal {
        return Err("there is no such example".to_owned());
    }
    let [scalar, vectorized] = sums.map(|sum| (sum / f64::from(n_examples.max(1))).exp());
    println!("{:58}{scalar:>10.2}{vectorized:>10.2}", format!("geometric mean of {n_examples}"));
    Ok(are_equal)
}

/// The number of loops that were vectorized, as LLVM's tool for remarks counts them in a record.
fn n_vectorized(record: &Path) -> Result<u64, String> {
    let count = ["count", "--parser=yaml", "--pass-name=wfv", "--remark-type=passed"];
    let table = run(Command::new("llvm-remarkutil-22").args(count).arg(record))?;
    // Lines with a file and a number.
    Ok(table.lines().filter_map(|line| line.rsplit_once(',')?.1.parse::<u64>().ok()).sum())
}

/// The times of one example; `None` if the results differ.
fn measure(registry: &Registry, name: &str, text: &str, turns: u64) -> Result<Option<Times>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name);
    let source = at(&format!("{name}.c"));
    fs::write(&source, text).map_err(|error| error.to_string())?;
    fs::write(at("measure.h"), MEASURE).map_err(|error| error.to_string())?;
    let by_clang = |options: &[&str], program: &Path| {
        run(Command::new("clang-22").arg(&source).args(COMMON).args(options).arg("-o").arg(program))
    };
    let programs = ["scalar", "vectorized", "ours"].map(at);
    by_clang(&SCALAR, &programs[0])?;
    by_clang(&VECTORIZED, &programs[1])?;
    let paths = [&source, Path::new("-o"), &programs[2]].map(|path: &Path| path.to_string_lossy().into_owned());
    let record = at("record.yaml");
    let recorded = format!("-foptimization-record-file={}", record.display());
    let args = COMMON.iter().chain(&PARALLEL).map(|&arg| arg.to_owned()).chain(paths).chain([recorded]);
    let args: Vec<String> = args.collect();
    let line = CommandLine::parse(&args)?;
    if rmlir_cc::run(&line, &|raw| rmlir_cc::optimize(registry, &line, raw))? != 0 {
        return Err(format!("{name}: clang failed"));
    }
    if n_vectorized(&record)? == 0 {
        return Err(format!("{name}: no loop was vectorized"));
    }
    let mut shortest = [f64::INFINITY; 3];
    let mut results: Vec<String> = Vec::new();
    for _ in 0..turns {
        for (program, shortest) in programs.iter().zip(&mut shortest) {
            let output = Command::new(program).arg(turns.to_string()).output().map_err(|error| error.to_string())?;
            let time: f64 =
                String::from_utf8_lossy(&output.stderr).trim().parse().map_err(|_| format!("{name} failed"))?;
            *shortest = shortest.min(time);
            results.push(String::from_utf8_lossy(&output.stdout).into_owned());
        }
    }
    let [scalar, vectorized, ours] = shortest;
    Ok(results.windows(2).all(|pair| pair[0] == pair[1]).then_some(Times { scalar, vectorized, ours }))
}
