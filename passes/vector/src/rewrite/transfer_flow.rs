//! Elimination of redundant transfers: store-to-load forwarding and dead store elimination.
//!
//! A read is replaced by the vector of a dominating write to the same elements, if that write post-dominates all other
//! writes that may reach the read. A write is dead if another one, to the same elements, post-dominates it, and
//! dominates all reads of the elements that the first one may reach.
//!
//! Views of a memref are followed. Operations on other memrefs that may alias are considered, and so are those with
//! unknown memory accesses; upstream ignores them.

use rmlir::analysis::alias::AliasAnalysis;
use rmlir::analysis::bounds::{Side, Variable, are_equal, constant_bound};
use rmlir::analysis::layout::is_injective;
use rmlir::core::cycle::CycleGuard;
use rmlir::core::dominance::Dominance;
use rmlir::core::effects::{effects_of, is_memory_effect_free};
use rmlir::core::interfaces::{EffectKind, EffectTarget};
use rmlir::core::mixed_index::SliceLists;
use rmlir::core::value_bounds::Quantity;
use rmlir::prelude::*;
use rmlir_affine::bounds::constant_difference;
use rmlir_memref::{CastOp, SubViewOp};
use rmlir_vector::*;
use rustc_hash::FxHashSet;

/// Forwards written vectors to reads in `root`, then erases dead writes.
pub fn optimize(rw: &mut Rewriter, root: OpId) {
    let reads = transfers(rw, root, |op| op.is::<TransferReadOp>());
    let mut forwarded = Vec::new();
    for read in reads {
        if let Some(vector) = what_is_read(rw, read) {
            forwarded.push((read, vector));
        }
    }
    for (read, vector) in forwarded {
        let result = rw.result(read, 0);
        rw.replace_all_uses(result, vector);
        rw.erase(read);
    }
    let writes = transfers(rw, root, |op| op.is::<TransferWriteOp>());
    let dead: Vec<OpId> = writes.into_iter().filter(|&write| is_dead(rw, write)).collect();
    dead.into_iter().for_each(|write| _ = rw.erase(write));
}

/// The transfers of memrefs in `root` that `wanted` accepts.
fn transfers(body: &Body, root: OpId, wanted: impl Fn(OpRef) -> bool) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_postorder(root, |op| {
        if wanted(OpRef::new(body, op)) && Transfer::of(body, op).base_type.is_memref(body) {
            found.push(op);
        }
    });
    found
}

/// The vector that `read` results in, if it is known from a write.
fn what_is_read(body: &Body, read: OpId) -> Option<Value> {
    let own = Transfer::of(body, read);
    if own.has_out_of_bounds_dim() {
        return None;
    }
    let order = Order::new(body);
    let (mut last, mut others) = (None, Vec::new());
    for user in users_of_all_views(body, own.base) {
        let view = OpRef::new(body, user);
        if view.is::<TransferReadOp>() || is_memory_effect_free(view) {
            continue;
        }
        let Some(write) = view.cast::<TransferWriteOp>() else {
            others.push(user);
            continue;
        };
        let parts = Transfer::of(body, user);
        if parts.base == own.base && have_no_place_in_common(body, &parts, &own) {
            continue;
        }
        let gives = is_same_memory(body, parts.base, own.base) && gives_what_is_read(body, write, &parts, read, &own);
        if gives && order.dominates(user, read) {
            if last.is_none_or(|last| order.dominates(last, user)) {
                last = Some(user);
            }
        } else {
            others.push(user);
        }
    }
    others.extend(accesses_by_others(body, own.base, &[EffectKind::Write, EffectKind::Free]));
    let last = last?;
    let region = body.parent_region(last)?;
    let read = ancestor_in(body, region, read)?;
    let is_harmless = |&other: &OpId| {
        let ancestor = ancestor_in(body, region, other);
        ancestor.is_none_or(|ancestor| !order.reaches(ancestor, read)) || order.post_dominates(last, other)
    };
    let is_certain = others.iter().all(is_harmless);
    is_certain.then(|| TransferWriteOp::from_id(last).value_to_store(body))
}

/// Whether the elements that `write` writes are always overwritten before they are read.
fn is_dead(body: &Body, write: OpId) -> bool {
    let own = Transfer::of(body, write);
    let order = Order::new(body);
    let (mut first, mut others) = (None, Vec::new());
    for user in users_of_all_views(body, own.base) {
        let view = OpRef::new(body, user);
        if user == write || is_memory_effect_free(view) {
            continue;
        }
        if view.interface::<dyn VectorTransferOp>().is_some() {
            let parts = Transfer::of(body, user);
            let overwrites = view.is::<TransferWriteOp>()
                && is_same_memory(body, parts.base, own.base)
                && is_same_place(&parts, &own)
                && parts.mask == own.mask;
            if overwrites && order.post_dominates(user, write) {
                if first.is_none_or(|first| order.post_dominates(first, user)) {
                    first = Some(user);
                }
                continue;
            }
            if parts.base == own.base && have_no_place_in_common(body, &own, &parts) {
                continue;
            }
        }
        others.push(user);
    }
    let Some(first) = first else { return false };
    others.extend(accesses_by_others(body, own.base, &[EffectKind::Write, EffectKind::Free, EffectKind::Read]));
    let Some(region) = body.parent_region(first) else { return false };
    let Some(write) = ancestor_in(body, region, write) else { return false };
    others.iter().filter_map(|&other| ancestor_in(body, region, other)).all(|other| {
        // Operations nested in the same operation as the write may come between the two.
        !order.reaches(write, other) || order.dominates(first, other)
    })
}

/// Whether two transfers of one memref are disjoint, by constants or known bounds of indices, given an injective
/// layout.
fn have_no_place_in_common(body: &Body, a: &Transfer, b: &Transfer) -> bool {
    if !is_injective(body.cx(), body.ty(a.base)) {
        return false;
    }
    are_disjoint_by(body, a, b, |a, b, size| {
        let is_far = |difference: Option<i64>| difference.is_some_and(|difference| difference.unsigned_abs() >= size);
        let (left, right) = (Quantity::index(a), Quantity::index(b));
        is_far(constant_difference(body, a, b))
            || is_far(constant_bound(body, Side::Equal, &Variable::difference(left, right)))
            || (size == 1 && are_equal(body, &left.into(), &right.into()) == Some(false))
    })
}

fn is_same_place(a: &Transfer, b: &Transfer) -> bool {
    a.indices == b.indices && a.vector_type == b.vector_type && a.permutation == b.permutation
}

fn gives_what_is_read(body: &Body, write: TransferWriteOp, parts: &Transfer, read: OpId, own: &Transfer) -> bool {
    let masks_fit = (parts.mask.is_none() && own.mask.is_none())
        || is_splat_of_padding(body, write, parts, TransferReadOp::from_id(read), own);
    !parts.has_out_of_bounds_dim() && is_same_place(parts, own) && masks_fit
}

/// The source of views that cover all of it.
fn whole(body: &Body, mut memref: Value) -> Value {
    let mut guard = CycleGuard::default();
    while let Some(op) = body.defining_op(memref).filter(|_| guard.goes_on(memref)) {
        let view = OpRef::new(body, op);
        let is_whole = view.is::<CastOp>()
            || view.is::<SubViewOp>() && {
                let lists = SliceLists::of(view);
                lists.offsets.iter().all(|offset| offset.is(body, 0)) && lists.strides.iter().all(|by| by.is(body, 1))
            };
        if !is_whole {
            break;
        }
        memref = body.operand(op, 0);
    }
    memref
}

fn is_same_memory(body: &Body, a: Value, b: Value) -> bool {
    a == b || whole(body, a) == whole(body, b)
}

/// The users of the source of `memref`, and of all views of it.
fn users_of_all_views(body: &Body, memref: Value) -> Vec<OpId> {
    let mut source = memref;
    let mut guard = CycleGuard::default();
    while let Some(view) = view_interface(body, source).filter(|_| guard.goes_on(source)) {
        source = view;
    }
    let mut waiting: Vec<OpId> = body.users(source).collect();
    let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
    while let Some(user) = waiting.pop() {
        if !seen.insert(user) {
            continue;
        }
        match body.interface::<dyn ViewLike>(user) {
            Some(_) => waiting.extend(body.users(body.result(user, 0))),
            None => found.push(user),
        }
    }
    found
}

/// The operations that may have an effect of these kinds on the memory of `memref`, but use neither it nor a view of
/// it.
fn accesses_by_others(body: &Body, memref: Value, kinds: &[EffectKind]) -> Vec<OpId> {
    let aliases = AliasAnalysis::new(body);
    let users: FxHashSet<OpId> = users_of_all_views(body, memref).into_iter().collect();
    let is_elsewhere_too = aliases.is_reachable(memref);
    let may_access = |&op: &OpId| {
        let view = OpRef::new(body, op);
        let Some(effects) = effects_of(view) else {
            return is_elsewhere_too && !view.has(TraitSet::RECURSIVE_MEMORY_EFFECTS);
        };
        effects.iter().filter(|effect| kinds.contains(&effect.kind)).any(|effect| match effect.target {
            EffectTarget::Value(value) => aliases.may_alias(value, memref),
            _ => is_elsewhere_too,
        })
    };
    let is_other = |op: &OpId| *op != body.root() && !users.contains(op);
    body.ops_under(body.root()).into_iter().filter(is_other).filter(may_access).collect()
}

/// The source of the view `memref`.
fn view_interface(body: &Body, memref: Value) -> Option<Value> {
    let op = body.defining_op(memref)?;
    let view = OpRef::new(body, op);
    let source = view.interface::<dyn ViewLike>()?.source(view);
    Some(body.operand(op, source))
}

/// `op`, or its ancestor in `region`.
fn ancestor_in(body: &Body, region: RegionId, op: OpId) -> Option<OpId> {
    let mut at = Some(op);
    while let Some(op) = at.take_if(|op| body.parent_region(*op) != Some(region)) {
        at = body.parent_op(op);
    }
    at
}

/// Dominance and reachability of operations.
struct Order<'a> {
    body: &'a Body<'a>,
    dominance: Dominance<'a>,
}

impl<'a> Order<'a> {
    fn new(body: &'a Body<'a>) -> Self {
        Self { body, dominance: Dominance::new(body) }
    }

    fn dominates(&self, a: OpId, b: OpId) -> bool {
        a == b || self.dominance.properly_dominates_op(a, b, true)
    }

    /// Whether `end` is reachable from `start`, in the same region.
    fn reaches(&self, start: OpId, end: OpId) -> bool {
        let (Some(from), Some(to)) = (self.body.block_of(start), self.body.block_of(end)) else { return false };
        self.dominates(start, end) || self.blocks_after(from, None).contains(&to)
    }

    /// Whether `a` post-dominates `b`.
    fn post_dominates(&self, a: OpId, b: OpId) -> bool {
        let Some(region) = self.body.parent_region(a) else { return false };
        let Some(b) = ancestor_in(self.body, region, b) else { return false };
        let (Some(after), Some(before)) = (self.body.block_of(a), self.body.block_of(b)) else { return false };
        if after == before {
            return a == b || self.body.is_before_in_block(b, a);
        }
        let ends =
            |&block: &BlockId| self.body.last_op(block).is_none_or(|op| self.body.successors(op).next().is_none());
        !ends(&before) && !self.blocks_after(before, Some(after)).iter().any(ends)
    }

    /// The blocks that are reachable from `start`, without passing `wall`.
    fn blocks_after(&self, start: BlockId, wall: Option<BlockId>) -> Vec<BlockId> {
        let (mut found, mut waiting) = (Vec::new(), vec![start]);
        while let Some(block) = waiting.pop() {
            let Some(end) = self.body.last_op(block) else { continue };
            for successor in self.body.successors(end) {
                if Some(successor) != wall && !found.contains(&successor) {
                    found.push(successor);
                    waiting.push(successor);
                }
            }
        }
        found
    }
}
