//! The speed of the kernels with their original and with transformed loops.
//!
//! Plan: 1. the module of a kernel gets a copy of `@kernel`, called `@after`, with transformed loops, and a `@run` that
//! calls both alternately on the same data and reads the clock ([`crate::timed`]); with `--threads`, `@before` has
//! loops transformed for one thread, `@after` the same with parallel loops, which is called with one thread and with
//! all; 2. our lowering and `clang -O3 -march=native` compile it to one object; 3. the minimum times of both are
//! compared, if both have computed the same checksum, bit for bit.
//!
//! Both functions are lowered alike: their arguments are known not to alias, and `clang` does not inline them.

use clap::Args;
use rmlir::interp::{Data, Outcome};
use rmlir::prelude::*;
use rmlir::text::print::{PrintOptions, print};
use rmlir_affine_passes::parallelize::parallelize_all;
use rmlir_engines::module::{reason, texts, with_module};
use rmlir_jit::Call;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::types::PointerType;
use rmlir_pluto_passes::affine_pluto::{Done, transform};
use rmlir_pluto_passes::cheapest::Model;
use rmlir_pluto_passes::choice::Tiles;
use rmlir_pluto_passes::options;
use rmlir_polybench::kernel::{DataSet, Kernel};
use rmlir_polyhedral::code::{Jam, Style};
use rmlir_polyhedral::search::pluto::Fuse;
use rmlir_polyhedral::tiles::order::Tiling;
use rmlir_run::native::{Engine, Entries, OptLevel, Threads};

use crate::timed::{self, Runs, Timed};
use crate::which::Which;
use crate::{kernels, same};

/// The options of the measurement.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    which: Which,
    /// Sizes of the arrays.
    #[arg(long, value_name = "SIZE", value_enum, default_value_t = DataSet::Large)]
    size: DataSet,
    /// The tile sizes by loop of a band, the last one for further loops; 0 for no tiling. By default, the tiling with
    /// the lowest cost by the model.
    #[arg(long, value_delimiter = ',')]
    tiles: Vec<i64>,
    /// Separate full and partial tiles.
    #[arg(long)]
    separate: bool,
    /// Unroll-and-jam factors of the loops around innermost ones, then of those around these.
    #[arg(long, value_delimiter = ',')]
    jam: Vec<u32>,
    /// Diamond tiling where it applies; needs tile sizes.
    #[arg(long, requires = "tiles")]
    diamond: bool,
    /// Loops for this many threads, compared with transformed loops for one thread; the times are wall times.
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=1024))]
    threads: Option<u32>,
    /// Parallel loops as in the plan for several threads; without it, the parallel ones among the loops that are best
    /// for one thread.
    #[arg(long, requires = "threads")]
    by_plan: bool,
    /// The number of executions of each function, of which the minimum time counts.
    #[arg(long, default_value_t = 5)]
    runs: i64,
    /// The time in seconds after which no further executions of a kernel start.
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
}

impl Default for Options {
    /// The loops with the lowest cost by the model, for one thread.
    fn default() -> Self {
        let which = Which { kernels: Vec::new() };
        let (tiles, jam, separate, diamond) = (Vec::new(), Vec::new(), false, false);
        let (size, runs, seconds) = (DataSet::Large, 5, 10.0);
        Self { which, size, tiles, separate, jam, diamond, threads: None, by_plan: false, runs, seconds }
    }
}

/// The minimum time in seconds of a kernel with transformed loops on one thread, executed once.
///
/// # Errors
/// The kernel cannot be transformed, compiled or executed, or computes something else.
pub fn transformed_time(kernel: &Kernel, size: DataSet) -> Result<f64, String> {
    let times = measure(kernel, &Options { size, runs: 1, ..Options::default() })?;
    if times.is_same { Ok(times.after) } else { Err(format!("{}: another result", kernel.name)) }
}

/// The minimum times in seconds.
struct Times {
    /// Of the original loops or, with threads, of the loops transformed for one thread.
    before: f64,
    /// Of the transformed loops on one thread, if they are for several.
    alone: Option<f64>,
    /// Of the transformed loops.
    after: f64,
    is_same: bool,
    done: Done,
    /// Whether the transformed loops are equal to the ones that they are compared with: then the ratio of the times is
    /// the measurement error.
    has_same_loops: bool,
}

/// Prints one line for each kernel and the geometric mean. Returns whether all could be measured and compute the same.
pub fn run(options: &Options) -> bool {
    let columns = if options.threads.is_some() { ["one s", "alone s", "team s"] } else { ["before s", "", "after s"] };
    println!("{:16} {:>9} {:>9} {:>9} {:>7}", "kernel", columns[0], columns[1], columns[2], "ratio");
    let (mut ratios, mut n_slower, mut is_right) = (Vec::new(), 0, true);
    for kernel in kernels::wanted(&options.which) {
        match measure(&kernel, options) {
            Ok(times) => {
                let ratio = times.before / times.after;
                println!("{:16} {}", kernel.name, times.line());
                ratios.push(ratio);
                n_slower += usize::from(ratio < AS_GOOD && !times.has_same_loops);
                is_right &= times.is_same;
            }
            Err(why) => {
                println!("{:16} {why}", kernel.name);
                is_right = false;
            }
        }
    }
    let mean = (ratios.iter().map(|ratio: &f64| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    println!("{} kernels: geometric mean {mean:.2}, least {least:.2}", ratios.len());
    if options.threads.is_some() {
        let n_good = ratios.iter().filter(|&&ratio| ratio >= GOOD).count();
        println!(
            "{n_good} at least {GOOD} times as fast as one thread, {n_slower} with other loops slower than {AS_GOOD} times"
        );
    }
    is_right
}

/// The expected speedup with two threads.
const GOOD: f64 = 1.6;
/// The ratio that counts as not slower: times of the same code vary by this much.
const AS_GOOD: f64 = 0.95;

impl Times {
    fn line(&self) -> String {
        let alone = self.alone.map_or(String::new(), |alone| format!("{alone:.4}"));
        let note = match (self.is_same, self.done) {
            (false, _) => "  ANOTHER RESULT",
            (true, _) if self.has_same_loops => "  the same loops",
            (true, Done::AsWanted) => "",
            (true, Done::Untiled) => "  untiled",
            (true, Done::Unchanged) => "  unchanged",
        };
        format!("{:9.4} {alone:>9} {:9.4} {:7.2}{note}", self.before, self.after, self.before / self.after)
    }
}

fn measure(kernel: &Kernel, options: &Options) -> Result<Times, String> {
    let runs = Runs { n: options.runs.max(1), seconds: options.seconds };
    let text =
        timed::module(&kernel.text_for(options.size), &options.timed(), runs).ok_or("its @run is not as expected")?;
    with_module(&text, |module| {
        if options.threads.is_some() {
            renew(module, "before", &wanted(options, false))?;
        }
        let done = renew(module, "after", &wanted(options, options.threads.is_some() && options.by_plan))?;
        if options.threads.is_some() && !options.by_plan {
            let proxy = kernels::proxy(module, "after");
            let body = module.nested_mut(proxy).expect("@after has a body");
            // Only the outermost parallel loops run in parallel: nested parallelism gains nothing.
            parallelize_all(&mut Rewriter::new(body), 1, false);
        }
        let has_same_loops = loops(module, "before") == loops(module, "after");
        let entries = Entries::one(module, "run").map_err(|errors| texts(&errors))?;
        entries.prepare_for(module, options.threads.map_or(Threads::One, Threads::Team)).map_err(reason)?;
        mark(module);
        let code = Engine::Llvm.code_of_lowered_at(module, OptLevel::O3Native).map_err(reason)?;
        let call = Call { function: "run", inputs: &entries.0[0].inputs, outputs: &entries.0[0].outputs };
        Ok(Times { has_same_loops, ..times(&call.run(&*code, &[])?, done)? })
    })
}

/// The text of a function, without its name.
fn loops(module: &Body, name: &str) -> String {
    let body = module.nested(kernels::proxy(module, name)).expect("the function has a body");
    print(OpRef::root(body), &PrintOptions::default()).replacen(name, "", 1)
}

/// Transforms the loops of the function called `name`.
fn renew(module: &mut Body, name: &str, options: &options::Options) -> Result<Done, String> {
    let proxy = kernels::proxy(module, name);
    let body = module.nested_mut(proxy).expect("the function has a body");
    transform(&mut Rewriter::new(body), options).map_err(|declined| declined.why.into_owned())
}

impl Options {
    /// The measured functions: the loops before and after; or the loops for one thread, and those for several threads
    /// run by one thread and by all.
    fn timed(&self) -> Vec<Timed> {
        let before = Timed { label: "before", function: "before", n_threads: None };
        let after = Timed { label: "after", function: "after", n_threads: self.threads };
        let alone = self.threads.map(|_| Timed { label: "alone", function: "after", n_threads: Some(1) });
        [Some(before), alone, Some(after)].into_iter().flatten().collect()
    }
}

/// The loop options, for one thread or for several.
fn wanted(options: &Options, parallel: bool) -> options::Options {
    let tiles = match &options.tiles[..] {
        [] => Tiles::Chosen(Model { tile: true, n_threads: options.threads.filter(|_| parallel).unwrap_or(1) }),
        [0] => Tiles::None,
        sizes => Tiles::Wanted(Tiling { sizes: sizes.to_vec(), wavefront: parallel }),
    };
    let style = Style { separate: options.separate, jam: Jam::all(&options.jam) };
    let wanted = options::Options { tiles, style, ..same::options(0, parallel, Fuse::Smart) };
    if options.diamond { same::in_diamonds(wanted) } else { wanted }
}

fn times(outcome: &Outcome, done: Done) -> Result<Times, String> {
    let numbers: Option<Vec<u64>> = outcome
        .results
        .iter()
        .map(|data| match data {
            Data::Bits(bits) => Some(*bits),
            _ => None,
        })
        .collect();
    let numbers = numbers.ok_or("its checksum is poison")?;
    let (sums, times) = numbers.split_at(numbers.len() / 2);
    // The execution time of a function is at least one tick.
    let seconds: Vec<f64> = times.iter().map(|&time| time.max(1) as f64 / timed::PER_SECOND).collect();
    let [before, alone @ .., after] = &seconds[..] else { return Err("it gives no times".to_owned()) };
    let is_same = sums.iter().all(|&sum| sum == sums[0]);
    Ok(Times { before: *before, alone: alone.first().copied(), after: *after, is_same, done, has_same_loops: false })
}

/// The prefixes of the names of measured functions, and of functions outlined from them.
const MEASURED: [&str; 2] = ["before", "after"];

/// Adds attributes to lowered functions so that they are not inlined, and their pointers do not alias, which holds:
/// each array is allocated. Of the two pointers of a memref only one is used. The parameters of outlined functions
/// include the pointers that are used inside.
pub(crate) fn mark(module: &mut Body) {
    let is_measured = |op: &OpId| {
        let name =
            module.nested(*op).and_then(|body| body.symbol_name(body.root())).map_or("", |name| name.str(module.cx()));
        let of_team =
            |start: &str| name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(REGION));
        MEASURED.into_iter().any(of_team)
    };
    let functions: Vec<OpId> = module.proxies().into_iter().filter(is_measured).collect();
    functions.into_iter().for_each(|function| mark_function(module, function));
}

/// The infix of the names of outlined functions that teams run.
const REGION: &str = "..omp_par.region";

fn mark_function(module: &mut Body, function: OpId) {
    let cx = module.cx();
    let entry = OpRef::new(module, function).resolve().region(0).entry().expect("the function has a body");
    let noalias = NamedAttr { name: cx.ident("llvm.noalias"), value: Attr::UNIT };
    let of = |ty: Type| match PointerType::from_type(cx, ty) {
        Some(_) => cx.dict(vec![noalias]),
        None => cx.dict(Vec::new()),
    };
    let all: Vec<Attr> = entry.args().map(|argument| of(argument.ty())).collect();
    let all = cx.array_attr(&all);
    module.set_prop(function, LLVMFuncOp::ARG_ATTRS, all);
    module.set_prop(function, LLVMFuncOp::NO_INLINE, Attr::UNIT);
}
