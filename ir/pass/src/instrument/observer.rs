//! External observers, which inspect the whole IR before the first pass and after each one, and may fail the execution.

use rmlir_core::{Body, OpRef};

use crate::output::OutputSink;
use crate::pipeline::PassInstance;

/// A completed pass execution.
pub struct ExecutedPass<'a> {
    /// The pass, with its options.
    pub pass: &'a PassInstance,
    /// The operation it was executed on.
    pub op: OpRef<'a>,
}

/// An observer of an execution. Passes are then executed on bodies sequentially; nested pipelines of a pass are
/// observed as part of the outer pass.
pub trait PassObserver: Send + Sync {
    /// Called before the pipeline is executed on `root`.
    fn begin(&self, root: &Body, say: OutputSink);

    /// Called after a pass, when `root` is valid; `false` fails the execution, after a diagnostic.
    fn after_pass(&self, root: &Body, ran: &ExecutedPass, say: OutputSink) -> bool;

    /// Called after the pipeline succeeded.
    fn end(&self, root: &Body, say: OutputSink);
}
