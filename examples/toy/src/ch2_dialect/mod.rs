//! Chapter 2: the dialect `toy`, and the IR of a program.
//!
//! You learn how a dialect is declared: each operation once, with its operands, properties, results, traits, syntax and
//! verifier; and how IR is built through a [`Rewriter`], with the locations of the source.
//!
//! A tensor whose shape is not known has the type `tensor<*xf64>`; chapter 4 infers its shape.
//!
//! Files: this one declares the operations on tensors and functions, [`emit`] makes IR of a syntax tree.

mod emit;

use rmlir::core::function;
use rmlir::core::interfaces::{CallOp as CallInterface, CastOp as CastInterface, FunctionOp, SymbolOp};
use rmlir::prelude::*;

pub use self::emit::emit;
use crate::ch3_canonicalize as canonicalize;
use crate::ch4_inline::Hooks;
use crate::ch4_shapes::{InferShape, InferShapes};
use crate::ch5_affine::ConvertToAffine;
use crate::ch6_llvm::ConvertPrint;
use crate::ch7_structs::{StructAccessOp, StructConstantOp, StructType};

dialect! {
    /// Tensors of 64-bit floats, and structs of such.
    pub Toy = "toy" {
        types: [StructType],
        ops: [
            AddOp, CastOp, ConstantOp, FuncOp, GenericCallOp, MulOp, PrintOp, ReshapeOp, ReturnOp, StructAccessOp,
            StructConstantOp, SubOp, TransposeOp,
        ],
        passes: [InferShapes, ConvertToAffine, ConvertPrint],
        hooks: Hooks,
    }
}

/// The value of an expression.
#[allow(non_upper_case_globals)]
pub static ToyValue: TypeConstraint = TypeConstraint {
    summary: "tensor of 64-bit float values or toy struct",
    check: |cx, ty| (F64Tensor.check)(cx, ty) || (StructType.check)(cx, ty),
    builds: None,
};

/// What can be printed. Lowering replaces tensors by buffers before it lowers `toy.print`.
#[allow(non_upper_case_globals)]
static Printable: TypeConstraint = TypeConstraint {
    summary: "tensor or memref of 64-bit float values",
    check: |cx, ty| (F64Tensor.check)(cx, ty) || (F64MemRef.check)(cx, ty),
    builds: None,
};

/// A tensor without a known shape.
pub fn unranked(cx: &Context) -> Type {
    cx.ty(TypeData::UnrankedTensor { element: Type::F64 })
}

/// A tensor with a known shape.
pub fn ranked(cx: &Context, shape: &[i64]) -> Type {
    rmlir::dialects::tensor::tensor_type(cx, shape, Type::F64)
}

/// Whether a value of the type `from` may be used as one of the type `to`: they are equal, or the shape of a tensor is
/// known in one of them only.
pub fn are_compatible(cx: &Context, from: Type, to: Type) -> bool {
    let are_tensors = from.is_tensor(cx) && to.is_tensor(cx);
    from == to || (are_tensors && (from.shape(cx).is_none() || to.shape(cx).is_none()))
}

/// A function.
#[op(name = "toy.func", traits(IsolatedFromAbove, Symbol), interfaces(FunctionOp, Callable, SymbolOp),
     verify = function::verify, parse = function::parse, print = print_func)]
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

fn print_func(printer: &mut dyn AsmPrinter, op: OpRef) {
    function::print(printer, op, false, &[]);
}

/// Returns from a function.
#[op(name = "toy.return", traits(Pure, HasParent, ReturnLike, Terminator), parents("toy.func"), verify = verify_return,
     format = "($input^ `:` type($input))? attr-dict")]
pub struct ReturnOp {
    #[operand]
    input: Option<ToyValue>,
}

fn verify_return(op: OpRef) -> Checked {
    let Some(function) = op.parent().filter(|parent| parent.is::<FuncOp>()) else { return Ok(()) };
    let (_, results) = function::types_of(function, FuncOp::FUNCTION_TYPE);
    if op.operands().map(|value| value.ty()).eq(results) {
        return Ok(());
    }
    Err(op.error("must return a value of the result type of its function"))
}

/// Calls a function, whose argument shapes may be unknown where those of the operands are known.
#[op(
    name = "toy.generic_call",
    interfaces(CallInterface, SymbolUser),
    format = "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, results)"
)]
pub struct GenericCallOp {
    #[prop]
    callee: FlatSymbolRefAttr,
    #[operand]
    inputs: Vec<ToyValue>,
    #[result]
    output: Option<ToyValue>,
}

impl CallInterface for GenericCallOp {
    fn callee_prop(&self) -> Option<usize> {
        Some(GenericCallOp::CALLEE)
    }
}

impl SymbolUser for GenericCallOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let Some(function) = symbols.lookup(op.get(GenericCallOp::callee)).filter(|found| found.is::<FuncOp>()) else {
            return Err(op.error("does not call a toy function"));
        };
        let (inputs, results) = function::types_of(function, FuncOp::FUNCTION_TYPE);
        let fits = |values: &mut dyn ExactSizeIterator<Item = ValueRef>, types: &[Type]| {
            values.len() == types.len() && values.zip(types).all(|(value, &ty)| are_compatible(op.cx(), value.ty(), ty))
        };
        if fits(&mut op.operands(), &inputs) && fits(&mut op.results(), &results) {
            return Ok(());
        }
        Err(op.error("has operands or results of other types than the function"))
    }
}

/// A constant tensor.
#[op(name = "toy.constant", traits(Pure, ConstantLike), fold = canonicalize::fold_constant,
     format = "$value attr-dict")]
pub struct ConstantOp {
    #[prop]
    value: F64ElementsAttr,
    #[result(derive(from = "value", with = same_type, summary = "the result has the type of the value"))]
    output: F64Tensor,
}

fn same_type(_cx: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

/// The sum of two tensors, element by element.
#[op(name = "toy.add", traits(Pure), interfaces(InferShape), verify = verify_elementwise,
     format = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)")]
pub struct AddOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    output: F64Tensor,
}

/// The difference of two tensors, element by element.
#[op(name = "toy.sub", traits(Pure), interfaces(InferShape), verify = verify_elementwise,
     format = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)")]
pub struct SubOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    output: F64Tensor,
}

/// The product of two tensors, element by element.
#[op(name = "toy.mul", traits(Pure), interfaces(InferShape), verify = verify_elementwise,
     format = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)")]
pub struct MulOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    output: F64Tensor,
}

/// Checks that all known shapes are equal.
fn verify_elementwise(op: OpRef) -> Checked {
    let types = op.operands().chain(op.results()).map(|value| value.ty());
    let mut known = types.filter(|ty| ty.shape(op.cx()).is_some());
    let Some(first) = known.next() else { return Ok(()) };
    match known.find(|&ty| ty != first) {
        Some(other) => {
            let [first, other] = [first, other].map(|ty| op.cx().show_type(ty));
            Err(op.error(format!("combines tensors of different shapes: '{first}' and '{other}'")))
        }
        None => Ok(()),
    }
}

/// A tensor with the dimensions in reverse order.
#[op(name = "toy.transpose", traits(Pure), interfaces(InferShape), verify = verify_transpose,
     canonicalize(canonicalize::transpose_of_transpose),
     format = "$input attr-dict `:` functional-type(operands, results)")]
pub struct TransposeOp {
    #[operand]
    input: F64Tensor,
    #[result]
    output: F64Tensor,
}

fn verify_transpose(op: OpRef) -> Checked {
    let shape = |ty: Type| ty.shape(op.cx());
    match shape(op.operand(0).ty()).zip(shape(op.result(0).ty())) {
        Some((from, to)) if !from.iter().rev().eq(to) => Err(op.error("must reverse the dimensions")),
        _ => Ok(()),
    }
}

/// A tensor with the same elements, in row-major order, in another shape.
#[op(name = "toy.reshape", traits(Pure), verify = verify_reshape, fold = canonicalize::fold_reshape,
     canonicalize(canonicalize::reshape_of_reshape),
     format = "$input attr-dict `:` functional-type(operands, results)")]
pub struct ReshapeOp {
    #[operand]
    input: F64Tensor,
    #[result]
    output: F64Tensor,
}

fn verify_reshape(op: OpRef) -> Checked {
    let shape = |ty: Type| ty.static_shape(op.cx());
    // More elements than 128 bits count are no tensor in memory.
    let n_elements = |shape: &[i64]| shape.iter().try_fold(1_i128, |n, &size| n.checked_mul(size.into()));
    let Some(to) = shape(op.result(0).ty()) else { return Err(op.error("must have a result of known shape")) };
    match shape(op.operand(0).ty()) {
        Some(from) if n_elements(from).is_none() || n_elements(from) != n_elements(to) => {
            let [from, to] = [op.operand(0), op.result(0)].map(|value| op.cx().show_type(value.ty()));
            Err(op.error(format!("changes the number of elements: from '{from}' to '{to}'")))
        }
        _ => Ok(()),
    }
}

/// The same tensor, whose shape is known in one of the types only.
#[op(name = "toy.cast", traits(Pure), interfaces(CastInterface, InferShape), verify = verify_cast,
     fold = canonicalize::fold_cast, format = "$input attr-dict `:` type($input) `to` type($output)")]
pub struct CastOp {
    #[operand]
    input: F64Tensor,
    #[result]
    output: F64Tensor,
}

impl CastInterface for CastOp {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        are_compatible(cx, from[0], to[0])
    }
}

/// Prints a tensor: a line for each row, which is what the last dimension counts.
#[op(name = "toy.print", format = "$input attr-dict `:` type($input)")]
pub struct PrintOp {
    #[operand]
    input: Printable,
}
