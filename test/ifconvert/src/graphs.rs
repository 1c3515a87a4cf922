//! Random graphs of blocks.

use clap::Args;
use rmlir::analysis::cfg::{Cfg, Node};
use rmlir::interp::random::Random;

/// The selection of random graphs.
#[derive(Args, Clone, Copy, Debug)]
pub struct Graphs {
    /// The maximum number of blocks of a graph, which has at least two
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub blocks: u64,
    /// The maximum percentage of backward edges
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub backward: u64,
}

/// The successors of each block; block 0 is the entry, which has no predecessors. The last block is an exit, others may
/// be.
pub fn draw(random: &mut Random, graphs: Graphs) -> Vec<Vec<Node>> {
    let n = 2 + random.below(graphs.blocks - 1);
    // Near targets give long graphs, far ones wide ones.
    let reach = [2, 4, n][random.below(3) as usize];
    let mut lists = Vec::new();
    for block in 0..n - 1 {
        let n_successors = [1, 2, 2, 2, 2, 2, 3, 0][random.below(8) as usize];
        let mut list = Vec::new();
        for _ in 0..n_successors {
            let is_backward = random.below(100) < graphs.backward;
            let to = if is_backward { 1 + random.below(n - 1) } else { n.min(block + 2 + random.below(reach)) - 1 };
            list.push(to as Node);
        }
        if n_successors == 0 && block == 0 {
            list.push(1);
        }
        lists.push(list);
    }
    lists.push(Vec::new());
    lists
}

/// An acyclic graph of reachable blocks with one exit.
pub fn draw_acyclic(random: &mut Random, max_blocks: u64) -> Cfg {
    let lists = draw(random, Graphs { blocks: max_blocks, backward: 0 });
    let last = lists.len() as Node - 1;
    let mut numbers = vec![None; lists.len()];
    numbers[0] = Some(0);
    let mut kept = vec![0];
    for block in 0..lists.len() {
        if numbers[block].is_none() {
            continue;
        }
        let targets = if lists[block].is_empty() && block as Node != last { vec![last] } else { lists[block].clone() };
        for to in targets {
            numbers[to as usize].get_or_insert(0);
        }
    }
    for (block, number) in numbers.iter_mut().enumerate().skip(1).filter(|(_, number)| number.is_some()) {
        *number = Some(kept.len() as Node);
        kept.push(block);
    }
    let number = |to: &Node| numbers[*to as usize].expect("targets of kept blocks are kept");
    let of = |&block: &usize| match lists[block].is_empty() && block as Node != last {
        true => vec![number(&last)],
        false => lists[block].iter().map(number).collect(),
    };
    Cfg::new(&kept.iter().map(of).collect::<Vec<Vec<Node>>>())
}
