//! The order in which the analysis decides about operands.

use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{Heuristic, State, has_tensor_semantics, is_tensor};
use rustc_hash::FxHashSet;

/// All operations of `body` in postorder, its root last.
pub(super) fn post_order(body: &Body) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| found.push(op));
    // Operations with nested bodies are analyzed there.
    found.retain(|&op| body.nested(op).is_none());
    found
}

/// The operations with tensors, in the order of the heuristic.
pub(super) fn ordered(body: &Body, state: &State) -> Vec<OpId> {
    let has_tensors = |op: &OpId| has_tensor_semantics(OpRef::new(body, *op), state.session);
    let mut ops: Vec<OpId> = post_order(body).into_iter().filter(has_tensors).collect();
    match state.session.options.heuristic {
        Heuristic::TopDown => {}
        Heuristic::BottomUp => ops.reverse(),
        Heuristic::BottomUpFromTerminators => return from_terminators(body, state),
        Heuristic::Fuzzer => shuffle(&mut ops, state.session.options.seed),
    }
    ops
}

/// Terminators of regions, each with the backward slice of its operands; then the other operations in reverse.
fn from_terminators(body: &Body, state: &State) -> Vec<OpId> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for end in post_order(body) {
        let view = OpRef::new(body, end);
        let passes_on = view.has(TraitSet::RETURN_LIKE) || view.interface::<dyn RegionBranchTerminator>().is_some();
        if !passes_on || !seen.insert(end) {
            continue;
        }
        found.push(end);
        let Some(region) = body.parent_region(end) else { continue };
        let is_result = |value: &Value| is_tensor(body, body.ty(*value)) && body.defining_op(*value).is_some();
        let mut work: Vec<Value> = body.operands(end).filter(is_result).collect();
        while let Some(value) = work.pop() {
            let Some(op) = body.defining_op(value) else { continue };
            if !seen.insert(op) {
                continue;
            }
            found.push(op);
            if !body.block_of(op).is_some_and(|block| body.region_contains_block(region, block)) {
                continue;
            }
            let aliases = state.aliasing_operands(ValueRef::new(body, value));
            work.extend(aliases.into_iter().map(|alias| alias.operand.value(body)).filter(is_result));
        }
    }
    let rest = body.ops_under(body.root()).into_iter().rev();
    let rest = rest.filter(|op| body.nested(*op).is_none() && !seen.contains(op));
    found.extend(rest.filter(|op| has_tensor_semantics(OpRef::new(body, *op), state.session)));
    found
}

/// Shuffles as upstream does, with the same generator.
fn shuffle(ops: &mut [OpId], seed: u32) {
    let mut numbers = MersenneTwister::new(seed);
    for first in 0..ops.len().saturating_sub(1) {
        let n_left = (ops.len() - first) as u32;
        ops.swap(first, first + (numbers.next_number() % n_left) as usize);
    }
}

/// The generator MT19937 (Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8(1), 1998).
struct MersenneTwister {
    words: Vec<u32>,
    at: usize,
}

/// The number of state words (`n` in the paper).
const N_WORDS: usize = 624;
/// The distance of combined words (`m` in the paper).
const DISTANCE: usize = 397;

impl MersenneTwister {
    fn new(seed: u32) -> Self {
        let mut words = vec![seed];
        for index in 1..N_WORDS {
            let before = words[index - 1];
            words.push((before ^ (before >> 30)).wrapping_mul(1_812_433_253).wrapping_add(index as u32));
        }
        Self { words, at: N_WORDS }
    }

    fn next_number(&mut self) -> u32 {
        if self.at == N_WORDS {
            self.twist();
        }
        let mut word = self.words[self.at];
        self.at += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    fn twist(&mut self) {
        for index in 0..N_WORDS {
            let joined = (self.words[index] & 0x8000_0000) | (self.words[(index + 1) % N_WORDS] & 0x7fff_ffff);
            let factor = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.words[index] = self.words[(index + DISTANCE) % N_WORDS] ^ (joined >> 1) ^ factor;
        }
        self.at = 0;
    }
}
