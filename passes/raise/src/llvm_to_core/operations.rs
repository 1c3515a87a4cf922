//! Operations that become one operation of `arith`, `math` or `ub`.

use rmlir::core::params::store_enum;
use rmlir::prelude::*;
use rmlir_arith::{CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, IntegerOverflowFlags};
use rmlir_conversion::llvm_common::one_to_one::{Attributes, Row, arith_fast_math};
use rmlir_llvm::attrs::enums::FastmathFlags;
use rmlir_llvm::ops::arith::{FCmpOp, ICmpOp, OrOp};
use rmlir_llvm::ops::cast::{FPTruncOp, UIToFPOp, ZExtOp};
use rmlir_llvm::ops::constant::{ConstantOp, PoisonOp, ZeroOp};
use rustc_hash::FxHashMap;

use super::replace::replace;

/// The counterparts of operations of LLVM, by name: the tables of the conversions to LLVM, read from right to left.
pub(super) struct Operations {
    by_name: FxHashMap<OpName, (OpName, Attributes)>,
}

impl Operations {
    pub(super) fn new(cx: &Context) -> Self {
        let rows = [rmlir_conversion::arith_to_llvm::ROWS, rmlir_conversion::math_to_llvm::ROWS].concat();
        let names = |&(core, llvm, attributes, _): &Row| (cx.op_name(llvm), (cx.op_name(core), attributes));
        Self { by_name: rows.iter().map(names).collect() }
    }

    /// Replaces `op` if all its types are numbers, or vectors of them, and it has a counterpart.
    pub(super) fn raise(&self, rw: &mut Rewriter, op: OpId) {
        let cx = rw.cx();
        if !rw.operand_types(op).chain(rw.result_types(op)).all(|ty| is_numeric(cx, ty)) {
            return;
        }
        if let Some(state) = special(rw, op).or_else(|| self.same(rw, op)) {
            replace(rw, op, state);
        }
    }

    /// The counterpart with the same operands. Flags that it lacks are dropped: they only add undefined behavior.
    fn same(&self, rw: &Rewriter, op: OpId) -> Option<OpState> {
        let &(name, attributes) = self.by_name.get(&rw.name(op))?;
        let mut state = plain(rw, op, name);
        let cx = rw.cx();
        match attributes {
            Attributes::Same => {}
            Attributes::FastMath => {
                let flags = rw.attr(op, "fastmathFlags").and_then(|attr| FastmathFlags::from_attr(cx, attr))?;
                state.set_attr(cx, "fastmath", arith_fast_math(flags).attr(cx));
            }
            Attributes::Overflow => {
                let bits = rw.attr(op, "overflowFlags").and_then(|attr| attr.as_i64(cx))?;
                let flags = IntegerOverflowFlags::from_value(bits as u64)?;
                state.set_attr(cx, "overflowFlags", flags.attr(cx));
            }
        }
        Some(state)
    }
}

/// Numbers that `arith` computes with, and vectors of them.
fn is_numeric(cx: &Context, ty: Type) -> bool {
    let element = if ty.is_vector(cx) { ty.element_or_self(cx) } else { ty };
    element.int_width(cx).is_some() || element.float_kind(cx).is_some()
}

/// `name` with the operands and result types of `op`.
fn plain(rw: &Rewriter, op: OpId, name: OpName) -> OpState {
    let operands: Vec<Value> = rw.operands(op).collect();
    let types: Vec<Type> = rw.result_types(op).collect();
    OpState::new(name).operands(&operands).results(&types)
}

/// Operations whose counterpart depends on a flag, and those with an attribute of another kind.
fn special(rw: &Rewriter, op: OpId) -> Option<OpState> {
    let (cx, view) = (rw.cx(), OpRef::new(rw, op));
    let named = |name| Some(plain(rw, op, cx.op_name(name)));
    match () {
        // Poison if the operand is negative, so both extensions are refinements. Sign extensions are affine.
        () if view.is::<ZExtOp>() && view.get(ZExtOp::nonNeg) => named(rmlir_arith::ExtSIOp::NAME),
        () if view.is::<UIToFPOp>() && view.get(UIToFPOp::nonNeg) => named(rmlir_arith::SIToFPOp::NAME),
        // Without a rounding mode both round to nearest.
        () if view.is::<FPTruncOp>() => named(rmlir_arith::TruncFOp::NAME),
        // Without a carry it is a sum, which cannot overflow.
        () if view.is::<OrOp>() && view.get(OrOp::isDisjoint) => {
            let mut state = named(rmlir_arith::AddIOp::NAME)?;
            let flags = IntegerOverflowFlags::NoSignedWrap.union(IntegerOverflowFlags::NoUnsignedWrap);
            state.set_attr(cx, "overflowFlags", flags.attr(cx));
            Some(state)
        }
        () if view.is::<ICmpOp>() => {
            let predicate = CmpIPredicate::from_value(view.get(ICmpOp::predicate).value())?;
            Some(CmpIOp::build(view.operand(0).id, view.operand(1).id, predicate.attr(cx)).finish(cx))
        }
        () if view.is::<FCmpOp>() => {
            let predicate = CmpFPredicate::from_value(view.get(FCmpOp::predicate).value())?;
            let mut state = CmpFOp::build(view.operand(0).id, view.operand(1).id, store_enum(cx, predicate)).finish(cx);
            state.set_attr(cx, "fastmath", arith_fast_math(view.get(FCmpOp::fastmathFlags)).attr(cx));
            Some(state)
        }
        () if view.is::<PoisonOp>() => Some(rmlir_ub::PoisonOp::build(view.result(0).ty()).finish(cx)),
        () if view.is::<ConstantOp>() => constant(view, view.get(ConstantOp::value)),
        () if view.is::<ZeroOp>() => constant(view, cx.zero_attr(view.result(0).ty())?),
        () => None,
    }
}

/// A constant of `arith`, if the attribute has the type of the result.
fn constant(op: OpRef, value: Attr) -> Option<OpState> {
    let cx = op.cx();
    (value.ty(cx) == Some(op.result(0).ty())).then(|| rmlir_arith::ConstantOp::build(value).finish(cx))
}
