//! Functions of bundles.

use rmlir::core::function;
use rmlir::core::interfaces::CallOp as CallInterface;
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::{RegType, element};

/// Code for a machine.
///
/// The entry block begins with the registers that the code uses, and with the memory of its stack; then come bundles,
/// one per cycle. The function is executed by the machine in its attribute `machine`.
///
/// ```mlir
/// vliw.func @double(%x: f32) -> f32 attributes {machine = @toy} {
///   %r = vliw.register "r" 0 = %x : !vliw.reg<f32>
///   vliw.bundle {
///     vliw.slot @add way 0 on [0] reads (%a = %r) : !vliw.reg<f32> writes %r : !vliw.reg<f32> {
///       %y = arith.addf %a, %a : f32
///       vliw.yield %y : f32
///     }
///   }
///   vliw.nop 1
///   vliw.return %r : !vliw.reg<f32>
/// }
/// ```
#[op(name = "vliw.func", traits(AutomaticAllocationScope, IsolatedFromAbove, Symbol), interfaces(FunctionOp, Callable, SymbolOp, SymbolUser, AsmNames),
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
    /// The machine that executes the function.
    #[prop]
    machine: FlatSymbolRefAttr,
    #[region]
    body: AtLeastOneBlock,
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
impl SymbolOp for FuncOp {}

impl AsmNames for FuncOp {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("vliw")
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

/// A register that a function uses.
///
/// With a number it is the physical register of its file with that index, without one it is virtual. The number of a
/// rotating register is its name before the first rotation. A register may have an initial value. A register that holds
/// values of several types at different times is declared once for each of them.
///
/// ```mlir
/// %r = vliw.register "f" 3 = %x : !vliw.reg<f32>
/// %v = vliw.register "f" : !vliw.reg<f32>
/// ```
#[op(
    name = "vliw.register",
    traits(HasParent),
    parents("vliw.func"),
    eval,
    format = "$file ($number^)? (`rotating` $rotating^)? (`=` $init^)? attr-dict `:` type($result)"
)]
pub struct RegisterOp {
    #[operand(derive(from = "result", with = element, summary = "the value is of the type that the register holds"))]
    init: Option<AnyType>,
    #[prop]
    file: StrAttr,
    #[prop]
    number: Option<I64Attr>,
    #[prop]
    rotating: UnitAttr,
    #[result]
    result: RegType,
}

/// The operations that are issued in one cycle.
///
/// All slots read registers before any of them writes one, and load before any of them stores.
#[op(
    name = "vliw.bundle",
    traits(HasParent, NoRegionArguments, NoTerminator, SingleBlock),
    parents("vliw.func"),
    interfaces(AsmNames),
    eval,
    verify_regions,
    format = "attr-dict-with-keyword $body"
)]
pub struct BundleOp {
    #[region]
    body: SizedRegion1,
}

impl AsmNames for BundleOp {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("vliw")
    }
}

/// Cycles in which nothing is issued.
#[op(name = "vliw.nop", traits(HasParent), parents("vliw.func"), eval, format = "$cycles attr-dict")]
pub struct NopOp {
    #[prop]
    cycles: I64Attr,
}

/// Terminates a block of bundles.
///
/// The branch of a block with two successors takes effect here: control passes to the first successor if it is taken,
/// otherwise to the last one.
#[op(name = "vliw.end", traits(Terminator, HasParent), parents("vliw.func"), eval, format = "$targets attr-dict")]
pub struct EndOp {
    #[successor]
    targets: Vec<AnySuccessor>,
}

/// Returns the values of registers, after all writes to them in flight have completed.
#[op(
    name = "vliw.return",
    traits(Terminator, ReturnLike, HasParent),
    parents("vliw.func"),
    eval,
    verify,
    format = "attr-dict ($registers^ `:` type($registers))?"
)]
pub struct ReturnOp {
    #[operand]
    registers: Vec<RegType>,
}

/// Calls a function of bundles.
#[op(
    name = "vliw.call",
    interfaces(CallInterface, SymbolUser),
    eval,
    format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"
)]
pub struct CallOp {
    #[prop]
    callee: FlatSymbolRefAttr,
    #[operand]
    operands: Vec<AnyType>,
    #[result]
    results: Vec<AnyType>,
}

impl CallInterface for CallOp {
    fn callee_prop(&self) -> Option<usize> {
        Some(CallOp::CALLEE)
    }
}

impl SymbolUser for CallOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let Some(callee) = symbols.lookup(op.get(CallOp::callee)).filter(|found| found.is::<FuncOp>()) else {
            return Err(op.error("names no 'vliw.func'"));
        };
        let (inputs, results) = function::types_of(callee, FuncOp::FUNCTION_TYPE);
        let fits = op.operands().map(ValueRef::ty).eq(inputs) && op.results().map(ValueRef::ty).eq(results);
        if fits { Ok(()) } else { Err(op.error("has other types than its callee")) }
    }
}

/// The number of cycles that a machine has executed so far.
#[op(name = "vliw.cycles", interfaces(SymbolUser), eval, format = "$machine attr-dict `:` type($result)")]
pub struct CyclesOp {
    #[prop]
    machine: FlatSymbolRefAttr,
    #[result]
    result: I64,
}
