//! The control-flow graph of a function with a unique end.
//!
//! The blocks of the function are the first nodes, in the order of the region; one additional node is the *end*, the
//! successor of every return, with the results as arguments. Conditions and successor operands of edges are read from
//! the terminators here, so that no other module depends on specific terminators.

use rmlir::analysis::cfg::{Cfg, DominatorTree, Node, RegionCfg};
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_cf::{BrOp, CondBrOp, SwitchOp};
use rmlir_func::ReturnOp;

use crate::analysis::table::Table;
use crate::declined::Declined;

/// The condition under which an edge is taken.
#[derive(Clone, Debug)]
pub enum Condition {
    /// Always.
    Always,
    /// Taken if the bit has this value.
    Bit(Value, bool),
    /// Taken if the flag equals this case, and none of the previous cases.
    Case(Value, ApInt),
    /// Taken if the flag equals none of the cases.
    Default(Value),
}

/// An edge of the graph.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The target node.
    pub to: Node,
    /// The condition under which it is taken.
    pub condition: Condition,
    /// The successor operands.
    pub passed: Vec<Value>,
}

/// The graph of a function.
pub struct Graph<'a> {
    /// The body with the function as its root.
    pub body: &'a Body<'a>,
    /// Its blocks.
    pub region: RegionCfg,
    /// The graph, including the end node.
    pub cfg: Cfg,
    /// The end node, which is the last one.
    pub end: Node,
    /// By node: its outgoing edges; those of a switch with the default first.
    pub edges: Vec<Vec<Edge>>,
    /// By node: its incoming edges, by their source and index there.
    pub incoming: Vec<Vec<(Node, usize)>>,
    /// The dominator tree, rooted at the entry.
    pub dominators: DominatorTree,
    constants: Table<Attr>,
}

impl<'a> Graph<'a> {
    /// Builds the graph of the function that is the root of `body`.
    pub fn new(body: &'a Body<'a>) -> Result<Self, Declined> {
        let root = body.root();
        let region =
            RegionCfg::new(body, body.region(root, 0)).ok_or_else(|| Declined::at(body, root, "has no body"))?;
        let end = region.blocks.len() as Node;
        let mut edges = Vec::new();
        for &block in &region.blocks {
            let last = body.last_op(block).expect("blocks end with a terminator");
            edges.push(edges_of(body, &region, end, last)?);
        }
        edges.push(Vec::new());
        let lists: Vec<Vec<Node>> = edges.iter().map(|edges| edges.iter().map(|edge| edge.to).collect()).collect();
        let mut incoming = vec![Vec::new(); lists.len()];
        for (from, list) in (0..).zip(&lists) {
            list.iter().enumerate().for_each(|(at, &to)| incoming[to as usize].push((from, at)));
        }
        let cfg = Cfg::new(&lists);
        let dominators = DominatorTree::new(&cfg);
        let mut constants = Table::new(body);
        for op in region.blocks.iter().flat_map(|&block| body.ops(block)) {
            for &value in body.results(op) {
                if let Some(attr) = constant_value(body, value) {
                    constants.insert(value, attr);
                }
            }
        }
        Ok(Self { body, region, cfg, end, edges, incoming, dominators, constants })
    }

    /// The block of a node; `None` for the end.
    pub fn block(&self, node: Node) -> Option<BlockId> {
        self.region.blocks.get(node as usize).copied()
    }

    /// The number of results of the function.
    pub fn n_results(&self) -> usize {
        crate::clauses::signature(OpRef::root(self.body)).1.len()
    }

    /// The operations of a node without its terminator.
    pub fn ops(&self, node: Node) -> impl Iterator<Item = OpId> + use<'a> {
        let body = self.body;
        let ops = self.block(node).map(|block| (body.last_op(block), body.ops(block)));
        ops.into_iter().flat_map(|(last, ops)| ops.filter(move |&op| Some(op) != last))
    }

    /// The node that defines `value`.
    pub fn node_of(&self, value: Value) -> Node {
        let block = self.body.value_block(value).expect("values of a function are made in its blocks");
        self.region.number(block).expect("operations with regions were declined")
    }

    /// The reachable nodes.
    pub fn reachable(&self) -> impl Iterator<Item = Node> + '_ {
        self.cfg.blocks().filter(|&node| self.dominators.is_reachable(node))
    }

    /// The condition value of a node with several outgoing edges.
    pub fn decider(&self, node: Node) -> Option<Value> {
        self.edges[node as usize].iter().find_map(|edge| match edge.condition {
            Condition::Always => None,
            Condition::Bit(value, _) | Condition::Case(value, _) | Condition::Default(value) => Some(value),
        })
    }

    /// The constant that `value` is equal to, if known.
    pub fn constant(&self, value: Value) -> Option<Attr> {
        self.constants.get(value)
    }

    /// The name of a node in printed output.
    pub fn name(&self, node: Node) -> String {
        if node == self.end { "end".into() } else { format!("bb{node}") }
    }
}

fn edges_of(body: &Body, region: &RegionCfg, end: Node, last: OpId) -> Result<Vec<Edge>, Declined> {
    let op = OpRef::new(body, last);
    let number = |block: BlockId| region.number(block).expect("successors are blocks of the region");
    let values = |range: std::ops::Range<usize>| range.map(|at| op.operand(at).id).collect::<Vec<Value>>();
    let targets: Vec<Node> = op.successors().map(|block| number(block.id)).collect();
    if op.is::<ReturnOp>() {
        return Ok(vec![Edge { to: end, condition: Condition::Always, passed: values(0..op.n_operands()) }]);
    }
    if op.is::<BrOp>() {
        return Ok(vec![Edge { to: targets[0], condition: Condition::Always, passed: values(0..op.n_operands()) }]);
    }
    if op.is::<CondBrOp>() {
        let bit = op.get(CondBrOp::condition);
        let edge = |way: usize| Edge {
            to: targets[way],
            condition: Condition::Bit(bit, way == 0),
            passed: values(op.operand_range(1 + way)),
        };
        return Ok(vec![edge(0), edge(1)]);
    }
    if op.is::<SwitchOp>() {
        let flag = op.get(SwitchOp::flag);
        let mut edges =
            vec![Edge { to: targets[0], condition: Condition::Default(flag), passed: values(op.operand_range(1)) }];
        for (case, number) in SwitchOp::case_list(op).into_iter().enumerate() {
            let passed = values(SwitchOp::case_range(op, case));
            edges.push(Edge { to: targets[case + 1], condition: Condition::Case(flag, number), passed });
        }
        if edges.len() == 1 {
            edges[0].condition = Condition::Always;
        }
        return Ok(edges);
    }
    Err(Declined::at(body, last, "ends a block and is no branch of 'cf'; structured control flow is lowered first"))
}
