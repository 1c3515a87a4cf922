//! Privatization of memory for loop iterations, if no values flow from one iteration to the next: then no iteration has
//! to wait for another one because of anti- and output dependences.
//!
//! Plan: 1. find webs of accesses (`rmlir_polyhedral::dependence::expansion`) that are small enough; 2. allocate for each a memref
//! with further dimensions, one for each loop that distinguishes iterations, and redirect its accesses to it; 3. values
//! that are live-out are stored to the old memref as well, right after their last definition.

use rmlir::affine_maps::{AffineExpr, AffineMap, Constraint, IntegerSet};
use rmlir::core::memref_layout::memref_type;
use rmlir::prelude::*;
use rmlir_affine::analysis::nest::enclosing_fors;
use rmlir_affine::compose::{canonicalize_map_and_operands, canonicalize_set_and_operands};
use rmlir_affine::{Access, AffineAccess, IfOp, LoadOp, StoreOp, YieldOp, access_of};
use rmlir_memref::{AllocOp, AllocaOp, DeallocOp};
use rmlir_polyhedral::dependence::expansion::{Web, last_writes, webs};
use rmlir_polyhedral::{Scop, Set};
use rmlir_presburger::{Int, Row};

use crate::extract::{Extracted, loads_of};

/// The maximum number of elements of new memory, relative to the largest existing memref.
const MAX_GROWTH: i64 = 2;

/// The maximum number of conditions that describe a last write.
const MAX_CONDITIONS: usize = 4;

/// Privatizes webs of the function in `rw`, from which `extracted` was extracted. Returns whether there were any.
pub fn privatize(rw: &mut Rewriter, extracted: &Extracted) -> bool {
    let chosen: Vec<Private> = webs(&extracted.scop).iter().filter_map(|web| Private::of(rw, extracted, web)).collect();
    let is_shared = |private: &Private, op: OpId| {
        chosen.iter().any(|other| !std::ptr::eq(private, other) && other.accesses.contains(&op))
    };
    let apart: Vec<&Private> = chosen.iter().filter(|it| !it.accesses.iter().any(|&op| is_shared(it, op))).collect();
    apart.iter().for_each(|private| private.create(rw));
    !apart.is_empty()
}

/// A web in terms of operations.
struct Private {
    accesses: Vec<OpId>,
    memref: Value,
    /// The loops, by index, that are new dimensions: the minimum of each induction variable, and the number of its
    /// values.
    dimensions: Vec<(usize, i64, i64)>,
    ty: Type,
    last: Vec<LastWrite>,
}

/// The store of a live-out value.
struct LastWrite {
    store: OpId,
    set: IntegerSet,
    operands: Vec<Value>,
}

impl Private {
    /// The operations of a web; `None` if it would need too much memory, or if its accesses use other memory too.
    fn of(body: &Body, extracted: &Extracted, web: &Web) -> Option<Self> {
        let of_access = |&(statement, number): &(usize, usize)| {
            let store = extracted.stores[statement];
            let operands: Vec<Value> = body.operands(store).collect();
            loads_of(body, &operands).into_iter().chain([store]).nth(number).expect("the access is the statement's")
        };
        let mut accesses: Vec<OpId> = web.accesses.iter().map(of_access).collect();
        let is_elsewhere = |(statement, number): (usize, usize)| {
            !web.accesses.contains(&(statement, number)) && accesses.contains(&of_access(&(statement, number)))
        };
        let all = extracted.scop.statements.iter().enumerate();
        if all.flat_map(|(statement, of)| (0..of.accesses.len()).map(move |it| (statement, it))).any(is_elsewhere) {
            return None;
        }
        let memref = access_of(OpRef::new(body, accesses[0])).expect("accesses have a memref").memref;
        let extent = |&loop_: &usize| extent(&extracted.scop, web, loop_).map(|(least, n)| (loop_, least, n));
        let dimensions: Vec<_> = web.loops.iter().map(extent).collect::<Option<_>>()?;
        let ty = private_type(body, memref, &dimensions, largest(body, extracted))?;
        let last = if is_read_outside(body, memref) { last(body, extracted, web)? } else { Vec::new() };
        accesses.sort();
        accesses.dedup();
        Some(Self { accesses, memref, dimensions, ty, last })
    }

    fn create(&self, rw: &mut Rewriter) {
        let entry = rw.entry(rw.region(rw.root(), 0)).expect("the function has a body");
        let nest = rw.ancestor_in_block(self.accesses[0], entry).expect("accesses are in the function");
        let loc = rw.loc(nest);
        rw.before(nest);
        let new = rw.value(AllocOp::build(self.ty, &[], &[]).at(loc));
        let end = rw.last_op(entry).expect("a block has a terminator");
        rw.before(end);
        rw.create(DeallocOp::build(new).at(loc));
        for last in &self.last {
            self.create_last(rw, last, new);
        }
        for &op in &self.accesses {
            let old = access_of(OpRef::new(rw, op)).expect("an access stays one");
            let (map, operands) = self.subscripts(rw, op, &old);
            self.replace(rw, op, new, map, &operands);
        }
    }

    /// The subscripts in the new memref.
    fn subscripts(&self, rw: &Rewriter, op: OpId, old: &Access) -> (AffineMap, Vec<Value>) {
        let loops = enclosing_fors(rw, op);
        let (n_dims, n_symbols) = (old.map.n_dims(), old.map.n_symbols());
        let first =
            |(number, &(_, least, _)): (usize, &(usize, i64, i64))| AffineExpr::dim(n_dims + number as u32) - least;
        let new = self.dimensions.iter().enumerate().map(first);
        let exprs: Vec<AffineExpr> = new.chain(old.map.results().iter().cloned()).collect();
        let variables = self.dimensions.iter().map(|&(loop_, ..)| loops[loop_].induction_var(rw));
        let (dims, symbols) = old.operands.split_at(n_dims as usize);
        let mut operands: Vec<Value> = dims.iter().copied().chain(variables).chain(symbols.iter().copied()).collect();
        let mut map = AffineMap::new(n_dims + self.dimensions.len() as u32, n_symbols, exprs);
        canonicalize_map_and_operands(rw, &mut map, &mut operands);
        (map, operands)
    }

    fn replace(&self, rw: &mut Rewriter, op: OpId, memref: Value, map: AffineMap, subscripts: &[Value]) {
        let interface = OpRef::new(rw, op).interface::<dyn AffineAccess>().expect("an access stays one");
        let (n_before, slot) = (interface.memref_operand(), interface.map_slot());
        let stored: Vec<Value> = rw.operands(op).take(n_before).collect();
        let map = rw.cx().attr(AttrData::AffineMap(map));
        rw.set_operands(op, &[&stored[..], &[memref], subscripts].concat());
        rw.set_prop(op, slot, map);
    }

    /// Step 3 for a store.
    fn create_last(&self, rw: &mut Rewriter, last: &LastWrite, new: Value) {
        let loc = rw.loc(last.store);
        rw.after(last.store);
        if last.set.n_constraints() > 0 {
            let set = rw.cx().attr(AttrData::IntegerSet(last.set.clone()));
            let condition = rw.create(IfOp::build(&[], &last.operands, set).at(loc));
            let region = condition.thenRegion(rw);
            rw.create_block(region, &[], &[]);
            let end = rw.create(YieldOp::build(&[]).at(loc)).id();
            rw.before(end);
        }
        let old = access_of(OpRef::new(rw, last.store)).expect("an access stays one");
        let (map, operands) = self.subscripts(rw, last.store, &old);
        let element = self.ty.element(rw.cx()).expect("a memref has elements");
        let map = rw.cx().attr(AttrData::AffineMap(map));
        let value = rw.value(LoadOp::build(element, new, &operands, map).at(loc));
        let map = rw.cx().attr(AttrData::AffineMap(old.map));
        rw.create(StoreOp::build(value, self.memref, &old.operands, map).at(loc));
    }
}

/// The minimum of an induction variable over all statements of a web, and the number of values from it on. `None` if
/// they are unknown.
fn extent(scop: &Scop, web: &Web, loop_: usize) -> Option<(i64, i64)> {
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    for &(statement, _) in &web.accesses {
        let (first, last) = range(&scop.statements[statement].domain, loop_)?;
        (least, most) = (first.min(least), last.max(most));
    }
    Some((least, most.checked_sub(least)?.checked_add(1)?)).filter(|&(_, n)| n > 0)
}

/// The minimum and maximum of a dimension of a set; `None` if they are unknown.
fn range(set: &Set, dimension: usize) -> Option<(i64, i64)> {
    let row = |factor: i64| -> Row {
        let mut row = set.zero_row();
        row[dimension] = Int::from(factor);
        row
    };
    Some((set.minimum_of(&row(1))?.to_i64()?, -set.minimum_of(&row(-1))?.to_i64()?))
}

/// The maximum number of dimensions and of elements of a memref of the statements; of a memref with dynamic sizes, those
/// elements count that are accessed.
fn largest(body: &Body, extracted: &Extracted) -> (usize, i64) {
    let mut most = (0, 0);
    for (array, &memref) in extracted.arrays.iter().enumerate() {
        let shape = body.ty(memref).shape(body.cx()).expect("a memref has a shape");
        let n = n_elements(shape).or_else(|| n_elements(&accessed(&extracted.scop, array, shape.len())?));
        most = (most.0.max(shape.len()), most.1.max(n.unwrap_or(0)));
    }
    most
}

/// The extents of the accessed elements of an array; `None` if they are unknown.
fn accessed(scop: &Scop, array: usize, rank: usize) -> Option<Vec<i64>> {
    let mut bounds = vec![(i64::MAX, i64::MIN); rank];
    for statement in &scop.statements {
        let n_iterators = statement.iterators.len();
        for access in statement.accesses.iter().filter(|access| access.array == array) {
            for (subscript, (least, most)) in bounds.iter_mut().enumerate() {
                let (first, last) = range(&access.relation, n_iterators + subscript)?;
                (*least, *most) = (first.min(*least), last.max(*most));
            }
        }
    }
    bounds.into_iter().map(|(least, most)| most.checked_sub(least)?.checked_add(1)).collect()
}

/// `None` if it is unknown, or does not fit 64 bits.
fn n_elements(shape: &[i64]) -> Option<i64> {
    shape.iter().try_fold(1_i64, |all, &size| if size < 0 { None } else { all.checked_mul(size) })
}

fn private_type(
    body: &Body,
    memref: Value,
    dimensions: &[(usize, i64, i64)],
    (most_dimensions, most_elements): (usize, i64),
) -> Option<Type> {
    let (cx, old) = (body.cx(), body.ty(memref));
    let shape = old.shape(cx)?.iter().copied();
    let shape: Vec<i64> = dimensions.iter().map(|&(.., n)| n).chain(shape).collect();
    let is_small = n_elements(&shape)? <= most_elements.checked_mul(MAX_GROWTH)? && shape.len() <= most_dimensions;
    is_small.then(|| memref_type(cx, &shape, old.element(cx)?, None, None).into())?
}

/// Whether operations other than the loads and stores here may read the memory.
fn is_read_outside(body: &Body, memref: Value) -> bool {
    let is_made_here = body.defining_op(memref).is_some_and(|op| {
        let op = OpRef::new(body, op);
        op.is::<AllocOp>() || op.is::<AllocaOp>()
    });
    let is_access = |user: OpId| {
        let op = OpRef::new(body, user);
        let is_stored = op.cast::<StoreOp>().is_some_and(|store| store.value(body) == memref);
        (op.is::<LoadOp>() || op.is::<StoreOp>() || op.is::<DeallocOp>()) && !is_stored
    };
    !is_made_here || !body.users(memref).all(is_access)
}

/// The last writes to the memory. `None` if they cannot be described by a few conditions.
fn last(body: &Body, extracted: &Extracted, web: &Web) -> Option<Vec<LastWrite>> {
    let scop = &extracted.scop;
    let mut found = Vec::new();
    for &(statement, number) in &web.accesses {
        if !scop.statements[statement].accesses[number].is_write {
            continue;
        }
        let domain = &scop.statements[statement].domain;
        let last = last_writes(scop, statement, web.array)?.coalesced();
        if last.parts().len() > MAX_CONDITIONS {
            return None;
        }
        for part in last.parts() {
            let store = extracted.stores[statement];
            let mut part = part.clone();
            part.find_equalities();
            part.remove_redundant_locals();
            if part.n_locals() > 0 {
                return None;
            }
            let part = if domain.n_locals() == 0 { part.gist(domain) } else { part };
            let (mut set, mut operands) = set(body, extracted, store, &part)?;
            canonicalize_set_and_operands(body, &mut set, &mut operands);
            found.push(LastWrite { store, set, operands });
        }
    }
    Some(found)
}

/// `part` as a condition on the induction variables around a store. `None` if its integers do not fit 64 bits.
fn set(body: &Body, extracted: &Extracted, store: OpId, part: &Set) -> Option<(IntegerSet, Vec<Value>)> {
    let variables = enclosing_fors(body, store).into_iter().map(|loop_| loop_.induction_var(body));
    let operands: Vec<Value> = variables.chain(extracted.parameters.iter().copied()).collect();
    let (n_dims, n_symbols) = (part.n_dims() as u32, part.n_symbols() as u32);
    let expr = |row: &Row| -> Option<AffineExpr> {
        let inputs = (0..n_dims).map(AffineExpr::dim).chain((0..n_symbols).map(AffineExpr::symbol));
        let mut sum = AffineExpr::constant(row[row.len() - 1].to_i64()?);
        for (factor, input) in std::iter::zip(row, inputs).filter(|(factor, _)| !factor.is_zero()) {
            sum = sum + input * factor.to_i64()?;
        }
        Some(sum.simplify(n_dims, n_symbols))
    };
    let equal = part.equalities().iter().map(|row| Some(Constraint { expr: expr(row)?, is_eq: true }));
    let not_negative = part.inequalities().iter().map(|row| Some(Constraint { expr: expr(row)?, is_eq: false }));
    let constraints: Vec<Constraint> = equal.chain(not_negative).collect::<Option<_>>()?;
    Some((IntegerSet::new(n_dims, n_symbols, constraints), operands))
}
