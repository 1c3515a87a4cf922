//! Types.

use super::Reader;
use super::failure::{Failure, Read};
use super::lexer::TokenKind;
use crate::model::types::{FloatTy, Ty, TyData};

/// A use of a type: the types that are valid, and LLVM's error for others.
pub(super) struct Usage {
    may_be_void: bool,
    is_valid: fn(&TyData) -> bool,
    message: &'static str,
}

const VALUE: Usage = Usage {
    may_be_void: false,
    is_valid: |data| !matches!(data, TyData::Function { .. }),
    message: "functions are not values, refer to them as pointers",
};

/// The result of a function.
pub(super) const RESULT: Usage = Usage {
    may_be_void: true,
    is_valid: |data| !matches!(data, TyData::Function { .. } | TyData::Label | TyData::Metadata),
    message: "invalid function return type",
};

/// A parameter of a function.
pub(super) const ARGUMENT: Usage = Usage { message: "invalid type for function argument", ..VALUE };

const ARRAY_ELEMENT: Usage = Usage {
    may_be_void: false,
    is_valid: |data| is_sized(data) && !matches!(data, TyData::X86Amx),
    message: "invalid array element type",
};

const VECTOR_ELEMENT: Usage = Usage {
    may_be_void: false,
    is_valid: |data| matches!(data, TyData::Int(_) | TyData::Float(_) | TyData::Ptr(_) | TyData::Target { .. }),
    message: "invalid vector element type",
};

const MEMBER: Usage = Usage { may_be_void: false, is_valid: is_sized, message: "invalid element type for struct" };

/// The type of a global variable.
pub(super) const GLOBAL: Usage =
    Usage { may_be_void: false, is_valid: is_sized, message: "invalid type for global variable" };

/// The type of an allocation on the stack.
pub(super) const ALLOCA: Usage = Usage { message: "invalid type for alloca", ..GLOBAL };

/// The type of a loaded value.
pub(super) const LOADED: Usage = Usage { message: "load operand must be a pointer to a first class type", ..GLOBAL };

/// The type that the indices of an address computation are counted in.
pub(super) const ADDRESSED: Usage = Usage { message: "base element of getelementptr must be sized", ..GLOBAL };

/// Whether values of the type may be in memory.
fn is_sized(data: &TyData) -> bool {
    !matches!(data, TyData::Void | TyData::Label | TyData::Metadata | TyData::Token | TyData::Function { .. })
}

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

    /// Any type.
    pub(super) fn any_ty(&mut self) -> Read<Ty> {
        let at = self.peek().at;
        self.nested(|reader| {
            let mut ty = reader.simple_ty()?;
            while reader.at_sign("(") {
                reader.check_ty(ty, &RESULT, at)?;
                ty = reader.function_ty(ty)?;
            }
            Ok(ty)
        })
    }

    /// The type of a value.
    pub(super) fn ty(&mut self) -> Read<Ty> {
        self.ty_for(&VALUE)
    }

    /// A type that may be used in this way.
    pub(super) fn ty_for(&mut self, usage: &Usage) -> Read<Ty> {
        let at = self.peek().at;
        let ty = self.any_ty()?;
        self.check_ty(ty, usage, at)?;
        Ok(ty)
    }

    fn check_ty(&self, ty: Ty, usage: &Usage, at: usize) -> Read<()> {
        let message = match self.module.types.data(ty) {
            TyData::Void if !usage.may_be_void => "void type only allowed for function results",
            data if !(usage.is_valid)(data) => usage.message,
            _ => return Ok(()),
        };
        Err(Failure { at, message: message.to_owned() })
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
                None if is_int(&text) => self.fail("bitwidth for integer type out of range"),
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
            params.push(self.ty_for(&ARGUMENT)?);
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
        if i64::try_from(n).is_err() {
            return self.fail("size too large for array");
        }
        self.word("x")?;
        let element = self.ty_for(&ARRAY_ELEMENT)?;
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
            members.push(self.ty_for(&MEMBER)?);
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
        let at = self.peek().at;
        let n = self.number()?;
        self.word("x")?;
        let element = self.ty_for(&VECTOR_ELEMENT)?;
        self.sign(">")?;
        let message = match n {
            0 => "zero element vector is illegal",
            _ if u32::try_from(n).is_err() => "size too large for vector",
            _ => return Ok(self.module.types.get(TyData::Vector { n, element, scalable })),
        };
        Err(Failure { at, message: message.to_owned() })
    }

    fn target(&mut self) -> Read<Ty> {
        self.word("target")?;
        self.sign("(")?;
        let name = self.string()?;
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        while self.try_sign(",") {
            if self.peek().kind == TokenKind::Int { numbers.push(self.number()?) } else { types.push(self.any_ty()?) }
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

/// The largest width of integers.
const MAX_INT_WIDTH: u32 = 1 << 23;

fn is_int(word: &str) -> bool {
    word.strip_prefix('i').is_some_and(|width| !width.is_empty() && width.bytes().all(|byte| byte.is_ascii_digit()))
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
            return (width > 0 && width <= MAX_INT_WIDTH).then_some(TyData::Int(width));
        }
    })
}
