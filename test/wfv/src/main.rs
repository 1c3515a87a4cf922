//! The trials at full size.
//!
//! ```sh
//! rmlir-wfv-compare random --count 100000 [--width 4|8] [--blocks 24] [--first SEED] [--backward 22] [--inputs 2]
//! rmlir-wfv-compare regroup --count 1000              # random loops, regrouped and for lanes
//! rmlir-wfv-compare marked --count 1000 [--first SEED]   # random marked loops with dependences, under all options
//! rmlir-wfv-compare kernels                           # functions written by hand, at all widths
//! rmlir-wfv-compare speed [--width 8] [--turns 5] [--kernel NAME]   # the same as machine code, against C
//! rmlir-wfv-compare divergence [--turns 5] [--kernel NAME]   # kernels with much divergence, each optimization alone
//! rmlir-wfv-compare bench [--ops 10000] [--turns 5] [--graph structured|acyclic|irreducible]   # the time of the pass
//! rmlir-wfv-compare slp --count 10000 [--first SEED]  # superword-level parallelism on straight-line code
//! rmlir-wfv-compare show --first SEED [--width 4]     # one function and its variants
//! ```
//! `--boscc COST` makes variants that skip what no lane needs, `--few N`, `--coherent COST`, `--regroup N` and
//! `--blend-stores` are as in `wfv`. Each prints its figures; the exit code is 1 if something does not hold.

use std::process::ExitCode;

use rmlir::interp::random::Random;
use rmlir::text::print::{PrintOptions, print};
use rmlir_ifconvert_compare::graphs::{Drawn, draw};
use rmlir_wfv_compare::large::{GRAPHS, Measured, measure as measure_large};
use rmlir_wfv_compare::program::{ending, text};
use rmlir_wfv_compare::slp;
use rmlir_wfv_compare::speed::{Code, Line, N_COUNTED, WORKS, Work, measure};
use rmlir_wfv_compare::trial::{Counts, context, parsed, try_seed, vectorized};
use rmlir_wfv_compare::{marked, regrouped};
use rmlir_wfv_passes::targets::Target;
use rmlir_wfv_passes::wfv::Options;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str, otherwise: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)?.parse::<u64>().ok()).unwrap_or(otherwise)
    };
    let (count, first) = (value("--count", 1000), value("--first", 0));
    let drawn = Drawn { max_blocks: value("--blocks", 16), backward: value("--backward", 22) };
    let boscc = value("--boscc", 0);
    let word = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)).map(String::as_str);
    let target = word("--target").and_then(Target::named).unwrap_or_default();
    let options = |width: u64| Options {
        width: value("--width", width) as i64,
        skip: (boscc > 0).then_some(boscc),
        target,
        few: value("--few", 0),
        coherent: value("--coherent", 0),
        regroup: value("--regroup", 0) as i64,
        has_blends: args.iter().any(|arg| arg == "--blend-stores"),
        // Kernels get arrays of their own.
        noalias_arguments: true,
        ..Options::default()
    };
    let holds = match args.first().map(String::as_str) {
        Some("random") => run(first, count, drawn, options(4), value("--inputs", 2)),
        Some("kernels") => kernels(options(0)),
        Some("regroup") => regroup(first, count, options(4)),
        Some("marked") => marked(first, count),
        Some("speed") => {
            let target = word("--target").and_then(Target::named).or_else(|| Target::named("avx2"));
            let options = Options { target: target.unwrap_or_default(), ..options(8) };
            speed(&WORKS, &codes(options), value("--turns", 5), word("--kernel"))
        }
        Some("divergence") => {
            let target = word("--target").and_then(Target::named).or_else(|| Target::named("avx2"));
            let options = Options { target: target.unwrap_or_default(), ..options(8) };
            divergence(options, value("--turns", 5), word("--kernel"))
        }
        Some("bench") => bench(
            value("--first", 1),
            value("--ops", 10_000) as usize,
            options(8),
            value("--turns", 5),
            word("--graph"),
        ),
        Some("slp") => slp(first, count),
        Some("show") => show(first, drawn, options(4)),
        _ => {
            eprintln!(
                "usage: rmlir-wfv-compare random|regroup|marked|kernels|speed|divergence|bench|slp|show [--count N] [--first SEED] [--width N] [--blocks N] [--backward N]"
            );
            false
        }
    };
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(first: u64, count: u64, drawn: Drawn, options: Options, n_inputs: u64) -> bool {
    let mut counts = Counts::default();
    for seed in first..first + count {
        if let Err(wrong) = try_seed(seed, drawn, options, n_inputs, &mut counts) {
            counts.wrong += 1;
            println!("seed {seed}: {wrong}");
        }
    }
    let Counts { functions, irreducible, runs, left_out, uniform, kept, divergent, blocks, blocks_in_full, wrong } =
        counts;
    println!(
        "{functions} functions ({irreducible} irreducible) for {} lanes, {runs} runs ({left_out} inputs left out): \
         {wrong} wrong; {divergent} branches at which lanes part, {uniform} that they take together, {kept} of these kept; \
         {blocks} blocks run, {blocks_in_full} with none of these branches",
        options.width
    );
    wrong == 0 && uniform == kept
}

/// Random loops that are taken apart.
fn regroup(first: u64, count: u64, options: Options) -> bool {
    let (mut n_parted, mut n_wrong) = (0, 0);
    for seed in first..first + count {
        match regrouped::try_seed(seed, options) {
            Ok(is_parted) => n_parted += u64::from(is_parted),
            Err(wrong) => {
                n_wrong += 1;
                println!("seed {seed}: {wrong}");
            }
        }
    }
    println!("{count} loops for {} lanes, {n_parted} taken apart: {n_wrong} wrong", options.width);
    n_wrong == 0
}

/// Random marked loops under all options.
fn marked(first: u64, count: u64) -> bool {
    let (mut counts, mut n_wrong) = (marked::Counts::default(), 0);
    for seed in first..first + count {
        if let Err(wrong) = marked::try_seed(seed, &mut counts) {
            n_wrong += 1;
            println!("seed {seed}: {wrong}");
        }
    }
    let marked::Counts { runs, declined, regrouped } = counts;
    println!(
        "{count} loops, {runs} runs, {declined} times more lanes declined, {regrouped} loops taken apart: {n_wrong} wrong"
    );
    n_wrong == 0
}

fn kernels(options: Options) -> bool {
    for width in [2, 4, 8, 16] {
        match rmlir_wfv_compare::kernels::try_all(Options { width, ..options }, width == 8) {
            Ok(tried) => println!("{width} lanes: {} kernels, {} runs: 0 wrong", tried.kernels.len(), tried.runs),
            Err(wrong) => {
                println!("{width} lanes: {wrong}");
                return false;
            }
        }
    }
    true
}

/// Prints how many times as fast as clang and gcc kernels are with many elements at a time.
fn speed(works: &[Work], codes: &[Code], turns: u64, only: Option<&str>) -> bool {
    let Some(lines) = measured(works, codes, turns, only) else { return false };
    let counted = &lines[..lines.len().min(N_COUNTED)];
    let mean = |code: usize| {
        let sum: f64 = counted.iter().map(|line| line.ratio(code).ln()).sum();
        (sum / counted.len().max(1) as f64).exp()
    };
    let means: String = (0..codes.len()).map(|code| format!("{:>10.2}", mean(code))).collect();
    println!("{:38}{means}", format!("geometric mean of {}", counted.len()));
    true
}

/// Measures, and prints a table.
fn measured(works: &[Work], codes: &[Code], turns: u64, only: Option<&str>) -> Option<Vec<Line>> {
    let works: Vec<Work> = works.iter().copied().filter(|work| only.is_none_or(|only| only == work.kernel)).collect();
    let folder = std::env::temp_dir().join("rmlir-wfv-speed");
    let measured = std::fs::create_dir_all(&folder).map_err(|error| error.to_string());
    let lines = match measured.and_then(|()| measure(&works, codes, turns, &folder)) {
        Ok(lines) => lines,
        Err(wrong) => {
            println!("{wrong}");
            return None;
        }
    };
    let heads: String = codes.iter().map(|code| format!("{:>10}", code.name)).collect();
    println!("{:14}{:>12}{:>12}{heads}", "kernel", "clang ns", "gcc ns");
    for line in &lines {
        let ratios: String = (0..codes.len()).map(|code| format!("{:>10.2}", line.ratio(code))).collect();
        println!("{:14}{:>12.0}{:>12.0}{ratios}", line.kernel, line.times[0], line.times[1]);
    }
    Some(lines)
}

/// Prints what each optimization for divergence wins alone: against the same code without any of them.
fn divergence(options: Options, turns: u64, only: Option<&str>) -> bool {
    let none = Options { has_versions: true, interleave: 1, skip: None, few: 0, coherent: 0, regroup: 0, ..options };
    let most = |given: u64, otherwise: u64| if given == 0 { otherwise } else { given };
    let boscc = Options { skip: options.skip.or(Some(SKIPPED)), ..none };
    let few = Options { few: most(options.few, FEW), ..none };
    let coherent = Options { coherent: most(options.coherent, COHERENT), ..none };
    let regroup = Options { regroup: most(options.regroup as u64, REGROUPED) as i64, ..none };
    let columns = [("none", none), ("boscc", boscc), ("few", few), ("coherent", coherent), ("regroup", regroup)];
    let codes = columns.map(|(name, options)| Code { name: name.to_owned(), options: Some(options), calls: false });
    let Some(lines) = measured(&WORKS[N_COUNTED..], &codes, turns, only) else { return false };
    println!("\n{:14}{:>10}{:>10}{:>10}{:>10}", "alone", "boscc", "few", "coherent", "regroup");
    for line in &lines {
        let gains: String =
            (1..codes.len()).map(|code| format!("{:>10.2}", line.ratio(code) / line.ratio(0))).collect();
        println!("{:14}{gains}", line.kernel);
    }
    true
}

/// Scalar code, and that for lanes: with all accesses apart, with accesses by shape, with versions and what no lane needs
/// skipped, and with several vectors side by side and rows stored whole.
fn codes(options: Options) -> Vec<Code> {
    let code = |name: &str, options| Code { name: name.to_owned(), options, calls: false };
    let naive = Options { has_rows: false, has_versions: false, skip: None, interleave: 1, ..options };
    let memory = Options { has_rows: true, ..naive };
    let control = Options { has_versions: true, skip: options.skip.or(Some(SKIPPED)), ..memory };
    let all = Options { interleave: 2, has_blends: true, ..control };
    let columns = [("naive", naive), ("memory", memory), ("control", control), ("all", all)];
    let wide = columns.into_iter().map(|(name, options)| code(name, Some(options)));
    [code("scalar", None)].into_iter().chain(wide).collect()
}

/// From which cost on blocks that no lane needs are skipped.
const SKIPPED: u64 = 12;

/// How many lanes are few.
const FEW: u64 = 1;

/// From which cost on pieces get a copy for all lanes.
const COHERENT: u64 = 12;

/// How many vectors are regrouped together.
const REGROUPED: u64 = 16;

/// Prints how long it takes to make both variants of a large function.
fn bench(seed: u64, n_ops: usize, options: Options, turns: u64, only: Option<&str>) -> bool {
    println!("{:14}{:>8}{:>12}{:>10}{:>10}", "graph", "blocks", "operations", "after", "ms");
    let chosen = GRAPHS.into_iter().filter(|(name, _)| only.is_none_or(|only| only == *name));
    chosen.fold(true, |holds, (name, graph)| match measure_large(graph, seed, n_ops, options, turns) {
        Ok(Measured { n_blocks, n_ops, n_made, millis }) => {
            println!("{name:14}{n_blocks:>8}{n_ops:>12}{n_made:>10}{millis:>10.1}");
            holds
        }
        Err(wrong) => {
            println!("{name:14}{wrong}");
            false
        }
    })
}

fn slp(first: u64, count: u64) -> bool {
    let mut counts = slp::Counts::default();
    for seed in first..first + count {
        let n_registers = [1, 2][seed as usize % 2];
        let target = Target::named(["generic", "avx2"][seed as usize / 2 % 2]).unwrap_or_default();
        let options = slp::Options { target, n_registers, ..slp::Options::default() };
        if let Err(wrong) = slp::try_seed(seed, options, &mut counts) {
            counts.wrong += 1;
            println!("seed {seed}: {wrong}");
        }
    }
    let slp::Counts { functions, rows, runs, wrong } = counts;
    println!("{functions} functions, {rows} rows of stores became vectors, {runs} runs: {wrong} wrong");
    wrong == 0
}

fn show(seed: u64, drawn: Drawn, options: Options) -> bool {
    let mut random = Random::new(seed);
    let lists = ending(draw(&mut random, drawn));
    let is_aligned = random.below(2) == 0;
    let source = text(&mut random, &lists, is_aligned);
    println!("{source}");
    let cx = context();
    let shown = parsed(&cx, &source).and_then(|mut module| vectorized(&mut module, options).map(|()| module));
    match shown {
        Ok(module) => print!("{}", print(rmlir::core::OpRef::root(&module), &PrintOptions::default())),
        Err(said) => println!("{said}"),
    }
    true
}
