//! What a pattern matches: operations with their attributes, operands, results and types.

use rmlir::core::constraints::*;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::types::*;

/// A condition in the language of the program that applies the pattern, by its name.
///
/// ```mlir
/// pdl.apply_native_constraint "is_small"(%value, %attr : !pdl.value, !pdl.attribute)
/// %limit = pdl.apply_native_constraint "limit"(%root : !pdl.operation) : !pdl.attribute
/// ```
#[op(
    name = "pdl.apply_native_constraint",
    traits(HasParent),
    parents("pdl.pattern"),
    verify = verify_constraint,
    format = "$name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict"
)]
pub struct ApplyNativeConstraintOp {
    #[prop]
    name: StrAttr,
    #[prop(name = "isNegated", default = not_negated)]
    is_negated: BoolAttr,
    #[operand]
    args: Vec<AnyHandle>,
    #[result]
    results: Vec<AnyHandle>,
}

fn not_negated(cx: &Context) -> Attr {
    cx.bool_attr(false)
}

fn verify_constraint(op: OpRef) -> Checked {
    if op.n_operands() == 0 { Err(op.error("expected at least one argument")) } else { Ok(()) }
}

/// An attribute, of any type and value, of a type, or with a value.
///
/// ```mlir
/// %any = pdl.attribute
/// %typed = pdl.attribute : %type
/// %hello = pdl.attribute = "hello"
/// ```
#[op(name = "pdl.attribute", verify, format = "(`:` $valueType^)? (`=` $value^)? attr-dict-with-keyword")]
pub struct AttributeOp {
    #[operand(name = "valueType")]
    expected_type: Option<TypeType>,
    #[prop]
    value: Option<AnyAttr>,
    #[result]
    attr: AttributeType,
}

/// An operand that no operation of the pattern defines.
///
/// ```mlir
/// %any = pdl.operand
/// %typed = pdl.operand : %type
/// ```
#[op(name = "pdl.operand", traits(HasParent), parents("pdl.pattern"), verify, format = "(`:` $valueType^)? attr-dict")]
pub struct OperandOp {
    #[operand(name = "valueType")]
    expected_type: Option<TypeType>,
    #[result]
    value: ValueType,
}

/// Operands that no operation of the pattern defines.
///
/// ```mlir
/// %any = pdl.operands
/// %typed = pdl.operands : %types
/// ```
#[op(name = "pdl.operands", traits(HasParent), parents("pdl.pattern"), verify, format = "(`:` $valueType^)? attr-dict")]
pub struct OperandsOp {
    #[operand(name = "valueType")]
    expected_type: Option<RangeOfTypes>,
    #[result]
    value: RangeOfValues,
}

/// An operation: one that is matched or, in a rewrite, one that is created.
///
/// ```mlir
/// %op = pdl.operation "my.op"(%a, %b : !pdl.value, !pdl.value) {"attr" = %attr} -> (%type : !pdl.type)
/// ```
#[op(
    name = "pdl.operation",
    traits(AttrSizedOperandSegments),
    verify,
    custom(OperationOpAttributes = (parse_attributes, print_attributes)),
    format = "($opName^)? (`(` $operandValues^ `:` type($operandValues) `)`)? \
              custom<OperationOpAttributes>($attributeValues, $attributeValueNames) \
              (`->` `(` $typeValues^ `:` type($typeValues) `)`)? attr-dict"
)]
pub struct OperationOp {
    #[prop(name = "opName")]
    op_name: Option<StrAttr>,
    #[operand(name = "operandValues")]
    operand_values: Vec<OneOrRangeOfValues>,
    #[operand(name = "attributeValues")]
    attribute_values: Vec<AttributeType>,
    #[prop(name = "attributeValueNames")]
    attribute_value_names: StrArrayAttr,
    #[operand(name = "typeValues")]
    type_values: Vec<OneOrRangeOfTypes>,
    #[result]
    op: OperationType,
}

/// `{"name" = %attribute, ..}`
fn parse_attributes(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let (mut names, mut operands) = (Vec::new(), Vec::new());
    if parser.asm().try_token("{") {
        loop {
            let pos = parser.asm().pos();
            let name = parser.asm().parse_attr(Some(Type::NONE))?;
            if name.as_bytes(parser.cx()).is_none() {
                return Err(parser.asm().error_at(pos, "invalid kind of attribute specified"));
            }
            names.push(name);
            parser.asm().token("=")?;
            operands.push(parser.operand()?);
            if !parser.asm().try_token(",") {
                break;
            }
        }
        parser.asm().token("}")?;
    }
    args[0] = DirectiveArg::Operands(operands);
    args[1] = DirectiveArg::Attr(parser.cx().array_attr(&names));
    Ok(true)
}

fn print_attributes(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::Operand(values), DirectiveField::Prop(names)] = args else { return };
    let names = op.prop(*names).and_then(|names| names.as_array(op.cx())).unwrap_or_default();
    for (index, (&name, value)) in names.iter().zip(op.operand_field(*values)).enumerate() {
        // Upstream prints a second space here.
        printer.text(if index == 0 { " {" } else { ", " });
        printer.attr(name);
        printer.text(" = ");
        printer.operand(value);
    }
    if !names.is_empty() {
        printer.text("}");
    }
}

/// A result of an operation.
///
/// ```mlir
/// %result = pdl.result 1 of %op
/// ```
#[op(name = "pdl.result", traits(Pure), format = "$index `of` $parent attr-dict")]
pub struct ResultOp {
    #[operand]
    parent: OperationType,
    #[prop]
    index: I32Attr,
    #[result]
    val: ValueType,
}

/// All results of an operation, or a group of them.
///
/// ```mlir
/// %all = pdl.results of %op
/// %second = pdl.results 1 of %op -> !pdl.range<value>
/// ```
#[op(name = "pdl.results", traits(Pure), verify = verify_results,
     custom(ResultsValueType = (parse_results_type, print_results_type)),
     format = "($index^)? `of` $parent custom<ResultsValueType>(ref($index), type($val)) attr-dict")]
pub struct ResultsOp {
    #[operand]
    parent: OperationType,
    #[prop]
    index: Option<I32Attr>,
    #[result]
    val: OneOrRangeOfValues,
}

/// `-> type` after an index.
fn parse_results_type(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let ty = match args[0] {
        DirectiveArg::Attr(index) if index != Attr::ABSENT => {
            parser.asm().token("->")?;
            parser.asm().parse_type()?
        }
        _ => range_of_values(parser.cx()),
    };
    args[1] = DirectiveArg::Types(vec![ty]);
    Ok(true)
}

fn print_results_type(printer: &mut dyn AsmPrinter, op: OpRef, _: &[DirectiveField]) {
    if op.get(ResultsOp::index).is_some() {
        printer.text("-> ");
        printer.ty(op.result(0).ty());
    }
}

fn verify_results(op: OpRef) -> Checked {
    let ty = op.result(0).ty();
    if op.get(ResultsOp::index).is_none() && ValueType::from_type(op.cx(), ty).is_some() {
        let shown = op.cx().show_type(ty);
        return Err(
            op.error(format!("expected `pdl.range<value>` result type when no index is specified, but got: '{shown}'"))
        );
    }
    Ok(())
}

/// A type, any or this one.
///
/// ```mlir
/// %any = pdl.type
/// %i32 = pdl.type : i32
/// ```
#[op(name = "pdl.type", verify, format = "attr-dict (`:` $constantType^)?")]
pub struct TypeOp {
    #[prop(name = "constantType")]
    constant_type: Option<TypeAttr>,
    #[result]
    result: TypeType,
}

/// Types, any or these.
///
/// ```mlir
/// %any = pdl.types
/// %known = pdl.types : [i32, i64]
/// ```
#[op(name = "pdl.types", verify, format = "attr-dict (`:` $constantTypes^)?")]
pub struct TypesOp {
    #[prop(name = "constantTypes")]
    constant_types: Option<TypeArrayAttr>,
    #[result]
    result: RangeOfTypes,
}
