//! `scf.for`: a counted loop.

use rmlir::core::asm::{Argument, Assignments};
use rmlir::core::fold::constant_value;
use rmlir::core::poison::is_never_poison;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::flow::{entry_args, to_parent, to_region_with_args};
use crate::syntax::print_body;

/// A loop whose induction variable starts at a lower bound and is incremented by a step while
/// it is less than an upper bound.
///
/// The first argument of the region is the induction variable. The others are loop-carried values: their initial values
/// are `iter_args`, each iteration yields their values for the next one, and the results are their final values. The
/// step must be positive. Integers are compared as signed integers, with `unsigned` as unsigned integers.
///
/// ```mlir
/// %sum = scf.for %i = %lb to %ub step %step iter_args(%acc = %zero) -> (i32) : i32 {
///   %next = arith.addi %acc, %i : i32
///   scf.yield %next : i32
/// }
/// ```
#[op(name = "scf.for", traits(AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock),
     types(T = AnySignlessIntegerOrIndex), interfaces(LoopLike, Speculatable, RegionBranchOp, ValueBounds),
     terminator = "scf.yield",
     canonicalize,
     eval, verify = verify, verify_regions = verify_regions, parse = parse, print = print)]
pub struct ForOp {
    /// The lower bound: the initial value of the induction variable.
    #[operand]
    lowerBound: T,
    /// The exclusive upper bound of the induction variable.
    #[operand]
    upperBound: T,
    /// The step of the induction variable.
    #[operand]
    step: T,
    /// The initial values of the loop-carried values.
    #[operand]
    initArgs: Vec<AnyType>,
    /// Whether integers are compared as unsigned integers.
    #[prop]
    unsignedCmp: UnitAttr,
    #[result]
    results: Vec<AnyType>,
    #[region]
    region: SizedRegion1,
}

/// The number of operands before the initial values.
pub(crate) const N_CONTROL: usize = 3;

impl ForOp {
    /// Creates a loop at the insertion point, with a body that has its arguments and, if there are no loop-carried
    /// values, its yield. The insertion point is unchanged.
    pub fn create(rw: &mut Rewriter, loc: Loc, bounds: [Value; N_CONTROL], inits: &[Value]) -> ForOp {
        let mut types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
        let mut locs: Vec<Loc> = inits.iter().map(|&init| rw.value_loc(init)).collect();
        let [lower, upper, step] = bounds;
        let new = rw.create(ForOp::build(&types, lower, upper, step, inits).at(loc));
        types.insert(0, rw.ty(lower));
        locs.insert(0, loc);
        let point = rw.insert_point();
        rw.create_block(new.region(rw), &types, &locs);
        if inits.is_empty() {
            rw.create(crate::YieldOp::build(&[]).at(loc));
        }
        rw.set_insert_point(point);
        new
    }

    /// As [`Self::create`], with a body that `body` creates from the induction variable and the loop-carried values;
    /// it returns the values to yield.
    pub fn with_body(
        rw: &mut Rewriter,
        loc: Loc,
        bounds: [Value; N_CONTROL],
        inits: &[Value],
        body: impl FnOnce(&mut Rewriter, Value, &[Value]) -> Vec<Value>,
    ) -> ForOp {
        let new = Self::create(rw, loc, bounds, inits);
        let point = rw.insert_point();
        if inits.is_empty() {
            rw.before(new.terminator(rw));
        } else {
            rw.at_end(new.body(rw));
        }
        let (at, carried) = (new.induction_var(rw), new.iter_args(rw));
        let yielded = body(rw, at, &carried);
        if !inits.is_empty() {
            rw.create(crate::YieldOp::build(&yielded).at(loc));
        }
        rw.set_insert_point(point);
        new
    }

    /// The block of the body.
    pub fn body(self, body: &Body) -> BlockId {
        body.entry(self.region(body)).expect("a loop has a body")
    }

    /// The induction variable.
    pub fn induction_var(self, body: &Body) -> Value {
        body.arg(self.body(body), 0)
    }

    /// The loop-carried values: the arguments of the body after the induction variable.
    pub fn iter_args(self, body: &Body) -> Vec<Value> {
        body.args(self.body(body))[1..].to_vec()
    }

    /// The `scf.yield` at the end of the body.
    pub fn terminator(self, body: &Body) -> OpId {
        body.last_op(self.body(body)).expect("a loop's body ends with a yield")
    }
}

impl RegionBranchOp for ForOp<()> {
    /// Control may pass to the end of the loop without entering the body.
    fn successors(&self, op: OpRef, _from: RegionPoint) -> Vec<RegionSuccessor> {
        vec![to_region_with_args(op, 0, 1), to_parent(op)]
    }
    fn entry_operands(&self, op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        N_CONTROL..op.n_operands()
    }
}

impl LoopLike for ForOp<()> {
    fn loop_regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![op.region(0)]
    }
    fn induction_vars(&self, op: OpRef) -> Vec<Value> {
        entry_args(op, 0).take(1).map(|value| value.id).collect()
    }
    fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
        N_CONTROL..op.n_operands()
    }
    fn region_iter_args(&self, op: OpRef) -> Vec<Value> {
        entry_args(op, 0).skip(1).map(|value| value.id).collect()
    }
    fn yielded_values(&self, op: OpRef) -> Vec<Value> {
        let last = op.region(0).entry().and_then(BlockRef::last_op);
        last.map_or(Vec::new(), |last| value_ids(last.operands()))
    }
    fn loop_results(&self, op: OpRef) -> Option<Vec<Value>> {
        Some(value_ids(op.results()))
    }
    fn is_unsigned(&self, op: OpRef) -> bool {
        op.get(ForOp::unsignedCmp)
    }
    fn bounds(&self, op: OpRef) -> Option<LoopBounds> {
        let operand = |index: usize| vec![ValueOrAttr::Value(op.operand(index).id)];
        Some(LoopBounds { lower: operand(0), upper: operand(1), step: operand(2) })
    }
}

impl Speculatable for ForOp<()> {
    /// A loop with step 1 is known to terminate. Bounds must not be poison. (Upstream does not require that.)
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let step = constant_value(op.body, op.value(ForOp::step).id);
        let has_bounds =
            || is_never_poison(op.value(ForOp::lowerBound)) && is_never_poison(op.value(ForOp::upperBound));
        match step.and_then(|step| step.as_integer(op.cx())) {
            Some((step, _)) if step.is_one() && has_bounds() => Speculatability::Recursive,
            _ => Speculatability::No,
        }
    }
}

fn verify(op: OpRef) -> Checked {
    if op.n_operands() - N_CONTROL != op.n_results() {
        return Err(op.error("mismatch in number of loop-carried values and defined values"));
    }
    let no_args = op.region(0).entry().is_some_and(|entry| entry.args().len() == 0);
    if no_args {
        // Upstream counts the loop-carried values as the arguments minus one.
        let (n_inits, n_args) = (op.n_results(), u64::MAX);
        return Err(op.error(format!("different number of inits and region iter_args: {n_inits} != {n_args}")));
    }
    Ok(())
}

fn verify_regions(op: OpRef) -> Checked {
    let induction_var = entry_args(op, 0).next().expect("the number of arguments was checked");
    if induction_var.ty() != op.value(ForOp::lowerBound).ty() {
        return Err(op.error("expected induction variable to be same type as bounds and step"));
    }
    Ok(())
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    if parser.try_token("unsigned") {
        state.set_prop(ForOp::UNSIGNED_CMP, Attr::UNIT);
    }
    let name = parser.operand()?;
    parser.asm().token("=")?;
    let lower = parser.operand()?;
    parser.asm().keyword("to")?;
    let upper = parser.operand()?;
    parser.asm().keyword("step")?;
    let step = parser.operand()?;
    let mut carried = Assignments::default();
    if parser.try_token("iter_args") {
        carried = parser.assignments()?;
        parser.asm().token("->")?;
        state.result_types = parser.asm().type_or_types()?.into();
    }
    if carried.args.len() != state.result_types.len() {
        let pos = parser.name_pos();
        return Err(parser.error_at(pos, "mismatch in number of loop-carried values and defined values"));
    }
    let ty = if parser.try_token(":") { parser.parse_type()? } else { Type::INDEX };
    let induction_var = Argument { name, ty, attrs: Attr::EMPTY_DICT, loc: Loc::at(name.pos) };
    let mut args = vec![induction_var];
    args.extend(carried.args.iter().zip(&state.result_types).map(|(&arg, &ty)| Argument { ty, ..arg }));
    parser.parse_region(state, &args)?;
    // Operands are resolved last, so that they cannot refer to values of the region.
    parser.resolve_same(&[lower, upper, step], ty, state)?;
    let types = state.result_types.clone();
    for (&init, &ty) in carried.inits.iter().zip(&types) {
        parser.resolve_same(&[init], ty, state)?;
    }
    parser.attr_dict(state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    if op.get(ForOp::unsignedCmp) {
        printer.text(" unsigned");
    }
    let mut args = entry_args(op, 0);
    let induction_var = args.next().expect("a loop has an induction variable");
    printer.text(" ");
    printer.operand(induction_var);
    for (word, index) in [(" = ", 0), (" to ", 1), (" step ", 2)] {
        printer.text(word);
        printer.operand(op.operand(index));
    }
    let inits = op.values(ForOp::initArgs);
    let types: Vec<Type> = inits.iter().map(|init| init.ty()).collect();
    printer.assignments(" iter_args", args, inits.into_iter());
    if !types.is_empty() {
        printer.text(" -> (");
        printer.types(types.iter().copied());
        printer.text(")");
    }
    printer.text(" ");
    if !induction_var.ty().is_index() {
        printer.text(" : ");
        printer.ty(induction_var.ty());
        printer.text(" ");
    }
    print_body(printer, op.region(0), !types.is_empty());
    printer.attr_dict(op, &["unsignedCmp"]);
}
