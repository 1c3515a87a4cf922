//! Effects between two operations, the first of which dominates the second.

use rmlir::analysis::alias::AliasAnalysis;
use rmlir::core::effects::effects_of;
use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::dependence::check_dependence;
use rmlir_affine::analysis::nest::n_common_surrounding_loops;
use rmlir_affine::scope::affine_analysis_scope;
use rustc_hash::FxHashSet;

/// Whether no operation between `start` and `access` has an effect of this kind on the accessed element. Operations
/// that contain `access` but not `start` count as a whole.
pub fn has_no_effect_between(body: &Body, start: OpId, access: &MemRefAccess, kind: EffectKind) -> bool {
    let region = body.parent_region(start);
    let mut end = access.op;
    let mut around = Vec::new();
    while body.parent_region(end) != region {
        let Some(outer) = body.parent_op(end) else { return false };
        end = outer;
        around.push(end);
    }
    let question = Question { body, start, access, kind };
    question.is_quiet_until(end) && around.iter().all(|&op| !question.may_interfere(op))
}

struct Question<'a, 'c> {
    body: &'a Body<'c>,
    start: OpId,
    access: &'a MemRefAccess,
    kind: EffectKind,
}

impl Question<'_, '_> {
    /// Whether nothing interferes on the paths from the start to `end`, which is in the same region.
    fn is_quiet_until(&self, end: OpId) -> bool {
        let body = self.body;
        let mut at = body.next_op(self.start);
        while let Some(op) = at.filter(|&op| op != end) {
            if self.may_interfere(op) {
                return false;
            }
            at = body.next_op(op);
        }
        if body.block_of(end) == body.block_of(self.start) {
            return true;
        }
        let successors = |block: BlockId| -> Vec<BlockId> {
            body.terminator(block).map_or(Vec::new(), |last| body.successors(last).collect())
        };
        let mut waiting = body.block_of(self.start).map_or(Vec::new(), successors);
        let mut seen = FxHashSet::default();
        while let Some(block) = waiting.pop() {
            if !seen.insert(block) {
                continue;
            }
            for op in body.ops(block).take_while(|&op| op != end) {
                if self.may_interfere(op) {
                    return false;
                }
            }
            if body.block_of(end) != Some(block) {
                waiting.extend(successors(block));
            }
        }
        true
    }

    /// Whether `op`, or an operation in its regions if its effects are recursive, may interfere.
    fn may_interfere(&self, op: OpId) -> bool {
        let mut waiting = vec![op];
        while let Some(op) = waiting.pop() {
            let view = OpRef::new(self.body, op);
            match effects_of(view) {
                Some(effects) => {
                    if effects.iter().any(|effect| self.is_on_memref(effect)) && self.is_at_place(op) {
                        return true;
                    }
                }
                None if view.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) => {
                    for region in view.regions() {
                        waiting.extend(region.blocks().flat_map(|block| block.ops()).map(|op| op.id));
                    }
                }
                None => return true,
            }
        }
        false
    }

    fn is_on_memref(&self, effect: &Effect) -> bool {
        let is_elsewhere = match effect.target {
            EffectTarget::Value(value) => {
                value != self.access.memref
                    && !AliasAnalysis::new(self.body).local().may_alias(value, self.access.memref)
            }
            _ => false,
        };
        effect.kind == self.kind && !is_elsewhere
    }

    /// Whether an operation with an effect on the memref may access the same element, between the two.
    fn is_at_place(&self, op: OpId) -> bool {
        let (body, access) = (self.body, self.access);
        let Some(other) = MemRefAccess::new(body, op) else { return true };
        let is_comparable =
            other.memref == access.memref && affine_analysis_scope(body, op) == affine_analysis_scope(body, access.op);
        if !is_comparable {
            return true;
        }
        let outermost = n_common_surrounding_loops(body, self.start, access.op);
        let innermost = n_common_surrounding_loops(body, op, access.op) + 1;
        (outermost + 1..=innermost).any(|depth| !check_dependence(body, &other, access, depth, false).is_none())
    }
}

/// Whether `later`, an operation of the same region, post-dominates `first`.
pub fn post_dominates(body: &Body, later: OpId, first: OpId) -> bool {
    let (Some(from), Some(to)) = (body.block_of(first), body.block_of(later)) else { return false };
    if from == to {
        return body.is_before_in_block(first, later);
    }
    let successors = |block: BlockId| -> Vec<BlockId> {
        body.terminator(block).map_or(Vec::new(), |last| body.successors(last).collect())
    };
    let reachable = |from: BlockId, avoid: Option<BlockId>| {
        let (mut seen, mut waiting) = (FxHashSet::default(), vec![from]);
        let mut order = Vec::new();
        while let Some(block) = waiting.pop() {
            if Some(block) != avoid && seen.insert(block) {
                order.push(block);
                waiting.extend(successors(block));
            }
        }
        order
    };
    let is_exit = |&block: &BlockId| successors(block).is_empty();
    // An infinite loop exits without reaching it.
    let never_ends = |&block: &BlockId| !reachable(block, None).iter().any(is_exit);
    !reachable(from, Some(to)).iter().any(|block| is_exit(block) || never_ends(block))
}
