//! Random graphs in which every block is reachable from block 0, which has no predecessors.
//!
//! Plan: 1. make each block a successor of an earlier one that is near; 2. add forward edges; 3. add back edges: to a
//! dominator of the block, which preserves reducibility, or anywhere; 4. shuffle successors, and blocks.

use rmlir_analysis::cfg::{Cfg, Cycles, DfsOrder, DominatorTree, Node};

use crate::numbers::Numbers;

/// The parameters of a graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphShape {
    /// The number of blocks.
    pub n_blocks: usize,
    /// Whether cycles may have several entries.
    pub is_irreducible: bool,
    /// Whether some blocks have more than two successors.
    pub has_switches: bool,
}

impl GraphShape {
    /// A shape of 3 to `max_blocks` blocks, one in five irreducible.
    pub fn draw(numbers: &mut Numbers, max_blocks: usize) -> Self {
        let n_blocks = 3 + numbers.below(max_blocks - 2);
        Self { n_blocks, is_irreducible: numbers.below(5) == 0, has_switches: numbers.below(3) == 0 }
    }
}

/// The number of attempts after which a graph that should be irreducible may be reducible: the smallest ones hardly can
/// be irreducible.
const N_TRIES: usize = 20;

/// The successors of each block of a random graph.
pub fn random_graph(numbers: &mut Numbers, shape: GraphShape) -> Vec<Vec<Node>> {
    let mut found = try_graph(numbers, shape);
    for _ in 0..N_TRIES {
        if Cycles::new(&Cfg::new(&found), DfsOrder::LastFirst).is_reducible() != shape.is_irreducible {
            break;
        }
        found = try_graph(numbers, shape);
    }
    found
}

fn try_graph(numbers: &mut Numbers, shape: GraphShape) -> Vec<Vec<Node>> {
    let n = shape.n_blocks;
    let mut lists: Vec<Vec<Node>> = vec![Vec::new(); n];
    let limits: Vec<usize> = (0..n).map(|_| if shape.has_switches && numbers.below(8) == 0 { 4 } else { 2 }).collect();
    for block in 1..n {
        let is_free = |&above: &usize| lists[above].len() < limits[above];
        let near: Vec<usize> = (block.saturating_sub(6)..block).filter(is_free).collect();
        lists[*numbers.one_of(&near)].push(block as Node);
    }
    for block in 0..n - 1 {
        while lists[block].len() < limits[block] && numbers.below(5) < 2 {
            let end = n.min(block + 9);
            lists[block].push((block + 1 + numbers.below(end - block - 1)) as Node);
        }
    }
    let tree = DominatorTree::new(&Cfg::new(&lists));
    let (one_in, n_tries) = (2 + numbers.below(6), 1 + numbers.below(2));
    for block in 1..n {
        for _ in 0..n_tries {
            if lists[block].len() < limits[block] && numbers.below(one_in) == 0 {
                let to = backward(numbers, &tree, block as Node, shape.is_irreducible);
                lists[block].push(to);
            }
        }
    }
    for list in &mut lists {
        shuffle(numbers, list);
    }
    if numbers.below(2) == 0 { renamed(numbers, &lists) } else { lists }
}

/// The target of a back edge from `block`; never the entry.
fn backward(numbers: &mut Numbers, tree: &DominatorTree, block: Node, is_irreducible: bool) -> Node {
    if is_irreducible && numbers.below(2) == 0 {
        return 1 + numbers.below(block as usize) as Node;
    }
    let mut to = block;
    while let Some(above) = tree.parent(to).filter(|&above| above != 0) {
        if numbers.below(3) == 0 {
            break;
        }
        to = above;
    }
    to
}

/// The same graph with its blocks, except for the entry, in another order.
fn renamed(numbers: &mut Numbers, lists: &[Vec<Node>]) -> Vec<Vec<Node>> {
    let mut names: Vec<Node> = (1..lists.len() as Node).collect();
    shuffle(numbers, &mut names);
    names.insert(0, 0);
    let mut found = vec![Vec::new(); lists.len()];
    for (block, list) in lists.iter().enumerate() {
        found[names[block] as usize] = list.iter().map(|&to| names[to as usize]).collect();
    }
    found
}

fn shuffle<T>(numbers: &mut Numbers, items: &mut [T]) {
    for at in (1..items.len()).rev() {
        items.swap(at, numbers.below(at + 1));
    }
}
