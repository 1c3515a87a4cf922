//! Lowering of `vector.shuffle` of vectors of different sizes, which targets do not support.

use rmlir::prelude::*;
use rmlir_vector::element::POISON_INDEX;
use rmlir_vector::{ShuffleOp, VectorType};

use super::of_benefit;
use crate::make::shuffle;

/// The pattern that pads both vectors to one size.
pub fn patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![same_size], benefit)
}

/// Pads the smaller vector with poison.
#[pattern]
fn same_size(op: ShuffleOp, rw: &mut Rewriter) -> Match {
    let operands = [op.v1(rw), op.v2(rw)];
    let parts = operands.map(|operand| VectorType::at(rw, operand));
    if parts.iter().any(|parts| parts.rank() != 1) {
        return rw.no_match(op, "not vectors of one dimension");
    }
    let [n1, n2] = parts.map(|parts| parts.n_elements());
    if n1 == n2 {
        return rw.no_match(op, "both are of one size");
    }
    let smaller = usize::from(n2 < n1);
    let (few, many) = (n1.min(n2), n1.max(n2));
    let places: Vec<i64> = (0..many).map(|place| if place < few { place } else { POISON_INDEX }).collect();
    let mut filled = operands;
    filled[smaller] = shuffle(rw, operands[smaller], operands[smaller], &places);
    let added = if smaller == 0 { many - few } else { 0 };
    let places: Vec<i64> =
        op.numbers(rw).into_iter().map(|place| if place >= n1 { place + added } else { place }).collect();
    let result = shuffle(rw, filled[0], filled[1], &places);
    rw.replace(op, [result])
}
