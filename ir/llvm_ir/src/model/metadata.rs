//! Metadata.
//!
//! A node is an id into a table. Nodes that are not distinct are uniqued. Debug information is a node with a name and
//! named fields; the node's operands are listed beside them, since their order, not that of the fields, determines the
//! numbering of nodes.

use rustc_hash::FxHashMap;

use super::constant::ConstId;
use super::value::Value;

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MdId(pub u32);

/// An operand of a node or call, or an attachment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Md {
    /// A node.
    Node(MdId),
    /// `!"text"`
    Text(Vec<u8>),
    /// `i32 4`
    Const(ConstId),
    /// A value of the function, as an operand of a call.
    Local(Value),
    /// `!DIArgList(..)`
    Args(Vec<Value>),
}

/// A field of a node of debug information.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// An integer, `true`, a keyword, flags joined by ` | `.
    Word(String),
    /// A string in quotes.
    Text(Vec<u8>),
    /// Other metadata, or `null`.
    Md(Option<Md>),
}

/// The contents of a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NodeData {
    /// `!{a, b}`
    Tuple,
    /// `!DIName(field: value)`; a field without a name is a value alone.
    Debug(&'static str, Vec<(&'static str, Field)>),
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Whether it is distinct, that is, not uniqued.
    pub distinct: bool,
    /// Its contents.
    pub data: NodeData,
    /// Its operands.
    pub operands: Vec<Option<Md>>,
}

/// A named metadata node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedMetadata {
    /// The name.
    pub name: String,
    /// The nodes.
    pub nodes: Vec<MdId>,
}

type Key = (NodeData, Vec<Option<Md>>);

/// All metadata of a module.
#[derive(Default, Debug)]
pub struct Metadata {
    nodes: Vec<Node>,
    ids: FxHashMap<Key, MdId>,
    /// The named metadata nodes.
    pub named: Vec<NamedMetadata>,
}

impl Metadata {
    /// A node, uniqued unless it is distinct.
    pub fn node(&mut self, distinct: bool, data: NodeData, operands: Vec<Option<Md>>) -> MdId {
        if distinct {
            return self.push(Node { distinct, data, operands });
        }
        let key = (data, operands);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = self.push(Node { distinct, data: key.0.clone(), operands: key.1.clone() });
        self.ids.insert(key, id);
        id
    }

    fn push(&mut self, node: Node) -> MdId {
        self.nodes.push(node);
        MdId(self.nodes.len() as u32 - 1)
    }

    /// A tuple.
    pub fn tuple(&mut self, operands: Vec<Option<Md>>) -> MdId {
        self.node(false, NodeData::Tuple, operands)
    }

    /// A node that is filled in later.
    pub fn reserve(&mut self, distinct: bool) -> MdId {
        self.push(Node { distinct, data: NodeData::Tuple, operands: Vec::new() })
    }

    /// A tuple whose first operand is itself.
    pub fn cyclic(&mut self, distinct: bool, rest: Vec<Option<Md>>) -> MdId {
        let id = self.reserve(distinct);
        self.nodes[id.0 as usize].operands = [vec![Some(Md::Node(id))], rest].concat();
        id
    }

    /// Sets the contents of a reserved node.
    pub fn fill(&mut self, id: MdId, node: Node) {
        self.nodes[id.0 as usize] = node;
    }

    /// A node.
    pub fn get(&self, id: MdId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node, mutably.
    pub fn get_mut(&mut self, id: MdId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Replaces all uses of node `from` by `to`.
    pub fn replace(&mut self, from: MdId, to: MdId) {
        let swap = |md: &mut Option<Md>| {
            if *md == Some(Md::Node(from)) {
                *md = Some(Md::Node(to));
            }
        };
        for node in &mut self.nodes {
            node.operands.iter_mut().for_each(swap);
            let NodeData::Debug(_, fields) = &mut node.data else { continue };
            for (_, field) in fields {
                if let Field::Md(md) = field {
                    swap(md);
                }
            }
        }
    }

    /// The named metadata node of this name, created if it does not exist.
    pub fn named(&mut self, name: &str) -> &mut NamedMetadata {
        let at = self.named.iter().position(|list| list.name == name);
        let at = at.unwrap_or_else(|| {
            self.named.push(NamedMetadata { name: name.to_owned(), nodes: Vec::new() });
            self.named.len() - 1
        });
        &mut self.named[at]
    }
}

/// The fixed kinds of attachments in LLVM, in printing order.
const KINDS: &[&str] = &[
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "make.implicit",
    "unpredictable",
    "invariant.group",
    "align",
    "llvm.loop",
    "type",
    "section_prefix",
    "absolute_symbol",
    "associated",
    "callees",
    "irr_loop",
    "llvm.access.group",
    "callback",
    "llvm.preserve.access.index",
    "vcall_visibility",
    "noundef",
    "annotation",
    "nosanitize",
    "func_sanitize",
    "exclude",
    "memprof",
    "callsite",
    "kcfi_type",
    "pcsections",
    "DIAssignID",
    "coro.outside.frame",
    "mmra",
    "noalias.addrspace",
    "callee_type",
    "nofree",
];

/// Attachments of a function, global or instruction, in printing order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attachments {
    list: Vec<(String, MdId)>,
}

impl Attachments {
    /// Adds an attachment; one of the same kind is replaced.
    pub fn set(&mut self, kind: &str, node: MdId) {
        self.list.retain(|(other, _)| other != kind);
        self.add(kind, node);
    }

    /// Adds an attachment without replacing others.
    pub fn add(&mut self, kind: &str, node: MdId) {
        let place = |kind: &str| KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len());
        let at = self.list.iter().position(|(other, _)| place(other) > place(kind)).unwrap_or(self.list.len());
        self.list.insert(at, (kind.to_owned(), node));
    }

    /// The attachments.
    pub fn iter(&self) -> impl Iterator<Item = (&str, MdId)> {
        self.list.iter().map(|(kind, node)| (kind.as_str(), *node))
    }

    /// The first attachment of a kind.
    pub fn find(&self, kind: &str) -> Option<MdId> {
        self.iter().find(|(other, _)| *other == kind).map(|(_, node)| node)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
