//! Linear order and partial linearization (Moll and Hack, "Partial Control-Flow Linearization", 2018).
//!
//! Nodes are put in a topological order in which cycles, and within a level what a node dominates, are in one piece. A
//! cycle with a mask of its own is given a *test* before its header, which leads in as long as a lane waits there, and a
//! *latch* behind its last node, which leads back to the test. Within, what leaves the cycle or goes to the header waits at
//! the latch; lanes that have left wait outside until all have.
//!
//! Then nodes are visited in this order, each with the places that are put off until later: from a branch at which lanes
//! part, control goes on to the first of all targets and all that was put off before, and the others are put off;
//! from a branch that lanes take together, each way goes on to the first of its own target and what was put off. So
//! branches that lanes take together stay branches.
//!
//! Lanes get where they are going by masks, which are no concern here: a node may be run that no lane runs.

use std::collections::BTreeSet;

use rmlir::analysis::cfg::{Cfg, CycleId, DominatorTree, Node};
use rustc_hash::FxHashMap;

use crate::blocks::Blocks;
use crate::graph::Graph;
use crate::lanes::Lanes;

/// A place in the new order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A node of the function.
    Node(Node),
    /// Whether a lane waits at the header of a cycle.
    Test(CycleId),
    /// The end of a round of a cycle.
    Latch(CycleId),
    /// Whether a lane waits at a node; else it is skipped with what it dominates.
    Skip(Node),
}

/// Where control goes on to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Nowhere: the function ends.
    Nowhere,
    /// To this place.
    One(usize),
    /// By the edge that lanes take together.
    ByEdge(Vec<usize>),
    /// Into a cycle or a piece that may be skipped, or past it.
    Test {
        /// Its first node.
        inside: usize,
        /// What comes after.
        after: usize,
    },
}

/// The function in line.
pub struct Linear {
    /// The places in order.
    pub places: Vec<Place>,
    /// By place: where control goes on to; `None` if it never comes there.
    pub next: Vec<Option<Next>>,
}

impl Linear {
    /// Of a function. An error names a cycle that has to have a mask of its own.
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

    /// The places that control comes to, in order.
    pub fn reached(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.places.len()).filter(|&at| self.next[at].is_some())
    }
}

/// The order of places.
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

    /// The units of a level in order: walks its acyclic graph, and then the tree of its dominators, children by the walk.
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

    /// What `node` is in the level of `cycle`; `None` if it is outside.
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

/// Numbers so that every edge of an acyclic graph leads to a later one.
fn topological_order(lists: &[Vec<Node>]) -> Vec<Node> {
    let mut n_before = vec![0; lists.len()];
    lists.iter().flatten().for_each(|&to| n_before[to as usize] += 1);
    // What became free last comes first: branches are followed to their ends.
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

/// The walk in linear order.
struct Walk<'g> {
    graph: &'g Graph<'g>,
    lanes: &'g Lanes,
    blocks: &'g Blocks,
    index: &'g FxHashMap<Place, usize>,
    /// By place: what is put off when control comes there; `None` if it does not.
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
            // Nothing leaves the cycle, but no lane may be in it.
            waiting.insert(self.index[&Place::Node(self.graph.end)]);
        }
        Ok(Next::Test { inside, after: self.first_of(waiting, at)? })
    }

    /// A piece that may be skipped: the lanes that do not come to it are among what was put off before.
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

    /// Goes from place `from` to the first of `targets`, the others being put off.
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

    /// The cycle that place `to` begins.
    fn cycle_at(&self, to: usize) -> CycleId {
        let is_header = |cycle: &CycleId| {
            let header = self.lanes.cycles[*cycle].header();
            self.index.get(&Place::Node(header)) == Some(&to)
        };
        self.lanes.cycles.ids().find(is_header).expect("edges lead back to headers only")
    }

    /// The place at which lanes wait that go from `from` to `to`.
    fn target(&self, from: Node, to: Node) -> usize {
        self.target_from(self.lanes.cycles.innermost(from), to)
    }

    /// As [`Self::target`], from a node or a cycle directly in `cycle`.
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

    /// The place for lanes that come to `to` from outside of all cycles around it that are in `level`.
    fn entered(&self, level: Option<CycleId>, to: Node) -> usize {
        let cycles = &self.lanes.cycles;
        let below = cycles.around(to).take_while(|&inner| Some(inner) != level);
        let masked = below.filter(|&inner| self.blocks.is_masked[inner as usize]).last();
        self.first_place(masked.map_or(Place::Node(to), Place::Test))
    }

    /// The place, or the question before it.
    fn first_place(&self, place: Place) -> usize {
        match place {
            Place::Node(node) if self.blocks.is_skipped[node as usize] => self.index[&Place::Skip(node)],
            place => self.index[&place],
        }
    }

    /// Where lanes wait that leave `cycle`.
    fn exits(&self, cycle: CycleId) -> BTreeSet<usize> {
        let parent = self.lanes.cycles[cycle].parent;
        self.lanes.cycles[cycle].exits.iter().map(|&to| self.target_from(parent, to)).collect()
    }

    /// Where lanes may wait in `cycle`, beside its header, when it is entered.
    fn entries(&self, cycle: CycleId) -> BTreeSet<usize> {
        self.lanes.cycles[cycle].entries[1..].iter().map(|&to| self.entered(Some(cycle), to)).collect()
    }
}
