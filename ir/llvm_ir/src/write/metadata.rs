//! Metadata nodes, attachments and named metadata.

use super::Writer;
use crate::model::metadata::{Attachments, Field, Md, MdId, NodeData};

impl Writer<'_> {
    /// The attachments, each after `before`.
    pub(super) fn attachments(&mut self, before: &str, attachments: &Attachments) {
        let list: Vec<(String, MdId)> = attachments.iter().map(|(kind, node)| (kind.to_owned(), node)).collect();
        for (kind, node) in list {
            self.text(before);
            self.text("!");
            self.metadata_name(&kind);
            self.text(" ");
            self.node(node);
        }
    }

    /// A node by its number, or inline if it has none.
    pub(super) fn node(&mut self, id: MdId) {
        if let NodeData::Debug("DIExpression", _) = self.module.metadata.get(id).data {
            return self.node_body(id);
        }
        let slot = self.slots.node(id);
        self.print(format_args!("!{slot}"));
    }

    pub(super) fn metadata(&mut self, md: &Md) {
        match md {
            Md::Node(id) => self.node(*id),
            Md::Text(text) => {
                self.text("!");
                self.quoted(text);
            }
            Md::Const(id) => self.typed_constant(*id),
            Md::Local(value) => self.typed_value(*value),
            Md::Args(values) => {
                self.text("!DIArgList(");
                for (index, &value) in values.iter().enumerate() {
                    if index > 0 {
                        self.text(", ");
                    }
                    self.typed_value(value);
                }
                self.text(")");
            }
        }
    }

    fn operand_or_null(&mut self, md: Option<&Md>) {
        match md {
            Some(md) => self.metadata(md),
            None => self.text("null"),
        }
    }

    fn node_body(&mut self, id: MdId) {
        let node = self.module.metadata.get(id);
        if node.distinct {
            self.text("distinct ");
        }
        match &node.data {
            NodeData::Tuple => {
                self.text("!{");
                for (index, operand) in node.operands.iter().enumerate() {
                    if index > 0 {
                        self.text(", ");
                    }
                    self.operand_or_null(operand.as_ref());
                }
                self.text("}");
            }
            NodeData::Debug(name, fields) => {
                self.print(format_args!("!{name}("));
                for (index, (name, field)) in fields.iter().enumerate() {
                    if index > 0 {
                        self.text(", ");
                    }
                    if !name.is_empty() {
                        self.print(format_args!("{name}: "));
                    }
                    match field {
                        Field::Word(word) => self.text(word),
                        Field::Text(text) => self.quoted(text),
                        Field::Md(md) => self.operand_or_null(md.as_ref()),
                    }
                }
                self.text(")");
            }
        }
    }

    /// The named metadata, then all nodes.
    pub(super) fn all_metadata(&mut self) {
        let module = self.module;
        if !module.metadata.named.is_empty() {
            self.text("\n");
        }
        for list in &module.metadata.named {
            self.text("!");
            self.metadata_name(&list.name);
            self.text(" = !{");
            for (index, &node) in list.nodes.iter().enumerate() {
                if index > 0 {
                    self.text(", ");
                }
                self.node(node);
            }
            self.text("}\n");
        }
        let nodes = self.slots.nodes();
        if !nodes.is_empty() {
            self.text("\n");
        }
        for (slot, id) in nodes.into_iter().enumerate() {
            self.print(format_args!("!{slot} = "));
            self.node_body(id);
            self.text("\n");
        }
    }

    /// A name after `!`, with invalid characters escaped.
    fn metadata_name(&mut self, name: &str) {
        for (index, byte) in name.bytes().enumerate() {
            let is_plain = byte.is_ascii_alphabetic()
                || matches!(byte, b'-' | b'$' | b'.' | b'_')
                || index > 0 && byte.is_ascii_digit();
            match is_plain {
                true => self.out.push(char::from(byte)),
                false => self.print(format_args!("\\{byte:02X}")),
            }
        }
    }
}
