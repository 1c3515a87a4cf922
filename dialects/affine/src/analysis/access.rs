//! Affine accesses to memrefs and the relation between iterations and elements.

use crate::{AffineAccess, ForOp, IfOp, VectorLoadOp, VectorStoreOp, access_of};
use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::prelude::*;
use rmlir_presburger::{Int, Kind, negated};

use super::alias::alias_analysis;
use super::constraints::{ValueConstraints, composed};
use super::nest::enclosing_affine_ops;

/// A read or write of a memref.
#[derive(Clone, PartialEq, Debug)]
pub struct MemRefAccess {
    /// The accessing operation.
    pub op: OpId,
    /// The accessed memref.
    pub memref: Value,
    /// Whether it is a write.
    pub is_write: bool,
}

/// A relation between points: the leading dimensions of the system are those of the domain.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The pairs of points, as a polyhedron over the dimensions of domain and range.
    pub system: ValueConstraints,
    /// The number of dimensions of the domain.
    pub n_domain: usize,
}

impl MemRefAccess {
    /// The access of `op`, if it reads or writes at indices given by a map.
    pub fn new(body: &Body, op: OpId) -> Option<Self> {
        let view = OpRef::new(body, op);
        let interface = view.interface::<dyn AffineAccess>()?;
        let is_write = interface.stored_operand().is_some();
        if !is_write && !interface.is_read() {
            return None;
        }
        Some(Self { op, memref: view.operand(interface.memref_operand()).id, is_write })
    }

    /// All accesses in `op` and its regions, in program order.
    pub fn all_in(body: &Body, op: OpId) -> Vec<Self> {
        let mut found = Vec::new();
        body.walk_postorder(op, |inner| found.extend(Self::new(body, inner)));
        found
    }

    /// The rank of the memref.
    pub fn rank(&self, body: &Body) -> usize {
        body.ty(self.memref).shape(body.cx()).map_or(0, <[i64]>::len)
    }

    /// The access map, with the affine definitions of its operands composed into it.
    pub fn map(&self, body: &Body) -> (AffineMap, Vec<Value>) {
        let access = access_of(OpRef::new(body, self.op)).expect("an access stays one");
        composed(body, &access.map, &access.operands)
    }

    /// Whether the next iteration of the loop, for the next value of its induction variable, accesses the next element of
    /// the last dimension.
    pub fn is_contiguous_in(&self, body: &Body, op: ForOp) -> bool {
        let (map, operands) = self.map(body);
        let iv = op.induction_var(body);
        let Some(dim) = operands.iter().take(map.n_dims() as usize).position(|&operand| operand == iv) else {
            return false;
        };
        let mut dims: Vec<AffineExpr> = (0..map.n_dims()).map(AffineExpr::dim).collect();
        dims[dim] = dims[dim].clone() + 1;
        let difference = |expr: &AffineExpr| {
            (expr.replace_dims(&dims) - expr.clone()).simplify(map.n_dims(), map.n_symbols()).as_constant()
        };
        let differences: Vec<Option<i64>> = map.results().iter().map(difference).collect();
        let [others @ .., Some(1)] = &differences[..] else { return false };
        others.iter().all(|&by| by == Some(0))
    }

    /// Whether both access the same elements of the same memref as functions of the same operands.
    pub fn is_same_place(&self, body: &Body, other: &Self) -> bool {
        alias_analysis(body).is_same(self.memref, other.memref) && is_equal_place(&self.map(body), &other.map(body))
    }

    /// The relation between the iterations around the access and the elements it accesses: domain dimensions are the
    /// surrounding induction variables. Conditions with the access in their else block are ignored, which
    /// over-approximates its iterations. (Upstream assumes that they hold.)
    ///
    /// For vectors it has the first element only, as upstream's: [`Self::relation_of_elements`] has all.
    pub fn relation(&self, body: &Body) -> Option<Relation> {
        self.relation_over(body, self.domain(body)?)
    }

    /// Like [`Self::relation`], for all elements of vectors.
    pub fn relation_of_elements(&self, body: &Body) -> Option<Relation> {
        self.relation_of_elements_over(body, self.domain(body)?)
    }

    fn domain(&self, body: &Body) -> Option<ValueConstraints> {
        let mut around = enclosing_affine_ops(body, self.op);
        around.retain(|&op| {
            OpRef::new(body, op).cast::<IfOp>().is_none_or(|condition| is_first(body, condition, self.op))
        });
        ValueConstraints::of_iterations(body, &around)
    }

    /// Like [`Self::relation_of_elements`], for the iterations in `domain`.
    pub fn relation_of_elements_over(&self, body: &Body, domain: ValueConstraints) -> Option<Relation> {
        let mut relation = self.relation_over(body, domain)?;
        widen(&mut relation.system, &self.extents(body)?);
        Some(relation)
    }

    fn relation_over(&self, body: &Body, mut domain: ValueConstraints) -> Option<Relation> {
        let (map, operands) = self.map(body);
        let mut relation = relation_of_map(&map, &operands)?;
        let n_domain = domain.n_dims();
        for dim in 0..n_domain {
            let value = domain.value(dim);
            let found = value.and_then(|value| relation.find_from(value, dim));
            match found.filter(|&found| found < relation.n_dims()) {
                Some(found) => relation.swap(dim, found),
                None => {
                    relation.insert(Kind::Dim, dim, &[value]);
                }
            }
        }
        // Other operands, as results of `affine.delinearize_index`, are unknown in each iteration.
        let n_elements = map.n_results();
        let others = n_domain..relation.n_dims() - n_elements;
        relation.convert_to_locals(others);
        domain.insert(Kind::Dim, n_domain, &vec![None; n_elements]);
        domain.merge_symbols(&mut relation);
        domain.merge_locals(&mut relation.0);
        relation.append_constraints(&domain);
        Some(Relation { system: relation, n_domain })
    }

    /// The extent of the access in the last dimensions of the memref; empty for single elements. `None` if it is
    /// unknown.
    fn extents(&self, body: &Body) -> Option<Vec<i64>> {
        let view = OpRef::new(body, self.op);
        let vector = match (view.is::<VectorLoadOp>(), view.is::<VectorStoreOp>()) {
            (true, _) => body.ty(body.result(self.op, 0)),
            (_, true) => body.ty(body.operand(self.op, 0)),
            _ => return Some(Vec::new()),
        };
        let TypeData::Vector { shape, scalable, .. } = body.cx().type_data(vector) else { return None };
        let is_known = !scalable.contains(&true) && shape.len() <= self.rank(body);
        is_known.then(|| shape.to_vec())
    }
}

/// Whether `op` is in the then block of a surrounding condition.
fn is_first(body: &Body, condition: IfOp, op: OpId) -> bool {
    body.ancestor_in_block(op, condition.then_block(body)).is_some()
}

/// Widens the last dimensions of a relation to all elements of a vector, with the given extents from the subscripts on.
fn widen(relation: &mut ValueConstraints, extents: &[i64]) {
    for (number, &extent) in extents.iter().enumerate() {
        let dim = relation.n_dims() - extents.len() + number;
        // The old dimension becomes a local; the new one is at least that, and less than that plus the extent.
        relation.insert(Kind::Dim, dim, &[None]);
        let mut from = relation.zero_row();
        from[dim] = Int::ONE;
        from[dim + 1] = Int::from(-1);
        let mut to = negated(&from);
        *to.last_mut().expect("a row has a constant") = Int::from(extent - 1);
        relation.add_inequality(from);
        relation.add_inequality(to);
        relation.convert_to_locals(dim + 1..dim + 2);
    }
}

/// Whether both are the same element for all values of their operands.
pub fn is_equal_place(a: &(AffineMap, Vec<Value>), b: &(AffineMap, Vec<Value>)) -> bool {
    let is_zero = |difference: Option<i64>| difference == Some(0);
    a == b || differences(a, b).is_some_and(|all| all.into_iter().all(is_zero))
}

/// Whether both are different elements for all values of their operands: subscripts differ by a constant.
pub fn is_other_place(a: &(AffineMap, Vec<Value>), b: &(AffineMap, Vec<Value>)) -> bool {
    let is_other = |difference: Option<i64>| difference.is_some_and(|by| by != 0);
    differences(a, b).is_some_and(|all| all.into_iter().any(is_other))
}

/// The differences of the subscripts, where they are constant; `None` for a different number of subscripts.
fn differences(a: &(AffineMap, Vec<Value>), b: &(AffineMap, Vec<Value>)) -> Option<Vec<Option<i64>>> {
    if a.0.n_results() != b.0.n_results() {
        return None;
    }
    // The operands of both as dimensions, each once.
    let mut all = a.1.clone();
    all.extend(b.1.iter().filter(|value| !a.1.contains(value)));
    let over_all = |(map, operands): &(AffineMap, Vec<Value>)| {
        let place = |value: &Value| all.iter().position(|other| other == value).expect("all operands are there");
        let exprs: Vec<AffineExpr> = operands.iter().map(|value| AffineExpr::dim(place(value) as u32)).collect();
        let (dims, symbols) = exprs.split_at(map.n_dims() as usize);
        map.replace_dims_and_symbols(dims, symbols, all.len() as u32, 0)
    };
    let (a, b) = (over_all(a), over_all(b));
    let difference = |(a, b): (&AffineExpr, &AffineExpr)| (a - b).simplify(all.len() as u32, 0).as_constant();
    Some(a.results().iter().zip(b.results()).map(difference).collect())
}

/// The relation between the operands and results of a map: dimensions are those of the map, then the results.
fn relation_of_map(map: &AffineMap, operands: &[Value]) -> Option<ValueConstraints> {
    let (dims, symbols) = operands.split_at(map.n_dims() as usize);
    let mut relation = ValueConstraints(rmlir_presburger::Polyhedron::with_values(dims, symbols));
    let rows = relation.flatten_and_merge_locals(map)?;
    let n_dims = relation.n_dims();
    relation.insert(Kind::Dim, n_dims, &vec![None; rows.len()]);
    for (index, mut row) in rows.iter().cloned().enumerate() {
        let zero = rmlir_presburger::Int::ZERO;
        row.splice(n_dims..n_dims, std::iter::repeat_n(zero, rows.len()));
        row[n_dims + index] = rmlir_presburger::Int::from(-1);
        relation.add_equality(row);
    }
    Some(relation)
}
