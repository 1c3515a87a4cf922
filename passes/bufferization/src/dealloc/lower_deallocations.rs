//! `bufferization-lower-deallocations`: conditional `memref.dealloc`.
//!
//! A single buffer is compared with each retained one at run time. For several buffers, which may alias, a helper
//! function that is added to the module compares all of them with each other.

use rmlir::core::interfaces::FunctionOp;
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, Arith, CmpIOp, CmpIPredicate, ConstantOp, XOrIOp, constant_index};
use rmlir_bufferization::DeallocOp;
use rmlir_func::{CallOp, Func};
use rmlir_memref::{AllocOp, CastOp, DeallocOp as FreeOp, ExtractAlignedPointerAsIndexOp, LoadOp, MemRef, StoreOp};
use rmlir_scf::{IfOp, Scf, YieldOp};

use super::helper;

/// Lower `bufferization.dealloc` to `memref.dealloc`.
///
/// ```mlir
/// bufferization.dealloc (%m : memref<2xf32>) if (%c)
/// // becomes
/// scf.if %c {
///   memref.dealloc %m : memref<2xf32>
/// }
/// ```
#[pass(
    name = "bufferization-lower-deallocations",
    title = "LowerDeallocationsPass",
    summary = "Lowers `bufferization.dealloc` operations to `memref.dealloc`operations",
    depends(Arith, Func, MemRef, Scf)
)]
pub fn lower_deallocations(cx: &mut PassCx) -> PassResult {
    let root = cx.op();
    let is_module = root.is::<rmlir_builtin::ModuleOp>();
    if !is_module && root.interface::<dyn FunctionOp>().is_none() {
        cx.emit(root_error(cx));
        return cx.signal_failure();
    }
    lower_all(cx)
}

/// Lowers the deallocations in the operation that a pass runs on.
pub fn lower_all(cx: &mut PassCx) -> PassResult {
    let Err(reason) = lower_body(cx.body_mut(), None) else { return Ok(()) };
    let place = reason.place.clone();
    cx.emit(reason);
    let message = "failed to legalize operation 'bufferization.dealloc' that was explicitly marked illegal";
    cx.emit(Diagnostic::error(place, message));
    cx.signal_failure()
}

fn root_error(cx: &PassCx) -> Box<Diagnostic> {
    cx.op().plain_error("root operation must be a builtin.module or a function")
}

fn is_dealloc(body: &Body, op: OpId) -> Option<DeallocOp> {
    OpRef::new(body, op).cast::<DeallocOp>()
}

/// Whether the helper function is needed in `body`, or in a nested body that is no symbol table.
fn needs_helper(body: &Body) -> bool {
    let is_general = |&op: &OpId| is_dealloc(body, op).is_some_and(|op| op.memrefs(body).len() > 1);
    let inside =
        |&op: &OpId| !OpRef::new(body, op).has(TraitSet::SYMBOL_TABLE) && body.nested(op).is_some_and(needs_helper);
    body.ops_under(body.root()).iter().any(is_general) || body.proxies().iter().any(inside)
}

/// Lowers the deallocations in `body`; `helper` is the name of the function in the enclosing symbol table.
fn lower_body(body: &mut Body, mut helper: Option<Ident>) -> Checked {
    let is_table = OpRef::root(body).has(TraitSet::SYMBOL_TABLE);
    if is_table {
        helper = needs_helper(body).then(|| helper::insert(body));
    }
    for op in body.proxies() {
        let outcome = lower_body(body.nested_mut(op).expect("a proxy has a body"), helper);
        body.sync_proxy(op);
        outcome?;
    }
    for op in body.ops_under(body.root()) {
        if let Some(op) = is_dealloc(body, op) {
            lower(&mut Rewriter::new(body), op, helper)?;
        }
    }
    Ok(())
}

fn lower(rw: &mut Rewriter, op: DeallocOp, helper: Option<Ident>) -> Checked {
    let (memrefs, conditions, retained) = (op.memrefs(rw), op.conditions(rw), op.retained(rw));
    rw.before(op.id());
    match (&memrefs[..], &conditions[..]) {
        ([], _) => {
            let never = rw.value(ConstantOp::build(Attr::FALSE));
            rw.replace(op, vec![never; retained.len()]);
        }
        (&[memref], &[condition]) => {
            let results = lower_one(rw, memref, condition, &retained);
            rw.replace(op, results);
        }
        _ => {
            let Some(helper) = helper else {
                return Err(OpRef::new(rw, op.id()).plain_error(
                    "library function required for generic lowering, but cannot be automatically inserted when \
                     operating on functions",
                ));
            };
            let results = lower_many(rw, [&memrefs, &conditions, &retained], helper);
            rw.replace(op, results);
        }
    }
    Ok(())
}

/// Frees `memref` if `condition` is true.
fn free_if(rw: &mut Rewriter, condition: Value, memref: Value) {
    let choice = rw.create(IfOp::build(&[], condition));
    let point = rw.insert_point();
    rw.create_block(choice.thenRegion(rw), &[], &[]);
    rw.create(FreeOp::build(memref));
    rw.create(YieldOp::build(&[]));
    rw.set_insert_point(point);
}

fn pointer(rw: &mut Rewriter, memref: Value) -> Value {
    rw.value(ExtractAlignedPointerAsIndexOp::build(memref))
}

/// Frees one buffer unless it is retained. Returns the ownership of the retained buffers.
fn lower_one(rw: &mut Rewriter, memref: Value, condition: Value, retained: &[Value]) -> Vec<Value> {
    if retained.is_empty() {
        free_if(rw, condition, memref);
        return Vec::new();
    }
    let this = pointer(rw, memref);
    let mut apart = Vec::new();
    for &retained in retained {
        let other = pointer(rw, retained);
        let predicate = CmpIPredicate::Ne.attr(rw);
        apart.push(rw.value(CmpIOp::build(this, other, predicate)));
    }
    let mut all = apart[0];
    for &one in &apart[1..] {
        all = rw.value(AndIOp::build(all, one));
    }
    let frees = rw.value(AndIOp::build(all, condition));
    free_if(rw, frees, memref);
    let yes = rw.value(ConstantOp::build(Attr::TRUE));
    let mut results = Vec::new();
    for one in apart {
        let same = rw.value(XOrIOp::build(one, yes));
        results.push(rw.value(AndIOp::build(same, condition)));
    }
    results
}

/// Allocates a list of `n` elements.
fn list(rw: &mut Rewriter, n: usize, element: Type) -> Value {
    let ty = helper::list_type(rw, n as i64, element);
    rw.value(AllocOp::build(ty, &[], &[]))
}

fn fill(rw: &mut Rewriter, list: Value, values: &[Value], is_pointer: bool) {
    for (index, &value) in values.iter().enumerate() {
        let value = if is_pointer { pointer(rw, value) } else { value };
        let at = constant_index(rw, index as i64);
        rw.create(StoreOp::build(value, list, &[at]));
    }
}

/// Frees several buffers according to the results of the helper function.
fn lower_many(rw: &mut Rewriter, [memrefs, conditions, retained]: [&[Value]; 3], helper: Ident) -> Vec<Value> {
    let to_free = list(rw, memrefs.len(), Type::INDEX);
    let wanted = list(rw, conditions.len(), Type::I1);
    let to_retain = list(rw, retained.len(), Type::INDEX);
    fill(rw, to_free, memrefs, true);
    fill(rw, wanted, conditions, false);
    fill(rw, to_retain, retained, true);
    let any = |rw: &mut Rewriter, list: Value| {
        let element = rw.ty(list).element_or_self(rw);
        let ty = helper::list_type(rw, rmlir::core::DYNAMIC, element);
        rw.value(CastOp::build(ty, list))
    };
    let casts = [any(rw, to_free), any(rw, wanted), any(rw, to_retain)];
    let frees = list(rw, memrefs.len(), Type::I1);
    let owned = list(rw, retained.len(), Type::I1);
    let results = [any(rw, frees), any(rw, owned)];
    let callee = rw.symbol_ref(helper);
    rw.create(CallOp::build(&[], &[casts[0], casts[2], casts[1], results[0], results[1]], callee));
    for (index, &memref) in memrefs.iter().enumerate() {
        let at = constant_index(rw, index as i64);
        let condition = rw.value(LoadOp::build(frees, &[at]));
        free_if(rw, condition, memref);
    }
    let mut values = Vec::new();
    for index in 0..retained.len() {
        let at = constant_index(rw, index as i64);
        values.push(rw.value(LoadOp::build(owned, &[at])));
    }
    for list in [to_free, to_retain, wanted, frees, owned] {
        rw.create(FreeOp::build(list));
    }
    values
}
