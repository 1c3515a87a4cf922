//! Affine expressions, maps and integer sets.
//!
//! An affine expression is built from dimensions `d0, d1, …`, symbols `s0, s1, …` and 64-bit constants with `+`, `*`,
//! `floordiv`, `ceildiv` and `mod`. A map is a list of such expressions over given numbers of dimensions and symbols; an
//! integer set is a conjunction of constraints `expr == 0` and `expr >= 0`.
//!
//! Reading order: `expr` is the value everything else is made of, its constructors keep it in upstream's canonical form;
//! `print` writes it; `build` is what a parser calls; `map` and `set` are the two aggregates; `flatten` turns an
//! expression into coefficient rows, on which `simplify`, `bound` and `system` (the emptiness test of sets) rest.
//!
//! Meaning of the operators: `a floordiv b` rounds to minus infinity, `a ceildiv b` to plus infinity, `a mod b` is
//! `a - b * (a floordiv b)` and defined for positive `b` only. *Pure affine*: multiplication, division and modulo by
//! constants only. *Semi-affine*: by symbolic expressions too.
//!
//! Nothing here recurses over an expression: a sum of a million terms is as safe as `d0`.

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
