//! SIMD functions: attributes of a scalar function for its vectorization (as in OpenMP's `declare simd`),
//! and calls of the vector variants.
//!
//! The attribute `pvec.function` of a `func.func` has the number of lanes of its variants, and `pvec.clause` on
//! arguments their relation between neighbouring lanes. An argument without a clause may differ in each lane.

use rmlir::analysis::uniformity::{InferArgumentUniformity, Nature};
use rmlir::core::interfaces::CallOp as CallInterface;
use rmlir::core::symbol::SymbolScope;
use rmlir::interp::{Emit, Emitted};
use rmlir::prelude::*;

use crate::types::PredicateLike;

/// The attribute of a loop that says how many consecutive iterations are independent: it can be executed by calls of
/// variants for as many lanes.
pub const VECTORIZE_CALLS: &str = "pvec.vectorize_calls";

/// The variants of a function.
#[attr(int = 32, called = "variants")]
pub enum Variants {
    /// The masked variant, which has a mask as an argument, and the unmasked one.
    Both,
    /// Only the masked variant.
    Masked,
    /// Only the unmasked variant, for all lanes.
    Unmasked,
}

/// The vectorization of a function.
///
/// ```mlir
/// func.func @f(%x: f32, %n: i32 {pvec.clause = #pvec.uniform}) -> f32
///     attributes {pvec.function = #pvec.function<8, both>}
/// ```
#[attr(name = "pvec.function", format = "`<` $lanes `,` $variants `>`", verify = verify_lanes)]
pub struct FunctionAttr {
    /// The number of instances that are executed at once.
    pub lanes: i64,
    /// The variants of the function.
    pub variants: Variants,
}

/// The argument is uniform: the same in all lanes.
#[attr(name = "pvec.uniform")]
pub struct UniformAttr {}

/// The argument is linear: it increases by `step` from lane to lane, without overflow.
#[attr(name = "pvec.linear", format = "`<` $step `>`")]
pub struct LinearAttr {
    /// The increment between lanes.
    pub step: i64,
}

/// The argument of the first lane is aligned: an integer is a multiple of `bytes`, memory is aligned to `bytes`.
#[attr(name = "pvec.aligned", format = "`<` $bytes `>`", verify = verify_aligned)]
pub struct AlignedAttr {
    /// The alignment, a power of two.
    pub bytes: i64,
}

fn verify_lanes(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params.first().and_then(|lanes| lanes.as_i64(cx)) {
        Some(1..) => Ok(()),
        _ => Err("a function has at least one lane".into()),
    }
}

fn verify_aligned(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let bytes = params.first().and_then(|bytes| bytes.as_i64(cx)).unwrap_or(0);
    if bytes > 0 && (bytes as u64).is_power_of_two() {
        return Ok(());
    }
    Err("an alignment is a power of two".into())
}

/// Verifies the attribute `pvec.function` of a function.
pub(crate) fn verify_function(op: OpRef, name: &str, value: Attr) -> Checked {
    if name != "pvec.function" {
        return Ok(());
    }
    if op.interface::<dyn FunctionOp>().is_none() {
        return Err(op.error("has 'pvec.function' and is no function"));
    }
    match FunctionAttr::from_attr(op.cx(), value) {
        Some(_) => Ok(()),
        None => Err(op.error("requires '#pvec.function' as 'pvec.function'")),
    }
}

/// Verifies a clause of an argument, or several.
pub(crate) fn verify_clause(op: OpRef, region: usize, arg: usize, name: &str, value: Attr) -> Checked {
    if name != "pvec.clause" {
        return Ok(());
    }
    let cx = op.cx();
    let ty = op.region(region).entry().and_then(|block| block.args().nth(arg)).map(ValueRef::ty);
    let is_clause = |clause: Attr| {
        UniformAttr::from_attr(cx, clause).is_some()
            || LinearAttr::from_attr(cx, clause).is_some()
            || AlignedAttr::from_attr(cx, clause).is_some()
    };
    let clauses = value.as_array(cx).map_or_else(|| vec![value], <[Attr]>::to_vec);
    if !clauses.iter().all(|&clause| is_clause(clause)) {
        return Err(op.error("requires clauses of 'pvec' as 'pvec.clause'"));
    }
    let is_linear = clauses.iter().any(|&clause| LinearAttr::from_attr(cx, clause).is_some());
    if is_linear && ty.is_some_and(|ty| ty.int_or_index_width(cx).is_none()) {
        return Err(op.error("has a linear argument that is no integer"));
    }
    Ok(())
}

/// The uniformity of arguments by their clauses: instances are the threads of the analysis.
pub(crate) struct Clauses;

impl InferArgumentUniformity for Clauses {
    fn argument_nature(&self, cx: &Context, name: &str, value: Attr) -> Option<Nature> {
        if name != "pvec.clause" {
            return None;
        }
        let clauses = value.as_array(cx).map_or_else(|| vec![value], <[Attr]>::to_vec);
        let is_same = |&clause: &Attr| {
            let step = LinearAttr::from_attr(cx, clause).map(|linear| linear.step(cx));
            UniformAttr::from_attr(cx, clause).is_some() || step == Some(0)
        };
        clauses.iter().any(is_same).then_some(Nature::Computed)
    }
}

/// Calls a vector variant of a function by name.
///
/// With a mask the masked variant is called, whose last argument is the mask. The results of
/// inactive lanes are unspecified.
///
/// ```mlir
/// %y = pvec.call @f8(%x, %n) : (vector<8xf32>, i32) -> vector<8xf32>
/// %z = pvec.call @f8m(%x, %n) if %m : (vector<8xf32>, i32) -> vector<8xf32>, !pvec.mask<8>
/// ```
#[op(name = "pvec.call", traits(AttrSizedOperandSegments), interfaces(CallInterface, SymbolUser), eval = call,
     format = "$callee `(` $operands `)` (`if` $mask^)? attr-dict `:` functional-type($operands, results) \
               (`,` type($mask)^)?")]
pub struct CallOp {
    #[prop]
    callee: FlatSymbolRefAttr,
    #[operand]
    operands: Vec<AnyType>,
    #[operand]
    mask: Option<PredicateLike>,
    #[result]
    results: Vec<AnyType>,
}

impl CallInterface for CallOp<()> {
    fn callee_prop(&self) -> Option<usize> {
        Some(CallOp::CALLEE)
    }
}

impl SymbolUser for CallOp<()> {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let callee = op.get(CallOp::callee);
        let found = symbols.lookup(callee);
        let Some((function, found)) = found.and_then(|found| Some((found.interface::<dyn FunctionOp>()?, found)))
        else {
            let name = callee.str(op.cx());
            return Err(op.error(format!("'{name}' does not name a function")));
        };
        let (inputs, results) = rmlir::core::function::types_of(found, function.type_prop());
        let fits = op.operands().map(ValueRef::ty).eq(inputs) && op.results().map(ValueRef::ty).eq(results);
        if !fits {
            return Err(op.error("requires operands and results of the types of the function"));
        }
        Ok(())
    }
}

fn call<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.call_named(op, op.get(CallOp::callee))
}
