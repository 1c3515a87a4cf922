//! `drop-equivalent-buffer-results`: removes results of a function that are buffers of its caller.

use rmlir::core::cycle::CycleGuard;
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_memref::{CastOp, MemRef};

/// Remove MemRef return values that are equivalent to a bbArg.
///
/// Only private functions change; the results of their calls are replaced by the operands.
///
/// ```mlir
/// func.func private @f(%m: memref<4xf32>) -> memref<4xf32> {
///   return %m : memref<4xf32>
/// }
/// // becomes
/// func.func private @f(%m: memref<4xf32>) {
///   return
/// }
/// ```
#[pass(
    name = "drop-equivalent-buffer-results",
    title = "DropEquivalentBufferResultsPass",
    summary = "Remove MemRef return values that are equivalent to a bbArg",
    anchor = "builtin.module",
    depends(MemRef)
)]
pub(crate) fn drop_equivalent_buffer_results(cx: &mut PassCx) -> PassResult {
    let module = cx.body_mut();
    let functions: Vec<OpId> = {
        let ops = OpRef::root(module).regions().flat_map(RegionRef::blocks).flat_map(|block| block.ops());
        ops.filter(|op| op.is::<FuncOp>()).map(|op| op.id).collect()
    };
    for op in functions {
        let function = module.nested_mut(op).expect("a function has a body of its own");
        let is_public =
            rmlir::core::symbol::visibility(OpRef::root(function)) == rmlir::core::symbol::Visibility::Public;
        let name = OpRef::root(function).symbol_name();
        let (false, Some(name)) = (is_public, name) else { continue };
        let Some(dropped) = drop_results(function) else { continue };
        module.sync_proxy(op);
        update_calls(module, name, &dropped);
    }
    Ok(())
}

/// The source of the chain of casts that ends in `value`.
fn uncast(body: &Body, mut value: Value) -> Value {
    let mut guard = CycleGuard::default();
    while let Some(cast) = body.defined_by::<CastOp>(value).filter(|_| guard.goes_on(value)) {
        value = cast.source(body);
    }
    value
}

/// Removes results of the function that is the root of `body`. Returns for each old result the index of the argument
/// that it is equal to, if there is one.
fn drop_results(body: &mut Body) -> Option<Vec<Option<usize>>> {
    let region = OpRef::root(body).region(0);
    let args: Vec<Value> = value_ids(region.entry()?.args());
    let ends = region.blocks().filter_map(BlockRef::last_op).filter(|end| end.is::<ReturnOp>());
    let returns: Vec<OpId> = ends.map(|end| end.id).collect();
    let &first = returns.first()?;
    let argument = |index: usize| {
        let is_same = |arg: &Value| returns.iter().all(|&end| uncast(body, body.operand(end, index)) == *arg);
        args.iter().position(is_same)
    };
    let dropped: Vec<Option<usize>> = (0..body.n_operands(first)).map(argument).collect();
    for end in returns {
        let kept = body.operands(end).zip(&dropped).filter(|(_, dropped)| dropped.is_none());
        let kept: Vec<Value> = kept.map(|(value, _)| value).collect();
        body.set_operands(end, &kept);
    }
    let root = OpRef::root(body);
    let function = root.interface::<dyn FunctionOp>().expect("a function is a function-like operation");
    let types = function.result_types(root);
    let attrs = rmlir::core::function::attrs_of(root, FuncOp::RES_ATTRS, types.len());
    fn kept<T: Copy>(list: &[T], dropped: &[Option<usize>]) -> Vec<T> {
        list.iter().zip(dropped).filter(|(_, dropped)| dropped.is_none()).map(|(&item, _)| item).collect()
    }
    let attrs = kept(&attrs, &dropped);
    let ty = function.with_types(root, &function.argument_types(root), &kept(&types, &dropped));
    let has_attrs = attrs.iter().any(|&dict| dict != Attr::EMPTY_DICT);
    let attrs = if has_attrs { body.array_attr(&attrs) } else { Attr::ABSENT };
    let root = body.root();
    body.set_prop(root, FuncOp::FUNCTION_TYPE, ty);
    body.set_prop(root, FuncOp::RES_ATTRS, attrs);
    Some(dropped)
}

/// Updates the calls of function `name` in `body` and in nested bodies.
fn update_calls(body: &mut Body, name: Ident, dropped: &[Option<usize>]) {
    for op in body.proxies() {
        if !OpRef::new(body, op).has(TraitSet::SYMBOL_TABLE) {
            update_calls(body.nested_mut(op).expect("a proxy has a body"), name, dropped);
        }
    }
    let is_call = |op: &OpId| {
        let call = OpRef::new(body, *op).cast::<CallOp>();
        call.is_some_and(|call| call.callee(body) == name)
    };
    let calls: Vec<OpId> = body.ops_under(body.root()).into_iter().filter(is_call).collect();
    for op in calls {
        let mut rw = Rewriter::new(body);
        rw.before(op);
        let call = CallOp::from_id(op);
        let (operands, callee) = (call.operands(&rw), call.callee(&rw));
        let results = rw.results(op).to_vec();
        let kept = results.iter().zip(dropped).filter(|(_, dropped)| dropped.is_none());
        let types: Vec<Type> = kept.map(|(&result, _)| rw.ty(result)).collect();
        let new = rw.create(CallOp::build(&types, &operands, callee));
        let mut new_results = rw.results(new.id()).to_vec().into_iter();
        let mut values = Vec::new();
        for (&result, dropped) in results.iter().zip(dropped) {
            values.push(match dropped {
                None => new_results.next().expect("results that are not dropped stay"),
                Some(arg) => {
                    let (value, ty) = (operands[*arg], rw.ty(result));
                    if rw.ty(value) == ty { value } else { rw.value(CastOp::build(ty, value)) }
                }
            });
        }
        rw.replace(op, values);
    }
}
