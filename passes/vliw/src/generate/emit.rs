//! Emission of the code as a `vliw.func`.
//!
//! Its arguments are the number of executions of the kernel, which is at least 1 (absent for while loops), the initial
//! values of the loop-carried values, and the live-in values; its results are the loop-carried values that are results
//! of the loop.

use std::collections::BTreeMap;

use rmlir::core::clone::CloneMap;
use rmlir::core::memref_layout::memref_type;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, ConstantOp};
use rmlir_memref::{AllocaOp, LoadOp, StoreOp};
use rmlir_pvec::{CmppOp, CompareType, PandOp, SelectOp};
use rmlir_vliw::model::Class;
use rmlir_vliw::{
    BranchOp, BundleOp, DismissibleLoadOp, EndOp, FuncOp, Model, NopOp, RegType, RegisterOp, ReturnOp, RotateOp,
    SlotOp, YieldOp,
};

use crate::generate::code::{Code, Cycles, Start};
use crate::loops::loop_body::{Action, Carried, Init, LoopBody, Operand, Slot};
use crate::registers::allocation::{Register, Registers};
use crate::schedule::plan::Plan;

/// A loop with the results of all steps.
pub struct Pipelined<'a, 'c> {
    /// The body that contains it.
    pub source: &'a Body<'c>,
    /// The machine.
    pub model: &'a Model,
    /// The loop.
    pub of: &'a LoopBody,
    /// Its schedule.
    pub plan: &'a Plan,
    /// Its register allocation.
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

    /// The loop-carried values with an initial value.
    fn started(&self) -> impl Iterator<Item = &Carried> {
        self.of.carried.iter().filter(|carried| carried.init != Init::Nothing)
    }

    /// The index of the alternative of its class in which a node executes.
    fn way(&self, node: usize) -> usize {
        let at = &self.of.nodes[node];
        self.model.ways(at.class, at.cluster, at.crossing)[self.plan.found.bindings[node].alternative]
    }

    /// The registers that a node writes, one in each cluster that holds its result.
    fn written(&self, start: &Start) -> impl Iterator<Item = Register> {
        let &Start { node, iteration, time } = start;
        let registers = self.registers;
        self.of.homes(node).into_iter().map(move |cluster| registers.at(node, cluster, iteration, time))
    }

    /// The register that an operand is read from: the result of `node`, `distance` iterations before.
    fn read(&self, node: usize, distance: u32, start: &Start) -> Register {
        let cluster = self.of.read_in(node, start.node);
        self.registers.at(node, cluster, start.iteration - i64::from(distance), start.time)
    }

    /// Creates the function called `name`, detached, in `module`.
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

/// The class, alternative and unit instances of a slot.
struct Issue {
    class: Attr,
    way: Attr,
    instances: Attr,
}

struct Writer<'a, 'b, 'c> {
    from: &'a Pipelined<'a, 'c>,
    rw: Rewriter<'b, 'c>,
    /// The declared registers, with their value types.
    handles: BTreeMap<(Register, Type), Value>,
    /// The memory of each [`Slot`] of the loop.
    stack: Vec<Value>,
}

impl<'a, 'b, 'c> Writer<'a, 'b, 'c> {
    fn new(from: &'a Pipelined<'a, 'c>, rw: Rewriter<'b, 'c>) -> Self {
        Self { from, rw, handles: BTreeMap::new(), stack: Vec::new() }
    }

    fn write(mut self, inputs: &[Type], loc: Loc) {
        let region = self.rw.region(self.rw.root(), 0);
        let entry = self.rw.create_block(region, inputs, &vec![loc; inputs.len()]);
        let args: Vec<Value> = self.rw.args(entry).to_vec();
        self.declare(&args);
        self.fill_stack(&args);
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
        self.reload_results();
        let results: Vec<Value> =
            self.result_nodes().into_iter().map(|(node, ty)| self.handles[&(self.at_end(node, time), ty)]).collect();
        self.rw.create(ReturnOp::build(&results));
    }

    /// The number of cycles after the end for which units are still reserved, by speculative iterations.
    fn busy_at_end(&self) -> i64 {
        let (of, code) = (self.from.of, self.from.code);
        if of.goes_on.is_none() {
            return 0;
        }
        let free = |start: &Start| {
            let way = &self.from.model.classes[of.nodes[start.node].class].ways[self.from.way(start.node)];
            let taken = way.iter().map(|usage| i64::from(usage.offset + usage.cycles)).max().unwrap_or(0);
            start.time + taken
        };
        code.kernel.iter().chain(&code.prologue).flatten().map(free).max().unwrap_or(0) - code.end
    }

    /// Declares the registers: those with an initial value, then all others that the code uses.
    fn declare(&mut self, args: &[Value]) {
        let (of, registers, code) = (self.from.of, self.from.registers, self.from.code);
        let (counter, args) = args.split_at(usize::from(registers.counter.is_some()));
        let (carried, invariants) = args.split_at(self.from.started().count());
        for (register, &rounds) in registers.counter.iter().zip(counter) {
            self.register(*register, Type::INDEX, Some(rounds));
        }
        for (&Carried { node, .. }, &init) in self.from.started().zip(carried) {
            for cluster in of.homes(node).into_iter().filter(|&cluster| of.starts_in_register(node, cluster)) {
                // The value that iteration -1 would have computed.
                let register = registers.at(node, cluster, -1, 0);
                let ty = self.rw.ty(init);
                self.register(register, ty, Some(init));
            }
        }
        for (of_value, &value) in registers.invariants.iter().zip(invariants) {
            let ty = self.rw.ty(value);
            of_value.iter().for_each(|&(_, register)| self.register(register, ty, Some(value)));
        }
        let all = code.prologue.iter().chain(&code.kernel).chain(&code.epilogue);
        for start in all.flatten() {
            if let Some(ty) = of.nodes[start.node].result {
                self.from.written(start).for_each(|register| self.register(register, ty, None));
            }
            for operand in of.nodes[start.node].reads() {
                if let Operand::Node { node, distance } = operand {
                    let ty = of.nodes[node].result.expect("what is read is a result");
                    self.register(self.from.read(node, distance, start), ty, None);
                }
            }
        }
        for (node, ty) in self.result_nodes() {
            self.register(self.at_end(node, code.end), ty, None);
        }
        self.fill_rotating();
    }

    /// Declares the unused names of rotating files: rotation covers all names up to the last one.
    fn fill_rotating(&mut self) {
        for file in 0..self.from.model.files.len() {
            for number in 0..self.from.registers.taken[file].1 {
                // An unused name may hold any type.
                let ty = self.from.model.files[file].holds.as_ref().map_or(Type::INDEX, |types| types[0]);
                self.register(Register { file, number, rotating: true }, ty, None);
            }
        }
    }

    /// The nodes that compute the results of the loop, with their types.
    fn result_nodes(&self) -> Vec<(usize, Type)> {
        let of = self.from.of;
        of.results().map(|(_, node)| (node, of.nodes[node].result.expect("a variable is a result"))).collect()
    }

    /// The register that holds a result of the loop at its end.
    fn at_end(&self, node: usize, time: i64) -> Register {
        let (registers, last, cluster) = (self.from.registers, self.from.code.last, self.from.of.nodes[node].cluster);
        registers.reloaded.get(&node).copied().unwrap_or_else(|| registers.at(node, cluster, last, time))
    }

    /// Allocates the memory of all stack slots, and stores initial values.
    fn fill_stack(&mut self, args: &[Value]) {
        let (of, registers) = (self.from.of, self.from.registers);
        let args = &args[usize::from(registers.counter.is_some())..];
        let (carried, invariants) = args.split_at(self.from.started().count());
        for (number, &slot) in of.slots.iter().enumerate() {
            let (ty, n, init) = match slot {
                Slot::Node(node) => {
                    let init = self.from.started().position(|it| it.node == node).map(|it| carried[it]);
                    (of.nodes[node].result.expect("what is stored is a result"), registers.copies, init)
                }
                Slot::Invariant(number) => (self.rw.ty(invariants[number]), 1, Some(invariants[number])),
            };
            let ty = memref_type(self.rw.cx(), &[n], ty, None, None);
            let memory = self.rw.value(AllocaOp::build(ty, &[], &[]));
            self.stack.push(memory);
            init.into_iter().for_each(|init| self.store(number, -1, init));
        }
    }

    fn constant(&mut self, value: i64) -> Value {
        let value = self.rw.index_attr(value);
        self.rw.value(ConstantOp::build(value))
    }

    /// Reloads the results of the loop that are on the stack, when no register write is in flight.
    fn reload_results(&mut self) {
        let Pipelined { of, registers, model, code, .. } = *self.from;
        if registers.reloaded.is_empty() {
            return;
        }
        let runs = |class: &Class| {
            let busy = class.ways.iter().flatten().map(|it| i64::from(it.offset) + i64::from(it.cycles)).max();
            class.latency.max(busy.unwrap_or(0))
        };
        self.idle(of.nodes.iter().map(|node| runs(&model.classes[node.class])).max().unwrap_or(0));
        for (&node, &register) in &registers.reloaded {
            let ty = of.nodes[node].result.expect("a variable is a result");
            let class = model.class_for(LoadOp::NAME, Some(ty)).expect("what is spilled can be loaded");
            let number = model.ways(class, of.nodes[node].cluster, None)[0];
            let class = &model.classes[class];
            let way = &class.ways[number];
            let slot = of.slots.iter().position(|&slot| slot == Slot::Node(node)).expect("it is on the stack");
            let write = Some(self.handles[&(register, ty)]);
            self.in_bundle(|writer| {
                let issue = writer.issue(class, number, &vec![0; way.len()]);
                writer.in_slot(issue, None, &[], write.as_slice(), |writer, _| Some(writer.load(slot, code.last)));
            });
            let busy = way.iter().map(|it| i64::from(it.offset) + i64::from(it.cycles)).max().unwrap_or(1);
            self.idle(busy - 1);
        }
    }

    /// The memory and the index in the stack slot of an iteration's value.
    fn place(&mut self, slot: usize, iteration: i64) -> (Value, Value) {
        let n = match self.from.of.slots[slot] {
            Slot::Node(_) => self.from.registers.copies,
            Slot::Invariant(_) => 1,
        };
        (self.stack[slot], self.constant(iteration.rem_euclid(n)))
    }

    fn store(&mut self, slot: usize, iteration: i64, value: Value) {
        let (memory, place) = self.place(slot, iteration);
        self.rw.create(StoreOp::build(value, memory, &[place]));
    }

    fn load(&mut self, slot: usize, iteration: i64) -> Value {
        let (memory, place) = self.place(slot, iteration);
        self.rw.value(LoadOp::build(memory, &[place]))
    }

    fn register(&mut self, register: Register, ty: Type, init: Option<Value>) {
        if self.handles.contains_key(&(register, ty)) {
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
        self.handles.insert((register, ty), handle);
    }

    /// Emits bundles; returns the time after them.
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
        self.in_bundle(|writer| {
            for start in starts {
                match writer.from.of.nodes[start.node].action {
                    Action::Branch => writer.branch(start),
                    _ => writer.slot(start),
                }
            }
            if rotates {
                writer.rw.create(RotateOp::build());
            }
        });
    }

    fn in_bundle(&mut self, write: impl FnOnce(&mut Self)) {
        let bundle = self.rw.create(BundleOp::build());
        let after = self.rw.insert_point();
        let region = bundle.body(&self.rw);
        self.rw.create_block(region, &[], &[]);
        write(self);
        self.rw.set_insert_point(after);
    }

    /// The class, alternative and units of a node.
    fn binding(&self, node: usize) -> Issue {
        let class = &self.from.model.classes[self.from.of.nodes[node].class];
        let way = self.from.way(node);
        // The last usage is the issue slot.
        self.issue(class, way, &self.from.plan.found.bindings[node].instances[..class.ways[way].len()])
    }

    fn issue(&self, class: &Class, way: usize, instances: &[usize]) -> Issue {
        let cx = self.rw.cx();
        let instances: Vec<i64> = instances.iter().map(|&instance| instance as i64).collect();
        let class = cx.symbol_ref(cx.ident(&class.name));
        Issue { class, way: cx.i64_attr(way as i64), instances: cx.i64_array(&instances) }
    }

    fn branch(&mut self, start: &Start) {
        let Issue { class, way, instances } = self.binding(start.node);
        let counter = self.from.registers.counter.map(|counter| self.handles[&(counter, Type::INDEX)]);
        let predicate = self.from.of.nodes[start.node].operands.first().and_then(|&operand| self.read(operand, start));
        self.rw.create(BranchOp::build(counter, predicate, class, way, instances));
    }

    fn slot(&mut self, start: &Start) {
        let node = &self.from.of.nodes[start.node];
        let issue = self.binding(start.node);
        let reads: Vec<Value> = node.operands.iter().filter_map(|operand| self.read(*operand, start)).collect();
        let predicate = node.guard.and_then(|guard| self.read(guard, start));
        let written = node.result.into_iter().flat_map(|ty| self.from.written(start).map(move |it| (it, ty)));
        let writes: Vec<Value> = written.map(|written| self.handles[&written]).collect();
        self.in_slot(issue, predicate, &reads, &writes, |writer, args| writer.compute(start, args));
    }

    /// Creates a slot with a region in which `compute` builds the written value from the values read.
    fn in_slot(
        &mut self,
        Issue { class, way, instances }: Issue,
        predicate: Option<Value>,
        reads: &[Value],
        writes: &[Value],
        compute: impl FnOnce(&mut Self, Vec<Value>) -> Option<Value>,
    ) {
        let types: Vec<Type> =
            reads.iter().map(|&it| rmlir_vliw::element(&self.rw, self.rw.ty(it)).expect("a register")).collect();
        let slot = self.rw.create(SlotOp::build(predicate, reads, writes, class, way, instances));
        let after = self.rw.insert_point();
        let region = slot.body(&self.rw);
        let loc = self.rw.default_loc();
        let block = self.rw.create_block(region, &types, &vec![loc; types.len()]);
        let args: Vec<Value> = self.rw.args(block).to_vec();
        let result = compute(self, args);
        let written: Vec<Value> = result.into_iter().cycle().take(writes.len()).collect();
        self.rw.create(YieldOp::build(&written));
        self.rw.set_insert_point(after);
    }

    /// The register that an operand is read from; `None` for a constant.
    fn read(&self, operand: Operand, start: &Start) -> Option<Value> {
        let Pipelined { of, registers, source, .. } = self.from;
        let key = match operand {
            Operand::Node { node, distance } => {
                let register = self.from.read(node, distance, start);
                (register, of.nodes[node].result.expect("what is read is a result"))
            }
            Operand::Invariant(number) => {
                let register = registers.invariant(number, of.nodes[start.node].cluster);
                (register, source.ty(of.invariants[number]))
            }
            Operand::Constant(_) => return None,
        };
        Some(self.handles[&key])
    }

    /// Builds the operation of a node, with the values read from registers as operands.
    fn compute(&mut self, start: &Start, args: Vec<Value>) -> Option<Value> {
        let node = &self.from.of.nodes[start.node];
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
            Action::Copy | Action::Cross => Some(operands[0]),
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
            Action::Spill(slot) => {
                self.store(slot, start.iteration, operands[0]);
                None
            }
            Action::Reload { slot, distance } => Some(self.load(slot, start.iteration - i64::from(distance))),
            Action::Branch => None,
        }
    }
}
