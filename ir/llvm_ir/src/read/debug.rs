//! Debug information: nodes with named fields, and records between instructions.

use super::Reader;
use super::failure::{Failure, Read};
use super::lexer::TokenKind;
use crate::model::inst::DebugRecord;
use crate::model::metadata::{Field, Md, NodeData};

/// The nodes that are represented; of others only the name is read.
const NODES: &[&str] = &[
    "DIBasicType",
    "DICommonBlock",
    "DICompileUnit",
    "DICompositeType",
    "DIDerivedType",
    "DIExpression",
    "DIFile",
    "DIGenericSubrange",
    "DIGlobalVariable",
    "DIGlobalVariableExpression",
    "DIImportedEntity",
    "DILabel",
    "DILexicalBlock",
    "DILexicalBlockFile",
    "DILocalVariable",
    "DILocation",
    "DIModule",
    "DINamespace",
    "DIStringType",
    "DISubprogram",
    "DISubrange",
    "DISubroutineType",
];

/// The fields that are represented.
const FIELDS: &[&str] = &[
    "align",
    "allocated",
    "annotations",
    "apinotes",
    "arg",
    "associated",
    "baseType",
    "cc",
    "column",
    "configMacros",
    "count",
    "dataLocation",
    "declaration",
    "directory",
    "discriminator",
    "dwarfAddressSpace",
    "elements",
    "emissionKind",
    "encoding",
    "entity",
    "exportSymbols",
    "expr",
    "extraData",
    "file",
    "filename",
    "flags",
    "includePath",
    "inlinedAt",
    "isDecl",
    "isDefinition",
    "isLocal",
    "isOptimized",
    "language",
    "line",
    "linkageName",
    "lowerBound",
    "name",
    "nameTableKind",
    "offset",
    "producer",
    "rank",
    "retainedNodes",
    "scope",
    "scopeLine",
    "size",
    "spFlags",
    "splitDebugFilename",
    "stride",
    "stringLength",
    "stringLengthExpression",
    "stringLocationExpression",
    "tag",
    "type",
    "types",
    "unit",
    "upperBound",
    "var",
];

/// The fields that a node must have.
const REQUIRED: &[(&str, &[&str])] = &[
    ("DICommonBlock", &["scope"]),
    ("DICompileUnit", &["file"]),
    ("DICompositeType", &["tag"]),
    ("DIDerivedType", &["tag", "baseType"]),
    ("DIFile", &["filename", "directory"]),
    ("DIGlobalVariableExpression", &["var", "expr"]),
    ("DIImportedEntity", &["tag", "scope"]),
    ("DILabel", &["scope", "name", "file", "line"]),
    ("DILexicalBlock", &["scope"]),
    ("DILexicalBlockFile", &["scope", "discriminator"]),
    ("DILocalVariable", &["scope"]),
    ("DILocation", &["scope"]),
    ("DIModule", &["scope", "name"]),
    ("DINamespace", &["scope"]),
    ("DISubroutineType", &["types"]),
];

/// Of these, the nodes whose scope is not nullable.
const SCOPED: &[&str] = &["DILabel", "DILexicalBlock", "DILexicalBlockFile", "DILocalVariable", "DILocation"];

/// The records: their keywords and their names in the model.
const RECORDS: &[(&str, &str)] =
    &[("dbg_value", "value"), ("dbg_declare", "declare"), ("dbg_assign", "assign"), ("dbg_label", "label")];

fn known(names: &'static [&'static str], name: &str) -> Option<&'static str> {
    names.iter().find(|known| **known == name).copied()
}

impl Reader {
    /// `!DIName(field: value, ..)`
    pub(super) fn debug_node(&mut self) -> Read<NodeData> {
        let name = self.text(TokenKind::Metadata, "the name of metadata")?;
        self.sign("(")?;
        let mut fields: Vec<(&'static str, Field)> = Vec::new();
        while !self.at_sign(")") {
            let at = self.peek().at;
            let field = match self.peek().kind {
                TokenKind::Label => known(FIELDS, &self.text(TokenKind::Label, "the name of a field")?),
                _ => Some(""),
            };
            if let Some(field) =
                field.filter(|field| !field.is_empty() && fields.iter().any(|(known, _)| known == field))
            {
                let message = format!("field '{field}' cannot be specified more than once");
                return Err(Failure { at, message });
            }
            let value_at = self.peek().at;
            let value = self.nested(Self::field)?;
            if field == Some("scope") && matches!(value, Field::Md(None)) && SCOPED.contains(&&*name) {
                return Err(Failure { at: value_at, message: "'scope' cannot be null".to_owned() });
            }
            fields.extend(field.map(|field| (field, value)));
            if !self.try_sign(",") {
                break;
            }
        }
        let required = REQUIRED.iter().filter(|(node, _)| *node == name).flat_map(|(_, fields)| *fields);
        if let Some(missing) = { required }.find(|&&field| !fields.iter().any(|&(known, _)| known == field)) {
            return self.fail(format!("missing required field '{missing}'"));
        }
        self.sign(")")?;
        Ok(NodeData::Debug(known(NODES, &name).unwrap_or_default(), fields))
    }

    fn field(&mut self) -> Read<Field> {
        match self.peek().kind {
            TokenKind::Text => return Ok(Field::Text(self.advance().text)),
            TokenKind::Int => return Ok(Field::Word(self.text(TokenKind::Int, "a number")?)),
            TokenKind::Word if !self.at_type() => {}
            _ => return Ok(Field::Md(Some(self.metadata()?))),
        }
        if self.try_word("null") {
            return Ok(Field::Md(None));
        }
        let mut words = self.any_word()?;
        while self.try_sign("|") {
            words.push_str(" | ");
            words.push_str(&self.any_word()?);
        }
        Ok(Field::Word(words))
    }

    /// `#dbg_value(%x, !4, !DIExpression(), !5)`
    pub(super) fn record(&mut self) -> Read<DebugRecord> {
        let name = self.text(TokenKind::Record, "a record")?;
        let Some((_, kind)) = RECORDS.iter().find(|(written, _)| *written == name) else {
            return self.fail("expected debug record type here");
        };
        self.sign("(")?;
        let mut operands = Vec::new();
        while !self.at_sign(")") {
            operands.push(self.metadata()?);
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign(")")?;
        let location = match operands.pop() {
            Some(Md::Node(location)) => Some(location),
            _ => None,
        };
        Ok(DebugRecord { kind, operands, location })
    }

    /// `!DIArgList(i32 %a, i32 %b)`
    pub(super) fn argument_list(&mut self) -> Read<Md> {
        self.advance();
        self.sign("(")?;
        let mut values = Vec::new();
        while !self.at_sign(")") {
            values.push(self.typed_value()?.1);
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign(")")?;
        Ok(Md::Args(values))
    }
}
