//! A report of a graph and its schedule as text: the steps of the paper one by one.

use std::fmt::Write;

use crate::graph::{Graph, Kind};
use crate::machine::Machine;
use crate::mii::{mii, rec_mii, res_mii};
use crate::order::forward::{Forward, Times};
use crate::order::hypernode;
use crate::order::sets::sets;
use crate::order::swing::{Start, Ties, order, top_down};
use crate::registers::lifetimes;
use crate::schedule::Mode;

/// A graph, and the schedule if there is one.
#[derive(Clone, Copy)]
pub struct Explained<'a> {
    /// The dependence graph.
    pub graph: &'a Graph,
    /// The machine.
    pub machine: &'a Machine,
    /// The mode of the search for the schedule.
    pub mode: Mode,
    /// The initiation interval, and the start of each node.
    pub placed: Option<(i64, &'a [i64])>,
}

impl Explained<'_> {
    /// `machine NAME: ResMII .., RecMII .., MII ..`, without a line break at the end.
    pub fn bounds(&self) -> String {
        let show = |bound: Result<i64, _>| bound.map_or("-".to_owned(), |bound: i64| bound.to_string());
        let (res, rec) = (show(res_mii(self.graph, self.machine)), show(rec_mii(self.graph)));
        let mii = show(mii(self.graph, self.machine));
        format!("machine {}: ResMII {res}, RecMII {rec}, MII {mii}", self.machine.name)
    }

    fn times(&self) -> Option<(Forward, Times)> {
        let forward = Forward::of(self.graph).ok()?;
        let times = Times::of(&forward, mii(self.graph, self.machine).ok()?);
        Some((forward, times))
    }

    /// The node table: ASAP, ALAP, mobility, depth, height; start and stage. Empty if there is no schedule at all.
    pub fn nodes(&self) -> String {
        let Some((_, times)) = self.times() else { return String::new() };
        let placed = if self.placed.is_some() { "  start  stage" } else { "" };
        let mut text = format!("node  operation        class        ASAP  ALAP  MOB     D     H{placed}\n");
        for (node, at) in self.graph.nodes().iter().enumerate() {
            let class = &self.machine.classes[at.class].name;
            let (asap, alap, mobility) = (times.asap[node], times.alap[node], times.mobility(node));
            let (depth, height) = (times.depth[node], times.height[node]);
            let placed = self.placed.map_or(String::new(), |(ii, start)| {
                format!("  {:>5}  {:>5}", start[node], start[node].div_euclid(ii))
            });
            _ = writeln!(
                text,
                "n{node:<4} {:<16} {class:<12} {asap:>4}  {alap:>4}  {mobility:>3}  {depth:>4}  {height:>4}{placed}",
                at.name,
            );
        }
        text
    }

    /// The sets of recurrences, and the other nodes.
    pub fn sets(&self) -> String {
        let Some((forward, _)) = self.times() else { return String::new() };
        let shown: Vec<String> = sets(&forward).iter().map(|set| format!("{{{}}}", names(set))).collect();
        format!("sets  {}\n", shown.join(" "))
    }

    /// The order in which nodes are placed.
    pub fn order(&self) -> String {
        let Some((forward, times)) = self.times() else { return String::new() };
        let sets = sets(&forward);
        let order = match self.mode {
            Mode::Hrms => hypernode::order(&forward, &times, &sets),
            Mode::TopDown => top_down(&forward, &times),
            _ => order(&forward, &times, &sets, Start::BottomUp, &Ties::default()),
        };
        format!("order {}\n", names(&order))
    }

    /// The dependences.
    pub fn dependences(&self) -> String {
        let mut text = "dependences\n".to_owned();
        for edge in self.graph.edges() {
            let (from, to, latency, distance) = (edge.from, edge.to, edge.latency, edge.distance);
            _ = writeln!(text, "  n{from} -> n{to}: {}, latency {latency}, distance {distance}", kind(edge.kind));
        }
        text
    }

    /// The rows of the kernel: operations with their stages.
    pub fn kernel(&self) -> String {
        let Some((ii, start)) = self.placed else { return String::new() };
        let mut text = "kernel\n".to_owned();
        for row in 0..ii {
            let here = (0..self.graph.len()).filter(|&node| start[node].rem_euclid(ii) == row);
            let one = |node: usize| format!("n{node} {} ({})", self.graph.node(node).name, start[node].div_euclid(ii));
            let shown: Vec<String> = here.map(one).collect();
            _ = writeln!(text, "{}", format!("  {row:>3}: {}", shown.join(", ")).trim_end());
        }
        text
    }

    /// The lifetimes of results, and the number of live results in each row.
    pub fn lifetimes(&self) -> String {
        let Some((ii, start)) = self.placed else { return String::new() };
        let mut text = "lifetimes\n".to_owned();
        for lifetime in lifetimes::lifetimes(self.graph, start, ii) {
            _ = writeln!(text, "  n{}: {} to {}", lifetime.node, lifetime.from, lifetime.to);
        }
        let rows: Vec<String> = lifetimes::live(self.graph, start, ii).iter().map(i64::to_string).collect();
        _ = writeln!(text, "live by row: {}", rows.join(" "));
        text
    }
}

fn names(nodes: &[usize]) -> String {
    nodes.iter().map(|node| format!("n{node}")).collect::<Vec<_>>().join(" ")
}

/// The name of a kind of dependence.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Flow => "flow",
        Kind::Anti => "anti",
        Kind::Output => "output",
        Kind::Serial => "serial",
        Kind::Order => "memory",
    }
}
