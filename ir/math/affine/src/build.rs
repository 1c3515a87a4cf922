//! The interface for a token-driven parser: checked operations with upstream's error texts, and a stack that converts a
//! sequence of operands and operators into an expression without recursion.
//!
//! The parser handles the tokens, the names and the diagnostics about missing tokens; `ExprStack` handles precedence,
//! associativity and parentheses. `L` is the parser's source position.

use std::fmt;

use crate::expr::{AffineExpr, BinaryKind};
use crate::set::Constraint;

/// The operators of lower precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOp {
    /// `+`
    Add,
    /// `-`
    Sub,
}

/// The operators of higher precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductOp {
    /// `*`
    Mul,
    /// `floordiv`
    FloorDiv,
    /// `ceildiv`
    CeilDiv,
    /// `mod`
    Mod,
}

/// An operation whose operands make it non-affine; displays as upstream's message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonAffine(ProductOp);

impl fmt::Display for NonAffine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.0 {
            ProductOp::Mul => {
                return f.write_str(
                    "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
                );
            }
            ProductOp::FloorDiv => "floordiv",
            ProductOp::CeilDiv => "ceildiv",
            ProductOp::Mod => "mod",
        };
        write!(f, "non-affine expression: right operand of {name} has to be either a constant or symbolic")
    }
}

impl std::error::Error for NonAffine {}

/// An integer literal beyond the signed 64-bit range; displays as upstream's message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstantTooLarge;

impl fmt::Display for ConstantTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("constant too large for index")
    }
}

impl std::error::Error for ConstantTooLarge {}

impl AffineExpr {
    /// The constant of an unsigned literal; `None` is a literal of more than 64 bits.
    pub fn from_literal(value: Option<u64>) -> Result<AffineExpr, ConstantTooLarge> {
        value.and_then(|value| i64::try_from(value).ok()).map(AffineExpr::constant).ok_or(ConstantTooLarge)
    }

    /// The product, quotient or remainder, if its operands allow it.
    pub fn checked_product(op: ProductOp, lhs: &AffineExpr, rhs: &AffineExpr) -> Result<AffineExpr, NonAffine> {
        let is_affine = rhs.is_symbolic_or_constant() || (op == ProductOp::Mul && lhs.is_symbolic_or_constant());
        if !is_affine {
            return Err(NonAffine(op));
        }
        let kind = match op {
            ProductOp::Mul => BinaryKind::Mul,
            ProductOp::FloorDiv => BinaryKind::FloorDiv,
            ProductOp::CeilDiv => BinaryKind::CeilDiv,
            ProductOp::Mod => BinaryKind::Mod,
        };
        Ok(AffineExpr::binary(kind, lhs, rhs))
    }

    /// The sum or difference.
    pub fn sum(op: SumOp, lhs: &AffineExpr, rhs: &AffineExpr) -> AffineExpr {
        match op {
            SumOp::Add => lhs + rhs,
            SumOp::Sub => lhs - rhs,
        }
    }
}

/// The constraint `lhs >= rhs`, normalized to a comparison with zero.
pub fn constraint_ge(lhs: &AffineExpr, rhs: &AffineExpr) -> Constraint {
    Constraint { expr: lhs - rhs, is_eq: false }
}

/// The constraint `lhs <= rhs`, normalized to a comparison with zero.
pub fn constraint_le(lhs: &AffineExpr, rhs: &AffineExpr) -> Constraint {
    constraint_ge(rhs, lhs)
}

/// The constraint `lhs == rhs`, normalized to a comparison with zero.
pub fn constraint_eq(lhs: &AffineExpr, rhs: &AffineExpr) -> Constraint {
    Constraint { expr: lhs - rhs, is_eq: true }
}

/// An operator or parenthesis that is pending until its right operand or closing parenthesis.
#[derive(Debug)]
enum Waiting<L> {
    Sum(AffineExpr, SumOp),
    Product(AffineExpr, ProductOp, L),
    Negation,
    Parenthesis,
}

/// Builds an expression from its tokens in text order, to any nesting depth.
///
/// The caller alternates: where an operand is expected, `negate` and `open` any number of times, then `operand`; after
/// an operand, `sum_op` or `product_op`, or `close`, or `finish`. `open_depth` determines whether a `)` belongs to the
/// expression.
#[derive(Debug)]
pub struct ExprStack<L> {
    waiting: Vec<Waiting<L>>,
    /// The operand just completed; `None` where one is expected.
    current: Option<AffineExpr>,
    n_open: usize,
}

impl<L> Default for ExprStack<L> {
    fn default() -> Self {
        Self { waiting: Vec::new(), current: None, n_open: 0 }
    }
}

impl<L> ExprStack<L> {
    /// An empty stack, where an operand is expected.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns whether the next token has to begin an operand.
    pub fn is_operand_due(&self) -> bool {
        self.current.is_none()
    }

    /// Returns whether the expected operand is the right one of an operator at the innermost level: a missing one is
    /// then reported as a missing right operand.
    pub fn has_left_operand(&self) -> bool {
        self.waiting
            .iter()
            .rev()
            .find(|waiting| !matches!(waiting, Waiting::Negation))
            .is_some_and(|waiting| matches!(waiting, Waiting::Sum(..) | Waiting::Product(..)))
    }

    /// Returns whether the innermost pending entry is a negation.
    pub fn is_negation_open(&self) -> bool {
        matches!(self.waiting.last(), Some(Waiting::Negation))
    }

    /// The number of pending negations: after an error upstream reports each of them as well, with "missing operand of
    /// negation".
    pub fn n_open_negations(&self) -> usize {
        self.waiting.iter().filter(|waiting| matches!(waiting, Waiting::Negation)).count()
    }

    /// The number of open parentheses.
    pub fn open_depth(&self) -> usize {
        self.n_open
    }

    /// Handles a `-` where an operand is expected.
    pub fn negate(&mut self) {
        self.waiting.push(Waiting::Negation);
    }

    /// Handles a `(` where an operand is expected.
    pub fn open(&mut self) {
        self.waiting.push(Waiting::Parenthesis);
        self.n_open += 1;
    }

    /// Handles an identifier or literal.
    pub fn operand(&mut self, expr: AffineExpr) {
        self.current = Some(self.apply_negations(expr));
    }

    /// Handles a `+` or binary `-` after an operand.
    pub fn sum_op(&mut self, op: SumOp) -> Result<(), (NonAffine, L)> {
        let lhs = self.reduce()?;
        self.waiting.push(Waiting::Sum(lhs, op));
        Ok(())
    }

    /// Handles a `*`, `floordiv`, `ceildiv` or `mod` at `at` after an operand. An error of the preceding product is
    /// reported at `at`, as in upstream; that of the last product in a row at its own operator.
    pub fn product_op(&mut self, op: ProductOp, at: L) -> Result<(), (NonAffine, L)> {
        let current = self.take_current();
        let lhs = match self.waiting.pop() {
            Some(Waiting::Product(lhs, before, _)) => match AffineExpr::checked_product(before, &lhs, &current) {
                Ok(product) => product,
                Err(error) => return Err((error, at)),
            },
            other => {
                self.waiting.extend(other);
                current
            }
        };
        self.waiting.push(Waiting::Product(lhs, op, at));
        Ok(())
    }

    /// Handles a `)` that closes an open parenthesis of this expression.
    pub fn close(&mut self) -> Result<(), (NonAffine, L)> {
        let inner = self.reduce()?;
        let opened = self.waiting.pop();
        debug_assert!(matches!(opened, Some(Waiting::Parenthesis)), "a parenthesis is closed only when one is open");
        self.n_open = self.n_open.saturating_sub(1);
        self.operand(inner);
        Ok(())
    }

    /// The whole expression, once every parenthesis is closed.
    pub fn finish(mut self) -> Result<AffineExpr, (NonAffine, L)> {
        debug_assert!(self.n_open == 0, "an expression ends with its parentheses closed");
        self.reduce()
    }

    fn take_current(&mut self) -> AffineExpr {
        self.current.take().expect("an operator follows an operand")
    }

    /// Completes all pending entries at the innermost level.
    fn reduce(&mut self) -> Result<AffineExpr, (NonAffine, L)> {
        let mut value = self.take_current();
        loop {
            value = match self.waiting.pop() {
                Some(Waiting::Product(lhs, op, at)) => {
                    AffineExpr::checked_product(op, &lhs, &value).map_err(|error| (error, at))?
                }
                Some(Waiting::Sum(lhs, op)) => AffineExpr::sum(op, &lhs, &value),
                other => {
                    self.waiting.extend(other);
                    return Ok(value);
                }
            };
        }
    }

    /// Negations bind tighter than any operator and apply to the operand they precede.
    fn apply_negations(&mut self, expr: AffineExpr) -> AffineExpr {
        let mut expr = expr;
        while self.is_negation_open() {
            self.waiting.pop();
            expr = -expr;
        }
        expr
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(position: u32) -> AffineExpr {
        AffineExpr::dim(position)
    }

    #[test]
    fn precedence_negation_and_parentheses() {
        // d0 - -(d1 + 1) * 2
        let mut stack = ExprStack::new();
        stack.operand(d(0));
        stack.sum_op(SumOp::Sub).unwrap();
        assert!(stack.has_left_operand());
        stack.negate();
        stack.open();
        assert!(!stack.has_left_operand());
        stack.operand(d(1));
        stack.sum_op(SumOp::Add).unwrap();
        stack.operand(AffineExpr::constant(1));
        stack.close().unwrap();
        stack.product_op(ProductOp::Mul, 7).unwrap();
        stack.operand(AffineExpr::constant(2));
        assert_eq!(stack.finish().unwrap(), d(0) - (-(d(1) + 1)) * 2);
    }

    #[test]
    fn a_failing_product_is_reported_at_the_next_operator_of_the_row() {
        let mut stack = ExprStack::new();
        stack.operand(d(0));
        stack.product_op(ProductOp::Mul, 1).unwrap();
        stack.operand(d(1));
        let (error, at) = stack.product_op(ProductOp::Mod, 2).unwrap_err();
        assert_eq!(at, 2);
        assert_eq!(
            error.to_string(),
            "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"
        );
    }

    #[test]
    fn the_last_product_is_reported_at_its_own_operator() {
        let mut stack = ExprStack::new();
        stack.operand(d(0));
        stack.product_op(ProductOp::FloorDiv, 1).unwrap();
        stack.operand(d(1));
        let (error, at) = stack.finish().unwrap_err();
        assert_eq!(at, 1);
        assert_eq!(
            error.to_string(),
            "non-affine expression: right operand of floordiv has to be either a constant or symbolic"
        );
    }

    #[test]
    fn literals_are_signed_64_bit() {
        assert_eq!(AffineExpr::from_literal(Some(5)), Ok(AffineExpr::constant(5)));
        assert_eq!(AffineExpr::from_literal(Some(1 << 63)), Err(ConstantTooLarge));
        assert_eq!(AffineExpr::from_literal(None).unwrap_err().to_string(), "constant too large for index");
    }
}
