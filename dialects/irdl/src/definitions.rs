//! The definition operations: dialects, types, attributes, operations.

use rmlir::core::opdef::OpTrait;
use rmlir::prelude::*;

use crate::names::{self, check_definition};
use crate::parts::{OperandsOp, RegionsOp, ResultsOp};
use crate::syntax::{parse_block, print_block};

/// Define a new dialect.
///
/// All definitions in its region belong to the dialect.
///
/// ```mlir
/// irdl.dialect @cmath {
///   irdl.type @pair
/// }
/// ```
#[op(
    name = "irdl.dialect",
    traits(IsolatedFromAbove, NoTerminator, Symbol, SymbolTable),
    interfaces(SymbolOp, SymbolUser),
    verify = verify_dialect,
    custom(SingleBlockRegion = (parse_block, print_block)),
    format = "$sym_name attr-dict-with-keyword custom<SingleBlockRegion>($body)"
)]
pub struct DialectOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[region]
    body: SizedRegion1,
}

impl SymbolOp for DialectOp<()> {}

fn verify_dialect(op: OpRef) -> Checked {
    let name = names::symbol(op);
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_');
    if !starts || !bytes.all(|byte| byte.is_ascii_alphanumeric() || b"_$".contains(&byte)) {
        return Err(op.error("invalid dialect name"));
    }
    check_definition(op, "dialect", "")
}

/// The operations in the one block of a definition.
pub(crate) fn inside(op: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    let entry = (op.n_regions() != 0).then(|| op.region(0).entry()).flatten();
    entry.into_iter().flat_map(|entry| entry.ops())
}

/// Define a new type.
///
/// ```mlir
/// irdl.type @complex {
///   %0 = irdl.is f32
///   irdl.parameters(element: %0)
/// }
/// ```
#[op(
    name = "irdl.type",
    traits(HasParent, NoTerminator, NoRegionArguments, Symbol),
    parents("irdl.dialect"),
    custom_traits(ONE_PARAMETERS),
    interfaces(SymbolOp),
    verify = verify_type,
    custom(SingleBlockRegion = (parse_block, print_block)),
    format = "$sym_name attr-dict-with-keyword custom<SingleBlockRegion>($body)"
)]
pub struct TypeOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[region]
    body: SizedRegion1,
}

impl SymbolOp for TypeOp<()> {}

fn verify_type(op: OpRef) -> Checked {
    check_definition(op, "type", "!")
}

/// Define a new attribute.
///
/// ```mlir
/// irdl.attribute @mode {
///   %0 = irdl.is "fast"
///   %1 = irdl.is "small"
///   %2 = irdl.any_of(%0, %1)
///   irdl.parameters(goal: %2)
/// }
/// ```
#[op(
    name = "irdl.attribute",
    traits(HasParent, NoTerminator, NoRegionArguments, Symbol),
    parents("irdl.dialect"),
    custom_traits(ONE_PARAMETERS),
    interfaces(SymbolOp),
    verify = verify_attribute,
    custom(SingleBlockRegion = (parse_block, print_block)),
    format = "$sym_name attr-dict-with-keyword custom<SingleBlockRegion>($body)"
)]
pub struct AttributeOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[region]
    body: SizedRegion1,
}

impl SymbolOp for AttributeOp<()> {}

fn verify_attribute(op: OpRef) -> Checked {
    check_definition(op, "attribute", "#")
}

/// Define a new operation.
///
/// Operands, results and regions that are not declared are absent.
///
/// ```mlir
/// irdl.operation @norm {
///   %0 = irdl.any
///   %1 = irdl.parametric @cmath::@complex<%0>
///   irdl.operands(of: %1)
///   irdl.results(norm: %0)
/// }
/// ```
#[op(
    name = "irdl.operation",
    traits(HasParent, NoTerminator, NoRegionArguments, Symbol),
    parents("irdl.dialect"),
    custom_traits(ONE_OF_EACH_PART),
    interfaces(SymbolOp),
    verify = verify_operation,
    verify_regions = verify_part_names,
    custom(SingleBlockRegion = (parse_block, print_block)),
    format = "$sym_name attr-dict-with-keyword custom<SingleBlockRegion>($body)"
)]
pub struct OperationOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[region]
    body: SizedRegion1,
}

impl SymbolOp for OperationOp<()> {}

fn verify_operation(op: OpRef) -> Checked {
    check_definition(op, "operation", "")
}

/// Verifies that operands, results and regions have unique names.
fn verify_part_names(op: OpRef) -> Checked {
    let cx = op.cx();
    let kinds = [
        (OperandsOp::DEF, OperandsOp::NAMES, "operands"),
        (ResultsOp::DEF, ResultsOp::NAMES, "results"),
        (RegionsOp::DEF, RegionsOp::NAMES, "regions"),
    ];
    let mut before: Vec<(&str, Vec<&str>)> = Vec::new();
    for part in inside(op) {
        let kind = kinds.iter().find(|(def, ..)| part.def() == Some(*def));
        let Some(&(_, slot, what)) = kind else { continue };
        before.push((what, part.prop(slot).map(|names| names::strings(cx, names)).unwrap_or_default()));
    }
    for (index, (left, left_names)) in before.iter().enumerate() {
        for (right, right_names) in &before[index + 1..] {
            if let Some(name) = left_names.iter().find(|name| right_names.contains(name)) {
                let words = format!("contains a value named '{name}' for both its {left} and {right}");
                return Err(op.error(words));
            }
        }
    }
    Ok(())
}

/// Verifies that each of these operations occurs at most once in a definition.
struct AtMostOneChildOf(&'static [&'static str]);

static ONE_PARAMETERS: AtMostOneChildOf = AtMostOneChildOf(&["irdl.parameters"]);
static ONE_OF_EACH_PART: AtMostOneChildOf =
    AtMostOneChildOf(&["irdl.operands", "irdl.results", "irdl.attributes", "irdl.regions"]);

impl OpTrait for AtMostOneChildOf {
    fn name(&self) -> &'static str {
        "AtMostOneChildOf"
    }
    fn verify(&self, op: OpRef) -> Checked {
        let mut seen: Vec<&str> = Vec::new();
        for name in inside(op).map(OpRef::name_str).filter(|name| self.0.contains(name)) {
            if seen.contains(&name) {
                let words =
                    "failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type";
                return Err(op.plain_error(format!("{words} {name}")));
            }
            seen.push(name);
        }
        Ok(())
    }
}
