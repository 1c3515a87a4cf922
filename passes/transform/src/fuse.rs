//! Operations that tile operations and fuse the producers of the tiles' operands.

use rmlir::core::mixed_index::{MixedIndex, parse_dynamic_index_list, print_dynamic_index_list};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::FrozenPatterns;
use rmlir_linalg_passes::tiling::fuse::{FuseOptions, Fused, tile_and_fuse};
use rmlir_linalg_passes::tiling::nest::{ForNest, Forall, TileLoops, Variables};
use rmlir_linalg_passes::tiling::operations::tileable;
use rmlir_linalg_passes::tiling::{Division, TilingOptions};
use rmlir_tensor::ExtractSliceOp;
use rmlir_transform::effects::{OnPayload, effects};
use rmlir_transform::types::{HandleKind, handle_kind};
use rmlir_transform::{
    AnyHandleOrParam, Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState,
    handle_effects,
};

use crate::index_lists::{listed, verify_handles};
use crate::tensor::{bubble_slices, merge_slices};

handle_effects! {
    consumes_target => FuseOp;
}

/// Only the first operand is consumed.
fn consumes_target(op: OpRef) -> Vec<Effect> {
    effects(op, |index| index == 0, OnPayload::Modifies)
}

/// Tiles each operation and fuses the producers of the tiles' operands into the loops.
///
/// The loops are a nest of `scf.for`, or one `scf.forall` with `use_forall`. With `apply_cleanup` slices are cleaned up
/// before their producers are searched for, and are moved over reshapes.
///
/// ```mlir
/// %tile, %loops:2 = transform.structured.fuse %matmul tile_sizes [4, 8] interchange [1, 0]
///     : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.structured.fuse",
    traits(AttrSizedOperandSegments),
    interfaces(AsmNames, MemoryEffects, TransformOp),
    custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
    verify = verify_fuse,
    format = "$target oilist(`tile_sizes` custom<DynamicIndexList>($tile_sizes, $static_tile_sizes) | \
              `interchange` custom<DynamicIndexList>($tile_interchange, $static_tile_interchange)) attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct FuseOp {
    #[operand]
    target: TransformHandle,
    #[operand]
    tile_sizes: Vec<AnyHandleOrParam>,
    #[operand]
    tile_interchange: Vec<AnyHandleOrParam>,
    #[prop]
    static_tile_sizes: Option<DenseI64ArrayAttr>,
    #[prop]
    static_tile_interchange: Option<DenseI64ArrayAttr>,
    #[prop]
    apply_cleanup: UnitAttr,
    #[prop]
    use_forall: UnitAttr,
    #[result]
    transformed: TransformHandle,
    #[result]
    loops: Vec<TransformHandle>,
}

impl AsmNames for FuseOp {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "transformed");
        if op.n_results() > 1 {
            name(1, "loops");
        }
    }
}

/// The interchange contains tiled loops, each at most once, and there is a result for each created loop.
fn verify_fuse(op: OpRef) -> Checked {
    verify_handles(op, "tile_sizes", FuseOp::TILE_SIZES_OPERAND, FuseOp::STATIC_TILE_SIZES)?;
    verify_handles(op, "interchange", FuseOp::TILE_INTERCHANGE_OPERAND, FuseOp::STATIC_TILE_INTERCHANGE)?;
    let sizes = op.get(FuseOp::static_tile_sizes).unwrap_or_default();
    let interchange = op.get(FuseOp::static_tile_interchange).unwrap_or_default();
    let n = sizes.len();
    if interchange.len() > n {
        let n_given = op.get(FuseOp::tile_interchange).len();
        let message = format!("interchange length exceeds iteration space dimensions ({n}), found {n_given}");
        return Err(op.error(message));
    }
    for (index, &at) in interchange.iter().enumerate().filter(|(_, at)| **at != DYNAMIC) {
        if !(0..n as i64).contains(&at) {
            return Err(op.error(format!("expects interchange values to be in range [0, {n}), found: {at}")));
        }
        if interchange[..index].contains(&at) {
            return Err(op.error(format!("found duplicate interchange value: {at}")));
        }
    }
    let n_loops = if op.get(FuseOp::use_forall) { 1 } else { sizes.iter().filter(|&&size| size != 0).count() };
    if n_loops != op.n_results() - 1 {
        return Err(op.error(format!("expects {n_loops} loop results")));
    }
    Ok(())
}

impl TransformOp for FuseOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let sizes = listed(op, state, Self::TILE_SIZES_OPERAND, Self::STATIC_TILE_SIZES)?;
        let interchange = interchange(op, state)?;
        let forall = Forall { mapping: None, variables: Variables::Offsets };
        let use_forall = op.get(Self::use_forall);
        let loops: &dyn TileLoops = if use_forall { &forall } else { &ForNest };
        let n_sizes = sizes.iter().filter(|&&size| size != MixedIndex::Static(0)).count();
        let n_loops = if use_forall { 1 } else { n_sizes };
        let tiling = TilingOptions { division: Division::Sizes(sizes), scaled: &[], interchange: &interchange, loops };
        let cleanup = op.get(Self::apply_cleanup).then(|| cleanup_patterns(op.cx()));
        let options = FuseOptions { tiling, cleanup: cleanup.as_ref(), is_wanted_whole: &|_| false };
        let (mut tiles, mut made) = (Vec::new(), Vec::new());
        for target in state.ops(op.value(Self::target)) {
            if tileable(state.op(&target)).is_none() {
                return Err(Failure::definite(op, "only TilingInterface ops are supported"));
            }
            let Some((tile, loops)) = fuse_and_replace(state, &target, &options) else {
                return Err(Failure::definite(op, "failed to tile and fuse").note(state.op(&target), "target op"));
            };
            if loops.len() != n_loops {
                let message = format!("expected {n_loops} loops, but {} were made", loops.len());
                return Err(Failure::definite(op, message));
            }
            tiles.push(tile);
            made.push(loops);
        }
        results.set(0, tiles);
        for index in 0..n_loops {
            let loops: Vec<PayloadOp> = made.iter().map(|loops| loops[index].clone()).collect();
            results.set(index + 1, loops);
        }
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// The patterns that clean up slices.
fn cleanup_patterns(cx: &Context) -> FrozenPatterns {
    let mut patterns = PatternSet::new();
    if let Some(add) = ExtractSliceOp::DEF.canonicalize {
        add(&mut patterns);
    }
    patterns.extend(merge_slices::patterns());
    patterns.extend(bubble_slices::patterns());
    FrozenPatterns::new(cx, patterns)
}

/// Replaces `target` and the fused operations without other uses by the loops: returns the operation on a tile of
/// `target`, and the loops.
pub fn fuse_and_replace(
    state: &mut TransformState,
    target: &PayloadOp,
    options: &FuseOptions,
) -> Option<(PayloadOp, Vec<PayloadOp>)> {
    let (ops, loops) = state.rewrite(&target.path, |rw| {
        let Fused { ops, loops, producers, replacements } = tile_and_fuse(rw, target.op, options)?;
        for (result, replacement) in replacements {
            rw.replace_all_uses(result, replacement);
        }
        for op in std::iter::once(target.op).chain(producers) {
            if rw.results(op).iter().all(|&result| rw.is_unused(result)) {
                rw.erase(op);
            }
        }
        Some((ops, loops))
    })?;
    let named = |op: OpId| PayloadOp { path: target.path.clone(), op };
    let first = *ops.first().expect("a tile is computed by an operation");
    Some((named(first), loops.into_iter().map(named).collect()))
}

/// The loop interchange.
fn interchange(op: OpRef, state: &TransformState) -> Result<Vec<usize>, Failure> {
    let mut handles = op.values(FuseOp::tile_interchange).into_iter();
    let mut order = Vec::new();
    for number in op.get(FuseOp::static_tile_interchange).unwrap_or_default() {
        let number = match number {
            DYNAMIC => number_of(op, state, handles.next().expect("there is a handle for each dynamic entry"))?,
            number => number,
        };
        let at = usize::try_from(number);
        order.push(at.map_err(|_| Failure::definite(op, "expects interchange values that are not negative"))?);
    }
    Ok(order)
}

/// The integer for `handle`: a parameter, or a constant of the payload.
fn number_of(op: OpRef, state: &TransformState, handle: ValueRef) -> Result<i64, Failure> {
    if handle_kind(op.cx(), handle.ty()) == Some(HandleKind::Params) {
        let params = state.params(handle);
        let [param] = params.as_slice() else { return Err(Failure::silenceable(op, "expected a single param")) };
        return param.as_i64(op.cx()).ok_or_else(|| Failure::silenceable(op, "expected an integer param"));
    }
    let payload = state.ops(handle);
    let [payload] = payload.as_slice() else {
        return Err(Failure::silenceable(op, "requires param or handle that is mapped to 1 payload op"));
    };
    let view = state.op(payload);
    if view.n_results() != 1 || !view.result(0).ty().is_index() {
        let message = "requires param or handle to be result of op with 1 index result";
        return Err(Failure::silenceable(op, message));
    }
    let number = MixedIndex::Dynamic(view.result(0).id).constant(view.body);
    number.ok_or_else(|| Failure::silenceable(op, "requires param or handle to be the result of a constant like op"))
}
