//! Control flow and variables.

use rmlir::core::constraints::*;
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::syntax;
use crate::types::*;
use crate::verify::verify_variable;

/// Ends a region of control flow with its results.
#[op(name = "tosa.yield", traits(Pure, Terminator), format = "$inputs attr-dict `:` type($inputs)")]
pub struct YieldOp {
    #[operand]
    inputs: Vec<Tensor>,
}

/// One of two graphs, by a condition.
///
/// ```mlir
/// %1 = tosa.cond_if %0 : tensor<i1> -> tensor<f32> {
///   tosa.yield %a : tensor<f32>
/// } else {
///   tosa.yield %b : tensor<f32>
/// }
/// ```
#[op(
    name = "tosa.cond_if",
    traits(RecursiveMemoryEffects, SingleBlock),
    terminator = "tosa.yield",
    verify,
    parse = syntax::parse_if,
    print = syntax::print_if
)]
pub struct IfOp {
    #[operand]
    condition: BoolTensor,
    #[operand]
    input_list: Vec<Tensor>,
    #[result]
    output_list: Vec<Tensor>,
    #[region]
    then_graph: SizedRegion1,
    #[region]
    else_graph: SizedRegion1,
}

/// Repeats a graph as long as the condition graph yields true.
///
/// ```mlir
/// %1 = tosa.while_loop (%i = %0) : (tensor<i32>) -> tensor<i32> {
///   %c = tosa.greater %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
///   tosa.yield %c : tensor<i1>
/// } do {
/// ^bb0(%i: tensor<i32>):
///   %j = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
///   tosa.yield %j : tensor<i32>
/// }
/// ```
#[op(
    name = "tosa.while_loop",
    traits(RecursiveMemoryEffects, SingleBlock),
    terminator = "tosa.yield",
    verify,
    parse = syntax::parse_while,
    print = syntax::print_while
)]
pub struct WhileOp {
    #[operand]
    input_list: Vec<Tensor>,
    #[result]
    output_list: Vec<Tensor>,
    #[region]
    cond_graph: SizedRegion1,
    #[region]
    body_graph: SizedRegion1,
}

/// Declares a variable, which keeps its value between calls.
///
/// ```mlir
/// tosa.variable @state = dense<0.0> : tensor<1x8xf32>
/// ```
#[op(
    name = "tosa.variable",
    traits(Symbol),
    custom(VariableOpTypeOrInitialValue = (syntax::parse_variable, syntax::print_variable)),
    format = "$sym_name attr-dict custom<VariableOpTypeOrInitialValue>($var_shape, $type, $initial_value)"
)]
pub struct VariableOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    var_shape: IndexElementsAttr,
    #[prop(name = "type")]
    ty: TypeAttr,
    #[prop]
    initial_value: Option<AnyAttr>,
}

/// Assigns a value to a variable.
///
/// ```mlir
/// tosa.variable_write @state, %0 : tensor<1x8xf32>
/// ```
#[op(name = "tosa.variable_write", interfaces(SymbolUser), format = "$name attr-dict `,` $input1 `:` type($input1)")]
pub struct VariableWriteOp {
    #[prop]
    name: SymbolNameAttr,
    #[operand]
    input1: Tensor,
}

/// The value of a variable.
///
/// ```mlir
/// %0 = tosa.variable_read @state : tensor<1x8xf32>
/// ```
#[op(name = "tosa.variable_read", interfaces(SymbolUser), format = "$name attr-dict `:` type($output1)")]
pub struct VariableReadOp {
    #[prop]
    name: SymbolNameAttr,
    #[result]
    output1: Tensor,
}

impl SymbolUser for VariableWriteOp<()> {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        verify_variable(op, symbols, op.operand(0).ty(), "'input1'")
    }
}

impl SymbolUser for VariableReadOp<()> {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        verify_variable(op, symbols, op.result(0).ty(), "'output1'")
    }
}
