//! Random graphs on random machines.

use proptest::prelude::*;
use rmlir_modulo::check::{Fault, check};
use rmlir_modulo::exact::{Verdict, decide, optimum};
use rmlir_modulo::place::swing::Placement;
use rmlir_modulo::place::table::Binding;
use rmlir_modulo::registers::lifetimes::max_live;
use rmlir_modulo::schedule::MAX_STEPS;
use rmlir_modulo::{Budget, Edge, Graph, Kind, Machine, Mode, mii, schedule};

/// A node's class, and edges by the distance of their ends, latency and iterations.
type Plan = (Vec<usize>, Vec<(usize, usize, i64, u32)>);

fn plan() -> impl Strategy<Value = Plan> {
    let edge = (0usize..14, 0usize..14, -1i64..6, 0u32..3);
    (prop::collection::vec(0usize..4, 1..14), prop::collection::vec(edge, 0..24))
}

/// Edges within an iteration point forward, so that a schedule exists.
fn graph((classes, edges): &Plan) -> Graph {
    let mut graph = Graph::new();
    classes.iter().enumerate().for_each(|(index, &class)| _ = graph.add_node(format!("n{index}"), class));
    let n = classes.len();
    for &(a, b, latency, distance) in edges {
        let (from, to) = (a % n, b % n);
        let distance = if from < to { distance } else { distance.max(1) };
        graph.add_edge(Edge { from, to, latency, distance, kind: Kind::Flow });
    }
    graph
}

/// Two pipelined units, one unpipelined unit, and a class that may use either kind.
fn machine() -> Machine {
    let mut machine = Machine::new("test");
    let (two, one) = (machine.add_unit("two", 2), machine.add_unit("one", 1));
    machine.add_class("pipelined", Some((two, 1)));
    machine.add_class("slow", Some((one, 3)));
    machine.add_class("free", None);
    let ways = [(one, 1), (two, 2)].map(|(unit, cycles)| rmlir_modulo::Alternative {
        usages: vec![rmlir_modulo::Usage { unit, offset: 1, cycles }],
    });
    machine.add_class_with("either", ways.to_vec());
    machine
}

/// The least II at which no node has a path of positive length to itself, over all paths of up to n edges.
fn rec_mii_by_matrix(graph: &Graph) -> i64 {
    let n = graph.len();
    let is_possible = |ii: i64| {
        let mut best = vec![vec![None::<i64>; n]; n];
        for edge in graph.edges() {
            let length = edge.latency - ii * i64::from(edge.distance);
            best[edge.from][edge.to] = best[edge.from][edge.to].max(Some(length));
        }
        for middle in 0..n {
            for from in 0..n {
                for to in 0..n {
                    let through = best[from][middle].zip(best[middle][to]).map(|(a, b)| a + b);
                    best[from][to] = best[from][to].max(through);
                }
            }
        }
        (0..n).all(|node| best[node][node].is_none_or(|sum| sum <= 0))
    };
    (0..).find(|&ii| is_possible(ii)).expect("every circuit spans an iteration")
}

/// A plan of at most four operations whose schedules can all be enumerated.
fn small_plan() -> impl Strategy<Value = Plan> {
    let edge = (0usize..4, 0usize..4, -1i64..4, 0u32..2);
    (prop::collection::vec(0usize..4, 1..5), prop::collection::vec(edge, 0..12))
}

/// A number of cycles that contains an optimal schedule. Were two operations, one started right after the other,
/// further apart than the longest latency and one II, and than any value is live across iterations, no edge would lead
/// from the later ones to the earlier ones; the later ones could then start one II earlier, and no live range would
/// grow.
fn horizon(graph: &Graph, ii: i64) -> i64 {
    let longest = graph.edges().iter().map(|edge| edge.latency).max().unwrap_or(0).max(0);
    let kept = graph.edges().iter().map(|edge| ii * i64::from(edge.distance) - edge.latency).max().unwrap_or(0);
    (graph.len() as i64 - 1) * (longest + ii - 1).max(kept) + 1
}

/// The fewest live registers of all schedules, by enumeration.
fn fewest_live_by_trying_all(graph: &Graph, machine: &Machine, ii: i64) -> Option<i64> {
    let horizon = horizon(graph, ii);
    let mut start = vec![0; graph.len()];
    let mut best: Option<i64> = None;
    'starts: loop {
        let ways = |node: usize| machine.classes[graph.node(node).class].alternatives.len();
        let keeps = |edge: &Edge| start[edge.to] - start[edge.from] >= edge.latency - ii * i64::from(edge.distance);
        let live = graph.edges().iter().all(keeps).then(|| max_live(graph, &start, ii));
        if live.is_some_and(|live| best.is_none_or(|best| live < best)) {
            let bindings = bindings(graph, machine, ways);
            if bindings.iter().any(|bindings| check(graph, machine, ii, &start, bindings).is_ok()) {
                best = live;
            }
        }
        for at in &mut start {
            *at += 1;
            if *at < horizon {
                continue 'starts;
            }
            *at = 0;
        }
        return best;
    }
}

/// All bindings of all nodes.
fn bindings(graph: &Graph, machine: &Machine, ways: impl Fn(usize) -> usize) -> Vec<Vec<Binding>> {
    let mut all = vec![Vec::new()];
    for node in 0..graph.len() {
        let class = &machine.classes[graph.node(node).class];
        let one = (0..ways(node)).flat_map(|alternative| match class.alternatives[alternative].usages.as_slice() {
            [] => vec![Binding { alternative, instances: vec![] }],
            [usage] => (0..machine.units[usage.unit].count as usize)
                .map(|instance| Binding { alternative, instances: vec![instance] })
                .collect(),
            _ => unreachable!("the test's machine has one usage a way"),
        });
        let one: Vec<Binding> = one.collect();
        let with = |all: &Vec<Binding>| {
            let all = all.clone();
            one.iter().map(move |binding| all.iter().chain([binding]).cloned().collect()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn recurrences_are_bounded_exactly(plan in plan()) {
        let graph = graph(&plan);
        prop_assert_eq!(mii::rec_mii(&graph), Ok(rec_mii_by_matrix(&graph)));
    }

    #[test]
    fn every_graph_has_a_schedule(plan in plan()) {
        let (graph, machine) = (graph(&plan), machine());
        let list = schedule(&graph, &machine, Mode::List).unwrap();
        let swing = schedule(&graph, &machine, Mode::Swing).unwrap();
        prop_assert!(swing.mii <= swing.ii && swing.ii <= list.ii, "{} {} {}", swing.mii, swing.ii, list.ii);
        prop_assert_eq!(swing.start.iter().min(), Some(&0));
        if let Ok(textbook) = schedule(&graph, &machine, Mode::Textbook) {
            prop_assert!(textbook.ii >= swing.mii);
        }
    }

    #[test]
    fn what_is_possible_is_decided_as_by_trying_all(plan in small_plan(), ii in 1i64..5) {
        let (graph, machine) = (graph(&plan), machine());
        if mii::mii(&graph, &machine).unwrap() > ii {
            return Ok(());
        }
        match decide(&graph, &machine, ii, 1_000_000, &Budget::unlimited()) {
            Verdict::Possible(found) => {
                prop_assert_eq!(check(&graph, &machine, ii, &found.start, &found.bindings), Ok(()));
            }
            Verdict::Impossible => prop_assert_eq!(fewest_live_by_trying_all(&graph, &machine, ii), None),
            Verdict::Unknown => prop_assert!(false),
        }
    }

    #[test]
    fn the_fewest_live_registers_are_as_by_trying_all(plan in small_plan()) {
        let (graph, machine) = (graph(&plan), machine());
        let swing = schedule(&graph, &machine, Mode::Swing).unwrap();
        prop_assume!(swing.ii <= 4);
        let known = Placement { ii: swing.ii, start: swing.start, bindings: swing.bindings };
        let found = optimum(&graph, &machine, known, &Budget::new(MAX_STEPS, "")).unwrap();
        prop_assert!(found.ii_is_proved && found.live_is_proved(&graph));
        let ii = found.placement.ii;
        prop_assert_eq!(fewest_live_by_trying_all(&graph, &machine, ii), Some(found.least_live));
    }

    #[test]
    fn the_check_finds_what_comes_too_early(plan in plan(), which in 0usize..24) {
        let (graph, machine) = (graph(&plan), machine());
        let found = schedule(&graph, &machine, Mode::Swing).unwrap();
        let others: Vec<&Edge> = graph.edges().iter().filter(|edge| edge.from != edge.to).collect();
        prop_assume!(!others.is_empty());
        let edge = others[which % others.len()];
        let mut start = found.start.clone();
        start[edge.to] = start[edge.from] + edge.latency - found.ii * i64::from(edge.distance) - 1;
        let fault = check(&graph, &machine, found.ii, &start, &found.bindings);
        prop_assert!(matches!(fault, Err(Fault::Dependence(_))), "{:?}", fault);
    }

    #[test]
    fn the_check_finds_clashes(n in 3usize..8) {
        let machine = machine();
        let mut graph = Graph::new();
        (0..n).for_each(|index| _ = graph.add_node(format!("n{index}"), 0));
        let found = schedule(&graph, &machine, Mode::Swing).unwrap();
        let start = vec![0; n];
        let fault = check(&graph, &machine, found.ii, &start, &found.bindings);
        prop_assert!(matches!(fault, Err(Fault::Clash(..))), "{:?}", fault);
    }
}

#[test]
fn waiting_for_oneself_is_an_error() {
    let (mut graph, machine) = (Graph::new(), machine());
    let (a, b) = (graph.add_node("a", 0), graph.add_node("b", 0));
    graph.add_flow(a, b, 1, 0);
    graph.add_flow(b, a, 1, 0);
    let error = schedule(&graph, &machine, Mode::Swing).unwrap_err();
    assert_eq!(error.to_string(), "operation 'a' waits for itself within one iteration");
}

#[test]
fn an_operation_without_a_unit_is_an_error() {
    let mut machine = Machine::new("bare");
    let unit = machine.add_unit("none", 0);
    let class = machine.add_class("wish", Some((unit, 1)));
    let mut graph = Graph::new();
    graph.add_node("a", class);
    let error = schedule(&graph, &machine, Mode::Swing).unwrap_err();
    assert_eq!(error.to_string(), "the machine has no unit for operation 'a'");
}
