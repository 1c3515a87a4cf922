//! Conversion of memref results of functions to output parameters.
//!
//! Steps: 1. `change_function` appends an argument for each memref result of a function, and returned values are copied
//! into them, or, if they are allocated in the function and that is requested, the allocation is replaced by the
//! argument; 2. calls allocate the new operands. The size of a buffer is static in its type, or, if an allocation was
//! hoisted out of the function, given by the arguments that were its sizes.

use rmlir::analysis::alias::{AliasAnalysis, Base, is_captured_beyond};
use rmlir::core::function::attrs_of;
use rmlir::core::memref_layout::{MemRefParts, has_identity_layout, memref_type, strides_and_offset};
use rmlir::core::symbol::{Visibility, visibility};
use rmlir::core::types::DYNAMIC;
use rmlir::pass::output::with_operation;
use rmlir::pass::{Pass, PassCx, PassFailed, PassResult, Texts};
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_memref::{AllocOp, AllocaOp, CastOp, CopyOp, ReallocOp};
use rustc_hash::FxHashMap;

/// Converts memref-typed function results to out-params.
///
/// Private functions with a body get a buffer argument for each memref result; their calls allocate it. With `hoist-*`
/// an allocation in the function that is returned is replaced by the argument; else the contents are copied. Functions
/// are not changed if the returned memory may have an alias in the caller, as that of an argument has. (22 copies it.)
///
/// ```mlir
/// func.func private @f() -> memref<8xf32> {
///   %0 = memref.alloc() : memref<8xf32>
///   return %0 : memref<8xf32>
/// }
/// // becomes
/// func.func private @f(%out: memref<8xf32>) {
///   %0 = memref.alloc() : memref<8xf32>
///   memref.copy %0, %out : memref<8xf32> to memref<8xf32>
///   return
/// }
/// ```
#[pass(
    name = "buffer-results-to-out-params",
    title = "BufferResultsToOutParamsPass",
    summary = "Converts memref-typed function results to out-params",
    anchor = "builtin.module",
    depends(rmlir_memref::MemRef)
)]
pub struct BufferResultsToOutParams {
    /// Add the attribute 'bufferize.result' to all output parameters.
    add_result_attr: bool,
    /// Hoist static allocations to call sites.
    hoist_static_allocs: bool,
    /// Hoist dynamic allocations to call sites.
    hoist_dynamic_allocs: bool,
    /// Modify function signatures of public functions.
    modify_public_functions: bool,
}

/// The functions of the module by name: `None` for unchanged ones, else the sizes that calls have to allocate.
type Functions = FxHashMap<Ident, Option<OutSizes>>;

/// For each dynamic allocation hoisted out of a function, the indices of the arguments that were its sizes.
type OutSizes = Vec<Vec<usize>>;

impl Pass for BufferResultsToOutParams {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let texts = cx.texts();
        let mut functions = Functions::default();
        let ops: Vec<OpId> = cx.op().region(0).blocks().flat_map(|block| block.ops()).map(|op| op.id).collect();
        for op in ops {
            let view = OpRef::new(cx.body(), op);
            let (true, Some(name)) = (view.is::<FuncOp>(), view.symbol_name()) else { continue };
            let stays =
                view.region(0).is_empty() || (visibility(view) == Visibility::Public && !self.modify_public_functions);
            if stays {
                functions.insert(name, None);
                continue;
            }
            let body = cx.body_mut().nested_mut(op).expect("a function has a body of its own");
            if !are_results_fresh(body) {
                functions.insert(name, None);
                cx.missed(op, "memref", "the memory of its results may have other names");
                continue;
            }
            functions.insert(name, Some(self.change_function(body, texts)?));
        }
        let mut errors = Vec::new();
        change_calls(cx.body_mut(), &functions, texts, &mut errors);
        let failed = !errors.is_empty();
        errors.into_iter().for_each(|error| cx.emit(error));
        if failed { cx.signal_failure() } else { Ok(()) }
    }
}

impl BufferResultsToOutParams {
    /// Converts the memref results of the function that is the root of `body` to arguments.
    fn change_function(&self, body: &mut Body, texts: &dyn Texts) -> Result<OutSizes, PassFailed> {
        let out_params = self.change_signature(body, texts)?;
        let mut returns = Vec::new();
        body.walk_preorder(body.root(), |op| returns.extend(OpRef::new(body, op).cast::<ReturnOp>()));
        let mut of_first = None;
        for op in returns {
            let sizes = self.change_return(op, &out_params, &mut Rewriter::new(body));
            of_first.get_or_insert(sizes);
        }
        Ok(of_first.unwrap_or_default())
    }

    fn change_signature(&self, body: &mut Body, texts: &dyn Texts) -> Result<Vec<Value>, Box<Diagnostic>> {
        let function = OpRef::root(body);
        let (cx, root) = (body.cx(), body.root());
        let ty = function.get(FuncOp::function_type);
        let (inputs, results) = ty.function(cx).expect("a function has the type of one");
        let moved = |ty: &Type| MemRefParts::of(cx, *ty).is_some();
        if results.iter().any(|&ty| moved(&ty) && !has_identity_layout(cx, ty) && !has_dynamic_layout(cx, ty)) {
            return Err(error(texts, function, "cannot create out param for result with unsupported layout"));
        }
        let mut arg_attrs = attrs_of(function, FuncOp::ARG_ATTRS, inputs.len());
        let (mut out_types, mut kept_types, mut kept_attrs) = (Vec::new(), Vec::new(), Vec::new());
        for (&ty, attrs) in results.iter().zip(attrs_of(function, FuncOp::RES_ATTRS, results.len())) {
            if moved(&ty) {
                out_types.push(ty);
                arg_attrs.push(if self.add_result_attr { with_result_mark(cx, attrs) } else { attrs });
            } else {
                kept_types.push(ty);
                kept_attrs.push(attrs);
            }
        }
        let inputs: Vec<Type> = inputs.iter().copied().chain(out_types.iter().copied()).collect();
        body.set_prop(root, FuncOp::FUNCTION_TYPE, cx.type_attr(cx.function_type(&inputs, &kept_types)));
        body.set_prop(root, FuncOp::ARG_ATTRS, attrs_or_absent(cx, &arg_attrs));
        body.set_prop(root, FuncOp::RES_ATTRS, attrs_or_absent(cx, &kept_attrs));
        let entry = body.entry(body.region(root, 0)).expect("a function that changes has a body");
        let loc = body.loc(root);
        Ok(out_types.into_iter().map(|ty| body.add_arg(entry, ty, loc)).collect())
    }

    /// Rewrites a return so that its memrefs are in `out_params`.
    fn change_return(&self, op: ReturnOp, out_params: &[Value], rw: &mut Rewriter) -> OutSizes {
        let is_memref = |rw: &Rewriter, value: Value| MemRefParts::of(rw, rw.ty(value)).is_some();
        let (memrefs, others): (Vec<usize>, Vec<usize>) =
            (0..rw.n_operands(op.id())).partition(|&index| is_memref(rw, rw.operand(op.id(), index)));
        rw.before(op.id());
        let mut sizes = Vec::new();
        for (index, &out) in memrefs.into_iter().zip(out_params) {
            // The argument may have replaced an earlier one.
            let value = rw.operand(op.id(), index);
            let is_static = rw.ty(value).static_shape(rw).is_some();
            let hoists = if is_static { self.hoist_static_allocs } else { self.hoist_dynamic_allocs };
            // An allocation outside of the entry block may be executed several times.
            let is_hoisted = |&alloc: &OpId| {
                let is_in_entry = rw.block_of(alloc).is_some_and(|block| rw.is_entry(block));
                hoists && is_in_entry && is_allocation(OpRef::new(rw, alloc))
            };
            match rw.defining_op(value).filter(is_hoisted) {
                Some(alloc) => {
                    if !is_static {
                        sizes.push(sizes_in_arguments(rw, alloc));
                    }
                    rw.replace(alloc, [out]);
                }
                None => _ = rw.create(CopyOp::build(value, out)),
            }
        }
        let kept: Vec<Value> = others.into_iter().map(|index| rw.operand(op.id(), index)).collect();
        rw.create(ReturnOp::build(&kept));
        rw.erase(op.id());
        sizes
    }
}

/// Whether no memref that the function, the root of `body`, returns has an alias in the caller: it was allocated in the
/// function and is not captured. Unregistered operations are assumed to allocate their results. A copy of memory with
/// aliases would be different memory.
fn are_results_fresh(body: &Body) -> bool {
    let aliases = AliasAnalysis::new(body);
    let is_unknown = |op: OpRef| op.def().is_none();
    let fresh = |base: Base| match base {
        Base::Allocation(value) if !is_captured_beyond(body, value, &is_unknown) => Some(value),
        Base::Unknown(value) if body.defining_op(value).is_some_and(|op| is_unknown(OpRef::new(body, op))) => {
            Some(value)
        }
        _ => None,
    };
    let is_memref = |operand: &Value| MemRefParts::of(body.cx(), body.ty(*operand)).is_some();
    let mut returns = body.ops_under(body.root()).into_iter().filter(|&op| OpRef::new(body, op).is::<ReturnOp>());
    returns.all(|op| {
        let mut returned: Vec<Value> = Vec::new();
        body.operands(op).filter(is_memref).all(|memref| {
            let bases = aliases.origins(memref).into_iter().map(|origin| fresh(origin.base));
            let Some(bases) = bases.collect::<Option<Vec<Value>>>() else { return false };
            let is_alone = !bases.iter().any(|base| returned.contains(base));
            returned.extend(bases);
            is_alone
        })
    })
}

fn has_dynamic_layout(cx: &Context, ty: Type) -> bool {
    let found = strides_and_offset(cx, ty);
    found.is_some_and(|found| found.offset == DYNAMIC && found.strides.iter().all(|&stride| stride == DYNAMIC))
}

fn with_result_mark(cx: &Context, attrs: Attr) -> Attr {
    let mut entries = attrs.as_dict(cx).unwrap_or(&[]).to_vec();
    entries.push(NamedAttr { name: cx.ident("bufferize.result"), value: Attr::UNIT });
    cx.dict(entries)
}

fn attrs_or_absent(cx: &Context, attrs: &[Attr]) -> Attr {
    let has_any = attrs.iter().any(|&attrs| attrs != Attr::EMPTY_DICT);
    if has_any { cx.array_attr(attrs) } else { Attr::ABSENT }
}

fn is_allocation(op: OpRef) -> bool {
    op.is::<AllocOp>() || op.is::<AllocaOp>() || op.is::<ReallocOp>()
}

/// The indices of the function's arguments that are the sizes of `alloc`; `None` of them if one is another value.
fn sizes_in_arguments(body: &Body, alloc: OpId) -> Vec<usize> {
    let entry = body.entry(body.region(body.root(), 0)).expect("a function that changes has a body");
    let sizes = body.operands(alloc).filter(|&value| body.ty(value) == Type::INDEX);
    let number = |size: Value| body.args(entry).iter().position(|&arg| arg == size);
    sizes.map(number).collect::<Option<_>>().unwrap_or_default()
}

/// Makes all calls in `body`, and in the bodies nested in it, allocate the new operands.
fn change_calls(body: &mut Body, functions: &Functions, texts: &dyn Texts, errors: &mut Vec<Diagnostic>) {
    let mut ops = Vec::new();
    body.walk_postorder(body.root(), |op| ops.push(op));
    for op in ops {
        if let Some(nested) = body.nested_mut(op) {
            change_calls(nested, functions, texts, errors);
        } else if let Some(call) = OpRef::new(body, op).cast::<CallOp>() {
            let changed = change_call(call, functions, texts, &mut Rewriter::new(body));
            errors.extend(changed.err().map(|error| *error));
        }
    }
}

fn change_call(call: CallOp, functions: &Functions, texts: &dyn Texts, rw: &mut Rewriter) -> Checked {
    let callee = call.callee(rw);
    let name = callee;
    let Some(function) = functions.get(&name) else {
        let message = format!("cannot find callee '{}' in symbol table", name.str(rw));
        return Err(error(texts, OpRef::new(rw, call.id()), message));
    };
    let Some(sizes) = function else { return Ok(()) };
    let (memrefs, others): (Vec<Value>, Vec<Value>) =
        rw.results(call.id()).iter().partition(|&&result| MemRefParts::of(rw, rw.ty(result)).is_some());
    rw.before(call.id());
    let mut operands: Vec<Value> = rw.operands(call.id()).collect();
    let mut sizes = sizes.iter();
    for result in memrefs {
        let is_static = rw.ty(result).static_shape(rw).is_some();
        let of_alloc = if is_static { Vec::new() } else { sizes.next().cloned().unwrap_or_default() };
        if !is_static && of_alloc.is_empty() {
            let message = "cannot create out param for dynamically shaped result";
            return Err(error(texts, OpRef::new(rw, call.id()), message));
        }
        let of_alloc: Vec<Value> = of_alloc.into_iter().map(|index| rw.operand(call.id(), index)).collect();
        let out = allocate(rw, result, &of_alloc);
        rw.replace_all_uses(result, out);
        operands.push(out);
    }
    let types: Vec<Type> = others.iter().map(|&result| rw.ty(result)).collect();
    let new = rw.create(CallOp::build(&types, &operands, callee)).id();
    for (index, old) in others.into_iter().enumerate() {
        let new = rw.result(new, index);
        rw.replace_all_uses(old, new);
    }
    rw.erase(call.id());
    Ok(())
}

/// A new buffer of the type of `result`. Only those without a layout can be allocated, others are cast from them.
fn allocate(rw: &mut Rewriter, result: Value, sizes: &[Value]) -> Value {
    let ty = rw.ty(result);
    let MemRefParts { shape, element, space, .. } = MemRefParts::of(rw.cx(), ty).expect("an out param is a memref");
    let plain = memref_type(rw, shape, element, None, space);
    let buffer = rw.value(AllocOp::build(plain, sizes, &[]));
    if has_identity_layout(rw, ty) { buffer } else { rw.value(CastOp::build(ty, buffer)) }
}

/// An error about `op`, with the operation in a note.
fn error(texts: &dyn Texts, op: OpRef, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(with_operation(texts, op, *op.plain_error(message)))
}
