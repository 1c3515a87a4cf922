//! Commit of a conversion: execution of the recorded changes, and resolution of casts.

use std::sync::Arc;

use rmlir_core::{BlockId, Body, InsertPoint, Loc, OpId, OpRef, OpState, Rewriter, Type, Value, ValueDefinition};
use rmlir_diag::{Diagnostic, Fallible};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::casts::{CAST, reconcile_casts};
use super::changes::{Change, Materialized, RareChange, erase_arg};
use super::config::ConversionConfig;
use super::converters::ConverterId;
use super::state::{CastInfo, CastKind, State, Values};
use super::types::TypeConverter;

/// Commits all changes of `body` and of the bodies nested in it.
pub fn commit(body: &mut Body, mut state: State, config: &ConversionConfig) -> Fallible<()> {
    replace_all(body, &mut state);
    state.forget_values();
    erase_all(body, &mut state);
    let casts = state.casts();
    let remaining = reconcile_casts(body, &casts);
    if config.build_materializations {
        for cast in remaining {
            let info = *state.cast_info(cast).expect("a cast of the conversion is known");
            mend(body, cast, info.kind, state.converter_of(&info))?;
        }
    }
    for (op, nested) in std::mem::take(&mut state.nested) {
        if body.contains_op(op)
            && let Some(inner) = body.nested_mut(op)
        {
            commit(inner, nested, config)?;
        }
    }
    Ok(())
}

fn replace_all(body: &mut Body, state: &mut State) {
    let mut index = 0;
    // Casts created during the commit are changes too.
    while let Some(change) = state.changes.get(index) {
        match change {
            Change::ReplaceOp { op, converter } => {
                let results = Values::from_slice(body.results(op));
                let found: SmallVec<[Option<Value>; 2]> =
                    results.iter().map(|&result| replacement(body, state, result, converter)).collect();
                for (result, found) in results.into_iter().zip(found) {
                    if let Some(value) = found {
                        body.replace_all_uses(result, value);
                    }
                }
                body.unlink_op(op);
            }
            Change::ReplaceValue { value, converter } => {
                if let Some(with) = replacement(body, state, value, converter) {
                    replace_later_uses(body, value, with);
                }
            }
            _ => {}
        }
        index += 1;
    }
}

/// Erases replaced operations and erased blocks, all of which may refer to each other.
fn erase_all(body: &mut Body, state: &mut State) {
    let mut ops: Vec<OpId> = Vec::new();
    let mut blocks: Vec<BlockId> = Vec::new();
    let mut args: Vec<Value> = Vec::new();
    for change in state.changes.iter() {
        match change {
            Change::ReplaceOp { op, .. } => ops.push(op),
            Change::Rare(number) => match state.changes.rare(number) {
                RareChange::EraseBlock(before) => {
                    ops.extend(body.ops(before.block));
                    blocks.push(before.block);
                }
                &RareChange::EraseArg(arg) => args.push(arg),
                _ => {}
            },
            _ => {}
        }
    }
    if state.has_casts() {
        for &op in &ops {
            body.walk_preorder(op, |inner| state.remove_cast(inner));
        }
    }
    let mut rw = Rewriter::new(body);
    rw.erase_ops(&ops);
    args.into_iter().for_each(|arg| erase_arg(rw.body_mut(), arg));
    rw.erase_blocks(&blocks);
}

/// The replacement of `value` with the same type, materialized if necessary. `None` if it has no uses.
fn replacement(body: &mut Body, state: &mut State, value: Value, converter: Option<ConverterId>) -> Option<Value> {
    let ty = body.ty(value);
    if let Some(found) = state.latest_of_type(body, value, ty).filter(|&found| found != value) {
        return Some(found);
    }
    if body.users(value).all(|user| state.replaced.contains(user)) && !state.is_mapped_to(value) {
        return None;
    }
    let latest = state.latest(body, value, false);
    let (point, inputs) = match latest.as_slice() {
        [same] if *same == value => (point_after(body, value), Values::new()),
        values => (point_after_all(body, values), latest),
    };
    let info = CastInfo { converter, kind: CastKind::Source, pure: !inputs.is_empty() };
    let loc = body.value_loc(value);
    let made = make_cast(body, state, point, loc, &inputs, &inputs, &[ty], info);
    Some(made[0])
}

/// Replaces the uses of `value` after the definition of `with`, in the same block, by `with`.
fn replace_later_uses(body: &mut Body, value: Value, with: Value) {
    let ValueDefinition::Result(definition, _) = body.value_def(with) else {
        return body.replace_all_uses(value, with);
    };
    let block = body.block_of(definition);
    let is_later = |&(user, _): &(OpId, u32)| {
        body.block_of(user) != block || block.is_none() || body.is_before_in_block(definition, user)
    };
    let uses: Vec<(OpId, u32)> = body.uses(value).filter(is_later).collect();
    for (user, index) in uses {
        body.set_operand(user, index as usize, with);
    }
}

/// Creates a cast of `inputs` to `types`; its results replace `mapped`, if that is not empty.
#[allow(clippy::too_many_arguments)] // Each is one component of the cast.
pub fn make_cast(
    body: &mut Body,
    state: &mut State,
    point: InsertPoint,
    loc: Loc,
    mapped: &[Value],
    inputs: &[Value],
    types: &[Type],
    info: CastInfo,
) -> Values {
    let mut made = OpState::named(body.cx(), CAST).at(loc).operands(inputs).results(types);
    made.no_inference = true;
    let op = body.create_op(made);
    match point {
        InsertPoint::Before(next) => body.insert_before(next, op),
        InsertPoint::End(block) => body.append_op(block, op),
        InsertPoint::None => {}
    }
    let results = Values::from_slice(body.results(op));
    state.add_cast(op, info);
    if !mapped.is_empty() {
        state.map(mapped, &results);
    }
    state.changes.add_rare(RareChange::Materialize(Materialized { op, mapped: mapped.into() }));
    results
}

/// The insertion point right after the definition of `value`.
pub fn point_after(body: &Body, value: Value) -> InsertPoint {
    let (block, next) = match body.value_def(value) {
        ValueDefinition::Argument(block, _) => (block, body.first_op(block)),
        ValueDefinition::Result(op, _) => {
            let Some(block) = body.block_of(op) else { return InsertPoint::None };
            (block, body.next_op(op))
        }
    };
    next.map_or(InsertPoint::End(block), InsertPoint::Before)
}

/// The first insertion point dominated by the definitions of all of `values`.
pub fn point_after_all(body: &Body, values: &[Value]) -> InsertPoint {
    let mut points = values.iter().map(|&value| point_after(body, value));
    let first = points.next().unwrap_or(InsertPoint::None);
    points.fold(first, |late, next| if comes_before(body, late, next) { next } else { late })
}

/// Returns whether a value defined at `a` can be used at `b`.
fn comes_before(body: &Body, a: InsertPoint, b: InsertPoint) -> bool {
    let (Some(block_a), Some(mut block_b)) = (block_of_point(body, a), block_of_point(body, b)) else { return true };
    let mut next_b = match b {
        InsertPoint::Before(op) => Some(op),
        _ => None,
    };
    // Ascends until both are in one region.
    while body.region_of(block_b) != body.region_of(block_a) {
        let Some(around) = body.block_parent_op(block_b).filter(|&op| body.block_of(op).is_some()) else {
            return false;
        };
        next_b = Some(around);
        block_b = body.block_of(around).expect("the operation around stands in a block");
    }
    if block_a != block_b {
        return dominates(body, block_a, block_b);
    }
    match (a, next_b) {
        (InsertPoint::Before(x), Some(y)) => x == y || body.is_before_in_block(x, y),
        (_, None) => true,
        (_, Some(_)) => false,
    }
}

fn block_of_point(body: &Body, point: InsertPoint) -> Option<BlockId> {
    match point {
        InsertPoint::None => None,
        InsertPoint::Before(op) => body.block_of(op),
        InsertPoint::End(block) => Some(block),
    }
}

/// Returns whether `a` dominates `b`, a block of the same region.
fn dominates(body: &Body, a: BlockId, b: BlockId) -> bool {
    let Some(entry) = body.region_of(a).and_then(|region| body.entry(region)) else { return false };
    let mut seen: FxHashSet<BlockId> = FxHashSet::from_iter([a]);
    let mut waiting = vec![entry];
    while let Some(block) = waiting.pop() {
        if !seen.insert(block) {
            continue;
        }
        if block == b {
            return false;
        }
        waiting.extend(body.last_op(block).into_iter().flat_map(|last| body.successors(last)));
    }
    true
}

/// Replaces a remaining cast by the materialization of its type converter.
fn mend(body: &mut Body, cast: OpId, kind: CastKind, converter: Option<&Arc<TypeConverter>>) -> Fallible<()> {
    let inputs: Vec<Value> = body.operands(cast).collect();
    let types: Vec<Type> = body.result_types(cast).collect();
    let loc = body.loc(cast);
    if let Some(converter) = converter {
        let mut rw = Rewriter::new(body);
        rw.before(cast);
        let made = match kind {
            CastKind::Source => converter.materialize_source(&mut rw, types[0], &inputs, loc).map(|value| vec![value]),
            CastKind::Target(original) => converter.materialize_target(&mut rw, &types, &inputs, loc, original),
        };
        if let Some(made) = made {
            rw.replace(cast, made);
            return Ok(());
        }
    }
    let list = |types: &mut dyn Iterator<Item = Type>| {
        let all: Vec<String> = types.map(|ty| format!("'{}'", body.cx().show_type(ty))).collect();
        all.join(", ")
    };
    let (from, to) = (list(&mut body.operand_types(cast)), list(&mut body.result_types(cast)));
    let error = Diagnostic::error(
        loc.place(body.cx()),
        format!(
            "failed to legalize unresolved materialization from ({from}) to ({to}) that remained live after conversion"
        ),
    );
    let user = body.results(cast).iter().find_map(|&result| body.users(result).next());
    Err(Box::new(match user {
        Some(user) => {
            let shown = body.cx().show_op(OpRef::new(body, user));
            error.note(body.loc(user).place(body.cx()), format!("see existing live user here: {shown}"))
        }
        None => error,
    }))
}
