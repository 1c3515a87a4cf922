//! Conversion between values and the type of a slot: the bits of a value as an integer, its first
//! bytes or all of them, and back.

use rmlir::core::memory_slot::Layout as Specs;
use rmlir::prelude::*;

use crate::layout::Layout;
use crate::ops::arith::{AndOp, LShrOp, OrOp, ShlOp};
use crate::ops::cast::{BitcastOp, IntToPtrOp, PtrToIntOp, TruncOp, ZExtOp};
use crate::ops::constant::{ConstantOp, UndefOp};
use crate::types::PointerType;

/// The layout of values in memory, as far as it is known.
pub struct Bytes<'c> {
    cx: &'c Context,
    /// `None` if the data layout is unknown.
    pub layout: Option<Layout>,
}

/// Whether a value of type `part` is the first bytes of a value of type `whole`, or all of them.
pub fn fits_part(bytes: &Bytes, part: Type, whole: Type) -> bool {
    // The endianness determines which part comes first.
    let fits = |part, whole| part == whole || (part < whole && bytes.layout.is_some());
    part == whole || bytes.bits(part).zip(bytes.bits(whole)).is_some_and(|(part, whole)| fits(part, whole))
}

/// Whether values of both types have the same bytes. Without a layout, the size of pointers is unknown.
pub fn fits_all(bytes: &Bytes, a: Type, b: Type) -> bool {
    a == b || bytes.bits(a).is_some_and(|bits| bytes.bits(b) == Some(bits))
}

impl<'c> Bytes<'c> {
    /// The layout of specifications.
    pub fn of(cx: &'c Context, specs: Specs) -> Self {
        Self { cx, layout: specs.map(|specs| Layout::of_specs(cx, specs)) }
    }

    /// The number of bits of a scalar or fixed-length vector, if an integer type of as many bits exists and it
    /// is a multiple of 8; only that of
    /// pointers depends on the layout.
    pub fn bits(&self, ty: Type) -> Option<u64> {
        let bits = match PointerType::from_type(self.cx, ty) {
            Some(_) => self.layout.as_ref()?.size(self.cx, ty)?.checked_mul(8)?,
            None => fixed_bits(self.cx, ty)?,
        };
        (bits.is_multiple_of(8) && bits <= ApInt::MAX_WIDTH.into()).then_some(bits)
    }

    fn int_type(&self, ty: Type) -> Type {
        let bits = self.bits(ty).and_then(|bits| u32::try_from(bits).ok());
        self.cx.int_type(bits.expect("it was asked whether the types fit"))
    }

    /// The first bytes of `value`, as a value of type `ty`.
    pub fn first_part(&self, rw: &mut Rewriter, value: Value, ty: Type) -> Value {
        if rw.ty(value) == ty {
            return value;
        }
        let (from, to) = (self.int_type(rw.ty(value)), self.int_type(ty));
        if from == to && !self.is_pointer(rw.ty(value)) && !self.is_pointer(ty) {
            return rw.value(BitcastOp::build(ty, value));
        }
        let mut bits = self.to_int(rw, value, from);
        if from != to {
            if self.is_big_endian() {
                let lost = from.int_width(rw).zip(to.int_width(rw)).map_or(0, |(from, to)| from - to);
                let lost = number(rw, from, &ApInt::new(64, lost.into()));
                bits = rw.value(LShrOp::build(bits, lost));
            }
            bits = rw.value(TruncOp::build(to, bits));
        }
        self.to_type(rw, bits, ty)
    }

    /// The value of a slot of type `ty` after `value` was stored to it, where `reaching` is
    /// the reaching definition before.
    pub fn with_first_part(&self, rw: &mut Rewriter, value: Value, ty: Type, reaching: Option<Value>) -> Value {
        let from = rw.ty(value);
        if from == ty || self.bits(from) == self.bits(ty) {
            return self.first_part(rw, value, ty);
        }
        let reaching = reaching.unwrap_or_else(|| rw.value(UndefOp::build(ty)));
        let (narrow, wide) = (self.int_type(from), self.int_type(ty));
        let [n_narrow, n_wide] = [narrow, wide].map(|ty| ty.int_width(self.cx).unwrap_or(0));
        let place = if self.is_big_endian() { n_wide - n_narrow } else { 0 };
        let part = self.to_int(rw, value, narrow);
        let mut part = rw.value(ZExtOp::build(wide, part));
        if place > 0 {
            let place = number(rw, wide, &ApInt::new(64, place.into()));
            part = rw.value(ShlOp::build(part, place));
        }
        let reaching = self.to_int(rw, reaching, wide);
        let kept = ApInt::all_ones(n_narrow).zext(n_wide).shl(place).xor(&ApInt::all_ones(n_wide));
        let kept = number(rw, wide, &kept);
        let rest = rw.value(AndOp::build(reaching, kept));
        let all = rw.value(OrOp::build(rest, part));
        self.to_type(rw, all, ty)
    }

    fn is_pointer(&self, ty: Type) -> bool {
        PointerType::from_type(self.cx, ty).is_some()
    }

    fn is_big_endian(&self) -> bool {
        self.layout.as_ref().is_some_and(|layout| layout.is_big_endian(self.cx))
    }

    fn to_int(&self, rw: &mut Rewriter, value: Value, int: Type) -> Value {
        match rw.ty(value) {
            ty if ty == int => value,
            ty if self.is_pointer(ty) => rw.value(PtrToIntOp::build(int, value)),
            _ => rw.value(BitcastOp::build(int, value)),
        }
    }

    fn to_type(&self, rw: &mut Rewriter, value: Value, ty: Type) -> Value {
        match rw.ty(value) {
            int if int == ty => value,
            _ if self.is_pointer(ty) => rw.value(IntToPtrOp::build(ty, value)),
            _ => rw.value(BitcastOp::build(ty, value)),
        }
    }
}

/// The integer constant `value` of type `ty`, truncated or extended to its width.
fn number(rw: &mut Rewriter, ty: Type, value: &ApInt) -> Value {
    let value = value.zext_or_trunc(ty.int_width(rw).unwrap_or(1));
    let value = rw.apint_attr(ty, value);
    rw.value(ConstantOp::build(ty, value))
}

/// The number of bits of an integer, float or fixed-length vector of these, independent of the data layout.
pub fn fixed_bits(cx: &Context, ty: Type) -> Option<u64> {
    let element = ty.element_or_self(cx);
    let width = element.int_width(cx).or_else(|| element.float_kind(cx).map(|kind| kind.width()))?;
    let n_elements = if ty.is_vector(cx) { u64::try_from(ty.n_elements(cx)?).ok()? } else { 1 };
    u64::from(width).checked_mul(n_elements)
}
