//! The cost of loops, in a model of one core with one cache.
//!
//! Steps: 1. a [`Nest`] is the effect of the loops around a statement on its accesses: the trip count of each, and
//! whether an access has temporal reuse, spatial reuse or neither; 2. [`Nest::cost`] adds up the cost of iterations by
//! `locality`, of the start of innermost loops, and of the cache misses: an element reused in the next iteration of a
//! loop is a hit if the footprint of an iteration fits the cache; 3. [`Nest::tiled`] is the same nest with tiles.
//!
//! Costs are for comparing orders of the same statement, in quarters of the time of an access to the first-level cache.
//! Unknown sizes are assumed to be large.

use rmlir_presburger::{Int, Row};

use crate::cost::locality::{self, Moves, Turn, moves, moves_of, steps};
use crate::cost::vectorizable::{Forward, is_vectorizable};
use crate::dependence::dependences::Dependence;
use crate::schedule::Schedule;
use crate::scop::{Access, Scop};

/// The size in bytes of the private cache of a core that is a target of tiling; the available machines have 512 KiB to
/// 2 MiB. If it is too large, bands are tiled too rarely.
const CACHE: f64 = 512.0 * 1024.0;

/// The size of a cache line in bytes, and the number of elements in one.
const LINE: f64 = 64.0;
const ELEMENTS: f64 = 8.0;

/// The cost of a miss: eight times an access to the first-level cache, as it is prefetched.
const MISS: f64 = 32.0;

/// The cost of a miss without a sequential access pattern, so that it is not prefetched.
const FAR_MISS: f64 = 4.0 * MISS;

/// The number of TLB entries: that of the available machines has 1,536. Beyond it, cache hits are no cheaper than
/// misses.
const PAGES: f64 = 1024.0;

/// The number of elements in a page.
const ELEMENTS_OF_PAGE: f64 = 512.0;

/// The cost of starting an innermost loop: bounds, guards and remainders of vector loops.
const BEGIN: f64 = 80.0;

/// The trip count of loops for which it is unknown.
const MANY: f64 = 1000.0;

/// A loop around a statement.
#[derive(Clone, Debug)]
struct Loop {
    dimension: usize,
    n_turns: f64,
    /// By access.
    moves: Vec<Moves>,
    /// By access: if an iteration advances it as several iterations of inner loops do, the dimensions of these, and the
    /// numbers of iterations. Then the footprint of an iteration mostly overlaps that of the previous one, as in skewed
    /// stencils.
    slides: Vec<Option<Slide>>,
}

type Slide = Vec<(usize, f64)>;

/// The loops around statements, outer ones first.
#[derive(Clone, Debug)]
struct Nest {
    loops: Vec<Loop>,
    /// By access.
    arrays: Vec<usize>,
    /// The innermost loops, in sequence.
    innermost: Vec<Innermost>,
}

/// An innermost loop.
#[derive(Clone, Debug)]
struct Innermost {
    /// All statements in it.
    with: Vec<usize>,
    is_parallel: bool,
    /// The cost data of its statements.
    turns: Vec<Turn>,
}

/// The costs of a schedule.
pub struct Costs {
    /// By statement: those in the loop around its innermost one, so that shared data is in the cache, and the enclosing
    /// loops.
    nests: Vec<(Vec<usize>, Nest)>,
}

/// The extent of each iterator of each statement.
pub struct Extents(Vec<Vec<f64>>);

impl Extents {
    /// The extents of a program.
    pub fn of(scop: &Scop) -> Self {
        Extents((0..scop.statements.len()).map(|statement| extents(scop, statement)).collect())
    }
}

impl Costs {
    /// The costs of a schedule.
    pub fn of(
        scop: &Scop,
        extents: &Extents,
        dependences: &[Dependence],
        schedule: &Schedule,
        forward: Forward,
    ) -> Self {
        let of = |statement: usize| {
            let nest = Nest::of((scop, extents), dependences, schedule, statement, forward);
            let around = nest.loops.get(nest.loops.len().saturating_sub(2)).map_or(0, |it| it.dimension);
            (together(schedule, statement, around), nest)
        };
        Costs { nests: (0..scop.statements.len()).map(of).collect() }
    }

    /// The cost with tiles of these sizes, by dimension and statement; 0 for untiled ones.
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
    /// The number of statements.
    pub fn n_statements(&self) -> usize {
        self.nests.len()
    }

    /// The cost of the instances of one statement with tiles of these sizes, by dimension; 0 for untiled ones.
    pub fn of_statement(&self, statement: usize, size: impl Fn(usize) -> i64) -> f64 {
        self.nests[statement].1.tiled(size).cost()
    }

    /// The trip count of the loop of a dimension for a statement. `None` if there is none.
    pub fn n_turns(&self, statement: usize, dimension: usize) -> Option<f64> {
        self.nests[statement].1.loops.iter().find(|it| it.dimension == dimension).map(|it| it.n_turns)
    }
}

impl Nest {
    /// The nest of a statement in a schedule.
    fn of(
        (scop, Extents(extents)): (&Scop, &Extents),
        dependences: &[Dependence],
        schedule: &Schedule,
        statement: usize,
        forward: Forward,
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
            let is_parallel = is_vectorizable(scop, dependences, schedule, &with, innermost.dimension, forward);
            Innermost { with, is_parallel, turns: vec![Turn::of(&innermost.moves)] }
        });
        let arrays = scop.statements[statement].accesses.iter().map(|access| access.array).collect();
        Nest { loops, arrays, innermost: innermost.into_iter().collect() }
    }

    fn dimensions(&self) -> Vec<usize> {
        self.loops.iter().map(|it| it.dimension).collect()
    }

    /// Adds the statement of another nest to these loops.
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

    /// The nest with dimensions tiled by these sizes; 0 for untiled ones.
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

    /// The cost of all iterations.
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

    /// Returns whether no previous access has the same pattern: a load and a store of an element count once.
    fn is_first(&self, access: usize) -> bool {
        let is_same = |before: usize| self.loops.iter().all(|it| it.moves[before] == it.moves[access]);
        !(0..access).any(|before| self.arrays[before] == self.arrays[access] && is_same(before))
    }

    /// The cost of a miss of an access.
    fn miss(&self, access: usize) -> f64 {
        let moves = self.loops.iter().rev().map(|it| it.moves[access]);
        let innermost = moves.into_iter().find(|&it| it != Moves::Stays);
        if innermost == Some(Moves::Far) { FAR_MISS } else { MISS }
    }

    /// The footprint of all accesses in these loops, in units of `n_elements` elements: lines or pages.
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

    /// The ratio of the footprint of all iterations of a loop to that of one, for an access without reuse.
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

    /// The number of misses of an access.
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

/// The statements that share the loop of a dimension with this one.
fn together(schedule: &Schedule, statement: usize, dimension: usize) -> Vec<usize> {
    (0..schedule.n_statements()).filter(|&other| schedule.are_together(statement, other, dimension)).collect()
}

/// The number of iterations of inner loops that an access advances when the iterators change by `by`, if it is a
/// multiple. Only loops that change one subscript are considered.
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

/// The extent of each iterator.
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

/// The trip count of a loop that changes the iterators by `by`.
fn turns(extents: &[f64], by: &Row) -> f64 {
    let moved = std::iter::zip(extents, by).filter(|(_, by)| !by.is_zero());
    let turns = moved.map(|(extent, by)| extent / by.abs().to_i64().map_or(1.0, |by| by as f64));
    turns.fold(f64::INFINITY, f64::min).max(1.0)
}
