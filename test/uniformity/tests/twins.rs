//! The graph analyses compared with simple implementations of their definitions, on random graphs.

use rmlir_analysis::cfg::closed_paths::{reachable, reaching};
use rmlir_analysis::cfg::frontiers::dominance_frontiers;
use rmlir_analysis::cfg::liveness::{BlockLiveness, LiveRange};
use rmlir_analysis::cfg::{Cfg, ClosedPaths, ControlDependence, Cycles, DfsOrder, DominatorTree, Node};
use rmlir_uniformity_compare::graphs::{GraphShape, random_graph};
use rmlir_uniformity_compare::numbers::Numbers;

const N_GRAPHS: u64 = 300;

/// Random graphs, each with a few additional unreachable blocks.
fn for_each_graph(mut check: impl FnMut(&Cfg, &mut Numbers)) {
    for seed in 0..N_GRAPHS {
        let mut numbers = Numbers::new(seed);
        let shape = GraphShape::draw(&mut numbers, 24);
        let mut lists = random_graph(&mut numbers, shape);
        for _ in 0..numbers.below(3) {
            lists.push(vec![1 + numbers.below(lists.len()) as Node]);
        }
        check(&Cfg::new(&lists), &mut numbers);
    }
}

/// By block: whether it is reachable from `from` without passing `barrier`.
fn reached(cfg: &Cfg, from: Node, barrier: Option<Node>) -> Vec<bool> {
    let mut found = vec![false; cfg.n_blocks()];
    let mut waiting = vec![from];
    while let Some(block) = waiting.pop() {
        if Some(block) != barrier && !std::mem::replace(&mut found[block as usize], true) {
            waiting.extend(cfg.successors(block));
        }
    }
    found
}

/// Whether `a` dominates `b`: without `a`, `b` is unreachable.
fn dominates(cfg: &Cfg, a: Node, b: Node) -> bool {
    let is_reachable = reached(cfg, 0, None)[b as usize];
    !is_reachable || a == b || !reached(cfg, 0, Some(a))[b as usize]
}

/// Whether `a` post-dominates `b`, where all blocks reach an exit: without `a`, no exit is reachable from `b`.
fn post_dominates(cfg: &Cfg, a: Node, b: Node) -> bool {
    let without = reached(cfg, b, Some(a));
    a == b || !cfg.blocks().any(|exit| without[exit as usize] && cfg.successors(exit).is_empty())
}

fn all_lead_to_exits(cfg: &Cfg) -> bool {
    cfg.blocks().all(|block| {
        let found = reached(cfg, block, None);
        cfg.blocks().any(|exit| found[exit as usize] && cfg.successors(exit).is_empty())
    })
}

#[test]
fn dominators_cut_off() {
    for_each_graph(|cfg, _| {
        let tree = DominatorTree::new(cfg);
        for a in cfg.blocks() {
            for b in cfg.blocks() {
                assert_eq!(tree.dominates(a, b), dominates(cfg, a, b), "{a} and {b} in {cfg:?}");
            }
            let above: Vec<Node> = cfg.blocks().filter(|&above| tree.strictly_dominates(above, a)).collect();
            let closest = above.iter().find(|&&it| above.iter().all(|&other| dominates(cfg, other, it)));
            assert!(!tree.is_reachable(a) || tree.parent(a) == closest.copied());
        }
    });
}

#[test]
fn post_dominators_cut_off_exits() {
    let mut n_checked = 0;
    for_each_graph(|cfg, _| {
        if !all_lead_to_exits(cfg) {
            return;
        }
        n_checked += 1;
        let tree = DominatorTree::post(cfg);
        for a in cfg.blocks() {
            for b in cfg.blocks() {
                assert_eq!(tree.dominates(a, b), post_dominates(cfg, a, b), "{a} and {b} in {cfg:?}");
            }
        }
    });
    assert!(n_checked > 20, "{n_checked} graphs were looked at");
}

#[test]
fn every_block_has_a_place_among_post_dominators() {
    for_each_graph(|cfg, _| {
        let tree = DominatorTree::post(cfg);
        assert!(cfg.blocks().all(|block| tree.is_reachable(block)), "{cfg:?}");
    });
}

#[test]
fn frontiers_are_where_dominance_ends() {
    for_each_graph(|cfg, _| {
        let tree = DominatorTree::new(cfg);
        let frontiers = dominance_frontiers(cfg, &tree);
        for a in cfg.blocks().filter(|&a| tree.is_reachable(a)) {
            let is_edge = |b: Node| {
                let mut from = cfg.predecessors(b).iter().filter(|&&from| tree.is_reachable(from));
                from.any(|&from| dominates(cfg, a, from)) && (a == b || !dominates(cfg, a, b))
            };
            let expected: Vec<Node> = cfg.blocks().filter(|&b| tree.is_reachable(b) && is_edge(b)).collect();
            assert_eq!(frontiers[a as usize], expected, "of {a} in {cfg:?}");
        }
    });
}

#[test]
fn control_dependence_follows_the_definition() {
    for_each_graph(|cfg, _| {
        if !all_lead_to_exits(cfg) {
            return;
        }
        let dependence = ControlDependence::new(cfg, &DominatorTree::post(cfg));
        for block in cfg.blocks() {
            for from in cfg.blocks() {
                for (&to, successor) in cfg.successors(from).iter().zip(0..) {
                    let depends =
                        post_dominates(cfg, block, to) && (block == from || !post_dominates(cfg, block, from));
                    let found =
                        dependence.edges(block).iter().any(|edge| (edge.block, edge.successor) == (from, successor));
                    assert_eq!(found, depends, "{block} on {from}#{successor} in {cfg:?}");
                }
            }
        }
    });
}

#[test]
fn components_reach_each_other() {
    for_each_graph(|cfg, _| {
        let paths = ClosedPaths::new(cfg);
        let all: Vec<Vec<bool>> = cfg.blocks().map(|block| reached(cfg, block, None)).collect();
        for a in cfg.blocks() {
            for b in cfg.blocks() {
                let is_mutual = all[a as usize][b as usize] && all[b as usize][a as usize];
                assert_eq!(paths.component(a) == paths.component(b), is_mutual, "{a} and {b} in {cfg:?}");
            }
            let comes_back = cfg.successors(a).iter().any(|&to| all[to as usize][a as usize]);
            assert_eq!(paths.is_on_closed_path(a), comes_back);
            assert_eq!(reachable(cfg, &[a], |_| false), all[a as usize]);
            let leads: Vec<bool> = cfg.blocks().map(|from| all[from as usize][a as usize]).collect();
            assert_eq!(reaching(cfg, &[a], |_| false), leads);
        }
    });
}

/// A closed path passes the header of the smallest cycle around it; so without headers there is no closed path.
#[test]
fn cycles_are_strongly_connected_and_cut_by_headers() {
    for_each_graph(|cfg, numbers| {
        let is_reachable = reached(cfg, 0, None);
        for order in [DfsOrder::LastFirst, DfsOrder::FirstFirst, DfsOrder::Shuffled(numbers.draw())] {
            let cycles = Cycles::new(cfg, order);
            let mut is_header = vec![false; cfg.n_blocks()];
            for id in cycles.ids() {
                let cycle = &cycles[id];
                is_header[cycle.header() as usize] = true;
                let is_inside = |block: Node| cycle.blocks.contains(&block);
                assert!(cycle.blocks.iter().all(|&block| cycles.contains(id, block)));
                for &block in &cycle.blocks {
                    let outside = |from: &&Node| is_reachable[**from as usize] && !is_inside(**from);
                    let is_entered = cfg.predecessors(block).iter().any(|from| outside(&from));
                    assert_eq!(cycle.entries.contains(&block), is_entered || block == cycle.header());
                }
                let own: Vec<Vec<Node>> = cfg
                    .blocks()
                    .map(|block| {
                        cfg.successors(block).iter().copied().filter(|&to| is_inside(block) && is_inside(to)).collect()
                    })
                    .collect();
                let own = ClosedPaths::new(&Cfg::new(&own));
                assert!(cycle.blocks.iter().all(|&block| own.component(block) == own.component(cycle.header())));
                let exits =
                    cfg.blocks().filter(|&to| !is_inside(to) && cfg.predecessors(to).iter().any(|&it| is_inside(it)));
                let mut found = cycle.exits.clone();
                found.sort_unstable();
                assert_eq!(found, exits.collect::<Vec<Node>>());
            }
            let open: Vec<Vec<Node>> = cfg
                .blocks()
                .map(|block| match is_header[block as usize] || !is_reachable[block as usize] {
                    true => Vec::new(),
                    false => cfg.successors(block).to_vec(),
                })
                .collect();
            let open = ClosedPaths::new(&Cfg::new(&open));
            assert!(!cfg.blocks().any(|block| open.is_on_closed_path(block)), "{cfg:?}");
        }
    });
}

/// Hecht and Ullman: a graph is reducible if and only if all its retreating edges lead to dominators.
#[test]
fn reducible_graphs_lead_back_to_dominators_only() {
    let mut n_reducible = 0;
    for_each_graph(|cfg, _| {
        let is_reachable = reached(cfg, 0, None);
        let forward = |from: Node| {
            let to = cfg.successors(from).iter().copied();
            to.filter(|&to| is_reachable[from as usize] && !dominates(cfg, to, from)).collect()
        };
        let forward: Vec<Vec<Node>> = cfg.blocks().map(forward).collect();
        let forward = ClosedPaths::new(&Cfg::new(&forward));
        let is_reducible = !cfg.blocks().any(|block| forward.is_on_closed_path(block));
        n_reducible += u64::from(is_reducible);
        for order in [DfsOrder::LastFirst, DfsOrder::FirstFirst] {
            assert_eq!(Cycles::new(cfg, order).is_reducible(), is_reducible, "{cfg:?}");
        }
    });
    assert!(n_reducible > 100 && n_reducible < N_GRAPHS, "{n_reducible} of {N_GRAPHS} are reducible");
}

/// Live-in: a use is reachable without passing the definition.
#[test]
fn liveness_is_a_path_to_a_use() {
    for_each_graph(|cfg, numbers| {
        let tree = DominatorTree::new(cfg);
        let mut values = Vec::new();
        for _ in 0..6 {
            let definition = numbers.below(cfg.n_blocks()) as Node;
            let below: Vec<Node> =
                cfg.blocks().filter(|&it| tree.is_reachable(it) && tree.dominates(definition, it)).collect();
            if below.is_empty() {
                continue;
            }
            let mut pick = |n| (0..n).map(|_| *numbers.one_of(&below)).collect::<Vec<Node>>();
            values.push(LiveRange { definition, uses: pick(2), passed_at: pick(1) });
        }
        let liveness = BlockLiveness::new(cfg, &values);
        for (value, number) in values.iter().zip(0..) {
            for block in cfg.blocks() {
                let ends = |at: Node| value.uses.contains(&at) || value.passed_at.contains(&at);
                let is_live = |from: Node| {
                    let found = reached(cfg, from, Some(value.definition));
                    cfg.blocks().any(|at| found[at as usize] && ends(at))
                };
                let live_in = liveness.live_in[block as usize].contains(&number);
                assert_eq!(live_in, is_live(block), "value {number} in block {block} of {cfg:?}");
                let live_out = liveness.live_out[block as usize].contains(&number);
                assert_eq!(live_out, cfg.successors(block).iter().any(|&to| is_live(to)), "after {block} of {cfg:?}");
            }
        }
    });
}
