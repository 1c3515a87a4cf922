//! Sizes that follow from other sizes. Sizes and attributes are any integers of 64 bits: sums and products have 128.

use rmlir::core::types::DYNAMIC;

/// A computed size; [`DYNAMIC`] if no dimension can have it.
pub(crate) fn size_or_dynamic(computed: i128) -> i64 {
    i64::try_from(computed).ok().filter(|&size| size >= 0).unwrap_or(DYNAMIC)
}

/// A window that moves over an image along one dimension.
#[derive(Clone, Copy)]
pub(crate) struct MovingWindow {
    /// The size of the image.
    pub image: i64,
    /// The padding before and after the image.
    pub pad: [i64; 2],
    /// The number of elements in the window.
    pub kernel: i64,
    /// The distance between elements of the window.
    pub dilation: i64,
}

impl MovingWindow {
    /// The distance between the first and the last position; negative if there is none.
    pub(crate) fn distance(self) -> i128 {
        let [image, before, after] = [self.image, self.pad[0], self.pad[1]].map(i128::from);
        image - 1 + before + after - (i128::from(self.kernel) - 1) * i128::from(self.dilation)
    }
}

/// The size of the result of a transposed convolution along one dimension.
pub(crate) fn transposed_size(image: i64, stride: i64, pad: [i64; 2], kernel: i64) -> i128 {
    let [before, after] = pad.map(i128::from);
    (i128::from(image) - 1) * i128::from(stride) + before + after + i128::from(kernel)
}

/// The distance between the first and the last element of a resized image along one dimension, times the denominator of
/// the scale.
pub(crate) fn resized_distance(image: i64, numerator: i64, offset: i64, border: i64) -> i128 {
    (i128::from(image) - 1) * i128::from(numerator) - i128::from(offset) + i128::from(border)
}
