//! What loops cost, by a model of one core with one cache.
//!
//! Plan: 1. a [`Nest`] is what the loops around a statement do to its accesses: how many turns each has, and whether an
//! access stays at its element, goes to the next one or goes further away; 2. [`Nest::cost`] adds up what its turns cost,
//! by `locality`, what it costs to begin innermost loops, and the cache lines that come from beyond the cache: an element
//! that is used in the next turn of a loop is still there if what a turn touches fits; 3. [`Nest::tiled`] is the same nest
//! in tiles.
//!
//! Costs are for comparisons of orders of the same statement, in quarters of the time of an access to the first cache.
//! Sizes that are not known are taken for large.

use rmlir_presburger::{Int, Row};

use crate::dependences::Dependence;
use crate::locality::{self, Moves, Turn, is_parallel, moves, moves_of, steps};
use crate::schedule::Schedule;
use crate::scop::{Access, Scop};

/// Bytes of a cache that one core has for itself and that is worth tiling for; that of the machines at hand have 512 KiB to
/// 2 MiB. If it is too large, bands are tiled too rarely.
const CACHE: f64 = 512.0 * 1024.0;

/// Bytes of a cache line, and how many elements are in one.
const LINE: f64 = 64.0;
const ELEMENTS: f64 = 8.0;

/// What a line from beyond the cache costs: eight times an access to the first one, as it is fetched ahead of its use.
const MISS: f64 = 32.0;

/// The same of a line that no loop leads to one after the other, so that it is not fetched ahead.
const FAR_MISS: f64 = 4.0 * MISS;

/// How many pages a core finds without a walk through the tables: that of the machines at hand has 1,536 entries. Beyond
/// it, lines that are in the cache are no cheaper than others.
const PAGES: f64 = 1024.0;

/// How many elements are in a page.
const ELEMENTS_OF_PAGE: f64 = 512.0;

/// What it costs to begin an innermost loop: bounds, checks and rests that are no full vectors.
const BEGIN: f64 = 80.0;

/// How many turns loops have of which that is not known.
const MANY: f64 = 1000.0;

/// A loop around a statement.
#[derive(Clone, Debug)]
struct Loop {
    dimension: usize,
    n_turns: f64,
    /// By access.
    moves: Vec<Moves>,
    /// By access: if it goes where turns of inner loops go as well, which dimensions these are of, and how many turns of each
    /// it goes on. Then a turn touches mostly what the turn before did: skewed stencils are so.
    slides: Vec<Option<Slide>>,
}

type Slide = Vec<(usize, f64)>;

/// The loops around statements, outer ones first.
#[derive(Clone, Debug)]
struct Nest {
    loops: Vec<Loop>,
    /// By access.
    arrays: Vec<usize>,
    /// Innermost ones, one after the other.
    innermost: Vec<Innermost>,
}

/// An innermost loop.
#[derive(Clone, Debug)]
struct Innermost {
    /// All statements in it.
    with: Vec<usize>,
    is_parallel: bool,
    /// What is known of its statements.
    turns: Vec<Turn>,
}

/// What a schedule costs.
pub struct Costs {
    /// By statement: those that are in the loop around its innermost one, so that what they share is in the cache, and the
    /// loops around it.
    nests: Vec<(Vec<usize>, Nest)>,
}

/// How many values each iterator of each statement has.
pub struct Extents(Vec<Vec<f64>>);

impl Extents {
    /// Of a program.
    pub fn of(scop: &Scop) -> Self {
        Extents((0..scop.statements.len()).map(|statement| extents(scop, statement)).collect())
    }
}

impl Costs {
    /// Of a schedule.
    pub fn of(scop: &Scop, extents: &Extents, dependences: &[Dependence], schedule: &Schedule) -> Self {
        let of = |statement: usize| {
            let nest = Nest::of((scop, extents), dependences, schedule, statement);
            let around = nest.loops.get(nest.loops.len().saturating_sub(2)).map_or(0, |it| it.dimension);
            (together(schedule, statement, around), nest)
        };
        Costs { nests: (0..scop.statements.len()).map(of).collect() }
    }

    /// What it costs with tiles of these sizes, by dimension and statement; 0 for none.
    pub fn tiled(&self, size: impl Fn(usize, usize) -> i64) -> f64 {
        let mut nests: Vec<(&[usize], Nest)> = Vec::new();
        for (statement, (with, nest)) in self.nests.iter().enumerate() {
            let nest = nest.tiled(|dimension| size(dimension, statement));
            let is_shared = |(others, other): &&mut (&[usize], Nest)| {
                *others == with.as_slice() && other.dimensions() == nest.dimensions()
            };
            match nests.iter_mut().find(is_shared) {
                Some((_, other)) => other.add(nest),
                None => nests.push((with, nest)),
            }
        }
        nests.iter().map(|(_, nest)| nest.cost()).sum()
    }
}

impl Costs {
    /// Of how many statements.
    pub fn n_statements(&self) -> usize {
        self.nests.len()
    }

    /// What the instances of one statement cost with tiles of these sizes, by dimension; 0 for none.
    pub fn of_statement(&self, statement: usize, size: impl Fn(usize) -> i64) -> f64 {
        self.nests[statement].1.tiled(size).cost()
    }

    /// How many turns the loop of a dimension has for a statement. `None` if there is none.
    pub fn n_turns(&self, statement: usize, dimension: usize) -> Option<f64> {
        self.nests[statement].1.loops.iter().find(|it| it.dimension == dimension).map(|it| it.n_turns)
    }
}

impl Nest {
    /// That of a statement in a schedule.
    fn of(
        (scop, Extents(extents)): (&Scop, &Extents),
        dependences: &[Dependence],
        schedule: &Schedule,
        statement: usize,
    ) -> Nest {
        let (mut loops, mut by_loop) = (Vec::new(), Vec::new());
        for dimension in 0..schedule.dimensions.len() {
            let Some(by) = moves(scop, schedule, statement, dimension) else { continue };
            let n_turns = turns(&extents[statement], &by);
            let accesses = &scop.statements[statement].accesses;
            let moves = accesses.iter().map(|access| moves_of(access, &by)).collect();
            loops.push(Loop { dimension, n_turns, moves, slides: vec![None; accesses.len()] });
            by_loop.push(by);
        }
        for number in 0..loops.len() {
            let inner: Vec<(usize, &Row)> =
                loops[number + 1..].iter().map(|it| it.dimension).zip(&by_loop[number + 1..]).collect();
            let accesses = &scop.statements[statement].accesses;
            loops[number].slides = accesses.iter().map(|access| slide(access, &by_loop[number], &inner)).collect();
        }
        let innermost = loops.last().map(|innermost: &Loop| {
            let with = together(schedule, statement, innermost.dimension);
            let is_parallel = is_parallel(dependences, schedule, &with, innermost.dimension, innermost.dimension);
            Innermost { with, is_parallel, turns: vec![Turn::of(&innermost.moves)] }
        });
        let arrays = scop.statements[statement].accesses.iter().map(|access| access.array).collect();
        Nest { loops, arrays, innermost: innermost.into_iter().collect() }
    }

    fn dimensions(&self) -> Vec<usize> {
        self.loops.iter().map(|it| it.dimension).collect()
    }

    /// Puts the statement of another nest into these loops.
    fn add(&mut self, other: Nest) {
        for (own, its) in std::iter::zip(&mut self.loops, other.loops) {
            own.n_turns = own.n_turns.max(its.n_turns);
            own.moves.extend(its.moves);
            own.slides.extend(its.slides);
        }
        self.arrays.extend(other.arrays);
        for new in other.innermost {
            match self.innermost.iter_mut().find(|own| own.with == new.with) {
                Some(own) => own.turns.extend(new.turns),
                None => self.innermost.push(new),
            }
        }
    }

    /// The same with dimensions in tiles of these sizes; 0 for none.
    fn tiled(&self, size: impl Fn(usize) -> i64) -> Nest {
        let is_tiled = |it: &Loop| size(it.dimension) > 0;
        let Some(first) = self.loops.iter().position(is_tiled) else { return self.clone() };
        let mut loops = self.loops[..first].to_vec();
        let (mut tiles, mut points) = (Vec::new(), Vec::new());
        for of in &self.loops[first..] {
            let size = size(of.dimension);
            if size == 0 {
                points.push(of.clone());
                continue;
            }
            let n_points = of.n_turns.min(size as f64);
            let far = |moves: &Moves| if *moves == Moves::Stays { Moves::Stays } else { Moves::Far };
            let n_turns = (of.n_turns / n_points).ceil();
            let (moves, slides) = (of.moves.iter().map(far).collect(), vec![None; of.slides.len()]);
            tiles.push(Loop { dimension: of.dimension, n_turns, moves, slides });
            points.push(Loop { n_turns: n_points, ..of.clone() });
        }
        loops.extend(tiles);
        loops.extend(points);
        Nest { loops, arrays: self.arrays.clone(), innermost: self.innermost.clone() }
    }

    /// What all its turns cost.
    fn cost(&self) -> f64 {
        let n_turns = |loops: &[Loop]| loops.iter().map(|it| it.n_turns).product::<f64>();
        let Some((_, outer)) = self.loops.split_last() else { return 0.0 };
        let n_accesses = self.arrays.len();
        let of_access = |access: usize| self.misses(access) * self.miss(access);
        let misses: f64 = (0..n_accesses).filter(|&access| self.is_first(access)).map(of_access).sum();
        let turn: i64 = self.innermost.iter().map(|it| locality::cost(&it.turns, it.is_parallel)).sum();
        let n_begins = n_turns(outer) * self.innermost.len() as f64;
        n_turns(&self.loops) * turn as f64 + n_begins * BEGIN + misses
    }

    /// Whether no access before goes the same way: a load and a store of an element are one.
    fn is_first(&self, access: usize) -> bool {
        let is_same = |before: usize| self.loops.iter().all(|it| it.moves[before] == it.moves[access]);
        !(0..access).any(|before| self.arrays[before] == self.arrays[access] && is_same(before))
    }

    /// What a line that an access fetches from beyond the cache costs.
    fn miss(&self, access: usize) -> f64 {
        let moves = self.loops.iter().rev().map(|it| it.moves[access]);
        let innermost = moves.into_iter().find(|&it| it != Moves::Stays);
        if innermost == Some(Moves::Far) { FAR_MISS } else { MISS }
    }

    /// What all accesses touch in these loops, in pieces of so many elements: lines or pages.
    fn touched(&self, from: usize, n_elements: f64) -> f64 {
        let of = |number: usize, access: usize| {
            let it = &self.loops[number];
            match it.moves[access] {
                Moves::Stays => 1.0,
                Moves::Next => (it.n_turns / n_elements).max(1.0),
                Moves::Far => self.slid(number, access),
            }
        };
        let first = (0..self.arrays.len()).filter(|&access| self.is_first(access));
        first.map(|access| (from..self.loops.len()).map(|number| of(number, access)).product::<f64>()).sum()
    }

    /// How many times what one turn of a loop touches all its turns touch, for an access that goes far.
    fn slid(&self, number: usize, access: usize) -> f64 {
        let n_turns = self.loops[number].n_turns;
        let Some(slide) = &self.loops[number].slides[access] else { return n_turns };
        let part = |&(dimension, by): &(usize, f64)| {
            let inner = self.loops[number + 1..].iter().find(|it| it.dimension == dimension);
            inner.map_or(1.0, |it| by / it.n_turns)
        };
        let new = slide.iter().map(part).sum::<f64>().min(1.0);
        1.0 + new * (n_turns - 1.0)
    }

    /// Lines that an access fetches from beyond the cache.
    fn misses(&self, access: usize) -> f64 {
        let mut misses = 1.0;
        for number in (0..self.loops.len()).rev() {
            let fits = self.touched(number + 1, ELEMENTS) * LINE <= CACHE
                && self.touched(number + 1, ELEMENTS_OF_PAGE) <= PAGES;
            let of = &self.loops[number];
            misses *= match of.moves[access] {
                Moves::Stays if fits => 1.0,
                Moves::Next if fits => (of.n_turns / ELEMENTS).max(1.0),
                Moves::Far if fits => self.slid(number, access),
                _ => of.n_turns,
            };
        }
        if self.touched(0, ELEMENTS) * LINE <= CACHE { 0.0 } else { misses }
    }
}

/// The statements that are in the loop of a dimension with this one.
fn together(schedule: &Schedule, statement: usize, dimension: usize) -> Vec<usize> {
    (0..schedule.n_statements()).filter(|&other| schedule.are_together(statement, other, dimension)).collect()
}

/// How many turns of inner loops an access goes on where the iterators change by `by`, if it goes nowhere else. Only loops
/// that change one subscript are looked at.
fn slide(access: &Access, by: &Row, inner: &[(usize, &Row)]) -> Option<Slide> {
    let own = steps(access, by)?;
    let inner: Vec<(usize, Vec<Int>)> =
        inner.iter().filter_map(|&(dimension, by)| Some((dimension, steps(access, by)?))).collect();
    let of = |subscript: usize| {
        let is_only = |steps: &[Int]| steps.iter().enumerate().all(|(at, step)| step.is_zero() != (at == subscript));
        let (dimension, steps) = inner.iter().find(|(_, steps)| is_only(steps))?;
        let turns = own[subscript].to_i64()? as f64 / steps[subscript].to_i64()? as f64;
        Some((*dimension, turns.abs()))
    };
    (0..own.len()).filter(|&subscript| !own[subscript].is_zero()).map(of).collect()
}

/// How many values each iterator has.
fn extents(scop: &Scop, statement: usize) -> Vec<f64> {
    let domain = &scop.statements[statement].domain;
    let of = |iterator: usize| -> Option<f64> {
        let row = |factor: i64| -> Row {
            let mut row = domain.zero_row();
            row[iterator] = Int::from(factor);
            row
        };
        let (least, most) = (domain.minimum_of(&row(1))?.to_i64()?, -domain.minimum_of(&row(-1))?.to_i64()?);
        Some((most - least + 1).max(1) as f64)
    };
    (0..scop.statements[statement].depth()).map(|iterator| of(iterator).unwrap_or(MANY)).collect()
}

/// How many turns a loop has that moves the iterators so.
fn turns(extents: &[f64], by: &Row) -> f64 {
    let moved = std::iter::zip(extents, by).filter(|(_, by)| !by.is_zero());
    let turns = moved.map(|(extent, by)| extent / by.abs().to_i64().map_or(1.0, |by| by as f64));
    turns.fold(f64::INFINITY, f64::min).max(1.0)
}
