//! Patterns for every operation that passes values between its regions
//! (upstream: `populateRegionBranchOpInterfaceCanonicalizationPatterns`).
//!
//! Terms: *operands* are forwarded on entry to a region or by a terminator; *inputs* are the block arguments and
//! results they are forwarded to. An operand can be forwarded to several inputs, an input can receive several operands.
//!
//! 1. An input with a single possible value, which is not an input itself, is replaced by it.
//! 2. Of two inputs that always receive the same values, one is replaced by the other.
//! 3. Unused inputs are erased together with those that receive the same operands, if all are unused.

use rmlir::prelude::*;
use smallvec::{SmallVec, smallvec};

use crate::for_op::N_CONTROL;
use crate::{ForOp, IfOp};

/// Adds the patterns for operations called `root`, as one pattern: the forwarded operands
/// are computed once for all three.
pub fn add_region_branch_patterns(set: &mut PatternSet, root: &'static str) {
    set.on(root, "simplify_region_branch_inputs", simplify_inputs);
}

fn simplify_inputs(rw: &mut Rewriter, op: OpId) -> Match {
    if needs_all_inputs(OpRef::new(rw, op)) {
        return rw.no_match(op, "every input is used, and can be several values that no other one takes");
    }
    let edges = Edges::of(rw, op);
    let inputs = edges.inputs();
    if make_inputs_dead(rw, op, &inputs) || remove_duplicate_inputs(rw, inputs) || remove_dead_inputs(rw, op, &edges) {
        return Match::Yes;
    }
    rw.no_match(op, "every input is used, and can be several values that no other one takes")
}

/// Whether `op` is a loop or a conditional to which no pattern applies. This is a fast path for frequent operations.
fn needs_all_inputs(op: OpRef) -> bool {
    let body = op.body;
    let yielded = |region: usize| body.entry(body.region(op.id, region)).and_then(|block| body.last_op(block));
    if op.is::<ForOp>() {
        let (Some(block), Some(last)) = (body.entry(body.region(op.id, 0)), yielded(0)) else { return false };
        return pairs_differ(op, (op.id, N_CONTROL), (last, 0), body.args(block).get(1..).unwrap_or_default());
    }
    if op.is::<IfOp>() {
        return match (yielded(0), yielded(1)) {
            (Some(first), Some(second)) => pairs_differ(op, (first, 0), (second, 0), &[]),
            _ => op.n_results() == 0,
        };
    }
    false
}

/// Whether each result of `op`, or its argument in `args`, is used and has two possible values that are not
/// in `args`, and that are not the possible values of another result. The values are operands of two
/// operations, from given indices on.
fn pairs_differ(op: OpRef, first: Place, second: Place, args: &[Value]) -> bool {
    let body = op.body;
    let n = op.n_results();
    if body.n_operands(first.0) != first.1 + n || body.n_operands(second.0) != second.1 + n {
        return false;
    }
    let pair = |index: usize| (body.operand(first.0, first.1 + index), body.operand(second.0, second.1 + index));
    (0..n).all(|index| {
        let (one, other) = pair(index);
        let is_used =
            !body.is_unused(body.result(op.id, index)) || args.get(index).is_some_and(|&arg| !body.is_unused(arg));
        is_used
            && one != other
            && !args.contains(&one)
            && !args.contains(&other)
            && (0..index).all(|i| pair(i) != (one, other))
    })
}

/// A forwarded operand: an operation and the operand's index.
type Place = (OpId, usize);

/// All forwarded operands, with the inputs that receive them.
struct Edges {
    operands: SmallVec<[(Place, Values); 4]>,
}

/// Inputs, with the operands they receive.
type Inputs = SmallVec<[(Value, Places); 4]>;

/// A few values.
type Values = SmallVec<[Value; 2]>;

/// A few forwarded operands.
type Places = SmallVec<[Place; 2]>;

impl Edges {
    fn of(body: &Body, op: OpId) -> Self {
        let view = OpRef::new(body, op);
        let branch = view.interface::<dyn RegionBranchOp>().expect("the patterns are for such operations");
        let mut edges = Edges { operands: SmallVec::new() };
        for to in branch.successors(view, RegionPoint::Parent) {
            edges.add(op, branch.entry_operands(view, to.target), &to.inputs);
        }
        for (index, region) in view.regions().enumerate() {
            for last in region.blocks().filter_map(BlockRef::last_op) {
                let terminator = last.interface::<dyn RegionBranchTerminator>();
                if terminator.is_none() && !last.has(TraitSet::RETURN_LIKE) {
                    continue;
                }
                for to in branch.successors(view, RegionPoint::Region(index)) {
                    let all = 0..last.n_operands();
                    let passed = terminator.map_or(all, |terminator| terminator.successor_operands(last, to.target));
                    edges.add(last.id, passed, &to.inputs);
                }
            }
        }
        edges
    }

    fn add(&mut self, op: OpId, passed: std::ops::Range<usize>, inputs: &[Value]) {
        for (index, &input) in passed.zip(inputs) {
            match self.operands.iter_mut().find(|(place, _)| *place == (op, index)) {
                Some((_, inputs)) => inputs.push(input),
                None => self.operands.push(((op, index), smallvec![input])),
            }
        }
    }

    /// All inputs, with the operands they receive.
    fn inputs(&self) -> Inputs {
        let mut inputs = Inputs::new();
        for (place, taken_by) in &self.operands {
            for &input in taken_by {
                match inputs.iter_mut().find(|(known, _)| *known == input) {
                    Some((_, places)) => places.push(*place),
                    None => inputs.push((input, smallvec![*place])),
                }
            }
        }
        inputs
    }
}

fn make_inputs_dead(rw: &mut Rewriter, op: OpId, inputs: &[(Value, Places)]) -> bool {
    let mut changed = false;
    for &(input, _) in inputs {
        if rw.is_unused(input) {
            continue;
        }
        let Some(value) = only_source(rw, inputs, input).filter(|&value| is_visible(rw, op, value, input)) else {
            continue;
        };
        rw.replace_all_uses(input, value);
        changed = true;
    }
    changed
}

/// The only possible value of `input` that is no input.
fn only_source(body: &Body, inputs: &[(Value, Places)], input: Value) -> Option<Value> {
    let mut found = None;
    let mut visited = Values::new();
    let mut waiting: Values = smallvec![input];
    while let Some(value) = waiting.pop() {
        let Some((_, places)) = inputs.iter().find(|(known, _)| *known == value) else {
            if found.is_some_and(|found| found != value) {
                return None;
            }
            found = Some(value);
            continue;
        };
        for &(op, index) in places {
            let operand = body.operand(op, index);
            if !visited.contains(&operand) {
                visited.push(operand);
                waiting.push(operand);
            }
        }
    }
    found
}

/// Whether `value`, a possible value of `input`, dominates all uses of `input`.
fn is_visible(body: &Body, op: OpId, value: Value, input: Value) -> bool {
    let is_inside = body.value_region(value).is_some_and(|region| body.region_owner(region) == op);
    if !is_inside {
        return true; // It is defined before the operation.
    }
    match (body.value_def(value), body.value_def(input)) {
        (ValueDefinition::Argument(one, _), ValueDefinition::Argument(other, _)) => one == other,
        _ => false,
    }
}

fn remove_duplicate_inputs(rw: &mut Rewriter, mut inputs: Inputs) -> bool {
    inputs.sort_by_key(|&(input, _)| number_of(rw, input).1);
    let mut changed = false;
    for (index, (kept, kept_places)) in inputs.iter().enumerate() {
        for (input, places) in &inputs[index + 1..] {
            if rw.is_unused(*input) || number_of(rw, *kept).0 != number_of(rw, *input).0 {
                continue;
            }
            if taken(rw, kept_places) == taken(rw, places) {
                rw.replace_all_uses(*input, *kept);
                changed = true;
            }
        }
    }
    changed
}

/// The block or the operation that has `value` as an argument or result, and its index there.
fn number_of(body: &Body, value: Value) -> (ValueDefinition, u32) {
    match body.value_def(value) {
        ValueDefinition::Result(op, number) => (ValueDefinition::Result(op, 0), number),
        ValueDefinition::Argument(block, number) => (ValueDefinition::Argument(block, 0), number),
    }
}

/// The operations that forward to `places`, with the values they forward.
fn taken(body: &Body, places: &[Place]) -> SmallVec<[(OpId, Value); 2]> {
    let mut taken: SmallVec<[(OpId, Value); 2]> =
        places.iter().map(|&(op, index)| (op, body.operand(op, index))).collect();
    taken.sort_by_key(|&(op, _)| op);
    taken
}

fn remove_dead_inputs(rw: &mut Rewriter, op: OpId, edges: &Edges) -> bool {
    let dead = dead_inputs(rw, edges);
    if dead.is_empty() {
        return false;
    }
    erase_operands(rw, edges, &dead);
    let mut results = Vec::new();
    let mut args: Vec<(BlockId, usize)> = Vec::new();
    for &input in &dead {
        match rw.value_def(input) {
            ValueDefinition::Result(_, number) => results.push(number as usize),
            ValueDefinition::Argument(block, number) => args.push((block, number as usize)),
        }
    }
    // In descending order, so that indices stay valid.
    args.sort_by_key(|&(_, number)| std::cmp::Reverse(number));
    for (block, number) in args {
        rw.erase_arg(block, number);
    }
    rw.modified(op);
    if !results.is_empty() {
        erase_results(rw, op, &results);
    }
    true
}

/// The inputs in connected sets without any use. Inputs are connected if they receive the same operand.
fn dead_inputs(body: &Body, edges: &Edges) -> Vec<Value> {
    // Each such set has an unused input.
    if !edges.operands.iter().flat_map(|(_, inputs)| inputs).any(|&input| body.is_unused(input)) {
        return Vec::new();
    }
    let mut sets: Vec<Vec<Value>> = Vec::new();
    for (_, inputs) in &edges.operands {
        let (mut tied, apart): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set: &Vec<Value>| set.iter().any(|value| inputs.contains(value)));
        let mut merged: Vec<Value> = tied.drain(..).flatten().collect();
        merged.extend(inputs.iter().filter(|&input| !merged.contains(input)).copied().collect::<Vec<_>>());
        sets = apart;
        sets.push(merged);
    }
    sets.retain(|set| set.iter().all(|&value| body.is_unused(value)));
    sets.into_iter().flatten().collect()
}

/// Erases the operands that are forwarded to `dead`.
fn erase_operands(rw: &mut Rewriter, edges: &Edges, dead: &[Value]) {
    let mut passing: Vec<OpId> = Vec::new();
    for &((op, _), _) in &edges.operands {
        if !passing.contains(&op) {
            passing.push(op);
        }
    }
    for op in passing {
        let goes = |index: usize| {
            let inputs = edges.operands.iter().find(|(place, _)| *place == (op, index));
            inputs.is_some_and(|(_, inputs)| inputs.iter().any(|input| dead.contains(input)))
        };
        let kept: Vec<Value> =
            rw.operands(op).enumerate().filter(|&(index, _)| !goes(index)).map(|(_, value)| value).collect();
        if kept.len() != rw.n_operands(op) {
            rw.set_operands(op, &kept);
        }
    }
}

/// Replaces `op` by an operation without the results `erased`, which are unused. The regions are moved to it.
pub(super) fn erase_results(rw: &mut Rewriter, op: OpId, erased: &[usize]) -> OpId {
    let is_kept = |index: &usize| !erased.contains(index);
    let kept: Vec<usize> = (0..rw.n_results(op)).filter(is_kept).collect();
    let mut state = OpState::new(rw.name(op)).at(rw.loc(op));
    state.operands = rw.operands(op).collect();
    state.result_types = kept.iter().map(|&index| rw.ty(rw.result(op, index))).collect();
    state.no_inference = true;
    state.props = rw.props(op).into();
    state.attrs = rw.discardable_attrs(op).to_vec();
    state.n_new_regions = rw.regions(op).len();
    rw.before(op);
    let new = rw.create_state(state);
    for index in 0..rw.regions(op).len() {
        rw.take_blocks(rw.region(op, index), rw.region(new, index));
    }
    for (number, &index) in kept.iter().enumerate() {
        let (old, new) = (rw.result(op, index), rw.result(new, number));
        rw.replace_all_uses(old, new);
    }
    rw.erase(op);
    new
}
