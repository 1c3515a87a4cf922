//! Addresses of accesses: a memref, subscripts, and the offset along the last dimension.

use rmlir::core::fold::constant_value;
use rmlir::core::memref_layout::strides_and_offset;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_memref::{LoadOp, StoreOp};

/// A sum of values and a constant. Sums wrap around, so equal sums are equal integers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sum {
    /// Values with their coefficients, in order of the values, none of them 0.
    pub terms: Vec<(Value, i64)>,
    /// The constant.
    pub constant: i64,
}

/// The maximum depth to which sums are decomposed.
const MOST_DEPTH: u32 = 8;

impl Sum {
    /// The decomposition of `value`, an index.
    pub fn of(body: &Body, value: Value) -> Self {
        let mut sum = Self::default();
        sum.add(body, value, 1, MOST_DEPTH);
        sum.terms.retain(|&(_, times)| times != 0);
        sum.terms.sort_by_key(|&(value, _)| value);
        sum
    }

    fn add(&mut self, body: &Body, value: Value, times: i64, depth: u32) {
        if let Some(number) = constant_value(body, value).and_then(|attr| attr.as_i64(body.cx())) {
            self.constant = self.constant.wrapping_add(number.wrapping_mul(times));
            return;
        }
        let op = body.defining_op(value).filter(|_| depth > 0).map(|op| OpRef::new(body, op));
        let is_index = body.ty(value).is_index();
        match op.filter(|_| is_index) {
            Some(op) if op.is::<arith::AddIOp>() => {
                self.add(body, op.operand(0).id, times, depth - 1);
                self.add(body, op.operand(1).id, times, depth - 1);
            }
            Some(op) if op.is::<arith::SubIOp>() => {
                self.add(body, op.operand(0).id, times, depth - 1);
                self.add(body, op.operand(1).id, times.wrapping_neg(), depth - 1);
            }
            _ => match self.terms.iter_mut().find(|(other, _)| *other == value) {
                Some((_, old)) => *old = old.wrapping_add(times),
                None => self.terms.push((value, times)),
            },
        }
    }
}

/// A row of elements: an address without the constant offset along the last dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    /// The memref.
    pub memref: Value,
    /// All subscripts, the last one without its constant.
    subscripts: Vec<Sum>,
}

/// An accessed element.
#[derive(Clone, Debug)]
pub struct Place {
    /// The row.
    pub row: Row,
    /// The offset along the last dimension.
    pub offset: i64,
}

impl Place {
    /// The address of a load or store of a memref whose last dimension is contiguous.
    pub fn of(body: &Body, op: OpId) -> Option<Self> {
        let (memref, indices) = subscripts(body, op)?;
        let strides = strides_and_offset(body.cx(), body.ty(memref))?;
        if strides.strides.last() != Some(&1) {
            return None;
        }
        let mut subscripts: Vec<Sum> = indices.into_iter().map(|index| Sum::of(body, index)).collect();
        let last = subscripts.last_mut()?;
        let offset = std::mem::take(&mut last.constant);
        Some(Self { row: Row { memref, subscripts }, offset })
    }

    /// Whether both are in the same row, and are different elements of it.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        self.row == other.row && self.offset != other.offset
    }
}

/// The memref that `op` loads from or stores to, and the subscripts.
pub fn subscripts(body: &Body, op: OpId) -> Option<(Value, Vec<Value>)> {
    let view = OpRef::new(body, op);
    let first = match () {
        () if view.is::<LoadOp>() => 0,
        () if view.is::<StoreOp>() => 1,
        () => return None,
    };
    let operands: Vec<Value> = body.operands(op).collect();
    Some((operands[first], operands[first + 1..].to_vec()))
}
