//! Whether vectors exactly cover the accesses of their iterations: contiguous elements, and none beyond those of the
//! last iteration.
//!
//! Upstream tests neither: it assumes that memory ends with the loop, so that a vector store does not exceed the end of
//! a memref. If that is unknown because the trip count is, the store needs a mask.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::prelude::*;
use rmlir_affine::analysis::constraints::{composed, constant_int};
use rmlir_affine::trip_count::{largest_divisor_of_trip_count, static_trip_count};
use rmlir_affine::{ForOp, StoreOp, access_of};
use rmlir_memref::{AllocOp, AllocaOp, DimOp};

/// Loops with more iterations are not enumerated.
const MAX_ITERATIONS: i64 = 1 << 12;

/// The index of an access along one dimension of its memref, in a loop.
struct Moving<'b> {
    body: &'b Body<'b>,
    around: ForOp,
    /// The index as a map over the operands.
    index: AffineMap,
    operands: Vec<Value>,
    /// The trip count of the loop, if it is known.
    count: Option<i64>,
}

/// The correspondence of vectors and an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// Vectors do not cover the accesses of the iterations.
    None,
    /// The last vector may extend beyond the last iteration, in bounds: a mask is needed.
    Masked,
    /// Vectors exactly cover the accesses, or elements beyond them are out of bounds of the memref.
    Whole,
}

/// Whether the last vector of `size` iterations may be partial.
pub fn may_be_partial(body: &Body, around: ForOp, size: i64) -> bool {
    !largest_divisor_of_trip_count(body, around).is_multiple_of(size as u64)
}

/// The correspondence of vectors of `size` iterations of `around` and access `op`, which varies along dimension `dim`
/// of its memref.
pub fn fit(body: &Body, op: OpId, dim: usize, around: ForOp, size: i64) -> Fit {
    let access = access_of(OpRef::new(body, op)).expect("a load or store is an access");
    let (map, operands) = composed(body, &access.map, &access.operands);
    let count = static_trip_count(body, around).map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    let moving = Moving { body, around, index: map.with_results([map.result(dim).clone()]), operands, count };
    let TypeData::MemRef { shape, .. } = body.ty(access.memref).data(body.cx()) else { return Fit::None };
    if !moving.is_in_rows(size) {
        return Fit::None;
    }
    let is_whole = !OpRef::new(body, op).is::<StoreOp>() || !may_be_partial(body, around, size);
    match count {
        _ if is_whole => Fit::Whole,
        Some(_) if moving.ends_in(shape[dim], size) => Fit::Whole,
        Some(_) => Fit::None,
        None if moving.ends_with(access.memref, dim) => Fit::Whole,
        None => Fit::Masked,
    }
}

/// Whether `value` is known to be the dynamic size of dimension `dim` of a memref.
fn is_size(body: &Body, value: Value, memref: Value, dim: usize) -> bool {
    let made_by = |value| body.defining_op(value).map(|op| OpRef::new(body, op));
    if let Some(size) = made_by(value).and_then(|op| op.cast::<DimOp>())
        && size.source(body) == memref
        && constant_int(body, size.index(body)) == Some(dim as i64)
    {
        return true;
    }
    let TypeData::MemRef { shape, .. } = body.ty(memref).data(body.cx()) else { return false };
    let n_before = shape[..dim].iter().filter(|&&size| size < 0).count();
    let is_allocation = |op: &OpRef| op.is::<AllocOp>() || op.is::<AllocaOp>();
    made_by(memref).filter(is_allocation).is_some_and(|op| op.operand(n_before).id == value)
}

impl Moving<'_> {
    /// Whether the accesses of each vector are contiguous.
    fn is_in_rows(&self, size: i64) -> bool {
        let by = self.after(self.around.step(self.body)) - self.index.result(0).clone();
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

    /// Whether the elements of the last vector beyond its iterations, if any, are out of bounds of the memref.
    fn ends_in(&self, extent: i64, size: i64) -> bool {
        let Some(count) = self.count.filter(|count| count % size != 0) else { return true };
        extent >= 0 && self.at(count).is_some_and(|end| end >= extent)
    }

    /// Whether the loop, of step 1, is known to end at the end of the memref.
    fn ends_with(&self, memref: Value, dim: usize) -> bool {
        if self.around.step(self.body) != 1 {
            return false;
        }
        let extent = self.body.ty(memref).shape(self.body.cx()).map_or(0, |shape| shape[dim]);
        if extent >= 0 {
            let end = self.around.constant_upper_bound(self.body).and_then(|upper| self.index_of(upper));
            return end.is_some_and(|end| end >= extent);
        }
        let (upper, operands) = self.around.upper_bound(self.body);
        let [end] = upper.results() else { return false };
        let is_bound_size = || match operands[..] {
            [size] => is_size(self.body, size, memref, dim),
            _ => false,
        };
        let is_plain = |expr: &AffineExpr| expr.as_dim().is_some() || expr.as_symbol().is_some();
        let iv = self.around.induction_var(self.body);
        let is_iv = self.index.result(0).as_dim().is_some_and(|place| self.operands[place as usize] == iv);
        is_iv && is_plain(end) && is_bound_size()
    }

    /// The index in iteration `at`, if it is known.
    fn at(&self, at: i64) -> Option<i64> {
        let first = self.around.constant_lower_bound(self.body)?;
        self.index_of(first.checked_add(at.checked_mul(self.around.step(self.body))?)?)
    }

    /// The index for the induction variable value `iv`, if it is known.
    fn index_of(&self, iv: i64) -> Option<i64> {
        self.simplified(self.with_iv(|_| AffineExpr::constant(iv))).as_constant()
    }

    /// The index after `steps` increments of the induction variable by 1.
    fn after(&self, steps: i64) -> AffineExpr {
        self.with_iv(|iv| iv + AffineExpr::constant(steps))
    }

    /// The index with the induction variable replaced.
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
