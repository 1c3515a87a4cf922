//! Lowering of `vector.step` of static size.

use rmlir::prelude::*;
use rmlir_arith::ConstantOp;
use rmlir_vector::place::{TOO_MANY_ELEMENTS, may_list};
use rmlir_vector::{StepOp, VectorType};

use super::of_benefit;

/// The pattern that creates a constant of the indices.
pub fn patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![to_constant], benefit)
}

#[pattern]
fn to_constant(op: StepOp, rw: &mut Rewriter) -> Match {
    let vector = VectorType::at(rw, op.result(rw));
    if vector.is_scalable() {
        return rw.no_match(op, "the size is not known");
    }
    if !may_list(&vector.shape) {
        return rw.no_match(op, TOO_MANY_ELEMENTS);
    }
    let numbers: Vec<Attr> = (0..vector.n_elements()).map(|number| rw.index_attr(number)).collect();
    let numbers = rmlir::core::dense::from_elements(rw, vector.ty(rw), &numbers);
    rw.replace_with(op, ConstantOp::build(numbers.expect("there are as many numbers as elements")));
    Match::Yes
}
