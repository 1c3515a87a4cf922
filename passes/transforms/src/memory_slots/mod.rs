//! Passes on memory slots: `mem2reg` and `sroa`.
//!
//! Both process one slot at a time, to a fixed point. For a slot they first compute the blocking uses and whether every
//! user can remove them (`uses`); only then they change the IR.

pub mod mem2reg;
pub mod sroa;
mod ssa;
mod uses;

use rmlir::pass::PassCx;
use rmlir::prelude::*;

/// All operations under the root of `body` that implement interface `I`.
fn all_with<I: ?Sized + 'static>(body: &Body) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if op != body.root() && body.interface::<I>(op).is_some() {
            found.push(op);
        }
    });
    found
}

/// Applies `work` to every operation of the list, and to those it adds, in rounds to a fixed point. It returns `None`
/// if it did not change an operation, else the operations to process in the next round instead.
fn in_rounds(mut list: Vec<OpId>, mut work: impl FnMut(OpId) -> Option<Vec<OpId>>) {
    loop {
        let mut next = Vec::new();
        let mut changed = false;
        for op in list {
            match work(op) {
                Some(new) => {
                    changed = true;
                    next.extend(new);
                }
                None => next.push(op),
            }
        }
        if !changed {
            return;
        }
        list = next;
    }
}

/// The data layout specifications of a pass's operation and of its ancestors.
struct LayoutSpecs {
    /// Innermost first; `None` if there are others between that operation and nested ones.
    specs: Option<Vec<Attr>>,
}

/// The name of the attribute that specifies a data layout.
const SPEC: &str = "dlti.dl_spec";

fn spec_of(body: &Body) -> Option<Attr> {
    OpRef::root(body).attr(SPEC)
}

/// Whether an operation in `body` with nested bodies has a specification.
fn has_nested_specs(body: &Body) -> bool {
    body.proxies().into_iter().filter_map(|proxy| body.nested(proxy)).any(|inner| {
        let holds_bodies = !inner.proxies().is_empty();
        (holds_bodies && spec_of(inner).is_some()) || has_nested_specs(inner)
    })
}

impl LayoutSpecs {
    fn around(cx: &PassCx) -> Self {
        let around = cx.ancestors().iter().rev().filter_map(|body| spec_of(body));
        let specs = spec_of(cx.body()).into_iter().chain(around).collect();
        Self { specs: (!has_nested_specs(cx.body())).then_some(specs) }
    }

    /// The specifications that apply to `body`, including its own.
    fn of(&self, body: &Body) -> Option<Vec<Attr>> {
        let own = spec_of(body);
        self.specs.as_ref().map(|specs| own.into_iter().chain(specs.iter().copied()).collect())
    }
}
