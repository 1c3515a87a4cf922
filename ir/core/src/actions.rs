//! Actions: steps of a run that somebody may watch, count or leave out (upstream: `tracing::Action`).
//!
//! Whoever does a step says so with [`Context::begin_action`] and leaves it out if the answer is `false`; afterwards it calls
//! [`Context::end_action`]. Without a handler that costs a load.

use crate::context::Context;
use crate::opref::OpRef;

/// The tag of a pass that runs on an operation.
pub const PASS_EXECUTION: &str = "pass-execution";
/// The tag of a pattern that is tried on an operation.
pub const APPLY_PATTERN: &str = "apply-pattern";
/// The tag of one round of the greedy driver.
pub const GREEDY_ITERATION: &str = "GreedyPatternRewriteIteration";
/// The tag of a dialect conversion.
pub const APPLY_CONVERSION: &str = "apply-conversion";
/// The tag of a walk that applies patterns.
pub const WALK_AND_APPLY_PATTERNS: &str = "walk-and-apply-patterns";

/// A step.
pub struct Action<'a> {
    /// What kind of step it is.
    pub tag: &'static str,
    /// Which one it is, in words; they start with a backquote that is left open where something follows.
    pub text: &'a dyn Fn() -> String,
    /// The operation it is about.
    pub op: OpRef<'a>,
    /// The number of the region of `op` it is about, if it is not about all of it.
    pub region: Option<usize>,
}

/// Watches actions. Called from any thread.
pub trait ActionHandler: Send + Sync {
    /// An action is due: whether to take it.
    fn begin(&self, action: &Action) -> bool;
    /// An action that was taken is over.
    fn end(&self, tag: &'static str);
}

impl Context {
    /// Installs a handler; the first one stays.
    pub fn set_action_handler(&self, handler: Box<dyn ActionHandler>) {
        let _ = self.action_handler_cell().set(handler);
    }

    /// Whether somebody watches.
    #[inline]
    pub fn has_action_handler(&self) -> bool {
        self.action_handler_cell().get().is_some()
    }

    /// Announces an action. If it is not to be taken, it does not end either.
    #[inline]
    pub fn begin_action(&self, action: &Action) -> bool {
        self.action_handler_cell().get().is_none_or(|handler| handler.begin(action))
    }

    /// Says that the last action of this kind is over.
    #[inline]
    pub fn end_action(&self, tag: &'static str) {
        if let Some(handler) = self.action_handler_cell().get() {
            handler.end(tag);
        }
    }
}
