//! The sizes of values of composite types, which are the same in every data layout.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;

/// The size in bits of a value of type `ty` in memory: the second component of a complex number is aligned like the
/// first one, and the length of a vector's innermost dimension is padded to a power of two. `scalar` computes the size
/// of any other value. `None` if the size is unknown, scalable, or not representable.
pub fn size_in_bits(cx: &Context, ty: Type, scalar: &dyn Fn(Type) -> Option<u64>) -> Option<u64> {
    match ty.data(cx) {
        TypeData::Complex(part) => {
            let bits = size_in_bits(cx, *part, scalar)?;
            bits.div_ceil(8).checked_next_power_of_two()?.checked_mul(8)?.checked_add(bits)
        }
        TypeData::Vector { shape, scalable, element } if !scalable.contains(&true) => {
            let (&last, outer) = shape.split_last()?;
            let row = u64::try_from(last).ok()?.checked_next_power_of_two()?;
            let n_elements = outer.iter().try_fold(row, |n, &size| n.checked_mul(u64::try_from(size).ok()?))?;
            n_elements.checked_mul(size_in_bits(cx, *element, scalar)?)
        }
        TypeData::Vector { .. } => None,
        _ => scalar(ty),
    }
}
