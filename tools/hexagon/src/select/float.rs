//! Arithmetic on floats.

use rmlir::prelude::*;
use rmlir_hexagon::code::Reg;
use rmlir_hexagon::op::Op;
use rmlir_hexagon::table as t;

use super::state::{Selected, Selector};

/// The instructions of operations on two floats of 32 and 64 bits.
static ROWS: [(&str, &Op, Option<&Op>); 5] = [
    ("arith.addf", &t::SF_ADD, Some(&t::DF_ADD)),
    ("arith.subf", &t::SF_SUB, Some(&t::DF_SUB)),
    ("arith.mulf", &t::SF_MPY, None),
    ("arith.minnumf", &t::SF_MIN, None),
    ("arith.maxnumf", &t::SF_MAX, None),
];

/// The bit of the sign.
const SIGN: i64 = 31;

impl<'a> Selector<'a> {
    /// Selects an operation, if it is one on floats.
    pub(super) fn float(&mut self, op: OpRef<'a>) -> Selected<bool> {
        if op.n_results() != 1 || op.operands().any(|operand| operand.ty() != op.result(0).ty()) {
            return Ok(false);
        }
        let (name, is_single) = match op.result(0).ty() {
            Type::F32 => (op.name_str(), true),
            Type::F64 => (op.name_str(), false),
            _ => return Ok(false),
        };
        let result = match name {
            _ if let Some(row) = ROWS.iter().find(|row| row.0 == name) => {
                let instruction = if is_single { Some(row.1) } else { row.2 };
                let instruction = instruction.ok_or_else(|| self.unsupported(op))?;
                let (a, b) = (self.reg(op, op.operand(0).id)?, self.reg(op, op.operand(1).id)?);
                self.of(instruction, &[a, b])
            }
            "arith.minimumf" if is_single => self.extreme(op, &t::SF_MIN)?,
            "arith.maximumf" if is_single => self.extreme(op, &t::SF_MAX)?,
            "math.fma" if is_single => {
                let [a, b, sum] = [0, 1, 2].map(|index| op.operand(index).id);
                let (a, b, sum) = (self.reg(op, a)?, self.reg(op, b)?, self.reg(op, sum)?);
                self.accumulate(&t::SF_MAC, sum, [a.into(), b.into()])
            }
            "arith.negf" => self.with_sign(op, is_single, &t::TOGGLE_BIT_I)?,
            "math.absf" => self.with_sign(op, is_single, &t::CLEAR_BIT_I)?,
            _ => return Ok(false),
        };
        self.define(op.result(0).id, result);
        Ok(true)
    }

    /// The smaller or greater one of two numbers, or NaN, if one is: then the sum is.
    fn extreme(&mut self, op: OpRef<'a>, instruction: &'static Op) -> Selected<Reg> {
        let (a, b) = (self.reg(op, op.operand(0).id)?, self.reg(op, op.operand(1).id)?);
        let is_nan = self.of(&t::SF_UO, &[a, b]);
        let (nan, number) = (self.of(&t::SF_ADD, &[a, b]), self.of(instruction, &[a, b]));
        Ok(self.of(&t::MUX, &[is_nan, nan, number]))
    }

    /// The operand with another sign.
    fn with_sign(&mut self, op: OpRef<'a>, is_single: bool, instruction: &'static Op) -> Selected<Reg> {
        let operand = self.reg(op, op.operand(0).id)?;
        if is_single {
            return Ok(self.with(instruction, operand, SIGN));
        }
        let (upper, lower) = (self.half(operand, true), self.half(operand, false));
        let upper = self.with(instruction, upper, SIGN);
        Ok(self.pair(upper, lower))
    }
}
