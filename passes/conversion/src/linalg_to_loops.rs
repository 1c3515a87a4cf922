//! Lowering of structured operations on buffers to loops.
//!
//! For each operation, in this order: the sizes of all operands; loops whose bounds are those of the operand dimensions
//! that they index; in the innermost loop the subscripts of the elements, loads of these, a clone of the region with
//! the induction variables in place of `linalg.index`, and stores of the yielded values.

use rmlir::affine_maps::AffineMap;
use rmlir::core::clone::CloneMap;
use rmlir::core::fold::constant_value;
use rmlir::core::pattern::{Pattern, PatternRoot};
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, create_or_fold};
use rmlir_affine as affine;
use rmlir_affine::compose::canonicalize_map_and_operands;
use rmlir_arith::constant_index;
use rmlir_linalg::structured::{Loops, Structured, has_pure_buffer_semantics, inits};
use rmlir_linalg::{IndexOp, IteratorType};
use rmlir_memref as memref;
use rmlir_scf as scf;

/// Lower the operations from the linalg dialect into affine loops.
///
/// ```mlir
/// linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
/// // becomes
/// affine.for %i = 0 to 4 {
///   %x = affine.load %a[%i] : memref<4xf32>
///   affine.store %x, %b[%i] : memref<4xf32>
/// }
/// ```
#[pass(
    name = "convert-linalg-to-affine-loops",
    title = "ConvertLinalgToAffineLoopsPass",
    depends(rmlir_affine::Affine, rmlir_linalg::Linalg, rmlir_memref::MemRef)
)]
pub fn convert_linalg_to_affine_loops(cx: &mut PassCx) -> PassResult {
    convert(cx, Kind::Affine)
}

/// Lower the operations from the linalg dialect into loops.
///
/// The loops are `scf.for`. Operations on tensors are not lowered: they must be bufferized before.
#[pass(
    name = "convert-linalg-to-loops",
    title = "ConvertLinalgToLoopsPass",
    depends(rmlir_affine::Affine, rmlir_linalg::Linalg, rmlir_scf::Scf)
)]
pub fn convert_linalg_to_loops(cx: &mut PassCx) -> PassResult {
    convert(cx, Kind::Sequential)
}

/// Lower the operations from the linalg dialect into parallel loops.
///
/// Adjacent parallel loops become one `scf.parallel`, reductions `scf.for`.
#[pass(
    name = "convert-linalg-to-parallel-loops",
    title = "ConvertLinalgToParallelLoopsPass",
    depends(rmlir_affine::Affine, rmlir_linalg::Linalg, rmlir_memref::MemRef, rmlir_scf::Scf)
)]
pub fn convert_linalg_to_parallel_loops(cx: &mut PassCx) -> PassResult {
    convert(cx, Kind::Parallel)
}

/// The kind of the generated loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Affine,
    Sequential,
    Parallel,
}

fn convert(cx: &mut PassCx, kind: Kind) -> PassResult {
    let mut set = PatternSet::new();
    let root = PatternRoot::Where(|def| def.interface::<dyn Structured>().is_some());
    set.add(Pattern::rooted(root, "structured_to_loops", move |rw, op| to_loops(rw, op, kind)));
    for def in [memref::DimOp::DEF, rmlir_tensor::DimOp::DEF, affine::ApplyOp::DEF] {
        def.behavior().canonicalize.into_iter().for_each(|add| add(&mut set));
    }
    set.add(Pattern::of("trivial_apply", trivial_apply).benefit(0));
    let patterns = FrozenPatterns::new(cx.cx(), set);
    // If the iteration limit of the driver is reached, the remaining operations are left unchanged, as in upstream.
    let _ = cx.apply_patterns(&patterns, &GreedyConfig::default());
    Ok(())
}

/// An `affine.apply` whose result is a constant, or one of its operands.
fn trivial_apply(op: affine::ApplyOp, rw: &mut Rewriter) -> Match {
    let map = op.affine_map(rw).clone();
    let operands: Vec<Value> = rw.operands(op.id()).collect();
    let expr = map.result(0);
    match operands[..] {
        [] => {
            let Some(number) = expr.as_constant() else { return Match::No };
            rw.before(op.id());
            let constant = constant_index(rw, number);
            rw.replace(op, [constant])
        }
        [only] if expr.as_dim().is_some() || expr.as_symbol().is_some() => rw.replace(op, [only]),
        _ => Match::No,
    }
}

fn to_loops(rw: &mut Rewriter, op: OpId, kind: Kind) -> Match {
    let view = OpRef::new(rw, op);
    let Some(loops) = Loops::of(view).filter(|_| has_pure_buffer_semantics(view)) else {
        return rw.no_match(op, "expected linalg op with buffer semantics");
    };
    let Some(places) = loops.places() else { return Match::No };
    rw.before(op);
    let loc = rw.loc(op);
    let sizes = operand_sizes(rw, op, loc);
    let mut bounds = Vec::new();
    for (operand, dim) in places {
        let lower = constant_index(rw, 0);
        let upper = match sizes[operand][dim] {
            Size::Known(size) => constant_index(rw, size),
            Size::Value(value) => value,
        };
        bounds.push([lower, upper, constant_index(rw, 1)]);
    }
    let inductions = match kind {
        Kind::Affine => affine_nest(rw, loc, &bounds),
        Kind::Sequential => sequential_nest(rw, loc, &bounds),
        Kind::Parallel => parallel_nest(rw, loc, &bounds, &loops.iterators),
    };
    emit_body(rw, op, loc, &loops, &inductions, kind);
    rw.erase(op)
}

/// The size of a dimension.
#[derive(Clone, Copy)]
enum Size {
    Known(i64),
    Value(Value),
}

/// The sizes of all operands, computed at run time where they are dynamic.
fn operand_sizes(rw: &mut Rewriter, op: OpId, loc: Loc) -> Vec<Vec<Size>> {
    let operands: Vec<Value> = rw.operands(op).collect();
    let mut all = Vec::new();
    for operand in operands {
        let ty = rw.ty(operand);
        let shape = ty.shape(rw).filter(|_| ty.is_memref(rw)).unwrap_or_default().to_vec();
        let mut sizes = Vec::new();
        for (dim, &size) in shape.iter().enumerate() {
            sizes.push(match size {
                DYNAMIC => {
                    let dim = constant_index(rw, dim as i64);
                    Size::Value(create_or_fold(rw, memref::DimOp::build(operand, dim).at(loc)))
                }
                size => Size::Known(size),
            });
        }
        all.push(sizes);
    }
    all
}

/// Sets the insertion point to the end of the body of a loop, before its terminator.
fn enter(rw: &mut Rewriter, body: BlockId) {
    match rw.last_op(body) {
        Some(last) => rw.before(last),
        None => rw.at_end(body),
    }
}

fn sequential_loop(rw: &mut Rewriter, loc: Loc, bounds: [Value; 3]) -> Value {
    let new = scf::ForOp::create(rw, loc, bounds, &[]);
    enter(rw, new.body(rw));
    rw.set_loc(loc);
    new.induction_var(rw)
}

fn sequential_nest(rw: &mut Rewriter, loc: Loc, bounds: &[[Value; 3]]) -> Vec<Value> {
    bounds.iter().map(|&bounds| sequential_loop(rw, loc, bounds)).collect()
}

fn affine_nest(rw: &mut Rewriter, loc: Loc, bounds: &[[Value; 3]]) -> Vec<Value> {
    let mut inductions = Vec::new();
    for &[lower, upper, _] in bounds {
        let known = [lower, upper].map(|bound| constant_value(rw, bound).and_then(|bound| bound.as_i64(rw)));
        let bound = |value: Value| (AffineMap::dim_identity(), vec![value]);
        let [lower, upper] = match known {
            [Some(lower), Some(upper)] => [lower, upper].map(|bound| (AffineMap::constant(bound), Vec::new())),
            _ => [bound(lower), bound(upper)],
        };
        let new = affine::ForOp::create(rw, loc, &lower, &upper, 1, &[]);
        inductions.push(new.induction_var(rw));
        enter(rw, new.body(rw));
        rw.set_loc(loc);
    }
    inductions
}

/// Adjacent parallel loops are one operation.
fn parallel_nest(rw: &mut Rewriter, loc: Loc, bounds: &[[Value; 3]], iterators: &[IteratorType]) -> Vec<Value> {
    let mut inductions = Vec::new();
    let mut left = bounds;
    while let Some((&first, rest)) = left.split_first() {
        let kinds = &iterators[inductions.len()..];
        let n = kinds.iter().take_while(|kind| **kind == IteratorType::Parallel).count().min(left.len());
        if n == 0 {
            inductions.push(sequential_loop(rw, loc, first));
            left = rest;
            continue;
        }
        let part = |index: usize| left[..n].iter().map(|bounds| bounds[index]).collect::<Vec<Value>>();
        let new = rw.create(scf::ParallelOp::build(&[], &part(0), &part(1), &part(2), &[]).at(loc));
        let block = rw.create_block(new.region(rw), &vec![Type::INDEX; n], &vec![loc; n]);
        inductions.extend(rw.args(block));
        rw.create(scf::ReduceOp::build(&[]).regions(0).at(loc));
        enter(rw, block);
        rw.set_loc(loc);
        left = &left[n..];
    }
    inductions
}

/// The subscripts of an element, computed at the insertion point.
fn place(rw: &mut Rewriter, map: &AffineMap, inductions: &[Value]) -> Vec<Value> {
    let mut indices = Vec::new();
    for expr in map.results() {
        let mut part = map.with_results(vec![expr.clone()]);
        let mut operands = inductions.to_vec();
        canonicalize_map_and_operands(rw, &mut part, &mut operands);
        let part = rw.cx().attr(AttrData::AffineMap(part));
        indices.push(rw.value(affine::ApplyOp::build(&operands, part)));
    }
    indices
}

/// Creates the operations of one iteration at the insertion point.
fn emit_body(rw: &mut Rewriter, op: OpId, loc: Loc, loops: &Loops, inductions: &[Value], kind: Kind) {
    rw.set_loc(loc);
    let inits = inits(OpRef::new(rw, op));
    let operands: Vec<Value> = rw.operands(op).collect();
    let mut elements = Vec::new();
    for (&operand, map) in operands.iter().zip(&loops.maps) {
        if !rw.ty(operand).is_memref(rw) {
            elements.push(operand);
            continue;
        }
        let at = place(rw, map, inductions);
        elements.push(load(rw, operand, &at, kind));
    }
    let mut targets = Vec::new();
    for index in inits {
        targets.push((operands[index], place(rw, &loops.maps[index], inductions)));
    }
    let block = rw.entry(rw.region(op, 0)).expect("the region of a structured operation has a block");
    let mut map = CloneMap::default();
    map.values.extend(rw.args(block).iter().copied().zip(elements));
    let mut inner: Vec<OpId> = rw.ops(block).collect();
    let last = inner.pop().expect("the region ends with a yield");
    let mut copies = Vec::new();
    for inner in inner {
        copies.push(rw.clone_op(inner, &mut map));
    }
    rw.set_loc(loc);
    let yielded: Vec<Value> = rw.operands(last).map(|value| map.value(value)).collect();
    for (value, (memref, at)) in yielded.into_iter().zip(targets) {
        store(rw, value, memref, &at, kind);
    }
    for copy in copies {
        let Some(index) = OpRef::new(rw, copy).cast::<IndexOp>() else { continue };
        let dim = usize::try_from(index.dim(rw));
        if let Some(&induction) = dim.ok().and_then(|dim| inductions.get(dim)) {
            rw.replace(index, [induction]);
        }
    }
}

fn identity_attr(rw: &Rewriter, n: usize) -> Attr {
    rw.cx().attr(AttrData::AffineMap(AffineMap::identity(n as u32)))
}

fn load(rw: &mut Rewriter, memref: Value, at: &[Value], kind: Kind) -> Value {
    if kind != Kind::Affine {
        return rw.value(memref::LoadOp::build(memref, at));
    }
    let (map, ty) = (identity_attr(rw, at.len()), rw.ty(memref).element_or_self(rw));
    rw.value(affine::LoadOp::build(ty, memref, at, map))
}

fn store(rw: &mut Rewriter, value: Value, memref: Value, at: &[Value], kind: Kind) {
    if kind != Kind::Affine {
        rw.create(memref::StoreOp::build(value, memref, at));
        return;
    }
    let map = identity_attr(rw, at.len());
    rw.create(affine::StoreOp::build(value, memref, at, map));
}
