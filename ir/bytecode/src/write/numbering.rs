//! The numbering of the entities that the operations refer to.
//!
//! Steps: 1. every operation, block argument and property is visited once; an entity visited for the first time is
//! encoded to no output, only to visit its references in turn, with a worklist and not by recursion; 2. attributes,
//! types and operation names are sorted: by dialect, as each dialect is written once, then by number of references, as
//! small indices have shorter encodings, then by first reference.

use std::hash::Hash;

use rmlir_core::bytecode::{BytecodeDialect, EntryWriter};
use rmlir_core::{Attr, AttrData, Context, Ident, Loc, LocData, OpName, OpRef, Type, TypeData};
use rustc_hash::FxHashMap;

use super::props::{self, attrs_in_file};
use crate::builtin;
use crate::encoding::{ELIDED_ARGUMENT_LOCATIONS, PROPERTIES};

/// An attribute or a location; in a file both are attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum AttrKey {
    Attr(Attr),
    Loc(Loc),
}

impl AttrKey {
    pub fn of_attr(cx: &Context, attr: Attr) -> Self {
        match attr.data(cx) {
            AttrData::Loc(loc) => Self::of_loc(cx, *loc),
            _ => Self::Attr(attr),
        }
    }

    pub fn of_loc(cx: &Context, loc: Loc) -> Self {
        loc.dialect_attr(cx).map_or(Self::Loc(loc), Self::Attr)
    }
}

/// Distinct entities of one class.
pub(super) struct Numbered<T> {
    /// In order, each with its dialect's index.
    pub order: Vec<(T, u32)>,
    numbers: FxHashMap<T, u32>,
    n_uses: Vec<u32>,
}

impl<T: Copy + Eq + Hash> Numbered<T> {
    fn new() -> Self {
        Self { order: Vec::new(), numbers: FxHashMap::default(), n_uses: Vec::new() }
    }

    /// Counts a use of `thing`; returns whether it is the first one.
    fn meet(&mut self, thing: T) -> bool {
        if let Some(&number) = self.numbers.get(&thing) {
            self.n_uses[number as usize] += 1;
            return false;
        }
        self.numbers.insert(thing, self.order.len() as u32);
        self.order.push((thing, 0));
        self.n_uses.push(1);
        true
    }

    fn set_dialect(&mut self, thing: T, dialect: u32) {
        let number = self.numbers[&thing];
        self.order[number as usize].1 = dialect;
    }

    /// Sorts into the final order.
    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.order.len()).collect();
        order.sort_by_key(|&index| (self.order[index].1, std::cmp::Reverse(self.n_uses[index])));
        self.order = order.into_iter().map(|index| self.order[index]).collect();
        for (number, (thing, _)) in self.order.iter().enumerate() {
            self.numbers.insert(*thing, number as u32);
        }
    }

    /// The final index of `thing`.
    pub fn number(&self, thing: T) -> u64 {
        self.numbers[&thing].into()
    }
}

/// All entities with their indices.
pub(super) struct Numbering<'c> {
    pub cx: &'c Context,
    pub version: u64,
    /// The namespaces, in the order of first reference.
    pub dialects: Vec<String>,
    pub op_names: Numbered<OpName>,
    pub attrs: Numbered<AttrKey>,
    pub types: Numbered<Type>,
    /// The keys of the resources of the builtin dialect.
    pub resources: Numbered<Ident>,
    pending: Vec<Entry>,
}

enum Entry {
    Attr(AttrKey),
    Type(Type),
}

impl<'c> Numbering<'c> {
    /// Numbers the entities that `root` and its nested operations refer to.
    pub fn of(root: OpRef<'c>, version: u64) -> Self {
        let mut numbering = Self {
            cx: root.cx(),
            version,
            dialects: Vec::new(),
            op_names: Numbered::new(),
            attrs: Numbered::new(),
            types: Numbered::new(),
            resources: Numbered::new(),
            pending: Vec::new(),
        };
        numbering.dialect("builtin");
        let mut pending = vec![root];
        while let Some(op) = pending.pop() {
            numbering.meet_op(op);
            let first = pending.len();
            for block in op.regions().flat_map(|region| region.blocks()) {
                numbering.meet_args(block);
                pending.extend(block.ops());
            }
            pending[first..].reverse();
        }
        numbering.op_names.sort();
        numbering.attrs.sort();
        numbering.types.sort();
        numbering
    }

    /// The index of dialect `name`.
    pub fn dialect(&mut self, name: &str) -> u32 {
        let known = self.dialects.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.dialects.push(name.to_owned());
            self.dialects.len() - 1
        }) as u32
    }

    fn meet_op(&mut self, op: OpRef) {
        let cx = self.cx;
        if self.op_names.meet(op.name()) {
            let dialect = self.dialect(namespace(cx, op.name()));
            self.op_names.set_dialect(op.name(), dialect);
        }
        self.loc(op.loc());
        let attrs = attrs_in_file(op, self.version);
        if attrs != Attr::EMPTY_DICT {
            self.attr(attrs);
        }
        if self.version >= PROPERTIES {
            props::encode(op, self.version, self);
        }
        op.results().for_each(|result| self.ty(result.ty()));
        self.meet_pending();
    }

    fn meet_args(&mut self, block: rmlir_core::BlockRef) {
        for arg in block.args() {
            self.ty(arg.ty());
            if arg.loc() != Loc::UNKNOWN || self.version < ELIDED_ARGUMENT_LOCATIONS {
                self.loc(arg.loc());
            }
        }
        self.meet_pending();
    }

    fn meet_pending(&mut self) {
        while let Some(entry) = self.pending.pop() {
            match entry {
                Entry::Attr(key) => {
                    let dialect = self.dialect(dialect_of(self.cx, key));
                    self.attrs.set_dialect(key, dialect);
                    encode_attr(self.cx, key, self);
                }
                Entry::Type(ty) => {
                    let dialect = self.dialect(dialect_of_type(self.cx, ty));
                    self.types.set_dialect(ty, dialect);
                    builtin::write_type(ty, self);
                }
            }
        }
    }

    fn meet_attr(&mut self, key: AttrKey) {
        if self.attrs.meet(key) {
            self.pending.push(Entry::Attr(key));
        }
    }
}

/// Visits the references of an encoding, and drops all other output.
impl<'c> EntryWriter<'c> for Numbering<'c> {
    fn cx(&self) -> &'c Context {
        self.cx
    }

    fn attr(&mut self, attr: Attr) {
        self.meet_attr(AttrKey::of_attr(self.cx, attr));
    }

    fn optional_attr(&mut self, attr: Option<Attr>) {
        if let Some(attr) = attr {
            self.attr(attr);
        }
    }

    fn ty(&mut self, ty: Type) {
        if self.types.meet(ty) {
            self.pending.push(Entry::Type(ty));
        }
    }

    fn loc(&mut self, loc: Loc) {
        self.meet_attr(AttrKey::of_loc(self.cx, loc));
    }

    fn resource(&mut self, key: Ident) {
        self.resources.meet(key);
    }

    fn number(&mut self, _: u64) {}
    fn signed(&mut self, _: i64) {}
    fn string(&mut self, _: &[u8]) {}
    fn byte(&mut self, _: u8) {}
    fn blob(&mut self, _: &[u8]) {}
}

/// Encodes `key`. Returns `false` if it is to be written as text.
pub(super) fn encode_attr(cx: &Context, key: AttrKey, writer: &mut dyn EntryWriter) -> bool {
    let attr = match key {
        AttrKey::Loc(loc) => {
            builtin::write_loc(loc, writer);
            return true;
        }
        AttrKey::Attr(attr) => attr,
    };
    let AttrData::Dialect { def, .. } = attr.data(cx) else { return builtin::write_attr(attr, writer) };
    let interface = cx.dialect(def.dialect()).and_then(|dialect| dialect.interface::<dyn BytecodeDialect>());
    interface.is_some_and(|dialect| dialect.write_attr(attr, writer))
}

/// The dialect namespace of an operation name; as in upstream, a name without a dot is its own namespace.
pub(super) fn namespace(cx: &Context, name: OpName) -> &str {
    let text = name.str(cx);
    text.split_once('.').map_or(text, |(namespace, _)| namespace)
}

fn dialect_of(cx: &Context, key: AttrKey) -> &str {
    match key {
        AttrKey::Loc(loc) => {
            debug_assert!(!matches!(loc.data(cx), LocData::Dialect(_)), "a dialect's location is an attribute");
            "builtin"
        }
        AttrKey::Attr(attr) => match attr.data(cx) {
            AttrData::Opaque { dialect, .. } => dialect.str(cx),
            AttrData::Dialect { def, .. } => def.dialect(),
            _ => "builtin",
        },
    }
}

fn dialect_of_type(cx: &Context, ty: Type) -> &str {
    match ty.data(cx) {
        TypeData::Opaque { dialect, .. } => dialect.str(cx),
        TypeData::Dialect { def, .. } => def.dialect(),
        _ => "builtin",
    }
}
