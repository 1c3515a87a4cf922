//! Outlining of loops to functions.

use rmlir::core::clone::CloneMap;
use rmlir::core::symbol::SymbolTable;
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_scf::{ExecuteRegionOp, YieldOp};
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

handle_effects! {
    replaces_payload => LoopOutlineOp;
}

/// Moves each operation with one region, such as a loop, into a new function, which is called in its place inside of a
/// `scf.execute_region`.
///
/// ```mlir
/// %function, %call = transform.loop.outline %loop {func_name = "inner"}
///     : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.loop.outline",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct LoopOutlineOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    func_name: StrAttr,
    #[result]
    function: TransformHandle,
    #[result]
    call: TransformHandle,
}

impl AsmNames for LoopOutlineOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "function");
        name(1, "call");
    }
}

impl TransformOp for LoopOutlineOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let name = op.get(LoopOutlineOp::func_name);
        let (mut functions, mut calls) = (Vec::new(), Vec::new());
        for target in state.ops(op.value(LoopOutlineOp::target)) {
            let around = state.nearest_around(&target, |around| around.interface::<dyn FunctionOp>().is_some());
            let Some(around) = around.filter(|_| state.op(&target).n_regions() == 1) else {
                let failure = Failure::silenceable(op, "failed to outline");
                return Err(failure.note(state.op(&target), "target op"));
            };
            let (function, call) = outline(state, &target, &around, name);
            functions.push(function);
            calls.push(call);
        }
        results.set(0, functions);
        results.set(1, calls);
        Ok(())
    }
}

/// Returns the function, which is inserted before the one `around`, and the call.
fn outline(state: &mut TransformState, target: &PayloadOp, around: &PayloadOp, name: &str) -> (PayloadOp, PayloadOp) {
    let function = outlined(state, target, around, name);
    let view = state.op(&function);
    let (callee, loc) = (view.symbol_name().expect("functions have names"), state.op(target).loc());
    let call = state.rewrite(&target.path, |rw| {
        let captured = captures(rw, target.op);
        let types: Vec<Type> = rw.result_types(target.op).collect();
        rw.before(target.op);
        rw.set_loc(loc);
        let region = rw.create(ExecuteRegionOp::build(&types));
        let inside = rw.region(region.id(), 0);
        let block = rw.create_block(inside, &[], &[]);
        rw.at_end(block);
        let callee = rw.symbol_ref(callee);
        let call = rw.create(CallOp::build(&types, &captured, callee)).id();
        let results = rw.results(call).to_vec();
        rw.create(YieldOp::build(&results));
        let results = rw.results(region.id()).to_vec();
        rw.replace(target.op, results);
        call
    });
    (function, PayloadOp { path: target.path.clone(), op: call })
}

/// The values from outside that `op` and the operations in it use, in the order of a walk.
fn captures(body: &Body, op: OpId) -> Vec<Value> {
    let mut found = Vec::new();
    body.walk_postorder(op, |inner| {
        for operand in body.operands(inner) {
            if !body.is_defined_inside(op, operand) && !found.contains(&operand) {
                found.push(operand);
            }
        }
    });
    found
}

/// Creates the function. Index constants are cloned into it.
fn outlined<'c>(state: &mut TransformState<'_, 'c>, target: &PayloadOp, around: &PayloadOp, name: &str) -> PayloadOp {
    let nested: Box<Body<'c>> = state.rewrite(&target.path, |rw| {
        let (cx, loc) = (rw.cx(), rw.loc(target.op));
        let captured = captures(rw, target.op);
        let types: Vec<Type> = captured.iter().map(|&value| rw.ty(value)).collect();
        let locs: Vec<Loc> = captured.iter().map(|&value| rw.value_loc(value)).collect();
        let results: Vec<Type> = rw.result_types(target.op).collect();
        let mut function = Box::new(Body::new(cx, cx.op_name_of(FuncOp::DEF), loc, 1));
        let root = function.root();
        let ty = cx.type_attr(cx.function_type(&types, &results));
        function.set_attr(root, "function_type", ty);
        let block = function.create_block(&types, &locs);
        let region = function.region(root, 0);
        function.append_block(region, block);
        let mut map = CloneMap::default();
        for (index, &value) in captured.iter().enumerate() {
            let arg = function.args(block)[index];
            map.values.insert(value, arg);
        }
        let moved = function.clone_op_from(rw, target.op, &mut map);
        function.append_op(block, moved);
        let given = function.results(moved).to_vec();
        let end = function.create_op(ReturnOp::build(&given).at(loc).finish(cx));
        function.append_op(block, end);
        for (index, &value) in captured.iter().enumerate() {
            let Some(constant) = rw.defining_op(value).filter(|_| rw.ty(value).is_index()) else { continue };
            if !OpRef::new(rw, constant).is::<rmlir_arith::ConstantOp>() {
                continue;
            }
            let copy = function.clone_op_from(rw, constant, &mut CloneMap::default());
            let first = function.first_op(block).expect("the function has what was moved");
            function.insert_before(first, copy);
            let (arg, new) = (function.args(block)[index], function.result(copy, 0));
            function.replace_all_uses(arg, new);
        }
        function
    });
    let table = state.symbol_table(around);
    let op = state.rewrite(&around.path, |rw| {
        let cx = rw.cx();
        let root = rw.root();
        let names = table.map(|table| SymbolTable::of_op(rw, if table.path == around.path { table.op } else { root }));
        let name = names.map_or_else(|| cx.ident(name), |names| names.fresh_name(rw, name));
        let ty = nested.attr(nested.root(), "function_type").expect("the function has a type");
        rw.before(around.op);
        let name = cx.str_attr(name.str(cx));
        let made = rw.create(FuncOp::build(name, ty).at(nested.loc(nested.root()))).id();
        let mut nested = nested;
        nested.set_attr(nested.root(), "sym_name", name);
        rw.body_mut().detach(made);
        rw.body_mut().attach(made, nested);
        made
    });
    PayloadOp { path: around.path.clone(), op }
}
