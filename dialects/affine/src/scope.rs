//! Valid dimensions and symbols.
//!
//! Inside an *affine scope*, a region of an operation with the trait `AffineScope`, a symbol is a value that is
//! invariant during the execution of the scope: values defined at its top level or above, constants, and results of
//! pure operations on symbols. A dimension is a symbol, an induction variable of a loop of this dialect, or the result
//! of `affine.apply` or a similar operation on dimensions. Both must be of type `index`.
//!
//! The conditions are evaluated without recursion: a worklist holds the values that a condition depends on, each of
//! which is visited once.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::fold::{constant_value, op_constant};
use rmlir::prelude::*;
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use crate::{ApplyOp, DelinearizeIndexOp, ForOp, IfOp, LinearizeIndexOp, ParallelOp};

/// The region of an operation with the trait `AffineScope` that is innermost around `op`. `None` if it is outside this
/// body, or there is none: then only those values are symbols that are so in every scope.
pub fn affine_scope(body: &Body, op: OpId) -> Option<RegionId> {
    let mut inner = op;
    while let Some(outer) = body.parent_op(inner) {
        if body.has_trait(outer, TraitSet::AFFINE_SCOPE) {
            return body.parent_region(inner);
        }
        inner = outer;
    }
    None
}

/// As [`affine_scope`], but every operation except those of this dialect starts a new scope.
pub fn affine_analysis_scope(body: &Body, op: OpId) -> Option<RegionId> {
    let mut inner = op;
    while let Some(outer) = body.parent_op(inner) {
        let outer_ref = OpRef::new(body, outer);
        if !outer_ref.is::<ForOp>() && !outer_ref.is::<IfOp>() && !outer_ref.is::<ParallelOp>() {
            return body.parent_region(inner);
        }
        inner = outer;
    }
    None
}

/// Whether `value` is defined at the top level of an affine scope.
pub fn is_top_level(body: &Body, value: Value) -> bool {
    let block = body.value_block(value);
    let around = block.and_then(|block| body.block_parent_op(block));
    around.is_some_and(|around| body.has_trait(around, TraitSet::AFFINE_SCOPE))
}

/// Whether `value` is defined at the top level of `region` or of one around it.
fn is_top_level_or_above(body: &Body, value: Value, region: RegionId) -> bool {
    let Some(defined_in) = body.value_region(value) else { return false };
    let mut next = Some(region);
    while let Some(region) = next {
        if region == defined_in {
            return true;
        }
        next = body.parent_region(body.region_owner(region));
    }
    false
}

/// The `affine.for` whose induction variable `value` is.
pub fn for_of_induction_var(body: &Body, value: Value) -> Option<ForOp> {
    let ValueDefinition::Argument(block, _) = body.value_def(value) else { return None };
    let mut around = body.block_parent_op(block)?;
    // The innermost enclosing loop, as in upstream.
    while !OpRef::new(body, around).is::<ForOp>() {
        around = body.parent_op(around)?;
    }
    let loop_op = ForOp::from_id(around);
    let entry = body.entry(loop_op.region(body))?;
    (body.args(entry).first() == Some(&value)).then_some(loop_op)
}

/// The `affine.parallel` that has `value` as an induction variable.
pub fn parallel_of_induction_var(body: &Body, value: Value) -> Option<ParallelOp> {
    let ValueDefinition::Argument(block, _) = body.value_def(value) else { return None };
    OpRef::new(body, body.block_parent_op(block)?).cast::<ParallelOp>()
}

/// Whether `value` is an induction variable of a loop of this dialect.
pub fn is_induction_var(body: &Body, value: Value) -> bool {
    for_of_induction_var(body, value).is_some() || parallel_of_induction_var(body, value).is_some()
}

/// Whether `value` may be a dimension wherever it is used.
pub fn is_valid_dim(body: &Body, value: Value) -> bool {
    if !body.ty(value).is_index() {
        return false;
    }
    match body.defining_op(value) {
        Some(op) => is_valid_dim_in(body, value, affine_scope(body, op)),
        None => is_induction_var(body, value) || is_top_level(body, value),
    }
}

/// Whether `value` may be a dimension in the affine scope `scope`.
pub fn is_valid_dim_in(body: &Body, value: Value, scope: Option<RegionId>) -> bool {
    let mut asked = Asked::of(value);
    while let Some(value) = asked.next() {
        if !body.ty(value).is_index() {
            return false;
        }
        if is_induction_var(body, value) || is_valid_symbol_in(body, value, scope) {
            continue;
        }
        let Some(op) = body.defining_op(value).map(|op| OpRef::new(body, op)) else { return false };
        if op.is::<ApplyOp>() || op.is::<DelinearizeIndexOp>() || op.is::<LinearizeIndexOp>() {
            asked.all(op);
        } else if !dim_source(op).is_some_and(|source| is_top_level(body, source)) {
            return false;
        }
    }
    true
}

/// Whether `value` may be a symbol wherever it is used.
pub fn is_valid_symbol(body: &Body, value: Value) -> bool {
    if !body.ty(value).is_index() {
        return false;
    }
    if is_top_level(body, value) {
        return true;
    }
    body.defining_op(value).is_some_and(|op| is_valid_symbol_in(body, value, affine_scope(body, op)))
}

/// Whether `value` may be a symbol in the affine scope `scope`.
pub fn is_valid_symbol_in(body: &Body, value: Value, scope: Option<RegionId>) -> bool {
    let mut asked = Asked::of(value);
    while let Some(value) = asked.next() {
        if !body.ty(value).is_index() {
            return false;
        }
        if scope.is_some_and(|scope| is_top_level_or_above(body, value, scope)) {
            continue;
        }
        let Some(op) = body.defining_op(value).map(|op| OpRef::new(body, op)) else { return false };
        if op_constant(body, op.id).is_some() {
            continue;
        }
        if let Some(source) = dim_source(op) {
            match dim_size(op, source) {
                Size::Symbol => continue,
                Size::Value(size) => asked.push(size),
                Size::Unknown => return false,
            }
        } else if is_memory_effect_free(op) {
            asked.all(op);
        } else {
            return false;
        }
    }
    true
}

/// A worklist of values, each of which is visited once; the first one possibly twice, so that
/// a single value needs no table.
struct Asked {
    seen: FxHashSet<Value>,
    waiting: SmallVec<[Value; 4]>,
}

impl Asked {
    fn of(value: Value) -> Self {
        Self { seen: FxHashSet::default(), waiting: smallvec![value] }
    }

    fn next(&mut self) -> Option<Value> {
        self.waiting.pop()
    }

    fn push(&mut self, value: Value) {
        if self.seen.insert(value) {
            self.waiting.push(value);
        }
    }

    fn all(&mut self, op: OpRef) {
        op.body.operands(op.id).for_each(|value| self.push(value));
    }
}

/// The shaped value of whose dimension `op` is the size. The operations belong to dialects that depend on this one, so
/// they are identified by name.
pub(crate) fn dim_source(op: OpRef) -> Option<Value> {
    matches!(op.name_str(), "memref.dim" | "tensor.dim").then(|| op.operand(0).id)
}

/// The size of a dimension of a shaped value.
enum Size {
    /// The size is a symbol.
    Symbol,
    /// The size is this value.
    Value(Value),
    /// The size is unknown.
    Unknown,
}

/// The result of the operation `dim`, the size of a dimension of `source`.
fn dim_size(dim: OpRef, source: Value) -> Size {
    let body = dim.body;
    if is_top_level(body, source) {
        return Size::Symbol;
    }
    let index = constant_value(body, dim.operand(1).id).and_then(|index| index.as_i64(body));
    let (Some(index), Some(mut made_by)) = (index, body.defining_op(source)) else { return Size::Unknown };
    while OpRef::new(body, made_by).name_str() == "memref.cast" {
        let from = body.operand(made_by, 0);
        match body.defining_op(from).filter(|_| body.ty(from).shape(body).is_some()) {
            Some(op) => made_by = op,
            None => return Size::Unknown,
        }
    }
    dynamic_size(OpRef::new(body, made_by), index)
}

/// The size of dimension `index` of the memref that `op` allocates or views.
fn dynamic_size(op: OpRef, index: i64) -> Size {
    let field = match op.name_str() {
        "memref.alloc" => 0,
        "memref.view" | "memref.subview" => 2,
        _ => return Size::Unknown,
    };
    if op.def().is_none_or(|def| def.operands.len() <= field) {
        return Size::Unknown;
    }
    let shape = op.result(0).ty().shape(op.cx()).unwrap_or_default();
    let Some(index) = usize::try_from(index).ok().filter(|&index| index < shape.len()) else { return Size::Unknown };
    if shape[index] != rmlir::core::DYNAMIC {
        return Size::Symbol;
    }
    let position = shape[..index].iter().filter(|&&size| size == rmlir::core::DYNAMIC).count();
    let sizes = op.operand_range(field);
    if position < sizes.len() { Size::Value(op.operand(sizes.start + position).id) } else { Size::Unknown }
}
