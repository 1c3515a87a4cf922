//! Operations on handles: merging, splitting, counting, and parameters.

use rmlir::prelude::*;

use crate::effects::{on_handles, reads_payload};
use crate::handle_effects;
use crate::interface::{Applied, Failure, Results, TransformOp};
use crate::payload::Mapped;
use crate::state::TransformState;
use crate::types::{AnyHandleOrParam, HandleKind, OperationType, TransformHandle, TransformParam, handle_kind};

handle_effects! {
    reads_payload => CastOp, NumAssociationsOp, ParamConstantOp;
    on_handles => MergeHandlesOp, SplitHandleOp;
}

/// Casts a handle to another type; it is mapped to the same operations.
#[op(
    name = "transform.cast",
    interfaces(CastOpInterface, MemoryEffects, TransformOp),
    format = "$input attr-dict `:` type($input) `to` type($output)"
)]
pub struct CastOp {
    #[operand]
    input: TransformHandle,
    #[result]
    output: TransformHandle,
}

use rmlir::core::interfaces::CastOp as CastOpInterface;

impl CastOpInterface for CastOp {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        from.iter().chain(to).all(|&ty| handle_kind(cx, ty) == Some(HandleKind::Ops))
    }
}

impl TransformOp for CastOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let ops = state.ops(op.value(Self::input));
        if let Some(wanted) = OperationType::from_type(op.cx(), op.result(0).ty()) {
            let wanted = wanted.operation_name(op.cx());
            for payload in &ops {
                let view = state.op(payload);
                if view.name_str() != wanted {
                    let shown = state.texts().operation(view).unwrap_or_default();
                    let found = view.name_str();
                    let message =
                        format!("incompatible payload operation name expected {wanted} vs {found} -> \n{shown}");
                    return Err(Failure::silenceable(op, message).note(view, "payload operation"));
                }
            }
        }
        results.set(0, ops);
        Ok(())
    }
}

/// Merges handles: the result is mapped to the payload of all of them.
#[op(
    name = "transform.merge_handles",
    traits(SameOperandsAndResultType),
    interfaces(MemoryEffects, TransformOp),
    fold = fold_merge,
    format = "(`deduplicate` $deduplicate^)? $handles attr-dict `:` type($result)"
)]
pub struct MergeHandlesOp {
    #[operand]
    handles: Vec<AnyHandleOrParam>,
    #[prop]
    deduplicate: UnitAttr,
    #[result]
    result: AnyHandleOrParam,
}

/// Folds a merge of one handle to that handle.
fn fold_merge(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let deduplicates = MergeHandlesOp::from_id(cx.op()).deduplicate(cx);
    if deduplicates || cx.n_operands(cx.op()) != 1 {
        return Fold::No;
    }
    Fold::value(cx.operand(cx.op(), 0))
}

impl TransformOp for MergeHandlesOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let mut handles = op.operands().map(|operand| state.mapped(operand));
        let Some(mut merged) = handles.next() else { return Ok(()) };
        handles.for_each(|other| merged.extend(other));
        if op.get(MergeHandlesOp::deduplicate) {
            merged = match merged {
                Mapped::Ops(ops) => Mapped::Ops(without_repetitions(ops)),
                Mapped::Values(values) => Mapped::Values(without_repetitions(values)),
                Mapped::Params(params) => Mapped::Params(without_repetitions(params)),
            };
        }
        results.set(0, merged);
        Ok(())
    }
}

/// The elements of `list` without duplicates, in the order of first occurrence.
pub(crate) fn without_repetitions<T: Clone + Eq + std::hash::Hash>(list: Vec<T>) -> Vec<T> {
    let mut seen = rustc_hash::FxHashSet::default();
    list.into_iter().filter(|element| seen.insert(element.clone())).collect()
}

/// Splits a handle into one handle for each payload; one of the results may be mapped to the rest.
#[op(
    name = "transform.split_handle",
    interfaces(MemoryEffects, TransformOp),
    verify = verify_split,
    format = "$handle attr-dict `:` functional-type(operands, results)"
)]
pub struct SplitHandleOp {
    #[operand]
    handle: AnyHandleOrParam,
    #[prop(default = always)]
    pass_through_empty_handle: BoolAttr,
    #[prop(default = always)]
    fail_on_payload_too_small: BoolAttr,
    #[prop]
    overflow_result: Option<I64Attr>,
    #[result]
    results: Vec<AnyHandleOrParam>,
}

fn always(_cx: &Context) -> Attr {
    Attr::TRUE
}

fn verify_split(op: OpRef) -> Checked {
    let overflow = op.get(SplitHandleOp::overflow_result);
    if overflow.is_some_and(|index| index < 0 || index as usize >= op.n_results()) {
        return Err(op.error("overflow_result is not a valid result index"));
    }
    for result in op.results() {
        if handle_kind(op.cx(), result.ty()) != handle_kind(op.cx(), op.value(SplitHandleOp::handle).ty()) {
            return Err(op.error("expects result types to implement the same transform interface as the operand type"));
        }
    }
    Ok(())
}

impl TransformOp for SplitHandleOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let whole = state.mapped(op.value(Self::handle));
        let flag = |slot: usize| op.prop(slot) == Some(Attr::TRUE);
        let overflow = op.get(SplitHandleOp::overflow_result);
        let (n_results, n) = (op.n_results(), whole.len());
        let passes_empty = n == 0 && flag(SplitHandleOp::PASS_THROUGH_EMPTY_HANDLE);
        let is_too_small = n < n_results && flag(SplitHandleOp::FAIL_ON_PAYLOAD_TOO_SMALL) && !passes_empty;
        if n > n_results && overflow.is_none() || is_too_small {
            let handle = state.describe(op.value(Self::handle));
            let message = format!("{handle} expected to contain {n_results} payloads but it contains {n} payloads");
            return Err(Failure::silenceable(op, message));
        }
        let n_over = n.saturating_sub(n_results);
        let mut start = 0;
        for index in 0..n_results {
            let takes_rest = overflow == Some(index as i64);
            let end = start + 1 + if takes_rest { n_over } else { 0 };
            results.set(index, whole.part(start..end));
            start = end;
        }
        Ok(())
    }
}

/// The number of payload operations, values or parameters that a handle is mapped to.
#[op(
    name = "transform.num_associations",
    interfaces(MemoryEffects, TransformOp),
    format = "$handle attr-dict `:` functional-type(operands, results)"
)]
pub struct NumAssociationsOp {
    #[operand]
    handle: AnyHandleOrParam,
    #[result]
    num: TransformParam,
}

impl TransformOp for NumAssociationsOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let n = state.mapped(op.value(Self::handle)).len();
        results.set(0, vec![op.cx().i64_attr(n as i64)]);
        Ok(())
    }
}

/// A parameter.
#[op(
    name = "transform.param.constant",
    interfaces(MemoryEffects, TransformOp),
    format = "$value attr-dict `->` type($param)"
)]
pub struct ParamConstantOp {
    #[prop]
    value: AnyAttr,
    #[result]
    param: TransformParam,
}

impl TransformOp for ParamConstantOp {
    fn apply(&self, op: OpRef, _state: &mut TransformState, results: &mut Results) -> Applied {
        results.set(0, vec![op.get(Self::value)]);
        Ok(())
    }
}
