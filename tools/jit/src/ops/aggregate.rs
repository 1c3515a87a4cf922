//! Operations on parts of vectors, structures and arrays, and on aggregates as a whole.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder};
use rmlir::core::{Op, OpRef};
use rmlir::interp::Kind;
use rmlir_llvm as llvm;
use rmlir_llvm::ops::aggregate::{ExtractValueOp, InsertValueOp, ShuffleVectorOp};

use super::table::Table;
use crate::compile::Translated;
use crate::compile::module::Shape;
use crate::compile::outcome::unsupported;
use crate::compile::translator::Translator;
use crate::leaf::{Leaf, registers};

/// Operations on aggregates.
pub const TABLE: Table = &[
    (llvm::ExtractValueOp::DEF, extract_value),
    (llvm::InsertValueOp::DEF, insert_value),
    (llvm::ExtractElementOp::DEF, extract_element),
    (llvm::InsertElementOp::DEF, insert_element),
    (llvm::ShuffleVectorOp::DEF, shuffle),
    (llvm::SelectOp::DEF, select),
    (llvm::FreezeOp::DEF, first),
    (llvm::BitcastOp::DEF, bitcast),
    (llvm::SsaCopyIntr::DEF, first),
    (llvm::ExpectIntr::DEF, first),
    (llvm::ExpectWithProbabilityIntr::DEF, first),
    (llvm::VectorExtractIntr::DEF, vector_extract),
    (llvm::VectorInsertIntr::DEF, vector_insert),
    (llvm::VectorInterleave2Intr::DEF, interleave),
    (llvm::VectorDeinterleave2Intr::DEF, deinterleave),
];

/// The path to a part.
fn path(op: OpRef, slot: usize) -> Vec<usize> {
    let path = op.prop(slot).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    path.into_iter().map(|index| index as usize).collect()
}

/// The range of registers of a value of `kind` that hold the part at the end of `path`.
fn part_registers(op: OpRef, kind: &Kind, path: &[usize]) -> Translated<std::ops::Range<usize>> {
    let (mut kind, mut first) = (kind, 0);
    for &at in path {
        for before in 0..at {
            first += kind.part(before).map_or(0, |part| registers(part).len());
        }
        kind = kind.part(at).ok_or_else(|| unsupported(op, "there is no such part"))?;
    }
    Ok(first..first + registers(kind).len())
}

fn extract_value<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let shape = t.shape(op, op.operand(0).ty())?;
    let range = part_registers(op, &shape.kind, &path(op, ExtractValueOp::POSITION))?;
    let part = t.registers(op.operand(0))[range].to_vec();
    t.set_registers(op, part);
    Ok(())
}

fn insert_value<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let shape = t.shape(op, op.operand(0).ty())?;
    let range = part_registers(op, &shape.kind, &path(op, InsertValueOp::POSITION))?;
    let mut whole = t.registers(op.operand(0));
    whole.splice(range, t.registers(op.operand(1)));
    t.set_registers(op, whole);
    Ok(())
}

/// The value of a constant position.
fn known_position(op: OpRef, operand: usize) -> Option<usize> {
    let defining = op.operand(operand).defining_op()?;
    let value = defining.is::<rmlir_llvm::ops::constant::ConstantOp>().then(|| defining.prop(0))??;
    usize::try_from(value.as_i64(op.cx())?).ok()
}

fn extract_element<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let lanes = t.operand(op, 0);
    if let Some(at) = known_position(op, 1).filter(|&at| at < lanes.len()) {
        t.set(op, vec![lanes[at]]);
        return Ok(());
    }
    let (leaf, position) = (t.leaf(op, op.operand(1).ty())?, t.scalar(op, 1));
    let mut found = lanes[0];
    for (at, &lane) in lanes.iter().enumerate().skip(1) {
        let is_here = is_at(t, leaf, position, at);
        found = t.b.ins().select(is_here, lane, found);
    }
    t.set(op, vec![found]);
    Ok(())
}

fn is_at(t: &mut Translator, leaf: Leaf, position: ir::Value, at: usize) -> ir::Value {
    let at = t.number(leaf, at as u128);
    t.b.ins().icmp(IntCC::Equal, position, at)
}

fn insert_element<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let (mut lanes, value) = (t.operand(op, 0), t.scalar(op, 1));
    if let Some(at) = known_position(op, 2).filter(|&at| at < lanes.len()) {
        lanes[at] = value;
        t.set(op, lanes);
        return Ok(());
    }
    let (leaf, position) = (t.leaf(op, op.operand(2).ty())?, t.scalar(op, 2));
    for (at, lane) in lanes.iter_mut().enumerate() {
        let is_here = is_at(t, leaf, position, at);
        *lane = t.b.ins().select(is_here, value, *lane);
    }
    t.set(op, lanes);
    Ok(())
}

/// A lane with an undefined source may have any value.
fn shuffle<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let mask = op.get(ShuffleVectorOp::mask);
    let both = [t.operand(op, 0), t.operand(op, 1)].concat();
    let lanes = mask.iter().map(|&at| both[usize::try_from(at).unwrap_or(0)]).collect();
    t.set(op, lanes);
    Ok(())
}

/// One condition for all lanes, or one for each lane.
fn select<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let condition = t.operand(op, 0);
    if let [condition] = condition[..] {
        let (then, otherwise) = (t.registers(op.operand(1)), t.registers(op.operand(2)));
        let chosen = then.iter().zip(&otherwise).map(|(&a, &b)| t.b.ins().select(condition, a, b)).collect();
        t.set_registers(op, chosen);
        return Ok(());
    }
    let (then, otherwise) = (t.operand(op, 1), t.operand(op, 2));
    let choose = |(&condition, (&a, &b))| t.b.ins().select(condition, a, b);
    let chosen = condition.iter().zip(then.iter().zip(&otherwise)).map(choose).collect();
    t.set(op, chosen);
    Ok(())
}

/// The first operand; there is no poison to freeze.
fn first<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let value = t.registers(op.operand(0));
    t.set_registers(op, value);
    Ok(())
}

/// Between registers of several lanes it is one instruction.
fn bitcast<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let (from, to) = (t.shape(op, op.operand(0).ty())?, t.shape(op, op.result(0).ty())?);
    let is_shared = |shape: &Shape| shape.registers.iter().all(|register| register.n_leaves > 1);
    if is_shared(&from) && is_shared(&to) && from.registers.len() == to.registers.len() {
        let flags = ir::MemFlagsData::new().with_endianness(ir::Endianness::Little);
        let value = t.registers(op.operand(0));
        let cast =
            value.iter().zip(&to.registers).map(|(&value, register)| t.b.ins().bitcast(register.ty, flags, value));
        let cast = cast.collect();
        t.set_registers(op, cast);
        return Ok(());
    }
    let value = t.operand(op, 0);
    let words = t.pack(&from.leaves, &value);
    let cast = t.unpack(&to.leaves, &words);
    t.set(op, cast);
    Ok(())
}

/// The position of the first lane of a part: a scalable vector has its minimum length.
fn position(op: OpRef) -> usize {
    op.prop(0).and_then(|attr| attr.as_i64(op.cx())).unwrap_or_default() as usize
}

fn vector_extract<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let n = t.shape(op, op.result(0).ty())?.leaves.len();
    let part = t.operand(op, 0).get(position(op)..position(op) + n).map(<[_]>::to_vec);
    t.set(op, part.ok_or_else(|| unsupported(op, "it reads past the end"))?);
    Ok(())
}

fn vector_insert<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let (mut whole, part) = (t.operand(op, 0), t.operand(op, 1));
    let place = whole.get_mut(position(op)..position(op) + part.len());
    place.ok_or_else(|| unsupported(op, "it writes past the end"))?.copy_from_slice(&part);
    t.set(op, whole);
    Ok(())
}

fn interleave<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let (a, b) = (t.operand(op, 0), t.operand(op, 1));
    t.set(op, a.iter().zip(&b).flat_map(|(&a, &b)| [a, b]).collect());
    Ok(())
}

fn deinterleave<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let all = t.operand(op, 0);
    let every_second = |from: usize| all.iter().copied().skip(from).step_by(2);
    t.set(op, every_second(0).chain(every_second(1)).collect());
    Ok(())
}
