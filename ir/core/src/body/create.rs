//! Creation and erasure of operations, blocks and regions.

use smallvec::SmallVec;

use crate::arena::{BlockId, Link, OpId, RegionId, Value};
use crate::attrs::Attr;
use crate::body::data::{BlockData, OpData, RegionData, Results, StoredDefinition, ValueData, ValueDefinition};
use crate::body::lists::List;
use crate::body::{Body, NIL, OpExtra};
use crate::builder::OpState;
use crate::loc::Loc;
use crate::name::OpName;
use crate::traits::TraitSet;
use crate::types::Type;

impl<'c> Body<'c> {
    /// Creates a detached operation from `state`; missing result types are inferred.
    ///
    /// # Panics
    /// If result types are missing and cannot be inferred, or an isolated operation has regions of this body.
    ///
    /// ```
    /// use rmlir_core::{Body, Context, DialectRegistry, Loc, OpState, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// let mut body = Body::new(&cx, cx.op_name("my.module"), Loc::UNKNOWN, 1);
    /// let region = body.region(body.root(), 0);
    /// let block = body.create_block(&[Type::I32], &[Loc::UNKNOWN]);
    /// body.append_block(region, block);
    /// let x = body.args(block)[0];
    /// let state = OpState::named(&cx, "my.double").operands(&[x]).results(&[Type::I32]).at(Loc::UNKNOWN);
    /// let op = body.create_op(state);
    /// body.append_op(block, op);
    /// assert_eq!(body.users(x).collect::<Vec<_>>(), [op]);
    /// ```
    #[inline]
    pub fn create_op(&mut self, mut state: OpState) -> OpId {
        let isolated = state.name.def(self.cx).is_some_and(|def| def.has(TraitSet::ISOLATED_FROM_ABOVE));
        if !isolated {
            return self.create_in_place(&mut state);
        }
        assert!(state.regions.is_empty(), "the regions of an isolated operation live in a body of its own");
        let nested = Box::new(Body::new(self.cx, state.name, Loc::UNKNOWN, state.n_new_regions));
        self.create_isolated(state, nested)
    }

    /// Creates a detached isolated operation whose body is `nested`; the name, the properties and the attributes of
    /// `state` are set on the root.
    pub fn create_isolated(&mut self, mut state: OpState, mut nested: Box<Body<'c>>) -> OpId {
        let root = nested.root();
        let loc = state.loc.unwrap_or(Loc::UNKNOWN);
        nested.ops.get_mut(root).name = state.name;
        nested.ops.get_mut(root).loc = loc;
        let props = nested.complete_props(state.name, std::mem::take(&mut state.props));
        nested.replace_props(root, &props);
        nested.set_attr_dict(root, self.cx.dict(std::mem::take(&mut state.attrs)));
        state.n_new_regions = 0;
        let op = self.create_in_place(&mut state);
        self.extra_mut(op).nested = Some(nested);
        op
    }

    fn create_in_place(&mut self, state: &mut OpState) -> OpId {
        let result_types = match state.needs_inference(self.cx) {
            false => std::mem::take(&mut state.result_types),
            true => self.infer_result_types(state).unwrap_or_else(|why| {
                panic!("result types of '{}' are given or can be inferred: {why}", state.name.str(self.cx))
            }),
        };
        let op = self.new_op(state.name, state.loc.unwrap_or(Loc::UNKNOWN), state.n_new_regions);
        let operands = self.alloc_operands(op, &state.operands);
        let (props, n_props) = self.alloc_props(state.name, &state.props);
        let attrs = self.cx.dict(std::mem::take(&mut state.attrs));
        let data = self.ops.get_mut(op);
        data.operands = operands;
        data.n_operands = state.operands.len() as u32;
        data.props = props;
        data.n_props = n_props;
        data.attrs = attrs;
        self.make_results(op, &result_types);
        for &region in &state.regions {
            self.regions.get_mut(region).owner = Link::to(op);
            self.list_region(op, region);
        }
        if !state.successors.is_empty() {
            let start = self.alloc_successors(op, &state.successors);
            let extra = self.extra_mut(op);
            extra.successors = start;
            extra.n_successors = state.successors.len() as u32;
        }
        self.touch();
        op
    }

    /// The result types that `state` implies.
    pub fn infer_result_types(&self, state: &OpState) -> Result<crate::infer::ResultTypes, String> {
        let operand_types: SmallVec<[Type; 4]> = state.operands.iter().map(|&value| self.ty(value)).collect();
        crate::infer::result_types(self.cx, state, &operand_types)
    }

    /// Completes the property slots to those of the definition, with defaults.
    pub(super) fn complete_props(&self, name: OpName, mut props: SmallVec<[Attr; 4]>) -> SmallVec<[Attr; 4]> {
        let Some(def) = name.def(self.cx) else { return props };
        debug_assert!(props.len() <= def.props.len(), "'{}' is given more properties than it has", def.name);
        let defaults = name.initial_props(self.cx);
        for (slot, &default) in props.iter_mut().zip(defaults) {
            if slot.is_absent() {
                *slot = default;
            }
        }
        let n = props.len();
        props.extend_from_slice(&defaults[n..]);
        props
    }

    /// Stores the slots `given`, completed as by [`Self::complete_props`].
    fn alloc_props(&mut self, name: OpName, given: &[Attr]) -> (u32, u16) {
        let Some(def) = name.def(self.cx) else {
            return (self.props.alloc(given.iter().copied()), given.len() as u16);
        };
        debug_assert!(given.len() <= def.props.len(), "'{}' is given more properties than it has", def.name);
        let defaults = name.initial_props(self.cx);
        let slot =
            |(index, &default): (usize, &Attr)| given.get(index).and_then(|attr| attr.present()).unwrap_or(default);
        (self.props.alloc(defaults.iter().enumerate().map(slot)), defaults.len() as u16)
    }

    fn new_op(&mut self, name: OpName, loc: Loc, n_regions: usize) -> OpId {
        let op = self.ops.insert(OpData::new(name, loc));
        for _ in 0..n_regions {
            self.add_region(op);
        }
        op
    }

    /// Adds results of these types to the root: those of an operation that is neither isolated nor nested in a body,
    /// and therefore has no proxy with results.
    pub fn set_root_results(&mut self, types: &[Type]) {
        assert!(self.results(self.root).is_empty(), "the results of a root are made once");
        self.make_results(self.root, types);
        self.touch();
    }

    fn make_results(&mut self, op: OpId, types: &[Type]) {
        let make = |index: usize| ValueData {
            ty: types[index],
            def: StoredDefinition::new(ValueDefinition::Result(op, index as u32)),
            first_use: NIL,
        };
        let results = match types.len() {
            1 => Results::Inline(self.values.insert(make(0))),
            n => {
                let values: Vec<Value> = (0..n).map(|index| self.values.insert(make(index))).collect();
                Results::Run(self.results.alloc(values.into_iter()))
            }
        };
        let data = self.ops.get_mut(op);
        data.first_result = results;
        data.n_results = u16::try_from(types.len()).expect("an operation has fewer than 65,536 results");
    }

    /// Adds an empty region to `op` and returns it.
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let region = self.detached_region();
        self.regions.get_mut(region).owner = Link::to(op);
        self.list_region(op, region);
        region
    }

    fn list_region(&mut self, op: OpId, region: RegionId) {
        let mut regions = self.extra_mut(op).regions;
        let n = regions.n as usize;
        self.op_regions.insert(&mut regions, n, region);
        self.extra_mut(op).regions = regions;
    }

    /// Creates a region without an operation; [`OpState::regions`] adopts it.
    pub fn detached_region(&mut self) -> RegionId {
        self.regions.insert(RegionData { owner: Link::NONE, first_block: Link::NONE, last_block: Link::NONE })
    }

    pub(super) fn extra_mut(&mut self, op: OpId) -> &mut OpExtra<'c> {
        let data = self.ops.get_mut(op);
        if data.extra == NIL {
            data.extra = match self.free_extras.pop() {
                Some(index) => index,
                None => {
                    self.extras.push(OpExtra::default());
                    self.extras.len() as u32 - 1
                }
            };
        }
        &mut self.extras[data.extra as usize]
    }

    /// Creates a detached block with arguments of these types.
    pub fn create_block(&mut self, args: &[Type], locs: &[Loc]) -> BlockId {
        let block = self.blocks.insert(BlockData {
            region: Link::NONE,
            prev: Link::NONE,
            next: Link::NONE,
            first_op: Link::NONE,
            last_op: Link::NONE,
            args: List::default(),
            arg_locs: List::default(),
            first_use: NIL,
        });
        if !args.is_empty() {
            self.make_args(block, args, locs);
        }
        self.touch();
        block
    }

    fn make_args(&mut self, block: BlockId, types: &[Type], locs: &[Loc]) {
        let make = |(index, &ty): (usize, &Type)| {
            let def = StoredDefinition::new(ValueDefinition::Argument(block, index as u32));
            self.values.insert(ValueData { ty, def, first_use: NIL })
        };
        let args: SmallVec<[Value; 8]> = types.iter().enumerate().map(make).collect();
        let loc = |index| locs.get(index).copied().unwrap_or(Loc::UNKNOWN);
        let locs: SmallVec<[Loc; 8]> = (0..types.len()).map(loc).collect();
        let data = self.blocks.get_mut(block);
        data.args = self.args.add(&args);
        data.arg_locs = self.arg_locs.add(&locs);
    }

    /// Adds an argument to `block`.
    pub fn add_arg(&mut self, block: BlockId, ty: Type, loc: Loc) -> Value {
        let n = self.args(block).len();
        self.insert_arg(block, n, ty, loc)
    }

    /// Inserts an argument before argument `index` of `block`.
    pub fn insert_arg(&mut self, block: BlockId, index: usize, ty: Type, loc: Loc) -> Value {
        let def = StoredDefinition::new(ValueDefinition::Argument(block, index as u32));
        let value = self.values.insert(ValueData { ty, def, first_use: NIL });
        let data = self.blocks.get_mut(block);
        self.args.insert(&mut data.args, index, value);
        self.arg_locs.insert(&mut data.arg_locs, index, loc);
        self.renumber_args(block, index + 1);
        self.touch();
        value
    }

    /// Removes argument `index` of `block`.
    ///
    /// # Panics
    /// If the argument has uses.
    pub fn erase_arg(&mut self, block: BlockId, index: usize) {
        let value = self.arg(block, index);
        assert!(self.is_unused(value), "an argument is erased when nothing uses it");
        let data = self.blocks.get_mut(block);
        self.args.take(&mut data.args, index);
        self.arg_locs.take(&mut data.arg_locs, index);
        self.values.remove(value);
        self.renumber_args(block, index);
        self.touch();
    }

    fn renumber_args(&mut self, block: BlockId, from: usize) {
        for index in from..self.args(block).len() {
            let value = self.arg(block, index);
            let def = ValueDefinition::Argument(block, index as u32);
            self.values.get_mut(value).def = StoredDefinition::new(def);
        }
    }

    /// Erases `op` including its regions. `Err` is an operation outside `op` that still uses a result.
    pub fn erase_op(&mut self, op: OpId) -> Result<(), OpId> {
        assert!(op != self.root, "the root of a body is erased with the body");
        let users = self.results(op).iter().flat_map(|&result| self.users(result));
        if let Some(user) = users.into_iter().find(|&user| !self.is_ancestor(op, user)) {
            return Err(user);
        }
        if self.regions(op).is_empty() {
            self.drop_references(op);
            self.unlink_op(op);
            self.free_op(op);
            self.touch();
            return Ok(());
        }
        let doomed = self.ops_inside_out(op);
        doomed.iter().for_each(|&inner| self.drop_references(inner));
        self.unlink_op(op);
        self.free_op_tree(op);
        self.touch();
        Ok(())
    }

    /// `op` and all operations in its regions, in this body, without recursion.
    fn ops_inside_out(&self, op: OpId) -> Vec<OpId> {
        let mut found = vec![op];
        let mut next = 0;
        while next < found.len() {
            for &region in self.regions(found[next]) {
                for block in self.blocks(region) {
                    found.extend(self.ops(block));
                }
            }
            next += 1;
        }
        found
    }

    /// Unlinks all operands and successors of `op` and frees their runs.
    pub(crate) fn drop_references(&mut self, op: OpId) {
        let (start, n) = {
            let data = self.ops.get(op);
            (data.operands, data.n_operands)
        };
        (start..start + n).for_each(|index| self.unlink_use(index));
        self.uses.free(start, n);
        let data = self.ops.get_mut(op);
        (data.operands, data.n_operands) = (0, 0);
        if let Some((start, n)) = self.extra(op).map(|extra| (extra.successors, extra.n_successors)) {
            (start..start + n).for_each(|index| self.unlink_block_use(index));
            self.block_uses.free(start, n);
            let extra = self.extra_mut(op);
            (extra.successors, extra.n_successors) = (0, 0);
        }
    }

    /// Frees `op` and all nested operations; there must be no reference to them.
    fn free_op_tree(&mut self, op: OpId) {
        let mut doomed = self.ops_inside_out(op);
        while let Some(op) = doomed.pop() {
            for region in self.regions(op).to_vec() {
                for block in self.blocks(region).collect::<Vec<_>>() {
                    self.free_block(block);
                }
                self.regions.remove(region);
            }
            self.free_op(op);
        }
    }

    fn free_op(&mut self, op: OpId) {
        for value in self.results(op).to_vec() {
            self.values.remove(value);
        }
        let data: OpData = self.ops.remove(op);
        self.props.free(data.props, data.n_props.into());
        if let Results::Run(start) = data.first_result {
            self.results.free(start, data.n_results.into());
        }
        if data.extra != NIL {
            let extra = std::mem::take(&mut self.extras[data.extra as usize]);
            self.op_regions.remove(extra.regions);
            self.free_extras.push(data.extra);
        }
    }

    fn free_block(&mut self, block: BlockId) {
        let data: BlockData = self.blocks.remove(block);
        self.args.get(data.args).iter().for_each(|&value| _ = self.values.remove(value));
        self.args.remove(data.args);
        self.arg_locs.remove(data.arg_locs);
    }

    /// Erases `block` including its operations. It must not be a successor, and there must be no uses outside of its
    /// values.
    pub fn erase_block(&mut self, block: BlockId) {
        self.erase_blocks(&[block]);
    }

    /// Erases blocks that may refer to each other, including their operations.
    pub fn erase_blocks(&mut self, blocks: &[BlockId]) {
        let ops: Vec<OpId> = blocks.iter().flat_map(|&block| self.ops(block)).collect();
        let doomed: Vec<OpId> = ops.iter().flat_map(|&op| self.ops_inside_out(op)).collect();
        doomed.into_iter().for_each(|op| self.drop_references(op));
        for op in ops {
            self.unlink_op(op);
            self.free_op_tree(op);
        }
        for &block in blocks {
            assert!(self.block_uses(block).next().is_none(), "a block is erased when no successor names it");
            assert!(self.args(block).iter().all(|&arg| self.is_unused(arg)), "a block is erased with all uses");
            self.unlink_block(block);
            self.free_block(block);
        }
        self.touch();
    }
}
