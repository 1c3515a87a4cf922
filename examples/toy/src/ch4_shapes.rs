//! Chapter 4, second part: inference of shapes.
//!
//! You learn how to declare an interface of your own and a pass that uses it: the pass knows no operation, and the
//! operations do not know the pass. After inlining, `main` has constants as its only inputs, so all shapes can be inferred.

use rmlir::prelude::*;

use crate::ch2_dialect::{AddOp, CastOp, FuncOp, MulOp, SubOp, TransposeOp, ranked};

/// An operation whose result has a shape that those of the operands determine.
pub trait InferShape: Send + Sync {
    /// The type of the result, when the shapes of all operands are known: without other rules that of the first operand.
    fn infer_shape(&self, op: OpRef) -> Type {
        op.operand(0).ty()
    }
}

impl InferShape for AddOp<()> {}
impl InferShape for SubOp<()> {}
impl InferShape for MulOp<()> {}
impl InferShape for CastOp<()> {}

impl InferShape for TransposeOp<()> {
    fn infer_shape(&self, op: OpRef) -> Type {
        let shape = op.operand(0).ty().shape(op.cx()).unwrap_or_default();
        ranked(op.cx(), &shape.iter().rev().copied().collect::<Vec<_>>())
    }
}

/// Infer the shapes of tensors
#[pass(name = "toy-shape-inference", anchor = "toy.func")]
pub struct InferShapes {}

impl Pass for InferShapes {
    /// Operands are defined before they are used, so one walk in program order is enough.
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut ops = Vec::new();
        cx.op().walk_preorder(|op| ops.push(op.id));
        let mut rw = cx.rewriter();
        let mut unknown = None;
        for op in ops {
            if !infer(&mut rw, op) {
                unknown.get_or_insert(op);
            }
        }
        unknown.map_or(Ok(()), |op| cx.fail(op, "has a result whose shape cannot be inferred"))
    }
}

/// Sets the shape of the result of `op`, if it has one. Returns `false` if it cannot be inferred.
fn infer(rw: &mut Rewriter, op: OpId) -> bool {
    let view = OpRef::new(rw, op);
    let is_known = |value: ValueRef| !value.ty().is_tensor(value.cx()) || value.ty().shape(value.cx()).is_some();
    if view.is::<FuncOp>() || view.results().all(is_known) {
        return true;
    }
    let Some(interface) = view.interface::<dyn InferShape>().filter(|_| view.operands().all(is_known)) else {
        return false;
    };
    let ty = interface.infer_shape(view);
    let result = rw.result(op, 0);
    rw.set_type(result, ty);
    true
}
