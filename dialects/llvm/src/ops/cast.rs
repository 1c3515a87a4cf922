//! Casts.

use rmlir::core::memory_slot::PromotableOp;
use rmlir::prelude::*;

use super::flags::{OverflowFlags, no_overflow};
use crate::attrs::memory::DereferenceableAttr;
use crate::eval::arith as eval;
use crate::fold;
use crate::types::PointerType;
use crate::types::constraint::*;

/// Rows of `/// doc`, `Op "name" From To [fold] [, verify function] [, also Interface];`.
macro_rules! plain {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident $from:ident $to:ident $($fold:path)? $(, verify $verify:path)?
       $(, also $interface:ident)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(Pure), $(interfaces($interface),)? $(fold = $fold,)? $(verify = $verify,)?
             format = "$arg attr-dict `:` type($arg) `to` type($res)")]
        pub struct $op {
            #[operand]
            arg: $from,
            #[result]
            res: $to,
        }
    )*};
}

/// Rows of `/// doc`, `Op "name" To [fold] [, verify function];`: casts of integers with a flag `nneg`.
macro_rules! non_negative {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident $to:ident $($fold:path)? $(, verify $verify:path)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(Pure), $(fold = $fold,)? $(verify = $verify,)?
             format = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)")]
        pub struct $op {
            #[operand]
            arg: IntOrVector,
            #[prop]
            nonNeg: Option<UnitAttr>,
            #[result]
            res: $to,
        }
    )*};
}

plain! {
    /// Reinterprets the bits as another type.
    BitcastOp "llvm.bitcast" bitcast NonAggregate NonAggregate fold::same_or_twice::<BitcastOp>, verify verify_bitcast, also PromotableOp;
    /// The same pointer in another address space.
    AddrSpaceCastOp "llvm.addrspacecast" passes_on PointerOrVector PointerOrVector fold::same_or_twice::<AddrSpaceCastOp>, also PromotableOp;
    /// A pointer as an integer.
    PtrToIntOp "llvm.ptrtoint" bits PointerOrVector IntOrVector;
    /// Extends signed integers.
    SExtOp "llvm.sext" sext IntOrVector IntOrVector, verify verify_extension;
    /// The float nearest to a signed integer.
    SIToFPOp "llvm.sitofp" sitofp IntOrVector FloatOrVector;
    /// The signed integer that results from rounding a float toward zero.
    FPToSIOp "llvm.fptosi" fptosi FloatOrVector IntOrVector;
    /// The unsigned integer that results from rounding a float toward zero.
    FPToUIOp "llvm.fptoui" fptoui FloatOrVector IntOrVector;
    /// A float in a wider format.
    FPExtOp "llvm.fpext" convert FloatOrVector FloatOrVector;
    /// A float rounded to a narrower format.
    FPTruncOp "llvm.fptrunc" convert FloatOrVector FloatOrVector;
}

non_negative! {
    /// Extends unsigned integers.
    ZExtOp "llvm.zext" zext IntOrVector fold::zext, verify verify_extension;
    /// The float nearest to an unsigned integer.
    UIToFPOp "llvm.uitofp" uitofp FloatOrVector;
}

/// An integer as a pointer.
#[op(
    name = "llvm.inttoptr",
    eval = eval::bits,
    traits(Pure),
    format = "$arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)"
)]
pub struct IntToPtrOp {
    #[operand]
    arg: IntOrVector,
    #[prop]
    dereferenceable: Option<DereferenceableAttr>,
    #[result]
    res: PointerOrVector,
}

/// Truncates an integer.
#[op(
    name = "llvm.trunc",
    eval,
    traits(Pure),
    format = "$arg (`overflow` `` $overflowFlags^)? attr-dict `:` type($arg) `to` type($res)"
)]
pub struct TruncOp {
    #[operand]
    arg: IntOrVector,
    #[prop(default = no_overflow)]
    overflowFlags: OverflowFlags,
    #[result]
    res: IntOrVector,
}

/// Pointers are cast to pointers of the same address space, with the same number of elements.
fn verify_bitcast(op: OpRef) -> Checked {
    let cx = op.cx();
    let (from, to) = (op.operand(0).ty(), op.result(0).ty());
    let space = |ty: Type| PointerType::from_type(cx, ty.element_or_self(cx)).map(|ty| ty.address_space(cx));
    let text = match (space(from), space(to)) {
        (None, None) => return Ok(()),
        (Some(_), None) | (None, Some(_)) => "can only cast pointers from and to pointers",
        _ if !is_vector(cx, from) && is_vector(cx, to) => "cannot cast pointer to vector of pointers",
        _ if is_vector(cx, from) && !is_vector(cx, to) => "cannot cast vector of pointers to pointer",
        (from, to) if from != to => {
            "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead"
        }
        _ => return Ok(()),
    };
    Err(op.error(text))
}

/// Integers are extended to wider ones, vectors to vectors of the same length.
fn verify_extension(op: OpRef) -> Checked {
    let cx = op.cx();
    let (from, to) = (op.operand(0).ty(), op.result(0).ty());
    match (is_vector(cx, from), is_vector(cx, to)) {
        (true, false) => return Err(op.plain_error("input type is a vector but output type is an integer")),
        (false, true) => return Err(op.plain_error("input type is an integer but output type is a vector")),
        _ if from.shape(cx) != to.shape(cx) || is_scalable(cx, from) != is_scalable(cx, to) => {
            return Err(op.plain_error("input and output vectors are of incompatible shape"));
        }
        _ => {}
    }
    let width = |ty: Type| ty.element_or_self(cx).int_width(cx).unwrap_or(0);
    if width(to) <= width(from) {
        let text = "integer width of the output type is smaller or equal to the integer width of the input type";
        return Err(op.plain_error(text));
    }
    Ok(())
}
