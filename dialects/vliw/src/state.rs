//! The state of a simulated machine.
//!
//! A register is a register of the interpreter that holds a list: the current value, then the cycle and the value of
//! each write in flight, in order of cycles. The rest of the state is in a global variable of the machine's
//! description: the cycle, the number of rotations, whether a branch is taken and when it takes effect, and for each
//! unit the cycle of the last query of its reservations with a bit set for the next 128 cycles.

use std::sync::Arc;

use rmlir::interp::value::Tensor;
use rmlir::interp::{Fault, Machine, Reg, Value};

use crate::Timing;

/// The words of the global variable.
#[derive(Clone, Copy)]
enum Word {
    Cycle,
    Rotation,
    /// The cycle at whose start a branch takes effect, plus 1; 0 without a branch.
    Due,
    Taken,
    FirstUnit,
}

const WORDS_PER_UNIT: u64 = 3;

/// The size in bytes of the state of a machine with `n_units` units.
pub fn size(n_units: usize) -> u64 {
    8 * (Word::FirstUnit as u64 + WORDS_PER_UNIT * n_units as u64)
}

/// The state of a machine, by the index of its global variable.
#[derive(Clone, Copy)]
pub struct State(pub u32);

type Checked<T> = Result<T, Box<Fault>>;

impl State {
    fn read(self, m: &Machine, word: u64) -> Checked<u64> {
        Ok(m.memory.load(m.global(self.0) + 8 * word, 8)?.expect("the state of a machine is written at the start"))
    }

    fn write(self, m: &mut Machine, word: u64, value: u64) -> Checked<()> {
        let address = m.global(self.0) + 8 * word;
        m.memory.store(address, 8, Some(value))
    }

    /// The current cycle.
    pub fn cycle(self, m: &Machine) -> Checked<u64> {
        self.read(m, Word::Cycle as u64)
    }

    /// Advances by `cycles` cycles.
    pub fn advance(self, m: &mut Machine, cycles: u64) -> Checked<()> {
        let cycle = self.cycle(m)?;
        self.write(m, Word::Cycle as u64, cycle + cycles)
    }

    /// The number of rotations in this function.
    pub fn rotation(self, m: &Machine) -> Checked<u64> {
        self.read(m, Word::Rotation as u64)
    }

    /// Sets the number of rotations.
    pub fn set_rotation(self, m: &mut Machine, rotation: u64) -> Checked<()> {
        self.write(m, Word::Rotation as u64, rotation)
    }

    /// Issues a branch.
    pub fn branch(self, m: &mut Machine, taken: bool, delay: u64) -> Checked<()> {
        let due = self.cycle(m)? + 1 + delay;
        self.write(m, Word::Due as u64, due + 1)?;
        self.write(m, Word::Taken as u64, taken.into())
    }

    /// Completes the branch of a block at its end: returns whether it is taken.
    pub fn take_branch(self, m: &mut Machine) -> Checked<bool> {
        let due = self.read(m, Word::Due as u64)?;
        if due == 0 {
            return Ok(false);
        }
        if due != self.cycle(m)? + 1 {
            return Err(Fault::undefined("is not where the branch takes effect"));
        }
        self.write(m, Word::Due as u64, 0)?;
        Ok(self.read(m, Word::Taken as u64)? != 0)
    }

    /// Reserves the unit with index `unit` for `cycles` cycles.
    pub fn reserve(self, m: &mut Machine, unit: usize, offset: u32, cycles: u32, name: &str) -> Checked<()> {
        let first = Word::FirstUnit as u64 + WORDS_PER_UNIT * unit as u64;
        let now = self.cycle(m)?;
        let passed = now - self.read(m, first)?;
        let bits = u128::from(self.read(m, first + 1)?) | u128::from(self.read(m, first + 2)?) << 64;
        let bits = if passed < 128 { bits >> passed } else { 0 };
        let wanted = ((1u128 << cycles) - 1) << offset;
        if bits & wanted != 0 {
            return Err(Fault::undefined(format!("takes unit '{name}', which is taken in cycle {now}")));
        }
        let bits = bits | wanted;
        self.write(m, first, now)?;
        self.write(m, first + 1, bits as u64)?;
        self.write(m, first + 2, (bits >> 64) as u64)
    }
}

/// One register of a pair that holds `value`: the value, tagged with the index of the half.
pub fn half(value: &Value, number: i64) -> Value {
    Value::Tensor(Arc::new(Tensor { sizes: vec![number], elements: vec![value.clone()] }))
}

/// The value of a pair of registers with these halves: poison, unless they are of one value.
pub fn whole(halves: &[Value]) -> Value {
    let Some(Value::Tensor(first)) = halves.first() else { return Value::Poison };
    let is_half = |(number, found): (usize, &Value)| *found == half(&first.elements[0], number as i64);
    if halves.iter().enumerate().all(is_half) { first.elements[0].clone() } else { Value::Poison }
}

/// The value of a single register: poison, if it is half of a pair.
pub fn single(value: Value) -> Value {
    if matches!(value, Value::Tensor(_)) { Value::Poison } else { value }
}

/// The value of a register at the start of `cycle`.
pub fn read(m: &mut Machine, register: Reg, cycle: u64, timing: Timing) -> Checked<Value> {
    settle(m, register, cycle);
    let content = m.get(register);
    match content {
        Value::List(parts) if parts.len() > 1 && timing == Timing::Early => {
            let lands = parts[1].bits().unwrap_or(0);
            Err(Fault::undefined(format!("reads a register in cycle {cycle} that is written until cycle {lands}")))
        }
        content => Ok(content.part(0).clone()),
    }
}

/// Schedules a write to a register that becomes visible at the start of cycle `lands`. With exact timing, an earlier
/// write may complete later.
pub fn write(m: &mut Machine, register: Reg, value: Value, lands: u64, timing: Timing) -> Checked<()> {
    let content = m.take(register);
    let mut parts = match content {
        Value::List(parts) => std::sync::Arc::unwrap_or_clone(parts),
        _ => vec![Value::Poison],
    };
    let later = parts[1..].chunks(2).filter(|write| write[0].bits().is_some_and(|at| at >= lands)).count();
    let place = parts.len() - 2 * later;
    let is_taken = parts.get(place).and_then(Value::bits) == Some(lands);
    if is_taken || (later > 0 && timing == Timing::Early) {
        return Err(Fault::undefined("writes a register before an earlier write to it"));
    }
    parts.splice(place..place, [Value::Bits(lands), value]);
    m.set(register, Value::list(parts));
    Ok(())
}

/// The cycle from which on no write to a register is in flight.
pub fn settled(m: &Machine, register: Reg) -> u64 {
    match m.get(register) {
        Value::List(parts) if parts.len() > 1 => parts[parts.len() - 2].bits().unwrap_or(0),
        _ => 0,
    }
}

/// Completes the writes that become visible until `cycle`.
fn settle(m: &mut Machine, register: Reg, cycle: u64) {
    let Value::List(parts) = m.get(register) else { return };
    let landed = parts[1..].chunks(2).take_while(|write| write[0].bits().is_some_and(|lands| lands <= cycle)).count();
    if landed > 0 {
        let mut left = vec![parts[2 * landed].clone()];
        left.extend_from_slice(&parts[2 * landed + 1..]);
        m.set(register, Value::list(left));
    }
}
