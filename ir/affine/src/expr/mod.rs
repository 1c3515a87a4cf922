//! The affine expression: an immutable value, cheap to clone, equal when structurally equal.
//!
//! Structure: a leaf is stored in the handle, an operation in an `Arc` with cached facts for the constructors (`node`),
//! so building a long sum takes linear time. `construct` has the canonicalizing constructors, `ops` the operator traits
//! on top of them, `walk` the traversals, `query` the queries, `replace` the substitutions and `eval` the semantics on
//! integers.
//!
//! Invariant: every `Binary` expression went through a constructor of `construct`, so it is in canonical form.

mod construct;
mod eval;
mod node;
mod ops;
mod query;
mod replace;
mod walk;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use eval::{EvalError, Folded};
use node::Node;

/// An affine expression in canonical form.
#[derive(Clone)]
pub struct AffineExpr(Repr);

/// The storage of an expression: leaves inline, operations shared.
#[derive(Clone)]
enum Repr {
    Dim(u32),
    Symbol(u32),
    Constant(i64),
    Binary(Arc<Node>),
}

/// The operations of affine expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryKind {
    /// Sum.
    Add,
    /// Product; the right operand is symbolic or constant whenever the expression is affine.
    Mul,
    /// Euclidean remainder, defined for a positive right operand.
    Mod,
    /// Quotient rounded to minus infinity.
    FloorDiv,
    /// Quotient rounded to plus infinity.
    CeilDiv,
}

/// An expression decomposed by one level.
#[derive(Clone, Copy, Debug)]
pub enum AffineKind<'a> {
    /// Dimension `d<n>`.
    Dim(u32),
    /// Symbol `s<n>`.
    Symbol(u32),
    /// An integer.
    Constant(i64),
    /// An operation with its left and right operands.
    Binary(BinaryKind, &'a AffineExpr, &'a AffineExpr),
}

/// An input of a map or set: the leaves that denote a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Dimension with its position.
    Dim(u32),
    /// Symbol with its position.
    Symbol(u32),
}

impl AffineExpr {
    /// The dimension at `position`.
    pub const fn dim(position: u32) -> Self {
        Self(Repr::Dim(position))
    }

    /// The symbol at `position`.
    pub const fn symbol(position: u32) -> Self {
        Self(Repr::Symbol(position))
    }

    /// An integer constant.
    pub const fn constant(value: i64) -> Self {
        Self(Repr::Constant(value))
    }

    /// The canonical form of the operation `kind` on `lhs` and `rhs`.
    pub fn binary(kind: BinaryKind, lhs: &Self, rhs: &Self) -> Self {
        match kind {
            BinaryKind::Add => construct::add(lhs, rhs),
            BinaryKind::Mul => construct::mul(lhs, rhs),
            BinaryKind::Mod => construct::modulo(lhs, rhs),
            BinaryKind::FloorDiv => construct::floor_div(lhs, rhs),
            BinaryKind::CeilDiv => construct::ceil_div(lhs, rhs),
        }
    }

    /// The operation without any simplification; the constructors' last step.
    fn raw(kind: BinaryKind, lhs: Self, rhs: Self) -> Self {
        Self(Repr::Binary(Arc::new(Node::new(kind, lhs, rhs))))
    }

    /// This expression decomposed by one level.
    pub fn kind(&self) -> AffineKind<'_> {
        match &self.0 {
            Repr::Dim(position) => AffineKind::Dim(*position),
            Repr::Symbol(position) => AffineKind::Symbol(*position),
            Repr::Constant(value) => AffineKind::Constant(*value),
            Repr::Binary(node) => AffineKind::Binary(node.kind, &node.lhs, &node.rhs),
        }
    }

    /// The value, when this is a constant.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// let sum = AffineExpr::constant(2) + AffineExpr::constant(3);
    /// assert_eq!(sum.as_constant(), Some(5));
    /// ```
    pub fn as_constant(&self) -> Option<i64> {
        if let Repr::Constant(value) = self.0 { Some(value) } else { None }
    }

    /// The position, when this is a dimension.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// assert_eq!(AffineExpr::dim(1).as_dim(), Some(1));
    /// assert_eq!(AffineExpr::symbol(1).as_dim(), None);
    /// ```
    pub fn as_dim(&self) -> Option<u32> {
        if let Repr::Dim(position) = self.0 { Some(position) } else { None }
    }

    /// The position, when this is a symbol.
    pub fn as_symbol(&self) -> Option<u32> {
        if let Repr::Symbol(position) = self.0 { Some(position) } else { None }
    }

    /// The operands, when this is an operation of the given kind.
    pub fn as_binary(&self, kind: BinaryKind) -> Option<(&Self, &Self)> {
        match &self.0 {
            Repr::Binary(node) if node.kind == kind => Some((&node.lhs, &node.rhs)),
            _ => None,
        }
    }

    /// The input and the constant added to it, possibly 0, if the expression has that form.
    pub fn as_input_plus_constant(&self) -> Option<(Input, i64)> {
        let (input, constant) = match &self.0 {
            Repr::Binary(node) if node.kind == BinaryKind::Add => (&node.lhs, node.rhs.as_constant()?),
            _ => (self, 0),
        };
        let dim = input.as_dim().map(Input::Dim);
        Some((dim.or_else(|| input.as_symbol().map(Input::Symbol))?, constant))
    }

    /// Returns whether both handles share the same storage; equal expressions need not.
    fn is_same_storage(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Binary(a), Repr::Binary(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Equality of everything but the operands: a necessary condition, sufficient for leaves.
    fn is_shallow_equal(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Dim(a), Repr::Dim(b)) | (Repr::Symbol(a), Repr::Symbol(b)) => a == b,
            (Repr::Constant(a), Repr::Constant(b)) => a == b,
            (Repr::Binary(a), Repr::Binary(b)) => a.hash == b.hash && a.kind == b.kind,
            _ => false,
        }
    }
}

impl PartialEq for AffineExpr {
    fn eq(&self, other: &Self) -> bool {
        // Most comparisons end at the root; the list is not allocated for them.
        let mut pending = Vec::new();
        let (mut a, mut b) = (self, other);
        loop {
            if !a.is_same_storage(b) {
                if !a.is_shallow_equal(b) {
                    return false;
                }
                if let (Repr::Binary(a), Repr::Binary(b)) = (&a.0, &b.0) {
                    pending.extend([(&a.rhs, &b.rhs), (&a.lhs, &b.lhs)]);
                }
            }
            match pending.pop() {
                Some(next) => (a, b) = next,
                None => return true,
            }
        }
    }
}

impl Eq for AffineExpr {}

impl PartialEq<i64> for AffineExpr {
    fn eq(&self, other: &i64) -> bool {
        self.as_constant() == Some(*other)
    }
}

impl Hash for AffineExpr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.structural_hash());
    }
}

impl From<i64> for AffineExpr {
    fn from(value: i64) -> Self {
        Self::constant(value)
    }
}

impl From<&AffineExpr> for AffineExpr {
    fn from(expr: &AffineExpr) -> Self {
        expr.clone()
    }
}

impl From<Input> for AffineExpr {
    fn from(input: Input) -> Self {
        match input {
            Input::Dim(position) => Self::dim(position),
            Input::Symbol(position) => Self::symbol(position),
        }
    }
}

/// The same text as `Display`: a tree form would recurse over a long sum.
impl fmt::Debug for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
