//! Reductions of lanes, from the first to the last.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder};
use rmlir::core::{Op, OpRef};

use super::table::Table;
use crate::compile::Translated;
use crate::compile::translator::Translator;
use crate::leaf::Leaf;
use rmlir_llvm as llvm;

/// Reductions.
pub const TABLE: Table = &[
    (llvm::VectorReduceAddIntr::DEF, |t, op| {
        reduce(t, op, |t, leaf, a, b| {
            let sum = t.b.ins().iadd(a, b);
            t.cut(leaf, sum)
        })
    }),
    (llvm::VectorReduceMulIntr::DEF, |t, op| {
        reduce(t, op, |t, leaf, a, b| {
            let all = t.b.ins().imul(a, b);
            t.cut(leaf, all)
        })
    }),
    (llvm::VectorReduceAndIntr::DEF, |t, op| reduce(t, op, |t, _, a, b| t.b.ins().band(a, b))),
    (llvm::VectorReduceOrIntr::DEF, |t, op| reduce(t, op, |t, _, a, b| t.b.ins().bor(a, b))),
    (llvm::VectorReduceXorIntr::DEF, |t, op| reduce(t, op, |t, _, a, b| t.b.ins().bxor(a, b))),
    (llvm::VectorReduceSmaxIntr::DEF, |t, op| {
        reduce(t, op, |t, leaf, a, b| t.choose_by(leaf, IntCC::SignedGreaterThan, a, b))
    }),
    (llvm::VectorReduceSminIntr::DEF, |t, op| {
        reduce(t, op, |t, leaf, a, b| t.choose_by(leaf, IntCC::SignedLessThan, a, b))
    }),
    (llvm::VectorReduceUmaxIntr::DEF, |t, op| {
        reduce(t, op, |t, leaf, a, b| t.choose_by(leaf, IntCC::UnsignedGreaterThan, a, b))
    }),
    (llvm::VectorReduceUminIntr::DEF, |t, op| {
        reduce(t, op, |t, leaf, a, b| t.choose_by(leaf, IntCC::UnsignedLessThan, a, b))
    }),
    (llvm::VectorReduceFaddIntr::DEF, |t, op| reduce_floats(t, op, |t, v| t.b.ins().fadd(v[0], v[1]))),
    (llvm::VectorReduceFmulIntr::DEF, |t, op| reduce_floats(t, op, |t, v| t.b.ins().fmul(v[0], v[1]))),
    (llvm::VectorReduceFmaxIntr::DEF, |t, op| reduce_floats(t, op, |t, v| t.lenient(true, v[0], v[1]))),
    (llvm::VectorReduceFminIntr::DEF, |t, op| reduce_floats(t, op, |t, v| t.lenient(false, v[0], v[1]))),
    (llvm::VectorReduceFmaximumIntr::DEF, |t, op| reduce_floats(t, op, |t, v| t.b.ins().fmax(v[0], v[1]))),
    (llvm::VectorReduceFminimumIntr::DEF, |t, op| reduce_floats(t, op, |t, v| t.b.ins().fmin(v[0], v[1]))),
];

/// The start value, if any, comes before the lanes.
fn reduce<'a>(
    t: &mut Translator<'a, '_>,
    op: OpRef<'a>,
    combine: impl Fn(&mut Translator<'a, '_>, Leaf, ir::Value, ir::Value) -> ir::Value,
) -> Translated {
    let leaf = t.leaf(op, op.result(0).ty())?;
    let lanes: Vec<ir::Value> = op.operands().flat_map(|operand| t.scalars(operand)).collect();
    let mut total = lanes[0];
    for &lane in &lanes[1..] {
        total = combine(t, leaf, total, lane);
    }
    t.set(op, vec![total]);
    Ok(())
}

fn reduce_floats<'a>(
    t: &mut Translator<'a, '_>,
    op: OpRef<'a>,
    combine: fn(&mut Translator<'a, '_>, &[ir::Value]) -> ir::Value,
) -> Translated {
    reduce(t, op, |t, leaf, a, b| t.in_float(leaf, &[a, b], &mut |t, v| combine(t, v)))
}
