//! Whether turns of a loop are known not to depend on one another.
//!
//! Memory that is written in the loop has to be a turn's own: all accesses to it have, in one and the same dimension, the
//! variable of the loop, or what is the same distance away from it in all of them. Different memrefs are taken not to
//! overlap, as elsewhere in analyses of accesses. Affine accesses to memory that has no others are tested by their
//! subscripts, in affine loops.

use rmlir::core::effects::{effects_recursive, is_memory_effect_free};
use rmlir::prelude::*;
use rmlir_affine_passes::analysis::access::MemRefAccess;
use rmlir_affine_passes::analysis::dependence::check_dependence;
use rmlir_affine_passes::analysis::nest::nesting_depth;
use rmlir_arith::AddIOp;
use rmlir_func::CallOp;
use rmlir_memref::{LoadOp, StoreOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// An access by `memref.load` or `memref.store`.
struct Access {
    op: OpId,
    is_write: bool,
    indices: Vec<Value>,
}

/// What is in the way: an operation, and why.
pub type Dependent = (OpId, String);

/// Checks the loop `op` with the variable `variable`; functions of `free` neither read nor write memory.
pub fn check(body: &Body, op: OpId, variable: Value, free: &FxHashSet<String>) -> Result<(), Dependent> {
    let mut accesses: FxHashMap<Value, Vec<Access>> = FxHashMap::default();
    let affine: FxHashSet<Value> = MemRefAccess::all_in(body, op).into_iter().map(|access| access.memref).collect();
    let mut order = Vec::new();
    let mut inner = Vec::new();
    body.walk_preorder(op, |found| inner.extend((found != op).then_some(found)));
    for found in inner {
        let view = OpRef::new(body, found);
        let n_data = match () {
            () if view.is::<LoadOp>() => 0,
            () if view.is::<StoreOp>() => 1,
            () if MemRefAccess::new(body, found).is_some() || view.n_regions() > 0 || is_memory_effect_free(view) => {
                continue;
            }
            () if is_free_call(view, free) => continue,
            () => return Err((found, unknown(view))),
        };
        let memref = body.operand(found, n_data);
        let indices = body.operands(found).skip(n_data + 1).collect();
        accesses.entry(memref).or_insert_with(|| {
            order.push(memref);
            Vec::new()
        });
        let access = Access { op: found, is_write: n_data == 1, indices };
        accesses.get_mut(&memref).expect("it was put there").push(access);
    }
    for memref in order {
        let accesses = &accesses[&memref];
        let Some(write) =
            accesses.iter().find(|access| access.is_write).or(accesses.first().filter(|_| affine.contains(&memref)))
        else {
            continue;
        };
        if affine.contains(&memref) {
            return Err((write.op, "accesses what affine operations access too".into()));
        }
        let is_inside = |value: Value| value == variable || body.is_defined_inside(op, value);
        let is_own = |&dim: &usize| {
            let place = place(body, write.indices[dim], variable, &is_inside);
            place.is_some()
                && accesses.iter().all(|access| self::place(body, access.indices[dim], variable, &is_inside) == place)
        };
        if !(0..write.indices.len()).any(|dim| is_own(&dim)) {
            return Err((
                write.op,
                "writes what other turns may access: no index is the variable of the loop in all accesses".into(),
            ));
        }
    }
    check_affine(body, op)
}

/// Checks affine accesses: no turn of `op` may depend on another.
fn check_affine(body: &Body, op: OpId) -> Result<(), Dependent> {
    let accesses = MemRefAccess::all_in(body, op);
    let is_affine = OpRef::new(body, op).is::<rmlir_affine::ForOp>();
    let depth = nesting_depth(body, op) + 1;
    for source in &accesses {
        for target in accesses.iter().filter(|target| target.memref == source.memref) {
            let is_apart = || is_affine && check_dependence(body, source, target, depth, false).is_none();
            if (source.is_write || target.is_write) && !is_apart() {
                let other = body.name(target.op).str(body.cx());
                return Err((source.op, format!("accesses what '{other}' of another turn may access")));
            }
        }
    }
    Ok(())
}

fn is_free_call(op: OpRef, free: &FxHashSet<String>) -> bool {
    let callee = op.is::<CallOp>().then(|| op.prop(CallOp::CALLEE)?.as_flat_symbol(op.cx())).flatten();
    callee.is_some_and(|name| free.contains(name.str(op.cx())))
}

fn unknown(op: OpRef) -> String {
    match effects_recursive(op) {
        None => "does something to memory that is not known".into(),
        Some(_) => "accesses memory in a way that is not looked at".into(),
    }
}

/// How far from the variable of the loop an index is: by nothing, or by a value from outside.
fn place(body: &Body, index: Value, variable: Value, is_inside: &dyn Fn(Value) -> bool) -> Option<Option<Value>> {
    if index == variable {
        return Some(None);
    }
    let op = body.defining_op(index).filter(|&op| OpRef::new(body, op).is::<AddIOp>())?;
    let (a, b) = (body.operand(op, 0), body.operand(op, 1));
    match (a == variable, b == variable) {
        (true, false) if !is_inside(b) => Some(Some(b)),
        (false, true) if !is_inside(a) => Some(Some(a)),
        _ => None,
    }
}
