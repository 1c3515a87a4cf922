//! Software pipelining of hardware loops.
//!
//! The loop is scheduled by [`rmlir_modulo`]. A value has one register, or `copies` of them in turn, which iterations
//! take one after the other (modulo variable expansion): then the kernel has as many copies. With n iterations and s
//! stages, the code is
//!
//! 1. a branch to the loop as it was, if n < s - 1 + copies,
//! 2. the prologue, which starts s - 1 iterations,
//! 3. the kernel, a hardware loop that is repeated (n - s + 1) / copies times,
//! 4. the epilogue, which ends the last s - 1 iterations,
//! 5. with several copies of the kernel: the loop as it was, for the iterations left over.
//!
//! Prologue and epilogue are the packets of the kernel without the instructions of iterations that do not exist.

use rmlir_modulo::check::check;
use rmlir_modulo::mii::res_mii;
use rmlir_modulo::{Budgets, Edge, Graph, Machine, Mode, Schedule, schedule_within};

use crate::check::has_room;
use crate::code::{Block, Dependence, Function, Inst, Operand, Packet, Reg};
use crate::depend::{Web, loop_graph, webs};
use crate::live::live_out;
use crate::machine::machine;
use crate::op::File;
use crate::packets::{packets, starts, with_new_values};
use crate::table as t;

/// The numbers of kernel copies that are tried; divisions by these are shifts.
const COPIES: [u32; 3] = [1, 2, 4];

/// The most instructions of a loop that is pipelined.
pub const MAX_INSTRUCTIONS: usize = 256;

/// A loop that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pipelined {
    /// The label of the loop as it was.
    pub label: u32,
    /// The label of the kernel.
    pub kernel: u32,
    /// The initiation interval, and its lower bound.
    pub ii: i64,
    /// The lower bound of the initiation interval.
    pub mii: i64,
    /// The number of iterations in flight.
    pub stages: i64,
    /// The number of copies of the kernel.
    pub copies: i64,
    /// The number of packets of the kernel.
    pub packets: usize,
    /// The number of packets of an iteration by itself.
    pub alone: usize,
}

/// Pipelines the hardware loops of a function where that makes iterations shorter; reports on those.
pub fn pipeline(function: &mut Function, budgets: &Budgets) -> Vec<Pipelined> {
    let machine = machine();
    let mut found = Vec::new();
    let mut position = 0;
    while position < function.blocks.len() {
        if let Some(plan) = Plan::of(function, position, &machine, budgets) {
            let blocks = Expansion { function, plan: &plan, position }.blocks();
            found.push(plan.report(&blocks));
            // The block before is the setup of the loop.
            let n_blocks = blocks.len();
            function.blocks.splice(position - 1..=position, blocks);
            position += n_blocks - 1;
        } else {
            position += 1;
        }
    }
    found
}

/// The schedule of a loop.
struct Plan {
    insts: Vec<Inst>,
    schedule: Schedule,
    copies: u32,
    webs: Vec<Web>,
    /// The number of packets of an iteration by itself.
    alone: usize,
    label: u32,
    count: Operand,
}

impl Plan {
    /// Schedules the block at a position, if it is a hardware loop that gains by it.
    fn of(function: &Function, position: usize, machine: &Machine, budgets: &Budgets) -> Option<Self> {
        let block = &function.blocks[position];
        let memory = block.hardware_loop.as_ref().filter(|_| !block.is_scheduled)?;
        let setup = position.checked_sub(1)?;
        let setup = function.blocks[setup].packets.last()?.last()?;
        let is_setup = (*setup.op == t::LOOP || *setup.op == t::LOOP_I) && setup.label() == Some(block.label);
        let count = setup.uses[1].clone();
        let insts: Vec<Inst> = block.packets.iter().flatten().cloned().collect();
        let is_virtual = |reg: Reg| reg.as_virtual().is_some();
        let are_virtual = insts.iter().all(|inst| inst.reads().chain(inst.defs.iter().copied()).all(is_virtual));
        if !is_setup || !are_virtual || insts.is_empty() || insts.len() > MAX_INSTRUCTIONS {
            return None;
        }
        let alone = packets(machine, &insts).len();
        let cycles = starts(machine, &insts).into_iter().max().map_or(0, |last| last + 1);
        let webs = webs(&insts);
        let plans = COPIES.into_iter().filter_map(|copies| {
            let schedule = scheduled(&insts, &webs, memory, copies, machine, budgets)?;
            Some((schedule, copies))
        });
        // The first of the shortest ones has the fewest copies.
        let (schedule, copies) = plans.min_by_key(|(schedule, _)| (n_packets(schedule), schedule.ii))?;
        let insts = with_new_values(&insts, &schedule.start);
        let plan = Self { insts, schedule, copies, webs, alone, label: block.label, count };
        let is_worth_it = plan.schedule.stages > 1 && plan.schedule.ii < cycles;
        let iterates = |count: i64| count >= plan.least();
        let may_iterate = if let Operand::Imm(count) = plan.count { iterates(count) } else { true };
        (is_worth_it && may_iterate).then_some(plan)
    }

    /// The least number of iterations.
    fn least(&self) -> i64 {
        self.schedule.stages - 1 + i64::from(self.copies)
    }

    /// The number of registers of a value: one if it is overwritten in time by its successor.
    fn copies_of(&self, web: &Web) -> u32 {
        if web.is_single {
            return 1;
        }
        let (start, ii) = (&self.schedule.start, self.schedule.ii);
        let first = start[web.writers[0]];
        let fits = web.readers.iter().all(|&(reader, distance)| start[reader] + i64::from(distance) * ii <= first + ii);
        let last = web.writers.iter().map(|&writer| start[writer]).max().unwrap_or(first);
        if fits && last < first + ii { 1 } else { self.copies }
    }

    fn report(&self, blocks: &[Block]) -> Pipelined {
        let kernel = blocks.iter().find(|block| block.hardware_loop.is_some() && block.is_scheduled);
        Pipelined {
            label: self.label,
            kernel: kernel.map_or(self.label, |kernel| kernel.label),
            ii: self.schedule.ii,
            mii: self.schedule.mii,
            stages: self.schedule.stages,
            copies: self.copies.into(),
            packets: kernel.map_or(0, |kernel| kernel.packets.len()),
            alone: self.alone,
        }
    }
}

/// The schedule with a number of registers for each value, checked.
///
/// Where a recurrence bounds the interval, instructions wait for each other in any case. If latencies on recurrences are
/// left to that, which takes no more time, there may be fewer packets.
fn scheduled(
    insts: &[Inst],
    webs: &[Web],
    memory: &[Dependence],
    copies: u32,
    machine: &Machine,
    budgets: &Budgets,
) -> Option<Schedule> {
    let of = |web: &Web| if web.is_single { 1 } else { copies };
    let graph = loop_graph(insts, webs, memory, &of);
    let schedule = |graph: &Graph| {
        let found = schedule_within(graph, machine, Mode::Swing, budgets).ok()?;
        check(graph, machine, found.ii, &found.start, &found.bindings).ok()?;
        Some(found)
    };
    let found = schedule(&graph)?;
    if res_mii(&graph, machine).is_ok_and(|bound| bound >= n_packets(&found)) {
        return Some(found);
    }
    let waiting = schedule(&without_waits(&graph)).filter(|waiting| n_packets(waiting) < n_packets(&found));
    Some(waiting.unwrap_or(found))
}

/// The packets of a kernel: rows with instructions.
fn n_packets(schedule: &Schedule) -> i64 {
    let mut rows: Vec<i64> = schedule.start.iter().map(|start| start.rem_euclid(schedule.ii)).collect();
    rows.sort_unstable();
    rows.dedup();
    rows.len() as i64
}

/// The graph with latencies of at most one packet on recurrences.
fn without_waits(graph: &Graph) -> Graph {
    let component = graph.components();
    let mut changed = Graph::new();
    graph.nodes().iter().for_each(|node| _ = changed.add_node(&node.name, node.class));
    for &edge in graph.edges() {
        let waits = component[edge.from] == component[edge.to];
        changed.add_edge(Edge { latency: if waits { edge.latency.min(1) } else { edge.latency }, ..edge });
    }
    changed
}

/// The code of a pipelined loop in place of the setup and the loop at a position.
struct Expansion<'a> {
    function: &'a mut Function,
    plan: &'a Plan,
    position: usize,
}

impl Expansion<'_> {
    fn blocks(mut self) -> Vec<Block> {
        let plan = self.plan;
        let (stages, ii, copies) = (plan.schedule.stages, plan.schedule.ii, i64::from(plan.copies));
        let live_out = live_out(self.function).swap_remove(self.position);
        let registers = self.registers();
        let old_setup = self.function.blocks[self.position - 1].clone();
        let old_loop = self.function.blocks[self.position].clone();
        let exit = self.function.blocks[self.position + 1].label;
        let [kernel, alone] = [0; 2].map(|_| self.function.label());
        let depth = old_setup.depth;
        let rest = self.rest();

        let mut guard = old_setup;
        guard.packets.pop();
        if let (Operand::Reg(count), Some(Operand::Reg(rest))) = (&plan.count, &rest) {
            // Too few iterations are all left over.
            push(&mut guard, Inst::copy(File::R, *rest, *count));
            let enough = self.function.register(File::P);
            push(&mut guard, Inst::new(&t::CMP_GTU_I, &[enough], vec![(*count).into(), (plan.least() - 1).into()]));
            // The loop is set up in any case: packets have room for that.
            self.set_up(&mut guard, kernel);
            push(&mut guard, Inst::new(&t::JUMP_IF_NOT, &[], vec![enough.into(), Operand::Label(alone)]));
        } else {
            self.set_up(&mut guard, kernel);
        }
        let text = |what: &str| Some(format!("{what}: II {ii}, {stages} stages, {copies} kernel copies"));
        let mut prologue = Block { label: self.function.label(), depth, is_scheduled: true, ..Block::default() };
        prologue.packets = self.rows(0..(stages - 1) * ii, i64::MAX, &registers);
        let begin = (stages - 1) * ii;
        let mut block = Block { label: kernel, depth: depth + 1, is_scheduled: true, ..Block::default() };
        block.packets = self.rows(begin..begin + copies * ii, i64::MAX, &registers);
        block.hardware_loop = Some(Vec::new());
        block.comment = text("pipelined");
        let mut epilogue = Block { label: self.function.label(), depth, is_scheduled: true, ..Block::default() };
        let end = begin + copies * ii;
        epilogue.packets = self.rows(end..end + begin, plan.least(), &registers);
        let is_needed = |web: &&Web| live_out.has(web.reg);
        epilogue.packets.extend(self.moves(&registers, &is_needed));
        let mut blocks = vec![guard, prologue, block, epilogue];
        let mut after = self.leave(rest, exit, alone, depth);
        self.jump_at_once(&mut blocks, &mut after);
        blocks.extend(after);
        if !matches!(blocks.last(), Some(last) if last.label == alone) {
            return blocks;
        }
        blocks.push(old_loop);
        blocks
    }

    /// The number of iterations that the loop as it was executes: none, a constant, or a register of its own, since what
    /// holds the count may be read behind the loop.
    fn rest(&mut self) -> Option<Operand> {
        let (plan, copies) = (self.plan, i64::from(self.plan.copies));
        match plan.count {
            Operand::Imm(count) => match (count - plan.schedule.stages + 1) % copies {
                0 => None,
                rest => Some(rest.into()),
            },
            _ => Some(self.function.register(File::R).into()),
        }
    }
}

impl Expansion<'_> {
    /// Moves a jump that is a block of its own to the last packet of the epilogue, if that has room for it.
    fn jump_at_once(&self, blocks: &mut [Block], after: &mut Vec<Block>) {
        let Some([leave, ..]) = after.get(..) else { return };
        let ([packet], Some(last)) = (leave.packets.as_slice(), blocks.last_mut()) else { return };
        let (Some(before), true) = (last.packets.last_mut(), packet.iter().all(|inst| *inst.op == t::JUMP)) else {
            return;
        };
        if has_room(&[before.clone(), packet.clone()].concat()) {
            before.extend(packet.clone());
            after.remove(0);
        }
    }
}

fn push(block: &mut Block, inst: Inst) {
    block.packets.push(vec![inst]);
}

/// By value that the loop writes: its registers. The last one is that of the loop as it was.
type Registers = Vec<Vec<Reg>>;

impl Expansion<'_> {
    fn registers(&mut self) -> Registers {
        let plan = self.plan;
        let of = |web: &Web| {
            let file = self.function.file(web.reg);
            let mut copies: Vec<Reg> = (1..plan.copies_of(web)).map(|_| self.function.register(file)).collect();
            copies.push(web.reg);
            copies
        };
        plan.webs.iter().map(of).collect()
    }

    /// The packets of some cycles, with the instructions of iterations before `end`.
    fn rows(&self, cycles: std::ops::Range<i64>, end: i64, registers: &Registers) -> Vec<Packet> {
        let Schedule { ii, start, .. } = &self.plan.schedule;
        let mut packets = Vec::new();
        for cycle in cycles {
            let mut packet = Packet::new();
            for (number, start) in start.iter().enumerate() {
                let iteration = (cycle - start).div_euclid(*ii);
                if (cycle - start).rem_euclid(*ii) == 0 && (0..end).contains(&iteration) {
                    packet.push(self.instance(number, iteration, registers));
                }
            }
            if !packet.is_empty() {
                packets.push(packet);
            }
        }
        packets
    }

    /// Instruction `number` of an iteration.
    fn instance(&self, number: usize, iteration: i64, registers: &Registers) -> Inst {
        let mut inst = self.plan.insts[number].clone();
        let of = |iteration: i64, copies: &[Reg]| copies[iteration.rem_euclid(copies.len() as i64) as usize];
        let web = |reg: Reg| self.plan.webs.iter().position(|web| web.reg == reg);
        for reg in &mut inst.defs {
            if let Some(web) = web(*reg) {
                *reg = of(iteration, &registers[web]);
            }
        }
        for reg in inst.reads_mut() {
            if let Some(web) = web(*reg) {
                let readers = &self.plan.webs[web].readers;
                let distance =
                    readers.iter().find(|(reader, _)| *reader == number).map_or(0, |(_, distance)| *distance);
                *reg = of(iteration - i64::from(distance), &registers[web]);
            }
        }
        inst
    }

    /// Copies of the values of the last iteration to the registers of the loop as it was.
    fn moves(&self, registers: &Registers, is_needed: &dyn Fn(&&Web) -> bool) -> Vec<Packet> {
        let last = self.plan.least() - 1;
        let mut moves = Vec::new();
        for (web, copies) in self.plan.webs.iter().zip(registers).filter(|(web, _)| is_needed(web)) {
            let from = copies[last.rem_euclid(copies.len() as i64) as usize];
            if from != web.reg {
                moves.push(vec![Inst::copy(self.function.file(web.reg), web.reg, from)]);
            }
        }
        moves
    }

    /// Computes how often the kernel is executed, and begins the hardware loop.
    fn set_up(&mut self, setup: &mut Block, kernel: u32) {
        let plan = self.plan;
        let (before, shift) = (plan.schedule.stages - 1, i64::from(plan.copies.ilog2()));
        let kernel = Operand::Label(kernel);
        match plan.count {
            Operand::Imm(count) => {
                let count = (count - before) >> shift;
                set_up_constant(self.function, setup, kernel, count);
            }
            Operand::Reg(count) => {
                let [all, repeated] = [0; 2].map(|_| self.function.register(File::R));
                push(setup, Inst::new(&t::ADD_I, &[all], vec![count.into(), (-before).into()]));
                if shift == 0 {
                    push(setup, Inst::new(&t::LOOP, &[], vec![kernel, all.into()]));
                } else {
                    push(setup, Inst::new(&t::LSR_I, &[repeated], vec![all.into(), shift.into()]));
                    push(setup, Inst::new(&t::LOOP, &[], vec![kernel, repeated.into()]));
                }
            }
            _ => unreachable!("a count is a constant or a register"),
        }
    }

    /// What follows the epilogue: the way out, and the setup of the loop as it was, if that may be executed.
    fn leave(&mut self, rest: Option<Operand>, exit: u32, alone: u32, depth: u32) -> Vec<Block> {
        let plan = self.plan;
        let copies = i64::from(plan.copies);
        let mut leave = Block { label: self.function.label(), depth, ..Block::default() };
        let mut setup = Block { label: alone, depth, ..Block::default() };
        let label = Operand::Label(plan.label);
        let rest = match rest {
            None => return Vec::new(),
            Some(Operand::Imm(rest)) => {
                set_up_constant(self.function, &mut setup, label, rest);
                return vec![setup];
            }
            Some(Operand::Reg(rest)) => rest,
            Some(_) => unreachable!("it is a constant or a register"),
        };
        match plan.count {
            Operand::Reg(count) if copies > 1 => {
                let none = self.function.register(File::P);
                let more = self.function.register(File::R);
                push(&mut leave, Inst::new(&t::ADD_I, &[more], vec![count.into(), (1 - plan.schedule.stages).into()]));
                push(&mut leave, Inst::new(&t::AND_I, &[rest], vec![more.into(), (copies - 1).into()]));
                push(&mut leave, Inst::new(&t::CMP_EQ_I, &[none], vec![rest.into(), 0.into()]));
                push(&mut leave, Inst::new(&t::JUMP_IF, &[], vec![none.into(), Operand::Label(exit)]));
            }
            _ => push(&mut leave, Inst::new(&t::JUMP, &[], vec![Operand::Label(exit)])),
        }
        push(&mut setup, Inst::new(&t::LOOP, &[], vec![label, rest.into()]));
        vec![leave, setup]
    }
}

/// Begins a hardware loop with a constant number of iterations.
pub fn set_up_constant(function: &mut Function, setup: &mut Block, label: Operand, count: i64) {
    let crate::op::Kind::Imm(imm) = t::LOOP_I.uses[1] else { unreachable!("the count is an immediate") };
    if imm.holds(count) {
        push(setup, Inst::new(&t::LOOP_I, &[], vec![label, count.into()]));
        return;
    }
    let register = function.register(File::R);
    push(setup, Inst::new(&t::MOVE_I, &[register], vec![count.into()]));
    push(setup, Inst::new(&t::LOOP, &[], vec![label, register.into()]));
}
