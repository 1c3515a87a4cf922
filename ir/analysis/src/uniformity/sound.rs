//! todo
use super::Context;
use super::result::Uniformity;
/// x
pub fn analyze(context: Context) -> Uniformity { super::llvm::analyze(context) }
