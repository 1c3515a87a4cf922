//! Operations that are printed as the only operation in their region.

use rmlir::core::Loc;
use rmlir::core::asm::RegionPrint;
use rmlir::prelude::*;

/// Terminates a block, with operands.
#[op(name = "test.return", traits(Pure, ReturnLike, Terminator))]
pub struct ReturnOp {
    #[operand(name = "")]
    operands: Vec<AnyType>,
}

/// Has the results of the operation in its region, and is printed as the generic form of that.
#[op(
    name = "test.wrapping_region",
    traits(SingleBlock),
    terminator = "test.return",
    parse = parse_wrapping_region,
    print = print_wrapping_region
)]
pub struct WrappingRegionOp {
    #[result(name = "")]
    outputs: Vec<AnyType>,
    #[region]
    region: SizedRegion1,
}

fn parse_wrapping_region(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parser.asm().keyword("wraps")?;
    let wrapped = parser.parse_generic_op()?;
    let (mut types, mut loc) = (Vec::new(), Loc::UNKNOWN);
    parser.build_region(state, &mut |rw, region| {
        let block = rw.create_block(region, &[], &[]);
        rw.at_end(block);
        rw.insert(wrapped);
        loc = rw.loc(wrapped);
        types = rw.result_types(wrapped).collect();
        give_results(rw, wrapped, loc);
    });
    state.result_types.extend(types);
    state.loc = Some(loc);
    Ok(())
}

/// Terminates the block with the results of `op`.
fn give_results(rw: &mut Rewriter, op: OpId, loc: Loc) {
    let results = rw.results(op).to_vec();
    let state = OpState::named(rw.cx(), ReturnOp::DEF.name).operands(&results).at(loc);
    rw.create_state(state);
}

fn print_wrapping_region(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" wraps ");
    printer.generic_op(wrapped(op));
}

/// The wrapped operation.
fn wrapped(op: OpRef) -> OpRef {
    op.region(0).blocks().next().and_then(|block| block.ops().next()).expect("one block, which ends")
}

/// The operation that is omitted from the syntax.
const SPECIAL: &str = "test.special.op";

/// Wraps an operation on both operands: [`SPECIAL`], whose syntax is omitted, or any other.
#[op(
    name = "test.pretty_printed_region",
    traits(SingleBlock),
    terminator = "test.return",
    parse = parse_pretty_printed,
    print = print_pretty_printed
)]
pub struct PrettyPrintedRegionOp {
    #[operand]
    input1: AnyType,
    #[operand]
    input2: AnyType,
    #[result(name = "")]
    output: AnyType,
    #[region]
    region: SizedRegion1,
}

fn parse_pretty_printed(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let pos = parser.pos();
    let operands = parser.operand_list(Delimiter::None)?;
    if !parser.try_token("start") {
        return parser.parse_generic_rest(state, &operands);
    }
    let name = parser.parse_op_name()?;
    parser.asm().keyword("end")?;
    parser.asm().token(":")?;
    let type_pos = parser.pos();
    let ty = parser.parse_type()?;
    let Some((inputs, outputs)) = ty.function(parser.cx()).map(|(i, o)| (i.to_vec(), o.to_vec())) else {
        return Err(parser.error_at(
            type_pos,
            &format!(
                "invalid kind of type specified: expected builtin.function, but found '{}'",
                parser.cx().show_type(ty)
            ),
        ));
    };
    let loc = parser.try_location()?.unwrap_or(Loc::at(pos));
    parser.resolve_each(&operands, &inputs, pos, state)?;
    parser.build_region(state, &mut |rw, region| {
        let block = rw.create_block(region, &inputs, &vec![loc; inputs.len()]);
        rw.at_end(block);
        let arguments = rw.args(block).to_vec();
        let inner = rw.create_state(OpState::new(name).operands(&arguments).results(&outputs).at(loc));
        give_results(rw, inner, loc);
    });
    state.result_types.extend(outputs);
    state.loc = Some(loc);
    Ok(())
}

fn print_pretty_printed(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operands(op.operands());
    if wrapped(op).name_str() == SPECIAL {
        printer.text(&format!(" start {SPECIAL} end"));
    } else {
        printer.text(" (");
        printer.region(op.region(0), RegionPrint::default());
        printer.text(")");
    }
    printer.text(" : ");
    printer.functional_type(op);
}
