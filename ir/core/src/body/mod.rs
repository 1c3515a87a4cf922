//! A body: the operations of one isolated-from-above operation, in one arena.
//!
//! The isolated operation itself is the *root* of its body: it has the name, the attributes and the regions. It is
//! represented in the enclosing body by a *proxy*, an ordinary operation of the same name that owns the operands, the
//! results, the location and the position in its block, and to which the child body is attached ([`Body::nested`]).
//! Reading or setting attributes of the proxy is forwarded to the root. The proxy has no regions of its own: [`OpRef`]
//! crosses to the child when its regions are requested.
//!
//! Reason: a body can be moved to another thread as a whole, its ids are small and its memory is contiguous
//! (ARCHITECTURE.md, A4 and "Storage").
//!
//! Files: `data` the stored records, `read` queries, `edit` modifications of operations, `globals` the constant global
//! variables around, `link` block and region structure, `lists` short lists, `pool` runs of items, `uses` the use
//! lists, `create` creation and erasure, `nested` child bodies, `pack` compaction, `check` a consistency check for
//! tests.
//!
//! [`OpRef`]: crate::opref::OpRef

mod check;
mod create;
mod data;
mod edit;
mod globals;
mod link;
mod lists;
mod nested;
mod pack;
mod pool;
mod read;
mod uses;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) use self::data::{BlockData, NIL, OpData, RegionData, ValueData};
pub use self::data::{Use, ValueDefinition};
pub use self::globals::ConstantGlobals;
use self::lists::{List, Lists};
pub use self::nested::Fingerprint;
use self::pool::Pool;
use crate::arena::{Arena, OpId, RegionId, with_slack};
use crate::attrs::Attr;
use crate::context::Context;
use crate::loc::Loc;
use crate::name::OpName;

static NEXT_BODY: AtomicU32 = AtomicU32::new(1);

/// The number of entries in each table of a body.
#[derive(Clone, Copy, Default, Debug)]
pub struct TableSizes {
    ops: usize,
    values: usize,
    blocks: usize,
    regions: usize,
    uses: usize,
    block_uses: usize,
    props: usize,
    results: usize,
    extras: usize,
    op_regions: usize,
    args: usize,
}

impl TableSizes {
    /// The same with `change` applied to each count.
    pub fn map(self, change: impl Fn(usize) -> usize) -> Self {
        Self {
            ops: change(self.ops),
            values: change(self.values),
            blocks: change(self.blocks),
            regions: change(self.regions),
            uses: change(self.uses),
            block_uses: change(self.block_uses),
            props: change(self.props),
            results: change(self.results),
            extras: change(self.extras),
            op_regions: change(self.op_regions),
            args: change(self.args),
        }
    }
}

/// A body; see the module documentation.
pub struct Body<'c> {
    cx: &'c Context,
    ops: Arena<OpData>,
    values: Arena<ValueData>,
    blocks: Arena<BlockData>,
    regions: Arena<RegionData>,
    /// Operands of all operations, in runs; each is a node of its value's use list.
    uses: Pool<Use>,
    /// Successors of all operations, in runs; each is a node of its block's use list.
    block_uses: Pool<data::BlockUse>,
    /// Property slots of all operations, in runs.
    props: Pool<Attr>,
    /// Results of operations that do not have exactly one, in runs.
    results: Pool<crate::arena::Value>,
    /// Regions of all operations.
    op_regions: Lists<RegionId>,
    /// Arguments of all blocks.
    args: Lists<crate::arena::Value>,
    /// Locations of the arguments of all blocks.
    arg_locs: Lists<Loc>,
    extras: Vec<OpExtra<'c>>,
    free_extras: Vec<u32>,
    root: OpId,
    version: u32,
    number: u32,
    /// Shared while folders run.
    globals: Option<Arc<ConstantGlobals>>,
}

impl std::ops::Deref for Body<'_> {
    type Target = Context;
    #[inline]
    fn deref(&self) -> &Context {
        self.cx
    }
}

impl<'c> Body<'c> {
    /// Creates a body whose root is a new operation `name` with `n_regions` empty regions and default properties.
    ///
    /// ```
    /// use rmlir_core::{Body, Context, DialectRegistry, Loc};
    /// let cx = Context::new(DialectRegistry::default());
    /// cx.allow_unregistered(true);
    /// let body = Body::new(&cx, cx.op_name("my.module"), Loc::UNKNOWN, 1);
    /// assert_eq!((body.n_ops(), body.regions(body.root()).len()), (1, 1));
    /// ```
    pub fn new(cx: &'c Context, name: OpName, loc: Loc, n_regions: usize) -> Self {
        let number = NEXT_BODY.fetch_add(1, Ordering::Relaxed);
        let mut ops = Arena::new(number);
        let root = ops.insert(OpData::new(name, loc));
        let mut body = Self {
            cx,
            ops,
            values: Arena::new(number),
            blocks: Arena::new(number),
            regions: Arena::new(number),
            uses: Pool::default(),
            block_uses: Pool::default(),
            props: Pool::default(),
            results: Pool::default(),
            op_regions: Lists::default(),
            args: Lists::default(),
            arg_locs: Lists::default(),
            extras: Vec::new(),
            free_extras: Vec::new(),
            root,
            version: 0,
            number,
            globals: None,
        };
        (0..n_regions).for_each(|_| _ = body.add_region(root));
        let props = body.complete_props(name, Default::default());
        body.replace_props(root, &props);
        body
    }

    /// The context.
    #[inline]
    pub fn cx(&self) -> &'c Context {
        self.cx
    }

    /// The isolated operation that this is the body of.
    #[inline]
    pub fn root(&self) -> OpId {
        self.root
    }

    /// The version, which changes with every modification; caches compare it.
    #[inline]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The id of this body, unique in the process, to distinguish bodies. The order of ids has no meaning, and they are
    /// never printed.
    #[inline]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The number of operations, the root included, nested bodies not.
    #[inline]
    pub fn n_ops(&self) -> usize {
        self.ops.len()
    }

    /// All operations in unspecified order, including detached ones; those of nested bodies are not included.
    #[inline]
    pub(crate) fn ops_anywhere(&self) -> impl Iterator<Item = OpId> + '_ {
        self.ops.handles()
    }

    /// An upper bound of the slots of regions, for tables indexed by them.
    #[inline]
    pub fn region_slots(&self) -> usize {
        self.regions.n_slots()
    }

    /// The regions of this body in unspecified order.
    #[inline]
    pub fn region_ids(&self) -> impl Iterator<Item = RegionId> + '_ {
        self.regions.handles()
    }

    /// An upper bound of the slots of values, for tables indexed by them.
    #[inline]
    pub fn value_slots(&self) -> usize {
        self.values.n_slots()
    }

    /// An upper bound of the slots of operations, for tables indexed by them.
    #[inline]
    pub fn op_slots(&self) -> usize {
        self.ops.n_slots()
    }

    /// An upper bound of the slots of blocks, for tables indexed by them.
    #[inline]
    pub fn block_slots(&self) -> usize {
        self.blocks.n_slots()
    }

    /// The number of entries in each table.
    pub fn table_sizes(&self) -> TableSizes {
        TableSizes {
            ops: self.ops.len(),
            values: self.values.len(),
            blocks: self.blocks.len(),
            regions: self.regions.len(),
            uses: self.uses.items.len(),
            block_uses: self.block_uses.items.len(),
            props: self.props.items.len(),
            results: self.results.items.len(),
            extras: self.extras.len(),
            op_regions: self.op_regions.len(),
            args: self.args.len(),
        }
    }

    /// Reserves capacity for about this many more entries: one reallocation instead of several.
    pub fn reserve(&mut self, sizes: &TableSizes) {
        self.ops.reserve(sizes.ops);
        self.values.reserve(sizes.values);
        self.blocks.reserve(sizes.blocks);
        self.regions.reserve(sizes.regions);
        self.uses.items.reserve(sizes.uses);
        self.block_uses.items.reserve(sizes.block_uses);
        self.props.items.reserve(sizes.props);
        self.results.items.reserve(sizes.results);
        self.extras.reserve(sizes.extras);
        self.op_regions.reserve(sizes.op_regions);
        self.args.reserve(sizes.args);
        self.arg_locs.reserve(sizes.args);
    }

    /// Releases unused capacity, for a body that is not expected to grow soon. Growth doubles the capacity, so without
    /// this a quarter of it is unused on average.
    pub fn compact(&mut self) {
        self.ops.compact();
        self.values.compact();
        self.blocks.compact();
        self.regions.compact();
        give_back(&mut self.uses.items);
        give_back(&mut self.block_uses.items);
        give_back(&mut self.props.items);
        give_back(&mut self.results.items);
        give_back(&mut self.extras);
        give_back(self.op_regions.items_mut());
        give_back(self.args.items_mut());
        give_back(self.arg_locs.items_mut());
    }

    #[inline]
    pub(crate) fn touch(&mut self) {
        self.version = self.version.wrapping_add(1);
    }
}

#[inline]
fn give_back<T>(items: &mut Vec<T>) {
    items.shrink_to(with_slack(items.len()));
}

/// Nested bodies are dropped iteratively, not by recursion: their depth is limited by memory only.
impl Drop for Body<'_> {
    fn drop(&mut self) {
        let mut doomed: Vec<Box<Body>> = self.extras.iter_mut().filter_map(|extra| extra.nested.take()).collect();
        while let Some(mut body) = doomed.pop() {
            doomed.extend(body.extras.iter_mut().filter_map(|extra| extra.nested.take()));
        }
    }
}

/// Data of operations with regions or successors.
#[derive(Default)]
pub(crate) struct OpExtra<'c> {
    /// In `Body::op_regions`.
    pub regions: List,
    /// Run of successors in `Body::block_uses`.
    pub successors: u32,
    pub n_successors: u32,
    pub nested: Option<Box<Body<'c>>>,
}
