//! Attributes.

use rmlir_num::ApInt;

use super::Reader;
use super::failure::Read;
use super::lexer::TokenKind;
use crate::model::attribute::{ALLOC_KINDS, Attribute, AttributeSet, FLOAT_CLASSES, MemoryEffects, Value, kind};

/// The effect on a memory location without restriction.
const ANY_EFFECT: u8 = 3;

/// Memory attributes of older versions, with the effects that they allow on each memory location, in the order of
/// [`MemoryEffects::NAMES`].
const OLD_EFFECTS: &[(&str, [u8; 6])] = &[
    ("readnone", [0; 6]),
    ("readonly", [1; 6]),
    ("writeonly", [2; 6]),
    ("argmemonly", [ANY_EFFECT, 0, 0, 0, 0, 0]),
    ("inaccessiblememonly", [0, ANY_EFFECT, 0, 0, 0, 0]),
    ("inaccessiblemem_or_argmemonly", [ANY_EFFECT, ANY_EFFECT, 0, 0, 0, 0]),
];

impl Reader {
    /// A list of attributes; references to groups add the attributes of the group.
    pub(super) fn attrs(&mut self) -> Read<AttributeSet> {
        self.attrs_and(None)
    }

    /// Attributes of a function or call. Memory attributes of older versions are combined into one `memory` attribute:
    /// the intersection of all.
    pub(super) fn function_attrs(&mut self) -> Read<AttributeSet> {
        let mut effects = [ANY_EFFECT; 6];
        let mut found = self.attrs_and(Some(&mut effects))?;
        if effects != [ANY_EFFECT; 6] {
            found.add(Attribute::known("memory", Value::Words(MemoryEffects(effects).words())));
        }
        Ok(found)
    }

    /// A list of attributes; memory attributes of older versions are intersected into `effects`, if it is given.
    fn attrs_and(&mut self, mut effects: Option<&mut [u8; 6]>) -> Read<AttributeSet> {
        let mut set = AttributeSet::default();
        loop {
            let token = self.peek().clone();
            let text = String::from_utf8_lossy(&token.text).into_owned();
            let is_word = token.kind == TokenKind::Word;
            let old = OLD_EFFECTS.iter().find(|(name, _)| is_word && *name == text);
            if let (Some((_, left)), Some(effects)) = (old, &mut effects) {
                self.advance();
                effects.iter_mut().zip(left).for_each(|(effect, left)| *effect &= left);
                continue;
            }
            match token.kind {
                TokenKind::Group => {
                    self.advance();
                    let group = text.parse().ok().and_then(|number: u64| self.groups.get(&number)).cloned();
                    group.unwrap_or_default().iter().for_each(|attribute| set.add(attribute.clone()));
                }
                TokenKind::Text => {
                    self.advance();
                    let value = if self.try_sign("=") { self.string()? } else { String::new() };
                    set.add(Attribute::text(&text, &value));
                }
                // The attribute of older versions for pointers that are not captured.
                TokenKind::Word if text == "nocapture" => {
                    self.advance();
                    set.add(Attribute::known("captures", Value::Words("none".to_owned())));
                }
                TokenKind::Word if kind(&text).is_some() => {
                    self.advance();
                    let value = self.attribute_value(&text)?;
                    set.add(Attribute::known(&text, value));
                }
                _ => return Ok(set),
            }
        }
    }

    fn attribute_value(&mut self, name: &str) -> Read<Value> {
        if self.try_sign("=") {
            return Ok(Value::Int(self.number()?));
        }
        if name == "align" {
            let number = if self.at_sign("(") { self.number_in_parens()? } else { self.number()? };
            return Ok(Value::Int(number));
        }
        if !self.at_sign("(") {
            // Unwind tables are asynchronous by default.
            return Ok(if name == "uwtable" { Value::Int(2) } else { Value::None });
        }
        self.sign("(")?;
        let value = match name {
            "sret" | "byval" | "byref" | "elementtype" | "inalloca" | "preallocated" => Value::Type(self.any_ty()?),
            "dereferenceable" | "dereferenceable_or_null" | "alignstack" => Value::Int(self.number()?),
            "allocsize" | "vscale_range" => {
                let first = self.number()?;
                let missing = if name == "allocsize" { u64::from(u32::MAX) } else { first };
                let second = if self.try_sign(",") { self.number()? } else { missing };
                Value::Int(first << 32 | second)
            }
            "allockind" => {
                let words = self.string()?;
                let bit = |word: &str| ALLOC_KINDS.iter().position(|known| *known == word).map_or(0, |at| 1 << at);
                Value::Int(words.split(',').map(bit).sum())
            }
            "uwtable" => Value::Int(if self.any_word()? == "sync" { 1 } else { 2 }),
            "range" => self.range()?,
            "nofpclass" => {
                let mut set = 0;
                while !self.at_sign(")") {
                    let word = self.any_word()?;
                    set |= FLOAT_CLASSES.iter().find(|(_, known)| *known == word).map_or(0, |(bits, _)| *bits);
                }
                Value::Int(set)
            }
            _ => Value::Words(self.words_in_parens()?),
        };
        self.sign(")")?;
        Ok(value)
    }

    fn range(&mut self) -> Read<Value> {
        let ty = self.ty()?;
        let width = self.module.types.int_width(ty).unwrap_or(64);
        let bound = |reader: &mut Self| {
            let constant = reader.constant(ty)?;
            Ok(reader.module.constants.as_int(constant).cloned().unwrap_or_else(|| ApInt::zero(width)))
        };
        let lower = bound(self)?;
        self.sign(",")?;
        let upper = bound(self)?;
        Ok(Value::Range(lower, upper))
    }

    /// The text up to the closing parenthesis, which is not consumed.
    fn words_in_parens(&mut self) -> Read<String> {
        let (mut words, mut depth) = (String::new(), 0);
        loop {
            let token = self.peek().clone();
            let text = String::from_utf8_lossy(&token.text).into_owned();
            match (token.kind, &text[..]) {
                (TokenKind::End, _) => return self.fail("expected ')'"),
                (TokenKind::Sign, ")") if depth == 0 => return Ok(words),
                (TokenKind::Sign, "(") => depth += 1,
                (TokenKind::Sign, ")") => depth -= 1,
                _ => {}
            }
            self.advance();
            let is_tight = matches!(&text[..], "," | ")") || words.is_empty() || words.ends_with('(');
            if !is_tight {
                words.push(' ');
            }
            words.push_str(&text);
            if token.kind == TokenKind::Label {
                words.push(':');
            }
        }
    }

    /// `attributes #0 = { .. }`
    pub(super) fn group_definition(&mut self) -> Read<()> {
        self.word("attributes")?;
        let number = self.text(TokenKind::Group, "the number of a group of attributes")?;
        self.sign("=")?;
        self.sign("{")?;
        let attrs = self.function_attrs()?;
        self.sign("}")?;
        self.groups.insert(number.parse().unwrap_or(0), attrs);
        Ok(())
    }
}
