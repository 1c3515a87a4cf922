//! Strongly connected components of the blocks that can be reached.

use rmlir::prelude::*;
use rustc_hash::FxHashMap;

/// Tarjan's algorithm, with a stack of its own.
struct Search<'b, 'c> {
    body: &'b Body<'c>,
    numbers: FxHashMap<BlockId, usize>,
    /// Blocks whose component is not known yet.
    open: Vec<BlockId>,
    /// The way to the block that is looked at: block, next successor, least number reached.
    path: Vec<(BlockId, usize, usize)>,
}

/// A number for blocks whose component is known.
const DONE: usize = usize::MAX;

/// The components that are cycles, those that control reaches last first.
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

    /// The component that was entered by `first`.
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
