//! What a pattern makes of the operations that it matches.

use rmlir::core::constraints::*;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::types::*;

/// A function in the language of the program that applies the pattern, by its name.
///
/// ```mlir
/// %attr = pdl.apply_native_rewrite "sum"(%a, %b : !pdl.attribute, !pdl.attribute) : !pdl.attribute
/// ```
#[op(
    name = "pdl.apply_native_rewrite",
    traits(HasParent),
    parents("pdl.rewrite"),
    verify = verify_native_rewrite,
    format = "$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict"
)]
pub struct ApplyNativeRewriteOp {
    #[prop]
    name: StrAttr,
    #[operand]
    args: Vec<AnyHandle>,
    #[result]
    results: Vec<AnyHandle>,
}

fn verify_native_rewrite(op: OpRef) -> Checked {
    match op.n_operands() + op.n_results() {
        0 => Err(op.error("expected at least one argument or result")),
        _ => Ok(()),
    }
}

/// Erases an operation.
///
/// ```mlir
/// pdl.erase %root
/// ```
#[op(name = "pdl.erase", traits(HasParent), parents("pdl.rewrite"), format = "$opValue attr-dict")]
pub struct EraseOp {
    #[operand(name = "opValue")]
    op_value: OperationType,
}

/// The entities of handles and ranges, in order.
///
/// ```mlir
/// %values = pdl.range %first, %rest : !pdl.value, !pdl.range<value>
/// %none = pdl.range : !pdl.range<type>
/// ```
#[op(name = "pdl.range", traits(HasParent, Pure), parents("pdl.rewrite"), verify = verify_range,
     custom(RangeType = (parse_range_type, print_range_type)),
     format = "($arguments^ `:` type($arguments))? custom<RangeType>(ref(type($arguments)), type($result)) attr-dict")]
pub struct RangeOp {
    #[operand]
    arguments: Vec<AnyHandle>,
    #[result]
    result: RangeOfTypesOrValues,
}

/// `: type` without arguments; else the type follows from the first.
fn parse_range_type(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let first = match &args[0] {
        DirectiveArg::Types(types) => types.first().copied(),
        _ => None,
    };
    let ty = match first {
        Some(first) => RangeType::get(parser.cx(), element_or_self(parser.cx(), first)).ty(),
        None => parser.asm().colon_type()?,
    };
    args[1] = DirectiveArg::Types(vec![ty]);
    Ok(true)
}

fn print_range_type(printer: &mut dyn AsmPrinter, op: OpRef, _: &[DirectiveField]) {
    if op.n_operands() == 0 {
        printer.text(": ");
        printer.ty(op.result(0).ty());
    }
}

fn verify_range(op: OpRef) -> Checked {
    let cx = op.cx();
    let element = element_or_self(cx, op.result(0).ty());
    for operand in op.operands() {
        let other = element_or_self(cx, operand.ty());
        if other != element {
            let (element, other) = (cx.show_type(element), cx.show_type(other));
            return Err(op.error(format!("expected operand to have element type '{element}', but got '{other}'")));
        }
    }
    Ok(())
}

/// Replaces an operation by values, or by the results of another operation.
///
/// ```mlir
/// pdl.replace %root with (%a, %b : !pdl.value, !pdl.value)
/// pdl.replace %root with %other
/// ```
#[op(name = "pdl.replace", traits(AttrSizedOperandSegments, HasParent), parents("pdl.rewrite"), verify = verify_replace,
     format = "$opValue `with` (`(` $replValues^ `:` type($replValues) `)`)? ($replOperation^)? attr-dict")]
pub struct ReplaceOp {
    #[operand(name = "opValue")]
    op_value: OperationType,
    #[operand(name = "replOperation")]
    repl_operation: Option<OperationType>,
    #[operand(name = "replValues")]
    repl_values: Vec<OneOrRangeOfValues>,
}

fn verify_replace(op: OpRef) -> Checked {
    if !op.operand_field(1).is_empty() && !op.operand_field(2).is_empty() {
        let message = "expected no replacement values to be provided when the replacement operation is present";
        return Err(op.error(message));
    }
    Ok(())
}

/// The rewrite of a pattern: a region, or a function in the language of the program that applies it.
///
/// ```mlir
/// pdl.rewrite %root {
///   pdl.replace %root with %other
/// }
/// pdl.rewrite %root with "rewrite_it"(%value : !pdl.value)
/// ```
#[op(
    name = "pdl.rewrite",
    traits(AttrSizedOperandSegments, HasParent, NoRegionArguments, NoTerminator, SingleBlock, Terminator),
    parents("pdl.pattern"),
    interfaces(AsmNames),
    verify_regions = verify_rewrite,
    format = "($root^)? (`with` $name^ (`(` $externalArgs^ `:` type($externalArgs) `)`)?)? ($body_region^)? \
              attr-dict-with-keyword"
)]
pub struct RewriteOp {
    #[operand]
    root: Option<OperationType>,
    #[prop]
    name: Option<StrAttr>,
    #[operand(name = "externalArgs")]
    external_args: Vec<AnyHandle>,
    #[region]
    body_region: AnyRegion,
}

impl AsmNames for RewriteOp<()> {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("pdl")
    }
}

fn verify_rewrite(op: OpRef) -> Checked {
    let is_empty = op.region(0).is_empty();
    match op.get(RewriteOp::name) {
        Some(_) if !is_empty => Err(op.error("expected rewrite region to be empty when rewrite is external")),
        Some(_) => Ok(()),
        None if is_empty => Err(op.error("expected rewrite region to be non-empty if external name is not specified")),
        None if !op.operand_field(1).is_empty() => {
            Err(op.error("expected no external arguments when the rewrite is specified inline"))
        }
        None => Ok(()),
    }
}
