//! Arithmetic on floats.

use rmlir::prelude::*;
use rmlir_hexagon::code::{Inst, Operand, Reg};
use rmlir_hexagon::op::{File, Op};
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

/// The bits of the number 1.
const ONE: i64 = 0x3f80_0000;

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
        let row = ROWS.iter().find(|row| row.0 == name);
        let instruction = row.and_then(|row| if is_single { Some(row.1) } else { row.2 });
        let result = match name {
            _ if let Some(instruction) = instruction => {
                let (a, b) = (self.reg(op, op.operand(0).id)?, self.reg(op, op.operand(1).id)?);
                self.of(instruction, &[a, b])
            }
            "arith.divf" if is_single => self.quotient(op)?,
            "arith.minimumf" if is_single => self.extreme(op, &t::SF_MIN)?,
            "arith.maximumf" if is_single => self.extreme(op, &t::SF_MAX)?,
            "arith.minnumf" => self.extreme_pair(op, true, false)?,
            "arith.maxnumf" => self.extreme_pair(op, false, false)?,
            "arith.minimumf" => self.extreme_pair(op, true, true)?,
            "arith.maximumf" => self.extreme_pair(op, false, true)?,
            "math.copysign" => self.with_sign_of(op, is_single)?,
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

    /// The magnitude of the first operand with the sign of the second one.
    fn with_sign_of(&mut self, op: OpRef<'a>, is_single: bool) -> Selected<Reg> {
        let (magnitude, sign) = (self.reg(op, op.operand(0).id)?, self.reg(op, op.operand(1).id)?);
        let upper = |it: &mut Self, reg| if is_single { reg } else { it.half(reg, true) };
        let (upper_magnitude, upper_sign) = (upper(self, magnitude), upper(self, sign));
        let is_negative = self.with(&t::TEST_BIT_I, upper_sign, SIGN);
        let positive = self.with(&t::CLEAR_BIT_I, upper_magnitude, SIGN);
        let negative = self.with(&t::TOGGLE_BIT_I, positive, SIGN);
        let result = self.of(&t::MUX, &[is_negative, negative, positive]);
        if is_single {
            return Ok(result);
        }
        let lower = self.half(magnitude, false);
        Ok(self.pair(result, lower))
    }

    /// The smaller or greater one of two numbers of 64 bits, of which -0 is less than 0. If one operand is NaN, the result is
    /// that, or the other one.
    fn extreme_pair(&mut self, op: OpRef<'a>, is_lesser: bool, keeps_nan: bool) -> Selected<Reg> {
        let (a, b) = (self.reg(op, op.operand(0).id)?, self.reg(op, op.operand(1).id)?);
        let is_first = self.of(&t::DF_GT, &if is_lesser { [b, a] } else { [a, b] });
        let number = self.of(&t::VMUX, &[is_first, a, b]);
        // Equal numbers differ in the sign of zero at most.
        let is_equal = self.of(&t::DF_EQ, &[a, b]);
        let both = self.of(if is_lesser { &t::OR_D } else { &t::AND_D }, &[a, b]);
        let number = self.of(&t::VMUX, &[is_equal, both, number]);
        if keeps_nan {
            let is_nan = self.of(&t::DF_UO, &[a, b]);
            let nan = self.of(&t::DF_ADD, &[a, b]);
            return Ok(self.of(&t::VMUX, &[is_nan, nan, number]));
        }
        // A comparison with NaN is false: the number is the second operand then.
        let is_nan = self.of(&t::DF_UO, &[b, b]);
        Ok(self.of(&t::VMUX, &[is_nan, a, number]))
    }

    /// A quotient of numbers of 32 bits: an approximate reciprocal of the denominator, which is improved twice, as the
    /// quotient is (Newton); then the quotient is rounded once. The machine scales operands so that no step overflows, and
    /// the last one takes that back.
    fn quotient(&mut self, op: OpRef<'a>) -> Selected<Reg> {
        let operands = [self.reg(op, op.operand(0).id)?, self.reg(op, op.operand(1).id)?];
        let [reciprocal, scale] = [File::R, File::P].map(|file| self.function.register(file));
        let uses = operands.map(Operand::from).to_vec();
        self.push(Inst::new(&t::SF_RECIPROCAL, &[reciprocal, scale], uses));
        let (numerator, denominator) = (self.of(&t::SF_NUMERATOR, &operands), self.of(&t::SF_DENOMINATOR, &operands));
        let one = self.constant_reg(File::R, ONE);
        let mut sum = |op, sum, a: Reg, b: Reg| self.accumulate(op, sum, [a.into(), b.into()]);
        let (plus, minus) = (&t::SF_MAC_LIB, &t::SF_MNAC_LIB);
        let error = sum(minus, one, denominator, reciprocal);
        let better = sum(plus, reciprocal, error, reciprocal);
        let error = sum(minus, one, denominator, better);
        let best = sum(plus, better, error, better);
        let zero = self.with(&t::AND_I, numerator, i64::from(i32::MIN));
        let mut sum = |op, sum, a: Reg, b: Reg| self.accumulate(op, sum, [a.into(), b.into()]);
        let quotient = sum(plus, zero, numerator, better);
        let rest = sum(minus, numerator, denominator, quotient);
        let quotient = sum(plus, quotient, rest, best);
        let rest = sum(minus, numerator, denominator, quotient);
        let result = self.copy(quotient);
        let uses = vec![result.into(), rest.into(), best.into(), scale.into()];
        self.push(Inst::new(&t::SF_MAC_SCALE, &[result], uses));
        Ok(result)
    }
}
