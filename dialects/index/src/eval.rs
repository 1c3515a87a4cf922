//! The evaluation of the operations: as in the folder, with 64 bits.

use std::cmp::Ordering;

use rmlir::interp::emit::integer::{Division, IntTest, Overflow};
use rmlir::interp::{Emit, Emitted, Value};
use rmlir::prelude::*;

use crate::cast::CmpOp;
use crate::cast::predicate_of;
use crate::constant::{BoolConstantOp, ConstantOp, SizeOfOp};

/// Rows of evaluations that are one call each: `name: method(arguments)`.
macro_rules! evals {
    ($($name:ident: $method:ident($($argument:expr),*);)*) => {$(
        pub fn $name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
            emit.$method(op $(, $argument)*)
        }
    )*};
}

evals! {
    add: add(Overflow::default());
    sub: sub(Overflow::default());
    mul: mul(Overflow::default());
    divs: divide(Division::Signed, false);
    divu: divide(Division::Unsigned, false);
    ceildivs: divide(Division::CeilSigned, false);
    ceildivu: divide(Division::CeilUnsigned, false);
    floordivs: divide(Division::FloorSigned, false);
    rems: divide(Division::RemainderSigned, false);
    remu: divide(Division::RemainderUnsigned, false);
    maxs: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.smax(b))));
    maxu: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.umax(b))));
    mins: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.smin(b))));
    minu: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.umin(b))));
    shl: shl(Overflow::default());
    shrs: ashr(false);
    shru: lshr(false);
    and: and();
    or: or(false);
    xor: xor();
    casts: resize_int(true);
    castu: resize_int(false);
}

#[eval(CmpOp)]
pub fn cmp<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let predicate = predicate_of(op.body, op.id);
    let holds = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(|order| predicate.accepts(order));
    emit.compare_ints(op, IntTest { unsigned: predicate.is_unsigned(), holds })
}

#[eval(ConstantOp, BoolConstantOp)]
pub fn constant<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.constant_result(op, op.attr("value").expect("a verified constant has a value"))
}

/// The width of `index` in the interpreter.
#[eval(SizeOfOp)]
pub fn size_of<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let into = emit.result(op, 0);
    emit.set_constant(into, Value::Bits(64));
    Ok(())
}
