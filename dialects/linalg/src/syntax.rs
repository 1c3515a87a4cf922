//! Syntax that structured operations share:
//! `{attributes} ins(%a, %b : types) outs(%c : types) -> types`.

use rmlir::core::asm::Unresolved;
use rmlir::core::name::OpName;
use rmlir::prelude::*;
use rmlir_arith::FastMathFlags;

use crate::YieldOp;
use crate::attrs::TypeFn;
use crate::compute::build_block;
use crate::structured::{Structured, element_type, inits};

/// The attribute that keeps the indexing maps of an operation.
pub(crate) const KEPT_MAPS: &str = "linalg.memoized_indexing_maps";
const SEGMENTS: &str = "operandSegmentSizes";

/// The types of the operands that were parsed.
#[derive(Default)]
pub(crate) struct Operands {
    pub inputs: Vec<Type>,
    pub inits: Vec<Type>,
}

impl Operands {
    pub fn all(&self) -> impl Iterator<Item = Type> {
        self.inputs.iter().chain(&self.inits).copied()
    }
}

/// Parses `<properties> {attributes} ins(..) outs(..)`.
pub(crate) fn parse_operands(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<Operands> {
    if parser.try_token("<") {
        parser.attr_dict(state)?;
        parser.asm().token(">")?;
    }
    parser.attr_dict(state)?;
    let (inputs, input_types, inputs_pos) = parse_group(parser, "ins")?;
    let (inits, init_types, inits_pos) = parse_group(parser, "outs")?;
    parser.resolve_each(&inputs, &input_types, inputs_pos, state)?;
    parser.resolve_each(&inits, &init_types, inits_pos, state)?;
    if state.name.def(parser.cx()).is_some_and(|def| def.prop_index(SEGMENTS).is_some()) {
        let sizes = parser.cx().i32_array(&[inputs.len() as i32, inits.len() as i32]);
        state.set_attr(parser.cx(), SEGMENTS, sizes);
    }
    Ok(Operands { inputs: input_types, inits: init_types })
}

fn parse_group(parser: &mut dyn OpAsmParser, word: &str) -> Parsed<(Vec<Unresolved>, Vec<Type>, u32)> {
    if !parser.try_token(word) {
        return Ok((Vec::new(), Vec::new(), parser.pos()));
    }
    parser.asm().token("(")?;
    let pos = parser.pos();
    let operands = parser.operand_list(Delimiter::None)?;
    parser.asm().token(":")?;
    let types = parser.asm().type_list()?;
    parser.asm().token(")")?;
    Ok((operands, types, pos))
}

/// Prints ` ins(..) outs(..)`.
pub(crate) fn print_operands(printer: &mut dyn AsmPrinter, op: OpRef) {
    let operands: Vec<ValueRef> = op.operands().collect();
    let (inputs, inits) = operands.split_at(inits(op).start.min(operands.len()));
    for (word, group) in [("ins", inputs), ("outs", inits)] {
        if group.is_empty() {
            continue;
        }
        printer.text(&format!(" {word}("));
        printer.operands(group.iter().copied());
        printer.text(" : ");
        printer.types(group.iter().map(|value| value.ty()));
        printer.text(")");
    }
}

/// Parses a named operation, whose region is not part of the textual format.
pub(crate) fn parse_named(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    read_named(parser, state).map(|_| ())
}

/// As [`parse_named`]; returns the types of the operands.
pub(crate) fn read_named(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<Operands> {
    let pos = parser.pos();
    let operands = parse_operands(parser, state)?;
    parser.attr_dict(state)?;
    state.result_types = parser.asm().optional_arrow_types()?.into();
    state.no_inference = true;
    let def = state.name.def(parser.cx()).expect("the operation that is read is registered");
    let named = def.interface::<dyn Structured>().expect("named operations are structured");
    let n_wanted = named.n_region_args_of(parser.cx(), state);
    let types: Vec<Type> = operands.all().collect();
    if n_wanted != types.len() {
        let message = format!(
            "[parseNamedStructuredOpRegion] ods-gen generated region expects {n_wanted} args, got {}",
            types.len()
        );
        return Err(parser.asm().error(message));
    }
    let Some(computation) = named.computation(parser.cx(), state) else {
        return Err(parser.error_at(pos, "unsupported function"));
    };
    let args: Vec<(Type, Loc)> = types.iter().map(|&ty| (element_type(parser.cx(), ty), Loc::UNKNOWN)).collect();
    let mut outcome = Ok(());
    parser.build_region(state, &mut |rw, region| {
        rw.set_loc(Loc::UNKNOWN);
        outcome = build_block(rw, region, &args, computation);
    });
    if let Err(message) = outcome {
        return Err(parser.error_at(pos, &message));
    }
    if let Some(maps) = named.kept_maps(parser.cx(), state) {
        state.set_attr(parser.cx(), KEPT_MAPS, maps);
    }
    Ok(operands)
}

/// Prints a named operation after its name.
pub(crate) fn print_named(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_named_without(printer, op, &[SEGMENTS, KEPT_MAPS]);
}

/// As [`print_named`], without these attributes.
pub(crate) fn print_named_without(printer: &mut dyn AsmPrinter, op: OpRef, elided: &[&str]) {
    printer.attr_dict(op, elided);
    print_operands(printer, op);
    print_results(printer, op);
}

/// Prints ` -> types` unless there are none.
pub(crate) fn print_results(printer: &mut dyn AsmPrinter, op: OpRef) {
    let types: Vec<Type> = op.results().map(ValueRef::ty).collect();
    printer.optional_arrow_types(&types);
}

/// The cast of an operation that is being parsed.
pub(crate) fn cast_of(cx: &Context, state: &OpState) -> TypeFn {
    state.get_attr(cx, "cast").and_then(|cast| TypeFn::from_attr(cx, cast)).unwrap_or(TypeFn::CastSigned)
}

/// An operation that is short for a region with only this operation.
pub(crate) struct Payload {
    name: OpName,
    attrs: Vec<NamedAttr>,
}

/// Parses `{ dialect.op {attributes} }` if a brace is next.
pub(crate) fn parse_payload(parser: &mut dyn OpAsmParser) -> Parsed<Option<Payload>> {
    if !parser.try_token("{") {
        return Ok(None);
    }
    let pos = parser.pos();
    let Some(name) = parser.try_any_keyword() else {
        return Err(parser.error_at(pos, "expected bare identifier or keyword"));
    };
    let mut attrs = Vec::new();
    parser.parse_attr_dict(&mut attrs)?;
    parser.asm().token("}")?;
    let name = parser.cx().op_name(name.str(parser.cx()));
    Ok(Some(Payload { name, attrs }))
}

/// The region arguments that are the operands of the region's only operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PayloadOperands {
    /// The arguments of the inputs.
    Inputs,
    /// The argument of the first init, then those of the inputs, in the short form; in the
    /// region the init is the last one.
    InitFirst,
}

/// Builds the region of the short form `payload`.
pub(crate) fn build_payload(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    payload: &Payload,
    order: PayloadOperands,
) {
    let loc = Loc::at(parser.name_pos());
    let operands = state.operands.clone();
    parser.build_region(state, &mut |rw, region| {
        let types: Vec<Type> = operands.iter().map(|&operand| rw.ty(operand).element_or_self(rw)).collect();
        let block = rw.create_block(region, &types, &vec![Loc::UNKNOWN; types.len()]);
        let args = rw.args(block).to_vec();
        let Some((&last, first)) = args.split_last() else { return };
        let values: Vec<Value> = match order {
            PayloadOperands::Inputs => first.to_vec(),
            PayloadOperands::InitFirst => std::iter::once(last).chain(first.iter().copied()).collect(),
        };
        let mut inner = OpState::new(payload.name).at(loc).operands(&values).results(&[rw.ty(last)]);
        for attr in &payload.attrs {
            inner.set_attr(rw.cx(), attr.name.str(rw.cx()), attr.value);
        }
        let inner = rw.create_state(inner);
        let results = rw.results(inner).to_vec();
        rw.create(YieldOp::build(&results).at(loc));
    });
}

/// The only operation of a region, if the short form can represent the region.
pub(crate) fn payload_of(op: OpRef, order: PayloadOperands) -> Option<OpRef> {
    let entry = op.region(0).entry()?;
    let mut ops = entry.ops();
    let (payload, last, None) = (ops.next()?, ops.next()?, ops.next()) else { return None };
    let args: Vec<Value> = value_ids(entry.args());
    let wanted: Vec<Value> = match (order, args.split_first(), args.split_last()) {
        (PayloadOperands::Inputs, _, Some((_, inputs))) => inputs.to_vec(),
        (PayloadOperands::InitFirst, Some((&first, rest)), _) => rest.iter().copied().chain([first]).collect(),
        _ => return None,
    };
    let yields_it = last.n_operands() == 1 && last.operand(0).defining_op().is_some_and(|op| op.id == payload.id);
    (payload.n_operands() > 0 && value_ids(payload.operands()) == wanted && yields_it).then_some(payload)
}

/// Prints ` { dialect.op {attributes} }`.
pub(crate) fn print_payload(printer: &mut dyn AsmPrinter, payload: OpRef) {
    printer.text(" { ");
    printer.text(payload.name_str());
    let cx = payload.cx();
    let no_flags = FastMathFlags::None.attr(cx);
    let elided: Vec<&str> = payload
        .body
        .all_attrs(payload.id)
        .iter()
        .filter(|attr| attr.value == no_flags)
        .map(|attr| attr.name.str(cx))
        .take(1)
        .collect();
    printer.attr_dict(payload, &elided);
    printer.text(" }");
}

/// Parses `(%a: type, ..) {..}`: a region with named arguments.
pub(crate) fn parse_region_with_args(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let mut args = Vec::new();
    parser.token_in("(", "argument list")?;
    if !parser.try_token(")") {
        args.push(parser.argument(true, true)?);
        while parser.try_token(",") {
            args.push(parser.argument(true, true)?);
        }
        parser.token_in(")", "argument list")?;
    }
    parser.parse_full_region(state, &args)
}

/// Prints a region with named arguments, on a line of its own, as [`parse_region_with_args`] expects it.
pub(crate) fn print_region_with_args(printer: &mut dyn AsmPrinter, region: RegionRef) {
    printer.indent(true);
    printer.newline();
    printer.text("(");
    for (index, arg) in region.entry().into_iter().flat_map(BlockRef::args).enumerate() {
        printer.text(if index > 0 { ", " } else { "" });
        printer.region_argument(arg, Attr::EMPTY_DICT, false);
    }
    printer.text(") ");
    printer.region(region, RegionPrint { entry_args: false, ..RegionPrint::default() });
    printer.indent(false);
}

/// Parses `name = [1, 2]` as property `slot`.
pub(crate) fn parse_dims(parser: &mut dyn OpAsmParser, state: &mut OpState, name: &str, slot: usize) -> Parsed<()> {
    parser.asm().keyword(name)?;
    parser.asm().token("=")?;
    let mut numbers = Vec::new();
    parser.asm().list(Delimiter::Square, |parser| {
        numbers.push(parser.integer()?);
        Ok(())
    })?;
    state.set_prop(slot, parser.cx().i64_array(&numbers));
    Ok(())
}

/// Prints ` name = [1, 2] `.
pub(crate) fn print_dims(printer: &mut dyn AsmPrinter, name: &str, numbers: &[i64]) {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    printer.text(&format!(" {name} = [{}] ", numbers.join(", ")));
}

/// Adds the results of an operation whose textual format has no result types.
pub(crate) fn add_tensor_results(cx: &Context, state: &mut OpState, operands: &Operands) {
    let tensors = operands.inits.iter().filter(|ty| (AnyRankedTensor.check)(cx, **ty));
    state.result_types.extend(tensors.copied());
    state.no_inference = true;
}
