//! Random programs: a random graph, filled with phis, arithmetic and conditions.
//!
//! The inputs of an item are among those that dominate it, near ones more often. The entry has the index of the thread,
//! a few conditions on it and a few on arguments, so that every block has a condition to branch on.

use rmlir_analysis::cfg::{Cfg, DominatorTree, Node};
use rmlir_analysis::uniformity::{FlowBuilder, Input, ItemId, ItemKind, Nature};

use crate::graphs::{GraphShape, random_graph};
use crate::numbers::Numbers;
use crate::program::{Op, Program};

/// The number of arguments of a program.
pub const N_ARGUMENTS: usize = 4;

/// The program of `seed`, with up to `max_blocks` blocks. With `has_reads` some items read the first lane.
pub fn random_program(seed: u64, max_blocks: usize, has_reads: bool) -> Program {
    let mut numbers = Numbers::new(seed);
    let shape = GraphShape::draw(&mut numbers, max_blocks);
    program_over(numbers, shape, has_reads)
}

/// A program over a graph of this shape.
pub fn program_over(mut numbers: Numbers, shape: GraphShape, has_reads: bool) -> Program {
    let lists = random_graph(&mut numbers, shape);
    Filler::new(numbers, lists, has_reads).fill()
}

struct Filler {
    numbers: Numbers,
    lists: Vec<Vec<Node>>,
    tree: DominatorTree,
    cfg: Cfg,
    has_reads: bool,
    builder: FlowBuilder,
    ops: Vec<Op>,
    /// By block: its items that are words, and those that are bits.
    words: Vec<Vec<ItemId>>,
    bits: Vec<Vec<ItemId>>,
}

impl Filler {
    fn new(numbers: Numbers, lists: Vec<Vec<Node>>, has_reads: bool) -> Self {
        let cfg = Cfg::new(&lists);
        let n = lists.len();
        Self {
            numbers,
            tree: DominatorTree::new(&cfg),
            cfg,
            lists,
            has_reads,
            builder: FlowBuilder::new(),
            ops: Vec::new(),
            words: vec![Vec::new(); n],
            bits: vec![Vec::new(); n],
        }
    }

    fn fill(mut self) -> Program {
        for _ in 0..N_ARGUMENTS {
            let argument = self.builder.argument(Nature::Computed);
            self.ops.push(Op::Argument);
            self.words[0].push(argument);
        }
        let mut plan = Vec::new();
        for block in self.cfg.blocks() {
            self.builder.block();
            if block == 0 {
                self.start();
            }
            let n_phis = if self.cfg.predecessors(block).is_empty() { 0 } else { self.numbers.below(3) };
            for _ in 0..n_phis {
                let phi = self.add(block, Op::Phi, Nature::Computed);
                plan.push(phi);
            }
            for _ in 0..self.numbers.below(3) {
                let (op, nature) = match self.numbers.below(16) {
                    0 if self.has_reads => (Op::FirstLane, Nature::Uniform),
                    0..6 => (Op::Compare, Nature::Computed),
                    _ => (Op::Mix, Nature::Computed),
                };
                plan.push(self.add(block, op, nature));
            }
            // Branches use a condition of their own block more often than not.
            if self.lists[block as usize].len() == 2 && self.numbers.below(3) != 0 {
                plan.push(self.add(block, Op::Compare, Nature::Computed));
            }
            let op = match self.lists[block as usize].len() {
                0 => Op::Return,
                1 => Op::Jump,
                2 => Op::Branch,
                _ => Op::Switch,
            };
            let end = match op {
                Op::Branch => self.builder.branch_on_bit(),
                _ => self.builder.item(ItemKind::Terminator, Nature::Computed),
            };
            self.ops.push(op);
            plan.push(end);
        }
        let blocks: Vec<(Node, ItemId)> = self.blocks_of(&plan);
        for (block, item) in blocks {
            self.connect(block, item);
        }
        let flow = self.builder.finish(&self.lists);
        Program { flow, ops: self.ops, names: Vec::new(), block_names: Vec::new() }
    }

    /// The start of the entry block.
    fn start(&mut self) {
        let lane = self.add(0, Op::Lane, Nature::Divergent);
        for _ in 0..2 {
            let bit = self.add(0, Op::Compare, Nature::Computed);
            let constant = self.constant();
            self.builder.set_inputs(bit, [Input::Item(lane), constant]);
        }
        for argument in 0..3 {
            let bit = self.add(0, Op::Compare, Nature::Computed);
            let constant = self.constant();
            self.builder.set_inputs(bit, [Input::Item(argument), constant]);
        }
    }

    fn add(&mut self, block: Node, op: Op, nature: Nature) -> ItemId {
        let kind = if op == Op::Phi { ItemKind::Phi } else { ItemKind::Instruction };
        let item = self.builder.item(kind, nature);
        self.ops.push(op);
        let pool = if op.is_bit() { &mut self.bits } else { &mut self.words };
        pool[block as usize].push(item);
        item
    }

    /// Each of `items` with its block.
    fn blocks_of(&self, items: &[ItemId]) -> Vec<(Node, ItemId)> {
        let mut block = 0;
        let mut found = Vec::with_capacity(items.len());
        for &item in items {
            found.push((block, item));
            if matches!(self.ops[item as usize], Op::Return | Op::Jump | Op::Branch | Op::Switch) {
                block += 1;
            }
        }
        found
    }

    /// Assigns inputs in scope to `item`.
    fn connect(&mut self, block: Node, item: ItemId) {
        match self.ops[item as usize] {
            Op::Phi => self.connect_phi(block, item),
            Op::Mix | Op::Compare => {
                let first = self.word(block, Some(item));
                let second = if self.numbers.below(2) == 0 { self.constant() } else { self.word(block, Some(item)) };
                self.builder.set_inputs(item, [first, second]);
            }
            Op::FirstLane => {
                let input = self.word(block, Some(item));
                self.builder.set_inputs(item, [input]);
            }
            Op::Branch => {
                let condition = Input::Item(self.near(block, |filler, at| &filler.bits[at as usize], None));
                self.builder.set_inputs(item, [condition]);
            }
            Op::Switch => {
                let input = self.word(block, None);
                self.builder.set_inputs(item, [input]);
            }
            Op::Argument | Op::Lane | Op::Jump | Op::Return => {}
        }
    }

    fn connect_phi(&mut self, block: Node, phi: ItemId) {
        // One in four has constants on all edges, where only the edge matters.
        let kind = self.numbers.below(8);
        let mut inputs: Vec<(Input, (Node, u32))> = Vec::new();
        for from in self.cfg.predecessors(block).to_vec() {
            if inputs.iter().any(|&(_, edge)| edge.0 == from) {
                continue;
            }
            let input = match kind {
                0 | 1 => self.constant(),
                _ if self.numbers.below(16) == 0 => Input::Undefined,
                _ if self.numbers.below(4) == 0 => self.constant(),
                _ => self.word(from, None),
            };
            let successors = self.lists[from as usize].iter().zip(0..).filter(|&(&to, _)| to == block);
            inputs.extend(successors.map(|(_, number)| (input, (from, number))));
        }
        self.builder.set_phi(phi, inputs);
    }

    fn constant(&mut self) -> Input {
        Input::Constant(self.numbers.below(4) as u32)
    }

    /// A word in scope in `block`, before `item`.
    fn word(&mut self, block: Node, before: Option<ItemId>) -> Input {
        Input::Item(self.near(block, |filler, at| &filler.words[at as usize], before))
    }

    fn near(&mut self, block: Node, pool: fn(&Self, Node) -> &Vec<ItemId>, before: Option<ItemId>) -> ItemId {
        let is_there = |&&item: &&ItemId| before.is_none_or(|before| item < before);
        let mut at = block;
        loop {
            let above = self.tree.parent(at);
            let own: Vec<ItemId> = match at == block {
                true => pool(self, at).iter().filter(is_there).copied().collect(),
                false => pool(self, at).clone(),
            };
            if !own.is_empty() && (above.is_none() || self.numbers.below(3) != 0) {
                return *self.numbers.one_of(&own);
            }
            // The entry has both words and bits, so this terminates.
            at = above.unwrap_or(0);
        }
    }
}
