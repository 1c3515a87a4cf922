//! Access to the fields of an operation by index, called by the accessors of typed handles.
//!
//! A field index is a position in the list of the operation's definition.

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::attrs::Attr;
use crate::body::Body;
use crate::context::Context;
use crate::fields::{operand_range, result_range, successor_range};
use crate::opref::{OpRef, RegionRef};
use crate::props::PropType;

/// The operand of single field `field`.
pub fn operand(body: &Body, op: OpId, field: usize) -> Value {
    body.operand(op, operand_range(body, op, field).start)
}

/// The operand of optional field `field`.
pub fn optional_operand(body: &Body, op: OpId, field: usize) -> Option<Value> {
    operand_range(body, op, field).next().map(|index| body.operand(op, index))
}

/// The operands of variadic field `field`.
pub fn operands(body: &Body, op: OpId, field: usize) -> Vec<Value> {
    operand_range(body, op, field).map(|index| body.operand(op, index)).collect()
}

/// The result of single field `field`.
pub fn result(body: &Body, op: OpId, field: usize) -> Value {
    body.result(op, result_range(body, op, field).start)
}

/// The result of optional field `field`.
pub fn optional_result(body: &Body, op: OpId, field: usize) -> Option<Value> {
    result_range(body, op, field).next().map(|index| body.result(op, index))
}

/// The results of variadic field `field`.
pub fn results(body: &Body, op: OpId, field: usize) -> Vec<Value> {
    result_range(body, op, field).map(|index| body.result(op, index)).collect()
}

/// The required property in slot `slot`, of constraint `P`.
///
/// # Panics
/// If it is missing or does not satisfy the constraint, which the verifier does not allow.
pub fn prop<'c, P: PropType>(body: &Body<'c>, op: OpId, slot: usize) -> P::Rust<'c> {
    optional_prop::<P>(body, op, slot).unwrap_or_else(|| {
        let def = body.def(op).expect("only a registered operation has properties");
        panic!("a verified '{}' has the property '{}'", def.name, def.props[slot].name)
    })
}

/// The property in slot `slot`, of constraint `P`; `None` if it is absent or does not satisfy the constraint.
pub fn optional_prop<'c, P: PropType>(body: &Body<'c>, op: OpId, slot: usize) -> Option<P::Rust<'c>> {
    P::load(body.cx(), body.prop(op, slot)?)
}

/// The property in slot `slot`, or its default when it is absent.
///
/// # Panics
/// If it does not satisfy the constraint `P`.
pub fn prop_or<'c, P: PropType>(body: &Body<'c>, op: OpId, slot: usize, default: fn(&Context) -> Attr) -> P::Rust<'c> {
    let attr = body.prop(op, slot).unwrap_or_else(|| default(body.cx()));
    P::load(body.cx(), attr).expect("a verified property satisfies its constraint")
}

/// The regions of variadic field `field`, which is the last one.
pub fn regions(body: &Body, op: OpId, field: usize) -> Vec<RegionId> {
    body.regions(op)[field..].to_vec()
}

/// Region `index` of an isolated operation, in the body nested in it.
pub fn isolated_region<'a>(body: &'a Body<'a>, op: OpId, index: usize) -> RegionRef<'a> {
    OpRef::new(body, op).region(index)
}

/// The regions of variadic field `field` of an isolated operation.
pub fn isolated_regions<'a>(body: &'a Body<'a>, op: OpId, field: usize) -> Vec<RegionRef<'a>> {
    OpRef::new(body, op).regions().skip(field).collect()
}

/// The successor of single field `field`.
pub fn successor(body: &Body, op: OpId, field: usize) -> BlockId {
    body.successor(op, successor_range(body, op, field).start)
}

/// The successors of variadic field `field`.
pub fn successors(body: &Body, op: OpId, field: usize) -> Vec<BlockId> {
    successor_range(body, op, field).map(|index| body.successor(op, index)).collect()
}
