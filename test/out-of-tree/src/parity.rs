//! A data-flow analysis: whether integers are even or odd on every execution.
use rmlir::analysis::dataflow::sparse::{Solution, SparseForward, solve};
use rmlir::analysis::program::{In, Program};
use rmlir::core::fold::constant_value;
use rmlir::dialects::arith::{AddIOp, MulIOp, SubIOp};
use rmlir::pass::analysis::Analysis;
use rmlir::prelude::*;

/// The lattice: no value yet, even or odd, either.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Parity { #[default] Unreached, Even, Odd, Unknown }

impl Parity {
    fn of(integer: i64) -> Self { if integer % 2 == 0 { Self::Even } else { Self::Odd } }
}

/// The transfer functions.
struct ParityAnalysis;

impl SparseForward for ParityAnalysis {
    type Fact = Parity;

    fn join(&self, old: &mut Parity, new: &Parity) -> bool {
        let joined = match (*old, *new) {
            (Parity::Unreached, fact) | (fact, Parity::Unreached) => fact,
            (old, new) if old == new => old,
            _ => Parity::Unknown,
        };
        std::mem::replace(old, joined) != joined
    }

    fn unknown(&self, _value: ValueRef) -> Parity { Parity::Unknown }

    fn constant(&self, _fact: &Parity, _value: ValueRef) -> Option<Attr> { None }

    fn transfer(
        &mut self, op: OpRef, operands: &[Parity], _known: &dyn Fn(Value) -> Parity, set: &mut dyn FnMut(Value, Parity),
    ) {
        let constant = |result: ValueRef| constant_value(op.body, result.id).and_then(|constant| constant.as_i64(op.cx()));
        for result in op.results() {
            let fact = match operands {
                [] => constant(result).map_or(Parity::Unknown, Parity::of),
                &[lhs, rhs] if op.is::<AddIOp>() || op.is::<SubIOp>() => sum(lhs, rhs),
                &[lhs, rhs] if op.is::<MulIOp>() => product(lhs, rhs),
                _ => Parity::Unknown,
            };
            set(result.id, fact);
        }
    }
}

fn sum(lhs: Parity, rhs: Parity) -> Parity {
    match (lhs, rhs) {
        (Parity::Unknown, _) | (_, Parity::Unknown) => Parity::Unknown,
        _ if lhs == rhs => Parity::Even,
        _ => Parity::Odd,
    }
}

fn product(lhs: Parity, rhs: Parity) -> Parity {
    match (lhs, rhs) {
        (Parity::Even, _) | (_, Parity::Even) => Parity::Even,
        (Parity::Odd, Parity::Odd) => Parity::Odd,
        _ => Parity::Unknown,
    }
}

/// The parities of the values of a function, which the pass manager keeps until the function changes.
pub struct Parities(Solution<Parity>);

impl Analysis for Parities {
    const NAME: &'static str = "parity";
    const DEEP: bool = true;

    fn compute(body: &Body) -> Self { Self(solve(&Program::new(body), &mut ParityAnalysis)) }
}

impl Parities {
    /// The parity of a value of the body of the function.
    pub fn of(&self, value: Value) -> Parity { *self.0.fact(In { body: 0, id: value }) }
}
