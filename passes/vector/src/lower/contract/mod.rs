//! Lowering of `vector.contract`: one parallel or reduction dimension at a time, down to a dot product; or directly to
//! outer products, dot products or arithmetic.
//!
//! Files: `layout` has the layout given by the maps; `progressive` lowers one dimension at a time; `outer`, `dot` and
//! `elementwise` are direct.

mod dot;
mod elementwise;
mod layout;
mod outer;
mod progressive;

use rmlir::prelude::*;
use rmlir_arith::{AddFOp, AddIOp, MulFOp, MulIOp};
use rmlir_vector::{CombiningKind, FMAOp};

use crate::make::{combine, select_passthru};
use crate::maskable::maskable;

/// The lowering strategy of `vector.contract`.
#[attr(int = 32)]
pub enum ContractLowering {
    /// Dot products of rows and columns.
    Dot,
    /// An LLVM intrinsic for matrix multiplication.
    #[case("llvmintr")]
    LlvmIntr,
    /// Outer products, one for each iteration of the reduction.
    #[case("outerproduct")]
    OuterProduct,
    /// Arithmetic on vectors, where reduction dimensions have size 1.
    #[case("parallelarith")]
    ParallelArith,
}

/// The patterns for contractions, with those for outer products.
pub fn patterns(lowering: ContractLowering, benefit: u16, disable_outer_product: bool) -> PatternSet {
    let mut set = PatternSet::new();
    if !disable_outer_product {
        set.extend(super::outer_product::patterns(benefit));
    }
    set.add(maskable("ContractionOpLowering", benefit, move |op, mask, rw| progressive::lower(op, mask, rw, lowering)));
    set.add(maskable("ContractionOpToOuterProductOpLowering", benefit, move |op, mask, rw| {
        outer::lower(op, mask, rw, lowering)
    }));
    set
}

/// The sum of two scalars, or vectors.
fn add(rw: &mut Rewriter, lhs: Value, rhs: Value, is_integer: bool) -> Value {
    if is_integer { rw.value(AddIOp::build(lhs, rhs)) } else { rw.value(AddFOp::build(lhs, rhs)) }
}

/// The product of two scalars, or vectors.
fn multiply(rw: &mut Rewriter, lhs: Value, rhs: Value, is_integer: bool) -> Value {
    if is_integer { rw.value(MulIOp::build(lhs, rhs)) } else { rw.value(MulFOp::build(lhs, rhs)) }
}

/// The product combined with `acc`, if there is one and the kind supports such elements; lanes of `acc` that are not
/// set in `mask` are unchanged.
pub(super) fn multiply_and_combine(
    rw: &mut Rewriter,
    [lhs, rhs]: [Value; 2],
    acc: Option<Value>,
    kind: CombiningKind,
    mask: Option<Value>,
) -> Option<Value> {
    let ty = rw.ty(lhs).element_or_self(rw);
    let is_integer = ty.is_index() || ty.is_integer(rw);
    if !kind.supports(rw, ty) {
        return None;
    }
    let Some(acc) = acc else { return Some(multiply(rw, lhs, rhs, is_integer)) };
    if !is_integer && kind == CombiningKind::Add && rw.ty(acc).is_vector(rw) {
        let sum = rw.value(FMAOp::build(lhs, rhs, acc));
        return Some(select_passthru(rw, mask, sum, acc));
    }
    let product = multiply(rw, lhs, rhs, is_integer);
    Some(combine(rw, kind, product, acc, None, mask))
}
