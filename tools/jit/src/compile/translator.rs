//! The state of the translation of a function, and its registers.

use cranelift_codegen::ir;
use cranelift_codegen::ir::{BlockArg, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, types};
use cranelift_frontend::FunctionBuilder;
use cranelift_module::{DataId, Module as _};
use rmlir::core::{BlockId, OpRef, Type, Value, ValueDefinition, ValueRef};
use rustc_hash::FxHashMap;
use std::rc::Rc;

use super::module::{Function, Module, Shape};
use super::outcome::{Translated, unsupported};
use super::signature::{RESULT_SIZE, Signature};
use crate::leaf::{Leaf, Register};

/// See the module.
pub struct Translator<'a, 'f> {
    /// The surrounding module.
    pub module: &'f mut Module<'a>,
    /// The builder at its insertion point.
    pub b: FunctionBuilder<'f>,
    /// The calling convention of the function, including how it returns its result.
    pub signature: Rc<Signature>,
    /// The address of the result if it is returned through memory.
    pub result_place: Option<ir::Value>,
    /// The variable whose initializer is translated.
    pub variable: Option<DataId>,
    /// The height of the host's stack to restore on return, if the function allocates there.
    pub stack_height: Option<ir::Value>,
    pub(super) values: FxHashMap<Value, Held>,
    pub(super) blocks: FxHashMap<BlockId, ir::Block>,
    pub(super) positions: FxHashMap<BlockId, usize>,
}

/// The registers that hold a value.
pub(super) enum Held {
    /// A register for each leaf.
    Scalars(Vec<ir::Value>),
    /// The registers of its shape.
    Registers(Vec<ir::Value>),
}

impl<'a> Translator<'a, '_> {
    /// The shape of a type that `op` uses.
    pub fn shape(&mut self, op: OpRef<'a>, ty: Type) -> Translated<Rc<Shape>> {
        self.module.shape(op, ty)
    }

    /// The leaf of a scalar type, or of each lane.
    pub fn leaf(&mut self, op: OpRef<'a>, ty: Type) -> Translated<Leaf> {
        let shape = self.shape(op, ty)?;
        shape.leaves.first().copied().ok_or_else(|| unsupported(op, "a value of its types has no parts"))
    }

    /// The scalars of an operand.
    pub fn operand(&mut self, op: OpRef<'a>, index: usize) -> Vec<ir::Value> {
        self.scalars(op.operand(index))
    }

    /// The only scalar of an operand.
    pub fn scalar(&mut self, op: OpRef<'a>, index: usize) -> ir::Value {
        self.operand(op, index)[0]
    }

    /// The scalars of a value.
    pub fn scalars(&mut self, value: ValueRef<'a>) -> Vec<ir::Value> {
        let shape = self.module.shape_of(value.ty()).expect("a value that was set has registers");
        match self.values.get(&value.id).expect("operands dominate their uses") {
            Held::Scalars(scalars) => scalars.clone(),
            Held::Registers(held) => split(&mut self.b, &shape, held),
        }
    }

    /// The registers of a value.
    pub fn registers(&mut self, value: ValueRef<'a>) -> Vec<ir::Value> {
        let shape = self.module.shape_of(value.ty()).expect("a value that was set has registers");
        match self.values.get(&value.id).expect("operands dominate their uses") {
            Held::Registers(held) => held.clone(),
            Held::Scalars(scalars) => joined(&mut self.b, &shape, scalars),
        }
    }

    /// The registers of all of these.
    pub fn all(&mut self, values: impl Iterator<Item = ValueRef<'a>>) -> Vec<ir::Value> {
        values.flat_map(|value| self.registers(value)).collect()
    }

    /// The position of the block that defines a value in an order where each block comes after its dominators.
    pub fn position(&self, value: ValueRef<'a>) -> usize {
        let block = match value.def() {
            ValueDefinition::Argument(block, _) => Some(block),
            ValueDefinition::Result(op, _) => OpRef::new(value.body, op).block().map(|block| block.id),
        };
        block.and_then(|block| self.positions.get(&block)).copied().unwrap_or(0)
    }

    /// Sets the result of `op`.
    pub fn set(&mut self, op: OpRef<'a>, scalars: Vec<ir::Value>) {
        self.values.insert(op.result(0).id, Held::Scalars(scalars));
    }

    /// As [`Self::set`], in the registers of its shape.
    pub fn set_registers(&mut self, op: OpRef<'a>, registers: Vec<ir::Value>) {
        self.values.insert(op.result(0).id, Held::Registers(registers));
    }

    /// The target block of a branch, with its arguments.
    pub fn successor(&mut self, op: OpRef<'a>, index: usize) -> (ir::Block, Vec<BlockArg>) {
        let branch = op.interface::<dyn rmlir::core::interfaces::BranchOp>().expect("it has successors");
        let block = op.successors().nth(index).expect("the successor is there");
        let operands = branch.successor_operands(op, index).forwarded.map(|operand| op.operand(operand));
        (self.blocks[&block.id], block_args(&self.all(operands)))
    }

    /// Calls a function and returns the registers of its result.
    pub fn call(&mut self, function: &Function, args: &[ir::Value]) -> Vec<ir::Value> {
        let callee = self.module.jit.declare_func_in_func(function.id, self.b.func);
        let signature = function.signature.clone();
        self.call_with(&signature, args, |b, args| b.ins().call(callee, args))
    }

    /// As [`Self::call`], with a given call instruction.
    pub fn call_with(
        &mut self,
        signature: &Signature,
        args: &[ir::Value],
        call: impl FnOnce(&mut FunctionBuilder, &[ir::Value]) -> ir::Inst,
    ) -> Vec<ir::Value> {
        if !signature.by_memory {
            let made = call(&mut self.b, args);
            return self.b.inst_results(made).to_vec();
        }
        let size = signature.outputs.len() as u32 * RESULT_SIZE;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 4));
        let place = self.b.ins().stack_addr(types::I64, slot, 0);
        call(&mut self.b, &[&[place], args].concat());
        let load = |(at, register): (usize, &Register)| {
            self.b.ins().load(register.ty, MemFlagsData::trusted(), place, (at as u32 * RESULT_SIZE) as i32)
        };
        signature.outputs.iter().enumerate().map(load).collect()
    }

    /// Calls a function of the host that has at most one result.
    pub fn call_host(&mut self, name: &'static str, args: &[ir::Value]) -> Option<ir::Value> {
        let function = self.module.host(name);
        self.call(&function, args).first().copied()
    }

    /// As [`Self::call_host`], for a function that has a result.
    pub fn host(&mut self, name: &'static str, args: &[ir::Value]) -> ir::Value {
        self.call_host(name, args).expect("the function has a result")
    }

    /// Returns from the function.
    pub fn returns(&mut self, registers: &[ir::Value]) {
        if let Some(height) = self.stack_height {
            self.call_host("stack.restore", &[height]);
        }
        let Some(place) = self.result_place else {
            self.b.ins().return_(registers);
            return;
        };
        for (at, &register) in registers.iter().enumerate() {
            self.b.ins().store(MemFlagsData::trusted(), register, place, (at as u32 * RESULT_SIZE) as i32);
        }
        self.b.ins().return_(&[]);
    }

    /// A 64-bit integer constant.
    pub fn word(&mut self, value: i64) -> ir::Value {
        self.b.ins().iconst(types::I64, value)
    }
}

/// Splits shared registers into one scalar for each lane.
fn split(b: &mut FunctionBuilder, shape: &Shape, held: &[ir::Value]) -> Vec<ir::Value> {
    let mut scalars = Vec::with_capacity(shape.leaves.len());
    for (register, &value) in shape.registers.iter().zip(held) {
        match register.n_leaves {
            1 => scalars.push(value),
            n => scalars.extend((0..n).map(|lane| b.ins().extractlane(value, lane as u8))),
        }
    }
    scalars
}

/// Joins lanes into the registers that they share.
fn joined(b: &mut FunctionBuilder, shape: &Shape, scalars: &[ir::Value]) -> Vec<ir::Value> {
    let mut rest = scalars;
    let mut held = Vec::with_capacity(shape.registers.len());
    for register in &shape.registers {
        let (own, after) = rest.split_at(register.n_leaves);
        rest = after;
        if register.n_leaves == 1 {
            held.push(own[0]);
            continue;
        }
        let mut value = b.ins().splat(register.ty, own[0]);
        for (lane, &scalar) in own.iter().enumerate().filter(|(_, scalar)| **scalar != own[0]) {
            value = b.ins().insertlane(value, scalar, lane as u8);
        }
        held.push(value);
    }
    held
}

/// Registers as arguments of a block.
pub fn block_args(registers: &[ir::Value]) -> Vec<BlockArg> {
    registers.iter().map(|&register| BlockArg::Value(register)).collect()
}
