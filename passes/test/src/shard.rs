//! `shard.process_multi_index` as arithmetic on `shard.process_linear_index`.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_affine::{Affine, DelinearizeIndexOp};
use rmlir_shard::{GridOp, GridShapeOp, ProcessLinearIndexOp, ProcessMultiIndexOp, Shard};
use rustc_hash::FxHashMap;

/// Test lowering of shard.process_multi_index op.
///
/// The linear index of a device in its grid, delinearized by the sizes of the grid, gives the indices along all axes.
#[pass(
    name = "test-grid-process-multi-index-op-lowering",
    title = "TestProcessMultiIndexOpLowering",
    depends(Affine, Shard)
)]
pub fn test_process_multi_index_op_lowering(cx: &mut PassCx) -> PassResult {
    let ranks = ranks(cx.op());
    let mut patterns = PatternSet::new();
    patterns.add(Pattern::of("ProcessMultiIndexOpLowering", move |op, rw: &mut Rewriter| lower(op, rw, &ranks)));
    cx.apply_greedily(patterns)
}

/// The number of axes of the grids in `op`, by their names; `None` where two of one name differ.
fn ranks(op: OpRef) -> FxHashMap<Ident, Option<usize>> {
    let mut ranks = FxHashMap::default();
    op.walk_preorder(|op| {
        let shape = op.cast::<GridOp>().map(|grid| grid.shape(op.body));
        if let (Some(shape), Some(name)) = (shape, op.symbol_name()) {
            let rank = ranks.entry(name).or_insert(Some(shape.len()));
            *rank = rank.filter(|&rank| rank == shape.len());
        }
    });
    ranks
}

fn lower(op: ProcessMultiIndexOp, rw: &mut Rewriter, ranks: &FxHashMap<Ident, Option<usize>>) -> Match {
    let grid = op.grid(rw);
    let Some(&Some(rank)) = ranks.get(&grid) else {
        return rw.no_match(op, "there is no such grid");
    };
    let linear = rw.value(ProcessLinearIndexOp::build(grid));
    let shape = rw.create(GridShapeOp::build(&vec![Type::INDEX; rank], grid)).id();
    let basis: Vec<MixedIndex> = rw.results(shape).iter().map(|&size| MixedIndex::Dynamic(size)).collect();
    let places = rw.create(DelinearizeIndexOp::with_basis(rw.cx(), linear, &basis, true)).id();
    let axes = op.axes(rw);
    let axes = if axes.is_empty() { (0..rank as i16).collect() } else { axes };
    let wanted: Vec<Value> = axes.iter().map(|&axis| rw.result(places, axis as usize)).collect();
    rw.replace(op, wanted)
}
