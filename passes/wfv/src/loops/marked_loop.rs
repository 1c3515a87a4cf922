//! A loop that can be vectorized.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_arith::ConstantOp;
use rmlir_func::{FuncOp, ReturnOp};
use rmlir_pvec::{AlignedAttr, FunctionAttr, LinearAttr, UniformAttr, Variants};
use rmlir_scf::{ForOp, ParallelOp};
use rustc_hash::FxHashSet;

use crate::analysis::lowered::lowered;
use crate::analysis::plan::{Plan, Regularity};
use crate::clauses::{Clause, Clauses, FUNCTION};
use crate::cost::pressure;
use crate::declined::Declined;
use crate::loops::carried::Carried;
use crate::loops::conflict::{Conflict, Facts, nearest, possible};
use crate::loops::normal::{MOST_STEP, bounds};
use crate::loops::remarks::Remarks;
use crate::loops::versions::{Fact, Version};
use crate::marks::MARK;
use crate::options::{Options, Tail};
use crate::variants::wanted;

/// The maximum number of lanes of a loop.
const MOST_LANES: i64 = 64;

/// The maximum alignment of clauses, as a power of two.
const MOST_ALIGNED: u32 = 30;

/// A loop that can be vectorized.
pub(crate) struct Found {
    pub(super) op: OpId,
    /// The number of iterations that run together.
    pub(crate) width: i64,
    /// The number of independent iterations asserted by the mark.
    pub(super) marked: i64,
    pub(crate) step: i64,
    /// A divisor of the induction variable in the first of `width` iterations.
    pub(super) alignment: u64,
    /// Whether iterations may run in any order.
    pub(crate) is_parallel: bool,
    /// The maximum number of iterations that are proved to be able to run together.
    pub(super) most: i64,
    /// The execution of the remainder.
    pub(crate) tail: Tail,
    pub(super) block: BlockId,
    /// The initial values of the loop-carried values.
    pub(crate) inits: Vec<Value>,
    pub(crate) carried: Carried,
    /// The result types of the outlined function.
    pub(crate) given_types: Vec<Type>,
    /// The live-in values of the body, except for constants.
    pub(crate) taken: Vec<Value>,
    /// Operations that define constants used in the body.
    pub(super) constants: Vec<OpId>,
    /// By version: the facts about live-in values; none for the last version.
    pub(super) versions: Vec<Version>,
}

impl Found {
    pub(super) fn of(body: &Body, op: OpId) -> Result<Self, Declined> {
        let width =
            body.attr(op, MARK).and_then(|attr| attr.as_i64(body.cx())).filter(|width| (1..=64).contains(width));
        let width =
            width.ok_or_else(|| Declined::at(body, op, "requires a number of lanes as 'pvec.vectorize_calls'"))?;
        Self::new(body, op, width)
    }

    /// Analyzes the loop `op` for `width` lanes.
    pub(super) fn new(body: &Body, op: OpId, width: i64) -> Result<Self, Declined> {
        let view = OpRef::new(body, op);
        let is_parallel = view.is::<ParallelOp>();
        let (block, step, inits) = if let Some(found) = view.cast::<rmlir_affine::ForOp>() {
            (found.body(body), found.step(body), found.inits(body).to_vec())
        } else if let Some(found) = view.cast::<ForOp>() {
            (found.body(body), constant_step(body, op).unwrap_or(1), found.initArgs(body).to_vec())
        } else if is_parallel {
            let step = constant_step(body, op).filter(|&step| step > 0);
            let block = body.entry(body.region(op, 0)).expect("a loop has a body");
            (block, step.ok_or_else(|| Declined::at(body, op, "has no constant step"))?, Vec::new())
        } else {
            return Err(Declined::at(body, op, "is no loop that counts in one dimension"));
        };
        if step > MOST_STEP && !view.is::<ForOp>() {
            return Err(Declined::at(body, op, format!("has a step of more than {MOST_STEP}")));
        }
        let carried = Carried::of(body, block)?;
        let given_types = carried.given.iter().map(|&value| body.ty(value)).collect();
        let (taken, constants) = taken(body, op, &carried);
        let versions = vec![Version::new()];
        let (alignment, most, tail) = (1, MOST_LANES, Tail::Masked);
        let marked = width;
        Ok(Self {
            op,
            width,
            marked,
            step,
            alignment,
            is_parallel,
            most,
            tail,
            block,
            inits,
            carried,
            given_types,
            taken,
            constants,
            versions,
        })
    }

    /// The induction variable.
    pub(crate) fn variable(&self, body: &Body) -> Value {
        body.arg(self.block, 0)
    }

    /// Declines a loop if iterations that would run together, or in any order, certainly access the same element.
    pub(super) fn refute(&mut self, body: &Body) -> Result<(), Declined> {
        let Some(conflict) = nearest(body, self.op, MOST_LANES.max(self.width)) else { return Ok(()) };
        if self.is_parallel || conflict.distance < self.width {
            return Err(Declined::at(body, conflict.first, conflict.why(body)));
        }
        self.most = conflict.distance;
        Ok(())
    }

    /// The nearest conflict up to `width` iterations apart that is beyond the mark and not disproved.
    fn beyond_mark(&self, body: &Body, width: i64, facts: Facts) -> Option<Conflict> {
        // All iterations of a parallel loop are independent.
        if self.is_parallel {
            return None;
        }
        possible(body, self.op, [self.marked, width - 1], facts, &mut |_| false)
    }

    /// Declines more lanes than the mark asserts unless so many iterations are proved to be independent.
    pub(super) fn check_mark(&self, body: &Body, facts: Facts) -> Result<(), Declined> {
        match self.beyond_mark(body, self.width, facts) {
            None => Ok(()),
            Some(found) => Err(Declined::at(body, found.first, found.why_not_more(body, self.width, self.marked))),
        }
    }

    /// A divisor of the induction variable in the first lane: the greatest power of two that is known.
    pub(super) fn alignment(&self, body: &Body) -> u64 {
        let lower = match OpRef::new(body, self.op).cast::<rmlir_affine::ForOp>() {
            Some(op) => op.constant_lower_bound(body),
            None => rmlir::core::fold::constant_value(body, body.operand(self.op, 0))
                .and_then(|lower| lower.as_i64(body.cx())),
        };
        lower.map_or(1, |lower| 1 << (lower | (self.step * self.width)).trailing_zeros().min(MOST_ALIGNED))
    }

    /// Multiplies the number of lanes by the interleave factor, or half of it and so on, if shapes of the body do not
    /// degrade, the body has contiguous stores (scalarized stores gain nothing, whereas scalarized loads hide each
    /// other's latency), and there are enough registers.
    pub(super) fn interleave<'c>(
        &mut self,
        module: &mut Body<'c>,
        body: &Body<'c>,
        options: Options,
        facts: Facts,
        remarks: &mut Remarks,
    ) {
        if options.interleave <= 1 {
            return;
        }
        let wanted = self.width * options.interleave;
        if let Some(found) = self.beyond_mark(body, wanted.min(self.most), facts) {
            self.most = self.most.min(found.distance);
            let name = body.name(found.first).str(body.cx());
            let why = format!("interleave: '{name}' {}", found.why_not_more(body, wanted, self.marked));
            remarks.missed(body.loc(found.first), &why);
        }
        let Some((before, _)) = self.tried(module, body, options).filter(|(found, _)| found.n_stored_apart == 0) else {
            return;
        };
        let width = self.width;
        let mut factor = options.interleave;
        while factor > 1 {
            self.width = width * factor;
            self.alignment = self.alignment(body);
            let is_as_good = self.width <= self.most
                && self.tried(module, body, options).is_some_and(|(found, n_registers)| {
                    found.n_varying <= before.n_varying && n_registers <= options.target.n_registers.into()
                });
            if is_as_good {
                return;
            }
            factor /= 2;
        }
        self.width = width;
        self.alignment = self.alignment(body);
    }

    /// The regularity of the body and its register pressure, if it can be vectorized.
    fn tried<'c>(&self, module: &mut Body<'c>, source: &Body<'c>, options: Options) -> Option<(Regularity, u64)> {
        let found = |plan: &Plan| (Regularity::of(plan), pressure::n_registers(plan, self.width, options.target));
        self.planned(module, source, found).ok()
    }

    /// Applies `work` to the analyses of the body as a function.
    pub(super) fn planned<'c, T>(
        &self,
        module: &mut Body<'c>,
        source: &Body<'c>,
        work: impl FnOnce(&Plan) -> T,
    ) -> Result<T, Declined> {
        let op = self.function(module, source, "body", self.versions.len() - 1);
        let body = lowered(module.nested(op).expect("a function is isolated"));
        let clauses = wanted(OpRef::root(&body), self.width).expect("the function says what is known of its arguments");
        let found = Plan::new(&body, &clauses, self.width, None).map(|plan| work(&plan));
        module.erase_op(op).expect("a function has no results that are used");
        found
    }

    /// The variants that are called.
    fn variants(&self) -> Variants {
        match self.tail {
            Tail::Masked => Variants::Both,
            Tail::Scalar => Variants::Unmasked,
        }
    }

    /// The clauses of the outlined function.
    pub(super) fn clauses(&self, version: usize) -> Clauses {
        let mut arguments = vec![Clause { step: Some(self.step), alignment: self.alignment }];
        let of = |at: usize| Clause { step: Some(0), alignment: self.multiple(version, at) as u64 };
        arguments.extend((0..self.taken.len()).map(of));
        Clauses { arguments, variants: Vec::new() }
    }

    /// The fact about a live-in value in a version.
    fn fact(&self, version: usize, at: usize) -> Option<Fact> {
        self.versions[version].iter().find(|(of, _)| *of == at).map(|(_, fact)| *fact)
    }

    /// A divisor of a live-in value.
    fn multiple(&self, version: usize, at: usize) -> i64 {
        match self.fact(version, at) {
            Some(Fact::Multiple(of)) => of,
            _ => 1,
        }
    }

    /// The name of the function of a version of the loop called `name`.
    pub(super) fn name(&self, name: &str, version: usize) -> String {
        match self.versions.len() {
            1 => name.to_owned(),
            _ => format!("{name}_version{version}"),
        }
    }

    /// Outlines the body as a detached function called `name`.
    pub(super) fn function<'c>(&self, module: &mut Body<'c>, source: &Body<'c>, name: &str, version: usize) -> OpId {
        let cx = module.cx();
        let mut types = vec![Type::INDEX];
        types.extend(self.taken.iter().map(|&value| source.ty(value)));
        let clause = |attr: Attr| cx.dict(vec![NamedAttr { name: cx.ident("pvec.clause"), value: attr }]);
        let linear = LinearAttr::get(cx, self.step).attr();
        let mut attrs = vec![clause(match self.alignment {
            1 => linear,
            alignment => cx.array_attr(&[linear, AlignedAttr::get(cx, alignment as i64).attr()]),
        })];
        let uniform = UniformAttr::get(cx).attr();
        attrs.extend((0..self.taken.len()).map(|at| match self.multiple(version, at) {
            1 => clause(uniform),
            of => clause(cx.array_attr(&[uniform, AlignedAttr::get(cx, of).attr()])),
        }));
        let build = FuncOp::build(cx.str_attr(name), cx.type_attr(cx.function_type(&types, &self.given_types)))
            .prop(FuncOp::SYM_VISIBILITY, cx.str_attr("private"))
            .prop(FuncOp::ARG_ATTRS, cx.array_attr(&attrs))
            .attr(FUNCTION, FunctionAttr::get(cx, self.width, self.variants()).attr());
        let loc = source.loc(self.op);
        let op = module.create_op(build.at(loc).finish(cx));
        let body = module.nested_mut(op).expect("a function is isolated");
        let block = body.create_block(&types, &vec![loc; types.len()]);
        let region = body.region(body.root(), 0);
        body.append_block(region, block);
        let mut map = CloneMap::default();
        let given = [source.arg(self.block, 0)].into_iter().chain(self.taken.iter().copied());
        map.values.extend(given.zip(body.args(block).iter().copied()));
        for (at, &value) in self.taken.iter().enumerate() {
            let Some(Fact::Is(number)) = self.fact(version, at) else { continue };
            let number = cx.int_attr(source.ty(value), number);
            let made = body.create_op(ConstantOp::build(number).at(loc).finish(cx));
            body.append_op(block, made);
            map.values.insert(value, body.result(made, 0));
        }
        let last = source.last_op(self.block);
        let inner = source.ops(self.block).filter(|&op| Some(op) != last && !self.carried.is_left_out(op));
        for op in self.constants.iter().copied().chain(inner) {
            let copy = body.clone_op_from(source, op, &mut map);
            body.append_op(block, copy);
        }
        let mut rw = Rewriter::new(body);
        rw.at_end(block);
        let given: Vec<Value> = self.carried.given.iter().map(|&value| map.value(value)).collect();
        rw.create(ReturnOp::build(&given).at(loc));
        op
    }

    /// The bounds as values.
    pub(crate) fn bounds(&self, rw: &mut Rewriter) -> (Value, Value) {
        bounds(rw, self.op)
    }
}

/// The step of an `scf` loop, if it is a constant.
fn constant_step(body: &Body, op: OpId) -> Option<i64> {
    rmlir::core::fold::constant_value(body, body.operand(op, 2))?.as_i64(body.cx())
}

/// The live-in values of `op` without those that are only loop-carried, and the operations that define constants among
/// them.
pub(super) fn taken(body: &Body, op: OpId, carried: &Carried) -> (Vec<Value>, Vec<OpId>) {
    let mut seen = FxHashSet::default();
    let (mut taken, mut constants) = (Vec::new(), Vec::new());
    let last = body.last_op(body.entry(body.region(op, 0)).expect("a loop has a body"));
    body.walk_preorder(op, |inner| {
        if inner == op || Some(inner) == last || carried.is_left_out(inner) {
            return;
        }
        for value in body.operands(inner) {
            if body.is_defined_inside(op, value) || !seen.insert(value) {
                continue;
            }
            match body.defining_op(value).filter(|&made| body.has_trait(made, TraitSet::CONSTANT_LIKE)) {
                Some(made) => constants.push(made),
                None => taken.push(value),
            }
        }
    });
    (taken, constants)
}
