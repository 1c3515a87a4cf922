//! Whether turns of a loop are known not to depend on one another.
//!
//! Memory that is written in the loop has to be an iteration's own: all accesses to it have, in one and the same dimension,
//! the variable of the loop, or what is the same distance away from it in all of them, and its layout is injective. Memrefs
//! are those from before the loop, and different ones must not alias, if one of them is written. Affine accesses to memory
//! that has no others are tested by their subscripts, in affine loops.

use rmlir::analysis::alias::{AliasAnalysis, AliasResult, same_descriptor};
use rmlir::analysis::layout::is_injective;
use rmlir::core::effects::{effects_recursive, is_memory_effect_free};
use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::types::DYNAMIC;
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
    /// The type of the memref.
    ty: Type,
}

/// What is in the way: an operation, and why.
pub type Dependent = (OpId, String);

/// Checks the loop `op` with the variable `variable`.
pub fn check(body: &Body, op: OpId, variable: Value, assumptions: Assumptions) -> Result<(), Dependent> {
    let free = assumptions.free;
    let aliases = AliasAnalysis::new(body).across(op).noalias_arguments(assumptions.noalias_arguments);
    let mut accesses: FxHashMap<Value, Vec<Access>> = FxHashMap::default();
    let in_affine = MemRefAccess::all_in(body, op);
    let affine: FxHashSet<Value> = in_affine.iter().map(|access| same_descriptor(body, access.memref)).collect();
    let mut touched: Vec<Touched> = in_affine
        .iter()
        .map(|access| Touched { op: access.op, memref: access.memref, is_write: access.is_write })
        .collect();
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
        touched.push(Touched { op: found, memref: body.operand(found, n_data), is_write: n_data == 1 });
        let memref = same_descriptor(body, body.operand(found, n_data));
        let indices = body.operands(found).skip(n_data + 1).collect();
        accesses.entry(memref).or_insert_with(|| {
            order.push(memref);
            Vec::new()
        });
        let ty = body.ty(body.operand(found, n_data));
        let access = Access { op: found, is_write: n_data == 1, indices, ty };
        accesses.get_mut(&memref).expect("it was put there").push(access);
    }
    check_aliases(body, op, aliases, &touched)?;
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
        let own: Vec<usize> = (0..write.indices.len()).filter(is_own).collect();
        if own.is_empty() {
            return Err((
                write.op,
                "writes what other turns may access: no index is the variable of the loop in all accesses".into(),
            ));
        }
        let is_invariant = |value: Value| !is_inside(value);
        if !own.iter().any(|&dim| tells_elements_apart(body, accesses, dim, &is_invariant)) {
            return Err((write.op, "writes a memref whose layout may put different indices at one element".into()));
        }
    }
    check_affine(body, op)
}

/// Whether accesses to one memref with different indices in `dim` are to different elements: the layout is injective, or
/// all other indices are the same throughout, and the stride of the dimension is not zero.
fn tells_elements_apart(body: &Body, accesses: &[Access], dim: usize, is_invariant: &dyn Fn(Value) -> bool) -> bool {
    let first = &accesses[0].indices;
    let is_same = |access: &Access, other: usize| access.indices[other] == first[other] && is_invariant(first[other]);
    let is_only_one =
        accesses.iter().all(|access| (0..first.len()).all(|other| other == dim || is_same(access, other)));
    let has_stride = |access: &Access| {
        let strides = strides_and_offset(body.cx(), access.ty).map(|found| found.strides);
        strides.is_some_and(|strides| strides[dim] != 0 && strides[dim] != DYNAMIC)
    };
    let is_injective = |access: &Access| is_injective(body.cx(), access.ty);
    accesses.iter().any(is_injective) || (is_only_one && accesses.iter().any(has_stride))
}

/// What is assumed of a loop.
#[derive(Clone, Copy)]
pub struct Assumptions<'a> {
    /// The functions that neither read nor write memory.
    pub free: &'a FxHashSet<String>,
    /// Different arguments of the function are different memory.
    pub noalias_arguments: bool,
}

/// An access to memory.
struct Touched {
    op: OpId,
    memref: Value,
    is_write: bool,
}

/// Checks that memrefs which are written are the same in all iterations, and no other memref aliases them.
fn check_aliases(body: &Body, op: OpId, aliases: AliasAnalysis, touched: &[Touched]) -> Result<(), Dependent> {
    let mut compared: FxHashSet<(Value, Value)> = FxHashSet::default();
    for write in touched.iter().filter(|access| access.is_write) {
        if body.is_defined_inside(op, same_descriptor(body, write.memref)) {
            return Err((write.op, "writes a memref that is another one in each iteration".into()));
        }
        for other in touched {
            if compared.insert((write.memref, other.memref))
                && aliases.alias(write.memref, other.memref) == AliasResult::MayAlias
            {
                let name = body.name(other.op).str(body.cx());
                return Err((write.op, format!("writes memory that may alias what '{name}' accesses")));
            }
        }
    }
    Ok(())
}

/// Checks affine accesses: no turn of `op` may depend on another.
fn check_affine(body: &Body, op: OpId) -> Result<(), Dependent> {
    let accesses = MemRefAccess::all_in(body, op);
    let is_affine = OpRef::new(body, op).is::<rmlir_affine::ForOp>();
    let depth = nesting_depth(body, op) + 1;
    for source in &accesses {
        let is_same =
            |target: &&MemRefAccess| same_descriptor(body, target.memref) == same_descriptor(body, source.memref);
        for target in accesses.iter().filter(is_same) {
            let is_comparable = target.memref == source.memref && is_injective(body.cx(), body.ty(source.memref));
            let is_apart =
                || is_affine && is_comparable && check_dependence(body, source, target, depth, false).is_none();
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
