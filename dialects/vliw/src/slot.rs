//! Operations in bundles: slots, branches, rotation.

use rmlir::core::asm::{Argument, Assignments};
use rmlir::prelude::*;

use crate::{RegType, element};

/// An operation that is issued in a bundle.
///
/// Its class determines its timing; `way` is the index of the reservation alternative, followed by the instances of its
/// units. Its region computes the values that are written from those that are read; they become visible after the
/// latency of the class. If its predicate register is 0 the operation has no effect, but reserves its units.
///
/// ```mlir
/// vliw.slot @add way 0 on [1] if %p : !vliw.reg<i1> reads (%a = %r) : !vliw.reg<f32> writes %s : !vliw.reg<f32> {
///   %y = arith.addf %a, %a : f32
///   vliw.yield %y : f32
/// }
/// ```
#[op(name = "vliw.slot", eval = rmlir::interp::eval::nothing, traits(AttrSizedOperandSegments, HasParent, SingleBlock), parents("vliw.bundle"),
     interfaces(AsmNames), terminator = "vliw.yield", verify_regions, parse = parse_slot, print = print_slot)]
pub struct SlotOp {
    #[operand]
    predicate: Option<RegType>,
    #[operand]
    reads: Vec<RegType>,
    #[operand]
    writes: Vec<RegType>,
    #[prop]
    class: FlatSymbolRefAttr,
    #[prop]
    way: I64Attr,
    #[prop]
    instances: DenseI64ArrayAttr,
    #[region]
    body: SizedRegion1,
}

impl AsmNames for SlotOp<()> {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("vliw")
    }
}

/// Terminates the region of a slot and yields the values that are written.
#[op(name = "vliw.yield", traits(Pure, ReturnLike, Terminator, HasParent), parents("vliw.slot"),
     eval = rmlir::interp::eval::yields, format = "attr-dict ($values^ `:` type($values))?")]
pub struct YieldOp {
    #[operand]
    values: Vec<AnyType>,
}

/// A branch to the first successor of its block.
///
/// With `counts` it decrements a register without delay, and is taken if the result is greater than 0; with
/// `if` it is taken if a predicate register is 1. It takes effect after the machine's delay in bundles, which
/// must be at the end of its block.
#[op(
    name = "vliw.branch", eval = rmlir::interp::eval::nothing,
    traits(AttrSizedOperandSegments, HasParent),
    parents("vliw.bundle"),
    format = "$class `way` $way `on` $instances (`counts` $counter^ `:` type($counter))? \
               (`if` $predicate^ `:` type($predicate))? attr-dict"
)]
pub struct BranchOp {
    #[operand]
    counter: Option<RegType>,
    #[operand]
    predicate: Option<RegType>,
    #[prop]
    class: FlatSymbolRefAttr,
    #[prop]
    way: I64Attr,
    #[prop]
    instances: DenseI64ArrayAttr,
}

/// Rotates the rotating registers by one at the end of its bundle.
#[op(name = "vliw.rotate", eval = rmlir::interp::eval::nothing, traits(HasParent), parents("vliw.bundle"), format = "attr-dict")]
pub struct RotateOp {}

fn parse_slot(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let class = parser.asm().symbol_name()?;
    parser.asm().keyword("way")?;
    let way = parser.asm().integer()?;
    parser.asm().keyword("on")?;
    let mut instances = Vec::new();
    parser.asm().list(Delimiter::Square, |parser| {
        instances.push(parser.integer()?);
        Ok(())
    })?;
    let cx = parser.cx();
    state.set_prop(SlotOp::CLASS, cx.symbol_ref(class));
    state.set_prop(SlotOp::WAY, cx.i64_attr(way));
    state.set_prop(SlotOp::INSTANCES, cx.i64_array(&instances));
    let mut segments = [0, 0, 0];
    if parser.try_token("if") {
        let predicate = parser.operand()?;
        let ty = parser.asm().colon_type()?;
        parser.resolve_same(&[predicate], ty, state)?;
        segments[0] = 1;
    }
    let args = parse_reads(parser, state)?;
    segments[1] = args.len() as i32;
    if parser.try_token("writes") {
        segments[2] = parse_typed(parser, state)? as i32;
    }
    let sizes = parser.cx().i32_array(&segments);
    state.set_prop(SlotOp::OPERAND_SEGMENT_SIZES, sizes);
    parser.attr_dict_with_keyword(state)?;
    parser.parse_region(state, &args)
}

/// Parses `reads (%a = %r, ..) : types`: the arguments of the region.
fn parse_reads(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<Vec<Argument>> {
    if !parser.try_token("reads") {
        return Ok(Vec::new());
    }
    let pos = parser.pos();
    let Assignments { mut args, inits } = parser.assignments()?;
    parser.asm().token(":")?;
    let types = parser.asm().type_list()?;
    parser.resolve_each(&inits, &types, pos, state)?;
    for (arg, &ty) in args.iter_mut().zip(&types) {
        let Some(element) = element(parser.cx(), ty) else {
            return Err(parser.error_at(pos, "expected registers"));
        };
        arg.ty = element;
    }
    Ok(args)
}

/// Parses `%r, .. : types`; returns the number of registers.
fn parse_typed(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<usize> {
    let pos = parser.pos();
    let registers = parser.operand_list(Delimiter::None)?;
    parser.asm().token(":")?;
    let types = parser.asm().type_list()?;
    parser.resolve_each(&registers, &types, pos, state)?;
    Ok(registers.len())
}

fn print_slot(printer: &mut dyn AsmPrinter, op: OpRef) {
    let cx = op.cx();
    printer.text(" ");
    printer.symbol_name(op.get(SlotOp::class).str(cx));
    let way = op.get(SlotOp::way);
    let instances = op.get(SlotOp::instances);
    let instances = instances.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    printer.text(&format!(" way {way} on [{instances}]"));
    for predicate in op.values(SlotOp::predicate) {
        printer.text(" if ");
        printer.operand(predicate);
        printer.text(" : ");
        printer.ty(predicate.ty());
    }
    let reads = op.values(SlotOp::reads);
    let args: Vec<ValueRef> = op.region(0).entry().map_or_else(Vec::new, |entry| entry.args().collect());
    if !reads.is_empty() {
        printer.assignments(" reads ", args, reads.iter().copied());
        printer.text(" : ");
        printer.types(reads.iter().map(|register| register.ty()));
    }
    let writes = op.values(SlotOp::writes);
    if !writes.is_empty() {
        printer.text(" writes ");
        printer.operands(writes.iter().copied());
        printer.text(" : ");
        printer.types(writes.iter().map(|register| register.ty()));
    }
    printer.attr_dict_with_keyword(op, &["class", "way", "instances", "operandSegmentSizes"]);
    printer.text(" ");
    let terminators = !writes.is_empty();
    printer.region(op.region(0), RegionPrint { entry_args: false, terminators, empty_block: false });
}
