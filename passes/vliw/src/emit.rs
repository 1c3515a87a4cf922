//! Code as a `vliw.func`.
//!
//! It takes how often the kernel runs, at least once and unless a condition says that, what the loop-carried variables
//! start with, and the values from before the loop; it gives the loop-carried variables that are results of the loop.

use std::collections::BTreeMap;

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_arith::AddIOp;
use rmlir_pvec::{CmppOp, CompareType, PandOp, SelectOp};
use rmlir_vliw::{
    BranchOp, BundleOp, DismissibleLoadOp, EndOp, FuncOp, Model, NopOp, RegType, RegisterOp, ReturnOp, RotateOp,
    SlotOp, YieldOp,
};

use crate::code::{Code, Cycles, Start};
use crate::loop_body::{Action, Carried, Init, LoopBody, Operand};
use crate::plan::Plan;
use crate::registers::{Register, Registers};

/// A loop and all that was found about it.
pub struct Pipelined<'a, 'c> {
    /// The body around it.
    pub source: &'a Body<'c>,
    /// The machine.
    pub model: &'a Model,
    /// The loop.
    pub of: &'a LoopBody,
    /// Its schedule.
    pub plan: &'a Plan,
    /// Its registers.
    pub registers: &'a Registers,
    /// Its code.
    pub code: &'a Code,
}

impl<'c> Pipelined<'_, 'c> {
    /// The types of arguments and results.
    pub fn signature(&self) -> (Vec<Type>, Vec<Type>) {
        let of_node = |node: usize| self.of.nodes[node].result.expect("a variable is a result");
        let counter = self.registers.counter.map(|_| Type::INDEX);
        let inits = self.started().map(|carried| of_node(carried.node));
        let invariants = self.of.invariants.iter().map(|&value| self.source.ty(value));
        let inputs = counter.into_iter().chain(inits).chain(invariants).collect();
        (inputs, self.of.results().map(|(_, node)| of_node(node)).collect())
    }

    /// The variables that start with something.
    fn started(&self) -> impl Iterator<Item = &Carried> {
        self.of.carried.iter().filter(|carried| carried.init != Init::Nothing)
    }

    /// The function called `name`, detached, in `module`.
    pub fn function(&self, module: &mut Body<'c>, name: Ident, loc: Loc) -> OpId {
        let cx = module.cx();
        let (inputs, results) = self.signature();
        let ty = cx.type_attr(cx.function_type(&inputs, &results));
        let machine = cx.symbol_ref(cx.ident(&self.model.name));
        let private = cx.str_attr("private");
        let state = FuncOp::build(cx.str_attr(name.str(cx)), ty, machine).prop(FuncOp::SYM_VISIBILITY, private).at(loc);
        let op = module.create_op(state.finish(cx));
        let body = module.nested_mut(op).expect("a function is isolated");
        let mut rw = Rewriter::new(body);
        rw.set_loc(loc);
        Writer::new(self, rw).write(&inputs, loc);
        op
    }
}

struct Writer<'a, 'b, 'c> {
    from: &'a Pipelined<'a, 'c>,
    rw: Rewriter<'b, 'c>,
    /// The registers that the code names, and what they hold.
    handles: BTreeMap<Register, Value>,
}

impl<'a, 'b, 'c> Writer<'a, 'b, 'c> {
    fn new(from: &'a Pipelined<'a, 'c>, rw: Rewriter<'b, 'c>) -> Self {
        Self { from, rw, handles: BTreeMap::new() }
    }

    fn write(mut self, inputs: &[Type], loc: Loc) {
        let region = self.rw.region(self.rw.root(), 0);
        let entry = self.rw.create_block(region, inputs, &vec![loc; inputs.len()]);
        let args: Vec<Value> = self.rw.args(entry).to_vec();
        self.declare(&args);
        let kernel = self.rw.create_block(region, &[], &[]);
        let exit = self.rw.create_block(region, &[], &[]);
        let (code, ii) = (self.from.code, self.from.plan.ii);
        self.rw.at_end(entry);
        let mut time = self.cycles(&code.prologue, code.begin);
        debug_assert!(time % ii == 0 || code.prologue.is_empty());
        self.rw.create(EndOp::build(&[kernel]));
        self.rw.at_end(kernel);
        time = self.cycles(&code.kernel, time - time % ii);
        self.rw.create(EndOp::build(&[kernel, exit]));
        self.rw.at_end(exit);
        time = self.cycles(&code.epilogue, time);
        debug_assert_eq!(time, code.end);
        self.idle(self.busy_at_end());
        let results = self.from.of.results();
        let results: Vec<Value> =
            results.map(|(_, node)| self.handles[&self.from.registers.at(node, code.last, time)]).collect();
        self.rw.create(ReturnOp::build(&results));
    }

    /// How many cycles after the end units are still taken, by iterations that nobody waits for.
    fn busy_at_end(&self) -> i64 {
        let (of, code, plan) = (self.from.of, self.from.code, self.from.plan);
        if of.goes_on.is_none() {
            return 0;
        }
        let free = |start: &Start| {
            let way =
                &self.from.model.classes[of.nodes[start.node].class].ways[plan.found.bindings[start.node].alternative];
            let taken = way.iter().map(|usage| i64::from(usage.offset + usage.cycles)).max().unwrap_or(0);
            start.time + taken
        };
        code.kernel.iter().chain(&code.prologue).flatten().map(free).max().unwrap_or(0) - code.end
    }

    /// The registers: those with something from the start, then all others that the code names.
    fn declare(&mut self, args: &[Value]) {
        let (of, registers, code) = (self.from.of, self.from.registers, self.from.code);
        let (counter, args) = args.split_at(usize::from(registers.counter.is_some()));
        let (carried, invariants) = args.split_at(self.from.started().count());
        for (register, &rounds) in registers.counter.iter().zip(counter) {
            self.register(*register, Type::INDEX, Some(rounds));
        }
        for (carried, &init) in self.from.started().zip(carried) {
            // What iteration -1 would have computed.
            let register = registers.at(carried.node, -1, 0);
            let ty = self.rw.ty(init);
            self.register(register, ty, Some(init));
        }
        for (&register, &value) in registers.invariants.iter().zip(invariants) {
            let ty = self.rw.ty(value);
            self.register(register, ty, Some(value));
        }
        let all = code.prologue.iter().chain(&code.kernel).chain(&code.epilogue);
        for start in all.flatten() {
            if let Some(ty) = of.nodes[start.node].result {
                self.register(registers.at(start.node, start.iteration, start.time), ty, None);
            }
            for operand in of.nodes[start.node].reads() {
                if let Operand::Node { node, distance } = operand {
                    let ty = of.nodes[node].result.expect("what is read is a result");
                    self.register(registers.at(node, start.iteration - i64::from(distance), start.time), ty, None);
                }
            }
        }
        for carried in &of.carried {
            let ty = of.nodes[carried.node].result.expect("a variable is a result");
            self.register(registers.at(carried.node, code.last, code.end), ty, None);
        }
        self.fill_rotating();
    }

    /// Rotation goes over all names up to the last one.
    fn fill_rotating(&mut self) {
        for file in 0..self.from.model.files.len() {
            for number in 0..self.from.registers.taken[file].1 {
                // A name that nothing is called by may hold anything.
                let ty = self.from.model.files[file].holds.as_ref().map_or(Type::INDEX, |types| types[0]);
                self.register(Register { file, number, rotating: true }, ty, None);
            }
        }
    }

    fn register(&mut self, register: Register, ty: Type, init: Option<Value>) {
        if self.handles.contains_key(&register) {
            return;
        }
        let cx = self.rw.cx();
        let file = cx.str_attr(&self.from.model.files[register.file].name);
        let number = cx.i64_attr(register.number as i64);
        let init: Vec<Value> = init.into_iter().collect();
        let mut build =
            RegisterOp::build(RegType::get(cx, ty).ty(), init.first().copied(), file).prop(RegisterOp::NUMBER, number);
        if register.rotating {
            build = build.prop(RegisterOp::ROTATING, Attr::UNIT);
        }
        let handle = self.rw.value(build);
        self.handles.insert(register, handle);
    }

    /// Writes bundles; the time after them.
    fn cycles(&mut self, cycles: &Cycles, begin: i64) -> i64 {
        let mut time = begin;
        let mut idle = 0;
        for starts in cycles {
            let rotates = self.from.registers.rotate() && (time + 1) % self.from.plan.ii == 0;
            if starts.is_empty() && !rotates {
                idle += 1;
            } else {
                self.idle(std::mem::take(&mut idle));
                self.bundle(starts, rotates);
            }
            time += 1;
        }
        self.idle(idle);
        time
    }

    fn idle(&mut self, cycles: i64) {
        if cycles > 0 {
            let cycles = self.rw.i64_attr(cycles);
            self.rw.create(NopOp::build(cycles));
        }
    }

    fn bundle(&mut self, starts: &[Start], rotates: bool) {
        let bundle = self.rw.create(BundleOp::build());
        let after = self.rw.insert_point();
        let region = bundle.body(&self.rw);
        self.rw.create_block(region, &[], &[]);
        for start in starts {
            match self.from.of.nodes[start.node].action {
                Action::Branch => self.branch(start),
                _ => self.slot(start),
            }
        }
        if rotates {
            self.rw.create(RotateOp::build());
        }
        self.rw.set_insert_point(after);
    }

    /// Class, way and instances of a node.
    fn binding(&self, node: usize) -> (Attr, Attr, Attr) {
        let cx = self.rw.cx();
        let class = &self.from.model.classes[self.from.of.nodes[node].class];
        let binding = &self.from.plan.found.bindings[node];
        let n_units = class.ways[binding.alternative].len();
        // The last usage is that of the issue slot.
        let instances: Vec<i64> = binding.instances[..n_units].iter().map(|&instance| instance as i64).collect();
        let class = cx.symbol_ref(cx.ident(&class.name));
        (class, cx.i64_attr(binding.alternative as i64), cx.i64_array(&instances))
    }

    fn branch(&mut self, start: &Start) {
        let (class, way, instances) = self.binding(start.node);
        let counter = self.from.registers.counter.map(|counter| self.handles[&counter]);
        let predicate = self.from.of.nodes[start.node].operands.first().and_then(|&operand| self.read(operand, start));
        self.rw.create(BranchOp::build(counter, predicate, class, way, instances));
    }

    fn slot(&mut self, start: &Start) {
        let node = &self.from.of.nodes[start.node];
        let (class, way, instances) = self.binding(start.node);
        let reads: Vec<Value> = node.operands.iter().filter_map(|operand| self.read(*operand, start)).collect();
        let predicate = node.guard.and_then(|guard| self.read(guard, start));
        let written = self.from.registers;
        let writes: Vec<Value> = node
            .result
            .map(|_| self.handles[&written.at(start.node, start.iteration, start.time)])
            .into_iter()
            .collect();
        let types: Vec<Type> =
            reads.iter().map(|&it| rmlir_vliw::element(&self.rw, self.rw.ty(it)).expect("a register")).collect();
        let slot = self.rw.create(SlotOp::build(predicate, &reads, &writes, class, way, instances));
        let after = self.rw.insert_point();
        let region = slot.body(&self.rw);
        let loc = self.rw.default_loc();
        let block = self.rw.create_block(region, &types, &vec![loc; types.len()]);
        let args: Vec<Value> = self.rw.args(block).to_vec();
        let result = self.compute(start.node, args);
        let yielded: Vec<Value> = if writes.is_empty() { Vec::new() } else { result.into_iter().collect() };
        self.rw.create(YieldOp::build(&yielded));
        self.rw.set_insert_point(after);
    }

    /// The register that an operand is read from; none for a constant.
    fn read(&self, operand: Operand, start: &Start) -> Option<Value> {
        let registers = self.from.registers;
        let register = match operand {
            Operand::Node { node, distance } => registers.at(node, start.iteration - i64::from(distance), start.time),
            Operand::Invariant(number) => registers.invariants[number],
            Operand::Constant(_) => return None,
        };
        Some(self.handles[&register])
    }

    /// The operation of a node, of registers that were read.
    fn compute(&mut self, node: usize, args: Vec<Value>) -> Option<Value> {
        let node = &self.from.of.nodes[node];
        let mut args = args.into_iter();
        let source = self.from.source;
        let mut operands = Vec::new();
        for operand in &node.operands {
            operands.push(match *operand {
                Operand::Constant(op) => {
                    let copy = self.rw.body_mut().clone_op_from(source, op, &mut CloneMap::default());
                    self.rw.insert(copy);
                    self.rw.result(copy, 0)
                }
                _ => args.next().expect("a register is read for everything but constants"),
            });
        }
        match node.action {
            Action::Op(op, index) => {
                let mut map = CloneMap::default();
                map.values.extend(source.operands(op).zip(operands));
                let copy = self.rw.body_mut().clone_op_from(source, op, &mut map);
                self.rw.insert(copy);
                self.rw.results(copy).get(index).copied()
            }
            Action::Step => Some(self.rw.value(AddIOp::build(operands[0], operands[1]))),
            Action::Copy => Some(operands[0]),
            Action::Dismissible(_) => Some(self.rw.value(DismissibleLoadOp::build(operands[0], &operands[1..]))),
            Action::GoesOn if self.rw.ty(operands[0]) == self.rw.ty(operands[1]) => {
                Some(self.rw.value(PandOp::build(operands[1], operands[0])))
            }
            Action::GoesOn => {
                let target = [(CompareType::Un, None)];
                let state = CmppOp::of(self.rw.cx(), operands[0], Some(operands[1]), &target);
                Some(self.rw.create(state)).and_then(|op| self.rw.results(op.id()).first().copied())
            }
            Action::Both => Some(self.rw.value(PandOp::build(operands[0], operands[1]))),
            Action::Select(..) | Action::Result(_) => {
                Some(self.rw.value(SelectOp::build(operands[0], operands[1], operands[2])))
            }
            Action::Branch => None,
        }
    }
}
