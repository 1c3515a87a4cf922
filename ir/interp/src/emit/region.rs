//! Regions: their blocks are compiled inline, and the parent operation determines the targets of their terminators.

use rmlir_core::{OpRef, RegionRef};

use super::{Emit, Emitted};
use crate::code::{Label, Reg};
use crate::eval::Eval;

/// An exit of a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The target of the control flow.
    pub label: Label,
    /// The registers that receive the operands of the terminator.
    pub into: Vec<Reg>,
}

/// The limit on the nesting of regions, so that the compiler does not exhaust the stack.
const MAX_NESTING: usize = 500;

impl<'a> Emit<'a, '_> {
    /// Appends the code of a region. Its arguments have to be set before; its terminators continue at `exits`.
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

    /// Exit `index` of the enclosing region, or an error at `op`.
    pub fn exit(&self, op: OpRef, index: usize) -> Result<Exit, Box<rmlir_diag::Diagnostic>> {
        let exit = self.exits.last().and_then(|exits| exits.get(index));
        exit.cloned().ok_or_else(|| op.error("cannot be interpreted: the operation around takes no such terminator"))
    }

    /// Appends the exit of the enclosing region by exit `index`, forwarding `values`.
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
