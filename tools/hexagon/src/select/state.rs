//! The state of a selection: instructions, values, blocks.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_hexagon::code::{Block, Function, Inst, Memory, Operand, Reg};
use rmlir_hexagon::op::{File, Op};
use rmlir_hexagon::table as t;
use rustc_hash::{FxHashMap, FxHashSet};

use super::linear::Inner;
use super::view::{Guard, View};

/// An error at an operation.
pub(super) type Selected<T> = Result<T, Box<Diagnostic>>;

/// How loops address memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointers {
    /// A pointer for each access, incremented by it.
    Each,
    /// A pointer for all accesses that differ by a constant: fewer registers.
    Shared,
}

/// The most regions inside each other.
const MAX_NESTING: usize = 128;

/// The state of a selection.
pub(super) struct Selector<'a> {
    pub body: &'a Body<'a>,
    pub cx: &'a Context,
    pub function: Function,
    /// The block that instructions are added to, and the loops around it.
    pub current: usize,
    pub depth: u32,
    /// The number of regions around it.
    pub nesting: usize,
    pub values: FxHashMap<Value, Reg>,
    /// The values whose predicates are their inverse.
    pub inverted: FxHashSet<Value>,
    /// The values whose upper bits are known, and whether they are copies of the sign.
    pub known_upper: FxHashMap<Value, bool>,
    pub views: FxHashMap<Value, View>,
    pub labels: FxHashMap<BlockId, u32>,
    /// The operations that are part of others.
    pub skipped: FxHashSet<OpId>,
    pub pointers: Pointers,
    pub inner: Option<Inner<'a>>,
    /// The predicate under which accesses are executed, inside of a branch that was converted.
    pub guard: Option<Guard>,
    pub n_accesses: usize,
    /// Where results are stored that registers do not hold.
    pub result_pointer: Option<Reg>,
}

/// Instructions.
impl<'a> Selector<'a> {
    pub(super) fn push(&mut self, inst: Inst) {
        self.function.blocks[self.current].packets.push(vec![inst]);
    }

    /// Adds an instruction with one result.
    pub(super) fn emit(&mut self, op: &'static Op, uses: Vec<Operand>) -> Reg {
        let result = self.function.register(op.defs[0]);
        self.push(Inst::new(op, &[result], uses));
        result
    }

    /// Adds an instruction that reads registers.
    pub(super) fn of(&mut self, op: &'static Op, regs: &[Reg]) -> Reg {
        self.emit(op, regs.iter().map(|&reg| reg.into()).collect())
    }

    /// Adds an instruction that reads a register and an immediate.
    pub(super) fn with(&mut self, op: &'static Op, reg: Reg, imm: i64) -> Reg {
        self.emit(op, vec![reg.into(), imm.into()])
    }

    /// Adds an instruction without results.
    pub(super) fn effect(&mut self, op: &'static Op, uses: Vec<Operand>) {
        self.push(Inst::new(op, &[], uses));
    }

    /// Copies to a given register.
    pub(super) fn copy_to(&mut self, to: Reg, from: Reg) {
        let file = self.function.file(from);
        self.push(Inst::copy(file, to, from));
    }

    /// A copy in a new register.
    pub(super) fn copy(&mut self, from: Reg) -> Reg {
        let to = self.function.register(self.function.file(from));
        self.copy_to(to, from);
        to
    }

    /// `sum` plus or minus the product of the others, by an instruction that overwrites it.
    pub(super) fn accumulate(&mut self, op: &'static Op, sum: Reg, factors: [Operand; 2]) -> Reg {
        let result = self.copy(sum);
        let [a, b] = factors;
        self.push(Inst::new(op, &[result], vec![result.into(), a, b]));
        result
    }

    /// The lower or upper half of a pair.
    pub(super) fn half(&mut self, pair: Reg, is_upper: bool) -> Reg {
        self.emit(&t::MOVE, vec![Operand::Half(pair, is_upper)])
    }

    /// A pair of an upper and a lower half.
    pub(super) fn pair(&mut self, upper: Reg, lower: Reg) -> Reg {
        self.of(&t::COMBINE, &[upper, lower])
    }

    /// The next number of a memory access.
    pub(super) fn access(&mut self, stores: bool) -> Memory {
        self.n_accesses += 1;
        Memory { access: self.n_accesses - 1, stores }
    }

    /// Begins a block that follows the current one in memory.
    pub(super) fn begin(&mut self, label: u32) {
        self.function.blocks.push(Block { label, depth: self.depth, ..Block::default() });
        self.current = self.function.blocks.len() - 1;
    }

    pub(super) fn begin_unlabelled(&mut self) {
        let label = self.function.label();
        self.begin(label);
    }
}

/// Values.
impl<'a> Selector<'a> {
    pub(super) fn file_of(&self, op: OpRef, ty: Type) -> Selected<File> {
        file_of(self.cx, ty)
            .ok_or_else(|| op.error(format!("Hexagon has no registers for values of type {}", self.cx.show_type(ty))))
    }

    /// The bits of an integer or index, those of a value in a register.
    pub(super) fn width(&self, value: Value) -> u32 {
        match self.body.ty(value) {
            Type::INDEX => 32,
            ty => ty.int_or_float_width(self.cx).unwrap_or(32),
        }
    }

    /// The bits of a constant, sign-extended.
    pub(super) fn constant(&self, value: Value) -> Option<i64> {
        let attr = constant_value(self.body, value)?;
        if let Some((float, _)) = attr.as_float(self.cx) {
            return match self.width(value) {
                32 => Some(i64::from(float.bits() as u32 as i32)),
                64 => Some(float.bits() as u64 as i64),
                _ => None,
            };
        }
        attr.as_i64(self.cx)
    }

    /// The constant of a value of 32 bits or less, as an immediate.
    pub(super) fn immediate(&self, value: Value) -> Option<i64> {
        let is_word = |it: &i64| i32::try_from(*it).is_ok();
        self.constant(value).filter(is_word).filter(|_| self.width(value) <= 32)
    }

    /// The register that holds a value. Of a predicate it may hold the inverse.
    pub(super) fn reg(&mut self, op: OpRef, value: Value) -> Selected<Reg> {
        if let Some(&reg) = self.values.get(&value) {
            return Ok(reg);
        }
        if let Some(constant) = self.constant(value) {
            let file = self.file_of(op, self.body.ty(value))?;
            return Ok(self.constant_reg(file, constant));
        }
        if let Some(reg) = self.induction_variable(value) {
            return Ok(reg);
        }
        // Blocks may be in another order than they are executed.
        let file = self.file_of(op, self.body.ty(value))?;
        let reg = self.function.register(file);
        self.values.insert(value, reg);
        Ok(reg)
    }

    /// A register with a constant: in a loop one from before it.
    pub(super) fn constant_reg(&mut self, file: File, value: i64) -> Reg {
        let key = (file, value);
        if let Some(&reg) = self.inner.as_ref().and_then(|inner| inner.constants.get(&key)) {
            return reg;
        }
        let reg = self.before_loop(|it| it.new_constant(file, value));
        if let Some(inner) = &mut self.inner {
            inner.constants.insert(key, reg);
        }
        reg
    }

    pub(super) fn new_constant(&mut self, file: File, value: i64) -> Reg {
        match file {
            File::R => self.emit(&t::MOVE_I, vec![i64::from(value as i32).into()]),
            File::P => {
                let bit = self.emit(&t::MOVE_I, vec![(value & 1).into()]);
                self.with(&t::TEST_BIT_I, bit, 0)
            }
            File::D => {
                let [lower, upper] =
                    [value as i32, (value >> 32) as i32].map(|half| self.new_constant(File::R, half.into()));
                self.pair(upper, lower)
            }
        }
    }

    /// The register of a value that is no predicate, or the predicate itself.
    pub(super) fn plain(&mut self, op: OpRef, value: Value) -> Selected<Reg> {
        let reg = self.reg(op, value)?;
        Ok(if self.inverted.contains(&value) { self.of(&t::NOT_P, &[reg]) } else { reg })
    }

    /// A predicate, and whether it is the inverse of the value.
    pub(super) fn predicate(&mut self, op: OpRef, value: Value) -> Selected<(Reg, bool)> {
        Ok((self.reg(op, value)?, self.inverted.contains(&value)))
    }

    /// A value of less than 32 bits, extended to 32, or of less than 64 bits, extended to 64; others as they are.
    pub(super) fn extended(&mut self, op: OpRef, value: Value, is_signed: bool) -> Selected<Reg> {
        let width = self.width(value);
        if let Some(constant) = self.immediate(value).filter(|_| width < 32) {
            let constant = if is_signed { constant } else { constant & ((1 << width) - 1) };
            return Ok(self.constant_reg(File::R, constant));
        }
        if width == 1 {
            let (predicate, is_inverse) = self.predicate(op, value)?;
            let one = if is_signed { -1 } else { 1 };
            let [then, otherwise] = if is_inverse { [0, one] } else { [one, 0] };
            return Ok(self.emit(&t::MUX_II, vec![predicate.into(), then.into(), otherwise.into()]));
        }
        let reg = self.reg(op, value)?;
        let is_known = self.known_upper.get(&value) == Some(&is_signed);
        Ok(match (width, is_signed) {
            (32 | 64, _) => reg,
            _ if is_known => reg,
            (33.., _) => {
                let by = i64::from(64 - width);
                let shifted = self.with(&t::ASL_DI, reg, by);
                self.with(if is_signed { &t::ASR_DI } else { &t::LSR_DI }, shifted, by)
            }
            (8, true) => self.of(&t::SXTB, &[reg]),
            (8, false) => self.with(&t::AND_I, reg, 0xff),
            (16, true) => self.of(&t::SXTH, &[reg]),
            (16, false) => self.of(&t::ZXTH, &[reg]),
            (_, _) => {
                let by = i64::from(32 - width);
                let shifted = self.with(&t::ASL_I, reg, by);
                self.with(if is_signed { &t::ASR_I } else { &t::LSR_I }, shifted, by)
            }
        })
    }

    /// Sets the register of a value.
    pub(super) fn define(&mut self, value: Value, reg: Reg) {
        match self.values.get(&value) {
            Some(&known) => self.copy_to(known, reg),
            None => _ = self.values.insert(value, reg),
        }
    }

    /// Sets the predicate of a value.
    pub(super) fn define_predicate(&mut self, value: Value, reg: Reg, is_inverse: bool) {
        match (is_inverse, self.values.contains_key(&value)) {
            (true, true) => {
                let plain = self.of(&t::NOT_P, &[reg]);
                self.define(value, plain);
            }
            (true, false) => {
                self.inverted.insert(value);
                self.values.insert(value, reg);
            }
            (false, _) => self.define(value, reg),
        }
    }

    pub(super) fn unsupported(&self, op: OpRef) -> Box<Diagnostic> {
        op.error(format!("'{}' on these types has no Hexagon instructions", op.name_str()))
    }
}

/// The file for values of a type.
pub fn file_of(cx: &Context, ty: Type) -> Option<File> {
    match ty {
        Type::INDEX => Some(File::R),
        _ if ty.is_memref(cx) => Some(File::R),
        _ if ty.is_integer(cx) => match ty.int_width(cx)? {
            1 => Some(File::P),
            2..=32 => Some(File::R),
            33..=64 => Some(File::D),
            _ => None,
        },
        Type::F32 => Some(File::R),
        Type::F64 => Some(File::D),
        _ => None,
    }
}

/// The bytes of a value in memory.
pub fn size_of(cx: &Context, ty: Type) -> Option<i64> {
    if ty == Type::INDEX {
        return Some(4);
    }
    match ty.int_or_float_width(cx)? {
        1 | 8 => Some(1),
        16 if ty.is_integer(cx) => Some(2),
        32 => Some(4),
        64 => Some(8),
        _ => None,
    }
}

/// The operations of a block, in order.
impl<'a> Selector<'a> {
    pub(super) fn block(&mut self, block: BlockId) -> Selected<()> {
        if self.nesting == MAX_NESTING {
            let op = BlockRef::new(self.body, block).region().map_or(OpRef::root(self.body), RegionRef::owner);
            return Err(op.error("regions are nested too deeply for Hexagon code"));
        }
        self.nesting += 1;
        self.mark_skipped(block, &|_, _, _| false);
        let selected = self.ops(block);
        self.nesting -= 1;
        selected
    }

    pub(super) fn ops(&mut self, block: BlockId) -> Selected<()> {
        let ops: Vec<OpId> = self.body.ops(block).collect();
        for op in ops {
            if !self.skipped.contains(&op) {
                self.operation(OpRef::new(self.body, op))?;
            }
        }
        Ok(())
    }
}
