//! Parallelism of loops: whether iterations may execute in any order, and their reductions.

use crate::{ForOp, IfOp, YieldOp};
use rmlir::core::effects::{has_single_effect, is_memory_effect_free};
use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_arith::{
    AddFOp, AddIOp, AndIOp, AtomicRmwKind, MaxNumFOp, MaxSIOp, MaxUIOp, MaximumFOp, MinNumFOp, MinSIOp, MinUIOp,
    MinimumFOp, MulFOp, MulIOp, OrIOp, XOrIOp,
};

use super::access::MemRefAccess;
use super::alias::is_allocated_in;
use super::dependence::check_dependence_of_elements;
use super::nest::nesting_depth;

/// A loop-carried variable that is combined with one value in each iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The combining operation.
    pub kind: AtomicRmwKind,
    /// The index of the variable.
    pub position: usize,
    /// The value that it is combined with.
    pub value: Value,
}

/// An operation that combines two values.
struct Combiner {
    def: &'static OpDef,
    kind: AtomicRmwKind,
    create: fn(&mut Rewriter, Loc, Value, Value) -> Value,
}

/// Rows of `operation: kind;`.
macro_rules! combiners {
    ($($op:ident: $kind:ident;)*) => {
        &[$(Combiner {
            def: $op::DEF,
            kind: AtomicRmwKind::$kind,
            create: |rw, loc, lhs, rhs| rw.value($op::build(lhs, rhs).at(loc)),
        }),*]
    };
}

static COMBINERS: &[Combiner] = combiners! {
    AddFOp: Addf;
    MulFOp: Mulf;
    AddIOp: Addi;
    AndIOp: Andi;
    OrIOp: Ori;
    MulIOp: Muli;
    MinimumFOp: Minimumf;
    MaximumFOp: Maximumf;
    MinSIOp: Mins;
    MaxSIOp: Maxs;
    MinUIOp: Minu;
    MaxUIOp: Maxu;
    XOrIOp: Xori;
    MaxNumFOp: Maxnumf;
    MinNumFOp: Minnumf;
};

/// Combines two values with the operation of a reduction kind.
pub fn combine(rw: &mut Rewriter, loc: Loc, kind: AtomicRmwKind, lhs: Value, rhs: Value) -> Value {
    let combiner = COMBINERS.iter().find(|combiner| combiner.kind == kind);
    (combiner.expect("reductions are of kinds that combine").create)(rw, loc, lhs, rhs)
}

/// The loop-carried variables that are reductions of a known kind.
pub fn reductions(body: &Body, op: ForOp) -> Vec<Reduction> {
    (0..op.inits(body).len()).filter_map(|position| reduction(body, op, position)).collect()
}

fn reduction(body: &Body, op: ForOp, position: usize) -> Option<Reduction> {
    let carried = op.iter_args(body);
    let variable = carried[position];
    let [user] = body.users(variable).collect::<Vec<_>>()[..] else { return None };
    if body.n_operands(user) != 2 {
        return None;
    }
    let other = if body.operand(user, 0) == variable { 1 } else { 0 };
    let value = body.operand(user, other);
    let terminator = op.terminator(body);
    let [result] = body.results(user) else { return None };
    let is_combiner = !carried.contains(&value)
        && is_memory_effect_free(OpRef::new(body, user))
        && body.parent_op(user) == Some(op.id())
        && body.has_one_use(*result)
        && body.users(*result).next() == Some(terminator)
        && position < body.n_operands(terminator)
        && body.operand(terminator, position) == *result;
    let kind = combiner_kind(OpRef::new(body, user))?;
    is_combiner.then_some(Reduction { kind, position, value })
}

/// The reduction kind of an operation with two operands, if it has one.
pub fn combiner_kind(op: OpRef) -> Option<AtomicRmwKind> {
    let def = op.def()?;
    COMBINERS.iter().find(|combiner| std::ptr::eq(combiner.def, def)).map(|combiner| combiner.kind)
}

/// Whether iterations may execute in any order; with `reductions`, variables that are reductions do not prevent that.
pub fn is_parallel(body: &Body, op: ForOp, reductions: Option<&[Reduction]>) -> bool {
    let n_reductions = reductions.map_or(0, <[Reduction]>::len);
    op.inits(body).len() == n_reductions && is_memory_parallel(body, op)
}

/// Whether the loop is parallel and has reductions.
pub fn is_parallel_reduction(body: &Body, op: ForOp) -> bool {
    let found = reductions(body, op);
    !found.is_empty() && is_parallel(body, op, Some(&found))
}

/// Whether there is no loop-carried dependence through memory.
pub fn is_memory_parallel(body: &Body, op: ForOp) -> bool {
    if body.result_types(op.id()).any(|ty| ty.is_memref(body.cx())) {
        return false;
    }
    let Some(accesses) = outside_accesses(body, op) else { return false };
    let depth = nesting_depth(body, op.id()) + 1;
    let is_independent = |source: &MemRefAccess| {
        accesses.iter().all(|target| check_dependence_of_elements(body, source, target, depth).is_none())
    };
    accesses.iter().all(is_independent)
}

/// The accesses in a loop to memrefs that are allocated outside of it; `None` if an operation has other effects.
fn outside_accesses(body: &Body, op: ForOp) -> Option<Vec<MemRefAccess>> {
    let mut found = Vec::new();
    let mut is_known = true;
    body.walk_postorder(op.id(), |inner| {
        if let Some(access) = MemRefAccess::new(body, inner) {
            if !is_allocated_in(body, access.memref, op.id()) {
                found.push(access);
            }
            return;
        }
        let view = OpRef::new(body, inner);
        let is_structured = view.is::<ForOp>() || view.is::<YieldOp>() || view.is::<IfOp>();
        is_known &= is_structured || has_single_effect(view, EffectKind::Allocate) || is_memory_effect_free(view);
    });
    is_known.then_some(found)
}
