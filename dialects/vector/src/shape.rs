//! Reshapes and permutations: broadcasts, shape casts, transposes, shuffles and interleaving.

use rmlir::core::memref_layout::{canonical_strided_layout, has_identity_layout, memory_space};
use rmlir::prelude::*;

use crate::element::{is_index_or_poison, pass_first_range};
use crate::types::*;

/// Broadcasts a scalar or vector to a vector of at least its rank.
///
/// Leading dimensions are added; dimensions of size 1 are stretched.
///
/// ```mlir
/// %1 = vector.broadcast %0 : f32 to vector<16xf32>
/// %2 = vector.broadcast %1 : vector<16xf32> to vector<4x16xf32>
/// ```
#[op(name = "vector.broadcast", eval, traits(Pure), interfaces(InferIntRange), custom_traits(SOURCE_AND_RESULT_ELEMENT),
     verify = verify_broadcast, fold, canonicalize,
     format = "$source attr-dict `:` type($source) `to` type($vector)")]
pub struct BroadcastOp {
    #[operand]
    source: AnyType,
    #[result]
    vector: AnyVectorOfAnyRank,
}

impl InferIntRange for BroadcastOp<()> {
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        pass_first_range(op, operands, set);
    }
}

/// The reason why a type cannot be broadcast to a vector type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotBroadcastable {
    /// The source has more dimensions.
    RankHigher,
    /// These dimensions (size, whether scalable) are incompatible.
    Dimensions((i64, bool), (i64, bool)),
    /// The source is neither a vector nor a scalar of the element type.
    NotAVector,
}

/// Whether `source` can be broadcast to `dest`.
pub fn check_broadcastable(cx: &Context, source: Type, dest: &VectorType) -> Result<(), NotBroadcastable> {
    if source == dest.element {
        return Ok(());
    }
    let source = VectorType::of(cx, source).ok_or(NotBroadcastable::NotAVector)?;
    let Some(lead) = dest.rank().checked_sub(source.rank()) else { return Err(NotBroadcastable::RankHigher) };
    for dim in 0..source.rank() {
        let (from, to) = (source.shape[dim], dest.shape[lead + dim]);
        let (from_scalable, to_scalable) = (source.scalable[dim], dest.scalable[lead + dim]);
        let sizes_differ = from != 1 && from != to;
        let scalable_one = from == 1 && from_scalable && to != 1;
        let flags_differ = from_scalable != to_scalable && (from != 1 || from_scalable);
        if sizes_differ || scalable_one || flags_differ {
            return Err(NotBroadcastable::Dimensions((from, from_scalable), (to, to_scalable)));
        }
    }
    Ok(())
}

fn verify_broadcast(op: OpRef) -> Checked {
    let dest = VectorType::of_value(op.result(0));
    let show = |(size, scalable): (i64, bool)| if scalable { format!("[{size}]") } else { size.to_string() };
    match check_broadcastable(op.cx(), op.value(BroadcastOp::source).ty(), &dest) {
        Ok(()) => Ok(()),
        Err(NotBroadcastable::RankHigher) => Err(op.error("source rank higher than destination rank")),
        Err(NotBroadcastable::NotAVector) => Err(op.error("source type is not a vector")),
        Err(NotBroadcastable::Dimensions(from, to)) => {
            Err(op.error(format!("dimension mismatch ({} vs. {})", show(from), show(to))))
        }
    }
}

/// Casts a vector to another shape with the same elements in row-major order.
///
/// ```mlir
/// %1 = vector.shape_cast %0 : vector<5x1x4x3xf32> to vector<20x3xf32>
/// ```
#[op(name = "vector.shape_cast", eval, traits(Pure), interfaces(InferIntRange), verify = verify_shape_cast,
     fold, canonicalize,
     format = "$source attr-dict `:` type($source) `to` type($result)")]
pub struct ShapeCastOp {
    #[operand]
    source: AnyVectorOfAnyRank,
    #[result]
    result: AnyVectorOfAnyRank,
}

impl InferIntRange for ShapeCastOp<()> {
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        pass_first_range(op, operands, set);
    }
}

fn verify_shape_cast(op: OpRef) -> Checked {
    let (source, result) = (VectorType::of_value(op.value(ShapeCastOp::source)), VectorType::of_value(op.result(0)));
    if source.element != result.element {
        return Err(op.error("has different source and result element types"));
    }
    let (from, to) = (source.n_elements(), result.n_elements());
    if from != to {
        return Err(op.error(format!("has different number of elements at source ({from}) and result ({to})")));
    }
    let count = |parts: &VectorType| parts.scalable.iter().filter(|&&scalable| scalable).count();
    let (from, to) = (count(&source), count(&result));
    if from != to {
        return Err(op.error(format!("has different number of scalable dims at source ({from}) and result ({to})")));
    }
    Ok(())
}

static SAME_RANK: FieldRule = FieldRule {
    words: "all of {source, result} have same rank",
    holds: |op| {
        let rank = |ty: Type| ty.shape(op.cx()).map(<[i64]>::len);
        rank(op.value(ShapeCastOp::source).ty()) == rank(op.result(0).ty())
    },
};

/// Reinterprets the bits of the last dimension as elements of another width.
///
/// ```mlir
/// %1 = vector.bitcast %0 : vector<5x1x4x3xf32> to vector<5x1x4x6xi16>
/// ```
#[op(name = "vector.bitcast", eval, traits(Pure), custom_traits(SAME_RANK), verify = verify_bitcast,
     fold, format = "$source attr-dict `:` type($source) `to` type($result)")]
pub struct BitCastOp {
    #[operand]
    source: AnyVectorOfAnyRank,
    #[result]
    result: AnyVectorOfAnyRank,
}

fn verify_bitcast(op: OpRef) -> Checked {
    let (source, result) = (VectorType::of_value(op.value(BitCastOp::source)), VectorType::of_value(op.result(0)));
    let n_leading = source.rank().saturating_sub(1);
    if let Some(dim) = (0..n_leading).find(|&dim| source.shape[dim] != result.shape[dim]) {
        return Err(op.error(format!("dimension size mismatch at: {dim}")));
    }
    let bits = |parts: &VectorType| {
        i128::from(bit_width(op.cx(), parts.element)) * i128::from(*parts.shape.last().unwrap_or(&1))
    };
    if bits(&source) == bits(&result) {
        return Ok(());
    }
    if source.rank() == 0 {
        return Err(op.error("source/result bitwidth of the 0-D vector element types must be equal"));
    }
    Err(op.error("source/result bitwidth of the minor 1-D vectors must be equal"))
}

/// Views a memref of scalars as a memref of one vector.
///
/// ```mlir
/// %v = vector.type_cast %m : memref<5x4x3xf32> to memref<vector<5x4x3xf32>>
/// ```
#[op(name = "vector.type_cast", eval, traits(Pure), interfaces(ViewLike), verify = verify_type_cast,
     format = "$memref attr-dict `:` type($memref) `to` type($result)")]
pub struct TypeCastOp {
    #[operand]
    memref: AnyStaticShapeMemRef,
    #[result]
    result: AnyMemRef,
}

impl ViewLike for TypeCastOp<()> {
    fn source(&self, _op: OpRef) -> usize {
        TypeCastOp::MEMREF_OPERAND
    }
}

/// The sizes of a memref, then those of its vector elements.
fn all_sizes(cx: &Context, memref: Type) -> Vec<i64> {
    let mut sizes = memref.shape(cx).unwrap_or_default().to_vec();
    if let Some(inner) = memref.element(cx).and_then(|ty| VectorType::of(cx, ty)) {
        sizes.extend(inner.shape);
    }
    sizes
}

fn verify_type_cast(op: OpRef) -> Checked {
    let (cx, source, result) = (op.cx(), op.value(TypeCastOp::memref).ty(), op.result(0).ty());
    if !canonical_strided_layout(cx, source).is_some_and(|ty| has_identity_layout(cx, ty)) {
        return Err(op.error("expects operand to be a memref with identity layout"));
    }
    if !has_identity_layout(cx, result) {
        return Err(op.error("expects result to be a memref with identity layout"));
    }
    if memory_space(cx, source) != memory_space(cx, result) {
        return Err(op.error("expects result in same memory space"));
    }
    let scalar = |ty: Type| ty.element_or_self(cx).element_or_self(cx);
    let got = cx.show_type(result);
    if scalar(source) != scalar(result) {
        return Err(op.error(format!("expects result and operand with same underlying scalar type: '{got}'")));
    }
    if all_sizes(cx, source) != all_sizes(cx, result) {
        return Err(op.error(format!("expects concatenated result and operand shapes to be equal: '{got}'")));
    }
    Ok(())
}

/// Permutes the dimensions: dimension `i` of the result is dimension
/// `permutation[i]` of the operand.
///
/// ```mlir
/// %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
/// ```
#[op(name = "vector.transpose", eval, traits(Pure), interfaces(InferIntRange), custom_traits(OPERAND_AND_RESULT_ELEMENT),
     verify = verify_transpose, fold, canonicalize,
     format = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)")]
pub struct TransposeOp {
    #[operand]
    vector: AnyVectorOfAnyRank,
    #[prop]
    permutation: DenseI64ArrayAttr,
    #[result]
    result: AnyVectorOfAnyRank,
}

impl TransposeOp {
    /// The permutation as integers.
    pub fn order(self, body: &Body) -> Vec<i64> {
        self.permutation(body)
    }

    /// The builder of a permutation of `vector`, whose type is `parts`.
    pub fn of(cx: &Context, vector: Value, parts: &VectorType, order: &[i64]) -> Build<Self> {
        let ty = VectorType {
            shape: order.iter().map(|&dim| parts.shape[dim as usize]).collect(),
            scalable: order.iter().map(|&dim| parts.scalable[dim as usize]).collect(),
            element: parts.element,
        };
        Self::build(ty.ty(cx), vector, cx.i64_array(order))
    }
}

impl InferIntRange for TransposeOp<()> {
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        pass_first_range(op, operands, set);
    }
}

fn verify_transpose(op: OpRef) -> Checked {
    let (source, result) = (VectorType::of_value(op.value(TransposeOp::vector)), VectorType::of_value(op.result(0)));
    let rank = result.rank();
    if source.rank() != rank {
        return Err(op.error(format!("vector result rank mismatch: {rank}")));
    }
    let order = TransposeOp::from_id(op.id).order(op.body);
    if order.len() != rank {
        return Err(op.error(format!("transposition length mismatch: {}", order.len())));
    }
    let mut seen = vec![false; rank];
    for (place, dim) in order.into_iter().enumerate() {
        let Some(index) = usize::try_from(dim).ok().filter(|&index| index < rank) else {
            return Err(op.error(format!("transposition index out of range: {dim}")));
        };
        if std::mem::replace(&mut seen[index], true) {
            return Err(op.error(format!("duplicate position index: {dim}")));
        }
        if result.shape[place] != source.shape[index] {
            return Err(op.error(format!("dimension size mismatch at: {dim}")));
        }
    }
    Ok(())
}

static V1_AND_RESULT: SameElementType = SameElementType {
    words: "first operand v1 and result have same element type",
    of: Place::Result(0),
    and: Place::Operand(0),
};
static V2_AND_RESULT: SameElementType = SameElementType {
    words: "second operand v2 and result have same element type",
    of: Place::Result(0),
    and: Place::Operand(1),
};

/// Shuffles slices along the first dimension of two vectors, selected by index; -1 is poison.
///
/// ```mlir
/// %1 = vector.shuffle %a, %b [0, 3] : vector<2xf32>, vector<2xf32>
/// ```
#[op(name = "vector.shuffle", eval, traits(Pure), custom_traits(V1_AND_RESULT, V2_AND_RESULT), infer = infer_shuffle,
     verify = verify_shuffle, verify_regions = verify_shuffle_type, fold, canonicalize,
     format = "operands $mask attr-dict `:` type(operands)")]
pub struct ShuffleOp {
    #[operand]
    v1: AnyFixedVectorOfAnyRank,
    #[operand]
    v2: AnyFixedVectorOfAnyRank,
    #[prop]
    mask: DenseI64ArrayAttr,
    #[result]
    vector: AnyVectorOfNonZeroRank,
}

impl ShuffleOp {
    /// The mask as integers.
    pub fn numbers(self, body: &Body) -> Vec<i64> {
        self.mask(body)
    }
}

fn infer_shuffle(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let mask = state.props.get(ShuffleOp::MASK).and_then(|mask| mask.as_int_array(cx)).unwrap_or_default();
    let v1 = operands.first().ok_or("expected vector type")?;
    Ok(vec![shuffled(cx, *v1, mask.len()).ok_or("expected vector type")?])
}

/// The type of `n` slices of a vector.
fn shuffled(cx: &Context, v1: Type, n: usize) -> Option<Type> {
    let mut shape = vec![n.max(1) as i64];
    shape.extend(v1.shape(cx)?.iter().skip(1));
    Some(cx.vector_type(&shape, v1.element_or_self(cx)))
}

fn verify_shuffle_type(op: OpRef) -> Checked {
    let n = ShuffleOp::from_id(op.id).numbers(op.body).len();
    let inferred = shuffled(op.cx(), op.value(ShuffleOp::v1).ty(), n).expect("the operand is a vector");
    if op.result(0).ty() == inferred { Ok(()) } else { Err(not_inferred(op, inferred)) }
}

fn verify_shuffle(op: OpRef) -> Checked {
    let [v1, v2] = [0, 1].map(|index| VectorType::of_value(op.operand(index)));
    let result = VectorType::of_value(op.result(0));
    let of_rank_0 = v1.rank() == 0 && v2.rank() == 0 && result.rank() == 1;
    if !(of_rank_0 || v1.rank() == result.rank() && v2.rank() == result.rank()) {
        return Err(op.error("rank mismatch"));
    }
    for dim in 1..v1.rank() {
        if result.shape[dim] != v1.shape[dim] || v1.shape[dim] != v2.shape[dim] {
            return Err(op.error("dimension mismatch"));
        }
    }
    let mask = ShuffleOp::from_id(op.id).numbers(op.body);
    if mask.is_empty() {
        return Err(op.error("invalid mask length"));
    }
    if mask.len() as i64 != result.shape[0] {
        return Err(op.error("mask length mismatch"));
    }
    let n_slices = v1.shape.first().unwrap_or(&1) + v2.shape.first().unwrap_or(&1);
    if let Some(place) = mask.iter().position(|&index| !is_index_or_poison(index, n_slices)) {
        return Err(op.error(format!("mask index #{} out of range", place + 1)));
    }
    Ok(())
}

/// The vector type whose last dimension is twice as large.
fn double_width(cx: &Context, ty: Type) -> Option<Type> {
    let mut parts = VectorType::of(cx, ty)?;
    match parts.shape.last_mut() {
        Some(last) => *last *= 2,
        None => return Some(VectorType::fixed(&[2], parts.element).ty(cx)),
    }
    Some(parts.ty(cx))
}

/// The vector type whose last dimension is half as large; with less than two elements it is the
/// type itself, which is an error.
fn half_width(cx: &Context, ty: Type) -> Option<Type> {
    let mut parts = VectorType::of(cx, ty)?;
    match parts.shape.last_mut() {
        Some(last) if *last >= 2 => *last /= 2,
        _ => return Some(ty),
    }
    Some(parts.ty(cx))
}

/// Interleaves the elements of two vectors, along the last dimension.
///
/// ```mlir
/// %0 = vector.interleave %a, %b : vector<[4]xi32> -> vector<[8]xi32>
/// ```
#[op(name = "vector.interleave", eval, traits(Pure), types(V = AnyVectorOfAnyRank),
     format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)")]
pub struct InterleaveOp {
    #[operand]
    lhs: V,
    #[operand]
    rhs: V,
    #[result(derive(from = "lhs", with = double_width,
                    summary = "type of 'result' is double the width of the inputs"))]
    result: AnyVectorOfNonZeroRank,
}

static EVEN_LAST_DIMENSION: FieldRule = FieldRule {
    words: "the trailing dimension of the source vector has an even number of elements",
    holds: |op| VectorType::of_value(op.operand(0)).shape.last().is_none_or(|last| last % 2 == 0),
};

/// Deinterleaves a vector: into its elements at even and at odd positions of the last dimension.
///
/// ```mlir
/// %0, %1 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>
/// ```
#[op(name = "vector.deinterleave", eval, traits(Pure), interfaces(AsmNames), custom_traits(EVEN_LAST_DIMENSION), infer = infer_deinterleave,
     format = "$source attr-dict `:` type($source) `->` type($res1)")]
pub struct DeinterleaveOp {
    #[operand]
    source: AnyVectorOfNonZeroRank,
    #[result(derive(from = "source", with = half_width,
                    summary = "the trailing dimension of the results is half the width of source trailing dimension"))]
    res1: AnyVectorOfNonZeroRank,
    #[result(derive(from = "res1", with = same_type, summary = "all of {res1, res2} have same type"))]
    res2: AnyVectorOfNonZeroRank,
}

impl AsmNames for DeinterleaveOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "res1");
        name(1, "res2");
    }
}

fn infer_deinterleave(cx: &Context, _state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let half = operands.first().and_then(|&ty| half_width(cx, ty)).ok_or("expected a vector")?;
    Ok(vec![half; 2])
}
