//! Naming of all values and blocks in an operation.
//!
//! Algorithm: pending regions are on a stack, each with the counters and the scope of the enclosing region; a popped
//! region names its arguments, blocks and results in program order and pushes the regions of its operations. A region
//! thus sees the names of enclosing ones but not of its siblings, which is why two functions both begin with `%0`. With
//! *unique* names the counters are not reset, and the order of the stack is visible: the last region gets the lowest
//! numbers.

use rmlir_core::interfaces::AsmNames;
use rmlir_core::{Context, Ident, Loc, LocData, OpRef, RegionRef, ValueRef};
use smallvec::SmallVec;

use super::texts::Scopes;
use super::{BlockName, Name, Names, op_key};
use crate::print::PrintOptions;
use crate::print::apart::Apart;
use crate::print::op_info::OpInfos;
use crate::print::text::sanitize;

const PUNCTUATION: &str = "$._-";

/// Names everything in `root`, except in the functions that are printed in parallel.
pub(in crate::print) fn number(
    names: &mut Names,
    infos: &mut OpInfos,
    root: OpRef,
    options: &PrintOptions,
    generic: bool,
    apart: Option<Apart>,
) {
    let is_unique = options.unique_ssa_ids || generic;
    Numbering {
        cx: root.cx(),
        names,
        infos,
        generic,
        apart,
        is_unique,
        options,
        next: Counters::default(),
        scopes: Scopes::default(),
        pending: Vec::new(),
        found: Vec::new(),
    }
    .run(root);
}

/// The next numbers of values and arguments, and of conflicting names.
#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

/// A region to be numbered.
struct Pending<'a> {
    region: RegionRef<'a>,
    /// The operation that owns it: the proxy, where there is one, as only that has operands.
    owner: OpRef<'a>,
    next: Counters,
    scope: usize,
}

struct Numbering<'a, 'n> {
    cx: &'a Context,
    names: &'n mut Names,
    infos: &'n mut OpInfos,
    options: &'n PrintOptions,
    generic: bool,
    apart: Option<Apart>,
    is_unique: bool,
    next: Counters,
    scopes: Scopes,
    pending: Vec<Pending<'a>>,
    /// The operations with regions in the current region.
    found: Vec<OpRef<'a>>,
}

impl<'a> Numbering<'a, '_> {
    fn run(&mut self, root: OpRef<'a>) {
        self.scopes.open();
        self.wait_for_regions_of(root);
        self.number_op(root);
        while let Some(Pending { region, owner, next, scope }) = self.pending.pop() {
            if !self.is_unique {
                self.next = next;
            }
            self.scopes.close_to(scope);
            self.scopes.open();
            self.number_region(region, owner);
            let mut found = std::mem::take(&mut self.found);
            found.drain(..).for_each(|op| self.wait_for_regions_of(op));
            self.found = found;
        }
    }

    fn wait_for_regions_of(&mut self, owner: OpRef<'a>) {
        let (next, scope) = (self.next, self.scopes.depth());
        self.pending.extend(owner.regions().map(|region| Pending { region, owner, next, scope }));
    }

    fn number_region(&mut self, region: RegionRef<'a>, owner: OpRef<'a>) {
        if !self.generic
            && let Some(asm_names) = self.asm_names(owner)
        {
            asm_names.arg_names(owner, region, &mut |arg, name| {
                self.name_value_or_loc(ValueRef::new(region.body, arg), name);
            });
        }
        for (ordering, block) in region.blocks().enumerate() {
            let ordering = ordering as u32;
            let name = self.names.block(block).map_or(Name::number(ordering), |block| block.name);
            self.names.set_block(block, BlockName { name, ordering });
            for arg in block.args() {
                self.number_argument(arg, ordering == 0);
            }
            for op in block.ops() {
                self.number_op(op);
                if op.n_regions() != 0 && !self.apart.is_some_and(|apart| apart.has(op)) {
                    self.found.push(op);
                }
            }
        }
    }

    fn number_argument(&mut self, arg: ValueRef, is_entry: bool) {
        if self.names.value(arg) != Name::UNKNOWN {
            return;
        }
        let number = self.next.argument;
        self.next.argument += u32::from(is_entry);
        if let Some(name) = self.loc_name(arg) {
            return self.name_value(arg, name.str(self.cx));
        }
        if !is_entry {
            return self.name_value(arg, "");
        }
        let id = self.names.texts.arg(number);
        let name = self.unique(id);
        self.names.set_value(arg, name);
    }

    fn number_op(&mut self, op: OpRef<'a>) {
        let mut groups: SmallVec<[u32; 4]> = SmallVec::from_slice(&[0]);
        if !self.generic
            && let Some(asm_names) = self.asm_names(op)
        {
            let inner = op.resolve();
            asm_names.block_names(op, &mut |block, name| {
                let id = self.names.texts.intern(&sanitize(name, PUNCTUATION));
                let block = rmlir_core::BlockRef::new(inner.body, block);
                self.names.set_block(block, BlockName { name: Name::text(id), ordering: 0 });
            });
            asm_names.result_names(op, &mut |index, name| {
                self.name_value_or_loc(op.result(index), name);
                if index != 0 {
                    groups.push(index as u32);
                }
            });
        }
        let n_results = op.n_results();
        if n_results == 0 {
            return self.number_op_without_results(op);
        }
        let first = op.result(0);
        if self.names.value(first) == Name::UNKNOWN {
            let name = self.loc_name(first).map_or("", |name| name.str(self.cx));
            self.name_value(first, name);
        }
        if n_results > 1 {
            groups.sort_unstable();
            self.join_groups(op, &groups);
        }
    }

    fn number_op_without_results(&mut self, op: OpRef) {
        if self.options.value_users {
            self.names.op_numbers.insert(op_key(op), self.next.value);
            self.next.value += 1;
        }
    }

    /// Makes the results of each group members of the name of their head.
    fn join_groups(&mut self, op: OpRef, heads: &[u32]) {
        let ends = heads[1..].iter().copied().chain([op.n_results() as u32]);
        for (&start, end) in heads.iter().zip(ends) {
            if end - start == 1 {
                continue;
            }
            let head = self.names.value(op.result(start as usize));
            for index in start..end {
                let member = self.names.members.len() as u32;
                self.names.members.push((head, index - start));
                self.names.set_value(op.result(index as usize), Name::member(member));
            }
        }
        if heads.len() > 1 {
            self.names.groups.insert(op_key(op), heads.into());
        }
    }

    fn asm_names(&mut self, op: OpRef) -> Option<&'static dyn AsmNames> {
        self.infos.get(self.cx, op.name()).asm_names
    }

    /// Names `value` after its location if that is enabled and possible, else `name`.
    fn name_value_or_loc(&mut self, value: ValueRef, name: &str) {
        match self.loc_name(value) {
            Some(name) => self.name_value(value, name.str(self.cx)),
            None => self.name_value(value, name),
        }
    }

    /// Gives `value` a name based on `wanted`; an empty one gives the next number.
    fn name_value(&mut self, value: ValueRef, wanted: &str) {
        let name = if wanted.is_empty() {
            self.next.value += 1;
            Name::number(self.next.value - 1)
        } else {
            let id = self.names.texts.intern(&sanitize(wanted, PUNCTUATION));
            self.unique(id)
        };
        self.names.set_value(value, name);
    }

    /// The text `id`, or if it is used the first free one with a number after it.
    fn unique(&mut self, id: u32) -> Name {
        if self.scopes.take(id) {
            return Name::text(id);
        }
        let mut text = format!("{}_", self.names.texts.get(id));
        let length = text.len();
        loop {
            text.truncate(length);
            crate::print::text::push_u64(&mut text, self.next.conflict.into());
            self.next.conflict += 1;
            let id = self.names.texts.intern(&text);
            if self.scopes.take(id) {
                return Name::text(id);
            }
        }
    }

    fn loc_name(&self, value: ValueRef) -> Option<Ident> {
        if self.options.use_nameloc_as_prefix { name_in(self.cx, value.loc()) } else { None }
    }
}

/// The first name in `loc`; the metadata of a fused location is searched if it is a location.
fn name_in(cx: &Context, loc: Loc) -> Option<Ident> {
    let mut pending = vec![loc];
    while let Some(loc) = pending.pop() {
        match loc.data(cx) {
            LocData::Name { name, .. } => return Some(name),
            LocData::CallSite { callee, caller } => pending.extend([caller, callee]),
            LocData::Fused { locs, metadata } => {
                pending.extend(metadata.and_then(|attr| Loc::from_attr(cx, attr)));
                pending.extend(locs.iter().rev());
            }
            LocData::Unknown | LocData::FileLineCol { .. } | LocData::Dialect(_) => {}
        }
    }
    None
}
