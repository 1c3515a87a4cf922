//! Walks over operations. They are iterative, so the nesting depth is not limited by the stack.

use std::ops::Range;

use smallvec::SmallVec;

use crate::arena::{BlockId, OpId};
use crate::body::Body;
use crate::opref::OpRef;

impl Body<'_> {
    /// Visits `op` and the operations in its regions in pre-order, in program order. Nested bodies are not entered.
    pub fn walk_preorder(&self, op: OpId, mut visit: impl FnMut(OpId)) {
        self.walk(op, |op, entering| {
            if entering {
                visit(op);
            }
        });
    }

    /// Visits the operations in the regions of `op` and `op` itself in post-order, in program order. Nested bodies are
    /// not entered.
    pub fn walk_postorder(&self, op: OpId, mut visit: impl FnMut(OpId)) {
        self.walk(op, |op, entering| {
            if !entering {
                visit(op);
            }
        });
    }

    /// Visits every operation twice: on entry and on exit.
    fn walk(&self, top: OpId, mut visit: impl FnMut(OpId, bool)) {
        visit(top, true);
        let mut at = self.first_inside(top, 0);
        if at.is_none() {
            return visit(top, false);
        }
        let mut open = vec![top];
        while let Some(&owner) = open.last() {
            let left = match at {
                Some(op) => {
                    visit(op, true);
                    at = self.first_inside(op, 0);
                    if at.is_some() {
                        open.push(op);
                        continue;
                    }
                    op
                }
                None => {
                    open.pop();
                    owner
                }
            };
            visit(left, false);
            at = if open.is_empty() { None } else { self.after(left) };
        }
    }

    /// The first operation in the regions of `op` with indices from `from` on.
    #[inline]
    fn first_inside(&self, op: OpId, from: usize) -> Option<OpId> {
        let mut regions = self.regions(op)[from..].iter();
        regions.find_map(|&region| self.blocks(region).find_map(|block| self.first_op(block)))
    }

    /// The next operation after `op` in the regions of its parent.
    fn after(&self, op: OpId) -> Option<OpId> {
        if let Some(next) = self.next_op(op) {
            return Some(next);
        }
        let mut block = self.block_of(op).expect("an op that is walked is in a block");
        let region = self.region_of(block).expect("a block that is walked is in a region");
        while let Some(next) = self.next_block(block) {
            if let Some(first) = self.first_op(next) {
                return Some(first);
            }
            block = next;
        }
        self.first_inside(self.region_owner(region), self.region_index(region) + 1)
    }

    /// All operations in the regions of `op` and `op` itself, in pre-order.
    pub fn ops_under(&self, op: OpId) -> Vec<OpId> {
        let mut found = Vec::new();
        self.walk_preorder(op, |op| found.push(op));
        found
    }
}

/// Blocks in some order: most regions have one.
pub type Blocks = SmallVec<[BlockId; 4]>;

/// The largest initial capacity of a list of blocks.
const MOST_NESTED: usize = 64;

/// Orders by control flow.
impl Body<'_> {
    /// The blocks reachable from `entry`, itself included, each after its successors where there is no cycle: a
    /// depth-first post-order that visits successors in order.
    pub fn blocks_post_order(&self, entry: BlockId) -> Blocks {
        if self.last_op(entry).is_none_or(|last| self.n_successors(last) == 0) {
            return Blocks::from_slice(&[entry]);
        }
        let mut seen = vec![false; self.block_slots()];
        let mut found = Blocks::new();
        self.post_order_from(entry, &mut seen, &mut found);
        found
    }

    /// The blocks reachable from `entry`, itself first: a depth-first pre-order that visits successors in order.
    pub fn blocks_pre_order(&self, entry: BlockId) -> Blocks {
        if self.last_op(entry).is_none_or(|last| self.n_successors(last) == 0) {
            return Blocks::from_slice(&[entry]);
        }
        let mut seen = vec![false; self.block_slots()];
        let mut found = Blocks::new();
        let mut stack = vec![entry];
        while let Some(block) = stack.pop() {
            if std::mem::replace(&mut seen[block.slot()], true) {
                continue;
            }
            found.push(block);
            let start = stack.len();
            stack.extend(self.last_op(block).into_iter().flat_map(|last| self.successors(last)));
            stack[start..].reverse();
        }
        found
    }

    /// `seen` is indexed by block slot.
    fn post_order_from(&self, entry: BlockId, seen: &mut [bool], found: &mut Blocks) {
        if std::mem::replace(&mut seen[entry.slot()], true) {
            return;
        }
        let open = |block| (block, self.last_op(block).map_or(0..0, |last| self.successor_run(last)));
        let mut stack: SmallVec<[(BlockId, Range<u32>); 16]> = SmallVec::new();
        stack.push(open(entry));
        found.reserve(seen.len().min(MOST_NESTED));
        while let Some((block, successors)) = stack.last_mut() {
            let mut targets = successors.map(|successor| self.successor_at(successor));
            match targets.find(|next| !std::mem::replace(&mut seen[next.slot()], true)) {
                Some(next) => stack.push(open(next)),
                None => {
                    found.push(*block);
                    stack.pop();
                }
            }
        }
    }

    /// `op` and the operations in its regions in an order in which they can be erased: users before definitions (except
    /// in cycles), regions before `op`.
    pub fn ops_users_first(&self, op: OpId) -> Vec<OpId> {
        if self.regions(op).is_empty() {
            return vec![op];
        }
        let mut found = Vec::new();
        let mut seen = vec![false; self.block_slots()];
        let mut stack = vec![(op, true)];
        while let Some((op, entering)) = stack.pop() {
            if !entering || self.regions(op).is_empty() {
                found.push(op);
                continue;
            }
            stack.push((op, false));
            let start = stack.len();
            for &region in self.regions(op).iter().rev() {
                let mut blocks = Blocks::new();
                for block in self.blocks(region) {
                    self.post_order_from(block, &mut seen, &mut blocks);
                }
                for block in blocks {
                    stack.extend(self.ops(block).rev().map(|inner| (inner, true)));
                }
            }
            stack[start..].reverse();
        }
        found
    }
}

impl<'a> OpRef<'a> {
    /// Visits this operation and all nested ones, including nested bodies, in pre-order. A proxy is visited, its nested
    /// root is not.
    pub fn walk_preorder(self, mut visit: impl FnMut(OpRef<'a>)) {
        let mut stack = vec![self];
        while let Some(op) = stack.pop() {
            visit(op);
            let start = stack.len();
            for region in op.regions() {
                for block in region.blocks() {
                    stack.extend(block.ops());
                }
            }
            stack[start..].reverse();
        }
    }

    /// Visits this operation and all nested ones, including nested bodies, in post-order.
    pub fn walk_postorder(self, mut visit: impl FnMut(OpRef<'a>)) {
        let mut stack = vec![(self, true)];
        while let Some((op, entering)) = stack.pop() {
            if !entering {
                visit(op);
                continue;
            }
            stack.push((op, false));
            let start = stack.len();
            for region in op.regions() {
                for block in region.blocks() {
                    stack.extend(block.ops().map(|inner| (inner, true)));
                }
            }
            stack[start..].reverse();
        }
    }
}
