//! Constant folding of instructions, as LLVM's `IRBuilder` does it during construction of a module.
//!
//! If an instruction cannot be folded, the result is `None` and the instruction is created; a few operations become
//! constant expressions instead.

use std::cmp::Ordering;

use rmlir_num::{ApFloat, ApInt, FloatKind, Rounding};

use crate::model::constant::{ConstData, ConstId, Constants};
use crate::model::layout::Layout;
use crate::model::types::{FloatTy, Ty, TyData};
use crate::model::{GlobalKind, Module, Opcode};

const ROUNDING: Rounding = Rounding::NearestTiesToEven;

/// The float format for `format`, if constants of it can be folded here.
pub fn float_kind(format: FloatTy) -> Option<FloatKind> {
    Some(match format {
        FloatTy::Half => FloatKind::F16,
        FloatTy::BFloat => FloatKind::BF16,
        FloatTy::Float => FloatKind::F32,
        FloatTy::Double => FloatKind::F64,
        FloatTy::X86Fp80 => FloatKind::F80,
        FloatTy::Fp128 => FloatKind::F128,
        FloatTy::PpcFp128 => return None,
    })
}

fn is_poison(module: &Module, id: ConstId) -> bool {
    *module.constants.data(id) == ConstData::Poison
}

fn float(module: &Module, id: ConstId) -> Option<ApFloat> {
    let kind = float_kind(module.types.float(module.constants.ty(id))?)?;
    match module.constants.data(id) {
        ConstData::Float(bits) => Some(ApFloat::from_bits(kind, *bits)),
        _ => None,
    }
}

/// Folds scalars of a type.
type Fold<'f> = &'f mut dyn FnMut(&mut Module, Ty, &[ConstId]) -> Option<ConstId>;

/// Applies `fold` to the elements of vectors, or to scalars as they are.
fn by_element(module: &mut Module, ty: Ty, operands: &[ConstId], fold: Fold) -> Option<ConstId> {
    let TyData::Vector { n, element, scalable } = *module.types.data(ty) else {
        return fold(module, ty, operands);
    };
    if scalable {
        return None;
    }
    let mut parts = Vec::new();
    for index in 0..n {
        let mut lane = Vec::new();
        for &operand in operands {
            lane.push(module.constants.part(&module.types, operand, index)?);
        }
        parts.push(fold(module, element, &lane)?);
    }
    Some(module.constants.aggregate(ty, parts))
}

/// An operation on two constants.
pub fn binary(module: &mut Module, opcode: Opcode, a: ConstId, b: ConstId) -> Option<ConstId> {
    let ty = module.constants.ty(a);
    let folded = by_element(module, ty, &[a, b], &mut |module, ty, lane| binary_lane(module, opcode, ty, lane));
    let has_expression = matches!(opcode, Opcode::Add | Opcode::Sub | Opcode::Xor);
    if folded.is_some() || !has_expression {
        return folded;
    }
    // Addition of zero.
    if module.constants.is_zero(b) {
        return Some(a);
    }
    if opcode != Opcode::Sub && module.constants.is_zero(a) {
        return Some(b);
    }
    Some(module.constants.get(ty, ConstData::Expr { opcode, operands: vec![a, b] }))
}

fn binary_lane(module: &mut Module, opcode: Opcode, ty: Ty, lane: &[ConstId]) -> Option<ConstId> {
    let [a, b] = lane else { return None };
    if is_poison(module, *a) || is_poison(module, *b) {
        return Some(module.constants.get(ty, ConstData::Poison));
    }
    if let (Some(a), Some(b)) = (float(module, *a), float(module, *b)) {
        let value = match opcode {
            Opcode::FAdd => a.add(b, ROUNDING),
            Opcode::FSub => a.sub(b, ROUNDING),
            Opcode::FMul => a.mul(b, ROUNDING),
            Opcode::FDiv => a.div(b, ROUNDING),
            Opcode::FRem => a.rem(b),
            _ => return None,
        };
        return Some(module.constants.get(ty, ConstData::Float(value.bits())));
    }
    let (x, y) = (module.constants.as_int(*a)?, module.constants.as_int(*b)?);
    let too_far = || y.to_u64().is_none_or(|amount| amount >= u64::from(y.width()));
    let value = match opcode {
        Opcode::Add => Some(x.add(y)),
        Opcode::Sub => Some(x.sub(y)),
        Opcode::Mul => Some(x.mul(y)),
        Opcode::UDiv => x.udiv(y),
        Opcode::SDiv if x.is_signed_min() && y.is_all_ones() => None,
        Opcode::SDiv => x.sdiv(y),
        Opcode::URem => x.urem(y),
        Opcode::SRem if x.is_signed_min() && y.is_all_ones() => None,
        Opcode::SRem => x.srem(y),
        Opcode::Shl | Opcode::LShr | Opcode::AShr if too_far() => None,
        Opcode::Shl => Some(x.shl_by(y)),
        Opcode::LShr => Some(x.lshr_by(y)),
        Opcode::AShr => Some(x.ashr_by(y)),
        Opcode::And => Some(x.and(y)),
        Opcode::Or => Some(x.or(y)),
        Opcode::Xor => Some(x.xor(y)),
        _ => return None,
    };
    // Undefined results are poison.
    Some(match value {
        Some(value) => module.constants.int(ty, value),
        None => module.constants.get(ty, ConstData::Poison),
    })
}

/// The negation of a float.
pub fn fneg(module: &mut Module, a: ConstId) -> Option<ConstId> {
    let ty = module.constants.ty(a);
    by_element(module, ty, &[a], &mut |module, ty, lane| {
        if is_poison(module, lane[0]) {
            return Some(lane[0]);
        }
        let value = float(module, lane[0])?.neg();
        Some(module.constants.get(ty, ConstData::Float(value.bits())))
    })
}

/// A comparison of integers or pointers.
pub fn icmp(module: &mut Module, predicate: &str, a: ConstId, b: ConstId) -> Option<ConstId> {
    let ty = module.types.in_shape(module.constants.ty(a), Ty::I1);
    by_element(module, ty, &[a, b], &mut |module, ty, lane| {
        if is_poison(module, lane[0]) || is_poison(module, lane[1]) {
            return Some(module.constants.get(ty, ConstData::Poison));
        }
        let holds = match (module.constants.as_int(lane[0]), module.constants.as_int(lane[1])) {
            (Some(x), Some(y)) => compare_ints(predicate, x, y)?,
            _ => compare_pointers(module, predicate, lane[0], lane[1])?,
        };
        Some(module.constants.i1(holds))
    })
}

fn compare_ints(predicate: &str, x: &ApInt, y: &ApInt) -> Option<bool> {
    let order = if predicate.starts_with('s') { x.scmp(y) } else { x.ucmp(y) };
    Some(match predicate {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "slt" | "ult" => order.is_lt(),
        "sle" | "ule" => order.is_le(),
        "sgt" | "ugt" => order.is_gt(),
        "sge" | "uge" => order.is_ge(),
        _ => return None,
    })
}

/// The global that a constant address is based on.
fn base_of(module: &Module, mut id: ConstId) -> Option<crate::model::GlobalId> {
    loop {
        match module.constants.data(id) {
            ConstData::Global(global) => return Some(*global),
            ConstData::Gep { operands, flags, .. } if flags & 1 != 0 => id = operands[0],
            _ => return None,
        }
    }
}

/// Globals of the generic address space are not at address 0.
fn compare_pointers(module: &Module, predicate: &str, a: ConstId, b: ConstId) -> Option<bool> {
    let is_null = |id| *module.constants.data(id) == ConstData::Zero;
    let is_somewhere = |id| {
        let Some(base) = base_of(module, id) else { return false };
        let global = module.global(base);
        global.linkage != "extern_weak" && global.space == 0 && !matches!(global.kind, GlobalKind::Alias(_))
    };
    let equal = match () {
        () if a == b => true,
        () if is_null(a) && is_somewhere(b) || is_null(b) && is_somewhere(a) => false,
        () => return None,
    };
    match predicate {
        "eq" => Some(equal),
        "ne" => Some(!equal),
        _ => None,
    }
}

/// A comparison of floats.
pub fn fcmp(module: &mut Module, predicate: &str, a: ConstId, b: ConstId) -> Option<ConstId> {
    let ty = module.types.in_shape(module.constants.ty(a), Ty::I1);
    by_element(module, ty, &[a, b], &mut |module, ty, lane| {
        if is_poison(module, lane[0]) || is_poison(module, lane[1]) {
            return Some(module.constants.get(ty, ConstData::Poison));
        }
        let order = float(module, lane[0])?.compare(float(module, lane[1])?);
        let holds = match (predicate, order) {
            ("false", _) => false,
            ("true", _) => true,
            ("ord", order) => order.is_some(),
            ("uno", order) => order.is_none(),
            (predicate, None) => predicate.starts_with('u'),
            (predicate, Some(order)) => match &predicate[1..] {
                "eq" => order.is_eq(),
                "ne" => order.is_ne(),
                "lt" => order == Ordering::Less,
                "le" => order != Ordering::Greater,
                "gt" => order == Ordering::Greater,
                _ => order != Ordering::Less,
            },
        };
        Some(module.constants.i1(holds))
    })
}

/// A cast of a constant.
pub fn cast(module: &mut Module, layout: &Layout, opcode: Opcode, a: ConstId, to: Ty) -> Option<ConstId> {
    if is_poison(module, a) {
        return Some(module.constants.get(to, ConstData::Poison));
    }
    if *module.constants.data(a) == ConstData::Undef {
        return match opcode {
            Opcode::ZExt | Opcode::SExt | Opcode::UIToFP | Opcode::SIToFP => Some(module.zero(to)),
            _ => Some(module.constants.get(to, ConstData::Undef)),
        };
    }
    let from = module.constants.ty(a);
    let is_bitcast = opcode == Opcode::BitCast;
    if is_bitcast || module.types.is_vector(from) != module.types.is_vector(to) {
        return bitcast(module, a, to);
    }
    let folded = by_element(module, to, &[a], &mut |module, to, lane| cast_lane(module, layout, opcode, lane[0], to));
    let has_expression =
        matches!(opcode, Opcode::Trunc | Opcode::PtrToInt | Opcode::IntToPtr | Opcode::BitCast | Opcode::AddrSpaceCast);
    if folded.is_some() || !has_expression {
        return folded;
    }
    Some(module.constants.get(to, ConstData::Expr { opcode, operands: vec![a] }))
}

fn bitcast(module: &mut Module, a: ConstId, to: Ty) -> Option<ConstId> {
    if module.constants.is_zero(a) {
        return Some(module.zero(to));
    }
    let bits = match module.constants.data(a) {
        ConstData::Int(value) => value.to_u128(),
        ConstData::Float(bits) => Some(*bits),
        _ => None,
    };
    match (bits, module.types.data(to).clone()) {
        (Some(bits), TyData::Int(width)) => Some(module.constants.int(to, ApInt::from_u128(width, bits))),
        (Some(bits), TyData::Float(_)) => Some(module.constants.get(to, ConstData::Float(bits))),
        _ => Some(module.constants.get(to, ConstData::Expr { opcode: Opcode::BitCast, operands: vec![a] })),
    }
}

fn cast_lane(module: &mut Module, layout: &Layout, opcode: Opcode, a: ConstId, to: Ty) -> Option<ConstId> {
    if is_poison(module, a) {
        return Some(module.constants.get(to, ConstData::Poison));
    }
    let width = module.types.int_width(to);
    if let Some(value) = module.constants.as_int(a).cloned() {
        let format = module.types.float(to).and_then(float_kind);
        return match (opcode, width, format) {
            (Opcode::Trunc, Some(width), _) => Some(module.constants.int(to, value.trunc(width))),
            (Opcode::ZExt, Some(width), _) => Some(module.constants.int(to, value.zext(width))),
            (Opcode::SExt, Some(width), _) => Some(module.constants.int(to, value.sext(width))),
            (Opcode::UIToFP | Opcode::SIToFP, _, Some(kind)) => {
                let value = ApFloat::from_int(kind, &value, opcode == Opcode::SIToFP, ROUNDING);
                Some(module.constants.get(to, ConstData::Float(value.bits())))
            }
            (Opcode::IntToPtr, ..) if value.is_zero() => Some(module.zero(to)),
            _ => None,
        };
    }
    if let Some(value) = float(module, a) {
        return match (opcode, width, module.types.float(to).and_then(float_kind)) {
            (Opcode::FPExt | Opcode::FPTrunc, _, Some(kind)) => {
                let value = value.convert(kind, ROUNDING).value;
                Some(module.constants.get(to, ConstData::Float(value.bits())))
            }
            (Opcode::FPToSI | Opcode::FPToUI, Some(width), _) => {
                let value = value.to_int(width, opcode == Opcode::FPToSI, Rounding::TowardZero);
                Some(match value {
                    Some(value) => module.constants.int(to, value.value),
                    None => module.constants.get(to, ConstData::Poison),
                })
            }
            _ => None,
        };
    }
    if opcode == Opcode::PtrToInt {
        return pointer_to_int(module, layout, a, to);
    }
    None
}

fn pointer_to_int(module: &mut Module, layout: &Layout, a: ConstId, to: Ty) -> Option<ConstId> {
    let width = module.types.int_width(to)?;
    match module.constants.data(a) {
        ConstData::Zero => Some(module.zero(to)),
        ConstData::Expr { opcode: Opcode::IntToPtr, operands } => {
            let space = module.types.space(module.constants.ty(a))?;
            let value = module.constants.as_int(operands[0])?.zext_or_trunc(layout.pointer_bits(space));
            Some(module.constants.int(to, value.zext_or_trunc(width)))
        }
        _ => None,
    }
}

/// An address computed from constants.
pub fn gep(
    module: &mut Module,
    layout: &Layout,
    element: Ty,
    flags: u8,
    base: ConstId,
    indices: &[ConstId],
) -> Option<ConstId> {
    let ty = module.constants.ty(base);
    let space = module.types.space(ty)?;
    if is_poison(module, base) {
        return Some(base);
    }
    let width = layout.index_bits(space);
    if indices.iter().all(|&index| module.constants.is_zero(index)) {
        return Some(base);
    }
    let mut offset = 0i128;
    let mut at = element;
    for (place, &index) in indices.iter().enumerate() {
        let value = module.constants.as_int(index)?.to_i128()?;
        if place == 0 {
            offset += value * i128::from(layout.alloc_size(&module.types, at));
        } else if module.types.members(at).is_some() {
            offset += i128::from(layout.offset_of(&module.types, at, value as u64)?);
            at = module.types.inside(at, value as u64)?;
        } else {
            at = module.types.element(at)?;
            offset += value * i128::from(layout.alloc_size(&module.types, at));
        }
    }
    Some(offset_of(module, width, base, offset, flags))
}

/// `base` plus an offset in bytes.
fn offset_of(module: &mut Module, width: u32, base: ConstId, offset: i128, flags: u8) -> ConstId {
    let ty = module.constants.ty(base);
    let (mut base, mut offset, mut flags) = (base, offset, flags);
    while let ConstData::Gep { operands, flags: inner, .. } = module.constants.data(base).clone() {
        let Some(more) = module.constants.as_int(operands[1]).and_then(|value| value.to_i128()) else { break };
        // The sum has the flags that both have; `inbounds` and `nusw` also need offsets of the same sign.
        flags &= inner;
        if (offset < 0) != (more < 0) {
            flags &= !3;
        }
        offset += more;
        base = operands[0];
    }
    let literal = match module.constants.data(base) {
        ConstData::Zero => Some(0),
        ConstData::Expr { opcode: Opcode::IntToPtr, operands } => {
            module.constants.as_int(operands[0]).and_then(|value| value.to_i128())
        }
        _ => None,
    };
    if let Some(address) = literal {
        let int = module.types.int(width);
        let value = module.constants.int(int, ApInt::from_i128(width, address + offset));
        if module.constants.is_zero(value) {
            return module.zero(ty);
        }
        return module.constants.get(ty, ConstData::Expr { opcode: Opcode::IntToPtr, operands: vec![value] });
    }
    if offset == 0 {
        return base;
    }
    if flags & 1 == 0 && offset >= 0 && fits_into(module, base, offset) {
        flags |= 3;
    }
    if flags & 3 != 0 && offset >= 0 {
        flags |= 4;
    }
    let int = module.types.int(width);
    let index = module.constants.int(int, ApInt::from_i128(width, offset));
    module.constants.get(ty, ConstData::Gep { element: Ty::I8, flags, operands: vec![base, index] })
}

/// Whether the offset is within the variable at `base`.
fn fits_into(module: &Module, base: ConstId, offset: i128) -> bool {
    let ConstData::Global(global) = module.constants.data(base) else { return false };
    let global = module.global(*global);
    let is_variable = matches!(global.kind, GlobalKind::Variable(_)) && global.linkage != "extern_weak";
    let layout = Layout::parse(&module.layout);
    is_variable && offset <= i128::from(layout.store_size(&module.types, global.ty))
}

/// A select of two constants.
pub fn select(module: &mut Module, condition: ConstId, yes: ConstId, no: ConstId) -> Option<ConstId> {
    match module.constants.data(condition) {
        ConstData::Int(value) => Some(if value.is_zero() { no } else { yes }),
        ConstData::Poison => {
            let ty = module.constants.ty(yes);
            Some(module.constants.get(ty, ConstData::Poison))
        }
        _ if yes == no => Some(yes),
        ConstData::Zero => Some(no),
        ConstData::Aggregate(_) => {
            let ty = module.constants.ty(yes);
            let n = Constants::n_parts(&module.types, ty)?;
            let mut parts = Vec::new();
            for index in 0..n {
                let chosen = module.constants.part(&module.types, condition, index)?;
                let from = if module.constants.is_zero(chosen) { no } else { yes };
                parts.push(module.constants.part(&module.types, from, index)?);
            }
            Some(module.constants.aggregate(ty, parts))
        }
        _ => None,
    }
}

/// A part of an aggregate.
pub fn extract(module: &mut Module, mut from: ConstId, indices: &[u64]) -> Option<ConstId> {
    for &index in indices {
        from = module.constants.part(&module.types, from, index)?;
    }
    Some(from)
}

/// An aggregate with a part replaced.
pub fn insert(module: &mut Module, into: ConstId, value: ConstId, indices: &[u64]) -> Option<ConstId> {
    let [index, rest @ ..] = indices else { return Some(value) };
    let ty = module.constants.ty(into);
    let n = Constants::n_parts(&module.types, ty)?;
    let mut parts = Vec::new();
    for at in 0..n {
        let part = module.constants.part(&module.types, into, at)?;
        parts.push(if at == *index { insert(module, part, value, rest)? } else { part });
    }
    Some(module.constants.aggregate(ty, parts))
}

/// The lane with a constant index, in a vector of fixed length.
pub fn lane(module: &Module, vector: Ty, index: ConstId) -> Option<u64> {
    let TyData::Vector { n, scalable: false, .. } = *module.types.data(vector) else { return None };
    let index = module.constants.as_int(index)?.to_u64()?;
    (index < n).then_some(index)
}

/// A shuffle of two vectors.
pub fn shuffle(module: &mut Module, a: ConstId, b: ConstId, mask: &[i32], ty: Ty) -> Option<ConstId> {
    let from = module.constants.ty(a);
    let TyData::Vector { n, element, scalable } = *module.types.data(from) else { return None };
    if mask.iter().all(|&index| index < 0) {
        return Some(module.constants.get(ty, ConstData::Poison));
    }
    if mask.iter().all(|&index| index == 0) && scalable {
        let first = module.constants.part(&module.types, a, 0)?;
        return Some(module.constants.splat(&module.types, ty, first));
    }
    if scalable {
        return None;
    }
    let mut parts = Vec::new();
    for &index in mask {
        parts.push(match u64::try_from(index) {
            Err(_) => module.constants.get(element, ConstData::Poison),
            Ok(index) if index < n => module.constants.part(&module.types, a, index)?,
            Ok(index) => module.constants.part(&module.types, b, index - n)?,
        });
    }
    Some(module.constants.aggregate(ty, parts))
}
