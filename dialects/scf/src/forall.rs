//! `scf.forall` and `scf.forall.in_parallel`: a body that is executed by many threads, and
//! the combination of their results.
#![allow(non_upper_case_globals)] // The names of constraints are upstream's.

use rmlir::core::DYNAMIC;
use rmlir::core::asm::Assignments;
use rmlir::core::attrs::AttrData;
use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::{IndexList, PrintedIndexList, ROUND, parse_index_list};
use rmlir::core::opdef::{AttrAsm, AttrConstraint};
use rmlir::core::props::PropValue;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::flow::{entry_args, to_parent, to_region_with_args};
use crate::syntax::print_body;

/// An attribute that maps the iterations of a loop dimension to the processing units of a device (upstream:
/// `DeviceMappingAttrInterface`).
pub trait DeviceMapping: Send + Sync {}

/// An attribute that masks the processing units that a loop is mapped to (upstream: `DeviceMaskingAttrInterface`).
pub trait DeviceMasking: Send + Sync {}

/// An array of attributes that map to processing units, or mask them.
pub static DeviceMappingArrayAttr: AttrConstraint = AttrConstraint {
    summary: "Device Mapping array attribute",
    kind: |cx, attr| attr.as_array(cx).is_some(),
    check: |cx, attr| {
        let is_for_devices =
            |&entry: &Attr| attr_is::<dyn DeviceMapping>(cx, entry) || attr_is::<dyn DeviceMasking>(cx, entry);
        attr.as_array(cx).is_some_and(|list| list.iter().all(is_for_devices))
    },
    asm: AttrAsm::Any,
};
/// The type of attributes that satisfy it.
pub type DeviceMappingArrayAttr = ArrayAttr;

/// Whether `attr` has the interface `I`.
fn attr_is<I: ?Sized + Sync + 'static>(cx: &Context, attr: Attr) -> bool {
    matches!(attr.data(cx), AttrData::Dialect { def, .. } if def.interface::<I>().is_some())
}

/// Executes its body once for each point of an index space, conceptually by one thread per point.
///
/// The threads share the tensors of `shared_outs`, which only the terminator updates. Static bounds are attributes; the
/// attribute of a dynamic one is a marker, and an operand holds its value.
///
/// ```mlir
/// %r = scf.forall (%i, %j) in (%n, 8) shared_outs(%o = %t) -> (tensor<?x8xf32>) {
///   scf.forall.in_parallel {
///   }
/// }
/// ```
#[op(name = "scf.forall",
     traits(AttrSizedOperandSegments, AutomaticAllocationScope, HasParallelRegion, RecursiveMemoryEffects, SingleBlock),
     interfaces(LoopLike, RegionBranchOp, ValueBounds), terminator = "scf.forall.in_parallel",
     canonicalize, eval,
     verify = verify, verify_regions = verify_destinations, parse = parse, print = print)]
pub struct ForallOp {
    #[operand]
    dynamicLowerBound: Vec<Index>,
    #[operand]
    dynamicUpperBound: Vec<Index>,
    #[operand]
    dynamicStep: Vec<Index>,
    #[prop]
    staticLowerBound: DenseI64ArrayAttr,
    #[prop]
    staticUpperBound: DenseI64ArrayAttr,
    #[prop]
    staticStep: DenseI64ArrayAttr,
    #[operand]
    outputs: Vec<AnyRankedTensor>,
    #[prop]
    mapping: Option<DeviceMappingArrayAttr>,
    #[result]
    results: Vec<AnyType>,
    #[region]
    region: SizedRegion1,
}

/// Operand field and property slot of lower bounds, upper bounds and steps.
const BOUNDS: [(usize, usize); 3] = [
    (ForallOp::DYNAMIC_LOWER_BOUND_OPERAND, ForallOp::STATIC_LOWER_BOUND),
    (ForallOp::DYNAMIC_UPPER_BOUND_OPERAND, ForallOp::STATIC_UPPER_BOUND),
    (ForallOp::DYNAMIC_STEP_OPERAND, ForallOp::STATIC_STEP),
];

fn fixed_list(op: OpRef, slot: usize) -> Vec<i64> {
    op.prop(slot).and_then(|list| list.as_int_array(op.cx())).unwrap_or_default()
}

/// The bounds as values and attributes, from the operands and the list of static bounds.
fn mixed(op: OpRef, (field, slot): (usize, usize)) -> Vec<ValueOrAttr> {
    let mut values = op.operand_field(field).into_iter();
    let entry = |size: i64| match size {
        DYNAMIC => values.next().map(|value| ValueOrAttr::Value(value.id)),
        size => Some(ValueOrAttr::Attr(op.cx().i64_attr(size))),
    };
    fixed_list(op, slot).into_iter().filter_map(entry).collect()
}

/// The values among `bounds`, and the list of static bounds.
pub(crate) fn split(cx: &Context, bounds: &[ValueOrAttr]) -> (Vec<Value>, Vec<i64>) {
    let mut values = Vec::new();
    let fixed = bounds.iter().map(|&bound| match bound {
        ValueOrAttr::Attr(attr) => attr.as_i64(cx).unwrap_or(DYNAMIC),
        ValueOrAttr::Value(value) => {
            values.push(value);
            DYNAMIC
        }
    });
    let fixed = fixed.collect();
    (values, fixed)
}

impl ForallOp {
    /// Creates a loop at the insertion point, with a body that has its arguments and an empty terminator.
    /// The insertion point is unchanged.
    pub fn create(
        rw: &mut Rewriter,
        loc: Loc,
        bounds: &LoopBounds,
        outputs: &[Value],
        mapping: impl Into<PropValue>,
    ) -> Self {
        let new = Self::create_without_body(rw, loc, bounds, outputs, mapping);
        let point = rw.insert_point();
        let shared = outputs.iter().map(|&output| rw.ty(output));
        let types: Vec<Type> = std::iter::repeat_n(Type::INDEX, bounds.lower.len()).chain(shared).collect();
        let region = new.region(rw);
        rw.create_block(region, &types, &vec![loc; types.len()]);
        let end = rw.create(InParallelOp::build().at(loc)).id();
        let region = rw.region(end, 0);
        rw.create_block(region, &[], &[]);
        rw.set_insert_point(point);
        new
    }

    /// Creates a loop at the insertion point, with an empty region.
    pub(crate) fn create_without_body(
        rw: &mut Rewriter,
        loc: Loc,
        bounds: &LoopBounds,
        outputs: &[Value],
        mapping: impl Into<PropValue>,
    ) -> Self {
        let types: Vec<Type> = outputs.iter().map(|&output| rw.ty(output)).collect();
        let [(lower, fixed_lower), (upper, fixed_upper), (step, fixed_step)] =
            [&bounds.lower, &bounds.upper, &bounds.step].map(|list| split(rw, list));
        let build = Self::build(&types, &lower, &upper, &step, outputs, fixed_lower, fixed_upper, fixed_step);
        rw.create(build.prop(Self::MAPPING, mapping).at(loc))
    }

    /// The terminator of the body, which combines the results of threads into the shared tensors.
    pub fn terminator(self, body: &Body) -> OpId {
        body.last_op(self.body(body)).expect("a `scf.forall` ends with what threads give")
    }

    /// The number of dimensions.
    pub fn rank(op: OpRef) -> usize {
        op.get(Self::staticLowerBound).len()
    }

    /// Lower bounds, upper bounds and steps.
    pub fn mixed_bounds(op: OpRef) -> LoopBounds {
        let [lower, upper, step] = BOUNDS.map(|bound| mixed(op, bound));
        LoopBounds { lower, upper, step }
    }

    /// The bounds as values; constants are created for static ones.
    pub fn bound_values(self, rw: &mut Rewriter) -> [Vec<Value>; 3] {
        let LoopBounds { lower, upper, step } = Self::mixed_bounds(OpRef::new(rw, self.id()));
        let value = |rw: &mut Rewriter, bound| match bound {
            ValueOrAttr::Value(value) => value,
            ValueOrAttr::Attr(attr) => {
                let bound = attr.as_i64(rw).expect("bounds are integers of 64 bits");
                rmlir_arith::constant_index(rw, bound)
            }
        };
        [lower, upper, step].map(|bounds| bounds.into_iter().map(|bound| value(rw, bound)).collect())
    }

    /// The block of the body.
    pub fn body(self, body: &Body) -> BlockId {
        body.entry(self.region(body)).expect("a `scf.forall` has a body")
    }

    /// Whether all lower bounds are 0 and all steps are 1.
    pub fn is_normalized(op: OpRef) -> bool {
        let bounds = Self::mixed_bounds(op);
        let all =
            |list: &[ValueOrAttr], wanted: i64| list.iter().all(|&bound| constant_index(op, bound) == Some(wanted));
        all(&bounds.lower, 0) && all(&bounds.step, 1)
    }
}

/// The value of a bound that is constant.
fn constant_index(op: OpRef, bound: ValueOrAttr) -> Option<i64> {
    let attr = match bound {
        ValueOrAttr::Attr(attr) => Some(attr),
        ValueOrAttr::Value(value) => constant_value(op.body, value),
    };
    attr?.as_i64(op.cx())
}

impl RegionBranchOp for ForallOp<()> {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        match from {
            RegionPoint::Parent => vec![to_region_with_args(op, 0, ForallOp::rank(op))],
            RegionPoint::Region(_) => vec![to_parent(op)],
        }
    }
    fn entry_operands(&self, op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        op.operand_range(ForallOp::OUTPUTS_OPERAND)
    }
}

impl LoopLike for ForallOp<()> {
    fn loop_regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![op.region(0)]
    }
    fn induction_vars(&self, op: OpRef) -> Vec<Value> {
        value_ids(entry_args(op, 0).take(ForallOp::rank(op)))
    }
    fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
        op.operand_range(ForallOp::OUTPUTS_OPERAND)
    }
    fn region_iter_args(&self, op: OpRef) -> Vec<Value> {
        value_ids(entry_args(op, 0).skip(ForallOp::rank(op)))
    }
    fn bounds(&self, op: OpRef) -> Option<LoopBounds> {
        Some(ForallOp::mixed_bounds(op))
    }
}

fn verify(op: OpRef) -> Checked {
    let rank = ForallOp::rank(op);
    let outputs = op.values(ForallOp::outputs);
    if op.n_results() != outputs.len() {
        let (n_results, n_outputs) = (op.n_results(), outputs.len());
        return Err(op.error(format!("produces {n_results} results, but has only {n_outputs} outputs")));
    }
    let args: Vec<ValueRef> = entry_args(op, 0).collect();
    if args.len() != rank + outputs.len() {
        return Err(op.error(format!("region expects {rank} arguments")));
    }
    if let Some(index) = args[..rank].iter().position(|arg| !arg.ty().is_index()) {
        return Err(op.error(format!("expects {index}-th block argument to be an index")));
    }
    let mismatch = args[rank..].iter().zip(&outputs).position(|(arg, output)| arg.ty() != output.ty());
    if let Some(index) = mismatch {
        return Err(op.error(format!("type mismatch between {index}-th output and corresponding block argument")));
    }
    verify_mapping(op, rank)?;
    for ((field, slot), name) in BOUNDS.into_iter().zip(["lower bound", "upper bound", "step"]) {
        verify_bounds(op, name, rank, &fixed_list(op, slot), op.operand_range(field).len())?;
    }
    Ok(())
}

/// Verifies that all dimensions are mapped, or none; and that there is at most one mask.
fn verify_mapping(op: OpRef, rank: usize) -> Checked {
    let mapping = op.get(ForallOp::mapping).unwrap_or_default();
    let n_mapped = mapping.iter().filter(|&&entry| attr_is::<dyn DeviceMapping>(op.cx(), entry)).count();
    let n_masks = mapping.iter().filter(|&&entry| attr_is::<dyn DeviceMasking>(op.cx(), entry)).count();
    if !mapping.is_empty() && n_mapped != rank {
        return Err(op.error("mapping attribute size must match op rank"));
    }
    if n_masks > 1 {
        return Err(op.error("\"mapping\" supports at most one device masking attribute"));
    }
    Ok(())
}

/// Verifies that there are as many bounds as dimensions, and as many values as dynamic markers.
fn verify_bounds(op: OpRef, name: &str, rank: usize, fixed: &[i64], n_values: usize) -> Checked {
    if fixed.len() != rank {
        return Err(op.plain_error(format!("expected {rank} {name} values, got {}", fixed.len())));
    }
    let n_marks = fixed.iter().filter(|&&size| size == DYNAMIC).count();
    if n_values != n_marks {
        return Err(op.plain_error(format!("expected {n_marks} dynamic {name} values")));
    }
    Ok(())
}

/// Verifies that results have the types of the shared tensors.
fn verify_destinations(op: OpRef) -> Checked {
    let place = op.operand_range(ForallOp::OUTPUTS_OPERAND);
    for (operand, result) in place.zip(op.results()) {
        let ty = op.operand(operand).ty();
        if result.ty() != ty {
            let (wanted, got) = (op.cx().show_type(ty), op.cx().show_type(result.ty()));
            return Err(op.error(format!(
                "expected type of operand #{operand} ('{wanted}') to match type of corresponding result ('{got}')"
            )));
        }
    }
    Ok(())
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let mut args = parser.index_arguments()?;
    let all = |value: i64| IndexList { numbers: vec![value; args.len()], ..IndexList::default() };
    let [lower, upper, step] = if parser.try_token("in") {
        let upper = parse_bound(parser, state)?;
        [all(0), upper, all(1)]
    } else {
        parser.asm().token("=")?;
        let lower = parse_bound(parser, state)?;
        parser.asm().keyword("to")?;
        let upper = parse_bound(parser, state)?;
        parser.asm().keyword("step")?;
        [lower, upper, parse_bound(parser, state)?]
    };
    let outputs_pos = parser.pos();
    let mut outputs = Assignments::default();
    if parser.try_token("shared_outs") {
        outputs = parser.assignments()?;
        let types = parser.asm().optional_arrow_types()?;
        parser.resolve_each(&outputs.inits, &types, outputs_pos, state)?;
        args.extend(outputs.args.iter().zip(&types).map(|(&arg, &ty)| rmlir::core::asm::Argument { ty, ..arg }));
        state.result_types = types.into();
    }
    parser.parse_region(state, &args)?;
    parser.attr_dict(state)?;
    let cx = parser.cx();
    state.set_prop(ForallOp::STATIC_LOWER_BOUND, cx.i64_array(&lower.numbers));
    state.set_prop(ForallOp::STATIC_UPPER_BOUND, cx.i64_array(&upper.numbers));
    state.set_prop(ForallOp::STATIC_STEP, cx.i64_array(&step.numbers));
    let sizes = [lower.values.len(), upper.values.len(), step.values.len(), outputs.inits.len()];
    state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes.map(|n| n as i32)));
    Ok(())
}

fn parse_bound(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<IndexList> {
    let list = parse_index_list(parser, ROUND, false)?;
    parser.resolve_same(&list.values, Type::INDEX, state)?;
    Ok(list)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let rank = ForallOp::rank(op);
    printer.text(" (");
    printer.operands(entry_args(op, 0).take(rank));
    let written: &[(&str, usize)] = match ForallOp::is_normalized(op) {
        true => &[(") in ", 1)],
        false => &[(") = ", 0), (" to ", 1), (" step ", 2)],
    };
    for &(word, bound) in written {
        let (field, slot) = BOUNDS[bound];
        printer.text(word);
        let list = PrintedIndexList { numbers: &fixed_list(op, slot), ..PrintedIndexList::default() };
        list.print(printer, ROUND, op.operand_field(field));
    }
    let outputs = op.values(ForallOp::outputs);
    let has_outputs = !outputs.is_empty();
    printer.assignments(" shared_outs", entry_args(op, 0).skip(rank), outputs.into_iter());
    printer.text(" ");
    if has_outputs {
        printer.text("-> (");
        printer.types(op.results().map(ValueRef::ty));
        printer.text(") ");
    }
    print_body(printer, op.region(0), op.n_results() > 0);
    printer.attr_dict(op, &["operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep"]);
}

/// Terminates the body of a `scf.forall`: its operations combine the threads' results into the shared tensors.
///
/// The order of their execution is unspecified, and each has to implement [`ParallelCombining`]. Unregistered
/// operations cannot be checked and are accepted, unlike in upstream.
#[op(name = "scf.forall.in_parallel", traits(GraphRegion, NoTerminator, Pure, SingleBlock, Terminator),
     interfaces(InParallel), parents("scf.forall"), eval, verify = verify_in_parallel, parse = parse_in_parallel, print = print_in_parallel)]
pub struct InParallelOp {
    #[region]
    region: SizedRegion1,
}

impl InParallel for InParallelOp<()> {}

fn verify_in_parallel(op: OpRef) -> Checked {
    let forall = op.parent().expect("the parent was checked");
    let rank = ForallOp::rank(forall);
    let outs: Vec<Value> = value_ids(entry_args(forall, 0).skip(rank));
    for inner in op.region(0).blocks().flat_map(BlockRef::ops) {
        let Some(combining) = inner.interface::<dyn ParallelCombining>() else {
            if op.cx().dialect(inner.name().dialect(op.cx())).is_none() {
                continue;
            }
            return Err(op.error("expected only ParallelCombiningOpInterface ops"));
        };
        let mut destinations = combining.updated_destinations(inner);
        if destinations.any(|index| !outs.contains(&inner.operand(index).id)) {
            return Err(inner.error("may only insert into an output block argument"));
        }
    }
    Ok(())
}

fn parse_in_parallel(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parser.parse_region(state, &[])?;
    parser.attr_dict(state)
}

fn print_in_parallel(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    print_body(printer, op.region(0), false);
    printer.attr_dict(op, &[]);
}
