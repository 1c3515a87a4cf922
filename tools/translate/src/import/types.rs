//! Types.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_llvm::types::{
    ArrayType, FunctionType, LabelType, MetadataType, PointerType, PpcFp128Type, StructBody, StructType, TargetExtType,
    TokenType, VoidType, X86AmxType,
};
use rmlir_llvm_ir::model::types::{FloatTy, StructId, Ty, TyData};

use super::Importer;

impl Importer<'_> {
    /// The dialect's type for `ty`.
    pub(super) fn ty(&mut self, ty: Ty) -> Type {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let translated = self.ty_within(ty, &mut Vec::new());
        self.types.insert(ty, translated);
        translated
    }

    pub(super) fn tys(&mut self, types: &[Ty]) -> Vec<Type> {
        types.iter().map(|&ty| self.ty(ty)).collect()
    }

    /// `around` are the identified structures around the type.
    fn ty_within(&self, ty: Ty, around: &mut Vec<StructId>) -> Type {
        let cx = self.cx;
        let mut all = |types: &[Ty]| -> Vec<Type> { types.iter().map(|&ty| self.ty_within(ty, around)).collect() };
        match self.module.types.data(ty) {
            TyData::Void => VoidType::get(cx).ty(),
            TyData::Label => LabelType::get(cx).ty(),
            TyData::Metadata => MetadataType::get(cx).ty(),
            TyData::Token => TokenType::get(cx).ty(),
            TyData::X86Amx => X86AmxType::get(cx).ty(),
            TyData::Int(width) => cx.int_type(*width),
            TyData::Float(FloatTy::PpcFp128) => PpcFp128Type::get(cx).ty(),
            TyData::Float(format) => {
                rmlir_llvm_ir::fold::float_kind(*format).map_or(Type::NONE, |kind| cx.float_type(kind))
            }
            TyData::Ptr(space) => PointerType::get(cx, i64::from(*space)).ty(),
            TyData::Array { n, element } => ArrayType::get(cx, *n as i64, all(&[*element])[0]).ty(),
            TyData::Vector { n, element, scalable } => {
                let element = all(&[*element])[0];
                cx.ty(TypeData::Vector { shape: Box::new([*n as i64]), scalable: Box::new([*scalable]), element })
            }
            TyData::Struct { members, packed } => {
                let body = if *packed { StructBody::Packed } else { StructBody::Aligned };
                StructType::get(cx, None, body, all(members)).ty()
            }
            TyData::Named(id) => self.named(*id, around),
            TyData::Function { result, params, variadic } => {
                let result = all(&[*result])[0];
                FunctionType::get(cx, result, all(params), *variadic).ty()
            }
            TyData::Target { name, types, numbers } => {
                let numbers = numbers.iter().map(|&number| number as i64).collect();
                TargetExtType::get(cx, name, all(types), numbers).ty()
            }
        }
    }

    fn named(&self, id: StructId, around: &mut Vec<StructId>) -> Type {
        let cx = self.cx;
        let structure = self.module.types.named_struct(id);
        let name = structure.name.as_deref();
        if around.contains(&id) {
            return StructType::get(cx, name, StructBody::Enclosing, Vec::new()).ty();
        }
        let Some((members, packed)) = &structure.body else {
            return StructType::get(cx, name, StructBody::Opaque, Vec::new()).ty();
        };
        around.push(id);
        let members = members.iter().map(|&member| self.ty_within(member, around)).collect();
        around.pop();
        let body = if *packed { StructBody::Packed } else { StructBody::Aligned };
        StructType::get(cx, name, body, members).ty()
    }

    /// The builtin type of the attributes for constants of `ty`: nested arrays become tensors.
    pub(super) fn shaped(&mut self, mut ty: Ty) -> Option<Type> {
        let cx = self.cx;
        let mut shape = Vec::new();
        while let TyData::Array { n, element } = *self.module.types.data(ty) {
            shape.push(n as i64);
            ty = element;
        }
        let is_vector = match *self.module.types.data(ty) {
            TyData::Vector { scalable: true, .. } => return None,
            TyData::Vector { n, element, .. } => {
                shape.push(n as i64);
                ty = element;
                true
            }
            _ => false,
        };
        let scalar = self.ty(ty);
        let is_number = scalar.is_integer(cx) || scalar.float_kind(cx).is_some();
        if !is_number || shape.is_empty() {
            return None;
        }
        if is_vector {
            return Some(cx.vector_type(&shape, scalar));
        }
        Some(cx.ty(TypeData::RankedTensor { shape: shape.into(), element: scalar, encoding: None }))
    }
}
