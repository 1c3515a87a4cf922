//! The semantics of operations, one module for each dialect or for common properties of several.

mod arith;
mod arm;
mod control;
mod llvm;
mod math;
mod memory;
mod refinement;
mod tensor;
mod vector;
