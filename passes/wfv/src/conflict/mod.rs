//! Conflicts: turns of a loop that need one another, by the places in memory that they access.
//!
//! That turns may run together is what a mark at their loop says. Here is looked for proof that it is wrong: two accesses
//! to the same memory, one of them writing, that two turns make to the same element. Plan: 1. read off the accesses that
//! run in every turn and whose subscripts are affine, through the layout of the memref; 2. demand of two turns at a
//! distance that the places are equal, and that both are turns; 3. ask whether there is such a pair, the nearest first.
//!
//! What is not known makes no conflict: subscripts that are computed in another way, accesses under a condition, memory
//! that may be the same or not. Values from outside have to cancel out; a loop whose end is not known is taken to go on
//! as long as need be, but the variable of one that starts nowhere known has to cancel out as well.

mod subscript;
mod turns;

use rmlir::affine::{AffineExpr, Constraint, IntegerSet};
use rmlir::prelude::*;
use rmlir_affine_passes::analysis::constraints::ValueConstraints;

use self::subscript::{Access, Reader};
use self::turns::Turns;

/// Two turns that access the same element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// How many turns the second one is after the first.
    pub distance: i64,
    /// The access of the first turn.
    pub first: OpId,
    /// That of the second turn.
    pub second: OpId,
    /// Whether the first access writes, and whether the second one does.
    pub writes: [bool; 2],
}

impl Conflict {
    /// What is wrong, as words about the first access.
    pub fn why(&self, body: &Body) -> String {
        let [verb, again] = self.writes.map(|writes| if writes { "writes" } else { "reads" });
        let other = body.name(self.second).str(body.cx());
        let turns = if self.distance == 1 { "turn" } else { "turns" };
        format!("{verb} what '{other}' {again} {} {turns} later: the loop cannot run many at once", self.distance)
    }
}

/// The nearest turns of the loop `op`, which counts in one dimension, that are proved to access the same element, up to
/// `most` turns apart.
pub fn nearest(body: &Body, op: OpId, most: i64) -> Option<Conflict> {
    let turns = Turns::of(body, op)?;
    let [turns] = turns[..] else { return None };
    let mut reader = Reader { body, around: op, variable: turns.variable, symbols: Vec::new(), n_read: 0 };
    let mut inner = Vec::new();
    body.walk_postorder(op, |inside| inner.push(inside));
    let accesses: Vec<Access> = inner.into_iter().filter_map(|inside| reader.access(inside)).collect();
    let n_symbols = reader.symbols.len();
    let mut found: Option<Conflict> = None;
    for first in &accesses {
        for second in accesses.iter().filter(|second| second.memref == first.memref) {
            if !first.is_write && !second.is_write {
                continue;
            }
            let pair = Pair { body, turns, first, second, n_symbols };
            let limit = found.map_or(most, |found| found.distance - 1);
            if let Some(distance) = pair.nearest(limit) {
                let writes = [first.is_write, second.is_write];
                found = Some(Conflict { distance, first: first.op, second: second.op, writes });
            }
        }
    }
    found
}

/// Two accesses to one memref in turns of a loop.
struct Pair<'a> {
    body: &'a Body<'a>,
    turns: Turns,
    first: &'a Access,
    second: &'a Access,
    n_symbols: usize,
}

/// The dimension that is the distance in turns, and that of the variable of the loop in the first turn. Those of the loops
/// inside around the first access follow, then those around the second one.
const DISTANCE: u32 = 0;
const VARIABLE: u32 = 1;
const INNER: u32 = 2;

impl Pair<'_> {
    /// The least distance, at most `most`, at which both access one element.
    fn nearest(&self, most: i64) -> Option<i64> {
        let system = self.system()?;
        let mut any = system.clone();
        any.add_lower_bound(DISTANCE as usize, 1);
        any.add_upper_bound(DISTANCE as usize, most);
        if most < 1 || any.is_integer_empty() {
            return None;
        }
        (1..=most).find(|&distance| {
            let mut fixed = system.clone();
            fixed.fix(DISTANCE as usize, distance);
            !fixed.is_integer_empty()
        })
    }

    fn n_dims(&self) -> u32 {
        INNER + (self.first.inner.len() + self.second.inner.len()) as u32
    }

    /// The dimensions of an access in the dimensions of both: those of the first, or of the second.
    fn dims(&self, is_second: bool) -> Option<Vec<AffineExpr>> {
        let variable = AffineExpr::dim(VARIABLE);
        let n_first = self.first.inner.len() as u32;
        let (start, n, variable) = match is_second {
            false => (INNER, n_first, variable),
            true => {
                let later = AffineExpr::dim(DISTANCE) * self.turns.step?;
                (INNER + n_first, self.second.inner.len() as u32, variable + later)
            }
        };
        Some([variable].into_iter().chain((start..start + n).map(AffineExpr::dim)).collect())
    }

    /// Both turns and all that is asked of them but the distance; `None` if it is not known whether they conflict.
    fn system(&self) -> Option<ValueConstraints> {
        let dims = [self.dims(false)?, self.dims(true)?];
        let at = |exprs: &[AffineExpr], which: usize| {
            exprs.iter().map(|it| it.replace_dims(&dims[which])).collect::<Vec<AffineExpr>>()
        };
        let places = [at(&self.first.place, 0), at(&self.second.place, 1)];
        let same = |(a, b): (&AffineExpr, &AffineExpr)| Constraint { expr: a - b, is_eq: true };
        let mut rows: Vec<Constraint> = places[0].iter().zip(&places[1]).map(same).collect();
        if self.is_open(&rows)? {
            return None;
        }
        self.add_range(&mut rows, &self.turns, &dims[0][0]);
        self.add_range(&mut rows, &self.turns, &dims[1][0]);
        for (access, dims) in [self.first, self.second].into_iter().zip(&dims) {
            for (turns, dim) in access.inner.iter().zip(&dims[1..]) {
                self.add_range(&mut rows, turns, dim);
            }
        }
        for (access, which) in [(self.first, 0), (self.second, 1)] {
            self.add_sizes(&mut rows, access, &at(&access.subscripts, which));
        }
        self.constraints(rows)
    }

    /// Whether it depends on what is not known whether places are equal.
    fn is_open(&self, equal: &[Constraint]) -> Option<bool> {
        let equal = self.constraints(equal.to_vec())?;
        let n_dims = self.n_dims() as usize;
        let is_used = |column: usize| !equal.is_unused(column);
        Some((n_dims..n_dims + self.n_symbols).any(is_used) || self.unknown_dims().into_iter().any(is_used))
    }

    /// Dimensions of loops of which it is not known where they count.
    fn unknown_dims(&self) -> Vec<usize> {
        let mut found = Vec::new();
        if self.turns.lower.is_none() {
            found.push(VARIABLE as usize);
        }
        let inner = self.first.inner.iter().chain(&self.second.inner);
        found.extend(inner.zip(INNER as usize..).filter(|(turns, _)| !turns.is_known()).map(|(_, dim)| dim));
        found
    }

    /// Says that `variable` is one of a loop.
    fn add_range(&self, rows: &mut Vec<Constraint>, turns: &Turns, variable: &AffineExpr) {
        if let Some(lower) = turns.lower {
            let from_start = variable - lower;
            if let Some(step) = turns.step.filter(|&step| step > 1) {
                rows.push(Constraint { expr: &from_start % step, is_eq: true });
            }
            rows.push(Constraint { expr: from_start, is_eq: false });
        }
        if let Some(upper) = turns.upper {
            rows.push(Constraint { expr: (upper - 1) - variable, is_eq: false });
        }
    }

    /// Says that an access is to an element that is there, where that involves no value from outside.
    fn add_sizes(&self, rows: &mut Vec<Constraint>, access: &Access, subscripts: &[AffineExpr]) {
        let cx = self.body.cx();
        let shape = self.body.ty(access.memref).shape(cx).unwrap_or(&[]);
        for (subscript, &size) in subscripts.iter().zip(shape).filter(|(it, _)| it.n_symbols_used() == 0) {
            rows.push(Constraint { expr: subscript.clone(), is_eq: false });
            if size >= 0 {
                rows.push(Constraint { expr: (size - 1) - subscript, is_eq: false });
            }
        }
    }

    /// The points of constraints; `None` if they are not linear.
    fn constraints(&self, rows: Vec<Constraint>) -> Option<ValueConstraints> {
        let n_dims = self.n_dims();
        let set = IntegerSet::new(n_dims, self.n_symbols as u32, rows);
        // What columns stand for is not asked.
        let labels = vec![self.turns.variable; n_dims as usize + self.n_symbols];
        ValueConstraints::of_set(&set, &labels)
    }
}
