//! Casts between `index` and integers, and comparison.
#![allow(non_upper_case_globals)] // The names of constraints are upstream's.

use rmlir::core::constraints::{AnyInteger, I1, Index};
use rmlir::core::interfaces::{CastOp, verify_cast};
use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;
use rmlir_arith::CmpIPredicate;

static IntegerOrIndex: TypeConstraint =
    TypeConstraint::new("integer or index", |cx, ty| ty.is_index() || (AnyInteger.check)(cx, ty));

/// Casts between `index` and an integer.
#[op_class(traits(Pure), interfaces(InferIntRange, CastOp), fold, eval, verify = verify_cast,
           format = "$input attr-dict `:` type($input) `to` type($output)")]
struct Cast {
    #[operand]
    input: IntegerOrIndex,
    #[result]
    output: IntegerOrIndex,
}

/// Casts between `index` and an integer, with sign extension.
///
/// ```mlir
/// %0 = index.casts %a : index to i32
/// ```
#[op(name = "index.casts", classes(Cast))]
pub struct CastSOp;

/// Casts between `index` and an integer, with zero extension.
#[op(name = "index.castu", classes(Cast))]
pub struct CastUOp;

impl CastOp for CastSOp<()> {
    fn compatible(&self, _cx: &Context, from: &[Type], to: &[Type]) -> bool {
        is_to_or_from_index(from, to)
    }
}

impl CastOp for CastUOp<()> {
    fn compatible(&self, _cx: &Context, from: &[Type], to: &[Type]) -> bool {
        is_to_or_from_index(from, to)
    }
}

fn is_to_or_from_index(from: &[Type], to: &[Type]) -> bool {
    matches!((from, to), ([from], [to]) if from.is_index() != to.is_index())
}

/// The predicate of a comparison of indices.
#[attr(
    name = "index.cmp_predicate",
    called = "::mlir::index::IndexCmpPredicate",
    summary = "index comparison predicate kind",
    format = "$value"
)]
pub enum CmpPredicate {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Signed less than.
    Slt,
    /// Signed less than or equal.
    Sle,
    /// Signed greater than.
    Sgt,
    /// Signed greater than or equal.
    Sge,
    /// Unsigned less than.
    Ult,
    /// Unsigned less than or equal.
    Ule,
    /// Unsigned greater than.
    Ugt,
    /// Unsigned greater than or equal.
    Uge,
}

impl From<CmpPredicate> for CmpIPredicate {
    fn from(predicate: CmpPredicate) -> Self {
        match predicate {
            CmpPredicate::Eq => Self::Eq,
            CmpPredicate::Ne => Self::Ne,
            CmpPredicate::Slt => Self::Slt,
            CmpPredicate::Sle => Self::Sle,
            CmpPredicate::Sgt => Self::Sgt,
            CmpPredicate::Sge => Self::Sge,
            CmpPredicate::Ult => Self::Ult,
            CmpPredicate::Ule => Self::Ule,
            CmpPredicate::Ugt => Self::Ugt,
            CmpPredicate::Uge => Self::Uge,
        }
    }
}

/// Compares two indices.
///
/// ```mlir
/// %0 = index.cmp slt(%a, %b)
/// ```
#[op(
    name = "index.cmp",
    traits(Pure),
    interfaces(InferIntRange),
    fold,
    eval,
    canonicalize,
    format = "`` $pred `(` $lhs `,` $rhs `)` attr-dict"
)]
pub struct CmpOp {
    #[prop]
    pred: CmpPredicate,
    #[operand]
    lhs: Index,
    #[operand]
    rhs: Index,
    #[result(fixed)]
    result: I1,
}

impl CmpOp {
    /// The predicate as one of `arith`.
    pub(crate) fn predicate(self, body: &Body) -> CmpIPredicate {
        self.pred(body).into()
    }
}
