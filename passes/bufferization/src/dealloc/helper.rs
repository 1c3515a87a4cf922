//! The helper function that compares buffers at run time.
//!
//! Its inputs are lists: the addresses of buffers to free, those of buffers to retain, the conditions. Its outputs are
//! two lists: whether each buffer is freed, and whether each retained buffer is owned. A buffer is freed if its
//! condition is true, it aliases no retained buffer, and it aliases no earlier buffer of the list.

use rmlir::core::memref_layout::memref_type;
use rmlir::core::symbol::SymbolTable;
use rmlir::core::{Body, DYNAMIC, OpState};
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, ConstantOp, OrIOp, constant_index};
use rmlir_func::{FuncOp, ReturnOp};
use rmlir_memref::{DimOp, LoadOp, StoreOp};
use rmlir_scf::{ForOp, IfOp, YieldOp};

/// The type of a list of `n` elements.
pub(super) fn list_type(cx: &Context, n: i64, element: Type) -> Type {
    memref_type(cx, &[n], element, None, None)
}

/// Adds the function to the module that is the root of `module`.
pub(super) fn insert(module: &mut Body) -> Ident {
    let cx = module.cx();
    let name = SymbolTable::new(module).fresh_name(module, "dealloc_helper");
    let loc = module.loc(module.root());
    let (pointers, conditions) = (list_type(cx, DYNAMIC, Type::INDEX), list_type(cx, DYNAMIC, Type::I1));
    let args = [pointers, pointers, conditions, conditions, conditions];
    let mut state = OpState::new(cx.op_name(FuncOp::DEF.name)).at(loc);
    state.set_prop(FuncOp::SYM_NAME, cx.str_attr(name.str(cx)));
    state.set_prop(FuncOp::FUNCTION_TYPE, cx.type_attr(cx.function_type(&args, &[])));
    state.set_prop(FuncOp::SYM_VISIBILITY, cx.str_attr("private"));
    let op = module.create_op(state.new_regions(1));
    let region = OpRef::root(module).region(0).id;
    let block = module.entry(region).expect("a module has a block");
    module.append_op(block, op);
    let body = module.nested_mut(op).expect("a function has a body of its own");
    let region = OpRef::root(body).region(0).id;
    let mut rw = Rewriter::new(body);
    rw.set_loc(loc);
    rw.create_block(region, &args, &[loc; 5]);
    fill(&mut rw);
    module.sync_proxy(op);
    name
}

/// The values that all loops use.
struct Values {
    to_free: Value,
    to_retain: Value,
    wanted: Value,
    frees: Value,
    owned: Value,
    zero: Value,
    one: Value,
}

fn fill(rw: &mut Rewriter) {
    let block = rw.insert_block().expect("the block was just made");
    let args = rw.args(block).to_vec();
    let (zero, one) = (constant_index(rw, 0), constant_index(rw, 1));
    let yes = rw.value(ConstantOp::build(Attr::TRUE));
    let no = rw.value(ConstantOp::build(Attr::FALSE));
    let n_free = rw.value(DimOp::build(args[0], zero));
    let n_retain = rw.value(DimOp::build(args[1], zero));
    let &[to_free, to_retain, wanted, frees, owned] = &args[..] else { return };
    let values = Values { to_free, to_retain, wanted, frees, owned, zero, one };
    each(rw, &values, n_retain, None, |rw, index, _| {
        rw.create(StoreOp::build(no, owned, &[index]));
        None
    });
    each(rw, &values, n_free, None, |rw, index, _| {
        decide(rw, &values, index, n_retain, yes);
        None
    });
    rw.create(ReturnOp::build(&[]));
}

/// Creates a loop from 0 to `n` with at most one loop-carried value; the body returns the next one.
fn each(
    rw: &mut Rewriter,
    values: &Values,
    n: Value,
    init: Option<Value>,
    body: impl FnOnce(&mut Rewriter, Value, Option<Value>) -> Option<Value>,
) -> Option<Value> {
    let (loc, point) = (rw.default_loc(), rw.insert_point());
    let inits: Vec<Value> = init.into_iter().collect();
    let new = ForOp::create(rw, loc, [values.zero, n, values.one], &inits);
    let block = new.body(rw);
    if inits.is_empty() {
        let end = new.terminator(rw);
        rw.set_insert_point(rmlir::core::InsertPoint::Before(end));
    } else {
        rw.at_end(block);
    }
    let (index, carried) = (rw.arg(block, 0), new.iter_args(rw).first().copied());
    if let Some(next) = body(rw, index, carried) {
        rw.create(YieldOp::build(&[next]));
    }
    rw.set_insert_point(point);
    init.map(|_| rw.result(new.id(), 0))
}

fn compare(rw: &mut Rewriter, predicate: CmpIPredicate, left: Value, right: Value) -> Value {
    let predicate = predicate.attr(rw);
    rw.value(CmpIOp::build(left, right, predicate))
}

/// Computes the results for the buffer with index `index`.
fn decide(rw: &mut Rewriter, values: &Values, index: Value, n_retain: Value, yes: Value) {
    let this = rw.value(LoadOp::build(values.to_free, &[index]));
    let condition = rw.value(LoadOp::build(values.wanted, &[index]));
    let is_not_retained = each(rw, values, n_retain, Some(yes), |rw, at, carried| {
        let other = rw.value(LoadOp::build(values.to_retain, &[at]));
        let same = compare(rw, CmpIPredicate::Eq, other, this);
        let choice = rw.create(IfOp::build(&[], same));
        let point = rw.insert_point();
        rw.create_block(choice.thenRegion(rw), &[], &[]);
        let before = rw.value(LoadOp::build(values.owned, &[at]));
        let either = rw.value(OrIOp::build(before, condition));
        rw.create(StoreOp::build(either, values.owned, &[at]));
        rw.create(YieldOp::build(&[]));
        rw.set_insert_point(point);
        let apart = compare(rw, CmpIPredicate::Ne, other, this);
        carried.map(|carried| rw.value(AndIOp::build(carried, apart)))
    });
    let is_first = each(rw, values, index, is_not_retained, |rw, at, carried| {
        let other = rw.value(LoadOp::build(values.to_free, &[at]));
        let apart = compare(rw, CmpIPredicate::Ne, other, this);
        carried.map(|carried| rw.value(AndIOp::build(carried, apart)))
    });
    let is_first = is_first.unwrap_or(yes);
    let frees = rw.value(AndIOp::build(is_first, condition));
    rw.create(StoreOp::build(frees, values.frees, &[index]));
}
