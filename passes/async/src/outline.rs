//! Outlining of asynchronous regions to functions.
//!
//! Plan, for each region, inner ones first: 1. constants that it uses are cloned into it; 2. its dependencies, its
//! operands and other live-in values are the arguments of a private function at the end of the module, which awaits the
//! first two and executes the operations of the region; 3. the function becomes a coroutine that is suspended at its
//! start; 4. the region is replaced by a call.

use rmlir::core::clone::CloneMap;
use rmlir::core::symbol::SymbolTable;
use rmlir::prelude::*;
use rmlir_async::{AwaitOp, ExecuteOp, value_type};
use rmlir_func::CallOp;
use rustc_hash::FxHashSet;

use crate::coroutine::Coroutine;
use crate::function::{append_function, captures, copy_constants, entry_of, private_function};

/// The prefix of the functions' names.
const NAME: &str = "async_execute_fn";

/// An outlined function, by the index of its body.
pub type Outlined = (u32, Coroutine);

/// Outlines all regions in the module at the root of `module`, and in nested modules.
pub fn outline_all(module: &mut Body) -> Vec<Outlined> {
    let names = SymbolTable::new(module);
    let mut functions = Functions { module, names, outlined: Vec::new() };
    for op in functions.module.proxies() {
        let mut body = functions.module.detach(op);
        functions.outline_in(&mut body);
        functions.module.attach(op, body);
    }
    for execute in executions(functions.module) {
        let (function, coroutine) = function_of(functions.module, execute);
        let name = functions.add(function, coroutine);
        call_instead(functions.module, execute, name);
    }
    functions.outlined
}

/// The module that the functions are added to.
struct Functions<'m, 'c> {
    module: &'m mut Body<'c>,
    names: SymbolTable,
    outlined: Vec<Outlined>,
}

impl<'c> Functions<'_, 'c> {
    /// Outlines the regions in `body`.
    fn outline_in(&mut self, body: &mut Body<'c>) {
        if OpRef::root(body).has(TraitSet::SYMBOL_TABLE) {
            self.outlined.extend(outline_all(body));
            return;
        }
        for op in body.proxies() {
            let mut nested = body.detach(op);
            self.outline_in(&mut nested);
            body.attach(op, nested);
        }
        for execute in executions(body) {
            let (function, coroutine) = function_of(body, execute);
            let name = self.add(function, coroutine);
            call_instead(body, execute, name);
        }
    }

    /// Appends a function to the module, with an unused name.
    fn add(&mut self, function: Box<Body<'c>>, coroutine: Coroutine) -> Ident {
        let name = self.names.fresh_name(self.module, NAME);
        self.outlined.push((function.number(), coroutine));
        let made = append_function(self.module, function, name);
        self.names.insert(name, made);
        name
    }
}

/// The asynchronous regions, inner ones first.
fn executions(body: &Body) -> Vec<ExecuteOp> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| found.extend(OpRef::new(body, op).cast::<ExecuteOp>()));
    found
}

/// The outlined function of a region, which has no name yet.
fn function_of<'c>(body: &mut Body<'c>, execute: ExecuteOp) -> (Box<Body<'c>>, Coroutine) {
    copy_constants(&mut Rewriter::new(body), execute.id());
    let inputs = inputs(body, execute);
    let mut function = empty_function(body, execute, &inputs);
    let mut rw = Rewriter::new(&mut function);
    fill(&mut rw, body, execute, &inputs);
    let coroutine = Coroutine::set_up(&mut rw);
    coroutine.start_suspended(&mut rw);
    (function, coroutine)
}

/// The arguments of the function: dependencies, operands, other live-in values.
fn inputs(body: &Body, execute: ExecuteOp) -> Vec<Value> {
    let mut seen = FxHashSet::default();
    let used = body.operands(execute.id()).chain(captures(body, execute.id()));
    used.filter(|&value| seen.insert(value)).collect()
}

/// A private function with an empty entry block.
fn empty_function<'c>(body: &Body<'c>, execute: ExecuteOp, inputs: &[Value]) -> Box<Body<'c>> {
    let types: Vec<Type> = inputs.iter().map(|&input| body.ty(input)).collect();
    let results: Vec<Type> = body.result_types(execute.id()).collect();
    private_function(body.cx(), body.loc(execute.id()), &types, &results)
}

/// Awaits the dependencies of the region, and clones its operations.
fn fill<'c>(rw: &mut Rewriter<'_, 'c>, body: &Body<'c>, execute: ExecuteOp, inputs: &[Value]) {
    let (cx, op) = (rw.cx(), OpRef::new(body, execute.id()));
    let entry = entry_of(rw);
    rw.at_end(entry);
    rw.set_loc(op.loc());
    let mut map = CloneMap::default();
    map.values.extend(inputs.iter().copied().zip(rw.args(entry).iter().copied()));
    for dependency in op.values(ExecuteOp::dependencies) {
        rw.create(AwaitOp::build(None, map.value(dependency.id)));
    }
    let mut awaited = Vec::new();
    for operand in op.values(ExecuteOp::bodyOperands) {
        let wait = rw.create(AwaitOp::build(value_type(cx, operand.ty()), map.value(operand.id))).id();
        awaited.extend(rw.results(wait).first().copied());
    }
    let Some(source) = op.region(0).entry() else { return };
    map.values.extend(source.args().map(|arg| arg.id).zip(awaited));
    for inner in source.ops() {
        let copy = rw.body_mut().clone_op_from(body, inner.id, &mut map);
        rw.insert(copy);
    }
}

/// Replaces the region by a call of the function.
fn call_instead(body: &mut Body, execute: ExecuteOp, name: Ident) {
    let inputs = inputs(body, execute);
    let op = execute.id();
    let types: Vec<Type> = body.result_types(op).collect();
    let callee = body.cx().symbol_ref(name);
    let mut rw = Rewriter::new(body);
    rw.before(op);
    rw.set_loc(rw.loc(op));
    let call = rw.create(CallOp::build(&types, &inputs, callee)).id();
    let results = rw.results(call).to_vec();
    rw.replace(op, results);
}
