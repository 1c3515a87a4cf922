//! Metadata. Nodes of debug information have fields and no operands.

use super::Reader;
use super::failure::{Failure, Read};
use super::lexer::TokenKind;
use crate::model::metadata::{Attachments, Md, MdId, NodeData};

impl Reader {
    /// The node with a number, reserved if it is not defined yet.
    fn numbered_node(&mut self, number: u64) -> MdId {
        if let Some(&node) = self.nodes.get(&number) {
            return node;
        }
        let node = self.module.metadata.reserve(true);
        self.nodes.insert(number, node);
        self.undefined_nodes.insert(number, self.peek().at);
        node
    }

    /// All nodes that are used are defined.
    pub(super) fn all_nodes_known(&self) -> Read<()> {
        match self.undefined_nodes.first_key_value() {
            Some((number, &at)) => Err(Failure { at, message: format!("use of undefined metadata '!{number}'") }),
            None => Ok(()),
        }
    }

    /// `!name = !{..}` or `!4 = ..`
    pub(super) fn metadata_definition(&mut self) -> Read<()> {
        let name = self.text(TokenKind::Metadata, "the name of metadata")?;
        self.sign("=")?;
        if let Ok(number) = name.parse() {
            let is_new = !self.nodes.contains_key(&number);
            let id = self.numbered_node(number);
            if self.undefined_nodes.remove(&number).is_none() && !is_new {
                return self.fail("Metadata id is already used");
            }
            let distinct = self.try_word("distinct");
            let (data, operands) = self.node_content()?;
            self.module.metadata.fill(id, crate::model::metadata::Node { distinct, data, operands });
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

    /// The contents of a node: `!{..}`, or a node of debug information.
    fn node_content(&mut self) -> Read<(NodeData, Vec<Option<Md>>)> {
        if self.peek().kind == TokenKind::Metadata {
            return Ok((self.debug_node()?, Vec::new()));
        }
        Ok((NodeData::Tuple, self.tuple_operands()?))
    }

    fn tuple_operands(&mut self) -> Read<Vec<Option<Md>>> {
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

    /// A node, by its number or inline.
    fn node(&mut self) -> Read<MdId> {
        let token = self.peek().clone();
        if token.kind == TokenKind::Metadata
            && let Ok(number) = String::from_utf8_lossy(&token.text).parse()
        {
            let node = self.numbered_node(number);
            self.advance();
            return Ok(node);
        }
        let distinct = self.try_word("distinct");
        let (data, operands) = self.nested(Self::node_content)?;
        Ok(self.module.metadata.node(distinct, data, operands))
    }

    pub(super) fn metadata(&mut self) -> Read<Md> {
        let next = self.peek_at(1);
        if self.at_sign("!") && next.kind == TokenKind::Text {
            self.advance();
            return Ok(Md::Text(self.advance().text));
        }
        if self.peek().kind == TokenKind::Metadata && self.peek().text == b"DIArgList" {
            return self.argument_list();
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
}
