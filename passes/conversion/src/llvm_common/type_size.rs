//! Sizes of types in memory.

use rmlir::prelude::*;
use rmlir_llvm::types::PointerType;

use crate::llvm_common::options::LlvmOptions;

/// The size in bytes of a value of type `ty` in memory, by the data layout.
pub fn type_size(cx: &Context, options: &LlvmOptions, ty: Type) -> Option<u64> {
    let bytes = |bits: u32| u64::from(bits.div_ceil(8));
    match ty.data(cx) {
        TypeData::Integer { width, .. } => Some(bytes(*width)),
        TypeData::Float(kind) => Some(bytes(kind.width())),
        TypeData::Index => Some(bytes(options.layout_index_width)),
        TypeData::Complex(element) => Some(2 * type_size(cx, options, *element)?),
        TypeData::Vector { shape, element, .. } => {
            let (&last, outer) = shape.split_last()?;
            let n: i64 = outer.iter().product();
            let n = u64::try_from(n).ok()? * u64::try_from(last).ok()?.next_power_of_two();
            Some(n * type_size(cx, options, *element)?)
        }
        TypeData::MemRef { shape, .. } => {
            let pointer = bytes(options.pointers.width(options.address_space(cx, ty)?));
            Some(2 * pointer + (1 + 2 * shape.len() as u64) * bytes(options.index_width))
        }
        TypeData::UnrankedMemRef { .. } => {
            let pointer = bytes(options.pointers.width(options.address_space(cx, ty)?));
            Some(pointer + bytes(options.index_width))
        }
        _ => PointerType::from_type(cx, ty).map(|_| 8),
    }
}
