//! The operations that declare the components of a definition.

use rmlir::prelude::*;

use crate::attrs::VariadicityArrayAttr;
use crate::names::check_parts;
use crate::syntax::{parse_attributes, parse_counted, parse_named, print_attributes, print_list};
use crate::types::{AttributeType, RegionType};

/// Define the constraints on parameters of a type/attribute definition.
#[op(
    name = "irdl.parameters",
    traits(HasParent),
    parents("irdl.attribute", "irdl.type"),
    verify = verify_parameters,
    custom(NamedValueList = (parse_named, print_list)),
    format = "`` custom<NamedValueList>($args, $names) attr-dict"
)]
pub struct ParametersOp {
    #[operand]
    args: Vec<AttributeType>,
    #[prop]
    names: StrArrayAttr,
}

fn verify_parameters(op: OpRef) -> Checked {
    check_names(op, "parameter", ParametersOp::NAMES)
}

fn check_names(op: OpRef, what: &str, slot: usize) -> Checked {
    check_parts(op, what, op.prop(slot).unwrap_or(Attr::EMPTY_ARRAY))
}

/// Define the operands of an operation.
///
/// If more than one is `optional` or `variadic`, the operation has an attribute `operandSegmentSizes` with the number
/// of values of each operand.
///
/// ```mlir
/// irdl.operands(of: %0, scale: optional %1, rest: variadic %0)
/// ```
#[op(
    name = "irdl.operands",
    traits(HasParent),
    parents("irdl.operation"),
    verify = verify_operands,
    custom(NamedValueListWithVariadicity = (parse_counted, print_list)),
    format = "`` custom<NamedValueListWithVariadicity>($args, $names, $variadicity) attr-dict"
)]
pub struct OperandsOp {
    #[operand]
    args: Vec<AttributeType>,
    #[prop]
    names: StrArrayAttr,
    #[prop]
    variadicity: VariadicityArrayAttr,
}

fn verify_operands(op: OpRef) -> Checked {
    check_counted(op, "operand", OperandsOp::NAMES, op.get(OperandsOp::variadicity))
}

fn check_counted(op: OpRef, what: &str, names: usize, variadicity: VariadicityArrayAttr) -> Checked {
    let n_counts = variadicity.elements(op.cx()).len();
    if op.n_operands() != n_counts {
        let words = format!("the number of {what}s and their variadicities must be the same, but got");
        return Err(op.error(format!("{words} {} and {n_counts} respectively", op.n_operands())));
    }
    check_names(op, what, names)
}

/// Define the results of an operation.
///
/// If more than one is `optional` or `variadic`, the operation has an attribute `resultSegmentSizes` with the number of
/// values of each result.
#[op(
    name = "irdl.results",
    traits(HasParent),
    parents("irdl.operation"),
    verify = verify_results,
    custom(NamedValueListWithVariadicity = (parse_counted, print_list)),
    format = "`` custom<NamedValueListWithVariadicity>($args, $names, $variadicity) attr-dict"
)]
pub struct ResultsOp {
    #[operand]
    args: Vec<AttributeType>,
    #[prop]
    names: StrArrayAttr,
    #[prop]
    variadicity: VariadicityArrayAttr,
}

fn verify_results(op: OpRef) -> Checked {
    check_counted(op, "result", ResultsOp::NAMES, op.get(ResultsOp::variadicity))
}

/// Define the attributes of an operation.
///
/// ```mlir
/// irdl.attributes {"scale" = %0, "mode" = %1}
/// ```
#[op(
    name = "irdl.attributes",
    traits(HasParent),
    parents("irdl.operation"),
    verify = verify_attributes,
    custom(AttributesOp = (parse_attributes, print_attributes)),
    format = "custom<AttributesOp>($attributeValues, $attributeValueNames) attr-dict"
)]
pub struct AttributesOp {
    #[operand]
    attributeValues: Vec<AttributeType>,
    #[prop]
    attributeValueNames: StrArrayAttr,
}

fn verify_attributes(op: OpRef) -> Checked {
    let n_names = op.get(AttributesOp::attributeValueNames).len();
    if n_names == op.n_operands() {
        return Ok(());
    }
    let words = "the number of attribute names and their constraints must be the same but got";
    Err(op.error(format!("{words} {n_names} and {} respectively", op.n_operands())))
}

/// Define a region of an operation.
///
/// With parentheses, the arguments of the entry block are constrained; without, they are arbitrary.
///
/// ```mlir
/// %0 = irdl.region(%i32, %i64) with size 3
/// ```
#[op(
    name = "irdl.region",
    traits(HasParent),
    parents("irdl.operation"),
    verify = verify_region,
    format = "`` (`(` $entryBlockArgs $constrainedArguments^ `)`)? `` (` ` `with` `size` $numberOfBlocks^)? attr-dict"
)]
pub struct RegionOp {
    #[operand]
    entryBlockArgs: Vec<AttributeType>,
    #[prop]
    numberOfBlocks: Option<I32Attr>,
    #[prop]
    constrainedArguments: UnitAttr,
    #[result]
    output: RegionType,
}

fn verify_region(op: OpRef) -> Checked {
    let number = op.get(RegionOp::numberOfBlocks);
    match number {
        Some(number) if number <= 0 => {
            Err(op.error(format!("the number of blocks is expected to be >= 1 but got {number}")))
        }
        _ => Ok(()),
    }
}

/// Define the names of the regions of an operation. The regions are those of `irdl.region` operations, in order.
#[op(
    name = "irdl.regions",
    traits(HasParent),
    parents("irdl.operation"),
    verify = verify_regions,
    custom(NamedValueList = (parse_named, print_list)),
    format = "`` custom<NamedValueList>($args, $names) attr-dict"
)]
pub struct RegionsOp {
    #[operand]
    args: Vec<RegionType>,
    #[prop]
    names: StrArrayAttr,
}

fn verify_regions(op: OpRef) -> Checked {
    check_names(op, "region", RegionsOp::NAMES)
}
