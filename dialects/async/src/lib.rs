//! The `async` dialect: work that runs at the same time as what follows it.
//!
//! `types` holds what such work gives, `execute` regions that run on their own and waiting for them, `function` functions
//! that do; `coroutine` and `runtime` are what these are lowered to.

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
    /// Work that runs at the same time as what follows it, and waiting for it.
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
