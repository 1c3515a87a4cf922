//! Memory addresses as affine expressions of the induction variables of a loop nest.
//!
//! Dimension 0 is the induction variable of the analyzed loop, the next ones are those of the inner loops around the
//! access; symbols are values from outside. Arithmetic on `index` is assumed not to wrap around: an address computation
//! that wraps around yields no valid address.
//!
//! A [`Reader`] collects either the accesses that are executed in every iteration, or all that may be executed.
//! Subscripts are exact in the latter mode: arithmetic on narrower integers, which may wrap around, and truncations are
//! not affine.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::analysis::alias::same_descriptor;
use rmlir::core::fold::constant_value;
use rmlir::core::memref_layout::{layout_map, strides_and_offset};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::{ApplyOp, access_of};
use rmlir_arith as arith;
use rmlir_memref::{LoadOp, StoreOp};

use super::iteration_space::{IterationSpace, MOST_BITS, is_small, power};

/// An access to an element of a memref.
#[derive(Clone, Debug)]
pub struct Access {
    /// The accessing operation.
    pub op: OpId,
    /// The accessed memref.
    pub memref: Value,
    /// The source of the casts that produce the memref.
    pub base: Value,
    /// Whether it writes.
    pub is_write: bool,
    /// The inner loops around the access, outermost first, and dimensions for values that are not affine.
    pub inner: Vec<IterationSpace>,
    /// The subscripts, by dimension of the memref.
    pub subscripts: Vec<AffineExpr>,
    /// The position in memory: the subscripts, if different ones always address different elements, else the linearized
    /// offset by the layout, if known.
    pub place: Option<Vec<AffineExpr>>,
    /// Whether the layout is the identity, or all strides are constants.
    pub has_known_strides: bool,
}

/// The meaning of a symbol.
#[derive(Clone, PartialEq, Debug)]
pub enum Symbol {
    /// A value from outside.
    Value(Value),
    /// A subscript of this dimension of a memref, invariant in the loop, times the stride, which is unknown.
    Product(Value, usize, AffineExpr),
}

/// The translation of values to affine expressions, with its symbols.
pub struct Reader<'b> {
    /// The body that contains the loop.
    pub body: &'b Body<'b>,
    /// The analyzed loop.
    pub around: OpId,
    /// The iteration space of the analyzed loop.
    pub space: IterationSpace,
    /// Whether only accesses that are executed in every iteration are collected.
    pub is_certain: bool,
    /// The meaning of each symbol.
    pub symbols: Vec<Symbol>,
    /// The number of operations translated so far.
    pub n_read: u32,
}

/// The limit on translated operations: expressions of values with several uses would grow exponentially.
const MAX_READ: u32 = 1 << 12;

impl Reader<'_> {
    /// The access of `op`, if its address is known (and, if required, it is executed in every iteration).
    pub fn access(&mut self, op: OpId) -> Option<Access> {
        let (memref, indices, is_write) = self.parts(op)?;
        let base = base(self.body, memref);
        if !self.is_outside(base) {
            return None;
        }
        let mut inner = self.loops_around(op)?;
        let subscripts: Option<Vec<AffineExpr>> = match indices {
            Indices::Values(values) => values.into_iter().map(|value| self.expr(value, &mut inner)).collect(),
            Indices::Map(map, operands) => self.applied(&map, &operands, &mut inner),
        };
        let subscripts = subscripts?;
        let place = self.place(base, &subscripts);
        let layout = layout_map(self.body.cx(), self.body.ty(base));
        let strides = strides_and_offset(self.body.cx(), self.body.ty(base));
        let has_known_strides = layout.is_some_and(|map| map.is_identity())
            || strides.is_none_or(|found| !found.strides.contains(&DYNAMIC));
        Some(Access { op, memref, base, is_write, inner, subscripts, place, has_known_strides })
    }

    /// The position in memory of the element of `base` with these subscripts.
    fn place(&mut self, base: Value, subscripts: &[AffineExpr]) -> Option<Vec<AffineExpr>> {
        let (cx, ty) = (self.body.cx(), self.body.ty(base));
        let layout = layout_map(cx, ty)?;
        let through = |layout: &AffineMap| composed(layout, subscripts);
        if layout.is_identity() {
            return Some(subscripts.to_vec());
        }
        if layout.n_symbols() == 0 {
            return through(&layout);
        }
        if self.is_certain {
            // Whatever the strides are, equal subscripts address the same element.
            return Some(subscripts.to_vec());
        }
        // The offset, known or not, is the same for all accesses.
        let strides = strides_and_offset(cx, ty)?.strides;
        let mut sum = AffineExpr::constant(0);
        for (dim, (subscript, stride)) in subscripts.iter().zip(strides).enumerate() {
            sum = sum
                + match stride {
                    DYNAMIC if subscript.n_dims_used() > 0 => return None,
                    DYNAMIC => AffineExpr::symbol(self.symbol(Symbol::Product(base, dim, subscript.clone()))),
                    _ => product(subscript, &AffineExpr::constant(stride))?,
                };
        }
        Some(vec![sum])
    }

    fn parts(&self, op: OpId) -> Option<(Value, Indices, bool)> {
        let view = OpRef::new(self.body, op);
        let from = |first: usize| view.operands().skip(first).map(|value| value.id).collect::<Vec<Value>>();
        if view.is::<LoadOp>() {
            return Some((view.get(LoadOp::memref), Indices::Values(from(1)), false));
        }
        if view.is::<StoreOp>() {
            return Some((view.get(StoreOp::memref), Indices::Values(from(2)), true));
        }
        let is_write = view.is::<rmlir_affine::StoreOp>();
        if !is_write && !view.is::<rmlir_affine::LoadOp>() {
            return None;
        }
        let access = access_of(view)?;
        Some((access.memref, Indices::Map(access.map, access.operands), is_write))
    }

    fn is_outside(&self, value: Value) -> bool {
        !self.body.is_defined_inside(self.around, value)
    }

    /// The inner loops around `op`; `None` if its execution depends on another condition and that matters.
    fn loops_around(&self, op: OpId) -> Option<Vec<IterationSpace>> {
        let mut found = Vec::new();
        let mut at = self.body.parent_op(op)?;
        while at != self.around {
            match IterationSpace::of(self.body, at) {
                Some(space) if self.is_certain && !space.iter().all(IterationSpace::is_small) => return None,
                Some(space) => found.extend(space.into_iter().rev().map(IterationSpace::relaxed)),
                None if self.is_certain => return None,
                None => {}
            }
            at = self.body.parent_op(at)?;
        }
        found.reverse();
        Some(found)
    }

    /// Translates `value` for an access in the loops `inner`. If all accesses are collected, a value that is not affine
    /// becomes an unconstrained dimension of its own.
    fn expr(&mut self, value: Value, inner: &mut Vec<IterationSpace>) -> Option<AffineExpr> {
        let found = self.affine(value, inner);
        if found.is_some() || self.is_certain {
            return found;
        }
        inner.push(IterationSpace { variable: value, lower: None, upper: None, step: None });
        Some(AffineExpr::dim(inner.len() as u32))
    }

    fn affine(&mut self, value: Value, inner: &mut Vec<IterationSpace>) -> Option<AffineExpr> {
        if let Some(number) = self.number(value) {
            return Some(AffineExpr::constant(number));
        }
        if value == self.space.variable {
            return Some(AffineExpr::dim(0));
        }
        if self.is_outside(value) {
            return Some(AffineExpr::symbol(self.symbol(Symbol::Value(value))));
        }
        if let Some(place) = inner.iter().position(|space| space.variable == value) {
            return Some(AffineExpr::dim(place as u32 + 1));
        }
        self.n_read += 1;
        let op = self.body.defining_op(value).filter(|_| self.n_read <= MAX_READ)?;
        let view = OpRef::new(self.body, op);
        if let Some(apply) = view.cast::<ApplyOp>() {
            let (map, operands) = apply.value_map(self.body);
            return self.applied(&map, &operands, inner)?.pop();
        }
        let operand = |at: usize| view.operand(at).id;
        match view.name_str() {
            arith::IndexCastOp::NAME | arith::ExtSIOp::NAME if self.keeps_numbers(view) => self.expr(operand(0), inner),
            arith::IndexCastUIOp::NAME | arith::ExtUIOp::NAME if self.keeps_numbers(view) && self.is_exact(view) => {
                self.expr(operand(0), inner)
            }
            arith::AddIOp::NAME if self.is_exact(view) => {
                Some(self.expr(operand(0), inner)? + self.expr(operand(1), inner)?)
            }
            arith::SubIOp::NAME if self.is_exact(view) => {
                Some(self.expr(operand(0), inner)? - self.expr(operand(1), inner)?)
            }
            arith::MulIOp::NAME if self.is_exact(view) => {
                let (a, b) = (self.expr(operand(0), inner)?, self.expr(operand(1), inner)?);
                (a.as_constant().is_some() || b.as_constant().is_some()).then(|| product(&a, &b))?
            }
            arith::ShLIOp::NAME if self.is_exact(view) => {
                product(&self.expr(operand(0), inner)?, &AffineExpr::constant(power(self.number(operand(1))?)?))
            }
            arith::ShRSIOp::NAME => Some(self.expr(operand(0), inner)?.floor_div(power(self.number(operand(1))?)?)),
            arith::FloorDivSIOp::NAME => {
                let by = self.number(operand(1)).filter(|&by| by > 0)?;
                Some(self.expr(operand(0), inner)?.floor_div(by))
            }
            arith::AndIOp::NAME => {
                let mask = self.number(operand(1)).filter(|&mask| mask > 0 && (mask + 1) & mask == 0)?;
                Some(self.expr(operand(0), inner)? % (mask + 1))
            }
            _ => None,
        }
    }

    fn width(&self, value: Value) -> u32 {
        self.body.ty(value).int_or_index_width(self.body.cx()).unwrap_or(0)
    }

    /// Whether the cast keeps or extends the width; a truncation keeps equal integers equal, but may make different
    /// ones equal.
    fn keeps_numbers(&self, cast: OpRef) -> bool {
        self.is_certain || self.width(cast.result(0).id) >= self.width(cast.operand(0).id)
    }

    /// Whether arithmetic does not wrap around to another address and integers are not negative, as for address
    /// computations.
    fn is_exact(&self, op: OpRef) -> bool {
        self.is_certain || self.width(op.operand(0).id) >= ADDRESS_BITS
    }

    /// The results of `map`, applied to `operands`.
    fn applied(
        &mut self,
        map: &AffineMap,
        operands: &[Value],
        inner: &mut Vec<IterationSpace>,
    ) -> Option<Vec<AffineExpr>> {
        let operands: Option<Vec<AffineExpr>> = operands.iter().map(|&value| self.expr(value, inner)).collect();
        composed(map, &operands?)
    }

    fn number(&self, value: Value) -> Option<i64> {
        constant_value(self.body, value)?.as_i64(self.body.cx()).filter(|&number| is_small(number))
    }

    fn symbol(&mut self, symbol: Symbol) -> u32 {
        let found = self.symbols.iter().position(|other| *other == symbol);
        let place = found.unwrap_or_else(|| {
            self.symbols.push(symbol);
            self.symbols.len() - 1
        });
        place as u32
    }
}

/// The memref that `op` loads from or stores to.
pub fn accessed(body: &Body, op: OpId) -> Option<Value> {
    let view = OpRef::new(body, op);
    match () {
        () if view.is::<LoadOp>() => Some(view.get(LoadOp::memref)),
        () if view.is::<StoreOp>() => Some(view.get(StoreOp::memref)),
        () => MemRefAccess::new(body, op).map(|access| access.memref),
    }
}

/// The memref that `memref` is a cast of, with the same subscripts.
pub fn base(body: &Body, memref: Value) -> Value {
    let rank = |value: Value| body.ty(value).shape(body.cx()).map(<[i64]>::len);
    let base = same_descriptor(body, memref);
    if rank(base) == rank(memref) { base } else { memref }
}

/// The indices of an access.
enum Indices {
    Values(Vec<Value>),
    Map(rmlir::affine_maps::AffineMap, Vec<Value>),
}

/// The results of `map` with `operands` in place of its dimensions and symbols, if products of their constants are
/// small.
fn composed(map: &AffineMap, operands: &[AffineExpr]) -> Option<Vec<AffineExpr>> {
    let (dims, symbols) = operands.split_at(map.n_dims() as usize);
    let of_operands = operands.iter().map(magnitude).max().unwrap_or(1);
    let is_bounded = |result: &AffineExpr| magnitude(result).saturating_mul(of_operands) < 1 << MOST_BITS;
    map.results().iter().map(|it| is_bounded(it).then(|| it.replace_dims_and_symbols(dims, symbols))).collect()
}

/// The product of two expressions, if products of their constants are small.
fn product(a: &AffineExpr, b: &AffineExpr) -> Option<AffineExpr> {
    (magnitude(a).saturating_mul(magnitude(b)) < 1 << MOST_BITS).then(|| a * b)
}

/// The largest absolute value of a constant in `expr`, but at least 1.
fn magnitude(expr: &AffineExpr) -> u64 {
    let mut largest = 1;
    expr.walk(|part| largest = largest.max(part.as_constant().map_or(1, i64::unsigned_abs)));
    largest
}

/// The width of addresses in bits.
const ADDRESS_BITS: u32 = 64;
