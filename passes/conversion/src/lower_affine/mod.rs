//! Lowers affine operations to structured control flow, arithmetic and plain memory accesses.
//!
//! Maps are expanded to arithmetic; several results of a bound are reduced by minimum and maximum; the condition of an
//! `affine.if` is the conjunction of its constraints. Outer operations are lowered first.
//!
//! Files: `loops`, `memory`: the patterns; `reduction` the neutral elements and the operations of reductions of
//! `affine.parallel`.

mod loops;
mod memory;
mod reduction;

use rmlir::affine_maps::BinaryKind;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_affine::expand::{
    expand_delinearize_index, expand_linearize_index, expand_map, reduce_min_max, undefined_quotient,
};
use rmlir_affine::{ApplyOp, DelinearizeIndexOp, LinearizeIndexOp, MaxOp, MinOp};

/// Lower Affine operations to a combination of Arith and SCF operations.
///
/// ```mlir
/// %r = affine.apply affine_map<(d0, d1) -> (d0 + 2 * d1)>(%a, %b)
/// // becomes
/// %c2 = arith.constant 2 : index
/// %0 = arith.muli %b, %c2 overflow<nsw> : index
/// %r = arith.addi %a, %0 : index
/// ```
///
/// Deviation: the pass fails if a map or set divides by a constant that is not positive.
#[pass(
    name = "lower-affine",
    title = "LowerAffinePass",
    depends(rmlir_memref::MemRef, rmlir_scf::Scf, rmlir_vector::Vector)
)]
pub fn lower_affine(cx: &mut PassCx) -> PassResult {
    let undefined = undefined_quotients(cx.body());
    if !undefined.is_empty() {
        undefined.into_iter().for_each(|diagnostic| cx.emit(diagnostic));
        return cx.signal_failure();
    }
    let mut target = ConversionTarget::new(cx.cx());
    target.legal_dialects(&["arith", "memref", "scf", "vector"]);
    cx.convert_partially(&target, &lower_affine_patterns())
}

/// The patterns that lower affine operations to arithmetic and structured control flow.
pub fn lower_affine_patterns() -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    let set = patterns![
        lower_apply,
        memory::lower_dma_start,
        memory::lower_dma_wait,
        memory::lower_load,
        lower_min,
        lower_max,
        loops::lower_parallel,
        memory::lower_prefetch,
        memory::lower_store,
        loops::lower_for,
        loops::lower_if,
        loops::lower_yield,
        memory::lower_vector_load,
        memory::lower_vector_store,
        lower_delinearize,
        lower_linearize,
    ];
    set.patterns.into_iter().for_each(|pattern| _ = patterns.add(ConversionPattern::plain(pattern)));
    patterns
}

/// An error for each operation that divides by a constant that is not positive.
fn undefined_quotients(body: &Body) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut waiting = vec![body];
    while let Some(body) = waiting.pop() {
        body.walk_preorder(body.root(), |op| {
            waiting.extend(body.nested(op));
            let op = OpRef::new(body, op);
            let kind = if op.name_str().starts_with("affine.") { undefined_in(op) } else { None };
            found.extend(kind.map(|kind| {
                let what = if kind == BinaryKind::Mod { "modulo" } else { "division" };
                *op.plain_error(format!("{what} by non-positive value is not supported"))
            }));
        });
    }
    found
}

/// The first division in a map or set of `op` by a constant that is not positive.
fn undefined_in(op: OpRef) -> Option<BinaryKind> {
    let cx = op.cx();
    op.props().iter().find_map(|attr| {
        if let Some(map) = attr.as_affine_map(cx) {
            return map.results().iter().find_map(undefined_quotient);
        }
        let set = attr.as_integer_set(cx)?;
        set.constraints().iter().find_map(|constraint| undefined_quotient(&constraint.expr))
    })
}

#[pattern]
fn lower_apply(op: ApplyOp, rw: &mut Rewriter) -> Match {
    let (map, operands) = op.value_map(rw);
    match expand_map(rw, rw.loc(op.id()), &map, &operands) {
        Some(values) => rw.replace(op, values),
        None => rw.no_match(op, "it divides by a constant that is not positive"),
    }
}

fn lower_min_max(op: OpId, rw: &mut Rewriter, is_max: bool) -> Match {
    let operands: Vec<Value> = rw.operands(op).collect();
    let map = MinOp::from_id(op).map(rw).clone();
    let loc = rw.loc(op);
    match expand_map(rw, loc, &map, &operands) {
        Some(values) => {
            let reduced = reduce_min_max(rw, loc, is_max, &values);
            rw.replace(op, [reduced])
        }
        None => rw.no_match(op, "it divides by a constant that is not positive"),
    }
}

#[pattern]
fn lower_min(op: MinOp, rw: &mut Rewriter) -> Match {
    lower_min_max(op.id(), rw, false)
}

#[pattern]
fn lower_max(op: MaxOp, rw: &mut Rewriter) -> Match {
    lower_min_max(op.id(), rw, true)
}

#[pattern]
fn lower_delinearize(op: DelinearizeIndexOp, rw: &mut Rewriter) -> Match {
    expand_delinearize_index(rw, op)
}

#[pattern]
fn lower_linearize(op: LinearizeIndexOp, rw: &mut Rewriter) -> Match {
    expand_linearize_index(rw, op)
}
