//! The hierarchy of cycles in any control-flow graph.
//!
//! A *cycle* is a set of blocks that all reach each other, with a *header*, the first of them that a walk of the graph
//! reaches. Its *entries* are the blocks with an edge from outside, the header among them; it is *reducible* if there
//! is no other. Nested cycles are found inside a cycle once its header is removed. Every closed path passes the header
//! of the smallest cycle that contains it. Which entry is the header, and with it the hierarchy inside irreducible
//! cycles, depends on the walk: [`DfsOrder::LastFirst`] gives LLVM's.
//!
//! The algorithm is that of Havlak ("Nesting of Reducible and Irreducible Loops", 1997) as refined in "LLVM Cycle
//! Terminology": blocks are tried as headers in reverse preorder; from the back edges to one, walk backward over blocks
//! below the header, and absorb whole cycles that were found before. A predecessor that is not below the header makes
//! the target of the edge another entry. The time is the number of edges times the depth.

use super::graph::{Cfg, Node};
use super::order::{DepthFirst, DfsOrder};

/// The index of a cycle in a [`Cycles`].
pub type CycleId = u32;

/// A set of blocks that all reach each other.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// The smallest enclosing cycle.
    pub parent: Option<CycleId>,
    /// The largest cycles inside.
    pub children: Vec<CycleId>,
    /// The blocks entered from outside; the first is the header.
    pub entries: Vec<Node>,
    /// All blocks, including those of children, in the order in which they were found.
    pub blocks: Vec<Node>,
    /// The successors outside of the cycle, in the order of `blocks`.
    pub exits: Vec<Node>,
    /// The number of enclosing cycles, including this one.
    pub depth: u32,
    /// The position of this cycle in a preorder of the hierarchy, and the last position below it.
    interval: (u32, u32),
}

impl Cycle {
    /// The block that every closed path passes which is in no child.
    pub fn header(&self) -> Node {
        self.entries[0]
    }

    /// Whether the header is the only entry.
    pub fn is_reducible(&self) -> bool {
        self.entries.len() == 1
    }
}

/// All cycles of a graph.
#[derive(Clone, Debug)]
pub struct Cycles {
    cycles: Vec<Cycle>,
    /// The outermost cycles.
    top_level: Vec<CycleId>,
    /// By block: the smallest cycle around it.
    innermost: Vec<Option<CycleId>>,
}

impl Cycles {
    /// The cycles that are reachable from the entry.
    pub fn new(cfg: &Cfg, order: DfsOrder) -> Self {
        let mut finder = Finder::new(cfg, order);
        for place in (0..finder.walk.preorder().len()).rev() {
            finder.try_header(finder.walk.preorder()[place]);
        }
        let mut cycles = Self { cycles: finder.cycles, top_level: finder.top_level, innermost: finder.innermost };
        cycles.number();
        cycles.find_exits(cfg);
        cycles
    }

    /// Sets depths and intervals.
    fn number(&mut self) {
        let mut waiting: Vec<CycleId> = self.top_level.iter().rev().copied().collect();
        let mut order = Vec::with_capacity(self.cycles.len());
        while let Some(id) = waiting.pop() {
            let depth = self[id].parent.map_or(0, |parent| self[parent].depth) + 1;
            let cycle = &mut self.cycles[id as usize];
            cycle.depth = depth;
            cycle.interval = (order.len() as u32, order.len() as u32);
            order.push(id);
            waiting.extend(cycle.children.iter().rev());
        }
        for &id in order.iter().rev() {
            let last = self[id].interval.1;
            if let Some(parent) = self[id].parent {
                let interval = &mut self.cycles[parent as usize].interval;
                interval.1 = interval.1.max(last);
            }
        }
    }

    fn find_exits(&mut self, cfg: &Cfg) {
        // By block: the last cycle for which it was recorded as an exit.
        let mut exit_of = vec![None; cfg.n_blocks()];
        for id in self.ids() {
            let mut exits = Vec::new();
            for &block in &self[id].blocks {
                for &to in cfg.successors(block) {
                    if !self.contains(id, to) && exit_of[to as usize].replace(id) != Some(id) {
                        exits.push(to);
                    }
                }
            }
            self.cycles[id as usize].exits = exits;
        }
    }

    /// All cycles.
    pub fn ids(&self) -> std::ops::Range<CycleId> {
        0..self.cycles.len() as CycleId
    }

    /// The outermost cycles.
    pub fn top_level(&self) -> &[CycleId] {
        &self.top_level
    }

    /// All cycles, each followed by those inside.
    pub fn preorder(&self) -> Vec<CycleId> {
        let mut order: Vec<CycleId> = self.ids().collect();
        order.sort_unstable_by_key(|&id| self[id].interval.0);
        order
    }

    /// The smallest cycle around `block`.
    pub fn innermost(&self, block: Node) -> Option<CycleId> {
        self.innermost[block as usize]
    }

    /// The cycles around `block`, smallest first.
    pub fn around(&self, block: Node) -> impl Iterator<Item = CycleId> + '_ {
        self.outward(self.innermost(block))
    }

    /// `cycle` and the cycles around it, smallest first.
    pub fn outward(&self, cycle: Option<CycleId>) -> impl Iterator<Item = CycleId> + '_ {
        std::iter::successors(cycle, |&id| self[id].parent)
    }

    /// Whether `block` is in `cycle`.
    pub fn contains(&self, cycle: CycleId, block: Node) -> bool {
        self.innermost(block).is_some_and(|inner| self.contains_cycle(cycle, inner))
    }

    /// Whether `inner` is `outer` or inside it.
    pub fn contains_cycle(&self, outer: CycleId, inner: CycleId) -> bool {
        let (outer, inner) = (self[outer].interval, self[inner].interval);
        outer.0 <= inner.0 && inner.1 <= outer.1
    }

    /// The smallest cycle that contains both cycles.
    pub fn common(&self, a: Option<CycleId>, b: Option<CycleId>) -> Option<CycleId> {
        let b = b?;
        self.outward(a).find(|&cycle| self.contains_cycle(cycle, b))
    }

    /// Whether every cycle has one entry.
    pub fn is_reducible(&self) -> bool {
        self.cycles.iter().all(Cycle::is_reducible)
    }

    /// The line that LLVM prints for a cycle: depth, entries and other blocks, each named by `name`.
    pub fn show(&self, id: CycleId, name: &dyn Fn(Node) -> String) -> String {
        let cycle = &self[id];
        let entries: Vec<String> = cycle.entries.iter().map(|&block| name(block)).collect();
        let mut text = format!("depth={}: entries({})", cycle.depth, entries.join(" "));
        for &block in cycle.blocks.iter().filter(|block| !cycle.entries.contains(block)) {
            text.push(' ');
            text.push_str(&name(block));
        }
        text
    }
}

impl std::ops::Index<CycleId> for Cycles {
    type Output = Cycle;
    fn index(&self, id: CycleId) -> &Cycle {
        &self.cycles[id as usize]
    }
}

/// The hierarchy under construction, from the inside out.
struct Finder<'a> {
    cfg: &'a Cfg,
    walk: DepthFirst,
    cycles: Vec<Cycle>,
    top_level: Vec<CycleId>,
    innermost: Vec<Option<CycleId>>,
    /// By cycle: an enclosing cycle, or itself if it is outermost; compressed when it is followed.
    outer: Vec<CycleId>,
    /// By cycle: its position in `top_level` while it is there.
    places: Vec<usize>,
    waiting: Vec<Node>,
}

impl<'a> Finder<'a> {
    fn new(cfg: &'a Cfg, order: DfsOrder) -> Self {
        Self {
            cfg,
            walk: DepthFirst::new(cfg, 0, order),
            cycles: Vec::new(),
            top_level: Vec::new(),
            innermost: vec![None; cfg.n_blocks()],
            outer: Vec::new(),
            places: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Creates the cycle with header `header` if back edges lead to it.
    fn try_header(&mut self, header: Node) {
        let is_below = |&&from: &&Node| self.walk.is_reached(from) && self.walk.is_ancestor(header, from);
        let back: Vec<Node> = self.cfg.predecessors(header).iter().filter(is_below).copied().collect();
        if back.is_empty() {
            return;
        }
        self.waiting.extend(back);
        let id = self.cycles.len() as CycleId;
        self.outer.push(id);
        self.innermost[header as usize] = Some(id);
        self.cycles.push(Cycle {
            parent: None,
            children: Vec::new(),
            entries: vec![header],
            blocks: vec![header],
            exits: Vec::new(),
            depth: 0,
            interval: (0, 0),
        });
        while let Some(block) = self.waiting.pop() {
            if block == header {
                continue;
            }
            match self.outermost(block) {
                Some(found) if found == id => {}
                Some(child) => self.adopt(id, child),
                None => {
                    self.innermost[block as usize] = Some(id);
                    self.cycles[id as usize].blocks.push(block);
                    self.look_behind(id, block);
                }
            }
        }
        self.places.push(self.top_level.len());
        self.top_level.push(id);
    }

    /// Moves the top-level cycle `child` into `id`.
    fn adopt(&mut self, id: CycleId, child: CycleId) {
        let place = self.places[child as usize];
        self.top_level.swap_remove(place);
        if let Some(&moved) = self.top_level.get(place) {
            self.places[moved as usize] = place;
        }
        self.outer[child as usize] = id;
        self.cycles[child as usize].parent = Some(id);
        self.cycles[id as usize].children.push(child);
        let blocks = self.cycles[child as usize].blocks.clone();
        self.cycles[id as usize].blocks.extend(blocks);
        for entry in self.cycles[child as usize].entries.clone() {
            self.look_behind(id, entry);
        }
    }

    /// Adds the predecessors of `block`, new in cycle `id`, to the worklist; `block` is an entry if one is not below
    /// the header.
    fn look_behind(&mut self, id: CycleId, block: Node) {
        let header = self.cycles[id as usize].header();
        let mut is_entry = false;
        for &from in self.cfg.predecessors(block).iter().filter(|&&from| self.walk.is_reached(from)) {
            match self.walk.is_ancestor(header, from) {
                true => self.waiting.push(from),
                false => is_entry = true,
            }
        }
        if is_entry {
            self.cycles[id as usize].entries.push(block);
        }
    }

    /// The largest cycle found so far around `block`.
    fn outermost(&mut self, block: Node) -> Option<CycleId> {
        let mut at = self.innermost[block as usize]?;
        while self.outer[at as usize] != at {
            let next = self.outer[self.outer[at as usize] as usize];
            self.outer[at as usize] = next;
            at = next;
        }
        Some(at)
    }
}
