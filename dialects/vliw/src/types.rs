//! Registers.

use rmlir::interp::{Kind, RuntimeType};
use rmlir::prelude::*;

/// A register that holds values of a type.
///
/// A value of this type is the name of a register, not its content.
#[ty(name = "vliw.reg", format = "`<` $element `>`", interfaces(RuntimeType), summary = "register")]
pub struct RegType {
    /// The type of the values in the register.
    pub element: Type,
}

impl RuntimeType for RegType {
    fn kind(&self, _cx: &Context, _ty: Type, _vscale: u64) -> Result<Kind, String> {
        Ok(Kind::Opaque)
    }
}

/// The type of the values in a register of type `ty`.
pub fn element(cx: &Context, ty: Type) -> Option<Type> {
    RegType::from_type(cx, ty).map(|reg| reg.element(cx))
}
