//! What code means when it runs: the simulator.
//!
//! A bundle becomes, in this order: for each slot the taking of its units and the reading of its registers; then, slots
//! that store after all others, the code of each slot whose predicate holds, and the sending of its results on their
//! way; then the next cycle. So nothing is seen of what starts in the same cycle.

use rmlir::core::effects::{has_effect, has_unknown_effects};
use rmlir::interp::{Emit, Emitted, Exit, Fault, Flow, Reg, Value};
use rmlir::prelude::*;

use crate::state::{self, State};
use crate::{BranchOp, CallOp, CyclesOp, FuncOp, Model, NopOp, RegisterOp, RotateOp, SlotOp};

/// The state of a machine.
fn state_of<'a>(op: OpRef<'a>, machine: Attr, emit: &mut Emit<'a, '_>) -> Result<(State, Model), Box<Diagnostic>> {
    let machine = emit.symbol(op, machine)?;
    let model = Model::of(machine);
    let size = state::size(model.numbered_units().1);
    let global = emit.global(machine, size, move |m, address| {
        (0..size / 8).try_for_each(|word| m.memory.store(address + 8 * word, 8, Some(0)))
    });
    Ok((State(global), model))
}

/// The machine of the function around, and its state.
fn around<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Result<(State, Model), Box<Diagnostic>> {
    let function =
        op.parent().filter(|parent| parent.is::<FuncOp>()).ok_or_else(|| op.error("is in no 'vliw.func'"))?;
    state_of(op, function.prop(FuncOp::MACHINE).expect("a verified function names its machine"), emit)
}

pub fn call<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.call_named(op, CallOp::CALLEE)
}

pub fn cycles<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let machine = op.prop(CyclesOp::MACHINE).expect("a verified operation names its machine");
    let (state, _) = state_of(op, machine, emit)?;
    let into = emit.result(op, 0);
    emit.compute(into, move |m| Ok(Value::Bits(state.cycle(m)?)));
    Ok(())
}

pub fn register<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let init = emit.operands(op).first().copied();
    let named = first_named(op);
    let into = emit.reg(named.result(0));
    // What it is called by another type before holds that.
    if named == op || init.is_some() {
        emit.compute(into, move |m| Ok(Value::list(vec![init.map_or(Value::Poison, |init| m.get(init).clone())])));
    }
    Ok(())
}

/// The registers of a function's entry.
fn registers_around(register: OpRef) -> impl Iterator<Item = OpRef> {
    register.block().into_iter().flat_map(|block| block.ops()).filter(|op| op.is::<RegisterOp>())
}

fn number(register: OpRef) -> Option<i64> {
    register.prop(RegisterOp::NUMBER).and_then(|number| number.as_i64(register.cx()))
}

/// The first operation that names the same register, perhaps for another type.
fn first_named(register: OpRef) -> OpRef {
    let name = |it: OpRef| (it.prop(RegisterOp::FILE), number(it));
    let mut same = registers_around(register).filter(|&it| number(it).is_some() && name(it) == name(register));
    same.next().unwrap_or(register)
}

pub fn nop<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (state, _) = around(op, emit)?;
    let cycles = op.prop(NopOp::CYCLES).and_then(|cycles| cycles.as_i64(op.cx())).unwrap_or(1) as u64;
    emit.push(move |m| state.advance(m, cycles).map(|()| Flow::Next));
    Ok(())
}

pub fn end<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (state, _) = around(op, emit)?;
    let targets: Vec<_> = op.successors().map(|block| emit.block_label(block.id)).collect();
    emit.push(move |m| {
        let taken = state.take_branch(m)?;
        Ok(Flow::Jump(if taken { targets[0] } else { targets[targets.len() - 1] }))
    });
    Ok(())
}

pub fn give_back<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (state, model) = around(op, emit)?;
    let places = Place::of_all(op, op.operands(), emit);
    emit.push(move |m| {
        let rotation = state.rotation(m)?;
        let registers: Vec<Reg> = places.iter().map(|place| place.at(rotation)).collect();
        let now = state.cycle(m)?;
        let last = registers.iter().map(|&register| state::settled(m, register)).max().unwrap_or(0);
        state.advance(m, last.saturating_sub(now))?;
        let now = state.cycle(m)?;
        let values: Result<Vec<Value>, _> =
            registers.iter().map(|&register| state::read(m, register, now, model.writes)).collect();
        state.set_rotation(m, 0)?;
        m.give_back(values?)
    });
    Ok(())
}

/// A register as code names it: one, or all that it is called by turns.
#[derive(Clone)]
struct Place {
    registers: Vec<Reg>,
    number: u64,
}

impl Place {
    fn of_all<'a>(
        op: OpRef<'a>,
        values: impl IntoIterator<Item = ValueRef<'a>>,
        emit: &mut Emit<'a, '_>,
    ) -> Vec<Place> {
        values.into_iter().map(|value| Place::of(op, value, emit)).collect()
    }

    fn of<'a>(op: OpRef<'a>, value: ValueRef<'a>, emit: &mut Emit<'a, '_>) -> Place {
        let Some(register) = value.defining_op().filter(|def| def.is::<RegisterOp>()).map(first_named) else {
            return Place { registers: vec![emit.reg(value)], number: 0 };
        };
        debug_assert_eq!(op.body.number(), register.body.number());
        if register.prop(RegisterOp::ROTATING).is_none() {
            return Place { registers: vec![emit.reg(register.result(0))], number: 0 };
        }
        let file = register.prop(RegisterOp::FILE);
        let mut all: Vec<OpRef> = registers_around(register)
            .filter(|&it| it.prop(RegisterOp::ROTATING).is_some() && it.prop(RegisterOp::FILE) == file)
            .filter(|&it| first_named(it) == it)
            .collect();
        all.sort_by_key(|&it| number(it));
        let place = all.iter().position(|&it| it == register).expect("a register is one of its file");
        Place { registers: all.iter().map(|it| emit.reg(it.result(0))).collect(), number: place as u64 }
    }

    /// The register that is called so after some rotations.
    fn at(&self, rotation: u64) -> Reg {
        let n = self.registers.len() as u64;
        self.registers[((self.number + n - rotation % n) % n) as usize]
    }
}

/// Units that a slot takes: number, offset, cycles, name.
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

/// A slot whose registers are read.
struct Ready<'a> {
    op: OpRef<'a>,
    /// Whether its predicate holds.
    holds: Option<Reg>,
    stores: bool,
}

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
    let counters = Place::of_all(slot, slot.operand_field(BranchOp::COUNTER_OPERAND), emit);
    let predicates = Place::of_all(slot, slot.operand_field(BranchOp::PREDICATE_OPERAND), emit);
    let (delay, timing) = (model.delay as u64, model.writes);
    emit.push(move |m| {
        let (now, rotation) = (state.cycle(m)?, state.rotation(m)?);
        let mut taken = true;
        for counter in &counters {
            let counter = counter.at(rotation);
            let left = match state::read(m, counter, now, timing)?.bits() {
                Some(count) => (count as i64).wrapping_sub(1),
                None => return Err(Fault::undefined("counts a register that is poison")),
            };
            m.set(counter, Value::list(vec![Value::Bits(left as u64)]));
            taken &= left > 0;
        }
        for predicate in &predicates {
            match state::read(m, predicate.at(rotation), now, timing)?.bits() {
                Some(bit) => taken &= bit != 0,
                None => return Err(Fault::undefined("branches on a predicate that is poison")),
            }
        }
        state.branch(m, taken, delay).map(|()| Flow::Next)
    });
}

fn read_registers<'a>(slot: OpRef<'a>, state: State, model: &Model, emit: &mut Emit<'a, '_>) -> Ready<'a> {
    let reads = Place::of_all(slot, slot.operand_field(SlotOp::READS_OPERAND), emit);
    let args = emit.region_args(slot.region(0));
    let predicate = Place::of_all(slot, slot.operand_field(SlotOp::PREDICATE_OPERAND), emit).into_iter().next();
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
            let value = state::read(m, predicate.at(rotation), now, timing)?;
            let is_off = value.bits() == Some(0);
            m.set(holds, value);
            // What is not needed may be anything.
            if is_off {
                return Ok(Flow::Next);
            }
        }
        for (place, &arg) in reads.iter().zip(&args) {
            let value = state::read(m, place.at(rotation), now, timing)?;
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
    let writes = Place::of_all(op, op.operand_field(SlotOp::WRITES_OPERAND), emit);
    let values = emit.fresh_many(writes.len());
    emit.region(op.region(0), vec![Exit { label: done, into: values.clone() }])?;
    emit.bind(done);
    let class = op.prop(SlotOp::CLASS).and_then(|class| class.as_flat_symbol(op.cx()));
    let class = class.and_then(|name| model.class(name.str(op.cx()))).expect("a verified slot has a class");
    let (latency, timing) = (model.classes[class].latency as u64, model.writes);
    emit.push(move |m| {
        let (now, rotation) = (state.cycle(m)?, state.rotation(m)?);
        for (place, &value) in writes.iter().zip(&values) {
            let value = m.get(value).clone();
            state::write(m, place.at(rotation), value, now + latency, timing)?;
        }
        Ok(Flow::Next)
    });
    emit.bind(skip);
    Ok(())
}
