//! A dump of the IR in the middle of a pipeline.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// Print IR on the debug stream.
#[pass(name = "print-ir", title = "PrintIRPass")]
pub struct PrintIr {
    /// Label
    label: String,
}

impl Pass for PrintIr {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let label = if self.label.is_empty() { String::new() } else { format!(" {}", self.label) };
        let ir = cx.texts().ir(cx.op(), true);
        cx.emit_text(format!("// -----// IR Dump{label} //----- //\n{ir}\n"));
        Ok(())
    }
}
