//! The verifier. What it checks, in the order upstream does:
//!
//! 1. `fields`: numbers of operands, results, regions and successors; segment
//!    sizes; single blocks; required properties; every field's constraint;
//!    types that must agree; the shapes of regions.
//! 2. `traits`: each trait's rule.
//! 3. `control`: operands of branches fit the arguments of their targets, and
//!    values passed between regions fit.
//! 4. The operation's own check.
//! 5. `structure`: blocks end in terminators, successors are in the same
//!    region, entry blocks have no predecessors, unregistered operations are
//!    allowed.
//! 6. After an operation's regions: its region checks, symbol tables
//!    (`symbols`), and dominance.
//!
//! In one body checking stops at the first error; every body is checked, so one
//! run reports one error per isolated operation. Bodies are visited from a
//! list, never by recursion.
//!
//! It does not check that use lists are consistent: [`Body`] keeps them so.

mod control;
mod fields;
mod structure;
mod symbols;
mod traits;

use rmlir_diag::Diagnostic;

pub use self::traits::compatible_shapes;

use crate::body::Body;
use crate::interfaces::Checked;
use crate::opref::OpRef;

/// Called with every error and the operation it is about.
pub type Report<'r> = &'r mut dyn FnMut(OpRef, Diagnostic);

/// The IR is not valid; every reason was reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invalid;

/// An error and the operation that is shown with it.
type Failure<'a> = (OpRef<'a>, Box<Diagnostic>);

/// Checks `body` and all bodies nested in it.
pub fn verify(body: &Body, report: Report) -> Result<(), Invalid> {
    verify_tree(OpRef::root(body), report)
}

/// Checks one isolated operation, a root or a proxy, and all bodies nested in it.
pub fn verify_tree(op: OpRef, report: Report) -> Result<(), Invalid> {
    verify_bodies(&bodies_in_preorder(op), report)
}

/// As [`verify_tree`] without the bodies nested in the operation's own: they
/// are known to be right.
pub fn verify_shallow(op: OpRef, report: Report) -> Result<(), Invalid> {
    verify_bodies(&[Node { root: op.resolve(), shown: op, parent: None }], report)
}

fn verify_bodies(bodies: &[Node], report: Report) -> Result<(), Invalid> {
    let mut failures: Vec<Option<Failure>> = Vec::with_capacity(bodies.len());
    for node in bodies {
        let parent_failed = node.parent.is_some_and(|parent: usize| failures[parent].is_some());
        let own = if parent_failed { None } else { structure::check_body(node.shown, node.root).err() };
        failures.push(own);
    }
    // What needs all nested bodies to be right comes last, innermost first.
    let mut failed_inside = vec![false; bodies.len()];
    for index in (0..bodies.len()).rev() {
        let node = &bodies[index];
        if failures[index].is_none() && !failed_inside[index] {
            failures[index] = structure::check_after_regions(node.shown, node.root).err();
        }
        if let Some(parent) = node.parent
            && (failures[index].is_some() || failed_inside[index])
        {
            failed_inside[parent] = true;
        }
    }
    let mut valid = Ok(());
    for (op, diagnostic) in failures.into_iter().flatten() {
        valid = Err(Invalid);
        report(op, *diagnostic);
    }
    valid
}

/// Checks one operation without what is in its regions.
pub fn verify_op(op: OpRef) -> Checked {
    structure::check_op(op)
}

/// A body to check: its root, and the proxy that stands for it outside.
struct Node<'a> {
    root: OpRef<'a>,
    /// The operation with operands, results and a parent: the proxy, or the
    /// root of the outermost body.
    shown: OpRef<'a>,
    parent: Option<usize>,
}

fn bodies_in_preorder(top: OpRef) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut stack = vec![Node { root: top.resolve(), shown: top, parent: None }];
    while let Some(node) = stack.pop() {
        let (body, index) = (node.root.body, nodes.len());
        nodes.push(node);
        for proxy in body.proxies().into_iter().rev() {
            let root = OpRef::root(body.nested(proxy).expect("a proxy has a body"));
            stack.push(Node { root, shown: OpRef::new(body, proxy), parent: Some(index) });
        }
    }
    nodes
}
