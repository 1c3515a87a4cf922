//! The operands that branches forward to blocks, read and modified by argument index.

use std::ops::Range;

use rmlir_core::interfaces::BranchOp;
use rmlir_core::{BlockId, Body, OpId, OpRef, Rewriter, Value};

/// A terminator that declares its forwarded operands.
#[derive(Clone, Copy)]
pub struct Branch {
    pub op: OpId,
    interface: &'static dyn BranchOp,
}

/// The operands forwarded along one edge.
pub struct Passed {
    /// The number of leading arguments that the terminator produces itself.
    pub n_produced: usize,
    /// The positions of the operands forwarded to the arguments after those.
    pub forwarded: Range<usize>,
}

impl Branch {
    /// `op` as a branch.
    pub fn of(body: &Body, op: OpId) -> Option<Self> {
        body.interface::<dyn BranchOp>(op).map(|interface| Self { op, interface })
    }

    /// The operands forwarded to successor `index`.
    pub fn passed(self, body: &Body, index: usize) -> Passed {
        let passed = self.interface.successor_operands(OpRef::new(body, self.op), index);
        Passed { n_produced: passed.n_produced, forwarded: passed.forwarded }
    }

    /// The values forwarded to successor `index`.
    pub fn forwarded(self, body: &Body, index: usize) -> Vec<Value> {
        let place = self.passed(body, index).forwarded;
        body.operands(self.op).skip(place.start).take(place.len()).collect()
    }

    /// Sets the values forwarded to successor `index`.
    pub fn set_forwarded(self, rw: &mut Rewriter, index: usize, values: &[Value]) {
        rw.modifying(self.op);
        self.interface.set_successor_operands(rw.body_mut(), self.op, index, values);
        rw.modified(self.op);
    }
}

impl Passed {
    /// The operand index of the value forwarded to argument `index`.
    pub fn operand_for(&self, index: usize) -> Option<usize> {
        let offset = index.checked_sub(self.n_produced)?;
        (offset < self.forwarded.len()).then(|| self.forwarded.start + offset)
    }
}

/// The edges into `block`: terminators and successor indices, latest first.
pub fn edges_into(body: &Body, block: BlockId) -> Vec<(OpId, usize)> {
    body.block_uses(block).map(|(op, index)| (op, index as usize)).collect()
}
