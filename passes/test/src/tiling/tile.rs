//! Tiling of an operation by loops of other kinds.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_affine::DelinearizeIndexOp;
use rmlir_affine::compose::make_composed_folded_apply;
use rmlir_arith::{constant_index, materialize_index};
use rmlir_linalg_passes::tiling::interface::Part;
use rmlir_linalg_passes::tiling::nest::{ForNest, Forall, Grid, OpenLoops, Placed, TileLoops, Variables};
use rmlir_linalg_passes::tiling::operations::tileable;
use rmlir_linalg_passes::tiling::{Division, TilingOptions, least_of, unsafe_loops};
use rmlir_scf::{DeviceMappingArrayAttr, ForOp};
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};
use rmlir_transform_passes::tile::tile_and_replace;

use super::properties::{interchange, none, result_names, sizes};

handle_effects! {
    replaces_payload => TestTileUsingCustomLoopOp, TestTileUsingForallOp;
}

result_names! {
    TestTileUsingCustomLoopOp 0 "tiled_ops", 1 "loops";
    TestTileUsingForallOp 0 "tiled_op", 1 "loops";
}

/// Tiles each operation by a `scf.forall` whose induction variables are the offsets of tiles.
///
/// ```mlir
/// %tile, %loop = transform.test.tile_using_forall %matmul [10, 20] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.test.tile_using_forall",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$target ($tile_sizes^)? (`interchange` `=` $interchange^)? (`mapping` `=` $mapping^)? attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct TestTileUsingForallOp {
    #[operand]
    target: TransformHandle,
    #[prop(default = none)]
    tile_sizes: Option<I64ArrayAttr>,
    #[prop]
    interchange: Option<I64ArrayAttr>,
    #[prop]
    mapping: Option<DeviceMappingArrayAttr>,
    #[result]
    tiled_op: TransformHandle,
    #[result]
    loops: Vec<TransformHandle>,
}

impl TransformOp for TestTileUsingForallOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let loops = Forall { mapping: op.get(Self::mapping), variables: Variables::Offsets };
        let order = interchange(op.get(Self::interchange).unwrap_or_default());
        let division = Division::Sizes(sizes(op.get(Self::tile_sizes)));
        let options = TilingOptions { division, scaled: &[], interchange: &order, loops: &loops };
        tile_all(op, state, results, &options)
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// Tiles each operation associated with operand 0; each loop is associated with one of the results after the first.
fn tile_all(op: OpRef, state: &mut TransformState, results: &mut Results, options: &TilingOptions) -> Applied {
    let (mut tiles, mut made): (Vec<PayloadOp>, Vec<PayloadOp>) = (Vec::new(), Vec::new());
    for target in state.ops(op.operand(0)) {
        let view = state.op(&target);
        if tileable(view).is_none() {
            return Err(Failure::definite(op, "only TilingInterface ops are supported"));
        }
        for axis in unsafe_loops(view, &options.division) {
            state.warn_at(&target, &format!("tiling is not thread safe at axis #{axis}"));
        }
        let Some((tile, loops)) = tile_and_replace(state, &target, options) else {
            return Err(Failure::definite(op, "failed to tile").note(state.op(&target), "target op"));
        };
        tiles.push(tile);
        made.extend(loops);
    }
    results.set(0, tiles);
    if made.len() + 1 != op.n_results() {
        let message = format!("expected {} loops, but {} were made", op.n_results() - 1, made.len());
        return Err(Failure::definite(op, message));
    }
    made.into_iter().enumerate().for_each(|(index, made)| results.set(index + 1, vec![made]));
    Ok(())
}

/// Tiles an operation by a single loop over all tiles, whose induction variable is the linear index of a tile.
///
/// ```mlir
/// %tile, %loop = transform.test.tile_using_custom_loop %matmul tile_sizes = [4, 8, 16]
///     : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.test.tile_using_custom_loop",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$root_op `tile_sizes` `=` $tile_sizes attr-dict `:` functional-type(operands, results)"
)]
pub struct TestTileUsingCustomLoopOp {
    #[operand]
    root_op: TransformHandle,
    #[prop(default = none)]
    tile_sizes: Option<I64ArrayAttr>,
    #[result]
    tiled_ops: TransformHandle,
    #[result]
    loops: Vec<TransformHandle>,
}

impl TransformOp for TestTileUsingCustomLoopOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let target = state.only_op(op, op.value(Self::root_op))?;
        if tileable(state.op(&target)).is_none() {
            return Err(Failure::definite(op, "expected root operation to implement `TilingInterface`"));
        }
        let division = Division::Sizes(sizes(op.get(Self::tile_sizes)));
        let options = TilingOptions { division, scaled: &[], interchange: &[], loops: &OneLoop };
        let Some((tile, loops)) = tile_and_replace(state, &target, &options) else {
            return Err(Failure::definite(op, "failed to tile: it needs a tile size for each loop, and tensors"));
        };
        results.set(0, vec![tile]);
        if op.n_results() > 1 {
            results.set(1, loops);
        }
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// A single `scf.for` over all tiles.
struct OneLoop;

impl TileLoops for OneLoop {
    fn open(&self, rw: &mut Rewriter, loc: Loc, grid: &Grid, destinations: &[Value]) -> Option<OpenLoops> {
        if grid.divided(rw).len() != grid.domain.len() || destinations.is_empty() {
            return None;
        }
        let counts = numbers_of_tiles(rw, loc, grid);
        let product = AffineMap::new(0, 2, [&AffineExpr::symbol(0) * &AffineExpr::symbol(1)]);
        let mut all = MixedIndex::Static(1);
        for &count in &counts {
            all = make_composed_folded_apply(rw, loc, &product, &[all, count]);
        }
        let (zero, one) = (constant_index(rw, 0), constant_index(rw, 1));
        let upper = materialize_index(rw, all);
        let made = ForOp::create(rw, loc, [zero, upper, one], destinations);
        let block = made.body(rw);
        rw.at_end(block);
        rw.set_loc(loc);
        let number = made.induction_var(rw);
        let places = DelinearizeIndexOp::with_basis(rw.cx(), number, &counts, true);
        let places = rw.create(places).id();
        let places = rw.results(places).to_vec();
        let part = part_at(rw, loc, grid, &places);
        Some(OpenLoops { loops: vec![made.id()], part, destinations: made.iter_args(rw) })
    }

    fn close(&self, rw: &mut Rewriter, loc: Loc, grid: &Grid, open: &OpenLoops, placed: &[Placed]) {
        ForNest.close(rw, loc, grid, open, placed);
    }
}

fn numbers_of_tiles(rw: &mut Rewriter, loc: Loc, grid: &Grid) -> Vec<MixedIndex> {
    let [lower, upper, step] = [0, 1, 2].map(AffineExpr::symbol);
    let count = AffineMap::new(0, 3, [(upper - lower).ceil_div(step)]);
    let mut counts = Vec::new();
    for (&range, &size) in grid.domain.iter().zip(&grid.sizes) {
        counts.push(make_composed_folded_apply(rw, loc, &count, &[MixedIndex::Static(0), range, size]));
    }
    counts
}

/// The tile with these indices along the loops.
fn part_at(rw: &mut Rewriter, loc: Loc, grid: &Grid, numbers: &[Value]) -> Part {
    let start = AffineMap::new(1, 2, [&AffineExpr::symbol(0) + &(&AffineExpr::dim(0) * &AffineExpr::symbol(1))]);
    let mut part = Part { offsets: Vec::new(), sizes: Vec::new() };
    for ((&number, &range), &size) in numbers.iter().zip(&grid.domain).zip(&grid.sizes) {
        let operands = [MixedIndex::Dynamic(number), MixedIndex::Static(0), size];
        let offset = make_composed_folded_apply(rw, loc, &start, &operands);
        part.offsets.push(offset);
        part.sizes.push(rest_or_size(rw, loc, offset, range, size));
    }
    part
}

/// The minimum of `size` and the remainder of `range` from `offset` on.
fn rest_or_size(rw: &mut Rewriter, loc: Loc, offset: MixedIndex, range: MixedIndex, size: MixedIndex) -> MixedIndex {
    let left = AffineExpr::symbol(0) - AffineExpr::dim(0);
    let map = AffineMap::new(1, 2, [left, AffineExpr::symbol(1)]);
    least_of(rw, loc, &map, &[offset, range, size])
}
