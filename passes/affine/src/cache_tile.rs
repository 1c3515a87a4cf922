//! Tiles for caches and registers: bands of loops that compute products are tiled for each level of cache and for the
//! registers.
//!
//! Steps: 1. bands are perfect nests of loops with rectangular bounds; 2. `roles` finds, from the access functions, the
//! loops over the rows and columns of a register tile, and the loop that accumulates, which may be tiled if no dependence
//! is reversed; the other loops stay around them; 3. the machine model gives the sizes of tiles ([`crate::machine`]); 4. `nest` builds the loops.
//!
//! The order of tiles is that of K. Goto, R. van de Geijn, Anatomy of high-performance matrix multiplication, ACM TOMS
//! 34(3), 2008. The instances that update one element stay in order: the result is the same, bit for bit.

mod nest;
mod roles;

use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::constraints::ValueConstraints;
use rmlir_affine::analysis::nest::{inner_loops_first, is_perfectly_nested};
use rmlir_affine::trip_count::static_trip_count;

use crate::loop_tile::why_not_tileable_inside;
use crate::machine::{Blocks, Machine, TargetCpu, balanced};

use self::nest::{Level, tile};
use self::roles::{Roles, roles};

/// Tile bands of affine loops for caches and registers.
///
/// A band is tiled if it accumulates products: some operands vary along the rows of the result and not along its
/// columns, others along columns and not along rows. The sizes of tiles follow from a model of the processor; a remark
/// of the category `affine` gives them (`--remarks-filter-passed=affine`), or the reason why a band is not tiled
/// (`--remarks-filter-missed=affine`). Loops with few iterations get no tiles.
///
/// ```mlir
/// affine.for %i = 0 to 2000 {
///   affine.for %j = 0 to 2000 {
///     affine.for %k = 0 to 2000 {
///       %a = affine.load %A[%i, %k] : memref<2000x2000xf32>
///       %b = affine.load %B[%k, %j] : memref<2000x2000xf32>
///       %c = affine.load %C[%i, %j] : memref<2000x2000xf32>
///       %ab = arith.mulf %a, %b : f32
///       %sum = arith.addf %c, %ab : f32
///       affine.store %sum, %C[%i, %j] : memref<2000x2000xf32>
///     }
///   }
/// }
/// // becomes loops over tiles of k and i, then over register tiles of j and i, around k, i and j
/// ```
#[pass(name = "affine-cache-tile", title = "AffineCacheTile", anchor = "func.func")]
pub struct AffineCacheTile {
    /// The processor whose caches and registers tiles are for
    #[option(default = "x86-64-v3")]
    target_cpu: TargetCpu,
}

impl Pass for AffineCacheTile {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let machine = Machine::of(self.target_cpu);
        for innermost in innermost_loops(cx.body()) {
            let loc = cx.body().loc(innermost.id());
            match plan(cx.body(), innermost, &machine) {
                Ok(plan) => {
                    tile(&mut cx.rewriter(), &plan.band, &plan.levels);
                    let Blocks { mr, nr, mc, kc, nc } = plan.blocks;
                    let remark = Remark::passed(loc, "affine").text("tiled for caches and registers");
                    let remark = remark.arg("Rows", mr).arg("Columns", nr);
                    cx.remark(remark.arg("BlockRows", mc).arg("BlockSteps", kc).arg("BlockColumns", nc));
                }
                Err(reason) => cx.missed_at(loc, "affine", reason),
            }
        }
        Ok(())
    }
}

/// How a band is tiled.
struct Plan {
    band: Vec<ForOp>,
    levels: Vec<Level>,
    blocks: Blocks,
}

fn innermost_loops(body: &Body) -> Vec<ForOp> {
    let is_innermost = |op: &ForOp| {
        let mut n_inner = 0;
        body.walk_preorder(op.id(), |inner| n_inner += usize::from(OpRef::new(body, inner).is::<ForOp>()));
        n_inner == 1
    };
    let mut found = inner_loops_first(body);
    found.retain(is_innermost);
    found
}

fn plan(body: &Body, innermost: ForOp, machine: &Machine) -> Result<Plan, String> {
    let mut reason = "it is in no nest of three loops".to_owned();
    let nest = perfect_nest_around(body, innermost);
    for start in 0..nest.len().saturating_sub(2) {
        let band = &nest[start..];
        if !is_rectangular(body, band) {
            reason = "bounds of its loops depend on one another".to_owned();
            continue;
        }
        let roles = match roles(body, band) {
            Ok(roles) => roles,
            Err(why) => {
                reason = why;
                continue;
            }
        };
        if let Some(why) = why_not_tileable_inside(body, band, &roles.outer(band.len())) {
            reason = why;
            continue;
        }
        let blocks = blocks(body, band, &roles, machine);
        let levels = levels(body, band, &roles, &blocks);
        return Ok(Plan { band: band.to_vec(), levels, blocks });
    }
    Err(reason)
}

/// The longest perfect nest that ends with `innermost`.
fn perfect_nest_around(body: &Body, innermost: ForOp) -> Vec<ForOp> {
    let mut nest = vec![innermost];
    while let Some(outer) = body.parent_op(nest[0].id()).and_then(|op| OpRef::new(body, op).cast::<ForOp>())
        && is_perfectly_nested(body, &[outer, nest[0]])
    {
        nest.insert(0, outer);
    }
    nest
}

fn is_rectangular(body: &Body, band: &[ForOp]) -> bool {
    let ivs: Vec<Value> = band.iter().map(|op| op.induction_var(body)).collect();
    let ops: Vec<OpId> = band.iter().map(|op| op.id()).collect();
    let is_plain = |op: &ForOp| {
        let operands = [op.lower_bound(body).1, op.upper_bound(body).1].concat();
        op.lower_map(body).n_results() == 1
            && body.n_results(op.id()) == 0
            && operands.iter().all(|operand| !ivs.contains(operand))
    };
    let is_box = |system: ValueConstraints| system.is_hyper_rectangular(0, band.len());
    band.iter().all(is_plain) && ValueConstraints::of_iterations(body, &ops).is_some_and(is_box)
}

/// The tile sizes of the model, with nearly equal tiles for loops with known trip counts.
fn blocks(body: &Body, band: &[ForOp], roles: &Roles, machine: &Machine) -> Blocks {
    let Blocks { mr, nr, mc, kc, nc } = roles.operands.blocks(machine);
    let fit = |at: usize, block: u64, unit: u64| match static_trip_count(body, band[at]) {
        Some(count) => balanced(count, block, unit),
        None => block,
    };
    Blocks { mr, nr, mc: fit(roles.row, mc, mr), kc: fit(roles.step, kc, 1), nc: fit(roles.column, nc, nr) }
}

/// The loops of the tiled nest. Loops over tiles with a single iteration are left out.
fn levels(body: &Body, band: &[ForOp], roles: &Roles, blocks: &Blocks) -> Vec<Level> {
    let mut levels: Vec<Level> = roles.outer(band.len()).into_iter().map(|of| Level { of, size: 1 }).collect();
    let tiles = [
        (roles.column, blocks.nc),
        (roles.step, blocks.kc),
        (roles.row, blocks.mc),
        (roles.column, blocks.nr),
        (roles.row, blocks.mr),
    ];
    for (of, size) in tiles {
        if static_trip_count(body, band[of]).is_none_or(|count| count > size) {
            levels.push(Level { of, size: size as i64 });
        }
    }
    levels.extend([roles.step, roles.row, roles.column].map(|of| Level { of, size: 1 }));
    levels
}
