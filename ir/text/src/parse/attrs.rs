//! Attributes except elements literals.

use rmlir_core::asm::{ParseError, Parsed};
use rmlir_core::dialect::{AttrDef, ParamsFormat, ParamsSyntax};
use rmlir_core::{Attr, AttrData, DYNAMIC, Ident, NamedAttr, Type};
use rmlir_num::{ApFloat, ApInt, FloatKind};
use rustc_hash::FxHashSet;

use super::format_hook::parse_params_spec;
use super::parser::Parser;
use super::types::checked_at;
use crate::lex::{Kind, Token};

impl Parser<'_, '_> {
    /// Parses an attribute; an untyped literal has the type `expected`.
    pub fn parse_attr(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        match self.kind() {
            Kind::Integer => self.parse_integer_attr(expected, false),
            Kind::Float => self.parse_float_attr(expected, false),
            Kind::String => self.parse_string_attr(expected),
            Kind::At => self.parse_symbol_ref(),
            Kind::Hash => self.nested(|parser| parser.parse_extended_attr(expected)),
            Kind::Bare => self.nested(|parser| parser.parse_keyword_attr(expected)),
            Kind::Punctuation => self.nested(|parser| parser.parse_punctuated_attr(expected)),
            _ => self.parse_type_attr(),
        }
    }

    /// Parses an attribute if the next token can begin one.
    pub fn try_attr(&mut self, expected: Option<Type>) -> Parsed<Option<Attr>> {
        let starts = match self.kind() {
            Kind::At | Kind::Float | Kind::Integer | Kind::Hash | Kind::String => true,
            Kind::Punctuation => matches!(self.text(), b"-" | b"[" | b"{"),
            Kind::Bare => matches!(
                self.text(),
                b"affine_map"
                    | b"affine_set"
                    | b"dense"
                    | b"dense_resource"
                    | b"array"
                    | b"false"
                    | b"true"
                    | b"loc"
                    | b"sparse"
                    | b"strided"
                    | b"distinct"
                    | b"unit"
            ),
            _ => false,
        };
        if starts {
            return self.parse_attr(expected).map(Some);
        }
        Ok(self.try_type()?.map(|ty| self.cx.type_attr(ty)))
    }

    fn parse_type_attr(&mut self) -> Parsed<Attr> {
        match self.try_type()? {
            Some(ty) => Ok(self.cx.type_attr(ty)),
            None => Err(self.wrong_token("expected attribute value")),
        }
    }

    fn parse_punctuated_attr(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        match self.text() {
            b"[" => self.parse_array(),
            b"{" => {
                let mut entries = Vec::new();
                self.parse_attr_dict(&mut entries)?;
                Ok(self.cx.dict(entries))
            }
            b"-" => {
                self.bump();
                match self.kind() {
                    Kind::Integer => self.parse_integer_attr(expected, true),
                    Kind::Float => self.parse_float_attr(expected, true),
                    _ => Err(self.wrong_token("expected constant integer or floating point value")),
                }
            }
            _ => self.parse_type_attr(),
        }
    }

    fn parse_keyword_attr(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        match self.text() {
            b"true" => {
                self.bump();
                Ok(Attr::TRUE)
            }
            b"false" => {
                self.bump();
                Ok(Attr::FALSE)
            }
            b"unit" => {
                self.bump();
                Ok(Attr::UNIT)
            }
            b"dense" => self.parse_dense(expected),
            b"array" => self.parse_dense_array(),
            b"affine_map" => self.parse_affine_map_attr(),
            b"affine_set" => self.parse_affine_set_attr(),
            b"loc" => {
                self.bump();
                self.expect("(")?;
                let loc = self.parse_location_instance()?;
                self.expect(")")?;
                Ok(loc.attr(self.cx))
            }
            b"dense_resource" => self.parse_dense_resource(expected),
            b"sparse" => self.parse_sparse(expected),
            b"strided" => self.parse_strided(),
            b"distinct" => self.parse_distinct(expected),
            _ => self.parse_type_attr(),
        }
    }

    fn parse_array(&mut self) -> Parsed<Attr> {
        self.bump();
        let mut elements = Vec::new();
        if !self.accept("]") {
            loop {
                elements.push(self.parse_attr(None)?);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect_end_of_list("]")?;
        }
        Ok(self.cx.array_attr(&elements))
    }

    /// Parses `{a = 1, b}`.
    pub fn parse_attr_dict(&mut self, entries: &mut Vec<NamedAttr>) -> Parsed<()> {
        self.expect("{")?;
        let n_before = entries.len();
        if self.accept("}") {
            return Ok(());
        }
        let mut known = KnownNames::default();
        loop {
            let name = self.parse_attr_name()?;
            if known.has(name, &entries[n_before..]) {
                let name = name.str(self.cx).to_owned();
                return Err(self.error(format!("duplicate key '{name}' in dictionary attribute")));
            }
            self.bump();
            let value = if self.accept("=") { self.parse_attr(None)? } else { Attr::UNIT };
            entries.push(NamedAttr { name, value });
            if !self.accept(",") {
                break;
            }
        }
        if self.accept("}") { Ok(()) } else { Err(self.wrong_token("expected '}' in attribute dictionary")) }
    }

    /// The name spelled by the next token, which is not consumed.
    fn parse_attr_name(&mut self) -> Parsed<Ident> {
        match self.kind() {
            Kind::Bare => Ok(self.ident(self.cursor.peek())),
            Kind::String => {
                let text = super::strings::unescape(self.text());
                if text.is_empty() {
                    return Err(self.error("expected valid attribute name"));
                }
                self.ident_of(&text)
            }
            _ => Err(self.wrong_token("expected attribute name")),
        }
    }

    fn parse_string_attr(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        let value = self.try_string().expect("a string is next");
        let ty = match expected {
            Some(ty) => ty,
            None if self.accept(":") => self.parse_type()?,
            None => Type::NONE,
        };
        Ok(self.cx.attr(AttrData::String { value, ty }))
    }

    fn parse_symbol_ref(&mut self) -> Parsed<Attr> {
        let root = self.try_symbol()?.expect("a symbol name is next");
        let mut nested = Vec::new();
        while self.is(":") && self.cursor.bytes().get(self.cursor.peek().end as usize) == Some(&b':') {
            self.bump();
            self.bump();
            match self.try_symbol()? {
                Some(name) => nested.push(name),
                None => return Err(self.error("expected nested symbol reference identifier")),
            }
        }
        if self.is(":") && self.cursor.bytes()[self.cursor.peek().end as usize..].trim_ascii_start().is_empty() {
            // Upstream backtracks over a single colon, but not from the end of the file.
            self.bump();
        }
        Ok(self.cx.attr(AttrData::SymbolRef { root, nested: nested.into() }))
    }
}

/// The names of a dictionary, once they are so many that a linear search is slow.
#[derive(Default)]
struct KnownNames(FxHashSet<Ident>);

impl KnownNames {
    /// Returns whether `name` is that of one of `entries`, of which there is one more in each call.
    fn has(&mut self, name: Ident, entries: &[NamedAttr]) -> bool {
        const FEW: usize = 16;
        if entries.len() < FEW {
            return entries.iter().any(|entry| entry.name == name);
        }
        if self.0.is_empty() {
            self.0.extend(entries.iter().map(|entry| entry.name));
        }
        !self.0.insert(name)
    }
}

/// Integers and floats.
impl Parser<'_, '_> {
    /// The type after `:`, or `default` if there is none.
    fn number_type(&mut self, expected: Option<Type>, default: Type) -> Parsed<Type> {
        match expected {
            Some(ty) => Ok(ty),
            None if self.accept(":") => self.parse_type(),
            None => Ok(default),
        }
    }

    fn parse_integer_attr(&mut self, expected: Option<Type>, negative: bool) -> Parsed<Attr> {
        let pos = self.pos();
        let token = self.bump();
        let ty = self.number_type(expected, Type::I64)?;
        if let Some(kind) = ty.float_kind(self.cx) {
            let value = self.float_of_integer(token, negative, kind)?;
            return Ok(self.cx.float_attr(ty, value));
        }
        if ty.int_or_index_width(self.cx).is_none() {
            return Err(self.error_at(pos, "integer literal not valid for specified type"));
        }
        if negative && self.is_unsigned(ty) {
            return Err(self.error_at(pos, "negative integer literal not valid for unsigned integer type"));
        }
        match self.int_of(token, negative, ty) {
            Some(value) => Ok(self.cx.apint_attr(ty, value)),
            None => Err(self.error_at(pos, "integer constant out of range for attribute")),
        }
    }

    pub(super) fn is_unsigned(&self, ty: Type) -> bool {
        use rmlir_core::{Signedness, TypeData};
        matches!(ty.data(self.cx), TypeData::Integer { sign: Signedness::Unsigned, .. })
    }

    /// The value of an integer token for integer or index type `ty`.
    pub(super) fn int_of(&self, token: Token, negative: bool, ty: Type) -> Option<ApInt> {
        use rmlir_core::{Signedness, TypeData};
        let width = ty.int_or_index_width(self.cx)?;
        let signed = ty.is_index() || matches!(ty.data(self.cx), TypeData::Integer { sign: Signedness::Signed, .. });
        match short_decimal(self.cursor.text(token)) {
            Some(value) if width == 64 || width == 32 && value < 1 << 31 => {
                Some(ApInt::from_i64(width, if negative { -value } else { value }))
            }
            // The conversion of millions of digits would take quadratic time, only to find that they are too many.
            _ if significant_digits(self.str(token)) > width as usize / 3 + 2 => None,
            _ => ApInt::from_literal(self.str(token), negative, width, signed),
        }
    }

    fn parse_float_attr(&mut self, expected: Option<Type>, negative: bool) -> Parsed<Attr> {
        let token = self.bump();
        let ty = self.number_type(expected, Type::F64)?;
        let Some(kind) = ty.float_kind(self.cx) else {
            return Err(self.error("floating point value not valid for specified type"));
        };
        let value = self.float_of(token, negative, kind)?;
        Ok(self.cx.float_attr(ty, value))
    }

    /// The value of a float token, or of an integer token with the bits.
    pub(super) fn float_of(&mut self, token: Token, negative: bool, kind: FloatKind) -> Parsed<ApFloat> {
        let pos = self.base + token.start;
        match token.kind {
            Kind::Float => match ApFloat::from_literal(kind, self.str(token), negative) {
                Some(value) => Ok(value),
                None => Err(self.error_at(pos, "floating point value too large for attribute")),
            },
            Kind::Integer => self.float_of_integer(token, negative, kind),
            _ => Err(self.error_at(pos, "expected floating point literal")),
        }
    }

    fn float_of_integer(&mut self, token: Token, negative: bool, kind: FloatKind) -> Parsed<ApFloat> {
        let pos = self.base + token.start;
        let text = self.str(token);
        if !text.starts_with("0x") {
            let error = self.error_at(pos, "unexpected decimal integer literal for a floating point value");
            self.note_at(pos, "add a trailing dot to make the literal a float");
            return Err(error);
        }
        if negative {
            return Err(self.error_at(pos, "hexadecimal float literal should not have a leading minus"));
        }
        match ApFloat::from_hex_literal(kind, text) {
            Some(value) => Ok(value),
            None => Err(self.error_at(pos, "hexadecimal float constant out of range for type")),
        }
    }
}

/// An estimate of the number of significant digits: leading zeros of a decimal are not counted; of a hexadecimal
/// literal fewer are returned.
pub(super) fn significant_digits(text: &str) -> usize {
    match text.strip_prefix("0x") {
        Some(digits) => digits.trim_start_matches('0').len() / 2,
        None => text.trim_start_matches('0').len(),
    }
}

/// The value of a short decimal. Zero is excluded: upstream has no `-0`.
fn short_decimal(text: &[u8]) -> Option<i64> {
    if text.len() > 18 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = text.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
    (value != 0).then_some(value)
}

/// Attributes with custom syntax.
impl Parser<'_, '_> {
    fn parse_strided(&mut self) -> Parsed<Attr> {
        self.bump();
        if !self.accept("<") {
            return Err(self.wrong_token("expected '<' after 'strided'"));
        }
        self.expect("[")?;
        let mut strides = Vec::new();
        if !self.is("]") {
            loop {
                strides.push(self.parse_stride()?);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect("]")?;
        let mut offset = 0;
        if !self.accept(">") {
            self.expect(",")?;
            if !self.accept("offset") {
                return Err(self.wrong_token("expected 'offset' after comma"));
            }
            if !self.accept(":") {
                return Err(self.wrong_token("expected ':' after 'offset'"));
            }
            offset = self.parse_stride()?;
            self.expect(">")?;
        }
        Ok(self.cx.attr(AttrData::Strided { offset, strides: strides.into() }))
    }

    fn parse_stride(&mut self) -> Parsed<i64> {
        if self.accept("?") {
            return Ok(DYNAMIC);
        }
        let negative = self.accept("-");
        let pos = self.pos();
        let value = (self.kind() == Kind::Integer).then(|| self.next_str().parse::<i64>().ok()).flatten();
        let Some(value) = value else {
            return Err(self.error_at(pos, "expected a 64-bit signed integer or '?'"));
        };
        self.bump();
        Ok(if negative { -value } else { value })
    }

    fn parse_distinct(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        let pos = self.pos();
        self.bump();
        if !self.accept("[") {
            return Err(self.wrong_token("expected '[' after 'distinct'"));
        }
        if self.kind() != Kind::Integer {
            return Err(self.wrong_token("expected distinct ID"));
        }
        let token = self.bump();
        let Ok(id) = self.str(token).parse::<u64>() else {
            return Err(self.error("expected an unsigned 64-bit integer"));
        };
        if !self.accept("]") {
            return Err(self.wrong_token("expected ']' to close distinct ID"));
        }
        if !self.accept("<") {
            return Err(self.wrong_token("expected '<' after distinct ID"));
        }
        let mut inner = Attr::UNIT;
        if !self.accept(">") {
            let Ok(read) = self.parse_attr(expected) else { return Err(self.error("expected attribute")) };
            inner = read;
            if !self.accept(">") {
                return Err(self.wrong_token("expected '>' to close distinct attribute"));
            }
        }
        if let Some(&known) = self.distinct.get(&id) {
            let AttrData::Distinct { inner: before, .. } = *known.data(self.cx) else { return Ok(known) };
            if before != inner {
                let before = self.cx.show_attr(before);
                let text = "referenced attribute does not match previous definition: ";
                return Err(self.error_at(pos, format!("{text}{before}")));
            }
            return Ok(known);
        }
        let fresh = self.cx.new_distinct(inner);
        self.distinct.insert(id, fresh);
        Ok(fresh)
    }

    /// `#alias`, `#dialect.name<..>`, `#dialect<"..">`
    fn parse_extended_attr(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        let pos = self.pos();
        let attr = self.parse_extended_attr_untyped(expected)?;
        if let (Some(wanted), Some(got)) = (expected, attr.ty(self.cx))
            && wanted != got
        {
            let (wanted, got) = (self.cx.show_type(wanted), self.cx.show_type(got));
            let text = format!("attribute type different than expected: expected '{wanted}', but got '{got}'");
            let _ = pos;
            return Err(self.error(text));
        }
        Ok(attr)
    }

    fn parse_extended_attr_untyped(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        let pos = self.pos();
        let token = self.cursor.peek();
        let name = &self.str(token)[1..];
        let has_body = self.cursor.bytes().get(token.end as usize) == Some(&b'<');
        let Some((dialect, rest)) = name.split_once('.') else {
            if has_body {
                return self.parse_opaque_attr(name, expected, pos);
            }
            return self.parse_attr_alias(name);
        };
        if let Some(def) = self.cx.attr_def(name) {
            self.bump();
            let after = match has_body {
                true => self.balanced_end(token.end as usize)?,
                false => token.end as usize,
            };
            let ty = self.type_behind(after, expected)?;
            let mnemonic = pos + 2 + dialect.len() as u32;
            let params = self.with_mnemonic(mnemonic, |parser| parser.parse_attr_params(def, ty))?;
            self.skip_type_behind()?;
            return self.make_attr(def, params, checked_at(&def.format, mnemonic, rest));
        }
        // The name of a defined alias may contain dots.
        if !has_body && let Some(&attr) = self.attr_aliases.get(name.as_bytes()) {
            self.bump();
            return Ok(attr);
        }
        let known = self.cx.dialect(dialect);
        if known.is_some_and(|known| !known.hooks().allows_unknown_types()) {
            self.bump();
            return Err(self.unknown_attr(dialect, rest, pos + 2 + dialect.len() as u32));
        }
        let text = self.parse_pretty_body(rest)?;
        self.opaque_attr(dialect, &text, expected, pos)
    }

    fn unknown_attr(&mut self, dialect: &str, name: &str, pos: u32) -> ParseError {
        let known = self.cx.dialect(dialect).map_or(&[][..], |known| known.attrs);
        let own = self.cx.dialect(dialect).and_then(|known| known.hooks().on_unknown_attr());
        let message = match (own, known) {
            (Some(own), _) => own.to_owned(),
            (None, []) => format!("dialect '{dialect}' provides no attribute parsing hook"),
            (None, _) => format!("unknown attribute `{name}` in dialect `{dialect}`"),
        };
        let near = rmlir_diag::near_name(name, known.iter().map(|attr| attr.mnemonic()));
        let error = rmlir_diag::Diagnostic::error(self.place(pos), message);
        let error = match near {
            Some(near) => error.help(format!("an attribute with a similar name exists: '#{dialect}.{near}'")),
            None => error,
        };
        self.diagnose(error)
    }

    fn parse_attr_alias(&mut self, name: &str) -> Parsed<Attr> {
        match self.attr_aliases.get(name.as_bytes()) {
            Some(&attr) => {
                self.bump();
                Ok(attr)
            }
            None => {
                self.bump();
                Err(self.wrong_token(&format!("undefined symbol alias id '{name}'")))
            }
        }
    }

    /// `#dialect<text>`, where the text may be an attribute of the dialect without its prefix.
    fn parse_opaque_attr(&mut self, dialect: &str, expected: Option<Type>, pos: u32) -> Parsed<Attr> {
        if self.cx.dialect(dialect).is_none_or(|known| known.hooks().allows_unknown_types()) {
            let text = self.parse_angled_text()?;
            return self.opaque_attr(dialect, &text, expected, pos);
        }
        self.bump();
        let after = self.balanced_end(self.cursor.peek().start as usize)?;
        self.expect("<")?;
        let pos = self.pos();
        let mnemonic = if self.kind() == Kind::Bare { self.next_str() } else { "" };
        let Some(def) = self.cx.attr_def(&format!("{dialect}.{mnemonic}")) else {
            return Err(self.unknown_attr(dialect, mnemonic, pos));
        };
        self.bump();
        let ty = self.type_behind(after, expected)?;
        let params = self.with_mnemonic(pos, |parser| parser.parse_attr_params(def, ty))?;
        self.expect(">")?;
        self.skip_type_behind()?;
        self.make_attr(def, params, checked_at(&def.format, pos, mnemonic))
    }

    /// The type after a `:` at byte `at`, which follows the parameters to be parsed next.
    fn type_behind(&mut self, at: usize, expected: Option<Type>) -> Parsed<Option<Type>> {
        let bytes = self.cursor.bytes();
        let blank = bytes[at..].iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
        if bytes.get(at + blank) != Some(&b':') || bytes.get(at + blank + 1) == Some(&b':') {
            return Ok(expected);
        }
        let end = self.cursor.end();
        let ahead = super::cursor::Cursor::new(bytes, at + blank + 1, end);
        let saved = std::mem::replace(&mut self.cursor, ahead);
        let ty = self.parse_type();
        self.cursor = saved;
        ty.map(Some)
    }

    fn skip_type_behind(&mut self) -> Parsed<()> {
        if self.accept(":") { self.parse_type().map(|_| ()) } else { Ok(()) }
    }

    fn opaque_attr(&mut self, dialect: &str, text: &str, expected: Option<Type>, pos: u32) -> Parsed<Attr> {
        let ty = if self.accept(":") { self.parse_type()? } else { expected.unwrap_or(Type::NONE) };
        if self.cx.dialect(dialect).is_none() && !self.cx.allows_unregistered() {
            return Err(self.unregistered("attribute", dialect, pos));
        }
        Ok(self.cx.attr(AttrData::Opaque { dialect: self.cx.ident(dialect), text: text.into(), ty }))
    }

    /// The parameters of a registered attribute, after its mnemonic.
    pub fn parse_attr_params(&mut self, def: &'static AttrDef, expected: Option<Type>) -> Parsed<Vec<Attr>> {
        match def.format {
            ParamsFormat::Empty => Ok(Vec::new()),
            ParamsFormat::Spec(ref format) => parse_params_spec(def.params, format, &def.cache, self, expected),
            ParamsFormat::Custom(syntax) => (syntax.expect::<ParamsSyntax>().parse)(self, expected),
        }
    }

    /// The attribute of `def` with these parameters, verified.
    pub fn make_attr(&mut self, def: &'static AttrDef, params: Vec<Attr>, pos: u32) -> Parsed<Attr> {
        if let Some(Err(why)) = def.verify.map(|verify| verify(self.cx, &params)) {
            return Err(self.error_at(pos, why));
        }
        Ok(self.cx.attr(AttrData::Dialect { def, params: params.into() }))
    }
}

/// Text of unregistered dialects.
impl Parser<'_, '_> {
    /// Parses a `!` or `#` token and the balanced `<..>` after it, if there is one. Returns the text from `rest` on.
    pub fn parse_pretty_body(&mut self, rest: &str) -> Parsed<String> {
        let token = self.bump();
        let mut text = rest.to_owned();
        if self.cursor.bytes().get(token.end as usize) == Some(&b'<') {
            let start = token.end as usize;
            let end = self.balanced_end(start)?;
            text.push_str(self.utf8(start, end)?);
            self.cursor.seek(end as u32);
        }
        Ok(text)
    }

    /// Parses `#dialect<..>` or `!dialect<..>` and returns the text between the brackets.
    pub fn parse_angled_text(&mut self) -> Parsed<String> {
        let start = self.cursor.peek().end as usize;
        let text = self.parse_pretty_body("")?;
        debug_assert!(self.cursor.last_end as usize > start);
        Ok(text[1..text.len() - 1].to_owned())
    }

    /// The raw text up to the `>` that closes the last `<` consumed.
    pub fn raw_until_close(&mut self) -> Parsed<String> {
        let start = self.cursor.last_end as usize;
        let end = self.balanced_end(start - 1)? - 1;
        let text = self.utf8(start, end)?.to_owned();
        self.cursor.seek(end as u32);
        Ok(text)
    }

    /// The source from byte `start` to `end`, which has to be UTF-8.
    fn utf8(&mut self, start: usize, end: usize) -> Parsed<&str> {
        if std::str::from_utf8(&self.cursor.bytes()[start..end]).is_err() {
            return Err(self.error_at(start as u32, "expected text in UTF-8"));
        }
        Ok(std::str::from_utf8(&self.cursor.bytes()[start..end]).expect("checked above"))
    }

    /// The byte after the bracket that matches the one at `start`.
    fn balanced_end(&mut self, start: usize) -> Parsed<usize> {
        let bytes = &self.cursor.bytes()[..self.cursor.end()];
        let mut open: Vec<u8> = Vec::new();
        let (mut at, mut token) = (start, start);
        while at < bytes.len() {
            let byte = bytes[at];
            at += 1;
            match byte {
                b'<' | b'(' | b'[' | b'{' => open.push(byte),
                b'-' if bytes.get(at) == Some(&b'>') => at += 1,
                b'>' | b')' | b']' | b'}' => {
                    if open.last() != Some(&opening(byte)) {
                        break;
                    }
                    open.pop();
                    if open.is_empty() {
                        return Ok(at);
                    }
                }
                b'"' => {
                    token = at - 1;
                    at = self.string_end(token)?;
                    if open.is_empty() {
                        return Ok(at);
                    }
                }
                0 => break,
                _ => {}
            }
        }
        let text = match open.last() {
            Some(&byte) => format!("unbalanced '{}' character in pretty dialect name", byte as char),
            None => "unexpected nul or EOF in pretty dialect name".to_owned(),
        };
        Err(self.error_at(self.base + token as u32, text))
    }

    /// The byte after the string at `start`.
    fn string_end(&mut self, start: usize) -> Parsed<usize> {
        let ahead = super::cursor::Cursor::new(self.cursor.bytes(), start, self.cursor.end());
        let saved = std::mem::replace(&mut self.cursor, ahead);
        let token = self.cursor.peek();
        let read = match token.kind {
            Kind::String => Ok(token.end as usize),
            // Reports the lexical error.
            _ => Err(self.error("expected string")),
        };
        self.cursor = saved;
        read
    }
}

/// The bracket that matches `closing`.
fn opening(closing: u8) -> u8 {
    match closing {
        b')' => b'(',
        b'>' => b'<',
        b']' => b'[',
        _ => b'{',
    }
}
