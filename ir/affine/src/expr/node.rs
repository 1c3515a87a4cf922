//! Storage of an operation, with cached facts about the whole expression.
//!
//! Every constructor queries whether its operands are symbolic, their divisors and their equality; with these cached in
//! the node each query takes constant time, without an interner.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::{AffineExpr, BinaryKind, Repr};
use crate::int::gcd;

/// An operation with its cached facts.
pub(super) struct Node {
    pub(super) kind: BinaryKind,
    pub(super) lhs: AffineExpr,
    pub(super) rhs: AffineExpr,
    /// Hash of the structure: equal expressions have equal hashes.
    pub(super) hash: u64,
    /// See [`AffineExpr::largest_known_divisor`].
    pub(super) divisor: i64,
    /// The greatest dimension used plus one, 0 without any.
    pub(super) n_dims: u32,
    /// The greatest symbol used plus one, 0 without any.
    pub(super) n_symbols: u32,
    /// See [`AffineExpr::is_pure_affine`].
    pub(super) is_pure: bool,
}

impl Node {
    pub(super) fn new(kind: BinaryKind, lhs: AffineExpr, rhs: AffineExpr) -> Self {
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
