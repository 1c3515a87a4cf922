//! The `async` dialect: asynchronous execution.
//!
//! `types` holds the types of asynchronous values, `execute` asynchronous regions and waiting for them, `function`
//! asynchronous functions; these are lowered to the operations in `coroutine` and `runtime`.

mod coroutine;
mod execute;
mod function;
mod runtime;
mod types;

use rmlir::prelude::*;

pub use self::coroutine::*;
pub use self::execute::*;
pub use self::function::{CallOp, FuncOp, ReturnOp};
pub use self::runtime::*;
pub use self::types::*;

dialect! {
    /// Asynchronous execution: regions and functions that are executed concurrently, and waiting for their results.
    pub Async = "async" {
        types: [CoroHandleType, CoroIdType, CoroStateType, GroupType, TokenType, ValueType],
        ops: [
            AddToGroupOp, AwaitAllOp, AwaitOp, CallOp, CoroBeginOp, CoroEndOp, CoroFreeOp, CoroIdOp, CoroSaveOp,
            CoroSuspendOp, CreateGroupOp, ExecuteOp, FuncOp, ReturnOp, RuntimeAddRefOp, RuntimeAddToGroupOp,
            RuntimeAwaitAndResumeOp, RuntimeAwaitOp, RuntimeCreateGroupOp, RuntimeCreateOp, RuntimeDropRefOp,
            RuntimeIsErrorOp, RuntimeLoadOp, RuntimeNumWorkerThreadsOp, RuntimeResumeOp, RuntimeSetAvailableOp,
            RuntimeSetErrorOp, RuntimeStoreOp, YieldOp,
        ],
    }
}
