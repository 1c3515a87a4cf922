//! Loads and stores: contiguous, masked, compressed, and by gather and scatter.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::prelude::*;

use crate::interfaces::MaskableOp;
use crate::types::*;

/// Rows of `Op Read|Write operand;`: the effect of the operation on the memory of its base, operand `operand`.
macro_rules! effects {
    ($($op:ident $kind:ident $base:expr;)*) => {$(
        impl MemoryEffects for $op {
            fn effects(&self, op: OpRef) -> Vec<Effect> {
                vec![Effect::on(EffectKind::$kind, op.operand($base).id)]
            }
        }
    )*};
}

effects! {
    LoadOp Read LoadOp::BASE_OPERAND;
    StoreOp Write StoreOp::BASE_OPERAND;
    MaskedLoadOp Read MaskedLoadOp::BASE_OPERAND;
    MaskedStoreOp Write MaskedStoreOp::BASE_OPERAND;
    ExpandLoadOp Read ExpandLoadOp::BASE_OPERAND;
    CompressStoreOp Write CompressStoreOp::BASE_OPERAND;
    GatherOp Read GatherOp::BASE_OPERAND;
    ScatterOp Write ScatterOp::BASE_OPERAND;
}

fn no(cx: &Context) -> Attr {
    cx.bool_attr(false)
}

/// Loads a vector of contiguous elements.
///
/// With `nontemporal` it is not expected to be accessed again soon; `alignment` is that of the first element, in bytes.
///
/// ```mlir
/// %v = vector.load %m[%i, %j] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(name = "vector.load", eval, interfaces(MemoryEffects), verify = verify_load, fold,
     format = "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)")]
pub struct LoadOp {
    #[operand]
    base: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[prop(default = no)]
    nontemporal: Option<BoolAttr>,
    #[prop]
    alignment: Option<AlignmentAttr>,
    #[result]
    result: AnyVectorOfAnyRank,
}

/// Stores a vector to contiguous elements.
///
/// ```mlir
/// vector.store %v, %m[%i, %j] : memref<100x100xf32>, vector<8xf32>
/// ```
#[op(name = "vector.store", eval, interfaces(MemoryEffects), verify = verify_store, fold,
     format = "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)")]
pub struct StoreOp {
    #[operand(name = "valueToStore")]
    value_to_store: AnyVectorOfAnyRank,
    #[operand]
    base: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[prop(default = no)]
    nontemporal: Option<BoolAttr>,
    #[prop]
    alignment: Option<AlignmentAttr>,
}

/// A vector that is loaded from or stored to contiguous elements: its type, and the nouns for both in messages.
struct Access<'a> {
    memref: Type,
    vector: Type,
    rank_words: &'a str,
    name: &'a str,
    element_words: &'a str,
}

fn verify_consecutive(op: OpRef, access: &Access, n_indices: usize) -> Checked {
    let cx = op.cx();
    let vector = VectorType::of(cx, access.vector).expect("checked to be a vector");
    let shape = access.memref.shape(cx).unwrap_or_default();
    let is_scalar = !vector.is_scalable() && vector.n_elements() == 1;
    if !is_scalar && !has_unit_stride(cx, access.memref) {
        return Err(op.error("most minor memref dim must have unit stride"));
    }
    if shape.len() < vector.rank() {
        return Err(op.error(access.rank_words));
    }
    let mut element = access.memref.element_or_self(cx);
    if element.is_vector(cx) {
        if element != access.vector {
            return Err(op.error(format!("base memref and {} vector types should match", access.name)));
        }
        element = element.element_or_self(cx);
    }
    if vector.element != element {
        return Err(op.error(access.element_words));
    }
    verify_n_indices(op, shape.len(), n_indices)
}

/// Whether neighbouring elements along the last dimension are contiguous in memory.
pub(crate) fn has_unit_stride(cx: &Context, memref: Type) -> bool {
    strides_and_offset(cx, memref).is_some_and(|layout| layout.strides.last().is_none_or(|&stride| stride == 1))
}

fn verify_n_indices(op: OpRef, rank: usize, n_indices: usize) -> Checked {
    if n_indices == rank { Ok(()) } else { Err(op.error(format!("requires {rank} indices"))) }
}

fn verify_load(op: OpRef) -> Checked {
    let access = Access {
        memref: op.operand(LoadOp::BASE_OPERAND).ty(),
        vector: op.result(0).ty(),
        rank_words: "destination memref has lower rank than the result vector",
        name: "result",
        element_words: "base and result element types should match",
    };
    verify_consecutive(op, &access, op.operand_range(LoadOp::INDICES_OPERAND).len())
}

fn verify_store(op: OpRef) -> Checked {
    let access = Access {
        memref: op.operand(StoreOp::BASE_OPERAND).ty(),
        vector: op.operand(StoreOp::VALUE_TO_STORE_OPERAND).ty(),
        rank_words: "source memref has lower rank than the vector to store",
        name: "valueToStore",
        element_words: "base and valueToStore element type should match",
    };
    verify_consecutive(op, &access, op.operand_range(StoreOp::INDICES_OPERAND).len())
}

/// Loads of the elements whose mask bits are set; the others are those of `pass_thru`.
#[op_class(
    eval,
    interfaces(MemoryEffects),
    canonicalize,
    format = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` \
              type($pass_thru) `into` type($result)"
)]
struct MaskedRead {
    #[operand]
    base: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[operand]
    mask: Mask,
    #[operand]
    pass_thru: AnyVectorOfNonZeroRank,
    #[prop]
    alignment: Option<AlignmentAttr>,
    #[result]
    result: AnyVectorOfNonZeroRank,
}

/// Loads the contiguous elements of a vector whose mask bits are set.
///
/// ```mlir
/// %0 = vector.maskedload %m[%i], %mask, %pass : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
/// ```
#[op(
    name = "vector.maskedload",
    classes(MaskedRead),
    types(Mask = MaskOfNonZeroRank),
    verify = verify_masked_load,
    fold
)]
pub struct MaskedLoadOp;

/// Loads consecutive elements into the elements of a vector whose mask bits are set.
///
/// ```mlir
/// %0 = vector.expandload %m[%i], %mask, %pass : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
/// ```
#[op(name = "vector.expandload", classes(MaskedRead), types(Mask = FixedMask), verify = verify_expand_load)]
pub struct ExpandLoadOp;

/// Stores of the elements whose mask bits are set.
#[op_class(
    eval,
    interfaces(MemoryEffects),
    canonicalize,
    format = "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` \
              type($valueToStore)"
)]
struct MaskedWrite {
    #[operand]
    base: AnyMemRef,
    #[operand]
    indices: Vec<Index>,
    #[operand]
    mask: Mask,
    #[operand(name = "valueToStore")]
    value_to_store: AnyVectorOfNonZeroRank,
    #[prop]
    alignment: Option<AlignmentAttr>,
}

/// Stores those of a vector's contiguous elements whose mask bits are set.
///
/// ```mlir
/// vector.maskedstore %m[%i], %mask, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
/// ```
#[op(
    name = "vector.maskedstore",
    classes(MaskedWrite),
    types(Mask = MaskOfNonZeroRank),
    verify = verify_masked_store,
    fold
)]
pub struct MaskedStoreOp;

/// Stores the elements of a vector whose mask bits are set to consecutive elements.
///
/// ```mlir
/// vector.compressstore %m[%i], %mask, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
/// ```
#[op(name = "vector.compressstore", classes(MaskedWrite), types(Mask = FixedMask), verify = verify_compress_store)]
pub struct CompressStoreOp;

fn verify_masked_load(op: OpRef) -> Checked {
    verify_masked_read(op, same_shape, "shape")
}

fn verify_expand_load(op: OpRef) -> Checked {
    verify_masked_read(op, same_length, "dim")
}

fn same_shape(cx: &Context, vector: Type, mask: Type) -> bool {
    vector.shape(cx) == mask.shape(cx)
}

/// As [`same_shape`], of the first dimension only.
fn same_length(cx: &Context, vector: Type, mask: Type) -> bool {
    let length = |ty: Type| ty.shape(cx).and_then(|shape| shape.first().copied());
    length(vector) == length(mask)
}

/// `fits` tests whether a vector can have a mask, and `what` is the compared property.
fn verify_masked_read(op: OpRef, fits: fn(&Context, Type, Type) -> bool, what: &str) -> Checked {
    type Op = MaskedLoadOp;
    let (base, result) = (op.operand(Op::BASE_OPERAND).ty(), op.result(0).ty());
    let [mask, passed] = [op.value(Op::mask).ty(), op.value(Op::pass_thru).ty()];
    verify_base_element(op, base, result, "result")?;
    verify_n_indices(op, base.shape(op.cx()).map_or(0, <[i64]>::len), op.operand_range(Op::INDICES_OPERAND).len())?;
    if !fits(op.cx(), result, mask) {
        return Err(op.error(format!("expected result {what} to match mask {what}")));
    }
    if result != passed {
        return Err(op.error("expected pass_thru of same type as result type"));
    }
    Ok(())
}

fn verify_masked_store(op: OpRef) -> Checked {
    verify_masked_write(op, same_shape, "shape")
}

fn verify_compress_store(op: OpRef) -> Checked {
    verify_masked_write(op, same_length, "dim")
}

/// As [`verify_masked_read`].
fn verify_masked_write(op: OpRef, fits: fn(&Context, Type, Type) -> bool, what: &str) -> Checked {
    type Op = MaskedStoreOp;
    let base = op.operand(Op::BASE_OPERAND).ty();
    let [mask, stored] = [op.value(Op::mask).ty(), op.value(Op::value_to_store).ty()];
    verify_base_element(op, base, stored, "valueToStore")?;
    verify_n_indices(op, base.shape(op.cx()).map_or(0, <[i64]>::len), op.operand_range(Op::INDICES_OPERAND).len())?;
    if !fits(op.cx(), stored, mask) {
        return Err(op.error(format!("expected valueToStore {what} to match mask {what}")));
    }
    Ok(())
}

/// Gathers elements at a vector of indices, relative to a base.
///
/// ```mlir
/// %0 = vector.gather %m[%i][%v], %mask, %pass
///   : memref<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
/// ```
#[op(name = "vector.gather", eval, interfaces(MaskableOp, MemoryEffects), verify = verify_gather,
     canonicalize,
     format = "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` \
               type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)")]
pub struct GatherOp {
    #[operand]
    base: TensorOrMemRef,
    #[operand]
    offsets: Vec<Index>,
    #[operand]
    indices: IndexVector,
    #[operand]
    mask: MaskOfNonZeroRank,
    #[operand]
    pass_thru: AnyVectorOfNonZeroRank,
    #[prop]
    alignment: Option<AlignmentAttr>,
    #[result]
    result: AnyVectorOfNonZeroRank,
}

impl MaskableOp for GatherOp {
    fn expected_mask_type(&self, op: OpRef) -> Type {
        VectorType::of_value(op.value(GatherOp::indices)).mask(op.cx())
    }
}

/// Scatters elements to a vector of indices, relative to a base. If the base is a tensor,
/// the result is the updated tensor.
///
/// ```mlir
/// vector.scatter %m[%i][%v], %mask, %values : memref<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32>
/// ```
#[op(name = "vector.scatter", eval, interfaces(MemoryEffects), verify = verify_scatter,
     canonicalize,
     format = "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` \
               type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?")]
pub struct ScatterOp {
    #[operand]
    base: TensorOrMemRef,
    #[operand]
    offsets: Vec<Index>,
    #[operand]
    indices: IndexVector,
    #[operand]
    mask: MaskOfNonZeroRank,
    #[operand(name = "valueToStore")]
    value_to_store: AnyVectorOfNonZeroRank,
    #[prop]
    alignment: Option<AlignmentAttr>,
    #[result]
    result: Option<AnyRankedTensor>,
}

/// Verifies the common requirements of both operations; the vector is called `name`.
fn verify_places(op: OpRef, vector: Type, name: &str) -> Checked {
    type Op = GatherOp;
    let (cx, base) = (op.cx(), op.operand(Op::BASE_OPERAND).ty());
    let Some(rank) = base.shape(cx).map(<[i64]>::len) else {
        return Err(op.error("requires base to be a memref or ranked tensor type"));
    };
    verify_base_element(op, base, vector, name)?;
    verify_n_indices(op, rank, op.operand_range(Op::OFFSETS_OPERAND).len())?;
    for (field, what) in [(Op::INDICES_OPERAND, "indices"), (Op::MASK_OPERAND, "mask")] {
        if vector.shape(cx) != op.operand_field(field)[0].ty().shape(cx) {
            return Err(op.error(format!("expected {name} dim to match {what} dim")));
        }
    }
    Ok(())
}

fn verify_gather(op: OpRef) -> Checked {
    let result = op.result(0).ty();
    verify_places(op, result, "result")?;
    if op.value(GatherOp::pass_thru).ty() != result {
        return Err(op.error("expected pass_thru of same type as result type"));
    }
    Ok(())
}

fn verify_scatter(op: OpRef) -> Checked {
    verify_places(op, op.value(ScatterOp::value_to_store).ty(), "valueToStore")
}
