//! The loops that replace a marked loop. Full vector iterations call the unmasked variant; the remainder calls the
//! masked one, or the function itself iteration by iteration.

use rmlir::core::InsertPoint;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, ConstantOp, MulIOp, RemUIOp, SubIOp};
use rmlir_func::CallOp;
use rmlir_scf::{ForOp, IfOp, YieldOp};
use rmlir_vector::CreateMaskOp;

use crate::clauses::{Clauses, Variant};
use crate::loops::carried::Round;
use crate::loops::marked_loop::Found;
use crate::loops::normal::trip_count;
use crate::loops::parallel::parallel;
use crate::options::Tail;

/// The numbers of calls of variants that replace a loop, as values.
pub(crate) struct Rounds {
    zero: Value,
    lower: Value,
    upper: Value,
    step: Value,
    /// The value of the induction variable at which the remainder begins.
    end: Value,
    /// The step of the loop of vector iterations.
    far: Value,
    /// The number of iterations of the remainder.
    rest: Value,
    width: Value,
}

impl Rounds {
    pub(crate) fn new(found: &Found, rw: &mut Rewriter) -> Self {
        let cx = rw.cx();
        let (lower, upper) = found.bounds(rw);
        let mut number = |number: i64| rw.value(ConstantOp::build(cx.index_attr(number)));
        let (zero, step, width) = (number(0), number(found.step), number(found.width));
        let far = number(found.step * found.width);
        let count = trip_count(rw, [lower, upper, step], false);
        let rest = rw.value(RemUIOp::build(count, width));
        let whole = rw.value(SubIOp::build(count, rest));
        let distance = rw.value(MulIOp::build(whole, step));
        let end = rw.value(AddIOp::build(lower, distance));
        Self { zero, lower, upper, step, end, far, rest, width }
    }

    /// Creates calls of the variants of the function called `name`: vector iterations, and the remainder. Returns the
    /// final loop-carried values.
    pub(crate) fn call(&self, found: &Found, rw: &mut Rewriter, clauses: &Clauses, name: &str) -> Vec<Value> {
        let (cx, width) = (rw.cx(), found.width);
        let types: Vec<Type> = found.given_types.iter().map(|&ty| cx.vector_type(&[width], ty)).collect();
        let call = |rw: &mut Rewriter, first: Value, mask: Option<Value>| {
            let variant = Variant { width, masked: mask.is_some() };
            let called = cx.symbol_ref(cx.ident(&clauses.variant_name(name, variant)));
            let operands: Vec<Value> = [first].into_iter().chain(found.taken.iter().copied()).chain(mask).collect();
            let call = rw.create(CallOp::build(&types, &operands, called));
            rw.results(call.id()).to_vec()
        };
        let variable = found.variable(rw);
        let round = |first, n_lanes, mask, given| Round { variable, first, step: found.step, n_lanes, mask, given };
        let start = found.carried.start(rw, &found.inits, width);
        let around = self.enter(found, rw, [self.lower, self.end, self.far], &start);
        let given = call(rw, around.variable, None);
        let next = found.carried.combine(rw, &around.carried, &round(around.variable, self.width, None, &given));
        let state = around.leave(rw, &next);
        if found.tail == Tail::Scalar {
            let state = found.carried.finish(rw, state, &found.inits);
            return self.scalar_tail(found, rw, name, &state);
        }
        let is_left = rw.value(CmpIOp::build(self.rest, self.zero, CmpIPredicate::Sgt.attr(cx)));
        let types: Vec<Type> = state.iter().map(|&value| rw.ty(value)).collect();
        let choice = rw.create(IfOp::build(&types, is_left));
        let around = rw.insert_point();
        let then = choice.thenRegion(rw);
        rw.create_block(then, &[], &[]);
        let mask = rw.value(CreateMaskOp::build(cx.vector_type(&[width], Type::I1), &[self.rest]));
        let given = call(rw, self.end, Some(mask));
        let next = found.carried.combine(rw, &state, &round(self.end, self.rest, Some(mask), &given));
        rw.create(YieldOp::build(&next));
        if !state.is_empty() {
            let otherwise = choice.elseRegion(rw);
            rw.create_block(otherwise, &[], &[]);
            rw.create(YieldOp::build(&state));
        }
        rw.set_insert_point(around);
        let state = rw.results(choice.id()).to_vec();
        found.carried.finish(rw, state, &found.inits)
    }

    /// Creates a loop of vector iterations, parallel if the original one is, and moves the insertion point into it.
    fn enter(&self, found: &Found, rw: &mut Rewriter, bounds: [Value; 3], inits: &[Value]) -> Around {
        let loc = rw.default_loc();
        let (op, block) = match found.is_parallel {
            true => {
                let op = parallel(rw, &bounds.map(|bound| vec![bound]));
                (op.id(), op.body(rw))
            }
            false => {
                let op = ForOp::create(rw, loc, bounds, inits);
                (op.id(), op.body(rw))
            }
        };
        let after = rw.insert_point();
        match rw.last_op(block) {
            Some(last) => rw.before(last),
            None => rw.at_end(block),
        }
        Around { op, variable: rw.arg(block, 0), carried: rw.args(block)[1..].to_vec(), after }
    }

    /// Creates the scalar loop of the remainder, which calls the function called `name` itself.
    fn scalar_tail(&self, found: &Found, rw: &mut Rewriter, name: &str, state: &[Value]) -> Vec<Value> {
        let around = self.enter(found, rw, [self.end, self.upper, self.step], state);
        let called = rw.cx().symbol_ref(rw.cx().ident(name));
        let operands: Vec<Value> = [around.variable].into_iter().chain(found.taken.iter().copied()).collect();
        let call = rw.create(CallOp::build(&found.given_types, &operands, called));
        let given = rw.results(call.id()).to_vec();
        let variable = found.variable(rw);
        let next = match state.is_empty() {
            true => Vec::new(),
            false => found.carried.step(rw, &around.carried, variable, around.variable, &given),
        };
        around.leave(rw, &next)
    }
}

/// A loop whose body is being created.
struct Around {
    op: OpId,
    variable: Value,
    carried: Vec<Value>,
    after: InsertPoint,
}

impl Around {
    /// Terminates the body, and moves the insertion point after the loop; returns its results.
    fn leave(self, rw: &mut Rewriter, next: &[Value]) -> Vec<Value> {
        if !next.is_empty() {
            rw.create(YieldOp::build(next));
        }
        rw.set_insert_point(self.after);
        rw.results(self.op).to_vec()
    }
}
