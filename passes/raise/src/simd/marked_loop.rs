//! Loops with an annotation that all their accesses are parallel.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_llvm::attrs::loops::{LoopAnnotationAttr, LoopVectorizeAttr};
use rmlir_llvm::intrinsics::memory::{LifetimeEndIntr, LifetimeStartIntr};
use rmlir_llvm::layout::Layout;
use rmlir_llvm::ops::memory::{AllocaOp, GEPOp, LoadOp, StoreOp};
use rmlir_pvec::VECTORIZE_CALLS;
use rmlir_scf::{ConditionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};

use super::{lanes, memory, reduction};
use crate::ANNOTATION;
use crate::llvm_to_memref::access::{Access, access};

/// The operation because of which a loop is left unchanged, and why.
pub(super) type Refused = (OpId, &'static str);

/// A loop that can be marked.
pub(super) struct SimdLoop {
    op: ForOp,
    /// The number of lanes.
    pub n_lanes: i64,
    accesses: Vec<Access>,
}

/// The loops of `body` whose annotation requests that they are vectorized, inner loops first.
pub(super) fn annotated(body: &Body) -> Vec<ForOp> {
    let mut loops = Vec::new();
    body.walk_postorder(body.root(), |op| loops.extend(OpRef::new(body, op).cast::<ForOp>()));
    loops.retain(|op| annotation(body, op.id()).is_some());
    loops
}

/// What the annotation of a loop says.
struct Annotation {
    /// The groups of accesses of which no two iterations depend on one another.
    groups: Vec<Attr>,
    /// The number of lanes that is asked for.
    width: Option<i64>,
}

fn annotation(body: &Body, op: OpId) -> Option<Annotation> {
    let cx = body.cx();
    let annotation = LoopAnnotationAttr::from_attr(cx, body.attr(op, ANNOTATION)?)?;
    let vectorize = LoopVectorizeAttr::from_attr(cx, annotation.vectorize(cx)?)?;
    let groups = annotation.parallelAccesses(cx)?.as_array(cx)?.to_vec();
    let width = vectorize.width(cx).and_then(|width| width.as_i64(cx));
    (vectorize.disable(cx) == Some(Attr::FALSE)).then_some(Annotation { groups, width })
}

impl SimdLoop {
    /// Checks the loop `op`.
    ///
    /// # Errors
    /// The operation that prevents it from being marked.
    pub(super) fn of(body: &Body, layout: &Layout, op: ForOp) -> Result<Self, Refused> {
        let Annotation { groups, width } = annotation(body, op.id()).expect("only annotated loops are tried");
        let mut inner = Vec::new();
        body.walk_preorder(op.id(), |inside| inner.push(inside));
        let mut accesses = Vec::new();
        for &inside in &inner[1..] {
            check(body, inside, &groups)?;
            let view = OpRef::new(body, inside);
            if view.is::<LoadOp>() || view.is::<StoreOp>() {
                accesses.extend(access(body, layout, view));
            }
        }
        check_private(body, op, &inner, &accesses)?;
        let n_lanes = lanes::number(body, op.id(), width).ok_or((op.id(), "a number of lanes that is not 1 to 64"))?;
        Ok(Self { op, n_lanes, accesses })
    }

    /// Marks the loop, and raises its accesses.
    pub(super) fn raise(self, body: &mut Body, layout: &Layout) {
        let op = self.op.id();
        let mut rw = Rewriter::new(body);
        memory::raise(&mut rw, layout, self.accesses, Some(op));
        reduction::allow_reassociation(&mut rw, self.op);
        let cx = rw.cx();
        rw.set_attr(op, VECTORIZE_CALLS, cx.i64_attr(self.n_lanes));
    }
}

/// Whether each effect of `op`, in the loop, is parallel.
fn check(body: &Body, op: OpId, groups: &[Attr]) -> Result<(), Refused> {
    let view = OpRef::new(body, op);
    if view.attr(VECTORIZE_CALLS).is_some() {
        return Err((op, "a parallel loop in a parallel loop"));
    }
    if view.is::<AllocaOp>() {
        return Err((op, "memory of its own for each iteration"));
    }
    if is_structure(view) || is_lifetime(view) || view.n_regions() == 0 && is_memory_effect_free(view) {
        return Ok(());
    }
    let is_call = view.interface::<dyn CallOp>().is_some();
    if !is_call && !view.is::<LoadOp>() && !view.is::<StoreOp>() {
        return Err((op, "an operation with unknown effects in a parallel loop"));
    }
    let own = view.attr("access_groups").and_then(|own| own.as_array(body.cx())).unwrap_or(&[]);
    match own.iter().any(|group| groups.contains(group)) {
        true => Ok(()),
        false => Err((op, "an access that is not one of the parallel ones of the loop")),
    }
}

/// Whether the effects of `op` are those of the operations in it, which are visited too.
fn is_structure(op: OpRef) -> bool {
    op.is::<ForOp>()
        || op.is::<IfOp>()
        || op.is::<IndexSwitchOp>()
        || op.is::<WhileOp>()
        || op.is::<ConditionOp>()
        || op.is::<YieldOp>()
}

fn is_lifetime(op: OpRef) -> bool {
    op.is::<LifetimeStartIntr>() || op.is::<LifetimeEndIntr>()
}

/// Private variables are local memory outside of the loop, which each iteration would need for itself. So local memory
/// may only be used by accesses, and if it is written, each iteration has to access other elements.
fn check_private(body: &Body, op: ForOp, inner: &[OpId], accesses: &[Access]) -> Result<(), Refused> {
    for &inside in inner {
        let view = OpRef::new(body, inside);
        let is_address =
            |at: usize| view.is::<LoadOp>() || view.is::<GEPOp>() && at == 0 || view.is::<StoreOp>() && at == 1;
        for (at, operand) in view.operands().enumerate() {
            if !is_lifetime(view) && !is_address(at) && is_local(body, operand.id) {
                return Err((inside, "local memory that is passed on in a parallel loop"));
            }
        }
    }
    let is_access = |op: OpId| accesses.iter().any(|access| access.op == op);
    for &inside in inner {
        let view = OpRef::new(body, inside);
        let address = if view.is::<LoadOp>() { 0 } else { 1 };
        let is_unknown = (view.is::<LoadOp>() || view.is::<StoreOp>()) && !is_access(inside);
        if is_unknown && is_local(body, view.operand(address).id) {
            return Err((inside, "local memory that is accessed in an unknown way in a parallel loop"));
        }
    }
    let variable = op.induction_var(body);
    let written: Vec<Value> = accesses.iter().filter(|access| access.is_store).map(|access| access.base).collect();
    let is_private = |access: &&Access| {
        is_local(body, access.base)
            && written.contains(&access.base)
            && !access.offset.terms().any(|(product, _)| product.as_slice() == [variable])
    };
    match accesses.iter().find(is_private) {
        Some(access) => Err((access.op, "memory of its own for each iteration")),
        None => Ok(()),
    }
}

/// Whether `value` is an address in local memory.
fn is_local(body: &Body, mut value: Value) -> bool {
    while let Some(op) = body.defining_op(value).map(|op| OpRef::new(body, op)) {
        match op.cast::<GEPOp>() {
            Some(gep) => value = gep.base(body),
            None => return op.is::<AllocaOp>(),
        }
    }
    false
}
