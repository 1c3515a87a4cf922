//! Operations with folders and patterns.

use rmlir::prelude::*;

/// A constant of any value.
#[op(name = "test.constant", traits(ConstantLike, Pure), fold = fold_constant)]
pub struct ConstantOp {
    #[prop]
    value: AnyAttr,
    #[result]
    output: AnyType,
}

fn fold_constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), ConstantOp::VALUE).into()
}

/// Folds to its operand, if that is a constant, as a new constant.
#[op(name = "test.manual_cpp_op_with_fold", fold = fold_to_constant)]
pub struct ConstantIfKnownOp {
    #[operand]
    operand: AnyType,
    #[result]
    result: AnyType,
}

fn fold_to_constant(_cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    consts[0].into()
}

/// Is erased by its pattern, with its region.
#[op(name = "test.op_with_region_pattern", canonicalize)]
pub struct OpWithRegionPatternOp {
    #[region]
    region: SizedRegion1,
}

/// The pattern has the name that the public tests of filters use.
impl Canonicalizer for OpWithRegionPatternOp {
    fn add_patterns(set: &mut PatternSet) {
        set.on(OpWithRegionPatternOp::DEF.name, "TestRemoveOpWithInnerOps", |rw, op| {
            rw.erase(op);
            Match::Yes
        });
    }
}

/// An operation with a region and without effects.
#[op(name = "test.op_with_region_fold_no_side_effect", traits(NoMemoryEffect))]
pub struct RegionFreeOp {
    #[region]
    region: SizedRegion1,
}

/// Folds to its operand, regardless of its region.
#[op(name = "test.op_with_region_fold", fold = fold_to_operands)]
pub struct RegionFoldOp {
    #[operand]
    operand: I32,
    #[region]
    region: SizedRegion1,
    #[result]
    result: I32,
}

/// Folds to its operands.
#[op(name = "test.op_with_variadic_results_and_folder", fold = fold_to_operands)]
pub struct FoldsToOperandsOp {
    #[operand]
    operands: Vec<I32>,
    #[result]
    results: Vec<I32>,
}

fn fold_to_operands(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    Fold::Results(cx.operands(cx.op()).map(FoldValue::Value).collect())
}

/// A commutative operation.
#[op(name = "test.op_commutative", traits(Commutative))]
pub struct CommutativeOp {
    #[operand]
    first: I32,
    #[operand]
    second: I32,
    #[operand]
    third: I32,
    #[operand]
    fourth: I32,
    #[result]
    result: I32,
}

/// Is canonicalized to a constant of another dialect.
#[op(name = "test.dialect_canonicalizable", canonicalize(is_42))]
pub struct CanonicalizableOp {
    #[result]
    result: I32,
}

#[pattern]
fn is_42(op: CanonicalizableOp, rw: &mut Rewriter) -> Match {
    let value = rw.i32_attr(42);
    rw.replace_with(op, rmlir_arith::ConstantOp::build(value));
    Match::Yes
}
