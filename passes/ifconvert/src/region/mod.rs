//! If-conversion of regions: graphs of them, the selection of blocks, and code generation.

pub mod cost;
pub mod cut_out;
pub mod emit;
pub mod excluded;
pub mod hyperblock;
pub mod level;
pub mod parts;
pub mod structured;
pub mod tail_duplication;
