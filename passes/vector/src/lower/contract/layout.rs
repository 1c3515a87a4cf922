//! The layout of a contraction, as given by its indexing maps.

use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_PARTS, may_unroll};
use rmlir_vector::{CombiningKind, ContractionOp, IteratorType, VectorType};

/// The operands and the layout of a contraction.
pub(super) struct Contraction {
    pub lhs: Value,
    pub rhs: Value,
    pub acc: Value,
    pub kind: CombiningKind,
    /// The iterators of the dimensions of both operands and of the result.
    pub dims: [Vec<usize>; 3],
    pub iterators: Vec<IteratorType>,
    pub lhs_type: VectorType,
    pub rhs_type: VectorType,
    pub result_type: Type,
}

impl Contraction {
    pub fn of(body: &Body, op: ContractionOp) -> Self {
        let view = OpRef::new(body, op.id());
        let mut dims: Vec<Vec<usize>> = ContractionOp::maps(view)
            .iter()
            .map(|map| (0..map.n_results()).filter_map(|dim| map.dim_position(dim)).map(|dim| dim as usize).collect())
            .collect();
        let mut next = || dims.remove(0);
        Self {
            lhs: op.lhs(body),
            rhs: op.rhs(body),
            acc: op.acc(body),
            kind: op.kind(body),
            dims: [next(), next(), next()],
            iterators: view.get(ContractionOp::iterator_types),
            lhs_type: VectorType::at(body, op.lhs(body)),
            rhs_type: VectorType::at(body, op.rhs(body)),
            result_type: body.ty(op.result(body)),
        }
    }

    /// An error if there are too many iterations for one operation on vectors of the last dimension each.
    pub fn check_parts(&self) -> Result<(), &'static str> {
        let size = |iterator: usize| {
            let of = |index: usize, vector: &VectorType| self.dim_of(index, iterator).map(|dim| vector.shape[dim]);
            of(0, &self.lhs_type).or_else(|| of(1, &self.rhs_type)).unwrap_or(1)
        };
        let sizes: Vec<i64> = (0..self.iterators.len().saturating_sub(1)).map(size).collect();
        if may_unroll(&sizes) { Ok(()) } else { Err(TOO_MANY_PARTS) }
    }

    /// Whether iterator `iterator` is a reduction.
    pub fn is_reduced(&self, iterator: usize) -> bool {
        self.iterators[iterator] == IteratorType::Reduction
    }

    /// Whether the dimensions of operands and result have these iterators.
    pub fn is(&self, layout: [&[usize]; 3]) -> bool {
        self.dims.iter().zip(layout).all(|(dims, wanted)| dims == wanted)
    }

    /// The reduction dimensions of operand `index`.
    pub fn reduced_dims(&self, index: usize) -> Vec<usize> {
        (0..self.dims[index].len()).filter(|&dim| self.is_reduced(self.dims[index][dim])).collect()
    }

    /// The dimension of `index` with this iterator.
    pub fn dim_of(&self, index: usize, iterator: usize) -> Option<usize> {
        self.dims[index].iter().position(|&dim| dim == iterator)
    }
}
