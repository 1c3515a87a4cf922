//! Pattern application in one walk, without a worklist.
//!
//! Every reachable operation is visited once, after those in its regions; the first pattern that matches is applied.
//! New operations are visited only if the walk has not passed their position. There is no folding. A pattern may erase
//! only the operation it matches and nested ones.

use rmlir_core::actions::{Action, WALK_AND_APPLY_PATTERNS};
use rmlir_core::{BlockId, Body, Listener, OpId, OpRef, RegionId, Rewriter};
use rustc_hash::FxHashSet;

use crate::listener::reborrow;
use crate::patterns::FrozenPatterns;
use crate::step::{self, Change};

/// Applies patterns in a walk over the regions of the root of `body`, nested bodies included.
pub fn walk_and_apply_patterns(body: &mut Body, patterns: &FrozenPatterns, mut listener: Option<&mut dyn Listener>) {
    let tag = WALK_AND_APPLY_PATTERNS;
    let action = Action { tag, text: &|| tag.to_owned(), op: OpRef::root(body), region: None };
    if !body.cx().begin_action(&action) {
        return;
    }
    walk_body(body, patterns, reborrow(&mut listener));
    body.cx().end_action(tag);
}

fn walk_body(body: &mut Body, patterns: &FrozenPatterns, mut listener: Option<&mut dyn Listener>) {
    for region in body.regions(body.root()).to_vec() {
        walk_region(body, region, patterns, reborrow(&mut listener));
    }
}

/// The position of the walk in one region.
struct Cursor {
    /// The blocks to visit, if not all: those reachable at the start.
    reachable: Option<FxHashSet<BlockId>>,
    block: Option<BlockId>,
    next: Option<OpId>,
    /// Whether the regions of `next` have been visited.
    been_inside: bool,
}

impl Cursor {
    fn new(body: &Body, region: RegionId) -> Option<Self> {
        let entry = body.entry(region)?;
        let reachable = (!body.has_one_block(region)).then(|| body.blocks_post_order(entry).into_iter().collect());
        Some(Self { reachable, block: Some(entry), next: body.first_op(entry), been_inside: false })
    }

    fn enter_next_block(&mut self, body: &Body) {
        let reachable = &self.reachable;
        let wanted = |&block: &BlockId| reachable.as_ref().is_some_and(|set| set.contains(&block));
        let after = |block: &BlockId| body.next_block(*block);
        self.block = std::iter::successors(self.block.and_then(|block| after(&block)), after).find(wanted);
        self.next = self.block.and_then(|block| body.first_op(block));
    }
}

fn walk_region(body: &mut Body, region: RegionId, patterns: &FrozenPatterns, mut listener: Option<&mut dyn Listener>) {
    let mut stack: Vec<Cursor> = Cursor::new(body, region).into_iter().collect();
    while let Some(cursor) = stack.last_mut() {
        if cursor.block.is_none() {
            stack.pop();
            continue;
        }
        let Some(op) = cursor.next.filter(|&op| body.contains_op(op)) else {
            cursor.enter_next_block(body);
            continue;
        };
        if !cursor.been_inside {
            cursor.been_inside = true;
            if let Some(nested) = body.nested_mut(op) {
                walk_body(nested, patterns, reborrow(&mut listener));
            }
            let inside: Vec<Cursor> =
                body.regions(op).iter().rev().filter_map(|&region| Cursor::new(body, region)).collect();
            if !inside.is_empty() {
                stack.extend(inside);
                continue;
            }
        }
        // The operation may be erased after the visit.
        cursor.next = body.next_op(op);
        cursor.been_inside = false;
        step::rewrite_op(body, op, |body| {
            let mut rw = match reborrow(&mut listener) {
                Some(listener) => Rewriter::with_listener(body, listener),
                None => Rewriter::new(body),
            };
            patterns.apply(&mut rw, op).map(Change::Pattern)
        });
    }
}
