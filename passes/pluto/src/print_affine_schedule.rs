//! The pass `print-affine-schedule`.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_polyhedral::code::{Jam, Style};
use rmlir_polyhedral::limits::Limits;

use crate::affine_pluto::{FuseOption, Tiled};
use crate::explain::{Form, Function, all};
use crate::extract::Assumptions;
use crate::options::Options;
use crate::plan::Search;

/// Print the schedule that PLuTo finds for each function.
///
/// One line for each statement with its time, and one for each band of permutable loops. `format=text` and
/// `format=json` have all results: domains, accesses, dependences, matrices, the order of tiles and loops, the new
/// loops. `format=html` is one page with all that, and with pictures of small instances before and after. Options for
/// tiles and parallel loops are those of `affine-pluto`.
#[pass(name = "print-affine-schedule", title = "PrintAffineSchedule")]
pub struct PrintAffineSchedule {
    /// The output format
    #[option(default = "schedule")]
    format: Form,
    /// Tile bands of at least two loops
    #[option(default = false)]
    tile: bool,
    /// Tile sizes, by loop of a band, the last one for further loops; disables the model (default: by the model)
    #[option()]
    tile_sizes: Vec<u32>,
    /// The outermost parallel loops are parallel, and tiles run in wavefronts if no loop is parallel otherwise
    #[option(default = false)]
    parallel: bool,
    /// Choose between orders by a cost model, tile if profitable, leave functions unchanged if no order is cheaper
    #[option(default = true)]
    cost: bool,
    /// The number of threads that the model assumes for parallel loops
    #[option(default = 2)]
    threads: u32,
    /// Privatize memory of loop iterations if that makes loops parallel, or is much cheaper for one thread
    #[option(default = true)]
    privatize: bool,
    /// Separate full and partial tiles
    #[option(default = false)]
    separate: bool,
    /// Tile stencils in diamonds, so that a whole row of tiles can start at once; with the tile sizes, or 32
    #[option(default = false)]
    diamond: bool,
    /// Tile the tiles: the number of tiles of each loop in a second-level tile; 0 for one level
    #[option(default = 0)]
    second_level: u32,
    /// Unroll-and-jam factors of the loops around innermost ones, then of those around these (default: by the model)
    #[option()]
    unroll_jam: Vec<u32>,
    /// Compute the schedule from the dependences that no others imply
    #[option(default = false)]
    value_based: bool,
    /// The fusion heuristic: which statements share loops
    #[option(default = "smart")]
    fuse: FuseOption,
    /// Distinct arguments of a function do not alias
    #[option(default = true)]
    noalias_arguments: bool,
    /// How many steps each search takes at most: numbers computed for the integer program of a hyperplane; other limits are in proportion
    #[option(default = "20000000")]
    max_steps: u64,
}

impl Pass for PrintAffineSchedule {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (sizes, n_threads) = (&self.tile_sizes, self.threads);
        let tiled = Tiled { cost: self.cost, tile: self.tile, sizes, parallel: self.parallel, n_threads };
        let Some(tiles) = tiled.tiles() else {
            let root = cx.body().root();
            return cx.fail(root, Tiled::NOT_POSITIVE);
        };
        let assumptions = Assumptions { noalias_arguments: self.noalias_arguments };
        let (parallel, privatize) = (self.parallel, self.privatize);
        let second_level = Some(i64::from(self.second_level)).filter(|&ratio| ratio > 1);
        let diamonds = if self.diamond { tiled.diamonds() } else { None };
        let style = Style { separate: self.separate, jam: Jam::all(&self.unroll_jam) };
        let search = Search { fuse: self.fuse.0, value_based: self.value_based };
        let limits = Limits::new(self.max_steps);
        let options =
            Options { assumptions, search, tiles, second_level, diamonds, parallel, style, privatize, limits };
        let bodies = cx.body().proxies().into_iter().filter_map(|op| cx.body().nested(op));
        let functions: Vec<Function> = bodies.map(|body| Function::of(body, &options)).collect();
        cx.emit_text(all(&functions, self.format));
        Ok(())
    }
}
