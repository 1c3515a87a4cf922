//! Unroll-and-jam: several iterations of a loop are executed together, with the loops inside fused, so that shared data
//! remains in registers.
//!
//! Steps: 1. a loop that is permutable with those inside is split into one whose step is multiplied by `factor`, and
//! one for the remaining iterations; 2. in its body, loops and the guards around them must be equal for all unrolled
//! iterations, and the parts of sequences such that `interleave` allows it; nodes without loops are copied for each
//! iteration, in sequence. So the order of instances in one of the original iterations is preserved, and of two
//! dependent instances the target is not before the source in any loop (which permutability ensures), and in a later
//! copy if all loops have equal iterations.
//!
//! Variables are identified by the number of enclosing ones, so a copy for a later iteration has other coefficients in
//! its rows: each variable has a *shift*, its difference to the first iteration.

use rmlir_presburger::{Int, Row};

use super::interleave::{Order, Shifts, height, is_same_guard, most_loops, moved, product, stays};
use super::{Condition, Jam, Node, Quotient, Stride};
use crate::scop::{Scop, Statement};

/// Unrolls and jams the loops of `nodes`.
pub fn jammed(nodes: Vec<Node>, jam: &Jam, scop: &Scop, order: &Order) -> Vec<Node> {
    let depths: Vec<usize> = scop.statements.iter().map(Statement::depth).collect();
    match jam {
        Jam::Never => nodes,
        factors => Jamming { factors, depths: &depths, n_parameters: scop.n_parameters(), order }.nodes(nodes, 0),
    }
}

struct Jamming<'a> {
    factors: &'a Jam,
    depths: &'a [usize],
    n_parameters: usize,
    order: &'a Order<'a>,
}

impl Jamming<'_> {
    fn nodes(&self, nodes: Vec<Node>, n_variables: usize) -> Vec<Node> {
        nodes.into_iter().flat_map(|node| self.node(node, n_variables)).collect()
    }

    /// Inner loops first.
    fn node(&self, mut node: Node, n_variables: usize) -> Vec<Node> {
        // The transformation of inner loops preserves their nesting depth.
        let factor = match &node {
            Node::Loop { body, .. } => self.factor(body),
            _ => 1,
        };
        match &mut node {
            Node::Loop { body, .. } | Node::Value { body, .. } => {
                *body = self.nodes(std::mem::take(body), n_variables + 1);
            }
            Node::If { body, otherwise, .. } => {
                *body = self.nodes(std::mem::take(body), n_variables);
                *otherwise = self.nodes(std::mem::take(otherwise), n_variables);
            }
            Node::Run { .. } => {}
        }
        self.in_parts(&node, factor, n_variables).unwrap_or_else(|| vec![node])
    }

    /// The requested factor of a loop around `body`.
    fn factor(&self, body: &[Node]) -> u32 {
        let factor = match self.factors {
            Jam::Never => None,
            Jam::All(factors) => of_height(factors, most_loops(body)),
            Jam::Each(factors) => least(factors, body, 0),
        };
        factor.unwrap_or(1)
    }

    /// Step 1: the unrolled loop and the remainder loop. `None` if it is impossible.
    fn in_parts(&self, node: &Node, factor: u32, n_variables: usize) -> Option<Vec<Node>> {
        let Node::Loop { lower, upper, stride: None, is_parallel, is_permutable: true, body } = node else {
            return None;
        };
        let [lower] = &lower[..] else { return None };
        if factor < 2 || lower.divisor != 1 {
            return None;
        }
        let left_over = LeftOver::of(&lower.row, upper, factor)?;
        let shift = |turn: u32| {
            let mut shifts = vec![Int::ZERO; n_variables];
            shifts.push(Int::from(i64::from(turn)));
            shifts
        };
        let shifts: Vec<Vec<Int>> = (0..factor).map(shift).collect();
        let together = self.together(body, &shifts, *is_parallel)?;
        let step = Int::from(i64::from(factor));
        let last = |upper: &Quotient| {
            let mut last = upper.clone();
            let is_full = known(&turns(&lower.row, upper)).is_some_and(|n_turns| n_turns.is_multiple_of(&step));
            *constant(&mut last.row) -= &if is_full { Int::ZERO } else { &step - &Int::ONE };
            last
        };
        let main = Node::Loop {
            lower: vec![lower.clone()],
            upper: upper.iter().map(last).collect(),
            stride: Some(Stride { step: step.clone(), phase: lower.row.clone() }),
            is_parallel: *is_parallel,
            is_permutable: false,
            body: together,
        };
        let rest = |lower: Vec<Quotient>, upper: Vec<Quotient>, body: Vec<Node>| Node::Loop {
            lower,
            upper,
            stride: None,
            is_parallel: *is_parallel,
            is_permutable: false,
            body,
        };
        Some(match left_over {
            LeftOver::Nothing => vec![main],
            LeftOver::From(turn) => {
                let mut begin = lower.clone();
                *constant(&mut begin.row) += &turn;
                vec![main, rest(vec![begin], upper.clone(), body.clone())]
            }
            LeftOver::OfTurns(turns) => {
                // One more variable: the index of the unrolled iteration group.
                let place = n_variables;
                let wide = |of: &Quotient| Quotient { row: widened(&of.row, place), divisor: of.divisor.clone() };
                let mut begin = wide(lower);
                begin.row[place] = step.clone();
                let body = body.iter().map(|node| with_variable(node, place)).collect();
                let rest = rest(vec![wide(lower), begin], upper.iter().map(wide).collect(), body);
                vec![main, Node::Value { value: Quotient { row: turns, divisor: step }, body: vec![rest] }]
            }
        })
    }

    /// Step 2: nodes for several iterations of an enclosing loop. `None` if loops or guards are not equal in all of
    /// them, or parts of the sequence must not be interleaved.
    fn together(&self, nodes: &[Node], shifts: &Shifts, is_parallel: bool) -> Option<Vec<Node>> {
        let part = |part: &[Node]| match part {
            [node] if height(node) > 0 => Some(vec![self.node_together(node, shifts, is_parallel)?]),
            part => Some(shifts.iter().flat_map(|shifts| self.copy(part, shifts)).collect()),
        };
        let parts = self.order.parts(nodes, shifts)?;
        Some(parts.into_iter().map(part).collect::<Option<Vec<_>>>()?.concat())
    }

    fn node_together(&self, node: &Node, shifts: &Shifts, is_around_parallel: bool) -> Option<Node> {
        let with_variable = |by: &dyn Fn(&Vec<Int>) -> Option<Int>| -> Option<Vec<Vec<Int>>> {
            shifts.iter().map(|it| Some([&it[..], &[by(it)?]].concat())).collect()
        };
        Some(match node {
            Node::Loop { lower, upper, stride, is_parallel, is_permutable, body } => {
                let inner = with_variable(&|_| Some(Int::ZERO)).filter(|_| stays(node, shifts))?;
                Node::Loop {
                    lower: lower.clone(),
                    upper: upper.clone(),
                    stride: stride.clone(),
                    is_parallel: *is_parallel && is_around_parallel,
                    is_permutable: *is_permutable,
                    body: self.together(body, &inner, is_around_parallel)?,
                }
            }
            Node::Value { value, body } => {
                let inner = with_variable(&|it| moved(&value.row, it, &value.divisor))?;
                Node::Value { value: value.clone(), body: self.together(body, &inner, is_around_parallel)? }
            }
            Node::If { conditions, body, otherwise } => {
                if !conditions.iter().all(|condition| is_same_guard(condition, shifts)) {
                    return None;
                }
                Node::If {
                    conditions: conditions.clone(),
                    body: self.together(body, shifts, is_around_parallel)?,
                    otherwise: self.together(otherwise, shifts, is_around_parallel)?,
                }
            }
            Node::Run { .. } => unreachable!("a statement has no loops in it"),
        })
    }

    /// Nodes without loops for a later iteration.
    fn copy(&self, nodes: &[Node], shifts: &[Int]) -> Vec<Node> {
        if shifts.iter().all(Int::is_zero) {
            return nodes.to_vec();
        }
        nodes.iter().map(|node| self.node_copy(node, shifts, shifts.len())).collect()
    }

    fn node_copy(&self, node: &Node, shifts: &[Int], n_variables: usize) -> Node {
        let row = |row: &Row| {
            let mut later = row.clone();
            *constant(&mut later) += &product(row, shifts);
            later
        };
        let quotient = |of: &Quotient| Quotient { row: row(&of.row), divisor: of.divisor.clone() };
        let all = |nodes: &[Node], n| nodes.iter().map(|node| self.node_copy(node, shifts, n)).collect();
        match node {
            Node::Value { value, body } => Node::Value { value: quotient(value), body: all(body, n_variables + 1) },
            Node::If { conditions, body, otherwise } => {
                let condition = |of: &Condition| match of {
                    Condition::Zero(of) => Condition::Zero(row(of)),
                    Condition::NotNegative(of) => Condition::NotNegative(row(of)),
                    Condition::Multiple(of) => Condition::Multiple(quotient(of)),
                };
                Node::If {
                    conditions: conditions.iter().map(condition).collect(),
                    body: all(body, n_variables),
                    otherwise: all(otherwise, n_variables),
                }
            }
            Node::Run { statement, first } => self.run_copy(*statement, *first, shifts, n_variables),
            Node::Loop { .. } => unreachable!("there are no loops"),
        }
    }

    /// A statement for a later iteration: iterators that are variables around the copy become values there.
    fn run_copy(&self, statement: usize, first: usize, shifts: &[Int], n_variables: usize) -> Node {
        let depth = self.depths[statement];
        let is_moved = shifts.iter().skip(first).take(depth).any(|by| !by.is_zero());
        if !is_moved {
            return Node::Run { statement, first };
        }
        let value = |number: usize| {
            let mut row = vec![Int::ZERO; n_variables + number + self.n_parameters + 1];
            row[first + number] = Int::ONE;
            *constant(&mut row) = shifts.get(first + number).cloned().unwrap_or(Int::ZERO);
            Quotient { row, divisor: Int::ONE }
        };
        let run = Node::Run { statement, first: n_variables };
        (0..depth).rev().fold(run, |inner, number| Node::Value { value: value(number), body: vec![inner] })
    }
}

/// The remaining iterations of an unrolled loop.
enum LeftOver {
    /// Nothing.
    Nothing,
    /// Those after this many iterations.
    From(Int),
    /// Those after the greatest multiple of the factor that does not exceed this trip count, which may be small.
    OfTurns(Row),
}

impl LeftOver {
    /// The remainder of a loop from `lower` to the minimum of `upper`. `None` if its trip count is too small, or if the
    /// remainder is not determined by one expression: of several bounds all except one must have no remainder, as those
    /// of tiles do.
    fn of(lower: &Row, upper: &[Quotient], factor: u32) -> Option<Self> {
        let step = Int::from(i64::from(factor));
        let mut odd: Option<Row> = None;
        for bound in upper {
            if bound.divisor != 1 {
                return None;
            }
            let turns = turns(lower, bound);
            let known = known(&turns);
            if known.is_some_and(|n_turns| *n_turns < step) {
                return None;
            }
            if known.is_none_or(|n_turns| !n_turns.is_multiple_of(&step)) && odd.replace(turns).is_some() {
                return None;
            }
        }
        Some(match odd {
            None => LeftOver::Nothing,
            Some(turns) => match known(&turns) {
                Some(n_turns) => LeftOver::From(&n_turns.div_floor(&step) * &step),
                None => LeftOver::OfTurns(turns),
            },
        })
    }
}

/// The trip count from `lower` to `upper`.
fn turns(lower: &Row, upper: &Quotient) -> Row {
    let mut turns: Row = std::iter::zip(&upper.row, lower).map(|(upper, lower)| upper - lower).collect();
    *constant(&mut turns) += &Int::ONE;
    turns
}

/// The constant value of an expression without variables.
fn known(row: &Row) -> Option<&Int> {
    let (constant, others) = row.split_last().expect("a row has a constant");
    others.iter().all(Int::is_zero).then_some(constant)
}

/// The factor of a loop around `n_inside` nested ones.
fn of_height(factors: &[u32], n_inside: usize) -> Option<u32> {
    n_inside.checked_sub(1).and_then(|around| factors.get(around)).copied()
}

/// The minimal factor by statement of a loop around `nodes`, which are in `n_around` loops of it.
fn least(factors: &[Vec<u32>], nodes: &[Node], n_around: usize) -> Option<u32> {
    let of = |node: &Node| match node {
        Node::Loop { body, .. } => least(factors, body, n_around + 1),
        Node::Value { body, .. } => least(factors, body, n_around),
        Node::If { body, otherwise, .. } => {
            let both = [least(factors, body, n_around), least(factors, otherwise, n_around)];
            both.into_iter().flatten().min()
        }
        Node::Run { statement, .. } => Some(of_height(&factors[*statement], n_around).unwrap_or(1)),
    };
    nodes.iter().filter_map(of).min()
}

fn constant(row: &mut Row) -> &mut Int {
    row.last_mut().expect("a row has a constant")
}

fn widened(row: &Row, place: usize) -> Row {
    let mut wide = row.clone();
    wide.insert(place, Int::ZERO);
    wide
}

/// The node with one more enclosing variable, at index `place`.
fn with_variable(node: &Node, place: usize) -> Node {
    let quotient = |of: &Quotient| Quotient { row: widened(&of.row, place), divisor: of.divisor.clone() };
    let all = |nodes: &[Node]| nodes.iter().map(|node| with_variable(node, place)).collect();
    match node {
        Node::Loop { lower, upper, stride, is_parallel, is_permutable, body } => Node::Loop {
            lower: lower.iter().map(quotient).collect(),
            upper: upper.iter().map(quotient).collect(),
            stride: stride.as_ref().map(|of| Stride { step: of.step.clone(), phase: widened(&of.phase, place) }),
            is_parallel: *is_parallel,
            is_permutable: *is_permutable,
            body: all(body),
        },
        Node::Value { value, body } => Node::Value { value: quotient(value), body: all(body) },
        Node::If { conditions, body, otherwise } => {
            let condition = |of: &Condition| match of {
                Condition::Zero(row) => Condition::Zero(widened(row, place)),
                Condition::NotNegative(row) => Condition::NotNegative(widened(row, place)),
                Condition::Multiple(of) => Condition::Multiple(quotient(of)),
            };
            Node::If {
                conditions: conditions.iter().map(condition).collect(),
                body: all(body),
                otherwise: all(otherwise),
            }
        }
        Node::Run { statement, first } => {
            Node::Run { statement: *statement, first: if *first >= place { first + 1 } else { *first } }
        }
    }
}
