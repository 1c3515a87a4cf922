//! Runtime values.
//!
//! A register holds a [`Value`] of 16 bytes. The interpretation of the bits of a scalar is known at compile time, so
//! that integers, floats, `index`, addresses and functions are all plain bits here. Aggregates share their elements
//! until one is modified.

use std::sync::Arc;

use rmlir_num::{ApFloat, ApInt, FloatKind};

use crate::fault::Fault;

/// The result of a function that computes one value.
pub type Computed = Result<Value, Box<Fault>>;

/// A runtime value; see the module documentation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Value {
    /// Poison: any use except copying is a fault or results in poison.
    #[default]
    Poison,
    /// A scalar of at most 64 bits; bits above its width are zero. Addresses and functions have 64 bits.
    Bits(u64),
    /// A scalar of more than 64 bits.
    Wide(Arc<ApInt>),
    /// The lanes of a vector, in row-major order; the components of a complex number; the members of a tuple, structure
    /// or array.
    List(Arc<Vec<Value>>),
    /// A memref.
    MemRef(Arc<MemRef>),
    /// A tensor.
    Tensor(Arc<Tensor>),
}

/// A tensor: its sizes, and its elements in row-major order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tensor {
    /// The sizes of the dimensions.
    pub sizes: Vec<i64>,
    /// The elements.
    pub elements: Vec<Value>,
}

/// A memref descriptor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemRef {
    /// The aligned address.
    pub base: u64,
    /// The offset of the first element, in elements.
    pub offset: i64,
    /// The sizes of the dimensions.
    pub sizes: Vec<i64>,
    /// The strides of the dimensions, in elements.
    pub strides: Vec<i64>,
}

impl Tensor {
    /// The linear index of an element, if the indices are in bounds.
    pub fn place(&self, at: &[i64]) -> Result<usize, Box<Fault>> {
        let mut place = 0;
        for (dim, (&index, &size)) in at.iter().zip(&self.sizes).enumerate() {
            if index < 0 || index >= size {
                return Err(crate::fault::outside(index, dim, size));
            }
            place = place * size + index;
        }
        Ok(place as usize)
    }
}

impl MemRef {
    /// A contiguous memref in row-major order.
    pub fn contiguous(base: u64, sizes: Vec<i64>) -> Self {
        let strides = row_major(&sizes);
        Self { base, offset: 0, sizes, strides }
    }

    /// The number of elements.
    pub fn n_elements(&self) -> i64 {
        self.sizes.iter().fold(1, |product, &size| product.wrapping_mul(size))
    }

    /// The address of an element of `size` bytes, if the indices are in bounds.
    #[inline]
    pub fn address(&self, indices: impl Iterator<Item = i64>, size: u64) -> Option<u64> {
        let mut place = self.offset;
        for ((index, &extent), &stride) in indices.zip(&self.sizes).zip(&self.strides) {
            if index < 0 || index >= extent {
                return None;
            }
            place = place.wrapping_add(index.wrapping_mul(stride));
        }
        Some(self.base.wrapping_add((place as u64).wrapping_mul(size)))
    }
}

/// The strides of contiguous elements in row-major order.
pub fn row_major(sizes: &[i64]) -> Vec<i64> {
    let mut strides = vec![1i64; sizes.len()];
    for dim in (1..sizes.len()).rev() {
        strides[dim - 1] = strides[dim].wrapping_mul(sizes[dim]);
    }
    strides
}

/// All indices below `sizes` in row-major order.
pub fn indices(sizes: &[i64]) -> impl Iterator<Item = Vec<i64>> + '_ {
    let is_empty = sizes.iter().any(|&size| size <= 0);
    let first = (!is_empty).then(|| vec![0; sizes.len()]);
    std::iter::successors(first, move |before| {
        let mut next = before.clone();
        for dim in (0..sizes.len()).rev() {
            next[dim] += 1;
            if next[dim] < sizes[dim] {
                return Some(next);
            }
            next[dim] = 0;
        }
        None
    })
}

/// The low `width` bits.
#[inline]
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The integer whose low `width` bits in two's complement are `bits`.
#[inline]
pub fn sign_extend(bits: u64, width: u32) -> i64 {
    if width == 0 || width >= 64 { bits as i64 } else { ((bits << (64 - width)) as i64) >> (64 - width) }
}

impl Value {
    /// `true` or `false` as `i1`.
    #[inline]
    pub fn bool(value: bool) -> Self {
        Value::Bits(value.into())
    }

    /// An `index`.
    #[inline]
    pub fn index(value: i64) -> Self {
        Value::Bits(value as u64)
    }

    /// Vector lanes, components or members.
    pub fn list(values: Vec<Value>) -> Self {
        Value::List(Arc::new(values))
    }

    /// A memref.
    pub fn memref(memref: MemRef) -> Self {
        Value::MemRef(Arc::new(memref))
    }

    /// A tensor.
    pub fn tensor(sizes: Vec<i64>, elements: Vec<Value>) -> Self {
        Value::Tensor(Arc::new(Tensor { sizes, elements }))
    }

    /// Returns whether it is poison; a list is not poison, its elements may be.
    #[inline]
    pub fn is_poison(&self) -> bool {
        matches!(self, Value::Poison)
    }

    /// The bits of a scalar of at most 64 bits.
    #[inline]
    pub fn bits(&self) -> Option<u64> {
        match self {
            Value::Bits(bits) => Some(*bits),
            _ => None,
        }
    }

    /// The integer of `width` bits; `None` if it is poison.
    #[inline]
    pub fn int(&self, width: u32) -> Option<ApInt> {
        match self {
            Value::Bits(bits) => Some(ApInt::new(width, *bits)),
            Value::Wide(value) => Some((**value).clone()),
            _ => None,
        }
    }

    /// The float; `None` if it is poison.
    #[inline]
    pub fn float(&self, kind: FloatKind) -> Option<ApFloat> {
        match self {
            Value::Bits(bits) => Some(ApFloat::from_bits(kind, (*bits).into())),
            Value::Wide(value) => Some(ApFloat::from_bits_int(kind, value)),
            _ => None,
        }
    }

    /// The elements of a list of length `n`; those of poison are poison.
    pub fn parts(&self, n: usize) -> std::borrow::Cow<'_, [Value]> {
        match self {
            Value::List(parts) => parts.as_slice().into(),
            _ => vec![Value::Poison; n].into(),
        }
    }

    /// Element `index` of a list.
    #[inline]
    pub fn part(&self, index: usize) -> &Value {
        match self {
            Value::List(parts) => parts.get(index).unwrap_or(&Value::Poison),
            _ => &Value::Poison,
        }
    }

    /// Returns whether any element of it is poison.
    pub fn has_poison(&self) -> bool {
        match self {
            Value::Poison => true,
            Value::List(parts) => parts.iter().any(Value::has_poison),
            Value::Tensor(tensor) => tensor.elements.iter().any(Value::has_poison),
            _ => false,
        }
    }
}

impl From<ApInt> for Value {
    #[inline]
    fn from(value: ApInt) -> Self {
        match value.width() {
            0..=64 => Value::Bits(value.zext_value().expect("64 bits fit")),
            _ => Value::Wide(Arc::new(value)),
        }
    }
}

impl From<ApFloat> for Value {
    #[inline]
    fn from(value: ApFloat) -> Self {
        match value.kind().width() {
            0..=64 => Value::Bits(value.bits() as u64),
            _ => Value::Wide(Arc::new(value.to_bits_int())),
        }
    }
}

/// An absent scalar is poison.
impl<T: Into<Value>> From<Option<T>> for Value {
    #[inline]
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Poison, Into::into)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::bool(value)
    }
}
