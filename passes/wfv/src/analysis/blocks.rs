//! Properties of blocks with respect to lanes: which lanes execute them, and which cycles need masks of their own.
//!
//! A *region* is the function, or a cycle with a mask of its own: there is an active lane for which the function, or an
//! iteration of the cycle, is executed. A node of it is *by all* (uniform) if all lanes of the region execute it or
//! none does: it is not control dependent, directly or transitively, on a divergent branch. Control dependence is that
//! of one iteration: edges to the header are exit edges. A cycle needs a mask of its own unless all lanes of the
//! surrounding region enter, repeat and exit it together.
//!
//! The other properties of Karrenberg and Hack ("Whole-Function Vectorization", 2011): a node is *divergence causing*
//! if its terminator is a divergent branch, *blend* if lanes join in it on different edges, *rewire* if it is a
//! successor of a divergence causing node or a blend.

use rmlir::analysis::cfg::{Cfg, ControlDependence, CycleId, DominatorTree, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::graph::Graph;
use crate::analysis::lanes::Lanes;

/// Properties of nodes and cycles.
pub struct Blocks {
    /// By cycle: whether it has a mask of its own.
    pub is_masked: Vec<bool>,
    /// By node: whether it is uniform with respect to its region (*by all*).
    pub is_by_all: Vec<bool>,
    /// By node: the smallest surrounding cycle with a mask of its own.
    pub region: Vec<Option<CycleId>>,
    /// By node: a node that dominates it and that it post-dominates within an iteration, so that both have the same
    /// mask; `None` if there is no such node.
    pub same_mask: Vec<Option<Node>>,
    /// By node: whether it is an entry of a cycle with a mask of its own, so that lanes wait at it.
    pub is_waited_at: Vec<bool>,
    /// By node: whether it is skipped, with all that it dominates, if no lane is active in it.
    pub is_skipped: Vec<bool>,
}

impl Blocks {
    /// Computes the properties for a function; the cycles in `forced` get masks of their own unconditionally.
    pub fn new(graph: &Graph, lanes: &Lanes, forced: &[bool]) -> Self {
        let mut masked = forced.to_vec();
        let rounds = Rounds {
            whole: Round::new(graph, lanes, None),
            by_cycle: lanes.cycles.ids().map(|cycle| Round::new(graph, lanes, Some(cycle))).collect(),
        };
        loop {
            let blocks = Self::with_masked(graph, lanes, &rounds, &masked);
            if blocks.is_masked == masked {
                return blocks;
            }
            // A cycle with a mask of its own may weaken what is known of nodes after it, and so force masks on cycles
            // there.
            masked = blocks.is_masked;
        }
    }

    fn with_masked(graph: &Graph, lanes: &Lanes, rounds: &Rounds, forced: &[bool]) -> Self {
        let cycles = &lanes.cycles;
        let mut blocks = Self {
            is_masked: vec![false; cycles.ids().len()],
            is_by_all: vec![false; graph.cfg.n_blocks()],
            region: vec![None; graph.cfg.n_blocks()],
            same_mask: vec![None; graph.cfg.n_blocks()],
            is_waited_at: vec![false; graph.cfg.n_blocks()],
            is_skipped: vec![false; graph.cfg.n_blocks()],
        };
        let mut regions: FxHashMap<Option<CycleId>, Region> = FxHashMap::default();
        blocks.find_same(graph, lanes, &rounds.whole);
        regions.insert(None, Region::new(lanes, &rounds.whole, forced));
        for cycle in cycles.preorder() {
            let around = cycles.outward(cycles[cycle].parent).find(|&outer| blocks.is_masked[outer as usize]);
            let is_masked = forced[cycle as usize] || !regions[&around].is_together(graph, lanes, cycle);
            blocks.is_masked[cycle as usize] = is_masked;
            let round = &rounds.by_cycle[cycle as usize];
            blocks.find_same(graph, lanes, round);
            if is_masked {
                cycles[cycle].entries.iter().for_each(|&entry| blocks.is_waited_at[entry as usize] = true);
                regions.insert(Some(cycle), Region::new(lanes, round, forced));
            }
        }
        for node in graph.reachable() {
            let region = cycles.around(node).find(|&cycle| blocks.is_masked[cycle as usize]);
            blocks.region[node as usize] = region;
            blocks.is_by_all[node as usize] = regions[&region].is_by_all(node);
        }
        blocks
    }

    /// Finds nodes with equal masks: for the nodes directly in a cycle, or in none, a dominator that each of them
    /// post-dominates in the graph of one iteration.
    fn find_same(&mut self, graph: &Graph, lanes: &Lanes, round: &Round) {
        for &node in round.nodes.iter().filter(|&&node| node != graph.end && Some(node) != round.header) {
            let Some(above) = graph.dominators.parent(node) else { continue };
            let is_direct = |node: Node| lanes.cycles.innermost(node) == round.cycle;
            let follows = || Some((*round.numbers.get(&node)?, *round.numbers.get(&above)?));
            if is_direct(node)
                && is_direct(above)
                && follows().is_some_and(|(node, above)| round.post.dominates(node, above))
            {
                self.same_mask[node as usize] = Some(above);
            }
        }
    }

    /// Whether at least one lane is active in `node` whenever it is executed.
    pub fn has_a_lane(&self, lanes: &Lanes, node: Node) -> bool {
        let is_reducible = self.region[node as usize].is_none_or(|cycle| lanes.cycles[cycle].is_reducible());
        self.is_by_all[node as usize] && is_reducible || self.is_skipped[node as usize]
    }

    /// Whether `node` is rewire or divergence causing: its terminator or a successor is affected by divergence.
    pub fn is_rewire(graph: &Graph, lanes: &Lanes, node: Node) -> bool {
        let is_after = graph.cfg.predecessors(node).iter().any(|&from| lanes.is_divergent[from as usize]);
        is_after || lanes.is_join[node as usize]
    }
}

/// The graphs of one iteration of the function and of all its cycles.
struct Rounds {
    whole: Round,
    by_cycle: Vec<Round>,
}

/// The graph of one iteration of a cycle, or of the function: edges to the header, and exit edges of the cycle, lead to
/// one additional node.
struct Round {
    cycle: Option<CycleId>,
    header: Option<Node>,
    nodes: Vec<Node>,
    numbers: FxHashMap<Node, Node>,
    cfg: Cfg,
    post: DominatorTree,
}

impl Round {
    fn new(graph: &Graph, lanes: &Lanes, cycle: Option<CycleId>) -> Self {
        let nodes: Vec<Node> = match cycle {
            Some(cycle) => lanes.cycles[cycle].blocks.clone(),
            None => graph.reachable().collect(),
        };
        let header = cycle.map(|cycle| lanes.cycles[cycle].header());
        let numbers: FxHashMap<Node, Node> = nodes.iter().copied().zip(0..).collect();
        let out = nodes.len() as Node;
        let target = |to: &Node| if Some(*to) == header { out } else { numbers.get(to).copied().unwrap_or(out) };
        let list = |&node: &Node| graph.cfg.successors(node).iter().map(target).collect::<Vec<Node>>();
        let mut lists: Vec<Vec<Node>> = nodes.iter().map(list).collect();
        lists.push(Vec::new());
        let cfg = Cfg::new(&lists);
        let post = DominatorTree::post(&cfg);
        Self { cycle, header, nodes, numbers, cfg, post }
    }
}

/// The function or a cycle, with those of its nodes that are executed by some lanes and not by others.
struct Region {
    is_affected: FxHashSet<Node>,
}

impl Region {
    /// The cycles in `masked` end for all lanes at one node, from which control continues to all their exits.
    fn new(lanes: &Lanes, round: &Round, masked: &[bool]) -> Self {
        let is_irreducible = round.cycle.is_some_and(|cycle| !lanes.cycles[cycle].is_reducible());
        if is_irreducible {
            return Self { is_affected: round.nodes.iter().copied().collect() };
        }
        let dependence = ControlDependence::new(&round.cfg, &round.post);
        let is_left = |from: Node, node: Node| {
            let left = lanes.cycles.around(from).take_while(|&cycle| Some(cycle) != round.cycle);
            left.filter(|&cycle| !lanes.cycles.contains(cycle, node)).any(|cycle| masked[cycle as usize])
        };
        let mut dependents: Vec<Vec<Node>> = vec![Vec::new(); round.cfg.n_blocks()];
        let mut work = Vec::new();
        for number in 0..round.nodes.len() as Node {
            for edge in dependence.edges(number) {
                dependents[edge.block as usize].push(number);
                let from = round.nodes[edge.block as usize];
                if lanes.is_divergent[from as usize] || is_left(from, round.nodes[number as usize]) {
                    work.push(number);
                }
            }
        }
        let mut is_affected = FxHashSet::default();
        while let Some(number) = work.pop() {
            if is_affected.insert(round.nodes[number as usize]) {
                work.extend(&dependents[number as usize]);
            }
        }
        Self { is_affected }
    }

    fn is_by_all(&self, node: Node) -> bool {
        !self.is_affected.contains(&node)
    }

    /// Whether all lanes enter, repeat and exit `cycle` together.
    fn is_together(&self, graph: &Graph, lanes: &Lanes, cycle: CycleId) -> bool {
        let found = &lanes.cycles[cycle];
        let is_turning = |&node: &Node| {
            let mut successors = graph.cfg.successors(node).iter();
            successors.any(|to| !lanes.cycles.contains(cycle, *to) || found.entries.contains(to))
        };
        let turning = || found.blocks.iter().filter(|&node| is_turning(node));
        found.entries.iter().chain(turning()).all(|&node| self.is_by_all(node))
            && turning().all(|&node| !lanes.is_divergent[node as usize])
            && !lanes.is_left_apart[cycle as usize]
    }
}
