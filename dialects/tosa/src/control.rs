//! Control flow and variables.

use rmlir::core::constraints::*;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::syntax;
use crate::syntax::index_tensor;
use crate::types::*;

/// Ends a region of control flow with its results.
#[op(name = "tosa.yield", eval, traits(Pure, Terminator), format = "$inputs attr-dict `:` type($inputs)")]
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
    eval,
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
    eval,
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
    custom(VariableOpTypeOrInitialValue = (parse_variable, print_variable)),
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

/// Parses `= value` or `: type` of a variable.
fn parse_variable(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let ty = if parser.try_token("=") {
        let value = parser.parse_attr(None)?;
        args[2] = DirectiveArg::Attr(value);
        let Some(ty) = value.ty(parser.cx()) else { return Err(parser.asm().error("expected Typed attr")) };
        ty
    } else {
        parser.asm().colon_type()?
    };
    let cx = parser.cx();
    let Some(element) = ty.element(cx) else { return Err(parser.asm().error("expected shaped type")) };
    let Some(shape) = ty.shape(cx) else { return Err(parser.asm().error("expected ranked type")) };
    let shape: Vec<i64> = shape.iter().map(|&size| if size == DYNAMIC { -1 } else { size }).collect();
    args[0] = DirectiveArg::Attr(index_tensor(cx, &shape));
    args[1] = DirectiveArg::Attr(cx.type_attr(element));
    Ok(true)
}

/// Prints what [`parse_variable`] parses.
fn print_variable(printer: &mut dyn AsmPrinter, op: OpRef, _: &[DirectiveField]) {
    let value = op.get(VariableOp::initial_value);
    let is_typed = value.is_some_and(|value| value.ty(op.cx()).is_some());
    if !is_typed {
        printer.text(": ");
        printer.ty(variable_type(op));
    }
    if let Some(value) = value {
        printer.text(if is_typed { "= " } else { " = " });
        printer.attr(value);
    }
}

/// The type of the values of a variable.
pub fn variable_type(op: OpRef) -> Type {
    let cx = op.cx();
    let shape = op.prop(VariableOp::VAR_SHAPE).and_then(|shape| shape.dense_elements(cx)).unwrap_or_default();
    let size = |attr: &Attr| attr.as_i64(cx).filter(|&size| size != -1).unwrap_or(DYNAMIC);
    let shape: Vec<i64> = shape.iter().map(size).collect();
    rmlir_tensor::tensor_type(cx, &shape, op.get(VariableOp::ty))
}
