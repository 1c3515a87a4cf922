//! Attributes.

use std::fmt::Write;

use rmlir_core::{Attr, AttrData, NamedAttr, OpRef, Signedness, Type, TypeData};
use rmlir_num::ApInt;

use super::elide::Elide;
use super::float::push_float;
use super::printer::Printer;
use super::text::{push_i64, push_keyword_or_string, push_size, push_string, push_symbol, push_u64};

impl<'a> Printer<'a> {
    /// Prints `attr` or its alias.
    pub fn write_attr(&mut self, attr: Attr, elide: Elide) {
        if attr.is_absent() {
            return self.out.push_str("<<NULL ATTRIBUTE>>");
        }
        if !self.aliases.push_attr(&mut self.out, attr) {
            self.write_attr_in_full(attr, elide);
        }
    }

    /// Prints `attr` itself.
    pub fn write_attr_in_full(&mut self, attr: Attr, elide: Elide) {
        let data = attr.data(self.cx);
        match data {
            AttrData::Unit => self.out.push_str("unit"),
            AttrData::Integer { value, ty } => self.write_integer(value, *ty, elide),
            AttrData::String { value, .. } => {
                push_string(&mut self.out, value);
                self.write_type_after(attr, elide);
            }
            AttrData::Type(ty) => self.write_type(*ty),
            AttrData::SymbolRef { root, nested } => {
                push_symbol(&mut self.out, root.str(self.cx));
                for name in nested {
                    self.out.push_str("::");
                    push_symbol(&mut self.out, name.str(self.cx));
                }
            }
            AttrData::DenseArray { element, data } => self.write_dense_array(*element, data),
            AttrData::Loc(loc) => self.write_location_or_alias(*loc),
            AttrData::Distinct { inner, .. } => self.write_distinct(attr, *inner),
            AttrData::Array(elements) => self.nested(|printer| {
                printer.out.push('[');
                printer.comma_separated(elements, |printer, &element| printer.write_attr(element, Elide::Default));
                printer.out.push(']');
            }),
            AttrData::Dictionary(entries) => self.nested(|printer| printer.write_named_attrs(entries)),
            _ => self.write_slow_attr(attr, data, elide),
        }
    }

    /// Prints attributes whose text is more expensive to create than to look up.
    fn write_slow_attr(&mut self, attr: Attr, data: &'a AttrData, elide: Elide) {
        if let Some(text) = self.cache.attr(attr, elide) {
            return self.out.push_str(text);
        }
        let start = self.out.len();
        match data {
            AttrData::Float { value, ty } => {
                let as_bits = push_float(&mut self.out, value);
                let is_default = elide == Elide::Default && *ty == Type::F64 && !as_bits;
                self.write_type_after(attr, if is_default { Elide::Must } else { elide });
            }
            AttrData::AffineMap(map) => {
                write!(self.out, "affine_map<{map}>").expect("writing to a string does not fail");
            }
            AttrData::IntegerSet(set) => {
                write!(self.out, "affine_set<{set}>").expect("writing to a string does not fail");
            }
            AttrData::Strided { offset, strides } => self.write_strided(*offset, strides),
            _ => {
                self.write_typed_attr(data);
                self.write_type_after(attr, elide);
            }
        }
        self.cache.keep_attr(attr, elide, &self.out[start..]);
    }

    fn write_typed_attr(&mut self, data: &'a AttrData) {
        match data {
            AttrData::Dense { ty, splat, data } => self.write_dense(*ty, *splat, data),
            AttrData::DenseStrings { ty, values } => self.write_dense_strings(*ty, values),
            AttrData::Sparse { indices, values, .. } => self.write_sparse(*indices, *values),
            AttrData::DenseResource { key, .. } => self.write_dense_resource(*key),
            AttrData::Opaque { dialect, text, .. } => self.write_symbol('#', dialect.str(self.cx), |printer| {
                printer.out.push_str(text);
            }),
            AttrData::Dialect { def, params } => self.nested(|printer| {
                printer.write_symbol('#', def.dialect(), |printer| {
                    printer.out.push_str(def.mnemonic());
                    printer.write_params(&def.format, def.params, &def.cache, params);
                });
            }),
            _ => unreachable!("the other attributes have no type after them"),
        }
    }

    /// Prints ` : type` after a typed attribute.
    fn write_type_after(&mut self, attr: Attr, elide: Elide) {
        if elide == Elide::Must {
            return;
        }
        if let Some(ty) = attr.ty(self.cx).filter(|&ty| ty != Type::NONE) {
            self.out.push_str(" : ");
            self.write_type(ty);
        }
    }

    fn write_integer(&mut self, value: &ApInt, ty: Type, elide: Elide) {
        if ty == Type::I1 {
            return self.out.push_str(if value.is_zero() { "false" } else { "true" });
        }
        let is_unsigned = matches!(ty.data(self.cx), TypeData::Integer { sign: Signedness::Unsigned, .. });
        push_apint(&mut self.out, value, is_unsigned);
        let is_elided = match elide {
            Elide::Never => false,
            Elide::Default => ty == Type::I64,
            Elide::Must => true,
        };
        if !is_elided {
            self.out.push_str(" : ");
            self.write_type(ty);
        }
    }

    fn write_strided(&mut self, offset: i64, strides: &[i64]) {
        self.out.push_str("strided<[");
        self.comma_separated(strides, |printer, &stride| push_size(&mut printer.out, stride));
        self.out.push(']');
        if offset != 0 {
            self.out.push_str(", offset: ");
            push_size(&mut self.out, offset);
        }
        self.out.push('>');
    }

    fn write_distinct(&mut self, attr: Attr, inner: Attr) {
        let next = self.distinct.len() as u32;
        let number = *self.distinct.entry(attr).or_insert(next);
        self.out.push_str("distinct[");
        push_u64(&mut self.out, number.into());
        self.out.push_str("]<");
        if inner != Attr::UNIT {
            self.nested(|printer| printer.write_attr(inner, Elide::Never));
        }
        self.out.push('>');
    }

    /// Prints `attr` without `#dialect.mnemonic`, an array of such without brackets; in full if the result would be
    /// empty.
    pub fn write_stripped_attr(&mut self, attr: Attr) {
        if let Some(elements) = attr.as_array(self.cx) {
            return self.comma_separated(elements, |printer, &element| printer.write_one_stripped(element));
        }
        self.write_one_stripped(attr);
    }

    fn write_one_stripped(&mut self, attr: Attr) {
        if self.aliases.push_attr(&mut self.out, attr) {
            return;
        }
        let start = self.out.len();
        if let Some((def, params)) = attr.dialect_attr(self.cx) {
            self.nested(|printer| printer.write_params(&def.format, def.params, &def.cache, params));
        }
        if self.out.len() == start {
            self.write_attr(attr, Elide::Never);
        }
    }

    /// Prints `{a = 1, b}`.
    pub fn write_named_attrs(&mut self, attrs: &[NamedAttr]) {
        self.out.push('{');
        self.comma_separated(attrs, |printer, attr| printer.write_named_attr(attr.name.str(printer.cx), attr.value));
        self.out.push('}');
    }

    /// Prints `name = value`, or `name` if the value is `unit`.
    pub fn write_named_attr(&mut self, name: &str, value: Attr) {
        push_keyword_or_string(&mut self.out, name);
        if value != Attr::UNIT {
            self.out.push_str(" = ");
            self.write_attr(value, Elide::Never);
        }
    }

    /// Prints the attributes of `op`, inherent or not, except those in `elided`, after `open` and closed by a brace;
    /// nothing if there are none.
    pub fn write_attr_dict(&mut self, op: OpRef, elided: &[&str], open: &str) {
        let attrs = self.infos.attrs_of(op, elided);
        if attrs.is_empty() {
            return;
        }
        self.out.push_str(open);
        self.comma_separated(attrs, |printer, (name, value)| printer.write_named_attr(name, value));
        self.out.push('}');
    }
}

/// Prints `value` in decimal.
pub(super) fn push_apint(out: &mut String, value: &ApInt, is_unsigned: bool) {
    let small = if is_unsigned { None } else { value.sext_value() };
    match (small, is_unsigned) {
        (Some(value), _) => push_i64(out, value),
        (None, true) => match value.zext_value() {
            Some(value) => push_u64(out, value),
            None => out.push_str(&value.to_string_unsigned()),
        },
        (None, false) => out.push_str(&value.to_string_signed()),
    }
}
