//! Loop reversal: with reversed iterators, non-negative coefficients of rows express negative ones.
//!
//! Coefficients of rows are non-negative, as in PLuTo; so no row reverses a loop. If one statement writes elements in
//! ascending order and another one reads them in descending order, they have no common row with a bounded distance; and
//! a loop whose dependences, carried by enclosing loops, all have negative distance is never in a band with these. Both
//! cases are avoided if the iterators `i` of some statements are replaced by `k - i'`.
//!
//! Steps: 1. if a dependence implies `i + j = k` for iterators of its two statements, one of them is reversed, if the
//! other is not: beginning with the first statement; 2. a loop that carries no dependence, and in which some distances
//! are negative but none is positive, is reversed for all statements; 3. schedules of the program with these iterators
//! are schedules of the program itself, with other coefficients.
//!
//! (Acharya, Bondhugula: Pluto+, PPoPP 2015, and TOPLAS 2016, has signs as variables of the integer program; and
//! parametric shifts, which are the `k` here.)

use rmlir_presburger::{Int, Row};

use crate::dependence::dependences::Dependence;
use crate::schedule::{Dimension, Schedule};
use crate::scop::{Scop, Set};

/// The reversed iterators: by statement and iterator, the affine expression of parameters that it is subtracted from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    from: Vec<Vec<Option<Row>>>,
}

/// The known direction of an iterator.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Direction {
    Forward,
    Backward(Row),
}

/// The iterators that should be reversed. `None` if there are none.
pub fn mirror(scop: &Scop, dependences: &[Dependence]) -> Option<Mirror> {
    let mut mirror = Mirror { from: scop.statements.iter().map(|it| vec![None; it.depth()]).collect() };
    mirror.align(scop, dependences);
    mirror.turn_loops(scop, dependences);
    mirror.from.iter().flatten().any(Option::is_some).then_some(mirror)
}

/// For an iterator of each side of a dependence: `a + b = sum` if `sum` is present, else `a - b` is constant.
struct Link {
    a: (usize, usize),
    b: (usize, usize),
    sum: Option<Row>,
}

impl Mirror {
    /// Step 1.
    fn align(&mut self, scop: &Scop, dependences: &[Dependence]) {
        let links: Vec<Link> = dependences.iter().flat_map(|it| links(scop, it)).collect();
        if links.iter().all(|link| link.sum.is_none()) {
            return;
        }
        let mut known: Vec<Vec<Option<Direction>>> = scop.statements.iter().map(|it| vec![None; it.depth()]).collect();
        for statement in 0..known.len() {
            for iterator in 0..known[statement].len() {
                if known[statement][iterator].is_none() {
                    spread((statement, iterator), &links, &mut known);
                }
            }
        }
        for (of, known) in std::iter::zip(&mut self.from, known) {
            for (of, known) in std::iter::zip(of, known) {
                *of = known.and_then(|it| match it {
                    Direction::Forward => None,
                    Direction::Backward(from) => Some(from),
                });
            }
        }
    }

    /// Step 2.
    fn turn_loops(&mut self, scop: &Scop, dependences: &[Dependence]) {
        for (statement, of) in scop.statements.iter().enumerate() {
            for loop_ in 0..of.depth() {
                let is_first = (0..statement).all(|it| scop.statements[it].n_common_loops(of) <= loop_);
                let inside = |it: usize| it == statement || scop.statements[it].n_common_loops(of) > loop_;
                if is_first && self.goes_backward(scop, dependences, loop_, inside) {
                    let all = (0..scop.statements.len()).filter(|&it| inside(it));
                    all.for_each(|it| self.from[it][loop_] = Some(vec![Int::ZERO; scop.n_parameters() + 1]));
                }
            }
        }
    }

    /// Returns whether some dependences between statements in a loop have negative distance in it, and none positive.
    fn goes_backward(
        &self,
        scop: &Scop,
        dependences: &[Dependence],
        loop_: usize,
        inside: impl Fn(usize) -> bool,
    ) -> bool {
        let within = || dependences.iter().filter(|it| inside(it.from) && inside(it.to) && it.level <= loop_);
        let is_turned = |statement: usize| self.from[statement][loop_].is_some();
        if within().any(|it| it.level == loop_ || is_turned(it.from) || is_turned(it.to)) {
            return false;
        }
        let mut some = false;
        for dependence in within() {
            let depth = scop.statements[dependence.from].depth();
            let difference = |sign: i64| {
                let mut row = dependence.pairs.zero_row();
                (row[loop_], row[depth + loop_]) = (Int::from(-sign), Int::from(sign));
                row
            };
            match dependence.pairs.minimum_of(&difference(-1)) {
                Some(least) if !least.is_negative() => {}
                _ => return false,
            }
            some |= dependence.pairs.minimum_of(&difference(1)).is_none_or(|least| least.is_negative());
        }
        some
    }

    /// The same instances, with reversed iterators.
    pub fn program(&self, scop: &Scop) -> Scop {
        let mut turned = scop.clone();
        for (statement, from) in std::iter::zip(&mut turned.statements, &self.from) {
            turn(&mut statement.domain, from, 0);
            statement.accesses.iter_mut().for_each(|access| turn(&mut access.relation, from, 0));
        }
        turned
    }

    /// The same pairs, with reversed iterators.
    pub fn dependences(&self, dependences: &[Dependence]) -> Vec<Dependence> {
        let turned = |dependence: &Dependence| {
            let mut turned = dependence.clone();
            let (from, to) = (&self.from[dependence.from], &self.from[dependence.to]);
            turn(&mut turned.pairs, from, 0);
            turn(&mut turned.pairs, to, from.len());
            turned
        };
        dependences.iter().map(turned).collect()
    }

    /// Converts the schedule to the iterators of the program itself, where the last parameters, which are not in the
    /// program, have these values. `None` if a time would depend on a parameter of the program.
    pub fn back(&self, mut schedule: Schedule, values: &[Int]) -> Option<Schedule> {
        for dimension in &mut schedule.dimensions {
            let Dimension::Loop(rows) = dimension else { continue };
            for (row, from) in std::iter::zip(rows, &self.from) {
                let shift = row.len() - 1;
                for (iterator, from) in from.iter().enumerate() {
                    let Some(from) = from.as_ref().filter(|_| !row[iterator].is_zero()) else { continue };
                    let n_own = from.len() - 1 - values.len();
                    if from[..n_own].iter().any(|number| !number.is_zero()) {
                        return None;
                    }
                    let sum = std::iter::zip(&from[n_own..], values).map(|(factor, value)| factor * value);
                    let number = sum.fold(from[from.len() - 1].clone(), |all, term| &all + &term);
                    let by = &row[iterator] * &number;
                    row[shift] += &by;
                    row[iterator] = -&row[iterator];
                }
            }
        }
        Some(schedule)
    }
}

/// The relations of two iterators, one of each side, implied by the equalities of a dependence.
fn links(scop: &Scop, dependence: &Dependence) -> Vec<Link> {
    let pairs = &dependence.pairs;
    let depth = scop.statements[dependence.from].depth();
    let of = |row: &Row| {
        let used: Vec<usize> = (0..pairs.n_dims()).filter(|&dim| !row[dim].is_zero()).collect();
        let has_locals = row[pairs.n_inputs()..pairs.n_vars()].iter().any(|number| !number.is_zero());
        let &[first, second] = &used[..] else { return None };
        let is_plain = [first, second].iter().all(|&it| row[it].is_unit() || row[it] == -1);
        if !is_plain || has_locals || first >= depth || second < depth {
            return None;
        }
        let sum = (row[first] == row[second]).then(|| {
            let mut rest: Row = row[pairs.n_dims()..pairs.n_inputs()].to_vec();
            rest.push(row[pairs.n_vars()].clone());
            let is_positive = row[first].is_positive();
            rest.iter().map(|number| if is_positive { -number } else { number.clone() }).collect()
        });
        let is_self = dependence.from == dependence.to && second - depth == first;
        (!is_self).then_some(Link { a: (dependence.from, first), b: (dependence.to, second - depth), sum })
    };
    pairs.equalities().iter().filter_map(of).collect()
}

/// Marks an iterator as not reversed, and propagates the consequences.
fn spread(first: (usize, usize), links: &[Link], known: &mut [Vec<Option<Direction>>]) {
    known[first.0][first.1] = Some(Direction::Forward);
    let mut waiting = vec![first];
    while let Some(from) = waiting.pop() {
        let direction = known[from.0][from.1].clone().expect("what waits is known");
        for link in links {
            let to = match from {
                it if it == link.a => link.b,
                it if it == link.b => link.a,
                _ => continue,
            };
            if known[to.0][to.1].is_some() {
                continue;
            }
            let next = match (&direction, &link.sum) {
                (_, None) => direction.clone(),
                (Direction::Forward, Some(sum)) => Direction::Backward(sum.clone()),
                (Direction::Backward(_), Some(_)) => Direction::Forward,
            };
            known[to.0][to.1] = Some(next);
            waiting.push(to);
        }
    }
}

/// Substitutes dimensions of a set, from `first` on, by the expressions they are subtracted from, minus new ones.
fn turn(set: &mut Set, from: &[Option<Row>], first: usize) {
    let first_symbol = set.n_dims();
    set.change_constraints(|row| {
        let constant = row.len() - 1;
        for (iterator, from) in from.iter().enumerate() {
            let Some(from) = from else { continue };
            let factor = row[first + iterator].clone();
            let n_symbols = from.len() - 1;
            for (symbol, number) in from[..n_symbols].iter().enumerate() {
                row[first_symbol + symbol] += &(number * &factor);
            }
            row[constant] += &(&from[n_symbols] * &factor);
            row[first + iterator] = -factor;
        }
    });
}
