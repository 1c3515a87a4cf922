//! A function as a graph with one end.
//!
//! The blocks of the function are the first nodes, in the order of the region; one more is the *end*, which every return
//! leads to with the results as arguments. What an edge decides on and passes is read off the terminators here, so that
//! nobody else has to know them.

use rmlir::analysis::cfg::{Cfg, DominatorTree, Node, RegionCfg};
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_cf::{BrOp, CondBrOp, SwitchOp};
use rmlir_func::ReturnOp;

use crate::declined::Declined;
use crate::table::Table;

/// On what an edge is taken.
#[derive(Clone, Debug)]
pub enum Condition {
    /// Always.
    Always,
    /// If the bit is so.
    Bit(Value, bool),
    /// If the number is this one, and none of the cases before.
    Case(Value, ApInt),
    /// If the number is none of the cases.
    Default(Value),
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it leads.
    pub to: Node,
    /// When it is taken.
    pub condition: Condition,
    /// The arguments of its target.
    pub passed: Vec<Value>,
}

/// A function.
pub struct Graph<'a> {
    /// The body with the function as its root.
    pub body: &'a Body<'a>,
    /// Its blocks.
    pub region: RegionCfg,
    /// The graph with the end.
    pub cfg: Cfg,
    /// The end: the last node.
    pub end: Node,
    /// By node: its edges; those of a switch with the default first.
    pub edges: Vec<Vec<Edge>>,
    /// By node: the edges that lead to it, by where they come from and their number there.
    pub incoming: Vec<Vec<(Node, usize)>>,
    /// Dominators from the entry.
    pub dominators: DominatorTree,
    constants: Table<Attr>,
}

impl<'a> Graph<'a> {
    /// Of the function that `body` holds.
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

    /// The block that a node is; the end is none.
    pub fn block(&self, node: Node) -> Option<BlockId> {
        self.region.blocks.get(node as usize).copied()
    }

    /// How many results the function has.
    pub fn n_results(&self) -> usize {
        crate::clauses::signature(OpRef::root(self.body)).1.len()
    }

    /// The operations of a node without its terminator.
    pub fn ops(&self, node: Node) -> impl Iterator<Item = OpId> + use<'a> {
        let body = self.body;
        let ops = self.block(node).map(|block| (body.last_op(block), body.ops(block)));
        ops.into_iter().flat_map(|(last, ops)| ops.filter(move |&op| Some(op) != last))
    }

    /// The node that makes `value`.
    pub fn node_of(&self, value: Value) -> Node {
        let block = self.body.value_block(value).expect("values of a function are made in its blocks");
        self.region.number(block).expect("operations with regions were declined")
    }

    /// The nodes that control may come to.
    pub fn reachable(&self) -> impl Iterator<Item = Node> + '_ {
        self.cfg.blocks().filter(|&node| self.dominators.is_reachable(node))
    }

    /// What a node decides on, if it has several edges.
    pub fn decider(&self, node: Node) -> Option<Value> {
        self.edges[node as usize].iter().find_map(|edge| match edge.condition {
            Condition::Always => None,
            Condition::Bit(value, _) | Condition::Case(value, _) | Condition::Default(value) => Some(value),
        })
    }

    /// The number that `value` always is.
    pub fn constant(&self, value: Value) -> Option<Attr> {
        self.constants.get(value)
    }

    /// How a node is called in what is printed.
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
        let bit = op.operand(0).id;
        let edge = |way: usize| Edge {
            to: targets[way],
            condition: Condition::Bit(bit, way == 0),
            passed: values(op.operand_range(1 + way)),
        };
        return Ok(vec![edge(0), edge(1)]);
    }
    if op.is::<SwitchOp>() {
        let flag = op.operand(0).id;
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
