//! Casts: extension and truncation, conversion between integers, floats and `index`, and bitcasts.
//!
//! A cast applies to scalars, and elementwise to vectors and tensors of one shape; the casts of `index` and bitcasts
//! also apply to memrefs. The [`CastOp`] interface of each operation defines the valid casts.

use rmlir::core::constraints::*;
use rmlir::core::interfaces::verify_cast;
use rmlir::core::opdef::OpTrait;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::core::verify::compatible_shapes;
use rmlir::prelude::*;

use crate::attrs::{FastMathFlags, IntegerOverflowFlags, RoundingMode};
use crate::integer::no_overflow_flags;
use crate::types::{
    BitcastTypeConstraint, IndexCastTypeConstraint, SignlessFixedWidthIntegerLike as IntLike, scalar_width,
};

/// Casts of one value.
#[op_class(
    traits(ElementwiseMappable, Pure, SameOperandsAndResultShape),
    custom_traits(SAME_TENSOR_DIMENSIONS, CASTABLE),
    interfaces(CastOp),
    fold,
    eval,
    format = "$in attr-dict `:` type($in) `to` type($out)"
)]
struct Cast {}

/// Extends unsigned integers with zeros.
///
/// ```mlir
/// %1 = arith.extui %0 : i3 to i6
/// ```
#[op(name = "arith.extui", classes(Cast), interfaces(InferIntRange, PoisonBehavior), verify = must_be_wider)]
pub struct ExtUIOp {
    #[operand(name = "in")]
    input: IntLike,
    #[result(name = "out")]
    output: IntLike,
}

/// Extends signed integers with copies of the sign bit.
#[op(name = "arith.extsi", classes(Cast), interfaces(InferIntRange, PoisonBehavior, ValueBounds),
     verify = must_be_wider, canonicalize)]
pub struct ExtSIOp {
    #[operand(name = "in")]
    input: IntLike,
    #[result(name = "out")]
    output: IntLike,
}

/// The float nearest to an unsigned integer.
#[op(name = "arith.uitofp", classes(Cast))]
pub struct UIToFPOp {
    #[operand(name = "in")]
    input: IntLike,
    #[result(name = "out")]
    output: FloatLike,
}

/// The float nearest to a signed integer.
#[op(name = "arith.sitofp", classes(Cast))]
pub struct SIToFPOp {
    #[operand(name = "in")]
    input: IntLike,
    #[result(name = "out")]
    output: FloatLike,
}

/// The unsigned integer that results from rounding a float toward zero.
#[op(name = "arith.fptoui", classes(Cast))]
pub struct FPToUIOp {
    #[operand(name = "in")]
    input: FloatLike,
    #[result(name = "out")]
    output: IntLike,
}

/// The signed integer that results from rounding a float toward zero.
#[op(name = "arith.fptosi", classes(Cast))]
pub struct FPToSIOp {
    #[operand(name = "in")]
    input: FloatLike,
    #[result(name = "out")]
    output: IntLike,
}

/// Casts between `index` and signed integers.
#[op(name = "arith.index_cast", classes(Cast), interfaces(InferIntRange, PoisonBehavior), canonicalize)]
pub struct IndexCastOp {
    #[operand(name = "in")]
    input: IndexCastTypeConstraint,
    #[result(name = "out")]
    output: IndexCastTypeConstraint,
}

/// Casts between `index` and unsigned integers.
#[op(name = "arith.index_castui", classes(Cast), interfaces(InferIntRange, PoisonBehavior), canonicalize)]
pub struct IndexCastUIOp {
    #[operand(name = "in")]
    input: IndexCastTypeConstraint,
    #[result(name = "out")]
    output: IndexCastTypeConstraint,
}

/// Reinterprets the bits of an integer or float as another type of the same width.
#[op(name = "arith.bitcast", classes(Cast), canonicalize)]
pub struct BitcastOp {
    #[operand(name = "in")]
    input: BitcastTypeConstraint,
    #[result(name = "out")]
    output: BitcastTypeConstraint,
}

/// Truncates integers to a smaller width.
///
/// ```mlir
/// %5 = arith.trunci %a overflow<nsw, nuw> : i32 to i16
/// ```
#[op(name = "arith.trunci", classes(Cast), interfaces(InferIntRange),
     verify = must_be_shorter,
     canonicalize,
     format = "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)")]
pub struct TruncIOp {
    #[operand(name = "in")]
    input: IntLike,
    #[prop(name = "overflowFlags", default = no_overflow_flags)]
    overflow_flags: IntegerOverflowFlags,
    #[result(name = "out")]
    output: IntLike,
}

/// The value of a float in a wider format.
#[op(name = "arith.extf", classes(Cast),
     verify = must_be_wider,
     format = "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)")]
pub struct ExtFOp {
    #[operand(name = "in")]
    input: FloatLike,
    #[prop]
    fastmath: Option<FastMathFlags>,
    #[result(name = "out")]
    output: FloatLike,
}

/// The value of a float in a narrower format, rounded.
///
/// ```mlir
/// %h = arith.truncf %f to_nearest_even fastmath<fast> : f32 to f16
/// ```
#[op(name = "arith.truncf", classes(Cast),
     verify = must_be_shorter, canonicalize,
     format = "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)")]
pub struct TruncFOp {
    #[operand(name = "in")]
    input: FloatLike,
    #[prop]
    roundingmode: Option<RoundingMode>,
    #[prop]
    fastmath: Option<FastMathFlags>,
    #[result(name = "out")]
    output: FloatLike,
}

/// The value of a float times a scale, in a wider format, as defined in the OCP specification of microscaling formats.
///
/// ```mlir
/// %a = arith.scaling_extf %b, %scale : f4E2M1FN, f8E8M0FNU to f32
/// ```
#[op(name = "arith.scaling_extf", traits(ElementwiseMappable, Pure),
     custom_traits(SAME_TENSOR_DIMENSIONS, CASTABLE), interfaces(CastOp), verify = must_be_wider,
     eval, format = "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)")]
pub struct ScalingExtFOp {
    #[operand(name = "in")]
    input: FloatLike,
    #[operand]
    scale: FloatLike,
    #[prop]
    fastmath: Option<FastMathFlags>,
    #[result(name = "out")]
    output: FloatLike,
}

impl CastOp for ScalingExtFOp<()> {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        one_to_one(cx, &from[..1], to, wider_float)
    }
}

/// The value of a float divided by a scale, in a narrower format, as defined in the OCP
/// specification of microscaling formats.
///
/// ```mlir
/// %a = arith.scaling_truncf %b, %scale : f32, f8E8M0FNU to f4E2M1FN
/// ```
#[op(name = "arith.scaling_truncf", traits(ElementwiseMappable, Pure),
     custom_traits(SAME_TENSOR_DIMENSIONS, CASTABLE), interfaces(CastOp), verify = must_be_shorter,
     eval, format = "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) \
               `to` type($out)")]
pub struct ScalingTruncFOp {
    #[operand(name = "in")]
    input: FloatLike,
    #[operand]
    scale: FloatLike,
    #[prop]
    roundingmode: Option<RoundingMode>,
    #[prop]
    fastmath: Option<FastMathFlags>,
    #[result(name = "out")]
    output: FloatLike,
}

impl CastOp for ScalingTruncFOp<()> {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        one_to_one(cx, &from[..1], to, shorter_float)
    }
}

/// Rows of `Op: rule;`, the rule for element types.
macro_rules! casts {
    ($($op:ident: $rule:ident;)*) => {$(
        impl CastOp for $op<()> {
            fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
                one_to_one(cx, from, to, $rule)
            }
        }
    )*};
}

casts! {
    ExtUIOp: wider_integer;
    ExtSIOp: wider_integer;
    UIToFPOp: integer_to_float;
    SIToFPOp: integer_to_float;
    FPToUIOp: float_to_integer;
    FPToSIOp: float_to_integer;
    IndexCastOp: from_or_to_index;
    IndexCastUIOp: from_or_to_index;
    BitcastOp: same_width;
    TruncIOp: shorter_integer;
    ExtFOp: wider_float;
    TruncFOp: shorter_float;
}

/// Whether an element type may be cast to another.
type Rule = fn(&Context, Type, Type) -> bool;

/// Whether one value is cast to one of the same shape and encoding, whose element types satisfy `rule`.
fn one_to_one(cx: &Context, from: &[Type], to: &[Type], rule: Rule) -> bool {
    let (&[from], &[to]) = (from, to) else { return false };
    same_encoding(cx, from, to)
        && compatible_shapes(cx, &[from, to])
        && rule(cx, from.element_or_self(cx), to.element_or_self(cx))
}

fn same_encoding(cx: &Context, from: Type, to: Type) -> bool {
    let encoding = |ty: Type| match ty.data(cx) {
        TypeData::RankedTensor { encoding, .. } => Some(*encoding),
        _ => None,
    };
    encoding(from).zip(encoding(to)).is_none_or(|(from, to)| from == to)
}

fn wider_integer(cx: &Context, from: Type, to: Type) -> bool {
    from.int_width(cx).zip(to.int_width(cx)).is_some_and(|(from, to)| from < to)
}

fn shorter_integer(cx: &Context, from: Type, to: Type) -> bool {
    wider_integer(cx, to, from)
}

fn wider_float(cx: &Context, from: Type, to: Type) -> bool {
    from.float_kind(cx).zip(to.float_kind(cx)).is_some_and(|(from, to)| from.width() < to.width())
}

fn shorter_float(cx: &Context, from: Type, to: Type) -> bool {
    wider_float(cx, to, from)
}

fn integer_to_float(cx: &Context, from: Type, to: Type) -> bool {
    from.is_integer(cx) && to.float_kind(cx).is_some()
}

fn float_to_integer(cx: &Context, from: Type, to: Type) -> bool {
    integer_to_float(cx, to, from)
}

fn from_or_to_index(cx: &Context, from: Type, to: Type) -> bool {
    let goes_to_index = |from: Type, to: Type| from.signless_width(cx).is_some() && to.is_index();
    goes_to_index(from, to) || goes_to_index(to, from)
}

fn same_width(cx: &Context, from: Type, to: Type) -> bool {
    from.int_or_float_width(cx).zip(to.int_or_float_width(cx)).is_some_and(|(from, to)| from == to)
}

struct SameTensorDimensions;
static SAME_TENSOR_DIMENSIONS: SameTensorDimensions = SameTensorDimensions;

impl OpTrait for SameTensorDimensions {
    fn name(&self) -> &'static str {
        "SameInputOutputTensorDims"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    /// A type that is no ranked tensor is treated as one of rank 0.
    fn verify(&self, op: OpRef) -> Checked {
        let cx = op.cx();
        let dimensions = |ty: Type| if ty.is_tensor(cx) { ty.shape(cx).unwrap_or(&[]) } else { &[] };
        if dimensions(op.operand(0).ty()) == dimensions(op.result(0).ty()) {
            return Ok(());
        }
        Err(op.error("failed to verify that input and output have the same tensor dimensions"))
    }
}

struct Castable;
static CASTABLE: Castable = Castable;

impl OpTrait for Castable {
    fn name(&self) -> &'static str {
        "CastOpInterface"
    }
    fn verify(&self, op: OpRef) -> Checked {
        verify_cast(op)
    }
}

fn must_be_wider(op: OpRef) -> Checked {
    check_width(op, "wider", |from, to| from < to)
}

fn must_be_shorter(op: OpRef) -> Checked {
    check_width(op, "shorter", |from, to| from > to)
}

fn check_width(op: OpRef, words: &str, fits: fn(u32, u32) -> bool) -> Checked {
    let (from, to) = (op.operand(0).ty(), op.result(0).ty());
    let widths = scalar_width(op.cx(), from).zip(scalar_width(op.cx(), to));
    if widths.is_none_or(|(from, to)| fits(from, to)) {
        return Ok(());
    }
    let show = |ty: Type| op.cx().show_type(ty.element_or_self(op.cx()));
    Err(op.plain_error(format!("result type '{}' must be {words} than operand type '{}'", show(to), show(from))))
}
