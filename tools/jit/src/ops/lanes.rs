//! Operations on vectors lane by lane.

use cranelift_codegen::ir;
use rmlir::core::OpRef;

use crate::compile::Translated;
use crate::compile::translator::Translator;
use crate::leaf::Leaf;

impl<'a> Translator<'a, '_> {
    /// The result of `op` is `f` of each lane of the operands; scalar operands are broadcast. `f` takes the leaf of the
    /// first operand.
    pub fn lanewise(
        &mut self,
        op: OpRef<'a>,
        mut f: impl FnMut(&mut Self, Leaf, &[ir::Value]) -> ir::Value,
    ) -> Translated {
        let leaf = self.leaf(op, op.operand(0).ty())?;
        let operands: Vec<Vec<ir::Value>> = op.operands().map(|operand| self.scalars(operand)).collect();
        let n = self.shape(op, op.result(0).ty())?.leaves.len();
        let mut results = Vec::with_capacity(n);
        for at in 0..n {
            let lane: Vec<ir::Value> =
                operands.iter().map(|lanes| lanes[if lanes.len() == 1 { 0 } else { at }]).collect();
            results.push(f(self, leaf, &lane));
        }
        self.set(op, results);
        Ok(())
    }

    /// As [`Self::lanewise`] of two operands.
    pub fn binary(
        &mut self,
        op: OpRef<'a>,
        mut f: impl FnMut(&mut Self, Leaf, ir::Value, ir::Value) -> ir::Value,
    ) -> Translated {
        self.lanewise(op, |t, leaf, lane| f(t, leaf, lane[0], lane[1]))
    }

    /// As [`Self::lanewise`] of one operand.
    pub fn unary(&mut self, op: OpRef<'a>, mut f: impl FnMut(&mut Self, Leaf, ir::Value) -> ir::Value) -> Translated {
        self.lanewise(op, |t, leaf, lane| f(t, leaf, lane[0]))
    }

    /// As [`Self::lanewise`], for an instruction that Cranelift has for shared registers of all lanes, too.
    pub fn shared(
        &mut self,
        op: OpRef<'a>,
        mut f: impl FnMut(&mut Self, Leaf, &[ir::Value]) -> ir::Value,
    ) -> Translated {
        let shape = self.shape(op, op.result(0).ty())?;
        let is_shared = shape.registers.first().is_some_and(|register| register.n_leaves > 1);
        if !is_shared || op.operands().any(|operand| operand.ty() != op.result(0).ty()) {
            return self.lanewise(op, f);
        }
        let leaf = shape.leaves[0];
        let operands: Vec<Vec<ir::Value>> = op.operands().map(|operand| self.registers(operand)).collect();
        let result = |at: usize| f(self, leaf, &operands.iter().map(|held| held[at]).collect::<Vec<_>>());
        let results = (0..shape.registers.len()).map(result).collect();
        self.set_registers(op, results);
        Ok(())
    }
}
