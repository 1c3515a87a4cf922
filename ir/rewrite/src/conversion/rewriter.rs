//! The rewriter of conversion patterns.

use std::sync::Arc;

use rmlir_core::{
    Attr, BlockId, Body, Build, InsertPoint, Loc, Match, Op, OpId, OpName, OpState, RegionId, Rewriter, Type, Value,
};
use rmlir_diag::Diagnostic;
use smallvec::SmallVec;

use super::changes::{ConvertedBlock, OpKind, RareChange};
use super::commit::{make_cast, point_after_all};
use super::recorder::Recorder;
use super::session::{ConversionRewriter, Session};
use super::state::{CastInfo, CastKind, Values};
use super::types::{ArgumentMapping, SignatureConversion, TypeConverter};
use crate::listener::reborrow;

impl<'c> std::ops::Deref for ConversionRewriter<'_, '_, 'c> {
    type Target = Body<'c>;
    fn deref(&self) -> &Body<'c> {
        &self.session.levels[self.level].body
    }
}

impl<'s, 'p, 'c> ConversionRewriter<'s, 'p, 'c> {
    /// Creates a rewriter with the insertion point before `op`, if it is in a block.
    pub(super) fn new(session: &'s mut Session<'p, 'c>, level: usize, op: OpId) -> Self {
        let body = &session.levels[level].body;
        let point = body.block_of(op).map_or(InsertPoint::None, |_| InsertPoint::Before(op));
        let loc = body.loc(op);
        Self { session, level, point, loc }
    }

    /// Calls `work` with an ordinary rewriter whose changes are recorded.
    pub fn with<R>(&mut self, work: impl FnOnce(&mut Rewriter<'_, 'c>) -> R) -> R {
        let level = &mut self.session.levels[self.level];
        let outer = reborrow(&mut self.session.listener);
        let mut recorder = Recorder { state: &mut level.state, outer };
        let mut rw = Rewriter::with_listener(&mut level.body, &mut recorder);
        rw.set_insert_point(self.point);
        rw.set_loc(self.loc);
        let result = work(&mut rw);
        (self.point, self.loc) = (rw.insert_point(), rw.default_loc());
        result
    }
}

/// Conversion.
impl<'c> ConversionRewriter<'_, '_, 'c> {
    /// The converter of the pattern in progress.
    pub fn converter(&self) -> Option<&Arc<TypeConverter>> {
        self.session.levels[self.level].state.converter_at_work()
    }

    /// The types that `ty` is converted to by the pattern's converter.
    pub fn convert_type(&self, ty: Type) -> Option<Type> {
        self.converter().map_or(Some(ty), |converter| converter.convert(self.cx(), ty))
    }

    /// The current replacement of `value` with its converted type, if it is one value.
    pub fn remapped(&mut self, value: Value) -> Option<Value> {
        match self.remapped_many(&[value])?[0].as_slice() {
            &[value] => Some(value),
            _ => None,
        }
    }

    /// The current replacements of each of `values`, with converted types.
    pub fn remapped_many(&mut self, values: &[Value]) -> Option<Vec<Vec<Value>>> {
        self.session.remap(self.level, values, None)
    }

    /// Replaces each result of `op` by any number of values.
    pub fn replace_by_many(&mut self, op: impl Into<OpId>, values: Vec<Vec<Value>>) -> Match {
        let op = op.into();
        if self.point == InsertPoint::Before(op) {
            self.with(|rw| rw.after(op));
        }
        let level = &mut self.session.levels[self.level];
        level.state.op_replaced_by_many(&level.body, op, &values);
        Match::Yes
    }

    /// Replaces `value` by any number of values.
    pub fn replace_value_by_many(&mut self, value: Value, with: &[Value]) {
        let level = &mut self.session.levels[self.level];
        level.state.value_replaced(value, with);
    }

    /// Changes the root of this body to another isolated operation, which is legalized again.
    pub fn become_op(&mut self, name: OpName, props: &[Attr]) {
        let level = &mut self.session.levels[self.level];
        let root = level.body.root();
        let before = RareChange::BecomeOp(Box::new(OpKind {
            name: level.body.name(root),
            props: level.body.props(root).into(),
        }));
        level.state.changes.add_rare(before);
        level.state.modified_ops.insert(root);
        level.body.become_op(name, props);
    }

    /// Calls `work` in the enclosing body with the proxy of this body; the insertion point is before it. `None` if this
    /// is the outermost body of the conversion.
    pub fn outside<R>(&mut self, work: impl FnOnce(&mut ConversionRewriter<'_, '_, 'c>, OpId) -> R) -> Option<R> {
        let Some(proxy) = self.session.levels[self.level].proxy else {
            self.session.has_reached_out = true;
            return None;
        };
        let converter = self.converter().cloned();
        let saved = self.session.levels[self.level - 1].state.use_converter(converter.as_ref());
        let mut rw = ConversionRewriter::new(self.session, self.level - 1, proxy);
        let result = work(&mut rw, proxy);
        self.session.levels[self.level - 1].state.converter = saved;
        Some(result)
    }

    /// Legalizes `op` and nested operations immediately.
    pub fn legalize(&mut self, op: OpId) -> bool {
        self.session.legalize_now(self.level, &[op])
    }

    /// Converts the entry arguments of `region`, if the pattern has a converter, and legalizes its operations
    /// immediately.
    pub fn legalize_region(&mut self, region: RegionId) -> bool {
        let Some(entry) = self.entry(region) else { return true };
        let ops: Vec<OpId> = self.blocks(region).flat_map(|block| self.ops(block)).collect();
        if let Some(converter) = self.converter().cloned() {
            let Some(signature) = converter.block_signature(self, entry) else { return false };
            self.apply_signature_conversion(entry, &signature, Some(&converter));
        }
        self.session.legalize_now(self.level, &ops)
    }

    /// Reports a diagnostic, which is emitted even if the conversion succeeds.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.session.diagnostics.push(diagnostic);
    }
}

/// Block signatures.
impl<'c> ConversionRewriter<'_, '_, 'c> {
    /// Converts the arguments of all blocks of `region`; those of the entry by `entry_conversion`, if given. Returns
    /// the new entry block.
    pub fn convert_region_types(
        &mut self,
        region: RegionId,
        converter: &Arc<TypeConverter>,
        entry_conversion: Option<&SignatureConversion>,
    ) -> Option<BlockId> {
        let entry = self.entry(region)?;
        for block in self.blocks(region).skip(1).collect::<Vec<_>>() {
            let signature = converter.block_signature(self, block)?;
            self.apply_signature_conversion(block, &signature, Some(converter));
        }
        let own = match entry_conversion {
            Some(_) => None,
            None => Some(converter.block_signature(self, entry)?),
        };
        let signature = entry_conversion.or(own.as_ref())?;
        Some(self.apply_signature_conversion(entry, signature, Some(converter)))
    }

    /// Moves the operations of `block` to a new block with converted arguments, which replaces it. Returns the new
    /// block.
    pub fn apply_signature_conversion(
        &mut self,
        block: BlockId,
        conversion: &SignatureConversion,
        converter: Option<&Arc<TypeConverter>>,
    ) -> BlockId {
        let args = self.args(block).to_vec();
        if args.iter().map(|&arg| self.ty(arg)).eq(conversion.types().iter().copied()) {
            return block;
        }
        let saved = (self.point, self.loc);
        let new = self.converted_block(block, conversion);
        let level = &mut self.session.levels[self.level];
        let outer = level.state.use_converter(converter);
        for (index, arg) in args.into_iter().enumerate() {
            match conversion.mapping(index) {
                Some(ArgumentMapping::Args(range)) => {
                    let with = self.args(new)[range.clone()].to_vec();
                    self.replace_value_by_many(arg, &with);
                }
                Some(ArgumentMapping::Values(values)) => self.replace_value_by_many(arg, values),
                None => {
                    let with = self.value_from_nothing(new, arg);
                    self.replace_value_by_many(arg, &with);
                }
            }
        }
        let level = &mut self.session.levels[self.level];
        level.state.converter = outer;
        level.state.changes.add_rare(RareChange::ConvertBlock(ConvertedBlock { old: block, new }));
        self.with(|rw| rw.erase_block(block));
        (self.point, self.loc) = saved;
        if self.point == InsertPoint::End(block) {
            self.point = InsertPoint::End(new);
        }
        new
    }

    /// Creates a block after `block` with the converted arguments and moves all operations to it.
    fn converted_block(&mut self, block: BlockId, conversion: &SignatureConversion) -> BlockId {
        let mut locs = vec![Loc::UNKNOWN; conversion.types().len()];
        for index in 0..self.args(block).len() {
            if let Some(ArgumentMapping::Args(range)) = conversion.mapping(index) {
                locs[range.clone()].fill(self.arg_loc(block, index));
            }
        }
        let level = &mut self.session.levels[self.level];
        let (body, state) = (&mut level.body, &mut level.state);
        let new = body.create_block(conversion.types(), &locs);
        body.insert_block_after(block, new);
        state.block_created(new);
        state.block_inlining(body, block);
        if let Some(first) = body.first_op(block) {
            body.move_tail(first, new);
        }
        body.replace_block_uses(block, new);
        new
    }

    /// A value with the type of `arg`, materialized without inputs at the start of `block`.
    fn value_from_nothing(&mut self, block: BlockId, arg: Value) -> Values {
        let point = self.first_op(block).map_or(InsertPoint::End(block), InsertPoint::Before);
        let (ty, loc) = (self.ty(arg), self.value_loc(arg));
        let level = &mut self.session.levels[self.level];
        let info = CastInfo { converter: level.state.converter, kind: CastKind::Source, pure: false };
        make_cast(&mut level.body, &mut level.state, point, loc, &[], &[], &[ty], info)
    }
}

/// Forwarded methods of [`Rewriter`].
impl<'c> ConversionRewriter<'_, '_, 'c> {
    /// See [`Rewriter::insert_point`].
    pub fn insert_point(&self) -> InsertPoint {
        self.point
    }

    /// See [`Rewriter::set_insert_point`].
    pub fn set_insert_point(&mut self, point: InsertPoint) {
        self.point = point;
    }

    /// See [`Rewriter::before`].
    pub fn before(&mut self, op: OpId) {
        self.with(|rw| rw.before(op));
    }

    /// See [`Rewriter::after`].
    pub fn after(&mut self, op: OpId) {
        self.with(|rw| rw.after(op));
    }

    /// See [`Rewriter::at_start`].
    pub fn at_start(&mut self, block: BlockId) {
        self.with(|rw| rw.at_start(block));
    }

    /// See [`Rewriter::at_end`].
    pub fn at_end(&mut self, block: BlockId) {
        self.point = InsertPoint::End(block);
    }

    /// See [`Rewriter::after_value`].
    pub fn after_value(&mut self, value: Value) {
        self.with(|rw| rw.after_value(value));
    }

    /// See [`Rewriter::set_loc`].
    pub fn set_loc(&mut self, loc: Loc) {
        self.loc = loc;
    }

    /// See [`Rewriter::default_loc`].
    pub fn default_loc(&self) -> Loc {
        self.loc
    }

    /// See [`Rewriter::insert_block`].
    pub fn insert_block(&self) -> Option<BlockId> {
        match self.point {
            InsertPoint::None => None,
            InsertPoint::Before(op) => self.block_of(op),
            InsertPoint::End(block) => Some(block),
        }
    }

    /// See [`Rewriter::body_mut`].
    pub fn body_mut(&mut self) -> &mut Body<'c> {
        &mut self.session.levels[self.level].body
    }

    /// See [`Rewriter::create`].
    pub fn create<T: Op>(&mut self, build: Build<T>) -> T {
        self.with(|rw| rw.create(build))
    }

    /// See [`Rewriter::value`].
    pub fn value<T: Op>(&mut self, build: Build<T>) -> Value {
        self.with(|rw| rw.value(build))
    }

    /// See [`Rewriter::create_state`].
    pub fn create_state(&mut self, state: OpState) -> OpId {
        self.with(|rw| rw.create_state(state))
    }

    /// See [`Rewriter::insert`].
    pub fn insert(&mut self, op: OpId) {
        self.with(|rw| rw.insert(op));
    }

    /// See [`Rewriter::constant`].
    pub fn constant(&mut self, dialect: &str, value: Attr, ty: Type) -> Option<OpId> {
        self.with(|rw| rw.constant(dialect, value, ty))
    }

    /// See [`Rewriter::create_block`].
    pub fn create_block(&mut self, region: RegionId, args: &[Type], locs: &[Loc]) -> BlockId {
        self.with(|rw| rw.create_block(region, args, locs))
    }

    /// See [`Rewriter::create_block_before`].
    pub fn create_block_before(&mut self, next: BlockId, args: &[Type], locs: &[Loc]) -> BlockId {
        self.with(|rw| rw.create_block_before(next, args, locs))
    }

    /// See [`Rewriter::replace`].
    pub fn replace(&mut self, op: impl Into<OpId>, values: impl AsRef<[Value]>) -> Match {
        let op = op.into();
        self.with(|rw| rw.replace(op, values))
    }

    /// See [`Rewriter::replace_with`].
    pub fn replace_with<T: Op>(&mut self, op: impl Into<OpId>, build: Build<T>) -> T {
        let op = op.into();
        self.with(|rw| rw.replace_with(op, build))
    }

    /// See [`Rewriter::erase`]. Erasing the root erases it from the enclosing body.
    pub fn erase(&mut self, op: impl Into<OpId>) -> Match {
        let op = op.into();
        if op == self.root() {
            // The outermost root is kept: the caller that converts it alone detects this.
            self.outside(|rw, proxy| rw.erase(proxy));
            return Match::Yes;
        }
        self.with(|rw| rw.erase(op))
    }

    /// See [`Rewriter::erase_block`].
    pub fn erase_block(&mut self, block: BlockId) {
        self.with(|rw| rw.erase_block(block));
    }

    /// See [`Rewriter::replace_all_uses`].
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        self.with(|rw| rw.replace_all_uses(old, new));
    }

    /// See [`Rewriter::replace_uses_if`].
    pub fn replace_uses_if(&mut self, old: Value, new: Value, wanted: impl Fn(&Body, OpId, u32) -> bool) {
        self.with(|rw| rw.replace_uses_if(old, new, wanted));
    }

    /// See [`Rewriter::modifying`].
    pub fn modifying(&mut self, op: OpId) {
        self.with(|rw| rw.modifying(op));
    }

    /// See [`Rewriter::modified`].
    pub fn modified(&mut self, op: OpId) {
        self.with(|rw| rw.modified(op));
    }

    /// See [`Rewriter::set_operand`].
    pub fn set_operand(&mut self, op: impl Into<OpId>, index: usize, value: Value) {
        let op = op.into();
        self.with(|rw| rw.set_operand(op, index, value));
    }

    /// See [`Rewriter::set_operands`].
    pub fn set_operands(&mut self, op: impl Into<OpId>, operands: &[Value]) {
        let op = op.into();
        self.with(|rw| rw.set_operands(op, operands));
    }

    /// See [`Rewriter::set_prop`].
    pub fn set_prop(&mut self, op: impl Into<OpId>, index: usize, value: Attr) {
        let op = op.into();
        self.with(|rw| rw.set_prop(op, index, value));
    }

    /// See [`Rewriter::set_attr`].
    pub fn set_attr(&mut self, op: impl Into<OpId>, name: &str, value: Attr) {
        let op = op.into();
        self.with(|rw| rw.set_attr(op, name, value));
    }

    /// See [`Rewriter::remove_attr`].
    pub fn remove_attr(&mut self, op: impl Into<OpId>, name: &str) -> Option<Attr> {
        let op = op.into();
        self.with(|rw| rw.remove_attr(op, name))
    }

    /// See [`Rewriter::set_attr_dict`].
    pub fn set_attr_dict(&mut self, op: impl Into<OpId>, dict: Attr) {
        let op = op.into();
        self.with(|rw| rw.set_attr_dict(op, dict));
    }

    /// See [`Rewriter::set_successor`].
    pub fn set_successor(&mut self, op: impl Into<OpId>, index: usize, block: BlockId) {
        let op = op.into();
        self.with(|rw| rw.set_successor(op, index, block));
    }

    /// See [`Rewriter::no_match`].
    pub fn no_match(&mut self, op: impl Into<OpId>, reason: impl std::fmt::Display) -> Match {
        let op = op.into();
        self.with(|rw| rw.no_match(op, reason))
    }

    /// See [`Rewriter::move_before`].
    pub fn move_before(&mut self, op: impl Into<OpId>, next: OpId) {
        let op = op.into();
        self.with(|rw| rw.move_before(op, next));
    }

    /// See [`Rewriter::move_after`].
    pub fn move_after(&mut self, op: impl Into<OpId>, prev: OpId) {
        let op = op.into();
        self.with(|rw| rw.move_after(op, prev));
    }

    /// See [`Rewriter::move_to_end`].
    pub fn move_to_end(&mut self, op: impl Into<OpId>, block: BlockId) {
        let op = op.into();
        self.with(|rw| rw.move_to_end(op, block));
    }

    /// See [`Rewriter::split_block`].
    pub fn split_block(&mut self, block: BlockId, at: Option<OpId>) -> BlockId {
        self.with(|rw| rw.split_block(block, at))
    }

    /// See [`Rewriter::inline_block_before`].
    pub fn inline_block_before(&mut self, source: BlockId, next: OpId, args: &[Value]) {
        self.with(|rw| rw.inline_block_before(source, next, args));
    }

    /// See [`Rewriter::merge_blocks`].
    pub fn merge_blocks(&mut self, source: BlockId, target: BlockId, args: &[Value]) {
        self.with(|rw| rw.merge_blocks(source, target, args));
    }

    /// See [`Rewriter::inline_region_before`].
    pub fn inline_region_before(&mut self, region: RegionId, next: BlockId) {
        self.with(|rw| rw.inline_region_before(region, next));
    }

    /// See [`Rewriter::take_blocks`].
    pub fn take_blocks(&mut self, from: RegionId, to: RegionId) {
        self.with(|rw| rw.take_blocks(from, to));
    }
}

/// Materialization of casts for operands; part of [`Session::remap`].
impl Session<'_, '_> {
    /// The current replacements of each of `values`, with the types required by the pattern's converter; casts are
    /// materialized where they differ. `None` if a type cannot be converted.
    pub(super) fn remap(&mut self, level: usize, values: &[Value], loc: Option<Loc>) -> Option<Vec<Vec<Value>>> {
        values.iter().map(|&value| self.remap_one(level, value, loc).map(|found| found.to_vec())).collect()
    }

    /// The single replacement of each of `values`. `None` also if one has no replacement or several.
    pub(super) fn remap_one_to_one(
        &mut self,
        level: usize,
        values: &[Value],
        loc: Option<Loc>,
    ) -> Option<SmallVec<[Value; 4]>> {
        let mut single: Option<SmallVec<[Value; 4]>> = Some(SmallVec::new());
        for &value in values {
            // All values are remapped even after a failure: the casts that this materializes are kept.
            let found = self.remap_one(level, value, loc)?;
            match (&mut single, &found[..]) {
                (Some(single), &[one]) => single.push(one),
                _ => single = None,
            }
        }
        single
    }

    fn remap_one(&mut self, level: usize, value: Value, loc: Option<Loc>) -> Option<Values> {
        let level = &mut self.levels[level];
        let (body, state) = (&mut level.body, &mut level.state);
        let Some(converter) = state.converter_at_work() else { return Some(state.latest(body, value, true)) };
        let original = body.ty(value);
        let types = converter.convert_to_many(body.cx(), original)?;
        let found = match types[..] {
            [] => return Some(Values::new()),
            [ty] => state.latest_of_type(body, value, ty).map(|found| Values::from_slice(&[found])),
            _ => state.latest_of_types(body, value, &types),
        };
        if found.is_some() {
            return found;
        }
        let latest = state.latest(body, value, true);
        let point = point_after_all(body, &latest);
        let loc = loc.unwrap_or_else(|| body.value_loc(value));
        let info = CastInfo { converter: state.converter, kind: CastKind::Target(Some(original)), pure: true };
        Some(make_cast(body, state, point, loc, &latest, &latest, &types, info))
    }
}
