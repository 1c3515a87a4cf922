//! Metadata attachments of instructions: TBAA tags, alias scopes, branch weights, ranges.

use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;
use rmlir_llvm::attrs::memory::{
    AccessGroupAttr, AliasScopeAttr, DereferenceableAttr, MMRATagAttr, TBAAMemberAttr, TBAARootAttr, TBAATagAttr,
    TBAATypeDescriptorAttr,
};
use rmlir_llvm::attrs::params::number;

use super::Exporter;
use crate::model::metadata::{Md, MdId, NodeData};
use crate::model::value::InstId;

fn text(cx: &Context, attr: Attr) -> Option<Md> {
    attr.as_bytes(cx).map(|text| Md::Text(text.to_vec()))
}

impl<'a> Exporter<'a> {
    /// Creates the nodes of all TBAA tags in the module.
    pub(super) fn tbaa(&mut self) {
        let mut tags = Vec::new();
        self.root.walk_postorder(|op| {
            let list = op.attr("tbaa").filter(|_| op.name_str().starts_with("llvm."));
            tags.extend(list.and_then(|list| list.as_array(op.cx())).unwrap_or_default());
        });
        for tag in tags {
            self.tbaa_node(tag);
        }
    }

    /// The node of a TBAA tag, type or root; its operands are created first.
    fn tbaa_node(&mut self, attr: Attr) -> Option<MdId> {
        let mut waiting = vec![attr];
        while let Some(&next) = waiting.last() {
            if self.nodes.nodes.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let missing: Vec<Attr> =
                self.tbaa_parts(next).into_iter().filter(|part| !self.nodes.nodes.contains_key(part)).collect();
            if missing.is_empty() {
                let node = self.new_tbaa_node(next)?;
                self.nodes.nodes.insert(next, node);
                waiting.pop();
            } else {
                waiting.extend(missing.into_iter().rev());
            }
        }
        self.nodes.nodes.get(&attr).copied()
    }

    fn tbaa_parts(&self, attr: Attr) -> Vec<Attr> {
        let cx = self.cx;
        if let Some(tag) = TBAATagAttr::from_attr(cx, attr) {
            return vec![tag.base_type(cx), tag.access_type(cx)];
        }
        let members = TBAATypeDescriptorAttr::from_attr(cx, attr).and_then(|ty| ty.members(cx).as_array(cx));
        let members = members.unwrap_or_default().iter();
        members.filter_map(|&member| TBAAMemberAttr::from_attr(cx, member)).map(|member| member.typeDesc(cx)).collect()
    }

    fn new_tbaa_node(&mut self, attr: Attr) -> Option<MdId> {
        let cx = self.cx;
        let known = |exporter: &Self, attr: Attr| exporter.nodes.nodes.get(&attr).map(|&node| Md::Node(node));
        if let Some(root) = TBAARootAttr::from_attr(cx, attr) {
            return Some(match root.id(cx).and_then(|id| text(cx, id)) {
                Some(id) => self.module.metadata.tuple(vec![Some(id)]),
                None => self.module.metadata.cyclic(true, Vec::new()),
            });
        }
        if let Some(ty) = TBAATypeDescriptorAttr::from_attr(cx, attr) {
            let mut operands = vec![text(cx, ty.id(cx))];
            for &member in ty.members(cx).as_array(cx).unwrap_or_default() {
                let Some(member) = TBAAMemberAttr::from_attr(cx, member) else { continue };
                let offset = self.module.constants.i64(number(cx, member.offset(cx)));
                operands.extend([known(self, member.typeDesc(cx)), Some(Md::Const(offset))]);
            }
            return Some(self.module.metadata.tuple(operands));
        }
        let tag = TBAATagAttr::from_attr(cx, attr)?;
        let offset = self.module.constants.i64(number(cx, tag.offset(cx)));
        let mut operands = vec![known(self, tag.base_type(cx)), known(self, tag.access_type(cx))];
        operands.push(Some(Md::Const(offset)));
        if tag.constant(cx).is_some() {
            let one = self.module.constants.i64(1);
            operands.push(Some(Md::Const(one)));
        }
        Some(self.module.metadata.tuple(operands))
    }

    /// Attaches the metadata of an operation that accesses memory.
    pub(super) fn access_metadata(&mut self, op: OpRef<'a>, inst: InstId) -> Checked {
        let cx = self.cx;
        let list = |name| op.attr(name).and_then(|attr: Attr| attr.as_array(cx)).unwrap_or_default();
        let groups = list("access_groups");
        if !groups.is_empty() {
            let node = self.access_groups(groups);
            self.attach(inst, "llvm.access.group", node);
        }
        for (name, kind) in [("alias_scopes", "alias.scope"), ("noalias_scopes", "noalias")] {
            let scopes = list(name);
            if !scopes.is_empty() {
                let node = self.alias_scopes(scopes);
                self.attach(inst, kind, node);
            }
        }
        // With several tags upstream drops them with a warning.
        if let [tag] = list("tbaa")
            && let Some(node) = self.tbaa_node(*tag)
        {
            self.attach(inst, "tbaa", node);
        }
        Ok(())
    }

    /// The node of an access group.
    pub(super) fn access_group(&mut self, group: Attr) -> MdId {
        if let Some(&node) = self.nodes.nodes.get(&group) {
            return node;
        }
        let node = self.module.metadata.node(true, NodeData::Tuple, Vec::new());
        self.nodes.nodes.insert(group, node);
        node
    }

    fn access_groups(&mut self, groups: &[Attr]) -> MdId {
        let nodes: Vec<MdId> = groups
            .iter()
            .filter(|&&group| AccessGroupAttr::from_attr(self.cx, group).is_some())
            .map(|&group| self.access_group(group))
            .collect();
        match nodes[..] {
            [node] => node,
            _ => self.module.metadata.tuple(nodes.into_iter().map(|node| Some(Md::Node(node))).collect()),
        }
    }

    /// The list of alias scopes.
    pub(super) fn alias_scopes(&mut self, scopes: &[Attr]) -> MdId {
        let nodes: Vec<_> = scopes.iter().filter_map(|&scope| self.alias_scope(scope)).collect();
        self.module.metadata.tuple(nodes.into_iter().map(|node| Some(Md::Node(node))).collect())
    }

    fn alias_scope(&mut self, attr: Attr) -> Option<MdId> {
        let cx = self.cx;
        if let Some(&node) = self.nodes.nodes.get(&attr) {
            return Some(node);
        }
        let scope = AliasScopeAttr::from_attr(cx, attr)?;
        let domain_attr = scope.domain(cx);
        let domain = match self.nodes.nodes.get(&domain_attr) {
            Some(&node) => node,
            None => {
                let domain = rmlir_llvm::attrs::memory::AliasScopeDomainAttr::from_attr(cx, domain_attr)?;
                let rest = domain.description(cx).and_then(|attr| text(cx, attr));
                let node = self.identified(domain.id(cx), rest.into_iter().map(Some).collect());
                self.nodes.nodes.insert(domain_attr, node);
                node
            }
        };
        let mut rest = vec![Some(Md::Node(domain))];
        rest.extend(scope.description(cx).and_then(|attr| text(cx, attr)).map(Some));
        let node = self.identified(scope.id(cx), rest);
        self.nodes.nodes.insert(attr, node);
        Some(node)
    }

    /// A node that is identified by its first operand: a string, or the node itself.
    fn identified(&mut self, id: Attr, rest: Vec<Option<Md>>) -> MdId {
        match id.data(self.cx) {
            AttrData::String { value, .. } => {
                self.module.metadata.tuple([vec![Some(Md::Text(value.to_vec()))], rest].concat())
            }
            _ => self.module.metadata.cyclic(true, rest),
        }
    }

    /// Attaches the number of dereferenceable bytes at the address that an instruction returns.
    pub(super) fn dereferenceable(&mut self, attr: Option<DereferenceableAttr>, inst: InstId) {
        let cx = self.cx;
        let Some(attr) = attr else { return };
        let bytes = self.module.constants.i64(number(cx, attr.bytes(cx)));
        let node = self.module.metadata.tuple(vec![Some(Md::Const(bytes))]);
        let kind = if attr.mayBeNull(cx).is_some() { "dereferenceable_or_null" } else { "dereferenceable" };
        self.attach(inst, kind, node);
    }

    /// The weights in property `slot`.
    pub(super) fn branch_weights(&mut self, op: OpRef, slot: usize, inst: InstId) {
        if let Some(weights) = op.prop(slot) {
            self.weights(weights, inst);
        }
    }

    pub(super) fn weights(&mut self, weights: Attr, inst: InstId) {
        let weights = weights.as_int_array(self.cx).unwrap_or_default();
        if weights.is_empty() {
            return;
        }
        let mut operands = vec![Some(Md::Text(b"branch_weights".to_vec()))];
        operands.extend(weights.iter().map(|&weight| Some(Md::Const(self.module.constants.i32(weight as u32)))));
        let node = self.module.metadata.tuple(operands);
        self.attach(inst, "prof", node);
    }

    /// Applies the discardable attributes of `op` to the instructions created for it.
    pub(super) fn amend(&mut self, op: OpRef<'a>) -> Checked {
        let cx = self.cx;
        for entry in op.discardable_attrs() {
            if entry.name.str(cx) != "llvm.mmra" {
                continue;
            }
            let tags = match entry.value.as_array(cx) {
                Some(tags) => tags.to_vec(),
                None => vec![entry.value],
            };
            let mut nodes = Vec::new();
            for tag in tags {
                let Some(tag) = MMRATagAttr::from_attr(cx, tag) else {
                    let text = "llvm.mmra is something other than an MMRA tag or an array of them";
                    return Err(op.error(text));
                };
                nodes.push(vec![text(cx, tag.prefix(cx)), text(cx, tag.suffix(cx))]);
            }
            let mut nodes: Vec<MdId> = nodes.into_iter().map(|tag| self.module.metadata.tuple(tag)).collect();
            let node = match nodes.len() {
                0 => continue,
                1 => nodes.remove(0),
                _ => self.module.metadata.tuple(nodes.into_iter().map(|node| Some(Md::Node(node))).collect()),
            };
            for inst in self.made.clone() {
                self.attach(inst, "mmra", node);
            }
        }
        Ok(())
    }
}
