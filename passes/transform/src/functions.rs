//! Transform operations on functions and calls.
//!
//! A *mapping* has the new index of each argument or result of a function; several old arguments may become one.

use rmlir::core::dominance::Dominance;
use rmlir::core::function;
use rmlir::core::opdef::OpDef;
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_transform::descriptor::Materialization;
use rmlir_transform::effects::{changes_payload, replaces_payload};
use rmlir_transform::{
    Applied, Failure, PayloadOp, PayloadValue, Results, TransformHandle, TransformOp, TransformState,
    TransformValueHandle, TypeConverterBuilder, handle_effects,
};

/// The operations.
pub(crate) const OPS: &[&OpDef] = &[CastAndCallOp::DEF, DeduplicateFuncArgsOp::DEF, ReplaceFuncSignatureOp::DEF];

handle_effects! {
    changes_payload => CastAndCallOp;
    replaces_payload => DeduplicateFuncArgsOp, ReplaceFuncSignatureOp;
}

/// Inserts a call of a function before or after an operation: uses of the outputs are replaced by its results. Values
/// are cast to the types of arguments, and results to those of outputs, by the conversions in the region.
///
/// ```mlir
/// %call = transform.func.cast_and_call @f(%inputs) -> %outputs before %place {
///   transform.type_conversion.tensor.cast_shape_dynamic_dims
/// } : (!transform.any_value, !transform.any_value, !transform.any_op) -> !transform.any_op
/// ```
#[op(
    name = "transform.func.cast_and_call",
    traits(AttrSizedOperandSegments, GraphRegion, NoTerminator, SingleBlock),
    interfaces(MemoryEffects, TransformOp),
    verify = verify_cast_and_call,
    format = "($function_name^)? ($function^)? (`(` $inputs^ `)`)? (`->` $outputs^)? \
              (`after` $insert_after^):(`before`)? $insertion_point ($conversions^)? attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct CastAndCallOp {
    #[operand]
    insertion_point: TransformHandle,
    #[prop]
    insert_after: UnitAttr,
    #[operand]
    inputs: Option<TransformValueHandle>,
    #[operand]
    outputs: Option<TransformValueHandle>,
    #[operand]
    function: Option<TransformHandle>,
    #[prop]
    function_name: Option<SymbolRefAttr>,
    #[result]
    result: TransformHandle,
    #[region]
    conversions: AtMostOneBlock,
}

/// The type conversions of the casts.
fn conversions(op: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    op.region(0).entry().into_iter().flat_map(|block| block.ops())
}

fn optional<'a>(op: OpRef<'a>, field: usize) -> Option<ValueRef<'a>> {
    let place = op.operand_range(field);
    op.operands().nth(place.start).filter(|_| !place.is_empty())
}

fn verify_cast_and_call(op: OpRef) -> Checked {
    if let Some(other) = conversions(op).find(|inner| inner.interface::<dyn TypeConverterBuilder>().is_none()) {
        let error = op.error("expected children ops to implement TypeConverterBuilderOpInterface");
        return Err(Box::new(error.note(other.loc().place(op.cx()), "op without interface")));
    }
    match (optional(op, CastAndCallOp::FUNCTION_OPERAND).is_some(), op.get(CastAndCallOp::function_name).is_some()) {
        (false, false) => Err(op.error("expected a function handle or name to call")),
        (true, true) => Err(op.error("function handle and name are mutually exclusive")),
        _ => Ok(()),
    }
}

impl TransformOp for CastAndCallOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let values = |field: usize| optional(op, field).map(|handle| state.values(handle)).unwrap_or_default();
        let (inputs, outputs) = (values(Self::INPUTS_OPERAND), values(Self::OUTPUTS_OPERAND));
        if (1..outputs.len()).any(|index| outputs[..index].contains(&outputs[index])) {
            return Err(Failure::silenceable(op, "cast and call output values must be unique"));
        }
        let places = optional(op, Self::INSERTION_POINT_OPERAND).map(|handle| state.ops(handle)).unwrap_or_default();
        let [place] = places.as_slice() else {
            return Err(Failure::silenceable(op, "Only one op can be specified as an insertion point"));
        };
        let is_after = op.get(Self::insert_after);
        check_dominance(op, state, place, is_after, (&inputs, &outputs))?;
        let function = called_function(op, state, place)?;
        let view = state.op(&function);
        let (arguments, gives) = function::types_of(view, FuncOp::FUNCTION_TYPE);
        for (what, role, n, given) in
            [("arguments", "inputs", arguments.len(), inputs.len()), ("results", "outputs", gives.len(), outputs.len())]
        {
            if n != given {
                let message = format!("mismatch between number of function {what} {n} and number of {role} {given}");
                return Err(Failure::silenceable(view, message));
            }
        }
        let callee = view.symbol_name().expect("functions have names");
        let call = Call { op, callee, arguments, gives, is_after };
        let made = state.rewrite(&place.path, |rw| call.make(rw, place.op, &inputs, &outputs))?;
        results.set(0, vec![PayloadOp { path: place.path.clone(), op: made }]);
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// The inputs must dominate the call, and the call must dominate the uses of the outputs.
fn check_dominance(
    op: OpRef,
    state: &TransformState,
    place: &PayloadOp,
    is_after: bool,
    (inputs, outputs): (&[PayloadValue], &[PayloadValue]),
) -> Applied {
    let body = state.body(&place.path);
    let dominance = Dominance::new(body);
    for output in outputs {
        let comes_first = |user: OpId| {
            !is_after && user == place.op || user != place.op && dominance.properly_dominates_op(place.op, user, true)
        };
        if output.path != place.path || !body.users(output.value).all(comes_first) {
            return Err(Failure::definite(op, "a user of an output is not dominated by the insertion point"));
        }
    }
    for input in inputs {
        let is_there = input.path == place.path
            && (is_after && body.defining_op(input.value) == Some(place.op)
                || dominance.value_dominates(input.value, place.op));
        if !is_there {
            return Err(Failure::definite(op, "an input does not dominate the insertion point"));
        }
    }
    Ok(())
}

/// The function that is named, or that is associated with a handle.
fn called_function(op: OpRef, state: &TransformState, place: &PayloadOp) -> Result<PayloadOp, Failure> {
    if let Some(handle) = optional(op, CastAndCallOp::FUNCTION_OPERAND) {
        let functions = state.ops(handle);
        let [function] = functions.as_slice() else {
            return Err(Failure::definite(op, "requires a single function to call"));
        };
        if !state.op(function).is::<FuncOp>() {
            return Err(Failure::definite(op, "invalid non-function callee"));
        }
        return Ok(function.clone());
    }
    let name = op.get(CastAndCallOp::function_name).expect("a verified operation has a function or its name");
    let found = state.symbol_table(place).and_then(|table| find_function(state, &table, name));
    found.ok_or_else(|| {
        let shown = op.cx().show_attr(op.cx().symbol_ref(name));
        Failure::definite(op, format!("unresolved symbol {shown}"))
    })
}

/// The function `name` directly in `table`.
fn find_function(state: &TransformState, table: &PayloadOp, name: SymbolRef) -> Option<PayloadOp> {
    let found = SymbolScope::new(state.op(table)).lookup(name.flat()?).filter(|found| found.is::<FuncOp>())?;
    Some(PayloadOp { path: state.path_inside(table), op: found.id })
}

/// The parameters of a call to be created.
struct Call<'a> {
    op: OpRef<'a>,
    callee: Ident,
    arguments: Vec<Type>,
    gives: Vec<Type>,
    is_after: bool,
}

impl Call<'_> {
    fn make(
        &self,
        rw: &mut Rewriter,
        place: OpId,
        inputs: &[PayloadValue],
        outputs: &[PayloadValue],
    ) -> Result<OpId, Failure> {
        if self.is_after {
            rw.after(place);
        } else {
            rw.before(place);
        }
        let mut operands = Vec::new();
        for (input, &ty) in inputs.iter().zip(&self.arguments) {
            operands.push(self.cast(rw, input.value, ty, Materialization::Source)?);
        }
        let (loc, callee) = (rw.loc(place), rw.symbol_ref(self.callee));
        let call = rw.create(CallOp::build(&self.gives, &operands, callee).at(loc)).id();
        for (index, output) in outputs.iter().enumerate() {
            let (given, ty) = (rw.result(call, index), rw.ty(output.value));
            let new = self.cast(rw, given, ty, Materialization::Target)?;
            rw.replace_uses_if(output.value, new, |_, user, _| user != call);
        }
        Ok(call)
    }

    /// `value` converted to type `ty`, by the first conversion that supports it.
    fn cast(&self, rw: &mut Rewriter, value: Value, ty: Type, kind: Materialization) -> Result<Value, Failure> {
        if rw.ty(value) == ty {
            return Ok(value);
        }
        // Conversions that were added last are tried first, as in upstream.
        let all: Vec<OpRef> = conversions(self.op).collect();
        for conversion in all.into_iter().rev() {
            let builder = conversion.interface::<dyn TypeConverterBuilder>();
            let builder = builder.expect("a verified operation casts values");
            if let Some(cast) = builder.materialize(conversion, rw, value, ty, kind) {
                return Ok(cast);
            }
        }
        let (from, to) = (rw.show_type(rw.ty(value)), rw.show_type(ty));
        Err(Failure::definite(
            self.op,
            format!("Failed to materialize conversion of a value of type {from} to type {to}"),
        ))
    }
}

/// Permutes the arguments and results of a function, and of its calls, if requested.
///
/// ```mlir
/// transform.func.replace_func_signature @f args_interchange = [1, 0] results_interchange = [] at %module
///     : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.func.replace_func_signature",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$function_name `args_interchange` `=` $args_interchange `results_interchange` `=` $results_interchange \
              `at` $module attr-dict `:` functional-type(operands, results)"
)]
pub struct ReplaceFuncSignatureOp {
    #[operand]
    module: TransformHandle,
    #[prop]
    function_name: SymbolRefAttr,
    #[prop]
    args_interchange: DenseI32ArrayAttr,
    #[prop]
    results_interchange: DenseI32ArrayAttr,
    #[prop]
    adjust_func_calls: UnitAttr,
    #[result]
    transformed_module: TransformHandle,
    #[result]
    transformed_function: TransformHandle,
}

impl TransformOp for ReplaceFuncSignatureOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let name = op.get(Self::function_name);
        let shown = op.cx().show_attr(op.cx().symbol_ref(name));
        let module = module_of(op, state)?;
        let Some(function) = find_function(state, &module, name) else {
            return Err(Failure::silenceable(op, format!("function with name '{shown}' not found")));
        };
        let (arguments, gives) = function::types_of(state.op(&function), FuncOp::FUNCTION_TYPE);
        let orders = [op.get(Self::args_interchange), op.get(Self::results_interchange)];
        let counts = [arguments.len(), gives.len()];
        check_orders(op, &shown, &orders, counts)?;
        let [arguments, gives] = [0, 1].map(|which| new_places(&orders[which]));
        if !change_signature(state, &function, &arguments, &gives) {
            let message = format!("failed to replace function signature '{shown}' with new order");
            return Err(Failure::silenceable(op, message));
        }
        if op.get(Self::adjust_func_calls) {
            for call in calls_of(state, &module, name.root) {
                state.rewrite(&call.path, |rw| change_call(rw, call.op, &arguments, &gives));
            }
        }
        results.set(0, vec![module]);
        results.set(1, vec![function]);
        Ok(())
    }
}

/// The names of the results of operations that change functions.
fn name_results(name: &mut dyn FnMut(usize, &str)) {
    name(0, "transformed_module");
    name(1, "transformed_function");
}

impl AsmNames for ReplaceFuncSignatureOp {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name_results(name);
    }
}

impl AsmNames for DeduplicateFuncArgsOp {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name_results(name);
    }
}

/// The module in which `op` changes a function.
fn module_of(op: OpRef, state: &TransformState) -> Result<PayloadOp, Failure> {
    let modules = state.ops(op.operand(0));
    let [module] = modules.as_slice() else {
        return Err(Failure::definite(op, "requires a single module to operate on"));
    };
    if state.op(module).name_str() != "builtin.module" {
        return Err(Failure::silenceable(op, "target is expected to be module operation"));
    }
    Ok(module.clone())
}

const ROLES: [(&str, &str); 2] = [("arguments", "args"), ("results", "results")];

/// Checks that `orders` are permutations of this many arguments and results.
fn check_orders(op: OpRef, function: &str, orders: &[Vec<i32>; 2], counts: [usize; 2]) -> Applied {
    let wrong = |message: String| Err(Failure::silenceable(op, message));
    for (which, (role, short)) in ROLES.into_iter().enumerate() {
        let (n, given) = (counts[which], orders[which].len());
        if n != given {
            return wrong(format!(
                "function with name '{function}' has {n} {role}, but {given} {short} interchange were given"
            ));
        }
    }
    for (order, (_, short)) in orders.iter().zip(ROLES) {
        if (1..order.len()).any(|index| order[..index].contains(&order[index])) {
            return wrong(format!("{short} interchange must be unique"));
        }
    }
    for (which, (role, short)) in ROLES.into_iter().enumerate() {
        let n = counts[which];
        if let Some(index) =
            orders[which].iter().find(|&&index| usize::try_from(index).map_or(true, |index| index >= n))
        {
            return wrong(format!(
                "{short} interchange index {} is out of bounds for function with name '{function}' with {n} {role}",
                *index as u32
            ));
        }
    }
    Ok(())
}

/// The inverse of the permutation `order`.
fn new_places(order: &[i32]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| places[old as usize] = new);
    places
}

/// For each new index the first of the old indices that are mapped to it.
fn old_places(mapping: &[usize]) -> Vec<usize> {
    let n = mapping.iter().map(|&new| new + 1).max().unwrap_or(0);
    let first = |new: usize| mapping.iter().position(|&place| place == new);
    (0..n).map(|new| first(new).expect("something goes to each new place")).collect()
}

fn mapped<T: Clone>(list: &[T], mapping: &[usize]) -> Vec<T> {
    old_places(mapping).into_iter().map(|old| list[old].clone()).collect()
}

/// Changes a function whose body is one block; returns whether it is.
fn change_signature(state: &mut TransformState, function: &PayloadOp, args: &[usize], results: &[usize]) -> bool {
    let view = state.op(function);
    if !view.region(0).has_one_block() {
        return false;
    }
    let cx = view.cx();
    let (inputs, gives) = function::types_of(view, FuncOp::FUNCTION_TYPE);
    let attrs = |slot: usize, mapping: &[usize]| {
        let old = function::attrs_of(view, slot, mapping.len());
        // As in upstream, an absent list remains absent.
        view.prop(slot).is_some().then(|| mapped(&old, mapping))
    };
    let (arg_attrs, result_attrs) = (attrs(FuncOp::ARG_ATTRS, args), attrs(FuncOp::RES_ATTRS, results));
    let ty = cx.type_attr(cx.function_type(&mapped(&inputs, args), &mapped(&gives, results)));
    state.rewrite(&function.path, |rw| {
        rw.set_attr(function.op, "function_type", ty);
        for (name, attrs) in [("arg_attrs", arg_attrs), ("res_attrs", result_attrs)] {
            let Some(attrs) = attrs else { continue };
            let attrs = rw.array_attr(&attrs);
            rw.set_attr(function.op, name, attrs);
        }
    });
    let path = state.path_inside(function);
    state.rewrite(&path, |rw| {
        let root = rw.root();
        let block = rw.entry(rw.region(root, 0)).expect("the function has a block");
        let old: Vec<Value> = rw.args(block).to_vec();
        let new: Vec<Value> = mapped(&old, args)
            .into_iter()
            .map(|arg| {
                let (ty, loc) = (rw.ty(arg), rw.value_loc(arg));
                rw.add_arg(block, ty, loc)
            })
            .collect();
        for (&arg, &place) in old.iter().zip(args) {
            rw.replace_all_uses(arg, new[place]);
        }
        (0..old.len()).rev().for_each(|index| rw.erase_arg(block, index));
        // Without a return there are no results.
        if let Some(end) = rw.last_op(block).filter(|&end| OpRef::new(rw, end).is::<ReturnOp>()) {
            let returned: Vec<Value> = rw.operands(end).collect();
            rw.set_operands(end, &mapped(&returned, results));
        }
    });
    true
}

/// The calls of `name` in `module`.
fn calls_of(state: &TransformState, module: &PayloadOp, name: Ident) -> Vec<PayloadOp> {
    let calls = |payload: &PayloadOp| {
        let view = state.op(payload);
        view.is::<CallOp>() && view.get(CallOp::callee) == name
    };
    state.walk(module).into_iter().filter(calls).collect()
}

fn change_call(rw: &mut Rewriter, call: OpId, args: &[usize], results: &[usize]) {
    let operands: Vec<Value> = rw.operands(call).collect();
    let types: Vec<Type> = rw.result_types(call).collect();
    let callee = CallOp::from_id(call).callee(rw);
    rw.before(call);
    let loc = rw.loc(call);
    let mut new = CallOp::build(&mapped(&types, results), &mapped(&operands, args), callee).at(loc);
    if let Some(no_inline) = rw.prop(call, CallOp::NO_INLINE) {
        new = new.prop(CallOp::NO_INLINE, no_inline);
    }
    let new = rw.create(new).id();
    let values: Vec<Value> = results.iter().map(|&place| rw.result(new, place)).collect();
    rw.replace(call, values);
}

/// Merges the arguments of a function that have the same value in its only call.
#[op(
    name = "transform.func.deduplicate_func_args",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$function_name `at` $module attr-dict `:` functional-type(operands, results)"
)]
pub struct DeduplicateFuncArgsOp {
    #[operand]
    module: TransformHandle,
    #[prop]
    function_name: SymbolRefAttr,
    #[result]
    transformed_module: TransformHandle,
    #[result]
    transformed_function: TransformHandle,
}

impl TransformOp for DeduplicateFuncArgsOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let name = op.get(Self::function_name);
        let module = module_of(op, state)?;
        let Some(function) = find_function(state, &module, name) else {
            let shown = op.cx().show_attr(op.cx().symbol_ref(name));
            return Err(Failure::silenceable(op, format!("function with name '{shown}' is not found")));
        };
        if !deduplicate(state, &module, &function, name.root) {
            let name = name.root.str(op.cx());
            let message = format!("failed to deduplicate function arguments of function {name}");
            return Err(Failure::silenceable(op, message));
        }
        results.set(0, vec![module]);
        results.set(1, vec![function]);
        Ok(())
    }
}

fn deduplicate(state: &mut TransformState, module: &PayloadOp, function: &PayloadOp, name: Ident) -> bool {
    let calls = calls_of(state, module, name);
    let [call] = calls.as_slice() else { return false };
    let view = state.op(call);
    let operands: Vec<Value> = view.operands().map(|operand| operand.id).collect();
    let mut distinct: Vec<Value> = Vec::new();
    let mut mapping = Vec::new();
    for &operand in &operands {
        let known = distinct.iter().position(|&other| other == operand);
        mapping.push(known.unwrap_or(distinct.len()));
        if known.is_none() {
            distinct.push(operand);
        }
    }
    if distinct.len() == operands.len() {
        return false;
    }
    let results: Vec<usize> = (0..view.n_results()).collect();
    let is_changed = change_signature(state, function, &mapping, &results);
    if is_changed {
        state.rewrite(&call.path, |rw| change_call(rw, call.op, &mapping, &results));
    }
    is_changed
}
