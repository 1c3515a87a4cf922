//! Debug records: operations right after the definitions of their values.

use rmlir::core::OpId;
use rmlir::prelude::*;
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::debug::{DILabelAttr, DILocalVariableAttr};
use rmlir_llvm_ir::model::inst::DebugRecord;
use rmlir_llvm_ir::model::metadata::{Md, MdId};
use rmlir_llvm_ir::model::value::Value;

use super::{Done, Importer, Region};

impl<'c> Importer<'c> {
    /// Translates the records before an instruction: labels immediately, variables when all values are translated.
    pub(super) fn records_before(&mut self, region: &mut Region<'c>, records: Vec<DebugRecord>) {
        for record in records {
            match (record.kind, &record.operands[..]) {
                ("label", [Md::Node(label)]) => {
                    let label = self.debug_node(*label);
                    if let Some(label) = label.filter(|label| DILabelAttr::from_attr(self.cx, *label).is_some()) {
                        let loc = self.location(record.location);
                        let state = self.state(llvm::DbgLabelIntr::NAME, &[], &[]).attr(self.cx, "label", label);
                        region.push(state.at(loc));
                    }
                }
                ("value" | "declare", _) => region.records.push(record),
                _ => {}
            }
        }
    }

    /// Translates the records on variables.
    pub(super) fn variable_records(&mut self, region: &mut Region<'c>) -> Done {
        for record in std::mem::take(&mut region.records) {
            let [value, Md::Node(variable), Md::Node(expression)] = &record.operands[..] else { continue };
            self.variable_record(region, &record, value, *variable, *expression)?;
        }
        Ok(())
    }

    /// A record on a list of values, or on none, has no operation.
    fn variable_record(
        &mut self,
        region: &mut Region<'c>,
        record: &DebugRecord,
        value: &Md,
        variable: MdId,
        expression: MdId,
    ) -> Done {
        let cx = self.cx;
        let value = match value {
            Md::Local(value) => *value,
            Md::Const(id) => Value::Const(*id),
            _ => return Ok(()),
        };
        let Some(variable) = self.debug_node(variable) else { return Ok(()) };
        if DILocalVariableAttr::from_attr(cx, variable).is_none() {
            return Ok(());
        }
        if !matches!(value, Value::Const(_)) && !region.values.contains_key(&value) {
            return Ok(());
        }
        let value = self.value(region, value)?;
        let loc = self.location(record.location);
        let mut state = self.state(&format!("llvm.intr.dbg.{}", record.kind), &[value], &[]).at(loc);
        state.set_attr(cx, "varInfo", variable);
        if let Some(expression) = self.expression(expression) {
            state.set_attr(cx, "locationExpr", expression);
        }
        let op = region.body.create_op(state);
        insert_after(&mut region.body, value, op);
        Ok(())
    }
}

/// Inserts `op` right after the definition of `value`. Landing pads stay first in their blocks.
fn insert_after(body: &mut Body, value: rmlir::core::Value, op: OpId) {
    let definition = match body.defining_op(value) {
        Some(definition) => Some(definition),
        None => {
            let block = body.value_block(value).expect("an argument belongs to a block");
            body.first_op(block).filter(|&first| OpRef::new(body, first).is::<llvm::LandingpadOp>())
        }
    };
    match definition {
        // The result of an invoke is defined in its normal destination.
        Some(definition) if body.successors(definition).len() > 0 => {
            let next = body.successors(definition).next().expect("a terminator with successors");
            match body.last_op(next) {
                Some(last) => body.insert_before(last, op),
                None => body.append_op(next, op),
            }
        }
        Some(definition) => body.insert_after(definition, op),
        None => {
            let block = body.value_block(value).expect("an argument belongs to a block");
            body.prepend_op(block, op);
        }
    }
}
