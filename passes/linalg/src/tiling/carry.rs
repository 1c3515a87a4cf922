//! Addition of loop-carried values to existing loops: a nest of `scf.for`, or one `scf.forall`.
//!
//! Plan: 1. [`carry_more`] replaces the old loops by new ones with the old bodies and additional initial values; 2. the
//! caller computes parts in the innermost one; 3. [`hand_on_more`] inserts these into the additional values.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_linalg::structured::Structured;
use rmlir_scf::{ForOp, ForallOp};
use rmlir_tensor::{InsertSliceOp, ParallelInsertSliceOp};

use super::arithmetic::grows_with;
use super::interface::Part;
use super::nest::Placed;

/// Whether loop-carried values can be added to `loops`: each but the innermost one yields exactly the results of the
/// next inner one.
pub fn is_nest(body: &Body, loops: &[OpId]) -> bool {
    match loops {
        [only] if OpRef::new(body, *only).is::<ForallOp>() => true,
        [] => false,
        _ => {
            let are_for = loops.iter().all(|&op| OpRef::new(body, op).is::<ForOp>());
            are_for && loops.windows(2).all(|pair| hands_on(body, pair[0], pair[1]))
        }
    }
}

/// Whether `outer` yields the results of `inner`, one for one.
fn hands_on(body: &Body, outer: OpId, inner: OpId) -> bool {
    let outer = ForOp::from_id(outer);
    let end = outer.terminator(body);
    body.block_of(inner) == Some(outer.body(body)) && body.operands(end).eq(body.results(inner).iter().copied())
}

/// Whether the elements of `part` are disjoint for any two iterations of `loops`, as far as its offsets determine that.
pub(super) fn is_visited_once(body: &Body, loops: &[OpId], part: &Part) -> bool {
    let Some(&outermost) = loops.first() else { return true };
    let starts_at =
        |&variable: &Value| part.offsets.iter().any(|&offset| grows_with(body, offset, variable, outermost));
    loops.iter().all(|&op| {
        let view = OpRef::new(body, op);
        view.interface::<dyn LoopLike>().is_some_and(|like| like.induction_vars(view).iter().all(starts_at))
    })
}

/// Whether the results of `op` may depend on the values of its inits.
pub(super) fn may_read_inits(op: OpRef) -> bool {
    let inits = op.interface::<dyn DestinationStyle>().map_or(0..0, |destination| destination.inits(op));
    let Some(structured) = op.interface::<dyn Structured>() else { return false };
    let args: Vec<ValueRef> = op.region(0).entry().into_iter().flat_map(|block| block.args()).collect();
    let is_used = |index: usize| args.get(index).is_some_and(|arg| !op.body.is_unused(arg.id));
    structured.may_read_inits() && inits.into_iter().any(is_used)
}

/// The result of adding loop-carried values.
#[derive(Default)]
pub(super) struct Carried {
    /// The added region arguments of the innermost loop.
    pub more: Vec<Value>,
    /// The arguments of the old loops, which were erased, and their replacements.
    renamed: Vec<(Value, Value)>,
}

impl Carried {
    /// `part`, which was computed in the old loops, with arguments replaced.
    pub fn renamed(&self, part: &Part) -> Part {
        let new = |index: &MixedIndex| {
            let found = self.renamed.iter().find(|(old, _)| index.value() == Some(*old));
            found.map_or(*index, |&(_, new)| MixedIndex::Dynamic(new))
        };
        Part { offsets: part.offsets.iter().map(new).collect(), sizes: part.sizes.iter().map(new).collect() }
    }
}

/// Adds `inits` to the initial values of `loops`.
pub(super) fn carry_more(rw: &mut Rewriter, loops: &mut [OpId], inits: &[Value]) -> Carried {
    let mut carried = Carried { more: inits.to_vec(), renamed: Vec::new() };
    for op in loops {
        rw.before(*op);
        *op = match OpRef::new(rw, *op).cast::<ForOp>() {
            Some(old) => for_with_more(rw, old, &mut carried),
            None => forall_with_more(rw, ForallOp::from_id(*op), &mut carried),
        };
    }
    carried
}

fn for_with_more(rw: &mut Rewriter, old: ForOp, carried: &mut Carried) -> OpId {
    let loc = rw.loc(old.id());
    let mut inits = old.initArgs(rw);
    inits.extend(&carried.more);
    let bounds = [old.lowerBound(rw), old.upperBound(rw), old.step(rw)];
    let new = ForOp::create(rw, loc, bounds, &inits);
    if old.unsignedCmp(rw) {
        rw.set_prop(new.id(), ForOp::UNSIGNED_CMP, Attr::UNIT);
    }
    let (from, to) = (old.body(rw), new.body(rw));
    take_over(rw, (old.id(), from), (new.id(), to), carried);
    new.id()
}

fn forall_with_more(rw: &mut Rewriter, old: ForallOp, carried: &mut Carried) -> OpId {
    let loc = rw.loc(old.id());
    let mut outputs = old.outputs(rw);
    outputs.extend(&carried.more);
    let bounds = ForallOp::mixed_bounds(OpRef::new(rw, old.id()));
    let mapping = old.mapping(rw);
    let new = ForallOp::create(rw, loc, &bounds, &outputs, mapping);
    let end = new.terminator(rw);
    rw.erase(end);
    let (from, to) = (old.body(rw), new.body(rw));
    take_over(rw, (old.id(), from), (new.id(), to), carried);
    new.id()
}

/// Moves the body of a loop to one with more iter_args, which replaces it.
fn take_over(rw: &mut Rewriter, (old, from): (OpId, BlockId), (new, to): (OpId, BlockId), carried: &mut Carried) {
    let old_args = rw.args(from).to_vec();
    let mut args = rw.args(to).to_vec();
    carried.more = args.split_off(old_args.len());
    carried.renamed.extend(old_args.into_iter().zip(args.iter().copied()));
    rw.merge_blocks(from, to, &args);
    let results = rw.results(new)[..rw.results(old).len()].to_vec();
    rw.replace(old, results);
}

/// Inserts `placed` into the last iter_args of `loops`, one for each that was added.
pub(super) fn hand_on_more(rw: &mut Rewriter, loops: &[OpId], more: &[Value], placed: &[Placed]) {
    let Some((&innermost, outer)) = loops.split_last() else { return };
    if OpRef::new(rw, innermost).is::<ForallOp>() {
        let end = ForallOp::from_id(innermost).terminator(rw);
        let inside = rw.entry(rw.region(end, 0)).expect("the end of the loop has a block");
        rw.at_end(inside);
        rw.set_loc(rw.loc(end));
        for (Placed { value, part }, &into) in placed.iter().zip(more) {
            rw.create(ParallelInsertSliceOp::of(rw.cx(), *value, into, &part.lists()));
        }
        return;
    }
    let end = ForOp::from_id(innermost).terminator(rw);
    rw.before(end);
    let mut yielded: Vec<Value> = rw.operands(end).collect();
    for (Placed { value, part }, &into) in placed.iter().zip(more) {
        let ty = rw.ty(into);
        yielded.push(rw.value(InsertSliceOp::of(rw.cx(), ty, *value, into, &part.lists())));
    }
    rw.set_operands(end, &yielded);
    let mut inner = innermost;
    for &around in outer.iter().rev() {
        let end = ForOp::from_id(around).terminator(rw);
        let results = rw.results(inner).to_vec();
        rw.set_operands(end, &results);
        inner = around;
    }
}
