//! Vector-predicated intrinsics: a lane is active if its index is below the explicit vector length and its mask bit is
//! set. Inactive lanes of results are poison, and inactive lanes of operands are ignored.

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::emit::integer::Overflow;
use rmlir::interp::eval::EvalFn;
use rmlir::interp::{Emit, Emitted, Fault, Flow, Machine, Reg, Value};
use rmlir::num::Rounding;
use rmlir::prelude::*;

use super::table::{find, lanes_of, predicated_reduction_of};
use crate::intrinsics::vp::*;

/// The evaluation of a vector-predicated intrinsic.
pub fn find_vp(def: &OpDef) -> Option<EvalFn> {
    if predicated_reduction_of(def).is_some() {
        return Some(reduction);
    }
    find(NUMBERS, def).map(|_| numbers as EvalFn).or_else(|| find(OTHERS, def))
}

/// Intrinsics that are computed lane by lane and are defined for all operand values.
const NUMBERS: &[(&OpDef, EvalFn)] = &[
    (VpAddIntr::DEF, |op, emit| emit.add(op, Overflow::default())),
    (VpAndIntr::DEF, |op, emit| emit.and(op)),
    (VpAshrIntr::DEF, |op, emit| emit.ashr(op, false)),
    (VpFaddIntr::DEF, |op, emit| emit.float_op(op, FloatOp::Add)),
    (VpFdivIntr::DEF, |op, emit| emit.float_op(op, FloatOp::Div)),
    (VpFmaIntr::DEF, |op, emit| emit.fused_multiply_add(op)),
    (VpFmulIntr::DEF, |op, emit| emit.float_op(op, FloatOp::Mul)),
    (VpFmuladdIntr::DEF, |op, emit| emit.fused_multiply_add(op)),
    (VpFnegIntr::DEF, |op, emit| emit.float_sign(op, ApFloat::neg)),
    (VpFpextIntr::DEF, |op, emit| emit.convert_float(op, Rounding::NearestTiesToEven)),
    (VpFptosiIntr::DEF, |op, emit| emit.float_to_int(op, true)),
    (VpFptouiIntr::DEF, |op, emit| emit.float_to_int(op, false)),
    (VpFptruncIntr::DEF, |op, emit| emit.convert_float(op, Rounding::NearestTiesToEven)),
    (VpFremIntr::DEF, |op, emit| emit.float_op(op, FloatOp::Rem)),
    (VpFsubIntr::DEF, |op, emit| emit.float_op(op, FloatOp::Sub)),
    (VpInttoptrIntr::DEF, |op, emit| emit.resize_int(op, false)),
    (VpLshrIntr::DEF, |op, emit| emit.lshr(op, false)),
    (VpMulIntr::DEF, |op, emit| emit.mul(op, Overflow::default())),
    (VpOrIntr::DEF, |op, emit| emit.or(op, false)),
    (VpPtrtointIntr::DEF, |op, emit| emit.resize_int(op, false)),
    (VpSextIntr::DEF, |op, emit| emit.resize_int(op, true)),
    (VpShlIntr::DEF, |op, emit| emit.shl(op, Overflow::default())),
    (VpSitofpIntr::DEF, |op, emit| emit.int_to_float(op, true, false)),
    (VpSmaxIntr::DEF, |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.smax(b))))),
    (VpSminIntr::DEF, |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.smin(b))))),
    (VpSubIntr::DEF, |op, emit| emit.sub(op, Overflow::default())),
    (VpTruncIntr::DEF, |op, emit| emit.resize_int(op, false)),
    (VpUitofpIntr::DEF, |op, emit| emit.int_to_float(op, false, false)),
    (VpUmaxIntr::DEF, |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.umax(b))))),
    (VpUminIntr::DEF, |op, emit| emit.int_binary(op, |a, b| Ok(Some(a.umin(b))))),
    (VpXorIntr::DEF, |op, emit| emit.xor(op)),
    (VpZextIntr::DEF, |op, emit| emit.resize_int(op, false)),
];

const OTHERS: &[(&OpDef, EvalFn)] = &[
    (VpSdivIntr::DEF, |op, emit| {
        divide(op, emit, |a, b| a.sdiv_ov(b).filter(|(_, overflows)| !overflows).map(|(q, _)| q))
    }),
    (VpSremIntr::DEF, |op, emit| {
        divide(op, emit, |a, b| if a.is_signed_min() && b.is_all_ones() { None } else { a.srem(b) })
    }),
    (VpUdivIntr::DEF, |op, emit| divide(op, emit, ApInt::udiv)),
    (VpUremIntr::DEF, |op, emit| divide(op, emit, ApInt::urem)),
    (VpSelectIntr::DEF, |op, emit| choose(op, emit, false)),
    (VpMergeIntr::DEF, |op, emit| choose(op, emit, true)),
    (VpLoadIntr::DEF, load),
    (VpStoreIntr::DEF, store),
    (ExperimentalVpStridedLoadIntr::DEF, load),
    (ExperimentalVpStridedStoreIntr::DEF, store),
];

/// The active lanes: the last operand is the vector length, the one before it the mask.
struct Active {
    mask: Reg,
    length: Reg,
}

impl Active {
    fn of<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Self {
        let n = op.n_operands();
        Self { mask: emit.operand(op, n - 2), length: emit.operand(op, n - 1) }
    }

    /// Whether a lane is active; `None` if its mask bit is poison.
    fn is_on(&self, m: &Machine, at: usize) -> Result<Option<bool>, Box<Fault>> {
        let is_within = (at as u64) < m.bits(self.length, "a length")?;
        Ok(if is_within { m.get(self.mask).part(at).bits().map(|bits| bits != 0) } else { Some(false) })
    }
}

fn numbers<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let eval = op
        .def()
        .and_then(|def| find(NUMBERS, def))
        .ok_or_else(|| op.error("cannot be interpreted: it has no `eval`"))?;
    eval(op, emit)?;
    let ((n, _), active, into) = (lanes_of(op, emit, op.result(0).ty())?, Active::of(op, emit), emit.result(op, 0));
    emit.compute(into, move |m| {
        let lane = |at: usize| {
            let is_on = active.is_on(m, at)? == Some(true);
            Ok(if is_on { m.get(into).part(at).clone() } else { Value::Poison })
        };
        Ok(Value::list((0..n).map(lane).collect::<Result<_, Box<Fault>>>()?))
    });
    Ok(())
}

/// Division by zero, and overflow, in an active lane is undefined behaviour.
fn divide<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, f: fn(&ApInt, &ApInt) -> Option<ApInt>) -> Emitted {
    let ((n, lane), active) = (lanes_of(op, emit, op.result(0).ty())?, Active::of(op, emit));
    let (operands, into, width) = (emit.operands(op), emit.result(op, 0), lane.width().unwrap_or(64));
    emit.compute(into, move |m| {
        let lane = |at: usize| {
            if active.is_on(m, at)? != Some(true) {
                return Ok(Value::Poison);
            }
            let [a, b] = [0, 1].map(|operand| m.get(operands[operand]).part(at).int(width));
            let Some(b) = b else { return Err(Fault::undefined("divides by poison")) };
            let Some(a) = a else {
                let is_harmless = !b.is_zero() && !b.is_all_ones();
                return if is_harmless { Ok(Value::Poison) } else { Err(Fault::undefined("divides poison")) };
            };
            f(&a, &b).map(Value::from).ok_or_else(|| Fault::undefined("divides by zero, or overflows"))
        };
        Ok(Value::list((0..n).map(lane).collect::<Result<_, Box<Fault>>>()?))
    });
    Ok(())
}

/// Selects lanes by the first operand; lanes beyond the length are poison, or those of the third operand if `keeps`.
fn choose<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, keeps: bool) -> Emitted {
    let (n, _) = lanes_of(op, emit, op.result(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let length = m.bits(operands[3], "a length")?;
        let lane = |at: usize| match m.get(operands[0]).part(at).bits() {
            _ if at as u64 >= length && keeps => m.get(operands[2]).part(at).clone(),
            None => Value::Poison,
            _ if at as u64 >= length => Value::Poison,
            Some(0) => m.get(operands[2]).part(at).clone(),
            Some(_) => m.get(operands[1]).part(at).clone(),
        };
        Ok(Value::list((0..n).map(lane).collect()))
    });
    Ok(())
}

fn reduction<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let combine = op.def().and_then(predicated_reduction_of);
    let combine: Combine = combine.ok_or_else(|| op.error("cannot be interpreted: it has no `eval`"))?;
    let kind = emit.kind(op, op.result(0).ty())?;
    let ((n, _), active) = (lanes_of(op, emit, op.operand(1).ty())?, Active::of(op, emit));
    let (start, vector, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let mut total = m.get(start).clone();
        for at in 0..n {
            match active.is_on(m, at)? {
                Some(false) => {}
                Some(true) => total = combine.apply(&kind, &total, m.get(vector).part(at)),
                None => return Ok(Value::Poison),
            }
        }
        Ok(total)
    });
    Ok(())
}

/// The addresses of the active lanes by lane index; they are a stride apart if the operation has one.
fn addresses(
    m: &Machine,
    place: Reg,
    stride: Option<Reg>,
    size: u64,
    active: &Active,
    n: usize,
) -> Result<Vec<Option<u64>>, Box<Fault>> {
    let start = m.bits(place, "an address")?;
    let stride = stride.map_or(Ok(size), |stride| m.bits(stride, "a stride"))?;
    let address = |at: usize| match active.is_on(m, at)? {
        Some(true) => Ok(Some(start.wrapping_add((at as u64).wrapping_mul(stride)))),
        Some(false) => Ok(None),
        None => Err(Fault::undefined("needs a mask, a lane of which is poison")),
    };
    (0..n).map(address).collect()
}

fn load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let ((n, lane), active) = (lanes_of(op, emit, op.result(0).ty())?, Active::of(op, emit));
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    let stride = (operands.len() == 4).then(|| operands[1]);
    emit.compute(into, move |m| {
        let lanes = addresses(m, operands[0], stride, lane.size(), &active, n)?.into_iter();
        let load = |address: Option<u64>| address.map_or(Ok(Value::Poison), |address| lane.load(&m.memory, address));
        Ok(Value::list(lanes.map(load).collect::<Result<_, _>>()?))
    });
    Ok(())
}

fn store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let ((n, lane), active) = (lanes_of(op, emit, op.operand(0).ty())?, Active::of(op, emit));
    let operands = emit.operands(op);
    let stride = (operands.len() == 5).then(|| operands[2]);
    emit.push(move |m| {
        let value = m.get(operands[0]).clone();
        let lanes = addresses(m, operands[1], stride, lane.size(), &active, n)?;
        for (at, address) in lanes.into_iter().enumerate() {
            if let Some(address) = address {
                lane.store(&mut m.memory, address, value.part(at))?;
            }
        }
        Ok(Flow::Next)
    });
    Ok(())
}
