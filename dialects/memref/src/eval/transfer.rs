//! Transfers, which are complete as soon as they start.

use rmlir::core::memref_layout::memory_space;
use rmlir::interp::emit::transfer::{Place, Transfer};
use rmlir::interp::{Emit, Emitted};
use rmlir::prelude::*;

use super::memref_kind;
use crate::dma::DmaStartOp;
use crate::dma::Places;

#[eval(DmaStartOp)]
pub fn dma_start<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let places = Places::of(op);
    let operands = emit.operands(op);
    let element = memref_kind(op, emit, op.operand(0).ty())?.element.clone();
    let size = element.size();
    let place = |range: std::ops::Range<usize>| -> Place {
        let (memref, indices) = (operands[range.start], operands[range.start + 1..range.end].to_vec());
        Box::new(move |m| m.element(memref, &indices, size))
    };
    let memory =
        |operand: usize| memory_space(op.cx(), op.operand(operand).ty()).and_then(|space| space.as_i64(op.cx()));
    let groups = operands.get(places.stride).copied().zip(operands.get(places.stride + 1).copied());
    let transfer = Transfer {
        element,
        n_elements: operands[places.n_elements],
        groups: groups.map(|(stride, length)| [stride, length]),
        source_has_groups: memory(0).unwrap_or(0) < memory(places.target).unwrap_or(0),
    };
    let (source, target) = (place(0..places.target), place(places.target..places.n_elements));
    emit.transfer(transfer, source, target)
}
