//! Actions: steps of the compilation that a handler can observe, count or skip (upstream: `tracing::Action`).
//!
//! The code that executes a step announces it with [`Context::begin_action`], skips it if the result is `false`, and
//! calls [`Context::end_action`] after it. Without a handler the cost is one load.

use crate::context::Context;
use crate::opref::OpRef;

/// The tag of the execution of a pass on an operation.
pub const PASS_EXECUTION: &str = "pass-execution";
/// The tag of the application of a pattern to an operation.
pub const APPLY_PATTERN: &str = "apply-pattern";
/// The tag of one iteration of the greedy driver.
pub const GREEDY_ITERATION: &str = "GreedyPatternRewriteIteration";
/// The tag of a dialect conversion.
pub const APPLY_CONVERSION: &str = "apply-conversion";
/// The tag of a walk that applies patterns.
pub const WALK_AND_APPLY_PATTERNS: &str = "walk-and-apply-patterns";

/// An action.
pub struct Action<'a> {
    /// The tag, which identifies the class of actions.
    pub tag: &'static str,
    /// A description of this action. It begins with a backquote that is left unclosed if more text follows.
    pub text: &'a dyn Fn() -> String,
    /// The operation it concerns.
    pub op: OpRef<'a>,
    /// The index of the region of `op` that the action concerns, if it does not concern all of `op`.
    pub region: Option<usize>,
}

/// An observer of actions. It is called from any thread.
pub trait ActionHandler: Send + Sync {
    /// Called before an action; returns whether the action is executed.
    fn begin(&self, action: &Action) -> bool;
    /// Called after an action that was executed.
    fn end(&self, tag: &'static str);
}

impl Context {
    /// Installs a handler. Only the first call has an effect.
    pub fn set_action_handler(&self, handler: Box<dyn ActionHandler>) {
        let _ = self.action_handler_cell().set(Box::new(handler));
    }

    #[inline]
    fn action_handler(&self) -> Option<&dyn ActionHandler> {
        self.action_handler_cell().get()?.downcast_ref::<Box<dyn ActionHandler>>().map(|handler| &**handler)
    }

    /// Returns whether an action handler is installed.
    #[inline]
    pub fn has_action_handler(&self) -> bool {
        self.action_handler().is_some()
    }

    /// Announces an action and returns whether to execute it. If not, [`Self::end_action`] must not be called.
    #[inline]
    pub fn begin_action(&self, action: &Action) -> bool {
        self.action_handler().is_none_or(|handler| handler.begin(action))
    }

    /// Reports the end of the last action with this tag.
    #[inline]
    pub fn end_action(&self, tag: &'static str) {
        if let Some(handler) = self.action_handler() {
            handler.end(tag);
        }
    }
}
