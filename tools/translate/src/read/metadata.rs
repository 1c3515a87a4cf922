//! Metadata. Nodes of debug information are read over: they become nodes
//! without fields.

use super::lexer::TokenKind;
use super::{Read, Reader};
use crate::model::metadata::{Attachments, Md, MdId, NodeData};

impl Reader {
    /// The node of a number, reserved if it is not defined yet.
    fn numbered_node(&mut self, number: u64) -> MdId {
        if let Some(&node) = self.nodes.get(&number) {
            return node;
        }
        let node = self.module.metadata.reserve(true);
        self.nodes.insert(number, node);
        node
    }

    /// `!name = !{..}` or `!4 = ..`
    pub(super) fn metadata_definition(&mut self) -> Read<()> {
        let name = self.text(TokenKind::Metadata, "the name of metadata")?;
        self.sign("=")?;
        if let Ok(number) = name.parse() {
            let id = self.numbered_node(number);
            let distinct = self.try_word("distinct");
            let operands = self.node_operands()?;
            let node = crate::model::metadata::Node { distinct, data: NodeData::Tuple, operands };
            self.module.metadata.fill(id, node);
            return Ok(());
        }
        self.sign("!")?;
        self.sign("{")?;
        let mut nodes = Vec::new();
        while !self.at_sign("}") {
            nodes.push(self.node()?);
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign("}")?;
        self.module.metadata.named(&name).nodes = nodes;
        Ok(())
    }

    /// What is in a node: `!{..}`, or a node of debug information.
    fn node_operands(&mut self) -> Read<Vec<Option<Md>>> {
        if self.peek().kind == TokenKind::Metadata {
            self.advance();
            self.skip_parens()?;
            return Ok(Vec::new());
        }
        self.sign("!")?;
        self.sign("{")?;
        let mut operands = Vec::new();
        while !self.at_sign("}") {
            operands.push(if self.try_word("null") { None } else { Some(self.metadata()?) });
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign("}")?;
        Ok(operands)
    }

    fn skip_parens(&mut self) -> Read<()> {
        self.sign("(")?;
        let mut depth = 1;
        while depth > 0 {
            match self.peek() {
                token if token.kind == TokenKind::End => return self.fail("expected ')'"),
                token if token.kind == TokenKind::Sign && token.text == b"(" => depth += 1,
                token if token.kind == TokenKind::Sign && token.text == b")" => depth -= 1,
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }

    /// A node, by its number or as it is.
    fn node(&mut self) -> Read<MdId> {
        let token = self.peek().clone();
        if token.kind == TokenKind::Metadata
            && let Ok(number) = String::from_utf8_lossy(&token.text).parse()
        {
            self.advance();
            return Ok(self.numbered_node(number));
        }
        let distinct = self.try_word("distinct");
        let operands = self.nested(Self::node_operands)?;
        Ok(self.module.metadata.node(distinct, NodeData::Tuple, operands))
    }

    pub(super) fn metadata(&mut self) -> Read<Md> {
        let next = self.peek_at(1);
        if self.at_sign("!") && next.kind == TokenKind::Text {
            self.advance();
            return Ok(Md::Text(self.advance().text));
        }
        if self.at_type() {
            let ty = self.ty()?;
            if !self.at_constant() {
                let value = self.value(ty)?;
                return Ok(Md::Local(value));
            }
            return Ok(Md::Const(self.constant(ty)?));
        }
        Ok(Md::Node(self.node()?))
    }

    /// `!name !4`, each after a comma if `with_commas`.
    pub(super) fn attachments(&mut self, with_commas: bool) -> Read<Attachments> {
        let mut attachments = Attachments::default();
        loop {
            let is_next = if with_commas { self.at_sign(",") } else { true };
            let ahead = usize::from(with_commas);
            if !is_next || self.peek_at(ahead).kind != TokenKind::Metadata {
                return Ok(attachments);
            }
            if with_commas {
                self.advance();
            }
            let kind = self.text(TokenKind::Metadata, "the kind of metadata")?;
            let node = self.node()?;
            attachments.add(&kind, node);
        }
    }

    /// `#dbg_value(..)`, which is read over.
    pub(super) fn skip_record(&mut self) -> Read<()> {
        self.advance();
        self.skip_parens()
    }
}
