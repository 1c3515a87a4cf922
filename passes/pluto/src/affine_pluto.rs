//! The pass `affine-pluto`.

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue, Remark};
use rmlir::prelude::*;
use rmlir_affine::Affine;
use rmlir_polyhedral::code::{Jam, Node, Style};
use rmlir_polyhedral::dependence::values::flows;
use rmlir_polyhedral::limits::{Limits, OPTION};
use rmlir_polyhedral::search::pluto::Fuse;
use rmlir_polyhedral::text;
use rmlir_polyhedral::tiles::order::{Level, Tiling};

use crate::cheapest::Model;
use crate::choice::Tiles;
use crate::extract::{Assumptions, Declined, Extracted, extract};
use crate::generate::{fits, generate};
use crate::normal::normalize;
use crate::options::Options;
use crate::plan::{Order, Search};
use crate::planned::Planned;
use crate::privatize::privatize;

/// The default tile size: PLuTo's.
const DEFAULT_TILE_SIZE: u32 = 32;

/// [`Fuse`] as an option.
#[derive(Clone, Copy, Debug)]
pub struct FuseOption(pub(crate) Fuse);

impl OptionType for FuseOption {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "smart", doc: "Statements with the same number of loops share loops" },
        EnumCase { name: "max", doc: "Statements share loops where they may" },
        EnumCase { name: "none", doc: "Only statements that depend on one another share loops" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Fuse::Smart, Fuse::Max, Fuse::None]).map(Self)
    }
}

/// The stage after which the pass stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Prints the dependences.
    Dependences,
    /// Prints the schedule.
    Schedule,
    /// Prints the order of tiles and loops.
    Tile,
    /// Generates the new loops.
    Codegen,
}

impl OptionType for Stage {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "dependences", doc: "Print the dependences" },
        EnumCase { name: "schedule", doc: "Print the schedule" },
        EnumCase { name: "tile", doc: "Print the order of tiles and loops" },
        EnumCase { name: "codegen", doc: "Generate code" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Stage::Dependences, Stage::Schedule, Stage::Tile, Stage::Codegen])
    }
}

/// Reorder the loops of affine functions by the PLuTo algorithm.
///
/// The loops of a function are replaced by others that execute the same statements, in an order that satisfies all
/// dependences and reduces the distances of reuse. Permutable bands are tiled, if requested; the outermost parallel
/// loops become `affine.parallel`, if requested. Functions that cannot be extracted to statements, and those for which
/// no other order has a lower cost by a model, are not changed; a remark of the category `pluto` gives the reason
/// (`--remarks-filter-missed=pluto`). For the others there are remarks on the bands of the schedule
/// (`--remarks-filter-analyse=pluto`), and on tiles and parallel loops (`--remarks-filter-passed=pluto`).
///
/// ```mlir
/// affine.for %i = 0 to 8 {
///   affine.for %j = 0 to 9 {
///     %0 = affine.load %x[%j] : memref<9xf32>
///     affine.store %0, %m[%j, %i] : memref<9x8xf32>
///   }
/// }
/// ```
#[pass(name = "affine-pluto", title = "AffinePluto", anchor = "func.func", depends(Affine))]
pub struct AffinePluto {
    /// Tile bands of at least two loops
    #[option(default = false)]
    tile: bool,
    /// Tile sizes, by loop of a band, the last one for further loops; disables the model (default: by the model)
    #[option()]
    tile_sizes: Vec<u32>,
    /// Make the outermost parallel loops affine.parallel; tiles run in wavefronts if no loop is parallel otherwise
    #[option(default = false)]
    parallel: bool,
    /// Choose between orders by a cost model, tile if profitable, leave functions unchanged if no order is cheaper
    #[option(default = true)]
    cost: bool,
    /// The number of threads that the model assumes for parallel loops
    #[option(default = 2)]
    threads: u32,
    /// Separate full and partial tiles
    #[option(default = false)]
    separate: bool,
    /// Privatize memory of loop iterations if that makes loops parallel, or is much cheaper for one thread
    #[option(default = true)]
    privatize: bool,
    /// The fusion heuristic: which statements share loops
    #[option(default = "smart")]
    fuse: FuseOption,
    /// Distinct arguments of a function do not alias
    #[option(default = true)]
    noalias_arguments: bool,
    /// Tile stencils in diamonds, so that a whole row of tiles can start at once; with the tile sizes, or 32
    #[option(default = false)]
    diamond: bool,
    /// Tile the tiles: the number of tiles of each loop in a second-level tile; 0 for one level
    #[option(default = 0)]
    second_level: u32,
    /// Unroll-and-jam factors of the loops around innermost ones, then of those around these (default: by the model)
    #[option()]
    unroll_jam: Vec<u32>,
    /// Compute the schedule from non-implied dependences only; stop-after=dependences prints the value-based ones
    #[option(default = false)]
    value_based: bool,
    /// The limit on steps of each search: integers computed for the integer program of a hyperplane; other limits are in
    /// proportion
    #[option(default = "20000000")]
    max_steps: u64,
    /// Stop after this stage and print its result
    #[option(default = "codegen")]
    stop_after: Stage,
}

impl Pass for AffinePluto {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let Some(options) = self.options() else {
            let root = cx.body().root();
            return cx.fail(root, Tiled::NOT_POSITIVE);
        };
        let mut remarks = Vec::new();
        let done = match self.stop_after {
            Stage::Codegen => transform_and_remark(&mut cx.rewriter(), &options, &mut remarks),
            stage => show(cx.body(), &options, stage).map(|shown| {
                cx.emit_text(shown);
                Done::AsWanted
            }),
        };
        remarks.into_iter().for_each(|remark| cx.remark(remark));
        match done {
            Ok(Done::AsWanted) => {}
            Ok(Done::Unchanged) => cx.missed(cx.body().root(), CATEGORY, "no other order of it costs less"),
            Ok(Done::Untiled) => {
                let reason = format!("its code with tiles {}: it is not tiled", exceeds(&options));
                cx.missed(cx.body().root(), CATEGORY, reason);
            }
            Err(Declined { name, loc, why }) => {
                cx.remark(Remark::missed(loc, CATEGORY).reason(why).arg("Operation", name));
            }
        }
        Ok(())
    }
}

impl AffinePluto {
    /// The options; `None` if a tile size is not positive.
    fn options(&self) -> Option<Options> {
        let (sizes, n_threads) = (&self.tile_sizes, self.threads);
        let tiled = Tiled { cost: self.cost, tile: self.tile, sizes, parallel: self.parallel, n_threads };
        Some(Options {
            assumptions: Assumptions { noalias_arguments: self.noalias_arguments },
            search: Search { fuse: self.fuse.0, value_based: self.value_based },
            tiles: tiled.tiles()?,
            second_level: Some(i64::from(self.second_level)).filter(|&ratio| ratio > 1),
            diamonds: if self.diamond { tiled.diamonds() } else { None },
            parallel: self.parallel,
            style: Style { separate: self.separate, jam: Jam::all(&self.unroll_jam) },
            privatize: self.privatize,
            limits: Limits::new(self.max_steps),
        })
    }
}

/// The tiling options of passes.
pub(crate) struct Tiled<'a> {
    pub cost: bool,
    pub tile: bool,
    pub sizes: &'a [u32],
    pub parallel: bool,
    pub n_threads: u32,
}

impl Tiled<'_> {
    /// The error if there are no [`Tiled::tiles`].
    pub(crate) const NOT_POSITIVE: &'static str = "cannot be tiled: tile sizes have to be positive";

    /// The tiling; `None` if a size is not positive.
    pub(crate) fn tiles(&self) -> Option<Tiles> {
        if self.sizes.contains(&0) {
            return None;
        }
        Some(match (self.cost && self.sizes.is_empty(), self.tile) {
            (true, tile) => Tiles::Chosen(Model { tile, n_threads: if self.parallel { self.n_threads } else { 1 } }),
            (false, true) => Tiles::Wanted(self.tiling()),
            (false, false) => Tiles::None,
        })
    }

    /// The tiling of bands with diamonds, if tiling is requested.
    pub(crate) fn diamonds(&self) -> Option<Tiling> {
        self.tile.then(|| self.tiling())
    }

    fn tiling(&self) -> Tiling {
        let sizes = if self.sizes.is_empty() { &[DEFAULT_TILE_SIZE][..] } else { self.sizes };
        Tiling { sizes: sizes.iter().map(|&size| i64::from(size)).collect(), wavefront: self.parallel }
    }
}

/// The result for a function that was not declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// Its loops are replaced, with all options.
    AsWanted,
    /// Its loops are replaced, but not tiled: the code or the time would have been too large.
    Untiled,
    /// It is unchanged: no other order has a lower cost.
    Unchanged,
}

/// The category of remarks.
const CATEGORY: &str = "pluto";

/// The reason why code is not generated.
fn exceeds(options: &Options) -> String {
    format!("exceeds {} visits of loops and statements, which '{OPTION}' raises", options.limits.code().limit())
}

/// Replaces the loops of the function in `rw`. A declined function is not changed: the analysis runs on a copy.
pub fn transform(rw: &mut Rewriter, options: &Options) -> Result<Done, Declined> {
    transform_and_remark(rw, options, &mut Vec::new())
}

fn transform_and_remark(rw: &mut Rewriter, options: &Options, remarks: &mut Vec<Remark>) -> Result<Done, Declined> {
    let planned = Planned::of(rw, options)?;
    let (scop, plan) = (&planned.extracted.scop, &planned.plan);
    let declined = |why| Declined::because_of(rw, rw.root(), why);
    let Some(wanted) = options.order(plan, scop) else { return Ok(Done::Unchanged) };
    let as_wanted = plan.code_in(scop, &wanted, &options.style).map(|nodes| (nodes, Done::AsWanted));
    let untiled = || Some((plan.code(scop, &plan.order(scop, &Tiles::None, options.parallel)?)?, Done::Untiled));
    let (nodes, done) = as_wanted
        .or_else(untiled)
        .ok_or_else(|| Declined::because_of(rw, rw.root(), format!("its code {}", exceeds(options))))?;
    if !nodes.iter().all(fits) {
        return Err(declined("numbers of its loops do not fit 64 bits"));
    }
    normalize(rw);
    let mut extracted = extract(rw, options.assumptions)?;
    if planned.is_private {
        privatize(rw, &extracted);
        extracted = extract(rw, options.assumptions)?;
    }
    generate(rw, &extracted, &nodes, options.parallel);
    let loc = rw.loc(rw.root());
    let bands = wanted.schedule.bands.iter().map(|band| band.width);
    let analysis = Remark::analysis(loc, CATEGORY)
        .arg("Statements", scop.statements.len())
        .arg("Dependences", plan.dependences.len())
        .arg("Bands", listed(bands.map(|width| width as i64)));
    let tiles = if done == Done::AsWanted { tile_sizes(&wanted) } else { Vec::new() };
    let (n_loops, n_parallel) = count_loops(&nodes);
    let passed = Remark::passed(loc, CATEGORY)
        .text("generated new loops")
        .arg("Loops", n_loops)
        .arg("ParallelLoops", if options.parallel { n_parallel } else { 0 })
        .arg("TileSizes", listed(tiles.into_iter()))
        .arg("Privatized", planned.is_private);
    remarks.extend([analysis, passed]);
    Ok(done)
}

fn listed(numbers: impl Iterator<Item = i64>) -> String {
    let texts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join("x") }
}

/// The largest size of each tile, from the outermost on.
fn tile_sizes(order: &Order) -> Vec<i64> {
    let of = |level: &Level| match level {
        Level::Tiles(tiles) => tiles.iter().flat_map(|tile| tile.sizes.iter().copied()).max(),
        Level::Point(_) => None,
    };
    order.steps.iter().filter_map(|step| of(&step.level)).filter(|&size| size > 0).collect()
}

/// The number of loops, and the number of parallel ones.
fn count_loops(nodes: &[Node]) -> (usize, usize) {
    let of = |node: &Node| match node {
        Node::Loop { is_parallel, body, .. } => {
            let (n_loops, n_parallel) = count_loops(body);
            (n_loops + 1, n_parallel + usize::from(*is_parallel))
        }
        Node::Value { body, .. } => count_loops(body),
        Node::If { body, otherwise, .. } => {
            let (then, other) = (count_loops(body), count_loops(otherwise));
            (then.0 + other.0, then.1 + other.1)
        }
        _ => (0, 0),
    };
    nodes.iter().map(of).fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1))
}

/// The results for the function in `body`, up to a stage.
fn show(body: &Body, options: &Options, stage: Stage) -> Result<String, Declined> {
    let Planned { extracted: Extracted { scop, .. }, plan, .. } = &Planned::of(body, options)?;
    let shown = match stage {
        Stage::Dependences if options.search.value_based => {
            let too_many = || Declined::because_of(body, body.root(), "it has too many accesses to follow values");
            text::dependences(scop, &flows(scop).ok_or_else(too_many)?)
        }
        Stage::Dependences => text::dependences(scop, &plan.dependences),
        Stage::Schedule => plan.schedule_text(scop),
        Stage::Tile | Stage::Codegen => match options.order(plan, scop) {
            Some(order) => text::steps(&order.steps, plan.schedule.dimensions.len()),
            None => "no other order costs less\n".to_owned(),
        },
    };
    let name = body.symbol_name(body.root()).map_or("function", |name| name.str(body.cx()));
    Ok(format!("{name}:\n{shown}"))
}
