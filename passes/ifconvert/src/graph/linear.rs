//! Linear order and definitions: the contents of the one block, in which predicates are registers.
//!
//! Blocks are in topological order, then-branches first. Each block is followed by the definitions of its branch, under
//! the block's own predicate. Of the definers of one predicate on a path only the last one can set it: if the branch of
//! `a` sets `p`, no definer of `p` is executed from there to the blocks of `p`, since these post-dominate the taken
//! edge. So definitions may overwrite each other in this order, and only the value of a predicate if no definer is
//! executed needs care. The [`Coding`] determines how it is set to 0.

use rmlir::analysis::cfg::control_dependence::Edge;
use rmlir::analysis::cfg::{Cfg, DepthFirst, DfsOrder, Node};
use rmlir_pvec::CompareType;

use crate::graph::augment::unset_on_some_path;
use crate::graph::predicates::{ALWAYS, Pred, Predicates};

/// The way in which a predicate becomes 0 if none of its definers is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coding {
    /// All definitions are conditional, and predicates that a path may leave unset are cleared at the start, as in the
    /// paper.
    #[default]
    Clears,
    /// The first definition is unconditional, later ones are conditional: no predicate is cleared.
    FirstUnconditional,
    /// Single definitions are unconditional; predicates with several are cleared and collect a disjunction, whose
    /// definitions a machine may execute in any order.
    Or,
}

/// One compare: definitions with the same guard and condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The block of its branch.
    pub block: Node,
    /// The predicate of that block.
    pub guard: Pred,
    /// The condition: one of these successors is taken. For two successors it is the first.
    pub taken: Vec<u32>,
    /// One or two predicates, with their compare types.
    pub targets: Vec<(Pred, CompareType)>,
}

/// A piece of linear code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// The operations of a block, under its predicate.
    Block(Node),
    /// The definition of one predicate or two.
    Define(Definition),
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearCode {
    /// The predicates that are cleared at the start.
    pub clears: Vec<Pred>,
    /// Blocks and definitions, in order.
    pub items: Vec<Item>,
}

/// The reachable blocks in topological order, first successors first.
pub fn linear_order(cfg: &Cfg) -> Vec<Node> {
    let walk = DepthFirst::new(cfg, 0, DfsOrder::LastFirst);
    walk.postorder().iter().rev().copied().collect()
}

impl LinearCode {
    /// The linear code of an acyclic graph.
    pub fn new(cfg: &Cfg, predicates: &Predicates, coding: Coding) -> Self {
        let several = |&pred: &Pred| predicates.defining_blocks(pred).len() > 1;
        let clears = match coding {
            Coding::Clears => unset_on_some_path(cfg, predicates),
            Coding::FirstUnconditional => Vec::new(),
            Coding::Or => predicates.defined().filter(several).collect(),
        };
        let mut placer = Placer {
            cfg,
            predicates,
            coding,
            by_block: definitions_by_block(cfg, predicates),
            is_defined: vec![false; predicates.defined().end as usize],
        };
        let mut items = Vec::new();
        for block in linear_order(cfg) {
            items.push(Item::Block(block));
            items.extend(placer.definitions(block).into_iter().map(Item::Define));
        }
        Self { clears, items }
    }
}

/// By block: the predicates that its branch sets, each with the successors for which it does.
fn definitions_by_block(cfg: &Cfg, predicates: &Predicates) -> Vec<Vec<(Pred, Vec<u32>)>> {
    let mut found: Vec<Vec<(Pred, Vec<u32>)>> = vec![Vec::new(); cfg.n_blocks()];
    for pred in predicates.defined() {
        for &Edge { block, successor } in predicates.definers(pred) {
            let of_block = &mut found[block as usize];
            match of_block.last_mut() {
                Some((last, taken)) if *last == pred => taken.push(successor),
                _ => of_block.push((pred, vec![successor])),
            }
        }
    }
    found
}

struct Placer<'a> {
    cfg: &'a Cfg,
    predicates: &'a Predicates,
    coding: Coding,
    by_block: Vec<Vec<(Pred, Vec<u32>)>>,
    /// By predicate: whether there is an earlier definition.
    is_defined: Vec<bool>,
}

/// The definitions of one branch with a common condition: the condition; the predicates that hold with it, and those
/// that hold without it.
type Group = (Vec<u32>, Vec<Pred>, Vec<Pred>);

impl Placer<'_> {
    /// The definitions at the end of `block`, with as few compares as pairs of complements allow.
    fn definitions(&mut self, block: Node) -> Vec<Definition> {
        let mut groups: Vec<Group> = Vec::new();
        for (pred, taken) in std::mem::take(&mut self.by_block[block as usize]) {
            let (condition, is_opposite) = self.condition(block, taken);
            let at = groups.iter().position(|group| group.0 == condition).unwrap_or_else(|| {
                groups.push((condition, Vec::new(), Vec::new()));
                groups.len() - 1
            });
            let side = if is_opposite { &mut groups[at].2 } else { &mut groups[at].1 };
            side.push(pred);
        }
        let guard = self.predicates.of(block);
        let mut definitions = Vec::new();
        for (taken, with, without) in groups {
            for at in 0..with.len().max(without.len()) {
                let sides = [(with.get(at), false), (without.get(at), true)].into_iter();
                let targets = sides
                    .filter_map(|(pred, is_opposite)| Some((*pred?, self.compare_type(*pred?, guard, is_opposite))));
                definitions.push(Definition { block, guard, taken: taken.clone(), targets: targets.collect() });
            }
        }
        definitions
    }

    /// The condition for `taken`, and whether it is the complement. For two successors it contains the first one, for
    /// more it does not, so that the default of a switch needs no separate test.
    fn condition(&self, block: Node, taken: Vec<u32>) -> (Vec<u32>, bool) {
        let n = self.cfg.successors(block).len() as u32;
        if taken.contains(&0) == (n == 2) {
            return (taken, false);
        }
        ((0..n).filter(|successor| !taken.contains(successor)).collect(), true)
    }

    fn compare_type(&mut self, pred: Pred, guard: Pred, is_opposite: bool) -> CompareType {
        let is_first = !std::mem::replace(&mut self.is_defined[pred as usize], true);
        let ty = match self.coding {
            Coding::Or if self.predicates.defining_blocks(pred).len() > 1 => CompareType::On,
            Coding::Or => CompareType::Un,
            // A definition that is always executed overwrites the old value.
            _ if guard == ALWAYS => CompareType::Un,
            Coding::FirstUnconditional if is_first => CompareType::Un,
            Coding::Clears | Coding::FirstUnconditional => CompareType::Cn,
        };
        if is_opposite { ty.complement() } else { ty }
    }
}
