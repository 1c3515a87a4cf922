//! RK on graphs: predicates of blocks, and their definitions, one file per stage of the paper.

pub mod augment;
pub mod edges;
pub mod linear;
pub mod predicates;
