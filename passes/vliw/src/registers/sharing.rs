//! Sharing of registers by results with disjoint lifetimes.
//!
//! Without rotation there are several copies of the kernel, and lifetimes are arcs of a circle of all its copies;
//! overlapping arcs get different colors. With rotation the names of all registers of a file advance by one in each
//! interval, and results of one node have consecutive names: a node has an offset, and each iteration the previous name
//! (Rau, Lee, Tirumalai, Schlansker, PLDI 1992).
//!
//! Both visit results in the order in which their lifetimes begin and assign the register that was free for the
//! shortest time (best fit), starting at several cycles of the circle.

use rmlir_modulo::Budget;

use crate::registers::occupancy::{Meetings, Occupancy};

/// The results that share the registers of one file.
pub struct Sharing<'a> {
    values: &'a [Occupancy],
    ii: i64,
    /// The interference of each pair of values.
    meetings: Vec<Vec<Meetings>>,
    budget: &'a Budget,
}

/// The maximum number of cycles that are tried as the first one.
const MAX_CUTS: i64 = 16;

/// The cost of the interference of two results, in steps.
const VISITS_OF_PAIR: u64 = 8;

impl<'a> Sharing<'a> {
    /// Computes the interference of results at this initiation interval.
    pub fn new(values: &'a [Occupancy], ii: i64, budget: &'a Budget) -> Self {
        let row = |value: &Occupancy| values.iter().map(|other| value.meetings(other, ii)).collect();
        budget.spend(VISITS_OF_PAIR * (values.len() as u64).pow(2));
        Self { values, ii, meetings: values.iter().map(row).collect(), budget }
    }

    /// The maximum number of results that are live at a time.
    pub fn most_live(values: &[Occupancy], ii: i64) -> usize {
        let mut rows = vec![0; ii as usize];
        for value in values {
            (value.from..value.to).for_each(|cycle| rows[cycle.rem_euclid(ii) as usize] += 1);
        }
        rows.into_iter().max().unwrap_or(0)
    }

    fn cuts(&self, length: i64) -> impl Iterator<Item = i64> {
        let step = (length / MAX_CUTS).max(1);
        (0..length).step_by(step as usize)
    }

    /// Colors for each value by iteration on a circle of `copies` copies, and the number of colors.
    pub fn colors(&self, copies: i64, stages: i64) -> (Vec<Vec<usize>>, usize) {
        let circle = Circle::new(self, copies, stages);
        let least = Self::most_live(self.values, self.ii);
        let mut best: Option<(Vec<Vec<usize>>, usize)> = None;
        for cut in self.cuts(self.ii * copies) {
            let found = circle.colors_from(cut);
            if best.as_ref().is_none_or(|(_, n)| found.1 < *n) {
                best = Some(found);
            }
            self.budget.spend((self.values.len() as u64 * copies as u64).pow(2));
            if best.as_ref().is_some_and(|(_, n)| *n <= least) || self.budget.is_used_up() {
                break;
            }
        }
        best.unwrap_or_default()
    }

    /// The offset of each value's iteration 0 among the minimum number of rotating registers for which a solution is
    /// found, up to `most`; and that number. `None` also if the budget is exhausted.
    pub fn places(&self, most: usize) -> Option<(Vec<i64>, usize)> {
        if self.values.is_empty() {
            return Some((Vec::new(), 0));
        }
        let sizes = Self::most_live(self.values, self.ii).max(1)..=most;
        sizes.take_while(|_| !self.budget.is_used_up()).find_map(|size| {
            let mut cuts = self.cuts(self.ii);
            let places = cuts.find_map(|cut| self.places_from(cut, size as i64))?;
            Some((places, size))
        })
    }

    /// Whether two values interfere if the second one's offset is `behind` after the first one's, among `size`
    /// registers.
    fn meet(&self, first: usize, second: usize, behind: i64, size: i64) -> bool {
        let is_there = |&distance: &i64| {
            let is_itself = first == second && distance == 0;
            !is_itself && (distance - behind).rem_euclid(size) == 0
        };
        let Meetings { any, first: begin, last } = &self.meetings[first][second];
        any.iter().chain(begin).chain(last).any(is_there)
    }

    fn places_from(&self, cut: i64, size: i64) -> Option<Vec<i64>> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|&value| ((self.values[value].from - cut).rem_euclid(self.ii), value));
        let mut places: Vec<Option<i64>> = vec![None; self.values.len()];
        for &value in &order {
            if !self.budget.spend((size as u64) * self.values.len() as u64) || self.meet(value, value, 0, size) {
                return None;
            }
            let is_free = |place: &i64| {
                places.iter().enumerate().all(|(other, at)| {
                    at.is_none_or(|at| {
                        !self.meet(other, value, place - at, size) && !self.meet(value, other, at - place, size)
                    })
                })
            };
            // The time for which the register was free.
            let idle = |place: &i64| {
                let gap = |(other, at): (usize, &Option<i64>)| {
                    let gap = self.values[value].from - self.values[other].to;
                    at.map(|at| (gap + (at - place) * self.ii).rem_euclid(size * self.ii))
                };
                places.iter().enumerate().filter_map(gap).min().unwrap_or(size * self.ii)
            };
            places[value] = Some((0..size).filter(is_free).min_by_key(|place| (idle(place), *place))?);
        }
        places.into_iter().collect()
    }
}

/// The interference of two values, on a circle.
#[derive(Clone, Default)]
struct Pair {
    /// By the distance of the second one in iterations.
    any: Vec<bool>,
    /// By the iteration of the second one, if the first one is of iteration -1.
    first: Vec<bool>,
    /// By the iteration of the second one, if the first one is of the last iteration.
    last: Vec<bool>,
}

/// The circle of all copies of a kernel: its end is its beginning.
struct Circle<'a> {
    of: &'a Sharing<'a>,
    copies: i64,
    /// The position of the last iteration on the circle.
    last: i64,
    pairs: Vec<Vec<Pair>>,
}

impl<'a> Circle<'a> {
    fn new(of: &'a Sharing<'a>, copies: i64, stages: i64) -> Self {
        let last = (stages - 2).rem_euclid(copies);
        let marked = |places: &[i64], first: i64| {
            let mut marks = vec![false; copies as usize];
            places.iter().for_each(|place| marks[(place + first).rem_euclid(copies) as usize] = true);
            marks
        };
        let pair = |it: &Meetings| Pair {
            any: marked(&it.any, 0),
            first: marked(&it.first, -1),
            last: marked(&it.last, last),
        };
        let pairs = of.meetings.iter().map(|row| row.iter().map(pair).collect()).collect();
        Self { of, copies, last, pairs }
    }

    fn meet(&self, (a, i): (usize, i64), (b, j): (usize, i64)) -> bool {
        let one = |(a, i): (usize, i64), (b, j): (usize, i64)| {
            let pair = &self.pairs[a][b];
            (i == self.copies - 1 && pair.first[j as usize]) || (i == self.last && pair.last[j as usize])
        };
        let later = (j - i).rem_euclid(self.copies) as usize;
        self.pairs[a][b].any[later] || one((a, i), (b, j)) || one((b, j), (a, i))
    }

    fn colors_from(&self, cut: i64) -> (Vec<Vec<usize>>, usize) {
        let (values, ii) = (self.of.values, self.of.ii);
        let length = ii * self.copies;
        let mut arcs = Vec::new();
        for (value, at) in values.iter().enumerate() {
            arcs.extend((0..self.copies).map(|copy| ((at.from + copy * ii - cut).rem_euclid(length), value, copy)));
        }
        arcs.sort_unstable();
        let mut colors = vec![vec![0; self.copies as usize]; values.len()];
        // By color: its arcs, with the cycles in which they end.
        let mut members: Vec<Vec<(usize, i64, i64)>> = Vec::new();
        for (start, value, copy) in arcs {
            let is_free = |color: &usize| {
                members[*color].iter().all(|&(other, iteration, _)| !self.meet((value, copy), (other, iteration)))
            };
            let idle = |color: &usize| members[*color].iter().map(|(_, _, end)| (start - end).rem_euclid(length)).min();
            let color = (0..members.len()).filter(is_free).min_by_key(idle).unwrap_or(members.len());
            if color == members.len() {
                members.push(Vec::new());
            }
            members[color].push((value, copy, start + values[value].to - values[value].from));
            colors[value][copy as usize] = color;
        }
        (colors, members.len())
    }
}
