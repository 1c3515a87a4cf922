//! `affine.for`: a counted loop whose bounds are affine.

use rmlir::affine_maps::AffineMap;
use rmlir::core::asm::{Argument, Assignments};
use rmlir::prelude::*;

use crate::syntax::{map_attr, map_prop, parse_index_operands, print_body, print_dims_and_symbols};
use crate::yield_op::YieldOp;

/// A loop whose induction variable starts at a lower bound and is incremented by a constant step while
/// it is less than an upper bound.
///
/// The lower bound is the maximum of the results of a map, the upper bound the minimum of the results of another. A
/// bound that is a constant or a single symbol is printed as such. The first argument of the region is the induction
/// variable; the others are loop-carried values: their initial values are `iter_args`, each iteration yields their
/// values for the next one, and the results are their final values.
///
/// ```mlir
/// %sum = affine.for %i = 0 to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%j)[%n] step 2
///     iter_args(%acc = %zero) -> (f32) {
///   %x = affine.load %m[%i] : memref<?xf32>
///   %next = arith.addf %acc, %x : f32
///   affine.yield %next : f32
/// }
/// ```
#[op(name = "affine.for", eval, traits(AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock),
     interfaces(LoopLike, Speculatable, RegionBranchOp), terminator = "affine.yield", fold, verify,
     verify_regions, parse = parse, print = print)]
pub struct ForOp {
    #[operand]
    lowerBoundOperands: Vec<Index>,
    #[operand]
    upperBoundOperands: Vec<Index>,
    /// The initial values of the loop-carried values.
    #[operand]
    inits: Vec<AnyType>,
    #[prop]
    lowerBoundMap: AffineMapAttr,
    #[prop]
    upperBoundMap: AffineMapAttr,
    #[prop]
    step: IndexAttr,
    #[result]
    results: Vec<AnyType>,
    #[region]
    region: SizedRegion1,
}

/// A bound of a loop: the map and its operands.
pub type Bound = (AffineMap, Vec<Value>);

impl ForOp {
    /// Creates a loop at the insertion point, with a body that has its arguments and, if there are no loop-carried
    /// values, its yield. The insertion point is unchanged.
    pub fn create(rw: &mut Rewriter, loc: Loc, lower: &Bound, upper: &Bound, step: i64, inits: &[Value]) -> ForOp {
        let types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
        let map = |rw: &Rewriter, bound: &Bound| map_attr(rw, bound.0.clone());
        let (lower_map, upper_map, step) = (map(rw, lower), map(rw, upper), rw.index_attr(step));
        let build = ForOp::build(&types, &lower.1, &upper.1, inits, lower_map, upper_map, step);
        let new = rw.create(build.at(loc));
        let (mut arg_types, mut locs) = (vec![Type::INDEX], vec![loc]);
        arg_types.extend(types);
        locs.extend(inits.iter().map(|&init| rw.value_loc(init)));
        let point = rw.insert_point();
        rw.create_block(new.region(rw), &arg_types, &locs);
        if inits.is_empty() {
            rw.create(YieldOp::build(&[]).at(loc));
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

    /// The `affine.yield` at the end of the body.
    pub fn terminator(self, body: &Body) -> OpId {
        body.last_op(self.body(body)).expect("a loop's body ends with a yield")
    }

    /// The map of the lower bound, which is the maximum of its results.
    pub fn lower_map<'a>(self, body: &'a Body) -> &'a AffineMap {
        map_prop(OpRef::new(body, self.id()), Self::LOWER_BOUND_MAP)
    }

    /// The map of the upper bound, which is the minimum of its results.
    pub fn upper_map<'a>(self, body: &'a Body) -> &'a AffineMap {
        map_prop(OpRef::new(body, self.id()), Self::UPPER_BOUND_MAP)
    }

    /// The lower bound.
    pub fn lower_bound(self, body: &Body) -> Bound {
        (self.lower_map(body).clone(), self.lowerBoundOperands(body))
    }

    /// The upper bound.
    pub fn upper_bound(self, body: &Body) -> Bound {
        (self.upper_map(body).clone(), self.upperBoundOperands(body))
    }

    /// The lower bound, if it is constant.
    pub fn constant_lower_bound(self, body: &Body) -> Option<i64> {
        self.lower_map(body).single_constant()
    }

    /// The upper bound, if it is constant.
    pub fn constant_upper_bound(self, body: &Body) -> Option<i64> {
        self.upper_map(body).single_constant()
    }

    /// The trip count, if both bounds are constant.
    pub fn trivial_trip_count(self, body: &Body) -> Option<u64> {
        let step = self.step(body);
        if step <= 0 {
            return None;
        }
        let (lower, upper) = (self.constant_lower_bound(body)?, self.constant_upper_bound(body)?);
        let span = upper.wrapping_sub(lower);
        Some(if span <= 0 { 0 } else { (span as u64).div_ceil(step as u64) })
    }

    /// Sets a bound.
    pub fn set_bound(self, rw: &mut Rewriter, is_lower: bool, bound: &Bound) {
        let (operands, sizes) = self.with_bound_operands(rw, is_lower, &bound.1);
        let map = map_attr(rw, bound.0.clone());
        rw.modifying(self.id());
        let body = rw.body_mut();
        body.set_operands(self.id(), &operands);
        body.set_prop(self.id(), Self::OPERAND_SEGMENT_SIZES, sizes);
        body.set_prop(self.id(), if is_lower { Self::LOWER_BOUND_MAP } else { Self::UPPER_BOUND_MAP }, map);
        rw.modified(self.id());
    }

    /// All operands and the sizes of their fields, with the operands of a bound replaced.
    pub(crate) fn with_bound_operands(self, body: &Body, is_lower: bool, with: &[Value]) -> (Vec<Value>, Attr) {
        let old = if is_lower { self.upperBoundOperands(body) } else { self.lowerBoundOperands(body) };
        let (lower, upper) = if is_lower { (with, &old[..]) } else { (&old[..], with) };
        let inits = self.inits(body);
        let sizes = [lower.len(), upper.len(), inits.len()].map(|size| size as i32);
        ([lower, upper, &inits].concat(), body.i32_array(&sizes))
    }
}

pub(crate) fn entry_args<'a>(op: OpRef<'a>) -> impl Iterator<Item = ValueRef<'a>> {
    op.region(0).entry().into_iter().flat_map(BlockRef::args)
}

impl RegionBranchOp for ForOp<()> {
    /// Constant bounds determine whether the body is entered at all, and again.
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        let to_body = || RegionSuccessor {
            target: RegionPoint::Region(0),
            inputs: entry_args(op).skip(1).map(|value| value.id).collect(),
        };
        let to_parent =
            || RegionSuccessor { target: RegionPoint::Parent, inputs: op.results().map(|value| value.id).collect() };
        match (ForOp::from_id(op.id).trivial_trip_count(op.body), from) {
            (Some(0), RegionPoint::Region(_)) => Vec::new(),
            (Some(1), RegionPoint::Region(_)) | (Some(0), RegionPoint::Parent) => vec![to_parent()],
            (Some(_), RegionPoint::Parent) => vec![to_body()],
            _ => vec![to_body(), to_parent()],
        }
    }
    fn entry_operands(&self, op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        op.operand_range(ForOp::INITS_OPERAND)
    }
}

impl LoopLike for ForOp<()> {
    fn loop_regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![op.region(0)]
    }
    fn induction_vars(&self, op: OpRef) -> Vec<Value> {
        entry_args(op).take(1).map(|value| value.id).collect()
    }
    fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
        op.operand_range(ForOp::INITS_OPERAND)
    }
    fn region_iter_args(&self, op: OpRef) -> Vec<Value> {
        entry_args(op).skip(1).map(|value| value.id).collect()
    }
    fn yielded_values(&self, op: OpRef) -> Vec<Value> {
        let last = op.region(0).entry().and_then(BlockRef::last_op);
        last.map_or(Vec::new(), |last| value_ids(last.operands()))
    }
    fn loop_results(&self, op: OpRef) -> Option<Vec<Value>> {
        Some(value_ids(op.results()))
    }
    fn bounds(&self, op: OpRef) -> Option<LoopBounds> {
        let this = ForOp::from_id(op.id);
        let constant = |value: i64| vec![ValueOrAttr::Attr(op.cx().i64_attr(value))];
        Some(LoopBounds {
            lower: constant(this.constant_lower_bound(op.body)?),
            upper: constant(this.constant_upper_bound(op.body)?),
            step: constant(this.step(op.body)),
        })
    }
}

/// Parses a bound and adds its operands: a value, an integer, or a map with operands.
fn parse_bound(parser: &mut dyn OpAsmParser, state: &mut OpState, is_lower: bool) -> Parsed<()> {
    let (word, slot, which) =
        if is_lower { ("max", ForOp::LOWER_BOUND_MAP, "lower") } else { ("min", ForOp::UPPER_BOUND_MAP, "upper") };
    let has_word = parser.try_token(word);
    let operands = parser.operand_list(Delimiter::None)?;
    let name_pos = parser.name_pos();
    if operands.len() > 1 {
        return Err(parser.error_at(name_pos, "expected only one loop bound operand"));
    }
    if !operands.is_empty() {
        parser.resolve_same(&operands, Type::INDEX, state)?;
        state.set_prop(slot, map_attr(parser.cx(), AffineMap::symbol_identity()));
        return Ok(());
    }
    let pos = parser.pos();
    let attr = parser.parse_attr(Some(Type::INDEX))?;
    let cx = parser.cx();
    if let Some(map) = attr.as_affine_map(cx).cloned() {
        state.set_prop(slot, attr);
        let (n_dims, n_operands) = parse_index_operands(parser, state)?;
        if map.n_dims() as usize != n_dims {
            return Err(parser.error_at(name_pos, "dim operand count and affine map dim count must match"));
        }
        if map.n_inputs() as usize != n_operands {
            return Err(parser.error_at(name_pos, "symbol operand count and affine map symbol count must match"));
        }
        if map.n_results() > 1 && !has_word {
            let message = format!("{which} loop bound affine map with multiple results requires '{word}' prefix");
            return Err(parser.error_at(pos, &message));
        }
        return Ok(());
    }
    let Some(value) = attr.as_i64(cx) else {
        return Err(parser.error_at(name_pos, "expected valid affine map representation for loop bounds"));
    };
    state.set_prop(slot, map_attr(cx, AffineMap::constant(value)));
    Ok(())
}

/// Parses `step 2` if it is next.
fn parse_step(parser: &mut dyn OpAsmParser) -> Parsed<Attr> {
    if !parser.try_token("step") {
        return Ok(parser.cx().index_attr(1));
    }
    let pos = parser.pos();
    let step = parser.parse_attr(Some(Type::INDEX))?;
    let Some((value, _)) = step.as_integer(parser.cx()) else {
        return Err(parser.error_at(pos, "invalid kind of attribute specified"));
    };
    if value.is_negative() {
        return Err(parser.error_at(pos, "expected step to be representable as a positive signed integer"));
    }
    Ok(step)
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let induction_var = Argument { ty: Type::INDEX, ..parser.argument(false, false)? };
    parser.asm().token("=")?;
    parse_bound(parser, state, true)?;
    let n_lower = state.operands.len();
    if !parser.try_token("to") {
        return Err(parser.asm().error("expected 'to' between bounds"));
    }
    parse_bound(parser, state, false)?;
    let n_upper = state.operands.len() - n_lower;
    let step = parse_step(parser)?;
    state.set_prop(ForOp::STEP, step);
    let mut carried = Assignments::default();
    if parser.try_token("iter_args") {
        carried = parser.assignments()?;
        state.result_types = arrow_types(parser)?.into();
        let types = state.result_types.clone();
        for ((arg, &init), &ty) in carried.args.iter_mut().zip(&carried.inits).zip(&types) {
            arg.ty = ty;
            parser.resolve_same(&[init], ty, state)?;
        }
    }
    let sizes = [n_lower, n_upper, carried.inits.len()].map(|size| size as i32);
    state.set_prop(ForOp::OPERAND_SEGMENT_SIZES, parser.cx().i32_array(&sizes));
    if carried.args.len() != state.result_types.len() {
        let pos = parser.name_pos();
        return Err(parser.error_at(pos, "mismatch between the number of loop-carried values and results"));
    }
    parser.parse_region(state, &[vec![induction_var], carried.args].concat())?;
    state.no_inference = true;
    parser.attr_dict(state)
}

/// Parses `-> type` or `-> (types)`.
fn arrow_types(parser: &mut dyn OpAsmParser) -> Parsed<Vec<Type>> {
    parser.asm().token("->")?;
    parser.asm().type_or_types()
}

/// Prints a bound, in short form if it is a constant or one symbol.
fn print_bound(printer: &mut dyn AsmPrinter, op: OpRef, field: usize, slot: usize, word: &str) {
    let (map, operands) = (map_prop(op, slot), op.operand_field(field));
    if let [expr] = map.results() {
        if let (0, Some(value)) = (map.n_inputs(), expr.as_constant()) {
            return printer.text(&value.to_string());
        }
        if (map.n_dims(), map.n_symbols()) == (0, 1) && expr.as_symbol().is_some() {
            return printer.operand(operands[0]);
        }
    } else {
        printer.text(word);
        printer.text(" ");
    }
    printer.attr(op.prop(slot).expect("required properties were checked"));
    print_dims_and_symbols(printer, &operands, map.n_dims() as usize);
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let mut args = entry_args(op);
    printer.text(" ");
    if let Some(induction_var) = args.next() {
        printer.region_argument(induction_var, Attr::EMPTY_DICT, true);
    }
    printer.text(" = ");
    print_bound(printer, op, 0, ForOp::LOWER_BOUND_MAP, "max");
    printer.text(" to ");
    print_bound(printer, op, 1, ForOp::UPPER_BOUND_MAP, "min");
    let step = op.get(ForOp::step);
    if step != 1 {
        printer.text(&format!(" step {step}"));
    }
    let inits = op.values(ForOp::inits);
    let is_carrying = !inits.is_empty();
    if is_carrying {
        printer.assignments(" iter_args", args, inits.into_iter());
        printer.text(" -> (");
        printer.types(op.results().map(ValueRef::ty));
        printer.text(")");
    }
    printer.text(" ");
    print_body(printer, op.region(0), is_carrying);
    printer.attr_dict(op, &["lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"]);
}
