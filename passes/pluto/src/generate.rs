//! Generation of operations: the new loops of a function.
//!
//! Plan: 1. the new loops, conditions and statements are inserted before the end of the function, where memory is
//! deallocated; a variable with a single value is an expression at its uses, not an operation; 2. a statement is a
//! clone of its store and of the operations that compute the stored value, with expressions for its iterators; 3. the
//! old loops and stores are erased, with the cloned operations that have no other uses.

use rmlir::affine_maps::{AffineExpr, AffineMap, Constraint, IntegerSet};
use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_affine::analysis::nest::enclosing_fors;
use rmlir_affine::compose::{canonicalize_map_and_operands, canonicalize_set_and_operands, compose_map_and_operands};
use rmlir_affine::{AffineAccess, ApplyOp, Bound, ForOp, IfOp, LoadOp, ParallelOp, StoreOp, YieldOp, access_of};
use rmlir_polyhedral::code::{Condition, Node, Quotient, Stride};
use rmlir_presburger::{Int, Row};

use crate::extract::{Extracted, ends};

/// Replaces the loops of a function by `nodes`, whose integers all fit 64 bits.
pub fn generate(rw: &mut Rewriter, extracted: &Extracted, nodes: &[Node], parallel: bool) {
    let entry = rw.entry(rw.region(rw.root(), 0)).expect("the function has a body");
    let mut old: Vec<OpId> = rw.ops(entry).filter(|&op| is_replaced(rw, op)).collect();
    let copied = extracted.stores.iter().flat_map(|&store| copied(rw, store));
    old.extend(copied.filter(|&op| rw.block_of(op) == Some(entry) && !is_replaced(rw, op)));
    old.sort_by(|&a, &b| rw.is_before_in_block(b, a).cmp(&rw.is_before_in_block(a, b)));
    old.dedup();
    let end = *ends(rw).last().expect("a block has a terminator");
    rw.before(end);
    let mut generation = Generation { rw, extracted, parallel, variables: Vec::new(), loops: Vec::new() };
    generation.nodes(nodes);
    for op in old.into_iter().rev() {
        if rw.results(op).iter().all(|&result| rw.is_unused(result)) {
            rw.erase(op);
        }
    }
}

/// Whether it is a top-level operation of a function that statements consist of.
fn is_replaced(body: &Body, op: OpId) -> bool {
    let op = OpRef::new(body, op);
    op.is::<ForOp>() || op.is::<IfOp>() || op.is::<StoreOp>() || op.is::<LoadOp>()
}

/// Whether all integers fit 64 bits.
pub fn fits(node: &Node) -> bool {
    let small = |row: &Row| row.iter().all(|number| number.to_i64().is_some());
    let value = |value: &Quotient| small(&value.row) && value.divisor.to_i64().is_some();
    match node {
        Node::Loop { lower, upper, stride, body, .. } => {
            let fits_stride = stride.as_ref().is_none_or(|it| it.step.to_i64().is_some() && small(&it.phase));
            fits_stride && lower.iter().chain(upper).all(value) && body.iter().all(fits)
        }
        Node::Value { value: of, body } => value(of) && body.iter().all(fits),
        Node::If { conditions, body, otherwise } => {
            let condition = |condition: &Condition| match condition {
                Condition::Zero(row) | Condition::NotNegative(row) => small(row),
                Condition::Multiple(of) => value(of),
            };
            conditions.iter().all(condition) && body.iter().chain(otherwise).all(fits)
        }
        Node::Run { .. } => true,
    }
}

struct Generation<'a, 'b, 'c> {
    rw: &'a mut Rewriter<'b, 'c>,
    extracted: &'a Extracted,
    parallel: bool,
    /// The expressions of the surrounding variables: dimensions are `loops`, symbols the parameters.
    variables: Vec<AffineExpr>,
    /// The surrounding induction variables.
    loops: Vec<Value>,
}

fn small(number: &Int) -> i64 {
    number.to_i64().expect("all numbers were looked at")
}

/// Expressions.
impl Generation<'_, '_, '_> {
    fn sum(&self, row: &Row) -> AffineExpr {
        let symbols = (0..self.extracted.parameters.len() as u32).map(AffineExpr::symbol);
        let inputs = self.variables.iter().cloned().chain(symbols);
        let terms = std::iter::zip(row, inputs).filter(|(factor, _)| !factor.is_zero());
        let sum = terms.fold(AffineExpr::constant(0), |sum, (factor, input)| sum + input * small(factor));
        self.simplified(sum + small(&row[row.len() - 1]))
    }

    fn simplified(&self, expr: AffineExpr) -> AffineExpr {
        expr.simplify(self.loops.len() as u32, self.extracted.parameters.len() as u32)
    }

    fn map(&self, exprs: Vec<AffineExpr>) -> Bound {
        let mut map = AffineMap::new(self.loops.len() as u32, self.extracted.parameters.len() as u32, exprs);
        let mut operands = self.operands();
        canonicalize_map_and_operands(self.rw, &mut map, &mut operands);
        (map, operands)
    }

    fn operands(&self) -> Vec<Value> {
        [&self.loops[..], &self.extracted.parameters].concat()
    }

    /// The maximum of lower bounds, each rounded up to the next value of a strided loop.
    fn lower_bound(&self, bounds: &[Quotient], stride: Option<&Stride>) -> Bound {
        let expr = |bound: &Quotient| {
            let (sum, divisor) = (self.sum(&bound.row), small(&bound.divisor));
            let Some(Stride { step, phase }) = stride else { return sum.ceil_div(divisor) };
            let (phase, step) = (self.sum(phase), small(step));
            let above = self.simplified(sum - phase.clone() * divisor);
            self.simplified(phase + above.ceil_div(step * divisor) * step)
        };
        self.map(bounds.iter().map(expr).collect())
    }

    /// The minimum of upper bounds, exclusive.
    fn upper_bound(&self, bounds: &[Quotient]) -> Bound {
        let expr = |bound: &Quotient| self.simplified(self.sum(&bound.row).floor_div(small(&bound.divisor)) + 1);
        self.map(bounds.iter().map(expr).collect())
    }

    fn constraint(&self, condition: &Condition) -> Constraint {
        match condition {
            Condition::Zero(row) => Constraint { expr: self.sum(row), is_eq: true },
            Condition::NotNegative(row) => Constraint { expr: self.sum(row), is_eq: false },
            Condition::Multiple(value) => {
                Constraint { expr: self.sum(&value.row) % small(&value.divisor), is_eq: true }
            }
        }
    }
}

/// Operations, at the insertion point.
impl Generation<'_, '_, '_> {
    fn nodes(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Loop { lower, upper, stride, is_parallel, body, .. } => {
                let lower = self.lower_bound(lower, stride.as_ref());
                let step = stride.as_ref().map_or(1, |stride| small(&stride.step));
                self.create_loop([lower, self.upper_bound(upper)], step, *is_parallel, body);
            }
            Node::Value { value, body } => {
                let expr = self.simplified(self.sum(&value.row).floor_div(small(&value.divisor)));
                self.variables.push(expr);
                self.nodes(body);
                self.variables.pop();
            }
            Node::If { conditions, body, otherwise } => self.create_if(conditions, body, otherwise),
            Node::Run { statement, first } => self.run(*statement, *first),
        }
    }

    fn create_loop(&mut self, [lower, upper]: [Bound; 2], step: i64, is_parallel: bool, body: &[Node]) {
        let loc = self.rw.loc(self.rw.root());
        // Only the outermost parallel loop is generated as such: nested parallelism gains nothing.
        let is_parallel = is_parallel && self.parallel;
        let block = if is_parallel {
            let new = ParallelOp::create(self.rw, loc, &[], &[], [&lower, &upper], step);
            let region = new.region(self.rw);
            let point = self.rw.insert_point();
            let block = self.rw.create_block(region, &[Type::INDEX], &[loc]);
            self.rw.create(YieldOp::build(&[]).at(loc));
            self.rw.set_insert_point(point);
            block
        } else {
            ForOp::create(self.rw, loc, &lower, &upper, step, &[]).body(self.rw)
        };
        self.variables.push(AffineExpr::dim(self.loops.len() as u32));
        self.loops.push(self.rw.arg(block, 0));
        let may_be_parallel = self.parallel;
        self.parallel &= !is_parallel;
        self.within(block, body);
        self.parallel = may_be_parallel;
        self.loops.pop();
        self.variables.pop();
    }

    fn create_if(&mut self, conditions: &[Condition], body: &[Node], otherwise: &[Node]) {
        if conditions.is_empty() {
            return self.nodes(body);
        }
        let constraints: Vec<Constraint> = conditions.iter().map(|condition| self.constraint(condition)).collect();
        let (n_dims, n_symbols) = (self.loops.len() as u32, self.extracted.parameters.len() as u32);
        let mut set = IntegerSet::new(n_dims, n_symbols, constraints);
        let mut operands = self.operands();
        canonicalize_set_and_operands(self.rw, &mut set, &mut operands);
        let set = self.rw.cx().attr(AttrData::IntegerSet(set));
        let loc = self.rw.loc(self.rw.root());
        let new = self.rw.create(IfOp::build(&[], &operands, set).at(loc));
        for (region, body) in [(new.thenRegion(self.rw), body), (new.elseRegion(self.rw), otherwise)] {
            if region == new.elseRegion(self.rw) && body.is_empty() {
                continue;
            }
            let point = self.rw.insert_point();
            let block = self.rw.create_block(region, &[], &[]);
            self.rw.create(YieldOp::build(&[]).at(loc));
            self.rw.set_insert_point(point);
            self.within(block, body);
        }
    }

    /// Inserts `body` before the end of `block`.
    fn within(&mut self, block: BlockId, body: &[Node]) {
        let point = self.rw.insert_point();
        let terminator = self.rw.last_op(block).expect("the block ends with a yield");
        self.rw.before(terminator);
        self.nodes(body);
        self.rw.set_insert_point(point);
    }

    fn run(&mut self, statement: usize, first: usize) {
        let store = self.extracted.stores[statement];
        let mut map = CloneMap::default();
        let mut applied = Vec::new();
        for (number, loop_) in enclosing_fors(self.rw, store).into_iter().enumerate() {
            let expr = self.variables[first + number].clone();
            let value = match expr.as_dim() {
                Some(dim) => self.loops[dim as usize],
                None => {
                    let (map, operands) = self.map(vec![expr]);
                    let map = self.rw.cx().attr(AttrData::AffineMap(map));
                    let loc = self.rw.loc(store);
                    let apply = self.rw.create(ApplyOp::build(&operands, map).at(loc));
                    applied.push(apply.id());
                    self.rw.result(apply.id(), 0)
                }
            };
            map.values.insert(loop_.induction_var(self.rw), value);
        }
        for op in copied(self.rw, store) {
            let copy = self.rw.clone_op(op, &mut map);
            compose_access(self.rw, copy);
        }
        for apply in applied {
            if self.rw.is_unused(self.rw.result(apply, 0)) {
                self.rw.erase(apply);
            }
        }
    }
}

/// The store, after the operations that compute its operands within loops or from loads.
pub fn copied(body: &Body, store: OpId) -> Vec<OpId> {
    let mut found: Vec<OpId> = Vec::new();
    // Each operation is visited twice: before and after its operands.
    let mut waiting = vec![(store, false)];
    while let Some((op, is_done)) = waiting.pop() {
        if found.contains(&op) {
            continue;
        }
        let operands = body.operands(op).filter_map(|operand| body.defining_op(operand));
        if !is_done {
            let operands: Vec<OpId> = operands.collect();
            waiting.push((op, true));
            waiting.extend(operands.into_iter().rev().map(|operand| (operand, false)));
            continue;
        }
        let is_inside = body.parent_op(op) != Some(body.root());
        let is_access = OpRef::new(body, op).is::<LoadOp>() || op == store;
        if is_inside || is_access || operands.into_iter().any(|operand| found.contains(&operand)) {
            found.push(op);
        }
    }
    found
}

/// Composes the computation of the subscripts of a load or store into its map.
fn compose_access(rw: &mut Rewriter, op: OpId) {
    let view = OpRef::new(rw, op);
    let (Some(interface), Some(access)) = (view.interface::<dyn AffineAccess>(), access_of(view)) else { return };
    let n_before = interface.memref_operand() + 1;
    let slot = interface.map_slot();
    let (mut map, mut operands) = (access.map, access.operands);
    compose_map_and_operands(rw, &mut map, &mut operands);
    let all: Vec<Value> = rw.operands(op).take(n_before).chain(operands).collect();
    let map = rw.cx().attr(AttrData::AffineMap(map));
    rw.set_operands(op, &all);
    rw.set_prop(op, slot, map);
}
