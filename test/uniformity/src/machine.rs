//! A machine that runs a program by several threads, one after another, and keeps what each of them did.
//!
//! Conditions are hashes of what they compare, so that loops end at different times. A thread that branches on what is
//! not defined stops, as one does after too many steps, and when it comes back to a block with nothing changed: it would
//! do the same for ever. What threads do together is found out from the [`Trace`], see
//! [`crate::judge`]: it depends on nothing but what each of them does, and so does not need to run anew for each hierarchy
//! of cycles that is asked about.
//!
//! The program is [`Code`]: values live in slots, one for each item and then one for each constant; a block is a list of
//! steps, an edge a list of moves.

use crate::code::{Code, Edge, End, Kind, Slot, Step};
use crate::numbers::Numbers;
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

/// What all threads did with one input.
#[derive(Default)]
pub struct Trace {
    /// The blocks that ran, those of each thread in a row.
    pub visits: Vec<Visit>,
    /// For each thread: where its visits end.
    pub ends: Vec<usize>,
    /// The values of all items of each visit.
    pub values: Vec<u64>,
}

/// One run of a block.
pub struct Visit {
    /// The block.
    pub block: u32,
    /// The edge on which control left, if it did.
    pub edge: Option<u32>,
    /// Where its values start.
    pub values: u32,
}

/// A program with what a thread has in its slots.
pub struct Machine<'a> {
    code: &'a Code,
    trial: Trial,
    numbers: Numbers,
    /// By slot.
    values: Vec<u64>,
    arrived: Vec<u64>,
    /// By block: when the thread came to it last.
    visited: Vec<usize>,
    /// When a value changed last.
    changed: usize,
    trace: Trace,
}

impl<'a> Machine<'a> {
    /// For `code`; inputs follow from `seed`.
    pub fn new(code: &'a Code, trial: Trial, seed: u64) -> Self {
        let (values, arrived, visited) = (code.slots.clone(), Vec::new(), vec![0; code.blocks.len()]);
        let (numbers, trace) = (Numbers::new(seed), Trace::default());
        Self { code, trial, numbers, values, arrived, visited, changed: 0, trace }
    }

    /// Runs all threads with the next input.
    pub fn next_input(&mut self) -> &Trace {
        let mut arguments = [0; N_ARGUMENTS];
        arguments.fill_with(|| self.numbers.draw() >> 32);
        // Threads that run together have numbers in a row, from anywhere.
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
