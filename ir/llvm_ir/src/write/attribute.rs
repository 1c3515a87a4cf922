//! Attributes.

use super::Writer;
use crate::model::attribute::{ALLOC_KINDS, Attribute, AttributeSet, Value, float_classes};

impl Writer<'_> {
    /// The attributes, each followed by `after`.
    pub(super) fn attrs(&mut self, attrs: &AttributeSet) {
        for (index, attribute) in attrs.iter().enumerate() {
            if index > 0 {
                self.text(" ");
            }
            self.attribute(attribute, false);
        }
    }

    /// The numbered attribute groups.
    pub(super) fn attribute_groups(&mut self) {
        let groups: Vec<AttributeSet> = self.slots.groups().cloned().collect();
        if !groups.is_empty() {
            self.text("\n");
        }
        for (slot, group) in groups.iter().enumerate() {
            self.print(format_args!("attributes #{slot} = {{ "));
            for attribute in group.iter() {
                self.attribute(attribute, true);
                self.text(" ");
            }
            self.text("}\n");
        }
    }

    /// One attribute; alignments are printed differently `in_group`.
    pub(super) fn attribute(&mut self, attribute: &Attribute, in_group: bool) {
        if attribute.is_text() {
            self.quoted(attribute.name().as_bytes());
            if let Value::Text(value) = &attribute.value {
                self.text("=");
                self.quoted(value.as_bytes());
            }
            return;
        }
        self.text(attribute.name());
        match &attribute.value {
            Value::None => {}
            Value::Int(value) => self.numbered(attribute.name(), *value, in_group),
            Value::Type(ty) => {
                self.text("(");
                self.ty(*ty);
                self.text(")");
            }
            Value::Text(value) => {
                self.text("(");
                self.quoted(value.as_bytes());
                self.text(")");
            }
            Value::Range(lower, upper) => {
                let (width, lower, upper) = (lower.width(), lower.to_string_signed(), upper.to_string_signed());
                self.print(format_args!("(i{width} {lower}, {upper})"));
            }
            Value::Words(words) => self.print(format_args!("({words})")),
        }
    }

    fn numbered(&mut self, name: &str, value: u64, in_group: bool) {
        match name {
            "align" | "alignstack" if in_group => self.print(format_args!("={value}")),
            "align" => self.print(format_args!(" {value}")),
            "nofpclass" => self.print(format_args!("({})", float_classes(value))),
            "vscale_range" => self.print(format_args!("({},{})", value >> 32, value as u32)),
            "allocsize" if value as u32 == u32::MAX => self.print(format_args!("({})", value >> 32)),
            "allocsize" => self.print(format_args!("({},{})", value >> 32, value as u32)),
            "allockind" => {
                let bits = ALLOC_KINDS.iter().enumerate().filter(|&(bit, _)| value & (1 << bit) != 0);
                let words: Vec<&str> = bits.map(|(_, &word)| word).collect();
                self.print(format_args!("(\"{}\")", words.join(",")));
            }
            "uwtable" if value == 1 => self.text("(sync)"),
            "uwtable" => {}
            _ => self.print(format_args!("({value})")),
        }
    }
}
