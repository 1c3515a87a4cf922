//! Calls, and other control flow in a function.

use rmlir::core::function;
use rmlir::core::interfaces::{BranchOp as BranchInterface, CallOp as CallInterface};
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::constraints::{IN_FUNCTION_SCOPE, SpirvType};
use crate::function::FuncOp;

/// Calls a function by name.
///
/// ```mlir
/// %0 = spirv.FunctionCall @f(%x) : (f32) -> f32
/// ```
#[op(
    name = "spirv.FunctionCall",
    custom_traits(IN_FUNCTION_SCOPE),
    interfaces(CallInterface, SymbolUser),
    format = "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, results)"
)]
pub struct FunctionCallOp {
    #[prop]
    callee: FlatSymbolRefAttr,
    #[operand]
    arguments: Vec<SpirvType>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[result]
    return_value: Option<SpirvType>,
}

impl CallInterface for FunctionCallOp {
    fn callee_prop(&self) -> Option<usize> {
        Some(FunctionCallOp::CALLEE)
    }
}

impl SymbolUser for FunctionCallOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let callee = op.get(FunctionCallOp::callee);
        let Some(function) = symbols.lookup(callee).filter(|found| found.is::<FuncOp>()) else {
            let name = callee.str(op.cx());
            return Err(op.error(format!("callee function '{name}' not found in nearest symbol table")));
        };
        verify_types(op, function)
    }
}

/// Verifies that the types of the operands and the result match the type of `function`.
fn verify_types(op: OpRef, function: OpRef) -> Checked {
    let cx = op.cx();
    let (inputs, results) = function::types_of(function, FuncOp::FUNCTION_TYPE);
    if op.n_operands() != inputs.len() {
        let (wanted, got) = (inputs.len(), op.n_operands());
        let message = format!("has incorrect number of operands for callee: expected {wanted}, but provided {got}");
        return Err(op.error(message));
    }
    for (index, (operand, &wanted)) in op.operands().zip(&inputs).enumerate() {
        if operand.ty() != wanted {
            let (wanted, got) = (cx.show_type(wanted), cx.show_type(operand.ty()));
            return Err(op.error(format!(
                "operand type mismatch: expected operand type '{wanted}', but provided '{got}' for operand number \
                 {index}"
            )));
        }
    }
    if op.n_results() != results.len() {
        let (wanted, got) = (results.len(), op.n_results());
        let message = format!("has incorrect number of results has for callee: expected {wanted}, but provided {got}");
        return Err(op.error(message));
    }
    match op.results().zip(&results).find(|(result, wanted)| result.ty() != **wanted) {
        None => Ok(()),
        Some((result, &wanted)) => {
            let (wanted, got) = (cx.show_type(wanted), cx.show_type(result.ty()));
            Err(op.error(format!("result type mismatch: expected '{wanted}', but provided '{got}'")))
        }
    }
}

/// Jumps to a block, passing values to its arguments.
#[op(
    name = "spirv.Branch",
    traits(Pure, Terminator),
    custom_traits(IN_FUNCTION_SCOPE),
    interfaces(BranchInterface),
    format = "$target (`(` $targetOperands^ `:` type($targetOperands) `)`)? attr-dict"
)]
pub struct BranchOp {
    #[operand]
    targetOperands: Vec<SpirvType>,
    #[successor]
    target: AnySuccessor,
}

impl BranchInterface for BranchOp {
    fn successor_operands(&self, op: OpRef, _index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(0..op.n_operands())
    }
    fn successor_for(&self, _op: OpRef, _operands: &[Option<Attr>]) -> Option<usize> {
        Some(0)
    }
}

/// Terminates the invocation of a fragment shader.
#[op(name = "spirv.Kill", traits(Terminator), format = "attr-dict")]
pub struct KillOp {}

/// Terminates a block that is never reached.
#[op(
    name = "spirv.Unreachable",
    traits(Terminator),
    custom_traits(IN_FUNCTION_SCOPE),
    verify = verify_unreachable,
    format = "attr-dict"
)]
pub struct UnreachableOp {}

/// The entry block is reachable. As in upstream, the reachability of other blocks is not verified.
fn verify_unreachable(op: OpRef) -> Checked {
    let Some(block) = op.block() else { return Ok(()) };
    let entry = block.region().and_then(|region| region.entry());
    match entry.is_some_and(|entry| entry.id == block.id) {
        true => Err(op.error("cannot be used in reachable block")),
        false => Ok(()),
    }
}

/// An undefined value, which may differ at each use.
#[op(name = "spirv.Undef", traits(Pure), format = "attr-dict `:` type($result)")]
pub struct UndefOp {
    #[result]
    result: SpirvType,
}
