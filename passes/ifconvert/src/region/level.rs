//! A region, or a cycle of it, as an acyclic graph (a level).
//!
//! Inner cycles are single nodes with numbered exits. In the level of a cycle the back edges to the header lead to a
//! separate node, [`NodeKind::Back`], whose predicate is the condition to continue; likewise the exit edges, with one
//! node for each target. A cycle with several entries starts at a node that selects one by an integer, the *selector*:
//! irreducible cycles are first entered at any entry and later at the header. All levels of the cycle hierarchy are
//! acyclic, since every closed path passes a header.
//!
//! Values are forwarded along edges as *moves* into variables. Critical edges with moves are split by a node.

use rmlir::analysis::cfg::{Cfg, CycleId, Cycles, DominatorTree, Node, RegionCfg};
use rmlir::prelude::*;
use rmlir_affine as affine;
use rmlir_cf::{BrOp, CondBrOp, SwitchOp};
use rmlir_memref as memref;
use rmlir_tensor as tensor;
use rustc_hash::FxHashMap;

use crate::region::excluded::Excluded;

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// The entry of a cycle, chosen by the selector.
    Start,
    /// A block.
    Block(BlockId),
    /// An inner cycle.
    Cycle(CycleId),
    /// An edge with moves.
    Edge,
    /// The back edge to the header.
    Back,
    /// The exit of this index of the cycle.
    Exit(u32),
    /// The end of the region.
    Stop,
}

/// The destination of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variable {
    /// An argument of a block.
    Argument(Value),
    /// A result of the region, by its index.
    Result(u32),
    /// The index of the entry by which a cycle is entered.
    Selector(CycleId),
}

/// The source of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A value of the region.
    Value(Value),
    /// The value that an inner cycle assigned to a variable before its exit.
    OfCycle(CycleId, Variable),
    /// An integer.
    Number(u32),
}

/// A value that is forwarded along an edge.
pub type Move = (Variable, Source);

/// The reason why a region is not converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Declined {
    /// A block ends with a branch that is not of `cf`.
    UnknownBranch(OpId),
    /// Its blocks have different terminators without successors.
    DifferentEnds(OpId),
    /// It has no exit.
    Endless,
    /// Its cycles are nested too deeply.
    TooDeep,
    /// A dimension or symbol of an affine operation would not be valid any more.
    Affine(OpId),
    /// The guarded code is slower by the estimate.
    Costs {
        /// Cycles with branches.
        branching: u64,
        /// Cycles with guards.
        guarded: u64,
    },
    /// A block is not in a hyperblock.
    Excluded(Excluded),
    /// There is no block with this index.
    NoBlock(u32),
    /// A part has this many entries.
    Entries(usize),
    /// Some blocks of a part are unreachable from its entry.
    Unreached,
}

impl std::fmt::Display for Declined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::UnknownBranch(_) => "a branch is not one of cf.br, cf.cond_br and cf.switch",
            Self::DifferentEnds(_) => "the region ends in different ways",
            Self::Endless => "the region never ends",
            Self::TooDeep => "cycles nest too deep",
            Self::Affine(_) => {
                "an affine operation uses a dimension or symbol of a block that becomes guarded, where it is not valid"
            }
            Self::Excluded(why) => return write!(f, "{why}"),
            Self::NoBlock(number) => return write!(f, "there is no block number {number}"),
            Self::Entries(n) => return write!(f, "the blocks are entered at {n} of them, and have to be at one"),
            Self::Unreached => "some of the blocks are not reached from their entry",
            Self::Costs { branching, guarded } => {
                return write!(f, "it takes about {branching} cycles with branches and {guarded} with guards");
            }
        })
    }
}

/// The maximum nesting depth of cycles, since code generation is recursive.
const MAX_DEPTH: u32 = 100;

/// A region whose blocks can be merged into one.
#[derive(Debug)]
pub struct Shape {
    /// Its control flow graph.
    pub region: RegionCfg,
    /// Its cycle hierarchy.
    pub cycles: Cycles,
    /// The terminators without successors.
    pub ends: Vec<OpId>,
}

impl Shape {
    /// The shape of a region with at least one block.
    pub fn new(body: &Body, region: RegionId) -> Result<Self, Declined> {
        let region = RegionCfg::new(body, region).ok_or(Declined::Endless)?;
        let cycles = Cycles::new(&region.cfg, Default::default());
        if cycles.ids().any(|id| cycles[id].depth > MAX_DEPTH) {
            return Err(Declined::TooDeep);
        }
        let walk = rmlir::analysis::cfg::DepthFirst::new(&region.cfg, 0, Default::default());
        let mut ends = Vec::new();
        for node in region.cfg.blocks().filter(|&node| walk.is_reached(node)) {
            let last = body.last_op(region.blocks[node as usize]).ok_or(Declined::Endless)?;
            let is_branch = [BrOp::DEF.name, CondBrOp::DEF.name, SwitchOp::DEF.name];
            match OpRef::new(body, last) {
                op if op.successors().len() == 0 => ends.push(last),
                op if is_branch.contains(&op.name_str()) => {}
                _ => return Err(Declined::UnknownBranch(last)),
            }
        }
        let first = *ends.first().ok_or(Declined::Endless)?;
        let is_alike = |&end: &OpId| {
            let (a, b) = (OpRef::new(body, first), OpRef::new(body, end));
            let types = |op: OpRef| op.operands().map(ValueRef::ty).collect::<Vec<_>>();
            a.name() == b.name() && a.props() == b.props() && types(a) == types(b) && b.n_results() + b.n_regions() == 0
        };
        match ends.iter().find(|end| !is_alike(end)) {
            Some(&end) => Err(Declined::DifferentEnds(end)),
            None => Ok(Self { region, cycles, ends }),
        }
    }

    /// Declines a region with an affine operation that uses as dimension or symbol what is valid only at the top level of its
    /// function, and does not stay there: what a block computes that does not run always, or is in a cycle.
    pub fn check_affine(&self, body: &Body) -> Result<(), Declined> {
        let post = DominatorTree::post(&self.region.cfg);
        let mut stays = vec![false; self.region.cfg.n_blocks()];
        let mut at = Some(0);
        while let Some(node) = at.filter(|&node| (node as usize) < stays.len()) {
            stays[node as usize] = self.cycles.innermost(node).is_none();
            at = post.parent(node);
        }
        let moves = |value: Value| {
            let node = body.value_block(value).and_then(|block| self.region.number(block));
            node.is_some_and(|node| !stays[node as usize])
        };
        let is_valid_anywhere = |value: Value| {
            body.defining_op(value).map(|op| OpRef::new(body, op)).is_some_and(|op| match op.name_str() {
                affine::ApplyOp::NAME | affine::DelinearizeIndexOp::NAME | affine::LinearizeIndexOp::NAME => true,
                memref::DimOp::NAME | tensor::DimOp::NAME => !moves(op.operand(0).id),
                _ => op.has(TraitSet::CONSTANT_LIKE),
            })
        };
        let mut found = None;
        let mut check = |op: OpId| {
            let is_affine = OpRef::new(body, op).name_str().starts_with("affine.");
            if is_affine
                && body.operands(op).any(|value| body.ty(value).is_index() && moves(value) && !is_valid_anywhere(value))
            {
                found = found.or(Some(op));
            }
        };
        for op in self.region.blocks.iter().flat_map(|&block| body.ops(block)) {
            body.walk_preorder(op, &mut check);
        }
        found.map_or(Ok(()), |op| Err(Declined::Affine(op)))
    }

    /// The block with index `node`.
    pub fn block(&self, node: Node) -> BlockId {
        self.region.blocks[node as usize]
    }
}

/// See the module.
#[derive(Debug)]
pub struct Level {
    /// The kind of each node.
    pub kinds: Vec<NodeKind>,
    /// The edges; node 0 is the start.
    pub cfg: Cfg,
    /// By node: the moves at its end.
    pub moves: Vec<Vec<Move>>,
    /// The back edge, if there is one.
    pub back: Option<Node>,
    /// The exits, in the order of the cycle's exits.
    pub exits: Vec<Node>,
}

/// A level under construction.
struct Maker<'a> {
    body: &'a Body<'a>,
    shape: &'a Shape,
    cycle: Option<CycleId>,
    kinds: Vec<NodeKind>,
    numbers: FxHashMap<NodeKind, Node>,
    /// By node: the targets with the moves on the edges.
    edges: Vec<Vec<(Node, Vec<Move>)>>,
    waiting: Vec<Node>,
}

impl Level {
    /// The level of a cycle, or of the whole region.
    pub fn new(body: &Body, shape: &Shape, cycle: Option<CycleId>) -> Self {
        let mut maker = Maker {
            body,
            shape,
            cycle,
            kinds: Vec::new(),
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            waiting: Vec::new(),
        };
        maker.start();
        while let Some(node) = maker.waiting.pop() {
            maker.leave(node);
        }
        maker.finish()
    }
}

impl Maker<'_> {
    fn node(&mut self, kind: NodeKind) -> Node {
        let next = self.kinds.len() as Node;
        let number = *self.numbers.entry(kind).or_insert(next);
        if number == next {
            self.kinds.push(kind);
            self.edges.push(Vec::new());
            self.waiting.push(number);
        }
        number
    }

    fn start(&mut self) {
        let entries = match self.cycle {
            None => vec![0],
            Some(cycle) => self.shape.cycles[cycle].entries.clone(),
        };
        if let [entry] = entries[..] {
            self.node(NodeKind::Block(self.shape.block(entry)));
            return;
        }
        let start = self.node(NodeKind::Start);
        self.edges[start as usize] = entries.iter().map(|&entry| self.inside(entry)).collect();
    }

    /// The target node of an edge to `block`, which is in the cycle, and the move that selects the entry.
    fn inside(&mut self, block: Node) -> (Node, Vec<Move>) {
        let cycles = &self.shape.cycles;
        let inner = cycles.around(block).take_while(|&id| Some(id) != self.cycle).last();
        let Some(inner) = inner else { return (self.node(NodeKind::Block(self.shape.block(block))), Vec::new()) };
        let entries = &cycles[inner].entries;
        let entry = entries.iter().position(|&entry| entry == block).expect("cycles are entered at their entries");
        let selector = (Variable::Selector(inner), Source::Number(entry as u32));
        let moves = if entries.len() > 1 { vec![selector] } else { Vec::new() };
        (self.node(NodeKind::Cycle(inner)), moves)
    }

    /// The target node of an edge to `block`.
    fn target(&mut self, block: Node) -> (Node, Vec<Move>) {
        let cycles = &self.shape.cycles;
        match self.cycle {
            Some(cycle) if cycles[cycle].header() == block => (self.node(NodeKind::Back), Vec::new()),
            Some(cycle) if !cycles.contains(cycle, block) => {
                let exit = cycles[cycle].exits.iter().position(|&exit| exit == block);
                let exit = exit.expect("edges that leave a cycle lead to its exits");
                (self.node(NodeKind::Exit(exit as u32)), Vec::new())
            }
            _ => self.inside(block),
        }
    }

    /// Adds the outgoing edges of a node.
    fn leave(&mut self, node: Node) {
        let edges = match self.kinds[node as usize] {
            NodeKind::Block(block) => self.leave_block(block),
            NodeKind::Cycle(inner) => self.leave_cycle(inner),
            _ => return,
        };
        self.edges[node as usize] = edges;
    }

    fn leave_block(&mut self, block: BlockId) -> Vec<(Node, Vec<Move>)> {
        let last = OpRef::new(self.body, self.body.last_op(block).expect("blocks end with a branch"));
        let Some(branch) = last.interface::<dyn BranchOp>() else {
            let moves = last.operands().zip(0..).map(|(value, at)| (Variable::Result(at), Source::Value(value.id)));
            let moves = moves.collect();
            return vec![(self.node(NodeKind::Stop), moves)];
        };
        let mut edges = Vec::new();
        for (index, to) in last.successors().enumerate() {
            let number = self.shape.region.number(to.id).expect("branches stay in their region");
            let (target, mut moves) = self.target(number);
            let passed = branch.successor_operands(last, index).forwarded;
            let passed = to.args().zip(passed.map(|at| last.operand(at)));
            moves.extend(passed.map(|(arg, value)| (Variable::Argument(arg.id), Source::Value(value.id))));
            edges.push((target, moves));
        }
        edges
    }

    fn leave_cycle(&mut self, inner: CycleId) -> Vec<(Node, Vec<Move>)> {
        let mut edges = Vec::new();
        for &exit in &self.shape.cycles[inner].exits {
            let (target, mut moves) = self.target(exit);
            for arg in self.body.args(self.shape.block(exit)) {
                let variable = Variable::Argument(*arg);
                moves.push((variable, Source::OfCycle(inner, variable)));
            }
            edges.push((target, moves));
        }
        edges
    }

    fn finish(mut self) -> Level {
        let mut n_before = vec![0u32; self.kinds.len()];
        self.edges.iter().flatten().for_each(|(to, _)| n_before[*to as usize] += 1);
        let mut moves: Vec<Vec<Move>> = vec![Vec::new(); self.kinds.len()];
        let mut successors: Vec<Vec<Node>> = Vec::new();
        let mut split = Vec::new();
        for (from, edges) in std::mem::take(&mut self.edges).into_iter().enumerate() {
            let is_only = edges.len() == 1;
            let mut targets = Vec::with_capacity(edges.len());
            for (to, passed) in edges {
                if passed.is_empty() || is_only || n_before[to as usize] == 1 {
                    moves[from].extend(passed);
                    targets.push(to);
                } else {
                    targets.push((self.kinds.len() + split.len()) as Node);
                    split.push((to, passed));
                }
            }
            successors.push(targets);
        }
        for (to, passed) in split {
            self.kinds.push(NodeKind::Edge);
            successors.push(vec![to]);
            moves.push(passed);
        }
        let n_exits = self.cycle.map_or(0, |cycle| self.shape.cycles[cycle].exits.len()) as u32;
        let exits = (0..n_exits).map(|exit| self.numbers[&NodeKind::Exit(exit)]).collect();
        let back = self.numbers.get(&NodeKind::Back).copied();
        Level { kinds: self.kinds, cfg: Cfg::new(&successors), moves, back, exits }
    }
}
