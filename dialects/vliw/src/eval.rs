//! The evaluation of code: the simulator.
//!
//! A bundle is executed in this order: each slot reserves its units and reads its registers; then, slots that store
//! last, the region of each slot whose predicate holds is executed, and the writes of its results are scheduled; then
//! the cycle ends. So no slot observes effects of slots in the same cycle.

use rmlir::core::effects::{has_effect, has_unknown_effects};
use rmlir::interp::{Emit, Emitted, Exit, Fault, Flow, Machine, Reg, Value};
use rmlir::prelude::*;

use crate::code::{BundleOp, EndOp, ReturnOp};
use crate::state::{self, State};
use crate::verify::extent;
use crate::{BranchOp, CallOp, CyclesOp, FuncOp, Model, NopOp, RegisterOp, RotateOp, SlotOp, Timing};

/// The state and the model of a machine.
fn state_of<'a>(op: OpRef<'a>, machine: Ident, emit: &mut Emit<'a, '_>) -> Result<(State, Model), Box<Diagnostic>> {
    let machine = emit.symbol(op, machine)?;
    let model = Model::of(machine);
    let size = state::size(model.numbered_units().1);
    let global = emit.global(machine, size, move |m, address| {
        (0..size / 8).try_for_each(|word| m.memory.store(address + 8 * word, 8, Some(0)))
    });
    Ok((State(global), model))
}

/// The state and the model of the machine of the enclosing function.
fn around<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Result<(State, Model), Box<Diagnostic>> {
    let function =
        op.parent().filter(|parent| parent.is::<FuncOp>()).ok_or_else(|| op.error("is in no 'vliw.func'"))?;
    state_of(op, function.get(FuncOp::machine), emit)
}

#[eval(CallOp)]
pub fn call<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.call_named(op, op.get(CallOp::callee))
}

#[eval(CyclesOp)]
pub fn cycles<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (state, _) = state_of(op, op.get(CyclesOp::machine), emit)?;
    let into = emit.result(op, 0);
    emit.compute(into, move |m| Ok(Value::Bits(state.cycle(m)?)));
    Ok(())
}

#[eval(RegisterOp)]
pub fn register<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (_, model) = around(op, emit)?;
    let place = Place::of(op, op.result(0), emit, &model);
    if let Some(init) = emit.operands(op).first().copied() {
        emit.push(move |m| {
            let init = m.get(init).clone();
            place.put(m, &init, 0);
            Ok(Flow::Next)
        });
    } else if first_named(op) == op && !is_upper_half_at_start(op, &model) {
        // A register that was declared before with another type is initialized there.
        emit.compute(place.at(0), |_| Ok(Value::list(vec![Value::Poison])));
    }
    Ok(())
}

/// Whether `op` declares the second register of a pair that has an initial value.
fn is_upper_half_at_start(op: OpRef, model: &Model) -> bool {
    let starts = |it: &OpRef| it.n_operands() > 0;
    extent(op, model).is_some_and(|(file, number, _)| {
        let mut pairs = registers_around(op).filter(starts).filter_map(|it| extent(it, model));
        number > 0 && pairs.any(|pair| pair == (file, number - 1, 2))
    })
}

/// The register declarations in the entry block of a function.
fn registers_around(register: OpRef) -> impl Iterator<Item = OpRef> {
    register.block().into_iter().flat_map(|block| block.ops()).filter(|op| op.is::<RegisterOp>())
}

fn number(register: OpRef) -> Option<i64> {
    register.get(RegisterOp::number)
}

/// The first declaration of the same register, which may be of another type.
fn first_named(register: OpRef) -> OpRef {
    fn name<'a>(it: OpRef<'a>) -> (&'a str, Option<i64>) {
        (it.get(RegisterOp::file), number(it))
    }
    let mut same = registers_around(register).filter(|&it| number(it).is_some() && name(it) == name(register));
    same.next().unwrap_or(register)
}

#[eval(NopOp)]
pub fn nop<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (state, _) = around(op, emit)?;
    let cycles = op.get(NopOp::cycles) as u64;
    emit.push(move |m| state.advance(m, cycles).map(|()| Flow::Next));
    Ok(())
}

#[eval(EndOp)]
pub fn end<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (state, _) = around(op, emit)?;
    let targets: Vec<_> = op.successors().map(|block| emit.block_label(block.id)).collect();
    emit.push(move |m| {
        let taken = state.take_branch(m)?;
        Ok(Flow::Jump(if taken { targets[0] } else { targets[targets.len() - 1] }))
    });
    Ok(())
}

#[eval(ReturnOp)]
pub fn give_back<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (state, model) = around(op, emit)?;
    let places = Place::of_all(op, op.operands(), emit, &model);
    emit.push(move |m| {
        let rotation = state.rotation(m)?;
        let now = state.cycle(m)?;
        let last = places.iter().map(|place| place.settled(m, rotation)).max().unwrap_or(0);
        state.advance(m, last.saturating_sub(now))?;
        let now = state.cycle(m)?;
        let values: Result<Vec<Value>, _> =
            places.iter().map(|place| place.read(m, rotation, now, model.writes)).collect();
        state.set_rotation(m, 0)?;
        m.give_back(values?)
    });
    Ok(())
}

/// A register operand of code: one register, all rotating registers that it may refer to, or a pair.
#[derive(Clone)]
struct Place {
    registers: Vec<Reg>,
    number: u64,
    /// Whether it is a pair of registers.
    is_pair: bool,
    /// The second register of the pair, if code also declares it on its own.
    upper: Option<Reg>,
}

impl Place {
    fn of_all<'a>(
        op: OpRef<'a>,
        values: impl IntoIterator<Item = ValueRef<'a>>,
        emit: &mut Emit<'a, '_>,
        model: &Model,
    ) -> Vec<Place> {
        values.into_iter().map(|value| Place::of(op, value, emit, model)).collect()
    }

    fn of<'a>(op: OpRef<'a>, value: ValueRef<'a>, emit: &mut Emit<'a, '_>, model: &Model) -> Place {
        let one = |register| Place { registers: vec![register], number: 0, is_pair: false, upper: None };
        let Some(named) = value.defining_op().filter(|def| def.is::<RegisterOp>()) else {
            return one(emit.reg(value));
        };
        let register = first_named(named);
        debug_assert_eq!(op.body.number(), register.body.number());
        if !register.get(RegisterOp::rotating) {
            let place = one(emit.reg(register.result(0)));
            let Some((file, number, 2)) = extent(named, model) else { return place };
            let next = |it: &OpRef| extent(*it, model).is_some_and(|(of, at, _)| (of, at) == (file, number + 1));
            let upper = registers_around(named).find(next).map(|it| emit.reg(first_named(it).result(0)));
            return Place { is_pair: true, upper, ..place };
        }
        let file = register.get(RegisterOp::file);
        let mut all: Vec<OpRef> = registers_around(register)
            .filter(|&it| it.get(RegisterOp::rotating) && it.get(RegisterOp::file) == file)
            .filter(|&it| first_named(it) == it)
            .collect();
        all.sort_by_key(|&it| number(it));
        let place = all.iter().position(|&it| it == register).expect("a register is one of its file");
        let registers = all.iter().map(|it| emit.reg(it.result(0))).collect();
        Place { registers, number: place as u64, is_pair: false, upper: None }
    }

    /// The registers that the operand refers to after `rotation` rotations, each with its part of `value`.
    fn parts(&self, rotation: u64, value: &Value) -> Vec<(Reg, Value)> {
        let lower = self.at(rotation);
        if !self.is_pair {
            return vec![(lower, value.clone())];
        }
        let halves = [lower].into_iter().chain(self.upper).zip(0..);
        halves.map(|(register, number)| (register, state::half(value, number))).collect()
    }

    /// Sets the value without delay.
    fn put(&self, m: &mut Machine, value: &Value, rotation: u64) {
        let parts = self.parts(rotation, value);
        parts.into_iter().for_each(|(register, part)| m.set(register, Value::list(vec![part])));
    }

    fn read(&self, m: &mut Machine, rotation: u64, cycle: u64, timing: Timing) -> Result<Value, Box<Fault>> {
        let lower = state::read(m, self.at(rotation), cycle, timing)?;
        if !self.is_pair {
            return Ok(state::single(lower));
        }
        let upper = self.upper.map(|upper| state::read(m, upper, cycle, timing)).transpose()?;
        let halves: Vec<Value> = [lower].into_iter().chain(upper).collect();
        Ok(state::whole(&halves))
    }

    fn write(
        &self,
        m: &mut Machine,
        rotation: u64,
        value: &Value,
        lands: u64,
        timing: Timing,
    ) -> Result<(), Box<Fault>> {
        if !self.is_pair {
            return state::write(m, self.at(rotation), value.clone(), lands, timing);
        }
        let mut parts = self.parts(rotation, value).into_iter();
        parts.try_for_each(|(register, part)| state::write(m, register, part, lands, timing))
    }

    /// The cycle from which on no write to it is in flight.
    fn settled(&self, m: &Machine, rotation: u64) -> u64 {
        let registers = [self.at(rotation)].into_iter().chain(self.upper);
        registers.map(|register| state::settled(m, register)).max().unwrap_or(0)
    }

    /// The register that the operand refers to after `rotation` rotations.
    fn at(&self, rotation: u64) -> Reg {
        let n = self.registers.len() as u64;
        self.registers[((self.number + n - rotation % n) % n) as usize]
    }
}

/// The reservations of a slot: the index of the unit, offset, cycles, and name.
fn reservations(op: OpRef, model: &Model) -> Vec<(usize, u32, u32, String)> {
    let class = op.attr("class").and_then(|class| class.as_flat_symbol(op.cx()));
    let class = class.and_then(|name| model.class(name.str(op.cx()))).expect("a verified slot has a class");
    let way = op.attr("way").and_then(|way| way.as_i64(op.cx())).unwrap_or(0);
    let instances = op.attr("instances").and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    let (first, _) = model.numbered_units();
    let uses = model.classes[class].ways[way as usize].iter().zip(instances);
    uses.map(|(usage, instance)| {
        let name = format!("{}.{instance}", model.units[usage.unit].name);
        (first[usage.unit] + instance as usize, usage.offset, usage.cycles, name)
    })
    .collect()
}

/// A slot whose registers have been read.
struct Ready<'a> {
    op: OpRef<'a>,
    /// The register with the value of its predicate.
    holds: Option<Reg>,
    stores: bool,
}

#[eval(BundleOp)]
pub fn bundle<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (state, model) = around(op, emit)?;
    let slots: Vec<OpRef<'a>> = op.region(0).blocks().flat_map(|block| block.ops()).collect();
    let mut ready = Vec::new();
    let mut rotates = false;
    for slot in slots {
        if slot.is::<RotateOp>() {
            rotates = true;
            continue;
        }
        take_units(slot, state, &model, emit);
        if slot.is::<BranchOp>() {
            branch(slot, state, &model, emit);
        } else {
            ready.push(read_registers(slot, state, &model, emit));
        }
    }
    ready.sort_by_key(|slot| slot.stores);
    for slot in &ready {
        run(slot, state, &model, emit)?;
    }
    emit.push(move |m| {
        if rotates {
            let rotation = state.rotation(m)?;
            state.set_rotation(m, rotation + 1)?;
        }
        state.advance(m, 1).map(|()| Flow::Next)
    });
    Ok(())
}

fn take_units<'a>(slot: OpRef<'a>, state: State, model: &Model, emit: &mut Emit<'a, '_>) {
    let taken = reservations(slot, model);
    emit.push(move |m| {
        for (unit, offset, cycles, name) in &taken {
            state.reserve(m, *unit, *offset, *cycles, name)?;
        }
        Ok(Flow::Next)
    });
}

fn branch<'a>(slot: OpRef<'a>, state: State, model: &Model, emit: &mut Emit<'a, '_>) {
    let counters = Place::of_all(slot, slot.values(BranchOp::counter), emit, model);
    let predicates = Place::of_all(slot, slot.values(BranchOp::predicate), emit, model);
    let (delay, timing) = (model.delay as u64, model.writes);
    emit.push(move |m| {
        let (now, rotation) = (state.cycle(m)?, state.rotation(m)?);
        let mut taken = true;
        for counter in &counters {
            let left = match counter.read(m, rotation, now, timing)?.bits() {
                Some(count) => (count as i64).wrapping_sub(1),
                None => return Err(Fault::undefined("counts a register that is poison")),
            };
            counter.put(m, &Value::Bits(left as u64), rotation);
            taken &= left > 0;
        }
        for predicate in &predicates {
            match predicate.read(m, rotation, now, timing)?.bits() {
                Some(bit) => taken &= bit != 0,
                None => return Err(Fault::undefined("branches on a predicate that is poison")),
            }
        }
        state.branch(m, taken, delay).map(|()| Flow::Next)
    });
}

fn read_registers<'a>(slot: OpRef<'a>, state: State, model: &Model, emit: &mut Emit<'a, '_>) -> Ready<'a> {
    let reads = Place::of_all(slot, slot.values(SlotOp::reads), emit, model);
    let args = emit.region_args(slot.region(0));
    let predicate = Place::of_all(slot, slot.values(SlotOp::predicate), emit, model).into_iter().next();
    let holds = predicate.as_ref().map(|_| emit.fresh());
    let timing = model.writes;
    let stores = slot
        .region(0)
        .blocks()
        .flat_map(|block| block.ops())
        .any(|op| has_unknown_effects(op) || has_effect(op, EffectKind::Write));
    emit.push(move |m| {
        let (now, rotation) = (state.cycle(m)?, state.rotation(m)?);
        if let (Some(predicate), Some(holds)) = (&predicate, holds) {
            let value = predicate.read(m, rotation, now, timing)?;
            let is_off = value.bits() == Some(0);
            m.set(holds, value);
            // The operands of an inactive slot are not used.
            if is_off {
                return Ok(Flow::Next);
            }
        }
        for (place, &arg) in reads.iter().zip(&args) {
            let value = place.read(m, rotation, now, timing)?;
            m.set(arg, value);
        }
        Ok(Flow::Next)
    });
    Ready { op: slot, holds, stores }
}

fn run<'a>(slot: &Ready<'a>, state: State, model: &Model, emit: &mut Emit<'a, '_>) -> Emitted {
    let op = slot.op;
    let (does, done, skip) = (emit.label(), emit.label(), emit.label());
    if let Some(holds) = slot.holds {
        emit.branch(holds, does, skip);
    }
    emit.bind(does);
    let writes = Place::of_all(op, op.values(SlotOp::writes), emit, model);
    let values = emit.fresh_many(writes.len());
    emit.region(op.region(0), vec![Exit { label: done, into: values.clone() }])?;
    emit.bind(done);
    let class = model.class(op.get(SlotOp::class).str(op.cx())).expect("a verified slot has a class");
    let (latency, timing) = (model.classes[class].latency as u64, model.writes);
    emit.push(move |m| {
        let (now, rotation) = (state.cycle(m)?, state.rotation(m)?);
        for (place, &value) in writes.iter().zip(&values) {
            let value = m.get(value).clone();
            place.write(m, rotation, &value, now + latency, timing)?;
        }
        Ok(Flow::Next)
    });
    emit.bind(skip);
    Ok(())
}
