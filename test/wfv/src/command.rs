//! The comparisons of `rmlir-check wfv`.

use clap::{Args, Subcommand};
use rmlir::interp::random::Random;
use rmlir::text::print::{PrintOptions, print};
use rmlir_ifconvert_compare::graphs::{Graphs, draw};
use rmlir_trials::Seeds;
use rmlir_wfv_passes::options::Options;
use rmlir_wfv_passes::targets::Target;

use crate::large::{GRAPHS, Measured, measure as measure_large};
use crate::program::{ending, text};
use crate::speed::{Code, Line, N_COUNTED, WORKS, Work, measure};
use crate::trial::{Counts, context, parsed, try_seed, vectorized};
use crate::{kernels, marked, regrouped, slp};

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// Random functions and their variants, lane by lane
    Random {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// The selection of graphs
        #[command(flatten)]
        graphs: Graphs,
        /// The selection of variants
        #[command(flatten)]
        variants: Variants,
        /// Inputs of each function
        #[arg(long, value_name = "N", default_value_t = 2)]
        inputs: u64,
    },
    /// Random loops, regrouped
    Regroup {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// The selection of variants
        #[command(flatten)]
        variants: Variants,
    },
    /// Random marked loops with dependences, under all options
    Marked {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
    },
    /// Hand-written functions, at all widths
    Kernels {
        /// The selection of variants
        #[command(flatten)]
        variants: Variants,
    },
    /// Speed of machine code compared with C
    Speed(Timing),
    /// Speed of kernels with much divergence, each optimization alone
    Divergence(Timing),
    /// Time of the pass
    Bench {
        /// The parameters of the measurement
        #[command(flatten)]
        timing: Timing,
        /// The seed of the function
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// The approximate number of operations in the function
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        ops: usize,
        /// Only graphs of this kind: structured, acyclic, irreducible
        #[arg(long, value_name = "NAME")]
        graph: Option<String>,
    },
    /// Superword-level parallelism on random straight-line code
    Slp {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
    },
    /// Print one random function and its variants
    Show {
        /// The seed of the function
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// The selection of graphs
        #[command(flatten)]
        graphs: Graphs,
        /// The selection of variants
        #[command(flatten)]
        variants: Variants,
    },
}

/// The selection of variants: options of `wfv`.
#[derive(Args, Clone, Copy)]
pub struct Variants {
    /// The number of lanes
    #[arg(long, value_name = "N")]
    width: Option<i64>,
    /// Skip blocks without active lanes from this cost on
    #[arg(long, value_name = "COST")]
    boscc: Option<u64>,
    /// The target, by name
    #[arg(long, value_name = "NAME", value_parser = target)]
    target: Option<Target>,
    /// The maximum number of active lanes that run one by one
    #[arg(long, value_name = "N", default_value_t = 0)]
    few: u64,
    /// The minimum cost of regions that get a copy for full masks
    #[arg(long, value_name = "COST", default_value_t = 0)]
    coherent: u64,
    /// The number of vectors that are regrouped together
    #[arg(long, value_name = "N", default_value_t = 0)]
    regroup: i64,
    /// Store rows whole
    #[arg(long)]
    blend_stores: bool,
}

fn target(name: &str) -> Result<Target, String> {
    Target::named(name).ok_or_else(|| format!("there is no target '{name}'"))
}

impl Variants {
    fn options(&self, width: i64) -> Options {
        Options {
            width: self.width.unwrap_or(width),
            skip: self.boscc,
            target: self.target.unwrap_or_default(),
            few: self.few,
            coherent: self.coherent,
            regroup: self.regroup,
            has_blends: self.blend_stores,
            // Each array parameter of a kernel has its own array.
            noalias_arguments: true,
            ..Options::default()
        }
    }
}

/// The parameters of a measurement.
#[derive(Args)]
pub struct Timing {
    #[command(flatten)]
    variants: Variants,
    /// The number of executions, of which the minimum time counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    turns: u64,
    /// Only this kernel
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
}

impl Timing {
    /// The options, by default for eight lanes of AVX2.
    fn options(&self) -> Options {
        let target = self.variants.target.or_else(|| Target::named("avx2")).unwrap_or_default();
        Options { target, ..self.variants.options(8) }
    }
}

impl Command {
    /// Executes the comparison; returns whether it holds.
    pub fn run(&self) -> Result<bool, String> {
        match self {
            Self::Random { seeds, graphs, variants, inputs } => {
                let options = variants.options(4);
                let trial = |seed, counts: &mut Counts| try_seed(seed, *graphs, options, *inputs, counts);
                let report = seeds.report(trial);
                Ok(report.is_right() && report.figures.uniform == report.figures.kept)
            }
            Self::Regroup { seeds, variants } => {
                let options = variants.options(4);
                Ok(seeds.run(|seed, counts| regrouped::try_seed(seed, options, counts)))
            }
            Self::Marked { seeds } => Ok(seeds.run(marked::try_seed)),
            Self::Kernels { variants } => kernels(variants.options(0)),
            Self::Speed(timing) => speed(&WORKS, &codes(timing.options()), timing),
            Self::Divergence(timing) => divergence(timing),
            Self::Bench { timing, seed, ops, graph } => bench(*seed, *ops, timing, graph.as_deref()),
            Self::Slp { seeds } => Ok(seeds.run(|seed, counts| slp::try_seed(seed, slp::options(seed), counts))),
            Self::Show { seed, graphs, variants } => show(*seed, *graphs, variants.options(4)),
        }
    }
}

fn kernels(options: Options) -> Result<bool, String> {
    for width in [2, 4, 8, 16] {
        let tried = kernels::try_all(Options { width, ..options }, width == 8);
        let tried = tried.map_err(|wrong| format!("{width} lanes: {wrong}"))?;
        println!("{width} lanes: {} kernels, {} runs: 0 wrong", tried.kernels.len(), tried.runs);
    }
    Ok(true)
}

/// Prints the speedup of kernels with many elements at a time over clang and gcc.
fn speed(works: &[Work], codes: &[Code], timing: &Timing) -> Result<bool, String> {
    let lines = measured(works, codes, timing)?;
    let counted = &lines[..lines.len().min(N_COUNTED)];
    let mean = |code: usize| {
        let sum: f64 = counted.iter().map(|line| line.ratio(code).ln()).sum();
        (sum / counted.len().max(1) as f64).exp()
    };
    let means: String = (0..codes.len()).map(|code| format!("{:>10.2}", mean(code))).collect();
    println!("{:38}{means}", format!("geometric mean of {}", counted.len()));
    Ok(true)
}

/// Measures, and prints a table.
fn measured(works: &[Work], codes: &[Code], timing: &Timing) -> Result<Vec<Line>, String> {
    let only = timing.kernel.as_deref();
    let works: Vec<Work> = works.iter().copied().filter(|work| only.is_none_or(|only| only == work.kernel)).collect();
    let folder = std::env::temp_dir().join("rmlir-wfv-speed");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let lines = measure(&works, codes, timing.turns, &folder)?;
    let heads: String = codes.iter().map(|code| format!("{:>10}", code.name)).collect();
    println!("{:14}{:>12}{:>12}{heads}", "kernel", "clang ns", "gcc ns");
    for line in &lines {
        let ratios: String = (0..codes.len()).map(|code| format!("{:>10.2}", line.ratio(code))).collect();
        println!("{:14}{:>12.0}{:>12.0}{ratios}", line.kernel, line.times[0], line.times[1]);
    }
    Ok(lines)
}

/// Prints the gain of each divergence optimization alone: over the same code without any of them.
fn divergence(timing: &Timing) -> Result<bool, String> {
    let options = timing.options();
    let none = Options { has_versions: true, interleave: 1, skip: None, few: 0, coherent: 0, regroup: 0, ..options };
    let most = |given: u64, otherwise: u64| if given == 0 { otherwise } else { given };
    let boscc = Options { skip: options.skip.or(Some(SKIPPED)), ..none };
    let few = Options { few: most(options.few, FEW), ..none };
    let coherent = Options { coherent: most(options.coherent, COHERENT), ..none };
    let regroup = Options { regroup: most(options.regroup as u64, REGROUPED) as i64, ..none };
    let columns = [("none", none), ("boscc", boscc), ("few", few), ("coherent", coherent), ("regroup", regroup)];
    let codes = columns.map(|(name, options)| Code { name: name.to_owned(), options: Some(options), calls: false });
    let lines = measured(&WORKS[N_COUNTED..], &codes, timing)?;
    println!("\n{:14}{:>10}{:>10}{:>10}{:>10}", "alone", "boscc", "few", "coherent", "regroup");
    for line in &lines {
        let gains: String =
            (1..codes.len()).map(|code| format!("{:>10.2}", line.ratio(code) / line.ratio(0))).collect();
        println!("{:14}{gains}", line.kernel);
    }
    Ok(true)
}

/// Scalar code, and vectorized code: with all accesses scalarized, with accesses by shape, with versioning and BOSCC
/// branches, and with several vectors side by side and rows stored whole.
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

/// The minimum cost of blocks that are skipped if no lane is active.
const SKIPPED: u64 = 12;

/// The maximum number of active lanes that run one by one.
const FEW: u64 = 1;

/// The minimum cost of regions that get a copy for full masks.
const COHERENT: u64 = 12;

/// The number of vectors that are regrouped together.
const REGROUPED: u64 = 16;

/// Prints the time of generating both variants of a large function.
fn bench(seed: u64, n_ops: usize, timing: &Timing, only: Option<&str>) -> Result<bool, String> {
    println!("{:14}{:>8}{:>12}{:>10}{:>10}", "graph", "blocks", "operations", "after", "ms");
    for (name, graph) in GRAPHS.into_iter().filter(|(name, _)| only.is_none_or(|only| only == *name)) {
        let Measured { n_blocks, n_ops, n_made, millis } =
            measure_large(graph, seed, n_ops, timing.options(), timing.turns)
                .map_err(|wrong| format!("{name}: {wrong}"))?;
        println!("{name:14}{n_blocks:>8}{n_ops:>12}{n_made:>10}{millis:>10.1}");
    }
    Ok(true)
}

fn show(seed: u64, graphs: Graphs, options: Options) -> Result<bool, String> {
    let mut random = Random::new(seed);
    let lists = ending(draw(&mut random, graphs));
    let is_aligned = random.below(2) == 0;
    let source = text(&mut random, &lists, is_aligned);
    println!("{source}");
    let cx = context();
    let mut module = parsed(&cx, &source)?;
    vectorized(&mut module, options)?;
    print!("{}", print(rmlir::core::OpRef::root(&module), &PrintOptions::default()));
    Ok(true)
}
