//! Operations that the public tests of speculation are written in: they run earlier than they are asked for, or do not.

use rmlir::prelude::*;

/// May run whenever it likes.
#[op(name = "test.always_speculatable_op", traits(Pure))]
pub struct AlwaysSpeculatableOp {
    #[result]
    result: I32,
}

/// May run earlier if its operand is a constant.
#[op(name = "test.conditionally_speculatable_op", traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct ConditionallySpeculatableOp {
    #[operand]
    input: I32,
    #[result]
    result: I32,
}

impl Speculatable for ConditionallySpeculatableOp {
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let definition = op.operand(0).defining_op();
        match definition.is_some_and(|definition| definition.name_str() == "arith.constant") {
            true => Speculatability::Yes,
            false => Speculatability::No,
        }
    }
}

/// Never runs earlier.
#[op(name = "test.never_speculatable_op", interfaces(Speculatable))]
pub struct NeverSpeculatableOp {
    #[result]
    result: I32,
}

impl Speculatable for NeverSpeculatableOp {
    fn speculatability(&self, _op: OpRef) -> Speculatability {
        Speculatability::No
    }
}

/// May run earlier if all in it may.
#[op(name = "test.recursively_speculatable_op", traits(RecursiveMemoryEffects, RecursivelySpeculatable))]
pub struct RecursivelySpeculatableOp {
    #[region]
    body: SizedRegion1,
    #[result]
    result: I32,
}
