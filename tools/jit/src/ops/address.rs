//! Element addresses (`getelementptr`).
//!
//! An address is the base plus a sum of indices, each times a number of bytes. Sums and products with constants that an
//! index consists of are decomposed first, all modulo 2^64, and the sum is reassociated from the outermost loop to the
//! innermost: loop-invariant terms are added outside the loop, and constant distances are folded into the access.

use cranelift_codegen::ir::{self, InstBuilder};
use rmlir::core::{Op, OpRef, ValueRef};
use rmlir::interp::Kind;
use rmlir_llvm as llvm;
use rmlir_llvm::ops::arith::{AddOp, MulOp, ShlOp, SubOp};
use rmlir_llvm::ops::memory::GEPOp;

use super::memory::known;
use super::table::Table;
use crate::compile::Translated;
use crate::compile::outcome::unsupported;
use crate::compile::translator::Translator;
use crate::leaf::Leaf;

/// Operations that compute addresses.
pub const TABLE: Table = &[(llvm::GEPOp::DEF, element_pointer)];

/// A value times a number of bytes.
struct Term<'a> {
    value: ValueRef<'a>,
    times: u64,
}

/// A sum of terms and a constant number of bytes.
#[derive(Default)]
struct Sum<'a> {
    terms: Vec<Term<'a>>,
    offset: u64,
}

/// The maximum depth and number of terms to which an index is decomposed: more never pays off.
const MOST_DEPTH: usize = 8;
const MOST_TERMS: usize = 8;

impl<'a> Sum<'a> {
    /// Adds `value` times `times`.
    fn add(&mut self, value: ValueRef<'a>, times: u64, depth: usize) {
        if let Some(number) = known(value) {
            self.offset = self.offset.wrapping_add(number.wrapping_mul(times));
            return;
        }
        let is_word = value.ty().int_or_index_width(value.body.cx()) == Some(64);
        let op = value.defining_op().filter(|_| is_word && depth < MOST_DEPTH && self.terms.len() < MOST_TERMS);
        if op.is_some_and(|op| self.add_parts(op, times, depth + 1)) {
            return;
        }
        match self.terms.iter_mut().find(|term| term.value.id == value.id) {
            Some(term) => term.times = term.times.wrapping_add(times),
            None => self.terms.push(Term { value, times }),
        }
    }

    /// Adds the operands of `op` if it is a sum or a product with a constant.
    fn add_parts(&mut self, op: OpRef<'a>, times: u64, depth: usize) -> bool {
        if op.is::<AddOp>() || op.is::<SubOp>() {
            self.add(op.operand(0), times, depth);
            self.add(op.operand(1), if op.is::<SubOp>() { times.wrapping_neg() } else { times }, depth);
            return true;
        }
        if op.is::<MulOp>() {
            for (value, factor) in [(0, 1), (1, 0)] {
                if let Some(factor) = known(op.operand(factor)) {
                    self.add(op.operand(value), times.wrapping_mul(factor), depth);
                    return true;
                }
            }
        }
        match Some(op).filter(|op| op.is::<ShlOp>()).and_then(|op| known(op.value(ShlOp::rhs))).filter(|&by| by < 64) {
            Some(by) => {
                self.add(op.value(ShlOp::lhs), times.wrapping_shl(by as u32), depth);
                true
            }
            None => false,
        }
    }
}

/// A vector of indices: its scalars, its leaf, and the stride in bytes.
struct Stride {
    index: Vec<ir::Value>,
    leaf: Leaf,
    bytes: u64,
}

fn element_pointer<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let kind = Kind::of(op.cx(), op.get(GEPOp::elem_type), 1);
    let mut kind = &kind.map_err(|reason| unsupported(op, &reason))?;
    let mut dynamic = op.operands().skip(1);
    let (mut sum, mut strides) = (Sum::default(), Vec::new());
    for (place, raw) in GEPOp::raw_indices(op).into_iter().enumerate() {
        let index = (raw == GEPOp::DYNAMIC).then(|| dynamic.next()).flatten();
        if place > 0 && matches!(kind, Kind::Struct(..)) {
            sum.offset = sum.offset.wrapping_add(kind.member_place(raw as usize));
            kind = kind.part(raw as usize).ok_or_else(|| unsupported(op, "there is no such member"))?;
            continue;
        }
        // The first index steps over whole values.
        if place > 0 {
            kind = kind.part(0).ok_or_else(|| unsupported(op, "it indexes a scalar"))?;
        }
        match index {
            Some(value) if value.ty().is_vector(op.cx()) => {
                let leaf = t.leaf(op, value.ty())?;
                strides.push(Stride { index: t.scalars(value), leaf, bytes: kind.size() });
            }
            Some(value) => sum.add(value, kind.size(), 0),
            None => sum.offset = sum.offset.wrapping_add((raw as u64).wrapping_mul(kind.size())),
        }
    }
    sum.terms.sort_by_key(|term| t.position(term.value));
    let base = t.operand(op, 0);
    let n = t.shape(op, op.result(0).ty())?.leaves.len();
    let mut addresses = Vec::with_capacity(n);
    for at in 0..n {
        let base = base[if base.len() == 1 { 0 } else { at }];
        addresses.push(address(t, op, base, &sum, &strides, at)?);
    }
    t.set(op, addresses);
    Ok(())
}

/// The address of lane `at`.
fn address<'a>(
    t: &mut Translator<'a, '_>,
    op: OpRef<'a>,
    base: ir::Value,
    sum: &Sum<'a>,
    strides: &[Stride],
    at: usize,
) -> Translated<ir::Value> {
    let mut address = base;
    for term in sum.terms.iter().filter(|term| term.times != 0) {
        let leaf = t.leaf(op, term.value.ty())?;
        let index = t.scalars(term.value)[0];
        let bytes = times(t, leaf, index, term.times);
        address = t.b.ins().iadd(address, bytes);
    }
    for stride in strides {
        let bytes = times(t, stride.leaf, stride.index[at], stride.bytes);
        address = t.b.ins().iadd(address, bytes);
    }
    Ok(if sum.offset == 0 { address } else { t.b.ins().iadd_imm_s(address, sum.offset as i64) })
}

fn times(t: &mut Translator, leaf: Leaf, index: ir::Value, times: u64) -> ir::Value {
    let index = t.resize(leaf, Leaf::Int(64), true, index);
    match times {
        1 => index,
        times if times.is_power_of_two() => t.b.ins().ishl_imm_s(index, i64::from(times.ilog2())),
        times => t.b.ins().imul_imm_s(index, times as i64),
    }
}
