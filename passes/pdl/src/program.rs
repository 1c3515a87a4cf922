//! A pattern, read from its IR.
//!
//! The values of the pattern are numbered; everything refers to them by number, so that a pattern needs nothing of the IR
//! that describes it.

use std::sync::Arc;

use rmlir::prelude::*;
use rmlir_pdl::{
    ApplyNativeConstraintOp, ApplyNativeRewriteOp, AttributeOp, EraseOp, OperandOp, OperandsOp, OperationOp, PatternOp,
    RangeOp, ReplaceOp, ResultOp, ResultsOp, RewriteOp, TypeOp, TypesOp,
};
use rustc_hash::FxHashMap;

use crate::native::{Constraint, Natives, Rewrite};

/// The number of a value of a pattern.
pub type Handle = usize;

/// An operation of a pattern.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The name, if it is given.
    pub name: Option<OpName>,
    /// The operands: values, and ranges of them.
    pub operands: Vec<Handle>,
    /// The attributes by name.
    pub attrs: Vec<(String, Handle)>,
    /// The types of the results: types, and ranges of them.
    pub types: Vec<Handle>,
}

/// What defines a value of a pattern.
#[derive(Clone, Debug)]
pub enum Node {
    /// An operation.
    Operation(Operation),
    /// A value, with the handle of its type.
    Operand(Option<Handle>),
    /// Values, with the handle of their types.
    Operands(Option<Handle>),
    /// A result of an operation.
    Result(Handle, usize),
    /// Results of an operation: all, or those of a declared result.
    Results(Handle, Option<usize>),
    /// A type, any or this one.
    Type(Option<Type>),
    /// Types, any or these.
    Types(Option<Vec<Type>>),
    /// An attribute, with the handle of its type, any or this one.
    Attribute(Option<Handle>, Option<Attr>),
    /// The entities of others, in order.
    Range(Vec<Handle>),
    /// A function defines it.
    Native,
}

/// A condition in Rust.
pub struct NativeConstraint {
    /// The function.
    pub holds: Arc<Constraint>,
    /// The arguments.
    pub args: Vec<Handle>,
    /// The values that it defines.
    pub results: Vec<Handle>,
    /// Whether it must not hold.
    pub is_negated: bool,
}

/// A step of a rewrite.
pub enum Step {
    /// Create the operation of this handle.
    Create(Handle),
    /// Erase an operation.
    Erase(Handle),
    /// Replace an operation by values.
    ReplaceByValues(Handle, Vec<Handle>),
    /// Replace an operation by the results of another.
    ReplaceByOp(Handle, Handle),
    /// Call a function in Rust with these arguments; it defines values.
    Native(Arc<Rewrite>, Vec<Handle>, Vec<Handle>),
}

/// A pattern.
pub struct Program {
    /// The benefit.
    pub benefit: u16,
    /// What defines each value; those of the matched part come first.
    pub nodes: Vec<Node>,
    /// The number of values of the matched part.
    pub n_matched: usize,
    /// The operation at which a match begins.
    pub root: Handle,
    /// The conditions.
    pub constraints: Vec<NativeConstraint>,
    /// The rewrite.
    pub steps: Vec<Step>,
}

/// The number of operations that a pattern may match or create; matching goes from one to the next by recursion.
const MAX_OPERATIONS: usize = 1024;

/// Reads a pattern, which was verified.
///
/// # Errors
/// A function is not known, or is called where this implementation does not call any. The pattern has arguments, another
/// pattern in it, or too many operations.
pub fn read(pattern: OpRef, natives: &Natives) -> Result<Program, Box<Diagnostic>> {
    let pattern = pattern.resolve();
    let block = pattern.region(0).entry().expect("a pattern has a block");
    if block.args().next().is_some() {
        return Err(pattern.error("has arguments of its block, which stand for nothing"));
    }
    let mut reader = Reader { natives, numbers: FxHashMap::default(), nodes: Vec::new() };
    let mut constraints = Vec::new();
    let mut last = None;
    for op in block.ops() {
        match op.cast::<ApplyNativeConstraintOp>() {
            Some(_) => constraints.push(reader.constraint(op)?),
            None if op.is::<RewriteOp>() => last = Some(op),
            None => _ = reader.node(op)?,
        }
    }
    let rewrite = last.expect("a pattern ends with a rewrite");
    let n_matched = reader.nodes.len();
    reader.check_native_results(pattern, n_matched)?;
    let is_operation = |&handle: &Handle| matches!(reader.nodes[handle], Node::Operation(_));
    let given = rewrite.operand_field(0).first().map(|root| reader.numbers[&root.id]);
    let root = given.or_else(|| (0..n_matched).rfind(is_operation)).expect("a pattern has an operation");
    let steps = reader.rewrite(rewrite)?;
    if reader.nodes.iter().filter(|node| matches!(node, Node::Operation(_))).count() > MAX_OPERATIONS {
        return Err(pattern.error(format!("has more than {MAX_OPERATIONS} operations")));
    }
    let benefit = pattern.get(PatternOp::benefit);
    Ok(Program { benefit: benefit as u16, nodes: reader.nodes, n_matched, root, constraints, steps })
}

struct Reader<'n> {
    natives: &'n Natives,
    numbers: FxHashMap<Value, Handle>,
    nodes: Vec<Node>,
}

impl Reader<'_> {
    fn define(&mut self, value: ValueRef, node: Node) -> Handle {
        self.nodes.push(node);
        self.numbers.insert(value.id, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn handle(&self, value: ValueRef) -> Handle {
        self.numbers[&value.id]
    }

    fn handles(&self, values: Vec<ValueRef>) -> Vec<Handle> {
        values.into_iter().map(|value| self.handle(value)).collect()
    }

    fn first(&self, op: OpRef) -> Option<Handle> {
        op.operands().next().map(|operand| self.handle(operand))
    }

    /// The value of an operation that defines one without a function.
    fn node(&mut self, op: OpRef) -> Result<Handle, Box<Diagnostic>> {
        let node = self.described(op).ok_or_else(|| op.error("is no part of a pattern that can be applied"))?;
        Ok(self.define(op.result(0), node))
    }

    fn described(&self, op: OpRef) -> Option<Node> {
        if op.is::<OperationOp>() {
            let cx = op.cx();
            let names = op.get(OperationOp::attribute_value_names).into_iter().map(str::to_owned);
            return Some(Node::Operation(Operation {
                name: op.get(OperationOp::op_name).map(|name| cx.op_name(name)),
                operands: self.handles(op.operand_field(0)),
                attrs: names.zip(self.handles(op.operand_field(1))).collect(),
                types: self.handles(op.operand_field(2)),
            }));
        }
        Some(match () {
            () if op.is::<OperandOp>() => Node::Operand(self.first(op)),
            () if op.is::<OperandsOp>() => Node::Operands(self.first(op)),
            () if op.is::<ResultOp>() => Node::Result(self.handle(op.operand(0)), op.get(ResultOp::index) as usize),
            () if op.is::<ResultsOp>() => {
                let index = op.get(ResultsOp::index).map(|index| index as usize);
                Node::Results(self.handle(op.operand(0)), index)
            }
            () if op.is::<TypeOp>() => Node::Type(op.get(TypeOp::constant_type)),
            () if op.is::<TypesOp>() => Node::Types(op.get(TypesOp::constant_types)),
            () if op.is::<AttributeOp>() => Node::Attribute(self.first(op), op.get(AttributeOp::value)),
            () if op.is::<RangeOp>() => Node::Range(self.handles(op.operands().collect())),
            () => return None,
        })
    }

    fn natively_defined(&mut self, op: OpRef) -> Vec<Handle> {
        op.results().map(|result| self.define(result, Node::Native)).collect()
    }

    fn constraint(&mut self, op: OpRef) -> Result<NativeConstraint, Box<Diagnostic>> {
        let name = op.get(ApplyNativeConstraintOp::name);
        let holds = self.natives.find_constraint(name).ok_or_else(|| unknown(op, name))?;
        let args = self.handles(op.operands().collect());
        let results = self.natively_defined(op);
        Ok(NativeConstraint { holds, args, results, is_negated: op.get(ApplyNativeConstraintOp::is_negated) })
    }

    /// Conditions are evaluated when everything is matched, so nothing that is matched may depend on their results.
    fn check_native_results(&self, pattern: OpRef, n_matched: usize) -> Result<(), Box<Diagnostic>> {
        let uses = |node: &Node| match node {
            Node::Operation(op) => [&op.operands, &op.types].into_iter().flatten().copied().collect(),
            Node::Operand(ty) | Node::Operands(ty) | Node::Attribute(ty, _) => ty.iter().copied().collect(),
            Node::Result(op, _) | Node::Results(op, _) => vec![*op],
            _ => Vec::new(),
        };
        let is_native = |handle: Handle| matches!(self.nodes[handle], Node::Native);
        match self.nodes[..n_matched].iter().any(|node| uses(node).into_iter().any(is_native)) {
            true => {
                Err(pattern
                    .error("what a native constraint defines is used by what is matched, which is not supported"))
            }
            false => Ok(()),
        }
    }

    fn rewrite(&mut self, rewrite: OpRef) -> Result<Vec<Step>, Box<Diagnostic>> {
        if let Some(name) = rewrite.get(RewriteOp::name) {
            let function = self.natives.find_rewrite(name).ok_or_else(|| unknown(rewrite, name))?;
            return Ok(vec![Step::Native(function, self.handles(rewrite.operands().collect()), Vec::new())]);
        }
        let block = rewrite.region(0).entry().expect("a rewrite without a name has a block");
        block.ops().filter_map(|op| self.step(op).transpose()).collect()
    }

    fn step(&mut self, op: OpRef) -> Result<Option<Step>, Box<Diagnostic>> {
        if op.is::<EraseOp>() {
            return Ok(Some(Step::Erase(self.handle(op.operand(0)))));
        }
        if op.is::<ReplaceOp>() {
            let replaced = self.handle(op.operand(0));
            return Ok(Some(match op.operand_field(1).first() {
                Some(&by) => Step::ReplaceByOp(replaced, self.handle(by)),
                None => Step::ReplaceByValues(replaced, self.handles(op.operand_field(2))),
            }));
        }
        if op.is::<ApplyNativeRewriteOp>() {
            let name = op.get(ApplyNativeRewriteOp::name);
            let function = self.natives.find_rewrite(name).ok_or_else(|| unknown(op, name))?;
            let args = self.handles(op.operands().collect());
            let results = self.natively_defined(op);
            return Ok(Some(Step::Native(function, args, results)));
        }
        let handle = self.node(op)?;
        Ok(op.is::<OperationOp>().then_some(Step::Create(handle)))
    }
}

fn unknown(op: OpRef, name: &str) -> Box<Diagnostic> {
    op.error(format!("calls '{name}', which is no function that this tool knows"))
}
