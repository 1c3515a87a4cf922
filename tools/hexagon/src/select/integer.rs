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
    /// For predicates, 32 bits, 32 bits and an immediate, and 64 bits.
    bit: Option<&'static Op>,
    word: &'static Op,
    with_immediate: Option<&'static Op>,
    pair: Option<&'static Op>,
    upper: Upper,
}

const fn row(
    name: &'static str,
    bit: Option<&'static Op>,
    word: &'static Op,
    with_immediate: Option<&'static Op>,
    pair: Option<&'static Op>,
    upper: Upper,
) -> Row {
    Row { name, bit, word, with_immediate, pair, upper }
}

static ROWS: [Row; 13] = [
    row("arith.addi", Some(&t::XOR_P), &t::ADD, Some(&t::ADD_I), Some(&t::ADD_D), Upper::Any),
    row("arith.subi", Some(&t::XOR_P), &t::SUB, None, Some(&t::SUB_D), Upper::Any),
    row("arith.muli", Some(&t::AND_P), &t::MPY, Some(&t::MPY_I), None, Upper::Any),
    row("arith.andi", Some(&t::AND_P), &t::AND, Some(&t::AND_I), Some(&t::AND_D), Upper::Any),
    row("arith.ori", Some(&t::OR_P), &t::OR, Some(&t::OR_I), Some(&t::OR_D), Upper::Any),
    row("arith.xori", Some(&t::XOR_P), &t::XOR, None, Some(&t::XOR_D), Upper::Any),
    row("arith.minsi", Some(&t::OR_P), &t::MIN, None, Some(&t::MIN_D), Upper::Signed),
    row("arith.maxsi", Some(&t::AND_P), &t::MAX, None, Some(&t::MAX_D), Upper::Signed),
    row("arith.minui", Some(&t::AND_P), &t::MINU, None, Some(&t::MINU_D), Upper::Unsigned),
    row("arith.maxui", Some(&t::OR_P), &t::MAXU, None, Some(&t::MAXU_D), Upper::Unsigned),
    row("arith.shli", None, &t::ASL, Some(&t::ASL_I), Some(&t::ASL_D), Upper::Any),
    row("arith.shrsi", None, &t::ASR, Some(&t::ASR_I), Some(&t::ASR_D), Upper::Signed),
    row("arith.shrui", None, &t::LSR, Some(&t::LSR_I), Some(&t::LSR_D), Upper::Unsigned),
];

/// The operations that call a function of the runtime library, by 32 and 64 bits.
const CALLS: [(&str, &str, bool); 4] = [
    ("arith.divsi", "__hexagon_divsi3", true),
    ("arith.divui", "__hexagon_udivsi3", false),
    ("arith.remsi", "__hexagon_modsi3", true),
    ("arith.remui", "__hexagon_umodsi3", false),
];

/// The function that an operation calls.
pub(super) fn callee(name: &str) -> Option<(&'static str, bool)> {
    CALLS.iter().find(|(of, ..)| *of == name).map(|&(_, callee, is_signed)| (callee, is_signed))
}

impl<'a> Selector<'a> {
    /// Selects an operation, if it is one on integers.
    pub(super) fn integer(&mut self, op: OpRef<'a>) -> Selected<bool> {
        if op.n_results() != 1 || self.body.ty(op.result(0).id).int_or_index_width(self.cx).is_none() {
            return Ok(false);
        }
        let file = self.file_of(op, op.result(0).ty())?;
        if let Some((callee, is_signed)) = callee(op.name_str()) {
            let operands = [op.operand(0).id, op.operand(1).id];
            if file != File::R {
                return Err(self.unsupported(op));
            }
            let [a, b] = [self.extended(op, operands[0], is_signed)?, self.extended(op, operands[1], is_signed)?];
            let result = self.call_runtime(callee, &[a, b]);
            self.define(op.result(0).id, result);
            return Ok(true);
        }
        let result = match (op.name_str(), file) {
            ("math.absi", File::R) => {
                let operand = self.extended(op, op.operand(0).id, true)?;
                self.of(&t::ABS, &[operand])
            }
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
                let (a, b) = (self.reg(op, a)?, self.reg(op, b)?);
                let is_shift = row.name.starts_with("arith.sh");
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
