//! Schedules of the kernels compared with those of PLuTo 0.13 (`--nodiamond-tile`, PolyBench 4.2.1 through Clan): the
//! number of loops in the widest band, and the position of parallelism. Only loops are counted, not the scalar
//! dimensions between them.
//!
//! Kernels that PLuTo does not transform have neither. Its statements are not always ours: loop-carried sums are
//! separate statements here.

use rmlir::prelude::*;
use rmlir_pluto_passes::planned::Planned;
use rmlir_polybench::kernel::{DataSet, Kernel};
use rmlir_polyhedral::Schedule;
use rmlir_polyhedral::fission::distributed;
use rmlir_polyhedral::parallel::{Parallelism, carried, parallelism};
use rmlir_polyhedral::search::pluto::Fuse;

use crate::which::Which;
use crate::{kernels, same};

/// PLuTo's results for the statements with the most loops.
const PLUTO: [(&str, usize, Parallelism); 30] = [
    ("2mm", 3, Parallelism::Outer),
    ("3mm", 3, Parallelism::Outer),
    ("adi", 0, Parallelism::None),
    ("atax", 2, Parallelism::Outer),
    ("bicg", 2, Parallelism::Outer),
    ("cholesky", 3, Parallelism::Wavefront),
    ("correlation", 3, Parallelism::Outer),
    ("covariance", 3, Parallelism::Outer),
    ("deriche", 0, Parallelism::None),
    ("doitgen", 2, Parallelism::Inner),
    ("durbin", 0, Parallelism::None),
    ("fdtd-2d", 3, Parallelism::Wavefront),
    ("floyd-warshall", 2, Parallelism::Inner),
    ("gemm", 3, Parallelism::Outer),
    ("gemver", 2, Parallelism::Outer),
    ("gesummv", 2, Parallelism::Outer),
    ("gramschmidt", 2, Parallelism::Inner),
    ("heat-3d", 4, Parallelism::Wavefront),
    ("jacobi-1d", 2, Parallelism::Wavefront),
    ("jacobi-2d", 3, Parallelism::Wavefront),
    ("lu", 3, Parallelism::Wavefront),
    ("ludcmp", 0, Parallelism::None),
    ("mvt", 2, Parallelism::Outer),
    ("nussinov", 0, Parallelism::None),
    ("seidel-2d", 3, Parallelism::Wavefront),
    ("symm", 0, Parallelism::None),
    ("syr2k", 3, Parallelism::Outer),
    ("syrk", 3, Parallelism::Outer),
    ("trisolv", 2, Parallelism::Wavefront),
    ("trmm", 3, Parallelism::Outer),
];

/// Prints one line for each kernel. Returns whether none is worse.
pub fn run(which: &Which) -> bool {
    println!("{:16} {:22} {:22}", "kernel", "pluto", "here");
    let (mut n_better, mut n_equal, mut n_worse) = (0, 0, 0);
    for kernel in kernels::wanted(which) {
        let &(_, width, parallel) =
            PLUTO.iter().find(|(name, ..)| *name == kernel.name).expect("the table has all kernels");
        let (theirs, ours) = ((width, parallel), found(&kernel));
        let verdict = match (ours.0.cmp(&theirs.0), ours.1.cmp(&theirs.1)) {
            (width, parallel) if width.is_eq() && parallel.is_eq() => "equal",
            (width, parallel) if width.is_ge() && parallel.is_ge() => "better",
            _ => "worse",
        };
        match verdict {
            "equal" => n_equal += 1,
            "better" => n_better += 1,
            _ => n_worse += 1,
        }
        let shown = |(width, parallel): (usize, Parallelism)| format!("{width} loops, {parallel:?}");
        println!("{:16} {:22} {:22} {verdict}", kernel.name, shown(theirs), shown(ours));
    }
    println!("{n_better} better, {n_equal} equal, {n_worse} worse");
    n_worse == 0
}

/// The widest band and the best parallelism of the statements with the most loops.
fn found(kernel: &Kernel) -> (usize, Parallelism) {
    let cx = rmlir::text::context(rmlir_test_eval::dialects());
    let module = kernels::module(&cx, kernel.text_for(DataSet::Large)).expect("kernels are right");
    let body: &Body = module.nested(kernels::proxy(&module, "kernel")).expect("@kernel has a body");
    let options = same::options(0, true, Fuse::Smart);
    let Ok(Planned { extracted, plan, .. }) = Planned::of(body, &options) else { return (0, Parallelism::None) };
    let scop = extracted.scop;
    let deepest = scop.statements.iter().map(|statement| statement.depth()).max().unwrap_or(0);
    let deep: Vec<usize> = (0..scop.statements.len()).filter(|&it| scop.statements[it].depth() == deepest).collect();
    // With `cost` the pass chooses between these.
    let distributed = distributed(&scop, &plan.dependences, &plan.schedule);
    let all = [Some(plan.schedule), distributed].into_iter().flatten();
    let best = |schedule: Schedule| {
        let carried = carried(&schedule, &plan.dependences);
        deep.iter().map(|&statement| parallelism(&schedule, &plan.dependences, &carried, statement)).max()
    };
    all.filter_map(best).max().unwrap_or((0, Parallelism::None))
}
