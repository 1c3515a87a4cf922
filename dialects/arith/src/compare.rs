//! Comparison and selection.

use rmlir::core::constraints::*;
use rmlir::core::opdef::OpTrait;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::attrs::{CmpFPredicate, CmpIPredicate, FastMathFlags};
use crate::float::no_fastmath;
use crate::types::i1_same_shape;

/// Compares integers.
///
/// ```mlir
/// %x = arith.cmpi slt, %lhs, %rhs : i32
/// ```
#[op(
    name = "arith.cmpi",
    traits(ElementwiseMappable, Pure, SameTypeOperands),
    interfaces(InferIntRange, PoisonBehavior),
    fold,
    eval,
    canonicalize,
    format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"
)]
pub struct CmpIOp {
    #[prop]
    predicate: CmpIPredicate,
    #[operand]
    lhs: SignlessIntegerOrIndexLike,
    #[operand]
    rhs: SignlessIntegerOrIndexLike,
    #[result(derive(from = "lhs", with = i1_same_shape,
                    summary = "result type has i1 element type and same shape as operands"))]
    result: BoolLike,
}

/// Compares floats.
///
/// ```mlir
/// %x = arith.cmpf oeq, %lhs, %rhs : f32
/// ```
#[op(
    name = "arith.cmpf",
    traits(ElementwiseMappable, Pure, SameTypeOperands),
    interfaces(PoisonBehavior),
    fold,
    eval,
    canonicalize,
    format = "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"
)]
pub struct CmpFOp {
    #[prop]
    predicate: CmpFPredicate,
    #[operand]
    lhs: FloatLike,
    #[operand]
    rhs: FloatLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result(derive(from = "lhs", with = i1_same_shape,
                    summary = "result type has i1 element type and same shape as operands"))]
    result: BoolLike,
}

/// Selects one of two values by a condition.
///
/// A condition of vector or tensor type selects elementwise. The operand that is not selected may be poison.
///
/// ```mlir
/// %x = arith.select %condition, %a, %b : i32
/// %v = arith.select %mask, %p, %q : vector<4xi1>, vector<4xf32>
/// ```
#[op(name = "arith.select", traits(ElementwiseMappable, Pure), interfaces(InferIntRange, PoisonBehavior, SelectLike, ValueBounds),
     custom_traits(CONDITION_FITS), fold, eval, verify = verify_select,
     canonicalize,
     parse = parse_select, print = print_select)]
pub struct SelectOp {
    #[operand]
    condition: BoolLike,
    #[operand]
    true_value: T,
    #[operand]
    false_value: T,
    #[result]
    result: T,
}

impl SelectLike for SelectOp<()> {
    fn parts(&self) -> (usize, usize, usize) {
        (0, 1, 2)
    }
}

fn parse_select(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let pos = parser.pos();
    let operands = parser.operands(3)?;
    parser.attr_dict(state)?;
    let mut ty = parser.asm().colon_type()?;
    let mut condition_type = Type::I1;
    if parser.try_token(",") {
        condition_type = ty;
        ty = parser.parse_type()?;
    }
    state.result_types.push(ty);
    parser.resolve_each(&operands, &[condition_type, ty, ty], pos, state)
}

fn print_select(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operands(op.operands());
    printer.attr_dict(op, &[]);
    printer.text(" : ");
    let condition = op.operand(SelectOp::CONDITION_OPERAND).ty();
    if condition.is_shaped(op.cx()) {
        printer.ty(condition);
        printer.text(", ");
    }
    printer.ty(op.result(0).ty());
}

struct ConditionFits;
static CONDITION_FITS: ConditionFits = ConditionFits;

impl OpTrait for ConditionFits {
    fn name(&self) -> &'static str {
        "BooleanConditionOrMatchingShape"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Checked {
        let (condition, result) = (op.operand(SelectOp::CONDITION_OPERAND).ty(), op.result(0).ty());
        let shape = condition.shape(op.cx());
        if condition == Type::I1 || (shape.is_some() && shape == result.shape(op.cx())) {
            return Ok(());
        }
        Err(op.error("failed to verify that condition is signless i1 or has matching shape"))
    }
}

fn verify_select(op: OpRef) -> Checked {
    let (condition, result) = (op.operand(SelectOp::CONDITION_OPERAND).ty(), op.result(0).ty());
    if condition == Type::I1 {
        return Ok(());
    }
    let show = |ty: Type| op.cx().show_type(ty);
    if !result.is_tensor(op.cx()) && !result.is_vector(op.cx()) {
        return Err(op.error(format!("expected condition to be a signless i1, but got '{}'", show(condition))));
    }
    let mask = result.with_element(op.cx(), Type::I1);
    if condition != mask {
        return Err(op.error(format!(
            "expected condition type to have the same shape as the result type, expected '{}', but got '{}'",
            show(mask),
            show(condition)
        )));
    }
    Ok(())
}
