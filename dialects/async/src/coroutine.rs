//! Coroutines, to which asynchronous regions and functions are lowered.

use rmlir::prelude::*;

use crate::types::{CoroHandleType, CoroIdType, CoroStateType};

/// Creates the id of a coroutine.
#[op(name = "async.coro.id", format = "attr-dict")]
pub struct CoroIdOp {
    #[result]
    id: CoroIdType,
}

/// Allocates the frame of a coroutine.
#[op(name = "async.coro.begin", format = "$id attr-dict")]
pub struct CoroBeginOp {
    #[operand]
    id: CoroIdType,
    #[result]
    handle: CoroHandleType,
}

/// Frees the frame of a coroutine.
#[op(name = "async.coro.free", format = "$id `,` $handle attr-dict")]
pub struct CoroFreeOp {
    #[operand]
    id: CoroIdType,
    #[operand]
    handle: CoroHandleType,
}

/// Marks the end of a coroutine, where control returns to the caller.
#[op(name = "async.coro.end", format = "$handle attr-dict")]
pub struct CoroEndOp {
    #[operand]
    handle: CoroHandleType,
}

/// Saves the state of a coroutine.
#[op(name = "async.coro.save", format = "$handle attr-dict")]
pub struct CoroSaveOp {
    #[operand]
    handle: CoroHandleType,
    #[result]
    state: CoroStateType,
}

/// Suspends the coroutine: the successors are the block to which control passes on suspension, on
/// resumption, and on destruction.
#[op(
    name = "async.coro.suspend",
    traits(Terminator),
    format = "$state `,` $suspendDest `,` $resumeDest  `,` $cleanupDest attr-dict"
)]
pub struct CoroSuspendOp {
    #[operand]
    state: CoroStateType,
    #[successor]
    suspendDest: AnySuccessor,
    #[successor]
    resumeDest: AnySuccessor,
    #[successor]
    cleanupDest: AnySuccessor,
}
