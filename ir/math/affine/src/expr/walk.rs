//! Traversals with an explicit stack: operands before their operation, left before right.

use std::ops::ControlFlow;

use super::{AffineExpr, AffineKind, BinaryKind};

/// A work item of a post-order traversal.
enum Step<'a> {
    /// Visit the operands first.
    Enter(&'a AffineExpr),
    /// The operands have been visited.
    Leave(&'a AffineExpr),
}

/// Iterator over an expression and its subexpressions in post-order.
pub(crate) struct PostOrder<'a> {
    pending: Vec<Step<'a>>,
}

impl<'a> Iterator for PostOrder<'a> {
    type Item = &'a AffineExpr;

    fn next(&mut self) -> Option<&'a AffineExpr> {
        loop {
            match self.pending.pop()? {
                Step::Leave(expr) => return Some(expr),
                Step::Enter(expr) => match expr.kind() {
                    AffineKind::Binary(_, lhs, rhs) => {
                        self.pending.extend([Step::Leave(expr), Step::Enter(rhs), Step::Enter(lhs)]);
                    }
                    _ => return Some(expr),
                },
            }
        }
    }
}

impl AffineExpr {
    /// This expression and its subexpressions, operands first.
    pub(crate) fn post_order(&self) -> PostOrder<'_> {
        PostOrder { pending: vec![Step::Enter(self)] }
    }

    /// Calls `visit` on this expression and its subexpressions, operands first.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// let mut n_dims = 0;
    /// (AffineExpr::dim(0) + AffineExpr::dim(1) * 2).walk(|part| n_dims += usize::from(part.as_dim().is_some()));
    /// assert_eq!(n_dims, 2);
    /// ```
    pub fn walk(&self, visit: impl FnMut(&AffineExpr)) {
        self.post_order().for_each(visit);
    }

    /// Like [`AffineExpr::walk`], until `visit` breaks.
    pub fn try_walk<B>(&self, visit: impl FnMut(&AffineExpr) -> ControlFlow<B>) -> ControlFlow<B> {
        self.post_order().try_for_each(visit)
    }

    /// Evaluates bottom-up: `leaf` returns the value of a leaf, `combine` that of an operation from the values of its
    /// operands. The first error ends the traversal.
    pub(crate) fn try_fold_up<T, E>(
        &self,
        mut leaf: impl FnMut(&AffineExpr) -> Result<T, E>,
        mut combine: impl FnMut(&AffineExpr, BinaryKind, T, T) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut values = Vec::new();
        for expr in self.post_order() {
            let AffineKind::Binary(kind, ..) = expr.kind() else {
                values.push(leaf(expr)?);
                continue;
            };
            let rhs = values.pop().expect("post order visits the right operand first");
            let lhs = values.pop().expect("post order visits the left operand first");
            values.push(combine(expr, kind, lhs, rhs)?);
        }
        Ok(values.pop().expect("the root leaves its value"))
    }
}
