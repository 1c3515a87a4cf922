//! What all structured operations have in common: a nest of loops, and for
//! each operand a map from the loops to the element that is accessed. The
//! region computes the elements of the outputs of one iteration.
//!
//! *Inputs* are the operands before the *inits*, which are the last operands:
//! what the outputs start as. Operands that are neither tensors nor memrefs are
//! their own only element.

use rmlir::affine::{AffineExpr, AffineMap};
use rmlir::core::interfaces::{Effect, EffectKind, Speculatability};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::attrs::IteratorType;
use crate::compute::Computation;

/// A structured operation (upstream: `LinalgStructuredInterface`).
pub trait Structured: Send + Sync {
    /// The loops and the maps of the operands, as far as attributes and types
    /// say; there may be too few of them if the operation is malformed.
    fn loops(&self, op: OpRef) -> Loops;

    /// What the region of an operation that is read computes, if it follows
    /// from the operation.
    fn computation(&self, _cx: &Context, _state: &OpState) -> Option<Computation> {
        None
    }

    /// How many operands an operation that is read has to have, if its region follows from it.
    fn n_region_args_of(&self, _cx: &Context, _state: &OpState) -> usize {
        0
    }

    /// The maps that an operation that is read keeps in an attribute.
    fn kept_maps(&self, _cx: &Context, _state: &OpState) -> Option<Attr> {
        None
    }

    /// The maps that the text leaves out, if it may leave out some.
    fn default_maps(&self) -> Vec<AffineMap> {
        Vec::new()
    }

    /// Checks the attributes that maps follow from.
    fn verify_map_attrs(&self, _op: OpRef) -> Checked {
        Ok(())
    }

    /// Checks what is asked of operations of its kind, before the regions.
    fn verify_kind(&self, _op: OpRef) -> Checked {
        Ok(())
    }

    /// Whether the region may read the element of an init.
    fn may_read_inits(&self) -> bool {
        true
    }
}

/// The loops of a structured operation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loops {
    /// What each loop is.
    pub iterators: Vec<IteratorType>,
    /// From the loops to the place of the element, for each operand.
    pub maps: Vec<AffineMap>,
}

impl Loops {
    /// The loops of `op`, if it is structured.
    pub fn of(op: OpRef) -> Option<Self> {
        op.interface::<dyn Structured>().map(|structured| structured.loops(op))
    }

    /// `rank` parallel loops with these maps.
    pub fn parallel(rank: usize, maps: Vec<AffineMap>) -> Self {
        Self { iterators: vec![IteratorType::Parallel; rank], maps }
    }

    /// Where each loop is found alone in the maps, as operand and dimension;
    /// `None` if there is a loop that is not.
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

    /// How often each loop runs, [`DYNAMIC`] if it is not known.
    pub fn static_ranges(&self, op: OpRef) -> Option<Vec<i64>> {
        let size = |(operand, dim): (usize, usize)| shape(op.operand(operand)).get(dim).copied();
        self.places()?.into_iter().map(size).collect()
    }
}

/// The places of the inits.
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

/// The type of what the region gets for an operand of type `ty`.
pub fn element_type(cx: &Context, ty: Type) -> Type {
    let is_ranked = (ty.is_memref(cx) || ty.is_tensor(cx)) && ty.shape(cx).is_some();
    if is_ranked { ty.element_or_self(cx) } else { ty }
}

/// Inputs that are memrefs are read, outputs are written, and read if the region does.
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

/// Tensors may be computed at any time if the region may, and if it is known that the sizes of operands agree.
pub(crate) fn speculatability(op: OpRef) -> Speculatability {
    match has_pure_tensor_semantics(op) && have_sizes_that_agree(op) {
        true => Speculatability::Recursive,
        false => Speculatability::No,
    }
}

/// Whether the sizes of operands are known, or each loop has the size of one dimension alone, which all others follow.
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

/// The identity on `rank` loops.
pub(crate) fn identity(rank: usize) -> AffineMap {
    AffineMap::identity(rank as u32)
}

/// The map to these loops, in this order.
pub(crate) fn selection(n_loops: usize, dims: impl IntoIterator<Item = i64>) -> AffineMap {
    let exprs: Vec<AffineExpr> = dims.into_iter().map(|dim| AffineExpr::dim(dim as u32)).collect();
    AffineMap::new(n_loops as u32, 0, exprs)
}

/// The shape of a tensor or memref; vectors are elements and have none.
pub(crate) fn shape(value: ValueRef<'_>) -> &[i64] {
    let is_element = value.ty().is_vector(value.cx());
    value.ty().shape(value.cx()).filter(|_| !is_element).unwrap_or_default()
}

/// The rank of a tensor or memref, 0 for what has no dimensions.
pub(crate) fn rank(value: ValueRef) -> usize {
    shape(value).len()
}

/// Whether all sizes are known.
pub(crate) fn is_static(sizes: &[i64]) -> bool {
    !sizes.contains(&DYNAMIC)
}

/// Rows of `Op FIELD;`: a structured operation whose last operand field, the
/// inits, is `FIELD`.
macro_rules! structured {
    ($($op:ident $inits:ident;)*) => {$(
        impl DestinationStyle for $op {
            fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
                op.operand_range($op::$inits)
            }
        }
        impl MemoryEffects for $op {
            fn effects(&self, op: OpRef) -> Vec<rmlir::core::interfaces::Effect> {
                $crate::structured::effects(op, $crate::structured::Structured::may_read_inits(self))
            }
        }
        impl rmlir::core::interfaces::Speculatable for $op {
            fn speculatability(&self, op: OpRef) -> rmlir::core::interfaces::Speculatability {
                $crate::structured::speculatability(op)
            }
        }
        impl rmlir::core::interfaces::ReifyShapes for $op {
            fn result_sizes(&self, rw: &mut Rewriter, op: OpId, index: usize) -> Option<Vec<rmlir::core::mixed_index::MixedIndex>> {
                $crate::sizes::result_sizes(rw, op, index)
            }
            fn result_size(&self, rw: &mut Rewriter, op: OpId, index: usize, dim: usize) -> Option<rmlir::core::mixed_index::MixedIndex> {
                $crate::sizes::result_size(rw, op, index, dim)
            }
        }
    )*};
}
pub(crate) use structured;
