//! Separation of full and partial tiles: a condition that is true for full tiles selects between a nest with constant
//! extents and the original nest.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_affine::analysis::constraints::ValueConstraints;
use rmlir_affine::compose::{
    canonicalize_map_and_operands, canonicalize_set_and_operands, fully_compose_map_and_operands,
};
use rmlir_affine::{Bound, ForOp, IfOp, YieldOp};
use rmlir_presburger::Row;

/// Separates full tiles of the loops over points. Nothing changes if that is not possible.
pub fn separate_full_tiles(rw: &mut Rewriter, points: &[ForOp]) {
    let Some(&first) = points.first() else { return };
    let Some(full) = create_full_tile_loops(rw, points) else { return };
    rw.before(first.id());
    let Some(condition) = create_condition(rw, points) else {
        rw.erase(full[0]);
        return;
    };
    let ends = [condition.then_block(rw), condition.else_block(rw).expect("the condition was made with both blocks")];
    for (block, nest) in ends.into_iter().zip([full[0], first]) {
        let terminator = rw.last_op(block).expect("the block ends with a yield");
        rw.move_before(nest.id(), terminator);
    }
}

/// Creates loops over a full tile before the nest, with a copy of its body. `None`, without a change, if steps are not
/// 1 or the extents are not constant.
fn create_full_tile_loops(rw: &mut Rewriter, points: &[ForOp]) -> Option<Vec<ForOp>> {
    let mut bounds = Vec::new();
    for &op in points {
        if op.step(rw) != 1 {
            return None;
        }
        let mut system = ValueConstraints::of_iterations(rw, &[op.id()])?;
        let n_inputs = system.n_inputs();
        system.separate_at(1);
        let (lower, upper) = system.dim_extent(0)?.inequalities?;
        system.separate_at(n_inputs);
        bounds.push((system.bound_of_inequality(0, lower)?, system.bound_of_inequality(0, upper)?));
    }
    rw.before(points[0].id());
    let mut full: Vec<ForOp> = Vec::new();
    let mut map = CloneMap::default();
    for (&op, (lower, upper)) in points.iter().zip(bounds) {
        let loc = rw.loc(op.id());
        let (lower, upper) = (canonical(rw, lower), canonical(rw, upper));
        let new = ForOp::create(rw, loc, &lower, &upper, 1, &[]);
        rw.before(new.terminator(rw));
        map.values.insert(op.induction_var(rw), new.induction_var(rw));
        full.push(new);
    }
    let innermost = points[points.len() - 1];
    let copied: Vec<OpId> = rw.ops(innermost.body(rw)).filter(|&op| op != innermost.terminator(rw)).collect();
    for op in copied {
        rw.clone_op(op, &mut map);
    }
    Some(full)
}

fn canonical(body: &Body, (mut map, mut operands): Bound) -> Bound {
    fully_compose_map_and_operands(body, &mut map, &mut operands);
    canonicalize_map_and_operands(body, &mut map, &mut operands);
    (map.remove_duplicate_exprs(), operands)
}

/// Creates the condition, at the insertion point, that tiles are full: no bound of a loop over points is tighter than
/// those with the constant extent.
fn create_condition(rw: &mut Rewriter, points: &[ForOp]) -> Option<IfOp> {
    let ops: Vec<OpId> = points.iter().map(|op| op.id()).collect();
    let mut system = ValueConstraints::of_iterations(rw, &ops)?;
    let n_points = points.len();
    system.retain_constraints(|row| row[..n_points].iter().any(|number| !number.is_zero()));
    for _ in points {
        system.separate_at(1);
        let (lower, upper) = system.dim_extent(0)?.inequalities?;
        let (full_lower, full_upper) = (system.inequalities()[lower].clone(), system.inequalities()[upper].clone());
        let (lower, upper, _) = system.bound_indices(0, 0..0);
        let difference = |a: &Row, b: &Row| -> Row { a.iter().zip(b).map(|(a, b)| a - b).collect() };
        for index in lower {
            let row = system.inequality_mut(index);
            *row = difference(&full_lower, row);
        }
        for index in upper {
            let row = system.inequality_mut(index);
            *row = difference(row, &full_upper);
        }
        system.remove_columns(0..1);
    }
    system.remove_trivial_redundancy();
    let n_inputs = system.n_inputs();
    system.separate_at(n_inputs);
    let mut set = system.to_set()?;
    let mut operands: Vec<Value> = system.values().iter().copied().collect::<Option<_>>()?;
    canonicalize_set_and_operands(rw, &mut set, &mut operands);
    let set = rw.cx().attr(AttrData::IntegerSet(set));
    let loc = rw.loc(points[0].id());
    let point = rw.insert_point();
    let condition = rw.create(IfOp::build(&[], &operands, set).at(loc));
    for region in [condition.thenRegion(rw), condition.elseRegion(rw)] {
        rw.create_block(region, &[], &[]);
        rw.create(YieldOp::build(&[]).at(loc));
    }
    rw.set_insert_point(point);
    Some(condition)
}
