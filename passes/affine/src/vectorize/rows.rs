//! Whether vectors hold what the iterations access: elements in a row, and none after those of the last iteration.
//!
//! Upstream asks neither. Where it is not known how often a loop runs, memory is taken to end where the loop does, as
//! there: a vector that is written does not reach past the end of a memref.

use rmlir::affine::{AffineExpr, AffineMap};
use rmlir::prelude::*;
use rmlir_affine::trip_count::static_trip_count;
use rmlir_affine::{ForOp, StoreOp, access_of};

use crate::analysis::constraints::composed;

/// Loops with more iterations are not gone through one by one.
const MAX_ITERATIONS: i64 = 1 << 12;

/// The index of an access along one dimension of its memref, in a loop.
struct Moving<'b> {
    body: &'b Body<'b>,
    around: ForOp,
    /// The index, of the operands.
    index: AffineMap,
    operands: Vec<Value>,
    /// How many iterations the loop has, if that is known.
    count: Option<i64>,
}

/// Whether vectors of `size` iterations of `around` hold what access `op` accesses, which moves along dimension `dim` of
/// its memref.
pub fn vectors_fit(body: &Body, op: OpId, dim: usize, around: ForOp, size: i64) -> bool {
    let access = access_of(OpRef::new(body, op)).expect("a load or store is an access");
    let (map, operands) = composed(body, &access.map, &access.operands);
    let count = static_trip_count(body, around).map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    let moving = Moving { body, around, index: map.with_results([map.result(dim).clone()]), operands, count };
    let TypeData::MemRef { shape, .. } = body.ty(access.memref).data(body.cx()) else { return false };
    moving.is_in_rows(size) && (!OpRef::new(body, op).is::<StoreOp>() || moving.ends_in(shape[dim], size))
}

impl Moving<'_> {
    /// Whether the accesses of each vector are to elements in a row.
    fn is_in_rows(&self, size: i64) -> bool {
        let by = self.after(self.around.step_value(self.body)) - self.index.result(0).clone();
        if self.simplified(by).as_constant() == Some(1) {
            return true;
        }
        self.count.filter(|&count| count <= MAX_ITERATIONS).is_some_and(|count| {
            (1..count).filter(|at| at % size != 0).all(|at| match (self.at(at - 1), self.at(at)) {
                (Some(last), Some(this)) => last.checked_add(1) == Some(this),
                _ => false,
            })
        })
    }

    /// Whether the last vector has as many elements as there are iterations for it, before the end of the memref.
    fn ends_in(&self, extent: i64, size: i64) -> bool {
        let Some(count) = self.count.filter(|count| count % size != 0) else { return true };
        extent >= 0 && self.at(count).is_some_and(|end| end >= extent)
    }

    /// The index in iteration `at`, if that is known.
    fn at(&self, at: i64) -> Option<i64> {
        let first = self.around.constant_lower_bound(self.body)?;
        let value = first.checked_add(at.checked_mul(self.around.step_value(self.body))?)?;
        self.simplified(self.with_iv(|_| AffineExpr::constant(value))).as_constant()
    }

    /// The index after so many steps of one.
    fn after(&self, steps: i64) -> AffineExpr {
        self.with_iv(|iv| iv + AffineExpr::constant(steps))
    }

    /// The index with something else in place of the induction variable.
    fn with_iv(&self, other: impl Fn(AffineExpr) -> AffineExpr) -> AffineExpr {
        let iv = self.around.induction_var(self.body);
        let of = |(place, &operand): (u32, &Value)| match operand == iv {
            true => other(AffineExpr::dim(place)),
            false => AffineExpr::dim(place),
        };
        let dims: Vec<AffineExpr> = (0..self.index.n_dims()).zip(&self.operands).map(of).collect();
        self.index.result(0).replace_dims(&dims)
    }

    fn simplified(&self, expr: AffineExpr) -> AffineExpr {
        self.index.with_results([expr]).simplify().result(0).clone()
    }
}
