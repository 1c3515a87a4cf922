//! Whether the transformed kernels compute the same, bit for bit: the function `@kernel` of each is executed on the
//! same random data before and after.

use clap::Args;
use rayon::prelude::*;
use rmlir::interp::compare::data_refines;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Kind, Limits, Program, Settings};
use rmlir::prelude::*;
use rmlir_engines::module::{reason, texts, with_module};
use rmlir_jit::Call;
use rmlir_pluto_passes::affine_pluto::{Done, transform};
use rmlir_pluto_passes::cheapest::Model;
use rmlir_pluto_passes::choice::Tiles;
use rmlir_pluto_passes::extract::Assumptions;
use rmlir_pluto_passes::options::Options;
use rmlir_pluto_passes::plan::Search;
use rmlir_polybench::kernel::Kernel;
use rmlir_polyhedral::code::{Jam, Style};
use rmlir_polyhedral::search::pluto::Fuse;
use rmlir_polyhedral::tiles::order::Tiling;
use rmlir_run::native::{Engine, Entries, Threads};

use crate::kernels;
use crate::which::Which;

/// The selection of kernels and options.
#[derive(Args)]
pub struct Wanted {
    #[command(flatten)]
    which: Which,
    /// The sizes of all arrays.
    #[arg(long, value_delimiter = ',', default_values_t = [0, 1, 2, 9])]
    sizes: Vec<u64>,
    /// The tile sizes, 0 for no tiling.
    #[arg(long, value_delimiter = ',', default_values_t = [0, 4])]
    tiles: Vec<i64>,
    /// The tiling with the lowest cost by the model for two threads, instead of these tile sizes.
    #[arg(long)]
    by_model: bool,
    /// Separate full and partial tiles.
    #[arg(long)]
    separate: bool,
    /// Unroll-and-jam factors of the loops around innermost ones, then of those around these.
    #[arg(long, value_delimiter = ',')]
    jam: Vec<u32>,
    /// Diamond tiling where it applies.
    #[arg(long)]
    diamond: bool,
    /// Execute machine code, too, with parallel loops run by this many threads.
    #[arg(long)]
    threads: Option<u32>,
}

/// The parameters of the cost model.
pub const BY_MODEL: Model = Model { tile: true, n_threads: 2 };

/// Options for these tile sizes.
pub fn options(tile: i64, parallel: bool, fuse: Fuse) -> Options {
    let tiles = match tile {
        0 => Tiles::None,
        size => Tiles::Wanted(Tiling { sizes: vec![size], wavefront: parallel }),
    };
    let assumptions = Assumptions { noalias_arguments: true };
    Options {
        assumptions,
        search: Search { fuse, value_based: false },
        tiles,
        diamonds: None,
        second_level: None,
        parallel,
        style: Style::default(),
        privatize: true,
        limits: rmlir_polyhedral::limits::Limits::default(),
    }
}

/// The same with diamond tiling where it applies.
pub fn in_diamonds(options: Options) -> Options {
    let diamonds = match &options.tiles {
        Tiles::Wanted(tiling) => Some(tiling.clone()),
        _ => None,
    };
    Options { diamonds, ..options }
}

/// The result for a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It computes the same.
    Same,
    /// It computes the same, without tiles.
    Untiled,
    /// It was declined.
    Declined(String),
    /// For this size it accesses elements out of bounds, so its results are undefined.
    Undefined,
    /// It computes something else, or fails.
    Wrong(String),
}

/// Prints one line for each kernel and size that is not the same, and a summary. Returns whether all are the same.
pub fn run(wanted: &Wanted) -> bool {
    let kernels = kernels::wanted(&wanted.which);
    let mut runs = Vec::new();
    for kernel in &kernels {
        for &size in &wanted.sizes {
            let tiles = if wanted.by_model { &[0][..] } else { &wanted.tiles };
            runs.extend(tiles.iter().map(|&tile| (kernel, size, tile)));
        }
    }
    let judge = |&(kernel, size, tile): &(&Kernel, u64, i64)| {
        let style = Style { separate: wanted.separate, jam: Jam::all(&wanted.jam) };
        let of_tile = options(tile, true, Fuse::Smart);
        let tiles = if wanted.by_model { Tiles::Chosen(BY_MODEL) } else { of_tile.tiles.clone() };
        let options = Options { style, tiles, ..of_tile };
        let options = if wanted.diamond { in_diamonds(options) } else { options };
        let verdict = match wanted.threads {
            None => verdict(kernel, size, &options),
            Some(n) => verdict_by_threads(kernel, size, &options, n),
        };
        if verdict != Verdict::Same {
            println!("{} of size {size}, tiles of {tile}: {verdict:?}", kernel.name);
        }
        verdict
    };
    // Teams have the machine's threads to themselves.
    let verdicts: Vec<Verdict> = match wanted.threads {
        None => runs.par_iter().map(judge).collect(),
        Some(_) => runs.iter().map(judge).collect(),
    };
    let count = |is: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| is(verdict)).count();
    let n_wrong = count(|it| matches!(it, Verdict::Wrong(_)));
    let n_declined = count(|it| matches!(it, Verdict::Declined(_)));
    println!(
        "{} kernels, {} runs: {} the same, {} of these untiled; {n_declined} declined, {} undefined before, {n_wrong} wrong",
        kernels.len(),
        runs.len(),
        count(|it| matches!(it, Verdict::Same | Verdict::Untiled)),
        count(|it| matches!(it, Verdict::Untiled)),
        count(|it| matches!(it, Verdict::Undefined)),
    );
    n_wrong + n_declined == 0
}

/// The arguments of `@kernel`.
fn arguments(inputs: &[Kind]) -> Vec<Data> {
    let mut random = Random::new(1);
    inputs.iter().map(|kind| Data::random_sized(kind, None, &mut random)).collect()
}

/// The arguments of `@kernel` after an execution, with their kinds.
type After = Vec<(Data, Kind)>;

fn after_run(body: &Body) -> Result<After, String> {
    let said = |errors: Vec<Diagnostic>| errors.iter().map(ToString::to_string).collect::<String>();
    let program = Program::compile_entry(body, "kernel", Settings::default()).map_err(said)?;
    let inputs = &program.function("kernel").ok_or("there is no @kernel")?.inputs;
    let args = arguments(inputs);
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    let outcome = program.run("kernel", &args, &limits).map_err(|trap| trap.to_string())?;
    Ok(outcome.arguments.into_iter().zip(inputs.iter().cloned()).collect())
}

/// Transforms the loops of the kernel and compares the results.
pub fn verdict(kernel: &Kernel, size: u64, options: &Options) -> Verdict {
    verdict_of_text(kernel.text_of_size(size), options)
}

/// The same, executed by machine code afterwards, with each parallel loop run by a team of `n_threads` threads.
fn verdict_by_threads(kernel: &Kernel, size: u64, options: &Options, n_threads: u32) -> Verdict {
    // The payload of a NaN is unspecified.
    let is_same = |before: &(Data, Kind), after: &(Data, Kind)| data_refines(&before.0, &after.0, &before.1);
    judge(kernel.text_of_size(size), options, |module| after_native_run(module, n_threads), is_same)
}

/// The arguments of `@kernel` after an execution by the JIT.
fn after_native_run(module: &mut Body, n_threads: u32) -> Result<After, String> {
    let entries = Entries::one(module, "kernel").map_err(|errors| texts(&errors))?;
    entries.prepare_for(module, Threads::Always(n_threads)).map_err(reason)?;
    let code = Engine::Jit.code_of_lowered(module).map_err(reason)?;
    code.set_n_threads(n_threads);
    let entry = &entries.0[0];
    let call = Call { function: "kernel", inputs: &entry.inputs, outputs: &entry.outputs };
    let outcome = call.run(&*code, &arguments(&entry.inputs))?;
    Ok(outcome.arguments.into_iter().zip(entry.inputs.iter().cloned()).collect())
}

/// The same for a module with a function `@kernel`.
pub fn verdict_of_text(text: String, options: &Options) -> Verdict {
    judge(text, options, |module| after_run(module), |before, after| before.0 == after.0)
}

/// Compares the results of `@kernel` before, in the interpreter, with those of `run_after` on the transformed loops.
fn judge(
    text: String,
    options: &Options,
    run_after: impl FnOnce(&mut Body) -> Result<After, String>,
    is_same: impl Fn(&(Data, Kind), &(Data, Kind)) -> bool,
) -> Verdict {
    with_module(&text, |module| Ok(judge_module(module, options, run_after, is_same))).unwrap_or_else(Verdict::Wrong)
}

fn judge_module(
    module: &mut Body,
    options: &Options,
    run_after: impl FnOnce(&mut Body) -> Result<After, String>,
    is_same: impl Fn(&(Data, Kind), &(Data, Kind)) -> bool,
) -> Verdict {
    let Ok(before) = after_run(module) else { return Verdict::Undefined };
    let proxy = kernels::proxy(module, "kernel");
    let body = module.nested_mut(proxy).expect("@kernel has a body");
    let done = match transform(&mut Rewriter::new(body), options) {
        Ok(done) => done,
        Err(declined) => return Verdict::Declined(declined.why.into_owned()),
    };
    match run_after(module) {
        Ok(after) if before.iter().zip(&after).all(|(before, after)| is_same(before, after)) => match done {
            Done::AsWanted | Done::Unchanged => Verdict::Same,
            Done::Untiled => Verdict::Untiled,
        },
        Ok(_) => Verdict::Wrong("another result".to_owned()),
        Err(trap) => Verdict::Wrong(trap),
    }
}

#[cfg(test)]
mod tests {
    use rmlir_polybench::kernel;

    use super::*;

    /// Kernels that access an element of empty arrays.
    const UNDEFINED_IF_EMPTY: [&str; 2] = ["correlation", "durbin"];

    fn check(sizes: &[u64], options: &Options) {
        let kernels = kernel::read_all(&kernel::folder()).expect("the kernels are there");
        kernels.par_iter().for_each(|kernel| {
            for &size in sizes {
                let is_undefined = size == 0 && UNDEFINED_IF_EMPTY.contains(&kernel.name.as_str());
                let expected = if is_undefined { Verdict::Undefined } else { Verdict::Same };
                assert_eq!(verdict(kernel, size, options), expected, "{} of size {size}, {options:?}", kernel.name);
            }
        });
    }

    #[test]
    fn new_loops_compute_the_same() {
        check(&[0, 1, 2, 9], &options(0, false, Fuse::Smart));
    }

    #[test]
    fn fused_and_parted_loops_compute_the_same() {
        check(&[9], &options(0, true, Fuse::Max));
        check(&[9], &options(0, true, Fuse::None));
    }

    #[test]
    fn tiles_for_one_thread_compute_the_same() {
        check(&[2, 9], &options(4, false, Fuse::Smart));
    }

    #[test]
    fn full_tiles_apart_compute_the_same() {
        let style = Style { separate: true, ..Style::default() };
        check(&[9], &Options { style: style.clone(), ..options(4, true, Fuse::Smart) });
        check(&[9], &Options { style, ..options(4, false, Fuse::Smart) });
    }

    #[test]
    fn tiles_of_tiles_compute_the_same() {
        check(&[9], &Options { second_level: Some(2), ..options(2, true, Fuse::Smart) });
        check(&[9], &in_diamonds(Options { second_level: Some(2), ..options(2, true, Fuse::Smart) }));
    }

    #[test]
    fn diamonds_compute_the_same() {
        check(&[2, 9], &in_diamonds(options(3, true, Fuse::Smart)));
    }

    #[test]
    fn several_turns_at_once_compute_the_same() {
        check(
            &[9],
            &Options { style: Style { separate: false, jam: Jam::All(vec![2, 3]) }, ..options(0, false, Fuse::Smart) },
        );
        check(
            &[9],
            &Options { style: Style { separate: true, jam: Jam::All(vec![2]) }, ..options(4, true, Fuse::Smart) },
        );
    }

    #[test]
    fn tiles_and_wavefronts_compute_the_same() {
        check(&[2, 9], &options(4, true, Fuse::Smart));
    }
}
