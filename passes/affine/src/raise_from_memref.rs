//! Conversion of accesses of `memref` to affine accesses, where their indices are affine.

use rmlir::affine_maps::{AffineExpr, AffineMap, BinaryKind};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::scope::{is_valid_dim, is_valid_symbol};
use rmlir_arith::{AddIOp, MulIOp, SubIOp};

use crate::analysis::constraints::constant_int;

/// Turn some memref operators to affine operators where supported.
///
/// Sums and products that define the indices become part of the map; differences, if this is requested.
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
pub struct AffineRaiseFromMemref {
    /// Make differences part of the map, too. mlir-opt has no such option, and leaves accesses with differences unchanged.
    #[option(default = false)]
    differences: bool,
}

impl Pass for AffineRaiseFromMemref {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut rw = Rewriter::new(cx.body_mut());
        let mut ops = Vec::new();
        rw.walk_postorder(rw.root(), |op| ops.push(op));
        for op in ops {
            raise(&mut rw, op, self.differences);
        }
        Ok(())
    }
}

/// Replaces a load or store by an affine one.
fn raise(rw: &mut Rewriter, op: OpId, differences: bool) {
    let view = OpRef::new(rw, op);
    if let Some(store) = view.cast::<rmlir_memref::StoreOp>() {
        let (value, memref) = (store.value(rw), store.memref(rw));
        if let Some((map, operands)) = as_map(rw, &store.indices(rw), differences) {
            let map = rw.cx().attr(AttrData::AffineMap(map));
            rw.replace_with(op, rmlir_affine::StoreOp::build(value, memref, &operands, map));
        }
    } else if let Some(load) = view.cast::<rmlir_memref::LoadOp>() {
        let (memref, ty) = (load.memref(rw), rw.ty(rw.result(op, 0)));
        if let Some((map, operands)) = as_map(rw, &load.indices(rw), differences) {
            let map = rw.cx().attr(AttrData::AffineMap(map));
            rw.replace_with(op, rmlir_affine::LoadOp::build(ty, memref, &operands, map));
        }
    }
}

/// The indices as a map over dimensions and symbols, if they are affine.
pub fn affine_indices(body: &Body, indices: &[Value]) -> Option<(AffineMap, Vec<Value>)> {
    as_map(body, indices, true)
}

fn as_map(body: &Body, indices: &[Value], differences: bool) -> Option<(AffineMap, Vec<Value>)> {
    let mut operands = Operands { body, dims: Vec::new(), symbols: Vec::new(), differences };
    let exprs: Option<Vec<AffineExpr>> = indices.iter().map(|&index| operands.expr_of(index)).collect();
    let Operands { dims, symbols, .. } = operands;
    let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, exprs?);
    Some((map, [dims, symbols].concat()))
}

/// The operands of the map that is found.
struct Operands<'b, 'c> {
    body: &'b Body<'c>,
    dims: Vec<Value>,
    symbols: Vec<Value>,
    /// Whether differences are part of the map.
    differences: bool,
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

/// How the expressions of both operands become one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Combination {
    Sum,
    Product,
    Difference,
}

impl Operands<'_, '_> {
    /// The value as an expression. Operands are kept on an explicit stack: the recursion depth of arithmetic is unbounded.
    fn expr_of(&mut self, value: Value) -> Option<AffineExpr> {
        enum Step {
            Visit(Value),
            Combine(Combination),
        }
        let (mut steps, mut done) = (vec![Step::Visit(value)], Vec::<AffineExpr>::new());
        while let Some(step) = steps.pop() {
            let value = match step {
                Step::Visit(value) => value,
                Step::Combine(combination) => {
                    let rhs = done.pop().expect("the right operand was visited");
                    let lhs = done.pop().expect("the left operand was visited");
                    done.push(combined(combination, &lhs, &rhs)?);
                    continue;
                }
            };
            match self.combination(value) {
                Some((combination, operands)) => {
                    let [lhs, rhs] = operands.map(Step::Visit);
                    steps.extend([Step::Combine(combination), rhs, lhs]);
                }
                None => done.push(self.leaf(value)?),
            }
        }
        done.pop()
    }

    /// The operation that computes the value from two others, if it becomes part of the map.
    fn combination(&self, value: Value) -> Option<(Combination, [Value; 2])> {
        let op = OpRef::new(self.body, self.body.defining_op(value)?);
        let combination = match () {
            () if op.is::<AddIOp>() => Combination::Sum,
            () if op.is::<MulIOp>() => Combination::Product,
            () if op.is::<SubIOp>() && self.differences => Combination::Difference,
            () => return None,
        };
        Some((combination, [0, 1].map(|index| op.operand(index).id)))
    }

    /// A constant, or a value that is valid as a symbol or dimension.
    fn leaf(&mut self, value: Value) -> Option<AffineExpr> {
        let body = self.body;
        if let Some(constant) = constant_int(body, value) {
            return Some(AffineExpr::constant(constant));
        }
        let symbol = find_or_add(&mut self.symbols, value, |value| is_valid_symbol(body, value));
        match symbol {
            Some(symbol) => Some(AffineExpr::symbol(symbol)),
            None => find_or_add(&mut self.dims, value, |value| is_valid_dim(body, value)).map(AffineExpr::dim),
        }
    }
}

/// `None` for a product of which no factor is constant or symbolic.
fn combined(combination: Combination, lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    match combination {
        Combination::Sum => Some(AffineExpr::binary(BinaryKind::Add, lhs, rhs)),
        Combination::Difference => Some(lhs - rhs),
        Combination::Product if !lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() => None,
        Combination::Product => Some(AffineExpr::binary(BinaryKind::Mul, lhs, rhs)),
    }
}
