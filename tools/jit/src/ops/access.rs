//! Loads and stores, including atomic ones, which compile to plain accesses: there is one thread.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use rmlir::core::{Op, OpRef};
use rmlir::interp::Kind;
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::AtomicBinOp;
use rmlir_llvm::ops::atomic::AtomicRMWOp;

use super::table::Table;
use crate::compile::Translated;
use crate::compile::outcome::unsupported;
use crate::compile::translator::Translator;
use crate::leaf::{Leaf, leaves, registers, shared_register};

/// Loads and stores.
pub const TABLE: Table = &[
    (llvm::LoadOp::DEF, load),
    (llvm::StoreOp::DEF, store),
    (llvm::AtomicRMWOp::DEF, update),
    (llvm::AtomicCmpXchgOp::DEF, exchange),
    (llvm::FenceOp::DEF, |_, _| Ok(())),
];

/// The flags of every access: it does not trap. Nothing is known about alignment.
fn flags() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

fn load<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let shape = t.shape(op, op.result(0).ty())?;
    let address = t.scalar(op, 0);
    let registers = t.load(&shape.kind, address, 0);
    t.set_registers(op, registers);
    Ok(())
}

fn store<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let shape = t.shape(op, op.operand(0).ty())?;
    let (value, address) = (t.registers(op.operand(0)), t.scalar(op, 1));
    t.store(&shape.kind, &value, address, 0);
    Ok(())
}

/// The parts of an aggregate that are consecutive in memory: the offset and the kind of each.
fn parts(kind: &Kind) -> impl Iterator<Item = (i32, &Kind)> {
    (0..kind.n_parts()).map(|at| (kind.member_place(at) as i32, kind.part(at).expect("parts are counted")))
}

/// Whether the lanes of a vector are packed because their width is no multiple of 8 bits.
fn is_packed(kind: &Kind) -> bool {
    matches!(kind, Kind::Vector(_, lane) if lane.width().is_some_and(|width| width % 8 != 0))
}

/// The leaves of a kind that [`leaves`] has accepted.
fn known_leaves(kind: &Kind) -> Vec<Leaf> {
    leaves(kind).expect("the type has registers")
}

impl Translator<'_, '_> {
    /// Loads the registers of a value.
    pub fn load(&mut self, kind: &Kind, address: ir::Value, offset: i32) -> Vec<ir::Value> {
        if let Some(shared) = shared_register(kind) {
            let place = |at: usize| offset + (at as u32 * shared.ty.bytes()) as i32;
            let n = kind.n_parts() / shared.n_leaves;
            return (0..n).map(|at| self.b.ins().load(shared.ty, flags(), address, place(at))).collect();
        }
        if is_packed(kind) {
            let leaves = known_leaves(kind);
            let bits: u32 = leaves.iter().map(|leaf| leaf.width()).sum();
            let words = self.load_bytes(bits.div_ceil(8), address, offset);
            return self.unpack(&leaves, &words);
        }
        if kind.n_parts() > 0 {
            return parts(kind).flat_map(|(place, part)| self.load(part, address, offset + place)).collect();
        }
        known_leaves(kind).into_iter().map(|leaf| self.load_number(leaf, address, offset)).collect()
    }

    /// Stores the registers of a value.
    pub fn store(&mut self, kind: &Kind, held: &[ir::Value], address: ir::Value, offset: i32) {
        if let Some(shared) = shared_register(kind) {
            for (at, &value) in held.iter().enumerate() {
                self.b.ins().store(flags(), value, address, offset + (at as u32 * shared.ty.bytes()) as i32);
            }
            return;
        }
        if is_packed(kind) {
            let leaves = known_leaves(kind);
            let bits: u32 = leaves.iter().map(|leaf| leaf.width()).sum();
            let words = self.pack(&leaves, held);
            return self.store_bytes(bits.div_ceil(8), &words, address, offset);
        }
        if kind.n_parts() > 0 {
            let mut rest = held;
            for (place, part) in parts(kind) {
                let (own, after) = rest.split_at(registers(part).len());
                self.store(part, own, address, offset + place);
                rest = after;
            }
            return;
        }
        for (leaf, &scalar) in known_leaves(kind).into_iter().zip(held) {
            self.store_number(leaf, scalar, address, offset);
        }
    }

    fn load_number(&mut self, leaf: Leaf, address: ir::Value, offset: i32) -> ir::Value {
        let n_bytes = leaf.width().div_ceil(8);
        if n_bytes == leaf.ty().bytes() {
            let loaded = self.b.ins().load(leaf.ty(), flags(), address, offset);
            return if matches!(leaf, Leaf::Int(_)) { self.cut(leaf, loaded) } else { loaded };
        }
        let words = self.load_bytes(n_bytes, address, offset);
        self.unpack(&[leaf], &words)[0]
    }

    fn store_number(&mut self, leaf: Leaf, scalar: ir::Value, address: ir::Value, offset: i32) {
        let n_bytes = leaf.width().div_ceil(8);
        if n_bytes == leaf.ty().bytes() {
            self.b.ins().store(flags(), scalar, address, offset);
            return;
        }
        let words = self.pack(&[leaf], &[scalar]);
        self.store_bytes(n_bytes, &words, address, offset);
    }

    /// Loads `n_bytes` bytes as words.
    fn load_bytes(&mut self, n_bytes: u32, address: ir::Value, offset: i32) -> Vec<ir::Value> {
        let word = |t: &mut Self, first: u32, n: u32| {
            let mut word = None;
            for (at, size) in pieces(n) {
                let place = offset + (first + at) as i32;
                let piece = t.b.ins().load(int(size), flags(), address, place);
                let piece = if size == 8 { piece } else { t.b.ins().uextend(types::I64, piece) };
                let piece = t.b.ins().ishl_imm_s(piece, i64::from(8 * at));
                word = Some(match word {
                    Some(word) => t.b.ins().bor(word, piece),
                    None => piece,
                });
            }
            word.expect("a word has a byte")
        };
        (0..n_bytes).step_by(8).map(|first| word(self, first, (n_bytes - first).min(8))).collect()
    }

    /// Stores the low `n_bytes` bytes of words.
    fn store_bytes(&mut self, n_bytes: u32, words: &[ir::Value], address: ir::Value, offset: i32) {
        for (first, &word) in (0..n_bytes).step_by(8).zip(words) {
            for (at, size) in pieces((n_bytes - first).min(8)) {
                let piece = self.b.ins().ushr_imm_s(word, i64::from(8 * at));
                let piece = if size == 8 { piece } else { self.b.ins().ireduce(int(size), piece) };
                self.b.ins().store(flags(), piece, address, offset + (first + at) as i32);
            }
        }
    }
}

/// The integer type of `n_bytes` bytes.
fn int(n_bytes: u32) -> ir::Type {
    Leaf::Int(8 * n_bytes).ty()
}

/// The accesses for up to eight bytes, each a power of two: the offset and size of each.
fn pieces(n_bytes: u32) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let mut at = 0;
    for size in [8, 4, 2, 1] {
        if n_bytes - at >= size {
            found.push((at, size));
            at += size;
        }
    }
    found
}

/// The result is the old value.
fn update<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let shape = t.shape(op, op.result(0).ty())?;
    let (address, new) = (t.scalar(op, 0), t.scalar(op, 1));
    let old = t.load(&shape.kind, address, 0)[0];
    let which = op.get(AtomicRMWOp::bin_op);
    let result = combined(t, which, shape.leaves[0], old, new);
    let result = result.ok_or_else(|| unsupported(op, "it updates in an unknown way"))?;
    t.store(&shape.kind, &[result], address, 0);
    t.set(op, vec![old]);
    Ok(())
}

fn combined(t: &mut Translator, which: AtomicBinOp, leaf: Leaf, old: ir::Value, new: ir::Value) -> Option<ir::Value> {
    let values = [old, new];
    Some(match which {
        AtomicBinOp::Xchg => new,
        AtomicBinOp::Add => {
            let sum = t.b.ins().iadd(old, new);
            t.cut(leaf, sum)
        }
        AtomicBinOp::Sub => {
            let rest = t.b.ins().isub(old, new);
            t.cut(leaf, rest)
        }
        AtomicBinOp::And => t.b.ins().band(old, new),
        AtomicBinOp::Nand => {
            let both = t.b.ins().band(old, new);
            let not = t.b.ins().bnot(both);
            t.cut(leaf, not)
        }
        AtomicBinOp::Or => t.b.ins().bor(old, new),
        AtomicBinOp::Xor => t.b.ins().bxor(old, new),
        AtomicBinOp::Max => t.choose_by(leaf, IntCC::SignedGreaterThan, old, new),
        AtomicBinOp::Min => t.choose_by(leaf, IntCC::SignedLessThan, old, new),
        AtomicBinOp::Umax => t.choose_by(leaf, IntCC::UnsignedGreaterThan, old, new),
        AtomicBinOp::Umin => t.choose_by(leaf, IntCC::UnsignedLessThan, old, new),
        AtomicBinOp::Fadd => t.in_float(leaf, &values, &mut |t, v| t.b.ins().fadd(v[0], v[1])),
        AtomicBinOp::Fsub => t.in_float(leaf, &values, &mut |t, v| t.b.ins().fsub(v[0], v[1])),
        AtomicBinOp::Fmax => t.in_float(leaf, &values, &mut |t, v| t.lenient(true, v[0], v[1])),
        AtomicBinOp::Fmin => t.in_float(leaf, &values, &mut |t, v| t.lenient(false, v[0], v[1])),
        _ => return None,
    })
}

/// The results are the old value, and whether it was equal to the expected one.
fn exchange<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let shape = t.shape(op, op.operand(1).ty())?;
    let (address, wanted, new) = (t.scalar(op, 0), t.scalar(op, 1), t.scalar(op, 2));
    let old = t.load(&shape.kind, address, 0)[0];
    let is_same = t.b.ins().icmp(IntCC::Equal, old, wanted);
    let stored = t.b.ins().select(is_same, new, old);
    t.store(&shape.kind, &[stored], address, 0);
    t.set(op, vec![old, is_same]);
    Ok(())
}
