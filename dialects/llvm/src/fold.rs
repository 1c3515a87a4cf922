//! Folders.

use rmlir::core::cycle::CycleGuard;
use rmlir::prelude::*;

use crate::attrs::enums::ICmpPredicate;
use crate::attrs::misc::{DSOLocalEquivalentAttr, ZeroAttr, poison_attr, undef_attr, zero_attr};
use crate::ops::aggregate::{ExtractValueOp, InsertValueOp, ShuffleVectorOp};
use crate::ops::arith::{ICmpOp, OrOp, ShlOp};
use crate::ops::cast::{AddrSpaceCastOp, BitcastOp, ZExtOp};
use crate::ops::constant::{AddressOfOp, BlockAddressOp, ConstantOp, DSOLocalEquivalentOp, PoisonOp, UndefOp, ZeroOp};
use crate::ops::memory::{AllocaOp, GEPOp};

fn result_type(cx: &FoldCx) -> Type {
    cx.ty(cx.result(cx.op(), 0))
}

#[fold(ConstantOp)]
fn constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), ConstantOp::VALUE).into()
}

#[fold(UndefOp)]
fn undef(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    Fold::attr(undef_attr(cx))
}

#[fold(PoisonOp)]
fn poison(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    Fold::attr(poison_attr(cx))
}

#[fold(ZeroOp)]
fn zero(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    Fold::attr(zero_attr(cx, result_type(cx)))
}

#[fold(AddressOfOp)]
fn addressof(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), AddressOfOp::GLOBAL_NAME).into()
}

#[fold(BlockAddressOp)]
fn blockaddress(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), BlockAddressOp::BLOCK_ADDR).into()
}

#[fold(DSOLocalEquivalentOp)]
fn dso_local_equivalent(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let name = cx.symbol_ref(DSOLocalEquivalentOp::from_id(cx.op()).function_name(cx));
    Fold::attr(DSOLocalEquivalentAttr::get(cx, name).attr())
}

fn integer(cx: &Context, consts: &[Option<Attr>], index: usize) -> Option<ApInt> {
    consts.get(index).copied().flatten()?.as_integer(cx).map(|(value, _)| value.clone())
}

#[fold(OrOp)]
fn or(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let (Some(lhs), Some(rhs)) = (integer(cx, consts, 0), integer(cx, consts, 1)) else { return Fold::No };
    Fold::attr(cx.apint_attr(result_type(cx), lhs.or(&rhs)))
}

/// A shift by the bit width or more is not folded.
#[fold(ShlOp)]
fn shl(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let (Some(lhs), Some(rhs)) = (integer(cx, consts, 0), integer(cx, consts, 1)) else { return Fold::No };
    if rhs.zext_value().is_none_or(|amount| amount >= lhs.width().into()) {
        return Fold::No;
    }
    Fold::attr(cx.apint_attr(result_type(cx), lhs.shl_by(&rhs)))
}

#[fold(ZExtOp)]
fn zext(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let ty = result_type(cx);
    let (Some(value), Some(width)) = (integer(cx, consts, 0), ty.int_width(cx)) else { return Fold::No };
    Fold::attr(cx.apint_attr(ty, value.zext(width)))
}

impl Folder for BitcastOp {
    fn fold(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
        same_or_twice::<Self>(cx)
    }
}

impl Folder for AddrSpaceCastOp {
    fn fold(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
        same_or_twice::<Self>(cx)
    }
}

/// Folds a cast to the operand's own type, and a cast of a cast by the same operation.
fn same_or_twice<T: Op>(cx: &mut FoldCx) -> Fold {
    let (operand, ty) = (cx.operand(cx.op(), 0), result_type(cx));
    if cx.ty(operand) == ty {
        return Fold::value(operand);
    }
    let before = cx.defining_op(operand).filter(|&def| OpRef::new(cx, def).is::<T>());
    let Some(source) = before.map(|before| cx.operand(before, 0)) else { return Fold::No };
    if cx.ty(source) == ty {
        return Fold::value(source);
    }
    cx.set_operand(0, source);
    Fold::InPlace
}

/// Equal operands compare equal; the address of stack memory is not null.
#[fold(ICmpOp)]
fn icmp(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = ICmpOp::from_id(cx.op());
    let is_eq = match op.predicate(cx) {
        ICmpPredicate::Eq => true,
        ICmpPredicate::Ne => false,
        _ => return Fold::No,
    };
    let (lhs, rhs) = (op.lhs(cx), op.rhs(cx));
    if lhs == rhs {
        return Fold::attr(bool_attr(cx, is_eq));
    }
    if cx.defined_by::<AllocaOp>(lhs).is_some() && cx.defined_by::<ZeroOp>(rhs).is_some() {
        return Fold::attr(bool_attr(cx, !is_eq));
    }
    if cx.defined_by::<ZeroOp>(lhs).is_some() && cx.defined_by::<AllocaOp>(rhs).is_some() {
        cx.set_operands(&[rhs, lhs]);
        return Fold::InPlace;
    }
    Fold::No
}

fn bool_attr(cx: &FoldCx, value: bool) -> Attr {
    let ty = result_type(cx);
    rmlir_arith::elements::splat_attr(cx, ty, cx.bool_attr(value))
}

/// Folds a shuffle of a one-element vector that selects that element.
#[fold(ShuffleVectorOp)]
fn shufflevector(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = ShuffleVectorOp::from_id(cx.op());
    let first = op.v1(cx);
    let is_single = cx.ty(first).n_elements(cx) == Some(1);
    if is_single && op.mask(cx) == [0] { Fold::value(first) } else { Fold::No }
}

/// Constants of more bits stay operands, as in upstream, whose packed representation of indices has 29 bits.
const CONSTANT_INDEX_BITS: u32 = 29;

/// Constant operands become constant indices.
#[fold(GEPOp)]
fn getelementptr(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = cx.op();
    let base = cx.operand(op, 0);
    let raw = GEPOp::raw_indices(OpRef::new(cx, op));
    let known = |index: usize| integer(cx, consts, index);
    let is_zero = match raw[..] {
        [GEPOp::DYNAMIC] => known(1).is_some_and(|value| value.is_zero()),
        [only] => only == 0,
        _ => false,
    };
    if is_zero && cx.ty(base) == result_type(cx) {
        return Fold::value(base);
    }
    let (mut indices, mut operands) = (Vec::new(), vec![base]);
    let mut next = 1;
    for index in raw {
        if index != GEPOp::DYNAMIC {
            indices.push(index as i32);
            continue;
        }
        let constant = known(next).filter(|value| value.min_signed_bits() <= CONSTANT_INDEX_BITS);
        match constant.and_then(|value| value.sext_value()) {
            Some(value) => indices.push(value as i32),
            None => {
                indices.push(i32::MIN);
                operands.push(cx.operand(op, next));
            }
        }
        next += 1;
    }
    if operands.len() == next {
        return Fold::No;
    }
    cx.set_operands(&operands);
    let indices = cx.i32_array(&indices);
    cx.set_prop(GEPOp::RAW_CONSTANT_INDICES, indices);
    Fold::InPlace
}

/// Folds extraction from an extracted member, from a constant, or from a container with an inserted member.
#[fold(ExtractValueOp)]
fn extractvalue(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = ExtractValueOp::from_id(cx.op());
    let (container, wanted) = (op.container(cx), op.position(cx));
    if let Some(outer) = cx.defined_by::<ExtractValueOp>(container) {
        let mut all = outer.position(cx);
        all.extend(wanted);
        let source = outer.container(cx);
        let all = cx.i64_array(&all);
        cx.set_prop(ExtractValueOp::POSITION, all);
        cx.set_operand(0, source);
        return Fold::InPlace;
    }
    if let Some(constant) = consts.first().copied().flatten() {
        let found = wanted.iter().try_fold(constant, |attr, &index| element_at(cx, attr, index));
        return found.into();
    }
    through_insertions(cx, container, &wanted)
}

fn element_at(cx: &Context, attr: Attr, index: i64) -> Option<Attr> {
    let index = usize::try_from(index).ok()?;
    if let Some(elements) = attr.as_array(cx) {
        return elements.get(index).copied();
    }
    if let Some(ty) = attr.ty(cx).filter(|ty| ty.is_shaped(cx)) {
        let is_vector = ty.shape(cx).is_some_and(|shape| shape.len() == 1);
        return is_vector.then(|| attr.dense_elements(cx)).flatten()?.get(index).copied();
    }
    let is_filler = attr == undef_attr(cx) || attr == poison_attr(cx) || attr == ZeroAttr::get(cx).attr();
    is_filler.then_some(attr)
}

/// Walks the chain of insertions into other members, and into members that contain the extracted one, until an
/// insertion determines the result. Otherwise the insertions into other members are skipped.
fn through_insertions(cx: &mut FoldCx, start: Value, mut wanted: &[i64]) -> Fold {
    let n_levels = wanted.len();
    let (mut container, mut whole) = (start, start);
    let mut guard = CycleGuard::default();
    while let Some(insert) = cx.defined_by::<InsertValueOp>(container) {
        if !guard.goes_on(container) {
            return Fold::No;
        }
        let inserted = insert.position(cx);
        if let Some(inside) = wanted.strip_prefix(inserted.as_slice()) {
            container = insert.value(cx);
            wanted = inside;
            if wanted.is_empty() {
                return Fold::value(container);
            }
            continue;
        }
        if inserted.starts_with(wanted) {
            // The insertion overwrites only a part of the extracted member.
            break;
        }
        container = insert.container(cx);
        if wanted.len() == n_levels {
            whole = container;
        }
    }
    if whole == start {
        return Fold::No;
    }
    cx.set_operand(0, whole);
    Fold::InPlace
}
