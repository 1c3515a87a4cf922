//! Step 1: loop-carried values, and results of conditions, are communicated through memory elements.

use rmlir::prelude::*;
use rmlir_affine::ForOp;

use super::home::{Home, depends_on};
use super::movable::stored_before;
use super::place::Place;

/// How a loop-carried value is communicated.
struct Variable {
    init: Value,
    ty: Type,
    place: Place,
    /// Whether `init` is to be stored before the loop.
    is_stored_before: bool,
    /// Whether each iteration's value is to be stored: it is not stored already.
    is_stored_within: bool,
    /// Whether the final value is in the element after the loop; otherwise nothing uses it.
    has_result: bool,
    /// The store after the loop that is not needed any more.
    redundant: Option<OpId>,
}

impl Variable {
    /// All of a loop; `None` if memory elements cannot have one's type.
    fn all(rw: &mut Rewriter, loop_: ForOp) -> Option<Vec<Self>> {
        let inits = loop_.inits(rw);
        if inits.is_empty() || !inits.iter().all(|&init| Place::is_possible(rw, init)) {
            return None;
        }
        let mut homes: Vec<Option<Home>> = (0..inits.len()).map(|index| Home::of(rw, loop_, index)).collect();
        // A store that several values lead to is the home of the first one.
        for index in 1..homes.len() {
            let (before, at) = homes.split_at(index);
            let store = |home: &Option<Home>| home.as_ref().and_then(Home::store_after);
            let is_taken = store(&at[0]).is_some() && before.iter().any(|other| store(other) == store(&at[0]));
            homes[index] = homes[index].take().filter(|_| !is_taken);
        }
        Some(std::iter::zip(inits, homes).map(|(init, home)| Self::new(rw, init, home)).collect())
    }

    fn new(rw: &mut Rewriter, init: Value, home: Option<Home>) -> Self {
        let ty = rw.ty(init);
        let new = |place| Self {
            init,
            ty,
            place,
            is_stored_before: true,
            is_stored_within: true,
            has_result: true,
            redundant: None,
        };
        match home {
            Some(Home::After { place, store, is_final, has_init }) => {
                Self { is_stored_before: !has_init, redundant: is_final.then_some(store), ..new(place) }
            }
            Some(Home::Within { place, moves }) => {
                Self { is_stored_before: false, is_stored_within: false, has_result: !moves, ..new(place) }
            }
            None => new(Place::new(rw, ty)),
        }
    }
}

/// Communicates the loop-carried values of a loop through memory.
pub(super) fn without_variables(rw: &mut Rewriter, loop_: ForOp) {
    let Some(variables) = Variable::all(rw, loop_) else { return };
    let loc = rw.loc(loop_.id());
    rw.before(loop_.id());
    let order = order_of(rw, loop_);
    let stored = order.iter().map(|&variable| &variables[variable]).filter(|variable| variable.is_stored_before);
    stored.for_each(|variable| variable.place.store(rw, variable.init, loc));
    let (lower, upper, step) = (loop_.lower_bound(rw), loop_.upper_bound(rw), loop_.step(rw));
    let new = ForOp::create(rw, loc, &lower, &upper, step, &[]);
    move_body(rw, loop_, new, &variables, &order);
    rw.before(loop_.id());
    let result = |rw: &mut Rewriter, variable: &Variable| match variable.has_result {
        true => variable.place.load(rw, variable.ty, loc),
        false => variable.init,
    };
    let results: Vec<Value> = variables.iter().map(|variable| result(rw, variable)).collect();
    for store in variables.iter().filter_map(|variable| variable.redundant) {
        rw.erase(store);
    }
    rw.replace(loop_.id(), results);
}

/// Moves the body of `old` to `new`: values are loaded at its start, and stored at its end in this order.
fn move_body(rw: &mut Rewriter, old: ForOp, new: ForOp, variables: &[Variable], order: &[usize]) {
    let loc = rw.loc(old.id());
    let (new_end, old_end) = (new.terminator(rw), old.terminator(rw));
    rw.before(new_end);
    let (old_var, new_var) = (old.induction_var(rw), new.induction_var(rw));
    let mut args = vec![new_var];
    for variable in variables {
        let here = |&operand: &Value| if operand == old_var { new_var } else { operand };
        let Place { memref, map, operands } = &variable.place;
        let place = Place { memref: *memref, map: map.clone(), operands: operands.iter().map(here).collect() };
        args.push(place.load(rw, variable.ty, loc));
    }
    rw.inline_block_before(old.body(rw), new_end, &args);
    let places: Vec<Option<&Place>> =
        variables.iter().map(|variable| variable.is_stored_within.then_some(&variable.place)).collect();
    yield_to(rw, old_end, &places, order);
}

/// The order in which the values that an iteration yields are stored: a value that replaces the old one, which others are
/// computed from, is stored after those, as far as possible. Those that the program stores itself are loaded from there.
fn order_of(body: &Body, loop_: ForOp) -> Vec<usize> {
    let end = loop_.terminator(body);
    let (yielded, args): (Vec<Value>, Vec<Value>) = (body.operands(end).collect(), loop_.iter_args(body));
    let is_computed: Vec<bool> = yielded.iter().map(|&value| stored_before(body, value, end).is_none()).collect();
    let is_needed =
        |variable: usize, by: usize| by != variable && is_computed[by] && depends_on(body, yielded[by], args[variable]);
    let mut left: Vec<usize> = (0..yielded.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_free = |&variable: &usize| !left.iter().any(|&other| is_needed(variable, other));
        let next = left.iter().position(is_free).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}

/// Stores the yielded values to their places, if they have one, in this order, and erases the yield.
pub(super) fn yield_to(rw: &mut Rewriter, end: OpId, places: &[Option<&Place>], order: &[usize]) {
    let (yielded, loc): (Vec<Value>, Loc) = (rw.operands(end).collect(), rw.loc(end));
    rw.before(end);
    for (place, value) in order.iter().filter_map(|&variable| Some((places[variable]?, yielded[variable]))) {
        place.store(rw, value, loc);
    }
    rw.erase(end);
}
