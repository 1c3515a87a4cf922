//! The kernels of PolyBench compute the same with new loops, to the bit: the function `@kernel` of each runs on the same
//! random data before and after.
//!
//! `KERNELS=gemm,lu SIZES=31,33,65 TILES=4,7,32 cargo test --release -p rmlir-pluto-passes --test polybench` takes others.

use rayon::prelude::*;
use rmlir::core::Context;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir::prelude::*;
use rmlir::text::parse::parse_verified;
use rmlir_pluto_passes::affine_pluto::{Options, transform};
use rmlir_pluto_passes::extract::Assumptions;
use rmlir_polybench::kernel::{self, Kernel};
use rmlir_polyhedral::order::Tiling;
use rmlir_polyhedral::pluto::Fuse;

/// Those that are declined so far: loop-carried variables, a condition with two blocks.
const DECLINED: [&str; 6] = ["deriche", "durbin", "gramschmidt", "ludcmp", "nussinov", "symm"];

/// Those that access an element of empty arrays.
const UNDEFINED_IF_EMPTY: [&str; 2] = ["correlation", "durbin"];

fn options(tile: Option<i64>, parallel: bool, fuse: Fuse) -> Options {
    let tiling = tile.map(|size| Tiling { sizes: vec![size], wavefront: parallel });
    Options { assumptions: Assumptions { noalias_arguments: true }, fuse, tiling, parallel }
}

/// What the arguments of `@kernel` are after a run.
fn run(body: &Body) -> Result<Vec<Data>, String> {
    let said = |errors: Vec<Diagnostic>| errors.iter().map(ToString::to_string).collect::<String>();
    let program = Program::compile_entry(body, "kernel", Settings::default()).map_err(said)?;
    let mut random = Random::new(1);
    let inputs = &program.function("kernel").ok_or("there is no @kernel")?.inputs;
    let args: Vec<Data> = inputs.iter().map(|kind| Data::random_sized(kind, None, &mut random)).collect();
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    Ok(program.run("kernel", &args, &limits).map_err(|trap| trap.to_string())?.arguments)
}

/// What came of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// It computes the same.
    Same,
    /// It was declined.
    Declined,
    /// For this size it accesses elements that are not there, so anything may come of it.
    Undefined,
}

/// Gives the kernel new loops and compares.
fn verdict(kernel: &Kernel, size: u64, options: &Options) -> Result<Verdict, String> {
    let cx: Context = rmlir::text::context(rmlir_test_eval::dialects());
    let text = kernel.text_of_size(size);
    let said = |errors: Vec<Diagnostic>| errors.iter().map(ToString::to_string).collect::<String>();
    let mut module = parse_verified(&cx, "kernel.mlir", text).map_err(said)?;
    let Ok(before) = run(&module) else { return Ok(Verdict::Undefined) };
    let is_kernel = |op: &OpId| {
        module.nested(*op).and_then(|body| body.symbol_name(body.root())).is_some_and(|name| name.str(&cx) == "kernel")
    };
    let proxy = module.proxies().into_iter().find(is_kernel).ok_or("there is no @kernel")?;
    let body = module.nested_mut(proxy).ok_or("@kernel has no body")?;
    if transform(&mut Rewriter::new(body), options).is_err() {
        return Ok(Verdict::Declined);
    }
    if run(&module)? != before {
        return Err("another result".to_owned());
    }
    Ok(Verdict::Same)
}

/// The numbers in a variable of the environment, or these.
fn numbers(variable: &str, otherwise: &[u64]) -> Vec<u64> {
    let Ok(text) = std::env::var(variable) else { return otherwise.to_vec() };
    text.split(',').map(|number| number.parse().expect("a list of numbers")).collect()
}

/// Whether a kernel is wanted by the environment.
fn is_wanted(kernel: &Kernel) -> bool {
    std::env::var("KERNELS").map_or(true, |names| names.split(',').any(|name| name == kernel.name))
}

fn check(sizes: &[u64], options: &Options) {
    let sizes = numbers("SIZES", sizes);
    let kernels = kernel::read_all(&kernel::folder()).expect("the kernels are there");
    kernels.par_iter().filter(|kernel| is_wanted(kernel)).for_each(|kernel| {
        for &size in &sizes {
            let expected = match kernel.name.as_str() {
                name if size == 0 && UNDEFINED_IF_EMPTY.contains(&name) => Verdict::Undefined,
                name if DECLINED.contains(&name) => Verdict::Declined,
                _ => Verdict::Same,
            };
            assert_eq!(verdict(kernel, size, options), Ok(expected), "{} of size {size}, {options:?}", kernel.name);
        }
    });
}

#[test]
fn new_loops_compute_the_same() {
    check(&[0, 1, 2, 9], &options(None, false, Fuse::Smart));
}

#[test]
fn fused_and_parted_loops_compute_the_same() {
    check(&[9], &options(None, true, Fuse::Max));
    check(&[9], &options(None, true, Fuse::None));
}

#[test]
fn tiles_and_wavefronts_compute_the_same() {
    for size in numbers("TILES", &[4]) {
        check(&[9], &options(Some(size as i64), true, Fuse::Smart));
    }
}
