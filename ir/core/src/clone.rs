//! Copying operations, within a body and across bodies.

use rustc_hash::FxHashMap;

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::body::Body;
use crate::builder::OpState;
use crate::rewriter::Rewriter;

/// The mapping from original entities to their copies.
#[derive(Clone, Debug, Default)]
pub struct CloneMap {
    /// Original values to copies. Values without an entry are not remapped (same body only); block arguments that have
    /// an entry initially are omitted from the copy.
    pub values: FxHashMap<Value, Value>,
    /// Original blocks to copies.
    pub blocks: FxHashMap<BlockId, BlockId>,
}

impl CloneMap {
    /// The value that `value` maps to in the copy.
    pub fn value(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// The block that `block` maps to in the copy.
    pub fn block(&self, block: BlockId) -> BlockId {
        self.blocks.get(&block).copied().unwrap_or(block)
    }
}

impl<'c> Body<'c> {
    /// Returns a detached copy of `op` with its regions.
    ///
    /// ```
    /// use rmlir_core::clone::CloneMap;
    /// use rmlir_core::{Body, Context, DialectRegistry, Loc, OpState, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// let mut body = Body::new(&cx, cx.op_name("my.module"), Loc::UNKNOWN, 1);
    /// let region = body.region(body.root(), 0);
    /// let block = body.create_block(&[Type::I32], &[Loc::UNKNOWN]);
    /// body.append_block(region, block);
    /// let x = body.args(block)[0];
    /// let op = body.create_op(OpState::named(&cx, "my.use").operands(&[x]).at(Loc::UNKNOWN));
    /// let copy = body.clone_op(op, &mut CloneMap::default());
    /// assert!(copy != op && body.operand(copy, 0) == x);
    /// ```
    pub fn clone_op(&mut self, op: OpId, map: &mut CloneMap) -> OpId {
        let plan = Plan::of_op(self, op);
        plan.build_op(self, map)
    }

    /// Returns a detached copy of `op` whose regions are empty.
    pub fn clone_op_without_regions(&mut self, op: OpId, map: &mut CloneMap) -> OpId {
        let mut state = state_of(self, op);
        state.n_new_regions = self.regions(op).len();
        map_state(&mut state, map);
        let copy = self.create_op(state);
        map_results(self, op, copy, map);
        copy
    }

    /// Appends copies of the blocks of `from`, a region of `source` (another body), to region `to` of this body. The
    /// region must not use values of `source` that `map` does not contain.
    pub fn clone_region_from(&mut self, source: &Body<'c>, from: RegionId, to: RegionId, map: &mut CloneMap) {
        let plan = RegionPlan::new(source, from);
        plan.build(self, to, map);
    }

    /// As [`Self::clone_region_from`], but the copy of the entry block has no arguments: `args` replace them.
    pub fn clone_region_inlined(
        &mut self,
        source: &Body<'c>,
        from: RegionId,
        to: RegionId,
        args: &[Value],
        map: &mut CloneMap,
    ) {
        let mut plan = RegionPlan::new(source, from);
        let Some(entry) = plan.blocks.first_mut() else { return };
        assert_eq!(entry.args.len(), args.len(), "a region is inlined with one value per argument");
        map.values.extend(std::mem::take(&mut entry.args).into_iter().zip(args.iter().copied()));
        entry.types.clear();
        entry.locs.clear();
        plan.build(self, to, map);
    }

    /// Appends copies of the blocks of `from` to region `to`.
    pub fn clone_region(&mut self, from: RegionId, to: RegionId, map: &mut CloneMap) {
        let plan = RegionPlan::new(self, from);
        plan.build(self, to, map);
    }

    /// A copy of operation `op` of `source`, detached in this body.
    pub fn clone_op_from(&mut self, source: &Body<'c>, op: OpId, map: &mut CloneMap) -> OpId {
        Plan::of_op(source, op).build_op(self, map)
    }

    /// A copy of the whole body.
    pub fn clone_body(&self) -> Box<Body<'c>> {
        self.clone_body_with_map().0
    }

    /// Returns a copy of the whole body with the map of its entities.
    pub fn clone_body_with_map(&self) -> (Box<Body<'c>>, CloneMap) {
        let root = self.root();
        let mut copy = Box::new(Body::new(self.cx(), self.name(root), self.loc(root), 0));
        copy.reserve(&self.table_sizes());
        let new_root = copy.root();
        copy.become_op(self.name(root), self.props(root));
        copy.set_attr_dict(new_root, self.attr_dict(root));
        let mut map = CloneMap::default();
        for &region in self.regions(root) {
            let new = copy.add_region(new_root);
            RegionPlan::new(self, region).build(&mut copy, new, &mut map);
        }
        (copy, map)
    }
}

/// A copy of everything needed to build an operation, detached from its body, so that the same body can be changed
/// while building. The operations are held in one list, outer before inner.
struct Plan<'c> {
    nodes: Vec<OpPlan<'c>>,
}

struct OpPlan<'c> {
    old: OpId,
    state: OpState,
    nested: Option<Box<Body<'c>>>,
    results: Vec<Value>,
    regions: Vec<Vec<BlockPlan>>,
}

struct BlockPlan {
    old: BlockId,
    args: Vec<Value>,
    types: Vec<crate::types::Type>,
    locs: Vec<crate::loc::Loc>,
    /// Indices of operations in the list.
    ops: Vec<usize>,
}

struct RegionPlan<'c> {
    plan: Plan<'c>,
    blocks: Vec<BlockPlan>,
}

fn state_of(body: &Body, op: OpId) -> OpState {
    let mut state = OpState::new(body.name(op)).at(body.loc(op));
    state.operands = body.operands(op).collect();
    state.result_types = body.result_types(op).collect();
    state.no_inference = true;
    state.props = body.props(op).into();
    state.attrs = body.discardable_attrs(op).to_vec();
    state.successors = body.successors(op).collect();
    state
}

fn map_state(state: &mut OpState, map: &CloneMap) {
    state.operands.iter_mut().for_each(|value| *value = map.value(*value));
    state.successors.iter_mut().for_each(|block| *block = map.block(*block));
}

fn map_results(body: &Body, old: OpId, new: OpId, map: &mut CloneMap) {
    let pairs = body.results(old).iter().copied().zip(body.results(new).iter().copied());
    map.values.extend(pairs);
}

impl<'c> Plan<'c> {
    fn of_op(body: &Body<'c>, op: OpId) -> Self {
        let mut plan = Plan { nodes: Vec::new() };
        plan.add(body, op);
        plan.expand(body, 0);
        plan
    }

    fn add(&mut self, body: &Body<'c>, op: OpId) -> usize {
        self.nodes.push(OpPlan {
            old: op,
            state: state_of(body, op),
            nested: body.nested(op).map(Body::clone_body),
            results: body.results(op).to_vec(),
            regions: Vec::new(),
        });
        self.nodes.len() - 1
    }

    /// Adds the contents of the regions of the nodes from index `next` on.
    fn expand(&mut self, body: &Body<'c>, mut next: usize) {
        while next < self.nodes.len() {
            let regions = body.regions(self.nodes[next].old).to_vec();
            let plans = regions.into_iter().map(|region| self.add_blocks(body, region)).collect();
            self.nodes[next].regions = plans;
            next += 1;
        }
    }

    fn add_blocks(&mut self, body: &Body<'c>, region: RegionId) -> Vec<BlockPlan> {
        let plan = |block: BlockId| BlockPlan {
            old: block,
            args: body.args(block).to_vec(),
            types: body.args(block).iter().map(|&arg| body.ty(arg)).collect(),
            locs: (0..body.args(block).len()).map(|index| body.arg_loc(block, index)).collect(),
            ops: Vec::new(),
        };
        let blocks: Vec<BlockId> = body.blocks(region).collect();
        blocks
            .into_iter()
            .map(|block| {
                let ops = body.ops(block).map(|op| self.add(body, op)).collect();
                BlockPlan { ops, ..plan(block) }
            })
            .collect()
    }

    fn build_op(mut self, body: &mut Body<'c>, map: &mut CloneMap) -> OpId {
        let top = self.create(0, body, map);
        self.fill(vec![(0, top)], body, map);
        top
    }

    /// Creates node `index` with empty regions and without operands: they may
    /// be defined further down (graph regions, back edges), and are set by
    /// [`Self::fill`].
    fn create(&mut self, index: usize, body: &mut Body<'c>, map: &mut CloneMap) -> OpId {
        let node = &mut self.nodes[index];
        let operands = std::mem::take(&mut node.state.operands);
        map_state(&mut node.state, map);
        let mut state = node.state.clone();
        node.state.operands = operands;
        state.n_new_regions = node.regions.len();
        let op = match node.nested.take() {
            Some(nested) => body.create_isolated(state, nested),
            None => body.create_op(state),
        };
        let new = body.results(op).to_vec();
        map.values.extend(node.results.iter().copied().zip(new));
        op
    }

    /// Sets the operands of the operations in `work`, last first, and creates the contents of each operation's regions
    /// right after: uses are created in program order, outer before inner.
    fn fill(&mut self, mut work: Vec<(usize, OpId)>, body: &mut Body<'c>, map: &mut CloneMap) {
        while let Some((index, op)) = work.pop() {
            let wanted = std::mem::take(&mut self.nodes[index].state.operands);
            let operands: Vec<Value> = wanted.iter().map(|&value| map.value(value)).collect();
            body.set_operands(op, &operands);
            let regions = std::mem::take(&mut self.nodes[index].regions);
            let start = work.len();
            for (number, blocks) in regions.into_iter().enumerate() {
                let region = body.region(op, number);
                self.build_blocks(blocks, region, body, map, &mut work);
            }
            work[start..].reverse();
        }
    }

    /// Creates `blocks` and their operations, which are added to `work`.
    fn build_blocks(
        &mut self,
        blocks: Vec<BlockPlan>,
        region: RegionId,
        body: &mut Body<'c>,
        map: &mut CloneMap,
        work: &mut Vec<(usize, OpId)>,
    ) {
        for block in &blocks {
            let new = body.create_block(&[], &[]);
            body.append_block(region, new);
            map.blocks.insert(block.old, new);
            for ((&arg, &ty), &loc) in block.args.iter().zip(&block.types).zip(&block.locs) {
                map.values.entry(arg).or_insert_with(|| body.add_arg(new, ty, loc));
            }
        }
        for block in &blocks {
            for &index in &block.ops {
                let op = self.create(index, body, map);
                body.append_op(map.block(block.old), op);
                work.push((index, op));
            }
        }
    }
}

impl<'c> RegionPlan<'c> {
    fn new(body: &Body<'c>, region: RegionId) -> Self {
        let mut plan = Plan { nodes: Vec::new() };
        let blocks = plan.add_blocks(body, region);
        plan.expand(body, 0);
        Self { plan, blocks }
    }

    fn build(mut self, body: &mut Body<'c>, to: RegionId, map: &mut CloneMap) {
        let mut work = Vec::new();
        self.plan.build_blocks(self.blocks, to, body, map, &mut work);
        work.reverse();
        self.plan.fill(work, body, map);
    }
}

impl Rewriter<'_, '_> {
    /// Inserts a copy of `op`, including its regions, at the insertion point.
    pub fn clone_op(&mut self, op: impl Into<OpId>, map: &mut CloneMap) -> OpId {
        let copy = self.body.clone_op(op.into(), map);
        self.insert(copy);
        if !self.is_observed() {
            return copy;
        }
        for inner in self.body.ops_under(copy).into_iter().skip(1) {
            self.tell(|listener, body| listener.created(body, inner));
        }
        copy
    }

    /// Appends copies of the blocks of `from` to region `to`. Block arguments that `map` contains already are omitted
    /// from the copies.
    pub fn clone_region(&mut self, from: RegionId, to: RegionId, map: &mut CloneMap) {
        let n_before = self.body.blocks(to).count();
        self.body.clone_region(from, to, map);
        if !self.is_observed() {
            return;
        }
        let blocks: Vec<BlockId> = self.body.blocks(to).skip(n_before).collect();
        for &block in &blocks {
            self.tell(|listener, body| listener.block_created(body, block));
        }
        let mut inside = Vec::new();
        for op in blocks.into_iter().flat_map(|block| self.body.ops(block)) {
            self.body.walk_preorder(op, |inner| inside.push(inner));
        }
        for inner in inside {
            self.tell(|listener, body| listener.created(body, inner));
        }
    }
}
