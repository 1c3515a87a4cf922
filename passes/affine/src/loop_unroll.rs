//! Loop unrolling.
//!
//! The body is cloned in place, and the step multiplied; a *cleanup loop* after the loop executes the remaining
//! iterations if the trip count is no multiple of the factor. Loops that then have a single iteration are promoted.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::clone::CloneMap;
use rmlir::core::opdef::OpDef;
use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::analysis::nest::inner_loops_first;
use rmlir_affine::compose::{canonicalize_map_and_operands, fully_compose_map_and_operands};
use rmlir_affine::trip_count::{
    has_nonnegative_span, largest_divisor_of_trip_count, static_trip_count, trip_count_map,
};
use rmlir_affine::{ApplyOp, Bound, ForOp};

use crate::promote::promote_if_single_iteration;

/// Unroll affine loops.
///
/// Deviation: `unroll-full-threshold` with its default value is equivalent to the absence of the option.
///
/// ```mlir
/// affine.for %i = 0 to 8 {            // affine.for %i = 0 to 8 step 2 {
///   "f"(%i) : (index) -> ()           //   "f"(%i) : (index) -> ()
/// }                                   //   %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
///                                     //   "f"(%0) : (index) -> ()
///                                     // }
/// ```
#[pass(name = "affine-loop-unroll", schedule = is_function)]
pub struct AffineLoopUnroll {
    /// Use this unroll factor for all loops being unrolled, set it to -1, and it will fully unroll.
    #[option(default = 4)]
    unroll_factor: i64,
    /// Allow unrolling up to the factor specified
    #[option(default = false)]
    unroll_up_to_factor: bool,
    /// Unroll innermost loops repeatedly this many times
    #[option(name = "unroll-num-reps", default = 1)]
    num_repetitions: u32,
    /// Unroll all loops with trip count less than or equal to this
    #[option(default = 1)]
    unroll_full_threshold: u32,
    /// Fully unroll the cleanup loop when possible.
    #[option(name = "cleanup-unroll", default = false)]
    clean_up_unroll: bool,
}

fn is_function(def: &OpDef) -> bool {
    def.interface::<dyn FunctionOp>().is_some()
}

impl Pass for AffineLoopUnroll {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if self.unroll_factor <= 0 && self.unroll_factor != -1 {
            let message = "Invalid option: 'unroll-factor' should be greater than 0 or equal to -1";
            cx.emit(Diagnostic::error(Loc::UNKNOWN.place(cx.cx()), message));
            return cx.signal_failure();
        }
        let remarks = self.unroll_all(&mut Rewriter::new(cx.body_mut()));
        remarks.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

impl AffineLoopUnroll {
    /// Unrolls the loops of a body; returns a remark on each.
    fn unroll_all(&self, rw: &mut Rewriter) -> Vec<Remark> {
        let mut remarks = Vec::new();
        if self.unroll_factor == -1 && self.unroll_full_threshold != 1 {
            let limit = u64::from(self.unroll_full_threshold);
            let is_short = |op: &ForOp| static_trip_count(rw, *op).is_some_and(|count| count <= limit);
            let short: Vec<ForOp> = inner_loops_first(rw).into_iter().filter(is_short).collect();
            for op in short {
                self.unroll(rw, op, &mut remarks);
            }
            return remarks;
        }
        for _ in 0..self.num_repetitions {
            let innermost: Vec<ForOp> = inner_loops_first(rw).into_iter().filter(|&op| is_innermost(rw, op)).collect();
            let mut unrolled = false;
            for op in innermost {
                unrolled |= self.unroll(rw, op, &mut remarks);
            }
            if !unrolled {
                break;
            }
        }
        remarks
    }

    /// Unrolls one loop. Returns whether it succeeded.
    fn unroll(&self, rw: &mut Rewriter, op: ForOp, remarks: &mut Vec<Remark>) -> bool {
        let (loc, count, before) = (rw.loc(op.id()), static_trip_count(rw, op), rw.version());
        let is_empty = rw.first_op(op.body(rw)) == rw.last_op(op.body(rw));
        let has_one_bound = op.lower_map(rw).n_results() == 1 && op.upper_map(rw).n_results() == 1;
        let asked = self.unroll_factor as u64;
        let factor = match (self.unroll_factor, count) {
            (-1, _) => None,
            (_, Some(count)) if self.unroll_up_to_factor && count < asked => Some(count),
            _ => Some(asked),
        };
        let is_unrolled = match factor {
            None => unroll_full(rw, op),
            Some(factor) => unroll_by(rw, op, factor, self.clean_up_unroll && !self.unroll_up_to_factor),
        };
        let is_full = factor.is_none_or(|factor| count.is_some_and(|count| count <= factor));
        remarks.push(if rw.version() != before {
            let passed = Remark::passed(loc, "affine");
            match (is_full, count, factor) {
                (true, Some(count), _) => passed.text("unrolled fully").arg("TripCount", count),
                (_, _, factor) => passed.text("unrolled").arg("Factor", factor.unwrap_or_default()),
            }
        } else {
            let reason = match (count, factor) {
                (None, None) => "its trip count is not known",
                _ if is_empty => "its body is empty",
                (_, Some(..=1)) => "the factor is 1",
                (Some(count), Some(factor)) if count < factor => "its trip count is below the factor",
                _ if !has_one_bound => "its bounds are a minimum or a maximum",
                _ => "it has no iterations",
            };
            Remark::missed(loc, "affine").reason(reason)
        });
        is_unrolled
    }
}

fn is_innermost(body: &Body, op: ForOp) -> bool {
    let mut n_loops = 0;
    body.walk_preorder(op.id(), |inner| n_loops += usize::from(OpRef::new(body, inner).is::<ForOp>()));
    n_loops == 1
}

/// Replaces a loop by all of its iterations, if its trip count is known. Returns whether it succeeded.
pub fn unroll_full(rw: &mut Rewriter, op: ForOp) -> bool {
    match static_trip_count(rw, op) {
        None => false,
        Some(0) => true,
        Some(1) => promote_if_single_iteration(rw, op),
        Some(count) => unroll_by(rw, op, count, false),
    }
}

/// Unrolls the loop by `factor`. Returns whether it succeeded.
pub fn unroll_by(rw: &mut Rewriter, op: ForOp, factor: u64, cleanup_fully: bool) -> bool {
    let count = static_trip_count(rw, op);
    if factor <= 1 {
        return count != Some(1) || promote_if_single_iteration(rw, op);
    }
    let block = op.body(rw);
    if rw.first_op(block) == rw.last_op(block) {
        return true;
    }
    if count.is_some_and(|count| count < factor) {
        return cleanup_fully && unroll_full(rw, op);
    }
    if !largest_divisor_of_trip_count(rw, op).is_multiple_of(factor) {
        if op.lower_map(rw).n_results() != 1 || op.upper_map(rw).n_results() != 1 {
            return false;
        }
        if cleanup_fully {
            return unroll_full(rw, op);
        }
        split_off_cleanup_loop(rw, op, factor);
    }
    let step = op.step(rw);
    let scaled = rw.index_attr(step.wrapping_mul(factor as i64));
    rw.set_prop(op.id(), ForOp::STEP, scaled);
    repeat_body(rw, op, factor, step);
    promote_if_single_iteration(rw, op);
    true
}

/// Clones the body `factor - 1` times before its terminator; each clone uses the values that the previous one would
/// yield.
fn repeat_body(rw: &mut Rewriter, op: ForOp, factor: u64, step: i64) {
    let (block, terminator, loc) = (op.body(rw), op.terminator(rw), rw.loc(op.id()));
    let (induction_var, iter_args) = (op.induction_var(rw), op.iter_args(rw));
    let originals: Vec<OpId> = rw.ops(block).filter(|&inner| inner != terminator).collect();
    let yielded: Vec<Value> = rw.operands(terminator).collect();
    let mut last_yielded = yielded.clone();
    for number in 1..factor as i64 {
        rw.before(terminator);
        let mut map = CloneMap::default();
        map.values.extend(iter_args.iter().copied().zip(last_yielded.iter().copied()));
        if !rw.is_unused(induction_var) {
            let bump = AffineExpr::dim(0) + number.wrapping_mul(step);
            let bump = rw.cx().attr(AttrData::AffineMap(AffineMap::new(1, 0, [bump])));
            let value = rw.value(ApplyOp::build(&[induction_var], bump).at(loc));
            map.values.insert(induction_var, value);
        }
        for &original in &originals {
            rw.clone_op(original, &mut map);
        }
        // This includes values from outside: a loop may yield an iteration argument of its own at another position.
        for (last, &value) in last_yielded.iter_mut().zip(&yielded) {
            *last = map.value(value);
        }
    }
    rw.set_operands(terminator, &last_yielded);
}

/// Inserts a copy of the loop after it for the remaining iterations, and sets the upper bound of the loop to its start.
pub(crate) fn split_off_cleanup_loop(rw: &mut Rewriter, op: ForOp, factor: u64) {
    rw.after(op.id());
    let cleanup = ForOp::from_id(rw.clone_op(op.id(), &mut CloneMap::default()));
    let results = rw.results(op.id()).to_vec();
    let first_init = rw.n_operands(cleanup.id()) - results.len();
    for (index, &result) in results.iter().enumerate() {
        let after = rw.result(cleanup.id(), index);
        rw.replace_all_uses(result, after);
        // In LLVM 22 every operand that is the initial value is replaced: those of bounds and of other variables, too.
        rw.set_operand(cleanup.id(), first_init + index, result);
    }
    let is_forward = has_nonnegative_span(rw, op);
    let bound = cleanup_bound(rw, op, factor);
    let lower = if is_forward { bound.clone() } else { maximum(rw, &bound, &op.lower_bound(rw)) };
    cleanup.set_bound(rw, true, &lower);
    promote_if_single_iteration(rw, cleanup);
    op.set_bound(rw, false, &bound);
}

/// The lower bound as the maximum of two. If the upper bound of a loop is less than the lower one, the unrolled
/// iterations end before the loop starts: in LLVM 22 the cleanup loop then executes the iterations in between.
fn maximum(body: &Body, a: &Bound, b: &Bound) -> Bound {
    let (n_dims, n_symbols) = (a.0.n_dims(), a.0.n_symbols());
    let shifted = b.0.shift_dims(n_dims, 0).shift_symbols(n_symbols, 0);
    let mut map = AffineMap::new(shifted.n_dims(), shifted.n_symbols(), [a.0.results(), shifted.results()].concat());
    let (a_dims, a_symbols) = a.1.split_at(n_dims as usize);
    let (b_dims, b_symbols) = b.1.split_at(b.0.n_dims() as usize);
    let mut operands = [a_dims, b_dims, a_symbols, b_symbols].concat();
    canonicalize_map_and_operands(body, &mut map, &mut operands);
    (map, operands)
}

/// The lower bound of the cleanup loop: the original one plus the steps of all unrolled iterations.
fn cleanup_bound(rw: &mut Rewriter, op: ForOp, factor: u64) -> Bound {
    let (counts, operands) = trip_count_map(rw, op).expect("the lower bound has one result");
    let (loc, step) = (rw.loc(op.id()), op.step(rw));
    rw.before(op.id());
    let apply = |rw: &mut Rewriter, map: AffineMap, operands: &[Value]| {
        let map = rw.cx().attr(AttrData::AffineMap(map));
        rw.value(ApplyOp::build(operands, map).at(loc))
    };
    let (lower_map, lower_operands) = op.lower_bound(rw);
    let mut made = vec![apply(rw, lower_map, &lower_operands)];
    for count in counts.results() {
        let bump = (count - count % factor as i64) * step;
        made.push(apply(rw, counts.with_results([bump]), &operands));
    }
    let sums: Vec<AffineExpr> =
        (1..made.len()).map(|index| AffineExpr::dim(0) + AffineExpr::dim(index as u32)).collect();
    let mut map = AffineMap::new(made.len() as u32, 0, sums);
    let mut composed = made.clone();
    fully_compose_map_and_operands(rw, &mut map, &mut composed);
    let mut map = map.simplify();
    canonicalize_map_and_operands(rw, &mut map, &mut composed);
    // A value that is still an operand has no use yet: it is about to be used.
    for value in made.into_iter().rev() {
        if rw.is_unused(value) && !composed.contains(&value) {
            let apply = rw.defining_op(value).expect("it was made here");
            rw.erase(apply);
        }
    }
    (map, composed)
}
