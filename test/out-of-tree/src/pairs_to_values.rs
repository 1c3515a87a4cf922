//! A 1:N conversion: a pair becomes its two values, in functions, calls, returns, blocks and branches too.
use std::sync::Arc;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget, Converted, TypeConverter, convert_function_types,
};

use crate::pair::{First, Make, Second, members};

/// Convert pairs to their values
#[pass(name = "pairs-to-values", anchor = "builtin.module")]
pub fn pairs_to_values(cx: &mut PassCx) -> PassResult {
    let mut types = TypeConverter::new();
    types.rule(|_, _, ty| Some(Converted::To(ty)));
    // A pair may be a member of a pair, so the rule converts the members.
    types.rule(|types, cx, ty| {
        let members = members(cx, ty)?;
        Some(types.convert_all(cx, members).map_or(Converted::Fail, Converted::Many))
    });
    let types = Arc::new(types);
    let mut target = ConversionTarget::new(cx.cx());
    target.illegal_dialects(&["pair"]);
    let mut patterns = ConversionPatterns::new();
    convert_function_types(&mut target, &mut patterns, &types);
    let mut add = |name, apply: fn(&mut ConversionRewriter, OpId, &[Vec<Value>]) -> Match| {
        patterns.add(ConversionPattern::one_to_many(name, name, apply).converter(&types));
    };
    add(Make::DEF.name, |rw, op, operands| rw.replace_by_many(op, vec![operands.concat()]));
    add(First::DEF.name, |rw, op, operands| {
        let Some(n_first) = n_first(rw, op) else { return rw.no_match(op, "the first type is not converted") };
        rw.replace_by_many(op, vec![operands[0][..n_first].to_vec()])
    });
    add(Second::DEF.name, |rw, op, operands| {
        let Some(n_first) = n_first(rw, op) else { return rw.no_match(op, "the first type is not converted") };
        rw.replace_by_many(op, vec![operands[0][n_first..].to_vec()])
    });
    cx.convert_partially(&target, &patterns)
}

/// The number of values that the first member of the operand of `op` becomes.
fn n_first(rw: &ConversionRewriter, op: OpId) -> Option<usize> {
    let [first, _] = members(rw.cx(), rw.ty(rw.operand(op, 0)))?;
    Some(rw.converter()?.convert_to_many(rw.cx(), first)?.len())
}
