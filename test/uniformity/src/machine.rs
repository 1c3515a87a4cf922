//! A machine that runs a program by several threads, one after another, and tells which items differ.
//!
//! Every execution of a block has a *key*: for each cycle around the block, how often its header ran since the cycle was
//! entered. Two threads are converged at a block if their keys are the same; then what is uniform has to be the same.
//! Conditions are hashes of what they compare, so that loops end at different times. What is not defined equals
//! everything; a thread that branches on it stops, as one does after too many steps.
//!
//! Plan: 1. the program becomes [`Code`]: values live in slots, one for each item and then one for each constant; a
//! block is a list of steps, an edge a list of moves with the counters that it sets; 2. threads run the code one after
//! another and leave what they had in a log, which the next ones are held against.

use rmlir_analysis::cfg::Cycles;
use rustc_hash::FxHashMap;

use crate::code::{Code, Edge, End, Kind, Step};
use crate::numbers::Numbers;
use crate::program::Program;
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
pub(crate) const UNDEFINED: u64 = u64::MAX;

/// What was seen.
pub struct Seen {
    /// By item: whether converged threads differed in it.
    pub differs: Vec<bool>,
    /// By block: whether two threads were converged there.
    pub is_met: Vec<bool>,
}

/// Runs `program`; convergence is judged by `cycles`.
pub fn observe(program: &Program, cycles: &Cycles, trial: Trial, seed: u64) -> Seen {
    let code = Code::new(program, cycles);
    let mut machine = Machine::new(&code, program);
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
    code: &'a Code,
    /// By cycle: how often the header ran since the cycle was entered.
    counters: Vec<u32>,
    /// By slot.
    values: Vec<u64>,
    arrived: Vec<u64>,
    /// By block and counters: where in the log the values of the first thread start.
    seen: FxHashMap<u64, usize>,
    log: Vec<u64>,
    differs: Vec<bool>,
    is_met: Vec<bool>,
}

impl<'a> Machine<'a> {
    fn new(code: &'a Code, program: &Program) -> Self {
        Self {
            code,
            counters: vec![0; code.n_cycles],
            values: code.slots.clone(),
            arrived: Vec::new(),
            seen: FxHashMap::default(),
            log: Vec::new(),
            differs: vec![false; program.flow.n_items()],
            is_met: vec![false; program.flow.cfg.n_blocks()],
        }
    }

    fn run(&mut self, arguments: &[u64], lane: u64, n_steps: usize) {
        let code = self.code;
        self.counters.fill(0);
        for (value, &argument) in self.values.iter_mut().zip(arguments) {
            *value = argument;
        }
        let mut block = 0;
        for _ in 0..n_steps {
            code.steps(block).iter().for_each(|step| self.step(step, lane));
            let next = self.next(block);
            self.note(block, next);
            let Some(edge) = next else { return };
            let edge = &code.edges[edge];
            self.go(edge);
            block = edge.to as usize;
        }
    }

    fn step(&mut self, step: &Step, lane: u64) {
        self.values[step.to as usize] = match step.kind {
            Kind::Lane => lane,
            Kind::Mix => self.hash(step).map_or(UNDEFINED, |word| u64::from(word ^ word >> 13)),
            Kind::Compare => self.hash(step).map_or(UNDEFINED, |word| u64::from(word >> 15 & 1)),
        };
    }

    /// A word that depends on all that a step takes, if that is defined.
    fn hash(&self, step: &Step) -> Option<u32> {
        let mut word: u32 = 0x85EB_CA6B;
        for &slot in self.code.taken(step) {
            let value = self.values[slot as usize];
            if value == UNDEFINED {
                return None;
            }
            word = (word.rotate_left(5) ^ value as u32).wrapping_mul(0x9E37_79B1);
        }
        Some(word)
    }

    /// The edge on which control leaves `block`, if it does.
    fn next(&self, block: usize) -> Option<usize> {
        let code = &self.code.blocks[block];
        let number = match code.end {
            End::Return => return None,
            End::Jump => 0,
            End::Branch(slot) | End::Switch(slot) => match (self.values[slot as usize], &code.end) {
                (UNDEFINED, _) => return None,
                (bit, End::Branch(_)) => 1 - (bit & 1),
                (word, _) => word % u64::from(code.n_edges),
            },
        };
        Some(code.first_edge as usize + number as usize)
    }

    fn go(&mut self, edge: &Edge) {
        let code = self.code;
        let moves = &code.moves[edge.moves.clone()];
        self.arrived.clear();
        self.arrived.extend(moves.iter().map(|&(_, from)| self.values[from as usize]));
        for (&(to, _), &value) in moves.iter().zip(&self.arrived) {
            self.values[to as usize] = value;
        }
        for &cycle in &code.cycles[edge.left.clone()] {
            self.counters[cycle as usize] = 0;
        }
        if let Some(cycle) = edge.counted {
            self.counters[cycle as usize] += 1;
        }
    }

    /// Holds the values of a block that has run against those of other threads with the same counters.
    fn note(&mut self, block: usize, next: Option<usize>) {
        let code = &self.code.blocks[block];
        let mut key = mixed(block as u64 + 1);
        for &cycle in &self.code.cycles[code.around.clone()] {
            key = mixed(key.rotate_left(7) ^ u64::from(self.counters[cycle as usize] + 1));
        }
        if let Some(terminator) = code.terminator {
            self.values[terminator as usize] = next.map_or(UNDEFINED, |edge| edge as u64);
        }
        let values = &self.values[code.items.clone()];
        let start = *self.seen.entry(key).or_insert(self.log.len());
        if start == self.log.len() {
            self.log.extend_from_slice(values);
            // A block without items was seen as well.
            self.log.push(0);
            return;
        }
        self.is_met[block] = true;
        let logged = &mut self.log[start..start + values.len()];
        if logged == values {
            return;
        }
        for ((logged, &value), item) in logged.iter_mut().zip(values).zip(code.items.clone()) {
            if *logged == UNDEFINED {
                *logged = value;
            } else if value != UNDEFINED && *logged != value {
                self.differs[item] = true;
            }
        }
    }
}

/// A number from which `word` can hardly be told.
fn mixed(word: u64) -> u64 {
    let word = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word ^ word >> 32
}
