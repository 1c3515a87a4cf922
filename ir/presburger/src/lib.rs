//! Systems of linear constraints over integers.
//!
//! A [`Polyhedron`] is a conjunction of equalities `row == 0` and inequalities `row >= 0` over *dimensions*, *symbols*
//! (parameters) and *locals* (existentially quantified, such as the quotient of a division). Variables can stand for
//! something, such as a value of a program.
//!
//! In reading order: [`Int`] never overflows; `row` is the arithmetic of one constraint; [`Polyhedron`] holds the
//! variables and constraints; `eliminate` removes variables (Gauss, Fourier and Motzkin), `histories` many of them;
//! `bounds` reads constants off; `division` recognizes what locals stand for; `emptiness` has a quick proof that a system
//! has no integer point, `omega` the exact decision, once `solved` has taken equalities out; `lexmin` finds the smallest
//! one, `parametric` that for each value of the symbols; `contradiction` asks it whether there are rational points; `context` tells what is implied and subtracts; `project` takes coordinates away exactly; [`Union`] is a set of several systems;
//! `points` has its least points, and counts them; [`hermite`] is the normal form of matrices; `from_maps` makes systems of
//! affine maps and sets, `to_maps` reads maps off systems.
//!
//! Elimination keeps the order of constraints and variables stated at each function: what a compiler prints depends on
//! it.

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
