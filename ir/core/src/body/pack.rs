//! Compaction of a body.
//!
//! Erased entities leave holes, and entities created later are not adjacent to their neighbours. After a pass that
//! replaces most operations a body occupies twice the memory it needs, and a walk has poor locality. Packing copies it
//! in program order.
//!
//! Steps: 1. operations get new ids in program order, with their results, regions, blocks and arguments; 2. references
//! are copied with the new ids, and operands, successors and slots are moved to new pools; 3. use lists are linked in
//! their previous order.

use smallvec::SmallVec;

use crate::arena::{Arena, BlockId, Handle, Link, OpId, RegionId, Value};
use crate::body::data::{
    BlockData, BlockUse, OpData, RegionData, Results, StoredDefinition, Use, ValueData, ValueDefinition,
};
use crate::body::lists::Lists;
use crate::body::pool::Pool;
use crate::body::{Body, NIL, OpExtra};
use crate::loc::Loc;

/// Smaller bodies are not packed.
const LEAST_OPS: usize = 16;
/// Larger bodies are not packed either: a copy needs memory for both.
const MOST_OPS: usize = 1 << 16;
/// A body is sparse with more than one hole per this many operations: with fewer holes, a walk over them is cheaper
/// than packing.
const SPARSE: usize = 2;

impl<'c> Body<'c> {
    /// Packs the body if it has many holes. See [`Self::pack_if_holes`].
    pub fn pack_if_sparse(&mut self) -> bool {
        self.pack_if_holes(SPARSE)
    }

    /// Packs the body if it has more than one hole per `ops_per_hole` operations. All ids of the body are stale
    /// afterwards, so no caller may keep one: it is intended for the end of a pass. A body with nested bodies is not
    /// packed, since paths to those are ids. Returns whether the body was packed.
    pub fn pack_if_holes(&mut self, ops_per_hole: usize) -> bool {
        let (n_ops, n_slots) = (self.ops.len(), self.ops.n_slots());
        let is_sparse = (LEAST_OPS..MOST_OPS).contains(&n_slots) && (n_slots - n_ops) * ops_per_hole > n_ops;
        is_sparse && self.extras.iter().all(|extra| extra.nested.is_none()) && self.pack()
    }

    /// Packs the body, unless it contains detached operations.
    fn pack(&mut self) -> bool {
        let mut order = Vec::with_capacity(self.ops.len());
        self.walk_preorder(self.root, |op| order.push(op));
        if order.len() != self.ops.len() {
            return false;
        }
        let mut packed = Packed::new(self, &order);
        order.iter().for_each(|&op| packed.number(self, op));
        order.iter().for_each(|&op| packed.copy(self, op));
        packed.link_uses(self);
        packed.take_place_of(self);
        true
    }
}

/// The link to the new entity of the target of `link`: `new` is indexed by old slots.
fn moved<H: Handle>(new: &[Link<H>], link: Link<H>) -> Link<H> {
    if link.leads_somewhere() { new[link.slot()] } else { Link::NONE }
}

/// The new tables, and the mapping from old slots to new ids.
struct Packed<'c> {
    ops: Arena<OpData>,
    values: Arena<ValueData>,
    blocks: Arena<BlockData>,
    regions: Arena<RegionData>,
    uses: Vec<Use>,
    block_uses: Vec<BlockUse>,
    props: Vec<crate::attrs::Attr>,
    results: Vec<Value>,
    op_regions: Lists<RegionId>,
    args: Lists<Value>,
    arg_locs: Lists<Loc>,
    extras: Vec<OpExtra<'c>>,
    new_ops: Vec<Link<OpId>>,
    new_values: Vec<Link<Value>>,
    new_blocks: Vec<Link<BlockId>>,
    new_regions: Vec<Link<RegionId>>,
    /// Indexed by the positions of old operands.
    new_uses: Vec<u32>,
    /// Indexed by the positions of old successors.
    new_block_uses: Vec<u32>,
}

impl<'c> Packed<'c> {
    fn new(old: &Body<'c>, order: &[OpId]) -> Self {
        let mut packed = Self {
            ops: Arena::new(old.number),
            values: Arena::new(old.number),
            blocks: Arena::new(old.number),
            regions: Arena::new(old.number),
            uses: Vec::with_capacity(order.iter().map(|&op| old.n_operands(op)).sum()),
            block_uses: Vec::with_capacity(order.iter().map(|&op| old.n_successors(op)).sum()),
            props: Vec::with_capacity(order.iter().map(|&op| usize::from(old.ops.get(op).n_props)).sum()),
            results: Vec::new(),
            op_regions: Lists::default(),
            args: Lists::default(),
            arg_locs: Lists::default(),
            extras: Vec::with_capacity(old.extras.len() - old.free_extras.len()),
            new_ops: vec![Link::NONE; old.ops.n_slots()],
            new_values: vec![Link::NONE; old.values.n_slots()],
            new_blocks: vec![Link::NONE; old.blocks.n_slots()],
            new_regions: vec![Link::NONE; old.regions.n_slots()],
            new_uses: vec![NIL; old.uses.items.len()],
            new_block_uses: vec![NIL; old.block_uses.items.len()],
        };
        packed.ops.reserve(old.ops.len());
        packed.values.reserve(old.values.len());
        packed.blocks.reserve(old.blocks.len());
        packed.regions.reserve(old.regions.len());
        packed
    }

    fn add_value(&mut self, old: &Body, value: Value, def: ValueDefinition) -> Value {
        let new = self.values.insert(ValueData { ty: old.ty(value), def: StoredDefinition::new(def), first_use: NIL });
        self.new_values[value.slot()] = Link::to(new);
        new
    }

    /// Assigns new ids to `op`, its results, and its regions with their blocks and arguments.
    fn number(&mut self, old: &Body, op: OpId) {
        let mut data = old.ops.get(op).clone();
        (data.block, data.prev, data.next, data.extra) = (Link::NONE, Link::NONE, Link::NONE, NIL);
        let new: OpId = self.ops.insert(data);
        self.new_ops[op.slot()] = Link::to(new);
        let first_result = match *old.results(op) {
            [only] => Results::Inline(self.add_value(old, only, ValueDefinition::Result(new, 0))),
            ref all => {
                let start = self.results.len() as u32;
                for (index, &result) in all.iter().enumerate() {
                    let result = self.add_value(old, result, ValueDefinition::Result(new, index as u32));
                    self.results.push(result);
                }
                Results::Run(start)
            }
        };
        self.ops.get_mut(new).first_result = first_result;
        for &region in old.regions(op) {
            let data = RegionData { owner: Link::to(new), first_block: Link::NONE, last_block: Link::NONE };
            let made = self.regions.insert(data);
            self.new_regions[region.slot()] = Link::to(made);
            old.blocks(region).for_each(|block| self.number_block(old, block, made));
        }
    }

    fn number_block(&mut self, old: &Body, block: BlockId, region: RegionId) {
        let data = BlockData {
            region: Link::to(region),
            first_use: NIL,
            arg_locs: self.arg_locs.add(old.arg_locs.get(old.blocks.get(block).arg_locs)),
            ..old.blocks.get(block).clone()
        };
        let new: BlockId = self.blocks.insert(data);
        self.new_blocks[block.slot()] = Link::to(new);
        let add =
            |(index, &arg): (usize, &Value)| self.add_value(old, arg, ValueDefinition::Argument(new, index as u32));
        let args: SmallVec<[Value; 8]> = old.args(block).iter().enumerate().map(add).collect();
        self.blocks.get_mut(new).args = self.args.add(&args);
    }

    /// Copies the references of `op`, and the links between the blocks in its regions.
    fn copy(&mut self, old: &mut Body<'c>, op: OpId) {
        let data = old.ops.get(op);
        let new = self.ops.follow(self.new_ops[op.slot()]);
        let operands = self.uses.len() as u32;
        for index in data.operands..data.operands + data.n_operands {
            self.new_uses[index as usize] = self.uses.len() as u32;
            let value = self.new_values[old.uses.items[index as usize].value.slot()];
            self.uses.push(Use { value, owner: Link::to(new), next: NIL, prev: NIL });
        }
        let props = self.props.len() as u32;
        self.props.extend_from_slice(old.props.run(data.props, data.n_props.into()));
        let copy = self.ops.get_mut(new);
        copy.operands = operands;
        copy.props = props;
        copy.block = moved(&self.new_blocks, data.block);
        copy.prev = moved(&self.new_ops, data.prev);
        copy.next = moved(&self.new_ops, data.next);
        if data.extra != NIL {
            copy.extra = self.extras.len() as u32;
            self.copy_extra(old, op, new);
        }
    }

    fn copy_extra(&mut self, old: &mut Body<'c>, op: OpId, new: OpId) {
        for region in old.regions(op).iter().copied() {
            let made = self.regions.get_mut(self.regions.follow(self.new_regions[region.slot()]));
            let data = old.regions.get(region);
            made.first_block = moved(&self.new_blocks, data.first_block);
            made.last_block = moved(&self.new_blocks, data.last_block);
            for block in old.blocks(region) {
                let data = self.blocks.get_mut(self.blocks.follow(self.new_blocks[block.slot()]));
                data.prev = moved(&self.new_blocks, data.prev);
                data.next = moved(&self.new_blocks, data.next);
                data.first_op = moved(&self.new_ops, data.first_op);
                data.last_op = moved(&self.new_ops, data.last_op);
            }
        }
        let regions: SmallVec<[RegionId; 4]> =
            old.regions(op).iter().map(|region| self.regions.follow(self.new_regions[region.slot()])).collect();
        let extra = old.extra_mut(op);
        let (start, n_successors) = (extra.successors, extra.n_successors);
        let copy = OpExtra {
            regions: self.op_regions.add(&regions),
            successors: self.block_uses.len() as u32,
            n_successors,
            nested: extra.nested.take(),
        };
        self.extras.push(copy);
        for index in start..start + n_successors {
            self.new_block_uses[index as usize] = self.block_uses.len() as u32;
            let block = self.new_blocks[old.block_uses.items[index as usize].block.slot()];
            self.block_uses.push(BlockUse { block, owner: Link::to(new), next: NIL, prev: NIL });
        }
    }

    /// Links the use lists in their previous order.
    fn link_uses(&mut self, old: &Body) {
        let place_of = |places: &[u32], place: u32| if place == NIL { NIL } else { places[place as usize] };
        for (node, &new) in old.uses.items.iter().zip(&self.new_uses).filter(|(_, new)| **new != NIL) {
            let copy = &mut self.uses[new as usize];
            (copy.next, copy.prev) = (place_of(&self.new_uses, node.next), place_of(&self.new_uses, node.prev));
            if copy.prev == NIL {
                let value = self.values.follow(copy.value);
                self.values.get_mut(value).first_use = new;
            }
        }
        for (node, &new) in old.block_uses.items.iter().zip(&self.new_block_uses).filter(|(_, new)| **new != NIL) {
            let copy = &mut self.block_uses[new as usize];
            (copy.next, copy.prev) =
                (place_of(&self.new_block_uses, node.next), place_of(&self.new_block_uses, node.prev));
            if copy.prev == NIL {
                let block = self.blocks.follow(copy.block);
                self.blocks.get_mut(block).first_use = new;
            }
        }
    }

    fn take_place_of(self, old: &mut Body<'c>) {
        old.root = self.ops.follow(self.new_ops[old.root.slot()]);
        old.ops = self.ops;
        old.values = self.values;
        old.blocks = self.blocks;
        old.regions = self.regions;
        old.uses = Pool::of(self.uses);
        old.block_uses = Pool::of(self.block_uses);
        old.props = Pool::of(self.props);
        old.results = Pool::of(self.results);
        old.op_regions = self.op_regions;
        old.args = self.args;
        old.arg_locs = self.arg_locs;
        old.extras = self.extras;
        old.free_extras = Vec::new();
        old.touch();
    }
}
