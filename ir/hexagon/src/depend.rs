//! Dependences of instructions in program order.
//!
//! Instructions of a packet read before they write: an anti dependence has latency 0. A store is seen by the next
//! packet; a load in the packet of a store reads what was there before.

use std::collections::BTreeMap;

use rmlir_modulo::{Graph, Kind};

use crate::code::{Dependence, Inst, Operand, Reg};
use crate::machine::{Class, edge};
use crate::op::File;
use crate::table::new_value_form;

/// The packets from the issue of `from`, which writes `reg`, to that of `to`, which reads it.
/// `stores_new` says whether stores may be in the packet that computes their value.
fn latency(from: &Inst, to: &Inst, reg: Reg, stores_new: bool) -> i64 {
    let is_read_later = to.op.class == Class::Return;
    // The base and the index of an address are read before.
    let is_only = || to.reads().filter(|&read| read == reg).count() == 1;
    let is_new = new_value_form(to.op).is_some() && from.feeds(to) && to.new_value() == Some(reg) && is_only();
    if is_read_later || (is_new && (stores_new || to.op.class != Class::Store)) {
        return 0;
    }
    let last = from.defs.len() - 1;
    let is_pointer = from.op.class == Class::Load && from.op.tied == Some(last) && from.defs[last] == reg;
    // Sums are read late, where the one of the instruction before is ready.
    let is_sum = to.op.accumulates()
        && from.op.class == to.op.class
        && to.uses[0] == Operand::Reg(reg)
        && !to.uses[1..].contains(&Operand::Reg(reg));
    if is_pointer || is_sum { 1 } else { from.op.class.latency() }
}

/// Whether a store may be in the packet that computes its value: then no other store is, so there must be no other one.
fn stores_new(insts: &[Inst]) -> bool {
    insts.iter().filter(|inst| inst.op.class == Class::Store).count() == 1
}

/// The parts of a register that are written separately.
fn parts(reg: Reg) -> Vec<Reg> {
    match reg.as_physical() {
        Some((File::D, number)) => [0, 1].map(|half| Reg::physical(File::R, 2 * number + half)).to_vec(),
        _ => vec![reg],
    }
}

fn clobbered(inst: &Inst) -> impl Iterator<Item = Reg> {
    let units = inst.clobbers;
    (0..64).filter(move |unit| units >> unit & 1 == 1).map(Reg)
}

/// The instructions in their order as a graph without cycles.
pub fn graph(insts: &[Inst]) -> Graph {
    let stores_new = stores_new(insts);
    let mut graph = Graph::new();
    let mut writer: BTreeMap<Reg, usize> = BTreeMap::new();
    let mut readers: BTreeMap<Reg, Vec<usize>> = BTreeMap::new();
    for (to, inst) in insts.iter().enumerate() {
        graph.add_node(inst.op.name, inst.class());
        for reg in inst.reads().flat_map(parts) {
            if let Some(&from) = writer.get(&reg) {
                let whole = insts[from].defs.iter().copied().find(|&def| parts(def).contains(&reg));
                let latency = whole.map_or(1, |def| latency(&insts[from], inst, def, stores_new));
                graph.add_flow(from, to, latency, 0);
            }
            readers.entry(reg).or_default().push(to);
        }
        for reg in inst.defs.iter().copied().flat_map(parts).chain(clobbered(inst)) {
            for from in readers.remove(&reg).into_iter().flatten().filter(|&from| from != to) {
                graph.add_edge(edge(from, to, 0, 0, Kind::Anti));
            }
            if let Some(from) = writer.insert(reg, to)
                && from != to
            {
                graph.add_edge(edge(from, to, 1, 0, Kind::Output));
            }
        }
    }
    add_order(insts, &mut graph);
    graph
}

/// Adds the order of memory accesses, and that of instructions that change the flow of control.
fn add_order(insts: &[Inst], graph: &mut Graph) {
    for (to, inst) in insts.iter().enumerate() {
        for (from, before) in insts[..to].iter().enumerate() {
            if let Some(latency) = order(before, inst) {
                graph.add_edge(edge(from, to, latency, 0, Kind::Order));
            }
        }
    }
}

/// The least distance in packets of two instructions in program order, if registers do not matter.
fn order(first: &Inst, second: &Inst) -> Option<i64> {
    let is_alone = |inst: &Inst| matches!(inst.op.class, Class::Call | Class::Frame);
    if is_alone(first) || is_alone(second) || first.op.ends_block() {
        return Some(1);
    }
    if second.op.ends_block() {
        return Some(0);
    }
    let stores = |inst: &Inst| inst.op.class == Class::Store;
    let accesses = |inst: &Inst| stores(inst) || inst.op.class == Class::Load;
    if !accesses(first) || !accesses(second) || are_apart(first, second) {
        return None;
    }
    match (stores(first), stores(second)) {
        (true, _) => Some(1),
        (false, true) => Some(0),
        (false, false) => None,
    }
}

/// Whether two accesses are to different slots of the stack.
fn are_apart(first: &Inst, second: &Inst) -> bool {
    let slot = |inst: &Inst| {
        inst.uses.iter().find_map(|operand| if let Operand::Slot(slot) = operand { Some(*slot) } else { None })
    };
    matches!((slot(first), slot(second)), (Some(first), Some(second)) if first != second)
}

/// A register that a loop writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Web {
    /// The register.
    pub reg: Reg,
    /// The instructions that write it, in order.
    pub writers: Vec<usize>,
    /// The instructions that read it, each with the distance in iterations of the value that it reads: 0 or 1.
    pub readers: Vec<(usize, u32)>,
    /// Whether the first instruction that writes it does so in the register of the value of the iteration before, so
    /// that there is one register for all iterations.
    pub is_single: bool,
}

/// The registers that the instructions of a loop write.
pub fn webs(insts: &[Inst]) -> Vec<Web> {
    let mut webs: BTreeMap<Reg, Web> = BTreeMap::new();
    for (number, inst) in insts.iter().enumerate() {
        for &reg in &inst.defs {
            let new = || Web { reg, writers: Vec::new(), readers: Vec::new(), is_single: false };
            webs.entry(reg).or_insert_with(new).writers.push(number);
        }
    }
    for (number, inst) in insts.iter().enumerate() {
        for reg in inst.reads() {
            let Some(web) = webs.get_mut(&reg) else { continue };
            let distance = u32::from(web.writers[0] >= number);
            web.readers.push((number, distance));
            let is_tied = inst.op.tied.is_some_and(|def| inst.defs[def] == reg);
            web.is_single |= is_tied && distance == 1;
        }
    }
    webs.into_values().collect()
}

/// The dependence graph of a loop in which value `w` of each iteration has one of `copies(w)` registers in turn.
pub fn loop_graph(insts: &[Inst], webs: &[Web], memory: &[Dependence], copies: &dyn Fn(&Web) -> u32) -> Graph {
    let mut graph = Graph::new();
    for inst in insts {
        graph.add_node(inst.op.name, inst.class());
    }
    for web in webs {
        add_web(insts, web, copies(web), &mut graph);
    }
    let node = |access: usize| insts.iter().position(|inst| inst.memory.is_some_and(|memory| memory.access == access));
    for dependence in memory {
        let (Some(from), Some(to)) = (node(dependence.from), node(dependence.to)) else { continue };
        let stores = insts[from].memory.is_some_and(|memory| memory.stores);
        if from != to {
            graph.add_edge(edge(from, to, i64::from(stores), dependence.distance, Kind::Order));
        }
    }
    graph
}

fn add_web(insts: &[Inst], web: &Web, copies: u32, graph: &mut Graph) {
    let (&first, &last) = (web.writers.first().expect("it is written"), web.writers.last().expect("it is written"));
    for &(reader, distance) in &web.readers {
        let before = web.writers.iter().rev().copied().find(|&writer| writer < reader);
        let writer = if distance == 0 { before.expect("it is written before") } else { last };
        let latency = latency(&insts[writer], &insts[reader], web.reg, distance == 0 && stores_new(insts));
        graph.add_flow(writer, reader, latency, distance);
        // What overwrites it: a later instruction of the iteration, or the first one some iterations later.
        let next = web.writers.iter().copied().find(|&writer| writer >= reader).filter(|_| distance == 0);
        let (next, after) = next.map_or((first, copies - distance), |next| (next, 0));
        if next != reader || after > 0 {
            graph.add_edge(edge(reader, next, 0, after, Kind::Anti));
        }
    }
    for pair in web.writers.windows(2) {
        graph.add_edge(edge(pair[0], pair[1], 1, 0, Kind::Output));
    }
    if first != last {
        graph.add_edge(edge(last, first, 1, copies, Kind::Output));
    }
}
