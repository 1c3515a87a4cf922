//! Operations that tile operations.

use rmlir::core::mixed_index::{MixedIndex, parse_dynamic_index_list, print_dynamic_index_list};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_linalg_passes::tiling::nest::{ForNest, Forall, Variables};
use rmlir_linalg_passes::tiling::operations::tileable;
use rmlir_linalg_passes::tiling::{Division, Tiled, TilingOptions, is_interchange, tile, unsafe_loops};
use rmlir_scf::DeviceMappingArrayAttr;
use rmlir_transform::effects::{OnPayload, effects};
use rmlir_transform::types::{HandleKind, handle_kind};
use rmlir_transform::{
    AnyHandleOrParam, Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState,
    handle_effects,
};

use crate::index_lists::{entries, numbers, params, parse_packed, print_packed, produced, verify_handles};

handle_effects! {
    consumes_target => TileUsingForOp, TileUsingForallOp;
}

/// Only the first operand is consumed.
fn consumes_target(op: OpRef) -> Vec<Effect> {
    effects(op, |index| index == 0, OnPayload::Modifies)
}

/// Tiles each operation by a nest of `scf.for`.
///
/// A loop with size 0 is not tiled; sizes in brackets are multiplied by `vscale`.
///
/// ```mlir
/// %tile, %loops:2 = transform.structured.tile_using_for %matmul tile_sizes [4, 0, %n] interchange = [1, 0]
///     : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.structured.tile_using_for",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
    verify = verify_tile_using_for,
    format = "$target `tile_sizes` custom<DynamicIndexList>($dynamic_sizes, $static_sizes, $scalable_sizes) \
              (`interchange` `=` $interchange^)? attr-dict `:` functional-type(operands, results)"
)]
pub struct TileUsingForOp {
    #[operand]
    target: TransformHandle,
    #[operand]
    dynamic_sizes: Vec<AnyHandleOrParam>,
    #[prop]
    static_sizes: Option<DenseI64ArrayAttr>,
    #[prop]
    interchange: Option<DenseI64ArrayAttr>,
    #[prop]
    scalable_sizes: Option<DenseBoolArrayAttr>,
    #[result]
    tiled_linalg_op: TransformHandle,
    #[result]
    loops: Vec<TransformHandle>,
}

impl AsmNames for TileUsingForOp {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "tiled_linalg_op");
        if op.n_results() > 1 {
            name(1, "loops");
        }
    }
}

fn verify_tile_using_for(op: OpRef) -> Checked {
    verify_handles(op, "tile_sizes", TileUsingForOp::DYNAMIC_SIZES_OPERAND, TileUsingForOp::STATIC_SIZES)?;
    let sizes = op.get(TileUsingForOp::static_sizes).unwrap_or_default();
    let n_scalable = numbers(op, TileUsingForOp::SCALABLE_SIZES).len();
    if sizes.len() != n_scalable {
        let n = sizes.len();
        return Err(op.error(format!("expected same number of sizes ({n}) and scalable sizes ({n_scalable})")));
    }
    let (n, n_loops) = (sizes.iter().filter(|&&size| size != 0).count(), op.n_results() - 1);
    if n != n_loops {
        let message = format!("expected number of loops to tile ({n}) to match number of `loops` results ({n_loops})");
        return Err(op.error(message));
    }
    Ok(())
}

impl TransformOp for TileUsingForOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let targets = state.ops(op.value(Self::target));
        let sizes = sizes_by_target(op, state, &targets)?;
        let interchange = op.get(Self::interchange).unwrap_or_default();
        let scaled = scaled(op);
        let mut gathered = vec![Vec::new(); op.n_results()];
        for (target, sizes) in targets.iter().zip(sizes) {
            let view = state.op(target);
            let Some(n) = tileable(view).map(|model| model.iterators(view).len()) else {
                let failure = Failure::silenceable(op, "only ops implementing TilingInterface are supported");
                return Err(failure.note(view, "target op"));
            };
            if sizes.len() > n {
                let given = sizes.len();
                let message = format!("too many tiles provided, expected at most {n} found {given}");
                return Err(Failure::silenceable(op, message).note(view, "target op"));
            }
            let order: Vec<usize> = interchange.iter().filter_map(|&at| usize::try_from(at).ok()).collect();
            if order.len() != interchange.len() || !is_interchange(&order, n) {
                return Err(Failure::definite(op, "the interchange is no permutation"));
            }
            let options = TilingOptions {
                division: Division::Sizes(sizes),
                scaled: &scaled,
                interchange: &order,
                loops: &ForNest,
            };
            let Some((tile, loops)) = tile_and_replace(state, target, &options) else {
                return Err(Failure::definite(op, "failed to tile operation"));
            };
            for (all, made) in gathered.iter_mut().zip(std::iter::once(tile).chain(loops)) {
                all.push(made);
            }
        }
        gathered.into_iter().enumerate().for_each(|(index, made)| results.set(index, made));
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// Replaces `target` by loops over tiles: returns the operation on a tile, and the loops.
pub fn tile_and_replace(
    state: &mut TransformState,
    target: &PayloadOp,
    options: &TilingOptions,
) -> Option<(PayloadOp, Vec<PayloadOp>)> {
    let Tiled { ops, loops, .. } = state.rewrite(&target.path, |rw| {
        let tiled = tile(rw, target.op, options)?;
        rw.replace(target.op, &tiled.replacements);
        Some(tiled)
    })?;
    let named = |op: OpId| PayloadOp { path: target.path.clone(), op };
    let first = *ops.first().expect("a tile is computed by an operation");
    Some((named(first), loops.into_iter().map(named).collect()))
}

/// The indices of the sizes that are multiplied by `vscale`.
fn scaled(op: OpRef) -> Vec<usize> {
    let sizes = op.get(TileUsingForOp::static_sizes).unwrap_or_default();
    let are_scaled = numbers(op, TileUsingForOp::SCALABLE_SIZES);
    (0..sizes.len()).filter(|&at| are_scaled[at] != 0 && sizes[at] != DYNAMIC).collect()
}

/// The sizes for each of the targets.
fn sizes_by_target(op: OpRef, state: &TransformState, targets: &[PayloadOp]) -> Result<Vec<Vec<MixedIndex>>, Failure> {
    let mut handles = op.operands().skip(1);
    let mut all = vec![Vec::new(); targets.len()];
    for number in op.get(TileUsingForOp::static_sizes).unwrap_or_default() {
        if number != DYNAMIC {
            all.iter_mut().for_each(|sizes| sizes.push(MixedIndex::Static(number)));
            continue;
        }
        let handle = handles.next().expect("there is a handle for each dynamic size");
        let (found, counted, note) = match handle_kind(op.cx(), handle.ty()) {
            // Upstream counts operations here, of which there are none.
            Some(HandleKind::Params) => {
                (params(op, state, handle)?, "parameter values (0)".to_owned(), "for this parameter")
            }
            _ => {
                let found = produced(op, state, handle)?;
                let counted = format!("dynamic size-producing operations ({})", found.len());
                (found, counted, "for this handle")
            }
        };
        if found.len() != targets.len() {
            let message = format!("expected as many {counted} as target ops ({})", targets.len());
            let failure = Failure::silenceable(op, message);
            return Err(failure.note_at(handle.loc(), op.cx(), note));
        }
        all.iter_mut().zip(found).for_each(|(sizes, size)| sizes.push(size));
    }
    Ok(all)
}

/// Tiles each operation by a `scf.forall`, by tile counts or tile sizes.
///
/// ```mlir
/// %tile, %forall = transform.structured.tile_using_forall %matmul num_threads [10, 20] (mapping = [#gpu.thread<y>, #gpu.thread<x>])
///     : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.structured.tile_using_forall",
    traits(AttrSizedOperandSegments),
    interfaces(AsmNames, MemoryEffects, TransformOp),
    custom(PackedOrDynamicIndexList = (parse_packed, print_packed)),
    verify = verify_tile_using_forall,
    format = "$target oilist(`num_threads` custom<PackedOrDynamicIndexList>($packed_num_threads, $num_threads, \
              $static_num_threads) | `tile_sizes` custom<PackedOrDynamicIndexList>($packed_tile_sizes, $tile_sizes, \
              $static_tile_sizes)) (`(` `mapping` `=` $mapping^ `)`)? attr-dict `:` functional-type(operands, results)"
)]
pub struct TileUsingForallOp {
    #[operand]
    target: TransformHandle,
    #[operand]
    num_threads: Vec<AnyHandleOrParam>,
    #[operand]
    tile_sizes: Vec<AnyHandleOrParam>,
    #[operand]
    packed_num_threads: Option<AnyHandleOrParam>,
    #[operand]
    packed_tile_sizes: Option<AnyHandleOrParam>,
    #[prop]
    static_num_threads: Option<DenseI64ArrayAttr>,
    #[prop]
    static_tile_sizes: Option<DenseI64ArrayAttr>,
    #[prop]
    mapping: Option<DeviceMappingArrayAttr>,
    #[result]
    tiled_op: TransformHandle,
    #[result]
    forall_op: TransformHandle,
}

impl AsmNames for TileUsingForallOp {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "tiled_op");
        name(1, "forall_op");
    }
}

/// Verifies the tile counts, and the tile sizes.
fn verify_tile_using_forall(op: OpRef) -> Checked {
    for (what, field, slot) in [
        ("num_threads", TileUsingForallOp::NUM_THREADS_OPERAND, TileUsingForallOp::STATIC_NUM_THREADS),
        ("tile_sizes", TileUsingForallOp::TILE_SIZES_OPERAND, TileUsingForallOp::STATIC_TILE_SIZES),
    ] {
        verify_handles(op, what, field, slot)?;
    }
    for (packed, slot, what) in [
        (TileUsingForallOp::PACKED_NUM_THREADS_OPERAND, TileUsingForallOp::STATIC_NUM_THREADS, "num_threads"),
        (TileUsingForallOp::PACKED_TILE_SIZES_OPERAND, TileUsingForallOp::STATIC_TILE_SIZES, "tile_sizes"),
    ] {
        let n = usize::from(!op.operand_field(packed).is_empty()) + usize::from(!numbers(op, slot).is_empty());
        if n > 1 {
            return Err(op.error(format!("{what} and packed_{what} are mutually exclusive")));
        }
    }
    let has = |packed: usize, slot: usize| !op.operand_field(packed).is_empty() || !numbers(op, slot).is_empty();
    let has_threads = has(TileUsingForallOp::PACKED_NUM_THREADS_OPERAND, TileUsingForallOp::STATIC_NUM_THREADS);
    let has_sizes = has(TileUsingForallOp::PACKED_TILE_SIZES_OPERAND, TileUsingForallOp::STATIC_TILE_SIZES);
    if !has_threads && !has_sizes {
        return Err(op.error("either (packed_)num_threads or (packed_)tile_sizes must be specified"));
    }
    Ok(())
}

impl TransformOp for TileUsingForallOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let counts = entries(
            op,
            state,
            (Self::PACKED_NUM_THREADS_OPERAND, Self::NUM_THREADS_OPERAND, Self::STATIC_NUM_THREADS),
        )?;
        let sizes =
            entries(op, state, (Self::PACKED_TILE_SIZES_OPERAND, Self::TILE_SIZES_OPERAND, Self::STATIC_TILE_SIZES))?;
        let mapping = op.get(Self::mapping);
        let (mut tiles, mut foralls) = (Vec::new(), Vec::new());
        for target in state.ops(op.value(Self::target)) {
            let view = state.op(&target);
            let Some(n) = tileable(view).map(|model| model.iterators(view).len()) else {
                let failure = Failure::silenceable(op, "only TilingInterface ops are supported");
                return Err(failure.note(view, "target op"));
            };
            let division = match counts.is_empty() {
                true => Division::Sizes(sizes.iter().copied().take(n).collect()),
                false => Division::Counts(counts.iter().copied().take(n).collect()),
            };
            for axis in unsafe_loops(view, &division) {
                state.warn_at(&target, &format!("tiling is not thread safe at axis #{axis}"));
            }
            let loops = Forall { mapping, variables: Variables::Numbers };
            let options = TilingOptions { division, scaled: &[], interchange: &[], loops: &loops };
            let Some((tile, loops)) = tile_and_replace(state, &target, &options) else {
                return Err(Failure::silenceable(op, "failed to apply"));
            };
            tiles.push(tile);
            foralls.extend(loops);
        }
        results.set(0, tiles);
        results.set(1, foralls);
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}
