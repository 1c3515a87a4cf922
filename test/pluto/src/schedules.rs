//! Schedules of the kernels beside those that PLuTo 0.13 finds (`--nodiamond-tile`, PolyBench 4.2.1 through Clan): how many
//! loops the widest band has, and where parallelism is. Loops only are counted, not the numbers between them.
//!
//! What PLuTo gives up on, and leaves in the original order, has neither. Its statements are not always ours: sums that loops
//! carry are statements of their own here.

use rmlir::prelude::*;
use rmlir_pluto_passes::affine_pluto::normal;
use rmlir_pluto_passes::extract::{Assumptions, extract};
use rmlir_pluto_passes::plan::Plan;
use rmlir_polybench::kernel::{DataSet, Kernel};
use rmlir_polyhedral::fission::distributed;
use rmlir_polyhedral::parallel::{Carried, carried};
use rmlir_polyhedral::pluto::Fuse;
use rmlir_polyhedral::{Band, Dependence, Dimension, Schedule};

use crate::{Which, kernels};

/// Where parallelism is; better is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Parallel {
    /// Nowhere.
    None,
    /// In a loop within sequential ones.
    Inner,
    /// In tiles of the outermost band that run in wavefronts.
    Wavefront,
    /// In the outermost loop.
    Outer,
}

/// What PLuTo finds for the statements with the most loops.
const PLUTO: [(&str, usize, Parallel); 30] = [
    ("2mm", 3, Parallel::Outer),
    ("3mm", 3, Parallel::Outer),
    ("adi", 0, Parallel::None),
    ("atax", 2, Parallel::Outer),
    ("bicg", 2, Parallel::Outer),
    ("cholesky", 3, Parallel::Wavefront),
    ("correlation", 3, Parallel::Outer),
    ("covariance", 3, Parallel::Outer),
    ("deriche", 0, Parallel::None),
    ("doitgen", 2, Parallel::Inner),
    ("durbin", 0, Parallel::None),
    ("fdtd-2d", 3, Parallel::Wavefront),
    ("floyd-warshall", 2, Parallel::Inner),
    ("gemm", 3, Parallel::Outer),
    ("gemver", 2, Parallel::Outer),
    ("gesummv", 2, Parallel::Outer),
    ("gramschmidt", 2, Parallel::Inner),
    ("heat-3d", 4, Parallel::Wavefront),
    ("jacobi-1d", 2, Parallel::Wavefront),
    ("jacobi-2d", 3, Parallel::Wavefront),
    ("lu", 3, Parallel::Wavefront),
    ("ludcmp", 0, Parallel::None),
    ("mvt", 2, Parallel::Outer),
    ("nussinov", 0, Parallel::None),
    ("seidel-2d", 3, Parallel::Wavefront),
    ("symm", 0, Parallel::None),
    ("syr2k", 3, Parallel::Outer),
    ("syrk", 3, Parallel::Outer),
    ("trisolv", 2, Parallel::Wavefront),
    ("trmm", 3, Parallel::Outer),
];

/// Prints one line for each kernel. Whether none is worse.
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
        let shown = |(width, parallel): (usize, Parallel)| format!("{width} loops, {parallel:?}");
        println!("{:16} {:22} {:22} {verdict}", kernel.name, shown(theirs), shown(ours));
    }
    println!("{n_better} better, {n_equal} equal, {n_worse} worse");
    n_worse == 0
}

/// The widest band and the best parallelism of the statements with the most loops.
fn found(kernel: &Kernel) -> (usize, Parallel) {
    let cx = rmlir::text::context(rmlir_test_eval::dialects());
    let module = kernels::module(&cx, kernel.text_for(DataSet::Large)).expect("kernels are right");
    let body: &Body = module.nested(kernels::proxy(&module, "kernel")).expect("@kernel has a body");
    let Ok(extracted) = extract(&normal(body), Assumptions { noalias_arguments: true }) else {
        return (0, Parallel::None);
    };
    let scop = extracted.scop;
    let Ok(plan) = Plan::of(&scop, Fuse::Smart) else { return (0, Parallel::None) };
    let deepest = scop.statements.iter().map(|statement| statement.depth()).max().unwrap_or(0);
    let deep: Vec<usize> = (0..scop.statements.len()).filter(|&it| scop.statements[it].depth() == deepest).collect();
    // With `cost` the pass chooses between these.
    let distributed = distributed(&scop, &plan.dependences, &plan.schedule);
    let all = [Some(plan.schedule), distributed].into_iter().flatten();
    let found = all.map(|schedule| Found::new(schedule, &plan.dependences));
    let best = found.filter_map(|found| deep.iter().map(|&statement| found.of_statement(statement)).max()).max();
    best.unwrap_or((0, Parallel::None))
}

/// A schedule and what its dimensions carry.
struct Found<'a> {
    schedule: Schedule,
    dependences: &'a [Dependence],
    carried: Carried,
}

impl<'a> Found<'a> {
    fn new(schedule: Schedule, dependences: &'a [Dependence]) -> Self {
        let carried = carried(&schedule, dependences);
        Self { schedule, dependences, carried }
    }

    /// The widest band of loops that are not the same for all instances of a statement, and its parallelism.
    fn of_statement(&self, statement: usize) -> (usize, Parallel) {
        let schedule = &self.schedule;
        let is_loop = |dimension: usize| match &schedule.dimensions[dimension] {
            Dimension::Loop(rows) => rows[statement].iter().rev().skip(1).any(|number| !number.is_zero()),
            Dimension::Scalar(_) => false,
        };
        let loops: Vec<usize> = (0..schedule.dimensions.len()).filter(|&dimension| is_loop(dimension)).collect();
        let width = |band: &Band| band.dimensions().filter(|&dimension| is_loop(dimension)).count();
        let widest = schedule.bands.iter().map(width).max().unwrap_or(0);
        let is_parallel = |dimension: usize| {
            let here = &self.carried.by_points[dimension];
            !here.iter().any(|&number| self.touches(number, statement, dimension))
        };
        let parallel = match loops.first() {
            Some(&first) if is_parallel(first) => Parallel::Outer,
            Some(&first) if schedule.bands.iter().any(|band| band.first == first && width(band) > 1) => {
                Parallel::Wavefront
            }
            _ if loops.iter().any(|&dimension| is_parallel(dimension)) => Parallel::Inner,
            // Wavefronts within a sequential loop.
            _ if schedule.bands.iter().any(|band| width(band) > 1) => Parallel::Inner,
            _ => Parallel::None,
        };
        (widest, parallel)
    }

    /// Whether both sides of a dependence share all numbers before a dimension with a statement.
    fn touches(&self, dependence: usize, statement: usize, dimension: usize) -> bool {
        let dependence = &self.dependences[dependence];
        let is_with = |other: usize| self.schedule.are_together(statement, other, dimension);
        is_with(dependence.from) && is_with(dependence.to)
    }
}
