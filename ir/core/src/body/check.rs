//! A consistency check of the structure of a body, for tests.

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::body::{Body, ValueDefinition};

impl Body<'_> {
    /// Checks that links, use lists and definitions in the whole body are consistent, nested bodies included. `Err`
    /// describes the first inconsistency.
    pub fn check_links(&self) -> Result<(), String> {
        let mut n_ops = 0;
        let mut waiting = vec![self.root];
        while let Some(op) = waiting.pop() {
            n_ops += 1;
            self.check_op(op)?;
            for &region in self.regions(op) {
                ensure(self.region_owner(region) == op, || format!("the owner of {region:?} is not {op:?}"))?;
                self.check_region(region, &mut waiting)?;
            }
            if let Some(nested) = self.nested(op) {
                nested.check_links()?;
            }
        }
        ensure(n_ops == self.n_ops(), || format!("{n_ops} ops are linked in, {} exist", self.n_ops()))
    }

    fn check_region(&self, region: RegionId, waiting: &mut Vec<OpId>) -> Result<(), String> {
        let blocks: Vec<BlockId> = self.blocks(region).collect();
        let backwards: Vec<BlockId> = self.blocks(region).rev().collect();
        ensure(blocks.iter().rev().eq(&backwards), || format!("the blocks of {region:?} differ backwards"))?;
        for block in blocks {
            ensure(self.region_of(block) == Some(region), || format!("{block:?} is not in {region:?}"))?;
            let ops: Vec<OpId> = self.ops(block).collect();
            let backwards: Vec<OpId> = self.ops(block).rev().collect();
            ensure(ops.iter().rev().eq(&backwards), || format!("the ops of {block:?} differ backwards"))?;
            for pair in ops.windows(2) {
                ensure(self.is_before_in_block(pair[0], pair[1]), || format!("the order of {block:?} is wrong"))?;
            }
            for &op in &ops {
                ensure(self.block_of(op) == Some(block), || format!("{op:?} is not in {block:?}"))?;
            }
            for (index, &arg) in self.args(block).iter().enumerate() {
                let def = ValueDefinition::Argument(block, index as u32);
                ensure(self.value_def(arg) == def, || format!("{arg:?} is not argument {index} of {block:?}"))?;
                self.check_uses(arg)?;
            }
            for (user, index) in self.block_uses(block) {
                let named = self.successors(user).nth(index as usize);
                ensure(named == Some(block), || format!("successor {index} of {user:?} is not {block:?}"))?;
            }
            waiting.extend(ops);
        }
        Ok(())
    }

    fn check_op(&self, op: OpId) -> Result<(), String> {
        for (index, operand) in self.operands(op).enumerate() {
            ensure(self.contains_value(operand), || format!("operand {index} of {op:?} is dead"))?;
            let listed = self.uses(operand).any(|entry| entry == (op, index as u32));
            ensure(listed, || format!("{operand:?} does not list its use {index} in {op:?}"))?;
        }
        for (index, block) in self.successors(op).enumerate() {
            ensure(self.contains_block(block), || format!("successor {index} of {op:?} is dead"))?;
            let listed = self.block_uses(block).any(|entry| entry == (op, index as u32));
            ensure(listed, || format!("{block:?} does not list its use {index} in {op:?}"))?;
        }
        for (index, &result) in self.results(op).iter().enumerate() {
            let def = ValueDefinition::Result(op, index as u32);
            ensure(self.value_def(result) == def, || format!("{result:?} is not result {index} of {op:?}"))?;
            self.check_uses(result)?;
        }
        Ok(())
    }

    fn check_uses(&self, value: Value) -> Result<(), String> {
        for (user, index) in self.uses(value) {
            ensure(self.contains_op(user), || format!("{value:?} lists a dead user"))?;
            let used = self.operands(user).nth(index as usize);
            ensure(used == Some(value), || format!("operand {index} of {user:?} is not {value:?}"))?;
        }
        Ok(())
    }
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
