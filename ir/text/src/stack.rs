//! Room for deep nesting.
//!
//! Hand-written syntax calls back into the printer for each region, so nesting of the IR is nesting of calls. Every so
//! many levels the work goes on in a thread of its own, while this one waits: depth is bounded by memory.

use std::panic::resume_unwind;
use std::thread;

/// The stack that the caller came with may be small (2 MiB in threads of the standard library), so few levels go there.
const FIRST_LEVELS: usize = 32;
/// Levels for each further thread. A level is a region and the calls that write its operation: in debug builds 5 KB were
/// seen, `STACK_BYTES / LEVELS` leaves 32 KiB.
const LEVELS: usize = 1024;
/// Address space, of which only what is touched is ever backed by memory.
const STACK_BYTES: usize = LEVELS * 32 * 1024;

/// Whether a thread starts at level `depth` of nesting.
pub(crate) fn is_full(depth: usize) -> bool {
    depth == FIRST_LEVELS || depth.is_multiple_of(LEVELS) && depth != 0
}

/// Does `work` on a fresh stack and waits for it.
#[cold]
pub(crate) fn on_fresh_stack(work: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.expect("there is memory for the stack that deep nesting takes");
        if let Err(panic) = thread.join() {
            resume_unwind(panic);
        }
    });
}
