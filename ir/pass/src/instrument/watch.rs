//! Looking on from outside: whoever watches sees the whole IR before the first pass and after each one, and may object.

use rmlir_core::{Body, OpRef};

use crate::pipeline::PassInstance;
use crate::said::Say;

/// What has just run.
pub struct Ran<'a> {
    /// The pass, with its options.
    pub pass: &'a PassInstance,
    /// The operation it ran on.
    pub op: OpRef<'a>,
}

/// Watches a run. Passes then run on one body after the other; those inside of passes are seen when the outer one is done.
pub trait Watch: Send + Sync {
    /// The pipeline is about to run on `root`.
    fn begin(&self, root: &Body, say: Say);

    /// A pass has run, and `root` is right; `false` fails the run, the reason was said.
    fn after_pass(&self, root: &Body, ran: &Ran, say: Say) -> bool;

    /// The pipeline is done; nothing has failed.
    fn end(&self, root: &Body, say: Say);
}
