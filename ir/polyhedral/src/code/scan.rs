//! From the outermost step inward.

use std::cell::Cell;

use rmlir_presburger::{Int, Kind, Row, negated};

use super::full::{TiledBand, tiled_bands};
use super::separate::{Piece, around, separate, sorted};
use super::space::{is_scalar, projections};
use super::{Condition, Node, Quotient};
use crate::dependences::Dependence;
use crate::order::{Level, Step};
use crate::schedule::Schedule;
use crate::scop::{Scop, Set};

/// See [`super::generate`].
pub fn scan(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &Schedule,
    steps: &[Step],
    separate: bool,
) -> Option<Vec<Node>> {
    let all: Vec<usize> = (0..scop.statements.len()).collect();
    let scan = Scan {
        dependences,
        steps,
        scalars: steps.iter().map(|step| is_scalar(schedule, step)).collect(),
        projections: all.iter().map(|&it| projections(scop, schedule, steps, it)).collect::<Option<_>>()?,
        bands: if separate { tiled_bands(schedule, steps) } else { Vec::new() },
        n_visits: Cell::new(0),
    };
    let mut context = Set::universe(0, scop.n_parameters(), 0);
    scop.context.iter().for_each(|row| context.add_inequality(row.clone()));
    scan.step(0, &all, &context)
}

struct Scan<'a> {
    dependences: &'a [Dependence],
    steps: &'a [Step],
    /// By step: see [`is_scalar`].
    scalars: Vec<Option<Vec<usize>>>,
    /// By statement: see [`projections`].
    projections: Vec<Vec<Set>>,
    /// Bands whose full tiles are apart from partial ones.
    bands: Vec<TiledBand>,
    /// How many loops and statements were looked at.
    n_visits: Cell<usize>,
}

/// How many loops and statements are looked at. The largest kernel of PolyBench, tiled, takes some hundred.
const MAX_VISITS: usize = 4_000;

/// More pieces than these of one loop are given up, where there is no other way.
const MAX_PIECES: usize = 64;

impl Scan<'_> {
    /// What runs of these statements, from a step on, where the context is known of the variables around. Where the steps of
    /// a band's points begin, full tiles are told from partial ones, if wanted.
    fn step(&self, number: usize, statements: &[usize], context: &Set) -> Option<Vec<Node>> {
        let mut nodes = self.step_within(number, statements, context)?;
        let band = self.bands.iter().find(|band| band.first == number);
        let kinds = band.map_or(Vec::new(), |band| band.kinds(&self.projections, statements, context));
        for full in kinds.into_iter().rev() {
            let body = self.step_within(number, statements, &context.intersection(&full))?;
            nodes = vec![Node::If { conditions: conditions(&full), body, otherwise: nodes }];
        }
        Some(nodes)
    }

    fn step_within(&self, number: usize, statements: &[usize], context: &Set) -> Option<Vec<Node>> {
        self.n_visits.set(self.n_visits.get() + statements.len());
        if self.n_visits.get() > MAX_VISITS {
            return None;
        }
        let Some(step) = self.steps.get(number) else {
            let first = self.scalars.iter().filter(|places| places.is_none()).count();
            let nodes = statements.iter().map(|&statement| self.statement(statement, first, context));
            return Some(nodes.collect::<Option<Vec<_>>>()?.concat());
        };
        if let Some(places) = &self.scalars[number] {
            return self.in_sequence(number, places, statements, context);
        }
        let inner = with_variable(context);
        let sets: Vec<Piece> = statements.iter().filter_map(|&statement| self.piece(statement, &inner)).collect();
        if sets.is_empty() {
            return Some(Vec::new());
        }
        // As many pieces as intervals on a line have: where there are more, outer variables are what tells them apart.
        let few = 2 * sets.len() - 1;
        let separated = match step.level {
            Level::Tiles(_) => None,
            Level::Point(_) => separate(&sets, few),
        };
        let pieces = match separated.and_then(sorted) {
            Some(pieces) => pieces,
            None => match around(&sets) {
                Some(piece) => vec![piece],
                None => sorted(separate(&sets, MAX_PIECES)?)?,
            },
        };
        let mut nodes = Vec::new();
        for piece in pieces {
            let set = piece.set.gist(&inner);
            let body = self.step(number + 1, &piece.statements, &inner.intersection(&set))?;
            if !body.is_empty() {
                nodes.push(self.node(set, context, self.is_parallel(step, &piece.statements), body)?);
            }
        }
        Some(nodes)
    }

    fn in_sequence(&self, number: usize, places: &[usize], statements: &[usize], context: &Set) -> Option<Vec<Node>> {
        let mut used: Vec<usize> = statements.iter().map(|&statement| places[statement]).collect();
        used.sort_unstable();
        used.dedup();
        let mut nodes = Vec::new();
        for place in used {
            let here: Vec<usize> = statements.iter().copied().filter(|&statement| places[statement] == place).collect();
            nodes.extend(self.step(number + 1, &here, context)?);
        }
        Some(nodes)
    }

    /// The points of the variables of `context` at which a statement may run.
    fn piece(&self, statement: usize, context: &Set) -> Option<Piece> {
        let set = self.projections[statement][context.n_dims()].intersection(context);
        (!set.is_rationally_empty()).then(|| Piece { set, statements: vec![statement] })
    }

    fn is_parallel(&self, step: &Step, statements: &[usize]) -> bool {
        let is_inside = |number: &usize| {
            let dependence = &self.dependences[*number];
            statements.contains(&dependence.from) && statements.contains(&dependence.to)
        };
        !step.carried.iter().any(is_inside)
    }

    /// The iterators of a statement, variables from `first` on, and what its domain needs besides, then the statement.
    /// Nothing if it does not run where the context holds.
    fn statement(&self, statement: usize, first: usize, context: &Set) -> Option<Vec<Node>> {
        let all = &self.projections[statement];
        let last = context.n_dims();
        if last + 1 == all.len() {
            return Some(vec![self.guarded(statement, first, context)]);
        }
        let mut inner = with_variable(context);
        let here = &all[last + 1];
        if let Some(pivot) = here.equalities().iter().find(|row| !row[last].is_zero()) {
            // What else is known of outer variables holds where the statement runs: it is looked at there.
            let value = value_of(pivot, last);
            let condition = (!is_multiple(context, &value)).then(|| Condition::Multiple(value.clone()));
            inner.add_equality(pivot.clone());
            let body = self.statement(statement, first, &inner)?;
            return Some(vec![with_conditions(condition.into_iter().collect(), vec![Node::Value { value, body }])]);
        }
        if inner.intersection(here).is_rationally_empty() {
            return Some(Vec::new());
        }
        let set = here.gist(&inner);
        let body = self.statement(statement, first, &inner.intersection(&set))?;
        Some(vec![self.node(set, context, false, body)?])
    }
}

/// The pieces as code.
impl Scan<'_> {
    /// The statement, where all variables have values.
    fn guarded(&self, statement: usize, first: usize, context: &Set) -> Node {
        let run = Node::Run { statement, first };
        let rest = self.projections[statement][context.n_dims()].gist(context);
        with_conditions(conditions(&rest), vec![run])
    }

    /// A loop over the last variable of a set, of which the context says nothing, or its value, with conditions around
    /// it. `None` if nothing bounds it.
    fn node(&self, mut set: Set, context: &Set, is_parallel: bool, body: Vec<Node>) -> Option<Node> {
        let last = context.n_dims();
        let unit = set.equalities().iter().position(|row| row[last].is_unit());
        if let Some(pivot) = unit.or_else(|| set.equality_with(last)) {
            let value = value_of(&set.eliminate_through(last, pivot), last);
            let mut all = conditions(&set.gist(context));
            all.extend((!is_multiple(context, &value)).then(|| Condition::Multiple(value.clone())));
            return Some(with_conditions(all, vec![Node::Value { value, body }]));
        }
        let of_last = |row: &&Row| !row[last].is_zero();
        let bounds: Vec<&Row> = set.inequalities().iter().filter(of_last).collect();
        let node = match value_between(&bounds, last) {
            Some(value) => Node::Value { value, body },
            None => {
                let side = |is_side: fn(&Int) -> bool| -> Vec<Quotient> {
                    bounds.iter().filter(|row| is_side(&row[last])).map(|row| value_of(row, last)).collect()
                };
                let (lower, upper) = (side(Int::is_positive), side(Int::is_negative));
                if lower.is_empty() || upper.is_empty() {
                    return None;
                }
                Node::Loop { lower, upper, is_parallel, body }
            }
        };
        let mut outer = set.clone();
        outer.retain_constraints(|row| row[last].is_zero());
        outer.remove_columns(last..last + 1);
        Some(with_conditions(conditions(&outer), vec![node]))
    }
}

/// The same points with any value of one more variable.
fn with_variable(set: &Set) -> Set {
    let mut wide = set.clone();
    wide.append(Kind::Dim, None);
    wide
}

fn conditions(set: &Set) -> Vec<Condition> {
    let equalities = set.equalities().iter().cloned().map(Condition::Zero);
    equalities.chain(set.inequalities().iter().cloned().map(Condition::NotNegative)).collect()
}

fn with_conditions(conditions: Vec<Condition>, mut body: Vec<Node>) -> Node {
    if conditions.is_empty() && body.len() == 1 {
        return body.remove(0);
    }
    Node::If { conditions, body, otherwise: Vec::new() }
}

/// What the variable at `last` is where the row is 0.
fn value_of(row: &Row, last: usize) -> Quotient {
    let is_negative = row[last].is_negative();
    let mut value: Row = row.iter().map(|number| if is_negative { number.clone() } else { -number }).collect();
    value.remove(last);
    Quotient { row: value, divisor: row[last].abs() }
}

/// What the variable at `last` is if these bounds, and no others, make it a quotient rounded down.
fn value_between(bounds: &[&Row], last: usize) -> Option<Quotient> {
    let [a, b] = bounds else { return None };
    let (below, above) = if a[last].is_positive() { (a, b) } else { (b, a) };
    let is_opposite = std::iter::zip(&below[..], &above[..]).rev().skip(1).all(|(below, above)| *below == -above);
    let slack = below.last().expect("a row has a constant") + above.last().expect("a row has a constant");
    (is_opposite && slack == &below[last] - 1).then(|| value_of(above, last))
}

/// Whether the row is a multiple of the divisor at all points.
fn is_multiple(context: &Set, value: &Quotient) -> bool {
    if value.divisor == 1 {
        return true;
    }
    // row = divisor * quotient + rest, 1 <= rest < divisor
    let mut rest = context.clone();
    let quotient = rest.append(Kind::Local, None);
    let mut row = value.row.clone();
    row.insert(quotient, -&value.divisor);
    let mut above = row.clone();
    *above.last_mut().expect("a row has a constant") -= &Int::ONE;
    let mut below = negated(&row);
    *below.last_mut().expect("a row has a constant") += &(&value.divisor - 1);
    rest.add_inequality(above);
    rest.add_inequality(below);
    rest.is_integer_empty()
}
