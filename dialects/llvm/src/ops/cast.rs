//! Casts.

use rmlir::core::memory_slot::PromotableOp;
use rmlir::prelude::*;

use super::flags::{OverflowFlags, no_overflow};
use crate::attrs::memory::DereferenceableAttr;
use crate::types::PointerType;
use crate::types::constraint::*;

/// Casts.
#[op_class(eval, traits(Pure), format = "$arg attr-dict `:` type($arg) `to` type($res)")]
struct Cast {}

/// Casts of integers with a flag by which the integer is not negative.
#[op_class(format = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)")]
struct NonNegative {
    #[operand]
    arg: IntOrVector,
    #[prop]
    nonNeg: Option<UnitAttr>,
}

/// Reinterprets the bits as another type.
#[op(name = "llvm.bitcast", classes(Cast), fold, verify = verify_bitcast, interfaces(PromotableOp))]
pub struct BitcastOp {
    #[operand]
    arg: NonAggregate,
    #[result]
    res: NonAggregate,
}

/// The same pointer in another address space.
#[op(name = "llvm.addrspacecast", classes(Cast), eval = rmlir::interp::eval::passes_on, fold, interfaces(PromotableOp))]
pub struct AddrSpaceCastOp {
    #[operand]
    arg: PointerOrVector,
    #[result]
    res: PointerOrVector,
}

/// A pointer as an integer.
#[op(name = "llvm.ptrtoint", classes(Cast))]
pub struct PtrToIntOp {
    #[operand]
    arg: PointerOrVector,
    #[result]
    res: IntOrVector,
}

/// An integer as a pointer.
#[op(
    name = "llvm.inttoptr",
    classes(Cast),
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

/// Extends signed integers.
#[op(name = "llvm.sext", classes(Cast), verify = verify_extension)]
pub struct SExtOp {
    #[operand]
    arg: IntOrVector,
    #[result]
    res: IntOrVector,
}

/// Extends unsigned integers.
#[op(name = "llvm.zext", classes(Cast, NonNegative), fold, verify = verify_extension)]
pub struct ZExtOp {
    #[result]
    res: IntOrVector,
}

/// Truncates an integer.
#[op(
    name = "llvm.trunc",
    classes(Cast),
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

/// The float nearest to a signed integer.
#[op(name = "llvm.sitofp", classes(Cast))]
pub struct SIToFPOp {
    #[operand]
    arg: IntOrVector,
    #[result]
    res: FloatOrVector,
}

/// The float nearest to an unsigned integer.
#[op(name = "llvm.uitofp", classes(Cast, NonNegative))]
pub struct UIToFPOp {
    #[result]
    res: FloatOrVector,
}

/// The signed integer that results from rounding a float toward zero.
#[op(name = "llvm.fptosi", classes(Cast))]
pub struct FPToSIOp {
    #[operand]
    arg: FloatOrVector,
    #[result]
    res: IntOrVector,
}

/// The unsigned integer that results from rounding a float toward zero.
#[op(name = "llvm.fptoui", classes(Cast))]
pub struct FPToUIOp {
    #[operand]
    arg: FloatOrVector,
    #[result]
    res: IntOrVector,
}

/// A float in a wider format.
#[op(name = "llvm.fpext", classes(Cast))]
pub struct FPExtOp {
    #[operand]
    arg: FloatOrVector,
    #[result]
    res: FloatOrVector,
}

/// A float rounded to a narrower format.
#[op(name = "llvm.fptrunc", classes(Cast))]
pub struct FPTruncOp {
    #[operand]
    arg: FloatOrVector,
    #[result]
    res: FloatOrVector,
}

/// Pointers are cast to pointers of the same address space, with the same number of elements.
fn verify_bitcast(op: OpRef) -> Checked {
    let cx = op.cx();
    let (from, to) = (op.value(BitcastOp::arg).ty(), op.result(0).ty());
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
