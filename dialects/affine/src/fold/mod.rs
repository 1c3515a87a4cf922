//! Folders: of maps of constants, of loops and conditionals in place, of memory accesses through casts, and of
//! delinearization and linearization.

mod index;
mod loops;
mod memory;

use rmlir::affine_maps::PartialFold;
use rmlir::prelude::*;

use crate::min_max::{MAP, MinOrMax};
use crate::syntax::map_attr;
use crate::{ApplyOp, MaxOp, MinOp};

/// The integers among `consts`.
fn integers(cx: &Context, consts: &[Option<Attr>]) -> Vec<Option<i64>> {
    consts.iter().map(|known| known.and_then(|attr| attr.as_i64(cx))).collect()
}

fn poison(cx: &Context) -> Attr {
    rmlir_ub::Poison::get(cx).attr()
}

/// Folds a map that is just an input to that operand, and a constant result to a constant.
#[fold(ApplyOp)]
pub(crate) fn fold_apply(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = ApplyOp::from_id(cx.op());
    let map = op.affine_map(cx);
    let Some(expr) = map.results().first() else { return Fold::No };
    let input = expr.as_dim().or_else(|| expr.as_symbol().map(|symbol| map.n_dims() + symbol));
    if let Some(input) = input {
        return Fold::value(cx.operand(cx.op(), input as usize));
    }
    let PartialFold { constants, is_poison, .. } = map.partial_constant_fold(&integers(cx, consts));
    if is_poison {
        return Fold::attr(poison(cx));
    }
    match constants.as_deref() {
        Some([value]) => Fold::attr(cx.index_attr(*value)),
        _ => Fold::No,
    }
}

#[fold(MinOp)]
pub(crate) fn fold_min(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    fold_min_or_max(MinOp::from_id(cx.op()), cx, consts)
}

#[fold(MaxOp)]
pub(crate) fn fold_max(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    fold_min_or_max(MaxOp::from_id(cx.op()), cx, consts)
}

/// Folds constant results in the map; if all are constant, so is the result.
fn fold_min_or_max<T: MinOrMax>(op: T, cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let map = op.affine_map(cx).clone();
    let folded = map.partial_constant_fold(&integers(cx, consts));
    if folded.map.n_symbols() == 1 && folded.map.is_symbol_identity() {
        return Fold::value(cx.operand(cx.op(), 0));
    }
    match folded.constants.filter(|constants| !constants.is_empty()) {
        Some(constants) => {
            let found = if T::IS_MAX { constants.iter().max() } else { constants.iter().min() };
            found.map(|&value| cx.index_attr(value)).into()
        }
        None if folded.map == map => Fold::No,
        None => {
            let map = map_attr(cx, folded.map);
            cx.set_prop(MAP, map);
            Fold::InPlace
        }
    }
}
