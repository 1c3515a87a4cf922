//! Rewrite patterns and sets of them. The drivers are in `ir/rewrite`.

use crate::arena::OpId;
use crate::builder::Op;
pub use crate::listener::Match;
use crate::name::OpName;
use crate::opdef::OpDef;
use crate::rewriter::Rewriter;

/// The root of a pattern.
#[derive(Clone, Copy, Debug)]
pub enum PatternRoot {
    /// Operations with this full name.
    Op(&'static str),
    /// All registered operations that satisfy this, such as having a trait or
    /// an interface.
    Where(fn(&'static OpDef) -> bool),
    /// Any operation.
    Any,
}

/// The function of a pattern.
pub type PatternFn = dyn Fn(&mut Rewriter, OpId) -> Match + Send + Sync;

/// A rewrite pattern.
pub struct Pattern {
    /// The root.
    pub root: PatternRoot,
    /// Patterns are tried in decreasing order of benefit. The default is 1.
    pub benefit: u16,
    /// A name for debug output.
    pub name: &'static str,
    /// If present, it applies only where an operand is defined by an operation with this full name. Drivers may skip it
    /// elsewhere.
    pub operand_of: Option<&'static str>,
    /// Matches and rewrites.
    pub apply: Box<PatternFn>,
}

impl Pattern {
    /// A pattern of benefit 1.
    pub fn rooted(
        root: PatternRoot,
        name: &'static str,
        apply: impl Fn(&mut Rewriter, OpId) -> Match + Send + Sync + 'static,
    ) -> Self {
        Self { root, benefit: 1, name, operand_of: None, apply: Box::new(apply) }
    }

    /// A pattern of benefit 1 rooted at operations called `root`.
    pub fn new(
        root: &'static str,
        name: &'static str,
        apply: impl Fn(&mut Rewriter, OpId) -> Match + Send + Sync + 'static,
    ) -> Self {
        Self::rooted(PatternRoot::Op(root), name, apply)
    }

    /// A pattern of benefit 1 whose function takes a typed handle, which determines the root.
    pub fn of<T: PatternArg>(
        name: &'static str,
        apply: impl Fn(T, &mut Rewriter) -> Match + Send + Sync + 'static,
    ) -> Self {
        Self::rooted(T::root(), name, move |rw, op| apply(T::from_op(op), rw))
    }

    /// The same pattern with another benefit.
    #[inline]
    pub fn benefit(mut self, benefit: u16) -> Self {
        self.benefit = benefit;
        self
    }

    /// The same pattern, restricted to operations with an operand defined by an operation called `name`.
    #[inline]
    pub fn operand_of(mut self, name: &'static str) -> Self {
        self.operand_of = Some(name);
        self
    }

    /// Returns whether it may apply to operations called `name`.
    pub fn roots(&self, name: OpName, cx: &crate::context::Context) -> bool {
        match self.root {
            PatternRoot::Op(root) => name.str(cx) == root,
            PatternRoot::Where(wanted) => name.def(cx).is_some_and(wanted),
            PatternRoot::Any => true,
        }
    }
}

/// An ordered list of patterns.
#[derive(Default)]
pub struct PatternSet {
    /// The patterns, in the order they were added.
    pub patterns: Vec<Pattern>,
}

impl PatternSet {
    /// An empty set.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pattern.
    #[inline]
    pub fn add(&mut self, pattern: Pattern) -> &mut Self {
        self.patterns.push(pattern);
        self
    }

    /// Adds a pattern of benefit 1 rooted at operations called `root`.
    pub fn on(
        &mut self,
        root: &'static str,
        name: &'static str,
        apply: impl Fn(&mut Rewriter, OpId) -> Match + Send + Sync + 'static,
    ) -> &mut Self {
        self.add(Pattern::new(root, name, apply))
    }

    /// Adds all of `other`.
    #[inline]
    pub fn extend(&mut self, other: PatternSet) -> &mut Self {
        self.patterns.extend(other.patterns);
        self
    }
}

/// A possible argument type of a pattern function: an operation's typed handle, or [`OpId`] for any operation.
#[diagnostic::on_unimplemented(message = "a pattern takes an operation, and `{Self}` is none")]
pub trait PatternArg: Copy + 'static {
    /// The root of a pattern with this argument type.
    fn root() -> PatternRoot;
    /// The argument for `op`, which is an operation of this type.
    fn from_op(op: OpId) -> Self;
}

impl<T: Op> PatternArg for T {
    #[inline]
    fn root() -> PatternRoot {
        PatternRoot::Op(T::DEF.name)
    }
    #[inline]
    fn from_op(op: OpId) -> Self {
        T::from_id(op)
    }
}

impl PatternArg for OpId {
    #[inline]
    fn root() -> PatternRoot {
        PatternRoot::Any
    }
    #[inline]
    fn from_op(op: OpId) -> Self {
        op
    }
}
