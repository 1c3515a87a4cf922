//! Call sites: loops that are marked run many turns at once.
//!
//! The body of a loop with `pvec.vectorize_calls`, the number of lanes, becomes a function of its own: the variable of the
//! loop is linear, what it takes from around uniform. In place of the loop come calls of its variants: whole rounds
//! without a mask, and one with a mask for what is left. Calls in the body go to variants then as they do in any
//! function.
//!
//! That turns do not depend on one another is what the mark says. Where it can be refuted it is: variables that loops
//! carry, and accesses of turns that would run together to the same element ([`crate::conflict`]). Rounds of `scf.parallel`
//! run in any order, so all turns of these are looked at.

use rmlir::core::InsertPoint;
use rmlir::core::clone::CloneMap;
use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, AndIOp, CeilDivSIOp, CmpIOp, CmpIPredicate, ConstantOp, MaxSIOp, MulIOp, RemUIOp, SubIOp};
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_pvec::{AlignedAttr, FunctionAttr, LinearAttr, UniformAttr, Variants};
use rmlir_scf::{ForOp, IfOp, ParallelOp, YieldOp};
use rmlir_vector::CreateMaskOp;
use rustc_hash::FxHashSet;

use crate::clauses::{Clause, Clauses, Variant};
use crate::conflict::nearest;
use crate::declined::Declined;
use crate::estimate::{Estimate, estimate};
use crate::lowered::lowered;
use crate::parallel::{parallel, split_marked};
use crate::plan::{Callees, Plan, Regularity};
use crate::pressure;
use crate::targets::Target;
use crate::versions::{self, Fact, Version, versions};
use crate::wfv::{Options, wanted};

/// What marks a loop.
pub const MARK: &str = "pvec.vectorize_calls";

/// What becomes of the turns after whole rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// They run together, with a mask.
    Masked,
    /// They run one after the other.
    Scalar,
}

impl OptionType for Tail {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "masked", doc: "Together, with a mask" },
        EnumCase { name: "scalar", doc: "One after the other" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Tail::Masked, Tail::Scalar])
    }
}

/// The most lanes that loops are run for.
const MOST_LANES: i64 = 64;

/// The greatest alignment that is told, as a power of two.
const MOST_ALIGNED: u32 = 30;

/// Puts functions in place of the bodies of all marked loops of a module, and calls of their variants in place of the
/// loops.
pub fn outline(module: &mut Body, options: Options) -> Result<(), Declined> {
    for function in module.proxies() {
        if module.interface::<dyn FunctionOp>(function).is_none() {
            continue;
        }
        let name = module.symbol_name(function).map_or("", |name| name.str(module.cx())).to_owned();
        let mut body = module.detach(function);
        let made = outline_in(module, &mut body, &name, options);
        module.attach(function, body);
        let mut after = function;
        for op in made? {
            module.insert_after(after, op);
            after = op;
        }
    }
    Ok(())
}

fn outline_in<'c>(
    module: &mut Body<'c>,
    body: &mut Body<'c>,
    name: &str,
    options: Options,
) -> Result<Vec<OpId>, Declined> {
    split_marked(body)?;
    let mut marked = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if body.attr(op, MARK).is_some() {
            marked.push(op);
        }
    });
    let mut made = Vec::new();
    for (number, op) in marked.into_iter().enumerate() {
        let mut found = Found::of(body, op)?;
        if options.width != 0 {
            found.width = options.width;
        }
        found.refute(body)?;
        found.tail = options.tail;
        found.alignment = found.alignment(body);
        found.interleave(module, body, options);
        if options.has_versions {
            found.versions = versions(body, op, &found.taken, found.width);
        }
        for at in 0..found.versions.len() {
            let name = found.name(name, number, at);
            made.push(found.function(module, body, &name, at));
        }
        found.replace(&mut Rewriter::new(body), name, number);
    }
    Ok(made)
}

/// A loop that can be taken apart.
struct Found {
    op: OpId,
    width: i64,
    step: i64,
    /// What the variable is a multiple of in the first of so many turns.
    alignment: u64,
    /// Whether rounds may run in any order.
    is_parallel: bool,
    /// The most turns that may run at once.
    most: i64,
    /// What becomes of the turns after whole rounds.
    tail: Tail,
    block: BlockId,
    /// What the body takes from around, but constants.
    taken: Vec<Value>,
    /// Operations that make constants that it takes.
    constants: Vec<OpId>,
    /// What is known of what it takes, by version; of the last one nothing.
    versions: Vec<Version>,
}

impl Found {
    fn of(body: &Body, op: OpId) -> Result<Self, Declined> {
        let width =
            body.attr(op, MARK).and_then(|attr| attr.as_i64(body.cx())).filter(|width| (1..=64).contains(width));
        let width =
            width.ok_or_else(|| Declined::at(body, op, "requires a number of lanes as 'pvec.vectorize_calls'"))?;
        Self::new(body, op, width)
    }

    /// A loop that is to run for so many lanes.
    fn new(body: &Body, op: OpId, width: i64) -> Result<Self, Declined> {
        let view = OpRef::new(body, op);
        if view.n_results() > 0 {
            return Err(Declined::at(body, op, "carries a variable from turn to turn: turns depend on one another"));
        }
        let is_parallel = view.is::<ParallelOp>();
        let (block, step) = if let Some(found) = view.cast::<rmlir_affine::ForOp>() {
            (found.body(body), found.step_value(body))
        } else if view.is::<ForOp>() || is_parallel {
            let step =
                rmlir::core::fold::constant_value(body, body.operand(op, 2)).and_then(|step| step.as_i64(body.cx()));
            let block = body.entry(body.region(op, 0)).expect("a loop has a body");
            let step = step.filter(|&step| step > 0 && body.ty(body.arg(block, 0)).is_index());
            (block, step.ok_or_else(|| Declined::at(body, op, "has no constant step, or no index"))?)
        } else {
            return Err(Declined::at(body, op, "is no loop that counts in one dimension"));
        };
        let (taken, constants) = taken(body, op);
        let versions = vec![Version::new()];
        let (alignment, most, tail) = (1, MOST_LANES, Tail::Masked);
        Ok(Self { op, width, step, alignment, is_parallel, most, tail, block, taken, constants, versions })
    }

    /// Declines a loop if turns that would run together, or in any order, access the same element.
    fn refute(&mut self, body: &Body) -> Result<(), Declined> {
        let Some(conflict) = nearest(body, self.op, MOST_LANES.max(self.width)) else { return Ok(()) };
        if self.is_parallel || conflict.distance < self.width {
            return Err(Declined::at(body, conflict.first, conflict.why(body)));
        }
        self.most = conflict.distance;
        Ok(())
    }

    /// What the variable is a multiple of in the first lane: the greatest power of two that is known.
    fn alignment(&self, body: &Body) -> u64 {
        let lower = match OpRef::new(body, self.op).cast::<rmlir_affine::ForOp>() {
            Some(op) => op.constant_lower_bound(body),
            None => rmlir::core::fold::constant_value(body, body.operand(self.op, 0))
                .and_then(|lower| lower.as_i64(body.cx())),
        };
        lower.map_or(1, |lower| 1 << (lower | (self.step * self.width)).trailing_zeros().min(MOST_ALIGNED))
    }

    /// Takes so many times as many lanes, or half of that and so on, if as much is known of the body then, it stores in rows
    /// (elements that are stored one by one gain nothing, those that are loaded so hide each other's latency), and there are
    /// registers for what it needs at a time.
    fn interleave<'c>(&mut self, module: &mut Body<'c>, body: &Body<'c>, options: Options) {
        if options.interleave <= 1 {
            return;
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

    /// How regular the body is and how many registers it needs, if it can be vectorized at all.
    fn tried<'c>(&self, module: &mut Body<'c>, source: &Body<'c>, options: Options) -> Option<(Regularity, u64)> {
        let found = |plan: &Plan| (Regularity::of(plan), pressure::n_registers(plan, self.width, options.target));
        self.planned(module, source, found).ok()
    }

    /// What `work` finds of the body as a function.
    fn planned<'c, T>(
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

    /// Which variants are called.
    fn variants(&self) -> Variants {
        match self.tail {
            Tail::Masked => Variants::Both,
            Tail::Scalar => Variants::Unmasked,
        }
    }

    /// The clauses of the function that the body becomes.
    fn clauses(&self, version: usize) -> Clauses {
        let mut arguments = vec![Clause { step: Some(self.step), alignment: self.alignment }];
        let of = |at: usize| Clause { step: Some(0), alignment: self.multiple(version, at) as u64 };
        arguments.extend((0..self.taken.len()).map(of));
        Clauses { arguments, variants: Vec::new() }
    }

    /// What a version knows of a value that is taken.
    fn fact(&self, version: usize, at: usize) -> Option<Fact> {
        self.versions[version].iter().find(|(of, _)| *of == at).map(|(_, fact)| *fact)
    }

    /// What a value that is taken is a multiple of.
    fn multiple(&self, version: usize, at: usize) -> i64 {
        match self.fact(version, at) {
            Some(Fact::Multiple(of)) => of,
            _ => 1,
        }
    }

    /// The name of the function of a version of the loop of this number in the function `around`.
    fn name(&self, around: &str, number: usize, version: usize) -> String {
        match self.versions.len() {
            1 => format!("{around}_loop{number}"),
            _ => format!("{around}_loop{number}_version{version}"),
        }
    }

    /// The body as a function called `name`, detached.
    fn function<'c>(&self, module: &mut Body<'c>, source: &Body<'c>, name: &str, version: usize) -> OpId {
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
        let build = FuncOp::build(cx.str_attr(name), cx.type_attr(cx.function_type(&types, &[])))
            .prop(FuncOp::SYM_VISIBILITY, cx.str_attr("private"))
            .prop(FuncOp::ARG_ATTRS, cx.array_attr(&attrs))
            .attr("pvec.function", FunctionAttr::get(cx, self.width, self.variants()).attr());
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
        let inner = source.ops(self.block).filter(|&op| Some(op) != last);
        for op in self.constants.iter().copied().chain(inner) {
            let copy = body.clone_op_from(source, op, &mut map);
            body.append_op(block, copy);
        }
        let mut rw = Rewriter::new(body);
        rw.at_end(block);
        rw.create(ReturnOp::build(&[]).at(loc));
        op
    }

    /// Calls in place of the loop.
    fn replace(&self, rw: &mut Rewriter, around: &str, number: usize) {
        rw.before(self.op);
        let loc = rw.loc(self.op);
        rw.set_loc(loc);
        let rounds = Rounds::new(self, rw);
        let after = rw.insert_point();
        for version in 0..self.versions.len() {
            let name = self.name(around, number, version);
            let clauses = self.clauses(version);
            if version + 1 == self.versions.len() {
                rounds.call(self, rw, &clauses, &name);
                break;
            }
            let mut holds: Option<Value> = None;
            for &(at, fact) in &self.versions[version] {
                let test = versions::test(rw, self.taken[at], fact);
                holds = Some(holds.map_or(test, |holds| rw.value(AndIOp::build(holds, test))));
            }
            let holds = holds.expect("all versions but the last one know something");
            let choice = rw.create(IfOp::build(&[], holds));
            let (then, otherwise) = (choice.thenRegion(rw), choice.elseRegion(rw));
            rw.create_block(then, &[], &[]);
            rounds.call(self, rw, &clauses, &name);
            rw.create(YieldOp::build(&[]));
            let block = rw.create_block(otherwise, &[], &[]);
            let end = rw.create(YieldOp::build(&[])).id();
            rw.at_end(block);
            rw.before(end);
        }
        rw.set_insert_point(after);
        rw.erase(self.op);
    }

    /// The bounds as values.
    fn bounds(&self, rw: &mut Rewriter) -> (Value, Value) {
        let Some(op) = OpRef::new(rw, self.op).cast::<rmlir_affine::ForOp>() else {
            return (rw.operand(self.op, 0), rw.operand(self.op, 1));
        };
        let ((_, lower), (_, upper)) = (op.lower_bound(rw), op.upper_bound(rw));
        let (lower_map, upper_map) = (op.lowerBoundMap(rw), op.upperBoundMap(rw));
        let lower = rw.value(rmlir_affine::MaxOp::build(&lower, lower_map));
        (lower, rw.value(rmlir_affine::MinOp::build(&upper, upper_map)))
    }
}

/// How often variants are called in place of a loop, as values.
struct Rounds {
    zero: Value,
    lower: Value,
    upper: Value,
    step: Value,
    /// Where what is left begins.
    end: Value,
    /// From one round to the next.
    far: Value,
    /// Turns that are left.
    rest: Value,
}

impl Rounds {
    fn new(found: &Found, rw: &mut Rewriter) -> Self {
        let cx = rw.cx();
        let (lower, upper) = found.bounds(rw);
        let mut number = |number: i64| rw.value(ConstantOp::build(cx.index_attr(number)));
        let (zero, step, width) = (number(0), number(found.step), number(found.width));
        let far = number(found.step * found.width);
        let size = rw.value(SubIOp::build(upper, lower));
        let turns = rw.value(CeilDivSIOp::build(size, step));
        let turns = rw.value(MaxSIOp::build(turns, zero));
        let rest = rw.value(RemUIOp::build(turns, width));
        let whole = rw.value(SubIOp::build(turns, rest));
        let distance = rw.value(MulIOp::build(whole, step));
        let end = rw.value(AddIOp::build(lower, distance));
        Self { zero, lower, upper, step, end, far, rest }
    }

    /// Calls of the variants of the function called `name`: whole rounds, and what is left.
    fn call(&self, found: &Found, rw: &mut Rewriter, clauses: &Clauses, name: &str) {
        let (cx, width) = (rw.cx(), found.width);
        let call = |rw: &mut Rewriter, first: Value, mask: Option<Value>| {
            let variant = Variant { width, masked: mask.is_some() };
            let called = cx.symbol_ref(cx.ident(&clauses.variant_name(name, variant)));
            let operands: Vec<Value> = [first].into_iter().chain(found.taken.iter().copied()).chain(mask).collect();
            rw.create(CallOp::build(&[], &operands, called));
        };
        let around = self.enter(found, rw, [self.lower, self.end, self.far]);
        call(rw, around.variable, None);
        rw.set_insert_point(around.after);
        if found.tail == Tail::Scalar {
            return self.scalar_tail(found, rw, name);
        }
        let is_left = rw.value(CmpIOp::build(self.rest, self.zero, CmpIPredicate::Sgt.attr(cx)));
        let choice = rw.create(IfOp::build(&[], is_left));
        let around = rw.insert_point();
        let then = choice.thenRegion(rw);
        rw.create_block(then, &[], &[]);
        let mask = rw.value(CreateMaskOp::build(cx.vector_type(&[width], Type::I1), &[self.rest]));
        call(rw, self.end, Some(mask));
        rw.create(YieldOp::build(&[]));
        rw.set_insert_point(around);
    }

    /// Makes a loop over rounds, parallel if the one it stands for is, and goes into it.
    fn enter(&self, found: &Found, rw: &mut Rewriter, bounds: [Value; 3]) -> Around {
        let loc = rw.default_loc();
        let block = match found.is_parallel {
            true => parallel(rw, &bounds.map(|bound| vec![bound])).body(rw),
            false => ForOp::create(rw, loc, bounds, &[]).body(rw),
        };
        let after = rw.insert_point();
        let last = rw.last_op(block).expect("the body of a loop ends with a terminator");
        rw.before(last);
        Around { variable: rw.arg(block, 0), after }
    }

    /// The turns that are left, one after the other, by the function called `name` itself.
    fn scalar_tail(&self, found: &Found, rw: &mut Rewriter, name: &str) {
        let around = self.enter(found, rw, [self.end, self.upper, self.step]);
        let called = rw.cx().symbol_ref(rw.cx().ident(name));
        let operands: Vec<Value> = [around.variable].into_iter().chain(found.taken.iter().copied()).collect();
        rw.create(CallOp::build(&[], &operands, called));
        rw.set_insert_point(around.after);
    }
}

/// A loop that is being filled.
struct Around {
    variable: Value,
    after: InsertPoint,
}

/// Declines what is no loop that could be marked, for whatever lanes, or one with turns that depend on one another.
pub(crate) fn check(body: &Body, op: OpId) -> Result<(), Declined> {
    Found::new(body, op, MOST_LANES)?.refute(body)
}

/// What the body of a marked loop is taken to cost.
pub(crate) fn estimated<'c>(
    module: &mut Body<'c>,
    body: &Body<'c>,
    op: OpId,
    target: Target,
    callees: &Callees,
) -> Result<Estimate, Declined> {
    let mut found = Found::of(body, op)?;
    found.alignment = found.alignment(body);
    found.planned(module, body, |plan| estimate(plan, found.width, target, callees))
}

/// What is used in `op` and made outside, and the operations that make constants of it.
fn taken(body: &Body, op: OpId) -> (Vec<Value>, Vec<OpId>) {
    let mut seen = FxHashSet::default();
    let (mut taken, mut constants) = (Vec::new(), Vec::new());
    body.walk_preorder(op, |inner| {
        if inner == op {
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
