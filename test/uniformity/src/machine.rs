//! A machine that runs a program by several threads, one after another, and tells which items differ.
//!
//! Every execution of a block has a *key*: for each cycle around the block, how often its header ran since the cycle was
//! entered. Two threads are converged at a block if their keys are the same; then what is uniform has to be the same.
//! Conditions are hashes of what they compare, so that loops end at different times. What is not defined equals
//! everything; a thread that branches on it stops, as one does after too many steps.

use rmlir_analysis::cfg::{CycleId, Cycles, Node};
use rmlir_analysis::uniformity::{Flow, Input, ItemId};
use rustc_hash::FxHashMap;

use crate::numbers::Numbers;
use crate::program::{Op, Program};
use crate::random::N_ARGUMENTS;

/// How a program is tried.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// How many threads run together.
    pub n_threads: u64,
    /// How often, with other arguments each time.
    pub n_inputs: u64,
    /// After how many blocks a thread stops.
    pub n_steps: usize,
}

impl Default for Trial {
    /// Eight threads and 24 inputs.
    fn default() -> Self {
        Self { n_threads: 8, n_inputs: 24, n_steps: 150 }
    }
}

/// What is not defined.
const UNDEFINED: u64 = u64::MAX;

/// What was seen.
pub struct Seen {
    /// By item: whether converged threads differed in it.
    pub differs: Vec<bool>,
    /// By block: whether two threads were converged there.
    pub is_met: Vec<bool>,
}

/// Runs `program`; convergence is judged by `cycles`.
pub fn observe(program: &Program, cycles: &Cycles, trial: Trial, seed: u64) -> Seen {
    let mut machine = Machine::new(program, cycles);
    let mut numbers = Numbers::new(seed);
    for _ in 0..trial.n_inputs {
        let arguments: Vec<u64> = (0..N_ARGUMENTS).map(|_| numbers.draw() >> 32).collect();
        // Threads that run together have numbers in a row, from anywhere.
        let first = (numbers.draw() >> 40) * trial.n_threads;
        machine.seen.clear();
        machine.log.clear();
        for lane in first..first + trial.n_threads {
            machine.run(&arguments, lane, trial.n_steps);
        }
    }
    Seen { differs: machine.differs, is_met: machine.is_met }
}

struct Machine<'a> {
    program: &'a Program,
    cycles: &'a Cycles,
    /// By block: the cycles around it, largest first.
    around: Vec<Vec<CycleId>>,
    /// By cycle: how often the header ran since the cycle was entered.
    counters: Vec<u32>,
    values: Vec<u64>,
    arrived: Vec<(ItemId, u64)>,
    /// By block and key: where in the log the values of the first thread start.
    seen: FxHashMap<(Node, u64), usize>,
    log: Vec<u64>,
    differs: Vec<bool>,
    is_met: Vec<bool>,
}

impl<'a> Machine<'a> {
    fn new(program: &'a Program, cycles: &'a Cycles) -> Self {
        let flow = &program.flow;
        let outside_in = |block| {
            let mut around: Vec<CycleId> = cycles.around(block).collect();
            around.reverse();
            around
        };
        Self {
            program,
            cycles,
            around: flow.cfg.blocks().map(outside_in).collect(),
            counters: vec![0; cycles.ids().len()],
            values: vec![UNDEFINED; flow.n_items()],
            arrived: Vec::new(),
            seen: FxHashMap::default(),
            log: Vec::new(),
            differs: vec![false; flow.n_items()],
            is_met: vec![false; flow.cfg.n_blocks()],
        }
    }

    fn flow(&self) -> &'a Flow {
        &self.program.flow
    }

    fn run(&mut self, arguments: &[u64], lane: u64, n_steps: usize) {
        self.counters.fill(0);
        for (value, &argument) in self.values.iter_mut().zip(arguments) {
            *value = argument;
        }
        let mut block = 0;
        for _ in 0..n_steps {
            let next = self.run_block(block, lane);
            self.note(block, next);
            let Some(number) = next else { return };
            let to = self.flow().cfg.successors(block)[number as usize];
            self.go(block, number, to);
            block = to;
        }
    }

    /// Runs what is in `block` after phis; the number of the successor that comes next.
    fn run_block(&mut self, block: Node, lane: u64) -> Option<u64> {
        let mut next = None;
        for item in self.flow().items_of(block) {
            let op = self.program.ops[item as usize];
            let inputs = self.flow().inputs(item);
            let n_successors = self.flow().cfg.successors(block).len() as u64;
            match op {
                Op::Phi | Op::Argument => {}
                Op::Lane => self.values[item as usize] = lane,
                Op::FirstLane => unreachable!("one thread at a time has no first lane"),
                Op::Mix | Op::Compare => self.values[item as usize] = self.compute(op, inputs),
                Op::Jump => next = Some(0),
                Op::Return => {}
                Op::Branch | Op::Switch => match self.read(inputs[0]) {
                    UNDEFINED => {}
                    bit if op == Op::Branch => next = Some(1 - (bit & 1)),
                    word => next = Some(word % n_successors),
                },
            }
        }
        next
    }

    fn read(&self, input: Input) -> u64 {
        match input {
            Input::Item(item) => self.values[item as usize],
            Input::Constant(number) => u64::from(number),
            Input::Undefined => UNDEFINED,
        }
    }

    fn compute(&self, op: Op, inputs: &[Input]) -> u64 {
        let mut word: u32 = 0x85EB_CA6B;
        for &input in inputs {
            let value = self.read(input);
            if value == UNDEFINED {
                return UNDEFINED;
            }
            word = (word.rotate_left(5) ^ value as u32).wrapping_mul(0x9E37_79B1);
        }
        u64::from(if op == Op::Compare { word >> 15 & 1 } else { word ^ word >> 13 })
    }

    /// Takes successor `number` of `from`, which is `to`.
    fn go(&mut self, from: Node, number: u64, to: Node) {
        let (flow, cycles) = (self.flow(), self.cycles);
        let edge = (from, number as u32);
        for phi in flow.phis(to) {
            let place = flow.edges(phi).iter().position(|&other| other == edge);
            let place = place.expect("a phi has an input for each edge");
            self.arrived.push((phi, self.read(flow.inputs(phi)[place])));
        }
        for (phi, value) in self.arrived.drain(..) {
            self.values[phi as usize] = value;
        }
        for &cycle in self.around[from as usize].iter().filter(|&&cycle| !cycles.contains(cycle, to)) {
            self.counters[cycle as usize] = 0;
        }
        if let Some(cycle) = cycles.innermost(to).filter(|&cycle| cycles[cycle].header() == to) {
            self.counters[cycle as usize] += 1;
        }
    }

    /// Holds the values of a block that has run against those of other threads with the same key.
    fn note(&mut self, block: Node, next: Option<u64>) {
        let mut key: u64 = 0;
        for &cycle in &self.around[block as usize] {
            key =
                (key.rotate_left(7) ^ u64::from(self.counters[cycle as usize] + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        let flow = self.flow();
        let items = flow.items_of(block);
        let end = flow.terminator(block);
        let start = *self.seen.entry((block, key)).or_insert(self.log.len());
        let is_first = start == self.log.len();
        self.is_met[block as usize] |= !is_first;
        for (item, place) in items.zip(start..) {
            let value = if Some(item) == end { next.unwrap_or(UNDEFINED) } else { self.values[item as usize] };
            if is_first {
                self.log.push(value);
            } else if self.log[place] == UNDEFINED {
                self.log[place] = value;
            } else if value != UNDEFINED && self.log[place] != value {
                self.differs[item as usize] = true;
            }
        }
    }
}
