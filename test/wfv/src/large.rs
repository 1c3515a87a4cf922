//! Large functions, to measure the time of the pass.

use rmlir::analysis::cfg::Node;
use rmlir::interp::random::Random;
use rmlir_ifconvert_compare::graphs::{Graphs, draw};
use rmlir_wfv_passes::options::Options;
use rmlir_wfv_passes::wfv::vectorize;

use crate::program::{ending, text};
use crate::trial::{context, parsed};

/// The kind of graph of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Graph {
    /// Nested branches and loops, as of a structured program, with breaks out of loops.
    Structured,
    /// Edges to any later block.
    Acyclic,
    /// Forward edges and this percentage of backward edges: most cycles have several entries.
    Any(u64),
}

/// The measured graphs, by name.
pub const GRAPHS: [(&str, Graph); 3] =
    [("structured", Graph::Structured), ("acyclic", Graph::Acyclic), ("irreducible", Graph::Any(22))];

/// The measurements of generating both variants of a function for many lanes.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Blocks of the function.
    pub n_blocks: usize,
    /// Operations of the module, almost all of them in the function.
    pub n_ops: usize,
    /// Operations of the module with the variants.
    pub n_made: usize,
    /// The minimum time, in milliseconds.
    pub millis: f64,
}

/// Vectorizes a function of at least `n_ops` operations, `turns` times.
pub fn measure(graph: Graph, seed: u64, n_ops: usize, options: Options, turns: u64) -> Result<Measured, String> {
    let mut n_blocks = n_ops / 12 + 2;
    let (source, n_blocks) = loop {
        let (source, n_drawn) = drawn(graph, seed, n_blocks);
        let cx = context();
        let found = parsed(&cx, &source)?.n_ops_deep();
        if found >= n_ops {
            break (source, n_drawn);
        }
        n_blocks += 1 + n_blocks * (n_ops - found) / n_ops;
    };
    let mut measured: Option<Measured> = None;
    for _ in 0..turns.max(1) {
        let cx = context();
        let mut module = parsed(&cx, &source)?;
        let n_ops = module.n_ops_deep();
        let start = std::time::Instant::now();
        vectorize(&mut module, options).map_err(|declined| declined.why)?;
        let millis = start.elapsed().as_secs_f64() * 1e3;
        let n_made = module.n_ops_deep();
        if measured.is_none_or(|best| millis < best.millis) {
            measured = Some(Measured { n_blocks, n_ops, n_made, millis });
        }
    }
    measured.ok_or_else(|| "there was no turn".into())
}

/// The text of a function of about `n_blocks` blocks, and their number.
fn drawn(graph: Graph, seed: u64, n_blocks: usize) -> (String, usize) {
    let mut random = Random::new(seed);
    let lists = match graph {
        Graph::Structured => structured(&mut random, n_blocks),
        Graph::Acyclic => all_blocks(&mut random, n_blocks, 0),
        Graph::Any(backward) => all_blocks(&mut random, n_blocks, backward),
    };
    let lists = ending(lists);
    (text(&mut random, &lists, false), lists.len())
}

/// A graph of `n_blocks` blocks: smaller graphs are generated, and the exits of one branch to the next one.
fn all_blocks(random: &mut Random, n_blocks: usize, backward: u64) -> Vec<Vec<Node>> {
    let mut lists: Vec<Vec<Node>> = Vec::new();
    while lists.len() < n_blocks {
        let blocks = (n_blocks - lists.len()).max(2) as u64;
        let next = draw(random, Graphs { blocks, backward });
        let first = lists.len() as Node;
        lists.iter_mut().filter(|list| list.is_empty()).for_each(|list| list.push(first));
        lists.extend(next.into_iter().map(|list| list.into_iter().map(|to| to + first).collect::<Vec<Node>>()));
    }
    lists
}

/// Nested branches and loops.
fn structured(random: &mut Random, n_blocks: usize) -> Vec<Vec<Node>> {
    let mut writer = Writer { random, lists: vec![Vec::new()] };
    writer.region(n_blocks as i64, 0, None);
    writer.lists
}

struct Writer<'a> {
    random: &'a mut Random,
    lists: Vec<Vec<Node>>,
}

/// The maximum number of blocks of a nested region: larger ones are loops around everything.
const MOST_INSIDE: i64 = 40;

impl Writer<'_> {
    fn block(&mut self) -> Node {
        self.lists.push(Vec::new());
        self.lists.len() as Node - 1
    }

    fn edge(&mut self, from: Node, to: Node) {
        self.lists[from as usize].push(to);
    }

    /// Adds about `budget` blocks after `at`; breaks branch to `exit`. Returns the last block, which has no successors
    /// yet.
    fn region(&mut self, budget: i64, mut at: Node, exit: Option<Node>) -> Node {
        let end = self.lists.len() as i64 + budget;
        while (self.lists.len() as i64) < end {
            let inside = (end - self.lists.len() as i64).min(1 + self.random.below(MOST_INSIDE as u64) as i64);
            match (self.random.below(6), exit) {
                (0, _) => {
                    let (header, body, after) = (self.block(), self.block(), self.block());
                    self.edge(at, header);
                    self.edge(header, body);
                    self.edge(header, after);
                    let latch = self.region(inside / 2, body, Some(after));
                    self.edge(latch, header);
                    at = after;
                }
                (1, Some(exit)) => {
                    let next = self.block();
                    self.edge(at, next);
                    self.edge(at, exit);
                    at = next;
                }
                (2, _) => {
                    let next = self.block();
                    self.edge(at, next);
                    at = next;
                }
                _ => {
                    let (then, otherwise, join) = (self.block(), self.block(), self.block());
                    self.edge(at, then);
                    self.edge(at, otherwise);
                    for way in [then, otherwise] {
                        let last = self.region(inside / 3, way, exit);
                        self.edge(last, join);
                    }
                    at = join;
                }
            }
        }
        at
    }
}
