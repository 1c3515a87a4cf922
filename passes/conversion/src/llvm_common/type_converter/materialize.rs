//! Materializations: values where converted types meet unconverted ones.
//!
//! The converted values of an argument are packed into a descriptor again; all other values are cast.

use std::sync::Arc;

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{CAST, TypeConverter};
use rmlir_llvm::types::PointerType;

use crate::llvm_common::descriptor::{MemRefDescriptor, UnrankedDescriptor};
use crate::llvm_common::options::LlvmOptions;

/// Adds the materializations.
pub fn add(converter: &mut TypeConverter, options: &Arc<LlvmOptions>) {
    converter.cast_materializations();
    let own = options.clone();
    converter.source_materialization(move |rw, ty, inputs, loc| {
        rw.set_loc(loc);
        let packed = pack(rw, &own, ty, inputs)?;
        let mut cast = OpState::named(rw.cx(), CAST).operands(&[packed]).results(&[ty]);
        cast.no_inference = true;
        let cast = rw.create_state(cast);
        Some(rw.result(cast, 0))
    });
    let own = options.clone();
    converter.target_materialization(move |rw, types, inputs, loc, original| {
        let packed = |ty: Type| match ty.data(rw.cx()) {
            TypeData::MemRef { .. } => own.descriptor_type(rw.cx(), ty),
            TypeData::UnrankedMemRef { .. } => Some(own.unranked_descriptor_type(rw.cx())),
            _ => None,
        };
        match (original, types) {
            (Some(original), &[ty]) if packed(original) == Some(ty) => {
                rw.set_loc(loc);
                pack(rw, &own, original, inputs).into_iter().collect()
            }
            _ => Vec::new(),
        }
    });
}

/// The descriptor of memref type `ty` built from a bare pointer or from its fields.
fn pack(rw: &mut Rewriter, options: &LlvmOptions, ty: Type, inputs: &[Value]) -> Option<Value> {
    let cx = rw.cx();
    let input_types: Vec<Type> = inputs.iter().map(|&input| rw.ty(input)).collect();
    match ty.data(cx) {
        TypeData::UnrankedMemRef { .. } => {
            let fits = input_types == options.unpacked_unranked_descriptor(cx);
            fits.then(|| UnrankedDescriptor::pack(rw, options, inputs).value)
        }
        TypeData::MemRef { .. } => match input_types.as_slice() {
            &[input] if PointerType::from_type(cx, input).is_some() => {
                MemRefDescriptor::from_static_shape(rw, options, ty, inputs[0]).map(|made| made.value)
            }
            types if Some(types) == options.unpacked_descriptor(cx, ty).as_deref() => {
                Some(MemRefDescriptor::pack(rw, options, ty, inputs)?.value)
            }
            _ => None,
        },
        _ => None,
    }
}
