//! Regions and blocks.

use rmlir_core::asm::{Argument, Parsed};
use rmlir_core::interfaces::YieldsOnlyOp;
use rmlir_core::opdef::{OpDef, RegionShape};
use rmlir_core::{BlockId, Body, Loc, OpId, OpState, RegionId, TraitSet, Type, Value};

use super::parser::Parser;
use super::state::LocTarget;
use crate::lex::Kind;
use crate::stack;

/// The limit on the nesting of regions. Printing indents each level and effects are queried at each, so text and time
/// are quadratic: at this depth it is 32 MB and a few seconds.
const MAX_REGION_DEPTH: usize = 4_000;

/// The limit on the capacity of a table that is reserved in advance.
const MOST_ROOM: usize = 1024;

impl<'c> Parser<'_, 'c> {
    /// Parses `{ .. }` as the contents of `region`, in a new region of names.
    pub fn parse_region_into(&mut self, region: RegionId, args: &[Argument]) -> Parsed<()> {
        let depth = self.region_depth;
        if depth >= MAX_REGION_DEPTH {
            return Err(self.error(format!("regions nested deeper than {MAX_REGION_DEPTH} levels are not supported")));
        }
        self.region_depth += 1;
        let read = if stack::is_full(depth) {
            let mut read = Err(rmlir_core::asm::ParseError);
            stack::on_fresh_stack(|| read = self.parse_braced(region, args));
            read
        } else {
            self.parse_braced(region, args)
        };
        self.region_depth = depth;
        read
    }

    fn parse_braced(&mut self, region: RegionId, args: &[Argument]) -> Parsed<()> {
        if !self.accept("{") {
            return Err(self.wrong_token("expected '{' to begin a region"));
        }
        if args.is_empty() && self.accept("}") {
            return Ok(());
        }
        self.push_region_names();
        self.parse_blocks(region, args)?;
        self.pop_region_names()
    }

    fn parse_blocks(&mut self, region: RegionId, args: &[Argument]) -> Parsed<()> {
        let entry = self.body().create_block(&[], &[]);
        let named = args.first().is_some_and(|arg| arg.name.name != 0);
        if named {
            if self.kind() == Kind::Caret {
                return Err(self.error("invalid block name in region with named arguments"));
            }
            self.define_entry_args(entry, args)?;
        }
        let block = self.parse_block(Some(entry))?;
        if !args.is_empty() && self.body().args(block).len() > args.len() {
            return Err(self.error("entry block arguments were already defined"));
        }
        self.body().append_block(region, block);
        if block != entry {
            self.body().erase_block(entry);
        }
        while !self.accept("}") {
            let block = self.parse_block(None)?;
            self.body().append_block(region, block);
        }
        Ok(())
    }

    fn define_entry_args(&mut self, entry: BlockId, args: &[Argument]) -> Parsed<()> {
        for arg in args {
            if let Some(before) = self.first_use(arg.name) {
                let name = self.spelled(arg.name);
                let error = self.error_at(arg.name.pos, format!("region entry argument '{name}' is already in use"));
                self.note_at(before, "previously referenced here");
                return Err(error);
            }
            let value = self.body().add_arg(entry, arg.ty, arg.loc);
            self.define_value(arg.name, value)?;
        }
        Ok(())
    }

    /// Parses a block; without a name it is `fresh`, the entry of its region.
    fn parse_block(&mut self, fresh: Option<BlockId>) -> Parsed<BlockId> {
        if let Some(entry) = fresh
            && self.kind() != Kind::Caret
        {
            self.parse_block_body(entry)?;
            return Ok(entry);
        }
        if self.kind() != Kind::Caret {
            return Err(self.wrong_token("expected block name"));
        }
        let pos = self.pos();
        let token = self.bump();
        let block = self.define_block(self.cursor.text(token), pos, fresh)?;
        if self.is("(") {
            self.parse_block_args(block)?;
        }
        if !self.accept(":") {
            return Err(self.wrong_token("expected ':' after block name"));
        }
        self.parse_block_body(block)?;
        Ok(block)
    }

    fn parse_block_body(&mut self, block: BlockId) -> Parsed<()> {
        while self.kind() != Kind::Caret && !self.is("}") {
            self.parse_operation_or_recover(block)?;
        }
        Ok(())
    }

    fn parse_block_args(&mut self, block: BlockId) -> Parsed<()> {
        self.expect("(")?;
        if self.accept(")") {
            return Ok(());
        }
        loop {
            let name = self.parse_unresolved()?;
            if !self.accept(":") {
                return Err(self.wrong_token("expected ':' and type for SSA operand"));
            }
            let ty = self.parse_type()?;
            let index = self.body().args(block).len();
            let value = self.body().add_arg(block, ty, Loc::at(name.pos));
            self.define_value(name, value)?;
            if let Some(found) = self.try_trailing_loc()? {
                let body = self.body().number();
                self.set_loc(LocTarget::Arg { body, block, index }, found);
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")
    }

    /// Parses a region of the operation described by `state`.
    pub fn parse_region_of(&mut self, state: &mut OpState, args: &[Argument], custom: bool) -> Parsed<bool> {
        let def = state.name.def(self.cx);
        if def.is_some_and(|def| def.has(TraitSet::ISOLATED_FROM_ABOVE)) {
            return self.parse_isolated_region(state, args, custom);
        }
        let region = self.body().detached_region();
        state.regions.push(region);
        self.parse_region_into(region, args)?;
        self.finish_region(def, region, custom);
        Ok(self.body().is_region_empty(region))
    }

    fn parse_isolated_region(&mut self, state: &OpState, args: &[Argument], custom: bool) -> Parsed<bool> {
        let frame = self.frames.last_mut().expect("a region belongs to an operation that is being read");
        let body = match frame.nested.take() {
            Some(body) => body,
            None => Box::new(Body::new(self.cx, state.name, Loc::UNKNOWN, 0)),
        };
        self.bodies.push(body);
        let root = self.body().root();
        let region = self.body().add_region(root);
        let put_off = self.put_off(state.name, region, args, custom);
        if !matches!(put_off, Ok(false)) {
            let frame = self.frames.last_mut().expect("as above");
            frame.nested = self.bodies.pop();
            return put_off.map(|_| false);
        }
        self.make_room();
        let args = self.spelled_args(args);
        self.push_scope();
        let args = self.named_args(args);
        let read = self.parse_region_into(region, &args);
        self.pop_scope();
        if read.is_ok() {
            self.finish_region(state.name.def(self.cx), region, custom);
        }
        let body = self.finished_body();
        let empty = body.is_region_empty(region);
        let frame = self.frames.last_mut().expect("as above");
        frame.nested = Some(body);
        read.map(|()| empty)
    }

    /// Reserves the capacity of the last body in the current one: functions of a module are often similar. A little is
    /// added, since replacements are created before the replaced entities are erased.
    pub(super) fn make_room(&mut self) {
        let sizes = self.last_sizes.map(|n| (n + n / 64).min(MOST_ROOM));
        self.body().reserve(&sizes);
    }

    /// Returns the completed body.
    pub(super) fn finished_body(&mut self) -> Box<Body<'c>> {
        let mut body = self.bodies.pop().expect("a body is read");
        self.last_sizes = body.table_sizes();
        body.compact();
        body
    }

    /// Adds omitted parts: in custom syntax a terminator without operands and attributes may be omitted, and so may a
    /// block that needs none.
    pub(super) fn finish_region(&mut self, def: Option<&'static OpDef>, region: RegionId, custom: bool) {
        let Some(def) = def.filter(|_| custom) else { return };
        if def.has(TraitSet::SINGLE_BLOCK.union(TraitSet::NO_TERMINATOR)) && self.body().is_region_empty(region) {
            let block = self.body().create_block(&[], &[]);
            self.body().append_block(region, block);
        }
        if !def.has(TraitSet::IMPLICIT_TERMINATOR) {
            return;
        }
        let loc = self.frames.last().map_or(Loc::UNKNOWN, |frame| Loc::at(frame.name_pos));
        let name = self.cx.op_name(def.terminator);
        let body = self.body();
        let block = match body.entry(region) {
            Some(block) => block,
            None => {
                let block = body.create_block(&[], &[]);
                body.append_block(region, block);
                block
            }
        };
        let ends = body.last_op(block).is_some_and(|last| body.has_trait(last, TraitSet::TERMINATOR));
        if !ends {
            let yielded = yielded_implicitly(body, def, block);
            let op = create_terminator(body, OpState::new(name).at(loc).operands(&yielded));
            body.append_op(block, op);
        }
    }

    /// An empty region for the operation described by `state`.
    pub fn add_empty_region_of(&mut self, state: &mut OpState) {
        if !state.name.def(self.cx).is_some_and(|def| def.has(TraitSet::ISOLATED_FROM_ABOVE)) {
            let region = self.body().detached_region();
            state.regions.push(region);
            return;
        }
        let (cx, name) = (self.cx, state.name);
        let frame = self.frames.last_mut().expect("a region belongs to an operation that is being read");
        let body = frame.nested.get_or_insert_with(|| Box::new(Body::new(cx, name, Loc::UNKNOWN, 0)));
        let root = body.root();
        body.add_region(root);
    }

    /// Adds an empty block to the last region of the operation described by `state`.
    pub fn add_block_to_last_region_of(&mut self, state: &mut OpState) {
        let frame = self.frames.last_mut().expect("a region belongs to an operation that is being read");
        if let Some(body) = frame.nested.as_deref_mut() {
            let region = body.regions(body.root()).last().copied();
            return append_empty_block(body, region);
        }
        append_empty_block(self.body(), state.regions.last().copied());
    }

    /// Parses types separated by commas between parentheses into `types`.
    pub fn parse_types_into(&mut self, types: &mut smallvec::SmallVec<[Type; 4]>) -> Parsed<()> {
        self.expect("(")?;
        if self.accept(")") {
            return Ok(());
        }
        loop {
            types.push(self.parse_type()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")
    }
}

fn append_empty_block(body: &mut Body, region: Option<RegionId>) {
    let region = region.expect("a region was read or added");
    let block = body.create_block(&[], &[]);
    body.append_block(region, block);
}

/// The operands of the omitted terminator: see [`YieldsOnlyOp`].
fn yielded_implicitly(body: &Body, def: &OpDef, block: BlockId) -> Vec<Value> {
    let mut ops = body.ops(block);
    match (def.interface::<dyn YieldsOnlyOp>(), ops.next(), ops.next()) {
        (Some(_), Some(only), None) => body.results(only).to_vec(),
        _ => Vec::new(),
    }
}

/// Creates an omitted terminator. Its required regions are empty.
fn create_terminator(body: &mut Body, state: OpState) -> OpId {
    let shapes: Vec<RegionShape> = state.name.def(body.cx()).map_or(Vec::new(), |def| {
        def.regions.iter().filter(|region| !region.variadic).map(|region| region.shape).collect()
    });
    let op = body.create_op(state.new_regions(shapes.len()));
    for (index, shape) in shapes.into_iter().enumerate() {
        if matches!(shape, RegionShape::Sized(1) | RegionShape::AtLeastOne) {
            let (region, block) = (body.region(op, index), body.create_block(&[], &[]));
            body.append_block(region, block);
        }
    }
    op
}
