//! The storage of expressions: leaves inline, operations shared, with cached facts about the whole expression.
//!
//! Every constructor queries whether its operands are symbolic, their divisors and their equality; with these cached in
//! the node each query takes constant time, without an interner.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::int::gcd;

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

    /// The operation without any simplification; the constructors' last step.
    pub(super) fn raw(kind: BinaryKind, lhs: Self, rhs: Self) -> Self {
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
    pub(super) fn is_same_storage(&self, other: &Self) -> bool {
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

/// An operation with its cached facts.
struct Node {
    kind: BinaryKind,
    lhs: AffineExpr,
    rhs: AffineExpr,
    /// Hash of the structure: equal expressions have equal hashes.
    hash: u64,
    /// See [`AffineExpr::largest_known_divisor`].
    divisor: i64,
    /// The greatest dimension used plus one, 0 without any.
    n_dims: u32,
    /// The greatest symbol used plus one, 0 without any.
    n_symbols: u32,
    /// See [`AffineExpr::is_pure_affine`].
    is_pure: bool,
}

impl Node {
    fn new(kind: BinaryKind, lhs: AffineExpr, rhs: AffineExpr) -> Self {
        Self {
            hash: hash_of(kind, &lhs, &rhs),
            divisor: divisor_of(kind, &lhs, &rhs),
            n_dims: lhs.n_dims_used().max(rhs.n_dims_used()),
            n_symbols: lhs.n_symbols_used().max(rhs.n_symbols_used()),
            is_pure: is_pure(kind, &lhs, &rhs),
            kind,
            lhs,
            rhs,
        }
    }

    /// Moves the operands out, so that dropping this node does not drop them recursively.
    fn take_operands(&mut self) -> [AffineExpr; 2] {
        let placeholder = || AffineExpr::constant(0);
        [std::mem::replace(&mut self.lhs, placeholder()), std::mem::replace(&mut self.rhs, placeholder())]
    }
}

/// Frees the expression with an explicit stack: the default implementation recurses once per level.
impl Drop for Node {
    fn drop(&mut self) {
        if !self.lhs.is_binary() && !self.rhs.is_binary() {
            return;
        }
        let mut pending: Vec<AffineExpr> = self.take_operands().into();
        while let Some(expr) = pending.pop() {
            if let Repr::Binary(shared) = expr.0
                && let Some(mut node) = Arc::into_inner(shared)
            {
                pending.extend(node.take_operands());
            }
        }
    }
}

impl AffineExpr {
    fn is_binary(&self) -> bool {
        matches!(self.0, Repr::Binary(_))
    }

    /// The greatest dimension used plus one, 0 if there is none.
    pub fn n_dims_used(&self) -> u32 {
        match &self.0 {
            Repr::Dim(position) => position.saturating_add(1),
            Repr::Symbol(_) | Repr::Constant(_) => 0,
            Repr::Binary(node) => node.n_dims,
        }
    }

    /// The greatest symbol used plus one, 0 if there is none.
    pub fn n_symbols_used(&self) -> u32 {
        match &self.0 {
            Repr::Symbol(position) => position.saturating_add(1),
            Repr::Dim(_) | Repr::Constant(_) => 0,
            Repr::Binary(node) => node.n_symbols,
        }
    }

    /// Returns whether no dimension occurs: only symbols and constants.
    pub fn is_symbolic_or_constant(&self) -> bool {
        self.n_dims_used() == 0
    }

    /// Returns whether multiplication, division and modulo are by constants only.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// assert!((AffineExpr::dim(0) % 4).is_pure_affine());
    /// assert!(!(AffineExpr::dim(0) % AffineExpr::symbol(0)).is_pure_affine());
    /// ```
    pub fn is_pure_affine(&self) -> bool {
        if let Repr::Binary(node) = &self.0 { node.is_pure } else { true }
    }

    /// The greatest positive integer known to divide the value for all inputs; 0 for the constant 0.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// let expr = AffineExpr::dim(0) * 6 + AffineExpr::symbol(0) * 4;
    /// assert_eq!(expr.largest_known_divisor(), 2);
    /// ```
    pub fn largest_known_divisor(&self) -> i64 {
        match &self.0 {
            Repr::Dim(_) | Repr::Symbol(_) => 1,
            Repr::Constant(value) => value.wrapping_abs(),
            Repr::Binary(node) => node.divisor,
        }
    }

    /// A hash of the structure, the same in every process.
    pub(super) fn structural_hash(&self) -> u64 {
        match &self.0 {
            Repr::Dim(position) => hash_words([1, u64::from(*position), 0]),
            Repr::Symbol(position) => hash_words([2, u64::from(*position), 0]),
            Repr::Constant(value) => hash_words([3, *value as u64, 0]),
            Repr::Binary(node) => node.hash,
        }
    }
}

fn hash_of(kind: BinaryKind, lhs: &AffineExpr, rhs: &AffineExpr) -> u64 {
    hash_words([4 + kind as u64, lhs.structural_hash(), rhs.structural_hash()])
}

fn hash_words(words: [u64; 3]) -> u64 {
    let mut hasher = FxHasher::default();
    for word in words {
        hasher.write_u64(word);
    }
    hasher.finish()
}

fn is_pure(kind: BinaryKind, lhs: &AffineExpr, rhs: &AffineExpr) -> bool {
    let by_constant = match kind {
        BinaryKind::Add => true,
        BinaryKind::Mul => lhs.as_constant().is_some() || rhs.as_constant().is_some(),
        BinaryKind::Mod | BinaryKind::FloorDiv | BinaryKind::CeilDiv => rhs.as_constant().is_some(),
    };
    by_constant && lhs.is_pure_affine() && rhs.is_pure_affine()
}

fn divisor_of(kind: BinaryKind, lhs: &AffineExpr, rhs: &AffineExpr) -> i64 {
    let (left, right) = (lhs.largest_known_divisor(), rhs.largest_known_divisor());
    match kind {
        BinaryKind::Add | BinaryKind::Mod => gcd(left as u64, right as u64) as i64,
        BinaryKind::Mul => left.wrapping_mul(right),
        BinaryKind::FloorDiv | BinaryKind::CeilDiv => match rhs.as_constant() {
            Some(by) if by != 0 && left.wrapping_rem(by) == 0 => left.wrapping_div(by).wrapping_abs(),
            _ => 1,
        },
    }
}
