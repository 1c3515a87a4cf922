//! Constructs on variables.

use rmlir::prelude::*;

use crate::attrs::PointerLike;

/// Makes writes of this thread visible to other threads, and their writes to this thread.
#[op(name = "omp.flush", eval = rmlir::interp::eval::nothing, format = "(`(` $varList^ `:` type($varList) `)`)? attr-dict")]
pub struct FlushOp {
    #[operand]
    varList: Vec<AnyType>,
}

/// The address of this thread's copy of a global variable.
#[op(name = "omp.threadprivate", eval = rmlir::interp::eval::thread_memory, format = "$sym_addr `:` type($sym_addr) `->` type($tls_addr) attr-dict")]
pub struct ThreadprivateOp {
    #[operand]
    sym_addr: PointerLike,
    #[result]
    tls_addr: PointerLike,
}
