//! A pipeline run to a fixed point.

use rmlir::core::equal::{EqualOptions, equal};
use rmlir::pass::{Pass, PassCx, PassList, PassResult};
use rmlir::prelude::*;

/// Composite fixed point pass.
///
/// Runs the passes of the option `pipeline` one after the other, repeatedly, until they leave the operation unchanged
/// or the maximum number of iterations is reached, which is a warning.
#[pass(name = "composite-fixed-point-pass", title = "CompositeFixedPointPass")]
pub struct CompositeFixedPoint {
    /// Maximum number of iterations if inner pipeline
    #[option(default = 10)]
    max_iterations: i32,
    /// Composite pass display name
    #[option(default = "CompositeFixedPointPass")]
    name: String,
    /// Composite pass inner pipeline
    pipeline: PassList,
}

impl Pass for CompositeFixedPoint {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let max = self.max_iterations;
        if max <= 0 {
            let message = format!("Invalid maxIterations value: {max}");
            return Err(Diagnostic::error(rmlir::diag::Place::Unknown, message).into());
        }
        let Some(pipeline) = &self.pipeline.pipeline else { return Ok(()) };
        for _ in 0..max {
            let before = cx.body().clone_body();
            cx.run_pipeline(&[], pipeline)?;
            let options = EqualOptions { locations: true, ..EqualOptions::default() };
            if equal(OpRef::root(&before), cx.op(), options) {
                return Ok(());
            }
        }
        // One more execution, whose result is ignored, as in upstream.
        cx.run_pipeline(&[], pipeline)?;
        let message = format!("Composite pass \"{}\"+ didn't converge in {max} iterations", self.name);
        let place = cx.op().loc().place(cx);
        cx.emit(Diagnostic::warning(place, message));
        Ok(())
    }
}
