//! Multiplexer blocks, which combine several edges.

use rmlir::prelude::*;

use super::edges::Edge;
use super::{Lift, Target};

/// A block that edges to different targets are redirected to.
pub struct Multiplexer {
    /// The block. Its arguments are those of all targets, then the index of the target if there are several, then
    /// further ones.
    pub block: BlockId,
    /// The targets, each with the index of its first argument.
    targets: Vec<(BlockId, usize)>,
    /// The argument that selects the target, if there are several.
    number: Option<Value>,
}

impl Lift<'_, '_> {
    /// Creates a multiplexer for edges to `targets`, placed after the first of them.
    pub(super) fn multiplexer(&mut self, loc: Loc, targets: &[BlockId], further: &[Type]) -> Multiplexer {
        let block = self.new_block();
        self.body().insert_block_after(targets[0], block);
        let mut places: Vec<(BlockId, usize)> = Vec::new();
        for &target in targets {
            if !places.iter().any(|&(other, _)| other == target) {
                places.push((target, self.rw.args(block).len()));
                self.add_args_of(block, target);
            }
        }
        let mut number = None;
        if places.len() > 1 {
            let ty = self.number(0);
            let ty = self.rw.ty(ty);
            number = Some(self.rw.add_arg(block, ty, loc));
        }
        for &ty in further {
            self.rw.add_arg(block, ty, loc);
        }
        Multiplexer { block, targets: places, number }
    }

    /// Redirects `edge` to `multiplexer`, which also receives `further`.
    pub(super) fn go_through(&mut self, multiplexer: &Multiplexer, edge: Edge, further: &[Value]) {
        let target = self.target(edge);
        let found = multiplexer.targets.iter().position(|&(block, _)| block == target);
        let number = found.expect("the multiplexer was made for all targets");
        let start = multiplexer.targets[number].1;
        let own = start..start + self.rw.args(target).len();
        let passed = self.passed(edge);
        let args = self.rw.args(multiplexer.block).to_vec();
        let first_further = args.len() - further.len();
        let mut values = Vec::with_capacity(args.len());
        for (index, &arg) in args.iter().enumerate() {
            values.push(if own.contains(&index) {
                passed[index - start]
            } else if multiplexer.number.is_some() && index + 1 == first_further {
                self.number(number)
            } else if index >= first_further {
                further[index - first_further]
            } else {
                self.poison(self.rw.ty(arg))
            });
        }
        self.redirect(edge, multiplexer.block);
        self.pass(edge, &values);
    }

    /// Terminates `block` with a switch to the targets, without `excluded`.
    pub(super) fn dispatch(&mut self, multiplexer: &Multiplexer, block: BlockId, loc: Loc, excluded: Option<BlockId>) {
        let args = self.rw.args(multiplexer.block).to_vec();
        let mut cases = Vec::new();
        for (number, &(target, start)) in multiplexer.targets.iter().enumerate() {
            if Some(target) != excluded {
                let args = args[start..start + self.rw.args(target).len()].to_vec();
                cases.push((number, Target { block: target, args }));
            }
        }
        let flag = match multiplexer.number {
            Some(number) if cases.len() > 1 => number,
            _ => self.number(0),
        };
        let (_, default) = cases.pop().expect("there is a target");
        self.rw.at_start(block);
        self.switch(loc, flag, &cases, &default);
    }

    /// Creates a multiplexer for `edges`, and redirects all of them to it.
    pub(super) fn join(&mut self, edges: &[Edge], loc: Loc) -> Multiplexer {
        let targets: Vec<BlockId> = edges.iter().map(|&edge| self.target(edge)).collect();
        let multiplexer = self.multiplexer(loc, &targets, &[]);
        for &edge in edges {
            self.go_through(&multiplexer, edge, &[]);
        }
        self.dispatch(&multiplexer, multiplexer.block, loc, None);
        multiplexer
    }
}
