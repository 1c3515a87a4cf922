//! Selection of values by predicates.

use rmlir::prelude::*;

use crate::types::{PredType, PredicateLike, n_lanes};

/// Selects one of two values by a predicate, or lane by lane by a mask.
///
/// The value that is not selected may be poison.
///
/// ```mlir
/// %x = pvec.select %p, %a, %b : i32
/// %y = pvec.select %m, %v, %w : !pvec.mask<8>, vector<8xf32>
/// ```
#[op(name = "pvec.select", traits(Pure), interfaces(SelectLike), eval, fold, verify = verify_select,
     parse = parse_select, print = print_select)]
pub struct SelectOp {
    #[operand]
    predicate: PredicateLike,
    #[operand]
    true_value: T,
    #[operand]
    false_value: T,
    #[result]
    result: T,
}

impl SelectLike for SelectOp<()> {
    fn parts(&self) -> (usize, usize, usize) {
        (0, 1, 2)
    }
}

/// Verifies that a mask and a value have the same number of lanes.
pub(crate) fn verify_lanes(op: OpRef, predicate: Type, value: Type) -> Checked {
    let Some(lanes) = n_lanes(op.cx(), predicate) else { return Ok(()) };
    if value.is_vector(op.cx()) && value.shape(op.cx()) == Some(&[lanes]) {
        return Ok(());
    }
    let shown = op.cx().show_type(value);
    Err(op.error(format!("has a mask of {lanes} lanes for a value of type '{shown}'")))
}

fn verify_select(op: OpRef) -> Checked {
    verify_lanes(op, op.value(SelectOp::predicate).ty(), op.result(0).ty())
}

/// Parses `: [predicate type,] type`; the predicate type defaults to a predicate.
fn types(parser: &mut dyn OpAsmParser) -> Parsed<(Type, Type)> {
    let ty = parser.asm().colon_type()?;
    if parser.try_token(",") {
        return Ok((ty, parser.parse_type()?));
    }
    Ok((PredType::get(parser.cx()).ty(), ty))
}

fn print_types(printer: &mut dyn AsmPrinter, predicate: Type, ty: Type) {
    printer.text(" : ");
    if n_lanes(printer.cx(), predicate).is_some() {
        printer.ty(predicate);
        printer.text(", ");
    }
    printer.ty(ty);
}

fn parse_select(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let pos = parser.pos();
    let operands = parser.operands(3)?;
    parser.attr_dict(state)?;
    let (predicate, ty) = types(parser)?;
    state.result_types.push(ty);
    parser.resolve_each(&operands, &[predicate, ty, ty], pos, state)
}

fn print_select(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operands(op.operands());
    printer.attr_dict(op, &[]);
    print_types(printer, op.value(SelectOp::predicate).ty(), op.result(0).ty());
}

/// Selects the one of several values whose predicate is true, or lane by lane by masks.
///
/// At most one predicate is true; if none is, the result is poison.
///
/// ```mlir
/// %x = pvec.blend %a if %p, %b if %q, %c if %r : i32
/// ```
#[op(name = "pvec.blend", traits(AttrSizedOperandSegments, Pure), eval, fold,
     verify = verify_blend,
     parse = parse_blend, print = print_blend)]
pub struct BlendOp {
    #[operand]
    values: Vec<AnyType>,
    #[operand]
    predicates: Vec<PredicateLike>,
    #[result]
    result: AnyType,
}

fn verify_blend(op: OpRef) -> Checked {
    let [values, predicates] = [0, 1].map(|field| op.operand_field(field));
    if values.is_empty() || values.len() != predicates.len() {
        return Err(op.error("requires at least one value, and as many predicates as values"));
    }
    if values.iter().any(|value| value.ty() != op.result(0).ty()) {
        return Err(op.error("requires the same type for values and result"));
    }
    let ty = predicates[0].ty();
    if predicates.iter().any(|predicate| predicate.ty() != ty) {
        return Err(op.error("requires the same type for all predicates"));
    }
    verify_lanes(op, ty, op.result(0).ty())
}

fn parse_blend(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let (mut values, mut predicates) = (Vec::new(), Vec::new());
    loop {
        values.push(parser.operand()?);
        parser.asm().keyword("if")?;
        predicates.push(parser.operand()?);
        if !parser.try_token(",") {
            break;
        }
    }
    parser.attr_dict(state)?;
    let (predicate, ty) = types(parser)?;
    parser.resolve_same(&values, ty, state)?;
    parser.resolve_same(&predicates, predicate, state)?;
    let n = values.len() as i32;
    state.set_prop(BlendOp::OPERAND_SEGMENT_SIZES, parser.cx().i32_array(&[n, n]));
    state.result_types.push(ty);
    Ok(())
}

fn print_blend(printer: &mut dyn AsmPrinter, op: OpRef) {
    let [values, predicates] = [0, 1].map(|field| op.operand_field(field));
    for (at, (value, predicate)) in values.iter().zip(&predicates).enumerate() {
        printer.text(if at == 0 { " " } else { ", " });
        printer.operand(*value);
        printer.text(" if ");
        printer.operand(*predicate);
    }
    printer.attr_dict(op, &["operandSegmentSizes"]);
    print_types(printer, predicates[0].ty(), op.result(0).ty());
}
