//! Unroll-and-jam: outer iterations are unrolled, with the inner loops fused.
//!
//! Steps: 1. the operations of the nest that are no loops form *groups* of neighbours; 2. remaining iterations are
//! split off to a cleanup loop; 3. loops get the loop-carried variables of all copies; 4. each group is cloned in
//! place; 5. reductions of the copies are combined after the loop, if `partial` finds that this gives the same result.

mod partial;

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::clone::CloneMap;
use rmlir::core::opdef::OpDef;
use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::dependence::{Dependence, check_dependence_of_elements};
use rmlir_affine::analysis::effects::other_effect;
use rmlir_affine::analysis::nest::nesting_depth;
use rmlir_affine::analysis::parallel::{Reduction, combine, reductions};
use rmlir_affine::trip_count::{largest_divisor_of_trip_count, static_trip_count};
use rmlir_affine::{ApplyOp, ForOp};
use rmlir_arith::ConstantOp;

use crate::loop_unroll::split_off_cleanup_loop;
use crate::promote::promote_if_single_iteration;
use crate::yields::with_additional_yields;

use self::partial::{Start, starts};

/// Unroll and jam affine loops.
///
/// Only a loop that is the first operation of a function is transformed, and only if no dependence is reversed.
///
/// ```mlir
/// affine.for %i = 0 to 8 {                // affine.for %i = 0 to 8 step 2 {
///   affine.for %j = 0 to 8 {              //   affine.for %j = 0 to 8 {
///     "f"(%i, %j) : (index, index) -> ()  //     "f"(%i, %j) : (index, index) -> ()
///   }                                     //     %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
/// }                                       //     "f"(%0, %j) : (index, index) -> ()
///                                         //   }
///                                         // }
/// ```
#[pass(name = "affine-loop-unroll-jam", title = "AffineLoopUnrollAndJam", schedule = is_function)]
pub struct AffineLoopUnrollJam {
    /// Use this unroll jam factor for all loops (default 4)
    #[option(default = 4)]
    unroll_jam_factor: u32,
}

fn is_function(def: &OpDef) -> bool {
    def.interface::<dyn FunctionOp>().is_some()
}

impl Pass for AffineLoopUnrollJam {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let body = cx.body();
        let entry = body.regions(body.root()).first().and_then(|&region| body.entry(region));
        let first = entry.and_then(|entry| body.first_op(entry));
        let Some(op) = first.and_then(|first| OpRef::new(body, first).cast::<ForOp>()) else { return Ok(()) };
        if let Some(reason) = why_not_jammed(body, op) {
            cx.missed(op.id(), "affine", reason);
            return Ok(());
        }
        let (loc, factor) = (cx.body().loc(op.id()), self.unroll_jam_factor);
        let before = cx.body().fingerprint();
        unroll_jam(&mut Rewriter::new(cx.body_mut()), op, u64::from(factor));
        cx.remark(match cx.body().fingerprint() == before {
            true => Remark::missed(loc, "affine").reason("its trip count, bounds or variables do not allow the factor"),
            false => Remark::passed(loc, "affine").text("unrolled and jammed").arg("Factor", factor),
        });
        Ok(())
    }
}

/// The reason why the loop must not be jammed, if any: a dependence carried by it has a negative distance in an inner
/// loop, or its target is in a group before that of its source, whose copies are executed earlier then. (Upstream does
/// not check this.)
fn why_not_jammed(body: &Body, op: ForOp) -> Option<String> {
    // Without inner loops the copies stay in order.
    if !body.ops(op.body(body)).any(|inner| OpRef::new(body, inner).is::<ForOp>()) {
        return None;
    }
    let name = |op: OpId| OpRef::new(body, op).name_str().to_string();
    if let Some(other) = other_effect(body, op.id()) {
        return Some(format!("the effects of '{}' must stay in order", name(other)));
    }
    let (accesses, groups) = (MemRefAccess::all_in(body, op.id()), groups_in(body, op));
    let inner = nesting_depth(body, op.id()) + 1;
    let group_of = |access: &MemRefAccess| groups.iter().position(|&group| is_in_group(body, access.op, group));
    for source in &accesses {
        for target in &accesses {
            let ends = || format!("from '{}' to '{}'", name(source.op), name(target.op));
            match check_dependence_of_elements(body, source, target, inner) {
                Dependence::No => {}
                Dependence::Unknown => return Some(format!("whether there is a dependence {} is not known", ends())),
                Dependence::Yes(pairs) => {
                    let is_backward = (inner..pairs.common.len()).any(|index| pairs.goes_backward(index))
                        || (group_of(target) < group_of(source) && pairs.may_stay_from(inner));
                    if is_backward {
                        return Some(format!("a dependence {} carried by the loop goes backward inside of it", ends()));
                    }
                }
            }
        }
    }
    None
}

/// Whether `op` is an operation of the group, or inside of one.
fn is_in_group(body: &Body, op: OpId, (first, last): Group) -> bool {
    let ancestor = body.block_of(first).and_then(|block| body.ancestor_in_block(op, block));
    ancestor
        .is_some_and(|ancestor| !body.is_before_in_block(ancestor, first) && !body.is_before_in_block(last, ancestor))
}

/// A sequence of neighbours in a block, none of them a loop: the first and the last.
type Group = (OpId, OpId);

/// Unrolls and jams by `factor`, if bounds of inner loops do not depend on the loop.
fn unroll_jam(rw: &mut Rewriter, op: ForOp, factor: u64) {
    let count = static_trip_count(rw, op);
    if factor <= 1 {
        if count == Some(1) {
            promote_if_single_iteration(rw, op);
        }
        return;
    }
    let block = op.body(rw);
    if rw.first_op(block) == rw.last_op(block) || count.is_some_and(|count| count < factor) {
        return;
    }
    if !are_inner_bounds_invariant(rw, op) {
        return;
    }
    let reductions = reductions(rw, op);
    let Some(starts) = starts(rw, op, &reductions) else { return };
    let groups = groups_in(rw, op);
    let carrying = carrying_loops(rw, op);
    if !largest_divisor_of_trip_count(rw, op).is_multiple_of(factor) {
        if op.lower_map(rw).n_results() != 1 || op.upper_map(rw).n_results() != 1 {
            return;
        }
        split_off_cleanup_loop(rw, op, factor);
    }
    let mut copies = Copies::new(factor as usize);
    let mut root = op;
    for old in carrying {
        let new = copies.add_variables(rw, old);
        if old == op {
            root = new;
        }
    }
    let step = root.step(rw);
    let scaled = rw.index_attr(step.wrapping_mul(factor as i64));
    rw.set_prop(root.id(), ForOp::STEP, scaled);
    for number in (1..factor as usize).rev() {
        copies.copy_groups(rw, root, &groups, number, step);
        copies.connect_variables(rw, root, number, step);
    }
    set_starts(rw, root, &starts, factor as usize);
    combine_reductions(rw, root, &reductions, factor as usize);
    promote_if_single_iteration(rw, root);
}

fn are_inner_bounds_invariant(body: &Body, op: ForOp) -> bool {
    let mut is_invariant = true;
    body.walk_preorder(op.id(), |inner| {
        let Some(inner) = OpRef::new(body, inner).cast::<ForOp>() else { return };
        let bounds = [inner.lower_bound(body).1, inner.upper_bound(body).1].concat();
        is_invariant &= bounds.into_iter().all(|value| !body.is_defined_inside(op.id(), value));
    });
    is_invariant
}

/// The loops of the nest with loop-carried variables, inner before outer. Those inside of other operations are cloned
/// with these.
fn carrying_loops(body: &Body, root: ForOp) -> Vec<ForOp> {
    let mut found: Vec<ForOp> = Vec::new();
    body.walk_postorder(root.id(), |inner| found.extend(OpRef::new(body, inner).cast::<ForOp>()));
    let is_in_nest = |op: &ForOp| {
        let mut around = std::iter::successors(Some(op.id()), |&op| body.parent_op(op));
        let mut inside = around.by_ref().take_while(|&op| op != root.id());
        inside.all(|op| OpRef::new(body, op).is::<ForOp>())
    };
    found.retain(|op| is_in_nest(op) && !ForOp::inits(*op, body).is_empty());
    found
}

/// The groups in the body of a loop and of the loops directly in it, in order.
fn groups_in(body: &Body, root: ForOp) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    let mut waiting = vec![body.first_op(root.body(body))];
    while let Some(next) = waiting.pop() {
        let mut at = next;
        let mut group: Option<Group> = None;
        while let Some(op) = at {
            let following = body.next_op(op);
            if following.is_none() {
                break;
            }
            if let Some(inner) = OpRef::new(body, op).cast::<ForOp>() {
                found.extend(group.take());
                waiting.push(following);
                waiting.push(body.first_op(inner.body(body)));
                break;
            }
            group = Some((group.map_or(op, |(first, _)| first), op));
            at = following;
        }
        found.extend(group);
    }
    found
}

/// The copies of the body: number 0 is the original.
struct Copies {
    factor: usize,
    /// The mapping of values of the original to each copy, from number 1 on.
    maps: Vec<CloneMap>,
    /// The loops with the loop-carried variables of all copies.
    loops: Vec<ForOp>,
}

impl Copies {
    fn new(factor: usize) -> Self {
        Self { factor, maps: (1..factor).map(|_| CloneMap::default()).collect(), loops: Vec::new() }
    }

    /// Adds the loop-carried variables of all copies to a loop.
    fn add_variables(&mut self, rw: &mut Rewriter, op: ForOp) -> ForOp {
        let inits = op.inits(rw);
        let yielded: Vec<Value> = rw.operands(op.terminator(rw)).collect();
        let n = inits.len();
        let new = with_additional_yields(rw, op, &inits.repeat(self.factor - 1), &yielded.repeat(self.factor - 1));
        let (args, results) = (new.iter_args(rw), rw.results(new.id()).to_vec());
        for (index, map) in self.maps.iter_mut().enumerate() {
            for variable in 0..n {
                let copy = (index + 1) * n + variable;
                map.values.insert(args[variable], args[copy]);
                map.values.insert(results[variable], results[copy]);
            }
        }
        self.loops.push(new);
        new
    }

    /// Inserts copy `number` of each group directly after the original.
    fn copy_groups(&mut self, rw: &mut Rewriter, root: ForOp, groups: &[Group], number: usize, step: i64) {
        let map = &mut self.maps[number - 1];
        let induction_var = root.induction_var(rw);
        for &(first, last) in groups {
            let mut originals = vec![first];
            while originals.last() != Some(&last) {
                let next = rw.next_op(originals[originals.len() - 1]);
                originals.push(next.expect("the last of a group comes after the first"));
            }
            rw.after(last);
            if !rw.is_unused(induction_var) {
                map.values.insert(induction_var, bumped(rw, root, number, step));
            }
            for original in originals {
                rw.clone_op(original, map);
            }
        }
    }

    /// Sets the initial and yielded values of copy `number`'s loop-carried variables to those of that copy. The
    /// replacement of the induction variable is in another group, so direct uses need one more.
    fn connect_variables(&self, rw: &mut Rewriter, root: ForOp, number: usize, step: i64) {
        let map = &self.maps[number - 1];
        let in_copy = |rw: &mut Rewriter, value: Value, user: OpId| {
            if value != root.induction_var(rw) {
                return map.value(value);
            }
            rw.before(user);
            bumped(rw, root, number, step)
        };
        for op in &self.loops {
            let n = ForOp::inits(*op, rw).len() / self.factor;
            let first = rw.n_operands(op.id()) - n * self.factor;
            let terminator = op.terminator(rw);
            for variable in 0..n {
                let init = in_copy(rw, rw.operand(op.id(), first + variable), op.id());
                rw.set_operand(op.id(), first + number * n + variable, init);
                let yielded = in_copy(rw, rw.operand(terminator, variable), terminator);
                rw.set_operand(terminator, number * n + variable, yielded);
            }
        }
    }
}

/// Creates the replacement of the induction variable in copy `number`.
fn bumped(rw: &mut Rewriter, root: ForOp, number: usize, step: i64) -> Value {
    let bump = AffineExpr::dim(0) + (number as i64).wrapping_mul(step);
    let bump = rw.cx().attr(AttrData::AffineMap(AffineMap::new(1, 0, [bump])));
    let (induction_var, loc) = (root.induction_var(rw), rw.loc(root.id()));
    rw.value(ApplyOp::build(&[induction_var], bump).at(loc))
}

/// Sets the initial values of the copies' variables to neutral elements.
fn set_starts(rw: &mut Rewriter, op: ForOp, starts: &[Start], factor: usize) {
    let first = rw.n_operands(op.id()) - starts.len() * factor;
    let loc = rw.loc(op.id());
    for (variable, start) in starts.iter().enumerate() {
        let Start::Neutral(neutral) = *start else { continue };
        rw.before(op.id());
        let neutral = rw.value(ConstantOp::build(neutral).at(loc));
        for number in 1..factor {
            rw.set_operand(op.id(), first + number * starts.len() + variable, neutral);
        }
    }
}

/// Combines the results of the copies after the loop.
fn combine_reductions(rw: &mut Rewriter, op: ForOp, reductions: &[Reduction], factor: usize) {
    if reductions.is_empty() {
        return;
    }
    let (results, loc) = (rw.results(op.id()).to_vec(), rw.loc(op.id()));
    let n = results.len() / factor;
    rw.after(op.id());
    for reduction in reductions {
        let mut combined = results[reduction.position];
        let mut made = Vec::new();
        for number in (1..factor).rev() {
            combined = combine(rw, loc, reduction.kind, combined, results[number * n + reduction.position]);
            made.extend(rw.defining_op(combined));
        }
        rw.replace_uses_if(results[reduction.position], combined, |_, user, _| !made.contains(&user));
    }
}
