//! Loads and stores of the active lanes of a mask.

use cranelift_codegen::ir::{self, BlockArg, InstBuilder};
use rmlir::core::{Op, OpRef};
use rmlir::interp::Kind;

use super::table::Table;
use crate::compile::Translated;
use crate::compile::translator::Translator;
use crate::leaf::Leaf;
use rmlir_llvm as llvm;

/// Intrinsics with masks.
pub const TABLE: Table = &[
    (llvm::MaskedLoadIntr::DEF, |t, op| read(t, op, Places::Row)),
    (llvm::MaskedGatherIntr::DEF, |t, op| read(t, op, Places::Each)),
    (llvm::MaskedStoreIntr::DEF, |t, op| write(t, op, Places::Row)),
    (llvm::MaskedScatterIntr::DEF, |t, op| write(t, op, Places::Each)),
    (llvm::MaskedExpandloadIntr::DEF, |t, op| read(t, op, Places::Dense)),
    (llvm::MaskedCompressstoreIntr::DEF, |t, op| write(t, op, Places::Dense)),
    (llvm::GetActiveLaneMaskIntr::DEF, lane_mask),
];

/// The addresses of the lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    /// Consecutive addresses.
    Row,
    /// Consecutive addresses for the active lanes only (expanding loads, compressing stores).
    Dense,
    /// An address for each lane (gather, scatter).
    Each,
}

/// The kind of a lane.
fn lane_kind(kind: &Kind) -> Kind {
    kind.lanes().1.clone()
}

/// The address of lane `at`; in the dense case it is `next`.
fn address(t: &mut Translator, places: Places, base: &[ir::Value], next: ir::Value, at: usize, size: u64) -> ir::Value {
    match places {
        Places::Row => t.b.ins().iadd_imm_s(base[0], (at as u64 * size) as i64),
        Places::Dense => next,
        Places::Each => base[at],
    }
}

fn read<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, places: Places) -> Translated {
    let shape = t.shape(op, op.result(0).ty())?;
    let lane = lane_kind(&shape.kind);
    let (base, mask) = (t.operand(op, 0), t.operand(op, 1));
    let pass: Option<Vec<ir::Value>> = (op.n_operands() > 2).then(|| t.operand(op, 2));
    let mut results = Vec::new();
    let mut next = base[0];
    for (at, &leaf) in shape.leaves.iter().enumerate() {
        let (on, after) = (t.b.create_block(), t.b.create_block());
        let result = t.b.append_block_param(after, leaf.ty());
        let after_next = t.b.append_block_param(after, ir::types::I64);
        let off = match &pass {
            Some(pass) => pass[at],
            None => t.number(leaf, 0),
        };
        t.b.ins().brif(mask[at], on, &[], after, &[BlockArg::Value(off), BlockArg::Value(next)]);
        t.b.switch_to_block(on);
        let place = address(t, places, &base, next, at, lane.size());
        let loaded = t.load(&lane, place, 0)[0];
        let moved = t.b.ins().iadd_imm_s(next, lane.size() as i64);
        t.b.ins().jump(after, &[BlockArg::Value(loaded), BlockArg::Value(moved)]);
        t.b.switch_to_block(after);
        results.push(result);
        next = after_next;
    }
    t.set(op, results);
    Ok(())
}

fn write<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, places: Places) -> Translated {
    let shape = t.shape(op, op.operand(0).ty())?;
    let lane = lane_kind(&shape.kind);
    let (value, base, mask) = (t.operand(op, 0), t.operand(op, 1), t.operand(op, 2));
    let mut next = base[0];
    for at in 0..shape.leaves.len() {
        let (on, after) = (t.b.create_block(), t.b.create_block());
        let after_next = t.b.append_block_param(after, ir::types::I64);
        t.b.ins().brif(mask[at], on, &[], after, &[BlockArg::Value(next)]);
        t.b.switch_to_block(on);
        let place = address(t, places, &base, next, at, lane.size());
        t.store(&lane, &value[at..=at], place, 0);
        let moved = t.b.ins().iadd_imm_s(next, lane.size() as i64);
        t.b.ins().jump(after, &[BlockArg::Value(moved)]);
        t.b.switch_to_block(after);
        next = after_next;
    }
    Ok(())
}

/// The mask of the lanes whose index, added to the base, is below the limit; the sum does not wrap.
fn lane_mask<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let n = t.shape(op, op.result(0).ty())?.leaves.len();
    let leaf = t.leaf(op, op.operand(0).ty())?;
    let (base, limit) = (t.scalar(op, 0), t.scalar(op, 1));
    let wide = Leaf::Int(128);
    let [base, limit] = [base, limit].map(|value| t.resize(leaf, wide, false, value));
    let mut lanes = Vec::new();
    for at in 0..n {
        let step = t.number(wide, at as u128);
        let place = t.b.ins().iadd(base, step);
        lanes.push(t.test(wide, ir::condcodes::IntCC::UnsignedLessThan, place, limit));
    }
    t.set(op, lanes);
    Ok(())
}
