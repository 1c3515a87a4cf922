//! The trip counts of the code of a loop.
//!
//! With S stages and u copies, pipelined code executes S - 1 iterations and u for each execution of its kernel. So of n
//! iterations the remainder of (n - (S - 1)) modulo u is peeled and executed one by one first, or all if there are
//! fewer than S - 1 + u; pipelined code executes the rest. All of that is computed before the loop. Iterations are
//! executed one by one in code without overlap, or in the loop itself if there is none.
//!
//! In unrolled loops, S - 1 and u count unrolled iterations.
//!
//! Code of a while loop is called once.

use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, ConstantOp, DivUIOp, IndexCastUIOp, MulIOp, SelectOp, SubIOp};
use rmlir_pvec::{PredType, PtrueOp};
use rmlir_scf::{IfOp, YieldOp};
use rmlir_vliw::CallOp;

use crate::loops::loop_body::{Init, LoopBody};

/// The code of a loop, to be called.
#[derive(Clone, Copy, Debug)]
pub struct Callee<'a> {
    /// The function.
    pub name: Ident,
    /// The loop that it implements.
    pub of: &'a LoopBody,
}

/// Pipelined code, to be called.
#[derive(Clone, Copy, Debug)]
pub struct Pipelined<'a> {
    /// The function.
    pub callee: Callee<'a>,
    /// The number of stages: iterations that are in flight at a time.
    pub stages: i64,
    /// The number of copies of the kernel.
    pub copies: i64,
}

/// Replaces a loop by calls of code: `single` executes iterations one by one. At least one of the two is present.
pub fn call(rw: &mut Rewriter, op: OpId, single: Option<Callee>, pipelined: Option<Pipelined>) {
    let loc = rw.loc(op);
    rw.before(op);
    rw.set_loc(loc);
    let [lower, upper, step] = [0, 1, 2].map(|index| rw.operand(op, index));
    let mut counter = Counter::new(rw, lower, upper, step);
    let n = counter.iterations();
    let split = pipelined.map(|pipelined| counter.split(n, pipelined));
    let first = split.as_ref().map_or(n, |split| split.first);
    let first = counter.as_index(first);
    let some = counter.is_positive(first);
    let bound = split.as_ref().map_or(upper, |split| split.bound);
    let inits: Vec<Value> = rw.operands(op).skip(3).collect();
    let old: Vec<Value> = rw.results(op).to_vec();
    let before = match single {
        Some(single) => call_if(rw, some, single, first, lower, &inits).1,
        None => {
            rw.set_operand(op, 1, bound);
            rw.after(op);
            old.clone()
        }
    };
    let (last, after) = match (pipelined, split) {
        (Some(pipelined), Some(split)) => {
            let (last, after) = call_if(rw, split.enough, pipelined.callee, split.rounds, bound, &before);
            (Some(last), after)
        }
        _ => (None, before),
    };
    for (&value, &new) in old.iter().zip(&after) {
        rw.replace_uses_if(value, new, |body, user, _| !last.is_some_and(|last| body.is_ancestor(last, user)));
    }
    if single.is_some() {
        rw.erase(op);
    }
}

/// Replaces a while loop by a call of code.
pub fn call_once(rw: &mut Rewriter, Callee { name, of }: Callee) {
    let op = of.op.id();
    let loc = rw.loc(op);
    rw.before(op);
    rw.set_loc(loc);
    let mut operands = Vec::new();
    for carried in &of.carried {
        operands.extend(match carried.init {
            Init::Value(value) => Some(value),
            Init::True => Some(rw.value(PtrueOp::build(PredType::get(rw.cx()).ty()))),
            Init::Nothing => None,
        });
    }
    operands.extend(&of.invariants);
    let old: Vec<Value> = of.results().map(|(result, _)| rw.results(op)[result]).collect();
    let types: Vec<Type> = old.iter().map(|&value| rw.ty(value)).collect();
    let symbol = rw.symbol_ref(name);
    let call = rw.create(CallOp::build(&types, &operands, symbol));
    for (index, value) in old.into_iter().enumerate() {
        let new = rw.result(call.id(), index);
        rw.replace_all_uses(value, new);
    }
    rw.erase(op);
}

/// Calls code under a condition; maps the loop-carried values that are loop results to their new values.
fn call_if(
    rw: &mut Rewriter,
    condition: Value,
    Callee { name, of }: Callee,
    rounds: Value,
    bound: Value,
    before: &[Value],
) -> (OpId, Vec<Value>) {
    let types: Vec<Type> = before.iter().map(|&value| rw.ty(value)).collect();
    let choice = rw.create(IfOp::build(&types, condition));
    let after = rw.insert_point();
    let (then, otherwise) = (choice.thenRegion(rw), choice.elseRegion(rw));
    rw.create_block(then, &[], &[]);
    let inits = of.carried.iter().map(|carried| carried.result.map_or(bound, |result| before[result]));
    let operands: Vec<Value> = [rounds].into_iter().chain(inits).chain(of.invariants.iter().copied()).collect();
    let symbol = rw.symbol_ref(name);
    let call = rw.create(CallOp::build(&types, &operands, symbol));
    let called: Vec<Value> = rw.results(call.id()).to_vec();
    rw.create(YieldOp::build(&called));
    if !before.is_empty() {
        rw.create_block(otherwise, &[], &[]);
        rw.create(YieldOp::build(before));
    }
    rw.set_insert_point(after);
    let results = rw.results(choice.id()).to_vec();
    (choice.id(), results)
}

/// The division of the iterations between peeled and pipelined code.
struct Split {
    /// The number of iterations that are executed one by one.
    first: Value,
    /// The value of the induction variable at which pipelined code begins.
    bound: Value,
    /// Whether pipelined code is executed.
    enough: Value,
    /// The number of executions of the kernel.
    rounds: Value,
}

/// A builder of trip count arithmetic in the type of the induction variable.
struct Counter<'r, 'b, 'c> {
    rw: &'r mut Rewriter<'b, 'c>,
    ty: Type,
    lower: Value,
    upper: Value,
    step: Value,
}

impl<'r, 'b, 'c> Counter<'r, 'b, 'c> {
    fn new(rw: &'r mut Rewriter<'b, 'c>, lower: Value, upper: Value, step: Value) -> Self {
        let ty = rw.ty(lower);
        Self { rw, ty, lower, upper, step }
    }

    fn constant(&mut self, value: i64) -> Value {
        let value = self.rw.int_attr(self.ty, value);
        self.rw.value(ConstantOp::build(value))
    }

    fn compare(&mut self, a: Value, b: Value, how: CmpIPredicate) -> Value {
        let how = how.attr(self.rw);
        self.rw.value(CmpIOp::build(a, b, how))
    }

    /// The trip count, as an unsigned integer. The lower bound is below the upper one where the count is used, so their
    /// difference is correct as unsigned.
    fn iterations(&mut self) -> Value {
        let (zero, one) = (self.constant(0), self.constant(1));
        let gap = self.rw.value(SubIOp::build(self.upper, self.lower));
        let before_last = self.rw.value(SubIOp::build(gap, one));
        let whole = self.rw.value(DivUIOp::build(before_last, self.step));
        let counted = self.rw.value(AddIOp::build(whole, one));
        let runs = self.compare(self.lower, self.upper, CmpIPredicate::Slt);
        self.rw.value(SelectOp::build(runs, counted, zero))
    }

    /// Divides `n` iterations between peeled and pipelined code.
    fn split(&mut self, n: Value, Pipelined { stages, copies, callee }: Pipelined) -> Split {
        let width = self.ty.int_or_index_width(self.rw).expect("the loop counts");
        let (fill, copies) = ((stages - 1) * callee.of.unrolled, copies * callee.of.unrolled);
        let least = fill + copies;
        if width < 63 && least >= 1 << (width - 1) {
            return self.never(n);
        }
        let [fill, least, unroll] = [fill, least, copies].map(|value| self.constant(value));
        let enough = self.compare(n, least, CmpIPredicate::Uge);
        let beyond = self.rw.value(SubIOp::build(n, fill));
        let rounds = self.rw.value(DivUIOp::build(beyond, unroll));
        let in_rounds = self.rw.value(MulIOp::build(rounds, unroll));
        let left = self.rw.value(SubIOp::build(beyond, in_rounds));
        let first = self.rw.value(SelectOp::build(enough, left, n));
        let way = self.rw.value(MulIOp::build(left, self.step));
        let reached = self.rw.value(AddIOp::build(self.lower, way));
        let bound = self.rw.value(SelectOp::build(enough, reached, self.upper));
        Split { first, bound, enough, rounds: self.as_index(rounds) }
    }

    /// The induction variable has so few bits that there are never enough iterations.
    fn never(&mut self, n: Value) -> Split {
        let no = self.rw.bool_attr(false);
        let enough = self.rw.value(ConstantOp::build(no));
        Split { first: n, bound: self.upper, enough, rounds: self.as_index(n) }
    }

    fn as_index(&mut self, number: Value) -> Value {
        if self.ty == Type::INDEX { number } else { self.rw.value(IndexCastUIOp::build(Type::INDEX, number)) }
    }

    /// Whether an `index` value is not 0.
    fn is_positive(&mut self, number: Value) -> Value {
        let zero = self.rw.index_attr(0);
        let zero = self.rw.value(ConstantOp::build(zero));
        self.compare(number, zero, CmpIPredicate::Ne)
    }
}
