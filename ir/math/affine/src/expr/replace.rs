//! Substitution: every operation above a replaced leaf is rebuilt by its constructor, the rest remains shared.

use std::convert::Infallible;

use rustc_hash::FxHashMap;

use super::{AffineExpr, AffineKind, BinaryKind};
use crate::map::AffineMap;

impl AffineExpr {
    /// Replaces dimension `i` by `dims[i]` and symbol `i` by `symbols[i]`; inputs beyond the slices are kept.
    pub fn replace_dims_and_symbols(&self, dims: &[AffineExpr], symbols: &[AffineExpr]) -> AffineExpr {
        if dims.is_empty() && symbols.is_empty() {
            return self.clone();
        }
        let leaf = |expr: &AffineExpr| {
            let replacement = match expr.kind() {
                AffineKind::Dim(position) => dims.get(position as usize),
                AffineKind::Symbol(position) => symbols.get(position as usize),
                _ => None,
            };
            Ok::<_, Infallible>(replacement.unwrap_or(expr).clone())
        };
        let Ok(replaced) = self.try_fold_up(leaf, |expr, kind, lhs, rhs| Ok(rebuild(expr, kind, lhs, rhs)));
        replaced
    }

    /// Replaces dimension `i` by `dims[i]`; dimensions beyond the slice are kept.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// let expr = AffineExpr::dim(0) + AffineExpr::dim(1);
    /// let replaced = expr.replace_dims(&[AffineExpr::constant(1), AffineExpr::symbol(0)]);
    /// assert_eq!(replaced, AffineExpr::symbol(0) + 1);
    /// ```
    pub fn replace_dims(&self, dims: &[AffineExpr]) -> AffineExpr {
        self.replace_dims_and_symbols(dims, &[])
    }

    /// Replaces symbol `i` by `symbols[i]`; symbols beyond the slice are kept.
    pub fn replace_symbols(&self, symbols: &[AffineExpr]) -> AffineExpr {
        self.replace_dims_and_symbols(&[], symbols)
    }

    /// Moves the dimensions `offset..n_dims` up by `shift`.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// let shifted = AffineExpr::dim(0).shift_dims(1, 2, 0);
    /// assert_eq!(shifted, AffineExpr::dim(2));
    /// ```
    pub fn shift_dims(&self, n_dims: u32, shift: u32, offset: u32) -> AffineExpr {
        let dims: Vec<_> = (0..n_dims).map(|i| AffineExpr::dim(if i < offset { i } else { i + shift })).collect();
        self.replace_dims(&dims)
    }

    /// Moves the symbols `offset..n_symbols` up by `shift`.
    pub fn shift_symbols(&self, n_symbols: u32, shift: u32, offset: u32) -> AffineExpr {
        let symbols: Vec<_> =
            (0..n_symbols).map(|i| AffineExpr::symbol(if i < offset { i } else { i + shift })).collect();
        self.replace_symbols(&symbols)
    }

    /// Replaces `from`, wherever it occurs as a whole, by `to`.
    pub fn replace(&self, from: &AffineExpr, to: &AffineExpr) -> AffineExpr {
        self.replace_by(|expr| (expr == from).then_some(to))
    }

    /// Replaces every occurrence of a key by its value. An outer occurrence takes precedence over those inside it.
    pub fn replace_all(&self, replacements: &FxHashMap<AffineExpr, AffineExpr>) -> AffineExpr {
        self.replace_by(|expr| replacements.get(expr))
    }

    fn replace_by<'r>(&self, replacement: impl Fn(&AffineExpr) -> Option<&'r AffineExpr>) -> AffineExpr {
        enum Step<'a> {
            Enter(&'a AffineExpr),
            Leave(&'a AffineExpr, BinaryKind),
        }
        let mut pending = vec![Step::Enter(self)];
        let mut done: Vec<AffineExpr> = Vec::new();
        while let Some(step) = pending.pop() {
            match step {
                Step::Enter(expr) => match (replacement(expr), expr.kind()) {
                    (Some(to), _) => done.push(to.clone()),
                    (None, AffineKind::Binary(kind, lhs, rhs)) => {
                        pending.extend([Step::Leave(expr, kind), Step::Enter(rhs), Step::Enter(lhs)]);
                    }
                    (None, _) => done.push(expr.clone()),
                },
                Step::Leave(expr, kind) => {
                    let rhs = done.pop().expect("operands are replaced before their operation");
                    let lhs = done.pop().expect("operands are replaced before their operation");
                    done.push(rebuild(expr, kind, lhs, rhs));
                }
            }
        }
        done.pop().expect("the root leaves its replacement")
    }

    /// Replaces dimension `i` by result `i` of `map`; symbols are kept, so both share them.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, AffineMap};
    /// let map = AffineMap::new(1, 0, [AffineExpr::dim(0) * 2]);
    /// let expr = (AffineExpr::dim(0) + 1).compose(&map);
    /// assert_eq!(expr, AffineExpr::dim(0) * 2 + 1);
    /// ```
    pub fn compose(&self, map: &AffineMap) -> AffineExpr {
        self.replace_dims(map.results())
    }
}

/// `expr` with new operands; itself if they are unchanged.
fn rebuild(expr: &AffineExpr, kind: BinaryKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    match expr.kind() {
        AffineKind::Binary(_, old_lhs, old_rhs) if is_unchanged(&lhs, old_lhs) && is_unchanged(&rhs, old_rhs) => {
            expr.clone()
        }
        _ => AffineExpr::binary(kind, &lhs, &rhs),
    }
}

/// Equality, fast for unchanged subexpressions: these share their storage.
fn is_unchanged(new: &AffineExpr, old: &AffineExpr) -> bool {
    new.is_same_storage(old) || new == old
}
