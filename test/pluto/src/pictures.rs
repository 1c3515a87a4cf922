//! Pictures of the kernels, checked by a program.

use rayon::prelude::*;
use rmlir_pluto_passes::choice::Tiles;
use rmlir_pluto_passes::explain::instance::Space;
use rmlir_pluto_passes::extract::{Assumptions, extract};
use rmlir_pluto_passes::plan::{Plan, Search};
use rmlir_pluto_passes::planned::normal;
use rmlir_polybench::kernel::{self, DataSet, Kernel};
use rmlir_polyhedral::tiles::order::Tiling;

use crate::kernels;

/// The number of pictures of a kernel, and the number of arrows in them.
fn look(kernel: &Kernel) -> (usize, usize) {
    let cx = rmlir::text::context(rmlir_test_eval::dialects());
    let module = kernels::module(&cx, kernel.text_for(DataSet::Small)).expect("kernels are right");
    let body = module.nested(kernels::proxy(&module, "kernel")).expect("@kernel has a body");
    let assumptions = Assumptions { noalias_arguments: true };
    let scop = extract(&normal(body), assumptions).expect("kernels are taken apart").scop;
    let plan = Plan::of(&scop, Search::default()).expect("kernels have schedules");
    let tiles = Tiles::Wanted(Tiling { sizes: vec![32], wavefront: true });
    let order = plan.order(&scop, &tiles, true).expect("tiles are wanted");
    let (mut n_pictures, mut n_arrows) = (0, 0);
    for (number, statement) in scop.statements.iter().enumerate() {
        let space = Space::of(&scop, number, &order);
        assert_eq!(space.is_some(), (1..=3).contains(&statement.depth()), "{} of {}", statement.name, kernel.name);
        let Some(space) = space else { continue };
        n_pictures += 1;
        n_arrows += space.arrows.len();
        for arrow in &space.arrows {
            let (from, to) = (&space.points[arrow.from], &space.points[arrow.to]);
            let names = (&kernel.name, &statement.name, &from.at, &to.at);
            assert!(from.turn[0] < to.turn[0] && from.turn[1] < to.turn[1], "{names:?}");
            assert!(from.time < to.time, "{names:?}");
        }
    }
    (n_pictures, n_arrows)
}

#[test]
fn dependences_go_forward_in_pictures() {
    let kernels = kernel::read_all(&kernel::folder()).expect("the kernels are there");
    let (n_pictures, n_arrows) = kernels.par_iter().map(look).reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert!(n_pictures > 80 && n_arrows > 1000, "{n_pictures} pictures with {n_arrows} arrows");
}
