//! Linear order and definitions: what stands where in the one block, in which predicates are registers.
//!
//! Blocks come in an order in which edges lead forward only, then-branches first. After each block stand the definitions
//! that its branch makes, under the block's own predicate. The definers of one predicate exclude each other on a path or
//! come before one that selects nothing anew: if the branch of `a` makes `p` hold, no definer of `p` is executed from
//! there to the blocks of `p`, since these post-dominate the way that was taken. So definitions may overwrite each other
//! in this order, and it matters only what a predicate is if no definer is executed. The [`Coding`] says who sets it to 0.

use rmlir::analysis::cfg::control_dependence::Edge;
use rmlir::analysis::cfg::{Cfg, DepthFirst, DfsOrder, Node};
use rmlir_pvec::CompareType;

use crate::augment::unset_on_some_path;
use crate::predicates::{ALWAYS, Pred, Predicates};

/// How a predicate is 0 if none of its definers is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coding {
    /// All definitions are conditional, and what a path may leave unset is cleared at the start, as in the paper.
    #[default]
    Clears,
    /// The first definition is unconditional, later ones are conditional: nothing is cleared.
    FirstUnconditional,
    /// Single definitions are unconditional; predicates with several are cleared and collect a disjunction, whose
    /// definitions a machine may execute in any order.
    Or,
}

/// One compare: definitions with the same guard and condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The block whose branch it is.
    pub block: Node,
    /// The predicate of that block.
    pub guard: Pred,
    /// The condition: one of these successors is taken. Of two successors it is the first.
    pub taken: Vec<u32>,
    /// One or two predicates, with what is done to them.
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
    /// The predicates that are 0 from the start.
    pub clears: Vec<Pred>,
    /// Blocks and definitions, in order.
    pub items: Vec<Item>,
}

/// The blocks in an order in which edges lead forward only, first successors first. Unreachable blocks are left out.
pub fn linear_order(cfg: &Cfg) -> Vec<Node> {
    let walk = DepthFirst::new(cfg, 0, DfsOrder::LastFirst);
    walk.postorder().iter().rev().copied().collect()
}

impl LinearCode {
    /// Of an acyclic graph.
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

/// By block: the predicates that its branch makes hold, each with the successors that do.
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
    /// By predicate: whether a definition stands before.
    is_defined: Vec<bool>,
}

/// What the definitions of one branch have in common: the condition; then those that hold with it and without.
type Group = (Vec<u32>, Vec<Pred>, Vec<Pred>);

impl Placer<'_> {
    /// The definitions at the end of `block`, as few compares as pairs of opposites allow.
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

    /// The condition that stands for `taken`, and whether it is the opposite. Of two successors it names the first, of
    /// more it does not, so that the default of a switch needs no test of its own.
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
            // What is always executed leaves nothing of the old value.
            _ if guard == ALWAYS => CompareType::Un,
            Coding::FirstUnconditional if is_first => CompareType::Un,
            Coding::Clears | Coding::FirstUnconditional => CompareType::Cn,
        };
        if is_opposite { ty.complement() } else { ty }
    }
}
