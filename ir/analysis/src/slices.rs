//! Slices: what an operation depends on, and what depends on it.
//!
//! The *backward slice* of an operation is everything that its operands are computed from; the *forward slice* is
//! everything that its results are used for, what is in its regions included. Both are listed so that, in one block,
//! definitions come before uses.
//!
//! Plan: a depth-first walk over "comes before" (or "comes after"), which lists an operation when all that it leads to is
//! listed. An operation that is being walked is not entered again, so that graph regions may have cycles.
//!
//! Slices stay in one body: an isolated operation is taken as a whole.

use rmlir_core::body::ValueDefinition;
use rmlir_core::{Body, OpId, TraitSet, Value};
use rustc_hash::FxHashSet;

/// How far a slice goes.
#[derive(Clone, Copy, Default)]
pub struct SliceOptions<'a> {
    /// Which operations belong to it; the walk does not go past one that does not.
    pub filter: Option<&'a dyn Fn(OpId) -> bool>,
    /// Whether the operation itself belongs to it.
    pub inclusive: bool,
    /// Backward: whether an argument leads to the operation whose only block it is of.
    pub block_arguments: bool,
    /// Backward: whether what is used in the regions of an operation belongs to what it depends on.
    pub uses_from_above: bool,
}

/// What `op` depends on, in an order in which it can be computed.
pub fn backward(body: &Body, op: OpId, options: &SliceOptions) -> Vec<OpId> {
    walk(op, options, |op| sources(body, op, options))
}

/// What depends on `op`, in an order in which it can be computed.
pub fn forward(body: &Body, op: OpId, options: &SliceOptions) -> Vec<OpId> {
    let mut slice = walk(op, options, |op| users(body, op));
    slice.reverse();
    slice
}

/// The operations that `next` leads to from `start`, each after those it leads to.
fn walk(start: OpId, options: &SliceOptions, next: impl Fn(OpId) -> Vec<OpId>) -> Vec<OpId> {
    let belongs = |op: OpId| options.filter.is_none_or(|filter| filter(op));
    let mut slice = Vec::new();
    if !belongs(start) {
        return slice;
    }
    let mut seen = FxHashSet::from_iter([start]);
    let mut path = vec![(start, next(start).into_iter())];
    while let Some((op, pending)) = path.last_mut() {
        match pending.find(|&other| belongs(other) && seen.insert(other)) {
            Some(other) => path.push((other, next(other).into_iter())),
            None => {
                slice.push(*op);
                path.pop();
            }
        }
    }
    if !options.inclusive {
        slice.pop();
    }
    slice
}

/// The operations that `op` directly depends on, in order of their uses.
fn sources(body: &Body, op: OpId, options: &SliceOptions) -> Vec<OpId> {
    let mut values = Vec::new();
    if options.uses_from_above && !body.has_trait(op, TraitSet::ISOLATED_FROM_ABOVE) {
        let inside: Vec<OpId> = body.ops_under(op).into_iter().filter(|&inner| inner != op).collect();
        let from_above = |&value: &Value| !body.is_defined_inside(op, value);
        values.extend(inside.into_iter().flat_map(|inner| body.operands(inner)).filter(from_above));
    }
    values.extend(body.operands(op));
    values.into_iter().filter_map(|value| source(body, value, options)).collect()
}

fn source(body: &Body, value: Value, options: &SliceOptions) -> Option<OpId> {
    let block = match body.value_def(value) {
        ValueDefinition::Result(op, _) => return Some(op),
        ValueDefinition::Argument(block, _) => block,
    };
    let around = body.block_parent_op(block).filter(|_| options.block_arguments)?;
    let has_one_block = matches!(body.regions(around), &[only] if body.has_one_block(only));
    (has_one_block && !body.has_trait(around, TraitSet::ISOLATED_FROM_ABOVE)).then_some(around)
}

/// The operations that directly depend on `op`: those in its regions, then the users of its results.
fn users(body: &Body, op: OpId) -> Vec<OpId> {
    let blocks = body.regions(op).iter().flat_map(|&region| body.blocks(region));
    let inside = blocks.flat_map(|block| body.ops(block));
    let users = body.results(op).iter().flat_map(|&result| body.users(result));
    inside.chain(users).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rmlir_core::{Context, DialectRegistry, Loc, OpState, Type};

    /// `a` gives two results, `b` uses the first one, `c` both results of `a` and that of `b`.
    fn diamond(cx: &Context) -> (Body<'_>, [OpId; 3]) {
        let mut body = Body::new(cx, cx.op_name("t.root"), Loc::UNKNOWN, 1);
        let (region, block) = (body.region(body.root(), 0), body.create_block(&[], &[]));
        body.append_block(region, block);
        let mut add = |operands: &[Value], n_results: usize| {
            let types = vec![Type::I32; n_results];
            let op = body.create_op(OpState::named(cx, "t.op").operands(operands).results(&types).at(Loc::UNKNOWN));
            body.append_op(block, op);
            (op, body.results(op).to_vec())
        };
        let (a, of_a) = add(&[], 2);
        let (b, of_b) = add(&of_a[..1], 1);
        let (c, _) = add(&[of_a[1], of_b[0], of_a[0]], 0);
        (body, [a, b, c])
    }

    #[test]
    fn definitions_come_before_uses() {
        let cx = Context::new(DialectRegistry::default());
        let (body, [a, b, c]) = diamond(&cx);
        assert_eq!(backward(&body, c, &SliceOptions::default()), [a, b]);
        assert_eq!(forward(&body, a, &SliceOptions::default()), [b, c]);
    }

    #[test]
    fn the_operation_itself_is_part_if_asked_for() {
        let cx = Context::new(DialectRegistry::default());
        let (body, [a, b, c]) = diamond(&cx);
        let options = SliceOptions { inclusive: true, ..SliceOptions::default() };
        assert_eq!(backward(&body, b, &options), [a, b]);
        assert_eq!(forward(&body, b, &options), [b, c]);
    }

    #[test]
    fn what_is_filtered_out_is_not_passed() {
        let cx = Context::new(DialectRegistry::default());
        let (body, [a, b, c]) = diamond(&cx);
        let not_b = |op: OpId| op != b;
        let options = SliceOptions { filter: Some(&not_b), ..SliceOptions::default() };
        assert_eq!(backward(&body, c, &options), [a]);
        assert_eq!(forward(&body, a, &options), [c]);
    }
}
