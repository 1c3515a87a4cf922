//! How large values of composed types are, as every data layout has it.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;

/// The bits that a value of type `ty` takes in memory: a complex number has its second part where the first one is aligned,
/// and rows of a vector have a power of two of elements. `scalar` tells how many any other value takes. `None` if that is
/// not known, scales with the machine, or is more than can be counted.
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
