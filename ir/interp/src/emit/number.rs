//! Elementwise operations on scalars, vectors and tensors.
//!
//! A scalar function is applied to every lane of a vector and to every element of a tensor. Integers have two
//! representations: at most 64 bits, which are masked to the width afterwards, and any width. Floats do as well: `f32`
//! and the narrower formats of which `f64` has twice the precision are computed in `f64` and rounded once more, which
//! is equal to a single rounding (Figueroa: When is double rounding innocuous?, 1995); other formats are computed
//! exactly and rounded.
//!
//! A NaN produced by arithmetic is the canonical quiet one without payload and sign, independent of the operands.
//! Operations on the sign only preserve all other bits.

use rmlir_core::{OpRef, Type};
use rmlir_num::{ApFloat, ApInt, FloatKind, Rounding};

use super::{Emit, Emitted};
use crate::code::Reg;
use crate::fault::Fault;
use crate::kind::Kind;
use crate::value::{Computed, Tensor, Value, mask};

/// A scalar, or poison.
pub type Number<T> = Result<Option<T>, Box<Fault>>;

impl<'a> Emit<'a, '_> {
    /// The number of lanes of values of `ty`, `None` if they are no vectors.
    pub fn lanes(&self, op: OpRef, ty: Type) -> Result<Option<usize>, Box<rmlir_diag::Diagnostic>> {
        let kind = self.kind(op, ty)?;
        Ok(matches!(kind, Kind::Vector(..)).then(|| kind.lanes().0))
    }

    /// Appends the elementwise application of `f` to the first operand.
    pub fn unary(&mut self, op: OpRef, f: impl Fn(&Value) -> Computed + Send + Sync + 'static) -> Emitted {
        let d = self.result(op, 0);
        self.unary_into(op, d, f)
    }

    /// As [`Self::unary`], for a result other than the first, with the same shape.
    pub fn unary_into(&mut self, op: OpRef, d: Reg, f: impl Fn(&Value) -> Computed + Send + Sync + 'static) -> Emitted {
        let a = self.operand(op, 0);
        if self.lanes(op, op.result(0).ty())?.is_none() && !op.result(0).ty().is_tensor(op.cx()) {
            self.push(move |m| {
                let value = f(m.get(a));
                m.put(d, value)
            });
            return Ok(());
        }
        self.compute(d, move |m| match m.get(a) {
            Value::List(lanes) => Ok(Value::list(lanes.iter().map(&f).collect::<Result<_, _>>()?)),
            Value::Tensor(tensor) => {
                let elements = tensor.elements.iter().map(&f).collect::<Result<_, _>>()?;
                Ok(Value::tensor(tensor.sizes.clone(), elements))
            }
            value => f(value),
        });
        Ok(())
    }

    /// Appends the elementwise application of `f` to the first two operands.
    pub fn binary(&mut self, op: OpRef, f: impl Fn(&Value, &Value) -> Computed + Send + Sync + 'static) -> Emitted {
        let d = self.result(op, 0);
        self.binary_into(op, d, f)
    }

    /// As [`Self::binary`], for a result other than the first, with the same shape.
    pub fn binary_into(
        &mut self,
        op: OpRef,
        d: Reg,
        f: impl Fn(&Value, &Value) -> Computed + Send + Sync + 'static,
    ) -> Emitted {
        let (a, b) = (self.operand(op, 0), self.operand(op, 1));
        if op.result(0).ty().is_tensor(op.cx()) {
            self.compute(d, move |m| elementwise(&[m.get(a), m.get(b)], |parts| f(parts[0], parts[1])));
            return Ok(());
        }
        let Some(n) = self.lanes(op, op.result(0).ty())? else {
            self.push(move |m| {
                let value = f(m.get(a), m.get(b));
                m.put(d, value)
            });
            return Ok(());
        };
        self.compute(d, move |m| {
            let (a, b) = (m.get(a), m.get(b));
            if a.is_poison() && b.is_poison() {
                return f(a, b);
            }
            Ok(Value::list((0..n).map(|at| f(a.part(at), b.part(at))).collect::<Result<_, _>>()?))
        });
        Ok(())
    }

    /// Appends the elementwise application of `f` to the first three operands.
    pub fn ternary(
        &mut self,
        op: OpRef,
        f: impl Fn(&Value, &Value, &Value) -> Computed + Send + Sync + 'static,
    ) -> Emitted {
        let (a, b, c) = (self.operand(op, 0), self.operand(op, 1), self.operand(op, 2));
        let d = self.result(op, 0);
        if op.result(0).ty().is_tensor(op.cx()) {
            self.compute(d, move |m| {
                elementwise(&[m.get(a), m.get(b), m.get(c)], |parts| f(parts[0], parts[1], parts[2]))
            });
            return Ok(());
        }
        let lanes = self.lanes(op, op.result(0).ty())?;
        self.compute(d, move |m| {
            let (a, b, c) = (m.get(a), m.get(b), m.get(c));
            let Some(n) = lanes else { return f(a, b, c) };
            let lane = |at: usize| f(a.part(at), b.part(at), c.part(at));
            Ok(Value::list((0..n).map(lane).collect::<Result<_, _>>()?))
        });
        Ok(())
    }

    /// The width of the integers of `ty` or of its elements; 64 for `index`.
    pub fn int_width(&self, ty: Type) -> u32 {
        ty.element_or_self(self.cx()).int_or_index_width(self.cx()).unwrap_or(64)
    }

    /// The format of the floats of `ty` or of its elements.
    pub fn float_kind(&self, op: OpRef, ty: Type) -> Result<FloatKind, Box<rmlir_diag::Diagnostic>> {
        let kind = ty.element_or_self(self.cx()).float_kind(self.cx());
        kind.ok_or_else(|| op.error("cannot be interpreted: it takes floats only"))
    }

    /// Appends an operation on one integer; a result of `None` is poison.
    pub fn int_unary<R: Into<Value>>(
        &mut self,
        op: OpRef,
        f: impl Fn(&ApInt) -> Number<R> + Send + Sync + 'static,
    ) -> Emitted {
        let width = self.int_width(op.operand(0).ty());
        self.unary(op, move |a| match a.int(width) {
            Some(a) => Ok(f(&a)?.into()),
            None => Ok(Value::Poison),
        })
    }

    /// Appends an operation on two integers; a result of `None` is poison.
    pub fn int_binary<R: Into<Value>>(
        &mut self,
        op: OpRef,
        f: impl Fn(&ApInt, &ApInt) -> Number<R> + Send + Sync + 'static,
    ) -> Emitted {
        let d = self.result(op, 0);
        self.int_binary_into(op, d, f)
    }

    /// As [`Self::int_binary`], for a result other than the first.
    pub fn int_binary_into<R: Into<Value>>(
        &mut self,
        op: OpRef,
        d: Reg,
        f: impl Fn(&ApInt, &ApInt) -> Number<R> + Send + Sync + 'static,
    ) -> Emitted {
        let width = self.int_width(op.operand(0).ty());
        self.binary_into(op, d, move |a, b| match (a.int(width), b.int(width)) {
            (Some(a), Some(b)) => Ok(f(&a, &b)?.into()),
            _ => Ok(Value::Poison),
        })
    }

    /// Appends a division of integers, where the dividend may be poison (`None`): a divisor that is zero or poison is
    /// undefined behaviour, a result of `None` is poison.
    pub fn int_division(
        &mut self,
        op: OpRef,
        f: impl Fn(Option<&ApInt>, &ApInt) -> Number<ApInt> + Send + Sync + 'static,
    ) -> Emitted {
        let width = self.int_width(op.operand(0).ty());
        self.binary(op, move |a, b| {
            let Some(b) = b.int(width) else { return Err(Fault::undefined("divides by poison")) };
            if b.is_zero() {
                return Err(Fault::undefined("divides by zero"));
            }
            Ok(f(a.int(width).as_ref(), &b)?.into())
        })
    }

    /// Appends a total operation on two integers: `narrow` on bits, whose result is masked, and `wide`.
    pub fn wrapping(
        &mut self,
        op: OpRef,
        narrow: impl Fn(u64, u64) -> u64 + Send + Sync + 'static,
        wide: impl Fn(&ApInt, &ApInt) -> ApInt + Send + Sync + 'static,
    ) -> Emitted {
        let width = self.int_width(op.operand(0).ty());
        if width > 64 {
            return self.int_binary(op, move |a, b| Ok(Some(wide(a, b))));
        }
        let mask = mask(width);
        self.binary(op, move |a, b| match (a, b) {
            (Value::Bits(a), Value::Bits(b)) => Ok(Value::Bits(narrow(*a, *b) & mask)),
            _ => Ok(Value::Poison),
        })
    }

    /// Appends a predicate of two integers: `narrow` on bits, `wide` on any width.
    pub fn test(
        &mut self,
        op: OpRef,
        narrow: impl Fn(u64, u64) -> bool + Send + Sync + 'static,
        wide: impl Fn(&ApInt, &ApInt) -> bool + Send + Sync + 'static,
    ) -> Emitted {
        if self.int_width(op.operand(0).ty()) > 64 {
            return self.int_binary(op, move |a, b| Ok(Some(wide(a, b))));
        }
        self.binary(op, move |a, b| match (a, b) {
            (Value::Bits(a), Value::Bits(b)) => Ok(Value::bool(narrow(*a, *b))),
            _ => Ok(Value::Poison),
        })
    }

    /// Appends an operation on one float: `native` if computing in `f64` and rounding is exact, `exact` for other
    /// formats.
    pub fn float_unary(
        &mut self,
        op: OpRef,
        native: impl Fn(f64) -> f64 + Send + Sync + 'static,
        exact: impl Fn(ApFloat) -> ApFloat + Send + Sync + 'static,
    ) -> Emitted {
        let kind = self.float_kind(op, op.operand(0).ty())?;
        match kind {
            FloatKind::F64 | FloatKind::F32 | FloatKind::F16 | FloatKind::BF16 => {
                self.unary(op, move |a| Ok(native_of(kind, a).map_or(Value::Poison, |a| of_native(kind, native(a)))))
            }
            _ => self.unary(op, move |a| Ok(a.float(kind).map(|a| canonical(exact(a))).into())),
        }
    }

    /// As [`Self::float_unary`], on two floats.
    pub fn float_binary(
        &mut self,
        op: OpRef,
        native: impl Fn(f64, f64) -> f64 + Send + Sync + 'static,
        exact: impl Fn(ApFloat, ApFloat) -> ApFloat + Send + Sync + 'static,
    ) -> Emitted {
        let kind = self.float_kind(op, op.operand(0).ty())?;
        match kind {
            FloatKind::F64 => self.binary(op, move |a, b| match (a, b) {
                (Value::Bits(a), Value::Bits(b)) => {
                    Ok(of_native(FloatKind::F64, native(f64::from_bits(*a), f64::from_bits(*b))))
                }
                _ => Ok(Value::Poison),
            }),
            FloatKind::F32 => self.binary(op, move |a, b| match (a, b) {
                (Value::Bits(a), Value::Bits(b)) => {
                    let wide = |bits: u64| f64::from(f32::from_bits(bits as u32));
                    Ok(of_native(FloatKind::F32, native(wide(*a), wide(*b))))
                }
                _ => Ok(Value::Poison),
            }),
            _ => self.binary(op, move |a, b| match (a.float(kind), b.float(kind)) {
                (Some(a), Some(b)) => Ok(canonical(exact(a, b)).into()),
                _ => Ok(Value::Poison),
            }),
        }
    }
}

/// Applies `f` to the elements of tensors, all with the same sizes; a value that is no tensor is its own only element.
fn elementwise(values: &[&Value], f: impl Fn(&[&Value]) -> Computed) -> Computed {
    let mut tensors = values.iter().filter_map(|value| match value {
        Value::Tensor(tensor) => Some(tensor),
        _ => None,
    });
    let Some(first) = tensors.next() else { return Ok(Value::Poison) };
    if tensors.any(|other| other.sizes != first.sizes) {
        return Err(Fault::undefined("computes with tensors of different sizes"));
    }
    let element = |at: usize| {
        let parts: Vec<&Value> = values
            .iter()
            .map(|value| match value {
                Value::Tensor(tensor) => &tensor.elements[at],
                value => value,
            })
            .collect();
        f(&parts)
    };
    let elements = (0..first.elements.len()).map(element).collect::<Result<_, _>>()?;
    Ok(Value::Tensor(Tensor { sizes: first.sizes.clone(), elements }.into()))
}

/// The value of a float whose format is contained in `f64`.
#[inline]
pub fn native_of(kind: FloatKind, value: &Value) -> Option<f64> {
    match (kind, value) {
        (FloatKind::F64, Value::Bits(bits)) => Some(f64::from_bits(*bits)),
        (FloatKind::F32, Value::Bits(bits)) => Some(f32::from_bits(*bits as u32).into()),
        _ => value.float(kind).map(ApFloat::to_f64),
    }
}

/// The float of a format that is nearest to `value`.
#[inline]
pub fn of_native(kind: FloatKind, value: f64) -> Value {
    match kind {
        _ if value.is_nan() => ApFloat::nan(kind, false).into(),
        FloatKind::F64 => Value::Bits(value.to_bits()),
        FloatKind::F32 => Value::Bits((value as f32).to_bits().into()),
        _ => ApFloat::from_f64_exact(value).convert(kind, Rounding::NearestTiesToEven).value.into(),
    }
}

/// The canonical NaN for a NaN, any other value unchanged.
pub fn canonical(value: ApFloat) -> ApFloat {
    if value.is_nan() { ApFloat::nan(value.kind(), false) } else { value }
}
