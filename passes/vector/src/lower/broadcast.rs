//! Lowering of `vector.broadcast` of vectors. That of scalars is simple enough for targets.

use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_rows};
use rmlir_vector::{BroadcastOp, VectorType};

use super::of_benefit;
use crate::make::{broadcast, extract, insert, poison};

/// The pattern that lowers to broadcasts of scalars.
pub fn patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![lower], benefit)
}

/// Lowers one dimension at a time: a new leading one, or one stretched from size 1.
#[pattern]
fn lower(op: BroadcastOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let to = VectorType::at(rw, op.vector(rw));
    let ty = to.ty(rw);
    let Some(from) = VectorType::of(rw, rw.ty(source)) else { return rw.no_match(op, "a scalar is broadcast") };
    if from.rank() <= 1 && to.rank() == 1 && from.n_elements() == 1 && !from.is_scalable() {
        let element = extract(rw, source, &vec![0; from.rank()]);
        rw.replace_with(op, BroadcastOp::build(ty, element));
        return Match::Yes;
    }
    let Some(rows) = unrolled_rows(&to.shape) else { return rw.no_match(op, TOO_MANY_PARTS) };
    let part = to.slice_type(rw, 1);
    if from.rank() < to.rank() {
        let once = broadcast(rw, part, source);
        let result = poison(rw, ty);
        let result = rows.fold(result, |result, at| insert(rw, once, result, &[at]));
        return rw.replace(op, [result]);
    }
    let Some(stretched) = (0..to.rank()).find(|&dim| from.shape[dim] != to.shape[dim]) else {
        return rw.replace(op, [source]);
    };
    if stretched != 0 && to.scalable[0] {
        return rw.no_match(op, "a scalable dimension cannot be unrolled");
    }
    let mut result = poison(rw, ty);
    let mut once = None;
    for at in rows {
        let value = match once.filter(|_| stretched == 0) {
            Some(value) => value,
            None => {
                let value = extract(rw, source, &[at]);
                broadcast(rw, part, value)
            }
        };
        once = Some(value);
        result = insert(rw, value, result, &[at]);
    }
    rw.replace(op, [result])
}
