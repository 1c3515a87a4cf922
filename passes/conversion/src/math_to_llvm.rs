//! `math` to `llvm`: most functions are intrinsics.

use rmlir::core::dense;
use rmlir::num::ApFloat;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_llvm as llvm;
use rmlir_llvm::Llvm;
use rmlir_llvm::ops::constant::ConstantOp;
use rmlir_llvm::types::ArrayType;
use rmlir_math as math;
use rmlir_math::{
    AbsIOp, CountLeadingZerosOp, CountTrailingZerosOp, ExpM1Op, IsFiniteOp, IsNaNOp, Log1pOp, RsqrtOp, SincosOp,
};

use crate::llvm_common::emit::extract;
use crate::llvm_common::one_to_one::Attributes::*;
use crate::llvm_common::one_to_one::Floats::*;
use crate::llvm_common::one_to_one::{Row, Target, add_rows, for_each_vector, has_unsupported_floats, target_of};
use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::{LlvmPatterns, llvm_target};
use crate::llvm_common::type_converter::{LlvmTypes, literal_struct};

/// Convert Math dialect to LLVM dialect.
///
/// Functions become intrinsics; `expm1`, `log1p` and `rsqrt` are expanded to others. Functions that LLVM lacks are left
/// unchanged.
#[pass(name = "convert-math-to-llvm", title = "ConvertMathToLLVMPass", depends(Llvm))]
pub struct ConvertMathToLlvm {
    /// Enable approximation of Log1p.
    #[option(name = "approximate-log1p", default = true)]
    approximate_log1p: bool,
}

impl Pass for ConvertMathToLlvm {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut patterns = LlvmPatterns::new(LlvmTypes::new(LlvmOptions::default()));
        add_patterns(&mut patterns, self.approximate_log1p);
        let target = llvm_target(cx.cx());
        patterns.convert_partially(cx, &target)
    }
}

/// Operations with one counterpart in LLVM.
pub const ROWS: &[Row] = &[
    (math::AbsFOp::NAME, llvm::FabsIntr::NAME, FastMath, Supported),
    (math::AcosOp::NAME, llvm::AcosIntr::NAME, FastMath, Supported),
    (math::AsinOp::NAME, llvm::AsinIntr::NAME, FastMath, Supported),
    (math::AtanOp::NAME, llvm::AtanIntr::NAME, FastMath, Supported),
    (math::Atan2Op::NAME, llvm::Atan2Intr::NAME, FastMath, Supported),
    (math::CeilOp::NAME, llvm::CeilIntr::NAME, FastMath, Supported),
    (math::CopySignOp::NAME, llvm::CopysignIntr::NAME, FastMath, Supported),
    (math::CosOp::NAME, llvm::CosIntr::NAME, FastMath, Supported),
    (math::CoshOp::NAME, llvm::CoshIntr::NAME, FastMath, Supported),
    (math::CtPopOp::NAME, llvm::CtpopIntr::NAME, Same, Supported),
    (math::ExpOp::NAME, llvm::ExpIntr::NAME, FastMath, Supported),
    (math::Exp2Op::NAME, llvm::Exp2Intr::NAME, FastMath, Supported),
    (math::FloorOp::NAME, llvm::FloorIntr::NAME, FastMath, Supported),
    (math::FmaOp::NAME, llvm::FmaIntr::NAME, FastMath, Supported),
    (math::FPowIOp::NAME, llvm::PowiIntr::NAME, FastMath, Supported),
    (math::LogOp::NAME, llvm::LogIntr::NAME, FastMath, Supported),
    (math::Log10Op::NAME, llvm::Log10Intr::NAME, FastMath, Supported),
    (math::Log2Op::NAME, llvm::Log2Intr::NAME, FastMath, Supported),
    (math::PowFOp::NAME, llvm::PowIntr::NAME, FastMath, Supported),
    (math::RoundOp::NAME, llvm::RoundIntr::NAME, FastMath, Supported),
    (math::RoundEvenOp::NAME, llvm::RoundevenIntr::NAME, FastMath, Supported),
    (math::SinOp::NAME, llvm::SinIntr::NAME, FastMath, Supported),
    (math::SinhOp::NAME, llvm::SinhIntr::NAME, FastMath, Supported),
    (math::SqrtOp::NAME, llvm::SqrtIntr::NAME, FastMath, Supported),
    (math::TanOp::NAME, llvm::TanIntr::NAME, FastMath, Supported),
    (math::TanhOp::NAME, llvm::TanhIntr::NAME, FastMath, Supported),
    (math::TruncOp::NAME, llvm::TruncIntr::NAME, FastMath, Supported),
];

/// The class mask of `llvm.intr.is.fpclass` for NaN.
const CLASS_NAN: i32 = 0x3;
/// The class mask for finite floats.
const CLASS_FINITE: i32 = 0x1f8;

/// Adds the patterns; that of `math.log1p` only if it may be approximated.
pub fn add_patterns(patterns: &mut LlvmPatterns, approximate_log1p: bool) {
    if approximate_log1p {
        patterns.on::<Log1pOp>(lower_log1p);
    }
    add_rows(patterns, ROWS);
    patterns
        .on::<IsNaNOp>(|rw, types, op, operands| lower_class(rw, types, op, operands, CLASS_NAN))
        .on::<IsFiniteOp>(|rw, types, op, operands| lower_class(rw, types, op, operands, CLASS_FINITE))
        .on::<AbsIOp>(|rw, types, op, operands| {
            lower_flagged(rw, types, op, operands, llvm::AbsIntr::NAME, "is_int_min_poison")
        })
        .on::<CountLeadingZerosOp>(|rw, types, op, operands| {
            lower_flagged(rw, types, op, operands, llvm::CtlzIntr::NAME, "is_zero_poison")
        })
        .on::<CountTrailingZerosOp>(|rw, types, op, operands| {
            lower_flagged(rw, types, op, operands, llvm::CttzIntr::NAME, "is_zero_poison")
        })
        .on::<ExpM1Op>(lower_expm1)
        .on::<RsqrtOp>(lower_rsqrt)
        .on::<SincosOp>(lower_sincos);
}

/// Replaces `op` by the result of `make` for its operands, vector by vector if the first is an array of vectors.
fn replace_by(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    op: OpId,
    operands: &[Value],
    make: impl Fn(&mut Rewriter, Type, &[Value]) -> Value,
) -> Match {
    if has_unsupported_floats(rw, types, op) {
        return rw.no_match(op, "unsupported floating point type");
    }
    let cx = rw.cx();
    let Some(ty) = types.convert_compatible(cx, rw.ty(rw.result(op, 0))) else { return Match::No };
    if ArrayType::from_type(cx, rw.ty(operands[0])).is_some() {
        return for_each_vector(rw, types, op, operands, make);
    }
    let made = make(rw, ty, operands);
    rw.replace(op, [made])
}

fn make(rw: &mut Rewriter, target: &Target, ty: Type, operands: &[Value]) -> Value {
    let state = target.state(rw.cx(), operands, &[ty]);
    let new = rw.create_state(state);
    rw.result(new, 0)
}

/// An intrinsic with a flag, which is not set; as in upstream, vectors of several dimensions are left unchanged.
fn lower_flagged(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    op: OpId,
    operands: &[Value],
    name: &'static str,
    flag: &'static str,
) -> Match {
    let cx = rw.cx();
    if ArrayType::from_type(cx, rw.ty(operands[0])).is_some() {
        return Match::No;
    }
    let target = Target { name: cx.op_name(name), attrs: vec![(flag, cx.bool_attr(false))], kept: Vec::new() };
    replace_by(rw, types, op, operands, |rw, ty, operands| make(rw, &target, ty, operands))
}

/// A classification of a float; vectors of several dimensions are not supported.
fn lower_class(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], class: i32) -> Match {
    let cx = rw.cx();
    if has_unsupported_floats(rw, types, op) {
        return rw.no_match(op, "unsupported floating point type");
    }
    let Some(ty) = types.convert_compatible(cx, rw.ty(rw.result(op, 0))) else { return Match::No };
    let target = Target {
        name: cx.op_name_of(llvm::IsFpclassIntr::DEF),
        attrs: vec![("bit", cx.i32_attr(class))],
        kept: Vec::new(),
    };
    let made = make(rw, &target, ty, operands);
    rw.replace(op, [made])
}

/// The constant 1 of float type `ty`, or a vector of it.
fn one(rw: &mut Rewriter, ty: Type) -> Option<Value> {
    let cx = rw.cx();
    let element = ty.element_or_self(cx);
    let value = cx.float_attr(element, ApFloat::from_f64(element.float_kind(cx)?, 1.0).value);
    let value = if ty.is_vector(cx) { dense::splat(cx, ty, value)? } else { value };
    Some(rw.value(ConstantOp::build(ty, value)))
}

/// The two operations that `op` is expanded to, with its attributes.
fn pair(body: &Body, op: OpId, first: &str, second: &str) -> [Target; 2] {
    [first, second].map(|name| target_of(body, op, name, FastMath))
}

/// `exp(x) - 1`
fn lower_expm1(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let [exp, sub] = pair(rw, op, llvm::ExpIntr::NAME, llvm::FSubOp::NAME);
    replace_by(rw, types, op, operands, |rw, ty, operands| {
        let one = one(rw, ty).expect("the type is a float, or a vector of floats");
        let power = make(rw, &exp, ty, operands);
        make(rw, &sub, ty, &[power, one])
    })
}

/// `log(1 + x)`
fn lower_log1p(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let [add, log] = pair(rw, op, llvm::FAddOp::NAME, llvm::LogIntr::NAME);
    replace_by(rw, types, op, operands, |rw, ty, operands| {
        let one = one(rw, ty).expect("the type is a float, or a vector of floats");
        let sum = make(rw, &add, ty, &[one, operands[0]]);
        make(rw, &log, ty, &[sum])
    })
}

/// `1 / sqrt(x)`
fn lower_rsqrt(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let [sqrt, div] = pair(rw, op, llvm::SqrtIntr::NAME, llvm::FDivOp::NAME);
    replace_by(rw, types, op, operands, |rw, ty, operands| {
        let one = one(rw, ty).expect("the type is a float, or a vector of floats");
        let root = make(rw, &sqrt, ty, operands);
        make(rw, &div, ty, &[one, root])
    })
}

/// The intrinsic returns a structure of sine and cosine.
fn lower_sincos(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    if has_unsupported_floats(rw, types, op) || !crate::llvm_common::emit::all_compatible(rw, operands) {
        return rw.no_match(op, "unsupported floating point type");
    }
    let ty = literal_struct(cx, &[rw.ty(operands[0]); 2]);
    let target = target_of(rw, op, llvm::SincosIntr::NAME, FastMath);
    let both = make(rw, &target, ty, operands);
    let parts = [extract(rw, both, &[0]), extract(rw, both, &[1])];
    rw.replace(op, parts)
}
