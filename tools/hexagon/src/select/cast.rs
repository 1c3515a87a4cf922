//! Conversions of types.

use rmlir::prelude::*;
use rmlir_hexagon::code::Reg;
use rmlir_hexagon::op::{File, Kind, Op};
use rmlir_hexagon::table as t;

use super::state::{Selected, Selector};

/// A conversion between integers of 32 or 64 bits and floats, or between floats: its name, the type of the float, and the
/// instruction, which says the width of the integer.
static ROWS: [(&str, Type, &Op); 18] = [
    ("arith.sitofp", Type::F32, &t::W_TO_SF),
    ("arith.uitofp", Type::F32, &t::UW_TO_SF),
    ("arith.sitofp", Type::F64, &t::W_TO_DF),
    ("arith.uitofp", Type::F64, &t::UW_TO_DF),
    ("arith.fptosi", Type::F32, &t::SF_TO_W),
    ("arith.fptoui", Type::F32, &t::SF_TO_UW),
    ("arith.fptosi", Type::F64, &t::DF_TO_W),
    ("arith.fptoui", Type::F64, &t::DF_TO_UW),
    ("arith.sitofp", Type::F32, &t::D_TO_SF),
    ("arith.uitofp", Type::F32, &t::UD_TO_SF),
    ("arith.sitofp", Type::F64, &t::D_TO_DF),
    ("arith.uitofp", Type::F64, &t::UD_TO_DF),
    ("arith.fptosi", Type::F32, &t::SF_TO_D),
    ("arith.fptoui", Type::F32, &t::SF_TO_UD),
    ("arith.fptosi", Type::F64, &t::DF_TO_D),
    ("arith.fptoui", Type::F64, &t::DF_TO_UD),
    ("arith.extf", Type::F64, &t::SF_TO_DF),
    ("arith.truncf", Type::F32, &t::DF_TO_SF),
];

impl<'a> Selector<'a> {
    /// Selects an operation, if it is a conversion.
    pub(super) fn cast(&mut self, op: OpRef<'a>) -> Selected<bool> {
        if op.n_results() != 1 || op.n_operands() != 1 {
            return Ok(false);
        }
        let (from, to) = (op.operand(0).id, op.result(0).id);
        let result = match op.name_str() {
            "arith.extsi" | "arith.index_cast" => self.resized(op, from, to, true)?,
            "arith.extui" | "arith.index_castui" => self.resized(op, from, to, false)?,
            "arith.trunci" => self.resized(op, from, to, false)?,
            "arith.bitcast" if self.width(from) == self.width(to) && self.width(from) >= 32 => self.reg(op, from)?,
            name => {
                let types = [self.body.ty(from), self.body.ty(to)];
                let is_of = |(of, ty, _): &&(&str, Type, &Op)| *of == name && types.contains(ty);
                if !ROWS.iter().any(|row| is_of(&row)) {
                    return Ok(false);
                }
                // A predicate that is converted is extended to a word.
                let word = |file| if file == File::P { File::R } else { file };
                let files = [word(self.file_of(op, types[0])?), self.file_of(op, types[1])?];
                let takes = |op: &Op| op.uses == [Kind::Reg(files[0])] && op.defs == [files[1]];
                let row = ROWS.iter().filter(is_of).find(|(_, _, instruction)| takes(instruction));
                let &(_, _, instruction) = row.ok_or_else(|| self.unsupported(op))?;
                let operand = match name {
                    "arith.sitofp" => self.extended(op, from, true)?,
                    "arith.uitofp" => self.extended(op, from, false)?,
                    _ => self.reg(op, from)?,
                };
                self.of(instruction, &[operand])
            }
        };
        self.define(to, result);
        Ok(true)
    }

    /// An integer with another width.
    fn resized(&mut self, op: OpRef<'a>, from: Value, to: Value, is_signed: bool) -> Selected<Reg> {
        let [source, target] = [self.width(from), self.width(to)];
        let is_pair = [self.file_of(op, self.body.ty(from))?, self.file_of(op, self.body.ty(to))?];
        if target == 1 {
            let reg = self.plain(op, from)?;
            return Ok(match is_pair[0] {
                File::P => reg,
                File::R => self.with(&t::TEST_BIT_I, reg, 0),
                File::D => {
                    let lower = self.half(reg, false);
                    self.with(&t::TEST_BIT_I, lower, 0)
                }
            });
        }
        match is_pair {
            [File::D, File::D] if target <= source => self.reg(op, from),
            [File::D, File::D] => self.extended(op, from, is_signed),
            [File::D, _] => {
                let reg = self.reg(op, from)?;
                Ok(self.half(reg, false))
            }
            [_, File::D] => {
                let word = self.extended(op, from, is_signed)?;
                if is_signed {
                    return Ok(self.of(&t::SXTW, &[word]));
                }
                let zero = self.constant_reg(File::R, 0);
                Ok(self.pair(zero, word))
            }
            // Upper bits are undefined, so less of them are never wrong.
            _ if target <= source => self.reg(op, from),
            _ => self.extended(op, from, is_signed),
        }
    }
}
