//! Loads and stores.

use rmlir::prelude::*;
use rmlir_hexagon::code::{Inst, Operand, Reg};
use rmlir_hexagon::op::{File, Op};
use rmlir_hexagon::table as t;
use rmlir_hexagon::table::Access;

use super::state::{Selected, Selector, file_of, size_of};
use super::view::{Address, Elements};

/// The loads of integers of a size.
fn load_of(size: i64, is_signed: bool) -> &'static Access {
    match (size, is_signed) {
        (1, true) => &t::LOAD_B,
        (1, false) => &t::LOAD_UB,
        (2, true) => &t::LOAD_H,
        (2, false) => &t::LOAD_UH,
        (4, _) => &t::LOAD_W,
        _ => &t::LOAD_D,
    }
}

fn store_of(size: i64) -> &'static Access {
    match size {
        1 => &t::STORE_B,
        2 => &t::STORE_H,
        4 => &t::STORE_W,
        _ => &t::STORE_D,
    }
}

impl<'a> Selector<'a> {
    pub(super) fn memory(&mut self, op: OpRef<'a>) -> Selected<()> {
        match op.name_str() {
            "memref.load" => {
                let address = self.address(op, 0)?;
                let reg = self.load(op, op.result(0).ty(), address, Some(op))?;
                self.define(op.result(0).id, reg);
                Ok(())
            }
            "memref.store" => {
                let address = self.address(op, 1)?;
                self.store(op, op.operand(0).id, address, Some(op))
            }
            _ => self.memref(op),
        }
    }

    /// A register times a constant.
    pub(super) fn scaled(&mut self, reg: Reg, by: i64) -> Reg {
        match super::integer::power_of_two(by) {
            Some(0) => reg,
            Some(power) if power < 32 => self.with(&t::ASL_I, reg, power),
            _ => {
                let by = self.constant_reg(File::R, by);
                self.of(&t::MPY, &[reg, by])
            }
        }
    }

    /// A register plus a constant.
    pub(super) fn plus(&mut self, reg: Reg, by: i64) -> Reg {
        if by == 0 { reg } else { self.with(&t::ADD_I, reg, i64::from(by as i32)) }
    }

    /// `sum + reg * by`.
    pub(super) fn plus_scaled(&mut self, sum: Reg, reg: Reg, by: i64) -> Reg {
        match super::integer::power_of_two(by) {
            Some(0) => self.of(&t::ADD, &[sum, reg]),
            Some(power) if power < 8 => self.emit(&t::ADD_ASL, vec![sum.into(), reg.into(), power.into()]),
            _ if (0..256).contains(&by) => self.accumulate(&t::MAC_I, sum, [reg.into(), by.into()]),
            _ => {
                let by = self.constant_reg(File::R, by);
                self.accumulate(&t::MAC, sum, [reg.into(), by.into()])
            }
        }
    }

    /// The address of an access whose memref is operand `memref`; subscripts follow it.
    fn address(&mut self, op: OpRef<'a>, memref: usize) -> Selected<Address> {
        if let Some(access) = self.linear_access(op) {
            return self.pointer(op, access);
        }
        let view = self.view(op, op.operand(memref).id)?;
        let (mut offset, mut index): (i64, Option<Reg>) = (0, None);
        for (number, stride) in view.strides.iter().enumerate() {
            let (value, constant) = self.without_constant(op.operand(memref + 1 + number).id);
            let value = value.map(|value| self.reg(op, value)).transpose()?;
            let by = match *stride {
                Elements::Constant(by) => {
                    offset = offset.wrapping_add(constant.wrapping_mul(by));
                    by
                }
                Elements::Register(stride) => {
                    let whole = match value {
                        Some(value) => self.plus(value, constant),
                        None => self.constant_reg(File::R, constant),
                    };
                    index = Some(match index {
                        Some(sum) => self.accumulate(&t::MAC, sum, [whole.into(), stride.into()]),
                        None => self.of(&t::MPY, &[whole, stride]),
                    });
                    continue;
                }
            };
            if let Some(value) = value {
                index = Some(match index {
                    Some(sum) => self.plus_scaled(sum, value, by),
                    None => self.scaled(value, by),
                });
            }
        }
        let offset = i64::from(offset.wrapping_mul(view.size) as i32);
        let power = super::integer::power_of_two(view.size).expect("sizes are powers of two");
        Ok(match index {
            None => Address::Offset(view.base, offset),
            Some(index) if offset == 0 => Address::Index(view.base, index, power),
            Some(index) => {
                let base = self.emit(&t::ADD_ASL, vec![view.base.into(), index.into(), power.into()]);
                Address::Offset(base, offset)
            }
        })
    }

    /// A value as a sum of another one and a constant.
    fn without_constant(&self, value: Value) -> (Option<Value>, i64) {
        if let Some(constant) = self.constant(value) {
            return (None, constant);
        }
        let Some(def) = self.body.defining_op(value) else { return (Some(value), 0) };
        let def = OpRef::new(self.body, def);
        let by = |index: usize| self.constant(def.operand(index).id);
        match def.name_str() {
            "arith.addi"
                if self.body.ty(value) == Type::INDEX
                    && let Some(by) = by(1) =>
            {
                (Some(def.operand(0).id), by)
            }
            _ => (Some(value), 0),
        }
    }

    /// The instruction of an access, with the predicate under which it is executed, if there is one.
    fn form(&self, address: Address, access: &'static Access) -> (&'static Op, Vec<Reg>, Vec<Operand>) {
        let conditional = self.guard.and_then(|guard| address.conditional_form(access, guard));
        conditional.map_or_else(|| address.form(access), |(op, operands)| (op, Vec::new(), operands))
    }

    /// Loads a value.
    fn load(&mut self, op: OpRef<'a>, ty: Type, address: Address, of: Option<OpRef<'a>>) -> Selected<Reg> {
        let size = size_of(self.cx, ty).ok_or_else(|| self.unsupported(op))?;
        let is_signed = size < 4 && of.is_some_and(|of| self.is_read_signed(of));
        let (instruction, more, operands) = self.form(address, load_of(size, is_signed));
        let result = self.function.register(instruction.defs[0]);
        let defs: Vec<Reg> = [result].into_iter().chain(more).collect();
        let mut inst = Inst::new(instruction, &defs, operands);
        inst.memory = of.map(|of| self.loop_access(of, false));
        self.push(inst);
        if let Some(of) = of.filter(|_| size < 4) {
            self.known_upper.insert(of.result(0).id, is_signed);
        }
        Ok(if file_of(self.cx, ty) == Some(File::P) { self.with(&t::TEST_BIT_I, result, 0) } else { result })
    }

    /// Whether the result of a load is extended as a signed integer.
    fn is_read_signed(&self, op: OpRef<'a>) -> bool {
        let users = self.body.users(op.result(0).id);
        let mut names = users.map(|user| OpRef::new(self.body, user).name_str());
        names.any(|name| {
            matches!(
                name,
                "arith.extsi" | "arith.sitofp" | "arith.minsi" | "arith.maxsi" | "arith.shrsi" | "arith.cmpi"
            )
        })
    }

    fn store(&mut self, op: OpRef<'a>, value: Value, address: Address, of: Option<OpRef<'a>>) -> Selected<()> {
        let size = size_of(self.cx, self.body.ty(value)).ok_or_else(|| self.unsupported(op))?;
        let reg = match file_of(self.cx, self.body.ty(value)) {
            Some(File::P) => self.extended(op, value, false)?,
            _ => self.reg(op, value)?,
        };
        let (instruction, defs, mut operands) = self.form(address, store_of(size));
        operands.push(reg.into());
        let mut inst = Inst::new(instruction, &defs, operands);
        inst.memory = of.map(|of| self.loop_access(of, true));
        self.push(inst);
        Ok(())
    }

    pub(super) fn load_at(&mut self, op: OpRef<'a>, ty: Type, base: Reg, offset: i64) -> Selected<Reg> {
        self.load(op, ty, Address::Offset(base, offset), None)
    }

    pub(super) fn store_at(&mut self, op: OpRef<'a>, value: Value, base: Reg, offset: i64) -> Selected<()> {
        self.store(op, value, Address::Offset(base, offset), None)
    }
}
