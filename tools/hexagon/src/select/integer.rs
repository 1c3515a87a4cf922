//! Arithmetic on integers, by a table.

use rmlir::prelude::*;
use rmlir_hexagon::code::{Operand, Reg};
use rmlir_hexagon::op::{File, Op};
use rmlir_hexagon::table as t;

use super::state::{Selected, Selector};

/// What an operation requires of the upper bits of integers of less than 32 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Upper {
    Any,
    Signed,
    Unsigned,
}

/// The instructions of an operation.
struct Row {
    name: &'static str,
    bit: Option<&'static Op>,
    word: &'static Op,
    with_immediate: Option<&'static Op>,
    pair: Option<&'static Op>,
    upper: Upper,
}

macro_rules! rows {
    ($($name:literal $bit:ident $word:ident $with_immediate:ident $pair:ident $upper:ident;)*) => {
        &[$(Row {
            name: concat!("arith.", $name),
            bit: rows!(@ $bit),
            word: &t::$word,
            with_immediate: rows!(@ $with_immediate),
            pair: rows!(@ $pair),
            upper: Upper::$upper,
        }),*]
    };
    (@ NONE) => { None };
    (@ $op:ident) => { Some(&t::$op) };
}

/// By operation: the instructions for predicates, 32 bits, 32 bits and an immediate, and 64 bits; what is required of upper
/// bits.
static ROWS: &[Row] = rows! {
    "addi" XOR_P ADD ADD_I ADD_D Any;
    "subi" XOR_P SUB NONE SUB_D Any;
    "muli" AND_P MPY MPY_I NONE Any;
    "andi" AND_P AND AND_I AND_D Any;
    "ori" OR_P OR OR_I OR_D Any;
    "xori" XOR_P XOR NONE XOR_D Any;
    "minsi" OR_P MIN NONE MIN_D Signed;
    "maxsi" AND_P MAX NONE MAX_D Signed;
    "minui" AND_P MINU NONE MINU_D Unsigned;
    "maxui" OR_P MAXU NONE MAXU_D Unsigned;
    "shli" NONE ASL ASL_I ASL_D Any;
    "shrsi" NONE ASR ASR_I ASR_D Signed;
    "shrui" NONE LSR LSR_I LSR_D Unsigned;
};

impl<'a> Selector<'a> {
    /// Selects an operation, if it is one on integers.
    pub(super) fn integer(&mut self, op: OpRef<'a>) -> Selected<bool> {
        if op.n_results() != 1 || self.body.ty(op.result(0).id).int_or_index_width(self.cx).is_none() {
            return Ok(false);
        }
        let file = self.file_of(op, op.result(0).ty())?;
        let result = match (op.name_str(), file) {
            ("math.absi", File::R) => {
                let operand = self.extended(op, op.operand(0).id, true)?;
                self.of(&t::ABS, &[operand])
            }
            ("math.ctlz" | "math.cttz" | "math.ctpop", File::R | File::D) => self.bit_count(op, file)?,
            ("arith.muli", File::D) => self.wide_product(op)?,
            (name, _) => match ROWS.iter().find(|row| row.name == name) {
                Some(row) => self.by_row(op, row, file)?,
                None => return Ok(false),
            },
        };
        self.define(op.result(0).id, result);
        Ok(true)
    }

    fn by_row(&mut self, op: OpRef<'a>, row: &Row, file: File) -> Selected<Reg> {
        let [a, b] = [op.operand(0).id, op.operand(1).id];
        match file {
            File::P => {
                let instruction = row.bit.ok_or_else(|| self.unsupported(op))?;
                let operands = [self.plain(op, a)?, self.plain(op, b)?];
                Ok(self.of(instruction, &operands))
            }
            File::D => {
                let instruction = row.pair.ok_or_else(|| self.unsupported(op))?;
                let is_shift = row.name.starts_with("arith.sh");
                let (a, b) = (self.with_upper(op, a, row.upper)?, self.with_upper(op, b, row.upper)?);
                let b = if is_shift { self.half(b, false) } else { b };
                Ok(self.of(instruction, &[a, b]))
            }
            File::R => self.word(op, row, a, b),
        }
    }

    fn word(&mut self, op: OpRef<'a>, row: &Row, a: Value, b: Value) -> Selected<Reg> {
        if let Some(fused) = self.fused(op).filter(|_| matches!(row.name, "arith.addi" | "arith.subi")) {
            return self.accumulated(op, OpRef::new(self.body, fused));
        }
        let is_commutative = !matches!(row.name, "arith.subi" | "arith.shli" | "arith.shrsi" | "arith.shrui");
        let (a, b) = if is_commutative && self.immediate(a).is_some() { (b, a) } else { (a, b) };
        if row.name == "arith.subi" {
            return self.difference(op, a, b);
        }
        if let (Some(instruction), Some(value)) = (row.with_immediate, self.immediate(b)) {
            let rmlir_hexagon::op::Kind::Imm(imm) = instruction.uses[1] else { return Err(self.unsupported(op)) };
            let power = (row.name == "arith.muli").then(|| power_of_two(value)).flatten();
            if let Some(power) = power {
                let a = self.reg(op, a)?;
                return Ok(self.with(&t::ASL_I, a, power));
            }
            // An immediate that takes an extender is no better than a register in a loop.
            if imm.holds(value) || (imm.extends && self.inner.is_none() && row.name != "arith.muli") {
                let a = self.with_upper(op, a, row.upper)?;
                return Ok(self.with(instruction, a, value));
            }
        }
        let upper = if row.name.starts_with("arith.sh") { Upper::Unsigned } else { row.upper };
        let (a, b) = (self.with_upper(op, a, row.upper)?, self.with_upper(op, b, upper)?);
        Ok(self.of(row.word, &[a, b]))
    }

    /// The number of zeros before the first one, or behind the last one, or of ones.
    fn bit_count(&mut self, op: OpRef<'a>, file: File) -> Selected<Reg> {
        let value = op.operand(0).id;
        let width = i64::from(self.width(value));
        let operand = self.extended(op, value, false)?;
        let zero = self.constant_reg(File::R, 0);
        let count = match (op.name_str(), file) {
            ("math.ctpop", File::D) => self.of(&t::POPULATION_D, &[operand]),
            ("math.ctpop", _) => {
                let pair = self.pair(zero, operand);
                self.of(&t::POPULATION_D, &[pair])
            }
            ("math.ctlz", File::D) => {
                let count = self.of(&t::LEADING_ZEROS_D, &[operand]);
                self.plus(count, width - 64)
            }
            ("math.ctlz", _) => {
                let count = self.of(&t::LEADING_ZEROS, &[operand]);
                self.plus(count, width - 32)
            }
            // A one behind the highest bit is found if there is no other.
            (_, File::D) => {
                let operand = match width {
                    64 => operand,
                    _ => {
                        let (upper, lower) = (self.half(operand, true), self.half(operand, false));
                        let upper = self.with(&t::SET_BIT_I, upper, width - 32);
                        self.pair(upper, lower)
                    }
                };
                self.of(&t::TRAILING_ZEROS_D, &[operand])
            }
            (_, _) => {
                let operand = if width == 32 { operand } else { self.with(&t::SET_BIT_I, operand, width) };
                self.of(&t::TRAILING_ZEROS, &[operand])
            }
        };
        Ok(if file == File::D { self.pair(zero, count) } else { count })
    }

    /// The instruction for 32-bit arithmetic that does not depend on upper bits, and its operands.
    pub(super) fn plain_arithmetic(
        &mut self,
        op: OpRef<'a>,
        arithmetic: OpRef<'a>,
    ) -> Selected<Option<(&'static Op, Vec<Operand>)>> {
        let row = ROWS.iter().find(|row| row.name == arithmetic.name_str() && row.upper == Upper::Any);
        let Some(row) = row.filter(|_| self.width(arithmetic.result(0).id) > 1) else { return Ok(None) };
        let [a, b] = [arithmetic.operand(0).id, arithmetic.operand(1).id];
        let a = self.reg(op, a)?;
        let small = self.immediate(b).filter(|value| row.name == "arith.addi" && (-128..128).contains(value));
        if let Some(value) = small {
            return Ok(Some((&t::ADD_I, vec![a.into(), value.into()])));
        }
        let b = self.reg(op, b)?;
        Ok(Some((row.word, vec![a.into(), b.into()])))
    }

    fn with_upper(&mut self, op: OpRef<'a>, value: Value, upper: Upper) -> Selected<Reg> {
        match upper {
            Upper::Any => self.reg(op, value),
            Upper::Signed => self.extended(op, value, true),
            Upper::Unsigned => self.extended(op, value, false),
        }
    }

    fn difference(&mut self, op: OpRef<'a>, a: Value, b: Value) -> Selected<Reg> {
        if let Some(value) = self.immediate(b).and_then(|value| i32::try_from(-value).ok()) {
            let a = self.reg(op, a)?;
            return Ok(self.with(&t::ADD_I, a, value.into()));
        }
        if let Some(value) = self.immediate(a).filter(|value| (-512..512).contains(value)) {
            let b = self.reg(op, b)?;
            return Ok(self.emit(&t::SUB_I, vec![value.into(), b.into()]));
        }
        let operands = [self.reg(op, a)?, self.reg(op, b)?];
        Ok(self.of(&t::SUB, &operands))
    }

    /// A sum or difference with a product.
    fn accumulated(&mut self, op: OpRef<'a>, product: OpRef<'a>) -> Selected<Reg> {
        let is_product = |value: Value| self.body.defining_op(value) == Some(product.id);
        let sum = if is_product(op.operand(0).id) { op.operand(1).id } else { op.operand(0).id };
        let [a, b] = [product.operand(0).id, product.operand(1).id];
        let (a, b) = if self.immediate(a).is_some() { (b, a) } else { (a, b) };
        let is_sum = op.name_str() == "arith.addi";
        let (sum, a) = (self.reg(op, sum)?, self.reg(op, a)?);
        if let Some(value) = self.immediate(b).filter(|value| is_sum && (0..256).contains(value)) {
            return Ok(self.accumulate(&t::MAC_I, sum, [a.into(), value.into()]));
        }
        let b = self.reg(op, b)?;
        let instruction = if is_sum { &t::MAC } else { &t::MNAC };
        Ok(self.accumulate(instruction, sum, [a.into(), b.into()]))
    }

    /// The lower 64 bits of a product of pairs.
    fn wide_product(&mut self, op: OpRef<'a>) -> Selected<Reg> {
        let (a, b) = (self.reg(op, op.operand(0).id)?, self.reg(op, op.operand(1).id)?);
        let half = Operand::Half;
        let lowers = self.emit(&t::MPYU_D, vec![half(a, false), half(b, false)]);
        let upper = self.half(lowers, true);
        let upper = self.accumulate(&t::MAC, upper, [half(a, false), half(b, true)]);
        let upper = self.accumulate(&t::MAC, upper, [half(a, true), half(b, false)]);
        Ok(self.emit(&t::COMBINE, vec![upper.into(), half(lowers, false)]))
    }
}

/// The exponent, if `value` is a power of two.
pub(super) fn power_of_two(value: i64) -> Option<i64> {
    (value > 0 && value & (value - 1) == 0).then(|| i64::from(value.trailing_zeros()))
}
