//! Dependences between the instances of statements: `dependences` by memory, `values` by value, `together` pairs of a
//! dependence, dimension by dimension; `expansion` is array expansion.

pub mod dependences;
pub mod expansion;
pub(crate) mod together;
pub mod values;
