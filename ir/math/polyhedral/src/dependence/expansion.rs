//! Array expansion: memory that can be private to iterations of loops, because an iteration reads only elements it has
//! written before.
//!
//! Steps: 1. for each read, the innermost loops whose iterations write, before the read, every element that it reads:
//! those writes are the only possible sources; 2. a [`Web`] connects such reads and writes; 3. the loops whose
//! iterators become additional subscripts, so that no iteration depends on the memory of another one, except for
//! innermost loops with other loop-carried dependences; 4. the instances whose values are live-out.
//! (Feautrier: Array expansion, ICS 1988; Dataflow analysis of array and scalar references, 1991. The last writer of a
//! read is not computed: it is sufficient that it is in the same iteration.)

use petgraph::unionfind::UnionFind;
use rmlir_presburger::{Int, Union};

use crate::dependence::dependences::pairs;
use crate::scop::{Access, Scop, Set, Statement};

/// Accesses of an array connected by def-use relations within iterations of loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Web {
    /// The array.
    pub array: usize,
    /// The indices of loops, all enclosing the whole web, by which each element is expanded.
    pub loops: Vec<usize>,
    /// By statement and index of the access in it.
    pub accesses: Vec<(usize, usize)>,
}

/// The limit on accesses: the time is quadratic in their number.
const MAX_ACCESSES: usize = 60;

/// An access of an array.
#[derive(Clone, Copy)]
struct Place<'a> {
    statement: usize,
    number: usize,
    of: &'a Statement,
    access: &'a Access,
}

/// The webs that cause dependences without a flow of values.
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

/// A loop, as a prefix of the positions of the statements in it.
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

/// The webs of an array; and the loops with an iteration that reads a value of an earlier one without a write in
/// between.
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

/// The possible sources of a read.
struct Sources {
    /// Within an iteration of this many loops.
    n_loops: usize,
    /// By index of the place.
    writes: Vec<usize>,
}

/// Step 1. `None` if a read may be of a value written in another iteration of the outermost loop, or never.
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

/// The instances of a statement, for the valid values of parameters.
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

/// Step 3: a minimal subset of the outermost `n_loops` whose iterators distinguish all pairs of instances in different
/// iterations that access the same memory, one of them writing. Empty if there are no such pairs.
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

/// Step 4: the instances of a statement whose write to an array is the last one to the element. `None` if a limit is
/// exceeded.
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
