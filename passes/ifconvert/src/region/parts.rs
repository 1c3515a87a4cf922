//! Parts of a region that become one block each: its innermost loops, or selected blocks.
//!
//! Such a part has a single entry, from which all its blocks are reachable within it. Its conversion to one block that
//! ends with a branch is in [`crate::region::cut_out`].

use rmlir::analysis::cfg::Node;
use rmlir::prelude::*;

use crate::graph::linear::Coding;
use crate::region::cut_out::make_one_block;
use crate::region::hyperblock::order_from;
use crate::region::level::{Declined, Shape};

/// Converts each innermost cycle of `region` to one block; returns the declined ones, at the branch of the header.
pub fn convert_loops(rw: &mut Rewriter, region: RegionId, coding: Coding) -> Result<Vec<(Loc, Declined)>, Declined> {
    let shape = Shape::new(rw, region)?;
    let innermost = shape.cycles.ids().filter(|&cycle| shape.cycles[cycle].children.is_empty());
    let blocks_of = |cycle| shape.cycles[cycle].blocks.iter().map(|&node| shape.block(node)).collect();
    let mut declined = Vec::new();
    for blocks in innermost.map(blocks_of).collect::<Vec<Vec<BlockId>>>() {
        if let Err(why) = convert_part(rw, region, &blocks, coding) {
            let last = rw.last_op(blocks[0]).expect("a block ends with a branch");
            declined.push((rw.loc(last), why));
        }
    }
    Ok(declined)
}

/// Converts the blocks with the indices `numbers`, in program order, to one block.
pub fn convert_chosen(rw: &mut Rewriter, region: RegionId, numbers: &[u32], coding: Coding) -> Result<(), Declined> {
    let all: Vec<BlockId> = rw.blocks(region).collect();
    let block = |&number: &u32| all.get(number as usize).copied().ok_or(Declined::NoBlock(number));
    let blocks = numbers.iter().map(block).collect::<Result<Vec<BlockId>, Declined>>()?;
    convert_part(rw, region, &blocks, coding)
}

fn convert_part(rw: &mut Rewriter, region: RegionId, blocks: &[BlockId], coding: Coding) -> Result<(), Declined> {
    let shape = Shape::new(rw, region)?;
    shape.check_affine(rw)?;
    let order = part(&shape, blocks)?;
    if order.len() > 1 {
        let selected: Vec<BlockId> = order.iter().map(|&node| shape.block(node)).collect();
        make_one_block(rw, region, &selected, coding);
    }
    Ok(())
}

/// The blocks with the entry first, if they are a part.
fn part(shape: &Shape, blocks: &[BlockId]) -> Result<Vec<Node>, Declined> {
    let cfg = &shape.region.cfg;
    let mut is_inside = vec![false; cfg.n_blocks()];
    for &block in blocks {
        is_inside[shape.region.number(block).expect("a block of the region") as usize] = true;
    }
    let inside = || cfg.blocks().filter(|&node| is_inside[node as usize]);
    let is_outside = |node: &Node| !is_inside[*node as usize];
    let is_entry = |&node: &Node| node == 0 || cfg.predecessors(node).iter().any(is_outside);
    let entries: Vec<Node> = inside().filter(is_entry).collect();
    let [entry] = entries[..] else { return Err(Declined::Entries(entries.len())) };
    let leaves = |node: Node| {
        let targets = cfg.successors(node);
        targets.is_empty() || targets.iter().any(|to| *to == entry || is_outside(to))
    };
    let order = order_from(cfg, entry, &is_inside);
    if order.len() < inside().count() {
        return Err(Declined::Unreached);
    }
    if !inside().any(leaves) {
        return Err(Declined::Endless);
    }
    Ok(order)
}
