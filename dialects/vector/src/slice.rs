//! Slices of vectors: strided ones, and slices of scalable vectors.

use rmlir::prelude::*;

use crate::types::*;

/// The integers of the array property `slot`.
pub(crate) fn integers(body: &Body, op: OpId, slot: usize) -> Vec<i64> {
    let list = body.prop(op, slot).and_then(|list| list.as_array(body)).unwrap_or_default();
    list.iter().filter_map(|entry| entry.as_i64(body)).collect()
}

/// The array attribute of these integers.
pub(crate) fn integer_array(cx: &Context, values: &[i64]) -> Attr {
    let values: Vec<Attr> = values.iter().map(|&value| cx.i64_attr(value)).collect();
    cx.array_attr(&values)
}

/// Extracts `sizes` elements from `offsets` on, along the leading dimensions. Strides are 1.
///
/// ```mlir
/// %1 = vector.extract_strided_slice %0 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]}
///   : vector<4x8x16xf32> to vector<2x4x16xf32>
/// ```
#[op(name = "vector.extract_strided_slice", eval, traits(Pure), custom_traits(OPERAND_AND_RESULT_ELEMENT),
     infer = infer_extract, verify = verify_extract, fold,
     canonicalize,
     format = "$source attr-dict `:` type($source) `to` type(results)")]
pub struct ExtractStridedSliceOp {
    #[operand]
    source: AnyVectorOfNonZeroRank,
    #[prop]
    offsets: I64ArrayAttr,
    #[prop]
    sizes: I64ArrayAttr,
    #[prop]
    strides: I64ArrayAttr,
    #[result]
    result: AnyVectorOfNonZeroRank,
}

impl ExtractStridedSliceOp {
    /// The builder of an extraction of `sizes` elements of `source` from `offsets` on.
    pub fn at(cx: &Context, source: Value, offsets: &[i64], sizes: &[i64], strides: &[i64]) -> Build<Self> {
        let [offsets, sizes, strides] = [offsets, sizes, strides].map(|list| integer_array(cx, list));
        Self::build(source, offsets, sizes, strides)
    }

    /// The offsets of the slice.
    pub fn offsets_of(self, body: &Body) -> Vec<i64> {
        integers(body, self.id(), Self::OFFSETS)
    }

    /// The sizes of the slice.
    pub fn sizes_of(self, body: &Body) -> Vec<i64> {
        integers(body, self.id(), Self::SIZES)
    }

    /// The strides of the slice.
    pub fn strides_of(self, body: &Body) -> Vec<i64> {
        integers(body, self.id(), Self::STRIDES)
    }
}

fn sliced(cx: &Context, source: Type, sizes: &[i64]) -> Option<Type> {
    let mut parts = VectorType::of(cx, source)?;
    for (dim, &size) in parts.shape.iter_mut().zip(sizes) {
        *dim = size;
    }
    Some(parts.ty(cx))
}

fn infer_extract(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let sizes = state.props.get(ExtractStridedSliceOp::SIZES).and_then(|sizes| sizes.as_array(cx)).unwrap_or_default();
    let sizes: Vec<i64> = sizes.iter().filter_map(|size| size.as_i64(cx)).collect();
    let result = operands.first().and_then(|&source| sliced(cx, source, &sizes));
    Ok(vec![result.ok_or("expected a vector")?])
}

/// An interval for error messages: whether it excludes its upper bound, and its lower bound.
#[derive(Clone, Copy)]
struct Interval {
    half_open: bool,
    min: i64,
}

fn confined(op: OpRef, values: &[i64], shape: &[i64], name: &str, interval: Interval) -> Checked {
    for (dim, (&value, &size)) in values.iter().zip(shape).enumerate() {
        let (min, end) = (interval.min, i128::from(size) + i128::from(!interval.half_open));
        if value < min || i128::from(value) >= end {
            return Err(op.error(format!("expected {name} dimension {dim} to be confined to [{min}, {end})")));
        }
    }
    Ok(())
}

fn strides_are_one(op: OpRef, strides: &[i64]) -> Checked {
    if strides.iter().all(|&stride| stride == 1) {
        return Ok(());
    }
    Err(op.error("expected strides to be confined to [1, 2)"))
}

fn sums_confined(op: OpRef, offsets: &[i64], sizes: &[i64], shape: &[i64], name: &str) -> Checked {
    for (dim, ((&offset, &size), &bound)) in offsets.iter().zip(sizes).zip(shape).enumerate() {
        let (sum, end) = (i128::from(offset) + i128::from(size), i128::from(bound) + 1);
        if sum < 0 || sum >= end {
            return Err(op.error(format!("expected sum(offsets, {name}) dimension {dim} to be confined to [1, {end})")));
        }
    }
    Ok(())
}

fn verify_extract(op: OpRef) -> Checked {
    type Op = ExtractStridedSliceOp;
    let source = VectorType::of_value(op.value(ExtractStridedSliceOp::source));
    let list = |slot| integers(op.body, op.id, slot);
    let (offsets, sizes, strides) = (list(Op::OFFSETS), list(Op::SIZES), list(Op::STRIDES));
    if offsets.len() != sizes.len() || offsets.len() != strides.len() {
        return Err(op.error("expected offsets, sizes and strides attributes of same size"));
    }
    let shape = &source.shape;
    if offsets.len() > shape.len() {
        return Err(op.error("expected offsets attribute of rank no greater than vector rank"));
    }
    confined(op, &offsets, shape, "offsets", Interval { half_open: true, min: 0 })?;
    confined(op, &sizes, shape, "sizes", Interval { half_open: false, min: 1 })?;
    strides_are_one(op, &strides)?;
    sums_confined(op, &offsets, &sizes, shape, "sizes")?;
    let wanted = sliced(op.cx(), op.value(ExtractStridedSliceOp::source).ty(), &sizes).expect("the source is a vector");
    if op.result(0).ty() != wanted {
        return Err(op.error(format!("expected result type to be '{}'", op.cx().show_type(wanted))));
    }
    for (dim, (&size, &bound)) in sizes.iter().zip(shape).enumerate() {
        if source.scalable[dim] && size != bound {
            return Err(size_mismatch(op, dim, size, bound));
        }
    }
    Ok(())
}

fn size_mismatch(op: OpRef, dim: usize, size: i64, base: i64) -> Box<Diagnostic> {
    op.error(format!(
        "expected size at idx={dim} to match the corresponding base size from the input vector ({size} vs {base})"
    ))
}

/// Inserts a vector into another one at `offsets`. Strides are 1.
///
/// ```mlir
/// %2 = vector.insert_strided_slice %0, %1 {offsets = [0, 0, 2], strides = [1, 1]}
///   : vector<2x4xf32> into vector<16x4x8xf32>
/// ```
#[op(name = "vector.insert_strided_slice", eval, traits(Pure), types(D = AnyVectorOfNonZeroRank),
     custom_traits(STORED_AND_RESULT_ELEMENT), verify = verify_insert, fold,
     canonicalize,
     format = "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)")]
pub struct InsertStridedSliceOp {
    #[operand(name = "valueToStore")]
    value_to_store: AnyVectorOfNonZeroRank,
    #[operand]
    dest: D,
    #[prop]
    offsets: I64ArrayAttr,
    #[prop]
    strides: I64ArrayAttr,
    #[result]
    result: D,
}

static STORED_AND_RESULT_ELEMENT: SameElementType = SameElementType {
    words: "operand #0 and result have same element type",
    of: Place::Result(0),
    and: Place::Operand(0),
};

impl InsertStridedSliceOp {
    /// The builder of an insertion of `value` into `dest` at `offsets`.
    pub fn at(cx: &Context, value: Value, dest: Value, offsets: &[i64], strides: &[i64]) -> Build<Self> {
        Self::build(value, dest, integer_array(cx, offsets), integer_array(cx, strides))
    }

    /// The offsets of the slice.
    pub fn offsets_of(self, body: &Body) -> Vec<i64> {
        integers(body, self.id(), Self::OFFSETS)
    }

    /// The strides of the slice.
    pub fn strides_of(self, body: &Body) -> Vec<i64> {
        integers(body, self.id(), Self::STRIDES)
    }
}

fn verify_insert(op: OpRef) -> Checked {
    type Op = InsertStridedSliceOp;
    let (source, dest) = (
        VectorType::of_value(op.value(InsertStridedSliceOp::value_to_store)),
        VectorType::of_value(op.value(InsertStridedSliceOp::dest)),
    );
    let list = |slot| integers(op.body, op.id, slot);
    let (offsets, strides) = (list(Op::OFFSETS), list(Op::STRIDES));
    if offsets.len() != dest.rank() {
        return Err(op.error("expected offsets of same size as destination vector rank"));
    }
    if strides.len() != source.rank() {
        return Err(op.error("expected strides of same size as source vector rank"));
    }
    let Some(lead) = dest.rank().checked_sub(source.rank()) else {
        return Err(op.error("expected source rank to be no greater than destination rank"));
    };
    let mut sizes = vec![0; lead];
    sizes.extend(&source.shape);
    confined(op, &offsets, &dest.shape, "offsets", Interval { half_open: true, min: 0 })?;
    strides_are_one(op, &strides)?;
    sums_confined(op, &offsets, &sizes, &dest.shape, "source vector shape")?;
    for dim in 0..source.rank() {
        if source.scalable[dim] != dest.scalable[lead + dim] {
            return Err(op.error(format!("mismatching scalable flags (at source vector idx={dim})")));
        }
        let (size, base) = (source.shape[dim], dest.shape[lead + dim]);
        if source.scalable[dim] && size != base {
            return Err(size_mismatch(op, dim, size, base));
        }
    }
    Ok(())
}

static INSERTED_ELEMENT: SameElementType = SameElementType {
    words: "all of {valueToStore, dest} have same element type",
    of: Place::Operand(0),
    and: Place::Operand(1),
};
static INSERTED_AT_MULTIPLE: FieldRule = FieldRule {
    words: "position is a multiple of the source length.",
    holds: |op| is_multiple(op, op.value(InsertStridedSliceOp::value_to_store), ScalableInsertOp::POS),
};

fn is_multiple(op: OpRef, slice: ValueRef, slot: usize) -> bool {
    let position = op.prop(slot).and_then(|attr| attr.as_i64(op.cx())).unwrap_or(0);
    position.checked_rem(VectorType::of_value(slice).n_elements()).is_none_or(|rest| rest == 0)
}

/// Inserts a vector into a scalable one, at a multiple of its length.
///
/// ```mlir
/// %2 = vector.scalable.insert %0, %1[8] : vector<4xf32> into vector<[16]xf32>
/// ```
#[op(name = "vector.scalable.insert", eval, traits(Pure), types(D = ScalableVectorOfRank1),
     custom_traits(INSERTED_ELEMENT, INSERTED_AT_MULTIPLE),
     format = "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)")]
pub struct ScalableInsertOp {
    #[operand(name = "valueToStore")]
    value_to_store: VectorOfRank1,
    #[operand]
    dest: D,
    #[prop]
    pos: I64Attr,
    #[result]
    result: D,
}

static EXTRACTED_ELEMENT: SameElementType = SameElementType {
    words: "all of {source, result} have same element type",
    of: Place::Operand(0),
    and: Place::Result(0),
};
static EXTRACTED_AT_MULTIPLE: FieldRule = FieldRule {
    words: "position is a multiple of the result length.",
    holds: |op| is_multiple(op, op.result(0), ScalableExtractOp::POS),
};

/// Extracts a vector from a scalable one, at a multiple of its length.
///
/// ```mlir
/// %1 = vector.scalable.extract %0[8] : vector<4xf32> from vector<[16]xf32>
/// ```
#[op(
    name = "vector.scalable.extract",
    eval,
    traits(Pure),
    custom_traits(EXTRACTED_ELEMENT, EXTRACTED_AT_MULTIPLE),
    format = "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)"
)]
pub struct ScalableExtractOp {
    #[operand]
    source: ScalableVectorOfRank1,
    #[prop]
    pos: I64Attr,
    #[result]
    result: VectorOfRank1,
}
