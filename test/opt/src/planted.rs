//! Passes with a deliberate bug, for tests of tools that detect bugs.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::patterns::canonicalization_set;
use rmlir_arith::{MulIOp, SubIOp, XOrIOp};

/// Fails where a product is an operand of `arith.xori`.
///
/// It panics there or, with an option, creates an operation whose result type differs from the type of its operands.
#[pass(name = "test-planted-mistake", title = "TestPlantedMistakePass", anchor = "func.func")]
pub struct TestPlantedMistake {
    /// Leave wrong IR instead of panicking.
    breaks_ir: bool,
}

impl Pass for TestPlantedMistake {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let body = cx.body();
        let mut found = Vec::new();
        body.walk_preorder(body.root(), |op| {
            let is_xor = OpRef::new(body, op).is::<XOrIOp>();
            if is_xor && body.operands(op).any(|operand| body.defined_by::<MulIOp>(operand).is_some()) {
                found.push(op);
            }
        });
        assert!(found.is_empty() || self.breaks_ir, "planted: a product is an operand of arith.xori");
        for op in found {
            let result = cx.body().result(op, 0);
            cx.rewriter().body_mut().set_type(result, Type::NONE);
        }
        Ok(())
    }
}

/// Canonicalizes, with one wrong pattern beside the right ones: the operands of `arith.subi` are swapped where the
/// second is the product of a value with itself.
#[pass(name = "test-planted-rewrite", title = "TestPlantedRewritePass", anchor = "func.func")]
pub struct TestPlantedRewrite {}

impl Pass for TestPlantedRewrite {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut patterns = canonicalization_set(cx);
        patterns.on(SubIOp::NAME, "swap-planted", |rw, op| {
            let (a, b) = (rw.operand(op, 0), rw.operand(op, 1));
            if rw.defined_by::<MulIOp>(b).is_none_or(|product| product.lhs(rw) != product.rhs(rw)) {
                return Match::No;
            }
            rw.set_operands(op, &[b, a]);
            Match::Yes
        });
        cx.apply_greedily(patterns)
    }
}
