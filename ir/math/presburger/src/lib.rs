//! Systems of linear constraints over integers.
//!
//! A [`Polyhedron`] is a conjunction of equalities `row == 0` and inequalities `row >= 0` over *dimensions*, *symbols*
//! (parameters) and *local variables* (existentially quantified, such as the quotient of a division). Variables can be
//! associated with values of a program.
//!
//! In reading order: [`Int`] has arbitrary precision; `row` is the arithmetic of one constraint; [`Polyhedron`] has the
//! variables and constraints; `eliminate` eliminates variables (Gauss, Fourier-Motzkin), `histories` many of them;
//! `bounds` computes constant bounds; `division` recognizes the divisions represented by local variables; `emptiness`
//! has a fast proof of integer emptiness, `omega` the exact decision, after `solved` has solved the equalities;
//! `lexmin` finds the lexicographic minimum, `parametric` that for each value of the symbols; `contradiction` decides
//! rational feasibility; `context` simplifies in a context and subtracts; `project` projects exactly; [`Union`] is a
//! union of polyhedra; `points` computes its lexicographic minima, and counts its points; [`hermite`] is the normal
//! form of matrices; `from_maps` converts affine maps and sets to polyhedra, `to_maps` converts in the other direction.
//!
//! Elimination preserves the order of constraints and variables stated at each function: the output of the compiler
//! depends on it.

mod bounds;
mod context;
mod contradiction;
mod division;
mod eliminate;
mod emptiness;
mod from_maps;
mod hermite;
mod histories;
mod int;
mod lexmin;
mod line;
mod omega;
mod parametric;
mod points;
mod polyhedron;
mod project;
mod row;
mod solved;
mod to_maps;
mod union;

pub use bounds::{Bound, DimExtent};
pub use division::Division;
pub use from_maps::{MapBound, Remainders, Side};
pub use hermite::{Hermite, hermite};
pub use int::Int;
pub use lexmin::{LexSimplex, Lexmin, MAX_WORK};
pub use polyhedron::{Kind, Polyhedron};
pub use row::{Row, negated};
pub use to_maps::BoundMaps;
pub use union::Union;
