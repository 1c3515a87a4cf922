//! What operations mean, one module for each dialect or for what several have in common.

mod arith;
mod arm;
mod control;
mod llvm;
mod math;
mod memory;
mod refinement;
mod tensor;
mod vector;
