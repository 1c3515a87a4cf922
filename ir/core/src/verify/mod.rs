//! The verifier. Its checks, in the order of upstream:
//!
//! 1. `fields`: numbers of operands, results, regions and successors; segment
//!    sizes; single blocks; required properties; every field's constraint;
//!    types that must agree; the shapes of regions.
//! 2. `traits`: the rule of each trait.
//! 3. `control`: operands of branches match the arguments of their targets, and values forwarded between regions match.
//! 4. The operation's own verifier, after the operations directly inside are known to conform to their fields.
//! 5. `structure`: blocks end in terminators, successors are in the same
//!    region, entry blocks have no predecessors, unregistered operations are
//!    allowed.
//! 6. After an operation's regions: its region checks, symbol tables
//!    (`symbols`), and dominance.
//!
//! In one body checking stops at the first error; every body is checked, so one execution reports one error per
//! isolated operation. Bodies are processed iteratively, never by recursion, and those of equal depth in parallel.
//!
//! It does not check that use lists are consistent: that is an invariant of [`Body`].

mod control;
mod fields;
mod known;
mod outcome;
mod plan;
mod rules;
mod structure;
mod symbols;
mod traits;

use rayon::prelude::*;
use rmlir_diag::Diagnostic;
use rustc_hash::FxHashMap;

pub use self::fields::check_nested_segments;
use self::outcome::{Failure, Rest};
pub use self::traits::compatible_shapes;
use crate::body::Body;
use crate::checked::Checked;
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// Called with every error and the operation it refers to.
pub type Report<'r> = &'r mut dyn FnMut(OpRef, Diagnostic);

/// The error that the IR is invalid; every diagnostic has been reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invalid;

/// Checks `body` and all bodies nested in it.
pub fn verify(body: &Body, report: Report) -> Result<(), Invalid> {
    verify_tree(OpRef::root(body), report)
}

/// Checks one isolated operation, a root or a proxy, and all bodies nested in it.
pub fn verify_tree(op: OpRef, report: Report) -> Result<(), Invalid> {
    verify_bodies(&bodies_in_preorder(op), report)
}

/// As [`verify_tree`] without the bodies nested in the operation's own, which are known to be valid.
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
    // Checks that require valid nested bodies are last, innermost first.
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

/// The checks of a body that precede those of its nested bodies: if there are none, all checks.
fn check_node<'a>(node: &Node<'a>) -> Result<Rest, Failure<'a>> {
    let rest = structure::check_body(node.shown, node.root)?;
    if node.is_innermost {
        structure::check_after_regions(node.shown, node.root, &rest, &|_| None)?;
    }
    Ok(rest)
}

/// The remaining checks of a body after its nested bodies are verified.
fn check_outer<'a>(node: &Node<'a>, state: &State, bodies: &[Node<'a>], states: &[State]) -> Result<(), Failure<'a>> {
    let mut inside: FxHashMap<u32, &Rest> = FxHashMap::default();
    if node.root.has(TraitSet::SYMBOL_TABLE) {
        let innermost = bodies.iter().zip(states).filter(|(inner, _)| inner.is_innermost);
        inside.extend(innermost.map(|(inner, state)| (inner.root.body.number(), &state.rest)));
    }
    let known = |body| inside.get(&body).copied();
    structure::check_after_regions(node.shown, node.root, &state.rest, &known)
}

/// The verification state of a body.
#[derive(Default)]
struct State<'a> {
    failure: Option<Failure<'a>>,
    /// Whether a body nested in it is invalid.
    failed_inside: bool,
    /// Whether it is skipped, because an enclosing body is invalid.
    left_out: bool,
    /// The operations that remain to be checked.
    rest: Rest,
}

/// Returns whether an enclosing body of `node` is invalid.
fn is_left_out(states: &[State], node: &Node) -> bool {
    node.parent.is_some_and(|parent| states[parent].failure.is_some() || states[parent].left_out)
}

/// The indices of bodies grouped by depth, outermost first.
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

/// Applies `work` to all of `level`, in parallel if there are several threads.
fn for_each<R: Send>(level: &[usize], work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    match level.len() > 1 && rayon::current_num_threads() > 1 {
        true => level.par_iter().map(|&index| work(index)).collect(),
        false => level.iter().map(|&index| work(index)).collect(),
    }
}

/// Checks one operation without the contents of its regions.
pub fn verify_op(op: OpRef) -> Checked {
    structure::check_op(op)
}

/// A body to check: its root, and its proxy in the enclosing body.
struct Node<'a> {
    root: OpRef<'a>,
    /// The operation with operands, results and a parent: the proxy, or the
    /// root of the outermost body.
    shown: OpRef<'a>,
    parent: Option<usize>,
    /// Whether the bodies nested in it are not checked.
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
