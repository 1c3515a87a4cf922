//! Intrinsics that are called without a declaration.
//!
//! The types of a call imply the declaration: LLVM parses such texts the same way, and prints names with the mangled
//! types. It sorts these declarations by name; here they are in the order of their first calls.

use crate::signature::{self, Overload};

use super::Reader;
use super::failure::{Failure, Read};
use super::lexer::TokenKind;
use crate::model::attribute::AttributeSet;
use crate::model::types::Ty;
use crate::model::{Function, Global, GlobalId, GlobalKind};

/// An intrinsic without a declaration in the text.
pub struct Undeclared {
    name: String,
    /// The offset of its name.
    at: usize,
}

impl Reader {
    /// Whether the next token is the name of an intrinsic without a declaration.
    pub(super) fn at_undeclared(&self) -> bool {
        let token = self.peek();
        let name = String::from_utf8_lossy(&token.text);
        token.kind == TokenKind::Global && name.starts_with("llvm.") && !self.declared.contains(&*name)
    }

    /// Parses the name of an intrinsic without a declaration, if it is next.
    pub(super) fn undeclared_callee(&mut self) -> Option<Undeclared> {
        let is_next = self.at_undeclared();
        is_next.then(|| self.advance()).map(|token| {
            let name = String::from_utf8_lossy(&token.text).into_owned();
            Undeclared { name, at: token.at }
        })
    }

    /// Declares the callee of a call of type `ty`, unless an earlier call did.
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
        crate::signature::add_known(name, &self.module.types, result, &mut function);
        self.module.add(Global::new(name, ty, GlobalKind::Function(Box::new(function))))
    }

    /// The mangled name of an intrinsic, for target-independent ones; `None` if a call of type `ty` does not match its
    /// signature.
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
