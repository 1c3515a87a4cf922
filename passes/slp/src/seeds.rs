//! Consecutive stores of a block, whose stored values are vectorized if possible.

use rmlir::prelude::*;
use rmlir_memref::StoreOp;
use rustc_hash::FxHashMap;

use crate::place::{Place, Row};

/// Stores to consecutive elements, first element first.
pub type Seed = Vec<OpId>;

/// The longest sequences of consecutive stores in `block`, at least two each. A second store to an element starts a new
/// sequence.
pub fn seeds(body: &Body, block: BlockId) -> Vec<Seed> {
    let mut found = Vec::new();
    let mut open: Vec<Vec<(i64, OpId)>> = Vec::new();
    let mut numbers: FxHashMap<(Row, Type), usize> = FxHashMap::default();
    for op in body.ops(block).filter(|&op| OpRef::new(body, op).is::<StoreOp>()) {
        let Some(Place { row, offset }) = Place::of(body, op) else { continue };
        let ty = body.ty(body.operand(op, 0));
        let key = (row, ty);
        let number = numbers.get(&key).copied();
        let is_again = number.is_some_and(|number| open[number].iter().any(|&(other, _)| other == offset));
        match number.filter(|_| !is_again) {
            Some(number) => open[number].push((offset, op)),
            None => {
                numbers.insert(key, open.len());
                open.push(vec![(offset, op)]);
            }
        }
    }
    for mut stores in open {
        stores.sort_by_key(|&(offset, _)| offset);
        for run in stores.chunk_by(|a, b| a.0.checked_add(1) == Some(b.0)).filter(|run| run.len() > 1) {
            found.push(run.iter().map(|&(_, op)| op).collect());
        }
    }
    found
}
