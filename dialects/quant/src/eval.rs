//! The evaluation of the operations: a quantized value is its stored integer.
//!
//! Functions are computed in the format of the represented numbers; each step is rounded.

use rmlir::interp::emit::number::canonical;
use rmlir::interp::value::{Tensor, indices};
use rmlir::interp::{Emit, Emitted, Kind, RuntimeType, Value};
use rmlir::num::{FloatKind, Rounding};
use rmlir::prelude::*;

use crate::cast::{DequantizeCastOp, QuantizeCastOp, StorageCastOp};
use crate::types::{AnyQuantizedType, UniformQuantizedType};

const NEAREST: Rounding = Rounding::NearestTiesToEven;

impl RuntimeType for AnyQuantizedType {
    fn kind(&self, cx: &Context, ty: Type, vscale: u64) -> Result<Kind, String> {
        let storage = AnyQuantizedType::from_type(cx, ty).map_or(Type::NONE, |ty| ty.storage(cx));
        Kind::of(cx, storage, vscale)
    }
}

impl RuntimeType for UniformQuantizedType {
    fn kind(&self, cx: &Context, ty: Type, vscale: u64) -> Result<Kind, String> {
        let storage = UniformQuantizedType::from_type(cx, ty).map_or(Type::NONE, |ty| ty.storage(cx));
        Kind::of(cx, storage, vscale)
    }
}

#[eval(StorageCastOp)]
fn storage_cast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.moves(&[from], &[into]);
    Ok(())
}

/// A uniform quantized type, ready for the evaluation.
struct Uniform {
    expressed: FloatKind,
    width: u32,
    is_signed: bool,
    min: i64,
    max: i64,
    /// The axes along which scales differ, with the number of indices that share one.
    axes: Vec<(usize, i64)>,
    /// The sizes of the tensor of scales; along no axis if it has one.
    sizes: Vec<i64>,
    scales: Vec<ApFloat>,
    zero_points: Vec<i64>,
}

impl Uniform {
    fn of(op: OpRef, quantized: ValueRef) -> Result<Self, Box<Diagnostic>> {
        let cx = op.cx();
        let Some(ty) = UniformQuantizedType::from_type(cx, quantized.ty().element_or_self(cx)) else {
            return Err(op.error("cannot be interpreted: its type has no scale"));
        };
        let (storage, expressed) = (ty.stored(cx), ty.expressed(cx).float_kind(cx).unwrap_or(FloatKind::F32));
        let axes = ty.axes(cx).into_iter().map(|axis| axis as usize);
        let scales = ty.scales(cx).dense_elements(cx).unwrap_or_default();
        let scale = |scale: Attr| Some(scale.as_float(cx)?.0.convert(expressed, NEAREST).value);
        let zero_points = ty.zero_points(cx).dense_elements(cx).unwrap_or_default();
        let zero_point = |value: Attr| value.as_integer(cx)?.0.sext_value();
        Ok(Self {
            expressed,
            width: storage.width(cx),
            is_signed: storage.is_signed,
            min: storage.min,
            max: storage.max,
            axes: axes.zip(ty.block_sizes(cx).unwrap_or(vec![1])).collect(),
            sizes: if ty.axis(cx).is_some() { Vec::new() } else { ty.scale_sizes(cx).to_vec() },
            scales: scales.into_iter().filter_map(scale).collect(),
            zero_points: zero_points.into_iter().filter_map(zero_point).collect(),
        })
    }

    /// The scale and the zero point of the element at `at`, the zero point as a float.
    fn params(&self, at: &[i64]) -> Option<(ApFloat, ApFloat)> {
        let block = |axis: usize| {
            let shared = self.axes.iter().rev().find(|&&(found, _)| found == axis).map(|&(_, size)| size);
            shared.map_or(0, |size| at.get(axis).map_or(0, |index| index / size))
        };
        let place = match (self.sizes.as_slice(), self.axes.first()) {
            ([], None) => 0,
            ([], Some(&(axis, _))) => block(axis),
            (sizes, _) => sizes.iter().enumerate().fold(0, |place, (axis, size)| place * size + block(axis)),
        };
        let (scale, zero_point) = (*self.scales.get(place as usize)?, *self.zero_points.get(place as usize)?);
        Some((scale, ApFloat::from_int(self.expressed, &ApInt::from_i64(64, zero_point), true, NEAREST)))
    }

    /// The number that `value` at `at` represents.
    fn dequantized(&self, value: &Value, at: &[i64]) -> Option<Value> {
        let (scale, zero_point) = self.params(at)?;
        let stored = ApFloat::from_int(self.expressed, &value.int(self.width)?, self.is_signed, NEAREST);
        Some(canonical(stored.sub(zero_point, NEAREST).mul(scale, NEAREST)).into())
    }

    /// The stored integer for the number `value` at `at`.
    fn quantized(&self, value: &Value, at: &[i64]) -> Option<Value> {
        let (scale, zero_point) = self.params(at)?;
        let moved = value.float(self.expressed)?.div(scale, NEAREST).add(zero_point, NEAREST);
        if moved.is_nan() {
            return None;
        }
        let stored = match moved.to_int(64, true, Rounding::TowardZero).and_then(|stored| stored.value.sext_value()) {
            Some(stored) => stored.clamp(self.min, self.max),
            None if moved.is_negative() => self.min,
            None => self.max,
        };
        Some(ApInt::from_i64(self.width, stored).into())
    }
}

/// Appends the application of `f` to each element and its indices.
fn elementwise<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    f: impl Fn(&Value, &[i64]) -> Option<Value> + Send + Sync + 'static,
) -> Emitted {
    let is_tensor = op.operand(0).ty().is_tensor(op.cx());
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        if !is_tensor {
            return Ok(f(m.get(from), &[]).unwrap_or_default());
        }
        let tensor = m.tensor(from)?;
        let places = indices(&tensor.sizes);
        let elements = tensor.elements.iter().zip(places).map(|(value, at)| f(value, &at).unwrap_or_default());
        Ok(Value::Tensor(Tensor { sizes: tensor.sizes.clone(), elements: elements.collect() }.into()))
    });
    Ok(())
}

#[eval(DequantizeCastOp)]
fn dequantize<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let uniform = Uniform::of(op, op.operand(0))?;
    elementwise(op, emit, move |value, at| uniform.dequantized(value, at))
}

#[eval(QuantizeCastOp)]
fn quantize<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let uniform = Uniform::of(op, op.result(0))?;
    elementwise(op, emit, move |value, at| uniform.quantized(value, at))
}
