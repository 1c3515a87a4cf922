//! Rewrite patterns and sets of them. The drivers live in `ir/rewrite`.

use crate::arena::OpId;
use crate::builder::Op;
use crate::name::OpName;
use crate::opdef::OpDef;
use crate::rewriter::Rewriter;

/// What a pattern did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Match {
    /// It rewrote.
    Yes,
    /// It did not apply; nothing was changed.
    No,
}

/// What a pattern is rooted at.
#[derive(Clone, Copy, Debug)]
pub enum PatternRoot {
    /// Operations of this full name.
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
    /// What it is rooted at.
    pub root: PatternRoot,
    /// Tried before patterns with a smaller benefit. 1 is normal.
    pub benefit: u16,
    /// A name for debug output.
    pub name: &'static str,
    /// If given, it applies only where an operation of this full name makes an operand. Drivers need not try it elsewhere.
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

    /// A pattern of benefit 1 whose function takes a typed handle, which says
    /// what it is rooted at.
    pub fn of<T: PatternArg>(
        name: &'static str,
        apply: impl Fn(T, &mut Rewriter) -> Match + Send + Sync + 'static,
    ) -> Self {
        Self::rooted(T::root(), name, move |rw, op| apply(T::from_op(op), rw))
    }

    /// The same with another benefit.
    #[inline]
    pub fn benefit(mut self, benefit: u16) -> Self {
        self.benefit = benefit;
        self
    }

    /// The same, which is said to apply only where an operation called `name` makes an operand.
    #[inline]
    pub fn operand_of(mut self, name: &'static str) -> Self {
        self.operand_of = Some(name);
        self
    }

    /// Whether it may apply to operations called `name`.
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

/// What the function of a pattern can take: an operation's typed handle, or an
/// [`OpId`] for any operation.
#[diagnostic::on_unimplemented(message = "a pattern takes an operation, and `{Self}` is none")]
pub trait PatternArg: Copy + 'static {
    /// What a pattern that takes it is rooted at.
    fn root() -> PatternRoot;
    /// The argument for `op`, which is of the right kind.
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
