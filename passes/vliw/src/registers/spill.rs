//! Spilling of values to the stack when a register file is too small.
//!
//! After Zalamea, Llosa, Ayguadé, Valero: Improved Spill Code Generation for Software Pipelined Loops (PLDI 2000). Uses
//! are spilled: a value stays in its register up to some use, is stored once, and reloaded for later uses. The
//! candidate that saves the most register cycles per load and store is chosen first, among those that are live where
//! the pressure is highest; candidates that would need a larger initiation interval are rejected. Then the loop is
//! scheduled again, and reloaded values may be spilled again up to a later use, but never before their first one.
//!
//! Live-in values are stored to the stack before the loop, so they are only loaded in it. So are the initial values of
//! loop-carried variables; their final values are reloaded after the loop. A stack slot holds a value for each copy of
//! the kernel.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rmlir::prelude::*;
use rmlir_memref as memref;
use rmlir_vliw::{Crossing, Model, Timing};

use crate::loops::loop_body::{Action, Init, LoopBody, Node, Operand, Slot};
use crate::registers::allocation::{Short, file_for};
use crate::registers::occupancy::Occupancy;
use crate::schedule::plan::Plan;

/// Registers and stack slots of values.
impl LoopBody {
    /// The node that stores into a stack slot; `None` if it is stored before the loop.
    pub fn spill(&self, slot: usize) -> Option<usize> {
        self.nodes.iter().position(|node| node.action == Action::Spill(slot))
    }

    /// Whether the initial value of a loop-carried variable is in a register of a cluster.
    pub fn starts_in_register(&self, node: usize, cluster: Option<usize>) -> bool {
        let is_started = self.carried.iter().any(|it| it.node == node && it.init != Init::Nothing);
        let is_here = |reader: usize| self.read_in(node, reader) == cluster;
        is_started && self.readers(node).any(|(reader, distance)| distance > 0 && is_here(reader))
    }

    /// Whether the final value of a loop-carried variable is in a register.
    pub fn ends_in_register(&self, node: usize) -> bool {
        let is_result = self.carried.iter().any(|carried| carried.node == node && carried.result.is_some());
        is_result && !self.slots.contains(&Slot::Node(node))
    }
}

/// A spill that shortens the lifetime of a value.
struct Candidate {
    /// The spilled value.
    of: Operand,
    /// The cluster of the loads.
    cluster: Option<usize>,
    /// By load: its distance in iterations, and the nodes that use it.
    loads: Vec<(u32, Vec<usize>)>,
    /// The register cycles that are saved in each iteration.
    saved: i64,
    /// The number of loads and stores.
    traffic: i64,
    /// Whether it reduces the pressure where that is highest.
    helps: bool,
}

/// The search for candidates.
struct Finder<'a> {
    body: &'a Body<'a>,
    of: &'a LoopBody,
    plan: &'a Plan,
    model: &'a Model,
    short: Short,
    /// The row of the kernel with the highest register pressure.
    crowded: i64,
}

/// Spills values, for a file that is too small for a schedule. Returns the alternatives, best first.
pub fn spilled<'a>(
    body: &'a Body<'a>,
    of: &'a LoopBody,
    plan: &'a Plan,
    model: &'a Model,
    short: Short,
) -> impl Iterator<Item = LoopBody> + 'a {
    let mut finder = Finder { body, of, plan, model, short, crowded: 0 };
    finder.crowded = finder.most_crowded();
    let mut candidates = finder.candidates();
    candidates.retain(|candidate| candidate.saved > 0);
    candidates.sort_by_key(|it| (Reverse(it.helps), Reverse(it.saved * 1000 / it.traffic)));
    candidates.into_iter().filter_map(move |candidate| candidate.apply(body, of, model))
}

impl Finder<'_> {
    fn candidates(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        let rotates = self.model.files[self.short.file].rotating > 0;
        if rotates == self.short.rotating {
            self.results().for_each(|node| self.gaps(node, &mut found));
        }
        if !self.short.rotating {
            let invariants = self.of.invariants.iter().enumerate();
            for (number, &value) in invariants {
                let clusters = self.of.clusters_of(number).into_iter();
                let here = clusters.filter(|&cluster| self.is_here(self.body.ty(value), cluster));
                here.for_each(|cluster| self.clusters(number, cluster, &mut found));
            }
        }
        found
    }

    fn is_here(&self, ty: Type, cluster: Option<usize>) -> bool {
        file_for(self.body.cx(), self.model, ty, cluster) == Ok(self.short.file)
    }

    /// The nodes whose results are in the file, and in no other one.
    fn results(&self) -> impl Iterator<Item = usize> {
        let nodes = self.of.nodes.iter().enumerate();
        let here = nodes.filter(|(_, node)| {
            let is_here = node.result.is_some_and(|ty| self.is_here(ty, node.cluster));
            is_here && node.crossing != Some(Crossing::Writes)
        });
        here.map(|(number, _)| number)
    }

    fn most_crowded(&self) -> i64 {
        let mut rows = vec![0; self.plan.ii as usize];
        for node in self.results() {
            let cluster = self.of.nodes[node].cluster;
            let Occupancy { from, to, .. } = Occupancy::of(self.of, self.plan, self.model, node, cluster);
            (from..to).for_each(|cycle| rows[cycle.rem_euclid(self.plan.ii) as usize] += 1);
        }
        (0..self.plan.ii).max_by_key(|&row| (rows[row as usize], Reverse(row))).unwrap_or(0)
    }

    /// Whether some of these cycles are in the row with the highest pressure.
    fn crowds(&self, from: i64, to: i64) -> bool {
        (from..to.min(from + self.plan.ii)).any(|cycle| cycle.rem_euclid(self.plan.ii) == self.crowded)
    }

    /// The lifetime of a reloaded value before its first use; `None` if the machine cannot load it.
    fn load_time(&self, ty: Type, cluster: Option<usize>) -> Option<i64> {
        let class = load_class(self.model, ty, cluster)?;
        Some(match self.model.writes {
            Timing::Exact => 1,
            Timing::Early => self.model.classes[class].latency,
        })
    }

    /// The uses of a node or of a loop-invariant value: the cycle, the node, and the distance in iterations.
    fn uses(&self, of: impl Fn(Operand) -> Option<u32>) -> Vec<(i64, usize, u32)> {
        let mut uses = Vec::new();
        for (reader, node) in self.of.nodes.iter().enumerate() {
            if matches!(node.action, Action::Spill(_)) {
                continue;
            }
            let at = |distance: u32| self.plan.start[reader] + i64::from(distance) * self.plan.ii;
            uses.extend(node.reads().filter_map(&of).map(|distance| (at(distance), reader, distance)));
        }
        uses.sort_unstable();
        uses.dedup();
        uses
    }

    /// Adds candidates that spill a result between two uses, or before the first one.
    fn gaps(&self, node: usize, found: &mut Vec<Candidate>) {
        let cluster = self.of.nodes[node].cluster;
        let load_time = self.of.nodes[node].result.and_then(|ty| self.load_time(ty, cluster));
        let Some(load_time) = load_time else { return };
        let uses = self.uses(|operand| match operand {
            Operand::Node { node: of, distance } if of == node => Some(distance),
            _ => None,
        });
        let is_loaded = matches!(self.of.nodes[node].action, Action::Reload { .. });
        let is_stored = is_loaded || self.of.slots.contains(&Slot::Node(node));
        let lands = self.plan.start[node] + self.model.classes[self.of.nodes[node].class].latency;
        // An existing store keeps its start.
        let stores = self.of.readers(node).filter(|&(it, _)| matches!(self.of.nodes[it].action, Action::Spill(_)));
        let kept = stores.map(|(store, _)| self.plan.start[store]).max().unwrap_or(lands).max(lands);
        for first in usize::from(is_loaded)..uses.len() {
            let before = first.checked_sub(1).map_or(kept, |before| uses[before].0.max(kept));
            if uses[first].0 <= before {
                continue;
            }
            let mut groups: BTreeMap<u32, Vec<(i64, usize)>> = BTreeMap::new();
            uses[first..]
                .iter()
                .for_each(|&(at, reader, distance)| groups.entry(distance).or_default().push((at, reader)));
            let until = uses[uses.len() - 1].0;
            let loaded: i64 = groups.values().map(|uses| uses[uses.len() - 1].0 - uses[0].0 + load_time).sum();
            found.push(Candidate {
                of: Operand::Node { node, distance: 0 },
                cluster,
                saved: until - before - loaded,
                traffic: groups.len() as i64 + i64::from(!is_stored),
                helps: self.crowds(before, uses[first].0 - load_time),
                loads: groups.into_iter().map(|(distance, uses)| (distance, readers(&uses))).collect(),
            });
        }
    }

    /// Adds candidates that reload a live-in value once in an iteration, or for each of the uses that are far from
    /// others.
    fn clusters(&self, invariant: usize, cluster: Option<usize>, found: &mut Vec<Candidate>) {
        let load_time = self.load_time(self.body.ty(self.of.invariants[invariant]), cluster);
        let Some(load_time) = load_time else { return };
        let uses = self.uses(|operand| (operand == Operand::Invariant(invariant)).then_some(0));
        let here = uses.into_iter().filter(|&(_, reader, _)| self.of.nodes[reader].cluster == cluster);
        let uses: Vec<(i64, usize)> = here.map(|(at, reader, _)| (at, reader)).collect();
        if uses.is_empty() {
            return;
        }
        let apart = uses.chunk_by(|a, b| b.0 - a.0 <= load_time).collect();
        let mut ways: Vec<Vec<&[(i64, usize)]>> = vec![vec![&uses], apart];
        ways.dedup();
        for clusters in ways {
            let loaded: i64 = clusters.iter().map(|uses| uses[uses.len() - 1].0 - uses[0].0 + load_time).sum();
            let is_loaded = clusters.iter().any(|uses| self.crowds(uses[0].0 - load_time, uses[uses.len() - 1].0));
            found.push(Candidate {
                of: Operand::Invariant(invariant),
                cluster,
                saved: self.plan.ii - loaded,
                traffic: clusters.len() as i64,
                helps: !is_loaded,
                loads: clusters.iter().map(|uses| (0, readers(uses))).collect(),
            });
        }
    }
}

fn readers(uses: &[(i64, usize)]) -> Vec<usize> {
    uses.iter().map(|use_| use_.1).collect()
}

fn load_class(model: &Model, ty: Type, cluster: Option<usize>) -> Option<usize> {
    class(model, memref::LoadOp::NAME, ty, cluster)
}

fn class(model: &Model, name: &str, ty: Type, cluster: Option<usize>) -> Option<usize> {
    model.class_for(name, Some(ty)).filter(|&class| !model.ways(class, cluster, None).is_empty())
}

impl Candidate {
    /// The loop with the reloads, and the spill if there is none; `None` if the machine has no class for them.
    fn apply(&self, body: &Body, of: &LoopBody, model: &Model) -> Option<LoopBody> {
        let mut changed = of.clone();
        let (ty, slot, behind) = match self.of {
            Operand::Invariant(number) => {
                (body.ty(of.invariants[number]), find_or_push(&mut changed.slots, Slot::Invariant(number)), 0)
            }
            Operand::Node { node, .. } => {
                let ty = of.nodes[node].result?;
                match of.nodes[node].action {
                    Action::Reload { slot, distance } => (ty, slot, distance),
                    _ => (ty, store(&mut changed, model, node, ty)?, 0),
                }
            }
            Operand::Constant(_) => return None,
        };
        for (distance, readers) in &self.loads {
            let action = Action::Reload { slot, distance: distance + behind };
            let reload = changed.nodes.len();
            let class = load_class(model, ty, self.cluster)?;
            changed.nodes.push(Node { cluster: self.cluster, ..Node::new(action, class, Some(ty), "reload") });
            let old = match self.of {
                Operand::Node { node, .. } => Operand::Node { node, distance: *distance },
                other => other,
            };
            for &reader in readers {
                let node = &mut changed.nodes[reader];
                let reads = node.operands.iter_mut().chain(&mut node.guard);
                reads.filter(|it| **it == old).for_each(|it| *it = Operand::Node { node: reload, distance: 0 });
            }
        }
        Some(changed)
    }
}

/// The stack slot of a node's results.
fn store(of: &mut LoopBody, model: &Model, node: usize, ty: Type) -> Option<usize> {
    if let Some(slot) = of.slots.iter().position(|&slot| slot == Slot::Node(node)) {
        return Some(slot);
    }
    let slot = of.slots.len();
    of.slots.push(Slot::Node(node));
    let cluster = of.nodes[node].cluster;
    let class = class(model, memref::StoreOp::NAME, ty, cluster)?;
    let mut spill = Node { cluster, ..Node::new(Action::Spill(slot), class, None, "spill") };
    spill.operands.push(Operand::Node { node, distance: 0 });
    of.nodes.push(spill);
    Some(slot)
}

fn find_or_push(slots: &mut Vec<Slot>, slot: Slot) -> usize {
    slots.iter().position(|&it| it == slot).unwrap_or_else(|| {
        slots.push(slot);
        slots.len() - 1
    })
}
