//! Functions and returns.

use rmlir::core::function;
use rmlir::prelude::*;

/// A function.
///
/// Its region is a control flow graph whose entry block has the function's arguments; a function without a body is a
/// declaration of a function that is defined elsewhere. Attributes of arguments and results must have a dialect prefix.
#[op(name = "func.func",
     traits(AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol),
     interfaces(FunctionOp, Callable, SymbolOp, AsmNames),
     eval = rmlir::interp::eval::nothing, verify = verify_func, parse = parse_func, print = print_func)]
pub struct FuncOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    function_type: FunctionTypeAttr,
    #[prop]
    sym_visibility: Option<StrAttr>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[prop]
    no_inline: Option<UnitAttr>,
    #[region]
    body: AnyRegion,
}

/// Inputs and results of the function type of `op`.
pub(crate) fn signature(op: OpRef) -> (Vec<Type>, Vec<Type>) {
    function::types_of(op, FuncOp::FUNCTION_TYPE)
}

impl FunctionOp for FuncOp<()> {
    fn type_prop(&self) -> usize {
        FuncOp::FUNCTION_TYPE
    }
    fn attr_props(&self) -> (usize, usize) {
        (FuncOp::ARG_ATTRS, FuncOp::RES_ATTRS)
    }
}

impl Callable for FuncOp<()> {}

impl SymbolOp for FuncOp<()> {
    fn is_declaration(&self, op: OpRef) -> bool {
        op.region(0).is_empty()
    }
}

impl AsmNames for FuncOp<()> {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("func")
    }
}

fn parse_func(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    function::parse(parser, state)
}

fn print_func(printer: &mut dyn AsmPrinter, op: OpRef) {
    function::print(printer, op, false, &[]);
}

fn verify_func(op: OpRef) -> Checked {
    function::verify(op)
}

/// Verifies that a return has the result types of the enclosing function.
fn verify_return(op: OpRef) -> Checked {
    // A return in another parent violates its trait.
    let Some(function) = op.parent().filter(|parent| parent.is::<FuncOp>()) else { return Ok(()) };
    let (_, results) = signature(function);
    let name = function.symbol_name().map_or("", |name| name.str(op.cx()));
    if op.n_operands() != results.len() {
        let (got, wanted) = (op.n_operands(), results.len());
        return Err(op.error(format!("has {got} operands, but enclosing function (@{name}) returns {wanted}")));
    }
    for (index, (operand, &wanted)) in op.operands().zip(&results).enumerate() {
        if operand.ty() != wanted {
            let (got, wanted) = (op.cx().show_type(operand.ty()), op.cx().show_type(wanted));
            return Err(op.plain_error(format!(
                "type of return operand {index} ('{got}') doesn't match function result type ('{wanted}') in function \
                 @{name}"
            )));
        }
    }
    Ok(())
}

/// Terminates a function and returns its results.
#[op(
    name = "func.return",
    traits(Pure, HasParent, ReturnLike, Terminator),
    parents("func.func"),
    eval = rmlir::interp::eval::returns,
    verify = verify_return,
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct ReturnOp {
    #[operand]
    operands: Vec<AnyType>,
}
