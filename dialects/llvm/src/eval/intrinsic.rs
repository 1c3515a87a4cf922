//! The intrinsics that lowerings make, by name. One that is not in a table has no meaning here.

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::eval::{EvalFn, nothing, passes_on};
use rmlir::interp::{Emit, Emitted, Fault, Flow, Kind, Reg, Value};
use rmlir::num::Rounding;
use rmlir::prelude::*;

/// Appends the instructions of an intrinsic.
pub fn intrinsic<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let name = op.name_str().trim_start_matches("llvm.intr.");
    let find = |table: &[(&str, EvalFn)]| table.iter().find(|(known, _)| *known == name).map(|(_, eval)| *eval);
    if let Some(eval) = find(NUMBERS).or_else(|| find(OTHERS)) {
        return eval(op, emit);
    }
    match REDUCTIONS.iter().find(|(known, _)| Some(*known) == name.strip_prefix("vector.reduce.")) {
        Some((_, combine)) => reduction(op, emit, *combine),
        None => Err(op.error("cannot be interpreted: it has no `eval`")),
    }
}

/// Numbers, lane by lane.
const NUMBERS: &[(&str, EvalFn)] = &[
    ("acos", |op, emit| emit.host_function(op, 0, (f32::acos, f64::acos))),
    ("asin", |op, emit| emit.host_function(op, 0, (f32::asin, f64::asin))),
    ("atan", |op, emit| emit.host_function(op, 0, (f32::atan, f64::atan))),
    ("atan2", |op, emit| emit.host_function2(op, (f32::atan2, f64::atan2))),
    ("cos", |op, emit| emit.host_function(op, 0, (f32::cos, f64::cos))),
    ("cosh", |op, emit| emit.host_function(op, 0, (f32::cosh, f64::cosh))),
    ("exp", |op, emit| emit.host_function(op, 0, (f32::exp, f64::exp))),
    ("exp10", |op, emit| emit.host_function(op, 0, (|a| 10f32.powf(a), |a| 10f64.powf(a)))),
    ("exp2", |op, emit| emit.host_function(op, 0, (f32::exp2, f64::exp2))),
    ("log", |op, emit| emit.host_function(op, 0, (f32::ln, f64::ln))),
    ("log10", |op, emit| emit.host_function(op, 0, (f32::log10, f64::log10))),
    ("log2", |op, emit| emit.host_function(op, 0, (f32::log2, f64::log2))),
    ("pow", |op, emit| emit.host_function2(op, (f32::powf, f64::powf))),
    ("powi", |op, emit| emit.integer_power(op)),
    ("sin", |op, emit| emit.host_function(op, 0, (f32::sin, f64::sin))),
    ("sinh", |op, emit| emit.host_function(op, 0, (f32::sinh, f64::sinh))),
    ("sqrt", |op, emit| emit.host_function(op, 0, (f32::sqrt, f64::sqrt))),
    ("tan", |op, emit| emit.host_function(op, 0, (f32::tan, f64::tan))),
    ("tanh", |op, emit| emit.host_function(op, 0, (f32::tanh, f64::tanh))),
    ("ceil", |op, emit| emit.float_unary(op, f64::ceil, |a| a.round_to_integral(Rounding::TowardPositive))),
    ("floor", |op, emit| emit.float_unary(op, f64::floor, |a| a.round_to_integral(Rounding::TowardNegative))),
    ("nearbyint", round_even),
    ("rint", round_even),
    ("roundeven", round_even),
    ("round", |op, emit| emit.float_unary(op, f64::round, |a| a.round_to_integral(Rounding::NearestTiesToAway))),
    ("trunc", |op, emit| emit.float_unary(op, f64::trunc, |a| a.round_to_integral(Rounding::TowardZero))),
    ("fabs", |op, emit| emit.float_sign(op, ApFloat::abs)),
    ("copysign", copysign),
    ("fma", |op, emit| emit.fused_multiply_add(op)),
    ("fmuladd", |op, emit| emit.fused_multiply_add(op)),
    ("maximum", |op, emit| emit.float_op(op, FloatOp::Maximum)),
    ("maxnum", |op, emit| emit.float_op(op, FloatOp::MaxNum)),
    ("minimum", |op, emit| emit.float_op(op, FloatOp::Minimum)),
    ("minnum", |op, emit| emit.float_op(op, FloatOp::MinNum)),
    ("fptosi.sat", |op, emit| emit.float_to_int_saturated(op, true)),
    ("fptoui.sat", |op, emit| emit.float_to_int_saturated(op, false)),
    ("smax", |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.smax(b))))),
    ("smin", |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.smin(b))))),
    ("umax", |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.umax(b))))),
    ("umin", |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.umin(b))))),
    ("sadd.sat", |op, emit| saturated(op, emit, ApInt::sadd_ov, |a, _| limit(a.is_negative(), a.width()))),
    ("ssub.sat", |op, emit| saturated(op, emit, ApInt::ssub_ov, |a, _| limit(a.is_negative(), a.width()))),
    ("uadd.sat", |op, emit| saturated(op, emit, ApInt::uadd_ov, |a, _| ApInt::all_ones(a.width()))),
    ("usub.sat", |op, emit| saturated(op, emit, ApInt::usub_ov, |a, _| ApInt::zero(a.width()))),
    ("sadd.with.overflow", |op, emit| with_overflow(op, emit, ApInt::sadd_ov)),
    ("uadd.with.overflow", |op, emit| with_overflow(op, emit, ApInt::uadd_ov)),
    ("ssub.with.overflow", |op, emit| with_overflow(op, emit, ApInt::ssub_ov)),
    ("usub.with.overflow", |op, emit| with_overflow(op, emit, ApInt::usub_ov)),
    ("smul.with.overflow", |op, emit| with_overflow(op, emit, ApInt::smul_ov)),
    ("umul.with.overflow", |op, emit| with_overflow(op, emit, ApInt::umul_ov)),
    ("ctpop", |op, emit| emit.int_unary(op, |a| Ok(Some(ApInt::new(a.width(), a.popcount().into()))))),
    ("ctlz", |op, emit| count_zeros(op, emit, ApInt::count_leading_zeros)),
    ("cttz", |op, emit| count_zeros(op, emit, ApInt::count_trailing_zeros)),
    ("abs", abs),
    ("bitreverse", |op, emit| emit.int_unary(op, |a| Ok(Some(reversed(a, 1))))),
    ("bswap", |op, emit| emit.int_unary(op, |a| Ok(Some(reversed(a, 8))))),
    ("fshl", |op, emit| funnel_shift(op, emit, |both, by, width| both.shl(by).lshr(width))),
    ("fshr", |op, emit| funnel_shift(op, emit, |both, by, _| both.lshr(by))),
];

/// Memory, vectors and hints.
const OTHERS: &[(&str, EvalFn)] = &[
    ("assume", assume),
    ("experimental.noalias.scope.decl", nothing),
    ("dbg.declare", nothing),
    ("dbg.label", nothing),
    ("dbg.value", nothing),
    ("debugtrap", nothing),
    ("expect", |op, emit| first(op, emit)),
    ("expect.with.probability", |op, emit| first(op, emit)),
    ("get.active.lane.mask", lane_mask),
    ("lifetime.end", nothing),
    ("lifetime.start", nothing),
    ("masked.gather", masked_gather),
    ("masked.load", masked_load),
    ("masked.scatter", masked_scatter),
    ("masked.store", masked_store),
    ("memcpy", copy),
    ("memmove", copy),
    ("memset", fill),
    ("prefetch", nothing),
    ("ssa.copy", passes_on),
    ("stackrestore", stack_restore),
    ("stacksave", stack_save),
    ("stepvector", step_vector),
    ("trap", trap),
    ("vector.deinterleave2", deinterleave),
    ("vector.extract", vector_extract),
    ("vector.insert", vector_insert),
    ("vector.interleave2", interleave),
    ("vscale", vscale),
];

/// How lanes are combined.
const REDUCTIONS: &[(&str, Combine)] = &[
    ("add", Combine::AddI),
    ("and", Combine::And),
    ("mul", Combine::MulI),
    ("or", Combine::Or),
    ("smax", Combine::MaxS),
    ("smin", Combine::MinS),
    ("umax", Combine::MaxU),
    ("umin", Combine::MinU),
    ("xor", Combine::Xor),
    ("fmax", Combine::Float(FloatOp::MaxNum)),
    ("fmin", Combine::Float(FloatOp::MinNum)),
    ("fmaximum", Combine::Float(FloatOp::Maximum)),
    ("fminimum", Combine::Float(FloatOp::Minimum)),
    ("fadd", Combine::Float(FloatOp::Add)),
    ("fmul", Combine::Float(FloatOp::Mul)),
];

fn round_even<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.float_unary(op, f64::round_ties_even, |a| a.round_to_integral(Rounding::NearestTiesToEven))
}

fn first<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = (emit.operand(op, 0), emit.result(op, 0));
    emit.moves(&[from], &[to]);
    Ok(())
}

fn copysign<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.operand(0).ty())?;
    emit.binary(op, move |a, b| Ok(a.float(kind).zip(b.float(kind)).map(|(a, b)| a.copysign(b)).into()))
}

/// An operation and whether it overflowed.
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

/// Groups of `size` bits in the other order.
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

/// A start value comes before the lanes.
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

fn copy<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let operands = emit.operands(op);
    emit.push(move |m| {
        let (to, from) = (m.bits(operands[0], "an address")?, m.bits(operands[1], "an address")?);
        let n = m.bits(operands[2], "a size")?;
        m.memory.copy(to, from, n)?;
        Ok(Flow::Next)
    });
    Ok(())
}

fn fill<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let operands = emit.operands(op);
    emit.push(move |m| {
        let (to, n) = (m.bits(operands[0], "an address")?, m.bits(operands[2], "a size")?);
        let byte = m.get(operands[1]).bits().map(|byte| byte as u8);
        m.memory.fill(to, byte, n)?;
        Ok(Flow::Next)
    });
    Ok(())
}

/// The height of the stack stands for its address.
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

/// The lanes of a vector type: how many, and of what kind.
fn lanes_of(op: OpRef, emit: &Emit, ty: Type) -> Result<(usize, Kind), Box<Diagnostic>> {
    let kind = emit.kind(op, ty)?;
    let (n, lane) = kind.lanes();
    Ok((n, lane.clone()))
}

/// Whether lane `at` of a mask is on.
fn is_on(mask: &Value, at: usize) -> Result<bool, Box<Fault>> {
    let bits = mask.part(at).bits().ok_or_else(|| Fault::undefined("needs a mask, a lane of which is poison"))?;
    Ok(bits != 0)
}

/// Appends a read of the lanes that are on; `address` says where a lane is.
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

/// As [`read_lanes`], writing the first operand.
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

/// Lanes follow each other.
fn in_a_row(place: &Value, at: usize, size: u64) -> Option<u64> {
    Some(place.bits()?.wrapping_add(at as u64 * size))
}

/// Each lane has an address of its own.
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

/// Lanes whose number, added to the base, is below the limit.
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

/// The first lane: positions count in units if the smaller vector is scalable.
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

/// The lanes of two vectors in turn.
fn interleave<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, _) = lanes_of(op, emit, op.result(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        Ok(Value::list((0..n).map(|at| m.get(operands[at % 2]).part(at / 2).clone()).collect()))
    });
    Ok(())
}

/// A structure of the lanes at even and of those at odd places.
fn deinterleave<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n, _) = lanes_of(op, emit, op.operand(0).ty())?;
    let (source, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let every_other = |first: usize| (first..n).step_by(2).map(|at| m.get(source).part(at).clone()).collect();
        Ok(Value::list([0, 1].map(|first| Value::list(every_other(first))).to_vec()))
    });
    Ok(())
}
