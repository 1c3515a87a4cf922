//! The two examples of the paper, reconstructed: the edges of its figures are not in the available text, so these are
//! the graphs that agree with every number of the text.

use rmlir_modulo::exact::optimum;
use rmlir_modulo::order::forward::{Forward, Times};
use rmlir_modulo::order::sets::sets;
use rmlir_modulo::order::swing::{Start, Ties, order};
use rmlir_modulo::place::swing::Placement;
use rmlir_modulo::registers::lifetimes::live;
use rmlir_modulo::schedule::MAX_STEPS;
use rmlir_modulo::{Budget, Graph, Machine, Mode, mii, schedule};

/// Figure 2: 12 operations without a recurrence, on two load/store units, an adder and a multiplier.
fn figure_2() -> (Graph, Machine) {
    let mut machine = Machine::new("toy-fig2");
    let [memory, adder, multiplier] =
        [("load/store", 2), ("adder", 1), ("multiplier", 1)].map(|(name, count)| machine.add_unit(name, count));
    let [l, a, m] =
        [("L", memory), ("A", adder), ("M", multiplier)].map(|(name, unit)| machine.add_class(name, Some((unit, 1))));
    let mut graph = Graph::new();
    for (index, class) in [l, l, a, m, a, m, l, m, l, a, m, l].into_iter().enumerate() {
        graph.add_node(format!("n{}", index + 1), class);
    }
    let edges =
        [(1, 3), (1, 4), (3, 4), (4, 7), (1, 5), (1, 6), (5, 8), (2, 8), (8, 10), (9, 10), (10, 11), (6, 11), (11, 12)];
    edges.into_iter().for_each(|(from, to)| graph.add_flow(from - 1, to - 1, 2, 0));
    (graph, machine)
}

/// Figure 8: 13 operations and two recurrences, on four general units.
fn figure_8() -> (Graph, Machine) {
    let mut machine = Machine::new("gp4");
    let unit = machine.add_unit("general", 4);
    let class = machine.add_class("any", Some((unit, 1)));
    let mut graph = Graph::new();
    ('A'..='M').for_each(|name| _ = graph.add_node(name, class));
    let edges = ["AC", "AD", "CF", "DF", "FA1", "GJ", "JM", "MG2", "CG", "FI", "IM", "BE", "EH", "HM", "EK", "HL"];
    for edge in edges {
        let bytes = edge.as_bytes();
        let node = |at: usize| usize::from(bytes[at] - b'A');
        graph.add_flow(node(0), node(1), 2, bytes.get(2).map_or(0, |digit| u32::from(digit - b'0')));
    }
    (graph, machine)
}

fn names(graph: &Graph, nodes: &[usize]) -> String {
    nodes.iter().map(|&node| graph.node(node).name.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn figure_2_has_the_paper_s_times_and_order() {
    let (graph, machine) = figure_2();
    assert_eq!(mii::mii(&graph, &machine), Ok(4));
    let forward = Forward::of(&graph).unwrap();
    let times = Times::of(&forward, 4);
    assert_eq!(times.asap, [0, 0, 2, 4, 2, 2, 6, 4, 0, 6, 8, 10]);
    assert_eq!(times.depth, times.asap);
    assert_eq!(times.alap, [0, 2, 6, 8, 2, 6, 10, 4, 4, 6, 8, 10]);
    assert_eq!(times.height, [10, 8, 4, 2, 8, 4, 0, 6, 6, 4, 2, 0]);
    let order = order(&forward, &times, &sets(&forward), Start::BottomUp, &Ties::default());
    assert_eq!(names(&graph, &order), "n12 n11 n10 n8 n5 n6 n1 n2 n9 n3 n4 n7");
}

#[test]
fn figure_2_is_scheduled_as_in_the_paper() {
    let (graph, machine) = figure_2();
    let found = schedule(&graph, &machine, Mode::Textbook).unwrap();
    // The paper's cycles start at -1.
    assert_eq!(found.start, [-1, 1, 3, 5, 1, 6, 7, 3, 4, 6, 8, 10].map(|time| time + 1));
    assert_eq!((found.ii, found.max_live, found.stages, found.kernel_copies), (4, 8, 3, 2));
    let mut rows = live(&graph, &found.start, 4);
    rows.sort_unstable();
    assert_eq!(rows, [6, 6, 6, 8]);
}

#[test]
fn figure_2_top_down_needs_eleven_registers() {
    let (graph, machine) = figure_2();
    let found = schedule(&graph, &machine, Mode::TopDown).unwrap();
    assert_eq!(found.start, [0, 0, 3, 5, 2, 2, 7, 4, 1, 8, 11, 13]);
    assert_eq!((found.ii, found.max_live, found.stages, found.kernel_copies), (4, 11, 4, 3));
}

#[test]
fn figure_2_with_hypernodes_needs_nine_registers() {
    let (graph, machine) = figure_2();
    let found = schedule(&graph, &machine, Mode::Hrms).unwrap();
    assert_eq!(found.start, [0, 3, 2, 4, 3, 2, 6, 5, 6, 8, 11, 13]);
    assert_eq!((found.ii, found.max_live, found.stages, found.kernel_copies), (4, 9, 4, 3));
}

#[test]
fn figure_2_has_the_proved_optima() {
    let (graph, machine) = figure_2();
    let known = schedule(&graph, &machine, Mode::List).unwrap();
    let known = Placement { ii: known.ii, start: known.start, bindings: known.bindings };
    let found = optimum(&graph, &machine, known, &Budget::new(MAX_STEPS, "")).unwrap();
    assert_eq!((found.placement.ii, found.ii_is_proved, found.least_live), (4, true, 7));
    assert!(found.live_is_proved(&graph));
}

#[test]
fn figure_2_is_no_worse_with_the_swing_mode() {
    let (graph, machine) = figure_2();
    let found = schedule(&graph, &machine, Mode::Swing).unwrap();
    // 7 is the proved optimum.
    assert_eq!(found.ii, 4);
    assert!(found.max_live <= 8, "{}", found.max_live);
}

#[test]
fn figure_8_has_the_paper_s_sets_and_order() {
    let (graph, machine) = figure_8();
    assert_eq!((mii::res_mii(&graph, &machine), mii::rec_mii(&graph)), (Ok(4), Ok(6)));
    let forward = Forward::of(&graph).unwrap();
    let found: Vec<String> = sets(&forward).iter().map(|set| names(&graph, set)).collect();
    assert_eq!(found, ["A C D F", "G I J M", "B E H K L"]);
    let times = Times::of(&forward, 6);
    let order = order(&forward, &times, &sets(&forward), Start::BottomUp, &Ties::default());
    assert_eq!(names(&graph, &order), "F C D A G I J M H E B L K");
}

#[test]
fn figure_8_is_scheduled_at_its_bound() {
    let (graph, machine) = figure_8();
    let found = schedule(&graph, &machine, Mode::Textbook).unwrap();
    assert_eq!(found.start, [0, 2, 2, 2, 4, 4, 4, 6, 6, 6, 7, 9, 8]);
    assert_eq!((found.ii, found.max_live, found.stages, found.kernel_copies), (6, 6, 2, 2));
}
