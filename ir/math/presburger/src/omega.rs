//! The exact decision of integer emptiness.
//!
//! Steps: 1. equalities are solved over the integers (`solved`), and so are pairs of inequalities that determine a
//! value; 2. a variable with a unit coefficient in all its lower or in all its upper bounds is eliminated exactly by
//! combining bounds; 3. otherwise the *dark shadow* (combinations with a gap sufficient for an integer) is examined,
//! and if that has no point, the *real shadow* (plain combinations); between the two, each *splinter* fixes the
//! variable near one of its lower bounds.
//!
//! Local variables defined as divisions of constants have one value each: step 1 alone decides such a polyhedron.
//!
//! The work of step 3 is exponential in the worst case, and proportional to the coefficients. So there is a limit,
//! beyond which cuts decide (`lexmin`); these have a limit too, and may not terminate if the rational points are
//! unbounded.
//!
//! Paper: Pugh, The Omega test: a fast and practical integer programming algorithm for dependence analysis, 1991.

use crate::eliminate::combine_bounds;
use crate::int::Int;
use crate::lexmin::Lexmin;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, constant};

/// The limit on examined polyhedra. Dependences of typical loops need fewer than ten.
const MAX_SYSTEMS: usize = 1_000;

/// The limit on the inequalities of a polyhedron; typical ones have fewer than a hundred.
const MAX_INEQUALITIES: usize = 1_000;

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Returns whether there is no integer point. `true` is a proof; `false` is one unless the limit was reached and
    /// cuts do not decide.
    ///
    /// ```
    /// use rmlir_presburger::{Int, Polyhedron};
    /// // 2x = 1
    /// let mut line: Polyhedron<()> = Polyhedron::universe(1, 0, 0);
    /// line.add_equality([2, -1].map(Int::from).to_vec());
    /// assert!(line.is_integer_empty());
    /// ```
    pub fn is_integer_empty(&self) -> bool {
        let mut waiting = vec![self.clone()];
        let mut n_systems = 0;
        while let Some(mut system) = waiting.pop() {
            if !system.solve_with(&mut []) || !system.equate_opposites() {
                continue;
            }
            if !system.equalities.is_empty() {
                waiting.push(system);
                continue;
            }
            n_systems += 1;
            if n_systems + waiting.len() > MAX_SYSTEMS {
                return self.is_empty_by_cuts();
            }
            let Some(column) = system.next_to_shadow() else { return false };
            if system.n_combinations(column) > MAX_INEQUALITIES {
                return self.is_empty_by_cuts();
            }
            match system.shadow(column) {
                Shadow::TooMany => return self.is_empty_by_cuts(),
                Shadow::Exact(shadow) => waiting.push(shadow),
                Shadow::Between { dark, splinters } => {
                    // The dark shadow is examined first: it is on top of the stack.
                    waiting.extend(splinters);
                    waiting.push(dark);
                }
            }
        }
        true
    }

    /// Returns whether the simplex method with cuts proves that there is no integer point.
    fn is_empty_by_cuts(&self) -> bool {
        let mut system = self.clone();
        !system.solve_with(&mut [])
            || system.is_rationally_empty()
            || matches!(system.simplex().minimum(), Lexmin::Empty)
    }

    /// The variable to eliminate next: one that can be eliminated exactly, or one with few combinations. `None` if
    /// there are no constraints.
    fn next_to_shadow(&self) -> Option<usize> {
        let used: Vec<usize> = (0..self.n_vars()).filter(|&column| !self.is_unused(column)).collect();
        self.next_of(&used)
    }

    /// The variable among these to eliminate next.
    pub(crate) fn next_of(&self, columns: &[usize]) -> Option<usize> {
        columns.iter().copied().min_by_key(|&column| {
            let lower = || self.inequalities.iter().filter(|row| row[column].is_positive());
            let upper = || self.inequalities.iter().filter(|row| row[column].is_negative());
            let is_exact = lower().all(|row| row[column].is_unit()) || upper().all(|row| row[column].is_unit());
            (!is_exact, lower().count() * upper().count())
        })
    }

    /// The number of inequalities after combining the bounds of a variable.
    pub(crate) fn n_combinations(&self, column: usize) -> usize {
        let n = |is_side: fn(&Int) -> bool| self.inequalities.iter().filter(|row| is_side(&row[column])).count();
        let (n_lower, n_upper) = (n(Int::is_positive), n(Int::is_negative));
        self.inequalities.len() + n_lower * n_upper - n_lower - n_upper
    }

    /// Steps 2 and 3.
    pub(crate) fn shadow(mut self, column: usize) -> Shadow<V> {
        let with_all = self.clone();
        let (others, lower, upper) = self.bounds_of(column);
        self.inequalities = others;
        let is_exact = |rows: &[Row]| rows.iter().all(|row| row[column].is_unit());
        if is_exact(&lower) || is_exact(&upper) {
            for above in &upper {
                self.inequalities.extend(lower.iter().map(|below| combine_bounds(above, below, column)));
            }
            self.remove_columns(column..column + 1);
            return Shadow::Exact(self);
        }
        for above in &upper {
            for below in &lower {
                let (down, up) = (-&above[column], &below[column]);
                // There is an integer between the bounds if, each times the other's coefficient, they have this
                // distance.
                let gap = &(&down - 1) * &(up - 1);
                let mut row: Row =
                    std::iter::zip(above, below).map(|(above, below)| &(above * up) + &(below * &down)).collect();
                *row.last_mut().expect("a row has a constant") -= &gap;
                self.inequalities.push(row);
            }
        }
        self.remove_columns(column..column + 1);
        let steepest = upper.iter().map(|row| -&row[column]).max().expect("bounds that are not exact exist");
        let mut splinters = Vec::new();
        for below in &lower {
            let coefficient = &below[column];
            // Outside of the dark shadow `coefficient * x` has at most this distance from a lower bound.
            let farthest = (&(&(&steepest * coefficient) - &steepest) - coefficient).div_floor(&steepest);
            if farthest >= (MAX_SYSTEMS - splinters.len()) as i64 {
                return Shadow::TooMany;
            }
            let mut distance = Int::ZERO;
            while distance <= farthest {
                let mut splinter = with_all.clone();
                let mut row = below.clone();
                *row.last_mut().expect("a row has a constant") = constant(below) - &distance;
                splinter.equalities.push(row);
                splinters.push(splinter);
                distance = &distance + 1;
            }
        }
        Shadow::Between { dark: self, splinters }
    }
}

/// The result of eliminating a variable.
pub(crate) enum Shadow<V> {
    /// The limit was exceeded.
    TooMany,
    /// The result has a point if and only if the polyhedron has.
    Exact(Polyhedron<V>),
    /// The polyhedron has a point if and only if one of these has.
    Between { dark: Polyhedron<V>, splinters: Vec<Polyhedron<V>> },
}
