//! Stack space for deep nesting.
//!
//! Hand-written formats call back into the printer for each region, so nesting of the IR is nesting of calls. Every
//! [`LEVELS`] levels the work continues on a new thread, while the current one waits: depth is limited by memory.

use std::panic::resume_unwind;
use std::thread;

/// The stack of the caller may be small (2 MiB in threads of the standard library), so few levels use it.
const FIRST_LEVELS: usize = 32;
/// The number of levels for each further thread. A level is a region and the calls that print its operation: 5 KB were
/// measured in debug builds, `STACK_BYTES / LEVELS` provides 32 KiB.
const LEVELS: usize = 1024;
/// The size of the address range, of which only touched pages are backed by memory.
const STACK_BYTES: usize = LEVELS * 32 * 1024;

/// Returns whether a new thread starts at nesting level `depth`.
pub(crate) fn is_full(depth: usize) -> bool {
    depth == FIRST_LEVELS || depth.is_multiple_of(LEVELS) && depth != 0
}

/// Calls `work` on a new stack and waits for it. Where there are no threads, the one stack is all there is.
#[cold]
pub(crate) fn on_fresh_stack(work: impl FnOnce() + Send) {
    if cfg!(target_family = "wasm") {
        return work();
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.expect("there is memory for the stack that deep nesting takes");
        if let Err(panic) = thread.join() {
            resume_unwind(panic);
        }
    });
}
