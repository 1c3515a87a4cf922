//! The interface of an operation's `eval` to the compiler: its operands as registers, and the instruction list.
//!
//! Files: this one has registers, instructions, labels and calls; `region` the regions of operations and their exits;
//! `number` elementwise operations, `integer` and `float` those common to all dialects; `host` functions of the host;
//! `constant` and `combine`; `loops` and `affine` loops and index computations; `transfer` asynchronous copies.

pub mod affine;
pub mod combine;
pub mod constant;
pub mod float;
pub mod host;
pub mod integer;
pub mod loops;
pub mod number;
mod region;
pub mod transfer;

use std::sync::Arc;

use rmlir_core::effects::is_speculatable;
use rmlir_core::mixed_index::MixedIndex;
use rmlir_core::{BlockId, Context, Ident, OpRef, SymbolRef, Type, ValueRef};
use rmlir_diag::Diagnostic;
use rustc_hash::FxHashMap;

pub use self::region::Exit;
use crate::code::{Code, Flow, Label, Reg, Site, Step};
use crate::fault::Fault;
use crate::kind::Kind;
use crate::linker::Linker;
use crate::machine::Machine;
use crate::value::Value;

/// The result of compiling an operation.
pub type Emitted = Result<(), Box<Diagnostic>>;

/// The compiler of one function; see the module documentation.
pub struct Emit<'a, 'l> {
    linker: &'l mut Linker<'a>,
    code: Code,
    /// The symbol table in which symbols are looked up.
    table: OpRef<'a>,
    regs: FxHashMap<rmlir_core::Value, Reg>,
    blocks: FxHashMap<BlockId, Label>,
    exits: Vec<Vec<Exit>>,
    site: u32,
    /// The target of the last instruction, if that is a jump and no label was bound after it.
    last_jump: Option<Label>,
}

/// The position of a label that is not bound yet.
const UNBOUND: u32 = u32::MAX;

impl<'a, 'l> Emit<'a, 'l> {
    pub(crate) fn new(linker: &'l mut Linker<'a>, table: OpRef<'a>, site: u32) -> Self {
        let (regs, blocks) = (FxHashMap::default(), FxHashMap::default());
        Self { linker, code: Code::default(), table, regs, blocks, exits: Vec::new(), site, last_jump: None }
    }

    pub(crate) fn finish(self) -> Code {
        assert!(!self.code.labels.contains(&UNBOUND), "every label is bound");
        self.code
    }

    pub(crate) fn set_params(&mut self, params: Vec<Reg>) {
        self.code.params = params;
    }

    /// The context.
    pub fn cx(&self) -> &'a Context {
        self.linker.cx()
    }

    /// The value of `vscale` for scalable vectors.
    pub fn vscale(&self) -> u64 {
        self.linker.settings().vscale
    }

    /// The index of the operation being compiled, for the buffers it allocates.
    pub fn site(&self) -> u32 {
        self.site
    }

    /// The kind of a type, or an error at `op`.
    pub fn kind(&self, op: OpRef, ty: Type) -> Result<Kind, Box<Diagnostic>> {
        Kind::of(self.cx(), ty, self.vscale()).map_err(|reason| op.error(format!("cannot be interpreted: {reason}")))
    }

    /// The register of a value.
    pub fn reg(&mut self, value: ValueRef) -> Reg {
        self.reg_of(value.id)
    }

    /// As [`Self::reg`], by the id in the body being compiled.
    pub fn reg_of(&mut self, value: rmlir_core::Value) -> Reg {
        if let Some(&reg) = self.regs.get(&value) {
            return reg;
        }
        let reg = self.fresh();
        self.regs.insert(value, reg);
        reg
    }

    /// The register of an index that is an integer or a value.
    pub fn mixed_index(&mut self, index: MixedIndex) -> Reg {
        match index {
            MixedIndex::Static(number) => self.constant(Value::index(number)),
            MixedIndex::Dynamic(value) => self.reg_of(value),
        }
    }

    /// The registers of indices that are integers or values.
    pub fn mixed_indices(&mut self, indices: &[MixedIndex]) -> Vec<Reg> {
        indices.iter().map(|&index| self.mixed_index(index)).collect()
    }

    /// The registers of values.
    pub fn regs<'v>(&mut self, values: impl IntoIterator<Item = ValueRef<'v>>) -> Vec<Reg> {
        values.into_iter().map(|value| self.reg(value)).collect()
    }

    /// The register of an operand.
    pub fn operand(&mut self, op: OpRef, index: usize) -> Reg {
        self.reg(op.operand(index))
    }

    /// The registers of all operands.
    pub fn operands(&mut self, op: OpRef) -> Vec<Reg> {
        self.regs(op.operands())
    }

    /// The registers of an operand field.
    pub fn operand_field(&mut self, op: OpRef, field: usize) -> Vec<Reg> {
        self.regs(op.operand_field(field))
    }

    /// The register of a result.
    pub fn result(&mut self, op: OpRef, index: usize) -> Reg {
        self.reg(op.result(index))
    }

    /// The registers of all results.
    pub fn results(&mut self, op: OpRef) -> Vec<Reg> {
        self.regs(op.results())
    }

    /// Creates a register without a value of the IR.
    pub fn fresh(&mut self) -> Reg {
        self.constant(Value::Poison)
    }

    /// Creates `n` registers without values of the IR.
    pub fn fresh_many(&mut self, n: usize) -> Vec<Reg> {
        (0..n).map(|_| self.fresh()).collect()
    }

    /// Creates a register with the initial value `value`.
    pub fn constant(&mut self, value: Value) -> Reg {
        self.code.frame.push(value);
        Reg(u32::try_from(self.code.frame.len() - 1).expect("a function has fewer than 2^32 values"))
    }

    /// Sets the initial value of `reg` to `value`; no instruction may write it.
    pub fn set_constant(&mut self, reg: Reg, value: Value) {
        self.code.frame[reg.0 as usize] = value;
    }

    /// Appends an instruction.
    pub fn push(&mut self, inst: impl Fn(&mut Machine) -> Step + Send + Sync + 'static) {
        self.code.insts.push(Box::new(inst));
        self.code.sites.push(self.site);
        self.last_jump = None;
    }

    /// Appends an instruction that computes a value.
    pub fn compute(&mut self, into: Reg, f: impl Fn(&mut Machine) -> crate::value::Computed + Send + Sync + 'static) {
        self.push(move |m| {
            let value = f(m);
            m.put(into, value)
        });
    }

    /// Appends an instruction that ends the execution with a fault.
    pub fn stop(&mut self, fault: Box<Fault>) {
        self.push(move |_| Err(fault.clone()));
    }

    /// Creates a label, not bound yet.
    pub fn label(&mut self) -> Label {
        self.code.labels.push(UNBOUND);
        Label(self.code.labels.len() as u32 - 1)
    }

    /// Binds a label to the next instruction; a jump to it directly before is omitted.
    pub fn bind(&mut self, label: Label) {
        if self.last_jump.take() == Some(label) {
            self.code.insts.pop();
            self.code.sites.pop();
        }
        self.code.labels[label.0 as usize] = self.code.insts.len() as u32;
    }

    /// Appends a jump.
    pub fn jump(&mut self, label: Label) {
        self.push(move |_| Ok(Flow::Jump(label)));
        self.last_jump = Some(label);
    }

    /// Appends a jump to one of two labels; a poison condition is a fault.
    pub fn branch(&mut self, condition: Reg, then: Label, otherwise: Label) {
        self.push(move |m| {
            let condition = m.bits(condition, "a condition")?;
            Ok(Flow::Jump(if condition != 0 { then } else { otherwise }))
        });
    }

    /// Appends parallel moves.
    pub fn moves(&mut self, from: &[Reg], to: &[Reg]) {
        let pairs: Vec<(Reg, Reg)> =
            from.iter().copied().zip(to.iter().copied()).filter(|(from, to)| from != to).collect();
        match pairs[..] {
            [] => {}
            [(from, to)] => self.push(move |m| {
                let value = m.get(from).clone();
                m.set(to, value);
                Ok(Flow::Next)
            }),
            _ => self.push(move |m| {
                let values: Vec<Value> = pairs.iter().map(|&(from, _)| m.get(from).clone()).collect();
                for (&(_, to), value) in pairs.iter().zip(values) {
                    m.set(to, value);
                }
                Ok(Flow::Next)
            }),
        }
    }

    /// The label of a block.
    pub fn block_label(&mut self, block: BlockId) -> Label {
        if let Some(&label) = self.blocks.get(&block) {
            return label;
        }
        let label = self.label();
        self.blocks.insert(block, label);
        label
    }

    /// Appends a jump to successor `index` of `op` that forwards `values` to its arguments.
    pub fn jump_to(&mut self, op: OpRef, index: usize, values: &[Reg]) {
        let block = op.successors().nth(index).expect("a successor's number is below how many there are");
        let args = self.regs(block.args());
        self.moves(values, &args);
        let label = self.block_label(block.id);
        self.jump(label);
    }

    /// Appends a return from the function.
    pub fn give_back(&mut self, values: &[Reg]) {
        let values: Arc<[Reg]> = values.into();
        self.push(move |m| {
            let values = values.iter().map(|&reg| m.get(reg).clone()).collect();
            m.give_back(values)
        });
    }

    /// The operation that a symbol refers to here, or an error at `op`.
    pub fn symbol<'s>(&mut self, op: OpRef, symbol: impl Into<SymbolRef<'s>>) -> Result<OpRef<'a>, Box<Diagnostic>> {
        self.linker.symbol(self.table, symbol).ok_or_else(|| op.error("refers to a symbol that is not there"))
    }

    /// The index of the function `symbol`, which is added to the worklist.
    pub fn function<'s>(&mut self, op: OpRef, symbol: impl Into<SymbolRef<'s>>) -> Result<u32, Box<Diagnostic>> {
        let callee = self.symbol(op, symbol)?;
        self.linker.function(callee)
    }

    /// The value that represents the function with index `function`.
    pub fn function_value(function: u32) -> Value {
        Value::Bits(crate::machine::FUNCTIONS + u64::from(function))
    }

    /// The index of the global variable that `global` declares, for [`Machine::global`]. It has `size` bytes, which
    /// `fill` initializes before the execution.
    pub fn global(
        &mut self,
        global: OpRef<'a>,
        size: u64,
        fill: impl Fn(&mut Machine, u64) -> Result<(), Box<Fault>> + Send + Sync + 'static,
    ) -> u32 {
        self.linker.global(global, size, Box::new(fill))
    }

    /// As [`Self::global`], initialized with the value returned by `region`.
    pub fn global_of_region(&mut self, global: OpRef<'a>, kind: Kind, region: usize) -> Result<u32, Box<Diagnostic>> {
        self.linker.global_of_region(self.table, global, kind, region)
    }

    /// Appends a call of the function with this index.
    pub fn call(&mut self, function: u32, args: &[Reg], results: &[Reg]) {
        let (args, results): (Arc<[Reg]>, Arc<[Reg]>) = (args.into(), results.into());
        self.push(move |m| {
            let args = args.iter().map(|&reg| m.get(reg).clone()).collect();
            m.call(function, args, &results)
        });
    }

    /// Appends a call of the function `callee`; all operands of `op` are arguments.
    pub fn call_named(&mut self, op: OpRef<'a>, callee: Ident) -> Emitted {
        let function = self.function(op, callee)?;
        let (args, results) = (self.operands(op), self.results(op));
        self.call(function, &args, &results);
        Ok(())
    }

    /// Appends a call of the function that a register holds.
    pub fn call_value(&mut self, callee: Reg, args: &[Reg], results: &[Reg]) {
        let (args, results): (Arc<[Reg]>, Arc<[Reg]>) = (args.into(), results.into());
        self.push(move |m| {
            let function = m.function_of(m.bits(callee, "a callee")?)?;
            let args = args.iter().map(|&reg| m.get(reg).clone()).collect();
            m.call(function, args, &results)
        });
    }

    /// Makes `op` the operation of the subsequent instructions, and returns the previous one.
    fn enter_site(&mut self, op: OpRef<'a>) -> u32 {
        let mut results = Vec::new();
        for value in op.results() {
            if let Ok(kind) = Kind::of(self.cx(), value.ty(), self.vscale()) {
                results.push((self.reg(value), kind));
            }
        }
        let gives_poison = op.n_results() > 0 && is_speculatable(op);
        let (text, place) = (self.linker.text(op.name_str()), op.loc().place(op.cx()));
        let site = Site { op: text, place, results, gives_poison, end: 0 };
        std::mem::replace(&mut self.site, self.linker.add_site(site))
    }
}
