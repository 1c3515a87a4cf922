//! Whether the choices of every `irdl.any_of` are apart.
//!
//! Matching is greedy: the first choice that matches counts. So that the order does not matter, no two choices may be the same
//! definition with different parameters, and none may be anything. As upstream has it, only choices that name a definition
//! with parameters count, `irdl.all_of` counts as its first part, and a choice inside of a choice is never anything.

use std::collections::BTreeSet;

use super::slots::{Constraint, Slots};

/// What a constraint can match.
#[derive(Default)]
struct Bases {
    /// The definitions whose parameters it asks about.
    parametric: BTreeSet<&'static str>,
    /// Whether it matches everything.
    is_anything: bool,
}

/// Whether the choices in a definition are apart.
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

/// What one of `args` matches; `None` if they are not apart.
fn union(bases: &[Bases], args: &[usize]) -> Option<Bases> {
    let mut parametric = BTreeSet::new();
    for &arg in args {
        if bases[arg].is_anything || !bases[arg].parametric.iter().all(|&name| parametric.insert(name)) {
            return None;
        }
    }
    Some(Bases { parametric, is_anything: false })
}
