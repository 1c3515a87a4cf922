//! `affine.parallel`: a loop nest whose iterations may be executed in any order.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::asm::Unresolved;
use rmlir::core::dense;
use rmlir::core::opdef::AttrConstraint;
use rmlir::core::params::load_enum;
use rmlir::core::props::PropType;
use rmlir::prelude::*;
use rmlir_arith::AtomicRmwKind;

use crate::for_op::Bound;
use crate::syntax::{map_attr, map_prop, parse_map_of_values, print_body, print_map_of_values};

#[allow(non_upper_case_globals)] // As for the constraints of the core.
static Reductions: AttrConstraint = ArrayAttr
    .refined("Reduction ops", |cx, attr| each(cx, attr, <AtomicRmwKind as rmlir::core::params::Param>::CONSTRAINT));
/// The type of attributes that satisfy it.
pub type Reductions = ArrayOf<Reduction>;

/// The type of the cases, which are stored as integers.
pub enum Reduction {}
impl PropType for Reduction {
    type Rust<'c> = AtomicRmwKind;
    fn load(cx: &Context, attr: Attr) -> Option<AtomicRmwKind> {
        load_enum(cx, attr)
    }
}

/// A loop nest whose iterations may be executed in any order or concurrently.
///
/// All lower bounds are results of one map, in groups whose maximum is the bound of a loop; all upper bounds of
/// another, in groups whose minimum is the bound. Each result is a reduction of the yielded values.
///
/// ```mlir
/// %sum = affine.parallel (%i, %j) = (0, max(%a, %b)) to (%n, 10) step (1, 2) reduce ("addf") -> (f32) {
///   %x = affine.load %m[%i, %j] : memref<100x100xf32>
///   affine.yield %x : f32
/// }
/// ```
#[op(name = "affine.parallel", eval,
     traits(AutomaticAllocationScope, HasParallelRegion, RecursiveMemoryEffects, SingleBlock),
     interfaces(LoopLike, Speculatable), terminator = "affine.yield", fold, verify, parse = parse,
     print = print)]
pub struct ParallelOp {
    /// The reduction operation of each result: kinds of atomic read-modify-write.
    #[prop]
    reductions: Reductions,
    #[prop]
    lowerBoundsMap: AffineMapAttr,
    /// The number of map results for the lower bound of each loop.
    #[prop]
    lowerBoundsGroups: I32ElementsAttr,
    #[prop]
    upperBoundsMap: AffineMapAttr,
    /// The number of map results for the upper bound of each loop.
    #[prop]
    upperBoundsGroups: I32ElementsAttr,
    #[prop]
    steps: I64ArrayAttr,
    #[operand]
    mapOperands: Vec<Index>,
    #[result]
    results: Vec<AnyType>,
    #[region]
    region: SizedRegion1,
}

impl ParallelOp {
    /// Creates a loop over one dimension at the insertion point, with an empty region.
    pub fn create(
        rw: &mut Rewriter,
        loc: Loc,
        types: &[Type],
        reductions: &[AtomicRmwKind],
        [lower, upper]: [&Bound; 2],
        step: i64,
    ) -> ParallelOp {
        let cx = rw.cx();
        let kinds: Vec<Attr> = reductions.iter().map(|&kind| rmlir::core::params::store_enum(cx, kind)).collect();
        let group = |bound: &Bound| groups_attr(cx, &[bound.0.n_results() as i32]);
        let build = ParallelOp::build(
            types,
            &[&lower.1[..], &upper.1].concat(),
            cx.array_attr(&kinds),
            map_attr(cx, lower.0.clone()),
            group(lower),
            map_attr(cx, upper.0.clone()),
            group(upper),
            steps_attr(cx, &[step]),
        );
        rw.create(build.at(loc))
    }

    /// Whether a loop can reduce values of this type by this operation.
    pub fn can_reduce(cx: &Context, kind: AtomicRmwKind, ty: Type) -> bool {
        combines(cx, kind, ty)
    }

    /// The block of the body.
    pub fn body(self, body: &Body) -> BlockId {
        body.entry(self.region(body)).expect("a loop has a body")
    }

    /// The map of all lower bounds and its operands.
    pub fn lower_bounds(self, body: &Body) -> (AffineMap, Vec<Value>) {
        bounds_of(OpRef::new(body, self.id()), true)
    }

    /// The map of all upper bounds and its operands.
    pub fn upper_bounds(self, body: &Body) -> (AffineMap, Vec<Value>) {
        bounds_of(OpRef::new(body, self.id()), false)
    }

    /// The lower bound map of each loop, over the operands of all.
    pub fn lower_bound_maps(self, body: &Body) -> Vec<AffineMap> {
        let op = OpRef::new(body, self.id());
        split_by(op.get(Self::lowerBoundsMap), &groups_of(op, Self::LOWER_BOUNDS_GROUPS))
    }

    /// The upper bound map of each loop, over the operands of all.
    pub fn upper_bound_maps(self, body: &Body) -> Vec<AffineMap> {
        let op = OpRef::new(body, self.id());
        split_by(op.get(Self::upperBoundsMap), &groups_of(op, Self::UPPER_BOUNDS_GROUPS))
    }
}

pub(crate) fn bounds_of(op: OpRef, is_lower: bool) -> (AffineMap, Vec<Value>) {
    let n_lower = op.get(ParallelOp::lowerBoundsMap).n_inputs() as usize;
    let n_lower = n_lower.min(op.n_operands());
    let (slot, range) = match is_lower {
        true => (ParallelOp::LOWER_BOUNDS_MAP, 0..n_lower),
        false => (ParallelOp::UPPER_BOUNDS_MAP, n_lower..op.n_operands()),
    };
    (map_prop(op, slot).clone(), range.map(|index| op.operand(index).id).collect())
}

pub(crate) fn groups_of(op: OpRef, slot: usize) -> Vec<usize> {
    let elements = op.prop(slot).and_then(|groups| groups.dense_elements(op.cx())).unwrap_or_default();
    let sizes = elements.into_iter().filter_map(|size| size.as_i64(op.cx()));
    sizes.map(|size| size as u32 as usize).collect()
}

/// One map for each group of results.
fn split_by(map: &AffineMap, groups: &[usize]) -> Vec<AffineMap> {
    let mut start = 0;
    let mut maps = Vec::with_capacity(groups.len());
    for &size in groups {
        maps.push(map.slice_map(start, size));
        start += size;
    }
    maps
}

/// The attribute that holds the sizes of groups.
pub(crate) fn groups_attr(cx: &Context, sizes: &[i32]) -> Attr {
    let shape = Box::from([sizes.len() as i64]);
    let ty = cx.ty(TypeData::RankedTensor { shape, element: Type::I32, encoding: None });
    let elements: Vec<Attr> = sizes.iter().map(|&size| cx.i32_attr(size)).collect();
    dense::from_elements(cx, ty, &elements).expect("integers are elements of a tensor of integers")
}

fn steps_attr(cx: &Context, steps: &[i64]) -> Attr {
    cx.array_attr(&steps.iter().map(|&step| cx.i64_attr(step)).collect::<Vec<_>>())
}

impl LoopLike for ParallelOp {
    fn loop_regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![op.region(0)]
    }
}

/// Whether `kind` is defined for values of type `ty`.
fn combines(cx: &Context, kind: AtomicRmwKind, ty: Type) -> bool {
    use AtomicRmwKind::*;
    let has_sign = |wanted: Signedness| matches!(ty.data(cx), TypeData::Integer { sign, .. } if *sign == wanted);
    match kind {
        Assign => true,
        Addf | Mulf | Maximumf | Maxnumf | Minimumf | Minnumf => ty.float_kind(cx).is_some(),
        Addi | Muli | Ori | Andi | Xori => ty.is_integer(cx),
        Maxs | Mins => has_sign(Signedness::Signed),
        Maxu | Minu => has_sign(Signedness::Unsigned),
    }
}

/// Bounds during parsing: an expression for each result, with the operands of its dimensions and symbols.
#[derive(Default)]
struct ReadBounds {
    results: Vec<(AffineExpr, Vec<Unresolved>, Vec<Unresolved>)>,
    groups: Vec<i32>,
}

impl ReadBounds {
    /// Parses one bound: an expression, or several after `word`.
    fn parse_one(&mut self, parser: &mut dyn OpAsmParser, word: &str) -> Parsed<()> {
        let delimiter = if parser.try_token(word) { Delimiter::Paren } else { Delimiter::None };
        let (exprs, dims, symbols) = parser.parse_affine_of_ssa(delimiter)?;
        self.groups.push(exprs.len() as i32);
        self.results.extend(exprs.into_iter().map(|expr| (expr, dims.clone(), symbols.clone())));
        Ok(())
    }

    /// Resolves all operands and adds them without duplicates; returns the map over them.
    fn resolve(self, parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<AffineMap> {
        let (mut dims, mut symbols) = (Vec::new(), Vec::new());
        let (mut dim_exprs, mut symbol_exprs) = (Vec::new(), Vec::new());
        for (_, operands, _) in &self.results {
            dim_exprs.push(resolve_once(parser, operands, &mut dims, AffineExpr::dim)?);
        }
        for (.., operands) in &self.results {
            symbol_exprs.push(resolve_once(parser, operands, &mut symbols, AffineExpr::symbol)?);
        }
        let exprs = self.results.iter().zip(dim_exprs).zip(symbol_exprs);
        let results: Vec<AffineExpr> =
            exprs.map(|(((expr, ..), dims), symbols)| expr.replace_dims_and_symbols(&dims, &symbols)).collect();
        state.operands.extend(dims.iter().chain(&symbols).copied());
        Ok(AffineMap::new(dims.len() as u32, symbols.len() as u32, results))
    }
}

/// Resolves `operands` and adds those that are new to `known`; returns their inputs of the map.
fn resolve_once(
    parser: &mut dyn OpAsmParser,
    operands: &[Unresolved],
    known: &mut Vec<Value>,
    input: fn(u32) -> AffineExpr,
) -> Parsed<Vec<AffineExpr>> {
    let mut inputs = Vec::with_capacity(operands.len());
    for &operand in operands {
        let value = parser.resolve(operand, Type::INDEX)?;
        let position = known.iter().position(|&other| other == value).unwrap_or_else(|| {
            known.push(value);
            known.len() - 1
        });
        inputs.push(input(position as u32));
    }
    Ok(inputs)
}

/// Parses `(%a, min(%b, %c), ..)`.
fn parse_bounds(parser: &mut dyn OpAsmParser, state: &mut OpState, is_lower: bool) -> Parsed<()> {
    let (word, map_slot, groups_slot) = match is_lower {
        true => ("max", ParallelOp::LOWER_BOUNDS_MAP, ParallelOp::LOWER_BOUNDS_GROUPS),
        false => ("min", ParallelOp::UPPER_BOUNDS_MAP, ParallelOp::UPPER_BOUNDS_GROUPS),
    };
    let mut read = ReadBounds::default();
    parser.asm().token("(")?;
    if !parser.try_token(")") {
        read.parse_one(parser, word)?;
        while parser.try_token(",") {
            read.parse_one(parser, word)?;
        }
        parser.asm().token(")")?;
    }
    let groups = groups_attr(parser.cx(), &read.groups);
    let map = read.resolve(parser, state)?;
    state.set_prop(map_slot, map_attr(parser.cx(), map));
    state.set_prop(groups_slot, groups);
    Ok(())
}

/// Parses `step (1, 2)` if it is next.
fn parse_steps(parser: &mut dyn OpAsmParser, n_loops: usize) -> Parsed<Attr> {
    if !parser.try_token("step") {
        return Ok(steps_attr(parser.cx(), &vec![1; n_loops]));
    }
    let read = parse_map_of_values(parser, Delimiter::Paren)?;
    match read.map.constant_results() {
        Some(steps) => Ok(steps_attr(parser.cx(), &steps)),
        None => {
            let pos = parser.name_pos();
            Err(parser.error_at(pos, "steps must be constant integers"))
        }
    }
}

/// Parses `reduce ("addf", ..)` if it is next.
fn parse_reductions(parser: &mut dyn OpAsmParser) -> Parsed<Attr> {
    let mut reductions = Vec::new();
    if parser.try_token("reduce") {
        parser.asm().token("(")?;
        loop {
            reductions.push(parse_reduction(parser)?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token(")")?;
    }
    Ok(parser.cx().array_attr(&reductions))
}

fn parse_reduction(parser: &mut dyn OpAsmParser) -> Parsed<Attr> {
    let pos = parser.pos();
    let attr = parser.parse_attr(Some(Type::NONE))?;
    let cx = parser.cx();
    if attr.as_bytes(cx).is_none() {
        return Err(parser.error_at(pos, "invalid kind of attribute specified"));
    }
    let value = attr.as_str(cx).and_then(|word| AtomicRmwKind::ENUM.value(word));
    match value.and_then(AtomicRmwKind::from_value) {
        Some(kind) => Ok(rmlir::core::params::store_enum(cx, kind)),
        None => {
            let message = format!("invalid reduction value: {}", cx.show_attr(attr));
            Err(parser.error_at(pos, &message))
        }
    }
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let args = parser.index_arguments()?;
    parser.asm().token("=")?;
    parse_bounds(parser, state, true)?;
    parser.asm().keyword("to")?;
    parse_bounds(parser, state, false)?;
    let steps = parse_steps(parser, args.len())?;
    state.set_prop(ParallelOp::STEPS, steps);
    let reductions = parse_reductions(parser)?;
    state.set_prop(ParallelOp::REDUCTIONS, reductions);
    state.result_types = parser.asm().optional_arrow_types()?.into();
    parser.parse_region(state, &args)?;
    parser.attr_dict(state)
}

/// Prints `(%a, min(%b, %c), ..)`.
fn print_bounds(printer: &mut dyn AsmPrinter, op: OpRef, is_lower: bool) {
    let (word, groups_slot) =
        if is_lower { ("max", ParallelOp::LOWER_BOUNDS_GROUPS) } else { ("min", ParallelOp::UPPER_BOUNDS_GROUPS) };
    let (map, operands) = bounds_of(op, is_lower);
    let operands: Vec<ValueRef> = operands.into_iter().map(|value| ValueRef::new(op.body, value)).collect();
    printer.text("(");
    for (index, bound) in split_by(&map, &groups_of(op, groups_slot)).into_iter().enumerate() {
        printer.text(if index > 0 { ", " } else { "" });
        let is_group = bound.n_results() != 1;
        if is_group {
            printer.text(word);
            printer.text("(");
        }
        print_map_of_values(printer, &bound, &operands);
        if is_group {
            printer.text(")");
        }
    }
    printer.text(")");
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" (");
    if let Some(entry) = op.region(0).entry() {
        printer.operands(entry.args());
    }
    printer.text(") = ");
    print_bounds(printer, op, true);
    printer.text(" to ");
    print_bounds(printer, op, false);
    let steps = op.get(ParallelOp::steps);
    if steps.iter().any(|&step| step != 1) {
        let steps: Vec<String> = steps.iter().map(i64::to_string).collect();
        printer.text(&format!(" step ({})", steps.join(", ")));
    }
    let has_results = op.n_results() > 0;
    if has_results {
        let kinds = op.get(ParallelOp::reductions);
        let words: Vec<_> = kinds.iter().filter_map(|kind| AtomicRmwKind::ENUM.keyword(kind.value())).collect();
        printer.text(&format!(" reduce (\"{}\") -> (", words.join("\", \"")));
        printer.types(op.results().map(ValueRef::ty));
        printer.text(")");
    }
    printer.text(" ");
    print_body(printer, op.region(0), has_results);
    let elided = ["reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups", "steps"];
    printer.attr_dict(op, &elided);
}
