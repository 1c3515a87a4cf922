//! Arithmetic and comparison.
//!
//! All operands have one type: a scalar, or a vector whose elements are computed independently.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::speculatable_divisions;
use rmlir::prelude::*;

use super::flags::{OverflowFlags, no_fastmath, no_overflow};
use crate::attrs::enums::{FCmpPredicate, FastmathFlags, ICmpPredicate};
use crate::types::constraint::*;

/// Operations on two integers.
#[op_class(eval, traits(SameOperandsAndResultType), format = "$lhs `,` $rhs attr-dict `:` type($res)")]
struct Integers {
    #[operand]
    lhs: IntOrVector,
    #[operand]
    rhs: IntOrVector,
    #[result]
    res: IntOrVector,
}

/// Operations on integers with overflow flags.
#[op_class(traits(Pure), format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($res)")]
struct MayOverflow {
    #[prop(default = no_overflow)]
    overflowFlags: OverflowFlags,
}

/// Operations on integers with a flag by which no bits are lost.
#[op_class(format = "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)")]
struct MayBeExact {
    #[prop]
    isExact: Option<UnitAttr>,
}

/// Operations with fast-math flags.
#[op_class(eval, traits(Pure, SameOperandsAndResultType))]
struct FastMath {
    #[prop(default = no_fastmath)]
    fastmathFlags: FastmathFlags,
}

/// Operations on two floats.
#[op_class(format = "$lhs `,` $rhs attr-dict `:` type($res)")]
struct Floats {
    #[operand]
    lhs: FloatOrVector,
    #[operand]
    rhs: FloatOrVector,
    #[result]
    res: FloatOrVector,
}

/// Adds.
///
/// ```mlir
/// %2 = llvm.add %0, %1 overflow<nsw> : i32
/// ```
#[op(name = "llvm.add", classes(Integers, MayOverflow), traits(Commutative))]
pub struct AddOp;

/// Subtracts.
#[op(name = "llvm.sub", classes(Integers, MayOverflow))]
pub struct SubOp;

/// Multiplies.
#[op(name = "llvm.mul", classes(Integers, MayOverflow), traits(Commutative))]
pub struct MulOp;

/// Shifts left.
#[op(name = "llvm.shl", classes(Integers, MayOverflow), fold)]
pub struct ShlOp;

/// Divides unsigned integers.
#[op(name = "llvm.udiv", classes(Integers, MayBeExact), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct UDivOp;

/// Divides signed integers.
#[op(name = "llvm.sdiv", classes(Integers, MayBeExact), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct SDivOp;

/// The remainder of unsigned division.
#[op(name = "llvm.urem", classes(Integers), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct URemOp;

/// The remainder of signed division.
#[op(name = "llvm.srem", classes(Integers), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct SRemOp;

/// Bitwise and.
#[op(name = "llvm.and", classes(Integers), traits(Pure), interfaces(InferUniformity))]
pub struct AndOp;

/// Bitwise or.
#[op(
    name = "llvm.or",
    classes(Integers),
    traits(Pure),
    fold,
    format = "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)"
)]
pub struct OrOp {
    #[prop]
    isDisjoint: Option<UnitAttr>,
}

/// Bitwise exclusive or.
#[op(name = "llvm.xor", classes(Integers), traits(Pure))]
pub struct XOrOp;

/// Shifts right logically: the high bits become zero.
#[op(name = "llvm.lshr", classes(Integers, MayBeExact), traits(Pure), interfaces(InferUniformity))]
pub struct LShrOp;

/// Shifts right arithmetically: the high bits become copies of the sign bit.
#[op(name = "llvm.ashr", classes(Integers, MayBeExact), traits(Pure), interfaces(InferUniformity))]
pub struct AShrOp;

/// Adds floats.
#[op(name = "llvm.fadd", classes(FastMath, Floats))]
pub struct FAddOp;

/// Subtracts floats.
#[op(name = "llvm.fsub", classes(FastMath, Floats))]
pub struct FSubOp;

/// Multiplies floats.
#[op(name = "llvm.fmul", classes(FastMath, Floats))]
pub struct FMulOp;

/// Divides floats.
#[op(name = "llvm.fdiv", classes(FastMath, Floats))]
pub struct FDivOp;

/// The remainder of the division of floats.
#[op(name = "llvm.frem", classes(FastMath, Floats))]
pub struct FRemOp;

/// Negates a float.
#[op(name = "llvm.fneg", classes(FastMath), format = "$operand attr-dict `:` type($res)")]
pub struct FNegOp {
    #[operand]
    operand: FloatOrVector,
    #[result]
    res: FloatOrVector,
}

speculatable_divisions! {
    UDivOp by RHS_OPERAND as Unsigned;
    SDivOp by RHS_OPERAND as Signed;
    URemOp by RHS_OPERAND as Unsigned;
    SRemOp by RHS_OPERAND as Signed;
}

/// The type `i1`, in the shape of `ty`.
fn i1_same_shape(cx: &Context, ty: Type) -> Option<Type> {
    Some(if is_vector(cx, ty) { ty.with_element(cx, Type::I1) } else { Type::I1 })
}

/// Compares integers or pointers.
///
/// ```mlir
/// %2 = llvm.icmp "slt" %0, %1 : i32
/// ```
#[op(name = "llvm.icmp", eval, traits(Pure, SameTypeOperands), fold,
     parse = parse_icmp, print = print_icmp)]
pub struct ICmpOp {
    #[prop]
    predicate: ICmpPredicate,
    #[operand]
    lhs: Comparable,
    #[operand]
    rhs: Comparable,
    #[result(derive(from = "lhs", with = i1_same_shape,
                    summary = "result type has i1 element type and same shape as operands"))]
    res: BoolOrVector,
}

/// Compares floats.
///
/// ```mlir
/// %2 = llvm.fcmp "oeq" %0, %1 : f32
/// ```
#[op(name = "llvm.fcmp", eval, traits(Pure, SameTypeOperands), parse = parse_fcmp, print = print_fcmp)]
pub struct FCmpOp {
    #[prop]
    predicate: FCmpPredicate,
    #[operand]
    lhs: FloatOrVector,
    #[operand]
    rhs: FloatOrVector,
    #[prop(default = no_fastmath)]
    fastmathFlags: FastmathFlags,
    #[result(derive(from = "lhs", with = i1_same_shape,
                    summary = "result type has i1 element type and same shape as operands"))]
    res: BoolOrVector,
}

fn parse_icmp(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parse_cmp::<ICmpPredicate>(parser, state)
}

fn parse_fcmp(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parse_cmp::<FCmpPredicate>(parser, state)
}

fn parse_cmp<P: EnumAttr>(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let predicate_pos = parser.pos();
    let text = parser.asm().string()?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let lhs = parser.operand()?;
    parser.asm().token(",")?;
    let rhs = parser.operand()?;
    parser.attr_dict(state)?;
    parser.asm().token(":")?;
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    parser.resolve_same(&[lhs, rhs], ty, state)?;
    let Some(predicate) = P::ENUM.value(&text).and_then(P::from_value) else {
        let message = format!("'{text}' is an incorrect value of the 'predicate' attribute");
        return Err(parser.error_at(predicate_pos, &message));
    };
    let cx = parser.cx();
    if !is_compatible(cx, ty) {
        return Err(parser.error_at(pos, "expected LLVM dialect-compatible type"));
    }
    state.set_attr(cx, "predicate", super::flags::case(cx, predicate));
    state.result_types.extend(i1_same_shape(cx, ty));
    Ok(())
}

fn print_icmp(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_cmp(printer, op, op.get(ICmpOp::predicate), &["predicate"]);
}

fn print_fcmp(printer: &mut dyn AsmPrinter, op: OpRef) {
    let is_usual = op.get(FCmpOp::fastmathFlags) == FastmathFlags::None;
    let elided: &[&str] = if is_usual { &["predicate", "fastmathFlags"] } else { &["predicate"] };
    print_cmp(printer, op, op.get(FCmpOp::predicate), elided);
}

fn print_cmp<P: EnumAttr>(printer: &mut dyn AsmPrinter, op: OpRef, predicate: P, elided: &[&str]) {
    let keyword = P::ENUM.keyword(predicate.value()).unwrap_or_default();
    printer.text(&format!(" \"{keyword}\" "));
    printer.operands(op.operands());
    printer.attr_dict(op, elided);
    printer.text(" : ");
    printer.ty(op.operand(0).ty());
}
