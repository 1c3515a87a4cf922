//! The evaluation of reductions, contractions and scans. Inactive lanes are skipped.

use rmlir::affine_maps::AffineMap;
use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::value::indices;
use rmlir::interp::{Emit, Emitted, Kind, Reg, Value};
use rmlir::prelude::*;

use super::{Lanes, linear};
use crate::{CombiningKind, ContractionOp, MultiDimReductionOp, OuterProductOp, ReductionOp, ScanOp};

fn combine(kind: CombiningKind, lane: &Kind) -> Combine {
    use CombiningKind::*;
    let is_float = matches!(lane, Kind::Float(_));
    match kind {
        Add if is_float => Combine::Float(FloatOp::Add),
        Add => Combine::AddI,
        Mul if is_float => Combine::Float(FloatOp::Mul),
        Mul => Combine::MulI,
        MinUI => Combine::MinU,
        MinSI => Combine::MinS,
        MinNumF => Combine::Float(FloatOp::MinNum),
        MaxUI => Combine::MaxU,
        MaxSI => Combine::MaxS,
        MaxNumF => Combine::Float(FloatOp::MaxNum),
        And => Combine::And,
        Or => Combine::Or,
        Xor => Combine::Xor,
        MaximumF => Combine::Float(FloatOp::Maximum),
        MinimumF => Combine::Float(FloatOp::Minimum),
    }
}

/// The product that contractions reduce.
fn product(lane: &Kind) -> Combine {
    if matches!(lane, Kind::Float(_)) { Combine::Float(FloatOp::Mul) } else { Combine::MulI }
}

/// A lane of a vector, or the scalar itself.
fn lane(value: &Value, is_vector: bool, at: usize) -> &Value {
    if is_vector { value.part(at) } else { value }
}

/// Whether a lane is active; `None` if its mask bit is poison.
fn is_on(mask: Option<&Value>, at: usize) -> Option<bool> {
    mask.map_or(Some(true), |mask| mask.part(at).bits().map(|bits| bits != 0))
}

/// Lanes are combined in order, starting with the accumulator.
pub fn reduction<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, mask: Option<Reg>) -> Emitted {
    let lanes = Lanes::of(op, emit, op.operand(0).ty())?;
    let combine = combine(op.get(ReductionOp::kind), &lanes.lane);
    let (operands, into, n) = (emit.operands(op), emit.result(op, 0), lanes.n());
    let neutral = combine.neutral(&lanes.lane).unwrap_or_default();
    emit.compute(into, move |m| {
        let (vector, mask) = (m.get(operands[0]), mask.map(|mask| m.get(mask)));
        let mut total = operands.get(1).map(|&acc| m.get(acc).clone());
        for at in 0..n {
            let value = vector.part(at);
            match (is_on(mask, at), total) {
                (None, _) => return Ok(Value::Poison),
                (Some(false), old) => total = old,
                (Some(true), None) => total = Some(value.clone()),
                (Some(true), Some(old)) => total = Some(combine.apply(&lanes.lane, &old, value)),
            }
        }
        Ok(total.unwrap_or_else(|| neutral.clone()))
    });
    Ok(())
}

pub fn multi_reduction<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, mask: Option<Reg>) -> Emitted {
    let (from, to) = (Lanes::of(op, emit, op.operand(0).ty())?, Lanes::of(op, emit, op.result(0).ty())?);
    let combine = combine(op.get(MultiDimReductionOp::kind), &from.lane);
    let reduced = op.get(MultiDimReductionOp::reduction_dims);
    let kept: Vec<usize> = (0..from.sizes.len()).filter(|&dim| !reduced.contains(&(dim as i64))).collect();
    let target = |at: Vec<i64>| linear(&kept.iter().map(|&dim| at[dim]).collect::<Vec<_>>(), &to.sizes);
    let targets: Vec<usize> = indices(&from.sizes).map(target).collect();
    accumulate(
        op,
        emit,
        mask,
        (to, from.lane),
        targets.len(),
        move |m, operands, at| (targets[at], m.get(operands[0]).part(at).clone()),
        (1, combine),
    )
}

/// Appends an instruction that combines the accumulator with `n` values, each with the lane of its mask bit.
fn accumulate<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    mask: Option<Reg>,
    (to, element): (Lanes, Kind),
    n: usize,
    value: impl Fn(&rmlir::interp::Machine, &[Reg], usize) -> (usize, Value) + Send + Sync + 'static,
    (acc, combine): (usize, Combine),
) -> Emitted {
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    let neutral = combine.neutral(&element).unwrap_or_default();
    emit.compute(into, move |m| {
        let start = operands.get(acc).map(|&acc| m.get(acc).clone());
        let mut lanes: Vec<Value> = match &start {
            Some(start) => (0..to.n()).map(|at| lane(start, to.is_vector, at).clone()).collect(),
            None => vec![neutral.clone(); to.n()],
        };
        let mask = mask.map(|mask| m.get(mask));
        for at in 0..n {
            let (target, value) = value(m, &operands, at);
            match is_on(mask, at) {
                Some(true) => lanes[target] = combine.apply(&element, &lanes[target], &value),
                Some(false) => {}
                None => lanes[target] = Value::Poison,
            }
        }
        Ok(if to.is_vector { Value::list(lanes) } else { lanes.swap_remove(0) })
    });
    Ok(())
}

/// Without an accumulator the result is the product.
pub fn outerproduct<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, mask: Option<Reg>) -> Emitted {
    let (lhs, to) = (Lanes::of(op, emit, op.operand(0).ty())?, Lanes::of(op, emit, op.result(0).ty())?);
    let rhs = Lanes::of(op, emit, op.operand(1).ty())?;
    let element = lhs.lane.clone();
    let (product, n_rhs, n) = (product(&element), rhs.n().max(1), to.n());
    let kind = element.clone();
    let value = move |m: &rmlir::interp::Machine, operands: &[Reg], at: usize| {
        let (a, b) = (m.get(operands[0]).part(at / n_rhs), m.get(operands[1]));
        (at, product.apply(&kind, a, lane(b, rhs.is_vector, at % n_rhs)))
    };
    if op.n_operands() == 3 {
        let combine = combine(op.get(OuterProductOp::kind), &element);
        return accumulate(op, emit, mask, (to, element), n, value, (2, combine));
    }
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| Ok(Value::list((0..n).map(|at| value(m, &operands, at).1).collect())));
    Ok(())
}

/// The sizes of all iterators, from the operands' dimensions.
fn iterator_sizes(maps: &[AffineMap], operands: &[&Lanes]) -> Vec<i64> {
    let mut sizes = vec![1; maps[0].n_dims() as usize];
    for (map, lanes) in maps.iter().zip(operands) {
        for (result, &size) in map.results().iter().zip(&lanes.sizes) {
            if let Some(dim) = result.as_dim() {
                sizes[dim as usize] = size;
            }
        }
    }
    sizes
}

/// Products of lanes are combined with the accumulator, in the order of the iterators.
pub fn contract<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, mask: Option<Reg>) -> Emitted {
    let maps = ContractionOp::maps(op);
    let [lhs, rhs] = [0, 1].map(|operand| Lanes::of(op, emit, op.operand(operand).ty()));
    let (lhs, rhs, to) = (lhs?, rhs?, Lanes::of(op, emit, op.result(0).ty())?);
    let sizes = iterator_sizes(&maps, &[&lhs, &rhs]);
    let element = to.lane.clone();
    let (combine, product) = (combine(op.get(ContractionOp::kind), &element), product(&element));
    let place = |map: &AffineMap, at: &[i64], sizes: &[i64]| {
        let place = map.results().iter().map(|result| result.as_dim().map_or(0, |dim| at[dim as usize]));
        linear(&place.collect::<Vec<_>>(), sizes)
    };
    let places = |at: Vec<i64>| {
        (place(&maps[0], &at, &lhs.sizes), place(&maps[1], &at, &rhs.sizes), place(&maps[2], &at, &to.sizes))
    };
    let places: Vec<(usize, usize, usize)> = indices(&sizes).map(places).collect();
    let (kind, from) = (element.clone(), lhs.lane.clone());
    let value = move |m: &rmlir::interp::Machine, operands: &[Reg], at: usize| {
        let (a, b, target) = places[at];
        let [a, b] = [m.get(operands[0]).part(a), m.get(operands[1]).part(b)].map(|lane| promoted(lane, &from, &kind));
        (target, product.apply(&kind, &a, &b))
    };
    let n = sizes.iter().product::<i64>() as usize;
    accumulate(op, emit, mask, (to, element), n, value, (2, combine))
}

/// A lane converted to the accumulator's format, which may be wider.
fn promoted(value: &Value, from: &Kind, to: &Kind) -> Value {
    match (from, to) {
        _ if from == to => value.clone(),
        (Kind::Float(from), Kind::Float(to)) => {
            let convert = |value: ApFloat| value.convert(*to, rmlir::num::Rounding::NearestTiesToEven).value;
            value.float(*from).map(convert).into()
        }
        _ => {
            let widths = from.width().zip(to.width());
            widths.and_then(|(from, to)| Some(value.int(from)?.sext_or_trunc(to))).into()
        }
    }
}

/// Prefix reductions along one dimension; an exclusive one starts with the initial value.
#[eval(ScanOp)]
pub fn scan<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, initial) = (
        Lanes::of(op, emit, op.value(ScanOp::source).ty())?,
        Lanes::of(op, emit, op.value(ScanOp::initial_value).ty())?,
    );
    let combine = combine(op.get(ScanOp::kind), &from.lane);
    let dim = op.get(ScanOp::reduction_dim) as usize;
    let is_inclusive = op.get(ScanOp::inclusive);
    let (operands, results) = (emit.operands(op), emit.results(op));
    let without = |mut at: Vec<i64>| {
        at.remove(dim);
        linear(&at, &initial.sizes)
    };
    let rows: Vec<(usize, bool)> =
        indices(&from.sizes).map(|at| (at[dim] == 0, at)).map(|(first, at)| (without(at), first)).collect();
    emit.push(move |m| {
        let (source, mut totals) = (m.get(operands[0]), m.get(operands[1]).parts(initial.n()).into_owned());
        let mut before: Vec<Value> = vec![Value::Poison; initial.n()];
        let mut lanes = Vec::new();
        for (at, &(row, is_first)) in rows.iter().enumerate() {
            let next = match (is_inclusive, is_first) {
                (true, true) => source.part(at).clone(),
                (true, false) => combine.apply(&from.lane, &totals[row], source.part(at)),
                (false, true) => totals[row].clone(),
                (false, false) => combine.apply(&from.lane, &totals[row], &before[row]),
            };
            before[row] = source.part(at).clone();
            totals[row] = next.clone();
            lanes.push(next);
        }
        m.set(results[0], Value::list(lanes));
        m.set(results[1], Value::list(totals));
        Ok(rmlir::interp::Flow::Next)
    });
    Ok(())
}
