//! Calls of the runtime library.

use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::types::{AnyAsync, CoroHandleType, GroupType, PositiveI64, ValueOrToken, ValueType, value_type};

/// Creates a token or a value that is not available yet.
#[op(name = "async.runtime.create", format = "attr-dict `:` type($result)")]
pub struct RuntimeCreateOp {
    #[result]
    result: ValueOrToken,
}

/// Creates an empty group.
#[op(name = "async.runtime.create_group", format = "$size `:` type($result) attr-dict ")]
pub struct RuntimeCreateGroupOp {
    #[operand]
    size: Index,
    #[result]
    result: GroupType,
}

/// Makes a token or a value available.
#[op(name = "async.runtime.set_available", format = "$operand attr-dict `:` type($operand)")]
pub struct RuntimeSetAvailableOp {
    #[operand]
    operand: ValueOrToken,
}

/// Sets a token or a value to the error state.
#[op(name = "async.runtime.set_error", format = "$operand attr-dict `:` type($operand)")]
pub struct RuntimeSetErrorOp {
    #[operand]
    operand: ValueOrToken,
}

/// Whether a token, value or group is in the error state.
#[op(name = "async.runtime.is_error", format = "$operand attr-dict `:` type($operand)")]
pub struct RuntimeIsErrorOp {
    #[operand]
    operand: AnyAsync,
    #[result]
    is_error: I1,
}

/// Blocks the thread until a token, value or group is available.
#[op(name = "async.runtime.await", format = "$operand attr-dict `:` type($operand)")]
pub struct RuntimeAwaitOp {
    #[operand]
    operand: AnyAsync,
}

/// Resumes a coroutine on a thread of the runtime.
#[op(name = "async.runtime.resume", format = "$handle attr-dict")]
pub struct RuntimeResumeOp {
    #[operand]
    handle: CoroHandleType,
}

/// Resumes a coroutine when a token, value or group is available.
#[op(name = "async.runtime.await_and_resume", format = "$operand `,` $handle attr-dict `:` type($operand)")]
pub struct RuntimeAwaitAndResumeOp {
    #[operand]
    operand: AnyAsync,
    #[operand]
    handle: CoroHandleType,
}

/// Parses `<type>`, or the whole type.
fn parse_storage(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let ty = if parser.try_token("<") {
        let value = parser.asm().parse_type()?;
        parser.asm().token(">")?;
        ValueType::get(parser.cx(), value).ty()
    } else {
        parser.asm().parse_type()?
    };
    args[0] = DirectiveArg::Types(vec![ty]);
    Ok(true)
}

fn print_storage(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let storage = op.operands().last().map_or(Type::NONE, ValueRef::ty);
    match value_type(op.cx(), storage) {
        Some(value) => {
            printer.text("<");
            printer.ty(value);
            printer.text(">");
        }
        None => printer.ty(storage),
    }
}

/// Stores a value in the storage of an asynchronous value.
#[op(
    name = "async.runtime.store",
    custom(StorageType = (parse_storage, print_storage)),
    format = "$value `,` $storage attr-dict `:` custom<StorageType>(type($storage))"
)]
pub struct RuntimeStoreOp {
    #[operand(derive(from = "storage", with = value_type, summary = "type of 'value' matches element type of 'storage'"))]
    value: AnyType,
    #[operand]
    storage: ValueType,
}

/// Loads the value from the storage of an asynchronous value.
#[op(
    name = "async.runtime.load",
    custom(StorageType = (parse_storage, print_storage)),
    format = "$storage attr-dict `:` custom<StorageType>(type($storage))"
)]
pub struct RuntimeLoadOp {
    #[operand]
    storage: ValueType,
    #[result(derive(from = "storage", with = value_type, summary = "type of 'value' matches element type of 'storage'"))]
    result: AnyType,
}

/// Adds a token or a value to a group; returns its index in the group.
#[op(name = "async.runtime.add_to_group", format = "$operand `,` $group attr-dict `:` type($operand)")]
pub struct RuntimeAddToGroupOp {
    #[operand]
    operand: ValueOrToken,
    #[operand]
    group: GroupType,
    #[result]
    rank: Index,
}

/// Increments the reference count of an object of the runtime.
#[op(name = "async.runtime.add_ref", format = "$operand attr-dict `:` type($operand)")]
pub struct RuntimeAddRefOp {
    #[operand]
    operand: AnyAsync,
    #[prop]
    count: PositiveI64,
}

/// Decrements the reference count of an object of the runtime, which is freed at zero.
#[op(name = "async.runtime.drop_ref", format = "$operand attr-dict `:` type($operand)")]
pub struct RuntimeDropRefOp {
    #[operand]
    operand: AnyAsync,
    #[prop]
    count: PositiveI64,
}

/// The number of worker threads of the runtime.
#[op(name = "async.runtime.num_worker_threads", format = "attr-dict `:` type($result)")]
pub struct RuntimeNumWorkerThreadsOp {
    #[result]
    result: Index,
}
