//! Files of one register, such as the PLV of the MAP1000, which operations called *sigma operations* read and write one
//! after the other (SMS, section 6.2).
//!
//! No two results of such a file may be alive at a time, in whatever iterations. So a chain of operations, each of which reads
//! what the one before has written, runs from its begin to its end before the file is another's:
//!
//! - who reads a result of the chain does so before the next operation of the chain overwrites it;
//! - who reads its last result does so before the next chain begins, and the last chain of an iteration before the first
//!   one of the next iteration.
//!
//! Chains follow each other in program order. The dependence of its begin on its end makes each chain a recurrence, by
//! which it is a set of its own; and an interval is no shorter than all chains of a file. Where results do not form chains there are no such
//! dependences; then it is up to registers to say that there are too few.

use rmlir_modulo::{Edge, Kind};
use rmlir_vliw::Model;

use crate::loop_body::{LoopBody, Operand};

/// What waits for what because a file has one register.
pub fn exclusive(of: &LoopBody, model: &Model) -> Vec<Edge> {
    let files = model.files.iter().enumerate().filter(|(_, file)| file.size == 1);
    files.flat_map(|(file, _)| Sharers::new(of, model, file).edges().unwrap_or_default()).collect()
}

/// The nodes whose results one file holds.
struct Sharers<'a> {
    of: &'a LoopBody,
    model: &'a Model,
    members: Vec<usize>,
}

impl<'a> Sharers<'a> {
    fn new(of: &'a LoopBody, model: &'a Model, file: usize) -> Self {
        let nodes = of.nodes.iter().enumerate();
        let here = nodes.filter(|(_, node)| node.result.and_then(|ty| model.file_for(ty, node.cluster)) == Some(file));
        Self { of, model, members: here.map(|(number, _)| number).collect() }
    }

    /// `None` if they do not form chains.
    fn edges(&self) -> Option<Vec<Edge>> {
        let chains = self.chains()?;
        let mut edges = Vec::new();
        for (place, chain) in chains.iter().enumerate() {
            for pair in chain.windows(2) {
                edges.extend(self.others(pair[0], pair[1]).map(|reader| serial(reader, pair[1], 0, 0)));
            }
            edges.extend(self.behind(chain, chain[0], 1));
            if chains.len() > 1 {
                let (next, distance) = chains.get(place + 1).map_or((&chains[0], 1), |next| (next, 0));
                let order = |edge| Edge { kind: Kind::Order, ..edge };
                edges.extend(self.behind(chain, next[0], distance).into_iter().map(order));
            }
        }
        Some(edges)
    }

    /// What makes `next` wait for the end of a chain.
    fn behind(&self, chain: &[usize], next: usize, distance: u32) -> Vec<Edge> {
        let last = chain[chain.len() - 1];
        let latency = self.model.classes[self.of.nodes[last].class].latency;
        let readers = self.others(last, next).map(|reader| serial(reader, next, 0, distance));
        [serial(last, next, latency, distance)].into_iter().chain(readers).collect()
    }

    /// The nodes that read a result in its iteration, but for the one that overwrites it.
    fn others(&self, node: usize, next: usize) -> impl Iterator<Item = usize> {
        let readers = self.of.readers(node).filter(move |&(reader, distance)| distance == 0 && reader != next);
        readers.map(|(reader, _)| reader)
    }

    /// Each member after the one whose result it reads.
    fn chains(&self) -> Option<Vec<Vec<usize>>> {
        let mut chains: Vec<Vec<usize>> = Vec::new();
        for &member in &self.members {
            let mut before = self.of.nodes[member].reads().filter_map(|operand| match operand {
                Operand::Node { node, distance: 0 } if self.members.contains(&node) => Some(node),
                _ => None,
            });
            let first = before.next();
            if before.any(|other| Some(other) != first) {
                return None;
            }
            match first {
                None => chains.push(vec![member]),
                // Two that read one result would overwrite it for each other.
                Some(first) => chains.iter_mut().find(|chain| chain.last() == Some(&first))?.push(member),
            }
        }
        Some(chains)
    }
}

fn serial(from: usize, to: usize, latency: i64, distance: u32) -> Edge {
    Edge { from, to, latency, distance, kind: Kind::Serial }
}
