//! Places in memory as affine expressions of what counts in a loop.
//!
//! Dimension 0 is the variable of the loop looked at, the next ones are those of loops around the access inside of it;
//! symbols are values from outside. Numbers are taken not to wrap around: one that does is no place in memory.

use rmlir::affine::AffineExpr;
use rmlir::core::fold::constant_value;
use rmlir::core::memref_layout::layout_map;
use rmlir::prelude::*;
use rmlir_affine::{ApplyOp, access_of};
use rmlir_memref::{LoadOp, StoreOp};

use super::turns::Turns;

/// An element that is read or written in every turn.
#[derive(Clone, Debug)]
pub struct Access {
    /// The operation.
    pub op: OpId,
    /// What it accesses.
    pub memref: Value,
    /// Whether it writes.
    pub is_write: bool,
    /// The variables of the loops around it inside of the one looked at, outer first.
    pub inner: Vec<Turns>,
    /// Where, by dimension of the memref.
    pub subscripts: Vec<AffineExpr>,
    /// Where in memory: the subscripts, if no others lead to the same element, or what the layout makes of them.
    pub place: Vec<AffineExpr>,
}

/// What expressions are made of.
pub struct Reader<'b> {
    /// The body that the loop is in.
    pub body: &'b Body<'b>,
    /// The loop looked at.
    pub around: OpId,
    /// Its variable.
    pub variable: Value,
    /// The values that symbols stand for.
    pub symbols: Vec<Value>,
    /// How many operations were read as expressions.
    pub n_read: u32,
}

/// More operations are not read: expressions of values that are used several times would grow without end.
const MAX_READ: u32 = 1 << 12;

impl Reader<'_> {
    /// The access that `op` is, if it runs in every turn and is at a place that is known.
    pub fn access(&mut self, op: OpId) -> Option<Access> {
        let (memref, indices, is_write) = self.parts(op)?;
        if !self.is_outside(memref) {
            return None;
        }
        let inner = self.loops_around(op)?;
        let subscripts: Option<Vec<AffineExpr>> = match indices {
            Indices::Values(values) => values.into_iter().map(|value| self.expr(value, &inner)).collect(),
            Indices::Map(map, operands) => {
                let operands: Option<Vec<AffineExpr>> =
                    operands.into_iter().map(|value| self.expr(value, &inner)).collect();
                let operands = operands?;
                let (dims, symbols) = operands.split_at(map.n_dims() as usize);
                Some(map.results().iter().map(|it| it.replace_dims_and_symbols(dims, symbols)).collect())
            }
        };
        let subscripts = subscripts?;
        let layout = layout_map(self.body.cx(), self.body.ty(memref))?;
        // With numbers that are not known, equal subscripts are the same place all the same.
        let place = match layout.is_identity() || layout.n_symbols() > 0 {
            true => subscripts.clone(),
            false => layout.results().iter().map(|it| it.replace_dims(&subscripts)).collect(),
        };
        Some(Access { op, memref, is_write, inner, subscripts, place })
    }

    fn parts(&self, op: OpId) -> Option<(Value, Indices, bool)> {
        let view = OpRef::new(self.body, op);
        let from = |first: usize| view.operands().skip(first).map(|value| value.id).collect::<Vec<Value>>();
        if view.is::<LoadOp>() {
            return Some((view.operand(0).id, Indices::Values(from(1)), false));
        }
        if view.is::<StoreOp>() {
            return Some((view.operand(1).id, Indices::Values(from(2)), true));
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

    /// The loops around `op` inside of the one looked at; `None` if something else decides whether it runs.
    fn loops_around(&self, op: OpId) -> Option<Vec<Turns>> {
        let mut found = Vec::new();
        let mut at = self.body.parent_op(op)?;
        while at != self.around {
            let mut turns = Turns::of(self.body, at)?;
            turns.reverse();
            found.extend(turns);
            at = self.body.parent_op(at)?;
        }
        found.reverse();
        Some(found)
    }

    /// What `value` is, for an access in the loops `inner`.
    pub fn expr(&mut self, value: Value, inner: &[Turns]) -> Option<AffineExpr> {
        if let Some(number) = self.number(value) {
            return Some(AffineExpr::constant(number));
        }
        if value == self.variable {
            return Some(AffineExpr::dim(0));
        }
        if self.is_outside(value) {
            return Some(AffineExpr::symbol(self.symbol(value)));
        }
        if let Some(place) = inner.iter().position(|turns| turns.variable == value) {
            return Some(AffineExpr::dim(place as u32 + 1));
        }
        self.n_read += 1;
        let op = self.body.defining_op(value).filter(|_| self.n_read <= MAX_READ)?;
        let view = OpRef::new(self.body, op);
        if let Some(apply) = view.cast::<ApplyOp>() {
            let (map, operands) = apply.value_map(self.body);
            let operands: Option<Vec<AffineExpr>> = operands.into_iter().map(|it| self.expr(it, inner)).collect();
            let operands = operands?;
            let (dims, symbols) = operands.split_at(map.n_dims() as usize);
            return Some(map.result(0).replace_dims_and_symbols(dims, symbols));
        }
        let operand = |at: usize| view.operand(at).id;
        match view.name_str() {
            "arith.index_cast" | "arith.index_castui" | "arith.extsi" | "arith.extui" => self.expr(operand(0), inner),
            "arith.addi" => Some(self.expr(operand(0), inner)? + self.expr(operand(1), inner)?),
            "arith.subi" => Some(self.expr(operand(0), inner)? - self.expr(operand(1), inner)?),
            "arith.muli" => {
                let (a, b) = (self.expr(operand(0), inner)?, self.expr(operand(1), inner)?);
                (a.as_constant().is_some() || b.as_constant().is_some()).then(|| a * b)
            }
            "arith.shli" => Some(self.expr(operand(0), inner)? * power(self.number(operand(1))?)?),
            "arith.shrsi" => Some(self.expr(operand(0), inner)?.floor_div(power(self.number(operand(1))?)?)),
            "arith.floordivsi" => {
                let by = self.number(operand(1)).filter(|&by| by > 0)?;
                Some(self.expr(operand(0), inner)?.floor_div(by))
            }
            "arith.andi" => {
                let mask = self.number(operand(1)).filter(|&mask| mask > 0 && (mask + 1) & mask == 0)?;
                Some(self.expr(operand(0), inner)? % (mask + 1))
            }
            _ => None,
        }
    }

    fn number(&self, value: Value) -> Option<i64> {
        constant_value(self.body, value)?.as_i64(self.body.cx())
    }

    fn symbol(&mut self, value: Value) -> u32 {
        let found = self.symbols.iter().position(|&other| other == value);
        let place = found.unwrap_or_else(|| {
            self.symbols.push(value);
            self.symbols.len() - 1
        });
        place as u32
    }
}

/// How an access says where.
enum Indices {
    Values(Vec<Value>),
    Map(rmlir::affine::AffineMap, Vec<Value>),
}

/// `2^bits`, if a place in memory may be as large.
fn power(bits: i64) -> Option<i64> {
    (0..MOST_BITS).contains(&bits).then(|| 1 << bits)
}

/// Shifts by more bits are not looked at.
const MOST_BITS: i64 = 40;
