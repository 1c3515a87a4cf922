//! Regions: their blocks are put in line, and the operation around says where their terminators go.

use rmlir_core::{OpRef, RegionRef};

use super::{Emit, Emitted};
use crate::code::{Label, Reg};
use crate::eval::Eval;

/// A way out of a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Where control goes.
    pub label: Label,
    /// What takes the values that the terminator passes.
    pub into: Vec<Reg>,
}

/// Regions nest no deeper than this, so that compiling does not run out of stack.
const MAX_NESTING: usize = 500;

impl<'a> Emit<'a, '_> {
    /// Appends the code of a region. Its arguments are to be set before; its terminators leave by `exits`.
    pub fn region(&mut self, region: RegionRef<'a>, exits: Vec<Exit>) -> Emitted {
        if self.exits.len() >= MAX_NESTING {
            return Err(region
                .owner()
                .error(format!("cannot be interpreted: it is nested {MAX_NESTING} regions deep")));
        }
        self.exits.push(exits);
        let emitted = region.blocks().try_for_each(|block| {
            let label = self.block_label(block.id);
            self.bind(label);
            block.ops().try_for_each(|op| self.op(op))
        });
        self.exits.pop();
        emitted
    }

    /// The arguments of a region's entry block.
    pub fn region_args(&mut self, region: RegionRef<'a>) -> Vec<Reg> {
        region.entry().map_or_else(Vec::new, |entry| self.regs(entry.args()))
    }

    /// Way `index` out of the region around, or an error at `op`.
    pub fn exit(&self, op: OpRef, index: usize) -> Result<Exit, Box<rmlir_diag::Diagnostic>> {
        let exit = self.exits.last().and_then(|exits| exits.get(index));
        exit.cloned().ok_or_else(|| op.error("cannot be interpreted: the operation around takes no such terminator"))
    }

    /// Appends the leaving of the region around by way `index`, passing `values`.
    pub fn leave(&mut self, op: OpRef, index: usize, values: &[Reg]) -> Emitted {
        let exit = self.exit(op, index)?;
        self.moves(values, &exit.into);
        self.jump(exit.label);
        Ok(())
    }

    /// Appends the code of an operation.
    pub(crate) fn op(&mut self, op: OpRef<'a>) -> Emitted {
        let Some(eval) = op.interface::<dyn Eval>() else {
            return Err(op.error("cannot be interpreted: it has no `eval`"));
        };
        let around = self.enter_site(op);
        let emitted = eval.eval(op, self);
        self.linker.end_site(self.site, self.code.insts.len() as u32);
        self.site = around;
        emitted
    }
}
