//! The step that an operation takes.

use rmlir::prelude::*;

use super::runtime::callee;
use super::state::{Selected, Selector};

impl<'a> Selector<'a> {
    /// Selects the instructions of an operation.
    pub(super) fn operation(&mut self, op: OpRef<'a>) -> Selected<()> {
        if op.has(TraitSet::CONSTANT_LIKE) {
            return Ok(());
        }
        let name = op.name_str();
        let dialect = name.split('.').next().unwrap_or(name);
        if let Some(callee) = callee(self.body, op) {
            return self.call_runtime(op, callee);
        }
        match (dialect, name) {
            (_, "arith.cmpi" | "arith.cmpf" | "arith.select") => self.comparison(op),
            ("arith", _) if self.integer(op)? || self.float(op)? || self.cast(op)? => Ok(()),
            ("math", _) if self.float(op)? || self.integer(op)? => Ok(()),
            ("memref", _) => self.memory(op),
            ("scf" | "cf", _) => self.flow(op),
            ("func", _) => self.call_or_return(op),
            _ => Err(self.unsupported(op)),
        }
    }
}
