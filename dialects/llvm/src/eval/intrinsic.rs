//! The intrinsics that lowerings produce. An intrinsic without a row in a table cannot be evaluated.

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::emit::number::{native_of, of_native};
use rmlir::interp::eval::{EvalFn, coroutines, exceptions, nothing, passes_on, variable_arguments};
use rmlir::interp::{Emit, Emitted, Eval, Fault, Flow, Kind, Reg, Value};
use rmlir::num::Rounding;
use rmlir::prelude::*;

use super::matrix;
use super::table::{find, lanes_of, reduction_of};
use super::vp::find_vp;
use crate::intrinsics::{constrained::*, coro::*, hint::*, math::*, memory::*, vector::*, vp::*};

/// Implements the evaluation of intrinsics by the tables.
macro_rules! evaluated {
    ($($op:ident)*) => {$(
        impl Eval for $op<()> {
            fn eval<'a>(&self, op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                intrinsic(op, emit)
            }
            fn has_meaning(&self) -> bool {
                row($op::DEF).is_some() || reduction_of($op::DEF).is_some()
            }
        }
    )*};
}

evaluated! {
    AbsIntr AcosIntr AnnotationIntr AsinIntr Atan2Intr AtanIntr BitreverseIntr BswapIntr CeilIntr
    ConstrainedFpextIntr ConstrainedFptruncIntr ConstrainedSitofpIntr ConstrainedUitofpIntr CopysignIntr
    CoroAlignIntr CoroBeginIntr CoroEndIntr CoroFreeIntr CoroIdIntr CoroPromiseIntr CoroResumeIntr CoroSaveIntr
    CoroSizeIntr CoroSuspendIntr CosIntr CoshIntr CtlzIntr CtpopIntr CttzIntr DbgLabelIntr DebugtrapIntr
    EhTypeidForIntr Exp10Intr Exp2Intr ExpIntr ExpectIntr ExpectWithProbabilityIntr ExperimentalVpStridedLoadIntr
    ExperimentalVpStridedStoreIntr FabsIntr FloorIntr FmaIntr FmuladdIntr FrexpIntr FshlIntr FshrIntr
    GetActiveLaneMaskIntr InvariantEndIntr IsConstantIntr IsFpclassIntr LaunderInvariantGroupIntr LdexpIntr
    LifetimeEndIntr LifetimeStartIntr LlrintIntr LlroundIntr Log10Intr Log2Intr LogIntr LrintIntr LroundIntr
    MaskedScatterIntr MaskedStoreIntr MatrixColumnMajorLoadIntr MatrixColumnMajorStoreIntr MatrixMultiplyIntr
    MatrixTransposeIntr MaximumIntr MaxnumIntr MinimumIntr MinnumIntr NearbyintIntr NoAliasScopeDeclIntr PowIntr
    PowiIntr PrefetchIntr PtrmaskIntr RintIntr RoundIntr RoundevenIntr SaddSatIntr SaddWithOverflowIntr ScmpIntr
    SinIntr SincosIntr SinhIntr SmaxIntr SminIntr SmulWithOverflowIntr SqrtIntr SsaCopyIntr SshlSatIntr SsubSatIntr
    SsubWithOverflowIntr StackrestoreIntr StacksaveIntr StepvectorIntr StripInvariantGroupIntr TanIntr TanhIntr
    ThreadlocalAddressIntr TrapIntr TruncIntr UaddSatIntr UaddWithOverflowIntr UbsantrapIntr UcmpIntr UmaxIntr
    UminIntr UmulWithOverflowIntr UshlSatIntr UsubSatIntr UsubWithOverflowIntr VacopyIntr VaendIntr VarAnnotationIntr
    VastartIntr VectorDeinterleave2Intr VectorExtractIntr VectorInsertIntr VectorInterleave2Intr VectorReduceAddIntr
    VectorReduceAndIntr VectorReduceFaddIntr VectorReduceFmaxIntr VectorReduceFmaximumIntr VectorReduceFminIntr
    VectorReduceFminimumIntr VectorReduceFmulIntr VectorReduceMulIntr VectorReduceOrIntr VectorReduceSmaxIntr
    VectorReduceSminIntr VectorReduceUmaxIntr VectorReduceUminIntr VectorReduceXorIntr VpAddIntr VpAndIntr VpAshrIntr
    VpFaddIntr VpFdivIntr VpFmaIntr VpFmulIntr VpFmuladdIntr VpFnegIntr VpFpextIntr VpFptosiIntr VpFptouiIntr
    VpFptruncIntr VpFremIntr VpFsubIntr VpInttoptrIntr VpLoadIntr VpLshrIntr VpMergeIntr VpMulIntr VpOrIntr
    VpPtrtointIntr VpReduceAddIntr VpReduceAndIntr VpReduceFaddIntr VpReduceFmaxIntr VpReduceFminIntr
    VpReduceFmulIntr VpReduceMulIntr VpReduceOrIntr VpReduceSmaxIntr VpReduceSminIntr VpReduceUmaxIntr
    VpReduceUminIntr VpReduceXorIntr VpSdivIntr VpSelectIntr VpSextIntr VpShlIntr VpSitofpIntr VpSmaxIntr VpSminIntr
    VpSremIntr VpStoreIntr VpSubIntr VpTruncIntr VpUdivIntr VpUitofpIntr VpUmaxIntr VpUminIntr VpUremIntr VpXorIntr
    VpZextIntr VscaleIntr
}

/// The evaluation of an intrinsic.
fn row(def: &OpDef) -> Option<EvalFn> {
    find(NUMBERS, def).or_else(|| find(OTHERS, def)).or_else(|| find_vp(def))
}

/// Appends the instructions of an intrinsic. Those in the attribute are not declared in rows.
#[eval(
    AssumeIntr,
    DbgDeclareIntr,
    DbgValueIntr,
    InvariantStartIntr,
    MaskedCompressstoreIntr,
    MaskedExpandloadIntr,
    MaskedGatherIntr,
    MaskedLoadIntr,
    MemcpyInlineIntr,
    MemcpyIntr,
    MemmoveIntr,
    MemsetInlineIntr,
    MemsetIntr,
    PtrAnnotationIntr
)]
fn intrinsic<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let def = op.def().expect("only registered operations are evaluated");
    if let Some(eval) = row(def) {
        return eval(op, emit);
    }
    match reduction_of(def) {
        Some(combine) => reduction(op, emit, combine),
        None => Err(op.error("cannot be interpreted: it has no `eval`")),
    }
}

/// Integers and floats, lane by lane.
const NUMBERS: &[(&OpDef, EvalFn)] = &[
    (AcosIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::acos, f64::acos))),
    (AsinIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::asin, f64::asin))),
    (AtanIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::atan, f64::atan))),
    (Atan2Intr::DEF, |op, emit| emit.host_function2(op, (f32::atan2, f64::atan2))),
    (CosIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::cos, f64::cos))),
    (CoshIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::cosh, f64::cosh))),
    (ExpIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::exp, f64::exp))),
    (Exp10Intr::DEF, |op, emit| emit.host_function(op, 0, (|a| 10f32.powf(a), |a| 10f64.powf(a)))),
    (Exp2Intr::DEF, |op, emit| emit.host_function(op, 0, (f32::exp2, f64::exp2))),
    (LogIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::ln, f64::ln))),
    (Log10Intr::DEF, |op, emit| emit.host_function(op, 0, (f32::log10, f64::log10))),
    (Log2Intr::DEF, |op, emit| emit.host_function(op, 0, (f32::log2, f64::log2))),
    (PowIntr::DEF, |op, emit| emit.host_function2(op, (f32::powf, f64::powf))),
    (PowiIntr::DEF, |op, emit| emit.integer_power(op)),
    (SinIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::sin, f64::sin))),
    (SinhIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::sinh, f64::sinh))),
    (SqrtIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::sqrt, f64::sqrt))),
    (TanIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::tan, f64::tan))),
    (TanhIntr::DEF, |op, emit| emit.host_function(op, 0, (f32::tanh, f64::tanh))),
    (CeilIntr::DEF, |op, emit| emit.float_unary(op, f64::ceil, |a| a.round_to_integral(Rounding::TowardPositive))),
    (FloorIntr::DEF, |op, emit| emit.float_unary(op, f64::floor, |a| a.round_to_integral(Rounding::TowardNegative))),
    (NearbyintIntr::DEF, round_even),
    (RintIntr::DEF, round_even),
    (RoundevenIntr::DEF, round_even),
    (RoundIntr::DEF, |op, emit| emit.float_unary(op, f64::round, |a| a.round_to_integral(Rounding::NearestTiesToAway))),
    (TruncIntr::DEF, |op, emit| emit.float_unary(op, f64::trunc, |a| a.round_to_integral(Rounding::TowardZero))),
    (FabsIntr::DEF, |op, emit| emit.float_sign(op, ApFloat::abs)),
    (CopysignIntr::DEF, copysign),
    (FmaIntr::DEF, |op, emit| emit.fused_multiply_add(op)),
    (FmuladdIntr::DEF, |op, emit| emit.fused_multiply_add(op)),
    (MaximumIntr::DEF, |op, emit| emit.float_op(op, FloatOp::Maximum)),
    (MaxnumIntr::DEF, |op, emit| emit.float_op(op, FloatOp::MaxNum)),
    (MinimumIntr::DEF, |op, emit| emit.float_op(op, FloatOp::Minimum)),
    (MinnumIntr::DEF, |op, emit| emit.float_op(op, FloatOp::MinNum)),
    (SmaxIntr::DEF, |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.smax(b))))),
    (SminIntr::DEF, |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.smin(b))))),
    (UmaxIntr::DEF, |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.umax(b))))),
    (UminIntr::DEF, |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.umin(b))))),
    (SaddSatIntr::DEF, |op, emit| saturated(op, emit, ApInt::sadd_ov, |a, _| limit(a.is_negative(), a.width()))),
    (SsubSatIntr::DEF, |op, emit| saturated(op, emit, ApInt::ssub_ov, |a, _| limit(a.is_negative(), a.width()))),
    (UaddSatIntr::DEF, |op, emit| saturated(op, emit, ApInt::uadd_ov, |a, _| ApInt::all_ones(a.width()))),
    (UsubSatIntr::DEF, |op, emit| saturated(op, emit, ApInt::usub_ov, |a, _| ApInt::zero(a.width()))),
    (SaddWithOverflowIntr::DEF, |op, emit| with_overflow(op, emit, ApInt::sadd_ov)),
    (UaddWithOverflowIntr::DEF, |op, emit| with_overflow(op, emit, ApInt::uadd_ov)),
    (SsubWithOverflowIntr::DEF, |op, emit| with_overflow(op, emit, ApInt::ssub_ov)),
    (UsubWithOverflowIntr::DEF, |op, emit| with_overflow(op, emit, ApInt::usub_ov)),
    (SmulWithOverflowIntr::DEF, |op, emit| with_overflow(op, emit, ApInt::smul_ov)),
    (UmulWithOverflowIntr::DEF, |op, emit| with_overflow(op, emit, ApInt::umul_ov)),
    (CtpopIntr::DEF, |op, emit| emit.int_unary(op, |a| Ok(Some(ApInt::new(a.width(), a.popcount().into()))))),
    (CtlzIntr::DEF, |op, emit| count_zeros(op, emit, ApInt::count_leading_zeros)),
    (CttzIntr::DEF, |op, emit| count_zeros(op, emit, ApInt::count_trailing_zeros)),
    (AbsIntr::DEF, abs),
    (BitreverseIntr::DEF, |op, emit| emit.int_unary(op, |a| Ok(Some(reversed(a, 1))))),
    (BswapIntr::DEF, |op, emit| emit.int_unary(op, |a| Ok(Some(reversed(a, 8))))),
    (SshlSatIntr::DEF, |op, emit| shift_saturated(op, emit, ApInt::sshl_ov, |a| limit(a.is_negative(), a.width()))),
    (UshlSatIntr::DEF, |op, emit| shift_saturated(op, emit, ApInt::ushl_ov, |a| ApInt::all_ones(a.width()))),
    (ScmpIntr::DEF, |op, emit| three_way(op, emit, ApInt::scmp)),
    (UcmpIntr::DEF, |op, emit| three_way(op, emit, ApInt::ucmp)),
    (LrintIntr::DEF, |op, emit| rounded_to_int(op, emit, Rounding::NearestTiesToEven)),
    (LlrintIntr::DEF, |op, emit| rounded_to_int(op, emit, Rounding::NearestTiesToEven)),
    (LroundIntr::DEF, |op, emit| rounded_to_int(op, emit, Rounding::NearestTiesToAway)),
    (LlroundIntr::DEF, |op, emit| rounded_to_int(op, emit, Rounding::NearestTiesToAway)),
    (IsFpclassIntr::DEF, is_fpclass),
    (LdexpIntr::DEF, ldexp),
    (FrexpIntr::DEF, frexp),
    (SincosIntr::DEF, sincos),
    (ConstrainedFpextIntr::DEF, |op, emit| emit.convert_float(op, Rounding::NearestTiesToEven)),
    (ConstrainedFptruncIntr::DEF, |op, emit| emit.convert_float(op, rounding(op))),
    (ConstrainedSitofpIntr::DEF, |op, emit| emit.int_to_float(op, true, false)),
    (ConstrainedUitofpIntr::DEF, |op, emit| emit.int_to_float(op, false, false)),
    (FshlIntr::DEF, |op, emit| funnel_shift(op, emit, |both, by, width| both.shl(by).lshr(width))),
    (FshrIntr::DEF, |op, emit| funnel_shift(op, emit, |both, by, _| both.lshr(by))),
];

/// Memory, vectors and hints.
const OTHERS: &[(&OpDef, EvalFn)] = &[
    (AnnotationIntr::DEF, first),
    (AssumeIntr::DEF, assume),
    (CoroAlignIntr::DEF, coroutines),
    (CoroBeginIntr::DEF, coroutines),
    (CoroEndIntr::DEF, coroutines),
    (CoroFreeIntr::DEF, coroutines),
    (CoroIdIntr::DEF, coroutines),
    (CoroPromiseIntr::DEF, coroutines),
    (CoroResumeIntr::DEF, coroutines),
    (CoroSaveIntr::DEF, coroutines),
    (CoroSizeIntr::DEF, coroutines),
    (CoroSuspendIntr::DEF, coroutines),
    (EhTypeidForIntr::DEF, exceptions),
    (NoAliasScopeDeclIntr::DEF, nothing),
    (DbgDeclareIntr::DEF, nothing),
    (DbgLabelIntr::DEF, nothing),
    (DbgValueIntr::DEF, nothing),
    (DebugtrapIntr::DEF, nothing),
    (ExpectIntr::DEF, first),
    (ExpectWithProbabilityIntr::DEF, first),
    (GetActiveLaneMaskIntr::DEF, lane_mask),
    (InvariantEndIntr::DEF, nothing),
    (InvariantStartIntr::DEF, |op, emit| unknown(op, emit, Value::Bits(0))),
    (IsConstantIntr::DEF, |op, emit| unknown(op, emit, Value::bool(false))),
    (LaunderInvariantGroupIntr::DEF, first),
    (LifetimeEndIntr::DEF, nothing),
    (LifetimeStartIntr::DEF, nothing),
    (MaskedCompressstoreIntr::DEF, compress_store),
    (MaskedExpandloadIntr::DEF, expand_load),
    (MaskedGatherIntr::DEF, masked_gather),
    (MaskedLoadIntr::DEF, masked_load),
    (MaskedScatterIntr::DEF, masked_scatter),
    (MaskedStoreIntr::DEF, masked_store),
    (MatrixColumnMajorLoadIntr::DEF, matrix::load),
    (MatrixColumnMajorStoreIntr::DEF, matrix::store),
    (MatrixMultiplyIntr::DEF, matrix::multiply),
    (MatrixTransposeIntr::DEF, matrix::transpose),
    (MemcpyIntr::DEF, copy),
    (MemcpyInlineIntr::DEF, copy),
    (MemmoveIntr::DEF, copy),
    (MemsetIntr::DEF, fill),
    (MemsetInlineIntr::DEF, fill),
    (PrefetchIntr::DEF, nothing),
    (PtrAnnotationIntr::DEF, first),
    (PtrmaskIntr::DEF, |op, emit| emit.and(op)),
    (SsaCopyIntr::DEF, passes_on),
    (StackrestoreIntr::DEF, stack_restore),
    (StacksaveIntr::DEF, stack_save),
    (StepvectorIntr::DEF, step_vector),
    (StripInvariantGroupIntr::DEF, first),
    (ThreadlocalAddressIntr::DEF, first),
    (TrapIntr::DEF, trap),
    (UbsantrapIntr::DEF, trap),
    (VacopyIntr::DEF, variable_arguments),
    (VaendIntr::DEF, variable_arguments),
    (VarAnnotationIntr::DEF, nothing),
    (VastartIntr::DEF, variable_arguments),
    (VectorDeinterleave2Intr::DEF, deinterleave),
    (VectorExtractIntr::DEF, vector_extract),
    (VectorInsertIntr::DEF, vector_insert),
    (VectorInterleave2Intr::DEF, interleave),
    (VscaleIntr::DEF, vscale),
];

fn round_even<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.float_unary(op, f64::round_ties_even, |a| a.round_to_integral(Rounding::NearestTiesToEven))
}

fn first<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = (emit.operand(op, 0), emit.result(op, 0));
    emit.moves(&[from], &[to]);
    Ok(())
}

/// Evaluates a result that is implementation-defined to `value`.
fn unknown<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, value: Value) -> Emitted {
    let into = emit.result(op, 0);
    emit.set_constant(into, value);
    Ok(())
}

/// A shift by the width or more is poison.
fn shift_saturated<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    shift: fn(&ApInt, u32) -> (ApInt, bool),
    limit: fn(&ApInt) -> ApInt,
) -> Emitted {
    emit.int_binary(op, move |a, by| {
        let by = by.to_u64().and_then(|by| u32::try_from(by).ok()).filter(|&by| by < a.width());
        let shifted = by.map(|by| shift(a, by));
        Ok(shifted.map(|(result, overflows)| if overflows { limit(a) } else { result }))
    })
}

/// The three-way comparison: -1, 0 or 1.
fn three_way<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, compare: fn(&ApInt, &ApInt) -> std::cmp::Ordering) -> Emitted {
    let width = emit.int_width(op.result(0).ty());
    emit.int_binary(op, move |a, b| Ok(Some(ApInt::from_i64(width, compare(a, b) as i64))))
}

/// Values that are not representable become poison.
fn rounded_to_int<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, rounding: Rounding) -> Emitted {
    let kind = emit.float_kind(op, op.operand(0).ty())?;
    let width = emit.int_width(op.result(0).ty());
    emit.unary(op, move |a| {
        let value = a.float(kind).and_then(|a| a.to_int(width, true, rounding));
        Ok(value.map(|conversion| conversion.value).into())
    })
}

/// Classes are bits: signaling and quiet NaN; then from minus infinity through normal, subnormal and zero to infinity.
fn is_fpclass<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.operand(0).ty())?;
    let wanted = op.attr("bit").and_then(|attr| attr.as_i64(op.cx())).unwrap_or_default();
    emit.unary(op, move |a| {
        let class = |a: ApFloat| {
            let of_size = match () {
                () if a.is_infinity() => 0,
                () if a.is_zero() => 3,
                () if a.is_denormal() => 2,
                () => 1,
            };
            match (a.is_nan(), a.is_negative()) {
                (true, _) => u32::from(!a.is_signaling()),
                (_, true) => 2 + of_size,
                (_, false) => 9 - of_size,
            }
        };
        Ok(a.float(kind).map(|a| wanted >> class(a) & 1 != 0).into())
    })
}

fn ldexp<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.operand(0).ty())?;
    let width = emit.int_width(op.operand(1).ty());
    emit.binary(op, move |a, power| {
        let pair = native_of(kind, a).zip(power.int(width).map(|power| power.sext_value().unwrap_or_default()));
        // In four steps, so that no power of two is out of range unless the result is.
        let scale = |(a, power): (f64, i64)| {
            let power = power.clamp(-2200, 2200) as i32;
            let quarters = [power / 4, power / 4, power / 4, power - 3 * (power / 4)];
            quarters.into_iter().fold(a, |a, power| a * 2f64.powi(power))
        };
        Ok(pair.map_or(Value::Poison, |pair| of_native(kind, scale(pair))))
    })
}

/// A structure of two results.
fn pair_of<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    f: impl Fn(&Value) -> (Value, Value) + Send + Sync + 'static,
) -> Emitted {
    let (lanes, from, into) = (emit.lanes(op, op.operand(0).ty())?, emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let value = m.get(from);
        let Some(n) = lanes else {
            let (first, second) = f(value);
            return Ok(Value::list(vec![first, second]));
        };
        let (first, second) = (0..n).map(|at| f(value.part(at))).unzip();
        Ok(Value::list(vec![Value::list(first), Value::list(second)]))
    });
    Ok(())
}

fn sincos<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.operand(0).ty())?;
    pair_of(op, emit, move |a| {
        let of = |f: fn(f64) -> f64| native_of(kind, a).map_or(Value::Poison, |a| of_native(kind, f(a)));
        (of(f64::sin), of(f64::cos))
    })
}

/// Splits `value` into a fraction in [1/2, 1) and the exponent of the power of two it is multiplied by.
fn fraction_of(value: f64) -> (f64, i64) {
    /// The exponent of the power of two that makes subnormal floats normal.
    const UP: i64 = 64;
    /// The biased exponent of floats in [1/2, 1).
    const HALF: i64 = 1022;
    if value == 0.0 || !value.is_finite() {
        return (value, 0);
    }
    if value.is_subnormal() {
        let (fraction, exponent) = fraction_of(value * 2f64.powi(UP as i32));
        return (fraction, exponent - UP);
    }
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i64;
    (f64::from_bits(value.to_bits() & !(0x7ff << 52) | (HALF as u64) << 52), exponent - HALF)
}

/// A fraction in [1/2, 1) and an exponent, which is unspecified for NaN and infinities.
fn frexp<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.operand(0).ty())?;
    let width = match emit.kind(op, op.result(0).ty())? {
        Kind::Struct(members, _) => members.get(1).and_then(|member| member.lanes().1.width()),
        _ => None,
    };
    let width = width.unwrap_or(32);
    pair_of(op, emit, move |a| {
        let Some(a) = native_of(kind, a) else { return (Value::Poison, Value::Poison) };
        let (fraction, exponent) = fraction_of(a);
        let exponent = a.is_finite().then(|| ApInt::from_i64(width, exponent));
        (of_native(kind, fraction), exponent.into())
    })
}

/// The rounding mode in the first slot, in LLVM's encoding.
fn rounding(op: OpRef) -> Rounding {
    match op.prop(0).and_then(|attr| attr.as_i64(op.cx())) {
        Some(0) => Rounding::TowardZero,
        Some(2) => Rounding::TowardPositive,
        Some(3) => Rounding::TowardNegative,
        Some(4) => Rounding::NearestTiesToAway,
        _ => Rounding::NearestTiesToEven,
    }
}

fn copysign<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.operand(0).ty())?;
    emit.binary(op, move |a, b| Ok(a.float(kind).zip(b.float(kind)).map(|(a, b)| a.copysign(b)).into()))
}

/// An arithmetic function that also returns whether it overflowed.
type Checked = fn(&ApInt, &ApInt) -> (ApInt, bool);

fn limit(negative: bool, width: u32) -> ApInt {
    if negative { ApInt::signed_min(width) } else { ApInt::signed_max(width) }
}

fn saturated<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, f: Checked, limit: fn(&ApInt, &ApInt) -> ApInt) -> Emitted {
    emit.int_binary(op, move |a, b| {
        let (result, overflows) = f(a, b);
        Ok(Some(if overflows { limit(a, b) } else { result }))
    })
}

/// Both results are members of a structure.
fn with_overflow<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, f: Checked) -> Emitted {
    let width = emit.int_width(op.operand(0).ty());
    let lanes = emit.lanes(op, op.operand(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    let pair = move |a: &Value, b: &Value| match (a.int(width), b.int(width)) {
        (Some(a), Some(b)) => {
            let (result, overflows) = f(&a, &b);
            (result.into(), Value::bool(overflows))
        }
        _ => (Value::Poison, Value::Poison),
    };
    emit.compute(into, move |m| {
        let (a, b) = (m.get(operands[0]), m.get(operands[1]));
        let Some(n) = lanes else {
            let (result, overflows) = pair(a, b);
            return Ok(Value::list(vec![result, overflows]));
        };
        let (results, overflows) = (0..n).map(|at| pair(a.part(at), b.part(at))).unzip();
        Ok(Value::list(vec![Value::list(results), Value::list(overflows)]))
    });
    Ok(())
}

/// Whether the flag in the first slot is set.
fn has_flag(op: OpRef) -> bool {
    op.prop(0).and_then(|attr| attr.as_bool(op.cx())).unwrap_or_default()
}

fn count_zeros<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, f: fn(&ApInt) -> u32) -> Emitted {
    let zero_is_poison = has_flag(op);
    emit.int_unary(op, move |a| Ok((!zero_is_poison || !a.is_zero()).then(|| ApInt::new(a.width(), f(a).into()))))
}

fn abs<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let min_is_poison = has_flag(op);
    emit.int_unary(op, move |a| Ok((!min_is_poison || !a.is_signed_min()).then(|| a.abs())))
}

/// Reverses the order of groups of `size` bits.
fn reversed(value: &ApInt, size: u32) -> ApInt {
    let (width, group) = (value.width(), ApInt::new(value.width(), rmlir::interp::value::mask(size)));
    let moved = |at: u32| value.lshr(at).and(&group).shl(width - size - at);
    (0..width / size).fold(ApInt::zero(width), |all, at| all.or(&moved(at * size)))
}

fn funnel_shift<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, f: fn(&ApInt, u32, u32) -> ApInt) -> Emitted {
    let width = emit.int_width(op.operand(0).ty());
    emit.ternary(op, move |a, b, by| {
        let (Some(a), Some(b), Some(by)) = (a.int(width), b.int(width), by.int(width)) else {
            return Ok(Value::Poison);
        };
        let by = by.urem(&ApInt::new(width, width.into())).and_then(|by| by.to_u64()).unwrap_or_default() as u32;
        let both = a.zext_or_trunc(2 * width).shl(width).or(&b.zext_or_trunc(2 * width));
        Ok(f(&both, by, width).zext_or_trunc(width).into())
    })
}

/// The start value, if there is one, is combined before the lanes.
fn reduction<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, combine: Combine) -> Emitted {
    let kind = emit.kind(op, op.result(0).ty())?;
    let operands = emit.operands(op);
    let n = emit.kind(op, op.operand(op.n_operands() - 1).ty())?.n_parts();
    let into = emit.result(op, 0);
    emit.compute(into, move |m| {
        let vector = m.get(operands[operands.len() - 1]);
        let (mut total, first) = match operands.len() {
            1 => (vector.part(0).clone(), 1),
            _ => (m.get(operands[0]).clone(), 0),
        };
        for lane in first..n {
            total = combine.apply(&kind, &total, vector.part(lane));
        }
        Ok(total)
    });
    Ok(())
}

fn assume<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let condition = emit.operand(op, 0);
    emit.push(move |m| match m.bits(condition, "a condition")? {
        0 => Err(Fault::undefined("assumes what does not hold")),
        _ => Ok(Flow::Next),
    });
    Ok(())
}

fn trap<'a>(_op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.stop(Fault::stopped("is reached"));
    Ok(())
}

/// The register with the length in bytes: the third operand, or a constant.
fn n_bytes<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Reg {
    let fixed = op.attr("len").and_then(|attr| attr.as_i64(op.cx())).unwrap_or_default();
    if op.n_operands() > 2 { emit.operand(op, 2) } else { emit.constant(Value::Bits(fixed as u64)) }
}

fn copy<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, n_bytes) = (emit.operands(op), n_bytes(op, emit));
    emit.push(move |m| {
        let (to, from) = (m.bits(operands[0], "an address")?, m.bits(operands[1], "an address")?);
        let n = m.bits(n_bytes, "a size")?;
        m.memory.copy(to, from, n)?;
        Ok(Flow::Next)
    });
    Ok(())
}

fn fill<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, n_bytes) = (emit.operands(op), n_bytes(op, emit));
    emit.push(move |m| {
        let (to, n) = (m.bits(operands[0], "an address")?, m.bits(n_bytes, "a size")?);
        let byte = m.get(operands[1]).bits().map(|byte| byte as u8);
        m.memory.fill(to, byte, n)?;
        Ok(Flow::Next)
    });
    Ok(())
}

/// The height of the stack is used as its address.
fn stack_save<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let into = emit.result(op, 0);
    emit.compute(into, |m| Ok(Value::Bits(m.memory.stack_height() as u64)));
    Ok(())
}

fn stack_restore<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let height = emit.operand(op, 0);
    emit.push(move |m| {
        let height = m.bits(height, "the address of the stack")?;
        m.memory.pop_stack(height as usize);
        Ok(Flow::Next)
    });
    Ok(())
}

/// Whether lane `at` of a mask is active.
fn is_on(mask: &Value, at: usize) -> Result<bool, Box<Fault>> {
    let bits = mask.part(at).bits().ok_or_else(|| Fault::undefined("needs a mask, a lane of which is poison"))?;
    Ok(bits != 0)
}

/// Appends a read of the active lanes; `address` computes the address of a lane.
fn read_lanes<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    address: impl Fn(&Value, usize, u64) -> Option<u64> + Send + Sync + 'static,
) -> Emitted {
    let (n, lane) = lanes_of(op, emit, op.result(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (place, mask) = (m.get(operands[0]), m.get(operands[1]));
        let mut lanes = Vec::new();
        for at in 0..n {
            lanes.push(match is_on(mask, at)? {
                true => {
                    let address = address(place, at, lane.size());
                    let address = address.ok_or_else(|| Fault::undefined("needs an address, which is poison"))?;
                    lane.load(&m.memory, address)?
                }
                false => operands.get(2).map_or(Value::Poison, |&pass| m.get(pass).part(at).clone()),
            });
        }
        Ok(Value::list(lanes))
    });
    Ok(())
}

/// As [`read_lanes`], storing the first operand.
fn write_lanes<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    address: impl Fn(&Value, usize, u64) -> Option<u64> + Send + Sync + 'static,
) -> Emitted {
    let (n, lane) = lanes_of(op, emit, op.operand(0).ty())?;
    let operands: Vec<Reg> = emit.operands(op);
    emit.push(move |m| {
        let [value, place, mask] = [0, 1, 2].map(|operand| m.get(operands[operand]).clone());
        for at in 0..n {
            if is_on(&mask, at)? {
                let address = address(&place, at, lane.size());
                let address = address.ok_or_else(|| Fault::undefined("needs an address, which is poison"))?;
                lane.store(&mut m.memory, address, value.part(at))?;
            }
        }
        Ok(Flow::Next)
    });
    Ok(())
}

/// Active lanes are contiguous in memory.
fn expand_load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, lane) = lanes_of(op, emit, op.result(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (mut address, mask) = (m.bits(operands[0], "an address")?, m.get(operands[1]));
        let mut lanes = Vec::new();
        for at in 0..n {
            lanes.push(match is_on(mask, at)? {
                true => {
                    let value = lane.load(&m.memory, address)?;
                    address = address.wrapping_add(lane.size());
                    value
                }
                false => m.get(operands[2]).part(at).clone(),
            });
        }
        Ok(Value::list(lanes))
    });
    Ok(())
}

/// The store that corresponds to [`expand_load`].
fn compress_store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, lane) = lanes_of(op, emit, op.operand(0).ty())?;
    let operands = emit.operands(op);
    emit.push(move |m| {
        let (value, mut address) = (m.get(operands[0]).clone(), m.bits(operands[1], "an address")?);
        let mask = m.get(operands[2]).clone();
        for at in 0..n {
            if is_on(&mask, at)? {
                lane.store(&mut m.memory, address, value.part(at))?;
                address = address.wrapping_add(lane.size());
            }
        }
        Ok(Flow::Next)
    });
    Ok(())
}

/// The address of lane `at` of contiguous lanes.
fn in_a_row(place: &Value, at: usize, size: u64) -> Option<u64> {
    Some(place.bits()?.wrapping_add(at as u64 * size))
}

/// The address of lane `at` of a vector of addresses.
fn scattered(place: &Value, at: usize, _size: u64) -> Option<u64> {
    place.part(at).bits()
}

fn masked_load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    read_lanes(op, emit, in_a_row)
}

fn masked_gather<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    read_lanes(op, emit, scattered)
}

fn masked_store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    write_lanes(op, emit, in_a_row)
}

fn masked_scatter<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    write_lanes(op, emit, scattered)
}

/// Lanes are active whose index plus the base is below the limit.
fn lane_mask<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, _) = lanes_of(op, emit, op.result(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let pair = m.get(operands[0]).bits().zip(m.get(operands[1]).bits());
        let Some((base, limit)) = pair else { return Ok(Value::Poison) };
        let is_below = |at: u128| Value::bool(u128::from(base) + at < u128::from(limit));
        Ok(Value::list((0..n as u128).map(is_below).collect()))
    });
    Ok(())
}

fn step_vector<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, lane) = lanes_of(op, emit, op.result(0).ty())?;
    let (into, width) = (emit.result(op, 0), lane.width().unwrap_or(64));
    emit.set_constant(into, Value::list((0..n as u64).map(|at| ApInt::new(width, at).into()).collect()));
    Ok(())
}

fn vscale<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (scale, into) = (emit.vscale(), emit.result(op, 0));
    emit.set_constant(into, Value::Bits(scale));
    Ok(())
}

/// The position of the first lane: positions are scaled by `vscale` if the smaller vector is scalable.
fn position<'a>(op: OpRef<'a>, emit: &Emit<'a, '_>, part: Type) -> usize {
    let position = op.prop(0).and_then(|attr| attr.as_i64(op.cx())).unwrap_or_default() as usize;
    let is_scalable = matches!(part.data(op.cx()), TypeData::Vector { scalable, .. } if scalable.contains(&true));
    if is_scalable { position * emit.vscale() as usize } else { position }
}

fn vector_extract<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (first, (n, _)) = (position(op, emit, op.result(0).ty()), lanes_of(op, emit, op.result(0).ty())?);
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(Value::list((first..first + n).map(|at| m.get(from).part(at).clone()).collect())));
    Ok(())
}

fn vector_insert<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let first = position(op, emit, op.operand(1).ty());
    let ((n, _), (n_part, _)) = (lanes_of(op, emit, op.result(0).ty())?, lanes_of(op, emit, op.operand(1).ty())?);
    let (dest, part, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (dest, part) = (m.get(dest), m.get(part));
        let is_part = |at: &usize| (first..first + n_part).contains(at);
        let lane = |at: usize| if is_part(&at) { part.part(at - first).clone() } else { dest.part(at).clone() };
        Ok(Value::list((0..n).map(lane).collect()))
    });
    Ok(())
}

/// Interleaves the lanes of two vectors.
fn interleave<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, _) = lanes_of(op, emit, op.result(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        Ok(Value::list((0..n).map(|at| m.get(operands[at % 2]).part(at / 2).clone()).collect()))
    });
    Ok(())
}

/// A structure of the vectors of the lanes at even and at odd positions.
fn deinterleave<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, _) = lanes_of(op, emit, op.operand(0).ty())?;
    let (source, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let every_other = |first: usize| (first..n).step_by(2).map(|at| m.get(source).part(at).clone()).collect();
        Ok(Value::list([0, 1].map(|first| Value::list(every_other(first))).to_vec()))
    });
    Ok(())
}
