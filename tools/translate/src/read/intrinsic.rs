//! Intrinsics that are called and declared nowhere.
//!
//! The types of a call are the declaration: LLVM reads such texts the same way, and writes names with the types that
//! belong to them. It sorts what it declares so by name; here they come in the order of their first calls.

use rmlir_llvm::intrinsics::signature::{self, Overload};

use super::lexer::TokenKind;
use super::{Failure, Read, Reader};
use crate::model::attribute::AttributeSet;
use crate::model::types::Ty;
use crate::model::{Function, Global, GlobalId, GlobalKind};

/// An intrinsic that nothing in the text declares.
pub struct Undeclared {
    name: String,
    /// Where it is named.
    at: usize,
}

impl Reader {
    /// Whether the name that is next is that of an intrinsic that nothing in the text declares.
    pub(super) fn at_undeclared(&self) -> bool {
        let token = self.peek();
        let name = String::from_utf8_lossy(&token.text);
        token.kind == TokenKind::Global && name.starts_with("llvm.") && !self.declared.contains(&*name)
    }

    /// The intrinsic that is called next, if nothing declares it.
    pub(super) fn undeclared_callee(&mut self) -> Option<Undeclared> {
        let is_next = self.at_undeclared();
        is_next.then(|| self.advance()).map(|token| {
            let name = String::from_utf8_lossy(&token.text).into_owned();
            Undeclared { name, at: token.at }
        })
    }

    /// Declares what is called by a call of type `ty`, if no call before did.
    pub(super) fn declare(&mut self, Undeclared { name, at }: Undeclared, ty: Ty) -> Read<GlobalId> {
        let Some(full) = self.full_name(&name, ty) else {
            return Err(Failure { at, message: "invalid intrinsic signature".to_owned() });
        };
        match self.module.lookup(&full) {
            Some(known) if self.module.global(known).ty == ty => Ok(known),
            Some(_) => {
                let message = format!("intrinsic '@{full}' is called with several types and declared with none");
                Err(Failure { at, message })
            }
            None => Ok(self.add_declaration(&full, ty)),
        }
    }

    fn add_declaration(&mut self, name: &str, ty: Ty) -> GlobalId {
        let (result, params, _) = self.module.types.signature(ty).expect("a call is of a function's type");
        let param_attrs = vec![AttributeSet::default(); params.len()];
        let mut function = Function { param_attrs, ..Function::default() };
        crate::export::add_known(name, &self.module.types, result, &mut function);
        self.module.add(Global::new(name, ty, GlobalKind::Function(Box::new(function))))
    }

    /// The name of an intrinsic with the types that belong to it, for those that LLVM has for all targets; nothing if
    /// a call of type `ty` does not have them.
    fn full_name(&self, name: &str, ty: Ty) -> Option<String> {
        let Some(signature) = signature::find(name) else { return Some(name.to_owned()) };
        let types = &self.module.types;
        let (result, params, _) = types.signature(ty)?;
        let mut full = format!("llvm.{}", signature.name);
        for overload in signature.overloads() {
            let ty = match overload {
                Overload::Result => result,
                Overload::Member(member) => *types.members(result)?.0.get(member)?,
                Overload::Operand(operand) => *params.get(operand)?,
            };
            full.push('.');
            full.push_str(&types.mangled(ty));
        }
        Some(full)
    }
}
