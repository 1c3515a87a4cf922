//! Operations that fold and have patterns, and passes.

use rmlir::core::effects::is_trivially_dead;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// A sum whose only fold is the addition of zero.
#[op(name = "odd.add", traits(Commutative, Pure), fold = fold_add, canonicalize(double_is_same),
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

/// Erase pure operations without uses, once.
#[pass(name = "test-erase-unused", stats("num-erased" = "Number of operations erased"))]
pub fn test_erase_unused(cx: &mut PassCx) -> PassResult {
    let body = cx.body();
    let unused = |op: &OpId| *op != body.root() && is_trivially_dead(OpRef::new(body, *op));
    let dead: Vec<OpId> = body.ops_under(body.root()).into_iter().filter(unused).collect();
    *cx.stat("num-erased") += dead.len() as u64;
    for op in dead {
        // An operation in a region goes with its parent.
        if cx.body().contains_op(op) {
            cx.rewriter().erase(op);
        }
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
