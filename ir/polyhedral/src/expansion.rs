//! Memory that turns of loops could have for themselves: what a turn reads there it has written before.
//!
//! Plan: 1. for each read, the innermost loops of which each turn writes, before it reads, whatever it reads: the writes
//! that do are the only ones whose values it may get; 2. a [`Web`] is what such reads and writes connect; 3. the loops whose
//! variables it takes as further subscripts so that no turn of its loops waits for the memory of another one, but for
//! innermost loops whose turns wait for one another anyway; 4. the instances whose values are in the memory at the end.
//!
//! (Feautrier: Array expansion, ICS 1988; Dataflow analysis of array and scalar references, 1991. The last writer of a read
//! is not computed: it is enough to know that it is in the same turn.)

use petgraph::unionfind::UnionFind;
use rmlir_presburger::{Int, Union};

use crate::dependences::pairs;
use crate::scop::{Access, Scop, Set, Statement};

/// Accesses of an array that hand on values to one another, within turns of loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Web {
    /// The array.
    pub array: usize,
    /// The numbers of loops, all around all of it, that make each element one for each of their turns.
    pub loops: Vec<usize>,
    /// By statement and number of the access in it.
    pub accesses: Vec<(usize, usize)>,
}

/// More accesses than these are not looked at: the time grows with their square.
const MAX_ACCESSES: usize = 60;

/// An access of an array.
#[derive(Clone, Copy)]
struct Place<'a> {
    statement: usize,
    number: usize,
    of: &'a Statement,
    access: &'a Access,
}

/// Webs that keep instances in order which no value connects.
pub fn webs(scop: &Scop) -> Vec<Web> {
    let n_arrays = scop.statements.iter().flat_map(|it| &it.accesses).map(|it| it.array + 1).max().unwrap_or(0);
    let (mut all, mut in_order) = (Vec::new(), Vec::new());
    (0..n_arrays).for_each(|array| all.extend(webs_of(scop, array, &mut in_order)));
    for web in &mut all {
        let statements = || web.accesses.iter().map(|&(statement, _)| &scop.statements[statement]);
        let depth = statements().map(Statement::depth).max().expect("a web has accesses");
        let is_in_order =
            |loop_: usize| statements().any(|it| in_order.iter().any(|path| *path == &it.place[..=loop_]));
        let is_innermost = |loop_: usize| loop_ + 1 == depth && statements().all(|it| it.depth() == depth);
        web.loops.retain(|&loop_| !(is_innermost(loop_) && is_in_order(loop_)));
    }
    all.retain(|web| !web.loops.is_empty());
    all
}

/// A loop as the place of what is in it, as far as the loop.
type Path<'a> = &'a [usize];

fn places(scop: &Scop, array: usize) -> Vec<Place<'_>> {
    let mut places = Vec::new();
    for (statement, of) in scop.statements.iter().enumerate() {
        for (number, access) in of.accesses.iter().enumerate().filter(|(_, access)| access.array == array) {
            places.push(Place { statement, number, of, access });
        }
    }
    places
}

/// Those of an array; and loops with a turn that reads what an earlier one has written there, and nothing in between.
fn webs_of<'a>(scop: &'a Scop, array: usize, in_order: &mut Vec<Path<'a>>) -> Vec<Web> {
    let places = places(scop, array);
    if places.len() > MAX_ACCESSES || !places.iter().any(|it| it.access.is_write) {
        return Vec::new();
    }
    let mut connected = UnionFind::<usize>::new(places.len());
    let mut n_loops = vec![usize::MAX; places.len()];
    let mut exposed = Vec::new();
    for read in (0..places.len()).filter(|&it| !places[it].access.is_write) {
        match sources(scop, &places, read) {
            Some(found) => {
                n_loops[read] = found.n_loops;
                if found.n_loops < places[read].of.depth() {
                    in_order.push(&places[read].of.place[..=found.n_loops]);
                }
                found.writes.iter().for_each(|&write| _ = connected.union(read, write));
            }
            None => exposed.push(read),
        }
    }
    let mut webs = Vec::new();
    for first in 0..places.len() {
        let of: Vec<usize> = (0..places.len()).filter(|&it| connected.find(it) == first).collect();
        let is_exposed = || {
            let writes = of.iter().filter(|&&it| places[it].access.is_write);
            writes
                .flat_map(|&write| exposed.iter().map(move |&read| (write, read)))
                .any(|(write, read)| !between(scop, &places, write, read).is_empty())
        };
        if of.len() < 2 || is_exposed() {
            continue;
        }
        let n_loops = of.iter().map(|&it| n_loops[it]).min().expect("a web has a read");
        let loops = telling_apart(scop, &places, &of, n_loops);
        if !loops.is_empty() {
            let accesses = of.iter().map(|&it| (places[it].statement, places[it].number)).collect();
            webs.push(Web { array, loops, accesses });
        }
    }
    webs
}

/// The pairs of two accesses by the loop that carries them.
fn between(scop: &Scop, places: &[Place], first: usize, second: usize) -> Vec<(usize, Set)> {
    let (first, second) = (&places[first], &places[second]);
    pairs(scop, (first.of, first.access), (second.of, second.access))
}

/// What a read may read.
struct Sources {
    /// Within a turn of this many loops.
    n_loops: usize,
    /// By number of the place.
    writes: Vec<usize>,
}

/// Step 1. `None` if a read may be of something that was written in another turn of the outermost loop, or never.
fn sources(scop: &Scop, places: &[Place], read: usize) -> Option<Sources> {
    let depth = places[read].of.depth();
    let writes = (0..places.len()).filter(|&it| places[it].access.is_write);
    let all: Vec<(usize, usize, Set)> = writes
        .flat_map(|write| {
            between(scop, places, write, read).into_iter().map(move |(level, pairs)| (write, level, pairs))
        })
        .collect();
    let instances = instances(scop, places[read].of)?;
    let mut written = Union::empty(depth, scop.n_parameters());
    for n_loops in (1..=depth).rev() {
        for (_, _, pairs) in all.iter().filter(|(_, level, _)| *level == n_loops) {
            let n_first = pairs.n_dims() - depth;
            written = written.union(Union::of(pairs)?.project_out(0, n_first)?);
        }
        if instances.is_subset(&written) {
            let mut writes: Vec<usize> =
                all.iter().filter(|(_, level, _)| *level >= n_loops).map(|&(write, ..)| write).collect();
            writes.dedup();
            return Some(Sources { n_loops, writes });
        }
    }
    None
}

/// When a statement runs, as far as parameters may be so.
fn instances(scop: &Scop, statement: &Statement) -> Option<Union<()>> {
    let mut domain = statement.domain.clone();
    for row in &scop.context {
        let mut wide = domain.zero_row();
        let n_symbols = scop.n_parameters();
        wide[statement.depth()..statement.depth() + n_symbols].clone_from_slice(&row[..n_symbols]);
        *wide.last_mut().expect("a row has a constant") = row[n_symbols].clone();
        domain.add_inequality(wide);
    }
    Union::of(&domain)
}

/// Step 3: of the outermost `n_loops`, those whose variables are different for all instances in different turns that meet
/// in memory, one of them writing. None if none do.
fn telling_apart(scop: &Scop, places: &[Place], web: &[usize], n_loops: usize) -> Vec<usize> {
    let mut meetings = Vec::new();
    for &first in web {
        for &second in web.iter().filter(|&&it| places[first].access.is_write || places[it].access.is_write) {
            let depth = places[first].of.depth();
            let found = between(scop, places, first, second).into_iter().filter(|&(level, _)| level < n_loops);
            meetings.extend(found.map(|(_, pairs)| (depth, pairs)));
        }
    }
    if meetings.is_empty() {
        return Vec::new();
    }
    let meet = |loops: &[usize]| {
        meetings.iter().any(|(depth, pairs)| {
            let mut same = pairs.clone();
            for &loop_ in loops {
                let mut difference = same.zero_row();
                (difference[loop_], difference[depth + loop_]) = (Int::from(-1), Int::ONE);
                same.add_equality(difference);
            }
            !same.is_integer_empty()
        })
    };
    let mut loops: Vec<usize> = (0..n_loops).collect();
    for loop_ in 0..n_loops {
        let without: Vec<usize> = loops.iter().copied().filter(|&it| it != loop_).collect();
        if !meet(&without) {
            loops = without;
        }
    }
    loops
}

/// Step 4: the instances of a statement after whose write to an array nothing else writes to the same element. `None` if
/// that takes too much.
pub fn last_writes(scop: &Scop, statement: usize, array: usize) -> Option<Union<()>> {
    let places = places(scop, array);
    let writes: Vec<usize> = (0..places.len()).filter(|&it| places[it].access.is_write).collect();
    let of = &scop.statements[statement];
    let mut last = instances(scop, of)?;
    for &write in writes.iter().filter(|&&it| places[it].statement == statement) {
        for &later in &writes {
            for (_, pairs) in between(scop, &places, write, later) {
                let n_second = pairs.n_dims() - of.depth();
                last = last.difference(&Union::of(&pairs)?.project_out(of.depth(), n_second)?);
            }
        }
    }
    Some(last)
}
