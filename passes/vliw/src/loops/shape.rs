//! Loops as seen by pipelining: a common interface of counted loops and while loops.
//!
//! The variables of a loop are the arguments of its first block, the *header*. A counted loop has one block; a while
//! loop has two, and the arguments of the second one are renamings of the operands of its condition terminator.

use rmlir::prelude::*;
use rmlir_pvec::{GuardOp, SelectOp};
use rmlir_scf::{ForOp, WhileOp};
use rmlir_ub::PoisonOp;

/// An innermost loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loop {
    /// A loop with an induction variable.
    Counted(ForOp),
    /// A loop with a condition.
    While(WhileOp),
}

impl Loop {
    /// The loop of an operation, if it is one.
    pub fn of(op: OpRef) -> Option<Self> {
        op.cast::<ForOp>().map(Self::Counted).or_else(|| op.cast::<WhileOp>().map(Self::While))
    }

    /// The operation.
    pub fn id(self) -> OpId {
        match self {
            Self::Counted(op) => op.id(),
            Self::While(op) => op.id(),
        }
    }

    /// The blocks of an iteration, in execution order.
    pub fn blocks(self, body: &Body) -> Vec<BlockId> {
        match self {
            Self::Counted(op) => vec![op.body(body)],
            Self::While(op) => vec![op.before_block(body), op.after_block(body)],
        }
    }

    /// The block whose arguments are the loop's variables.
    pub fn header(self, body: &Body) -> BlockId {
        self.blocks(body)[0]
    }

    /// The induction variable.
    pub fn counter(self, body: &Body) -> Option<Value> {
        match self {
            Self::Counted(op) => Some(op.induction_var(body)),
            Self::While(_) => None,
        }
    }

    /// The initial value of variable number `arg`.
    pub fn init(self, body: &Body, arg: usize) -> Value {
        let operand = match self {
            Self::Counted(_) if arg > 0 => arg + 2,
            _ => arg,
        };
        body.operand(self.id(), operand)
    }

    /// The next value of variable number `arg`; `None` for the induction variable.
    pub fn next(self, body: &Body, arg: usize) -> Option<Value> {
        let next = match self {
            Self::Counted(op) => body.operand(op.terminator(body), arg.checked_sub(1)?),
            Self::While(op) => body.operand(op.yield_op(body).id(), arg),
        };
        Some(self.resolved(body, next))
    }

    /// The value that `value` is equal to, through renamings: an argument of a second block, a select with equal
    /// operands, a result of a guard that is undefined otherwise.
    pub fn resolved(self, body: &Body, value: Value) -> Value {
        let stands_for = match body.value_def(value) {
            ValueDefinition::Argument(block, index) => match self {
                Self::While(op) if block == op.after_block(body) => {
                    Some(body.operand(op.condition_op(body).id(), index as usize + 1))
                }
                _ => None,
            },
            ValueDefinition::Result(op, index) => only_choice(OpRef::new(body, op), index as usize),
        };
        stands_for.map_or(value, |value| self.resolved(body, value))
    }
}

/// The only defined value of result `index` of a select or guard, if there is only one.
fn only_choice(op: OpRef, index: usize) -> Option<Value> {
    if let Some(select) = op.cast::<SelectOp>() {
        let value = select.true_value(op.body);
        return (value == select.false_value(op.body)).then_some(value);
    }
    let guard = op.cast::<GuardOp>()?;
    let otherwise = guard.otherwise(op.body)[index];
    let is_open = op.body.defined_by::<PoisonOp>(otherwise).is_some();
    is_open.then(|| op.body.operand(guard.terminator(op.body), index))
}
