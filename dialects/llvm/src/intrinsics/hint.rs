//! Optimization hints, traps and debug information.

use rmlir::core::memory_slot::PromotableOp;
use rmlir::interp::Eval;
use rmlir::prelude::*;

use super::intrinsics;
use crate::attrs::debug::{DIExpressionAttr, DILabelAttr, DILocalVariableAttr};
use crate::ops::bundle;
use crate::types::constraint::*;

intrinsics! {
    SsaCopyIntr "llvm.intr.ssa.copy" (Pure, SameOperandsAndResultType) { operand: AnyType } [] -> res: Compatible = "$operand attr-dict `:` type($operand)";
    IsConstantIntr "llvm.intr.is.constant" (Pure) { val: Compatible } [] -> res: I1;
    ExpectIntr "llvm.intr.expect" (Pure, SameOperandsAndResultType) { val: SignlessInt, expected: SignlessInt } [] -> res: Compatible = "$val `,` $expected attr-dict `:` type($val)";
    ExpectWithProbabilityIntr "llvm.intr.expect.with.probability" (Pure) types(T = SignlessInt) { val: T, expected: T } [prob: F64Attr] -> res: T = "$val `,` $expected `,` $prob attr-dict `:` type($val)";
    TrapIntr "llvm.intr.trap" () {} [] = "attr-dict";
    DebugtrapIntr "llvm.intr.debugtrap" () {} [] = "attr-dict";
    UbsantrapIntr "llvm.intr.ubsantrap" () {} [failureKind: I8Attr] = "prop-dict attr-dict";
    EhTypeidForIntr "llvm.intr.eh.typeid.for" () { type_info: Pointer } [] -> res: Compatible = "$type_info attr-dict `:` functional-type(operands, results)";
    DbgLabelIntr "llvm.intr.dbg.label" () {} [label: DILabelAttr] = "$label attr-dict";
    VarAnnotationIntr "llvm.intr.var.annotation" () types(A = Pointer) { val: Pointer, annotation: A, fileName: A, line: I32, attr: A } [];
    AnnotationIntr "llvm.intr.annotation" () types(A = Pointer) { integer: SignlessInt, annotation: A, fileName: A, line: I32 } [] -> res: SignlessInt;
}

fn no_expression(cx: &Context) -> Attr {
    DIExpressionAttr::get(cx, None).attr()
}

/// The address of a source variable.
#[op(name = "llvm.intr.dbg.declare", eval, interfaces(PromotableOp), parse = parse_variable, print = print_variable)]
pub struct DbgDeclareIntr {
    #[operand]
    addr: Pointer,
    #[prop]
    varInfo: DILocalVariableAttr,
    #[prop(default = no_expression)]
    locationExpr: DIExpressionAttr,
}

/// The value of a source variable.
#[op(name = "llvm.intr.dbg.value", eval, interfaces(PromotableOp), parse = parse_variable, print = print_variable)]
pub struct DbgValueIntr {
    #[operand]
    value: Compatible,
    #[prop]
    varInfo: DILocalVariableAttr,
    #[prop(default = no_expression)]
    locationExpr: DIExpressionAttr,
}

/// `variable [expression] = %value : type`
fn parse_variable(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let variable = parser.parse_attr(None)?;
    state.set_attr(parser.cx(), "varInfo", variable);
    if parser.at_hash() {
        let expression = parser.parse_attr(None)?;
        state.set_attr(parser.cx(), "locationExpr", expression);
    }
    parser.asm().token("=")?;
    let value = parser.operand()?;
    let ty = parser.asm().colon_type()?;
    parser.attr_dict(state)?;
    parser.resolve_same(&[value], ty, state)
}

fn print_variable(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    if let Some(variable) = op.attr("varInfo") {
        printer.attr(variable);
    }
    if let Some(expression) = op.attr("locationExpr").filter(|&attr| attr != no_expression(op.cx())) {
        printer.text(" ");
        printer.attr(expression);
    }
    printer.text(" = ");
    printer.operand(op.operand(0));
    printer.text(" : ");
    printer.ty(op.operand(0).ty());
    printer.attr_dict(op, &["varInfo", "locationExpr"]);
}

/// Declares that a condition holds; otherwise the behaviour is undefined.
#[op(name = "llvm.intr.assume", eval, verify = verify_assume, parse = parse_assume, print = print_assume)]
pub struct AssumeIntr {
    #[operand]
    cond: I1,
    #[operand]
    op_bundle_operands: Vec<Compatible>,
    #[prop]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[prop]
    op_bundle_tags: Option<ArrayAttr>,
}

fn verify_assume(op: OpRef) -> Checked {
    bundle::verify(op, AssumeIntr::OP_BUNDLE_OPERANDS_OPERAND, AssumeIntr::OP_BUNDLE_SIZES, AssumeIntr::OP_BUNDLE_TAGS)
}

fn parse_assume(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let condition = parser.operand()?;
    let bundles = bundle::parse(parser)?;
    if let Some(tags) = bundles.tags(parser.cx()) {
        state.set_prop(AssumeIntr::OP_BUNDLE_TAGS, tags);
    }
    let ty = parser.asm().colon_type()?;
    parser.attr_dict(state)?;
    parser.resolve_same(&[condition], ty, state)?;
    bundles.resolve(parser, state, AssumeIntr::OP_BUNDLE_SIZES)?;
    Ok(())
}

fn print_assume(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(AssumeIntr::cond));
    if let Some(tags) = op.get(AssumeIntr::op_bundle_tags) {
        printer.text(" ");
        // As in upstream, an empty list of tags still prints a space.
        if !tags.is_empty() {
            bundle::print(printer, op, op.operand_range(1), AssumeIntr::OP_BUNDLE_SIZES, AssumeIntr::OP_BUNDLE_TAGS);
        }
    }
    printer.text(" : ");
    printer.ty(op.value(AssumeIntr::cond).ty());
    printer.attr_dict(op, &["op_bundle_sizes", "op_bundle_tags"]);
}
