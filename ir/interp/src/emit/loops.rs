//! Loops whose trip count is known on entry.
//!
//! A counter is decremented to zero, so that the termination does not depend on an overflow of the last step.

use super::{Emit, Emitted};
use crate::code::{Flow, Label, Reg};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::random::Order;
use crate::value::{Value, mask, sign_extend};

/// The bounds and the step of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The lower bound.
    pub lower: Reg,
    /// The upper bound (exclusive).
    pub upper: Reg,
    /// The step, which must be positive.
    pub step: Reg,
}

/// The type of the induction variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The width, at most 64.
    pub width: u32,
    /// Whether it is unsigned.
    pub unsigned: bool,
}

impl Counter {
    /// `index`.
    pub const INDEX: Counter = Counter { width: 64, unsigned: false };

    fn read(self, bits: u64) -> i128 {
        if self.unsigned { bits.into() } else { sign_extend(bits, self.width).into() }
    }

    /// The trip count.
    fn n_iterations(self, m: &Machine, range: Range) -> Result<u64, Box<Fault>> {
        let bound = |reg, what| m.bits(reg, what).map(|bits| self.read(bits));
        let (lower, upper) = (bound(range.lower, "a lower bound")?, bound(range.upper, "an upper bound")?);
        let step = bound(range.step, "a step")?;
        if step <= 0 {
            return Err(Fault::undefined(format!("has a step of {step}, which is not positive")));
        }
        let n = (upper - lower + step - 1).div_euclid(step).max(0);
        // A loop that compares after each step would not terminate.
        let most = if self.unsigned { mask(self.width).into() } else { i128::from(mask(self.width) >> 1) };
        if lower + n * step > most.max(lower) {
            return Err(Fault::undefined("counts beyond the largest number"));
        }
        u64::try_from(n).map_err(|_| Fault::limit("has too many iterations"))
    }
}

impl<'a> Emit<'a, '_> {
    /// Compiles a loop that sets `induction` and then executes `body`, which has to end at the label passed to it.
    /// Control continues at `exit` after the last iteration.
    pub fn counted_loop(
        &mut self,
        counter: Counter,
        range: Range,
        induction: Reg,
        exit: Label,
        body: impl FnOnce(&mut Self, Label) -> Emitted,
    ) -> Emitted {
        let left = self.fresh();
        let (start, next) = (self.label(), self.label());
        self.push(move |m| {
            let n = counter.n_iterations(m, range)?;
            if n == 0 {
                return Ok(Flow::Jump(exit));
            }
            let first = m.get(range.lower).clone();
            m.set(induction, first);
            m.set(left, Value::Bits(n));
            Ok(Flow::Next)
        });
        self.bind(start);
        body(self, next)?;
        self.bind(next);
        let mask = mask(counter.width);
        self.push(move |m| {
            let (Value::Bits(n), Value::Bits(at), Value::Bits(step)) =
                (m.get(left), m.get(induction), m.get(range.step))
            else {
                unreachable!("the start of the loop has set its numbers")
            };
            let (n, at) = (n - 1, at.wrapping_add(*step) & mask);
            if n == 0 {
                return Ok(Flow::Jump(exit));
            }
            m.set(left, Value::Bits(n));
            m.set(induction, Value::Bits(at));
            Ok(Flow::Jump(start))
        });
        Ok(())
    }

    /// Compiles a loop nest whose iterations are executed in an order that depends on the seed of the execution.
    pub fn parallel_loop(
        &mut self,
        ranges: Vec<Range>,
        inductions: Vec<Reg>,
        exit: Label,
        body: impl FnOnce(&mut Self, Label) -> Emitted,
    ) -> Emitted {
        let (counts, total, key, at) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        let (start, next) = (self.label(), self.label());
        let all = ranges.clone();
        self.push(move |m| {
            let n = all.iter().map(|&range| Counter::INDEX.n_iterations(m, range)).collect::<Result<Vec<u64>, _>>()?;
            let product = n.iter().try_fold(1u64, |product, &n| product.checked_mul(n));
            let product = product.ok_or_else(|| Fault::limit("has too many iterations"))?;
            if product == 0 {
                return Ok(Flow::Jump(exit));
            }
            let order = m.random.draw();
            m.set(counts, Value::list(n.into_iter().map(Value::Bits).collect()));
            m.set(total, Value::Bits(product));
            m.set(key, Value::Bits(order));
            m.set(at, Value::Bits(0));
            Ok(Flow::Next)
        });
        self.bind(start);
        self.push(move |m| {
            let (total, key) = (m.bits(total, "a count")?, m.bits(key, "a key")?);
            let mut number = Order::new(total, key).at(m.bits(at, "a place")?);
            for (dim, (range, &induction)) in ranges.iter().zip(&inductions).enumerate().rev() {
                let n = m.get(counts).part(dim).bits().unwrap_or(1);
                let (lower, step) = (m.bits(range.lower, "a lower bound")?, m.bits(range.step, "a step")?);
                m.set(induction, Value::Bits(lower.wrapping_add((number % n).wrapping_mul(step))));
                number /= n;
            }
            Ok(Flow::Next)
        });
        body(self, next)?;
        self.bind(next);
        self.push(move |m| {
            let place = m.bits(at, "a place")? + 1;
            if place == m.bits(total, "a count")? {
                return Ok(Flow::Jump(exit));
            }
            m.set(at, Value::Bits(place));
            Ok(Flow::Jump(start))
        });
        Ok(())
    }
}
