//! Custom directives, as a dialect would implement them.

use rmlir_core::asm::{AsmPrinter, OpAsmParser, Parsed};
use rmlir_core::opdef::{CustomDirective, DirectiveArg, DirectiveField};
use rmlir_core::{DYNAMIC, OpRef, OpState};

/// `[%a, 4, %b]`: operands mixed with constants.
pub const DYNAMIC_INDEX_LIST: CustomDirective = CustomDirective { parse: parse_list, print: print_list };

fn parse_list(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let [DirectiveArg::Operands(operands), DirectiveArg::Attr(constants)] = args else {
        unreachable!("the directive takes operands and an attribute")
    };
    let mut values = Vec::new();
    parser.asm().token("[")?;
    while !parser.try_token("]") {
        if let Some(operand) = parser.try_operand()? {
            operands.push(operand);
            values.push(DYNAMIC);
        } else if let Some(value) = parser.try_integer()?.and_then(|value| value.sext_value()) {
            values.push(value);
        } else {
            return Err(parser.expected("SSA operand or integer"));
        }
        parser.try_token(",");
    }
    *constants = parser.cx().i64_array(&values);
    Ok(true)
}

fn print_list(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::Operand(operands), DirectiveField::Prop(constants)] = *args else {
        unreachable!("the directive takes operands and an attribute")
    };
    let constants = op.prop(constants).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    let mut operands = op.operand_field(operands).into_iter();
    printer.text("[");
    for (index, constant) in constants.into_iter().enumerate() {
        printer.text(if index > 0 { ", " } else { "" });
        match constant {
            DYNAMIC => operands.next().into_iter().for_each(|operand| printer.operand(operand)),
            constant => printer.text(&constant.to_string()),
        }
    }
    printer.text("]");
}

/// `default: ^a, 1: ^b`, one per line.
pub const SWITCH_OP_CASES: CustomDirective = CustomDirective { parse: parse_cases, print: print_cases };

fn parse_cases(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let [types, default, values, cases] = args else { unreachable!("the directive takes four arguments") };
    let (DirectiveArg::Types(types), DirectiveArg::Attr(values)) = (types, values) else {
        unreachable!("the first is a type, the third an attribute")
    };
    let (DirectiveArg::Successors(default), DirectiveArg::Successors(cases)) = (default, cases) else {
        unreachable!("the second and the fourth are successors")
    };
    parser.asm().keyword("default")?;
    parser.asm().token(":")?;
    default.push(parser.parse_successor()?);
    let mut constants = Vec::new();
    while parser.try_token(",") {
        let value = parser.asm().integer()?;
        constants.push(parser.cx().int_attr(types[0], value));
        parser.asm().token(":")?;
        cases.push(parser.parse_successor()?);
    }
    if !constants.is_empty() {
        *values = parser.cx().array_attr(&constants);
    }
    Ok(true)
}

fn print_cases(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::OperandType(_), DirectiveField::Successor(_), DirectiveField::Prop(values), _] = *args else {
        unreachable!("the directive takes four arguments")
    };
    let mut successors = op.successors();
    printer.text("  default: ");
    successors.next().into_iter().for_each(|default| printer.successor(default));
    let values = op.prop(values).and_then(|values| values.as_array(op.cx())).unwrap_or_default();
    for (value, block) in values.iter().zip(successors) {
        printer.text(",");
        printer.newline();
        printer.text("  ");
        printer.attr_without_type(*value);
        printer.text(": ");
        printer.successor(block);
    }
    printer.newline();
}
