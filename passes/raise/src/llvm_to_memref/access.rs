//! The memory accesses of a run, with their addresses as a base and a polynomial in bytes.

use rmlir::prelude::*;
use rmlir_llvm::layout::Layout;
use rmlir_llvm::ops::constant::AddressOfOp;
use rmlir_llvm::ops::memory::{GEPOp, LoadOp, StoreOp};
use rmlir_llvm::types::ArrayType;

use super::run::{Run, refusal};
use crate::expression::polynomial;
use crate::polynomial::Polynomial;

/// A load or a store.
pub(crate) struct Access {
    pub op: OpId,
    pub is_store: bool,
    pub element: Type,
    /// The pointer that the address is computed from.
    pub base: Value,
    /// The distance from the base in elements.
    pub offset: Polynomial,
    pub tbaa: Option<Attr>,
}

/// A pointer with its distance from a base in bytes.
struct Address {
    base: Value,
    offset: Polynomial,
}

/// The accesses of `run`, in program order.
///
/// # Errors
/// The operation that prevents raising, and why.
pub(super) fn accesses(body: &Body, layout: &Layout, run: &Run) -> Result<Vec<Access>, (OpId, &'static str)> {
    let mut ops = Vec::new();
    for &op in &run.ops {
        if let Some(refused) = refusal(body, op) {
            return Err(refused);
        }
        body.walk_preorder(op, |op| ops.push(op));
    }
    let is_access = |&op: &OpId| OpRef::new(body, op).is::<LoadOp>() || OpRef::new(body, op).is::<StoreOp>();
    ops.into_iter()
        .filter(is_access)
        .map(|op| access(body, layout, OpRef::new(body, op)).map_err(|reason| (op, reason)))
        .collect()
}

/// The access `op`, a load or a store.
///
/// # Errors
/// The reason why it cannot be raised.
pub(crate) fn access(body: &Body, layout: &Layout, op: OpRef) -> Result<Access, &'static str> {
    let is_store = op.is::<StoreOp>();
    let (pointer, element, tbaa, alignment) = if is_store {
        let op = StoreOp::from_id(op.id);
        (op.addr(body), body.ty(op.value(body)), body.props(op.id())[StoreOp::TBAA], op.alignment(body))
    } else {
        let value = op.result(0).ty();
        let op = LoadOp::from_id(op.id);
        (op.addr(body), value, body.props(op.id())[LoadOp::TBAA], op.alignment(body))
    };
    let cx = body.cx();
    let is_number = element.int_width(cx).is_some_and(|width| [8, 16, 32, 64].contains(&width));
    if !is_number && !matches!(element.float_kind(cx).map(FloatKind::width), Some(16 | 32 | 64)) {
        return Err("an access to something else than a number of 8 to 64 bits");
    }
    let size = layout.size(cx, element).ok_or("a type of unknown size")? as i64;
    if alignment.is_some_and(|alignment| alignment < size) {
        return Err("an access that is not aligned");
    }
    let address = address(body, layout, pointer)?;
    let offset = address.offset.divide(size).ok_or("an offset that is not a multiple of the size of the element")?;
    Ok(Access { op: op.id, is_store, element, base: address.base, offset, tbaa: tbaa.present() })
}

/// Follows pointer arithmetic to its base.
fn address(body: &Body, layout: &Layout, mut pointer: Value) -> Result<Address, &'static str> {
    const OVERFLOW: &str = "an offset that overflows";
    let mut offset = Polynomial::default();
    while let Some(gep) = body.defining_op(pointer).and_then(|op| OpRef::new(body, op).cast::<GEPOp>()) {
        let distance = distance(body, layout, OpRef::new(body, gep.id()))?;
        offset = offset.add(&distance).ok_or(OVERFLOW)?;
        pointer = gep.base(body);
    }
    Ok(Address { base: canonical_base(body, pointer), offset })
}

/// All addresses of a global are one base: that of the first operation in the function.
fn canonical_base(body: &Body, pointer: Value) -> Value {
    let symbol = |value: Value| {
        let op = OpRef::new(body, body.defining_op(value)?);
        op.cast::<AddressOfOp>().map(|op| op.global_name(body))
    };
    let Some(wanted) = symbol(pointer) else { return pointer };
    let entry = body.entry(body.region(body.root(), 0)).expect("a raised function has a body");
    let same = body
        .ops(entry)
        .find(|&op| OpRef::new(body, op).cast::<AddressOfOp>().is_some_and(|op| op.global_name(body) == wanted));
    same.map_or(pointer, |op| body.result(op, 0))
}

/// The distance in bytes that a `llvm.getelementptr` adds.
fn distance(body: &Body, layout: &Layout, op: OpRef) -> Result<Polynomial, &'static str> {
    const UNKNOWN: &str = "pointer arithmetic on a type of unknown size";
    let cx = body.cx();
    let mut ty = op.get(GEPOp::elem_type);
    let mut dynamic = op.operands().skip(1);
    let mut sum = Polynomial::default();
    for (place, index) in GEPOp::raw_indices(op).into_iter().enumerate() {
        if place > 0 {
            ty = ArrayType::from_type(cx, ty).ok_or("a member of a structure")?.element(cx);
        }
        let (size, alignment) = (layout.size(cx, ty).ok_or(UNKNOWN)?, layout.alignment(cx, ty).ok_or(UNKNOWN)?);
        let stride = i64::try_from(size.checked_next_multiple_of(alignment).ok_or(UNKNOWN)?).map_err(|_| UNKNOWN)?;
        let index = match (index == GEPOp::DYNAMIC).then(|| dynamic.next()).flatten() {
            Some(value) => polynomial(body, value.id),
            None => Polynomial::constant(index),
        };
        sum = index.scale(stride).and_then(|scaled| sum.add(&scaled)).ok_or("an offset that overflows")?;
    }
    Ok(sum)
}
