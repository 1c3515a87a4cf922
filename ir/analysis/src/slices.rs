//! Backward and forward slices of operations.
//!
//! The *backward slice* of an operation is the set of operations that its operands are computed from; the *forward
//! slice* is the set of operations that its results are used for, including those in its regions. Both are sorted so
//! that, in one block, definitions precede uses.
//!
//! The algorithm is a depth-first search along definitions (or uses) that lists operations in postorder. An operation
//! on the current path is not entered again, so that graph regions may have cycles.
//!
//! Slices stay in one body: an isolated operation is one unit.

use rmlir_core::body::ValueDefinition;
use rmlir_core::{Body, OpId, TraitSet, Value};
use rustc_hash::FxHashSet;

/// The extent of a slice.
#[derive(Clone, Copy, Default)]
pub struct SliceOptions<'a> {
    /// Selects the operations of the slice; the search does not continue past other operations.
    pub filter: Option<&'a dyn Fn(OpId) -> bool>,
    /// Whether the operation itself is in the slice.
    pub inclusive: bool,
    /// Backward: whether the slice of a block argument includes the operation whose only block it belongs to.
    pub block_arguments: bool,
    /// Backward: whether the values used in the regions of an operation are among its dependences.
    pub uses_from_above: bool,
}

/// The backward slice of `op`, topologically sorted.
pub fn backward(body: &Body, op: OpId, options: &SliceOptions) -> Vec<OpId> {
    walk(op, options, |op| sources(body, op, options))
}

/// The forward slice of `op`, topologically sorted.
pub fn forward(body: &Body, op: OpId, options: &SliceOptions) -> Vec<OpId> {
    let mut slice = walk(op, options, |op| users(body, op));
    slice.reverse();
    slice
}

/// The operations that are reachable from `start` by `next`, in postorder.
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

    /// `a` has two results, `b` uses the first one, `c` uses both and the result of `b`.
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
