//! Control flow between the blocks of a function, and out of it.

use rmlir::prelude::*;

use super::func::LLVMFuncOp;
use crate::attrs::loops::LoopAnnotationAttr;
use crate::types::constraint::*;
use crate::types::own_name;

/// Jumps to a block.
#[op(
    name = "llvm.br", eval = rmlir::interp::eval::branch,
    traits(Pure, Terminator),
    interfaces(BranchOp),
    format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"
)]
pub struct BrOp {
    #[operand]
    destOperands: Vec<Compatible>,
    #[prop]
    loop_annotation: Option<LoopAnnotationAttr>,
    #[successor]
    dest: AnySuccessor,
}

impl BranchOp for BrOp {
    fn successor_operands(&self, op: OpRef, _index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(0..op.n_operands())
    }
}

/// Jumps to one of two blocks by a condition.
#[op(
    name = "llvm.cond_br", eval = rmlir::interp::eval::cond_branch,
    traits(AttrSizedOperandSegments, Pure, Terminator),
    interfaces(BranchOp),
    format = "$condition ( `weights` `(` $branch_weights^ `)` )? `,` \
               $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` \
               $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
)]
pub struct CondBrOp {
    #[operand]
    condition: I1,
    #[operand]
    trueDestOperands: Vec<Compatible>,
    #[operand]
    falseDestOperands: Vec<Compatible>,
    #[prop]
    branch_weights: Option<DenseI32ArrayAttr>,
    #[prop]
    loop_annotation: Option<LoopAnnotationAttr>,
    #[successor]
    trueDest: AnySuccessor,
    #[successor]
    falseDest: AnySuccessor,
}

impl BranchOp for CondBrOp {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(op.operand_range(1 + index))
    }
}

/// Returns from a function, or ends the initializer of a global.
#[op(name = "llvm.return", eval = rmlir::interp::eval::returns, traits(Pure, ReturnLike, Terminator), verify = verify_return,
     format = "attr-dict ($arg^ `:` type($arg))?")]
pub struct ReturnOp {
    #[operand]
    arg: Option<Compatible>,
}

/// Resumes unwinding.
#[op(name = "llvm.resume", eval = rmlir::interp::eval::exceptions, traits(Terminator), format = "$value attr-dict `:` type($value)")]
pub struct ResumeOp {
    #[operand]
    value: Compatible,
}

/// Is never reached.
#[op(name = "llvm.unreachable", eval = rmlir::interp::eval::unreachable, traits(Terminator), format = "attr-dict")]
pub struct UnreachableOp {}

/// The nearest function around `op`.
pub(super) fn function_around(op: OpRef) -> Option<OpRef> {
    let mut around = op.parent();
    while let Some(found) = around.filter(|found| !found.is::<LLVMFuncOp>()) {
        around = found.parent();
    }
    around
}

fn verify_return(op: OpRef) -> Checked {
    let Some(function) = function_around(op) else { return Ok(()) };
    let cx = op.cx();
    let Some(expected) = LLVMFuncOp::signature(function).map(|ty| ty.result(cx)) else {
        return Ok(());
    };
    let text = match op.operands().next() {
        None if own_name(cx, expected) == Some("void") => return Ok(()),
        None => "expected 1 operand",
        Some(_) if own_name(cx, expected) == Some("void") => "expected no operands",
        Some(value) if value.ty() != expected => "mismatching result types",
        Some(_) => return Ok(()),
    };
    Err(Box::new(op.error(text).note(function.loc().place(cx), "when returning from function")))
}
