//! Normalization of memrefs: layouts are folded into the indices.
//!
//! Steps: 1. `fit` finds the functions in which every layout can be removed; 2. in them, the indices of accesses are
//! mapped by the layout, and memrefs get the type computed by `types`; 3. function types are updated. Arguments and
//! results of a function change together with all its calls.

mod fit;
mod types;

use rmlir::affine_maps::{AffineExpr, AffineKind, AffineMap, BinaryKind};
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::{Affine, AffineAccess, ApplyOp};
use rmlir_arith::ConstantOp;
use rmlir_func::FuncOp;

use self::fit::{fit_functions, is_allocation, plain_memref_operand, settled_memrefs};
use self::types::{Normalized, normalized, tiles};
use crate::replace_memref::{Remap, new_indices, replace_in};

/// Normalize memrefs.
///
/// Memrefs with layouts become memrefs without, including arguments and results of functions of the module, if all
/// their uses are known. Dynamic sizes are only supported where the layout is a tiling.
///
/// ```mlir
/// #tile = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
/// func.func @f(%m: memref<16xf32, #tile>) -> f32 {       // memref<4x4xf32>
///   %0 = affine.load %m[6] : memref<16xf32, #tile>        // %m[1, 2]
///   return %0 : f32
/// }
/// ```
#[pass(name = "normalize-memrefs", title = "NormalizeMemRefsPass", anchor = "builtin.module", depends(Affine))]
pub fn normalize_memrefs(cx: &mut PassCx) -> PassResult {
    let Some(functions) = fit_functions(cx.body()) else { return Ok(()) };
    for op in functions {
        let body = cx.body_mut().nested_mut(op).expect("a function has a body of its own");
        normalize_body(&mut Rewriter::new(body));
        normalize_signature(body);
        cx.body_mut().sync_proxy(op);
    }
    Ok(())
}

fn normalize_body(rw: &mut Rewriter) {
    for memref in settled_memrefs(rw) {
        let Some(new) = normalized(rw, rw.ty(memref)) else { continue };
        match rw.defining_op(memref).filter(|&op| is_allocation(OpRef::new(rw, op))) {
            Some(alloc) => normalize_allocation(rw, alloc, &new),
            None => {
                rewrite_accesses(rw, memref, memref, &Remap { map: Some(new.layout), ..Remap::default() });
                rw.set_type(memref, new.ty);
            }
        }
    }
}

/// Updates the type of the function to those of its arguments and results.
fn normalize_signature(body: &mut Body) {
    let (cx, root) = (body.cx(), body.root());
    let (inputs, results) =
        FuncOp::from_id(root).function_type(body).function(cx).expect("a function has the type of one");
    let new =
        |types: &[Type]| -> Vec<Type> { types.iter().map(|&ty| normalized(cx, ty).map_or(ty, |new| new.ty)).collect() };
    let ty = cx.function_type(&new(inputs), &new(results));
    body.set_prop(root, FuncOp::FUNCTION_TYPE, cx.type_attr(ty));
}

/// Replaces `alloc` by an allocation of the new type.
fn normalize_allocation(rw: &mut Rewriter, alloc: OpId, new: &Normalized) {
    let old = rw.result(alloc, 0);
    let n_dynamic = rw.ty(old).shape(rw).map_or(0, |shape| shape.iter().filter(|&&size| size == DYNAMIC).count());
    let operands: Vec<Value> = rw.operands(alloc).collect();
    let (sizes, symbols) = operands.split_at(n_dynamic);
    let (loc, alignment) = (rw.loc(alloc), rw.attr(alloc, "alignment"));
    rw.before(alloc);
    let sizes = dynamic_sizes(rw, loc, rw.ty(old), sizes, new);
    let mut state = OpState::new(rw.name(alloc)).operands(&sizes).results(&[new.ty]).at(loc);
    let segments = rw.cx().i32_array(&[sizes.len() as i32, 0]);
    state.set_attr(rw.cx(), "operandSegmentSizes", segments);
    if let Some(alignment) = alignment {
        state.set_attr(rw.cx(), "alignment", alignment);
    }
    let made = rw.create_state(state);
    let made = rw.result(made, 0);
    let remap = Remap { map: Some(new.layout.clone()), symbols: symbols.to_vec(), ..Remap::default() };
    rewrite_accesses(rw, old, made, &remap);
    rw.replace_all_uses(old, made);
    rw.erase(alloc);
}

/// The dynamic sizes of the new memref; those of tiles are computed from the `sizes` of the old one.
fn dynamic_sizes(rw: &mut Rewriter, loc: Loc, old: Type, sizes: &[Value], new: &Normalized) -> Vec<Value> {
    let shape = new.ty.shape(rw).expect("a memref has a shape").to_vec();
    if !shape.contains(&DYNAMIC) {
        return Vec::new();
    }
    let old_shape = old.shape(rw).expect("a memref has a shape").to_vec();
    let mut sizes = sizes.iter();
    let mut all = Vec::new();
    for size in old_shape {
        let known = (size != DYNAMIC).then(|| rw.cx().index_attr(size));
        all.push(match known {
            Some(known) => rw.value(ConstantOp::build(known).at(loc)),
            None => *sizes.next().expect("there is an operand for each dynamic size"),
        });
    }
    let tiles = tiles(&new.layout);
    let mut dynamic = Vec::new();
    for (index, place) in new.layout.results().iter().enumerate().filter(|&(index, _)| shape[index] == DYNAMIC) {
        let size = match place.kind() {
            AffineKind::Binary(BinaryKind::FloorDiv, lhs, rhs) if tiles.iter().any(|tile| tile.number == index) => {
                lhs.clone().ceil_div(rhs.clone())
            }
            AffineKind::Binary(BinaryKind::Mod, _, rhs) if tiles.iter().any(|tile| tile.place == index) => rhs.clone(),
            _ => place.clone(),
        };
        let map: AffineMap = new.layout.with_results([size]);
        let map = rw.cx().attr(AttrData::AffineMap(map));
        dynamic.push(rw.value(ApplyOp::build(&all, map).at(loc)));
    }
    dynamic
}

/// Redirects accesses from `old` to `new`.
fn rewrite_accesses(rw: &mut Rewriter, old: Value, new: Value, remap: &Remap) {
    let mut users: Vec<OpId> = Vec::new();
    for user in rw.users(old) {
        if !users.contains(&user) {
            users.push(user);
        }
    }
    for user in users {
        if rw.interface::<dyn AffineAccess>(user).is_some() {
            replace_in(rw, old, new, remap, user);
        } else if let Some(place) = plain_memref_operand(OpRef::new(rw, user)) {
            rewrite_plain(rw, user, place, new, remap);
        }
    }
}

/// Redirects a `memref.load` or `memref.store` to `new`; each index is computed by an operation.
fn rewrite_plain(rw: &mut Rewriter, op: OpId, place: usize, new: Value, remap: &Remap) {
    let loc = rw.loc(op);
    let indices: Vec<Value> = rw.operands(op).skip(place + 1).collect();
    rw.before(op);
    let (map, operands) = new_indices(rw, loc, indices, remap);
    let mut all: Vec<Value> = rw.operands(op).take(place).collect();
    all.push(new);
    for result in map.results() {
        let result: AffineExpr = result.clone();
        let single = rw.cx().attr(AttrData::AffineMap(map.with_results([result])));
        all.push(rw.value(ApplyOp::build(&operands, single).at(loc)));
    }
    rw.set_operands(op, &all);
}
