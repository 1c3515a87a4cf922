//! Pipelines that a pass runs dynamically.

use rmlir::core::interfaces::SymbolOp;
use rmlir::pass::{Pass, PassCx, PassFailed, PassList, PassResult};
use rmlir::prelude::*;

/// Tests the dynamic pipeline feature by applying a pipeline on a selected set of functions.
///
/// The pipeline runs on the operation, if the option `op-name` contains its name or is empty, or on the nested
/// operations of the same name. It cannot be run on the parent: that always fails.
#[pass(name = "test-dynamic-pipeline", title = "TestDynamicPipelinePass")]
pub struct TestDynamicPipeline {
    /// This will apply the pipeline on nested operations under the visited operation.
    run_on_nested_operations: bool,
    /// This will apply the pipeline on the parent operation if it exist, this is expected to fail.
    run_on_parent: bool,
    /// The pipeline description that will run on the filtered function.
    dynamic_pipeline: PassList,
    /// List of function name to apply the pipeline to
    op_name: Vec<String>,
}

impl Pass for TestDynamicPipeline {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let text = &self.dynamic_pipeline.text;
        let name = cx.op().name_str();
        cx.emit_text(format!("Dynamic execute '{text}' on {name}\n"));
        let Some(pipeline) = self.dynamic_pipeline.pipeline.as_ref().filter(|pipeline| !pipeline.is_empty()) else {
            cx.emit_text("Empty pipeline\n".to_owned());
            return Ok(());
        };
        if cx.op().interface::<dyn SymbolOp>().is_none() {
            let place = cx.op().loc().place(cx);
            cx.emit_about(
                cx.op().id,
                Diagnostic::warning(place, "Ignoring because not implementing SymbolOpInterface\n"),
            );
            return Ok(());
        }
        let name = cx.op().symbol_name().map_or("", |name| name.str(cx.cx()));
        if !self.op_name.is_empty() && !self.op_name.iter().any(|wanted| wanted == name) {
            cx.emit_text(format!("dynamic-pipeline skip op name: {name}\n"));
            return Ok(());
        }
        if self.run_on_parent {
            return Ok(());
        }
        if !self.run_on_nested_operations {
            return cx.run_pipeline(&[], pipeline);
        }
        cx.emit_text("Run on nested op\n".to_owned());
        let mut failed = false;
        for path in nested_of_same_kind(cx.op()) {
            let text = cx.texts().ir(op_at(cx.op(), &path), true);
            cx.emit_text(format!("Run on {text}\n"));
            failed |= cx.run_pipeline(&path, pipeline).is_err();
        }
        if failed { Err(PassFailed(None)) } else { Ok(()) }
    }
}

/// The operation at the end of `path`, which goes through proxies.
fn op_at<'a>(op: OpRef<'a>, path: &[OpId]) -> OpRef<'a> {
    path.iter().fold(op, |op, &proxy| OpRef::new(op.body, proxy).resolve())
}

/// The paths to the isolated operations in `op` with the same operation name, inner ones first.
fn nested_of_same_kind(op: OpRef) -> Vec<Vec<OpId>> {
    let mut found = Vec::new();
    for proxy in op.body.proxies() {
        let inside = op.body.nested(proxy).expect("a proxy has a body");
        for mut path in nested_of_same_kind(OpRef::root(inside)) {
            path.insert(0, proxy);
            found.push(path);
        }
        if op.body.name(proxy) == op.name() {
            found.push(vec![proxy]);
        }
    }
    found
}
