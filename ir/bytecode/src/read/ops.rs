//! The operations.
//!
//! Steps: 1. an operation is created from the data before its regions; 2. its regions are read with a stack of open
//! operations and not by recursion; an isolated one gets its own body, which is attached when it is complete; 3. the
//! use-list orders of a complete body are restored.

use rmlir_core::bytecode::ReadError;
use rmlir_core::{BlockId, Body, Loc, LocData, OpId, OpState, RegionId, TraitSet, Type, Value};
use rmlir_text::parse::{ParsedText, top_level};

use super::cursor::{Cursor, malformed};
use super::sections::{File, at};
use super::uses::{self, Order};
use super::values::Values;
use crate::encoding::{ELIDED_ARGUMENT_LOCATIONS, PROPERTIES, REGION_SECTIONS, Section, USE_ORDERS, has};

/// The options of the reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// Whether the file is one operation without an implicit module around it.
    pub no_implicit_module: bool,
}

/// The limit on the nesting of regions, as in the text parser.
const MAX_REGION_DEPTH: usize = 4_000;
/// Bodies store the number of results of an operation in 16 bits.
const MAX_RESULTS: usize = u16::MAX as usize;

/// A body being read.
struct OpenBody<'c> {
    body: Box<Body<'c>>,
    /// Values that were referenced before their definition.
    unordered: Vec<Value>,
    orders: Vec<(Value, Order)>,
}

/// An operation whose regions are being read.
struct OpenOp {
    /// The operation, in its parent body if it has its own.
    op: OpId,
    has_body: bool,
    /// Whether value indices begin at 0 in its regions.
    has_scope: bool,
    /// The end of the range to restore after its regions, if they are a section.
    outer_end: Option<usize>,
    /// The regions that are not read yet, in reverse order.
    regions: Vec<RegionId>,
    region: Option<OpenRegion>,
}

/// A region being read.
struct OpenRegion {
    blocks: Vec<BlockId>,
    next_block: usize,
    /// The number of operations not read yet of the block before `next_block`.
    n_ops: usize,
}

struct OpReader<'f, 'b, 'c> {
    file: &'f mut File<'b, 'c>,
    cursor: Cursor<'b>,
    values: Values,
    bodies: Vec<OpenBody<'c>>,
    open: Vec<OpenOp>,
}

/// Reads the operations of `file`, which is called `name` in locations.
pub(super) fn read<'c>(
    file: &mut File<'_, 'c>,
    name: &str,
    options: &ReadOptions,
) -> Result<ParsedText<'c>, ReadError> {
    let cx = file.cx;
    let source = cx.ident(name);
    let loc = cx.loc(LocData::FileLineCol { file: source, line: 0, col: 0, end_line: 0, end_col: 0 });
    let mut top = Box::new(Body::new(cx, cx.op_name("builtin.module"), loc, 1));
    let region = top.region(top.root(), 0);
    let block = top.create_block(&[], &[]);
    top.append_block(region, block);
    let mut reader = OpReader {
        cursor: Cursor::new(file.bytes, file.operations.clone()),
        values: Values::new(file.bytes.len()),
        bodies: Vec::new(),
        open: Vec::new(),
        file,
    };
    reader.push_body(top);
    reader.values.push_scope();
    reader.top_level(block)?;
    let top = reader.pop_body()?;
    let body = top_level(top, options.no_implicit_module)
        .map_err(|n| malformed(format!("source must contain a single top-level operation, found: {n}")))?;
    Ok(ParsedText { body, external_resources: std::mem::take(&mut file.external_resources) })
}

impl<'c> OpReader<'_, '_, 'c> {
    fn body(&mut self) -> &mut Body<'c> {
        &mut self.bodies.last_mut().expect("operations are read into a body").body
    }

    fn level(&self) -> usize {
        self.bodies.len()
    }

    fn push_body(&mut self, body: Box<Body<'c>>) {
        self.bodies.push(OpenBody { body, unordered: Vec::new(), orders: Vec::new() });
    }

    fn pop_body(&mut self) -> Result<Box<Body<'c>>, ReadError> {
        let OpenBody { mut body, unordered, orders } = self.bodies.pop().expect("a body that is complete was begun");
        uses::apply(&mut body, &unordered, &orders)?;
        body.compact();
        Ok(body)
    }

    /// Reads the operations of the section in sequence.
    fn top_level(&mut self, block: BlockId) -> Result<(), ReadError> {
        let (n_ops, has_args) = self.cursor.flagged()?;
        if has_args {
            return Err(malformed("the block around all operations has no arguments"));
        }
        for _ in 0..self.cursor.check_count(n_ops)? {
            self.op(block)?;
            while !self.open.is_empty() {
                self.step()?;
            }
        }
        match self.cursor.is_empty() {
            true => Ok(()),
            false => Err(malformed("unexpected trailing bytes in the IR section")),
        }
    }

    /// Reads the next component of the innermost open operation.
    fn step(&mut self) -> Result<(), ReadError> {
        let open = self.open.last_mut().expect("a step is about an open operation");
        let Some(region) = &mut open.region else {
            return match open.regions.pop() {
                Some(region) => self.region(region),
                None => self.close_op(),
            };
        };
        let block = region.next_block.checked_sub(1).map(|index| region.blocks[index]);
        if region.n_ops != 0 {
            region.n_ops -= 1;
            return self.op(block.expect("operations are counted by their block"));
        }
        if region.next_block < region.blocks.len() {
            region.next_block += 1;
            let block = region.blocks[region.next_block - 1];
            let n_ops = self.block(block)?;
            let region = self.open.last_mut().and_then(|open| open.region.as_mut());
            region.expect("the region stays open").n_ops = n_ops;
            return Ok(());
        }
        open.region = None;
        self.values.pop_region()
    }

    fn close_op(&mut self) -> Result<(), ReadError> {
        let open = self.open.pop().expect("an operation that is closed was opened");
        if open.has_scope {
            self.values.pop_scope();
        }
        if let Some(end) = open.outer_end {
            if !self.cursor.is_empty() {
                return Err(malformed("unexpected trailing bytes after the regions of an operation"));
            }
            self.cursor.set_end(end);
        }
        if open.has_body {
            let body = self.pop_body()?;
            self.body().attach(open.op, body);
        }
        Ok(())
    }

    /// Begins a region: creates its blocks.
    fn region(&mut self, region: RegionId) -> Result<(), ReadError> {
        let n_blocks = self.cursor.count()?;
        let n_values = if n_blocks == 0 { 0 } else { self.cursor.count()? };
        self.values.push_region(n_values)?;
        let body = self.body();
        let mut blocks = Vec::with_capacity(n_blocks);
        for _ in 0..n_blocks {
            let block = body.create_block(&[], &[]);
            body.append_block(region, block);
            blocks.push(block);
        }
        let open = self.open.last_mut().expect("a region belongs to an open operation");
        open.region = Some(OpenRegion { blocks, next_block: 0, n_ops: 0 });
        Ok(())
    }

    /// Reads the header of a block; returns the number of its operations.
    fn block(&mut self, block: BlockId) -> Result<usize, ReadError> {
        let (n_ops, has_args) = self.cursor.flagged()?;
        if has_args {
            let mut args = Vec::new();
            for _ in 0..self.cursor.count()? {
                let (ty, loc) = self.argument()?;
                args.push(self.body().add_arg(block, ty, loc));
            }
            self.define(&args)?;
            if self.file.version >= USE_ORDERS && self.cursor.byte()? & has::USE_ORDERS != 0 {
                let orders = uses::read(args.len(), &mut self.cursor)?;
                self.order_uses(&args, orders);
            }
        }
        self.cursor.check_count(n_ops)
    }

    fn argument(&mut self) -> Result<(Type, Loc), ReadError> {
        let (ty, has_loc) = match self.file.version >= ELIDED_ARGUMENT_LOCATIONS {
            true => self.cursor.flagged()?,
            false => (self.cursor.number()?, true),
        };
        let ty = self.file.ty(ty)?;
        let loc = if has_loc { self.file.loc(self.cursor.number()?)? } else { Loc::UNKNOWN };
        Ok((ty, loc))
    }

    fn define(&mut self, values: &[Value]) -> Result<(), ReadError> {
        let level = self.level();
        let open = self.bodies.last_mut().expect("operations are read into a body");
        open.unordered.extend(self.values.define(values, &mut open.body, level)?);
        Ok(())
    }

    /// Records the orders of the uses of `values`, for when the body is complete.
    fn order_uses(&mut self, values: &[Value], orders: Vec<Order>) {
        let open = self.bodies.last_mut().expect("operations are read into a body");
        open.orders.extend(orders.into_iter().map(|order| (values[order.index], order)));
    }

    /// Reads an operation up to its regions.
    fn op(&mut self, block: BlockId) -> Result<(), ReadError> {
        let name = *at(&self.file.op_names, self.cursor.number()?, "operation name")?;
        self.check_dialect(name.name)?;
        let def = name.name.def(self.file.cx);
        let mask = self.cursor.byte()?;
        let mut state = OpState::new(name.name).at(self.file.loc(self.cursor.number()?)?);
        state.no_inference = true;
        if mask & has::ATTRS != 0 {
            let dict = self.file.dictionary(self.cursor.number()?)?;
            for &entry in dict.as_dict(self.file.cx).expect("it was read as a dictionary") {
                self.file.set_attr(def, entry, &mut state)?;
            }
        }
        if mask & has::PROPERTIES != 0 {
            if self.file.version < PROPERTIES {
                return Err(malformed("properties in a file of a version without them"));
            }
            self.file.read_properties(name, self.cursor.number()?, &mut state)?;
        }
        if mask & has::RESULTS != 0 {
            let n_results = self.cursor.count()?;
            if n_results > MAX_RESULTS {
                return Err(malformed(format!("operations with more than {MAX_RESULTS} results are not supported")));
            }
            for _ in 0..n_results {
                state.result_types.push(self.file.ty(self.cursor.number()?)?);
            }
        }
        if mask & has::OPERANDS != 0 {
            self.operands(&mut state)?;
        }
        if mask & has::SUCCESSORS != 0 {
            self.successors(&mut state)?;
        }
        self.create(block, state, mask)
    }

    fn operands(&mut self, state: &mut OpState) -> Result<(), ReadError> {
        let level = self.level();
        for _ in 0..self.cursor.count()? {
            let number = self.cursor.number()?;
            let body = &mut self.bodies.last_mut().expect("operations are read into a body").body;
            state.operands.push(self.values.get(number, body, level)?);
        }
        Ok(())
    }

    fn successors(&mut self, state: &mut OpState) -> Result<(), ReadError> {
        let can_end = state.name.def(self.file.cx).is_none_or(|def| def.has(TraitSet::TERMINATOR));
        if !can_end {
            return Err(malformed("successors in non-terminator"));
        }
        for _ in 0..self.cursor.count()? {
            let number = self.cursor.number()?;
            let blocks =
                self.open.last().and_then(|open| open.region.as_ref()).map_or(&[][..], |region| &region.blocks);
            state.successors.push(*at(blocks, number, "successor")?);
        }
        Ok(())
    }

    fn check_dialect(&self, name: rmlir_core::OpName) -> Result<(), ReadError> {
        let cx = self.file.cx;
        let dialect = name.dialect(cx);
        match name.def(cx).is_some() || cx.allows_unregistered() || cx.dialect(dialect).is_some() {
            true => Ok(()),
            false => Err(malformed(format!(
                "dialect '{dialect}' is unknown. If this is intended, please call allowUnregisteredDialects() on the \
                 MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used."
            ))),
        }
    }

    /// Creates the operation, and opens it if it has regions. The use-list orders of its results precede them.
    fn create(&mut self, block: BlockId, mut state: OpState, mask: u8) -> Result<(), ReadError> {
        let has_body = state.name.def(self.file.cx).is_some_and(|def| def.has(TraitSet::ISOLATED_FROM_ABOVE));
        let n_results = state.result_types.len();
        let orders = if mask & has::USE_ORDERS != 0 { uses::read(n_results, &mut self.cursor)? } else { Vec::new() };
        let (n_regions, has_scope) = if mask & has::REGIONS != 0 { self.cursor.flagged()? } else { (0, false) };
        let n_regions = self.cursor.check_count(n_regions)?;
        state.n_new_regions = n_regions;
        let body = self.body();
        let op = body.create_op(state);
        body.append_op(block, op);
        let results = body.results(op).to_vec();
        self.define(&results)?;
        self.order_uses(&results, orders);
        if n_regions == 0 {
            return Ok(());
        }
        self.open_op(op, has_body, has_scope)
    }

    fn open_op(&mut self, op: OpId, has_body: bool, has_scope: bool) -> Result<(), ReadError> {
        if self.open.len() >= MAX_REGION_DEPTH {
            return Err(malformed(format!("regions nested deeper than {MAX_REGION_DEPTH} levels are not supported")));
        }
        let mut outer_end = None;
        if has_scope && self.file.version >= REGION_SECTIONS {
            let (section, range) = self.cursor.section_head()?;
            if section != Section::Ir {
                return Err(malformed("expected IR section for region"));
            }
            outer_end = Some(self.cursor.end());
            self.cursor.set_end(range.end);
        }
        if has_body {
            let body = self.body().detach(op);
            self.push_body(body);
        }
        if has_scope {
            self.values.push_scope();
        }
        let body = self.body();
        let owner = if has_body { body.root() } else { op };
        let regions = body.regions(owner).iter().rev().copied().collect();
        self.open.push(OpenOp { op, has_body, has_scope, outer_end, regions, region: None });
        Ok(())
    }
}
