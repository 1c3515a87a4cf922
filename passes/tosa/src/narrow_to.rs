//! Narrower types of elements, for targets without 64-bit numbers.
//!
//! Casts surround what is narrowed where its types are seen outside: at arguments and results of functions, unless these are
//! converted too.
//!
//! Deviation: `tosa.argmax` keeps its `nan_mode`.

use std::sync::Arc;

use rmlir::core::pattern::PatternRoot;
use rmlir::num::{FloatKind, Rounding};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget, Converted, TypeConverter,
    function_signature_pattern,
};
use rmlir_func::{FuncOp, ReturnOp};
use rmlir_tosa::CastOp;
use rmlir_tosa::*;

use crate::retype::{convert_fully, is_legal_function, map_elements, retype};

/// Narrow I64 TOSA operations to I32.
///
/// Constants are narrowed if their elements fit, indices if the dimension is short enough.
///
/// ```mlir
/// %0 = tosa.argmax %t {axis = 0 : i32} : (tensor<14xf32>) -> tensor<i64>
/// // becomes
/// %1 = tosa.argmax %t {axis = 0 : i32} : (tensor<14xf32>) -> tensor<i32>
/// %0 = tosa.cast %1 : (tensor<i32>) -> tensor<i64>
/// ```
#[pass(
    name = "tosa-narrow-i64-to-i32",
    title = "TosaNarrowI64ToI32Pass",
    anchor = "func.func",
    depends(rmlir_func::Func, Tosa)
)]
pub struct TosaNarrowI64ToI32 {
    /// If enabled, all TOSA operations are rewritten, regardless or whether the narrowingis safe. This option may lead to data loss if not used carefully.
    #[option(default = false)]
    aggressive_rewrite: bool,
    /// If enabled, the pass will convert function I/O types as well. Otherwise casts willbe inserted at the I/O boundaries.
    #[option(default = false)]
    convert_function_boundaries: bool,
}

impl Pass for TosaNarrowI64ToI32 {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        narrow(cx, Narrowing::Int, self.aggressive_rewrite, self.convert_function_boundaries)
    }
}

/// Narrow F64 TOSA operations to F32.
///
/// Constants are narrowed if their elements are numbers of the narrow type.
///
/// ```mlir
/// %0 = tosa.reverse %t {axis = 0 : i32} : (tensor<4xf64>) -> tensor<4xf64>
/// // becomes
/// %1 = tosa.cast %t : (tensor<4xf64>) -> tensor<4xf32>
/// %2 = tosa.reverse %1 {axis = 0 : i32} : (tensor<4xf32>) -> tensor<4xf32>
/// %0 = tosa.cast %2 : (tensor<4xf32>) -> tensor<4xf64>
/// ```
#[pass(
    name = "tosa-narrow-f64-to-f32",
    title = "TosaNarrowF64ToF32Pass",
    anchor = "func.func",
    depends(rmlir_func::Func, Tosa)
)]
pub struct TosaNarrowF64ToF32 {
    /// If enabled, all TOSA operations are rewritten, regardless or whether the narrowingis safe. This option may lead to data loss if not used carefully.
    #[option(default = false)]
    aggressive_rewrite: bool,
    /// If enabled, the pass will convert function I/O types as well. Otherwise casts willbe inserted at the I/O boundaries.
    #[option(default = false)]
    convert_function_boundaries: bool,
}

impl Pass for TosaNarrowF64ToF32 {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        narrow(cx, Narrowing::Float, self.aggressive_rewrite, self.convert_function_boundaries)
    }
}

/// What is narrowed: integers or floats of 64 bits, to 32.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrowing {
    Int,
    Float,
}

impl Narrowing {
    fn is_wide(self, cx: &Context, ty: Type) -> bool {
        match self {
            Self::Int => ty.int_width(cx) == Some(64),
            Self::Float => ty.float_kind(cx) == Some(FloatKind::F64),
        }
    }

    fn narrow_type(self) -> Type {
        match self {
            Self::Int => Type::I32,
            Self::Float => Type::F32,
        }
    }

    fn convert(self, cx: &Context, ty: Type) -> Type {
        let is_tensor = ty.is_tensor(cx);
        match self.is_wide(cx, if is_tensor { ty.element_or_self(cx) } else { ty }) {
            false => ty,
            true if is_tensor => ty.with_element(cx, self.narrow_type()),
            true => self.narrow_type(),
        }
    }

    /// The nearest number of the narrow type, and whether it is the same; `None` if `value` is not a wide number.
    fn narrowed(self, cx: &Context, value: Attr) -> Option<(Attr, bool)> {
        match self {
            Self::Int => {
                let (number, _) = value.as_integer(cx).filter(|&(_, ty)| self.is_wide(cx, ty))?;
                let number = number.sext_value()?;
                let nearest = number.clamp(i32::MIN.into(), i32::MAX.into());
                Some((cx.int_attr(Type::I32, nearest), nearest == number))
            }
            Self::Float => {
                let (number, _) = value.as_float(cx).filter(|&(_, ty)| self.is_wide(cx, ty))?;
                let nearest = number.convert(FloatKind::F32, Rounding::NearestTiesToEven).value;
                let is_same = nearest.convert(FloatKind::F64, Rounding::NearestTiesToEven).value;
                Some((cx.float_attr(Type::F32, nearest), is_same.bitwise_is_equal(*number)))
            }
        }
    }

    /// The attribute with narrow numbers; `None` if it is a wide type, or has elements that differ and must not.
    fn convert_attr(self, cx: &Context, attr: Attr, is_exact: bool) -> Option<Attr> {
        if let Some(ty) = attr.as_type(cx) {
            return (self.convert(cx, ty) == ty).then_some(attr);
        }
        if let Some((narrow, _)) = self.narrowed(cx, attr) {
            return Some(narrow);
        }
        let is_elements = attr.ty(cx).is_some_and(|ty| ty.is_shaped(cx) && self.is_wide(cx, ty.element_or_self(cx)));
        if !is_elements {
            return Some(attr);
        }
        map_elements(cx, attr, self.narrow_type(), |value| {
            self.narrowed(cx, value).filter(|&(_, is_same)| is_same || !is_exact).map(|(narrow, _)| narrow)
        })
    }
}

/// Operations that move elements, which are narrowed with them, and control flow.
const MOVING: [&str; 11] = [
    ConcatOp::NAME,
    PadOp::NAME,
    ReshapeOp::NAME,
    ReverseOp::NAME,
    SliceOp::NAME,
    TileOp::NAME,
    TransposeOp::NAME,
    IdentityOp::NAME,
    IfOp::NAME,
    WhileOp::NAME,
    YieldOp::NAME,
];

fn narrow(cx: &mut PassCx, narrowing: Narrowing, is_aggressive: bool, converts_functions: bool) -> PassResult {
    let types = Arc::new(type_converter(narrowing));
    let mut target = ConversionTarget::new(cx.cx());
    let of_tosa = types.clone();
    target.dynamic_dialect("tosa", move |op| of_tosa.is_legal_op(op));
    let mut patterns = ConversionPatterns::new();
    if converts_functions {
        let of_function = types.clone();
        target.dynamic_op(FuncOp::NAME, move |op| is_legal_function(&of_function, op));
        target.dynamic_op(ReturnOp::NAME, returns_results);
        patterns.add(function_signature_pattern(FuncOp::NAME, &types));
        patterns.on(ReturnOp::NAME, "convert_return", Some(&types), |rw, op, operands| {
            rw.set_operands(op, operands);
            Match::Yes
        });
    } else {
        target.legal_ops(&[FuncOp::NAME, ReturnOp::NAME]);
    }
    let retyped = move |is_exact| {
        move |rw: &mut ConversionRewriter, op: OpId, operands: &[Value]| {
            retype(rw, op, operands, |cx, attr| narrowing.convert_attr(cx, attr, is_exact))
        }
    };
    if is_aggressive {
        let any = ConversionPattern::new("", "narrow", retyped(false));
        patterns.add(any.rooted(PatternRoot::Where(|def| def.dialect() == "tosa")).converter(&types));
        return convert_fully(cx, &target, &patterns);
    }
    for name in MOVING {
        patterns.on(name, "narrow", Some(&types), retyped(false));
    }
    patterns.on(ConstOp::NAME, "narrow_constant", Some(&types), retyped(true));
    patterns.on(CastOp::NAME, "narrow_cast", Some(&types), narrow_cast);
    if narrowing == Narrowing::Int {
        patterns.on(ArgMaxOp::NAME, "narrow_argmax", Some(&types), narrow_argmax);
    }
    convert_fully(cx, &target, &patterns)
}

/// Converts wide numbers and tensors of them, and materializes values by casts.
fn type_converter(narrowing: Narrowing) -> TypeConverter {
    let mut types = TypeConverter::new();
    types.rule(move |_, cx, ty| Some(Converted::To(narrowing.convert(cx, ty))));
    types.source_materialization(|rw, ty, inputs, loc| match inputs {
        &[input] => Some(rw.value(CastOp::build(ty, input).at(loc))),
        _ => None,
    });
    types.target_materialization(|rw, types, inputs, loc, _| match (types, inputs) {
        (&[ty], &[input]) => vec![rw.value(CastOp::build(ty, input).at(loc))],
        _ => Vec::new(),
    });
    types
}

/// Whether the operands of a return have the types of the function's results.
fn returns_results(op: OpRef) -> bool {
    let Some(parent) = op.parent() else { return true };
    let Some(function) = parent.interface::<dyn FunctionOp>() else { return true };
    op.operands().map(ValueRef::ty).eq(function.result_types(parent))
}

/// A cast that does not lose bits.
fn narrow_cast(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let result = rw.ty(rw.result(op, 0));
    let [from, to] = [rw.ty(operands[0]), result].map(|ty| ty.element_or_self(rw));
    let loses = |width: fn(Type, &Context) -> Option<u32>| {
        width(from, rw).zip(width(to, rw)).is_some_and(|(from, to)| from > to)
    };
    if loses(Type::int_width) || loses(|ty, cx| ty.float_kind(cx).map(FloatKind::width)) {
        return rw.no_match(op, "Narrowing cast may lead to data loss.");
    }
    let Some(ty) = rw.convert_type(result) else { return Match::No };
    rw.replace_with(op, CastOp::build(ty, operands[0]));
    Match::Yes
}

/// An index along a dimension whose size is an integer of 32 bits.
fn narrow_argmax(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let argmax = ArgMaxOp::from_id(op);
    let axis = argmax.axis(rw);
    let size = rw.ty(operands[0]).shape(rw).and_then(|shape| shape.get(axis as usize).copied());
    if !size.is_some_and(|size| (0..i64::from(i32::MAX)).contains(&size)) {
        return rw.no_match(op, "Requires a static axis dimension for bounds checking.");
    }
    let Some(ty) = rw.convert_type(rw.ty(rw.result(op, 0))) else { return Match::No };
    let mode = argmax.nan_mode(rw).attr(rw.cx());
    rw.replace_with(op, ArgMaxOp::build(ty, operands[0], axis).prop(ArgMaxOp::NAN_MODE, mode));
    Match::Yes
}
