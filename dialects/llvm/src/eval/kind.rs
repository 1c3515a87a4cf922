//! The runtime kinds of the dialect's types.

use rmlir::interp::{Kind, RuntimeType};
use rmlir::prelude::*;

use crate::types::{ArrayType, PointerType, StructBody, StructType, TokenType, VoidType};

impl RuntimeType for PointerType {
    fn kind(&self, _cx: &Context, _ty: Type, _vscale: u64) -> Result<Kind, String> {
        Ok(Kind::Pointer)
    }
}

impl RuntimeType for VoidType {
    fn kind(&self, _cx: &Context, _ty: Type, _vscale: u64) -> Result<Kind, String> {
        Ok(Kind::Opaque)
    }
}

impl RuntimeType for TokenType {
    fn kind(&self, _cx: &Context, _ty: Type, _vscale: u64) -> Result<Kind, String> {
        Ok(Kind::Opaque)
    }
}

impl RuntimeType for ArrayType {
    fn kind(&self, cx: &Context, ty: Type, vscale: u64) -> Result<Kind, String> {
        let array = ArrayType::from_type(cx, ty).expect("the interface is that of the type");
        Ok(Kind::Array(array.n_elements(cx) as u64, Kind::of(cx, array.element(cx), vscale)?.into()))
    }
}

impl RuntimeType for StructType {
    fn kind(&self, cx: &Context, ty: Type, vscale: u64) -> Result<Kind, String> {
        let record = StructType::from_type(cx, ty).expect("the interface is that of the type");
        let body = record.body(cx);
        if matches!(body, StructBody::Opaque | StructBody::Enclosing) {
            return Err(format!("nothing is known of the members of '{}'", cx.show_type(ty)));
        }
        let members = record.members(cx).into_iter().map(|member| Kind::of(cx, member, vscale));
        Ok(Kind::Struct(members.collect::<Result<_, _>>()?, body == StructBody::Packed))
    }
}
