//! Walks over operations. None of them recurses: depth is bounded by memory.

use crate::arena::OpId;
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
