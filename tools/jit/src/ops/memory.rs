//! Stack allocations, and accesses to blocks of bytes.
//!
//! Allocations of constant size that a function executes once are stack slots of its frame. All others are on a stack
//! of the host, whose height is restored when the function returns.

use cranelift_codegen::ir::{self, InstBuilder, StackSlotData, StackSlotKind, types};
use cranelift_module::Module as _;
use rmlir::core::{Op, OpRef, ValueRef};
use rmlir::interp::Kind;
use rmlir_llvm as llvm;
use rmlir_llvm::ops::constant::ConstantOp;
use rmlir_llvm::ops::memory::AllocaOp;

use super::table::Table;
use crate::compile::Translated;
use crate::compile::outcome::unsupported;
use crate::compile::translator::Translator;
use crate::leaf::Leaf;

/// Operations on memory as a whole.
pub const TABLE: Table = &[
    (llvm::AllocaOp::DEF, alloca),
    (llvm::StacksaveIntr::DEF, stack_save),
    (llvm::StackrestoreIntr::DEF, stack_restore),
    (llvm::MemcpyIntr::DEF, |t, op| copy(t, op, "memcpy")),
    (llvm::MemcpyInlineIntr::DEF, copy_inline),
    (llvm::MemmoveIntr::DEF, |t, op| copy(t, op, "memmove")),
    (llvm::MemsetIntr::DEF, fill),
    (llvm::MemsetInlineIntr::DEF, fill_inline),
    (llvm::LifetimeStartIntr::DEF, |_, _| Ok(())),
    (llvm::LifetimeEndIntr::DEF, |_, _| Ok(())),
    (llvm::PrefetchIntr::DEF, |_, _| Ok(())),
    (llvm::InvariantStartIntr::DEF, passed_on),
    (llvm::InvariantEndIntr::DEF, |_, _| Ok(())),
    (llvm::LaunderInvariantGroupIntr::DEF, passed_on),
    (llvm::StripInvariantGroupIntr::DEF, passed_on),
    (llvm::PtrmaskIntr::DEF, |t, op| t.binary(op, |t, _, a, b| t.b.ins().band(a, b))),
];

/// The maximum size of an allocation in the frame; the frames of many calls share a stack.
const MOST_IN_FRAME: u64 = 1 << 16;

/// Whether `op` allocates on the stack of the host.
pub fn takes_stack(op: OpRef) -> bool {
    op.is::<AllocaOp>() && frame_size(op).is_none()
}

/// The value of a constant of at most 64 bits.
pub fn known(value: ValueRef) -> Option<u64> {
    let op = value.defining_op().filter(|op| op.is::<ConstantOp>())?;
    op.get(ConstantOp::value).as_i64(op.cx()).map(|value| value as u64)
}

/// Size and alignment of an allocation that is executed once, if they are constant.
fn frame_size(op: OpRef) -> Option<(u64, u64)> {
    let block = op.block()?;
    let is_entry = block.region()?.entry()?.id == block.id;
    let kind = Kind::of(op.cx(), op.get(AllocaOp::elem_type), 1).ok()?;
    let size = known(op.operand(0))?.checked_mul(kind.size())?;
    (is_entry && size <= MOST_IN_FRAME).then(|| (size, alignment(op, &kind)))
}

fn alignment(op: OpRef, kind: &Kind) -> u64 {
    let given = op.get(AllocaOp::alignment).unwrap_or(1) as u64;
    kind.alignment().max(given).max(1).next_power_of_two()
}

fn alloca<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    if let Some((size, alignment)) = frame_size(op) {
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size.max(1) as u32, alignment.ilog2() as u8);
        let slot = t.b.create_sized_stack_slot(data);
        let address = t.b.ins().stack_addr(types::I64, slot, 0);
        t.set(op, vec![address]);
        return Ok(());
    }
    let kind = Kind::of(op.cx(), op.get(AllocaOp::elem_type), 1).map_err(|reason| unsupported(op, &reason))?;
    let leaf = t.leaf(op, op.operand(0).ty())?;
    let n = t.scalar(op, 0);
    let n = t.resize(leaf, Leaf::Int(64), false, n);
    let size = t.b.ins().imul_imm_s(n, kind.size() as i64);
    let alignment = t.word(alignment(op, &kind) as i64);
    let address = t.host("stack.allocate", &[size, alignment]);
    t.set(op, vec![address]);
    Ok(())
}

fn stack_save<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let height = t.host("stack.height", &[]);
    t.set(op, vec![height]);
    Ok(())
}

fn stack_restore<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let height = t.scalar(op, 0);
    t.call_host("stack.restore", &[height]);
    Ok(())
}

fn passed_on<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let value = t.operand(op, 0);
    t.set(op, value);
    Ok(())
}

fn size<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated<ir::Value> {
    let leaf = t.leaf(op, op.operand(2).ty())?;
    let size = t.scalar(op, 2);
    Ok(t.resize(leaf, Leaf::Int(64), false, size))
}

fn copy<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, name: &str) -> Translated {
    let (to, from, size) = (t.scalar(op, 0), t.scalar(op, 1), size(t, op)?);
    let config = t.module.jit.target_config();
    match name {
        "memcpy" => t.b.call_memcpy(config, to, from, size),
        _ => t.b.call_memmove(config, to, from, size),
    }
    Ok(())
}

/// The size of an inline block copy, which is the first property that is an integer.
fn inline_size(op: OpRef) -> Option<i64> {
    op.props().iter().find_map(|attr| attr.present().filter(|attr| attr.as_integer(op.cx()).is_some())?.as_i64(op.cx()))
}

fn copy_inline<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let size = inline_size(op).ok_or_else(|| unsupported(op, "its size is unknown"))?;
    let (to, from, size) = (t.scalar(op, 0), t.scalar(op, 1), t.word(size));
    let config = t.module.jit.target_config();
    t.b.call_memcpy(config, to, from, size);
    Ok(())
}

fn fill<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let (to, byte, size) = (t.scalar(op, 0), t.scalar(op, 1), size(t, op)?);
    let config = t.module.jit.target_config();
    t.b.call_memset(config, to, byte, size);
    Ok(())
}

fn fill_inline<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let size = inline_size(op).ok_or_else(|| unsupported(op, "its size is unknown"))?;
    let (to, byte, size) = (t.scalar(op, 0), t.scalar(op, 1), t.word(size));
    let config = t.module.jit.target_config();
    t.b.call_memset(config, to, byte, size);
    Ok(())
}
