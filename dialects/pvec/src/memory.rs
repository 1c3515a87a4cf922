//! Memory accesses under a predicate or mask, by their shape.
//!
//! This is the flat form of guarded execution: the guard is an operand. Inactive lanes cannot trap.

use rmlir::core::interfaces::MemoryEffects;
use rmlir::prelude::*;

use crate::blend::verify_lanes;
use crate::types::{Lanes, PredicateLike, n_lanes};

/// The shape of an access: the positions of the lanes' elements along the last dimension, relative to the indices.
#[attr(int = 32, called = "shape of access")]
pub enum AccessShape {
    /// All lanes access the same element; a scalar access is uniform.
    Uniform,
    /// Lanes access consecutive elements.
    Contiguous,
    /// Lanes access elements at a constant distance, `stride`.
    Strided,
    /// Each lane has its own offset.
    Gather,
    /// Active lanes access consecutive elements: upstream's expanding loads and compressing stores.
    Packed,
}

/// Loads an element for each active lane, or a scalar under a predicate.
///
/// Inactive lanes have the value after `else`. `stride` is in elements; `alignment` is that
/// of the first element in bytes.
///
/// ```mlir
/// %x = pvec.load uniform %m[%i] if %p else %y : memref<?xf32>, !pvec.pred, f32
/// %v = pvec.load contiguous %m[%i] if %mask else %w : memref<?xf32>, !pvec.mask<8>, vector<8xf32>
/// %u = pvec.load gather %m[%i] [%offsets] if %mask else %w
///      : memref<?xf32>, !pvec.mask<8>, vector<8xf32>, vector<8xindex>
/// ```
#[op(name = "pvec.load", traits(AttrSizedOperandSegments), interfaces(MemoryEffects), eval, fold,
     verify = verify_load,
     format = "$shape $memref `[` $indices `]` (`[` $offsets^ `]`)? `if` $guard `else` $passthru attr-dict \
               `:` type($memref) `,` type($guard) `,` type($result) (`,` type($offsets)^)?", types(T = AnyType))]
pub struct LoadOp {
    #[prop]
    shape: AccessShape,
    #[prop]
    stride: Option<I64Attr>,
    #[prop]
    alignment: Option<I64Attr>,
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[operand]
    offsets: Option<Lanes>,
    #[operand]
    guard: PredicateLike,
    #[operand]
    passthru: T,
    #[result]
    result: T,
}

/// Stores an element for each active lane, or a scalar under a predicate.
///
/// Lanes store in order: of several stores to one address, the last lane's is effective.
///
/// ```mlir
/// pvec.store uniform %x, %m[%i] if %p : memref<?xf32>, !pvec.pred, f32
/// pvec.store strided %v, %m[%i] if %mask {stride = 2 : i64} : memref<?xf32>, !pvec.mask<8>, vector<8xf32>
/// ```
#[op(name = "pvec.store", traits(AttrSizedOperandSegments), interfaces(MemoryEffects), eval,
     canonicalize,
     verify = verify_store,
     format = "$shape $value `,` $memref `[` $indices `]` (`[` $offsets^ `]`)? `if` $guard attr-dict \
               `:` type($memref) `,` type($guard) `,` type($value) (`,` type($offsets)^)?")]
pub struct StoreOp {
    #[prop]
    shape: AccessShape,
    #[prop]
    stride: Option<I64Attr>,
    #[prop]
    alignment: Option<I64Attr>,
    #[operand]
    value: AnyType,
    #[operand]
    memref: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[operand]
    offsets: Option<Lanes>,
    #[operand]
    guard: PredicateLike,
}

impl MemoryEffects for LoadOp {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        vec![Effect::on(EffectKind::Read, op.get(Self::memref))]
    }
}

impl MemoryEffects for StoreOp {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        vec![Effect::on(EffectKind::Write, op.get(Self::memref))]
    }
}

/// The operands and properties that loads and stores share.
struct Parts {
    shape: AccessShape,
    has_stride: bool,
    alignment: Option<i64>,
    memref: Type,
    n_indices: usize,
    has_offsets: bool,
    guard: Type,
    value: Type,
}

fn verify_load(op: OpRef) -> Checked {
    verify(
        op,
        Parts {
            shape: op.get(LoadOp::shape),
            has_stride: op.get(LoadOp::stride).is_some(),
            alignment: op.get(LoadOp::alignment),
            memref: op.value(LoadOp::memref).ty(),
            n_indices: op.get(LoadOp::indices).len(),
            has_offsets: op.get(LoadOp::offsets).is_some(),
            guard: op.value(LoadOp::guard).ty(),
            value: op.result(0).ty(),
        },
    )
}

fn verify_store(op: OpRef) -> Checked {
    verify(
        op,
        Parts {
            shape: op.get(StoreOp::shape),
            has_stride: op.get(StoreOp::stride).is_some(),
            alignment: op.get(StoreOp::alignment),
            memref: op.value(StoreOp::memref).ty(),
            n_indices: op.get(StoreOp::indices).len(),
            has_offsets: op.get(StoreOp::offsets).is_some(),
            guard: op.value(StoreOp::guard).ty(),
            value: op.value(StoreOp::value).ty(),
        },
    )
}

fn verify(op: OpRef, parts: Parts) -> Checked {
    let cx = op.cx();
    let rank = parts.memref.shape(cx).map_or(0, <[i64]>::len);
    if parts.n_indices != rank {
        return Err(op.error(format!("requires an index for each of {rank} dimensions")));
    }
    if parts.alignment.is_some_and(|bytes| bytes < 1 || !(bytes as u64).is_power_of_two()) {
        return Err(op.error("requires an alignment that is a power of two"));
    }
    if (parts.shape == AccessShape::Strided) != parts.has_stride {
        return Err(op.error("has a stride where lanes are strided, and only there"));
    }
    if (parts.shape == AccessShape::Gather) != parts.has_offsets {
        return Err(op.error("has offsets where lanes are gathered, and only there"));
    }
    if parts.value.element_or_self(cx) != parts.memref.element_or_self(cx) {
        return Err(op.error("requires lanes of the type of the elements"));
    }
    if n_lanes(cx, parts.guard).is_none() {
        let is_scalar = parts.shape == AccessShape::Uniform && Some(parts.value) == parts.memref.element(cx);
        let message = "accesses one element under a predicate: its shape is uniform";
        return if is_scalar { Ok(()) } else { Err(op.error(message)) };
    }
    if rank == 0 && parts.shape != AccessShape::Uniform {
        return Err(op.error("accesses different elements of a memref that has only one"));
    }
    verify_lanes(op, parts.guard, parts.value)
}
