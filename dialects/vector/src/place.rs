//! Linear indices of elements, in row-major order.

use std::ops::Range;

use rmlir::core::types::saturated_product;

/// The stride of each dimension, in elements.
pub fn strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1i64; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = strides[dim].saturating_mul(shape[dim]);
    }
    strides
}

/// The linear index of the element at `position`; missing coordinates are 0.
pub fn linearize(position: &[i64], strides: &[i64]) -> i64 {
    let terms =
        position.iter().zip(strides).map(|(&coordinate, &stride): (&i64, &i64)| coordinate.saturating_mul(stride));
    terms.fold(0, i64::saturating_add)
}

/// The position of the element with the linear index `index`.
pub fn delinearize(mut index: i64, strides: &[i64]) -> Vec<i64> {
    let coordinate = |&stride: &i64| {
        let coordinate = index / stride;
        index %= stride;
        coordinate
    };
    strides.iter().map(coordinate).collect()
}

/// The maximum number of parts that an operation is unrolled into: code for more takes gigabytes.
const MAX_PARTS: i64 = 1 << 16;

/// The reason why an operation is not unrolled.
pub const TOO_MANY_PARTS: &str = "there are too many vectors to unroll";

/// Whether an operation may be unrolled into a part for each position in `shape`.
pub fn may_unroll(shape: &[i64]) -> bool {
    saturated_product(shape) <= MAX_PARTS
}

/// The maximum number of elements that are listed: each takes several bytes, so that more take gigabytes.
pub const MAX_LISTED: i64 = 1 << 24;

/// The reason why the elements of a vector are not listed.
pub const TOO_MANY_ELEMENTS: &str = "there are too many elements to list";

/// Whether the elements of a vector of this shape may be listed, in a constant, as values or as positions.
pub fn may_list(shape: &[i64]) -> bool {
    saturated_product(shape) <= MAX_LISTED
}

/// The positions in the first dimension of `shape`, if an operation [may be unrolled](may_unroll) into vectors of the
/// last dimension.
pub fn unrolled_rows(shape: &[i64]) -> Option<Range<i64>> {
    let leading = &shape[..shape.len().saturating_sub(1)];
    may_unroll(leading).then(|| 0..shape.first().copied().unwrap_or(0))
}

/// The positions in `shape`, in order, if an operation [may be unrolled](may_unroll) into as many parts.
pub fn unrolled_positions(shape: &[i64]) -> Option<impl Iterator<Item = Vec<i64>> + use<>> {
    may_unroll(shape).then(|| positions(shape, &vec![0; shape.len()]))
}

/// The positions of a slice of sizes `shape` that starts at `offsets`, in order.
pub fn positions(shape: &[i64], offsets: &[i64]) -> impl Iterator<Item = Vec<i64>> + use<> {
    let strides = strides(shape);
    let offsets = offsets.to_vec();
    (0..saturated_product(shape)).map(move |index| {
        let position = delinearize(index, &strides);
        position.iter().zip(&offsets).map(|(coordinate, offset)| coordinate + offset).collect()
    })
}
