//! Cluster assignment: the cluster of the machine that executes each operation, and transfers between clusters.
//!
//! Operations read registers of their own cluster. The result of another cluster is transferred by the first applicable
//! of these methods:
//!
//! - a result that depends only on itself and on loop-invariant values, such as an induction variable, is recomputed in
//!   both clusters;
//! - an operation uses a cross path to the other cluster, if it is the only reader of the result there;
//! - the operation that computes the result writes it in both clusters (broadcast);
//! - a copy uses a cross path, once for all readers in the cluster.
//!
//! Clusters are assigned before scheduling, so that the schedule respects units and paths as all others (Nystrom,
//! Eichenberger: Effective Cluster Assignment for Modulo Scheduling, MICRO-31). Operations are visited in the order of
//! swing modulo scheduling, so that neighbours are adjacent (Sánchez, González, ICPP 2000), and each is assigned to the
//! cluster with the least MII, then the least number of copies, then the least imbalance of load, under the assumption
//! that unassigned operations may execute in any cluster. Then operations, alone and together with all readers of their
//! results, are moved to other clusters as long as that reduces the cost.

use std::collections::BTreeMap;

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_modulo::order::forward::{Forward, Times};
use rmlir_modulo::order::sets::sets;
use rmlir_modulo::order::swing::{Start, Ties, order};
use rmlir_modulo::{Budget, Machine, mii};
use rmlir_vliw::model::CROSS;
use rmlir_vliw::{Crossing, Model};

use crate::loops::loop_body::{Action, Carried, Declined, LoopBody, Node, Operand};
use crate::schedule::dependences::{graph, machine};

/// The number of rounds of improvement over all operations. Most assignments reach a fixed point after two.
const MAX_ROUNDS: usize = 4;

/// The secondary objective of an assignment, after MII.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// Few copies, with broadcasts allowed.
    Broadcast,
    /// Few copies, without broadcasts, which need special registers.
    Copies,
    /// Balance of the number of results per cluster.
    Balance,
}

/// Alternative cluster assignments of the loop, best first; the loop itself if the machine has no clusters.
///
/// When the budget is exhausted, assigned operations keep their clusters.
pub fn assignments(body: &Body, of: &LoopBody, model: &Model, budget: &Budget) -> Result<Vec<LoopBody>, Declined> {
    if model.n_clusters() < 2 {
        return Ok(vec![of.clone()]);
    }
    let mut readers = vec![Vec::new(); of.nodes.len()];
    for (reader, node) in of.nodes.iter().enumerate() {
        for operand in node.reads() {
            if let Operand::Node { node, distance } = operand {
                readers[node].push((reader, distance));
            }
        }
    }
    let assigner = Assigner { body, of, model, machine: machine(model), readers, budget };
    let mut found = Vec::new();
    for aim in [Aim::Broadcast, Aim::Copies, Aim::Balance] {
        let assigned = assigner.assigned(aim).and_then(|clusters| assigner.linked(&clusters, aim));
        let Some(assigned) = assigned else { continue };
        let Some(mii) = assigner.mii(&assigned) else { continue };
        if found.iter().all(|(_, known)| *known != assigned) {
            found.push((mii, assigned));
        }
    }
    found.sort_by_key(|(mii, _)| *mii);
    let found: Vec<LoopBody> = found.into_iter().map(|(_, assigned)| assigned).collect();
    if found.is_empty() { Err(Declined::NoClass(CROSS.to_owned())) } else { Ok(found) }
}

/// The cost of an assignment: MII, then by its objective.
type Cost = (i64, i64, i64, i64);

struct Assigner<'a> {
    body: &'a Body<'a>,
    of: &'a LoopBody,
    model: &'a Model,
    machine: Machine,
    /// The readers of the result of each node.
    readers: Vec<Vec<Read>>,
    budget: &'a Budget,
}

impl Assigner<'_> {
    /// Assigns a cluster to each node.
    fn assigned(&self, aim: Aim) -> Option<Vec<Option<usize>>> {
        let n = self.of.nodes.len();
        let mut clusters = vec![None; n];
        let order = self.order()?;
        for &node in &order {
            clusters[node] = match self.budget.is_used_up() {
                false => self.best(&mut clusters, node, aim),
                true => Some(0),
            };
        }
        let mut best = self.cost(&clusters, aim);
        // An assignment to a single cluster needs no transfers.
        for cluster in 0..self.model.n_clusters() {
            let together = vec![Some(cluster); n];
            let cost = self.cost(&together, aim);
            if cost.is_some() && best.is_none_or(|best| cost < Some(best)) {
                (clusters, best) = (together, cost);
            }
        }
        for _ in 0..MAX_ROUNDS {
            let before = clusters.clone();
            for &node in order.iter().take_while(|_| !self.budget.is_used_up()) {
                clusters[node] = self.best(&mut clusters, node, aim);
                self.move_with_readers(&mut clusters, node, aim);
            }
            if clusters == before {
                break;
            }
        }
        self.cost(&clusters, aim).map(|_| clusters)
    }

    /// The order in which clusters are assigned to nodes.
    fn order(&self) -> Option<Vec<usize>> {
        let graph = graph(self.of, self.model);
        let forward = Forward::of(&graph).ok()?;
        let times = Times::of(&forward, mii::mii(&graph, &self.machine).ok()?);
        Some(order(&forward, &times, &sets(&forward), Start::BottomUp, &Ties::default()))
    }

    /// The best cluster for a node given the others: its own if that is among the best.
    fn best(&self, clusters: &mut [Option<usize>], node: usize, aim: Aim) -> Option<usize> {
        let own = clusters[node];
        let others = (0..self.model.n_clusters()).map(Some).filter(|&cluster| cluster != own);
        let mut best = (None, own);
        for cluster in own.map(Some).into_iter().chain(others) {
            clusters[node] = cluster;
            let cost = self.cost(clusters, aim);
            if cost.is_some() && (best.0.is_none() || cost < best.0) {
                best = (cost, cluster);
            }
        }
        clusters[node] = own;
        // If no cluster is possible by itself, later nodes decide.
        best.1.or(Some(0))
    }

    /// Moves a node and all readers of its result to another cluster, if that is better: moved one by one they may be
    /// at a local optimum.
    fn move_with_readers(&self, clusters: &mut Vec<Option<usize>>, node: usize, aim: Aim) {
        let (mut best, own) = (self.cost(clusters, aim), clusters[node]);
        for cluster in (0..self.model.n_clusters()).map(Some).filter(|&cluster| cluster != own) {
            let mut moved = clusters.clone();
            moved[node] = cluster;
            self.readers[node].iter().for_each(|&(reader, _)| moved[reader] = cluster);
            let cost = self.cost(&moved, aim);
            if cost.is_some() && best.is_none_or(|best| cost < Some(best)) {
                best = cost;
                *clusters = moved;
            }
        }
    }

    fn mii(&self, of: &LoopBody) -> Option<i64> {
        mii::mii_within(&graph(of, self.model), &self.machine, self.budget).ok()
    }

    fn cost(&self, clusters: &[Option<usize>], aim: Aim) -> Option<Cost> {
        let linked = self.linked(clusters, aim)?;
        let mii = self.mii(&linked)?;
        let copies = (linked.nodes.len() - self.of.nodes.len()) as i64;
        let crossings = linked.nodes.iter().filter(|node| node.crossing.is_some()).count() as i64;
        let mut load = vec![0; self.model.n_clusters()];
        for node in &linked.nodes {
            let counts = i64::from(aim != Aim::Balance || node.result.is_some());
            node.cluster.into_iter().for_each(|cluster| load[cluster] += counts);
        }
        let unbalanced = load.iter().map(|load| load * load).sum();
        Some(match aim {
            Aim::Balance => (mii, load.into_iter().max().unwrap_or(0), copies, crossings),
            _ => (mii, copies, crossings, unbalanced),
        })
    }

    /// The loop with nodes in these clusters, those without one in any, and with the transfers between them; `None` if
    /// a transfer is not possible.
    fn linked(&self, clusters: &[Option<usize>], aim: Aim) -> Option<LoopBody> {
        let mut linker = Linker { by: self, aim, linked: self.of.clone() };
        for (node, &cluster) in linker.linked.nodes.iter_mut().zip(clusters) {
            node.cluster = cluster;
            if cluster.is_some() && self.model.ways(node.class, cluster, None).is_empty() {
                return None;
            }
        }
        for node in 0..self.of.nodes.len() {
            for (cluster, reads) in linker.foreign(node) {
                linker.link(node, cluster, &reads)?;
            }
        }
        Some(linker.linked)
    }
}

/// A reader of a result, with the distance in iterations.
type Read = (usize, u32);

struct Linker<'a> {
    by: &'a Assigner<'a>,
    aim: Aim,
    linked: LoopBody,
}

impl Linker<'_> {
    /// The readers of the result of `node` in other clusters, by cluster.
    fn foreign(&self, node: usize) -> BTreeMap<usize, Vec<Read>> {
        let mut found: BTreeMap<usize, Vec<Read>> = BTreeMap::new();
        let at = &self.linked.nodes[node];
        let file = at.result.and_then(|ty| self.by.model.file_for(ty, at.cluster));
        let Some(own) = at.cluster.filter(|_| file.is_some_and(|file| self.by.model.files[file].cluster.is_some()))
        else {
            return found;
        };
        // Transfers inserted before do not change the readers of this result.
        for &read in &self.by.readers[node] {
            let cluster = self.linked.nodes[read.0].cluster.filter(|&cluster| cluster != own);
            let Some(cluster) = cluster else { continue };
            let reads = found.entry(cluster).or_default();
            if !reads.contains(&read) {
                reads.push(read);
            }
        }
        found
    }

    /// Transfers the result of `node` to its readers in another cluster.
    fn link(&mut self, node: usize, cluster: usize, reads: &[Read]) -> Option<()> {
        if self.is_computed_again(node) {
            self.compute_again(node, cluster, reads);
            return Some(());
        }
        if let &[(reader, _)] = reads
            && self.may_cross(reader, Crossing::Reads)
            && !self.is_guard(node, reader)
        {
            self.linked.nodes[reader].crossing = Some(Crossing::Reads);
            return Some(());
        }
        let is_broadcast = self.linked.nodes[node].crossing == Some(Crossing::Writes);
        if is_broadcast || (self.aim == Aim::Broadcast && self.may_cross(node, Crossing::Writes)) {
            self.linked.nodes[node].crossing = Some(Crossing::Writes);
            return Some(());
        }
        self.copy(node, cluster, reads)
    }

    /// Whether a node can use a path of this kind, in addition to those that it uses already.
    fn may_cross(&self, node: usize, crossing: Crossing) -> bool {
        let at = &self.linked.nodes[node];
        at.crossing.is_none() && !self.by.model.ways(at.class, at.cluster, Some(crossing)).is_empty()
    }

    fn is_guard(&self, node: usize, reader: usize) -> bool {
        matches!(self.linked.nodes[reader].guard, Some(Operand::Node { node: guard, .. }) if guard == node)
    }

    /// Whether a result depends only on itself and on invariants, and is no result of the loop.
    fn is_computed_again(&self, node: usize) -> bool {
        let at = &self.by.of.nodes[node];
        let is_computed = match at.action {
            Action::Step => true,
            Action::Op(op, _) => is_memory_effect_free(OpRef::new(self.by.body, op)),
            _ => false,
        };
        let is_own = |operand| !matches!(operand, Operand::Node { node: of, .. } if of != node);
        let is_result = self.by.of.results().any(|(_, result)| result == node);
        is_computed && at.guard.is_none() && at.reads().all(is_own) && !is_result
    }

    /// Duplicates the node in another cluster, with its initial value.
    fn compute_again(&mut self, node: usize, cluster: usize, reads: &[Read]) {
        let number = self.linked.nodes.len();
        let mut again = Node { cluster: Some(cluster), ..self.linked.nodes[node].clone() };
        redirect(&mut again, node, None, number);
        self.linked.nodes.push(again);
        reads.iter().for_each(|&(reader, _)| redirect(&mut self.linked.nodes[reader], node, None, number));
        let started = self.linked.carried.iter().find(|carried| carried.node == node);
        let started = started.map(|&carried| Carried { node: number, ..carried });
        self.linked.carried.extend(started);
    }

    /// Adds a copy for each distance at which the result is read.
    fn copy(&mut self, node: usize, cluster: usize, reads: &[Read]) -> Option<()> {
        let ty = self.linked.nodes[node].result?;
        let model = self.by.model;
        let class = model.class_for(CROSS, Some(ty))?;
        if model.ways(class, Some(cluster), Some(Crossing::Reads)).is_empty() {
            return None;
        }
        let mut distances: Vec<u32> = reads.iter().map(|read| read.1).collect();
        distances.sort_unstable();
        distances.dedup();
        for distance in distances {
            let number = self.linked.nodes.len();
            let copy = Node::new(Action::Cross, class, Some(ty), "cross");
            let operands = vec![Operand::Node { node, distance }];
            let crossing = Some(Crossing::Reads);
            self.linked.nodes.push(Node { cluster: Some(cluster), crossing, operands, ..copy });
            for &(reader, _) in reads.iter().filter(|read| read.1 == distance) {
                redirect(&mut self.linked.nodes[reader], node, Some(distance), number);
            }
        }
        Some(())
    }
}

/// Redirects reads of `from` in a reader to `to`: at all distances, or only at one distance, at distance 0 then.
fn redirect(reader: &mut Node, from: usize, only: Option<u32>, to: usize) {
    for operand in reader.operands.iter_mut().chain(&mut reader.guard) {
        let Operand::Node { node, distance } = operand else { continue };
        match only {
            _ if *node != from => {}
            None => *node = to,
            Some(only) if only == *distance => (*node, *distance) = (to, 0),
            Some(_) => {}
        }
    }
}
