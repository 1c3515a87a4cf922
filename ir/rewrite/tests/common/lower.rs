//! Small conversions, modelled on upstream's.

use std::sync::Arc;

use rmlir_core::{BlockId, Context, Match, OpId, OpState, Pattern, Rewriter, Type, Value};
use rmlir_rewrite::conversion::{
    ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget, Converted, TypeConverter,
};

/// `index` is converted to `i64`, all other types to themselves.
pub fn to_llvm() -> Arc<TypeConverter> {
    let mut converter = TypeConverter::new();
    converter.rule(|_, _, ty| Some(Converted::To(ty)));
    converter.rule(|_, _, ty| ty.is_index().then_some(Converted::To(Type::I64)));
    converter.cast_materializations();
    Arc::new(converter)
}

/// Only `llvm` is known to be legal.
pub fn llvm_target(cx: &Context) -> ConversionTarget<'_> {
    let mut target = ConversionTarget::new(cx);
    target.legal_dialects(&["llvm"]);
    target
}

/// Arithmetic to `llvm`.
pub fn arith_to_llvm(patterns: &mut ConversionPatterns, converter: &Arc<TypeConverter>) {
    for (from, to) in [("arith.addi", "llvm.add"), ("arith.andi", "llvm.and"), ("arith.constant", "llvm.mlir.constant")]
    {
        patterns.on(from, to, Some(converter), move |rw, op, operands| {
            let cx = rw.cx();
            let Some(ty) = rw.convert_type(rw.ty(rw.result(op, 0))) else { return Match::No };
            let mut state = OpState::named(cx, to).operands(operands).results(&[ty]);
            state.props = rw.props(op).iter().copied().collect();
            let new = rw.create_state(state);
            let new = rw.result(new, 0);
            rw.replace(op, [new])
        });
    }
}

/// Branches to `llvm`, with the arguments of their targets.
pub fn cf_to_llvm(patterns: &mut ConversionPatterns, converter: &Arc<TypeConverter>) {
    for (from, to, n_own) in [("cf.br", "llvm.br", 0), ("cf.cond_br", "llvm.cond_br", 1)] {
        patterns.on(from, to, Some(converter), move |rw, op, operands| {
            let cx = rw.cx();
            let sizes = rw.attr(op, "operandSegmentSizes").and_then(|sizes| sizes.as_int_array(cx));
            let mut start = n_own;
            let mut targets = Vec::new();
            for index in 0..rw.n_successors(op) {
                // Both successors may be the same block, which changes with the first.
                let block = rw.successor(op, index);
                let n = sizes.as_ref().map_or(operands.len(), |sizes| sizes[1 + index] as usize);
                let types: Vec<Type> = operands[start..start + n].iter().map(|&value| rw.ty(value)).collect();
                start += n;
                let Some(block) = converted_block(rw, block, &types) else { return Match::No };
                targets.push(block);
            }
            let mut state = OpState::named(cx, to).operands(operands).successors(&targets);
            state.props = rw.props(op).iter().copied().collect();
            rw.create_state(state);
            rw.erase(op)
        });
    }
}

fn converted_block(rw: &mut ConversionRewriter, block: BlockId, expected: &[Type]) -> Option<BlockId> {
    if rw.args(block).iter().map(|&arg| rw.ty(arg)).eq(expected.iter().copied()) {
        return Some(block);
    }
    let converter = rw.converter().cloned()?;
    let signature = converter.block_signature(rw, block)?;
    (signature.types() == expected).then(|| rw.apply_signature_conversion(block, &signature, Some(&converter)))
}

/// Functions and returns to `llvm`; the function is changed to another operation.
pub fn func_to_llvm(patterns: &mut ConversionPatterns, converter: &Arc<TypeConverter>) {
    patterns.on("func.func", "FuncOpConversion", Some(converter), |rw, op, _| {
        let converter = rw.converter().expect("the pattern has one").clone();
        let region = rw.region(op, 0);
        let entry = rw.entry(region).expect("test functions have bodies");
        let Some(signature) = converter.block_signature(rw, entry) else { return Match::No };
        let ty = rw.cx().type_attr(rw.cx().function_type(signature.types(), &[]));
        let name = rw.prop(op, 0).expect("a function has a name");
        rw.become_op(rw.cx().op_name("llvm.func"), &[name, ty]);
        rw.apply_signature_conversion(entry, &signature, Some(&converter));
        Match::Yes
    });
    patterns.on("func.return", "ReturnOpLowering", Some(converter), |rw, op, operands| {
        rw.create_state(OpState::named(rw.cx(), "llvm.return").operands(operands));
        rw.erase(op)
    });
}

/// `scf.execute_region` to branches.
pub fn scf_to_cf(cx: &Context) -> (ConversionTarget<'_>, ConversionPatterns) {
    let mut target = ConversionTarget::new(cx);
    target.illegal_ops(&["scf.execute_region"]).dynamic_unknown(|_| true);
    let mut patterns = ConversionPatterns::new();
    patterns.add(ConversionPattern::plain(Pattern::new("scf.execute_region", "ExecuteRegionLowering", execute_region)));
    (target, patterns)
}

fn execute_region(rw: &mut Rewriter, op: OpId) -> Match {
    let cx = rw.cx();
    let block = rw.block_of(op).expect("the pattern is not applied to a root");
    let rest = rw.split_block(block, Some(op));
    let region = rw.region(op, 0);
    let entry = rw.entry(region).expect("the region has a block");
    rw.at_end(block);
    rw.create_state(OpState::named(cx, "cf.br").successors(&[entry]));
    for inner in rw.blocks(region).collect::<Vec<_>>() {
        let Some(end) = rw.terminator(inner).filter(|&end| rw.name(end).str(cx) == "scf.yield") else { continue };
        let operands: Vec<Value> = rw.operands(end).collect();
        rw.at_end(inner);
        rw.create_state(OpState::named(cx, "cf.br").operands(&operands).successors(&[rest]));
        rw.erase(end);
    }
    rw.inline_region_before(region, rest);
    let types: Vec<Type> = rw.result_types(op).collect();
    let args: Vec<Value> = types.iter().map(|&ty| rw.add_arg(rest, ty, rw.loc(op))).collect();
    rw.replace(op, args)
}
