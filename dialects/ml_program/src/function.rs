//! Functions with sequential or graph regions, and their terminators.

use rmlir::core::constraints::*;
use rmlir::core::function;
use rmlir::prelude::*;

/// Rows of `/// doc`, `Op "name" (traits);`: functions.
macro_rules! functions {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*);)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(IsolatedFromAbove, Symbol $(, $trait)*), interfaces(FunctionOp, Callable, SymbolOp),
             verify = verify_function, parse = parse_function, print = print_function)]
        pub struct $op {
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

        impl FunctionOp for $op {
            fn type_prop(&self) -> usize {
                Self::FUNCTION_TYPE
            }
            fn attr_props(&self) -> (usize, usize) {
                (Self::ARG_ATTRS, Self::RES_ATTRS)
            }
        }

        impl Callable for $op {}

        impl SymbolOp for $op {
            fn is_declaration(&self, op: OpRef) -> bool {
                op.region(0).is_empty()
            }
        }
    )*};
}

functions! {
    /// A function.
    ///
    /// ```mlir
    /// ml_program.func @same(%x : i32) -> i32 {
    ///   ml_program.return %x : i32
    /// }
    /// ```
    FuncOp "ml_program.func" ();
    /// A function whose region is a graph: operations are ordered by data dependences only.
    ///
    /// ```mlir
    /// ml_program.subgraph @same(%x : i32) -> i32 {
    ///   ml_program.output %x : i32
    /// }
    /// ```
    SubgraphOp "ml_program.subgraph" (GraphRegion, SingleBlock);
}

fn parse_function(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    function::parse(parser, state)
}

fn print_function(printer: &mut dyn AsmPrinter, op: OpRef) {
    function::print(printer, op, false, &[]);
}

fn verify_function(op: OpRef) -> Checked {
    function::verify(op)
}

/// Rows of `/// doc`, `Op "name" "name of the function" verify;`: terminators of functions.
macro_rules! ends {
    ($($(#[$doc:meta])* $op:ident $name:literal $parent:literal $verify:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(HasParent, Pure, ReturnLike, Terminator), parents($parent), verify = $verify,
             format = "attr-dict ($operands^ `:` type($operands))?")]
        pub struct $op {
            #[operand]
            operands: Vec<AnyType>,
        }
    )*};
}

ends! {
    /// Terminates a subgraph and returns its results.
    OutputOp "ml_program.output" "ml_program.subgraph" verify_output;
    /// Terminates a function and returns its results.
    ReturnOp "ml_program.return" "ml_program.func" verify_return;
}

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
