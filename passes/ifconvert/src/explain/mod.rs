//! The results of the stages, as tables and as drawings.
//!
//! Blocks are named by their index in the region, `^bb0` the entry. An edge is named by its block: `bb1` is the edge
//! that a branch takes if its condition holds, `-bb1` the other one, `bb1:2` successor 2 of a switch.

pub mod svg;

use std::fmt::Write;

use rmlir::analysis::cfg::control_dependence::Edge;
use rmlir::analysis::cfg::{Cfg, ControlDependence, CycleId, DominatorTree, Node};
use rmlir::prelude::*;

use crate::graph::linear::{Coding, Item, LinearCode};
use crate::graph::predicates::{ALWAYS, Pred, Predicates};
use crate::region::level::{Level, NodeKind, Shape};

/// The results of all stages for one graph.
pub struct Stages {
    /// Post-dominators.
    pub post: DominatorTree,
    /// Control dependence.
    pub dependence: ControlDependence,
    /// R and K.
    pub predicates: Predicates,
    /// Augmented K, definitions and order.
    pub code: LinearCode,
}

impl Stages {
    /// The results for an acyclic graph.
    pub fn new(cfg: &Cfg, coding: Coding) -> Self {
        let post = DominatorTree::post(cfg);
        let dependence = ControlDependence::new(cfg, &post);
        let predicates = Predicates::new(cfg, &dependence);
        let code = LinearCode::new(cfg, &predicates, coding);
        Self { post, dependence, predicates, code }
    }
}

/// One level with names for its nodes.
pub struct Explained {
    title: String,
    names: Vec<String>,
    level: Level,
    stages: Stages,
}

impl Explained {
    /// The levels of a region: the whole, and each cycle.
    pub fn of_region(body: &Body, shape: &Shape, coding: Coding) -> Vec<Self> {
        let cycles = shape.cycles.preorder().into_iter().map(Some);
        std::iter::once(None).chain(cycles).map(|cycle| Self::of_level(body, shape, cycle, coding)).collect()
    }

    fn of_level(body: &Body, shape: &Shape, cycle: Option<CycleId>, coding: Coding) -> Self {
        let level = Level::new(body, shape, cycle);
        let block = |block: BlockId| shape.region.number(block).expect("the blocks of a shape are numbered");
        let header = |cycle: CycleId| shape.cycles[cycle].header();
        let name = |(number, kind): (usize, &NodeKind)| match *kind {
            NodeKind::Start => "start".to_owned(),
            NodeKind::Block(it) => format!("bb{}", block(it)),
            NodeKind::Cycle(inner) => format!("cycle{}", header(inner)),
            NodeKind::Edge => format!("edge{number}"),
            NodeKind::Back => "back".to_owned(),
            NodeKind::Exit(exit) => format!("exit{exit}"),
            NodeKind::Stop => "stop".to_owned(),
        };
        let names = level.kinds.iter().enumerate().map(name).collect();
        let title = cycle.map_or_else(|| "region".to_owned(), |cycle| format!("cycle of bb{}", header(cycle)));
        let stages = Stages::new(&level.cfg, coding);
        Self { title, names, level, stages }
    }

    fn name(&self, node: Node) -> &str {
        &self.names[node as usize]
    }

    fn edge(&self, edge: Edge) -> String {
        let name = self.name(edge.block);
        match (self.level.cfg.successors(edge.block).len(), edge.successor) {
            (2, 0) => name.to_owned(),
            (2, _) => format!("-{name}"),
            (_, successor) => format!("{name}:{successor}"),
        }
    }

    fn edges(&self, edges: &[Edge]) -> String {
        let edges: Vec<String> = edges.iter().map(|&edge| self.edge(edge)).collect();
        if edges.is_empty() { "-".to_owned() } else { edges.join(" ") }
    }

    /// Blocks with successors, immediate post-dominators, CD and R; predicates with K; the code.
    pub fn table(&self) -> String {
        let mut rows = vec![["block", "to", "ipdom", "CD", "R"].map(str::to_owned)];
        for node in self.in_order() {
            let to: Vec<&str> = self.level.cfg.successors(node).iter().map(|&to| self.name(to)).collect();
            rows.push([
                self.name(node).to_owned(),
                if to.is_empty() { "-".to_owned() } else { to.join(" ") },
                self.stages.post.parent(node).map_or("-", |post| self.name(post)).to_owned(),
                self.edges(self.stages.dependence.edges(node)),
                pred(self.stages.predicates.of(node)),
            ]);
        }
        let mut out = format!("== {}\n{}", self.title, aligned(&rows));
        let mut rows = vec![["predicate", "K", "augmented K"].map(str::to_owned)];
        for number in self.stages.predicates.defined() {
            let definers = self.edges(self.stages.predicates.definers(number));
            let is_cleared = self.stages.code.clears.contains(&number);
            let augmented = if is_cleared { format!("start {definers}") } else { definers.clone() };
            rows.push([pred(number), definers, augmented]);
        }
        out.push_str(&aligned(&rows));
        out.push_str(&self.listing());
        out
    }

    /// The blocks in the order of the code.
    fn in_order(&self) -> impl Iterator<Item = Node> + '_ {
        self.stages.code.items.iter().filter_map(|item| match item {
            Item::Block(node) => Some(*node),
            Item::Define(_) => None,
        })
    }

    /// The code: blocks and definitions, each after its guard.
    pub fn listing(&self) -> String {
        let mut out = String::from("code\n");
        let guard = |number: Pred| if number == ALWAYS { String::new() } else { format!("({})", pred(number)) };
        for &number in &self.stages.code.clears {
            _ = writeln!(out, "  {:6} clear {}", "", pred(number));
        }
        for item in &self.stages.code.items {
            let (guarded_by, text) = match item {
                Item::Block(node) => (self.stages.predicates.of(*node), self.name(*node).to_owned()),
                Item::Define(definition) => {
                    let target =
                        |&(number, ty): &(Pred, rmlir_pvec::CompareType)| format!("{}.{}", pred(number), ty.keyword());
                    let targets: Vec<String> = definition.targets.iter().map(target).collect();
                    let taken = |&successor: &u32| self.edge(Edge { block: definition.block, successor });
                    let taken: Vec<String> = definition.taken.iter().map(taken).collect();
                    (definition.guard, format!("{} = {}", targets.join(", "), taken.join(" ")))
                }
            };
            _ = writeln!(out, "  {:6} {text}", guard(guarded_by));
        }
        out
    }

    /// The graph for Graphviz: nodes with predicates, edges solid if the branch sets a predicate.
    pub fn dot(&self) -> String {
        let mut out = format!("digraph \"{}\" {{\n  node [shape=box];\n", self.title);
        for node in self.in_order() {
            let r = pred(self.stages.predicates.of(node));
            let cd = self.edges(self.stages.dependence.edges(node));
            _ = writeln!(out, "  n{node} [label=\"{}\\nR {r}\\nCD {cd}\"];", self.name(node));
        }
        for node in self.in_order() {
            for (&to, successor) in self.level.cfg.successors(node).iter().zip(0..) {
                let label = match self.level.cfg.successors(node).len() {
                    1 => String::new(),
                    _ => self.edge(Edge { block: node, successor }),
                };
                _ = writeln!(out, "  n{node} -> n{to} [label=\"{label}\"];");
            }
        }
        out.push_str("}\n");
        out
    }

    /// The graph as SVG: nodes with R and CD, edges with the predicates whose K they are in.
    pub fn svg(&self) -> String {
        let order: Vec<Node> = self.in_order().collect();
        let node = |node: Node| {
            let r = format!("R {}", pred(self.stages.predicates.of(node)));
            vec![self.name(node).to_owned(), r, format!("CD {}", self.edges(self.stages.dependence.edges(node)))]
        };
        let edge = |block: Node, successor: u32| {
            let edge = Edge { block, successor };
            let predicates = &self.stages.predicates;
            let sets = |&number: &Pred| predicates.definers(number).contains(&edge);
            let set: Vec<String> = predicates.defined().filter(sets).map(pred).collect();
            match (self.level.cfg.successors(block).len(), set.is_empty()) {
                (1, _) => String::new(),
                (_, true) => self.edge(edge),
                (_, false) => format!("{}: {}", self.edge(edge), set.join(" ")),
            }
        };
        svg::draw(&self.level.cfg, &order, &svg::Labels { title: &self.title, node: &node, edge: &edge })
    }
}

fn pred(number: Pred) -> String {
    if number == ALWAYS { "true".to_owned() } else { format!("p{number}") }
}

/// Rows with aligned columns, separated by two spaces.
fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let widths: Vec<usize> = (0..N).map(|at| rows.iter().map(|row| row[at].len()).max().unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    out
}
