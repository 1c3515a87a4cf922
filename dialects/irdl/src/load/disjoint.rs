//! The check that the alternatives of every `irdl.any_of` are disjoint.
//!
//! Matching is greedy: the first alternative that matches is chosen. So that the order is irrelevant, no two
//! alternatives may be parametric constraints on the same base, and none may match everything. As in upstream, only
//! alternatives with a parametric base are compared, `irdl.all_of` is approximated by its first constraint, and an
//! `irdl.any_of` among the alternatives never matches everything.

use std::collections::BTreeSet;

use super::slots::{Constraint, Slots};

/// An approximation of the attributes that a constraint matches.
#[derive(Default)]
struct Bases {
    /// The bases of the parametric constraints.
    parametric: BTreeSet<&'static str>,
    /// Whether it matches everything.
    is_anything: bool,
}

/// Whether the alternatives of each `irdl.any_of` in a definition are disjoint.
pub(super) fn holds(slots: &Slots) -> bool {
    let mut bases: Vec<Bases> = Vec::new();
    for constraint in &slots.constraints {
        let of = match constraint {
            Constraint::AnyOf(args) => match union(&bases, args) {
                Some(of) => of,
                None => return false,
            },
            Constraint::AllOf(args) => args.first().map_or_else(Bases::default, |&first| Bases {
                parametric: bases[first].parametric.clone(),
                is_anything: bases[first].is_anything,
            }),
            Constraint::Type(name, _) | Constraint::Attr(name, _) => {
                Bases { parametric: BTreeSet::from([*name]), is_anything: false }
            }
            Constraint::Any => Bases { is_anything: true, ..Bases::default() },
            Constraint::Is(_) | Constraint::BaseType(_) | Constraint::BaseAttr(_) => Bases::default(),
        };
        bases.push(of);
    }
    true
}

/// The union of the matches of `args`; `None` if they are not disjoint.
fn union(bases: &[Bases], args: &[usize]) -> Option<Bases> {
    let mut parametric = BTreeSet::new();
    for &arg in args {
        if bases[arg].is_anything || !bases[arg].parametric.iter().all(|&name| parametric.insert(name)) {
            return None;
        }
    }
    Some(Bases { parametric, is_anything: false })
}
