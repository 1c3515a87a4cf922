//! Types.

use super::lexer::TokenKind;
use super::{Read, Reader};
use crate::model::types::{FloatTy, Ty, TyData};

impl Reader {
    /// Whether a type is next.
    pub(super) fn at_type(&self) -> bool {
        let token = self.peek();
        match token.kind {
            TokenKind::Local => true,
            TokenKind::Sign => matches!(&token.text[..], b"[" | b"<" | b"{"),
            TokenKind::Word => {
                let text = String::from_utf8_lossy(&token.text);
                matches!(&*text, "ptr" | "target") || plain(&text).is_some()
            }
            _ => false,
        }
    }

    pub(super) fn ty(&mut self) -> Read<Ty> {
        self.nested(|reader| {
            let mut ty = reader.simple_ty()?;
            while reader.at_sign("(") {
                ty = reader.function_ty(ty)?;
            }
            Ok(ty)
        })
    }

    fn simple_ty(&mut self) -> Read<Ty> {
        let token = self.peek().clone();
        let text = String::from_utf8_lossy(&token.text).into_owned();
        match token.kind {
            TokenKind::Local => {
                self.advance();
                let id = self.module.types.named(&text);
                Ok(self.module.types.get(TyData::Named(id)))
            }
            TokenKind::Sign => match &text[..] {
                "[" => self.array(),
                "{" => self.structure(false),
                "<" => self.vector_or_packed(),
                _ => self.fail("expected type"),
            },
            TokenKind::Word if text == "ptr" => {
                self.advance();
                let space = if self.try_word("addrspace") { self.number_in_parens()? } else { 0 };
                Ok(self.module.types.ptr(space as u32))
            }
            TokenKind::Word if text == "target" => self.target(),
            TokenKind::Word => match plain(&text) {
                Some(data) => {
                    self.advance();
                    Ok(self.module.types.get(data))
                }
                None => self.fail("expected type"),
            },
            _ => self.fail("expected type"),
        }
    }

    fn function_ty(&mut self, result: Ty) -> Read<Ty> {
        self.sign("(")?;
        let (mut params, mut variadic) = (Vec::new(), false);
        while !self.at_sign(")") {
            if self.try_sign("...") {
                variadic = true;
                break;
            }
            params.push(self.ty()?);
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign(")")?;
        Ok(self.module.types.function(result, params, variadic))
    }

    fn array(&mut self) -> Read<Ty> {
        self.sign("[")?;
        let n = self.number()?;
        self.word("x")?;
        let element = self.ty()?;
        self.sign("]")?;
        Ok(self.module.types.get(TyData::Array { n, element }))
    }

    fn structure(&mut self, packed: bool) -> Read<Ty> {
        let members = self.struct_members()?;
        Ok(self.module.types.get(TyData::Struct { members, packed }))
    }

    fn struct_members(&mut self) -> Read<Vec<Ty>> {
        self.sign("{")?;
        let mut members = Vec::new();
        while !self.at_sign("}") {
            members.push(self.ty()?);
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign("}")?;
        Ok(members)
    }

    fn vector_or_packed(&mut self) -> Read<Ty> {
        self.sign("<")?;
        if self.at_sign("{") {
            let ty = self.structure(true)?;
            self.sign(">")?;
            return Ok(ty);
        }
        let scalable = self.try_word("vscale");
        if scalable {
            self.word("x")?;
        }
        let n = self.number()?;
        self.word("x")?;
        let element = self.ty()?;
        self.sign(">")?;
        Ok(self.module.types.get(TyData::Vector { n, element, scalable }))
    }

    fn target(&mut self) -> Read<Ty> {
        self.word("target")?;
        self.sign("(")?;
        let name = self.string()?;
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        while self.try_sign(",") {
            if self.peek().kind == TokenKind::Int { numbers.push(self.number()?) } else { types.push(self.ty()?) }
        }
        self.sign(")")?;
        Ok(self.module.types.get(TyData::Target { name, types, numbers }))
    }

    /// `%name = type { .. }`
    pub(super) fn struct_definition(&mut self) -> Read<()> {
        let name = self.text(TokenKind::Local, "the name of a type")?;
        self.sign("=")?;
        self.word("type")?;
        let id = self.module.types.named(&name);
        if self.try_word("opaque") {
            return Ok(());
        }
        let packed = self.try_sign("<");
        let members = self.struct_members()?;
        if packed {
            self.sign(">")?;
        }
        self.module.types.set_body(id, members, packed);
        Ok(())
    }
}

/// The type of a keyword, for those without parts.
fn plain(word: &str) -> Option<TyData> {
    Some(match word {
        "void" => TyData::Void,
        "label" => TyData::Label,
        "metadata" => TyData::Metadata,
        "token" => TyData::Token,
        "x86_amx" => TyData::X86Amx,
        _ => {
            if let Some((format, ..)) = FloatTy::ALL.iter().find(|(_, name, _)| *name == word) {
                return Some(TyData::Float(*format));
            }
            let width = word.strip_prefix('i')?.parse::<u32>().ok()?;
            return (width > 0 && width < 1 << 24).then_some(TyData::Int(width));
        }
    })
}
