//! Linear order and partial linearization (Moll and Hack, "Partial Control-Flow Linearization", 2018).
//!
//! Nodes are put in a topological order in which each cycle, and within a level the nodes dominated by a node, are
//! contiguous. A cycle with a mask of its own is given a *test* before its header, which enters the cycle as long as a
//! lane waits there, and a *latch* after its last node, which branches back to the test. Inside, exit edges and back
//! edges lead to the latch; lanes that have exited wait outside until all have.
//!
//! Then nodes are visited in this order, each with a set of deferred positions: at a divergent branch, control
//! continues at the first of all targets and all deferred positions, and the others are deferred; at a uniform branch,
//! each successor continues at the first of its own target and the deferred positions. So uniform branches stay
//! branches.
//!
//! Masks, which are no concern here, select the lanes of a node: a node may be executed without active lanes.

use std::collections::BTreeSet;

use rmlir::analysis::cfg::{Cfg, CycleId, DominatorTree, Node};
use rustc_hash::FxHashMap;

use crate::analysis::blocks::Blocks;
use crate::analysis::graph::Graph;
use crate::analysis::lanes::Lanes;

/// A position in the linear order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A node of the function.
    Node(Node),
    /// The test whether a lane waits at the header of a cycle.
    Test(CycleId),
    /// The latch: the end of an iteration of a cycle.
    Latch(CycleId),
    /// The test whether a lane waits at a node; if none does, the node and all nodes it dominates are skipped.
    Skip(Node),
}

/// The successors of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// None: the function ends.
    Nowhere,
    /// This position.
    One(usize),
    /// One of these, by the edge of a uniform branch.
    ByEdge(Vec<usize>),
    /// A test: into a cycle or a skippable piece, or past it.
    Test {
        /// The first position inside.
        inside: usize,
        /// The first position after it.
        after: usize,
    },
}

/// The linear order of a function with its edges.
pub struct Linear {
    /// The positions in order.
    pub places: Vec<Place>,
    /// By position: its successors; `None` if it is unreachable.
    pub next: Vec<Option<Next>>,
}

impl Linear {
    /// Linearizes a function. The error is a cycle that has to have a mask of its own.
    pub fn new(graph: &Graph, lanes: &Lanes, blocks: &Blocks) -> Result<Self, CycleId> {
        let mut order = Order { graph, lanes, blocks, places: Vec::new() };
        order.level(None);
        if !order.places.contains(&Place::Node(graph.end)) {
            order.places.push(Place::Node(graph.end));
        }
        let places = order.places;
        let index: FxHashMap<Place, usize> = places.iter().copied().zip(0..).collect();
        let next = Walk { graph, lanes, blocks, index: &index, waiting: vec![None; places.len()] }.run(&places)?;
        Ok(Self { places, next })
    }

    /// The reachable positions, in order.
    pub fn reached(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.places.len()).filter(|&at| self.next[at].is_some())
    }
}

/// The construction of the order.
struct Order<'g> {
    graph: &'g Graph<'g>,
    lanes: &'g Lanes,
    blocks: &'g Blocks,
    places: Vec<Place>,
}

/// A node of a level: a node of the function, or a cycle as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Unit {
    Node(Node),
    Cycle(CycleId),
}

impl Order<'_> {
    /// Appends the nodes of a cycle, or of the function.
    fn level(&mut self, cycle: Option<CycleId>) {
        let cycles = &self.lanes.cycles;
        let is_masked = cycle.is_some_and(|cycle| self.blocks.is_masked[cycle as usize]);
        let root = cycle.map_or(0, |cycle| cycles[cycle].header());
        if let Some(cycle) = cycle.filter(|_| is_masked) {
            self.places.push(Place::Test(cycle));
        }
        for unit in self.units(cycle, root) {
            match unit {
                Unit::Node(node) => {
                    self.places.extend(self.blocks.is_skipped[node as usize].then_some(Place::Skip(node)));
                    self.places.push(Place::Node(node));
                }
                Unit::Cycle(inner) => self.level(Some(inner)),
            }
        }
        if let Some(cycle) = cycle.filter(|_| is_masked) {
            self.places.push(Place::Latch(cycle));
        }
    }

    /// The units of a level in order: a topological order of its acyclic graph, then a preorder of its dominator tree
    /// with children in the topological order.
    fn units(&self, cycle: Option<CycleId>, root: Node) -> Vec<Unit> {
        let mut numbers: FxHashMap<Unit, Node> = FxHashMap::default();
        let mut units = vec![self.unit(cycle, root).expect("the root is of the level")];
        numbers.insert(units[0], 0);
        let mut lists: Vec<Vec<Node>> = Vec::new();
        while lists.len() < units.len() {
            let unit = units[lists.len()];
            let mut list = Vec::new();
            for to in self.targets(unit) {
                let Some(target) = self.unit(cycle, to).filter(|&target| target != unit && to != root) else {
                    continue;
                };
                let number = *numbers.entry(target).or_insert_with(|| {
                    units.push(target);
                    units.len() as Node - 1
                });
                list.push(number);
            }
            lists.push(list);
        }
        let cfg = Cfg::new(&lists);
        let dominators = DominatorTree::new(&cfg);
        let mut topological = vec![0; units.len()];
        for (place, &node) in topological_order(&lists).iter().enumerate() {
            topological[node as usize] = place;
        }
        let mut children: Vec<Vec<Node>> = vec![Vec::new(); units.len()];
        for node in cfg.blocks() {
            if let Some(parent) = dominators.parent(node) {
                children[parent as usize].push(node);
            }
        }
        let mut stack: Vec<Node> = vec![0];
        let mut order = Vec::new();
        while let Some(node) = stack.pop() {
            order.push(units[node as usize]);
            let below = &mut children[node as usize];
            below.sort_by_key(|&child| std::cmp::Reverse(topological[child as usize]));
            stack.append(below);
        }
        order
    }

    /// The unit of `node` in the level of `cycle`; `None` if it is outside.
    fn unit(&self, cycle: Option<CycleId>, node: Node) -> Option<Unit> {
        let cycles = &self.lanes.cycles;
        if cycle.is_some_and(|cycle| !cycles.contains(cycle, node)) {
            return None;
        }
        let below = cycles.around(node).take_while(|&inner| Some(inner) != cycle).last();
        Some(below.map_or(Unit::Node(node), Unit::Cycle))
    }

    fn targets(&self, unit: Unit) -> Vec<Node> {
        match unit {
            Unit::Node(node) => self.graph.cfg.successors(node).to_vec(),
            Unit::Cycle(cycle) => self.lanes.cycles[cycle].exits.clone(),
        }
    }
}

/// Numbers the nodes of an acyclic graph so that every edge leads to a higher number.
fn topological_order(lists: &[Vec<Node>]) -> Vec<Node> {
    let mut n_before = vec![0; lists.len()];
    lists.iter().flatten().for_each(|&to| n_before[to as usize] += 1);
    // Nodes that became ready last come first: depth first.
    let mut free: Vec<Node> = vec![0];
    let mut order = Vec::with_capacity(lists.len());
    while let Some(node) = free.pop() {
        order.push(node);
        for &to in lists[node as usize].iter().rev() {
            n_before[to as usize] -= 1;
            if n_before[to as usize] == 0 {
                free.push(to);
            }
        }
    }
    assert_eq!(order.len(), lists.len(), "a level has no cycles");
    order
}

/// The traversal in linear order.
struct Walk<'g> {
    graph: &'g Graph<'g>,
    lanes: &'g Lanes,
    blocks: &'g Blocks,
    index: &'g FxHashMap<Place, usize>,
    /// By position: the deferred positions when it is reached; `None` if it is unreachable.
    waiting: Vec<Option<BTreeSet<usize>>>,
}

impl Walk<'_> {
    fn run(mut self, places: &[Place]) -> Result<Vec<Option<Next>>, CycleId> {
        self.waiting[0] = Some(BTreeSet::new());
        let mut found = Vec::with_capacity(places.len());
        for (at, &place) in places.iter().enumerate() {
            let Some(mut waiting) = self.waiting[at].take() else {
                found.push(None);
                continue;
            };
            waiting.remove(&at);
            found.push(Some(match place {
                Place::Node(node) => self.node(at, node, waiting)?,
                Place::Test(cycle) => self.test(at, cycle, waiting)?,
                Place::Skip(node) => self.skip(at, node, waiting)?,
                Place::Latch(cycle) => {
                    assert!(waiting.is_empty(), "a latch is the last place of its cycle");
                    Next::One(self.index[&Place::Test(cycle)])
                }
            }));
        }
        Ok(found)
    }

    fn test(&mut self, at: usize, cycle: CycleId, mut waiting: BTreeSet<usize>) -> Result<Next, CycleId> {
        let inside = self.index[&Place::Node(self.lanes.cycles[cycle].header())];
        self.go(inside, self.entries(cycle), at)?;
        waiting.extend(self.exits(cycle));
        if waiting.is_empty() {
            // The cycle has no exit edges, but it may have no active lane.
            waiting.insert(self.index[&Place::Node(self.graph.end)]);
        }
        Ok(Next::Test { inside, after: self.first_of(waiting, at)? })
    }

    /// A skippable piece: the lanes that do not enter it wait at one of the deferred positions.
    fn skip(&mut self, at: usize, node: Node, waiting: BTreeSet<usize>) -> Result<Next, CycleId> {
        let inside = self.index[&Place::Node(node)];
        self.go(inside, waiting.clone(), at)?;
        Ok(Next::Test { inside, after: self.first_of(waiting, at)? })
    }

    fn node(&mut self, at: usize, node: Node, waiting: BTreeSet<usize>) -> Result<Next, CycleId> {
        let targets = self.graph.edges[node as usize].iter().map(|edge| self.target(node, edge.to));
        let targets: Vec<usize> = targets.collect();
        if targets.is_empty() {
            return Ok(Next::Nowhere);
        }
        if self.lanes.is_divergent[node as usize] || targets.len() == 1 {
            let all: BTreeSet<usize> = waiting.into_iter().chain(targets).collect();
            return Ok(Next::One(self.first_of(all, at)?));
        }
        let mut firsts = Vec::new();
        for target in targets {
            let mut all = waiting.clone();
            all.insert(target);
            firsts.push(self.first_of(all, at)?);
        }
        Ok(Next::ByEdge(firsts))
    }

    /// Adds an edge from position `from` to the first of `targets`, and defers the others.
    fn first_of(&mut self, mut targets: BTreeSet<usize>, from: usize) -> Result<usize, CycleId> {
        let first = targets.pop_first().expect("control goes on to something");
        self.go(first, targets, from)?;
        Ok(first)
    }

    fn go(&mut self, to: usize, later: BTreeSet<usize>, from: usize) -> Result<(), CycleId> {
        if to > from {
            self.waiting[to].get_or_insert_default().extend(later);
            return Ok(());
        }
        match later.is_empty() {
            true => Ok(()),
            false => Err(self.cycle_at(to)),
        }
    }

    /// The cycle that begins at position `to`.
    fn cycle_at(&self, to: usize) -> CycleId {
        let is_header = |cycle: &CycleId| {
            let header = self.lanes.cycles[*cycle].header();
            self.index.get(&Place::Node(header)) == Some(&to)
        };
        self.lanes.cycles.ids().find(is_header).expect("edges lead back to headers only")
    }

    /// The position that lanes wait at after the edge from `from` to `to`.
    fn target(&self, from: Node, to: Node) -> usize {
        self.target_from(self.lanes.cycles.innermost(from), to)
    }

    /// Like [`Self::target`], from a node or a cycle directly in `cycle`.
    fn target_from(&self, cycle: Option<CycleId>, to: Node) -> usize {
        let cycles = &self.lanes.cycles;
        let mut level = None;
        for cycle in cycles.outward(cycle) {
            let is_header = to == cycles[cycle].header();
            if cycles.contains(cycle, to) && !is_header {
                level = Some(cycle);
                break;
            }
            if self.blocks.is_masked[cycle as usize] {
                return self.index[&Place::Latch(cycle)];
            }
            if is_header {
                return self.index[&Place::Node(to)];
            }
        }
        self.entered(level, to)
    }

    /// The position for lanes that reach `to` from outside of all cycles around it that are in `level`.
    fn entered(&self, level: Option<CycleId>, to: Node) -> usize {
        let cycles = &self.lanes.cycles;
        let below = cycles.around(to).take_while(|&inner| Some(inner) != level);
        let masked = below.filter(|&inner| self.blocks.is_masked[inner as usize]).last();
        self.first_place(masked.map_or(Place::Node(to), Place::Test))
    }

    /// The position, or the test before it.
    fn first_place(&self, place: Place) -> usize {
        match place {
            Place::Node(node) if self.blocks.is_skipped[node as usize] => self.index[&Place::Skip(node)],
            place => self.index[&place],
        }
    }

    /// The positions that lanes wait at after they exit `cycle`.
    fn exits(&self, cycle: CycleId) -> BTreeSet<usize> {
        let parent = self.lanes.cycles[cycle].parent;
        self.lanes.cycles[cycle].exits.iter().map(|&to| self.target_from(parent, to)).collect()
    }

    /// The positions that lanes may wait at in `cycle`, in addition to its header, when it is entered.
    fn entries(&self, cycle: CycleId) -> BTreeSet<usize> {
        self.lanes.cycles[cycle].entries[1..].iter().map(|&to| self.entered(Some(cycle), to)).collect()
    }
}
