//! Lowering of contractions whose reduction dimensions have size 1 to arithmetic on vectors.

use rmlir::prelude::*;
use rmlir_vector::{ContractionOp, VectorType};

use super::arithmetic::multiply_and_combine;
use super::layout::Contraction;
use super::strategy::ContractLowering;
use crate::make::{broadcast, extract, transpose};
use crate::maskable::Lowered;

/// Lowers contractions without a mask.
pub(super) fn lower(op: ContractionOp, rw: &mut Rewriter, lowering: ContractLowering) -> Lowered {
    if lowering != ContractLowering::ParallelArith {
        return Err("it is not to become arithmetic");
    }
    let own = Contraction::of(rw, op);
    let types = [&own.lhs_type, &own.rhs_type];
    let is_long = |index: usize| own.reduced_dims(index).iter().any(|&dim| types[index].shape[dim] != 1);
    if is_long(0) || is_long(1) {
        return Err("a reduced dimension is longer than 1");
    }
    if !own.kind.supports(rw, own.lhs_type.element) {
        return Err("the kind is not for such elements");
    }
    let shape = own.result_type.shape(rw).unwrap_or_default().to_vec();
    let plans = [0, 1].map(|index| Plan::of(&own, index, &shape));
    let values = [own.lhs, own.rhs];
    let mut factors = values;
    for (index, plan) in plans.iter().enumerate().filter(|(_, plan)| !plan.added.is_empty()) {
        let ty = VectorType::fixed(&[&plan.added[..], &types[index].shape].concat(), types[index].element);
        factors[index] = broadcast(rw, ty.ty(rw), values[index]);
    }
    for (factor, plan) in factors.iter_mut().zip(&plans) {
        *factor = transpose(rw, *factor, &plan.order);
    }
    for (factor, plan) in factors.iter_mut().zip(&plans) {
        *factor = extract(rw, *factor, &vec![0; plan.n_reduced]);
    }
    let result = multiply_and_combine(rw, factors, Some(own.acc), own.kind, None);
    Ok(Some(result.expect("the kind was checked")))
}

/// The steps that give an operand the shape of the result: the added leading sizes, the order of dimensions then, and
/// the number of leading reduction dimensions.
struct Plan {
    added: Vec<i64>,
    order: Vec<i64>,
    n_reduced: usize,
}

impl Plan {
    fn of(own: &Contraction, index: usize, shape: &[i64]) -> Self {
        let reduced = own.reduced_dims(index);
        let n_added = (own.dims[2].len() + reduced.len()).saturating_sub(own.dims[index].len());
        let mut order: Vec<i64> = reduced.iter().map(|dim| (n_added + dim) as i64).collect();
        let mut added = Vec::new();
        for (place, &iterator) in own.dims[2].iter().enumerate() {
            match own.dim_of(index, iterator) {
                Some(dim) => order.push((n_added + dim) as i64),
                None => {
                    added.push(shape[place]);
                    order.push(added.len() as i64 - 1);
                }
            }
        }
        Self { added, order, n_reduced: reduced.len() }
    }
}
