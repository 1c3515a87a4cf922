//! Scanning, from the outermost step inward.

use rmlir_base::budget::Budget;

use rmlir_presburger::{Int, Row};

use super::full::{TiledBand, tiled_bands};
use super::separate::{Piece, around, separate, sorted};
use super::space::{is_scalar, projections};
use super::stride::{Known, strides};
use super::{Condition, Jam, Node, Quotient, Stride, Style};
use crate::dependence::dependences::Dependence;
use crate::dependence::together::Together;
use crate::schedule::Schedule;
use crate::scop::{Scop, Set};
use crate::tiles::order::{Level, Step};

/// See [`super::generate`].
pub fn scan(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &Schedule,
    steps: &[Step],
    style: &Style,
) -> Option<Vec<Node>> {
    let all: Vec<usize> = (0..scop.statements.len()).collect();
    let scalars: Vec<_> = steps.iter().map(|step| is_scalar(schedule, step)).collect();
    let n_loops = scalars.iter().filter(|places| places.is_none()).count();
    let projections: Vec<Vec<Set>> =
        all.iter().map(|&it| projections(scop, schedule, steps, it)).collect::<Option<_>>()?;
    let last = |of: &Vec<Set>| strides(of.last().expect("the last one is of all variables"), n_loops);
    let scan = Scan {
        dependences,
        schedule,
        steps,
        scalars,
        strides: projections.iter().map(last).collect(),
        projections,
        bands: if style.separate { tiled_bands(schedule, steps) } else { Vec::new() },
        asks_permutable: style.jam != Jam::Never,
        budget: scop.limits.code(),
        max_pieces: scop.limits.pieces(),
    };
    let mut context = Set::universe(0, scop.n_parameters(), 0);
    scop.context.iter().for_each(|row| context.add_inequality(row.clone()));
    scan.step(0, &all, &Known::of(context))
}

struct Scan<'a> {
    dependences: &'a [Dependence],
    schedule: &'a Schedule,
    steps: &'a [Step],
    /// By step: see [`is_scalar`].
    scalars: Vec<Option<Vec<usize>>>,
    /// By statement: see [`projections`].
    projections: Vec<Vec<Set>>,
    /// Bands whose full tiles are separated from partial ones.
    bands: Vec<TiledBand>,
    /// By statement and variable that is a step: the values of the variable.
    strides: Vec<Vec<Option<Stride>>>,
    /// Whether loops are marked that are permutable with those inside.
    asks_permutable: bool,
    /// The budget of visited loops and statements.
    budget: Budget,
    /// The limit on the pieces of one loop, if there is no alternative.
    max_pieces: usize,
}

impl Scan<'_> {
    /// The code of these statements, from a step on, given the constraints `context` on the enclosing variables. Where
    /// the steps of a band's points begin, full tiles are separated from partial ones, if requested.
    fn step(&self, number: usize, statements: &[usize], context: &Known) -> Option<Vec<Node>> {
        let mut nodes = self.step_within(number, statements, context)?;
        let band = self.bands.iter().find(|band| band.first == number);
        let kinds = band.map_or(Vec::new(), |band| band.kinds(&self.projections, statements, &context.set));
        for full in kinds.into_iter().rev() {
            let body = self.step_within(number, statements, &context.and(&full))?;
            nodes = vec![Node::If { conditions: conditions(&full), body, otherwise: nodes }];
        }
        Some(nodes)
    }

    fn step_within(&self, number: usize, statements: &[usize], context: &Known) -> Option<Vec<Node>> {
        if !self.budget.spend(statements.len() as u64) {
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
        let inner = context.with_variable();
        let sets: Vec<Piece> = statements.iter().filter_map(|&statement| self.piece(statement, &inner.set)).collect();
        if sets.is_empty() {
            return Some(Vec::new());
        }
        // The number of pieces of intervals on a line: if there are more, outer variables distinguish them.
        let few = 2 * sets.len() - 1;
        let separated = match step.level {
            Level::Tiles(_) => None,
            Level::Point(_) => separate(&sets, few),
        };
        let pieces = match separated.and_then(sorted) {
            Some(pieces) => pieces,
            None => match around(&sets) {
                Some(piece) => vec![piece],
                None => sorted(separate(&sets, self.max_pieces)?)?,
            },
        };
        let mut nodes = Vec::new();
        for piece in pieces {
            let set = piece.set.gist(&inner.set);
            let kind = Turning {
                stride: self.stride(&piece.statements, context.set.n_dims()).filter(|_| has_loop(&set, context)),
                is_parallel: self.is_parallel(step, &piece.statements),
                is_permutable: self.asks_permutable && self.is_permutable(number, &piece.statements),
            };
            let body = self.step(number + 1, &piece.statements, &inner.and(&set).with_stride(&kind.stride))?;
            if !body.is_empty() {
                nodes.push(self.node(set, context, kind, body)?);
            }
        }
        Some(nodes)
    }

    fn in_sequence(&self, number: usize, places: &[usize], statements: &[usize], context: &Known) -> Option<Vec<Node>> {
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

    /// The points of the variables of `context` at which a statement may be executed.
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

    /// Returns whether no dependence between these statements has a negative distance in the loop of a step or in any
    /// subsequent one: then these loops are permutable. Of tiles only the points are considered.
    fn is_permutable(&self, number: usize, statements: &[usize]) -> bool {
        let point = |step: &Step| match step.level {
            Level::Point(dimension) => Some(dimension),
            Level::Tiles(_) => None,
        };
        let Some(later) = self.steps[number..].iter().map(point).collect::<Option<Vec<usize>>>() else { return false };
        let is_inside = |it: &&Dependence| statements.contains(&it.from) && statements.contains(&it.to);
        self.dependences.iter().filter(is_inside).all(|dependence| {
            let all = Together::of(self.schedule, dependence);
            let mut before = self.steps[..number].iter().filter_map(point);
            let together = all.and_then(|all| before.try_fold(all, |together, it| together.agreeing(it)));
            !together.is_some_and(|it| later.iter().any(|&dimension| it.goes_backward(dimension)))
        })
    }

    /// The values of a variable, if those are equal for all statements.
    fn stride(&self, statements: &[usize], variable: usize) -> Option<Stride> {
        let mut all = statements.iter().map(|&statement| &self.strides[statement][variable]);
        let first = all.next()?.clone()?;
        all.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// The iterators of a statement, variables from `first` on, and the local variables of its domain, then the
    /// statement. Empty if it is not executed in the context.
    fn statement(&self, statement: usize, first: usize, context: &Known) -> Option<Vec<Node>> {
        let all = &self.projections[statement];
        let last = context.set.n_dims();
        if last + 1 == all.len() {
            return Some(vec![self.guarded(statement, first, context)]);
        }
        let mut inner = context.with_variable();
        let here = &all[last + 1];
        if let Some(pivot) = here.equalities().iter().find(|row| !row[last].is_zero()) {
            // Other constraints on outer variables hold where the statement is executed: they are checked there.
            let value = value_of(pivot, last);
            let condition = (!context.is_multiple(&value)).then(|| Condition::Multiple(value.clone()));
            if condition.is_some() && !context.may_be_multiple(&value) {
                return Some(Vec::new());
            }
            inner.set.add_equality(pivot.clone());
            let body = self.statement(statement, first, &inner)?;
            if body.is_empty() {
                return Some(body);
            }
            return Some(vec![with_conditions(condition.into_iter().collect(), vec![Node::Value { value, body }])]);
        }
        if inner.set.intersection(here).is_rationally_empty() {
            return Some(Vec::new());
        }
        let set = here.gist(&inner.set);
        let body = self.statement(statement, first, &inner.and(&set))?;
        if body.is_empty() {
            return Some(body);
        }
        Some(vec![self.node(set, context, Turning::default(), body)?])
    }
}

/// Conversion of pieces to code.
impl Scan<'_> {
    /// The guarded statement, where all variables have values.
    fn guarded(&self, statement: usize, first: usize, context: &Known) -> Node {
        let run = Node::Run { statement, first };
        let rest = self.projections[statement][context.set.n_dims()].gist(&context.set);
        with_conditions(conditions(&rest), vec![run])
    }

    /// A loop over the last variable of a set, which is unconstrained in the context, or its value, with guards around
    /// it. `None` if it is unbounded.
    fn node(&self, mut set: Set, context: &Known, kind: Turning, body: Vec<Node>) -> Option<Node> {
        let last = context.set.n_dims();
        let unit = set.equalities().iter().position(|row| row[last].is_unit());
        if let Some(pivot) = unit.or_else(|| set.equality_with(last)) {
            let value = value_of(&set.eliminate_through(last, pivot), last);
            let mut all = conditions(&set.gist(&context.set));
            all.extend((!context.is_multiple(&value)).then(|| Condition::Multiple(value.clone())));
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
                let Turning { stride, is_parallel, is_permutable } = kind;
                Node::Loop { lower, upper, stride, is_parallel, is_permutable, body }
            }
        };
        let mut outer = set.clone();
        outer.retain_constraints(|row| row[last].is_zero());
        outer.remove_columns(last..last + 1);
        Some(with_conditions(conditions(&outer), vec![node]))
    }
}

/// The attributes of a loop besides its bounds and its body.
#[derive(Default)]
struct Turning {
    stride: Option<Stride>,
    is_parallel: bool,
    is_permutable: bool,
}

/// Returns whether the set's last variable, which is unconstrained in the context, is a loop instead of a value.
fn has_loop(set: &Set, context: &Known) -> bool {
    let last = context.set.n_dims();
    let bounds: Vec<&Row> = set.inequalities().iter().filter(|row| !row[last].is_zero()).collect();
    set.equality_with(last).is_none() && value_between(&bounds, last).is_none()
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

/// The value of the variable at `last` where the row is 0.
fn value_of(row: &Row, last: usize) -> Quotient {
    let is_negative = row[last].is_negative();
    let mut value: Row = row.iter().map(|number| if is_negative { number.clone() } else { -number }).collect();
    value.remove(last);
    Quotient { row: value, divisor: row[last].abs() }
}

/// The value of the variable at `last` if these bounds, and no others, define it as a quotient rounded down.
fn value_between(bounds: &[&Row], last: usize) -> Option<Quotient> {
    let [a, b] = bounds else { return None };
    let (below, above) = if a[last].is_positive() { (a, b) } else { (b, a) };
    let is_opposite = std::iter::zip(&below[..], &above[..]).rev().skip(1).all(|(below, above)| *below == -above);
    let slack = below.last().expect("a row has a constant") + above.last().expect("a row has a constant");
    (is_opposite && slack == &below[last] - 1).then(|| value_of(above, last))
}
