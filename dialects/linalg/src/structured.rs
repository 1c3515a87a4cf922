//! The interface of structured operations: a loop nest, and for each operand an indexing map from the iteration space
//! to the accessed element. The region computes the elements of the outputs of one iteration.
//!
//! *Inputs* are the operands before the *inits*, which are the last operands: the initial values of the outputs.
//! Operands that are neither tensors nor memrefs are scalars, their own only element.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::interfaces::{Effect, EffectKind, Speculatability};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::attrs::IteratorType;
use crate::computation::Computation;

/// A structured operation (upstream: `LinalgStructuredInterface`).
pub trait Structured: Send + Sync {
    /// The loops and the indexing maps of the operands, as far as attributes and types determine them; there may be too
    /// few maps if the operation is malformed.
    fn loops(&self, op: OpRef) -> Loops;

    /// The computation of the region of an operation that is being parsed, if it follows from the operation.
    fn computation(&self, _cx: &Context, _state: &OpState) -> Option<Computation> {
        None
    }

    /// The number of operands that an operation that is being parsed must have, if its region follows from it.
    fn n_region_args_of(&self, _cx: &Context, _state: &OpState) -> usize {
        0
    }

    /// The attribute that keeps the indexing maps of an operation that is being parsed.
    fn kept_maps(&self, _cx: &Context, _state: &OpState) -> Option<Attr> {
        None
    }

    /// The default maps, which the textual format omits.
    fn default_maps(&self) -> Vec<AffineMap> {
        Vec::new()
    }

    /// Verifies the attributes that the indexing maps follow from.
    fn verify_map_attrs(&self, _op: OpRef) -> Checked {
        Ok(())
    }

    /// Whether the region may read the element of an init.
    fn may_read_inits(&self) -> bool {
        true
    }
}

/// The loop nest of a structured operation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loops {
    /// The iterator type of each loop, outermost first.
    pub iterators: Vec<IteratorType>,
    /// The indexing maps: for each operand, from the iteration space to the indices of the accessed element.
    pub maps: Vec<AffineMap>,
}

impl Loops {
    /// The loops of `op`, if it is structured.
    pub fn of(op: OpRef) -> Option<Self> {
        op.interface::<dyn Structured>().map(|structured| structured.loops(op))
    }

    /// `rank` parallel loops with these indexing maps.
    pub fn parallel(rank: usize, maps: Vec<AffineMap>) -> Self {
        Self { iterators: vec![IteratorType::Parallel; rank], maps }
    }

    /// An operand and a dimension of it whose index expression is each loop's induction variable
    /// alone; `None` if a loop has none.
    pub fn places(&self) -> Option<Vec<(usize, usize)>> {
        let results =
            self.maps.iter().enumerate().flat_map(|(operand, map)| {
                map.results().iter().enumerate().map(move |(dim, expr)| (operand, dim, expr))
            });
        let place = |wanted: u32| {
            let mut found = results.clone().filter(|(.., expr)| expr.as_dim() == Some(wanted));
            found.next().map(|(operand, dim, _)| (operand, dim))
        };
        (0..self.maps.first()?.n_dims()).map(place).collect()
    }

    /// The trip count of each loop, [`DYNAMIC`] if it is not static.
    pub fn static_ranges(&self, op: OpRef) -> Option<Vec<i64>> {
        let size = |(operand, dim): (usize, usize)| shape(op.operand(operand)).get(dim).copied();
        self.places()?.into_iter().map(size).collect()
    }
}

/// The indices of the inits.
pub fn inits(op: OpRef) -> std::ops::Range<usize> {
    op.interface::<dyn DestinationStyle>().map_or(0..0, |destination| destination.inits(op))
}

/// Whether no operand is a memref and at least one is a tensor.
pub fn has_pure_tensor_semantics(op: OpRef) -> bool {
    !op.operands().any(|operand| operand.ty().is_memref(op.cx()))
        && op.operands().any(|operand| operand.ty().is_tensor(op.cx()))
}

/// Whether no operand is a tensor and at least one is a memref.
pub fn has_pure_buffer_semantics(op: OpRef) -> bool {
    !op.operands().any(|operand| operand.ty().is_tensor(op.cx()))
        && op.operands().any(|operand| operand.ty().is_memref(op.cx()))
}

/// The type of the region argument for an operand of type `ty`.
pub fn element_type(cx: &Context, ty: Type) -> Type {
    let is_ranked = (ty.is_memref(cx) || ty.is_tensor(cx)) && ty.shape(cx).is_some();
    if is_ranked { ty.element_or_self(cx) } else { ty }
}

/// The memory effects: inputs that are memrefs are read, outputs are written, and read if the region reads them.
pub(crate) fn effects(op: OpRef, reads_inits: bool) -> Vec<Effect> {
    let inits = inits(op);
    let args: Vec<Value> = op.region(0).entry().map_or(Vec::new(), |entry| value_ids(entry.args()));
    let is_buffer = |value: ValueRef| (AnyMemRef.check)(op.cx(), value.ty());
    let mut effects = Vec::new();
    for (index, operand) in op.operands().enumerate().filter(|(_, operand)| is_buffer(*operand)) {
        let is_init = inits.contains(&index);
        let is_read = reads_inits && args.get(index).is_some_and(|&arg| !op.body.is_unused(arg));
        if !is_init || is_read {
            effects.push(Effect::on(EffectKind::Read, operand.id));
        }
        if is_init {
            effects.push(Effect::on(EffectKind::Write, operand.id));
        }
    }
    effects
}

/// An operation on tensors is speculatable if its region is and the sizes of operands are known to be consistent.
pub(crate) fn speculatability(op: OpRef) -> Speculatability {
    match has_pure_tensor_semantics(op) && have_sizes_that_agree(op) {
        true => Speculatability::Recursive,
        false => Speculatability::No,
    }
}

/// Whether all sizes are static, or each loop is the whole index expression of exactly one
/// dimension, so that sizes are consistent.
fn have_sizes_that_agree(op: OpRef) -> bool {
    let is_static = |operand: ValueRef| !shape(operand).contains(&DYNAMIC);
    if op.operands().all(is_static) {
        return true;
    }
    let Some(loops) = Loops::of(op) else { return false };
    let mut seen = vec![false; loops.iterators.len()];
    let mut is_first = |dim: u32| !std::mem::replace(&mut seen[dim as usize], true);
    loops.maps.iter().flat_map(|map| map.results()).all(|result| result.as_dim().is_some_and(&mut is_first))
}

/// The identity map of `rank` dimensions.
pub(crate) fn identity(rank: usize) -> AffineMap {
    AffineMap::identity(rank as u32)
}

/// The map from `n_loops` dimensions to `dims`, in this order.
pub(crate) fn selection(n_loops: usize, dims: impl IntoIterator<Item = i64>) -> AffineMap {
    let exprs: Vec<AffineExpr> = dims.into_iter().map(|dim| AffineExpr::dim(dim as u32)).collect();
    AffineMap::new(n_loops as u32, 0, exprs)
}

/// The shape of a tensor or memref; empty for scalars, which include vectors.
pub(crate) fn shape(value: ValueRef<'_>) -> &[i64] {
    let is_element = value.ty().is_vector(value.cx());
    value.ty().shape(value.cx()).filter(|_| !is_element).unwrap_or_default()
}

/// The rank of a tensor or memref; 0 for scalars.
pub(crate) fn rank(value: ValueRef) -> usize {
    shape(value).len()
}

/// Whether all sizes are static.
pub(crate) fn is_static(sizes: &[i64]) -> bool {
    !sizes.contains(&DYNAMIC)
}
