//! The `cf` dialect: branches between the blocks of a region.
//!
//! `switch_op` has the branch with several cases, `canonicalize` rewrites, `eval` the evaluation.

mod canonicalize;
mod eval;
mod switch_op;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::switch_op::SwitchOp;

dialect! {
    /// Unstructured control flow: branches, switches and assertions.
    pub Cf = "cf" {
        ops: [AssertOp, BrOp, CondBrOp, SwitchOp],
        depends: [rmlir_arith::Arith],
        hooks: Hooks,
    }
}

struct Hooks;

impl DialectHooks for Hooks {
    fn is_legal_to_inline_call(&self, _call: OpRef, _callable: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
}

/// Aborts the program with a message unless a condition is true.
#[op(name = "cf.assert", interfaces(MemoryEffects), eval, canonicalize, format = "$arg `,` $msg attr-dict")]
pub struct AssertOp {
    #[operand]
    arg: I1,
    #[prop]
    msg: StrAttr,
}

impl MemoryEffects for AssertOp<()> {
    /// Aborting the program is modelled as a write to memory.
    fn effects(&self, _op: OpRef) -> Vec<Effect> {
        vec![Effect::any(EffectKind::Write)]
    }
}

/// Jumps to a block, passing values to its arguments.
#[op(
    name = "cf.br",
    traits(Pure, Terminator),
    interfaces(BranchOp),
    eval = rmlir::interp::eval::branch,
    canonicalize,
    format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"
)]
pub struct BrOp {
    #[operand]
    destOperands: Vec<AnyType>,
    #[successor]
    dest: AnySuccessor,
}

impl BranchOp for BrOp<()> {
    fn successor_operands(&self, op: OpRef, _index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(0..op.n_operands())
    }
    fn successor_for(&self, _op: OpRef, _operands: &[Option<Attr>]) -> Option<usize> {
        Some(0)
    }
}

/// Jumps to one of two blocks by a condition.
///
/// Both successors may be the same block. `branch_weights` are the expected relative frequencies of the successors.
#[op(
    name = "cf.cond_br",
    traits(AttrSizedOperandSegments, Pure, Terminator),
    interfaces(BranchOp),
    eval = rmlir::interp::eval::cond_branch,
    verify = verify_weights,
    canonicalize,
    format = "$condition (`weights` `(` $branch_weights^ `)` )? `,` \
               $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` \
               $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
)]
pub struct CondBrOp {
    #[operand]
    condition: I1,
    #[operand]
    trueDestOperands: Vec<AnyType>,
    #[operand]
    falseDestOperands: Vec<AnyType>,
    #[prop]
    branch_weights: Option<DenseI32ArrayAttr>,
    #[successor]
    trueDest: AnySuccessor,
    #[successor]
    falseDest: AnySuccessor,
}

impl BranchOp for CondBrOp<()> {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(op.operand_range(1 + index))
    }
    fn successor_for(&self, op: OpRef, operands: &[Option<Attr>]) -> Option<usize> {
        let condition = operands.first().copied().flatten()?.as_bool(op.cx())?;
        Some(usize::from(!condition))
    }
}

fn verify_weights(op: OpRef) -> Checked {
    let weights = op.get(CondBrOp::branch_weights).unwrap_or_default();
    let n_successors = op.successors().len();
    if weights.is_empty() {
        return Ok(());
    }
    if weights.len() != n_successors {
        let n = weights.len();
        let text = format!("expects number of branch weights to match number of successors: {n} vs {n_successors}");
        return Err(op.plain_error(text));
    }
    if weights.iter().all(|&weight| weight == 0) {
        return Err(op.plain_error("branch weights cannot all be zero"));
    }
    Ok(())
}
