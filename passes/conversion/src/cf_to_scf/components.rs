//! Strongly connected components of the reachable blocks.

use rmlir::prelude::*;
use rustc_hash::FxHashMap;

/// Tarjan's algorithm, with an explicit stack.
struct Search<'b, 'c> {
    body: &'b Body<'c>,
    numbers: FxHashMap<BlockId, usize>,
    /// Blocks that are not in a component yet.
    open: Vec<BlockId>,
    /// The path to the current block: block, index of the next successor, lowest index reached.
    path: Vec<(BlockId, usize, usize)>,
}

/// The index of a block whose component is complete.
const DONE: usize = usize::MAX;

/// The components that are cycles, in postorder: those that are reached last first.
pub fn cycles(body: &Body, entry: BlockId) -> Vec<Vec<BlockId>> {
    let mut search = Search { body, numbers: FxHashMap::default(), open: Vec::new(), path: Vec::new() };
    let mut found = Vec::new();
    search.enter(entry);
    while let Some(component) = search.next_component() {
        let is_cycle = component.len() > 1 || successors(body, component[0]).contains(&component[0]);
        if is_cycle {
            found.push(component);
        }
    }
    found
}

fn successors(body: &Body, block: BlockId) -> Vec<BlockId> {
    body.last_op(block).map_or(Vec::new(), |op| body.successors(op).collect())
}

impl Search<'_, '_> {
    fn enter(&mut self, block: BlockId) {
        let number = self.numbers.len();
        self.numbers.insert(block, number);
        self.open.push(block);
        self.path.push((block, 0, number));
    }

    fn next_component(&mut self) -> Option<Vec<BlockId>> {
        while let Some(&(block, next, least)) = self.path.last() {
            let at = self.path.len() - 1;
            if let Some(&child) = successors(self.body, block).get(next) {
                self.path[at].1 += 1;
                match self.numbers.get(&child) {
                    None => self.enter(child),
                    Some(&number) => self.path[at].2 = least.min(number),
                }
                continue;
            }
            self.path.pop();
            if let Some(parent) = self.path.last_mut() {
                parent.2 = parent.2.min(least);
            }
            if self.numbers[&block] == least {
                return Some(self.close(block));
            }
        }
        None
    }

    /// Pops the component whose root is `first`.
    fn close(&mut self, first: BlockId) -> Vec<BlockId> {
        let mut component = Vec::new();
        while let Some(block) = self.open.pop() {
            self.numbers.insert(block, DONE);
            component.push(block);
            if block == first {
                break;
            }
        }
        component
    }
}
