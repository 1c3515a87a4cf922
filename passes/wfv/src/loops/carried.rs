//! Loop-carried values of marked loops: reductions, and recurrences that are executed sequentially.
//!
//! The body is split: operations that depend on the previous iteration (the *recurrence*) are excluded from the
//! function that the body becomes; that function returns the values that they need, as one vector each. If all
//! loop-carried values are reductions that may be reassociated, vectors of partial results are carried, one per lane,
//! and combined after the loop. Otherwise the recurrence is executed in order, once for each lane, after the call. It
//! must not access memory.

use rmlir::core::clone::CloneMap;
use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::num::ApFloat;
use rmlir::prelude::*;
use rmlir_affine as affine;
use rmlir_affine::analysis::parallel::{combine, combiner_kind};
use rmlir_arith::{AddFOp, AddIOp, AtomicRmwKind, ConstantOp, FastMathFlags, MulFOp, MulIOp, SelectOp};
use rmlir_scf::{ForOp, YieldOp};
use rmlir_vector::{ExtractOp, reduce_vector};
use rustc_hash::FxHashSet;

use crate::declined::Declined;

/// Operations whose operands must be induction variables of `affine` loops, which are not available to a recurrence
/// after the call.
const AFFINE_SCOPED: [&str; 3] = [affine::IfOp::NAME, affine::ForOp::NAME, affine::ParallelOp::NAME];

/// A loop-carried value that is combined with values of each iteration, in any order.
#[derive(Clone, Debug)]
struct Reduction {
    kind: AtomicRmwKind,
    /// The values that an iteration combines it with, as indices into [`Carried::given`].
    values: Vec<usize>,
    fastmath: Option<FastMathFlags>,
    /// The neutral element of the combination.
    neutral: Attr,
}

/// The loop-carried values of a loop.
#[derive(Clone, Debug, Default)]
pub struct Carried {
    /// The loop-carried values in the body.
    variables: Vec<Value>,
    /// Operations of the body that depend on them.
    recurrence: FxHashSet<OpId>,
    /// The recurrence with the constants that it uses, in order.
    ops: Vec<OpId>,
    /// The yielded values, which the next iteration receives.
    next: Vec<Value>,
    /// Values of the body that the recurrence uses.
    pub given: Vec<Value>,
    /// The reductions, if all loop-carried values are reductions.
    reductions: Option<Vec<Reduction>>,
}

/// One vector iteration: the lanes that were executed together.
pub struct Round<'a> {
    /// The induction variable of the loop.
    pub variable: Value,
    /// Its value in the first lane.
    pub first: Value,
    /// The step of the induction variable.
    pub step: i64,
    /// The number of lanes, as a value.
    pub n_lanes: Value,
    /// The mask of active lanes; `None` if all lanes are active.
    pub mask: Option<Value>,
    /// The results of the lanes, one vector each.
    pub given: &'a [Value],
}

impl Carried {
    /// Classifies the loop-carried values of the loop whose body is `block`.
    pub fn of(body: &Body, block: BlockId) -> Result<Self, Declined> {
        let variables = body.args(block)[1..].to_vec();
        if variables.is_empty() {
            return Ok(Self::default());
        }
        let last = body.last_op(block).expect("the body of a loop ends with a terminator");
        let mut dependent: FxHashSet<Value> = variables.iter().copied().collect();
        let mut found = Self { variables, next: body.operands(last).collect(), ..Self::default() };
        for inner in body.ops(block).filter(|&inner| inner != last) {
            let mut is_dependent = false;
            body.walk_preorder(inner, |at| is_dependent |= body.operands(at).any(|value| dependent.contains(&value)));
            if !is_dependent {
                continue;
            }
            if !is_memory_effect_free(OpRef::new(body, inner)) {
                let why = "depends on the iteration before and has memory effects: iterations depend on one another";
                return Err(Declined::at(body, inner, why));
            }
            let mut structured = None;
            body.walk_preorder(inner, |at| {
                let is_structured = AFFINE_SCOPED.contains(&OpRef::new(body, at).name_str());
                structured = structured.or(is_structured.then_some(at));
            });
            if let Some(at) = structured {
                let why =
                    "depends on the iteration before: only 'scf' operations may do so, no affine loops and conditions";
                return Err(Declined::at(body, at, why));
            }
            dependent.extend(body.results(inner));
            found.recurrence.insert(inner);
        }
        found.take_needed(body, block, &dependent);
        let reductions = (0..found.variables.len()).map(|at| found.reduction(body, at, last, &dependent));
        found.reductions = reductions.collect();
        Ok(found)
    }

    /// Whether there are no loop-carried values.
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    /// Whether `op` is excluded from the function that the body becomes.
    pub fn is_left_out(&self, op: OpId) -> bool {
        self.recurrence.contains(&op)
    }

    /// Collects the values that the recurrence uses from the rest of the body.
    fn take_needed(&mut self, body: &Body, block: BlockId, dependent: &FxHashSet<Value>) {
        let mut needed: FxHashSet<Value> = self.next.iter().copied().collect();
        for &op in &self.recurrence {
            body.walk_preorder(op, |inner| needed.extend(body.operands(inner)));
        }
        for op in body.ops(block) {
            let is_needed = body.results(op).iter().any(|value| needed.contains(value));
            let is_constant = body.has_trait(op, TraitSet::CONSTANT_LIKE);
            if self.recurrence.contains(&op) || is_needed && is_constant {
                self.ops.push(op);
            } else {
                let values = body.results(op).iter();
                self.given.extend(values.filter(|value| needed.contains(value) && !dependent.contains(value)));
            }
        }
    }

    /// Matches the loop-carried value at index `number` as a reduction that may be evaluated in any order.
    fn reduction(&self, body: &Body, number: usize, last: OpId, dependent: &FxHashSet<Value>) -> Option<Reduction> {
        let mut value = self.variables[number];
        let ty = body.ty(value);
        let mut found: Option<Reduction> = None;
        loop {
            let user = body.users(value).next().filter(|_| body.has_one_use(value))?;
            if user == last {
                return found.filter(|_| self.next[number] == value);
            }
            let view = OpRef::new(body, user);
            let kind = combiner_kind(view).filter(|_| self.recurrence.contains(&user))?;
            let fastmath = match kind {
                AtomicRmwKind::Addf => Some(view.get(AddFOp::fastmath)),
                AtomicRmwKind::Mulf => Some(view.get(MulFOp::fastmath)),
                // The sign of a zero depends on the order.
                AtomicRmwKind::Maxnumf | AtomicRmwKind::Minnumf => return None,
                _ => None,
            };
            if fastmath.is_some_and(|flags| !flags.contains(FastMathFlags::Reassociate)) {
                return None;
            }
            let other = body.operands(user).find(|&other| other != value).filter(|other| !dependent.contains(other))?;
            let at = self.given.iter().position(|&given| given == other)?;
            let reduction = match found {
                Some(found) if found.kind != kind => return None,
                Some(found) => found,
                None => Reduction { kind, values: Vec::new(), fastmath, neutral: neutral(body.cx(), kind, ty)? },
            };
            let values = reduction.values.iter().copied().chain([at]).collect();
            found = Some(Reduction { values, ..reduction });
            value = body.result(user, 0);
        }
    }

    /// Returns the values carried into the first vector iteration, given the initial values.
    pub fn start(&self, rw: &mut Rewriter, inits: &[Value], width: i64) -> Vec<Value> {
        let Some(reductions) = &self.reductions else { return inits.to_vec() };
        let types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
        reductions.iter().zip(types).map(|(reduction, ty)| reduction.neutral_vector(rw, ty, width)).collect()
    }

    /// Returns the values carried after a vector iteration.
    pub fn combine(&self, rw: &mut Rewriter, state: &[Value], round: &Round) -> Vec<Value> {
        match &self.reductions {
            Some(reductions) => {
                reductions.iter().zip(state).map(|(reduction, &state)| reduction.combine(rw, state, round)).collect()
            }
            None if self.is_empty() => Vec::new(),
            None => self.in_order(rw, state, round),
        }
    }

    /// Returns the final loop-carried values after all vector iterations.
    pub fn finish(&self, rw: &mut Rewriter, state: Vec<Value>, inits: &[Value]) -> Vec<Value> {
        let Some(reductions) = &self.reductions else { return state };
        let each = reductions.iter().zip(state).zip(inits);
        each.map(|((reduction, state), &init)| reduction.finish(rw, state, init)).collect()
    }

    /// Executes the recurrence for all lanes of a vector iteration, in order.
    fn in_order(&self, rw: &mut Rewriter, state: &[Value], round: &Round) -> Vec<Value> {
        let (cx, loc) = (rw.cx(), rw.default_loc());
        let [zero, one, step] = [0, 1, round.step].map(|number| rw.value(ConstantOp::build(cx.index_attr(number))));
        let lanes = ForOp::create(rw, loc, [zero, round.n_lanes, one], state);
        let around = rw.insert_point();
        rw.at_end(lanes.body(rw));
        let lane = lanes.induction_var(rw);
        let distance = rw.value(MulIOp::build(lane, step));
        let variable = rw.value(AddIOp::build(round.first, distance));
        let element = |&vector: &Value| rw.value(ExtractOp::at(cx, vector, &[MixedIndex::Dynamic(lane)]));
        let given: Vec<Value> = round.given.iter().map(element).collect();
        let carried = lanes.iter_args(rw);
        let next = self.step(rw, &carried, round.variable, variable, &given);
        rw.create(YieldOp::build(&next));
        rw.set_insert_point(around);
        rw.results(lanes.id()).to_vec()
    }

    /// Executes the recurrence once; `variable` replaces the induction variable `old`.
    pub fn step(&self, rw: &mut Rewriter, state: &[Value], old: Value, variable: Value, given: &[Value]) -> Vec<Value> {
        let mut map = CloneMap::default();
        map.values.insert(old, variable);
        map.values.extend(self.variables.iter().copied().zip(state.iter().copied()));
        map.values.extend(self.given.iter().copied().zip(given.iter().copied()));
        for &op in &self.ops {
            rw.clone_op(op, &mut map);
        }
        self.next.iter().map(|&value| map.value(value)).collect()
    }
}

impl Reduction {
    fn neutral_vector(&self, rw: &mut Rewriter, ty: Type, width: i64) -> Value {
        let cx = rw.cx();
        let attr = rmlir::core::dense::splat(cx, cx.vector_type(&[width], ty), self.neutral);
        rw.value(ConstantOp::build(attr.expect("numbers make a vector")))
    }

    fn apply(&self, rw: &mut Rewriter, lhs: Value, rhs: Value) -> Value {
        let loc = rw.default_loc();
        let value = combine(rw, loc, self.kind, lhs, rhs);
        let op = rw.defining_op(value).expect("it was made just now");
        match (self.kind, self.fastmath) {
            (AtomicRmwKind::Addf, Some(flags)) => rw.set_prop(op, AddFOp::FASTMATH, flags.attr(rw.cx())),
            (AtomicRmwKind::Mulf, Some(flags)) => rw.set_prop(op, MulFOp::FASTMATH, flags.attr(rw.cx())),
            _ => {}
        }
        value
    }

    fn combine(&self, rw: &mut Rewriter, mut state: Value, round: &Round) -> Value {
        let (cx, ty) = (rw.cx(), rw.ty(state));
        for &at in &self.values {
            let mut value = round.given[at];
            if let Some(mask) = round.mask {
                let neutral = rmlir::core::dense::splat(cx, ty, self.neutral).expect("numbers make a vector");
                let neutral = rw.value(ConstantOp::build(neutral));
                value = rw.value(SelectOp::build(mask, value, neutral));
            }
            state = self.apply(rw, state, value);
        }
        state
    }

    fn finish(&self, rw: &mut Rewriter, state: Value, init: Value) -> Value {
        let loc = rw.default_loc();
        let value = reduce_vector(rw, loc, self.kind, state).expect("reductions are of kinds that combine");
        if let Some(flags) = self.fastmath {
            let op = rw.defining_op(value).expect("it was made just now");
            rw.set_prop(op, rmlir_vector::ReductionOp::FASTMATH, flags.attr(rw.cx()));
        }
        self.apply(rw, init, value)
    }
}

/// The neutral element of the combination `kind`, exact for signed zeros too.
fn neutral(cx: &Context, kind: AtomicRmwKind, ty: Type) -> Option<Attr> {
    match kind {
        AtomicRmwKind::Addf => Some(cx.float_attr(ty, ApFloat::zero(ty.float_kind(cx)?, true))),
        _ => kind.neutral_element(cx, ty),
    }
}
