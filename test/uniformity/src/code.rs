//! Executable form of programs: slot and edge indices instead of queries on a graph.

use std::ops::Range;

use rmlir_analysis::cfg::Node;
use rmlir_analysis::uniformity::{Input, ItemId};

use crate::program::{Op, Program};

/// The undefined value.
pub(crate) const UNDEFINED: u64 = u64::MAX;

/// The location of a value: items come first, then constants.
pub type Slot = u32;

/// The operation of a step.
#[derive(Clone, Copy)]
pub enum Kind {
    /// The index of the thread.
    Lane,
    /// A word that depends on the inputs.
    Mix,
    /// A bit that depends on the inputs.
    Compare,
}

/// An instruction.
pub struct Step {
    /// Its operation.
    pub kind: Kind,
    /// The slot of its result.
    pub to: Slot,
    taken: Range<usize>,
}

/// The terminator of a block.
pub enum End {
    /// Ends the execution.
    Return,
    /// Takes the only edge.
    Jump,
    /// Takes the first edge if the slot contains 1, else the second one.
    Branch(Slot),
    /// Takes the edge with the index in the slot.
    Switch(Slot),
}

/// A block.
pub struct Block {
    steps: Range<usize>,
    /// Its terminator.
    pub end: End,
    /// The first of its edges, which are consecutive.
    pub first_edge: u32,
    /// The number of its edges.
    pub n_edges: u32,
    /// All its items.
    pub items: Range<usize>,
    /// The item of its terminator.
    pub terminator: Option<ItemId>,
}

/// An edge.
pub struct Edge {
    /// Its source.
    pub from: Node,
    /// Its target.
    pub to: Node,
    /// In [`Code::moves`]: the inputs of phis.
    pub moves: Range<usize>,
}

/// A program.
pub struct Code {
    /// By index.
    pub blocks: Vec<Block>,
    /// By index.
    pub edges: Vec<Edge>,
    /// Destination and source of each move; those of an edge are parallel.
    pub moves: Vec<(Slot, Slot)>,
    /// The initial contents of slots.
    pub slots: Vec<u64>,
    steps: Vec<Step>,
    taken: Vec<Slot>,
}

impl Code {
    /// The executable form of `program`.
    pub fn new(program: &Program) -> Self {
        let flow = &program.flow;
        let mut code = Self {
            blocks: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            slots: vec![UNDEFINED; flow.n_items()],
            steps: Vec::new(),
            taken: Vec::new(),
        };
        for block in flow.cfg.blocks() {
            code.add_block(program, block);
        }
        code
    }

    /// The instructions of a block.
    pub fn steps(&self, block: usize) -> &[Step] {
        &self.steps[self.blocks[block].steps.clone()]
    }

    /// The inputs of `step`.
    pub fn taken(&self, step: &Step) -> &[Slot] {
        &self.taken[step.taken.clone()]
    }

    fn add_block(&mut self, program: &Program, block: Node) {
        let flow = &program.flow;
        let (first_step, first_edge) = (self.steps.len(), self.edges.len() as u32);
        let mut end = End::Return;
        for item in flow.items_of(block) {
            let inputs = flow.inputs(item);
            match program.ops[item as usize] {
                Op::Phi | Op::Argument | Op::Return => {}
                Op::Lane => self.add_step(Kind::Lane, item, &[]),
                Op::FirstLane => unreachable!("one thread at a time has no first lane"),
                Op::Mix => self.add_step(Kind::Mix, item, inputs),
                Op::Compare => self.add_step(Kind::Compare, item, inputs),
                Op::Jump => end = End::Jump,
                Op::Branch => end = End::Branch(self.slot(inputs[0])),
                Op::Switch => end = End::Switch(self.slot(inputs[0])),
            }
        }
        for (&to, number) in flow.cfg.successors(block).iter().zip(0..) {
            self.add_edge(program, (block, number), to);
        }
        let items = flow.items_of(block);
        self.blocks.push(Block {
            steps: first_step..self.steps.len(),
            end,
            first_edge,
            n_edges: self.edges.len() as u32 - first_edge,
            items: items.start as usize..items.end as usize,
            terminator: flow.terminator(block),
        });
    }

    fn add_step(&mut self, kind: Kind, to: Slot, inputs: &[Input]) {
        let first = self.taken.len();
        for &input in inputs {
            let slot = self.slot(input);
            self.taken.push(slot);
        }
        self.steps.push(Step { kind, to, taken: first..self.taken.len() });
    }

    fn add_edge(&mut self, program: &Program, edge: (Node, u32), to: Node) {
        let flow = &program.flow;
        let first_move = self.moves.len();
        for phi in flow.phis(to) {
            let place = flow.edges(phi).iter().position(|&other| other == edge);
            let place = place.expect("a phi has an input for each edge");
            let from = self.slot(flow.inputs(phi)[place]);
            self.moves.push((phi, from));
        }
        self.edges.push(Edge { from: edge.0, to, moves: first_move..self.moves.len() });
    }

    /// The slot of `input`; constants get a new slot each time.
    fn slot(&mut self, input: Input) -> Slot {
        let constant = match input {
            Input::Item(item) => return item,
            Input::Constant(number) => u64::from(number),
            Input::Undefined => UNDEFINED,
        };
        self.slots.push(constant);
        self.slots.len() as Slot - 1
    }
}
