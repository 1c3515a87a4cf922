//! The constraint operations: requirements on a type or an attribute.

use rmlir::prelude::*;

use crate::syntax::{parse_base, print_base};
use crate::types::AttributeType;

/// Constraints an attribute/type to be a specific attribute instance.
///
/// ```mlir
/// %0 = irdl.is i32
/// ```
#[op(
    name = "irdl.is",
    traits(HasParent, Pure),
    parents("irdl.type", "irdl.attribute", "irdl.operation"),
    format = "$expected ` ` attr-dict"
)]
pub struct IsOp {
    #[prop]
    expected: AnyAttr,
    #[result]
    output: AttributeType,
}

/// Constraints an attribute/type base.
///
/// The base is given by a reference to its definition, or by its name after `!` or `#`.
///
/// ```mlir
/// %0 = irdl.base @cmath::@complex
/// %1 = irdl.base "!builtin.integer"
/// ```
#[op(name = "irdl.base", traits(HasParent), parents("irdl.type", "irdl.attribute", "irdl.operation"),
     verify = verify_base, custom(Base = (parse_base, print_base)),
     format = "custom<Base>($base_ref, $base_name) ` ` attr-dict")]
pub struct BaseOp {
    #[prop]
    base_ref: Option<SymbolRefAttr>,
    #[prop]
    base_name: Option<StrAttr>,
    #[result]
    output: AttributeType,
}

fn verify_base(op: OpRef) -> Checked {
    let name = op.get(BaseOp::base_name);
    if name.is_some() == op.get(BaseOp::base_ref).is_some() {
        return Err(op.error("the base type or attribute should be specified by either a name or a reference"));
    }
    if name.is_some_and(|name| !name.starts_with(['!', '#'])) {
        return Err(op.error("the base type or attribute name should start with '!' or '#'"));
    }
    Ok(())
}

/// Constraints an attribute/type base and its parameters.
///
/// ```mlir
/// %1 = irdl.parametric @cmath::@complex<%0>
/// ```
#[op(
    name = "irdl.parametric",
    traits(HasParent, Pure),
    parents("irdl.type", "irdl.attribute", "irdl.operation"),
    format = "$base_type `<` $args `>` ` ` attr-dict"
)]
pub struct ParametricOp {
    #[prop]
    base_type: SymbolRefAttr,
    #[operand]
    args: Vec<AttributeType>,
    #[result]
    output: AttributeType,
}

/// Accept any type or attribute.
#[op(
    name = "irdl.any",
    traits(HasParent),
    parents("irdl.type", "irdl.attribute", "irdl.operation"),
    format = "attr-dict"
)]
pub struct AnyOp {
    #[result]
    output: AttributeType,
}

/// Constraints to the union of the provided constraints.
///
/// The first one that is satisfied is chosen; the constraints must be disjoint.
#[op(
    name = "irdl.any_of",
    traits(HasParent, SameOperandsAndResultType),
    parents("irdl.type", "irdl.attribute", "irdl.operation"),
    format = "`(` $args `)` ` ` attr-dict"
)]
pub struct AnyOfOp {
    #[operand]
    args: Vec<AttributeType>,
    #[result]
    output: AttributeType,
}

/// Constraints to the intersection of the provided constraints.
#[op(
    name = "irdl.all_of",
    traits(HasParent, SameOperandsAndResultType),
    parents("irdl.type", "irdl.attribute", "irdl.operation"),
    format = "`(` $args `)` ` ` attr-dict"
)]
pub struct AllOfOp {
    #[operand]
    args: Vec<AttributeType>,
    #[result]
    output: AttributeType,
}

/// Constraints an attribute using a C++ predicate.
///
/// A dialect with such a constraint cannot be defined at run time.
#[op(name = "irdl.c_pred", format = "$pred ` ` attr-dict")]
pub struct CPredOp {
    #[prop]
    pred: StrAttr,
    #[result]
    output: AttributeType,
}
