//! Types.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_llvm::types::{ArrayType, FunctionType, PointerType, StructBody, StructType, TargetExtType};
use rmlir_llvm_ir::model::types::{FloatTy, Ty, TyData};

use super::Exporter;

impl Exporter<'_> {
    /// The LLVM IR type for `ty`.
    pub(super) fn ty(&mut self, ty: Type) -> Ty {
        if let Some(&known) = self.structs.types.get(&ty) {
            return known;
        }
        let translated = self.new_ty(ty);
        self.structs.types.insert(ty, translated);
        translated
    }

    fn types(&mut self, types: &[Type]) -> Vec<Ty> {
        types.iter().map(|&ty| self.ty(ty)).collect()
    }

    fn new_ty(&mut self, ty: Type) -> Ty {
        let cx = self.cx;
        let data = match ty.data(cx) {
            TypeData::Integer { width, .. } => TyData::Int(*width),
            TypeData::Float(kind) => match float_ty(*kind) {
                Some(format) => TyData::Float(format),
                None => TyData::Int(kind.width()),
            },
            TypeData::Vector { shape, scalable, element } => {
                let n = shape.first().copied().unwrap_or(1) as u64;
                TyData::Vector { n, element: self.ty(*element), scalable: scalable.contains(&true) }
            }
            TypeData::Dialect { def, .. } => match def.mnemonic() {
                "void" => TyData::Void,
                "token" => TyData::Token,
                "label" => TyData::Label,
                "metadata" => TyData::Metadata,
                "x86_amx" => TyData::X86Amx,
                "ppc_fp128" => TyData::Float(FloatTy::PpcFp128),
                _ => return self.compound(ty),
            },
            _ => TyData::Void,
        };
        self.module.types.get(data)
    }

    fn compound(&mut self, ty: Type) -> Ty {
        let cx = self.cx;
        let data = if let Some(pointer) = PointerType::from_type(cx, ty) {
            TyData::Ptr(pointer.address_space(cx) as u32)
        } else if let Some(array) = ArrayType::from_type(cx, ty) {
            TyData::Array { n: array.n_elements(cx) as u64, element: self.ty(array.element(cx)) }
        } else if let Some(function) = FunctionType::from_type(cx, ty) {
            let result = self.ty(function.result(cx));
            TyData::Function { result, params: self.types(&function.inputs(cx)), variadic: function.variadic(cx) }
        } else if let Some(target) = TargetExtType::from_type(cx, ty) {
            let numbers = target.numbers(cx).iter().map(|&number| number as u64).collect();
            TyData::Target { name: target.name(cx).to_owned(), types: self.types(&target.types(cx)), numbers }
        } else if let Some(structure) = StructType::from_type(cx, ty) {
            return self.structure(structure);
        } else {
            TyData::Void
        };
        self.module.types.get(data)
    }

    fn structure(&mut self, structure: StructType) -> Ty {
        let cx = self.cx;
        let packed = structure.body(cx) == StructBody::Packed;
        let Some(name) = structure.name(cx).map(str::to_owned) else {
            let members = self.types(&structure.members(cx));
            return self.module.types.get(TyData::Struct { members, packed });
        };
        let id = self.module.types.named(&name);
        let has_body = matches!(structure.body(cx), StructBody::Aligned | StructBody::Packed);
        if has_body && self.structs.structs.insert(name) {
            let members = self.types(&structure.members(cx));
            self.module.types.set_body(id, members, packed);
        }
        self.module.types.get(TyData::Named(id))
    }
}

/// The format of a float type.
pub fn float_ty(kind: FloatKind) -> Option<FloatTy> {
    Some(match kind {
        FloatKind::F16 => FloatTy::Half,
        FloatKind::BF16 => FloatTy::BFloat,
        FloatKind::F32 => FloatTy::Float,
        FloatKind::F64 => FloatTy::Double,
        FloatKind::F80 => FloatTy::X86Fp80,
        FloatKind::F128 => FloatTy::Fp128,
        _ => return None,
    })
}
