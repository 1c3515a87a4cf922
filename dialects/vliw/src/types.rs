//! Registers.

use rmlir::interp::{Kind, RuntimeType};
use rmlir::prelude::*;

/// A register that holds values of a type.
///
/// A value of this type is not what is in the register, but which one it is.
#[ty(name = "vliw.reg", format = "`<` $element `>`", interfaces(RuntimeType), summary = "register")]
pub struct RegType {
    /// What it holds.
    pub element: Type,
}

impl RuntimeType for RegType {
    fn kind(&self, _cx: &Context, _ty: Type, _vscale: u64) -> Result<Kind, String> {
        Ok(Kind::Opaque)
    }
}

/// What a register of type `ty` holds.
pub fn element(cx: &Context, ty: Type) -> Option<Type> {
    RegType::from_type(cx, ty).map(|reg| reg.element(cx))
}
