//! Walks over operations. None of them recurses: depth is bounded by memory.

use rustc_hash::FxHashSet;

use crate::arena::{BlockId, OpId};
use crate::body::Body;
use crate::opref::OpRef;

impl Body<'_> {
    /// Visits `op` and the operations in its regions, each before what it
    /// contains, in program order. Nested bodies are not entered.
    pub fn walk_preorder(&self, op: OpId, mut visit: impl FnMut(OpId)) {
        self.walk(op, &mut |op, entering| {
            if entering {
                visit(op);
            }
        });
    }

    /// Visits the operations in the regions of `op` and `op` itself, each
    /// after what it contains, in program order. Nested bodies are not entered.
    pub fn walk_postorder(&self, op: OpId, mut visit: impl FnMut(OpId)) {
        self.walk(op, &mut |op, entering| {
            if !entering {
                visit(op);
            }
        });
    }

    fn walk(&self, op: OpId, visit: &mut dyn FnMut(OpId, bool)) {
        let mut stack = vec![(op, true)];
        while let Some((op, entering)) = stack.pop() {
            visit(op, entering);
            if !entering {
                continue;
            }
            if self.regions(op).is_empty() {
                visit(op, false);
                continue;
            }
            stack.push((op, false));
            for &region in self.regions(op).iter().rev() {
                for block in self.blocks(region).rev() {
                    stack.extend(self.ops(block).rev().map(|inner| (inner, true)));
                }
            }
        }
    }

    /// All operations under `op` and itself, each before what it contains.
    pub fn ops_under(&self, op: OpId) -> Vec<OpId> {
        let mut found = Vec::new();
        self.walk_preorder(op, |op| found.push(op));
        found
    }
}

/// Orders by control flow.
impl Body<'_> {
    /// The blocks that control may reach from `entry`, itself included, each
    /// after its successors where there is no cycle: a depth-first post-order
    /// that takes successors in order.
    pub fn blocks_post_order(&self, entry: BlockId) -> Vec<BlockId> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        self.post_order_from(entry, &mut seen, &mut found);
        found
    }

    /// The blocks that control may reach from `entry`, itself first: a
    /// depth-first pre-order that takes successors in order.
    pub fn blocks_pre_order(&self, entry: BlockId) -> Vec<BlockId> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut stack = vec![entry];
        while let Some(block) = stack.pop() {
            if !seen.insert(block) {
                continue;
            }
            found.push(block);
            let start = stack.len();
            stack.extend(self.last_op(block).into_iter().flat_map(|last| self.successors(last)));
            stack[start..].reverse();
        }
        found
    }

    fn post_order_from(&self, entry: BlockId, seen: &mut FxHashSet<BlockId>, found: &mut Vec<BlockId>) {
        if !seen.insert(entry) {
            return;
        }
        let mut stack = vec![(entry, 0)];
        while let Some((block, n_done)) = stack.last_mut() {
            let next = self.last_op(*block).and_then(|last| self.successors(last).nth(*n_done));
            *n_done += 1;
            match next {
                Some(next) if seen.insert(next) => stack.push((next, 0)),
                Some(_) => {}
                None => {
                    found.push(*block);
                    stack.pop();
                }
            }
        }
    }

    /// `op` and the operations in its regions in an order in which they can be
    /// erased: users before what they use (cycles aside), regions before `op`.
    pub fn ops_users_first(&self, op: OpId) -> Vec<OpId> {
        if self.regions(op).is_empty() {
            return vec![op];
        }
        let mut found = Vec::new();
        let mut stack = vec![(op, true)];
        while let Some((op, entering)) = stack.pop() {
            if !entering || self.regions(op).is_empty() {
                found.push(op);
                continue;
            }
            stack.push((op, false));
            let start = stack.len();
            for &region in self.regions(op).iter().rev() {
                let mut seen = FxHashSet::default();
                let mut blocks = Vec::new();
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
    /// Visits this operation and all inside, nested bodies included, each
    /// before what it contains. A proxy is visited, its nested root is not.
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

    /// Visits this operation and all inside, nested bodies included, each
    /// after what it contains.
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
