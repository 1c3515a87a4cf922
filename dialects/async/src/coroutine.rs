//! Coroutines, which regions and functions that run on their own become.

use rmlir::prelude::*;

use crate::types::{CoroHandleType, CoroIdType, CoroStateType};

/// What identifies the coroutine.
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

/// Where a suspended coroutine gives control back.
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

/// Suspends the coroutine: control goes to one block now, to another when it is resumed, to a third when it is destroyed.
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
