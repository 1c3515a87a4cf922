//! Passes that end an execution, as upstream's tests of the pass manager have them.

use rmlir::pass::{PassCx, PassFailed, PassResult};
use rmlir::prelude::*;

/// Test a pass in the pass manager that always fails
#[pass(name = "test-pass-failure", title = "TestFailurePass")]
pub fn test_pass_failure(_: &mut PassCx) -> PassResult {
    Err(PassFailed(None))
}

/// Test a pass in the pass manager that always crashes
#[pass(name = "test-pass-crash", title = "TestCrashRecoveryPass")]
pub fn test_pass_crash(_: &mut PassCx) -> PassResult {
    panic!("a test pass that always crashes was run")
}
