//! Constants: as attributes where possible, else as operations, each after its operands.

use rmlir::core::{OpId, Value as MlirValue, dense};
use rmlir::prelude::*;
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::misc::{BlockAddressAttr, BlockTagAttr};
use rmlir_llvm_ir::model::constant::{ConstData, ConstId, Constants};
use rmlir_llvm_ir::model::inst::{InstKind, flag};
use rmlir_llvm_ir::model::types::{Ty, TyData};
use rmlir_llvm_ir::model::value::Value;

use super::{Done, Importer, Region};

impl<'c> Importer<'c> {
    /// A scalar constant as an attribute.
    fn scalar_attr(&mut self, id: ConstId) -> Option<Attr> {
        let ty = self.module.constants.ty(id);
        let mlir = self.ty(ty);
        match self.module.constants.data(id) {
            ConstData::Int(value) => Some(self.cx.apint_attr(mlir, value.clone())),
            ConstData::Float(bits) => {
                let kind = mlir.float_kind(self.cx)?;
                Some(self.cx.float_attr(mlir, ApFloat::from_bits(kind, *bits)))
            }
            _ => None,
        }
    }

    /// A constant as an attribute, if there is one for it.
    pub(super) fn constant_attr(&mut self, id: ConstId) -> Option<Attr> {
        if let Some(scalar) = self.scalar_attr(id) {
            return Some(scalar);
        }
        let cx = self.cx;
        let ty = self.module.constants.ty(id);
        match self.module.constants.data(id).clone() {
            ConstData::Text(text) => Some(string(cx, &text)),
            ConstData::Zero => {
                let shaped = self.shaped(ty)?;
                dense::splat(cx, shaped, cx.zero_attr(shaped.element(cx)?)?)
            }
            ConstData::Aggregate(parts) => {
                if let Some(text) = self.bytes(ty, &parts) {
                    return Some(string(cx, &text));
                }
                let shaped = self.shaped(ty)?;
                let mut elements = Vec::new();
                self.collect(id, &mut elements)?;
                dense::from_elements(cx, shaped, &elements)
            }
            ConstData::Splat(element) => {
                let shaped = self.ty(ty);
                let element = self.scalar_attr(element)?;
                dense::splat(cx, shaped, element)
            }
            _ => None,
        }
    }

    /// The bytes of an array of bytes.
    fn bytes(&self, ty: Ty, parts: &[ConstId]) -> Option<Vec<u8>> {
        let is_array = matches!(self.module.types.data(ty), TyData::Array { .. });
        if !is_array || self.module.types.element(ty) != Some(Ty::I8) {
            return None;
        }
        let byte = |part: &ConstId| self.module.constants.as_int(*part).and_then(|value| value.to_u64());
        parts.iter().map(|part| byte(part).map(|byte| byte as u8)).collect()
    }

    /// The scalars in an aggregate, in order.
    fn collect(&mut self, id: ConstId, elements: &mut Vec<Attr>) -> Option<()> {
        if let Some(scalar) = self.scalar_attr(id) {
            elements.push(scalar);
            return Some(());
        }
        let ty = self.module.constants.ty(id);
        // A zero-initialized aggregate in another one has no explicit elements.
        let n = match self.module.constants.data(id) {
            ConstData::Aggregate(_) | ConstData::Text(_) => Constants::n_parts(&self.module.types, ty)?,
            _ => return None,
        };
        for index in 0..n {
            let part = self.module.constants.part(&self.module.types, id, index)?;
            self.collect(part, elements)?;
        }
        Some(())
    }

    /// Whether LLVM stores an aggregate as packed data, not as constants.
    fn is_plain_data(&self, ty: Ty, parts: &[ConstId]) -> bool {
        let types = &self.module.types;
        let Some(element) = types.element(ty) else { return false };
        let is_plain = matches!(types.int_width(element), Some(8 | 16 | 32 | 64))
            || types.float(element).is_some_and(|format| format.bits() <= 64);
        let is_number =
            |id: &ConstId| matches!(self.module.constants.data(*id), ConstData::Int(_) | ConstData::Float(_));
        is_plain && parts.iter().all(is_number)
    }

    /// The operands of a constant.
    fn dependencies(&mut self, id: ConstId) -> Vec<ConstId> {
        let ty = self.module.constants.ty(id);
        match self.module.constants.data(id).clone() {
            ConstData::Aggregate(parts) if self.is_plain_data(ty, &parts) => Vec::new(),
            ConstData::Aggregate(parts) => parts,
            ConstData::Expr { operands, .. } | ConstData::Gep { operands, .. } => operands,
            ConstData::Zero if Constants::n_parts(&self.module.types, ty).is_some() => {
                let n = Constants::n_parts(&self.module.types, ty).unwrap_or(0);
                let types = &self.module.types;
                (0..n).filter_map(|index| self.module.constants.part(types, id, index)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The constants that have to be created for a constant, operands first.
    fn missing_constants(&mut self, region: &Region<'c>, id: ConstId) -> Vec<ConstId> {
        let mut order: Vec<ConstId> = Vec::new();
        let first = self.dependencies(id);
        let mut path = vec![(id, first)];
        while let Some((current, rest)) = path.last_mut() {
            let Some(next) = rest.pop() else {
                order.push(*current);
                path.pop();
                continue;
            };
            let is_known = region.values.contains_key(&Value::Const(next))
                || order.contains(&next)
                || path.iter().any(|(other, _)| *other == next);
            if !is_known {
                let needs = self.dependencies(next);
                path.push((next, needs));
            }
        }
        order
    }

    /// Creates a constant, after its operands, at the insertion point of constants.
    pub(super) fn constant(&mut self, region: &mut Region<'c>, id: ConstId) -> Done<MlirValue> {
        let outer = std::mem::replace(&mut region.in_constants, true);
        for id in self.missing_constants(region, id) {
            let value = self.one_constant(region, id)?;
            region.values.insert(Value::Const(id), value);
        }
        region.in_constants = outer;
        region.values.get(&Value::Const(id)).copied().ok_or_else(|| "unhandled constant".to_owned())
    }

    fn plain(&mut self, region: &mut Region<'c>, name: &str, ty: Type) -> OpId {
        region.push(self.state(name, &[], &[ty]))
    }

    fn one_constant(&mut self, region: &mut Region<'c>, id: ConstId) -> Done<MlirValue> {
        let cx = self.cx;
        let source = self.module.constants.ty(id);
        let ty = self.ty(source);
        if let Some(value) = self.constant_attr(id) {
            let state = self.state(llvm::ConstantOp::NAME, &[], &[ty]).attr(cx, "value", value);
            let op = region.push(state);
            return Ok(region.result(op));
        }
        let op = match self.module.constants.data(id).clone() {
            ConstData::Zero if source == Ty::TOKEN => self.plain(region, llvm::NoneTokenOp::NAME, ty),
            ConstData::Zero => self.plain(region, llvm::ZeroOp::NAME, ty),
            ConstData::Poison => self.plain(region, llvm::PoisonOp::NAME, ty),
            ConstData::Undef => self.plain(region, llvm::UndefOp::NAME, ty),
            ConstData::Global(global) => {
                let state = self.state(llvm::AddressOfOp::NAME, &[], &[ty]);
                region.push(state.attr(cx, "global_name", self.symbol(global)))
            }
            ConstData::DsoLocalEquivalent(global) => {
                let state = self.state(llvm::DSOLocalEquivalentOp::NAME, &[], &[ty]);
                region.push(state.attr(cx, "function_name", self.symbol(global)))
            }
            ConstData::BlockAddress { function, block } => {
                let body = self.module.global(function).function().and_then(|function| function.body.as_ref());
                let number = body.map_or(block, |body| body.blocks[block as usize].number);
                let tag = BlockTagAttr::get(cx, cx.i64_attr(i64::from(number))).attr();
                let address = BlockAddressAttr::get(cx, self.symbol(function), tag).attr();
                region.push(self.state(llvm::BlockAddressOp::NAME, &[], &[ty]).attr(cx, "block_addr", address))
            }
            ConstData::Expr { opcode, operands } => {
                let operands: Vec<Value> = operands.into_iter().map(Value::Const).collect();
                let kind = match (opcode.is_cast(), &operands[..]) {
                    (true, [a]) => InstKind::Cast(opcode, *a),
                    (_, [a, b]) => InstKind::Binary(opcode, *a, *b),
                    _ => return Err("unhandled constant".to_owned()),
                };
                self.instruction_op(region, &kind, source, 0)?.ok_or("unhandled constant")?
            }
            ConstData::Gep { element, flags, operands } => {
                let mut operands = operands.into_iter().map(Value::Const);
                let base = operands.next().ok_or("unhandled constant")?;
                let kind = InstKind::Gep { element, base, indices: operands.collect() };
                let bits = [(1, flag::INBOUNDS), (2, flag::NUSW), (4, flag::NUW)];
                let flags = bits.iter().filter(|(bit, _)| flags & bit != 0).fold(0, |all, (_, flag)| all | flag);
                self.instruction_op(region, &kind, source, flags)?.ok_or("unhandled constant")?
            }
            ConstData::Aggregate(parts) => return self.aggregate(region, ty, &parts),
            _ => return Err("unhandled constant".to_owned()),
        };
        Ok(region.result(op))
    }

    /// An aggregate, part by part.
    fn aggregate(&mut self, region: &mut Region<'c>, ty: Type, parts: &[ConstId]) -> Done<MlirValue> {
        let cx = self.cx;
        let op = self.plain(region, llvm::UndefOp::NAME, ty);
        let mut root = region.result(op);
        for (index, part) in parts.iter().enumerate() {
            let value = region.values[&Value::Const(*part)];
            let op = if ty.is_vector(cx) {
                let state = self.state(llvm::ConstantOp::NAME, &[], &[Type::I32]);
                let place = region.push(state.attr(cx, "value", cx.i32_attr(index as i32)));
                let index = region.result(place);
                region.push(self.state(llvm::InsertElementOp::NAME, &[root, value, index], &[ty]))
            } else {
                let position = cx.i64_array(&[index as i64]);
                region.push(self.state(llvm::InsertValueOp::NAME, &[root, value], &[ty]).attr(cx, "position", position))
            };
            root = region.result(op);
        }
        Ok(root)
    }
}

fn string(cx: &Context, text: &[u8]) -> Attr {
    cx.attr(rmlir::core::attrs::AttrData::String { value: text.into(), ty: Type::NONE })
}
