//! Removal of conditions that only protect loops from zero iterations.
//!
//! A C compiler rotates loops: the condition is tested at the end, and once before. As a counted loop tests its bounds
//! itself, the test before it is not needed. Operations between the test and the loop are moved: out of the condition
//! if they can be speculated, into the loop if they are loads of memory that it does not write, or depend on such.

use rmlir::analysis::dataflow::int_ranges::{Decide, find_int_ranges};
use rmlir::analysis::program::{In, Program};
use rmlir::core::effects::{is_pure, is_speculatable};
use rmlir::core::poison::is_never_poison;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, CmpIPredicate};
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_scf::{ForOp, IfOp};
use rustc_hash::FxHashSet;

use crate::expression::{is_bounded, polynomial};
use crate::polynomial::Polynomial;

/// Remove conditions that only protect loops from zero iterations.
///
/// The condition must imply that the loops in the region have no iterations if the region is not executed, and the
/// results must then be the same. Loads between the condition and a loop are moved into the loop if it does not write
/// that memory.
///
/// ```mlir
/// %c = arith.cmpi sgt, %n, %c0 : index
/// scf.if %c {
///   scf.for %i = %c0 to %n step %c1 { .. }
/// }
/// // becomes
/// scf.for %i = %c0 to %n step %c1 { .. }
/// ```
#[pass(name = "scf-remove-loop-guards", anchor = "func.func")]
pub fn scf_remove_loop_guards(cx: &mut PassCx) -> PassResult {
    let mut conditionals = Vec::new();
    let body = cx.body();
    body.walk_postorder(body.root(), |op| conditionals.extend(OpRef::new(body, op).cast::<IfOp>()));
    let signed = as_signed(body, &conditionals);
    for op in conditionals {
        if let Some(guard) = Guard::of(cx.body(), op, &signed) {
            guard.remove(&mut cx.rewriter());
        }
    }
    Ok(())
}

/// The unsigned comparisons among the conditions whose operands are at least 0 as signed integers.
fn as_signed(body: &Body, conditionals: &[IfOp]) -> FxHashSet<OpId> {
    let compare = |op: &IfOp| OpRef::new(body, body.defining_op(op.condition(body))?).cast::<CmpIOp>();
    let is_unsigned = |compare: &CmpIOp| signed_predicate(compare.predicate(body)).is_some();
    let unsigned: Vec<CmpIOp> = conditionals.iter().filter_map(compare).filter(is_unsigned).collect();
    if unsigned.is_empty() {
        return FxHashSet::default();
    }
    let program = Program::new(body);
    let ranges = find_int_ranges(&program, Decide::ByFolding);
    let is_non_negative = |value: Value| {
        ranges.get(In { body: 0, id: value }).is_some_and(|range| range.width() > 0 && !range.signed.0.is_negative())
    };
    let both = |op: &CmpIOp| is_non_negative(op.lhs(body)) && is_non_negative(op.rhs(body));
    unsigned.into_iter().filter(both).map(|op| op.id()).collect()
}

/// The signed predicate that is equivalent to an unsigned one for integers that are at least 0 as signed integers.
fn signed_predicate(unsigned: CmpIPredicate) -> Option<CmpIPredicate> {
    use CmpIPredicate::*;
    match unsigned {
        Ult => Some(Slt),
        Ule => Some(Sle),
        Ugt => Some(Sgt),
        Uge => Some(Sge),
        _ => None,
    }
}

/// A conditional that is not needed.
struct Guard {
    op: IfOp,
    /// The block with the loops.
    block: BlockId,
    /// Pairs of a loop in it and the operations before that are moved into it.
    sunk: Vec<(ForOp, Vec<OpId>)>,
    results: Vec<Value>,
}

impl Guard {
    fn of(body: &Body, op: IfOp, signed: &FxHashSet<OpId>) -> Option<Self> {
        let then_block = op.then_block(body);
        let (block, executed_if, other) = match op.else_block(body) {
            None => (then_block, true, None),
            Some(other) if is_empty(body, other) => (then_block, true, Some(other)),
            Some(other) if is_empty(body, then_block) => (other, false, Some(then_block)),
            Some(_) => return None,
        };
        let ops: Vec<OpId> = body.ops(block).collect();
        let (&end, ops) = ops.split_last()?;
        let loops: Vec<ForOp> = ops.iter().filter_map(|&op| OpRef::new(body, op).cast::<ForOp>()).collect();
        let skipped = Skipped::of(body, op.condition(body), executed_if, signed)?;
        if loops.is_empty() || !loops.iter().all(|&inner| skipped.has_no_iterations(body, inner)) {
            return None;
        }
        let sunk = sunk(body, ops)?;
        let other: Vec<Value> =
            other.and_then(|other| body.last_op(other)).map_or(Vec::new(), |end| body.operands(end).collect());
        let results: Vec<Value> = body.operands(end).collect();
        let is_same = |(&result, &other): (&Value, &Value)| value_without_iterations(body, &loops, result) == other;
        results.iter().zip(&other).all(is_same).then_some(Self { op, block, sunk, results })
    }

    fn remove(self, rw: &mut Rewriter) {
        for (inner, ops) in &self.sunk {
            let first = rw.ops(inner.body(rw)).next().expect("a loop has a terminator");
            ops.iter().for_each(|&op| rw.move_before(op, first));
        }
        let end = rw.last_op(self.block).expect("the block has a terminator");
        rw.erase(end);
        rw.inline_block_before(self.block, self.op.id(), &[]);
        rw.replace(self.op.id(), self.results);
    }
}

/// Whether the block has only a terminator.
fn is_empty(body: &Body, block: BlockId) -> bool {
    body.ops(block).next() == body.last_op(block)
}

/// What a value of the region is if no loop is executed: the initial value of a loop-carried value.
fn value_without_iterations(body: &Body, loops: &[ForOp], mut value: Value) -> Value {
    for inner in loops.iter().rev() {
        if let Some(index) = body.results(inner.id()).iter().position(|&result| result == value) {
            value = inner.initArgs(body)[index];
        }
    }
    value
}

/// Linear expressions that are at most zero if the region is not executed.
struct Skipped(Vec<Polynomial>);

impl Skipped {
    /// `signed`: the unsigned comparisons that are equivalent to signed ones.
    fn of(body: &Body, condition: Value, executed_if: bool, signed: &FxHashSet<OpId>) -> Option<Self> {
        use CmpIPredicate::*;
        let compare = OpRef::new(body, body.defining_op(condition)?).cast::<CmpIOp>()?;
        let (lhs, rhs) = (compare.lhs(body), compare.rhs(body));
        if !is_bounded(body, lhs) || !is_bounded(body, rhs) {
            return None;
        }
        let (lhs, rhs) = (polynomial(body, lhs), polynomial(body, rhs));
        let difference = lhs.add(&rhs.scale(-1)?)?;
        let opposite = difference.scale(-1)?;
        let one = Polynomial::constant(1);
        let predicate = compare.predicate(body);
        let equivalent = signed_predicate(predicate).filter(|_| signed.contains(&compare.id()));
        let known = match (equivalent.unwrap_or(predicate), executed_if) {
            (Sgt, true) | (Sle, false) => vec![difference],
            (Sge, true) | (Slt, false) => vec![difference.add(&one)?],
            (Slt, true) | (Sge, false) => vec![opposite],
            (Sle, true) | (Sgt, false) => vec![opposite.add(&one)?],
            (Ne, true) | (Eq, false) => vec![difference, opposite],
            _ => return None,
        };
        Some(Self(known))
    }

    /// Whether it follows that the upper bound is at most the lower one.
    fn has_no_iterations(&self, body: &Body, inner: ForOp) -> bool {
        let (lower, upper) = (inner.lowerBound(body), inner.upperBound(body));
        let is_known = |bound: Value| is_bounded(body, bound) && is_never_poison(ValueRef { body, id: bound });
        if inner.unsignedCmp(body) || !is_known(lower) || !is_known(upper) {
            return false;
        }
        let Some(range) = polynomial(body, lower).scale(-1).and_then(|lower| polynomial(body, upper).add(&lower))
        else {
            return false;
        };
        let exceeds = |known: &Polynomial| known.scale(-1).and_then(|known| range.clone().add(&known));
        self.0.iter().filter_map(exceeds).any(|rest| rest.as_constant().is_some_and(|rest| rest <= 0))
    }
}

/// The operations that are moved into loops; `None` if there are some that can be moved nowhere.
fn sunk(body: &Body, ops: &[OpId]) -> Option<Vec<(ForOp, Vec<OpId>)>> {
    let mut all: Vec<(ForOp, Vec<OpId>)> = Vec::new();
    // Backwards, so that the users of an operation come before it.
    for (place, &op) in ops.iter().enumerate().rev() {
        let view = OpRef::new(body, op);
        if view.is::<ForOp>() || is_pure(view) && is_speculatable(view) && !depends_on_load(body, op, &ops[..place]) {
            continue;
        }
        if !is_pure(view) && !view.is::<LoadOp>() {
            return None;
        }
        let inner = only_user(body, op, ops, &all)?;
        if view.is::<LoadOp>() && writes(body, inner, LoadOp::from_id(op).memref(body)) {
            return None;
        }
        match all.iter_mut().find(|(other, _)| *other == inner) {
            Some((_, ops)) => ops.insert(0, op),
            None => all.push((inner, vec![op])),
        }
    }
    Some(all)
}

/// Whether `op` uses a load among `before`, directly or through other operations of these.
fn depends_on_load(body: &Body, op: OpId, before: &[OpId]) -> bool {
    let mut waiting = vec![op];
    while let Some(op) = waiting.pop() {
        for made_by in body.operands(op).filter_map(|value| body.defining_op(value)) {
            if before.contains(&made_by) {
                if OpRef::new(body, made_by).is::<LoadOp>() {
                    return true;
                }
                waiting.push(made_by);
            }
        }
    }
    false
}

/// The loop in which all uses of `op` are, or will be.
fn only_user(body: &Body, op: OpId, ops: &[OpId], sunk: &[(ForOp, Vec<OpId>)]) -> Option<ForOp> {
    let mut only = None;
    for user in body.results(op).iter().flat_map(|&result| body.users(result)) {
        let mut around = user;
        while !ops.contains(&around) {
            around = body.parent_op(around)?;
        }
        let inner = match OpRef::new(body, around).cast::<ForOp>() {
            // An operand of the loop itself is needed before it.
            Some(_) if around == user => return None,
            Some(inner) => inner,
            None => sunk.iter().find(|(_, ops)| ops.contains(&around))?.0,
        };
        if only.is_some_and(|only| only != inner) {
            return None;
        }
        only = Some(inner);
    }
    only
}

/// Whether `inner` may write `memref`: other memrefs are other memory, but views of it would be.
fn writes(body: &Body, inner: ForOp, memref: Value) -> bool {
    let mut found = false;
    body.walk_preorder(inner.id(), |op| {
        let view = OpRef::new(body, op);
        found |= match view.cast::<StoreOp>() {
            Some(store) => store.memref(body) == memref,
            None => !view.is::<LoadOp>() && view.n_regions() == 0 && !is_pure(view),
        };
    });
    found
}
