//! Buffers of wide integers: `memref<4xi64>` becomes `memref<4xvector<2xi32>>`.
//!
//! Operations on the elements are emulated as they are without buffers. Functions keep their types, and so do buffer
//! arguments: an access of such a buffer is illegal.

use std::sync::Arc;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionRewriter, ConversionTarget, TypeConverter};
use rmlir_arith_passes::emulate_wide_int::all_patterns;
use rmlir_arith_passes::emulate_wide_int::wide::{NOT_SUPPORTED, converter, is_supported};

/// Emulate 2*N-bit integer operations using N-bit operations.
///
/// Converts buffers, with the arithmetic on their elements. The width must be a power of two.
///
/// ```mlir
/// %m = memref.alloc() : memref<4xi64>            // memref<4xvector<2xi32>>
/// %x = memref.load %m[%i] : memref<4xi64>        // vector<2xi32>
/// ```
#[pass(name = "memref-emulate-wide-int", title = "MemRefEmulateWideInt", depends(rmlir_vector::Vector))]
pub struct MemRefEmulateWideInt {
    /// Widest integer type supported by the target.
    #[option(default = 32)]
    widest_int_supported: u32,
}

impl Pass for MemRefEmulateWideInt {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let width = self.widest_int_supported;
        if !is_supported(width) {
            return cx.fail(cx.body().root(), NOT_SUPPORTED);
        }
        let converter = Arc::new(converter_of_memrefs(width));
        let mut target = ConversionTarget::new(cx.cx());
        for dialect in ["arith", "memref", "vector"] {
            let types = converter.clone();
            target.dynamic_dialect(dialect, move |op| types.is_legal_op(op));
        }
        let mut patterns = all_patterns(&converter, width);
        for name in [rmlir_memref::AllocOp::NAME, rmlir_memref::LoadOp::NAME, rmlir_memref::StoreOp::NAME] {
            patterns.add(ConversionPattern::new(name, "convert_elements", convert_elements).converter(&converter));
        }
        cx.convert_partially(&target, &patterns)
    }
}

/// Adds the conversion of buffer types, whose elements are converted as without buffers.
fn converter_of_memrefs(width: u32) -> TypeConverter {
    let mut converter = converter(width);
    converter.rule(move |converter, cx, ty| {
        let TypeData::MemRef { element, .. } = ty.data(cx) else { return None };
        if element.int_width(cx).is_none_or(|own| own <= width) {
            return Some(Some(ty).into());
        }
        Some(converter.convert(cx, *element).map(|element| ty.with_element(cx, element)).into())
    });
    converter
}

/// Clones the operation on a buffer of pairs; discardable attributes are lost, as upstream has it.
fn convert_elements(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let Some(converter) = rw.converter().cloned() else { return Match::No };
    let memref =
        OpRef::new(rw, op).operands().chain(OpRef::new(rw, op).results()).find(|value| value.ty().is_memref(rw.cx()));
    if memref.is_none_or(|memref| converter.convert(rw.cx(), memref.ty()).is_none()) {
        return rw.no_match(op, "failed to convert memref type");
    }
    let Some(types) = converter.convert_all(rw.cx(), rw.result_types(op)) else {
        return rw.no_match(op, "a result type cannot be converted");
    };
    let mut state = OpState::new(rw.name(op)).operands(operands).results(&types).at(rw.loc(op));
    state.props = rw.props(op).into();
    state.no_inference = true;
    let new = rw.create_state(state);
    let results = rw.results(new).to_vec();
    rw.replace(op, results)
}
