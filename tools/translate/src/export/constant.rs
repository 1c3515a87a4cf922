//! Constants: attributes as values of a type.

use rmlir::core::attrs::AttrData;
use rmlir::core::dense::{element_bytes, scalar_attr};
use rmlir::prelude::*;
use rmlir_llvm::attrs::misc::{PoisonAttr, UndefAttr, ZeroAttr};
use rmlir_llvm_ir::model::constant::{ConstData, ConstId, Constants};
use rmlir_llvm_ir::model::types::{Ty, TyData};

use super::Exporter;

impl Exporter<'_> {
    /// The constant of type `ty` for `attr`; `op` is the operation that has it.
    pub(super) fn constant(&mut self, op: OpRef, ty: Ty, attr: Attr) -> Result<ConstId, Box<Diagnostic>> {
        let cx = self.cx;
        if UndefAttr::from_attr(cx, attr).is_some() {
            return Ok(self.module.constants.get(ty, ConstData::Undef));
        }
        if PoisonAttr::from_attr(cx, attr).is_some() {
            return Ok(self.module.constants.get(ty, ConstData::Poison));
        }
        if ZeroAttr::from_attr(cx, attr).is_some() {
            return Ok(self.module.zero(ty));
        }
        match attr.data(cx) {
            AttrData::Integer { value, ty: from } => self.integer(op, ty, value, *from),
            AttrData::Float { value, .. } => self.float(op, ty, *value),
            AttrData::SymbolRef { root, .. } => match self.module.lookup(root.str(cx)) {
                Some(global) => Ok(self.module.address(global)),
                None => {
                    let name = root.str(cx);
                    Err(op.plain_error(format!("unknown symbol reference '{name}' in constant")))
                }
            },
            AttrData::String { value, .. } => Ok(self.module.constants.text(ty, value)),
            AttrData::Array(elements) => self.parts(op, ty, elements),
            AttrData::Dense { ty: shaped, splat, data } => self.dense(op, ty, *shaped, *splat, data),
            AttrData::DenseArray { element, data } => {
                let Some(n_bytes) = element_bytes(cx, *element) else { return Err(unsupported(op)) };
                self.elements(op, ty, &mut data.chunks_exact(n_bytes).map(|bytes| scalar_attr(cx, *element, bytes)))
            }
            AttrData::DenseResource { ty: shaped, key } => self.resource(op, ty, *shaped, *key),
            _ => Err(unsupported(op)),
        }
    }

    fn integer(&mut self, op: OpRef, ty: Ty, value: &ApInt, from: Type) -> Result<ConstId, Box<Diagnostic>> {
        let Some(width) = self.module.types.int_width(ty) else { return Err(unsupported(op)) };
        let is_unsigned = from.int_width(self.cx) == Some(1)
            || from.is_integer(self.cx) && from.signless_width(self.cx).is_none() && is_unsigned(self.cx, from);
        let value = if is_unsigned { value.zext_or_trunc(width) } else { value.sext_or_trunc(width) };
        Ok(self.module.constants.int(ty, value))
    }

    fn float(&mut self, op: OpRef, ty: Ty, value: ApFloat) -> Result<ConstId, Box<Diagnostic>> {
        match *self.module.types.data(ty) {
            TyData::Int(width) if width == value.kind().width() => {
                Ok(self.module.constants.int(ty, ApInt::from_u128(width, value.bits())))
            }
            TyData::Float(format) if super::types::float_ty(value.kind()) == Some(format) => {
                Ok(self.module.constants.get(ty, ConstData::Float(value.bits())))
            }
            _ => Err(op.plain_error("FloatAttr does not match expected type of the constant")),
        }
    }

    /// The members of a structure, or the elements of an array.
    fn parts(&mut self, op: OpRef, ty: Ty, elements: &[Attr]) -> Result<ConstId, Box<Diagnostic>> {
        let mut parts = Vec::new();
        for (index, &element) in elements.iter().enumerate() {
            let Some(inside) = self.module.types.inside(ty, index as u64) else { return Err(unsupported(op)) };
            parts.push(self.constant(op, inside, element)?);
        }
        Ok(self.module.constants.aggregate(ty, parts))
    }

    fn dense(&mut self, op: OpRef, ty: Ty, shaped: Type, splat: bool, data: &[u8]) -> Result<ConstId, Box<Diagnostic>> {
        let cx = self.cx;
        let Some(element) = shaped.element(cx) else { return Err(unsupported(op)) };
        let Some(n_bytes) = element_bytes(cx, element) else { return Err(unsupported(op)) };
        if splat {
            return self.splat(op, ty, scalar_attr(cx, element, data));
        }
        self.elements(op, ty, &mut data.chunks_exact(n_bytes).map(|bytes| scalar_attr(cx, element, bytes)))
    }

    fn resource(&mut self, op: OpRef, ty: Ty, shaped: Type, key: Ident) -> Result<ConstId, Box<Diagnostic>> {
        let cx = self.cx;
        let Some(blob) = cx.resource("builtin", key.str(cx)) else {
            return Err(op.plain_error("resource does not exist"));
        };
        let element = shaped.element(cx).unwrap_or(Type::NONE);
        let Some(n_bytes) = element_bytes(cx, element) else { return Err(unsupported(op)) };
        let n = shaped.n_elements(cx).unwrap_or(0) as usize;
        if blob.data.len() != n * n_bytes {
            return Err(op.plain_error("raw data size does not match element type size"));
        }
        self.elements(op, ty, &mut blob.data.chunks_exact(n_bytes).map(|bytes| scalar_attr(cx, element, bytes)))
    }

    /// The same value in all elements of arrays and vectors.
    fn splat(&mut self, op: OpRef, ty: Ty, value: Attr) -> Result<ConstId, Box<Diagnostic>> {
        let Some(element) = self.module.types.element(ty) else { return self.constant(op, ty, value) };
        let inside = self.splat(op, element, value)?;
        if self.module.types.is_vector(ty) {
            return Ok(self.module.constants.splat(&self.module.types, ty, inside));
        }
        let n = Constants::n_parts(&self.module.types, ty).unwrap_or(0);
        if self.module.constants.is_zero(inside) {
            return Ok(self.module.zero(ty));
        }
        Ok(self.module.constants.aggregate(ty, vec![inside; n as usize]))
    }

    /// Elements in order, innermost first.
    fn elements(
        &mut self,
        op: OpRef,
        ty: Ty,
        values: &mut dyn Iterator<Item = Attr>,
    ) -> Result<ConstId, Box<Diagnostic>> {
        let Some(element) = self.module.types.element(ty) else {
            return match values.next() {
                Some(value) => self.constant(op, ty, value),
                None => Err(unsupported(op)),
            };
        };
        let n = Constants::n_parts(&self.module.types, ty).unwrap_or(0);
        let mut parts = Vec::new();
        for _ in 0..n {
            parts.push(self.elements(op, element, values)?);
        }
        Ok(self.module.constants.aggregate(ty, parts))
    }
}

fn is_unsigned(cx: &Context, ty: Type) -> bool {
    use rmlir::core::types::{Signedness, TypeData};
    matches!(ty.data(cx), TypeData::Integer { sign: Signedness::Unsigned, .. })
}

fn unsupported(op: OpRef) -> Box<Diagnostic> {
    op.plain_error("unsupported constant value")
}
