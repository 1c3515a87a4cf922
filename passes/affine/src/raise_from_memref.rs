//! Conversion of accesses of `memref` to affine accesses, where their indices are affine.

use rmlir::affine_maps::{AffineExpr, AffineMap, BinaryKind};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::scope::{is_valid_dim, is_valid_symbol};
use rmlir_arith::{AddIOp, MulIOp};

use crate::analysis::constraints::constant_int;

/// Turn some memref operators to affine operators where supported.
///
/// Sums and products that define the indices become part of the map.
///
/// ```mlir
/// %j = arith.addi %i, %c1 : index
/// %0 = memref.load %m[%j] : memref<10xf32>
/// // becomes
/// %j = arith.addi %i, %c1 : index
/// %0 = affine.load %m[%i + 1] : memref<10xf32>
/// ```
#[pass(
    name = "affine-raise-from-memref",
    title = "RaiseMemrefDialect",
    anchor = "func.func",
    depends(rmlir_affine::Affine)
)]
pub fn affine_raise_from_memref(cx: &mut PassCx) -> PassResult {
    let mut rw = Rewriter::new(cx.body_mut());
    let mut ops = Vec::new();
    rw.walk_postorder(rw.root(), |op| ops.push(op));
    for op in ops {
        let view = OpRef::new(&rw, op);
        if let Some(store) = view.cast::<rmlir_memref::StoreOp>() {
            let (value, memref) = (store.value(&rw), store.memref(&rw));
            if let Some((map, operands)) = affine_indices(&rw, &store.indices(&rw)) {
                let map = rw.cx().attr(AttrData::AffineMap(map));
                rw.replace_with(op, rmlir_affine::StoreOp::build(value, memref, &operands, map));
            }
        } else if let Some(load) = view.cast::<rmlir_memref::LoadOp>() {
            let (memref, ty) = (load.memref(&rw), rw.ty(rw.result(op, 0)));
            if let Some((map, operands)) = affine_indices(&rw, &load.indices(&rw)) {
                let map = rw.cx().attr(AttrData::AffineMap(map));
                rw.replace_with(op, rmlir_affine::LoadOp::build(ty, memref, &operands, map));
            }
        }
    }
    Ok(())
}

/// The indices as a map over dimensions and symbols, if they are affine.
pub fn affine_indices(body: &Body, indices: &[Value]) -> Option<(AffineMap, Vec<Value>)> {
    let (mut dims, mut symbols) = (Vec::new(), Vec::new());
    let exprs: Option<Vec<AffineExpr>> =
        indices.iter().map(|&index| to_expr(body, index, &mut dims, &mut symbols)).collect();
    let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, exprs?);
    Some((map, [dims, symbols].concat()))
}

/// The index of `value` in the list, to which it is appended if it is valid there.
fn find_or_add(list: &mut Vec<Value>, value: Value, is_valid: impl Fn(Value) -> bool) -> Option<u32> {
    if let Some(place) = list.iter().position(|&other| other == value) {
        return Some(place as u32);
    }
    if !is_valid(value) {
        return None;
    }
    list.push(value);
    Some(list.len() as u32 - 1)
}

/// The value as an expression. Operands are kept on an explicit stack: the recursion depth of arithmetic is unbounded.
fn to_expr(body: &Body, value: Value, dims: &mut Vec<Value>, symbols: &mut Vec<Value>) -> Option<AffineExpr> {
    enum Step {
        Visit(Value),
        Combine(BinaryKind),
    }
    let (mut steps, mut done) = (vec![Step::Visit(value)], Vec::<AffineExpr>::new());
    while let Some(step) = steps.pop() {
        let value = match step {
            Step::Visit(value) => value,
            Step::Combine(kind) => {
                let rhs = done.pop().expect("the right operand was visited");
                let lhs = done.pop().expect("the left operand was visited");
                if kind == BinaryKind::Mul && !lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() {
                    return None;
                }
                done.push(AffineExpr::binary(kind, &lhs, &rhs));
                continue;
            }
        };
        if let Some(constant) = constant_int(body, value) {
            done.push(AffineExpr::constant(constant));
            continue;
        }
        let made_by = body.defining_op(value).map(|op| OpRef::new(body, op));
        let kind = match made_by {
            Some(op) if op.is::<AddIOp>() => Some(BinaryKind::Add),
            Some(op) if op.is::<MulIOp>() => Some(BinaryKind::Mul),
            _ => None,
        };
        if let (Some(op), Some(kind)) = (made_by, kind) {
            let [lhs, rhs] = [0, 1].map(|index| Step::Visit(op.operand(index).id));
            steps.extend([Step::Combine(kind), rhs, lhs]);
            continue;
        }
        let symbol = find_or_add(symbols, value, |value| is_valid_symbol(body, value)).map(AffineExpr::symbol);
        let expr = symbol.or_else(|| find_or_add(dims, value, |value| is_valid_dim(body, value)).map(AffineExpr::dim));
        done.push(expr?);
    }
    done.pop()
}
