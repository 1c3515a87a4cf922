//! Comparison of two variables by the constraints of the operations that define them.

use rmlir_core::Body;
use rmlir_core::value_bounds::Relation;

use super::set::ConstraintSet;
use super::variable::Variable;

/// Whether the relation between the variables is proved.
pub fn compare(body: &Body, left: &Variable, relation: Relation, right: &Variable) -> bool {
    decide(body, left, relation, right) == Some(true)
}

/// Whether the relation between the variables holds; `None` if neither it nor its negation is proved.
pub fn decide(body: &Body, left: &Variable, relation: Relation, right: &Variable) -> Option<bool> {
    let never = |_: &ConstraintSet, _| false;
    let mut set = ConstraintSet::new(body, &never);
    let left = set.expr_of(left);
    set.process();
    let right = set.expr_of(right);
    set.process();
    let says = |relation| set.says(&left, relation, &right);
    if says(relation) {
        return Some(true);
    }
    let is_ruled_out = match relation {
        Relation::Below => says(Relation::AtLeast),
        Relation::AtMost => says(Relation::Above),
        Relation::Equal => says(Relation::Below) || says(Relation::Above),
        Relation::AtLeast => says(Relation::Below),
        Relation::Above => says(Relation::AtMost),
    };
    is_ruled_out.then_some(false)
}

/// Whether the variables are equal; `None` if that is not known.
pub fn are_equal(body: &Body, left: &Variable, right: &Variable) -> Option<bool> {
    decide(body, left, Relation::Equal, right)
}
