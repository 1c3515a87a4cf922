//! Quantized types.

use rmlir::interp::RuntimeType;
use rmlir::prelude::*;

use crate::storage::{Storage, verify_storage};
use crate::syntax;

/// Integers that represent real numbers in an unknown way.
///
/// ```mlir
/// !quant.any<i8<-8:7>:f32>
/// ```
#[ty(name = "quant.any", interfaces(RuntimeType), parse = syntax::parse_any, print = syntax::print_any, verify = verify_storage)]
pub struct AnyQuantizedType {
    /// Whether stored integers are signed.
    pub is_signed: bool,
    /// The type of stored integers.
    pub storage: Type,
    /// The least stored integer.
    pub min: i64,
    /// The greatest stored integer.
    pub max: i64,
    /// The type of the represented numbers.
    pub expressed: Option<Type>,
}

/// Integers that represent real numbers by scales and zero points: one for the type, one for each index along an axis of a
/// tensor, or one for each block of a tensor.
///
/// ```mlir
/// !quant.uniform<i8:f32, 9.987200e-01:127>
/// !quant.uniform<i8:f32:1, {2.000000e+00,1.500000e+00:3}>
/// !quant.uniform<i8:f32:{0:1, 1:2}, {{2.000000e+00, 1.500000e+00}, {3.000000e+00:1, 4.000000e+00:9}}>
/// ```
#[ty(name = "quant.uniform", interfaces(RuntimeType), parse = syntax::parse_uniform, print = syntax::print_uniform, verify = verify_uniform)]
pub struct UniformQuantizedType {
    /// Whether stored integers are signed.
    pub is_signed: bool,
    /// The type of stored integers.
    pub storage: Type,
    /// The least stored integer.
    pub min: i64,
    /// The greatest stored integer.
    pub max: i64,
    /// The type of the represented numbers.
    pub expressed: Type,
    /// The axes along which scales differ.
    pub axes: Vec<i64>,
    /// The sizes of blocks along the axes; `None` if there are no blocks.
    pub block_sizes: Option<Vec<i64>>,
    /// The scales: a tensor of one element for each block, one along an axis, or a tensor without dimensions.
    pub scales: Attr,
    /// The zero points: a tensor of the same shape.
    pub zero_points: Attr,
}

/// Real numbers whose range is known, but not yet a representation.
///
/// ```mlir
/// !quant.calibrated<f32<-5.000000e-01:1.200000e+00>>
/// ```
#[ty(
    name = "quant.calibrated",
    parse = syntax::parse_calibrated,
    print = syntax::print_calibrated,
    verify = syntax::verify_calibrated
)]
pub struct CalibratedQuantizedType {
    /// The type of the represented numbers.
    pub expressed: Type,
    /// The least number.
    pub min: Attr,
    /// The greatest number.
    pub max: Attr,
}

impl UniformQuantizedType {
    /// The axis with a scale for each index, if scales differ so.
    pub fn axis(self, cx: &Context) -> Option<i64> {
        self.axes(cx).first().copied().filter(|_| self.block_sizes(cx).is_none())
    }

    /// The sizes of the tensor of scales.
    pub fn scale_sizes(self, cx: &Context) -> &[i64] {
        self.scales(cx).ty(cx).and_then(|ty| ty.shape(cx)).unwrap_or_default()
    }

    /// The stored integers.
    pub(crate) fn stored(self, cx: &Context) -> Storage {
        Storage { is_signed: self.is_signed(cx), ty: self.storage(cx), min: self.min(cx), max: self.max(cx) }
    }
}

fn verify_uniform(cx: &Context, params: &[Attr]) -> Result<(), String> {
    verify_storage(cx, params)?;
    let axes = params[5].as_int_array(cx).unwrap_or_default();
    if let Some(axis) = axes.iter().find(|&&axis| axis < 0) {
        return Err(format!("illegal quantized dimension: {axis}"));
    }
    let block_sizes = params[6].present().and_then(|sizes| sizes.as_int_array(cx)).unwrap_or_default();
    match block_sizes.iter().find(|&&size| size <= 0) {
        Some(size) => Err(format!("illegal block size: {size}")),
        None => Ok(()),
    }
}

/// Whether `ty` is a quantized type.
pub fn is_quantized(cx: &Context, ty: Type) -> bool {
    ty.dialect_type(cx).is_some_and(|(def, _)| def.dialect() == "quant")
}

/// The type of the integers that quantized type `ty` stores; `None` for other types, and for calibrated ones.
pub fn storage_type(cx: &Context, ty: Type) -> Option<Type> {
    let any = AnyQuantizedType::from_type(cx, ty).map(|ty| ty.storage(cx));
    any.or_else(|| UniformQuantizedType::from_type(cx, ty).map(|ty| ty.storage(cx)))
}

/// The type of the numbers that quantized type `ty` represents, if it is known.
pub fn expressed_type(cx: &Context, ty: Type) -> Option<Type> {
    if let Some(any) = AnyQuantizedType::from_type(cx, ty) {
        return any.expressed(cx);
    }
    let uniform = UniformQuantizedType::from_type(cx, ty).map(|ty| ty.expressed(cx));
    uniform.or_else(|| CalibratedQuantizedType::from_type(cx, ty).map(|ty| ty.expressed(cx)))
}
