//! Bufferization of all bodies of a module; functions in the order of their calls.
//!
//! A function is analyzed after its callees, so that the effects of calls on their operands are known; recursive
//! functions are last, and calls among them are assumed to read and write their operands.

use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::Layout;
use rmlir_bufferization::bufferizable::session::Global;
use rmlir_bufferization::bufferizable::{Access, FunctionFacts, FunctionInfo, Globals, Session, State, is_tensor};
use rmlir_bufferization::{BUFFER_ACCESS, BUFFER_LAYOUT, WRITABLE};
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_memref as memref;
use rustc_hash::FxHashMap;

use super::analysis::Analysis;
use super::annotate::{Marks, mark_alias_sets, mark_in_place};
use super::driver::{Errors, bufferize_body, insert_copies};
use super::empty::eliminate;

/// The attribute with the argument that each returned value is equivalent to.
const EQUIVALENT_ARGS: &str = "__equivalent_func_args__";

/// The steps after the analysis of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Inserts copies, then bufferizes.
    Bufferize,
    /// Replaces empty tensors by subsets of destinations.
    EliminateEmpty,
}

/// A run of the pass.
pub struct Run {
    /// The steps after the analysis.
    task: Task,
    session: Session,
    /// Functions that are not analyzed.
    pub no_analysis: Vec<String>,
    /// The diagnostics to report.
    pub said: Errors,
    /// The number of allocated buffers.
    pub n_allocs: u64,
    /// The number of operands in place.
    pub n_in_place: u64,
    /// The number of operands out of place.
    pub n_out_of_place: u64,
    marks: Marks,
}

/// The error that processing failed; the diagnostics are in [`Run::said`].
pub struct Stopped;

type Outcome = Result<(), Stopped>;

impl Run {
    /// The initial state of a run.
    pub fn new(session: Session, task: Task) -> Self {
        Self {
            task,
            session,
            no_analysis: Vec::new(),
            said: Vec::new(),
            n_allocs: 0,
            n_in_place: 0,
            n_out_of_place: 0,
            marks: Marks::default(),
        }
    }

    /// Bufferizes the module that is the root of `body`.
    pub fn module(&mut self, body: &mut Body) -> Outcome {
        if self.session.options.function_boundaries { self.with_boundaries(body) } else { self.each_body(body) }
    }

    fn stop<T>(&mut self, errors: Errors) -> Result<T, Stopped> {
        self.said.extend(errors);
        Err(Stopped)
    }

    /// Processes each body by itself, inner ones first; signatures of functions are kept.
    fn each_body(&mut self, body: &mut Body) -> Outcome {
        let is_module = OpRef::root(body).is::<rmlir_builtin::ModuleOp>();
        let outer = is_module.then(|| std::mem::replace(&mut self.session.globals, globals_of(body)));
        for op in body.proxies() {
            let nested = body.nested_mut(op).expect("a proxy has a body");
            let outcome = self.each_body(nested);
            body.sync_proxy(op);
            outcome?;
        }
        if !self.session.options.copy_before_write {
            self.analyze(body, None)?;
        }
        if !self.session.options.test_analysis_only && self.task == Task::Bufferize {
            self.bufferize(body)?;
        }
        if let Some(outer) = outer {
            insert_globals(body, &self.session.globals);
            self.session.globals = outer;
        }
        Ok(())
    }

    /// Analyzes one body and inserts copies. For a function, `facts` receives the facts about its arguments.
    fn analyze(&mut self, body: &mut Body, facts: Option<&mut FunctionFacts>) -> Outcome {
        let mut marks = std::mem::take(&mut self.marks);
        let mut analysis = Analysis::new(body, &self.session, &mut marks);
        let errors = analysis.run();
        if !errors.is_empty() {
            return self.stop(errors);
        }
        let state = analysis.state;
        let mut shown = Vec::new();
        if self.session.options.test_analysis_only {
            shown = mark_in_place(body, &state);
        }
        if self.session.options.dump_alias_sets {
            shown.extend(mark_alias_sets(body, &state));
        }
        let mut arg_access = Vec::new();
        if let Some(facts) = facts {
            match function_facts(body, &state) {
                Ok(found) => *facts = found,
                Err(error) => return self.stop(vec![error]),
            }
            if self.session.options.test_analysis_only {
                shown.extend(equivalent_args(body, &state));
                arg_access = facts.access.iter().map(|(&index, access)| (index, access.name())).collect();
            }
        }
        let decided = state.facts.as_ref().map_or((0, 0), |facts| (facts.n_in_place, facts.n_out_of_place));
        self.n_in_place += decided.0;
        self.n_out_of_place += decided.1;
        marks.apply(body);
        self.marks = marks;
        if self.session.options.test_analysis_only {
            for (op, name, attr) in shown {
                body.set_attr(op, name, attr);
            }
            for (index, access) in arg_access {
                let access = body.str_attr(access);
                set_arg_attr(body, index, BUFFER_ACCESS, Some(access));
            }
            return Ok(());
        }
        let state = State { session: &self.session, facts: state.facts };
        if self.task == Task::EliminateEmpty {
            eliminate(body, &state);
            return Ok(());
        }
        let outcome = insert_copies(body, &state);
        outcome.or_else(|errors| self.stop(errors))
    }

    fn bufferize(&mut self, body: &mut Body) -> Outcome {
        match bufferize_body(body, &mut self.session) {
            Ok(n_allocs) => {
                self.n_allocs += n_allocs;
                Ok(())
            }
            Err(errors) => self.stop(errors),
        }
    }

    /// Processes functions with their signatures, then the other operations of the module.
    fn with_boundaries(&mut self, module: &mut Body) -> Outcome {
        self.session.globals = globals_of(module);
        let functions = functions_of(module);
        for &op in &functions {
            let view = OpRef::new(module, op).resolve();
            if let Some(name) = view.symbol_name() {
                self.session.functions.insert(name, info_of(view));
            }
        }
        let (ordered, circular) = ordered_by_calls(module, &functions);
        if !self.session.options.copy_before_write {
            self.session.options.denied_functions = self.no_analysis.clone();
            for (index, &op) in ordered.iter().chain(&circular).enumerate() {
                self.analyze_function(module, op, index < ordered.len())?;
            }
            self.session.options.denied_functions.clear();
        }
        if self.session.options.test_analysis_only || self.task != Task::Bufferize {
            return Ok(());
        }
        for &op in ordered.iter().chain(&circular) {
            self.bufferize_function(module, op)?;
        }
        self.bufferize_others(module)?;
        for op in functions {
            let body = module.nested_mut(op).expect("a function has a body of its own");
            if OpRef::root(body).region(0).is_empty() {
                continue;
            }
            for index in 0..info_of(OpRef::root(body)).inputs.len() {
                set_arg_attr(body, index, BUFFER_LAYOUT, None);
                set_arg_attr(body, index, WRITABLE, None);
            }
            module.sync_proxy(op);
        }
        insert_globals(module, &self.session.globals);
        Ok(())
    }

    fn analyze_function(&mut self, module: &mut Body, op: OpId, is_ordered: bool) -> Outcome {
        let body = module.nested_mut(op).expect("a function has a body of its own");
        if !self.session.options.is_allowed(OpRef::root(body)) {
            return Ok(());
        }
        let name = OpRef::root(body).symbol_name();
        let mut facts = FunctionFacts::default();
        self.analyze(body, is_ordered.then_some(&mut facts))?;
        if let Some(info) = name.and_then(|name| self.session.functions.get_mut(name)).filter(|_| is_ordered) {
            info.facts = Some(facts);
        }
        Ok(())
    }

    fn bufferize_function(&mut self, module: &mut Body, op: OpId) -> Outcome {
        let body = module.nested_mut(op).expect("a function has a body of its own");
        let name = OpRef::root(body).symbol_name();
        let is_unanalyzed = name.is_some_and(|name| self.no_analysis.iter().any(|function| function == name.str(body)));
        let copies = self.session.options.copy_before_write;
        self.session.options.copy_before_write = copies || is_unanalyzed;
        let outcome = self.bufferize(body);
        self.session.options.copy_before_write = copies;
        outcome?;
        if self.session.options.boundary_layout == Layout::Infer {
            skip_casts_of_results(body);
        }
        let info = info_of(OpRef::root(body));
        if let Some(known) = name.and_then(|name| self.session.functions.get_mut(name)) {
            (known.inputs, known.results) = (info.inputs, info.results);
        }
        module.sync_proxy(op);
        Ok(())
    }

    /// Bufferizes the operations of the module that are neither functions nor symbol tables.
    fn bufferize_others(&mut self, module: &mut Body) -> Outcome {
        for op in module.proxies() {
            let view = OpRef::new(module, op);
            if view.is::<FuncOp>() || view.has(TraitSet::SYMBOL_TABLE) {
                continue;
            }
            let outcome = self.bufferize(module.nested_mut(op).expect("a proxy has a body"));
            module.sync_proxy(op);
            outcome?;
        }
        self.bufferize(module)
    }
}

/// The types and attributes of function `op`, the root of its body.
fn info_of(op: OpRef) -> FunctionInfo {
    let function = op.interface::<dyn FunctionOp>().expect("a function is a function-like operation");
    let inputs = function.argument_types(op);
    FunctionInfo {
        arg_attrs: rmlir::core::function::attrs_of(op, FuncOp::ARG_ATTRS, inputs.len()),
        inputs,
        results: function.result_types(op),
        facts: None,
    }
}

/// The functions directly in a module.
fn functions_of(module: &Body) -> Vec<OpId> {
    let ops = OpRef::root(module).regions().flat_map(RegionRef::blocks).flat_map(|block| block.ops());
    ops.filter(|op| op.is::<FuncOp>()).map(|op| op.id).collect()
}

/// Functions after their callees, and recursive functions.
fn ordered_by_calls(module: &Body, functions: &[OpId]) -> (Vec<OpId>, Vec<OpId>) {
    let by_name: FxHashMap<Ident, OpId> =
        functions.iter().filter_map(|&op| Some((OpRef::new(module, op).symbol_name()?, op))).collect();
    let has_tensors = |op: OpId| {
        let info = info_of(OpRef::new(module, op).resolve());
        info.inputs.iter().chain(&info.results).any(|&ty| is_tensor(module, ty))
    };
    let mut callers: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    let mut left: Vec<(OpId, usize)> = Vec::new();
    for &op in functions {
        let body = module.nested(op).expect("a function has a body of its own");
        let mut n_called = 0;
        for inner in body.ops_under(body.root()) {
            let Some(call) = OpRef::new(body, inner).cast::<CallOp>() else { continue };
            let callee = by_name.get(&call.callee(body)).copied();
            let Some(callee) = callee.filter(|&callee| has_tensors(callee)) else { continue };
            let callers = callers.entry(callee).or_default();
            if !callers.contains(&op) {
                callers.push(op);
                n_called += 1;
            }
        }
        left.push((op, n_called));
    }
    let mut work: Vec<OpId> = left.iter().filter(|(_, n)| *n == 0).map(|&(op, _)| op).collect();
    let mut ordered = Vec::new();
    while let Some(op) = work.pop() {
        ordered.push(op);
        for caller in callers.get(&op).into_iter().flatten() {
            let entry = left.iter_mut().find(|(other, _)| other == caller).expect("callers are functions");
            entry.1 -= 1;
            if entry.1 == 0 {
                work.push(*caller);
            }
        }
    }
    let circular = left.into_iter().map(|(op, _)| op).filter(|op| !ordered.contains(op)).collect();
    (ordered, circular)
}

fn returns(body: &Body) -> Vec<OpId> {
    let ends = OpRef::root(body).region(0).blocks().filter_map(BlockRef::last_op);
    ends.filter(|end| end.is::<ReturnOp>()).map(|end| end.id).collect()
}

/// The index of the argument whose buffer is that of `value`.
fn argument_of(body: &Body, state: &State, value: Value) -> Option<usize> {
    if !is_tensor(body, body.ty(value)) {
        return None;
    }
    let args: Vec<ValueRef> = OpRef::root(body).region(0).entry()?.args().collect();
    args.into_iter().position(|arg| is_tensor(body, arg.ty()) && state.are_equivalent(value, arg.id))
}

/// The facts about the arguments of the function that is the root of `body`.
fn function_facts(body: &Body, state: &State) -> Result<FunctionFacts, Box<Diagnostic>> {
    let mut facts = FunctionFacts::default();
    let root = OpRef::root(body);
    let info = info_of(root);
    let tensors =
        |types: &[Type]| -> Vec<usize> { (0..types.len()).filter(|&index| is_tensor(body, types[index])).collect() };
    let (inputs, results) = (tensors(&info.inputs), tensors(&info.results));
    let entry = root.region(0).entry();
    let Some(entry) = entry else {
        for &input in &inputs {
            if !results.is_empty() {
                facts.aliasing.insert(input, results.clone());
            }
            let access = stated_access(body, &info, input).unwrap_or(Access { read: true, written: true });
            facts.access.insert(input, access);
        }
        return Ok(facts);
    };
    let returns = returns(body);
    let Some((&first, others)) = returns.split_first() else {
        return Err(root.plain_error("cannot bufferize func.func without func.return"));
    };
    let args: Vec<Value> = value_ids(entry.args());
    for &input in &inputs {
        let mut aliasing = Vec::new();
        for &end in &returns {
            for (index, value) in body.operands(end).enumerate() {
                let is_alias = is_tensor(body, body.ty(value)) && state.are_aliasing(value, args[input]);
                if is_alias && !aliasing.contains(&index) {
                    aliasing.push(index);
                }
            }
        }
        if !aliasing.is_empty() {
            facts.aliasing.insert(input, aliasing);
        }
        let access = stated_access(body, &info, input).unwrap_or_else(|| Access {
            read: state.is_value_read(body, args[input]),
            written: state.is_value_written(body, args[input]),
        });
        facts.access.insert(input, access);
    }
    for index in 0..body.n_operands(first) {
        let Some(arg) = argument_of(body, state, body.operand(first, index)) else { continue };
        let same = |&end: &OpId| argument_of(body, state, body.operand(end, index)) == Some(arg);
        if others.iter().all(same) {
            facts.equivalent.insert(index, arg);
        }
    }
    Ok(facts)
}

fn stated_access(cx: &Context, info: &FunctionInfo, index: usize) -> Option<Access> {
    let attr = info.arg_attrs.get(index)?.dict_get(cx, cx.find_ident(BUFFER_ACCESS)?)?;
    attr.as_str(cx).map(Access::of_name)
}

/// For tests: the argument that each returned value is equivalent to.
fn equivalent_args(body: &Body, state: &State) -> Vec<(OpId, &'static str, Attr)> {
    let mut found = Vec::new();
    for end in returns(body) {
        let args: Vec<Option<usize>> = body.operands(end).map(|value| argument_of(body, state, value)).collect();
        if args.iter().any(Option::is_some) {
            let numbers: Vec<Attr> =
                args.into_iter().map(|arg| body.i64_attr(arg.map_or(-1, |arg| arg as i64))).collect();
            found.push((end, EQUIVALENT_ARGS, body.array_attr(&numbers)));
        }
    }
    found
}

/// Sets or removes an attribute of an argument of the function that is the root of `body`.
fn set_arg_attr(body: &mut Body, index: usize, name: &str, value: Option<Attr>) {
    let info = info_of(OpRef::root(body));
    let mut dicts = info.arg_attrs;
    dicts.resize(info.inputs.len(), Attr::EMPTY_DICT);
    let ident = body.ident(name);
    let mut entries = dicts[index].as_dict(body).unwrap_or_default().to_vec();
    let before = entries.clone();
    entries.retain(|entry| entry.name != ident);
    entries.extend(value.map(|value| NamedAttr { name: ident, value }));
    if entries == before {
        return;
    }
    dicts[index] = body.dict(entries);
    let all = if dicts.iter().all(|&dict| dict == Attr::EMPTY_DICT) { Attr::ABSENT } else { body.array_attr(&dicts) };
    let root = body.root();
    body.set_prop(root, FuncOp::ARG_ATTRS, all);
}

/// Returns the sources of casts at the end, if all returns have the same types, and updates the result types.
fn skip_casts_of_results(body: &mut Body) {
    let returns = returns(body);
    let Some(&first) = returns.first() else { return };
    let uncast = |body: &Body, value: Value| match body.defined_by::<memref::CastOp>(value) {
        Some(cast) => {
            let source = cast.source(body);
            let gains_rank = body.ty(source).shape(body).is_none() && body.ty(value).shape(body).is_some();
            if gains_rank { value } else { source }
        }
        None => value,
    };
    let info = info_of(OpRef::root(body));
    let mut results = info.results;
    for (index, result) in results.iter_mut().enumerate() {
        let ty = body.ty(uncast(body, body.operand(first, index)));
        if returns.iter().any(|&end| body.ty(uncast(body, body.operand(end, index))) != ty) {
            continue;
        }
        *result = ty;
        for &end in &returns {
            let value = uncast(body, body.operand(end, index));
            body.set_operand(end, index, value);
        }
    }
    let ty = body.type_attr(body.function_type(&info.inputs, &results));
    let root = body.root();
    body.set_prop(root, FuncOp::FUNCTION_TYPE, ty);
}

/// The constant globals of a module, and the symbol names that are in use.
fn globals_of(module: &Body) -> Globals {
    let root = OpRef::root(module);
    let ops: Vec<OpRef> = root.regions().flat_map(RegionRef::blocks).flat_map(|block| block.ops()).collect();
    let global = |op: &OpRef| {
        let global = op.cast::<memref::GlobalOp>()?;
        Some(Global {
            name: op.symbol_name()?,
            ty: global.ty(module),
            value: global.initial_value(module)?,
            alignment: global.alignment(module).unwrap_or(0) as u64,
            loc: op.loc(),
        })
    };
    Globals::new(ops.iter().filter_map(global).collect(), ops.iter().filter_map(|op| op.symbol_name()))
}

/// Inserts new globals at the start of the module, the last one first.
fn insert_globals(module: &mut Body, globals: &Globals) {
    let Some(block) = OpRef::root(module).region(0).entry().map(|block| block.id) else { return };
    let mut rw = Rewriter::new(module);
    for global in globals.new_globals() {
        let name = rw.str_attr(global.name.str(rw.cx()));
        let (private, ty) = (rw.str_attr("private"), rw.type_attr(global.ty));
        let alignment = if global.alignment == 0 { Attr::ABSENT } else { rw.i64_attr(global.alignment as i64) };
        rw.at_start(block);
        rw.create(
            memref::GlobalOp::build(name, ty)
                .prop(memref::GlobalOp::SYM_VISIBILITY, private)
                .prop(memref::GlobalOp::INITIAL_VALUE, global.value)
                .prop(memref::GlobalOp::CONSTANT, Attr::UNIT)
                .prop(memref::GlobalOp::ALIGNMENT, alignment)
                .at(global.loc),
        );
    }
}
