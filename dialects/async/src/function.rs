//! Asynchronous functions, which are executed concurrently with their callers.

use rmlir::core::function;
use rmlir::core::interfaces::CallOp as CallInterface;
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::types::{TokenType, ValueOrToken, value_type};

/// An asynchronous function.
///
/// Its results are a token, which becomes available when the function returns, and asynchronous values. The token is
/// not an operand of the return.
///
/// ```mlir
/// async.func @f(%x: i32) -> (!async.token, !async.value<i32>) {
///   return %x : i32
/// }
/// ```
#[op(
    name = "async.func",
    traits(IsolatedFromAbove, Symbol),
    interfaces(FunctionOp, Callable, SymbolOp, AsmNames),
    verify = verify_func,
    parse = parse_func,
    print = print_func
)]
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
    #[region]
    body: AnyRegion,
}

fn signature(op: OpRef) -> (Vec<Type>, Vec<Type>) {
    function::types_of(op, FuncOp::FUNCTION_TYPE)
}

impl FunctionOp for FuncOp {
    fn type_prop(&self) -> usize {
        FuncOp::FUNCTION_TYPE
    }
    fn attr_props(&self) -> (usize, usize) {
        (FuncOp::ARG_ATTRS, FuncOp::RES_ATTRS)
    }
}

impl Callable for FuncOp {}

impl SymbolOp for FuncOp {
    fn is_declaration(&self, op: OpRef) -> bool {
        op.region(0).is_empty()
    }
}

impl AsmNames for FuncOp {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("async")
    }
}

fn parse_func(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    function::parse(parser, state)
}

fn print_func(printer: &mut dyn AsmPrinter, op: OpRef) {
    function::print(printer, op, false, &[]);
}

fn verify_func(op: OpRef) -> Checked {
    function::verify(op)?;
    let cx = op.cx();
    let (_, results) = signature(op);
    if results.is_empty() {
        return Err(op.error("result is expected to be at least of size 1, but got 0"));
    }
    for (index, &ty) in results.iter().enumerate() {
        if !(ValueOrToken.check)(cx, ty) {
            let ty = cx.show_type(ty);
            return Err(op.error(format!("result type must be async value type or async token type, but got '{ty}'")));
        }
        if TokenType::from_type(cx, ty).is_some() && index > 0 {
            return Err(op.error(format!(
                " results' (optional) async token type is expected to appear as the 1st return value, but got {}",
                index + 1
            )));
        }
    }
    Ok(())
}

/// Calls a function of this dialect.
#[op(
    name = "async.call",
    interfaces(CallInterface, SymbolUser),
    format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"
)]
pub struct CallOp {
    #[prop]
    callee: FlatSymbolRefAttr,
    #[operand]
    operands: Vec<AnyType>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[result]
    results: Vec<ValueOrToken>,
}

impl CallInterface for CallOp {
    fn callee_prop(&self) -> Option<usize> {
        Some(CallOp::CALLEE)
    }
}

impl SymbolUser for CallOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let callee = op.get(CallOp::callee);
        match symbols.lookup(callee).filter(|found| found.is::<FuncOp>()) {
            Some(function) => {
                let (inputs, results) = signature(function);
                rmlir_func::verify_call_types(op, &inputs, &results)
            }
            None => {
                let name = callee.str(op.cx());
                Err(op.error(format!("'{name}' does not reference a valid async function")))
            }
        }
    }
}

/// Terminates a function and returns its values.
#[op(
    name = "async.return",
    traits(HasParent, Pure, ReturnLike, Terminator),
    parents("async.func"),
    verify = verify_return,
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct ReturnOp {
    #[operand]
    operands: Vec<AnyType>,
}

fn verify_return(op: OpRef) -> Checked {
    let cx = op.cx();
    // A return in another parent violates its trait.
    let Some(function) = op.parent().filter(|parent| parent.is::<FuncOp>()) else { return Ok(()) };
    let (_, results) = signature(function);
    let promised = results.iter().skip_while(|ty| TokenType::from_type(cx, **ty).is_some());
    if !promised.map(|&ty| value_type(cx, ty)).eq(op.operands().map(|operand| Some(operand.ty()))) {
        return Err(op.error("operand types do not match the types returned from the parent FuncOp"));
    }
    Ok(())
}
