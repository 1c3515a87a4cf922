//! Elements literals: `dense<..>`, `array<..>`, `sparse<..>`, `dense_resource<..>`.

use rmlir_core::asm::Parsed;
use rmlir_core::dense::{element_bytes, from_bytes};
use rmlir_core::{Attr, AttrData, Type, TypeData};

use super::parser::Parser;
use super::strings::unescape;
use crate::lex::{Kind, Token};

/// The elements between the brackets, before their type is known.
#[derive(Default)]
struct Literal {
    elements: Vec<(bool, Token)>,
    shape: Vec<i64>,
    /// A string instead of a list: hexadecimal data, or the only string.
    string: Option<Token>,
}

impl Parser<'_, '_> {
    pub(super) fn parse_dense(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        let pos = self.pos();
        self.bump();
        if !self.accept("<") {
            return Err(self.wrong_token("expected '<' after 'dense'"));
        }
        let mut literal = Literal::default();
        if !self.accept(">") {
            self.parse_literal(&mut literal, true)?;
            self.expect(">")?;
        }
        let ty = self.parse_elements_type(expected, pos)?;
        self.elements_attr(&literal, ty, pos)
    }

    fn parse_elements_type(&mut self, expected: Option<Type>, pos: u32) -> Parsed<Type> {
        let ty = match expected {
            Some(ty) => ty,
            None => {
                self.expect(":")?;
                self.parse_type()?
            }
        };
        if ty.element(self.cx).is_none() {
            return Err(self.error_at(pos, "elements literal must be a shaped type"));
        }
        if ty.static_shape(self.cx).is_none() {
            return Err(self.error_at(pos, "elements literal type must have static shape"));
        }
        Ok(ty)
    }

    fn parse_literal(&mut self, literal: &mut Literal, allow_hex: bool) -> Parsed<()> {
        if allow_hex && self.kind() == Kind::String {
            literal.string = Some(self.bump());
            return Ok(());
        }
        if self.is("[") {
            literal.shape = self.parse_element_list(literal)?;
            return Ok(());
        }
        self.parse_element(literal)
    }

    fn parse_element_list(&mut self, literal: &mut Literal) -> Parsed<Vec<i64>> {
        self.nested(|parser| {
            parser.expect("[")?;
            let mut inner: Option<Vec<i64>> = None;
            let mut size = 0;
            if !parser.accept("]") {
                loop {
                    let dims = match parser.is("[") {
                        true => parser.parse_element_list(literal)?,
                        false => parser.parse_element(literal).map(|()| Vec::new())?,
                    };
                    size += 1;
                    if *inner.get_or_insert_with(|| dims.clone()) != dims {
                        let text = "tensor literal is invalid; ranks are not consistent between elements";
                        return Err(parser.error(text));
                    }
                    if !parser.accept(",") {
                        break;
                    }
                }
                parser.expect("]")?;
            }
            let mut shape = vec![size];
            shape.extend(inner.unwrap_or_default());
            Ok(shape)
        })
    }

    fn parse_element(&mut self, literal: &mut Literal) -> Parsed<()> {
        match self.kind() {
            Kind::Integer | Kind::Float | Kind::String => {
                let token = self.bump();
                literal.elements.push((false, token));
            }
            Kind::Bare if matches!(self.text(), b"true" | b"false") => {
                let token = self.bump();
                literal.elements.push((false, token));
            }
            Kind::Punctuation if self.is("-") => {
                self.bump();
                if !matches!(self.kind(), Kind::Integer | Kind::Float) {
                    return Err(self.error("expected integer or floating point literal"));
                }
                let token = self.bump();
                literal.elements.push((true, token));
            }
            Kind::Punctuation if self.is("(") => {
                self.bump();
                self.nested(|parser| parser.parse_element(literal))?;
                if !self.accept(",") {
                    return Err(self.wrong_token("expected ',' between complex elements"));
                }
                self.nested(|parser| parser.parse_element(literal))?;
                if !self.accept(")") {
                    return Err(self.wrong_token("expected ')' after complex elements"));
                }
            }
            _ => return Err(self.error("expected element literal of primitive type")),
        }
        Ok(())
    }

    fn elements_attr(&mut self, literal: &Literal, ty: Type, pos: u32) -> Parsed<Attr> {
        let element = ty.element(self.cx).expect("checked by parse_elements_type");
        let n_bytes = element_bytes(self.cx, element);
        if let (Some(string), Some(n_bytes)) = (literal.string, n_bytes) {
            return self.hex_attr(string, ty, n_bytes, pos);
        }
        self.check_shape(literal, ty, pos)?;
        if n_bytes.is_none() {
            return self.strings_attr(literal, ty, pos);
        }
        let scalar = match element.data(self.cx) {
            TypeData::Complex(part) => *part,
            _ => element,
        };
        let mut data = Vec::new();
        for &(negative, token) in &literal.elements {
            self.push_element(scalar, negative, token, &mut data)?;
        }
        self.finish_elements(ty, data, pos)
    }

    fn check_shape(&mut self, literal: &Literal, ty: Type, pos: u32) -> Parsed<()> {
        let shape = ty.static_shape(self.cx).expect("checked by parse_elements_type");
        let list = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        if !literal.shape.is_empty() && literal.shape != shape {
            let text = format!(
                "inferred shape of elements literal ([{}]) does not match type ([{}])",
                list(&literal.shape),
                list(shape)
            );
            return Err(self.error_at(pos, text));
        }
        let n = ty.n_elements(self.cx).unwrap_or(i64::MAX);
        if literal.string.is_none() && literal.elements.is_empty() && n != 0 {
            let ty = self.cx.show_type(ty);
            return Err(self.error_at(pos, format!("parsed zero elements, but type ('{ty}') expected at least 1")));
        }
        let TypeData::Complex(_) = ty.element_or_self(self.cx).data(self.cx) else { return Ok(()) };
        let n_parsed = literal.elements.len();
        if literal.shape.is_empty() && n != 0 && n_parsed != 2 {
            let ty = self.cx.show_type(ty.element_or_self(self.cx));
            return Err(
                self.error_at(pos, format!("parsed {n_parsed} elements, but type ('{ty}') expected 2 elements"))
            );
        }
        if !literal.shape.is_empty() && n.checked_mul(2) != Some(n_parsed as i64) {
            let ty = self.cx.show_type(ty);
            let n = n.saturating_mul(2);
            let text = format!("parsed {n_parsed} elements, but type ('{ty}') expected {n} elements");
            return Err(self.error_at(pos, text));
        }
        Ok(())
    }

    fn push_element(&mut self, ty: Type, negative: bool, token: Token, data: &mut Vec<u8>) -> Parsed<()> {
        let pos = self.base + token.start;
        if let Some(kind) = ty.float_kind(self.cx) {
            let value = self.float_of(token, negative, kind)?;
            data.extend_from_slice(&value.bits().to_le_bytes()[..kind.width().div_ceil(8) as usize]);
            return Ok(());
        }
        if negative && self.is_unsigned(ty) {
            let text = "expected unsigned integer elements, but parsed negative value";
            return Err(self.error_at(pos, text));
        }
        match token.kind {
            Kind::Float => {
                return Err(self.error_at(pos, "expected integer elements, but parsed floating-point"));
            }
            Kind::Bare => {
                if ty.int_width(self.cx) != Some(1) {
                    return Err(self.error_at(pos, "expected i1 type for 'true' or 'false' values"));
                }
                data.push(u8::from(self.cursor.text(token) == b"true"));
                return Ok(());
            }
            Kind::Integer => {}
            _ => return Err(self.error_at(pos, "expected integer elements, but parsed a string")),
        }
        let Some(value) = self.int_of(token, negative, ty) else {
            return Err(self.error_at(pos, "integer constant out of range for type"));
        };
        let before = data.len();
        value.write_le_bytes(data);
        data.resize(before + value.width().div_ceil(8).max(1) as usize, 0);
        Ok(())
    }

    /// The attribute with `data`: one element for a splat, or all elements.
    fn finish_elements(&mut self, ty: Type, data: Vec<u8>, pos: u32) -> Parsed<Attr> {
        let n_bytes = element_bytes(self.cx, ty.element_or_self(self.cx)).expect("elements are numbers");
        let n = ty.n_elements(self.cx).unwrap_or(0) as usize;
        if data.len() == n_bytes && n != 1 {
            // Upstream keeps the element of a splat even if the shape has no elements.
            return Ok(self.cx.attr(AttrData::Dense { ty, splat: true, data: data.into() }));
        }
        match from_bytes(self.cx, ty, data) {
            Some(attr) => Ok(attr),
            None => Err(self.error_at(pos, "elements do not fill the shape of the type")),
        }
    }

    fn strings_attr(&mut self, literal: &Literal, ty: Type, pos: u32) -> Parsed<Attr> {
        let tokens: Vec<Token> = match literal.string {
            Some(token) => vec![token],
            None => literal.elements.iter().map(|&(_, token)| token).collect(),
        };
        if let Some(&other) = tokens.iter().find(|token| token.kind != Kind::String) {
            let text = format!("expected string token, got {}", self.str(other));
            return Err(self.error_at(pos, text));
        }
        let mut values = Vec::new();
        for token in tokens {
            let text = unescape(self.cursor.text(token));
            let text = std::str::from_utf8(&text).map_err(|_| self.error_at(pos, "expected strings in UTF-8"))?;
            values.push(self.cx.ident(text));
        }
        if values.windows(2).all(|pair| pair[0] == pair[1]) {
            values.truncate(1);
        }
        Ok(self.cx.attr(AttrData::DenseStrings { ty, values: values.into() }))
    }

    fn hex_attr(&mut self, string: Token, ty: Type, n_bytes: usize, pos: u32) -> Parsed<Attr> {
        let text = unescape(self.cursor.text(string));
        let Some(data) = from_hex(&text) else {
            let at = self.base + string.start;
            return Err(self.error_at(at, "expected string containing hex digits starting with `0x`"));
        };
        // An element count that overflows never matches the data.
        let n = ty.n_elements(self.cx).map_or(usize::MAX, |n| n as usize);
        if ty.element_or_self(self.cx).int_width(self.cx) == Some(1)
            && let Some(data) = unpack_bits(&data, n)
        {
            return Ok(self.cx.attr(AttrData::Dense { ty, splat: data.len() == 1, data: data.into() }));
        }
        let is_bits = ty.element_or_self(self.cx).int_width(self.cx) == Some(1);
        if is_bits || Some(data.len()) != n.checked_mul(n_bytes) && data.len() != n_bytes {
            let ty = self.cx.show_type(ty);
            let text = format!("elements hex data size is invalid for provided type: '{ty}'");
            return Err(self.error_at(pos, text));
        }
        self.finish_elements(ty, data, pos)
    }
}

/// Unpacks `n` bits, eight per byte from the lowest on, to one byte each; a single one if they are all equal. `None` if
/// the number of bytes is wrong.
fn unpack_bits(packed: &[u8], n: usize) -> Option<Vec<u8>> {
    if let [all @ (0 | 0xff)] = packed {
        return Some(vec![all & 1]);
    }
    if packed.len() != n.div_ceil(8) {
        return None;
    }
    if n == 1 {
        return Some(vec![1]);
    }
    let bits: Vec<u8> = (0..n).map(|bit| packed[bit / 8] >> (bit % 8) & 1).collect();
    // Upstream compares whole bytes, so garbage after the last bit prevents a splat.
    let is_clean = n.is_multiple_of(8) || packed.last().is_some_and(|last| last >> (n % 8) == 0);
    let is_splat = n > 0 && is_clean && bits.iter().all(|bit| *bit == bits[0]);
    Some(if is_splat { vec![bits[0]] } else { bits })
}

/// The bytes of hexadecimal digits after `0x`.
pub(super) fn from_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.strip_prefix(b"0x")?;
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: u8| (byte as char).to_digit(16);
    digits.chunks_exact(2).map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8)).collect()
}

/// `array<..>`
impl Parser<'_, '_> {
    pub(super) fn parse_dense_array(&mut self) -> Parsed<Attr> {
        self.bump();
        if !self.accept("<") {
            return Err(self.wrong_token("expected '<' after 'array'"));
        }
        let pos = self.pos();
        let Ok(element) = self.parse_type() else {
            return Err(self.error_at(pos, "expected an integer or floating point type"));
        };
        let Some(width) = element.int_or_float_width(self.cx) else {
            let ty = self.cx.show_type(element);
            return Err(self.error_at(pos, format!("expected integer or float type, got: '{ty}'")));
        };
        if width != 1 && width % 8 != 0 {
            return Err(self.error_at(pos, "element type bitwidth must be a multiple of 8"));
        }
        let mut data = Vec::new();
        if !self.accept(">") {
            if !self.accept(":") {
                return Err(self.wrong_token("expected ':' after dense array type"));
            }
            self.parse_array_elements(element, &mut data)?;
            if !self.accept(">") {
                return Err(self.wrong_token("expected '>' to close an array attribute"));
            }
        }
        Ok(self.cx.attr(AttrData::DenseArray { element, data: data.into() }))
    }

    /// Parses `1, 2, 3` as elements of type `element`.
    pub(super) fn parse_array_elements(&mut self, element: Type, data: &mut Vec<u8>) -> Parsed<()> {
        loop {
            let negative = self.accept("-");
            let token = self.cursor.peek();
            let is_float = element.float_kind(self.cx).is_some();
            let is_bool = matches!(self.text(), b"true" | b"false");
            let fits =
                if is_float { matches!(token.kind, Kind::Float | Kind::Integer) } else { token.kind == Kind::Integer };
            if is_bool && element.int_width(self.cx) != Some(1) && !is_float {
                return Err(self.error("expected i1 type for 'true' or 'false' values"));
            }
            if !is_bool && token.kind == Kind::Integer && element.int_width(self.cx) == Some(1) {
                self.bump();
                return Err(self.error("expected 'true' or 'false' values for i1 type"));
            }
            if !fits && !is_bool {
                return Err(self.error(if is_float {
                    "expected floating point literal"
                } else {
                    "expected integer literal"
                }));
            }
            self.bump();
            if !is_float && !is_bool && self.int_of(token, negative, element).is_none() {
                return Err(self.error("integer constant out of range"));
            }
            self.push_element(element, negative, token, data)?;
            if !self.accept(",") {
                return Ok(());
            }
        }
    }
}

/// `sparse<..>` and `dense_resource<..>`
impl Parser<'_, '_> {
    pub(super) fn parse_sparse(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        let pos = self.pos();
        self.bump();
        if !self.accept("<") {
            return Err(self.wrong_token("Expected '<' after 'sparse'"));
        }
        if self.accept(">") {
            let ty = self.parse_elements_type(expected, pos)?;
            let rank = ty.shape(self.cx).map_or(0, <[i64]>::len) as i64;
            let indices = self.tensor(&[0, rank], Type::I64);
            let values = self.tensor(&[0], ty.element_or_self(self.cx));
            let empty = |ty| self.cx.attr(AttrData::Dense { ty, splat: false, data: Box::default() });
            return Ok(self.cx.attr(AttrData::Sparse { ty, indices: empty(indices), values: empty(values) }));
        }
        let indices_pos = self.pos();
        let mut indices = Literal::default();
        self.parse_literal(&mut indices, false)?;
        self.expect(",")?;
        let values_pos = self.pos();
        let mut values = Literal::default();
        self.parse_literal(&mut values, true)?;
        self.expect(">")?;
        let ty = self.parse_elements_type(expected, pos)?;
        let rank = ty.shape(self.cx).map_or(0, <[i64]>::len) as i64;
        let index_shape = if indices.shape.is_empty() { vec![1, rank] } else { indices.shape.clone() };
        let index_type = self.tensor(&index_shape, Type::I64);
        let index_attr = self.elements_attr(&indices, index_type, indices_pos)?;
        let value_shape = if values.shape.is_empty() { vec![index_shape[0]] } else { values.shape.clone() };
        let value_type = self.tensor(&value_shape, ty.element_or_self(self.cx));
        let value_attr = self.elements_attr(&values, value_type, values_pos)?;
        self.check_sparse(ty, index_attr, &value_shape, &index_shape, rank, pos)?;
        Ok(self.cx.attr(AttrData::Sparse { ty, indices: index_attr, values: value_attr }))
    }

    fn tensor(&self, shape: &[i64], element: Type) -> Type {
        self.cx.ty(TypeData::RankedTensor { shape: shape.into(), element, encoding: None })
    }

    fn check_sparse(
        &mut self,
        ty: Type,
        indices: Attr,
        value_shape: &[i64],
        index_shape: &[i64],
        rank: i64,
        pos: u32,
    ) -> Parsed<()> {
        let list = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        if value_shape.len() != 1 {
            return Err(self.error_at(pos, "expected 1-d tensor for sparse element values"));
        }
        let same_rank = index_shape.len() != 2 || index_shape[1] == rank;
        if !same_rank || (index_shape.len() == 1 && rank != 1) || value_shape[0] != index_shape[0] {
            let text = format!(
                "expected shape ([{}]); inferred shape of indices literal ([{}]); inferred shape of values literal ([{}])",
                list(ty.shape(self.cx).unwrap_or(&[])),
                list(index_shape),
                list(value_shape)
            );
            return Err(self.error_at(pos, text));
        }
        self.check_sparse_indices(ty, indices, rank, pos)
    }

    fn check_sparse_indices(&mut self, ty: Type, indices: Attr, rank: i64, pos: u32) -> Parsed<()> {
        let shape = ty.shape(self.cx).unwrap_or(&[]);
        let all = indices.dense_elements(self.cx).unwrap_or_default();
        let all: Vec<i64> = all.iter().filter_map(|value| value.as_i64(self.cx)).collect();
        for (number, row) in all.chunks(rank.max(1) as usize).enumerate() {
            if row.iter().zip(shape).any(|(&index, &size)| index < 0 || index >= size) {
                let row: Vec<String> = row.iter().map(i64::to_string).collect();
                let text = format!("sparse index #{number} is not contained within the value shape, with index=[");
                let shown = self.cx.show_type(ty);
                return Err(self.error_at(pos, format!("{text}{}], and type='{shown}'", row.join(", "))));
            }
        }
        Ok(())
    }

    pub(super) fn parse_dense_resource(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        self.bump();
        if !self.accept("<") {
            return Err(self.wrong_token("expected '<' after 'dense_resource'"));
        }
        let key = self.parse_keyword_or_string("expected identifier key for 'resource' entry")?;
        self.expect(">")?;
        let mut pos = self.pos();
        let ty = match expected {
            Some(ty) => ty,
            None => {
                pos = self.pos();
                self.expect(":")?;
                self.parse_type()?
            }
        };
        if ty.element(self.cx).is_none() {
            return Err(self.error_at(pos, "`dense_resource` expected a shaped type"));
        }
        self.cx.set_resource("builtin", &key, None);
        Ok(self.cx.attr(AttrData::DenseResource { ty, key: self.cx.ident(&key) }))
    }
}
