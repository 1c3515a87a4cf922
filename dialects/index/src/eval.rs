//! The evaluation of the operations: as in the folder, with 64 bits.

use std::cmp::Ordering;

use rmlir::interp::emit::integer::{Division, IntTest, Overflow};
use rmlir::interp::{Emit, Emitted, Evaluator, Value};
use rmlir::prelude::*;

use crate::arithmetic::*;
use crate::cast::{CastSOp, CastUOp, CmpOp};
use crate::constant::{BoolConstantOp, ConstantOp, SizeOfOp};

/// Rows of evaluations that are one call each: `Op: method(arguments)`.
macro_rules! evals {
    ($($op:ident: $method:ident($($argument:expr),*);)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                emit.$method(op $(, $argument)*)
            }
        }
    )*};
}

evals! {
    AddOp: add(Overflow::default());
    SubOp: sub(Overflow::default());
    MulOp: mul(Overflow::default());
    DivSOp: divide(Division::Signed, false);
    DivUOp: divide(Division::Unsigned, false);
    CeilDivSOp: divide(Division::CeilSigned, false);
    CeilDivUOp: divide(Division::CeilUnsigned, false);
    FloorDivSOp: divide(Division::FloorSigned, false);
    RemSOp: divide(Division::RemainderSigned, false);
    RemUOp: divide(Division::RemainderUnsigned, false);
    MaxSOp: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.smax(b))));
    MaxUOp: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.umax(b))));
    MinSOp: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.smin(b))));
    MinUOp: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.umin(b))));
    ShlOp: shl(Overflow::default());
    ShrSOp: ashr(false);
    ShrUOp: lshr(false);
    AndOp: and();
    OrOp: or(false);
    XOrOp: xor();
    CastSOp: resize_int(true);
    CastUOp: resize_int(false);
}

#[eval(CmpOp)]
fn cmp<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let predicate = op.get(CmpOp::predicate);
    let holds = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(|order| predicate.accepts(order));
    emit.compare_ints(op, IntTest { unsigned: predicate.is_unsigned(), holds })
}

#[eval(ConstantOp, BoolConstantOp)]
fn constant<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.constant_result(op, op.attr("value").expect("a verified constant has a value"))
}

/// The width of `index` in the interpreter.
#[eval(SizeOfOp)]
fn size_of<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let into = emit.result(op, 0);
    emit.set_constant(into, Value::Bits(64));
    Ok(())
}
