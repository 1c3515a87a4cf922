//! The machine: registers, memory, calls, and the main loop.
//!
//! Call frames are in a list, so that the call depth is limited by [`Limits::depth`] and not by the stack of the
//! interpreter.

use std::sync::Arc;

use rmlir_diag::Diagnostic;

use crate::code::{Code, Flow, Reg, Site, Step};
use crate::data::Data;
use crate::fault::{Fault, Trap, outside};
use crate::memory::{Memory, Origin};
use crate::program::Program;
use crate::random::Random;
use crate::signature::Adapter;
pub use crate::state::{Call, External, Limits, Machine};
use crate::state::{Frame, Pending};
use crate::value::{Computed, Value, indices, sign_extend};

/// An observer of an execution.
pub trait Watcher {
    /// Called before an operation is executed; `site` is its index in [`Program::sites`].
    fn before(&mut self, site: u32, machine: &Machine);
    /// Called after its last instruction.
    fn after(&mut self, site: u32, machine: &Machine);
    /// Returns whether memory accesses are recorded for it.
    fn wants_accesses(&self) -> bool {
        false
    }
}

impl<'p> Machine<'p> {
    /// Creates a machine in its initial state, without globals.
    pub(crate) fn new(program: &'p Program, limits: &Limits) -> Self {
        Self {
            program,
            regs: Vec::new(),
            function: 0,
            pc: 0,
            results: Arc::new([]),
            stack_height: 0,
            frames: Vec::new(),
            spare: Vec::new(),
            pending: None,
            returned: Vec::new(),
            memory: Memory::new(limits.bytes, limits.fresh_read),
            limits: limits.clone(),
            steps: 0,
            calls: Vec::new(),
            output: String::new(),
            globals: Vec::new(),
            random: Random::new(limits.seed),
        }
    }

    /// The value of a register.
    #[inline]
    pub fn get(&self, reg: Reg) -> &Value {
        &self.regs[reg.0 as usize]
    }

    /// Sets a register.
    #[inline]
    pub fn set(&mut self, reg: Reg, value: Value) {
        self.regs[reg.0 as usize] = value;
    }

    /// Sets a register to a computed value, and continues with the next instruction.
    #[inline]
    pub fn put(&mut self, reg: Reg, value: Computed) -> Step {
        self.regs[reg.0 as usize] = value?;
        Ok(Flow::Next)
    }

    /// Moves the value out of a register, to be modified in place: the register is poison until it is set again.
    #[inline]
    pub fn take(&mut self, reg: Reg) -> Value {
        std::mem::take(&mut self.regs[reg.0 as usize])
    }

    /// The bits of a register that must not be poison; `what` describes it.
    #[inline]
    pub fn bits(&self, reg: Reg, what: &str) -> Result<u64, Box<Fault>> {
        match self.get(reg) {
            Value::Bits(bits) => Ok(*bits),
            Value::Wide(_) => Err(Fault::unsupported(format!("{what} has more than 64 bits"))),
            _ => Err(poison(what)),
        }
    }

    /// An index that must not be poison; `what` describes it.
    #[inline]
    pub fn index(&self, reg: Reg, what: &str) -> Result<i64, Box<Fault>> {
        Ok(self.bits(reg, what)? as i64)
    }

    /// A signed integer of `width` bits that must not be poison.
    pub fn signed(&self, reg: Reg, width: u32, what: &str) -> Result<i64, Box<Fault>> {
        Ok(sign_extend(self.bits(reg, what)?, width))
    }

    /// A memref that must not be poison.
    #[inline]
    pub fn memref(&self, reg: Reg) -> Result<&Arc<crate::value::MemRef>, Box<Fault>> {
        match self.get(reg) {
            Value::MemRef(memref) => Ok(memref),
            _ => Err(poison("a memref")),
        }
    }

    /// A tensor that must not be poison.
    #[inline]
    pub fn tensor(&self, reg: Reg) -> Result<&Arc<crate::value::Tensor>, Box<Fault>> {
        match self.get(reg) {
            Value::Tensor(tensor) => Ok(tensor),
            _ => Err(poison("a tensor")),
        }
    }

    /// The sizes of a memref or tensor that must not be poison.
    pub fn sizes(&self, reg: Reg) -> Result<&[i64], Box<Fault>> {
        match self.get(reg) {
            Value::MemRef(memref) => Ok(&memref.sizes),
            Value::Tensor(tensor) => Ok(&tensor.sizes),
            _ => Err(poison("sizes")),
        }
    }

    /// The address of an element of `size` bytes of the memref in `memref`.
    #[inline]
    pub fn element(&self, memref: Reg, indices: &[Reg], size: u64) -> Result<u64, Box<Fault>> {
        let memref = self.memref(memref)?;
        if indices.len() != memref.sizes.len() {
            return Err(other_rank(indices.len(), memref.sizes.len()));
        }
        let mut place = memref.offset;
        for (dim, &index) in indices.iter().enumerate() {
            let index = self.index(index, "an index")?;
            if index < 0 || index >= memref.sizes[dim] {
                return Err(outside(index, dim, memref.sizes[dim]));
            }
            place = place.wrapping_add(index.wrapping_mul(memref.strides[dim]));
        }
        Ok(memref.base.wrapping_add((place as u64).wrapping_mul(size)))
    }

    /// The addresses of a block of elements along the last dimensions, which begins at index `start`.
    pub fn block(&self, memref: Reg, start: &[i64], shape: &[i64], size: u64) -> Result<Vec<u64>, Box<Fault>> {
        let memref = self.memref(memref)?;
        let first = start.len() - shape.len();
        let mut addresses = Vec::new();
        for lane in indices(shape) {
            let mut at = start.to_vec();
            lane.iter().enumerate().for_each(|(dim, place)| at[first + dim] += place);
            let is_outside = |&dim: &usize| !(0..memref.sizes[dim]).contains(&at[dim]);
            if let Some(dim) = (0..at.len()).find(is_outside) {
                return Err(outside(at[dim], dim, memref.sizes[dim]));
            }
            addresses.push(memref.address(at.into_iter(), size).expect("the index is inside"));
        }
        Ok(addresses)
    }

    /// The values of index registers.
    pub fn indices(&self, regs: &[Reg]) -> Result<Vec<i64>, Box<Fault>> {
        regs.iter().map(|&reg| self.index(reg, "an index")).collect()
    }

    /// Allocates a buffer for the operation at `site`.
    pub fn allocate(&mut self, site: u32, size: u64, origin: Origin) -> Result<u64, Box<Fault>> {
        self.memory.site = Some(site);
        self.memory.allocate(size, origin)
    }

    /// Prepares a call of `function` for [`Flow::Call`].
    pub fn call(&mut self, function: u32, args: Vec<Value>, results: &Arc<[Reg]>) -> Step {
        self.pending = Some(Pending { function, args, results: results.clone() });
        Ok(Flow::Call)
    }

    /// The index of the function that a value refers to.
    pub fn function_of(&self, value: u64) -> Result<u32, Box<Fault>> {
        let number = value.checked_sub(FUNCTIONS).filter(|&number| number < self.program.functions.len() as u64);
        number.map(|number| number as u32).ok_or_else(|| Fault::undefined("calls what is no function"))
    }

    /// Returns `values` to the caller.
    pub fn give_back(&mut self, values: Vec<Value>) -> Step {
        self.returned = values;
        Ok(Flow::Return)
    }

    /// The address of the global with index `global`.
    pub fn global(&self, global: u32) -> u64 {
        self.globals[global as usize]
    }

    /// Executes `function` to its end.
    pub(crate) fn run(
        &mut self,
        function: u32,
        args: Vec<Value>,
        watcher: Option<&mut dyn Watcher>,
    ) -> Result<Vec<Value>, Trap> {
        self.pending = Some(Pending { function, args, results: Arc::new([]) });
        if watcher.as_ref().is_some_and(|watcher| watcher.wants_accesses()) {
            self.memory.keep_accesses();
        }
        let ended = match self.enter() {
            Ok(()) if self.frames.is_empty() => Ok(()),
            Ok(()) => match watcher {
                Some(watcher) => self.run_watched(watcher),
                None => self.run_fast(),
            },
            Err(fault) => Err(fault),
        };
        match ended {
            Ok(()) => Ok(std::mem::take(&mut self.returned)),
            Err(fault) => Err(self.trap(*fault)),
        }
    }

    fn code(&self) -> &'p Code {
        let program = self.program;
        program.functions[self.function as usize].code.as_ref().expect("only functions with code are entered")
    }

    fn run_fast(&mut self) -> Result<(), Box<Fault>> {
        loop {
            let code = self.code();
            let mut pc = self.pc;
            let flow = loop {
                if self.steps == self.limits.steps {
                    self.pc = pc;
                    return Err(out_of_steps(self.steps));
                }
                self.steps += 1;
                match code.insts[pc](self) {
                    Ok(Flow::Next) => pc += 1,
                    Ok(Flow::Jump(label)) => pc = code.labels[label.0 as usize] as usize,
                    Ok(flow) => break flow,
                    Err(fault) => pc = self.after_poison(fault, pc)?,
                }
            };
            self.pc = pc;
            if self.change_frame(flow)? {
                return Ok(());
            }
        }
    }

    /// As [`Self::run_fast`], with notifications of every operation.
    fn run_watched(&mut self, watcher: &mut dyn Watcher) -> Result<(), Box<Fault>> {
        loop {
            if self.steps == self.limits.steps {
                return Err(out_of_steps(self.steps));
            }
            self.steps += 1;
            let (code, pc) = (self.code(), self.pc);
            let site = code.sites[pc];
            let is_first = pc == 0 || code.sites[pc - 1] != site;
            if is_first {
                watcher.before(site, self);
            }
            let flow = match code.insts[pc](self) {
                Ok(flow) => flow,
                Err(fault) => {
                    self.pc = self.after_poison(fault, pc)?;
                    watcher.after(site, self);
                    continue;
                }
            };
            match flow {
                Flow::Next => {
                    if code.sites.get(pc + 1) != Some(&site) {
                        watcher.after(site, self);
                    }
                    self.pc = pc + 1;
                }
                Flow::Jump(label) => self.pc = code.labels[label.0 as usize] as usize,
                flow => {
                    if self.change_frame(flow)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Sets the results of a speculatable operation to poison after a fault by a poison operand; returns the index of
    /// the instruction after the operation.
    #[cold]
    fn after_poison(&mut self, fault: Box<Fault>, pc: usize) -> Result<usize, Box<Fault>> {
        self.pc = pc;
        let (code, program) = (self.code(), self.program);
        let site = &program.sites[code.sites[pc] as usize];
        if !fault.is_poison || !site.gives_poison {
            return Err(fault);
        }
        site.results.iter().for_each(|&(result, _)| self.set(result, Value::Poison));
        Ok(site.end as usize)
    }

    /// Enters or exits a function; returns whether the outermost one was exited.
    fn change_frame(&mut self, flow: Flow) -> Result<bool, Box<Fault>> {
        if flow == Flow::Return {
            return Ok(self.leave());
        }
        self.enter()?;
        Ok(false)
    }

    fn enter(&mut self) -> Result<(), Box<Fault>> {
        let Pending { function, args, results } = self.pending.take().expect("a call says whom it calls");
        let program = self.program;
        let callee = &program.functions[function as usize];
        let Some(code) = &callee.code else {
            let values = self.call_external(&callee.name, function, &args)?;
            for (&reg, value) in results.iter().zip(&values) {
                self.set(reg, value.clone());
            }
            self.returned = values;
            self.pc += 1;
            return Ok(());
        };
        if args.len() != code.params.len() {
            return Err(Fault::undefined(format!("calls '{}' with another number of arguments", callee.name)));
        }
        if self.frames.len() >= self.limits.depth {
            return Err(Fault::limit(format!("more than {} calls are open", self.limits.depth)));
        }
        let mut regs = self.spare.pop().unwrap_or_default();
        regs.clear();
        regs.extend_from_slice(&code.frame);
        for (&param, value) in code.params.iter().zip(args) {
            regs[param.0 as usize] = value;
        }
        let regs = std::mem::replace(&mut self.regs, regs);
        let results = std::mem::replace(&mut self.results, results);
        let (function, pc) = (std::mem::replace(&mut self.function, function), std::mem::take(&mut self.pc));
        let stack_height = std::mem::replace(&mut self.stack_height, self.memory.stack_height());
        self.frames.push(Frame { function, pc, regs, results, stack_height });
        Ok(())
    }

    fn leave(&mut self) -> bool {
        self.memory.pop_stack(self.stack_height);
        let frame = self.frames.pop().expect("what returns was called");
        let is_last = self.frames.is_empty();
        let results = std::mem::replace(&mut self.results, frame.results);
        self.spare.push(std::mem::replace(&mut self.regs, frame.regs));
        self.function = frame.function;
        self.stack_height = frame.stack_height;
        self.pc = frame.pc + 1;
        if !is_last {
            for (&reg, value) in results.iter().zip(std::mem::take(&mut self.returned)) {
                self.regs[reg.0 as usize] = value;
            }
        }
        is_last
    }

    fn call_external(&mut self, name: &str, function: u32, args: &[Value]) -> Result<Vec<Value>, Box<Fault>> {
        if let Some(external) = self.limits.externals.get(name).cloned() {
            return external(self, args);
        }
        let lowered = self.program.functions[function as usize].signature();
        let first = self.limits.declared.get(name).unwrap_or(&lowered).clone();
        let adapter = Adapter::new(&first, &lowered);
        let adapter = adapter.ok_or_else(|| Fault::unsupported(format!("calls '{name}', which had other types")))?;
        let arguments = adapter.arguments(args, &self.memory)?;
        let mut random = Random::new(self.limits.seed ^ Random::of_text(name) ^ (self.calls.len() as u64) << 32);
        self.calls.push(Call { name: name.to_owned(), arguments, kinds: first.inputs });
        let results: Vec<Data> = first.outputs.iter().map(|kind| Data::random(kind, &mut random)).collect();
        adapter.results(&results, &mut self.memory)
    }

    /// The operation in execution.
    pub(crate) fn site(&self) -> Option<u32> {
        let code = self.program.functions.get(self.function as usize)?.code.as_ref()?;
        code.sites.get(self.pc).copied()
    }

    #[cold]
    fn trap(&self, fault: Fault) -> Trap {
        let site = |function: u32, pc: usize| -> Option<&Site> {
            let code = self.program.functions[function as usize].code.as_ref()?;
            code.sites.get(pc).map(|&site| &self.program.sites[site as usize])
        };
        let mut diagnostic = match site(self.function, self.pc).filter(|_| !self.frames.is_empty()) {
            Some(site) => Diagnostic::error(site.place.clone(), format!("'{}' {}", site.op, fault.message)),
            None => Diagnostic::error(rmlir_diag::Place::Unknown, fault.message),
        };
        /// The limit on the callers in a diagnostic.
        const MAX_CALLERS: usize = 10;
        let callers = self.frames.iter().skip(1).rev().take(MAX_CALLERS);
        for site in callers.filter_map(|frame| site(frame.function, frame.pc)) {
            diagnostic = diagnostic.note(site.place.clone(), "called from here");
        }
        Trap { kind: fault.kind, diagnostic: Box::new(diagnostic) }
    }
}

#[cold]
pub(crate) fn other_rank(n_indices: usize, rank: usize) -> Box<Fault> {
    Fault::undefined(format!("has {n_indices} indices, and the rank is {rank}"))
}

/// The start of the values of functions, far above every address of memory.
pub(crate) const FUNCTIONS: u64 = 1 << 63;

#[cold]
fn poison(what: &str) -> Box<Fault> {
    Fault::poison(format!("needs {what}, which is poison"))
}

#[cold]
fn out_of_steps(steps: u64) -> Box<Fault> {
    Fault::limit(format!("would be step {}, and {steps} are allowed", steps + 1))
}
