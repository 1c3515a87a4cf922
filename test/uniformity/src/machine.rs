//! A machine that executes a program by several threads, one after another, and records the trace of each.
//!
//! Conditions are hashes of the compared values, so that loops end at different times. A thread that branches on an
//! undefined value stops, as does one after the maximum number of steps, and one that returns to a block without any
//! change of state: it would never terminate. Convergence is determined from the [`Trace`], see [`crate::judge`]: it
//! depends only on the execution of each thread, so programs need not be executed anew for each queried cycle
//! hierarchy.
//!
//! The program is [`Code`]: values are stored in slots, one for each item and then one for each constant; a block is a
//! list of steps, an edge a list of moves.

use crate::code::{Code, Edge, End, Kind, Slot, Step, UNDEFINED};
use crate::numbers::Numbers;
use crate::random::N_ARGUMENTS;

/// The parameters of executions.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The number of threads.
    pub n_threads: u64,
    /// The number of executions, each with other arguments.
    pub n_inputs: u64,
    /// The number of blocks after which a thread stops.
    pub n_steps: usize,
}

impl Default for Trial {
    /// Eight threads and 24 inputs.
    fn default() -> Self {
        Self { n_threads: 8, n_inputs: 24, n_steps: 150 }
    }
}

/// The executions of all threads with one input.
#[derive(Default)]
pub struct Trace {
    /// The executed blocks, those of each thread consecutively.
    pub visits: Vec<Visit>,
    /// For each thread: the end of its visits.
    pub ends: Vec<usize>,
    /// The values of all items of each visit.
    pub values: Vec<u64>,
}

/// One execution of a block.
pub struct Visit {
    /// The block.
    pub block: u32,
    /// The edge on which control left the block, if it did.
    pub edge: Option<u32>,
    /// The start of its values.
    pub values: u32,
}

/// A program with the slots of a thread.
pub struct Machine<'a> {
    code: &'a Code,
    trial: Trial,
    numbers: Numbers,
    /// By slot.
    values: Vec<u64>,
    arrived: Vec<u64>,
    /// By block: the time of the thread's last execution of it.
    visited: Vec<usize>,
    /// The time of the last change of a value.
    changed: usize,
    trace: Trace,
}

impl<'a> Machine<'a> {
    /// A machine for `code`; inputs are determined by `seed`.
    pub fn new(code: &'a Code, trial: Trial, seed: u64) -> Self {
        let (values, arrived, visited) = (code.slots.clone(), Vec::new(), vec![0; code.blocks.len()]);
        let (numbers, trace) = (Numbers::new(seed), Trace::default());
        Self { code, trial, numbers, values, arrived, visited, changed: 0, trace }
    }

    /// Executes all threads with the next input.
    pub fn next_input(&mut self) -> &Trace {
        let mut arguments = [0; N_ARGUMENTS];
        arguments.fill_with(|| self.numbers.draw() >> 32);
        // Threads of a group have consecutive indices, starting anywhere.
        let first = (self.numbers.draw() >> 40) * self.trial.n_threads;
        self.trace.visits.clear();
        self.trace.ends.clear();
        self.trace.values.clear();
        for lane in first..first + self.trial.n_threads {
            self.values[..N_ARGUMENTS].copy_from_slice(&arguments);
            self.run(lane);
            self.trace.ends.push(self.trace.visits.len());
        }
        &self.trace
    }

    fn run(&mut self, lane: u64) {
        let code = self.code;
        let mut block = 0;
        self.visited.fill(0);
        self.changed = 0;
        for now in 1..=self.trial.n_steps {
            if std::mem::replace(&mut self.visited[block], now) > self.changed {
                return;
            }
            for step in code.steps(block) {
                let value = self.step(step, lane);
                self.set(step.to, value, now);
            }
            let next = self.next(block);
            self.note(block, next);
            let Some(edge) = next else { return };
            let edge = &code.edges[edge as usize];
            self.go(edge, now);
            block = edge.to as usize;
        }
    }

    fn set(&mut self, slot: Slot, value: u64, now: usize) {
        if std::mem::replace(&mut self.values[slot as usize], value) != value {
            self.changed = now;
        }
    }

    fn step(&self, step: &Step, lane: u64) -> u64 {
        match step.kind {
            Kind::Lane => lane,
            Kind::Mix => self.hash(step).map_or(UNDEFINED, |word| u64::from(word ^ word >> 13)),
            Kind::Compare => self.hash(step).map_or(UNDEFINED, |word| u64::from(word >> 15 & 1)),
        }
    }

    /// A word that depends on all inputs of a step, if they are defined.
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
    fn next(&self, block: usize) -> Option<u32> {
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
        Some(code.first_edge + number as u32)
    }

    fn go(&mut self, edge: &Edge, now: usize) {
        let moves = &self.code.moves[edge.moves.clone()];
        self.arrived.clear();
        self.arrived.extend(moves.iter().map(|&(_, from)| self.values[from as usize]));
        for (at, &(to, _)) in moves.iter().enumerate() {
            self.set(to, self.arrived[at], now);
        }
    }

    fn note(&mut self, block: usize, edge: Option<u32>) {
        let code = &self.code.blocks[block];
        if let Some(terminator) = code.terminator {
            self.values[terminator as usize] = edge.map_or(UNDEFINED, u64::from);
        }
        let values = self.trace.values.len() as u32;
        self.trace.values.extend_from_slice(&self.values[code.items.clone()]);
        self.trace.visits.push(Visit { block: block as u32, edge, values });
    }
}
