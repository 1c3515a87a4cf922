//! A few operations for tests, with the names and the folders of upstream's (so that the dump can be compared by
//! `mlir-opt`), and a dump.
#![allow(dead_code, unused_imports)] // Each test uses a part.

mod defs;
mod dump;
pub mod lower;
pub mod random;

pub use defs::*;
pub use dump::dump;
use rmlir_core::{BlockId, Body, Context, DialectRegistry, Loc, OpId, OpState, Type, Value};

/// A context with the test dialects.
pub fn context() -> Context {
    let mut registry = DialectRegistry::default();
    [&BUILTIN, &FUNC, &ARITH, &CF, &SCF, &LLVM].into_iter().for_each(|dialect| registry.add(dialect));
    let cx = Context::new(registry);
    cx.allow_unregistered(true);
    cx
}

/// A function body with arguments of these types and an entry block.
pub fn function<'c>(cx: &'c Context, args: &[Type], results: &[Type]) -> (Body<'c>, BlockId) {
    let mut body = Body::new(cx, cx.op_name("func.func"), Loc::UNKNOWN, 1);
    body.become_op(cx.op_name("func.func"), &[cx.str_attr("f"), cx.type_attr(cx.function_type(args, results))]);
    let entry = body.create_block(args, &[]);
    let region = body.region(body.root(), 0);
    body.append_block(region, entry);
    (body, entry)
}

/// Appends an operation to `block`.
pub fn append(body: &mut Body, block: BlockId, state: OpState) -> OpId {
    let op = body.create_op(state);
    body.append_op(block, op);
    op
}

/// Appends `arith.constant` to `block`.
pub fn constant(body: &mut Body, block: BlockId, ty: Type, value: i64) -> Value {
    let value = body.cx().int_attr(ty, value);
    let state = OpState::named(body.cx(), "arith.constant").results(&[ty]).attr(body.cx(), "value", value);
    let op = append(body, block, state);
    body.result(op, 0)
}

/// Appends an operation with one result of the type of its operands.
pub fn binary(body: &mut Body, block: BlockId, name: &str, lhs: Value, rhs: Value) -> Value {
    let ty = body.ty(lhs);
    let op = append(body, block, OpState::named(body.cx(), name).operands(&[lhs, rhs]).results(&[ty]));
    body.result(op, 0)
}

/// Appends an operation without results.
pub fn sink(body: &mut Body, block: BlockId, name: &str, operands: &[Value]) -> OpId {
    append(body, block, OpState::named(body.cx(), name).operands(operands))
}

/// Appends a `cf.br`.
pub fn branch(body: &mut Body, block: BlockId, to: BlockId, operands: &[Value]) -> OpId {
    append(body, block, OpState::named(body.cx(), "cf.br").operands(operands).successors(&[to]))
}

/// Appends a `cf.cond_br`.
pub fn cond_branch(
    body: &mut Body,
    block: BlockId,
    condition: Value,
    (then, then_args): (BlockId, &[Value]),
    (other, other_args): (BlockId, &[Value]),
) -> OpId {
    let sizes = body.cx().i32_array(&[1, then_args.len() as i32, other_args.len() as i32]);
    let state = OpState::named(body.cx(), "cf.cond_br")
        .operands(&[condition])
        .operands(then_args)
        .operands(other_args)
        .successors(&[then, other])
        .attr(body.cx(), "operandSegmentSizes", sizes);
    append(body, block, state)
}

/// Appends a detached-then-linked block to the region of the root.
pub fn new_block(body: &mut Body, args: &[Type]) -> BlockId {
    let block = body.create_block(args, &[]);
    let region = body.region(body.root(), 0);
    body.append_block(region, block);
    block
}
