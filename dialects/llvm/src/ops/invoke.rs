//! Calls that may unwind, and their unwind destinations.

use std::ops::Range;

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::interfaces::CallOp as CallInterface;
use rmlir::core::successors::Target;
use rmlir::prelude::*;

use super::branch::function_around;
use super::call::{arguments_of, parse_vararg, print_callee, print_vararg, verify_variadic};
use super::cast::BitcastOp;
use super::constant::{AddressOfOp, ZeroOp};
use super::flags::*;
use super::func::LLVMFuncOp;
use super::{bundle, keyword};
use crate::attrs::enums::CConv;
use crate::types::ArrayType;
use crate::types::constraint::*;

/// Calls a function that may unwind, to a block that starts with `llvm.landingpad`.
#[op(name = "llvm.invoke", eval = rmlir::interp::eval::exceptions, traits(AttrSizedOperandSegments, Terminator), interfaces(BranchOp, CallInterface, InferUniformity),
     verify = verify_invoke, parse = parse_invoke, print = print_invoke)]
pub struct InvokeOp {
    #[prop]
    var_callee_type: Option<LlvmFunctionType>,
    #[prop]
    callee: Option<FlatSymbolRefAttr>,
    #[operand]
    callee_operands: Vec<Compatible>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[operand]
    normalDestOperands: Vec<Compatible>,
    #[operand]
    unwindDestOperands: Vec<Compatible>,
    #[prop]
    branch_weights: Option<DenseI32ArrayAttr>,
    #[prop(default = ccc)]
    CConv: CConv,
    #[operand]
    op_bundle_operands: Vec<Compatible>,
    #[prop]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[prop]
    op_bundle_tags: Option<ArrayAttr>,
    #[result]
    result: Option<Compatible>,
    #[successor]
    normalDest: AnySuccessor,
    #[successor]
    unwindDest: AnySuccessor,
}

impl BranchOp for InvokeOp {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(op.operand_range(1 + index))
    }
}

impl CallInterface for InvokeOp {
    fn callee_prop(&self) -> Option<usize> {
        Some(InvokeOp::CALLEE)
    }
    fn arguments(&self, op: OpRef) -> Range<usize> {
        arguments_of(op, InvokeOp::CALLEE)
    }
}

fn parse_invoke(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let convention = keyword::parse_or(parser, CConv::C);
    state.set_prop(InvokeOp::C_CONV, convention.attr(parser.cx()));
    let mut operands: Vec<_> = parser.try_operand()?.into_iter().collect();
    let is_direct = operands.is_empty();
    if is_direct {
        let callee = keyword::parse_callee(parser)?;
        state.set_prop(InvokeOp::CALLEE, callee);
    }
    operands.extend(parser.operand_list(Delimiter::Paren)?);
    parser.asm().keyword("to")?;
    let normal = Target::parse(parser)?;
    parser.asm().keyword("unwind")?;
    let unwind = Target::parse(parser)?;
    if let Some(ty) = parse_vararg(parser)? {
        state.set_prop(InvokeOp::VAR_CALLEE_TYPE, ty);
    }
    let bundles = bundle::parse(parser)?;
    if let Some(tags) = bundles.tags(parser.cx()) {
        state.set_prop(InvokeOp::OP_BUNDLE_TAGS, tags);
    }
    parser.attr_dict(state)?;
    bundle::parse_signature(parser, state, is_direct, &operands)?;
    let n_normal = normal.resolve(parser, state)?;
    let n_unwind = unwind.resolve(parser, state)?;
    let n_bundled = bundles.resolve(parser, state, InvokeOp::OP_BUNDLE_SIZES)?;
    let sizes = parser.cx().i32_array(&[operands.len() as i32, n_normal, n_unwind, n_bundled]);
    state.set_prop(InvokeOp::OPERAND_SEGMENT_SIZES, sizes);
    Ok(())
}

fn print_invoke(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    keyword::print_unless(printer, op.get(InvokeOp::CConv), CConv::C);
    print_callee(printer, op, InvokeOp::CALLEE);
    let arguments = arguments_of(op, InvokeOp::CALLEE);
    printer.text("(");
    printer.operands(arguments.clone().map(|index| op.operand(index)));
    printer.text(") to ");
    Target::print(printer, op, 0, op.operand_range(1));
    printer.text(" unwind ");
    Target::print(printer, op, 1, op.operand_range(2));
    print_vararg(printer, op, InvokeOp::VAR_CALLEE_TYPE);
    if op.get(InvokeOp::op_bundle_tags).is_some() {
        printer.text(" ");
        bundle::print(printer, op, op.operand_range(3), InvokeOp::OP_BUNDLE_SIZES, InvokeOp::OP_BUNDLE_TAGS);
    }
    let elided = [
        "callee",
        "operandSegmentSizes",
        "CConv",
        "var_callee_type",
        "op_bundle_sizes",
        "op_bundle_tags",
        "arg_attrs",
        "res_attrs",
    ];
    printer.attr_dict(op, &elided);
    printer.text(" : ");
    if op.get(InvokeOp::callee).is_none() {
        printer.ty(op.operand(0).ty());
        printer.text(", ");
    }
    bundle::print_signature(printer, op, arguments, [InvokeOp::ARG_ATTRS, InvokeOp::RES_ATTRS]);
}

fn verify_invoke(op: OpRef) -> Checked {
    verify_variadic(op, InvokeOp::VAR_CALLEE_TYPE, arguments_of(op, InvokeOp::CALLEE))?;
    match op.successors().nth(1).and_then(|block| block.first_op()) {
        None => return Err(op.plain_error("must have at least one operation in unwind destination")),
        Some(first) if !first.is::<LandingpadOp>() => {
            let text = "first operation in unwind destination should be a llvm.landingpad operation";
            return Err(op.plain_error(text));
        }
        Some(_) => {}
    }
    bundle::verify(op, InvokeOp::OP_BUNDLE_OPERANDS_OPERAND, InvokeOp::OP_BUNDLE_SIZES, InvokeOp::OP_BUNDLE_TAGS)
}

/// Specifies the exceptions that a block catches.
///
/// ```mlir
/// %0 = llvm.landingpad cleanup (catch %type : !llvm.ptr) : !llvm.struct<(ptr, i32)>
/// ```
#[op(name = "llvm.landingpad", eval = rmlir::interp::eval::exceptions, verify = verify_landingpad, parse = parse_landingpad, print = print_landingpad)]
pub struct LandingpadOp {
    #[prop]
    cleanup: Option<UnitAttr>,
    #[operand]
    clauses: Vec<Compatible>,
    #[result]
    res: Compatible,
}

fn parse_landingpad(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    if parser.try_token("cleanup") {
        state.set_prop(LandingpadOp::CLEANUP, Attr::UNIT);
    }
    while parser.try_token("(") {
        if !parser.try_token("filter") && !parser.try_token("catch") {
            break;
        }
        let operand = parser.operand()?;
        let ty = parser.asm().colon_type()?;
        parser.resolve_same(&[operand], ty, state)?;
        parser.asm().token(")")?;
    }
    let ty = parser.asm().colon_type()?;
    state.result_types.push(ty);
    Ok(())
}

fn print_landingpad(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(if op.get(LandingpadOp::cleanup) { " cleanup " } else { " " });
    for value in op.operands() {
        let is_filter = ArrayType::from_type(op.cx(), value.ty()).is_some();
        printer.text(if is_filter { "(filter " } else { "(catch " });
        printer.operand(value);
        printer.text(" : ");
        printer.ty(value.ty());
        printer.text(") ");
    }
    printer.attr_dict(op, &["cleanup"]);
    printer.text(": ");
    printer.ty(op.result(0).ty());
}

fn verify_landingpad(op: OpRef) -> Checked {
    let function = function_around(op);
    if function.is_some_and(|function| function.get(LLVMFuncOp::personality).is_none()) {
        return Err(op.plain_error("llvm.landingpad needs to be in a function with a personality"));
    }
    if !op.get(LandingpadOp::cleanup) && op.n_operands() == 0 {
        let text = "landingpad instruction expects at least one clause or cleanup attribute";
        return Err(op.plain_error(text));
    }
    for (index, value) in op.operands().enumerate() {
        verify_clause(op, index, value)?;
    }
    Ok(())
}

/// A caught type is a constant.
fn verify_clause(op: OpRef, index: usize, value: ValueRef) -> Checked {
    if ArrayType::from_type(op.cx(), value.ty()).is_some() {
        return Ok(());
    }
    let by = value.defining_op();
    if by.is_some_and(|by| by.is::<ZeroOp>() || by.is::<AddressOfOp>()) {
        return Ok(());
    }
    let Some(bitcast) = by.filter(|by| by.is::<BitcastOp>()) else {
        return Err(op.plain_error(format!("clause #{index} is not a known constant - null, addressof, bitcast")));
    };
    if bitcast.value(BitcastOp::arg).defining_op().is_some_and(|by| by.is::<AddressOfOp>()) {
        return Ok(());
    }
    let text = "global addresses expected as operand to bitcast used in clauses for landingpad";
    Err(Box::new(op.plain_error("constant clauses expected").note(bitcast.loc().place(op.cx()), text)))
}
