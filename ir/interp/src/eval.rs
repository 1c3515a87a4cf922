//! The semantics of operations: the interface that declarations implement by `eval = function`.

use rmlir_core::interfaces::BranchOp;
use rmlir_core::opdef::OpDef;
use rmlir_core::{Op, OpRef};
use rmlir_num::ApInt;

use crate::code::{Flow, Label, Reg};
use crate::emit::{Emit, Emitted};
use crate::fault::Fault;

/// An operation that can be interpreted: it is compiled to instructions.
pub trait Eval: Send + Sync {
    /// Compiles `op` to instructions.
    fn eval<'a>(&self, op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted;

    /// Returns whether it supports the operation: one function may implement many of them.
    fn has_meaning(&self) -> bool {
        true
    }
}

/// Returns whether operations of this definition have semantics, or a documented reason why not.
pub fn is_accounted_for(def: &OpDef) -> bool {
    def.interface::<dyn Eval>().is_some_and(|eval| eval.has_meaning())
}

/// An operation with an evaluation, which `#[op(eval)]` puts into the definition. `#[eval(Op, ..)]` makes the
/// implementation of a function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with an evaluation, which it does not have",
    note = "mark the function with `#[eval({Self})]`"
)]
pub trait Evaluator: Op {
    /// Compiles `op` to instructions.
    ///
    /// # Errors
    /// The diagnostic of what cannot be interpreted.
    fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted;
}

/// The function of `eval = ..` in `#[op]`.
pub struct EvalBy(pub EvalFn);

/// A function that compiles an operation to instructions.
pub type EvalFn = for<'a, 'l, 'e> fn(OpRef<'a>, &'e mut Emit<'a, 'l>) -> Emitted;

impl Eval for EvalBy {
    fn eval<'a>(&self, op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
        self.0(op, emit)
    }
}

/// For operations without execution, such as declarations.
pub fn nothing<'a>(_op: OpRef<'a>, _emit: &mut Emit<'a, '_>) -> Emitted {
    Ok(())
}

/// Rows of `/// doc`, `name: "reason";`: for operations that are not modelled.
macro_rules! outside_the_model {
    ($($(#[$doc:meta])* $name:ident: $reason:literal;)*) => {$(
        $(#[$doc])*
        pub fn $name<'a>(op: OpRef<'a>, _emit: &mut Emit<'a, '_>) -> Emitted {
            Err(op.error(concat!("cannot be interpreted: ", $reason)))
        }
    )*};
}

outside_the_model! {
    /// For instructions of a target machine, and intrinsics by name.
    machine_code: "what it does is up to the machine";
    /// For operations that throw and catch exceptions.
    exceptions: "exceptions are not modelled";
    /// For addresses of blocks and of functions that are not called.
    code_addresses: "addresses of code are not modelled";
    /// For coroutines.
    coroutines: "coroutines are not modelled";
    /// For variadic functions.
    variable_arguments: "variable arguments are not modelled";
    /// For thread-local memory.
    thread_memory: "memory of threads is not modelled";
}

/// For terminators that forward all operands out of the parent region.
pub fn yields<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let values = emit.operands(op);
    emit.leave(op, 0, &values)
}

/// For terminators that return all operands from the function.
pub fn returns<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let values = emit.operands(op);
    emit.give_back(&values);
    Ok(())
}

/// For operations whose result is their first operand.
pub fn passes_on<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = (emit.operands(op), emit.results(op));
    emit.moves(&from, &to);
    Ok(())
}

/// For operations that are unreachable in a program with defined behaviour.
pub fn unreachable<'a>(_op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.stop(Fault::undefined("is reached"));
    Ok(())
}

/// For branches with one successor, whose operands are given by [`BranchOp`].
pub fn branch<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    jump(op, emit, 0)
}

/// For branches to the first of two successors if the first operand is true, else to the second.
pub fn cond_branch<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let condition = emit.operand(op, 0);
    let (then, otherwise) = (emit.label(), emit.label());
    emit.branch(condition, then, otherwise);
    for (index, label) in [then, otherwise].into_iter().enumerate() {
        emit.bind(label);
        jump(op, emit, index)?;
    }
    Ok(())
}

/// Compiles a branch to the successor after that of the first of `cases` equal to the first operand, or to the first
/// one.
pub fn switch<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, cases: Vec<ApInt>) -> Emitted {
    let flag = emit.operand(op, 0);
    let width = emit.int_width(op.operand(0).ty());
    let labels: Vec<Label> = op.successors().map(|_| emit.label()).collect();
    let targets = labels.clone();
    emit.push(move |m| {
        let flag = m.get(flag).int(width).ok_or_else(|| Fault::undefined("needs a flag, which is poison"))?;
        let case = cases.iter().position(|case| *case == flag).map_or(0, |case| case + 1);
        Ok(Flow::Jump(targets[case]))
    });
    for (index, label) in labels.into_iter().enumerate() {
        emit.bind(label);
        jump(op, emit, index)?;
    }
    Ok(())
}

fn jump<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, index: usize) -> Emitted {
    let branch = op.interface::<dyn BranchOp>().ok_or_else(|| op.error("cannot be interpreted: it is no branch"))?;
    let forwarded = branch.successor_operands(op, index).forwarded;
    let operands: Vec<Reg> = forwarded.map(|place| emit.operand(op, place)).collect();
    emit.jump_to(op, index, &operands);
    Ok(())
}
