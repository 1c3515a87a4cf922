//! Elements attributes: lists of numeric elements or strings, nested by the shape of their type.

use rmlir_core::dense::element_bytes;
use rmlir_core::{Attr, AttrData, Ident, Signedness, Type, TypeData};
use rmlir_num::{ApFloat, ApInt, FloatKind};

use super::attrs::push_apint;
use super::float::push_float;
use super::printer::Printer;
use super::text::{push_hex, push_i64, push_keyword_or_string, push_string, push_u64};

/// The text of elided elements.
const ELIDED: &str = "dense_resource<__elided__>";

impl Printer<'_> {
    /// Prints `dense<..>` with numeric elements.
    pub fn write_dense(&mut self, ty: Type, splat: bool, data: &[u8]) {
        if self.elides(ty, splat) {
            return self.out.push_str(ELIDED);
        }
        self.out.push_str("dense<");
        self.write_elements(ty, splat, data, true);
        self.out.push('>');
    }

    /// Prints `dense<..>` with strings.
    pub fn write_dense_strings(&mut self, ty: Type, values: &[Ident]) {
        let splat = values.len() == 1;
        if self.elides(ty, splat) {
            return self.out.push_str(ELIDED);
        }
        self.out.push_str("dense<");
        self.write_string_elements(ty, values);
        self.out.push('>');
    }

    /// Prints `sparse<indices, values>`.
    pub fn write_sparse(&mut self, indices: Attr, values: Attr) {
        let is_long = |attr: Attr| match attr.data(self.cx) {
            AttrData::Dense { ty, splat, .. } => self.elides(*ty, *splat),
            AttrData::DenseStrings { ty, values } => self.elides(*ty, values.len() == 1),
            _ => false,
        };
        if is_long(indices) || is_long(values) {
            return self.out.push_str(ELIDED);
        }
        self.out.push_str("sparse<");
        if let AttrData::Dense { ty, splat, data } = indices.data(self.cx)
            && ty.n_elements(self.cx) != Some(0)
        {
            self.write_elements(*ty, *splat, data, false);
            self.out.push_str(", ");
            match values.data(self.cx) {
                AttrData::Dense { ty, splat, data } => self.write_elements(*ty, *splat, data, true),
                AttrData::DenseStrings { ty, values } => self.write_string_elements(*ty, values),
                _ => {}
            }
        }
        self.out.push('>');
    }

    /// Prints `dense_resource<key>` and records the key for the end of the file.
    pub fn write_dense_resource(&mut self, key: Ident) {
        self.out.push_str("dense_resource<");
        push_keyword_or_string(&mut self.out, key.str(self.cx));
        self.out.push('>');
        self.resources.insert(key);
    }

    /// Prints `array<i32: 1, 2>`.
    pub fn write_dense_array(&mut self, element: Type, data: &[u8]) {
        self.out.push_str("array<");
        self.write_type(element);
        if let (false, Some(kind)) = (data.is_empty(), ElementKind::of(self, element)) {
            self.out.push_str(": ");
            for (index, bytes) in data.chunks_exact(kind.n_bytes()).enumerate() {
                self.out.push_str(if index == 0 { "" } else { ", " });
                kind.push(&mut self.out, bytes);
            }
        }
        self.out.push('>');
    }

    fn elides(&self, ty: Type, splat: bool) -> bool {
        let n_elements = ty.n_elements(self.cx).unwrap_or(0);
        !splat && self.options.elide_elements_larger_than.is_some_and(|limit| limit < n_elements)
    }

    fn write_elements(&mut self, ty: Type, splat: bool, data: &[u8], allow_hex: bool) {
        let n_elements = ty.n_elements(self.cx).unwrap_or(0);
        let limit = self.options.elements_hex_larger_than;
        let Some(element) = ty.element(self.cx) else { return };
        if allow_hex && !splat && limit != -1 && limit < n_elements {
            return self.write_hex_elements(element, data);
        }
        let Some(kind) = ElementKind::of(self, element) else { return };
        let n_bytes = kind.n_bytes();
        let shape = ty.shape(self.cx).unwrap_or(&[]);
        // A splat keeps its element even if the shape has no elements.
        let n_stored = if !splat && ty.n_elements(self.cx) == Some(0) { 0 } else { data.len() / n_bytes };
        push_nested(&mut self.out, if splat { &[] } else { shape }, n_stored, |out, index| {
            kind.push(out, &data[index * n_bytes..][..n_bytes]);
        });
    }

    fn write_string_elements(&mut self, ty: Type, values: &[Ident]) {
        let cx = self.cx;
        let shape = if values.len() == 1 { &[] } else { ty.shape(cx).unwrap_or(&[]) };
        push_nested(&mut self.out, shape, values.len(), |out, index| {
            push_string(out, values[index].str(cx).as_bytes())
        });
    }

    /// Prints the bytes of all elements; booleans are packed eight to a byte, the first in the lowest bit.
    fn write_hex_elements(&mut self, element: Type, data: &[u8]) {
        self.out.push_str("\"0x");
        if element.int_width(self.cx) == Some(1) {
            let pack = |bits: &[u8]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | bit & 1);
            let packed: Vec<u8> = data.chunks(8).map(pack).collect();
            push_hex(&mut self.out, &packed);
        } else {
            push_hex(&mut self.out, data);
        }
        self.out.push('"');
    }
}

/// The interpretation of the bytes of an element.
enum ElementKind {
    Bool,
    Integer { width: u32, is_unsigned: bool },
    Float(FloatKind),
    Complex(Box<ElementKind>, usize),
}

impl ElementKind {
    fn of(printer: &Printer, element: Type) -> Option<ElementKind> {
        match element.data(printer.cx) {
            TypeData::Integer { width: 1, .. } => Some(ElementKind::Bool),
            TypeData::Integer { width, sign } => {
                Some(ElementKind::Integer { width: *width, is_unsigned: *sign == Signedness::Unsigned })
            }
            TypeData::Index => Some(ElementKind::Integer { width: 64, is_unsigned: false }),
            TypeData::Float(kind) => Some(ElementKind::Float(*kind)),
            TypeData::Complex(part) => {
                let n_bytes = element_bytes(printer.cx, *part)?;
                Some(ElementKind::Complex(Box::new(ElementKind::of(printer, *part)?), n_bytes))
            }
            _ => None,
        }
    }

    fn n_bytes(&self) -> usize {
        match self {
            ElementKind::Bool => 1,
            ElementKind::Integer { width, .. } => width.div_ceil(8).max(1) as usize,
            ElementKind::Float(kind) => kind.width().div_ceil(8) as usize,
            ElementKind::Complex(_, n_bytes) => 2 * n_bytes,
        }
    }

    /// Prints the element stored in `bytes`.
    fn push(&self, out: &mut String, bytes: &[u8]) {
        match self {
            ElementKind::Bool => out.push_str(if bytes[0] & 1 == 0 { "false" } else { "true" }),
            ElementKind::Integer { width, is_unsigned } => push_int_bytes(out, *width, *is_unsigned, bytes),
            ElementKind::Float(kind) => {
                let mut bits = [0; 16];
                bits[..bytes.len()].copy_from_slice(bytes);
                push_float(out, &ApFloat::from_bits(*kind, u128::from_le_bytes(bits)));
            }
            ElementKind::Complex(part, n_bytes) => {
                let (re, im) = bytes.split_at(*n_bytes);
                out.push('(');
                part.push(out, re);
                out.push(',');
                part.push(out, im);
                out.push(')');
            }
        }
    }
}

fn push_int_bytes(out: &mut String, width: u32, is_unsigned: bool, bytes: &[u8]) {
    if bytes.len() > 8 {
        return push_apint(out, &ApInt::from_le_bytes(width, bytes), is_unsigned);
    }
    let mut padded = [0; 8];
    padded[..bytes.len()].copy_from_slice(bytes);
    let value = u64::from_le_bytes(padded);
    let unused = 64 - width.clamp(1, 64);
    match is_unsigned {
        true => push_u64(out, value << unused >> unused),
        false => push_i64(out, (value << unused) as i64 >> unused),
    }
}

/// Prints `n` elements in brackets nested according to `shape`: `[[a, b], [c, d]]`; no brackets for an empty shape.
///
/// A bracket is opened for each dimension that begins at an element, and closed for each that ends after it: the
/// dimensions whose size, multiplied up from the innermost, divides the element's index.
fn push_nested(out: &mut String, shape: &[i64], n: usize, mut push: impl FnMut(&mut String, usize)) {
    let sizes: Vec<usize> = shape.iter().rev().scan(1, |size, &dim| Some(scale(size, dim))).collect();
    let n_boundaries = |index: usize| sizes.iter().take_while(|&&size| index.is_multiple_of(size)).count();
    for index in 0..n {
        if index != 0 {
            out.push_str(", ");
        }
        out.extend(std::iter::repeat_n('[', n_boundaries(index)));
        push(out, index);
        out.extend(std::iter::repeat_n(']', n_boundaries(index + 1)));
    }
}

fn scale(size: &mut usize, dim: i64) -> usize {
    *size = size.saturating_mul(usize::try_from(dim).unwrap_or(1).max(1));
    *size
}
