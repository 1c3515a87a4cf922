//! Register files with one register, such as the PLV of the MAP1000, which operations called *sigma operations* read
//! and write one after the other (SMS, section 6.2).
//!
//! The lifetimes of two results in such a file must not overlap, in whatever iterations. So a chain of operations, each
//! of which reads the result of the previous one, executes from its beginning to its end before another chain uses the
//! file:
//!
//! - readers of a result of the chain execute before the next operation of the chain overwrites it;
//! - readers of its last result execute before the next chain begins, and those of the last chain of an iteration
//!   before the first chain of the next iteration.
//!
//! Chains are in program order. The dependence of its beginning on its end makes each chain a recurrence, which is a
//! node set of its own; so the initiation interval is at least the length of all chains of a file. If results do not
//! form chains, no dependences are added; then register allocation reports that there are too few registers.

use rmlir_modulo::{Edge, Kind};
use rmlir_vliw::Model;

use crate::loops::loop_body::{LoopBody, Operand};

/// The dependences that result from register files with one register.
pub fn exclusive(of: &LoopBody, model: &Model) -> Vec<Edge> {
    let files = model.files.iter().enumerate().filter(|(_, file)| file.size == 1);
    files.flat_map(|(file, _)| Sharers::new(of, model, file).edges().unwrap_or_default()).collect()
}

/// The nodes whose results are in one file.
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

    /// The dependences; `None` if the nodes do not form chains.
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

    /// The dependences of `next` on the end of a chain.
    fn behind(&self, chain: &[usize], next: usize, distance: u32) -> Vec<Edge> {
        let last = chain[chain.len() - 1];
        let latency = self.model.classes[self.of.nodes[last].class].latency;
        let readers = self.others(last, next).map(|reader| serial(reader, next, 0, distance));
        [serial(last, next, latency, distance)].into_iter().chain(readers).collect()
    }

    /// The readers of a result in its iteration, except for the node that overwrites it.
    fn others(&self, node: usize, next: usize) -> impl Iterator<Item = usize> {
        let readers = self.of.readers(node).filter(move |&(reader, distance)| distance == 0 && reader != next);
        readers.map(|(reader, _)| reader)
    }

    /// The chains, each node after the one whose result it reads.
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
                // Two readers of one result in the file would overwrite it for each other.
                Some(first) => chains.iter_mut().find(|chain| chain.last() == Some(&first))?.push(member),
            }
        }
        Some(chains)
    }
}

fn serial(from: usize, to: usize, latency: i64, distance: u32) -> Edge {
    Edge { from, to, latency, distance, kind: Kind::Serial }
}
