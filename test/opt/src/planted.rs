//! A pass with a deliberate bug, for tests of tools that detect bugs.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{MulIOp, XOrIOp};

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
