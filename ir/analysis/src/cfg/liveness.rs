//! Live-in and live-out sets of blocks.
//!
//! A value is live at a point if some path from there reaches a use of it before a new definition. Steps: walk backward
//! from each use to the definition, marking the blocks on the path; a walk stops at a marked block. That is linear in
//! the size of the result, and needs no fixed point (Appel, "Modern Compiler Implementation", section 19.6, "liveness
//! by use").

use super::graph::{Cfg, Node};

/// The definition and the uses of a value, by block.
#[derive(Clone, Debug, Default)]
pub struct LiveRange {
    /// The block of the definition.
    pub definition: Node,
    /// Blocks that use it and do not define it, or at whose end it is forwarded along an edge.
    pub uses: Vec<Node>,
    /// Blocks at whose end it is forwarded to a successor's argument.
    pub passed_at: Vec<Node>,
}

/// The values live at the start and at the end of each block, sorted.
#[derive(Clone, Debug)]
pub struct BlockLiveness {
    /// By block: indices of values live on entry.
    pub live_in: Vec<Vec<u32>>,
    /// By block: indices of values live at the end, without those that are only forwarded.
    pub live_out: Vec<Vec<u32>>,
}

impl BlockLiveness {
    /// The liveness of `values`, identified by index.
    pub fn new(cfg: &Cfg, values: &[LiveRange]) -> Self {
        let n = cfg.n_blocks();
        let mut liveness = Self { live_in: vec![Vec::new(); n], live_out: vec![Vec::new(); n] };
        let mut waiting = Vec::new();
        for (value, number) in values.iter().zip(0..) {
            let is_elsewhere = |&&block: &&Node| block != value.definition;
            waiting.extend(value.uses.iter().chain(&value.passed_at).filter(is_elsewhere));
            while let Some(block) = waiting.pop() {
                if liveness.live_in[block as usize].last() == Some(&number) {
                    continue;
                }
                liveness.live_in[block as usize].push(number);
                for &from in cfg.predecessors(block) {
                    if liveness.live_out[from as usize].last() != Some(&number) {
                        liveness.live_out[from as usize].push(number);
                    }
                    if from != value.definition {
                        waiting.push(from);
                    }
                }
            }
        }
        liveness
    }
}
