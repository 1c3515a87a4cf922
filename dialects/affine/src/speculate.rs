//! Speculatability: maps whose divisors are known to be positive. Conditions and bounds also must not be poison.
//!
//! Upstream speculates divisions by symbols, whose lowering is a division by an arbitrary integer.

use rmlir::affine_maps::{AffineExpr, AffineKind, BinaryKind};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::poison::is_never_poison;
use rmlir::core::speculate::{all_at_least, index_range};
use rmlir::prelude::*;

use crate::apply::ApplyOp;
use crate::for_op::ForOp;
use crate::if_op::IfOp;
use crate::linearize::DelinearizeIndexOp;
use crate::min_max::{MaxOp, MinOp};
use crate::parallel::ParallelOp;
use crate::syntax::map_prop;

/// The operands of expressions.
struct Inputs {
    dims: Vec<Value>,
    symbols: Vec<Value>,
}

impl Inputs {
    /// `n_dims` dimensions, then symbols.
    fn new<'a>(operands: impl IntoIterator<Item = ValueRef<'a>>, n_dims: u32) -> Self {
        let mut dims: Vec<Value> = value_ids(operands);
        let symbols = dims.split_off((n_dims as usize).min(dims.len()));
        Self { dims, symbols }
    }

    /// Whether all divisors in `expr` are known to be positive.
    fn divides(&self, body: &Body, expr: &AffineExpr) -> bool {
        let mut divides = true;
        expr.walk(&mut |expr: &AffineExpr| {
            if let AffineKind::Binary(BinaryKind::Mod | BinaryKind::FloorDiv | BinaryKind::CeilDiv, _, divisor) =
                expr.kind()
            {
                divides &= self.range(body, divisor).is_some_and(|(least, _)| least > 0);
            }
        });
        divides
    }

    /// The minimum and the maximum of `expr`; unknown for divisions.
    fn range(&self, body: &Body, expr: &AffineExpr) -> Option<(i64, i64)> {
        let of_value = |values: &[Value], at: u32| index_range(body, MixedIndex::Dynamic(*values.get(at as usize)?));
        match expr.kind() {
            AffineKind::Constant(number) => Some((number, number)),
            AffineKind::Dim(dim) => of_value(&self.dims, dim),
            AffineKind::Symbol(symbol) => of_value(&self.symbols, symbol),
            AffineKind::Binary(kind, lhs, rhs) => {
                let (a, b) = (self.range(body, lhs)?, self.range(body, rhs)?);
                match kind {
                    BinaryKind::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
                    BinaryKind::Mul if a.0 >= 0 && b.0 >= 0 => Some((a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?)),
                    _ => None,
                }
            }
        }
    }
}

/// Whether all divisors of the map in property `slot` are known to be positive, with operands `operands`.
fn is_defined<'a>(op: OpRef<'a>, slot: usize, operands: impl IntoIterator<Item = ValueRef<'a>>) -> bool {
    let map = map_prop(op, slot);
    let inputs = Inputs::new(operands, map.n_dims());
    map.results().iter().all(|result| inputs.divides(op.body, result))
}

fn recursive_if(is_speculatable: bool) -> Speculatability {
    if is_speculatable { Speculatability::Recursive } else { Speculatability::No }
}

/// Rows of `Op;`: operations whose results are those of a map.
macro_rules! of_map {
    ($($op:ident;)*) => {$(
        impl Speculatable for $op {
            fn speculatability(&self, op: OpRef) -> Speculatability {
                is_defined(op, $op::MAP, op.operands()).into()
            }
        }
        impl PoisonBehavior for $op {
            fn may_make_poison(&self, _: OpRef) -> bool {
                false
            }
        }
    )*};
}

of_map! {
    ApplyOp;
    MinOp;
    MaxOp;
}

impl Speculatable for DelinearizeIndexOp {
    fn speculatability(&self, op: OpRef) -> Speculatability {
        all_at_least(op.body, 1, DelinearizeIndexOp::from_id(op.id).effective_basis(op.body)).into()
    }
}

impl Speculatable for IfOp {
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let set = op.get(IfOp::condition);
        let inputs = Inputs::new(op.operands(), set.n_dims());
        let is_defined = || set.constraints().iter().all(|condition| inputs.divides(op.body, &condition.expr));
        recursive_if(op.operands().all(is_never_poison) && is_defined())
    }
}

impl Speculatable for ForOp {
    /// A loop with step 1 is known to terminate.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let bounds = [
            (ForOp::LOWER_BOUND_MAP, ForOp::LOWER_BOUND_OPERANDS_OPERAND),
            (ForOp::UPPER_BOUND_MAP, ForOp::UPPER_BOUND_OPERANDS_OPERAND),
        ];
        let is_known = |(map, operands)| {
            let operands = op.operand_field(operands);
            operands.iter().all(|&operand| is_never_poison(operand)) && is_defined(op, map, operands)
        };
        recursive_if(op.get(ForOp::step) == 1 && bounds.into_iter().all(is_known))
    }
}

impl Speculatable for ParallelOp {
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let body = op.body;
        let is_known = |(map, operands): (rmlir::affine_maps::AffineMap, Vec<Value>)| {
            let operands: Vec<ValueRef> = operands.into_iter().map(|operand| ValueRef::new(body, operand)).collect();
            let inputs = Inputs::new(operands.iter().copied(), map.n_dims());
            operands.iter().all(|&operand| is_never_poison(operand))
                && map.results().iter().all(|result| inputs.divides(body, result))
        };
        let loops = ParallelOp::from_id(op.id);
        recursive_if([loops.lower_bounds(body), loops.upper_bounds(body)].into_iter().all(is_known))
    }
}
