//! A wide operation and the pattern that emulates it.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionRewriter, Converted, TypeConverter};
use std::sync::Arc;

use super::halves::half_type;
use crate::maker::Maker;

/// The error about an unsupported width.
pub const NOT_SUPPORTED: &str = "expected 'widest-int-supported' to be a power of two of at least 2";

/// Whether integers of twice this width become pairs.
pub fn is_supported(width: u32) -> bool {
    width.is_power_of_two() && width >= 2
}

/// Integers of up to `width` bits are legal, those of twice as many become pairs, others cannot be converted.
pub fn converter(width: u32) -> TypeConverter {
    let mut converter = TypeConverter::new();
    converter.rule(|_, _, ty| Some(Converted::To(ty)));
    converter.rule(move |converter, cx, ty| match ty.data(cx) {
        TypeData::Function { inputs, results } => {
            let converted = |types: &[Type]| converter.convert_all(cx, types.iter().copied());
            let types = converted(inputs).zip(converted(results));
            Some(types.map(|(inputs, results)| cx.function_type(&inputs, &results)).into())
        }
        TypeData::Integer { .. } | TypeData::Vector { .. } => {
            let own = ty.element_or_self(cx).int_width(cx)?;
            if own <= width {
                return None;
            }
            let mut shape = if ty.is_vector(cx) { ty.shape(cx)?.to_vec() } else { Vec::new() };
            shape.push(2);
            Some((own == 2 * width).then(|| cx.vector_type(&shape, cx.int_type(width))).into())
        }
        _ => None,
    });
    converter
}

/// A wide operation that is emulated.
pub(super) struct Wide<'a> {
    pub(super) op: OpId,
    /// The operands, converted.
    pub(super) operands: &'a [Value],
    /// The wide type, converted.
    pub(super) pair: Type,
    /// The type of each half.
    pub(super) half: Type,
    /// The bit width of a half.
    pub(super) width: u32,
}

/// The type of an operation that is the wide one.
#[derive(Clone, Copy)]
pub(super) enum Of {
    Result,
    Operand,
}

/// Creates the replacement of the result; `None` if the operation does not apply.
pub(super) type Emulate = fn(&mut Maker, &Wide) -> Option<Value>;

/// Adds a pattern that emulates operations called `name`.
pub(super) fn add_pattern(
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
    name: &'static str,
    of: Of,
    emulate: Emulate,
) {
    let types = converter.clone();
    let apply = move |rw: &mut ConversionRewriter, op: OpId, operands: &[Value]| {
        let ty = match of {
            Of::Result => rw.ty(rw.result(op, 0)),
            Of::Operand => rw.ty(rw.operand(op, 0)),
        };
        let Some(pair) = types.convert(rw.cx(), ty).filter(|pair| pair.is_vector(rw.cx())) else {
            return rw.no_match(op, "unsupported type");
        };
        let (cx, element) = (rw.cx(), pair.element_or_self(rw.cx()));
        let width = element.int_width(cx).unwrap_or(0);
        let wide = Wide { op, operands, pair, half: half_type(cx, pair), width };
        match rw.with(|rw| emulate(&mut Maker::at(rw, op), &wide)) {
            Some(result) => rw.replace(op, [result]),
            None => rw.no_match(op, "unsupported operation"),
        }
    };
    patterns.add(ConversionPattern::new(name, "emulate_wide_int", apply).converter(converter));
}
