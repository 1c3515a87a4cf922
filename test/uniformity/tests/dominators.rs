//! The dominators that the verifier asks, of blocks of a body, are those of the graph of these blocks.
//!
//! The two are found by different algorithms, and so check each other: `ir/core` iterates over the blocks of every body that
//! is verified, `ir/analysis` evaluates paths in graphs, of which post-dominators need one that is turned round.

use std::fmt::Write;

use rmlir_analysis::cfg::{Cfg, DominatorTree, Node, RegionCfg};
use rmlir_top::Registry;
use rmlir_top::core::dominance::Dominance;
use rmlir_top::core::{Body, Context, OpRef};
use rmlir_top::text::parse::parse_verified;
use rmlir_uniformity_compare::graphs::{GraphShape, random_graph};
use rmlir_uniformity_compare::numbers::Numbers;

fn text(graph: &[Vec<Node>]) -> String {
    let mut out = String::from("func.func @f(%c: i1, %i: i32) {\n");
    for (block, successors) in graph.iter().enumerate() {
        if block > 0 {
            _ = writeln!(out, "^bb{block}:");
        }
        _ = match successors[..] {
            [] => writeln!(out, "  return"),
            [to] => writeln!(out, "  cf.br ^bb{to}"),
            [first, second] => writeln!(out, "  cf.cond_br %c, ^bb{first}, ^bb{second}"),
            [first, ref others @ ..] => {
                let cases = others.iter().zip(0..).map(|(to, case)| format!(", {case}: ^bb{to}"));
                writeln!(out, "  cf.switch %i : i32, [default: ^bb{first}{}]", cases.collect::<String>())
            }
        };
    }
    out.push_str("}\n");
    out
}

/// The body of the function, which is isolated.
fn function<'a, 'c>(module: &'a Body<'c>) -> &'a Body<'c> {
    let op = OpRef::root(module).region(0).entry().and_then(|block| block.ops().next()).expect("a function");
    op.resolve().body
}

#[test]
fn both_kinds_agree() {
    let cx = Context::new(Registry::everything().dialects);
    for seed in 0..200 {
        let mut numbers = Numbers::new(seed);
        let shape = GraphShape::draw(&mut numbers, 24);
        let mut graph = random_graph(&mut numbers, shape);
        // A block that nothing leads to.
        graph.push(vec![graph.len() as Node - 1]);
        let module = parse_verified(&cx, "f.mlir", &text(&graph)).expect("the text is right");
        let body = function(&module);
        let region = OpRef::root(body).region(0).id;
        let found = RegionCfg::new(body, region).expect("the function has blocks");
        let (tree, dominance) = (DominatorTree::new(&Cfg::new(&graph)), Dominance::new(body));
        for a in found.cfg.blocks() {
            let [block, parent] = [Some(a), tree.parent(a)].map(|it| it.map(|it| found.blocks[it as usize]));
            let block = block.expect("a block is one");
            assert_eq!(dominance.trees().immediate_dominator(block), parent, "of {a} in {graph:?}");
            for b in found.cfg.blocks() {
                let other = found.blocks[b as usize];
                assert_eq!(dominance.dominates_block(block, other), tree.dominates(a, b), "{a} and {b} in {graph:?}");
            }
        }
    }
}
