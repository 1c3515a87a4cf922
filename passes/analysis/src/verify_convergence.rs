//! Verification of the rules of convergence control tokens.

use rmlir::analysis::uniformity::{convergence, source};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// Check the static rules of convergence control tokens.
///
/// A function uses tokens for all convergent operations or for none; a token dominates its uses, and the uses of tokens
/// are nested in the reverse order of their definitions; a token enters a cycle by one loop operation in the header.
#[pass(name = "verify-convergence", title = "VerifyConvergencePass")]
pub struct VerifyConvergence;

impl Pass for VerifyConvergence {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let errors: Vec<Diagnostic> = source::functions(cx.op()).into_iter().flat_map(convergence::verify).collect();
        match errors.is_empty() {
            true => Ok(()),
            false => {
                errors.into_iter().for_each(|error| cx.emit(error));
                cx.signal_failure()
            }
        }
    }
}
