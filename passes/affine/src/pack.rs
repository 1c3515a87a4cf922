//! Packing: what a nest loads several times is copied to buffers, in the order in which the nest loads it.
//!
//! Steps, for each load of a perfect nest: 1. the loops that *move* it are those whose induction variables its indices
//! or the bounds of such loops use; 2. the copy is placed before the outermost loop that does not move the load, such
//! that the elements loaded in it fit the capacity; 3. the buffer gets one dimension for each loop inside that moves the
//! load: its index is the number of the iteration, so that the nest accesses the buffer contiguously; 4. a copy of these
//! loops fills the buffer, and the load is redirected to it.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::clone::CloneMap;
use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::alias::alias_analysis;
use rmlir_affine::analysis::constraints::composed;
use rmlir_affine::analysis::effects::other_effect;
use rmlir_affine::analysis::iterations::{Condition, max_trip_count};
use rmlir_affine::analysis::nest::perfectly_nested_loops;
use rmlir_affine::trip_count::static_trip_count;
use rmlir_affine::{ForOp, LoadOp, StoreOp};
use rmlir_memref::{AllocOp, DeallocOp};

use crate::loop_tile::separate_full_tiles;
use crate::machine::{LINE_BYTES, Machine, TargetCpu};

/// Pack what affine loop nests load several times.
///
/// A buffer holds the elements in the order in which the nest loads them. Loads of a memref that the nest may write are
/// not packed, nor those whose elements are not loaded several times, or which have a loop with an unknown number of
/// iterations.
///
/// ```mlir
/// affine.for %i = 0 to 100 {
///   affine.for %j = 0 to 200 {
///     %0 = affine.load %m[%j, 3] : memref<200x5xf32>
///     affine.store %0, %n[%i, %j] : memref<100x200xf32>
///   }
/// }
/// // becomes
/// %buffer = memref.alloc() {alignment = 64 : i64} : memref<200xf32>
/// affine.for %j = 0 to 200 {
///   %0 = affine.load %m[%j, 3] : memref<200x5xf32>
///   affine.store %0, %buffer[%j] : memref<200xf32>
/// }
/// affine.for %i = 0 to 100 {
///   affine.for %j = 0 to 200 {
///     %0 = affine.load %buffer[%j] : memref<200xf32>
///     affine.store %0, %n[%i, %j] : memref<100x200xf32>
///   }
/// }
/// memref.dealloc %buffer : memref<200xf32>
/// ```
#[pass(name = "affine-pack", title = "AffinePack", anchor = "func.func", depends(rmlir_memref::MemRef))]
pub struct AffinePack {
    /// The capacity of each buffer in KiB; 0 for the third-level cache of the processor
    #[option(default = 0)]
    capacity: u64,
    /// Pack only what is loaded at least this many times
    #[option(default = 4)]
    min_reuse: u64,
    /// Pack only in nests with loops over tiles, which have steps
    #[option(default = false)]
    only_tiles: bool,
    /// The processor that code is for
    #[option(default = "x86-64-v3")]
    target_cpu: TargetCpu,
}

impl Pass for AffinePack {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let capacity = match self.capacity {
            0 => Machine::of(self.target_cpu).caches[2].size,
            kib => kib.saturating_mul(1024),
        };
        let mut remarks = Vec::new();
        for nest in nests(cx.body()) {
            if self.only_tiles && nest.iter().all(|op| op.step(cx.body()) == 1) {
                continue;
            }
            for access in packable(cx.body(), &nest) {
                let loc = cx.body().loc(access.op);
                let found = placement(cx.body(), &nest, &access, capacity, self.min_reuse);
                remarks.push(match found {
                    Ok(placement) => {
                        let bytes = placement.bytes;
                        pack(&mut cx.rewriter(), &nest, &access, &placement);
                        Remark::passed(loc, "affine").text("packed").arg("Bytes", bytes)
                    }
                    Err(reason) => Remark::missed(loc, "affine").reason(reason),
                });
            }
        }
        remarks.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

/// Where a load is packed.
struct Placement {
    /// The loop of the nest before which the elements are copied.
    before: usize,
    /// The loops inside of it that move the load, with the largest number of their iterations.
    inner: Vec<(usize, u64)>,
    /// The condition that the loops inside of it that do not move the load have iterations.
    is_executed: Condition,
    /// The size of the buffer.
    bytes: u64,
}

/// The perfect nests that are in no other loop.
fn nests(body: &Body) -> Vec<Vec<ForOp>> {
    let mut found = Vec::new();
    body.walk_preorder(body.root(), |op| {
        let is_inside = body.parent_op(op).is_some_and(|outer| OpRef::new(body, outer).is::<ForOp>());
        if let Some(root) = OpRef::new(body, op).cast::<ForOp>().filter(|_| !is_inside) {
            found.push(perfectly_nested_loops(body, root));
        }
    });
    found.retain(|nest| nest.iter().all(|op| body.n_results(op.id()) == 0));
    found
}

/// The loads directly in the innermost loop from memrefs that the nest does not write.
fn packable(body: &Body, nest: &[ForOp]) -> Vec<MemRefAccess> {
    let innermost = nest[nest.len() - 1];
    if other_effect(body, nest[0].id()).is_some() {
        return Vec::new();
    }
    let all = MemRefAccess::all_in(body, nest[0].id());
    let alias = alias_analysis(body);
    let is_written = |memref: Value| all.iter().any(|access| access.is_write && alias.may_alias(access.memref, memref));
    let is_load = |access: &&MemRefAccess| {
        OpRef::new(body, access.op).is::<LoadOp>()
            && body.parent_op(access.op) == Some(innermost.id())
            && !body.is_defined_inside(nest[0].id(), access.memref)
            && !is_written(access.memref)
    };
    all.iter().filter(is_load).cloned().collect()
}

/// The place of the copy; the reason why there is none otherwise.
fn placement(
    body: &Body,
    nest: &[ForOp],
    access: &MemRefAccess,
    capacity: u64,
    min_reuse: u64,
) -> Result<Placement, &'static str> {
    let moves = moving(body, nest, access);
    let element = body.ty(access.memref).element(body.cx()).and_then(|ty| ty.int_or_float_width(body.cx()));
    let element_bytes = u64::from(element.ok_or("its elements have no size in bytes")?.div_ceil(8));
    let mut reason = "all loops around it move it";
    for before in (0..nest.len()).filter(|&at| !moves[at]) {
        // A loop with one iteration would not reuse the copy.
        if static_trip_count(body, nest[before]) == Some(1) {
            continue;
        }
        let counts: Option<Vec<(usize, u64)>> = (before..nest.len())
            .filter(|&at| moves[at])
            .map(|at| Some((at, max_trip_count(body, nest[at])?)))
            .collect();
        let Some(inner) = counts else {
            reason = "a loop that moves it has an unknown number of iterations";
            continue;
        };
        let bytes = inner.iter().fold(element_bytes, |bytes, (_, count)| bytes.saturating_mul(*count));
        let reusing: Vec<ForOp> = (before..nest.len()).filter(|&at| !moves[at]).map(|at| nest[at]).collect();
        let reuse = reusing.iter().map(|&op| max_trip_count(body, op).unwrap_or(u64::MAX)).fold(1, u64::saturating_mul);
        let mut is_executed = Condition::default();
        let is_known = reusing.iter().all(|&op| is_executed.add_iterations(body, op, 1).is_some());
        if inner.is_empty() {
            reason = "no loop moves it";
        } else if bytes > capacity {
            reason = "its elements exceed the capacity";
        } else if reuse < min_reuse {
            return Err("its elements are not loaded often enough");
        } else if !is_known || !is_executed.is_defined_outside(body, nest[before].id()) {
            reason = "it is not known whether its elements are loaded";
        } else {
            return Ok(Placement { before, inner, is_executed, bytes });
        }
    }
    Err(reason)
}

/// Which loops of the nest move an access: its indices, or the bounds of a loop that moves it, use their induction
/// variables.
fn moving(body: &Body, nest: &[ForOp], access: &MemRefAccess) -> Vec<bool> {
    let mut used = access.map(body).1;
    let mut moves = vec![false; nest.len()];
    for (at, op) in nest.iter().enumerate().rev() {
        moves[at] = used.contains(&op.induction_var(body));
        if moves[at] {
            for (map, operands) in [op.lower_bound(body), op.upper_bound(body)] {
                used.extend(composed(body, &map, &operands).1);
            }
        }
    }
    moves
}

fn pack(rw: &mut Rewriter, nest: &[ForOp], access: &MemRefAccess, placement: &Placement) {
    let loc = rw.loc(access.op);
    let buffer = create_buffer(rw, nest, access, placement);
    rw.before(nest[placement.before].id());
    if !placement.is_executed.is_true() {
        let executed = placement.is_executed.create_if(rw, loc, false);
        let terminator = rw.last_op(executed.then_block(rw)).expect("the block ends with a yield");
        rw.before(terminator);
    }
    let mut map = CloneMap::default();
    let mut copies = Vec::new();
    for &(at, _) in &placement.inner {
        let (lower, upper) = (mapped(nest[at].lower_bound(rw), &map), mapped(nest[at].upper_bound(rw), &map));
        let copy = ForOp::create(rw, loc, &lower, &upper, nest[at].step(rw), &[]);
        map.values.insert(nest[at].induction_var(rw), copy.induction_var(rw));
        copies.push(copy);
        let terminator = copy.terminator(rw);
        rw.before(terminator);
    }
    let element = rw.ty(rw.result(access.op, 0));
    let (load_map, operands) = mapped(access.map(rw), &map);
    let load_map = rw.cx().attr(AttrData::AffineMap(load_map));
    let value = rw.value(LoadOp::build(element, access.memref, &operands, load_map).at(loc));
    let (store_map, operands) = position(rw, &copies);
    let store_map = rw.cx().attr(AttrData::AffineMap(store_map));
    rw.create(StoreOp::build(value, buffer, &operands, store_map).at(loc));
    // Back ends unroll and vectorize loops with a known number of iterations better.
    let innermost = copies[copies.len() - 1];
    if static_trip_count(rw, innermost).is_none() {
        separate_full_tiles(rw, &[innermost]);
    }
    let inner: Vec<ForOp> = placement.inner.iter().map(|&(at, _)| nest[at]).collect();
    rw.before(access.op);
    let (load_map, operands) = position(rw, &inner);
    let load_map = rw.cx().attr(AttrData::AffineMap(load_map));
    let packed = rw.value(LoadOp::build(element, buffer, &operands, load_map).at(loc));
    rw.replace(access.op, vec![packed]);
}

/// Allocates the buffer before the nest, and frees it after it.
fn create_buffer(rw: &mut Rewriter, nest: &[ForOp], access: &MemRefAccess, placement: &Placement) -> Value {
    let (cx, loc) = (rw.cx(), rw.loc(access.op));
    let element = rw.ty(rw.result(access.op, 0));
    let shape = placement.inner.iter().map(|&(_, count)| count as i64).collect();
    let ty = cx.ty(TypeData::MemRef { shape, element, layout: None, space: None });
    rw.before(nest[0].id());
    // A line is as large as the largest vector.
    let alignment = cx.i64_attr(LINE_BYTES as i64);
    let buffer = rw.value(AllocOp::build(ty, &[], &[]).prop(AllocOp::ALIGNMENT, alignment).at(loc));
    rw.after(nest[0].id());
    rw.create(DeallocOp::build(buffer).at(loc));
    buffer
}

fn mapped((map, operands): (AffineMap, Vec<Value>), values: &CloneMap) -> (AffineMap, Vec<Value>) {
    (map, operands.into_iter().map(|operand| values.value(operand)).collect())
}

/// The numbers of the iterations of loops: their induction variables, counted from the lower bounds.
fn position(body: &Body, loops: &[ForOp]) -> (AffineMap, Vec<Value>) {
    let mut operands: Vec<Value> = loops.iter().map(|op| op.induction_var(body)).collect();
    let n_loops = loops.len() as u32;
    let (mut results, mut n_dims) = (Vec::new(), n_loops);
    let mut symbols: Vec<Value> = Vec::new();
    for (at, op) in (0..n_loops).zip(loops) {
        let (lower, of_lower) = op.lower_bound(body);
        let (dims, others) = of_lower.split_at(lower.n_dims() as usize);
        let start = lower.result(0).shift_dims(lower.n_dims(), n_dims, 0);
        let start = start.shift_symbols(lower.n_symbols(), symbols.len() as u32, 0);
        results.push((AffineExpr::dim(at) - start).floor_div(op.step(body)));
        operands.extend_from_slice(dims);
        symbols.extend_from_slice(others);
        n_dims += dims.len() as u32;
    }
    let map = AffineMap::new(n_dims, symbols.len() as u32, results);
    composed(body, &map, &[operands, symbols].concat())
}
