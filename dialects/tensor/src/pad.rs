//! `tensor.pad`: padding of a tensor.

use rmlir::core::fold::constant_value;
use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::mixed_index::{MixedIndex, mixed, parse_dynamic_index_list, print_dynamic_index_list, split};
use rmlir::core::speculate::all_at_least;
use rmlir::core::types::DYNAMIC;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::create::yielded_type;
use crate::types::{TensorParts, tensor_type};

/// Pads a tensor with elements before and after, along each dimension.
///
/// The region computes the padding elements from their indices. With `nofold` the operation is not
/// folded even if the amounts are zero.
///
/// ```mlir
/// %p = tensor.pad %t low[1, %n] high[2, 3] {
/// ^bb0(%i : index, %j : index):
///   tensor.yield %zero : f32
/// } : tensor<4x?xf32> to tensor<7x?xf32>
/// ```
#[op(name = "tensor.pad", eval, traits(AttrSizedOperandSegments, NoMemoryEffect, SingleBlock), terminator = "tensor.yield",
     interfaces(AsmNames, ReifyShapes, Speculatable, ValueBounds), verify = verify, verify_regions = verify_body, fold,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$source (`nofold` $nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) \
               `high` `` custom<DynamicIndexList>($high, $static_high) $region attr-dict `:` type($source) `to` \
               type($result)")]
pub struct PadOp {
    #[operand]
    source: AnyRankedTensor,
    #[operand]
    low: Vec<Index>,
    #[operand]
    high: Vec<Index>,
    /// The static low padding amounts.
    #[prop]
    static_low: DenseI64ArrayAttr,
    /// The static high padding amounts.
    #[prop]
    static_high: DenseI64ArrayAttr,
    /// Whether the operation is not folded even if the amounts are zero.
    #[prop]
    nofold: UnitAttr,
    #[result]
    result: AnyRankedTensor,
    #[region]
    region: SizedRegion1,
}

impl Speculatable for PadOp<()> {
    /// Amounts must not be negative.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let pad = PadOp::from_id(op.id);
        let amounts = [pad.mixed_low(op.body), pad.mixed_high(op.body)].concat();
        if all_at_least(op.body, 0, amounts) { Speculatability::Recursive } else { Speculatability::No }
    }
}

impl PadOp {
    /// The builder of the operation with a given result type.
    pub fn of(
        cx: &Context,
        ty: Type,
        source: Value,
        low: &[MixedIndex],
        high: &[MixedIndex],
        nofold: bool,
    ) -> Build<Self> {
        let [(fixed_low, low), (fixed_high, high)] = [low, high].map(split);
        let build = Self::build(ty, source, &low, &high, cx.i64_array(&fixed_low), cx.i64_array(&fixed_high));
        if nofold { build.prop(Self::NOFOLD, Attr::UNIT) } else { build }
    }

    /// The low padding amounts.
    pub fn mixed_low(self, body: &Body) -> Vec<MixedIndex> {
        mixed(&self.static_low(body), &self.low(body))
    }

    /// The high padding amounts.
    pub fn mixed_high(self, body: &Body) -> Vec<MixedIndex> {
        mixed(&self.static_high(body), &self.high(body))
    }

    /// The value of all padding elements: a constant, or a value defined outside the region.
    pub fn constant_padding(self, body: &Body) -> Option<Value> {
        let block = body.entry(self.region(body))?;
        let value = body.operands(body.last_op(block)?).next()?;
        let is_outside = body.value_block(value) != Some(block);
        (is_outside || constant_value(body, value).is_some()).then_some(value)
    }
}

/// The type of `source` with these padding amounts; dynamic sizes are replaced by those of
/// `known`, if there is such a shape.
pub fn padded_type(cx: &Context, source: Type, low: &[i64], high: &[i64], known: Option<&[i64]>) -> Option<Type> {
    let parts = TensorParts::of(cx, source).filter(|parts| low.len() == parts.rank() && high.len() == parts.rank())?;
    let size = |dim: usize| {
        let summands = [parts.shape[dim], low[dim], high[dim]];
        if summands.contains(&DYNAMIC) {
            return known.map_or(DYNAMIC, |shape| shape[dim]);
        }
        summands.into_iter().fold(0, i64::wrapping_add)
    };
    Some(tensor_type(cx, &(0..parts.rank()).map(size).collect::<Vec<_>>(), parts.element))
}

fn verify(op: OpRef) -> Checked {
    let cx = op.cx();
    let pad = PadOp::from_id(op.id);
    let (source, result) = (op.value(PadOp::source).ty(), op.result(0).ty());
    let [low, high] = [pad.static_low(op.body), pad.static_high(op.body)];
    let shown_result = cx.show_type(result);
    let Some(expected) = padded_type(cx, source, &low, &high, None) else {
        let source = cx.show_type(source);
        return Err(op.plain_error(format!(
            "failed to infer expectedType from sourceType '{source}', specified resultType is '{shown_result}'"
        )));
    };
    let (found, wanted) = (result.shape(cx).unwrap_or_default(), expected.shape(cx).unwrap_or_default());
    let fits = |(&found, &wanted): (&i64, &i64)| found == wanted || wanted == DYNAMIC;
    if found.len() != wanted.len() || !found.iter().zip(wanted).all(fits) {
        let expected = cx.show_type(expected);
        return Err(
            op.plain_error(format!("specified type '{shown_result}' does not match the inferred type '{expected}'"))
        );
    }
    Ok(())
}

fn verify_body(op: OpRef) -> Checked {
    let result = TensorParts::of_value(op.result(0));
    let entry = op.region(0).entry().expect("the region has a block");
    let args = entry.arg_types();
    if args.len() != result.rank() {
        return Err(op.plain_error(format!("expected the block to have {} arguments", result.rank())));
    }
    if let Some(index) = args.iter().position(|ty| !ty.is_index()) {
        return Err(op.error(format!("expected block argument {} to be an index", index + 1)));
    }
    if yielded_type(entry) != Some(result.element) {
        return Err(op.error("expected yield type to match shape element type"));
    }
    Ok(())
}
