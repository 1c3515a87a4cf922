//! The verifier. What it checks, in the order upstream does:
//!
//! 1. `fields`: numbers of operands, results, regions and successors; segment
//!    sizes; single blocks; required properties; every field's constraint;
//!    types that must agree; the shapes of regions.
//! 2. `traits`: each trait's rule.
//! 3. `control`: operands of branches fit the arguments of their targets, and
//!    values passed between regions fit.
//! 4. The operation's own check, after those right inside of it were seen to
//!    have what their fields say.
//! 5. `structure`: blocks end in terminators, successors are in the same
//!    region, entry blocks have no predecessors, unregistered operations are
//!    allowed.
//! 6. After an operation's regions: its region checks, symbol tables
//!    (`symbols`), and dominance.
//!
//! In one body checking stops at the first error; every body is checked, so one
//! run reports one error per isolated operation. Bodies are visited from a
//! list, never by recursion, and equally deep ones in parallel.
//!
//! It does not check that use lists are consistent: [`Body`] keeps them so.

mod control;
mod fields;
mod known;
mod plan;
mod structure;
mod symbols;
mod traits;

use rayon::prelude::*;
use rmlir_diag::Diagnostic;
use rustc_hash::FxHashMap;

pub use self::fields::check_nested_segments;
pub(crate) use self::plan::Plan;
pub use self::traits::compatible_shapes;

use self::structure::Rest;
use crate::body::Body;
use crate::interfaces::Checked;
use crate::opref::OpRef;
use crate::traits::TraitSet;

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
    verify_bodies(&[Node { root: op.resolve(), shown: op, parent: None, is_innermost: true }], report)
}

fn verify_bodies(bodies: &[Node], report: Report) -> Result<(), Invalid> {
    let levels = levels(bodies);
    let mut states: Vec<State> = bodies.iter().map(|_| State::default()).collect();
    for level in &levels {
        let checked = for_each(level, |index| {
            let node = &bodies[index];
            if is_left_out(&states, node) { Ok(Rest::default()) } else { check_node(node) }
        });
        for (&index, checked) in level.iter().zip(checked) {
            let left_out = is_left_out(&states, &bodies[index]);
            let (rest, failure) = match checked {
                Ok(rest) => (rest, None),
                Err(failure) => (Rest::default(), Some(failure)),
            };
            states[index] = State { left_out, failure, failed_inside: false, rest };
        }
    }
    // What needs all nested bodies to be right comes last, innermost first.
    for level in levels.iter().rev() {
        let failures = for_each(level, |index| {
            let (node, state) = (&bodies[index], &states[index]);
            let waits = state.failure.is_some() || state.failed_inside || state.left_out;
            if waits || node.is_innermost { None } else { check_outer(node, state, bodies, &states).err() }
        });
        for (&index, failure) in level.iter().zip(failures) {
            let state = &mut states[index];
            state.failure = state.failure.take().or(failure);
            let failed = state.failure.is_some() || state.failed_inside;
            if let Some(parent) = bodies[index].parent {
                states[parent].failed_inside |= failed;
            }
        }
    }
    let mut valid = Ok(());
    for (op, diagnostic) in states.into_iter().filter_map(|state| state.failure) {
        valid = Err(Invalid);
        report(op, *diagnostic);
    }
    valid
}

/// What of a body can be checked before those nested in it: if there are none, everything, as long as it is at hand.
fn check_node<'a>(node: &Node<'a>) -> Result<Rest, Failure<'a>> {
    let rest = structure::check_body(node.shown, node.root)?;
    if node.is_innermost {
        structure::check_after_regions(node.shown, node.root, &rest, &|_| None)?;
    }
    Ok(rest)
}

/// What is left to check of a body when those nested in it are right.
fn check_outer<'a>(node: &Node<'a>, state: &State, bodies: &[Node<'a>], states: &[State]) -> Result<(), Failure<'a>> {
    let mut inside: FxHashMap<u32, &Rest> = FxHashMap::default();
    if node.root.has(TraitSet::SYMBOL_TABLE) {
        let innermost = bodies.iter().zip(states).filter(|(inner, _)| inner.is_innermost);
        inside.extend(innermost.map(|(inner, state)| (inner.root.body.number(), &state.rest)));
    }
    let known = |body| inside.get(&body).copied();
    structure::check_after_regions(node.shown, node.root, &state.rest, &known)
}

/// What is known of a body.
#[derive(Default)]
struct State<'a> {
    failure: Option<Failure<'a>>,
    /// Whether a body nested in it is wrong.
    failed_inside: bool,
    /// Whether it was not looked at, because one around it is wrong.
    left_out: bool,
    /// What is left to look at in it.
    rest: Rest,
}

/// Whether a body around `node` is wrong.
fn is_left_out(states: &[State], node: &Node) -> bool {
    node.parent.is_some_and(|parent| states[parent].failure.is_some() || states[parent].left_out)
}

/// The places of bodies that are equally deep, outermost first.
fn levels(bodies: &[Node]) -> Vec<Vec<usize>> {
    let mut depths: Vec<usize> = Vec::with_capacity(bodies.len());
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for (index, node) in bodies.iter().enumerate() {
        let depth = node.parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
        if levels.len() == depth {
            levels.push(Vec::new());
        }
        levels[depth].push(index);
    }
    levels
}

/// Does `work` for all of `level`, in parallel where there are threads for it.
fn for_each<R: Send>(level: &[usize], work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    match level.len() > 1 && rayon::current_num_threads() > 1 {
        true => level.par_iter().map(|&index| work(index)).collect(),
        false => level.iter().map(|&index| work(index)).collect(),
    }
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
    /// Whether no body nested in it is looked at.
    is_innermost: bool,
}

fn bodies_in_preorder(top: OpRef) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut stack = vec![Node { root: top.resolve(), shown: top, parent: None, is_innermost: true }];
    while let Some(mut node) = stack.pop() {
        let (body, index) = (node.root.body, nodes.len());
        let proxies = body.proxies();
        node.is_innermost = proxies.is_empty();
        nodes.push(node);
        for proxy in proxies.into_iter().rev() {
            let root = OpRef::root(body.nested(proxy).expect("a proxy has a body"));
            stack.push(Node { root, shown: OpRef::new(body, proxy), parent: Some(index), is_innermost: true });
        }
    }
    nodes
}
