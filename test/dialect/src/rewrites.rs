//! Operations that fold and have patterns, and passes.

use rmlir::core::effects::is_trivially_dead;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// Anything.
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

/// Is its operand, if that is a constant, but as another constant.
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

/// A sum that knows only that adding nothing changes nothing.
#[op(name = "test.add", traits(Commutative, Pure), fold = fold_add, canonicalize(double_is_same),
     format = "$left `,` $right attr-dict")]
pub struct AddOp {
    #[operand]
    left: I64,
    #[operand]
    right: I64,
    #[result]
    output: I64,
}

fn fold_add(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let adds_nothing = consts[1].and_then(|right| right.as_i64(cx)) == Some(0);
    if adds_nothing { Fold::value(AddOp::from_id(cx.op()).left(cx)) } else { Fold::No }
}

/// `add(x, x)` becomes `same(x, x)`.
#[pattern]
fn double_is_same(op: AddOp, rw: &mut Rewriter) -> Match {
    if op.left(rw) != op.right(rw) {
        return rw.no_match(op, "the operands differ");
    }
    let (left, right) = (op.left(rw), op.right(rw));
    rw.replace_with(op, crate::SameOp::build(left, right));
    Match::Yes
}

/// Goes away, with what is in it.
#[op(name = "test.op_with_region_pattern", canonicalize_with = add_removal)]
pub struct OpWithRegionPatternOp {
    #[region]
    region: SizedRegion1,
}

/// The pattern has the name that the public tests of filters know it by.
fn add_removal(set: &mut PatternSet) {
    set.on(OpWithRegionPatternOp::DEF.name, "TestRemoveOpWithInnerOps", |rw, op| {
        rw.erase(op);
        Match::Yes
    });
}

/// Does nothing, with a region.
#[op(name = "test.op_with_region_fold_no_side_effect", traits(NoMemoryEffect))]
pub struct RegionFreeOp {
    #[region]
    region: SizedRegion1,
}

/// Is its operand, whatever is in its region.
#[op(name = "test.op_with_region_fold", fold = fold_to_operands)]
pub struct RegionFoldOp {
    #[operand]
    operand: I32,
    #[region]
    region: SizedRegion1,
    #[result]
    result: I32,
}

/// Its results are its operands.
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

/// Its operands may change places.
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

/// Is a constant of another dialect.
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

/// Erase pure operations without uses, once.
#[pass(name = "test-erase-unused", stats("num-erased" = "Number of operations erased"))]
pub fn test_erase_unused(cx: &mut PassCx) -> PassResult {
    let body = cx.body();
    let unused = |op: &OpId| *op != body.root() && is_trivially_dead(OpRef::new(body, *op));
    let dead: Vec<OpId> = body.ops_under(body.root()).into_iter().filter(unused).collect();
    *cx.stat("num-erased") += dead.len() as u64;
    for op in dead {
        cx.rewriter().erase(op);
    }
    Ok(())
}

/// Give the operation an attribute.
#[pass(name = "test-mark", summary = "Give the operation an attribute")]
pub struct TestMark {
    /// The name of the attribute
    #[option(default = "test.mark")]
    name: String,
    /// The number it holds
    #[option(default = 1)]
    value: i64,
}

impl Pass for TestMark {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (root, value) = (cx.op().id, cx.i64_attr(self.value));
        cx.rewriter().set_attr(root, &self.name, value);
        Ok(())
    }
}
