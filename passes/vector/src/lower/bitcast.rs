//! Lowering of `vector.bitcast` of vectors of several dimensions.

use rmlir::prelude::*;
use rmlir_vector::{BitCastOp, VectorType};

use super::unroll::leading_positions;
use crate::make::{extract, insert, poison};

/// The pattern that unrolls casts to vectors of at most `target_rank` dimensions.
pub fn patterns(target_rank: usize, benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    let apply = move |op: BitCastOp, rw: &mut Rewriter| unroll(op, rw, target_rank);
    set.add(Pattern::of("UnrollBitCastOp", apply).benefit(benefit));
    set
}

fn unroll(op: BitCastOp, rw: &mut Rewriter, target_rank: usize) -> Match {
    let vector = VectorType::at(rw, op.result(rw));
    let Some(positions) = leading_positions(&vector, target_rank) else {
        return rw.no_match(op, "there is no dimension to unroll");
    };
    let source = op.source(rw);
    let part = vector.drop_front(positions[0].len()).ty(rw);
    let mut result = poison(rw, vector.ty(rw));
    for position in positions {
        let value = extract(rw, source, &position);
        let cast = rw.value(BitCastOp::build(part, value));
        result = insert(rw, cast, result, &position);
    }
    rw.replace(op, [result])
}
