//! Toy: a small language of tensors, from its grammar to machine code, in the chapters of MLIR's public tutorial.
//!
//! Each module is a chapter and says what it teaches; `README.md` is their index. [`compile`] puts them together,
//! [`register`] adds the dialect and its passes to the tools of rmlir.

// Required by the code that pest derives, which is generated without its `std` feature.
extern crate alloc;

pub mod ch1_language;
pub mod ch2_dialect;
pub mod ch3_canonicalize;
pub mod ch4_inline;
pub mod ch4_shapes;
pub mod ch5_affine;
pub mod ch6_llvm;
pub mod ch7_structs;
mod driver;

pub use driver::{Emit, compile, main, session};

/// Adds the dialect `toy` and its passes to a registry.
pub fn register(registry: &mut rmlir::Registry) {
    registry.register::<ch2_dialect::Toy>();
}
