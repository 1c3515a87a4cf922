//! The translation of a loop's operations to nodes.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_pvec as pvec;
use rmlir_pvec::GuardOp;
use rmlir_vliw::Model;
use std::collections::BTreeMap;

use crate::loops::loop_body::{Action, COPY, Carried, Declined, Init, LoopBody, Node, Operand};
use crate::loops::shape::Loop;
use crate::loops::unread::without_unread;
use crate::schedule::dependences::memory;

impl LoopBody {
    /// Builds the nodes of a loop, for a machine.
    pub fn of(body: &Body, op: Loop, model: &Model) -> Result<Self, Declined> {
        if let Loop::Counted(op) = op {
            let width = body.ty(op.induction_var(body)).int_or_index_width(body);
            if op.unsignedCmp(body) || width.is_none_or(|width| width > 64) {
                return Err(Declined::Counter);
            }
        }
        let mut of = Reader::new(body, op, model).read()?;
        of.memory = memory(body, &of);
        Ok(of)
    }
}

pub(crate) struct Reader<'a> {
    pub(crate) body: &'a Body<'a>,
    pub(crate) model: &'a Model,
    pub(crate) op: Loop,
    pub(crate) nodes: Vec<Node>,
    pub(super) invariants: Vec<Value>,
    /// The defining nodes of values.
    pub(super) made: BTreeMap<Value, usize>,
    /// The guards of nodes.
    pub(crate) guards: Vec<(usize, GuardOp)>,
    /// The number of nodes that are operations of the loop's first block; they come first.
    pub(crate) n_first: usize,
    /// By argument of the loop's first block: the node that computes its next value, once that is known.
    pub(super) next: Vec<Option<usize>>,
    /// Loop-carried variables that are no variables of the original loop.
    pub(crate) more: Vec<Carried>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(body: &'a Body<'a>, op: Loop, model: &'a Model) -> Self {
        let next = vec![None; body.args(op.header(body)).len()];
        Self {
            body,
            model,
            op,
            nodes: Vec::new(),
            invariants: Vec::new(),
            made: BTreeMap::new(),
            guards: Vec::new(),
            n_first: 0,
            next,
            more: Vec::new(),
        }
    }

    fn read(mut self) -> Result<LoopBody, Declined> {
        for (place, block) in self.op.blocks(self.body).into_iter().enumerate() {
            for op in self.members(block) {
                match OpRef::new(self.body, op).cast::<GuardOp>() {
                    Some(guard) => self.guarded(guard)?,
                    None => self.computed(op)?,
                }
            }
            if place == 0 {
                self.n_first = self.nodes.len();
            }
        }
        self.find_next()?;
        // Operands can be resolved now that every variable has a node.
        for number in 0..self.nodes.len() {
            let values = self.values_read(number);
            self.nodes[number].operands = values.into_iter().map(|value| self.operand(value)).collect();
        }
        let goes_on = match self.op {
            Loop::Counted(_) => {
                for (number, guard) in self.guards.clone() {
                    self.nodes[number].guard = Some(self.operand(self.body.operand(guard.id(), 0)));
                }
                None
            }
            Loop::While(op) => Some(self.leave_by_condition(op)?),
        };
        let class = self.model.branch_class().ok_or(Declined::NoClass(rmlir_vliw::model::BRANCH.to_owned()))?;
        let branch = self.nodes.len();
        let mut node = Node::new(Action::Branch, class, None, "branch");
        node.operands.extend(goes_on.map(|node| Operand::Node { node, distance: 0 }));
        self.nodes.push(node);
        let carried = self.carried();
        Ok(without_unread(LoopBody {
            op: self.op,
            nodes: self.nodes,
            invariants: self.invariants,
            carried,
            branch,
            goes_on,
            slots: Vec::new(),
            memory: Vec::new(),
            unrolled: 1,
        }))
    }

    /// The operations of a block that become nodes.
    fn members(&self, block: BlockId) -> Vec<OpId> {
        let is_node = |&it: &OpId| !self.body.has_trait(it, TraitSet::CONSTANT_LIKE);
        let mut ops: Vec<OpId> = self.body.ops(block).collect();
        ops.pop();
        ops.into_iter().filter(is_node).collect()
    }

    /// Adds the nodes of an operation: one for each result.
    fn computed(&mut self, op: OpId) -> Result<(), Declined> {
        let view = OpRef::new(self.body, op);
        let name = view.name_str().to_owned();
        if view.n_regions() > 0 {
            return Err(Declined::ControlFlow(name));
        }
        let is_access = view.is::<LoadOp>() || view.is::<StoreOp>();
        if !is_access && !is_memory_effect_free(view) {
            return Err(Declined::Effects(name));
        }
        let results: Vec<Option<ValueRef>> = match view.n_results() {
            0 => vec![None],
            _ => view.results().map(Some).collect(),
        };
        for (index, result) in results.into_iter().enumerate() {
            let ty = result.or_else(|| view.operands().next()).map(ValueRef::ty);
            let class = self.class(&name, ty)?;
            if let Some(result) = result {
                self.made.insert(result.id, self.nodes.len());
            }
            self.nodes.push(Node::new(Action::Op(op, index), class, result.map(ValueRef::ty), &name));
        }
        Ok(())
    }

    /// Adds the nodes of guarded operations, and one for each result of the guard.
    fn guarded(&mut self, guard: GuardOp) -> Result<(), Declined> {
        let first = self.nodes.len();
        for op in self.members(guard.block(self.body)) {
            self.computed(op)?;
        }
        self.guards.extend((first..self.nodes.len()).map(|node| (node, guard)));
        let results: Vec<Value> = self.body.results(guard.id()).to_vec();
        for (index, result) in results.into_iter().enumerate() {
            let ty = self.body.ty(result);
            let class = self.class(pvec::SelectOp::NAME, Some(ty))?;
            self.made.insert(result, self.nodes.len());
            self.nodes.push(Node::new(Action::Select(guard.id(), index), class, Some(ty), "select"));
        }
        Ok(())
    }

    pub(crate) fn class(&self, name: &str, ty: Option<Type>) -> Result<usize, Declined> {
        let found = self.model.class_for(name, ty).filter(|&class| !self.model.classes[class].ways.is_empty());
        found.ok_or_else(|| Declined::NoClass(name.to_owned()))
    }

    /// Finds or creates the node of every loop-carried variable.
    fn find_next(&mut self) -> Result<(), Declined> {
        let body = self.body;
        for (number, &arg) in body.args(self.op.header(body)).iter().enumerate() {
            let is_read = body.uses(arg).next().is_some();
            let ty = body.ty(arg);
            let Some(value) = self.op.next(body, number) else {
                if is_read {
                    let class = self.class(arith::AddIOp::NAME, Some(ty))?;
                    self.next[number] = Some(self.nodes.len());
                    self.nodes.push(Node::new(Action::Step, class, Some(ty), "step"));
                }
                continue;
            };
            // In a counted loop its variables are the results.
            if !is_read && matches!(self.op, Loop::While(_)) {
                continue;
            }
            let own = self.made.get(&value).copied().filter(|node| !self.next.contains(&Some(*node)));
            self.next[number] = Some(match own {
                Some(node) => node,
                None => {
                    let class = self.class(COPY, Some(ty))?;
                    self.nodes.push(Node::new(Action::Copy, class, Some(ty), "copy"));
                    self.nodes.len() - 1
                }
            });
        }
        Ok(())
    }

    /// The values that a node reads, without its predicate.
    fn values_read(&self, number: usize) -> Vec<Value> {
        let body = self.body;
        match self.nodes[number].action {
            Action::Op(op, _) => body.operands(op).collect(),
            Action::Step => self.op.counter(body).into_iter().chain([body.operand(self.op.id(), 2)]).collect(),
            Action::Copy => {
                let arg = self.next.iter().position(|&next| next == Some(number)).expect("a copy is of a variable");
                self.op.next(body, arg).into_iter().collect()
            }
            Action::Select(guard, index) => {
                let yields = GuardOp::from_id(guard).terminator(body);
                vec![body.operand(guard, 0), body.operand(yields, index), body.operand(guard, index + 1)]
            }
            _ => Vec::new(),
        }
    }

    /// The node operand for `value`.
    pub(crate) fn operand(&mut self, value: Value) -> Operand {
        let value = self.op.resolved(self.body, value);
        let block = self.op.header(self.body);
        if let ValueDefinition::Argument(of, index) = self.body.value_def(value)
            && of == block
        {
            let node = self.next[index as usize].expect("a variable that is read has a node");
            return Operand::Node { node, distance: 1 };
        }
        if let Some(def) = self.body.defining_op(value)
            && self.body.has_trait(def, TraitSet::CONSTANT_LIKE)
        {
            return Operand::Constant(def);
        }
        if let Some(&node) = self.made.get(&value) {
            return Operand::Node { node, distance: 0 };
        }
        let known = self.invariants.iter().position(|&invariant| invariant == value);
        Operand::Invariant(known.unwrap_or_else(|| {
            self.invariants.push(value);
            self.invariants.len() - 1
        }))
    }

    pub(super) fn carried(&self) -> Vec<Carried> {
        let variables = self.next.iter().enumerate();
        let own = variables.filter_map(|(arg, &node)| {
            // The results of a while loop have nodes of their own.
            let result = self.op.counter(self.body).and_then(|_| arg.checked_sub(1));
            Some(Carried { init: Init::Value(self.op.init(self.body, arg)), node: node?, result })
        });
        own.chain(self.more.iter().copied()).collect()
    }
}
