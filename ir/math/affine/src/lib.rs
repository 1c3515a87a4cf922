//! Affine expressions, maps and integer sets.
//!
//! An affine expression is built from dimensions `d0, d1, …`, symbols `s0, s1, …` and 64-bit constants with `+`, `*`,
//! `floordiv`, `ceildiv` and `mod`. A map is a list of such expressions over given numbers of dimensions and symbols;
//! an integer set is a conjunction of constraints `expr == 0` and `expr >= 0`.
//!
//! Reading order: `expr` is the expression, whose constructors keep it in upstream's canonical form; `print` prints it;
//! `build` is the interface for a parser; `map` and `set` are the two aggregates; `flatten` converts an expression into
//! coefficient rows, the basis of `simplify`, `bound` and `system` (the emptiness test of sets).
//!
//! Semantics of the operators: `a floordiv b` rounds to minus infinity, `a ceildiv b` to plus infinity, `a mod b` is
//! `a - b * (a floordiv b)` and defined for positive `b` only. *Pure affine*: multiplication, division and modulo by
//! constants only. *Semi-affine*: by symbolic expressions too.
//!
//! No algorithm recurses over an expression: the depth of an expression is not limited by the stack.

mod int;

mod expr;

mod print;

mod build;

mod map;

mod flatten;

mod simplify;

mod bound;

mod set;

mod system;

pub use bound::{BoundKind, InputBounds};
pub use build::{
    ConstantTooLarge, ExprStack, NonAffine, ProductOp, SumOp, constraint_eq, constraint_ge, constraint_le,
};
pub use expr::{AffineExpr, AffineKind, BinaryKind, EvalError, Folded, Input};
pub use flatten::{FlatRow, Flattened, LocalDefinition, LocalVariable, flatten};
pub use map::{AffineMap, PartialFold};
pub use print::{write_expr, write_map_results};
pub use set::{Constraint, IntegerSet};
