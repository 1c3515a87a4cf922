//! Constants.

use rmlir_num::{ApFloat, ApInt, FloatKind};

use super::Reader;
use super::failure::{Failure, Read};
use super::lexer::TokenKind;
use super::types::ADDRESSED;
use crate::fold::float_kind;
use crate::model::Opcode;
use crate::model::constant::{ConstData, ConstId};
use crate::model::types::{FloatTy, Ty, TyData};

/// LLVM's error for constants of the wrong type.
const MISMATCH: &str = "constant expression type mismatch";

impl Reader {
    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Read<ConstId> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    fn typed_constants(&mut self, close: &str) -> Read<Vec<ConstId>> {
        let mut constants = Vec::new();
        while !self.at_sign(close) {
            constants.push(self.typed_constant()?);
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign(close)?;
        Ok(constants)
    }

    /// Whether a constant is next.
    pub(super) fn at_constant(&self) -> bool {
        self.peek().kind != TokenKind::Local
    }

    pub(super) fn constant(&mut self, ty: Ty) -> Read<ConstId> {
        self.nested(|reader| reader.constant_of(ty))
    }

    fn constant_of(&mut self, ty: Ty) -> Read<ConstId> {
        let token = self.peek().clone();
        let text = String::from_utf8_lossy(&token.text).into_owned();
        match token.kind {
            TokenKind::Int => self.integer(ty, &text),
            TokenKind::Float => self.float(ty, &text),
            TokenKind::Global => {
                self.require(
                    self.module.types.space(ty).is_some(),
                    "global variable reference must have pointer type",
                )?;
                let global = self.global_name()?;
                Ok(self.module.constants.get(ty, ConstData::Global(global)))
            }
            TokenKind::Bytes => {
                let TyData::Array { n, element } = *self.module.types.data(ty) else { return self.fail(MISMATCH) };
                let fits = n == token.text.len() as u64 && self.module.types.int_width(element) == Some(8);
                self.require(fits, MISMATCH)?;
                self.advance();
                Ok(self.module.constants.text(ty, &token.text))
            }
            TokenKind::Sign => match &text[..] {
                "[" | "{" => {
                    self.advance();
                    let parts = self.typed_constants(if text == "[" { "]" } else { "}" })?;
                    if !self.has_parts(ty, &parts) {
                        return Err(Failure { at: token.at, message: MISMATCH.to_owned() });
                    }
                    Ok(self.module.constants.aggregate(ty, parts))
                }
                "<" => {
                    self.advance();
                    let packed = self.try_sign("{");
                    let parts = self.typed_constants(if packed { "}" } else { ">" })?;
                    if packed {
                        self.sign(">")?;
                    }
                    if !self.has_parts(ty, &parts) {
                        return Err(Failure { at: token.at, message: MISMATCH.to_owned() });
                    }
                    Ok(self.module.constants.aggregate(ty, parts))
                }
                _ => self.fail("expected value token"),
            },
            TokenKind::Word => self.constant_word(ty, &text),
            _ => self.fail("expected value token"),
        }
    }

    fn require(&self, holds: bool, message: &str) -> Read<()> {
        if holds { Ok(()) } else { self.fail(message) }
    }

    /// Whether `parts` are the elements or members of a constant of type `ty`.
    fn has_parts(&self, ty: Ty, parts: &[ConstId]) -> bool {
        let types = &self.module.types;
        let given = parts.iter().map(|&part| self.module.constants.ty(part));
        match (types.data(ty), types.members(ty)) {
            (&(TyData::Array { n, element } | TyData::Vector { n, element, scalable: false }), _) => {
                n == parts.len() as u64 && given.into_iter().all(|ty| ty == element)
            }
            (_, Some((members, _))) => given.eq(members.iter().copied()),
            _ => false,
        }
    }

    fn integer(&mut self, ty: Ty, text: &str) -> Read<ConstId> {
        if self.module.types.float(ty).is_some() {
            return self.float(ty, text);
        }
        let Some(width) = self.module.types.int_width(ty) else {
            return self.fail("integer constant must have integer type");
        };
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let Some(value) = ApInt::parse_dec(digits) else { return self.fail("expected integer") };
        let value = value.zext_or_trunc(width.max(value.width())).trunc(width);
        self.advance();
        Ok(self.module.constants.int(ty, if negative { value.neg() } else { value }))
    }

    fn float(&mut self, ty: Ty, text: &str) -> Read<ConstId> {
        let Some(format) = self.module.types.float(ty) else {
            return self.fail("floating point constant invalid for type");
        };
        match float_bits(format, text) {
            Some(bits) => {
                self.advance();
                Ok(self.module.constants.get(ty, ConstData::Float(bits)))
            }
            None => self.fail("floating point constant invalid for type"),
        }
    }

    fn constant_word(&mut self, ty: Ty, word: &str) -> Read<ConstId> {
        let constants = &mut self.module.constants;
        let simple = match word {
            "true" => Some(constants.i1(true)),
            "false" => Some(constants.i1(false)),
            "null" | "none" | "zeroinitializer" => Some(self.module.zero(ty)),
            "undef" => Some(constants.get(ty, ConstData::Undef)),
            "poison" => Some(constants.get(ty, ConstData::Poison)),
            _ => None,
        };
        if let Some(simple) = simple {
            let is_bit = self.module.types.int_width(ty) == Some(1);
            self.require(is_bit || !matches!(word, "true" | "false"), MISMATCH)?;
            self.require(self.module.types.space(ty).is_some() || word != "null", "null must be a pointer type")?;
            self.advance();
            return Ok(simple);
        }
        match word {
            "splat" => {
                self.advance();
                self.sign("(")?;
                let element = self.typed_constant()?;
                self.sign(")")?;
                Ok(self.module.constants.splat(&self.module.types, ty, element))
            }
            "dso_local_equivalent" => {
                self.advance();
                let global = self.global_name()?;
                Ok(self.module.constants.get(ty, ConstData::DsoLocalEquivalent(global)))
            }
            "getelementptr" => self.constant_gep(ty),
            "blockaddress" => self.block_address(ty),
            _ => self.expression(ty, word),
        }
    }

    fn block_address(&mut self, ty: Ty) -> Read<ConstId> {
        self.advance();
        self.sign("(")?;
        let function = self.global_name()?;
        self.sign(",")?;
        let at = self.peek().at;
        let label = self.text(TokenKind::Local, "a basic block")?;
        self.sign(")")?;
        let key = (function, label);
        if let Some(&(known, _)) = self.addresses.get(&key) {
            return Ok(known);
        }
        // Until the block is known, an index that no other address has.
        let place = match self.places.get(&function) {
            Some(places) => match places.get(&key.1) {
                Some(&place) => place,
                None => {
                    let message = format!("referenced value is not a basic block: '%{}'", key.1);
                    return Err(super::Failure { at, message });
                }
            },
            None => u32::MAX - self.addresses.len() as u32,
        };
        if self.function.as_ref().is_some_and(|locals| locals.is(function)) {
            self.block_named(&key.1);
        }
        let id = self.module.constants.get(ty, ConstData::BlockAddress { function, block: place });
        self.addresses.insert(key, (id, at));
        Ok(id)
    }

    fn constant_gep(&mut self, ty: Ty) -> Read<ConstId> {
        self.advance();
        let mut flags = 0;
        while let Some(word) = self.one_of(&["inbounds", "nusw", "nuw"]) {
            flags |= match word {
                "inbounds" => 3,
                "nusw" => 2,
                _ => 4,
            };
        }
        // The range is dropped, as it is in the dialect.
        if self.try_word("inrange") {
            self.sign("(")?;
            while !self.try_sign(")") {
                if self.peek().kind == TokenKind::End {
                    return self.fail("expected ')' here");
                }
                self.advance();
            }
        }
        self.sign("(")?;
        let element = self.ty_for(&ADDRESSED)?;
        self.sign(",")?;
        let operands = self.typed_constants(")")?;
        Ok(self.module.constants.get(ty, ConstData::Gep { element, flags, operands }))
    }

    fn expression(&mut self, ty: Ty, word: &str) -> Read<ConstId> {
        let Some(opcode) = Opcode::ALL.iter().copied().find(|opcode| opcode.word() == word) else {
            return self.fail("expected value token");
        };
        self.advance();
        while self.one_of(&["nuw", "nsw"]).is_some() {}
        self.sign("(")?;
        let mut operands = vec![self.typed_constant()?];
        if opcode.is_cast() {
            self.word("to")?;
            self.ty()?;
        } else {
            self.sign(",")?;
            operands.push(self.typed_constant()?);
        }
        self.sign(")")?;
        Ok(self.module.constants.get(ty, ConstData::Expr { opcode, operands }))
    }
}

/// The bits of a float.
fn float_bits(format: FloatTy, text: &str) -> Option<u128> {
    if let Some(hex) = text.strip_prefix("0x") {
        let bits = |digits: &str| u128::from_str_radix(digits, 16).ok();
        let swapped = |digits: &str| bits(digits).map(|bits| bits.rotate_right(64));
        return match hex.as_bytes().first() {
            Some(b'H' | b'R' | b'K') => bits(&hex[1..]),
            Some(b'L' | b'M') => swapped(&hex[1..]),
            _ => from_double(format, bits(hex)? as u64),
        };
    }
    let kind = float_kind(format)?;
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let value = ApFloat::parse_decimal(kind, digits.trim_start_matches('+'))?;
    Some(if negative { value.neg() } else { value }.bits())
}

/// The bits of a float whose value is given as the bits of a double.
fn from_double(format: FloatTy, bits: u64) -> Option<u128> {
    match format {
        FloatTy::Double => Some(bits.into()),
        FloatTy::Float => {
            let value = f64::from_bits(bits);
            if value.is_nan() {
                let payload = (bits >> 29) as u32 & 0x007f_ffff;
                return Some(u128::from((bits >> 63) as u32) << 31 | 0x7f80_0000 | u128::from(payload));
            }
            Some(u128::from((value as f32).to_bits()))
        }
        _ => {
            let value = ApFloat::from_bits(FloatKind::F64, bits.into());
            Some(value.convert(float_kind(format)?, Default::default()).value.bits())
        }
    }
}
