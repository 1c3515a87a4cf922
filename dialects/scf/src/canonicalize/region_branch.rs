//! Patterns for every operation that passes values between its regions
//! (upstream: `populateRegionBranchOpInterfaceCanonicalizationPatterns`).
//!
//! Terms: *operands* are forwarded on entry to a region or by a terminator; *inputs* are the block arguments and
//! results they are forwarded to. An operand can be forwarded to several inputs, an input can receive several operands.
//!
//! 1. An input with a single possible value, which is not an input itself, is replaced by it.
//! 2. Of two inputs that always receive the same values, one is replaced by the other.
//! 3. Unused inputs are erased together with those that receive the same operands, if all are unused.

use std::collections::hash_map::Entry;

use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
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
#[derive(Default)]
struct Edges {
    operands: SmallVec<[(Place, Values); 4]>,
    /// The indices of forwarded operands in the list.
    known: FxHashMap<Place, usize>,
}

/// Inputs, with the operands they receive.
#[derive(Default)]
struct Inputs {
    all: SmallVec<[(Value, Places); 4]>,
    /// The indices of inputs in the list.
    known: FxHashMap<Value, usize>,
}

impl Inputs {
    /// The operands that `value` receives, if it is an input.
    fn places(&self, value: Value) -> Option<&Places> {
        self.known.get(&value).map(|&index| &self.all[index].1)
    }
}

/// A few values.
type Values = SmallVec<[Value; 2]>;

/// A few forwarded operands.
type Places = SmallVec<[Place; 2]>;

impl Edges {
    fn of(body: &Body, op: OpId) -> Self {
        let view = OpRef::new(body, op);
        let branch = view.interface::<dyn RegionBranchOp>().expect("the patterns are for such operations");
        let mut edges = Edges::default();
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
            let next = self.operands.len();
            match self.known.entry((op, index)) {
                Entry::Occupied(known) => self.operands[*known.get()].1.push(input),
                Entry::Vacant(place) => {
                    place.insert(next);
                    self.operands.push(((op, index), smallvec![input]));
                }
            }
        }
    }

    /// The inputs that receive the operand at `place`.
    fn receivers(&self, place: Place) -> &[Value] {
        self.known.get(&place).map_or(&[], |&index| &self.operands[index].1)
    }

    /// All inputs, with the operands they receive.
    fn inputs(&self) -> Inputs {
        let mut inputs = Inputs::default();
        for (place, taken_by) in &self.operands {
            for &input in taken_by {
                let next = inputs.all.len();
                match inputs.known.entry(input) {
                    Entry::Occupied(known) => inputs.all[*known.get()].1.push(*place),
                    Entry::Vacant(known) => {
                        known.insert(next);
                        inputs.all.push((input, smallvec![*place]));
                    }
                }
            }
        }
        inputs
    }
}

fn make_inputs_dead(rw: &mut Rewriter, op: OpId, inputs: &Inputs) -> bool {
    let mut changed = false;
    for &(input, _) in &inputs.all {
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
fn only_source(body: &Body, inputs: &Inputs, input: Value) -> Option<Value> {
    let mut found = None;
    let mut visited = FxHashSet::default();
    let mut waiting: Values = smallvec![input];
    while let Some(value) = waiting.pop() {
        let Some(places) = inputs.places(value) else {
            if found.is_some_and(|found| found != value) {
                return None;
            }
            found = Some(value);
            continue;
        };
        for &(op, index) in places {
            let operand = body.operand(op, index);
            if visited.insert(operand) {
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
    inputs.all.sort_by_key(|&(input, _)| number_of(rw, input).1);
    let mut changed = false;
    let mut first = FxHashMap::default();
    for (input, places) in &inputs.all {
        match first.entry((number_of(rw, *input).0, taken(rw, places))) {
            Entry::Vacant(kept) => _ = kept.insert(*input),
            Entry::Occupied(kept) if !rw.is_unused(*input) => {
                rw.replace_all_uses(*input, *kept.get());
                changed = true;
            }
            Entry::Occupied(_) => {}
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
    let inputs = edges.inputs();
    let mut waiting: Vec<Value> =
        inputs.all.iter().map(|&(input, _)| input).filter(|&input| !body.is_unused(input)).collect();
    let mut live: FxHashSet<Value> = waiting.iter().copied().collect();
    while let Some(input) = waiting.pop() {
        for &place in inputs.places(input).into_iter().flatten() {
            waiting.extend(edges.receivers(place).iter().copied().filter(|&other| live.insert(other)));
        }
    }
    inputs.all.iter().map(|&(input, _)| input).filter(|input| !live.contains(input)).collect()
}

/// Erases the operands that are forwarded to `dead`.
fn erase_operands(rw: &mut Rewriter, edges: &Edges, dead: &[Value]) {
    let dead: FxHashSet<Value> = dead.iter().copied().collect();
    let mut passing: Vec<OpId> = edges.operands.iter().map(|&((op, _), _)| op).collect();
    let mut seen = FxHashSet::default();
    passing.retain(|&op| seen.insert(op));
    for op in passing {
        let goes = |index: usize| edges.receivers((op, index)).iter().any(|input| dead.contains(input));
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
