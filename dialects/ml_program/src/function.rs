//! Functions with sequential or graph regions, and their terminators.

use rmlir::core::constraints::*;
use rmlir::core::function;
use rmlir::prelude::*;

/// Functions.
#[op_class(
    traits(IsolatedFromAbove, Symbol),
    interfaces(FunctionOp, Callable, SymbolOp),
    verify = verify_function,
    parse = parse_function,
    print = print_function
)]
struct Function {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    function_type: FunctionTypeAttr,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[prop]
    sym_visibility: Option<StrAttr>,
    #[region]
    body: AnyRegion,
}

/// A function.
///
/// ```mlir
/// ml_program.func @same(%x : i32) -> i32 {
///   ml_program.return %x : i32
/// }
/// ```
#[op(name = "ml_program.func", classes(Function))]
pub struct FuncOp;

/// A function whose region is a graph: operations are ordered by data dependences only.
///
/// ```mlir
/// ml_program.subgraph @same(%x : i32) -> i32 {
///   ml_program.output %x : i32
/// }
/// ```
#[op(name = "ml_program.subgraph", classes(Function), traits(GraphRegion, SingleBlock))]
pub struct SubgraphOp;

/// Rows of functions.
macro_rules! functions {
    ($($op:ident),*) => {$(
        impl FunctionOp for $op<()> {
            fn type_prop(&self) -> usize {
                $op::FUNCTION_TYPE
            }
            fn attr_props(&self) -> (usize, usize) {
                ($op::ARG_ATTRS, $op::RES_ATTRS)
            }
        }

        impl Callable for $op<()> {}

        impl SymbolOp for $op<()> {
            fn is_declaration(&self, op: OpRef) -> bool {
                op.region(0).is_empty()
            }
        }
    )*};
}

functions!(FuncOp, SubgraphOp);

fn parse_function(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    function::parse(parser, state)
}

fn print_function(printer: &mut dyn AsmPrinter, op: OpRef) {
    function::print(printer, op, false, &[]);
}

fn verify_function(op: OpRef) -> Checked {
    function::verify(op)
}

/// Terminators of functions.
#[op_class(traits(HasParent, Pure, ReturnLike, Terminator), format = "attr-dict ($operands^ `:` type($operands))?")]
struct End {
    #[operand]
    operands: Vec<AnyType>,
}

/// Terminates a subgraph and returns its results.
#[op(name = "ml_program.output", classes(End), parents("ml_program.subgraph"), verify = verify_output)]
pub struct OutputOp;

/// Terminates a function and returns its results.
#[op(name = "ml_program.return", classes(End), parents("ml_program.func"), verify = verify_return)]
pub struct ReturnOp;

fn verify_output(op: OpRef) -> Checked {
    verify_end::<SubgraphOp>(op, "output", "outputs")
}

fn verify_return(op: OpRef) -> Checked {
    verify_end::<FuncOp>(op, "return", "returns")
}

/// Verifies that a terminator has the result types of its function; `noun` and `verb` are used in the message.
fn verify_end<F: Op>(op: OpRef, noun: &str, verb: &str) -> Checked {
    // A terminator in another parent violates its trait.
    let Some(parent) = op.parent().filter(|parent| parent.is::<F>()) else { return Ok(()) };
    let cx = op.cx();
    let results = parent.interface::<dyn FunctionOp>().map_or_else(Vec::new, |function| function.result_types(parent));
    let name = parent.symbol_name().map_or("", |name| name.str(cx));
    if op.n_operands() != results.len() {
        let (given, promised) = (op.n_operands(), results.len());
        return Err(op.error(format!("has {given} operands, but enclosing function (@{name}) {verb} {promised}")));
    }
    for (index, (operand, &wanted)) in op.operands().zip(&results).enumerate() {
        if operand.ty() != wanted {
            let (given, wanted) = (cx.show_type(operand.ty()), cx.show_type(wanted));
            return Err(op.plain_error(format!(
                "type of {noun} operand {index} ('{given}') doesn't match function result type ('{wanted}') in function \
                 @{name}"
            )));
        }
    }
    Ok(())
}
