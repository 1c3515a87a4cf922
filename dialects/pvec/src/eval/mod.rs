//! The evaluation of the operations.
//!
//! A predicate is a bit, a mask the list of its bits. Poison is the value of a register that is not initialized: it may
//! be preserved as an old value, but executing an operation under it is undefined behaviour. `foreach`, `lanes`,
//! `memory` and `vote` evaluate the operations in the files of the same names.

pub mod foreach;
pub mod lanes;
pub mod memory;
pub mod vote;

use rmlir::interp::{Emit, Emitted, Exit, Fault, Flow, Value};
use rmlir::prelude::*;

use crate::blend::{BlendOp, SelectOp};
use crate::guard::GuardOp;
use crate::logic::{PandOp, PandnOp, PclearOp, PnotOp, PorOp, PtrueOp, UndefOp};
use crate::{CmppOp, CompareType};

/// A bit, `None` if it is poison.
fn bit(value: &Value) -> Option<bool> {
    value.bits().map(|bits| bits != 0)
}

fn of_bit(bit: Option<bool>) -> Value {
    bit.map_or(Value::Poison, Value::bool)
}

/// A row of the table of compare types.
fn compared(ty: CompareType, guard: Option<bool>, condition: Option<bool>, old: Option<bool>) -> Option<bool> {
    use CompareType::*;
    if !guard? {
        return if ty.takes_old() { old } else { Some(false) };
    }
    match (ty, condition?) {
        (Un | Cn, condition) => Some(condition),
        (Uc | Cc, condition) => Some(!condition),
        (On, true) | (Oc, false) => Some(true),
        (An, false) | (Ac, true) => Some(false),
        (On | An, _) | (Oc | Ac, _) => old,
    }
}

#[eval(CmppOp)]
fn cmpp<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (condition, guard) = (emit.operand(op, 0), emit.operand_field(op, CmppOp::GUARD_OPERAND).first().copied());
    let (olds, results) = (emit.operand_field(op, CmppOp::OLDS_OPERAND), emit.results(op));
    let lanes = emit.lanes(op, op.result(0).ty())?;
    let mut olds = olds.into_iter();
    let targets: Vec<_> = CmppOp::types_of(op)
        .into_iter()
        .zip(results)
        .map(|(ty, result)| (ty, ty.takes_old().then(|| olds.next()).flatten(), result))
        .collect();
    emit.push(move |m| {
        let mut values = Vec::with_capacity(2);
        for &(ty, old, _) in &targets {
            let one = |lane: &dyn Fn(&Value) -> Option<bool>| {
                let guard = guard.map_or(Some(true), |guard| lane(m.get(guard)));
                of_bit(compared(ty, guard, lane(m.get(condition)), old.and_then(|old| lane(m.get(old)))))
            };
            values.push(match lanes {
                None => one(&bit),
                Some(n) => Value::list((0..n).map(|at| one(&|value| bit(value.part(at)))).collect()),
            });
        }
        for (&(_, _, result), value) in targets.iter().zip(values) {
            m.set(result, value);
        }
        Ok(Flow::Next)
    });
    Ok(())
}

/// The same bit in all lanes.
fn splat<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, bit: bool) -> Emitted {
    let lanes = emit.lanes(op, op.result(0).ty())?;
    let into = emit.result(op, 0);
    let value = Value::bool(bit);
    emit.set_constant(into, lanes.map_or(value.clone(), |n| Value::list(vec![value; n])));
    Ok(())
}

#[eval(PtrueOp)]
fn ptrue<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    splat(op, emit, true)
}

#[eval(PclearOp)]
fn pclear<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    splat(op, emit, false)
}

/// A register is initially poison.
#[eval(UndefOp)]
fn undef<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.result(op, 0);
    Ok(())
}

/// Logical connectives: the second operand determines the result only where the first is `decides_not`.
fn logic<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, decides_not: bool, second: fn(bool) -> bool) -> Emitted {
    emit.binary(op, move |a, b| {
        Ok(match bit(a) {
            Some(a) if a == decides_not => of_bit(bit(b).map(second)),
            a => of_bit(a),
        })
    })
}

#[eval(PandOp)]
fn pand<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    logic(op, emit, true, |b| b)
}

#[eval(PandnOp)]
fn pandn<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    logic(op, emit, true, |b| !b)
}

#[eval(PorOp)]
fn por<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    logic(op, emit, false, |b| b)
}

#[eval(PnotOp)]
fn pnot<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.unary(op, |a| Ok(of_bit(bit(a).map(|bit| !bit))))
}

#[eval(GuardOp)]
fn guard<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, results) = (emit.operands(op), emit.results(op));
    let (on, off, end) = (emit.label(), emit.label(), emit.label());
    let predicate = operands[0];
    emit.push(move |m| {
        let holds =
            bit(m.get(predicate)).ok_or_else(|| Fault::undefined("is guarded by a predicate that is not set"))?;
        Ok(Flow::Jump(if holds { on } else { off }))
    });
    emit.bind(off);
    emit.moves(&operands[1..], &results);
    emit.jump(end);
    emit.bind(on);
    emit.region(op.region(0), vec![Exit { label: end, into: results }])?;
    emit.bind(end);
    Ok(())
}

#[eval(SelectOp)]
fn select<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.select(op)
}

/// The value whose predicate is true.
fn blended<'v>(mut pairs: impl Iterator<Item = (&'v Value, &'v Value)>) -> Result<Value, Box<Fault>> {
    let mut found = None;
    pairs.try_for_each(|(value, predicate)| {
        match bit(predicate) {
            Some(false) => {}
            Some(true) if found.is_none() => found = Some(value.clone()),
            Some(true) => return Err(Fault::poison("blends values of which two are chosen")),
            None => return Err(Fault::poison("blends by a predicate that is not set")),
        }
        Ok(())
    })?;
    Ok(found.unwrap_or_default())
}

#[eval(BlendOp)]
fn blend<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let [values, predicates] = [0, 1].map(|field| emit.operand_field(op, field));
    let lanes = emit.lanes(op, op.operand(values.len()).ty())?;
    let into = emit.result(op, 0);
    emit.compute(into, move |m| {
        let pairs = || values.iter().zip(&predicates).map(|(&value, &predicate)| (m.get(value), m.get(predicate)));
        match lanes {
            None => blended(pairs()),
            Some(n) => {
                let lane = |at: usize| blended(pairs().map(|(value, mask)| (value.part(at), mask.part(at))));
                Ok(Value::list((0..n).map(lane).collect::<Result<_, _>>()?))
            }
        }
    });
    Ok(())
}
