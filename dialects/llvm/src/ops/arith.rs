//! Arithmetic and comparison.
//!
//! All operands have one type: a scalar, or a vector whose elements are computed independently.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::speculatable_divisions;
use rmlir::prelude::*;

use super::flags::{OverflowFlags, no_fastmath, no_overflow};
use crate::attrs::enums::{FCmpPredicate, FastmathFlags, ICmpPredicate};
use crate::eval::arith as eval;
use crate::fold;
use crate::types::constraint::*;

/// Rows of `/// doc`, `Op "name" eval (trait) (interfaces);`: integer operations without flags.
macro_rules! plain {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident ($trait:ident) ($($interface:ident),*);)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits($trait, SameOperandsAndResultType), interfaces($($interface),*), format = "$lhs `,` $rhs attr-dict `:` type($res)")]
        pub struct $op {
            #[operand]
            lhs: IntOrVector,
            #[operand]
            rhs: IntOrVector,
            #[result]
            res: IntOrVector,
        }
    )*};
}

/// Rows of integer operations with overflow flags.
macro_rules! overflow {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident ($($trait:ident),*) $($fold:path)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(Pure, SameOperandsAndResultType $(, $trait)*), $(fold = $fold,)?
             format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($res)")]
        pub struct $op {
            #[operand]
            lhs: IntOrVector,
            #[operand]
            rhs: IntOrVector,
            #[prop(default = no_overflow)]
            overflowFlags: OverflowFlags,
            #[result]
            res: IntOrVector,
        }
    )*};
}

/// Rows of integer operations with a flag that is a promise about the operands.
macro_rules! flagged {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident $format:literal $flag:ident ($($trait:ident),*) ($($interface:ident),*)
       $($fold:path)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(SameOperandsAndResultType $(, $trait)*), interfaces($($interface),*),
             $(fold = $fold,)? format = $format)]
        pub struct $op {
            #[operand]
            lhs: IntOrVector,
            #[operand]
            rhs: IntOrVector,
            #[prop]
            $flag: Option<UnitAttr>,
            #[result]
            res: IntOrVector,
        }
    )*};
}

/// Rows of `/// doc`, `Op "name";`: floating-point operations.
macro_rules! floats {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(Pure, SameOperandsAndResultType), format = "$lhs `,` $rhs attr-dict `:` type($res)")]
        pub struct $op {
            #[operand]
            lhs: FloatOrVector,
            #[operand]
            rhs: FloatOrVector,
            #[prop(default = no_fastmath)]
            fastmathFlags: FastmathFlags,
            #[result]
            res: FloatOrVector,
        }
    )*};
}

plain! {
    /// The remainder of unsigned division.
    URemOp "llvm.urem" urem (NoMemoryEffect) (Speculatable);
    /// The remainder of signed division.
    SRemOp "llvm.srem" srem (NoMemoryEffect) (Speculatable);
    /// Bitwise and.
    AndOp "llvm.and" and (Pure) (InferUniformity);
    /// Bitwise exclusive or.
    XOrOp "llvm.xor" xor (Pure) ();
}

overflow! {
    /// Adds.
    ///
    /// ```mlir
    /// %2 = llvm.add %0, %1 overflow<nsw> : i32
    /// ```
    AddOp "llvm.add" add (Commutative);
    /// Subtracts.
    SubOp "llvm.sub" sub ();
    /// Multiplies.
    MulOp "llvm.mul" mul (Commutative);
    /// Shifts left.
    ShlOp "llvm.shl" shl () fold::shl;
}

flagged! {
    /// Divides unsigned integers.
    UDivOp "llvm.udiv" udiv "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)" isExact (NoMemoryEffect)
        (Speculatable);
    /// Divides signed integers.
    SDivOp "llvm.sdiv" sdiv "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)" isExact (NoMemoryEffect)
        (Speculatable);
    /// Bitwise or.
    OrOp "llvm.or" or "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)" isDisjoint (Pure) () fold::or;
    /// Shifts right logically: the high bits become zero.
    LShrOp "llvm.lshr" lshr "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)" isExact (Pure)
        (InferUniformity);
    /// Shifts right arithmetically: the high bits become copies of the sign bit.
    AShrOp "llvm.ashr" ashr "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)" isExact (Pure)
        (InferUniformity);
}

floats! {
    /// Adds floats.
    FAddOp "llvm.fadd" fadd;
    /// Subtracts floats.
    FSubOp "llvm.fsub" fsub;
    /// Multiplies floats.
    FMulOp "llvm.fmul" fmul;
    /// Divides floats.
    FDivOp "llvm.fdiv" fdiv;
    /// The remainder of the division of floats.
    FRemOp "llvm.frem" frem;
}

/// Negates a float.
#[op(name = "llvm.fneg", eval = eval::fneg, traits(Pure, SameOperandsAndResultType), format = "$operand attr-dict `:` type($res)")]
pub struct FNegOp {
    #[operand]
    operand: FloatOrVector,
    #[prop(default = no_fastmath)]
    fastmathFlags: FastmathFlags,
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
    let predicate = op.prop(ICmpOp::PREDICATE).and_then(|attr| ICmpPredicate::from_attr(op.cx(), attr));
    print_cmp(printer, op, predicate, &["predicate"]);
}

fn print_fcmp(printer: &mut dyn AsmPrinter, op: OpRef) {
    let predicate = op.prop(FCmpOp::PREDICATE).and_then(|attr| FCmpPredicate::from_attr(op.cx(), attr));
    let is_usual = op.prop(FCmpOp::FASTMATH_FLAGS) == Some(no_fastmath(op.cx()));
    let elided: &[&str] = if is_usual { &["predicate", "fastmathFlags"] } else { &["predicate"] };
    print_cmp(printer, op, predicate, elided);
}

fn print_cmp<P: EnumAttr>(printer: &mut dyn AsmPrinter, op: OpRef, predicate: Option<P>, elided: &[&str]) {
    let keyword = predicate.and_then(|predicate| P::ENUM.keyword(predicate.value())).unwrap_or_default();
    printer.text(&format!(" \"{keyword}\" "));
    printer.operands(op.operands());
    printer.attr_dict(op, elided);
    printer.text(" : ");
    printer.ty(op.operand(0).ty());
}
