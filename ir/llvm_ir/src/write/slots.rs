//! The numbering of unnamed entities (slots): metadata nodes, attribute groups, and the values and blocks of a
//! function.
//!
//! Numbers are assigned in the order in which LLVM's printer reaches the entities: first the metadata of globals and
//! named metadata, and the attributes of all functions, then, function by function as they are printed, the rest.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::attribute::AttributeSet;
use crate::model::inst::{Argument, BlockId, Callee, Inst, InstKind, called_global};
use crate::model::metadata::{Attachments, Md, MdId, NodeData};
use crate::model::types::Ty;
use crate::model::value::InstId;
use crate::model::{Function, Global, GlobalId, GlobalKind, Module};

/// The slots of the values and blocks of one function.
#[derive(Default, Clone)]
pub struct Locals {
    args: Vec<Option<u32>>,
    blocks: Vec<Option<u32>>,
    insts: FxHashMap<InstId, u32>,
}

/// All slots.
pub struct Slots<'m> {
    module: &'m Module,
    nodes: FxHashMap<MdId, u32>,
    order: Vec<MdId>,
    groups: FxHashMap<AttributeSet, usize>,
    group_order: Vec<AttributeSet>,
    locals: Locals,
    done: FxHashSet<GlobalId>,
}

impl<'m> Slots<'m> {
    /// Assigns the slots that precede all functions.
    pub fn new(module: &'m Module) -> Self {
        let mut slots = Slots {
            module,
            nodes: FxHashMap::default(),
            order: Vec::new(),
            groups: FxHashMap::default(),
            group_order: Vec::new(),
            locals: Locals::default(),
            done: FxHashSet::default(),
        };
        for (_, global) in module.globals() {
            let GlobalKind::Variable(variable) = &global.kind else { continue };
            slots.attachments(&global.attachments);
            if !variable.attrs.is_empty() {
                slots.group(&variable.attrs);
            }
        }
        for list in &module.metadata.named {
            list.nodes.iter().for_each(|&node| slots.add_node(node));
        }
        for (_, _, function) in module.functions() {
            if !function.attrs.is_empty() {
                slots.group(&function.attrs);
            }
        }
        slots
    }

    /// The slot of an attribute group.
    pub fn group(&mut self, attrs: &AttributeSet) -> usize {
        if let Some(&slot) = self.groups.get(attrs) {
            return slot;
        }
        let slot = self.group_order.len();
        self.groups.insert(attrs.clone(), slot);
        self.group_order.push(attrs.clone());
        slot
    }

    /// The attribute groups in order of their slots.
    pub fn groups(&self) -> impl Iterator<Item = &AttributeSet> {
        self.group_order.iter()
    }

    /// The nodes in order of their slots.
    pub fn nodes(&self) -> Vec<MdId> {
        self.order.clone()
    }

    /// The slot of a node.
    pub fn node(&mut self, id: MdId) -> u32 {
        self.add_node(id);
        self.nodes[&id]
    }

    /// Assigns a slot to a node, then to its operands, in preorder.
    fn add_node(&mut self, id: MdId) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let node = self.module.metadata.get(id);
            let is_inline = matches!(node.data, NodeData::Debug("DIExpression", _));
            if is_inline || self.nodes.contains_key(&id) {
                continue;
            }
            self.nodes.insert(id, self.order.len() as u32);
            self.order.push(id);
            waiting.extend(node.operands.iter().rev().filter_map(|operand| match operand {
                Some(Md::Node(node)) => Some(*node),
                _ => None,
            }));
        }
    }

    fn attachments(&mut self, attachments: &Attachments) {
        attachments.iter().for_each(|(_, node)| self.add_node(node));
    }

    /// Assigns slots to the values of a function, and to the entities that it references.
    pub fn enter(&mut self, id: GlobalId, global: &Global, function: &'m Function) {
        let is_new = self.done.insert(id);
        if is_new {
            self.attachments(&global.attachments);
        }
        self.locals = number(self.module, global.ty, function);
        let Some(body) = function.body.as_ref().filter(|_| is_new) else { return };
        let insts = || body.blocks.iter().flat_map(|block| &block.insts).map(|&id| body.inst(id));
        insts().for_each(|inst| self.inst_nodes(inst));
        for inst in insts() {
            if let InstKind::Call(call) | InstKind::Invoke { call, .. } = &inst.kind
                && !call.attrs.is_empty()
            {
                self.group(&call.attrs);
            }
        }
    }

    fn inst_nodes(&mut self, inst: &Inst) {
        for record in &inst.records {
            let operands = record.operands.iter();
            let nodes = operands.filter_map(|md| if let Md::Node(node) = md { Some(*node) } else { None });
            nodes.chain(record.location).for_each(|node| self.add_node(node));
        }
        if let InstKind::Call(call) = &inst.kind
            && is_intrinsic(self.module, &call.callee)
        {
            for arg in &call.args {
                if let Argument::Metadata(Md::Node(node)) = arg {
                    self.add_node(*node);
                }
            }
        }
        self.attachments(&inst.attachments);
    }

    /// The slot of a parameter.
    pub fn arg(&self, index: u32) -> Option<u32> {
        self.locals.args.get(index as usize).copied().flatten()
    }

    /// The slot of a block.
    pub fn block(&self, block: BlockId) -> Option<u32> {
        self.locals.blocks.get(block as usize).copied().flatten()
    }

    /// The slot of an instruction.
    pub fn inst(&self, id: InstId) -> Option<u32> {
        self.locals.insts.get(&id).copied()
    }
}

fn is_intrinsic(module: &Module, callee: &Callee) -> bool {
    called_global(callee, &module.constants).is_some_and(|id| module.global(id).name.starts_with("llvm."))
}

/// Assigns slots to the values and blocks of a function.
pub fn number(module: &Module, ty: Ty, function: &Function) -> Locals {
    let mut next = 0..;
    let mut locals = Locals::default();
    let n_params = module.types.signature(ty).map_or(0, |(_, params, _)| params.len());
    for index in 0..n_params {
        let is_named = matches!(function.param_names.get(index), Some(Some(_)));
        locals.args.push(if is_named { None } else { next.next() });
    }
    let Some(body) = &function.body else { return locals };
    for block in &body.blocks {
        locals.blocks.push(if block.name.is_some() { None } else { next.next() });
        for &id in &block.insts {
            let inst = body.inst(id);
            if inst.ty != Ty::VOID && inst.name.is_none() {
                locals.insts.insert(id, next.next().expect("the numbers do not end"));
            }
        }
    }
    locals
}

impl Locals {
    /// The slot of a block.
    pub fn block(&self, block: BlockId) -> Option<u32> {
        self.blocks.get(block as usize).copied().flatten()
    }
}
