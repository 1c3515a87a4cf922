//! Access to elements and slices of vectors by position: `vector.extract`, `vector.insert`,
//! `vector.from_elements` and `vector.to_elements`.

use rmlir::core::mixed_index::{MixedIndex, mixed, n_dynamic, parse_dynamic_index_list, print_dynamic_index_list};
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

use crate::place::{TOO_MANY_ELEMENTS, may_list};
use crate::types::*;

/// The position of a poison slice.
pub const POISON_INDEX: i64 = -1;

/// Whether `index` is less than `size`, or the poison index.
pub(crate) fn is_index_or_poison(index: i64, size: i64) -> bool {
    index == POISON_INDEX || (0..size).contains(&index)
}

/// Extracts the slice of a vector at a position of its leading dimensions.
///
/// Static positions are in `static_position`; for a dynamic one there is a marker, and an operand holds its value.
///
/// ```mlir
/// %1 = vector.extract %0[3] : vector<8x16xf32> from vector<4x8x16xf32>
/// %2 = vector.extract %0[2, %b, 3] : f32 from vector<4x8x16xf32>
/// ```
#[op(name = "vector.extract", eval, traits(Pure), interfaces(InferIntRange), custom_traits(OPERAND_AND_RESULT_ELEMENT),
     infer = infer_extract, verify = verify_extract, verify_regions = verify_inferred, fold,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$source `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict \
               `:` type($result) `from` type($source)")]
pub struct ExtractOp {
    #[operand]
    source: AnyVectorOfAnyRank,
    #[operand]
    dynamic_position: Vec<Index>,
    #[prop]
    static_position: DenseI64ArrayAttr,
    #[result]
    result: AnyType,
}

/// The static positions in property `slot`.
pub(crate) fn static_position(body: &Body, op: OpId, slot: usize) -> Vec<i64> {
    body.prop(op, slot).and_then(|list| list.as_int_array(body)).unwrap_or_default()
}

impl ExtractOp {
    /// The positions.
    pub fn position(self, body: &Body) -> Vec<MixedIndex> {
        mixed(&self.numbers(body), &self.dynamic_position(body))
    }

    /// The static positions, with markers for dynamic ones.
    pub fn numbers(self, body: &Body) -> Vec<i64> {
        static_position(body, self.id(), Self::STATIC_POSITION)
    }

    /// Whether a position is dynamic.
    pub fn has_dynamic_position(self, body: &Body) -> bool {
        n_dynamic(&self.numbers(body)) > 0
    }

    /// The builder of an extraction from `source` at these positions.
    pub fn at(cx: &Context, source: Value, position: &[MixedIndex]) -> Build<Self> {
        let (numbers, values) = rmlir::core::mixed_index::split(position);
        Self::build(source, &values, cx.i64_array(&numbers))
    }

    /// The builder of an extraction from `source` at these static positions.
    pub fn at_static(cx: &Context, source: Value, position: &[i64]) -> Build<Self> {
        Self::build(source, &[], cx.i64_array(position))
    }
}

fn infer_extract(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let source = operands.first().and_then(|&ty| VectorType::of(cx, ty)).ok_or("expected a vector")?;
    let position = state.props.get(ExtractOp::STATIC_POSITION).and_then(|list| list.as_int_array(cx));
    Ok(vec![source.slice_type(cx, position.map_or(0, |list| list.len()))])
}

impl InferIntRange for ExtractOp<()> {
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        pass_first_range(op, operands, set);
    }
}

/// The result has the range of the first operand.
pub(crate) fn pass_first_range(op: OpRef, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
    if let Some(Some(range)) = operands.first() {
        set(op.result(0).id, range.clone());
    }
}

/// Whether type `result` is compatible with the inferred type: they are equal, or one is a scalar and the other the
/// vector of rank 0 of it.
fn is_compatible(cx: &Context, result: Type, inferred: Type) -> bool {
    let one_element = |vector: Type, scalar: Type| {
        let parts = VectorType::of(cx, vector);
        parts.is_some_and(|parts| parts.shape == [1] && !parts.is_scalable() && parts.element == scalar)
    };
    result == inferred || one_element(result, inferred) || one_element(inferred, result)
}

fn verify_inferred(op: OpRef) -> Checked {
    let (cx, result) = (op.cx(), op.result(0).ty());
    let source = VectorType::of_value(op.operand(ExtractOp::SOURCE_OPERAND));
    let inferred = source.slice_type(cx, ExtractOp::from_id(op.id).numbers(op.body).len());
    if is_compatible(cx, result, inferred) { Ok(()) } else { Err(crate::types::not_inferred(op, inferred)) }
}

fn verify_extract(op: OpRef) -> Checked {
    let (cx, result) = (op.cx(), op.result(0).ty());
    let source = VectorType::of_value(op.operand(ExtractOp::SOURCE_OPERAND));
    let extract = ExtractOp::from_id(op.id);
    let numbers = extract.numbers(op.body);
    if VectorType::of(cx, result).is_some_and(|parts| parts.rank() == 0) {
        return Err(op.plain_error("expected a scalar instead of a 0-d vector as the result type"));
    }
    if n_dynamic(&numbers) != op.operand_range(ExtractOp::DYNAMIC_POSITION_OPERAND).len() {
        return Err(op.error(
            "mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- \
             this can only happen due to an incorrect fold/rewrite",
        ));
    }
    if numbers.len() > source.rank() {
        return Err(op.error("expected position attribute of rank no greater than vector rank"));
    }
    for (index, (&number, &size)) in numbers.iter().zip(&source.shape).enumerate() {
        if number != rmlir::core::DYNAMIC && !is_index_or_poison(number, size) {
            return Err(op.error(format!(
                "expected position attribute #{} to be a non-negative integer smaller than the corresponding vector \
                 dimension or poison (-1)",
                index + 1
            )));
        }
    }
    Ok(())
}

/// Inserts a slice into a vector at a position of its leading dimensions.
///
/// ```mlir
/// %2 = vector.insert %0, %1[3] : vector<8x16xf32> into vector<4x8x16xf32>
/// %5 = vector.insert %3, %4[2, %b, 3] : f32 into vector<4x8x16xf32>
/// ```
#[op(name = "vector.insert", eval, traits(Pure), interfaces(InferIntRange), types(D = AnyVectorOfAnyRank),
     custom_traits(SOURCE_AND_RESULT_ELEMENT), verify = verify_insert, fold,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict \
               `:` type($valueToStore) `into` type($dest)")]
pub struct InsertOp {
    #[operand(name = "valueToStore")]
    value_to_store: AnyType,
    #[operand]
    dest: D,
    #[operand]
    dynamic_position: Vec<Index>,
    #[prop]
    static_position: DenseI64ArrayAttr,
    #[result]
    result: D,
}

impl InsertOp {
    /// The positions.
    pub fn position(self, body: &Body) -> Vec<MixedIndex> {
        mixed(&self.numbers(body), &self.dynamic_position(body))
    }

    /// The static positions, with markers for dynamic ones.
    pub fn numbers(self, body: &Body) -> Vec<i64> {
        static_position(body, self.id(), Self::STATIC_POSITION)
    }

    /// Whether a position is dynamic.
    pub fn has_dynamic_position(self, body: &Body) -> bool {
        n_dynamic(&self.numbers(body)) > 0
    }

    /// The builder of an insertion of `value` into `dest` at these positions.
    pub fn at(cx: &Context, value: Value, dest: Value, position: &[MixedIndex]) -> Build<Self> {
        let (numbers, values) = rmlir::core::mixed_index::split(position);
        Self::build(value, dest, &values, cx.i64_array(&numbers))
    }

    /// The builder of an insertion of `value` into `dest` at these static positions.
    pub fn at_static(cx: &Context, value: Value, dest: Value, position: &[i64]) -> Build<Self> {
        Self::build(value, dest, &[], cx.i64_array(position))
    }
}

impl InferIntRange for InsertOp<()> {
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        if let [Some(stored), Some(dest), ..] = operands {
            set(op.result(0).id, stored.union(dest));
        }
    }
}

fn verify_insert(op: OpRef) -> Checked {
    let stored = VectorType::of(op.cx(), op.operand(InsertOp::VALUE_TO_STORE_OPERAND).ty());
    if stored.as_ref().is_some_and(|parts| parts.rank() == 0) {
        return Err(op.plain_error("expected a scalar instead of a 0-d vector as the source operand"));
    }
    let dest = VectorType::of_value(op.operand(InsertOp::DEST_OPERAND));
    let numbers = InsertOp::from_id(op.id).numbers(op.body);
    if numbers.len() > dest.rank() {
        return Err(op.error("expected position attribute of rank no greater than dest vector rank"));
    }
    match &stored {
        Some(stored) if stored.rank() + numbers.len() != dest.rank() => {
            return Err(op.error("expected position attribute rank + source rank to match dest vector rank"));
        }
        None if numbers.len() != dest.rank() => {
            return Err(op.error("expected position attribute rank to match the dest vector rank"));
        }
        _ => {}
    }
    for (index, (&number, &size)) in numbers.iter().zip(&dest.shape).enumerate() {
        if number != rmlir::core::DYNAMIC && !is_index_or_poison(number, size) {
            return Err(op.error(format!(
                "expected position attribute #{} to be a non-negative integer smaller than the corresponding dest \
                 vector dimension",
                index + 1
            )));
        }
    }
    Ok(())
}

/// The type of each element of a vector; `None` if there are too many to list.
fn types_of_elements(vector: &VectorType) -> Option<Vec<Type>> {
    may_list(&vector.shape).then(|| vec![vector.element; vector.n_elements() as usize])
}

/// The types of the elements of a vector, as a tuple.
fn element_types(cx: &Context, vector: Type) -> Option<Type> {
    let types = types_of_elements(&VectorType::of(cx, vector)?)?;
    Some(cx.ty(TypeData::Tuple(types.into())))
}

/// The elements of a vector, in row-major order.
///
/// ```mlir
/// %0:4 = vector.to_elements %v : vector<2x2xf32>
/// ```
#[op(name = "vector.to_elements", eval, traits(Pure), infer = infer_elements, fold,
     canonicalize, format = "$source attr-dict `:` type($source)")]
pub struct ToElementsOp {
    #[operand]
    source: AnyVectorOfAnyRank,
    #[result(derive(from = "source", with = element_types,
                    summary = "shaped type 'source' matches 'elements' element count and types"))]
    elements: Vec<AnyType>,
}

fn infer_elements(cx: &Context, _state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let source = operands.first().and_then(|&ty| VectorType::of(cx, ty)).ok_or("expected a vector")?;
    Ok(types_of_elements(&source).ok_or(TOO_MANY_ELEMENTS)?)
}

/// A vector of these elements, in row-major order.
///
/// ```mlir
/// %0 = vector.from_elements %a, %b : vector<2xf32>
/// ```
#[op(
    name = "vector.from_elements",
    eval,
    traits(Pure),
    fold,
    canonicalize,
    format = "$elements attr-dict `:` type($dest)"
)]
pub struct FromElementsOp {
    #[operand(derive(from = "dest", with = element_types,
                     summary = "shaped type 'dest' matches 'elements' element count and types"))]
    elements: Vec<AnyType>,
    #[result]
    dest: AnyFixedVectorOfAnyRank,
}
