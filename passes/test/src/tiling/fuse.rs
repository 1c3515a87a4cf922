//! Tiling of an operation with fusion of the producers of the tiles' operands.

use rmlir::core::dominance::Dominance;
use rmlir::prelude::*;
use rmlir_linalg_passes::tiling::fuse::{FuseOptions, Fused, tile_and_fuse};
use rmlir_linalg_passes::tiling::nest::{ForNest, Forall, TileLoops, Variables};
use rmlir_linalg_passes::tiling::operations::tileable;
use rmlir_linalg_passes::tiling::{Division, TilingOptions};
use rmlir_scf::DeviceMappingArrayAttr;
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};
use rmlir_transform_passes::fuse::fuse_and_replace;

use super::properties::{beside, interchange, none, result_names, sizes};

handle_effects! {
    replaces_payload => TestFuseAndYieldOp, TestFuseUsingForallOp;
}

result_names! {
    TestFuseAndYieldOp 0 "transfomed", 1 "loops";
    TestFuseUsingForallOp 0 "tiled_ops", 1 "loops";
}

/// Tiles each operation, fuses the producers of the tiles' operands, and also yields results that have later uses.
///
/// ```mlir
/// %tile, %loop = transform.test.fuse_and_yield %add [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.test.fuse_and_yield",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$target ($tile_sizes^)? (`interchange` $tile_interchange^)? (`use_forall` $use_forall^)? attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct TestFuseAndYieldOp {
    #[operand]
    target: TransformHandle,
    #[prop(default = none)]
    tile_sizes: Option<I64ArrayAttr>,
    #[prop(default = none)]
    tile_interchange: Option<I64ArrayAttr>,
    #[prop(default = no)]
    use_forall: BoolAttr,
    #[result]
    transfomed: TransformHandle,
    #[result]
    loops: Vec<TransformHandle>,
}

fn no(_cx: &Context) -> Attr {
    Attr::FALSE
}

impl TransformOp for TestFuseAndYieldOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let forall = Forall { mapping: None, variables: Variables::Offsets };
        let use_forall = op.get(Self::use_forall);
        let loops: &dyn TileLoops = if use_forall { &forall } else { &ForNest };
        let order = interchange(op.get(Self::tile_interchange));
        let division = Division::Sizes(sizes(op.get(Self::tile_sizes)));
        let (mut tiles, mut made) = (Vec::new(), Vec::new());
        for target in targets(op, state)? {
            let tiling = TilingOptions { division: division.clone(), scaled: &[], interchange: &order, loops };
            let Some((ops, loops)) = state.rewrite(&target.path, |rw| fuse_and_yield(rw, target.op, tiling)) else {
                return Err(Failure::definite(op, "failed to tile and fuse").note(state.op(&target), "target op"));
            };
            tiles.push(beside(&target, ops[0]));
            made.push(loops.into_iter().map(|made| beside(&target, made)).collect());
        }
        set_loops(op, results, tiles, made)
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// The operations associated with operand 0, which must be tileable.
fn targets(op: OpRef, state: &TransformState) -> Result<Vec<PayloadOp>, Failure> {
    let targets = state.ops(op.operand(0));
    match targets.iter().all(|target| tileable(state.op(target)).is_some()) {
        true => Ok(targets),
        false => Err(Failure::definite(op, "only TilingInterface ops are supported")),
    }
}

/// The first result is associated with `tiles`, the others with one loop of each nest, from the outermost one.
fn set_loops(op: OpRef, results: &mut Results, tiles: Vec<PayloadOp>, made: Vec<Vec<PayloadOp>>) -> Applied {
    results.set(0, tiles);
    let n_loops = op.n_results() - 1;
    if let Some(nest) = made.iter().find(|nest| nest.len() != n_loops) {
        return Err(Failure::definite(op, format!("expected {n_loops} loops, but {} were made", nest.len())));
    }
    for index in 0..n_loops {
        let loops: Vec<PayloadOp> = made.iter().map(|nest| nest[index].clone()).collect();
        results.set(index + 1, loops);
    }
    Ok(())
}

/// Tiles `op`, fuses its producers, and replaces later uses of their results by those of the loops.
fn fuse_and_yield(rw: &mut Rewriter, op: OpId, tiling: TilingOptions) -> Option<(Vec<OpId>, Vec<OpId>)> {
    let wanted = used_after(rw, op);
    let is_wanted_whole = |producer: OpId| wanted.contains(&producer);
    let options = FuseOptions { tiling, cleanup: None, is_wanted_whole: &is_wanted_whole };
    let Fused { ops, loops, producers, replacements } = tile_and_fuse(rw, op, &options)?;
    for (result, replacement) in replacements {
        let users: Vec<OpId> = rw.users(result).collect();
        let by = rw.defining_op(replacement).expect("an operation gives what takes the place of a result");
        let dominance = Dominance::new(rw);
        let is_after =
            |user: &OpId| rw.parent_op(*user) == rw.parent_op(by) && dominance.properly_dominates_op(by, *user, false);
        let users: Vec<OpId> = users.into_iter().filter(is_after).collect();
        rw.replace_uses_if(result, replacement, |_, user, _| users.contains(&user));
    }
    for op in std::iter::once(op).chain(producers) {
        if rw.results(op).iter().all(|&result| rw.is_unused(result)) {
            rw.erase(op);
        }
    }
    Some((ops, loops))
}

/// The tileable producers of `op`, transitively through tileable operations only, that have later uses.
fn used_after(body: &Body, op: OpId) -> Vec<OpId> {
    let mut all = vec![op];
    let mut next = 0;
    while let Some(&current) = all.get(next) {
        next += 1;
        let producers = body.operands(current).filter_map(|operand| body.defining_op(operand));
        let is_tileable = |producer: &OpId| tileable(OpRef::new(body, *producer)).is_some();
        let producers: Vec<OpId> = producers.filter(is_tileable).collect();
        all.extend(producers.into_iter().filter(|producer| !all.contains(producer)).collect::<Vec<_>>());
    }
    let dominance = Dominance::new(body);
    let is_after = |user: OpId| dominance.properly_dominates_op(op, user, true);
    let is_used_after = |other: &OpId| body.results(*other).iter().any(|&result| body.users(result).any(is_after));
    all.into_iter().filter(is_used_after).collect()
}

/// Tiles each operation by a `scf.forall`, whose induction variables are the offsets of tiles, and fuses the producers
/// of the tiles' operands.
///
/// ```mlir
/// %tile, %loop = transform.test.fuse_using_forall %add [16, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.test.fuse_using_forall",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$root_op ($tile_sizes^)? (`interchange` $interchange^)? (`mapping` `=` $mapping^)? attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct TestFuseUsingForallOp {
    #[operand]
    root_op: TransformHandle,
    #[prop(default = none)]
    tile_sizes: Option<I64ArrayAttr>,
    #[prop]
    interchange: Option<I64ArrayAttr>,
    #[prop]
    mapping: Option<DeviceMappingArrayAttr>,
    #[result]
    tiled_ops: TransformHandle,
    #[result]
    loops: Vec<TransformHandle>,
}

impl TransformOp for TestFuseUsingForallOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let loops = Forall { mapping: op.get(Self::mapping), variables: Variables::Offsets };
        let order = interchange(op.get(Self::interchange).unwrap_or_default());
        let division = Division::Sizes(sizes(op.get(Self::tile_sizes)));
        let tiling = TilingOptions { division, scaled: &[], interchange: &order, loops: &loops };
        let options = FuseOptions { tiling, cleanup: None, is_wanted_whole: &|_| false };
        let (mut tiles, mut made) = (Vec::new(), Vec::new());
        for target in targets(op, state)? {
            let Some((tile, loops)) = fuse_and_replace(state, &target, &options) else {
                return Err(Failure::definite(op, "failed to tile and fuse").note(state.op(&target), "target op"));
            };
            tiles.push(tile);
            made.push(loops);
        }
        set_loops(op, results, tiles, made)
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}
