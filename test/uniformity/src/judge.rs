//! Detects items in which converged threads differ, under a cycle hierarchy.
//!
//! Every execution of a block has a *key*: for each cycle around the block, the number of executions of its header
//! since the cycle was entered. Two threads are converged at a block if their keys are equal; then uniform items must
//! have equal values. Undefined values are compatible with every value.
//!
//! A judge checks the blocks that are *watched*: those with a queried item that was not observed to differ.

use rmlir_analysis::cfg::{CycleId, Cycles};
use rmlir_analysis::uniformity::ItemId;

use crate::code::{Code, UNDEFINED};
use crate::machine::{Machine, Trace, Trial};

/// The observations.
pub struct Seen {
    /// By item: whether converged threads differed in it.
    pub differs: Vec<bool>,
    /// By block: whether two threads were converged there.
    pub is_met: Vec<bool>,
}

/// Executes `code` and lets `judges` check the traces, until none of them watches anything.
pub fn observe(code: &Code, judges: &mut [Judge], trial: Trial, seed: u64) {
    let mut machine = Machine::new(code, trial, seed);
    for _ in 0..trial.n_inputs {
        let trace = machine.next_input();
        let mut is_watched = false;
        for judge in judges.iter_mut() {
            is_watched |= judge.n_watched > 0;
            judge.look_at(trace);
        }
        if !is_watched {
            return;
        }
    }
}

/// The effect of an edge on the header counts.
struct Passing {
    /// In `Judge::lists`: the cycles that it exits.
    left: (u32, u32),
    /// The cycle whose header is its target.
    counted: Option<CycleId>,
}

/// Compares threads.
pub struct Judge<'a> {
    code: &'a Code,
    /// By edge: its effect on the header counts.
    passing: Vec<Passing>,
    /// By block, in `lists`: the cycles around it, outermost first.
    around: Vec<(u32, u32)>,
    lists: Vec<CycleId>,
    /// By cycle: the number of executions of the header since the cycle was entered.
    counters: Vec<u32>,
    /// By item: whether it is queried.
    is_asked: Vec<bool>,
    is_watched: Vec<bool>,
    n_watched: usize,
    table: Table,
    log: Vec<u64>,
    /// The observations so far.
    pub seen: Seen,
}

impl<'a> Judge<'a> {
    /// A judge under the hierarchy `cycles`; `is_asked` selects the queried items.
    pub fn new(code: &'a Code, cycles: &Cycles, is_asked: impl Fn(ItemId) -> bool) -> Self {
        let n_items = code.blocks.iter().map(|block| block.items.end).max().unwrap_or(0);
        let mut judge = Self {
            code,
            passing: Vec::with_capacity(code.edges.len()),
            around: Vec::with_capacity(code.blocks.len()),
            lists: Vec::new(),
            counters: vec![0; cycles.ids().len()],
            is_asked: (0..n_items as ItemId).map(is_asked).collect(),
            is_watched: Vec::new(),
            n_watched: 0,
            table: Table::new(),
            log: Vec::new(),
            seen: Seen { differs: vec![false; n_items], is_met: vec![false; code.blocks.len()] },
        };
        for edge in &code.edges {
            let left = cycles.around(edge.from).filter(|&cycle| !cycles.contains(cycle, edge.to));
            let left = judge.list(left);
            let counted = cycles.innermost(edge.to).filter(|&cycle| cycles[cycle].header() == edge.to);
            judge.passing.push(Passing { left, counted });
        }
        for block in 0..code.blocks.len() {
            let (start, end) = judge.list(cycles.around(block as u32));
            judge.lists[start as usize..end as usize].reverse();
            judge.around.push((start, end));
            judge.is_watched.push(judge.is_open(block));
        }
        judge.n_watched = judge.is_watched.iter().filter(|&&it| it).count();
        judge
    }

    fn list(&mut self, cycles: impl Iterator<Item = CycleId>) -> (u32, u32) {
        let start = self.lists.len() as u32;
        self.lists.extend(cycles);
        (start, self.lists.len() as u32)
    }

    /// Whether a queried item of `block` was not observed to differ.
    fn is_open(&self, block: usize) -> bool {
        self.code.blocks[block].items.clone().any(|item| self.is_asked[item] && !self.seen.differs[item])
    }

    /// Compares the threads of one trace.
    fn look_at(&mut self, trace: &Trace) {
        if self.n_watched == 0 {
            return;
        }
        self.table.clear();
        self.log.clear();
        let mut start = 0;
        for &end in &trace.ends {
            self.counters.fill(0);
            for visit in &trace.visits[start..end] {
                let block = visit.block as usize;
                if self.is_watched[block] {
                    let n_values = self.code.blocks[block].items.len();
                    self.compare(block, &trace.values[visit.values as usize..][..n_values]);
                }
                if let Some(edge) = visit.edge {
                    self.pass(edge);
                }
            }
            start = end;
        }
    }

    fn pass(&mut self, edge: u32) {
        let Passing { left, counted } = self.passing[edge as usize];
        for &cycle in &self.lists[left.0 as usize..left.1 as usize] {
            self.counters[cycle as usize] = 0;
        }
        if let Some(cycle) = counted {
            self.counters[cycle as usize] += 1;
        }
    }

    /// A hash of `block` and the counts of the headers around it.
    fn key(&self, block: usize) -> u64 {
        let mut key = mixed(block as u64 + 1);
        let (start, end) = self.around[block];
        for &cycle in &self.lists[start as usize..end as usize] {
            key = mixed(key.rotate_left(7) ^ u64::from(self.counters[cycle as usize] + 1));
        }
        key
    }

    /// Compares the values of an executed block with those of other threads with the same key.
    fn compare(&mut self, block: usize, values: &[u64]) {
        let start = self.table.find(self.key(block), self.log.len() as u32) as usize;
        if start == self.log.len() {
            self.log.extend_from_slice(values);
            return;
        }
        self.seen.is_met[block] = true;
        let items = self.code.blocks[block].items.clone();
        let logged = &mut self.log[start..start + values.len()];
        let mut is_new = false;
        for ((logged, &value), item) in logged.iter_mut().zip(values).zip(items) {
            if *logged == UNDEFINED {
                *logged = value;
            } else if value != UNDEFINED && *logged != value {
                is_new |= !std::mem::replace(&mut self.seen.differs[item], true);
            }
        }
        if is_new && !self.is_open(block) {
            self.is_watched[block] = false;
            self.n_watched -= 1;
        }
    }
}

/// A hash table from keys to positions in the log, which can be cleared in constant time.
struct Table {
    entries: Vec<Entry>,
    round: u32,
    n_entries: usize,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    round: u32,
    place: u32,
}

impl Table {
    fn new() -> Self {
        Self { entries: vec![Entry::default(); 256], round: 1, n_entries: 0 }
    }

    fn clear(&mut self) {
        self.round += 1;
        self.n_entries = 0;
    }

    /// The position of `key`, which is `place` if it is new.
    fn find(&mut self, key: u64, place: u32) -> u32 {
        if self.n_entries * 2 > self.entries.len() {
            self.grow();
        }
        let mask = self.entries.len() - 1;
        let mut at = key as usize & mask;
        loop {
            let entry = &mut self.entries[at];
            if entry.round != self.round {
                *entry = Entry { key, round: self.round, place };
                self.n_entries += 1;
                return place;
            }
            if entry.key == key {
                return entry.place;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let larger = vec![Entry::default(); self.entries.len() * 4];
        let entries = std::mem::replace(&mut self.entries, larger);
        self.n_entries = 0;
        let round = self.round;
        for entry in entries.into_iter().filter(|entry| entry.round == round) {
            self.find(entry.key, entry.place);
        }
    }
}

/// A hash of `word`.
fn mixed(word: u64) -> u64 {
    let word = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word ^ word >> 32
}
