//! Operations of the public tests of speculatability.

use rmlir::prelude::*;
use rmlir_arith as arith;

/// Is always speculatable.
#[op(name = "test.always_speculatable_op", traits(Pure))]
pub struct AlwaysSpeculatableOp {
    #[result]
    result: I32,
}

/// Is speculatable if its operand is a constant.
#[op(name = "test.conditionally_speculatable_op", traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct ConditionallySpeculatableOp {
    #[operand]
    input: I32,
    #[result]
    result: I32,
}

impl Speculatable for ConditionallySpeculatableOp<()> {
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let definition = op.value(ConditionallySpeculatableOp::input).defining_op();
        match definition.is_some_and(|definition| definition.is::<arith::ConstantOp>()) {
            true => Speculatability::Yes,
            false => Speculatability::No,
        }
    }
}

/// Is never speculatable.
#[op(name = "test.never_speculatable_op", interfaces(Speculatable))]
pub struct NeverSpeculatableOp {
    #[result]
    result: I32,
}

impl Speculatable for NeverSpeculatableOp<()> {
    fn speculatability(&self, _op: OpRef) -> Speculatability {
        Speculatability::No
    }
}

/// Is speculatable if all operations in its region are.
#[op(name = "test.recursively_speculatable_op", traits(RecursiveMemoryEffects, RecursivelySpeculatable))]
pub struct RecursivelySpeculatableOp {
    #[region]
    body: SizedRegion1,
    #[result]
    result: I32,
}
