//! Loops with an annotation that all their accesses are parallel.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_llvm::attrs::loops::{LoopAnnotationAttr, LoopVectorizeAttr};
use rmlir_llvm::intrinsics::memory::{LifetimeEndIntr, LifetimeStartIntr};
use rmlir_llvm::layout::Layout;
use rmlir_llvm::ops::memory::{AllocaOp, LoadOp, StoreOp};
use rmlir_pvec::VECTORIZE_CALLS;
use rmlir_scf::{ConditionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};

use super::private::{self, Private};
use super::refusal::Refused;
use super::{lanes, memory, reduction};
use crate::annotation::ANNOTATION;
use crate::llvm_to_memref::access::{Access, access};

/// A loop that can be marked.
pub(super) struct SimdLoop {
    op: ForOp,
    /// The number of lanes.
    pub n_lanes: i64,
    accesses: Vec<Access>,
    privates: Vec<Private>,
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
        let privates = private::find(body, layout, op, &inner, &accesses)?;
        let n_lanes = lanes::number(body, op.id(), width).ok_or((op.id(), "a number of lanes that is not 1 to 64"))?;
        Ok(Self { op, n_lanes, accesses, privates })
    }

    /// Marks the loop, and raises its accesses.
    pub(super) fn raise(mut self, body: &mut Body, layout: &Layout) {
        let op = self.op.id();
        let mut rw = Rewriter::new(body);
        for private in &self.privates {
            private.expand(&mut rw, self.op, self.n_lanes, &mut self.accesses);
        }
        memory::raise(&mut rw, layout, self.accesses, Some(op));
        self.privates.iter().for_each(|private| private.erase(&mut rw));
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
