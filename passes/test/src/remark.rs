//! Remarks of each kind on each operation, as upstream's test of its remark engine emits them.

use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_builtin as builtin;

/// Tests the remark pipeline feature.
#[pass(name = "test-remark", title = "TestRemarkPass", summary = "Tests the remark pipeline feature")]
pub struct TestRemark {}

const REASON: &str = "because we are testing the remark pipeline";
const SUGGESTION: &str = "try using the remark pipeline feature";

impl Pass for TestRemark {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut locs = Vec::new();
        collect(cx.body(), &mut locs);
        for loc in locs {
            let say = |remark: Remark, text: &str| remark.text(text).reason(REASON).arg("Suggestion", SUGGESTION);
            let passed = || Remark::passed(loc, "category-1-passed");
            cx.remark(say(Remark::missed(loc, "a-category-1-missed"), "This is a test missed remark"));
            cx.remark(say(passed(), "This is a test passed remark (should be dropped)"));
            cx.remark(say(passed(), "This is a test passed remark"));
            cx.remark(say(Remark::failure(loc, "category-2-failed"), "This is a test failed remark"));
            cx.remark(Remark::analysis(loc, "category-2-analysis").text("This is a test analysis remark"));
        }
        Ok(())
    }
}

/// The locations of all operations but modules, those inside first.
fn collect(body: &Body, locs: &mut Vec<Loc>) {
    body.walk_postorder(body.root(), |op| {
        if let Some(nested) = body.nested(op) {
            return collect(nested, locs);
        }
        if !OpRef::new(body, op).is::<builtin::ModuleOp>() {
            locs.push(body.loc(op));
        }
    });
}
