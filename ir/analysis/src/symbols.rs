//! Uses of symbols.
//!
//! References may be nested anywhere in attributes and types. An operation uses a symbol once, however often it names
//! it; operations nested in a symbol table refer to other symbols and are not uses by the enclosing operation.

use rmlir_core::interfaces::SymbolOp;
use rmlir_core::{Attr, AttrData, Context, OpRef, SymbolRef, TraitSet, Type, TypeData};
use rustc_hash::FxHashSet;

/// A reference to a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolUse<'a> {
    /// The using operation.
    pub user: OpRef<'a>,
    /// The reference.
    pub symbol: SymbolRef<'a>,
}

/// The error that a region belongs to an unregistered operation, which may be a symbol table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownSymbolTable;

/// Whether `op` is a symbol: an operation with an optional symbol name is one only if the name is present.
pub fn is_symbol(op: OpRef) -> bool {
    let interface = op.interface::<dyn SymbolOp>();
    let is_optional = interface.is_some_and(|symbol| symbol.is_optional());
    (op.has(TraitSet::SYMBOL) || interface.is_some()) && (!is_optional || op.symbol_name().is_some())
}

/// Whether `op`, a symbol, may be erased when it has no uses.
pub fn can_discard_when_unused(op: OpRef) -> bool {
    op.interface::<dyn SymbolOp>().is_some_and(|symbol| symbol.can_discard_when_unused(op))
}

/// The symbol uses of `op` and, unless it is a symbol table, of the operations nested in it.
pub fn symbol_uses(op: OpRef) -> Result<Vec<SymbolUse>, UnknownSymbolTable> {
    let mut uses = Vec::new();
    let mut waiting = vec![op];
    while let Some(user) = waiting.pop() {
        if may_be_unknown_table(user) {
            return Err(UnknownSymbolTable);
        }
        for_each_symbol_of(user, &mut |symbol| uses.push(SymbolUse { user, symbol }));
        if user.has(TraitSet::SYMBOL_TABLE) {
            continue;
        }
        let start = waiting.len();
        for region in user.regions() {
            waiting.extend(region.blocks().flat_map(|block| block.ops()));
        }
        waiting[start..].reverse();
    }
    Ok(uses)
}

fn may_be_unknown_table(op: OpRef) -> bool {
    op.n_regions() == 1 && op.def().is_none() && {
        let dialect = op.name_str().split_once('.').map_or("", |(dialect, _)| dialect);
        op.cx().dialect(dialect).is_none()
    }
}

/// Calls `visit` with every symbol that the attributes of `op` refer to.
pub fn for_each_symbol_of<'a>(op: OpRef<'a>, visit: &mut dyn FnMut(SymbolRef<'a>)) {
    let mut seen = Seen::default();
    for &prop in op.props() {
        seen.walk(op.cx(), prop, visit);
    }
    for entry in op.discardable_attrs() {
        seen.walk(op.cx(), entry.value, visit);
    }
}

/// Visits parts of attributes, each once.
#[derive(Default)]
struct Seen {
    attrs: FxHashSet<Attr>,
    types: FxHashSet<Type>,
    pending: Vec<Part>,
}

enum Part {
    Attr(Attr),
    Type(Type),
}

impl Seen {
    fn walk<'c>(&mut self, cx: &'c Context, attr: Attr, visit: &mut dyn FnMut(SymbolRef<'c>)) {
        self.pending.push(Part::Attr(attr));
        while let Some(part) = self.pending.pop() {
            let start = self.pending.len();
            match part {
                Part::Attr(attr) => self.enter_attr(cx, attr, visit),
                Part::Type(ty) => self.enter_type(cx, ty),
            }
            self.pending[start..].reverse();
        }
    }

    fn enter_attr<'c>(&mut self, cx: &'c Context, attr: Attr, visit: &mut dyn FnMut(SymbolRef<'c>)) {
        let pending = &mut self.pending;
        match attr.data(cx) {
            _ if attr.is_absent() => {}
            AttrData::SymbolRef { root, nested } => {
                if self.attrs.insert(attr) {
                    visit(SymbolRef { root: *root, nested });
                }
            }
            AttrData::Array(parts) => {
                if self.attrs.insert(attr) {
                    pending.extend(parts.iter().copied().map(Part::Attr));
                }
            }
            AttrData::Dictionary(entries) => {
                if self.attrs.insert(attr) {
                    pending.extend(entries.iter().map(|entry| Part::Attr(entry.value)));
                }
            }
            AttrData::Dialect { params, .. } => {
                if self.attrs.insert(attr) {
                    pending.extend(params.iter().copied().map(Part::Attr));
                }
            }
            AttrData::Distinct { inner, .. } => pending.push(Part::Attr(*inner)),
            AttrData::Sparse { ty, indices, values } => {
                pending.extend([Part::Type(*ty), Part::Attr(*indices), Part::Attr(*values)]);
            }
            AttrData::Type(ty)
            | AttrData::Integer { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::String { ty, .. }
            | AttrData::Dense { ty, .. }
            | AttrData::DenseStrings { ty, .. }
            | AttrData::DenseResource { ty, .. }
            | AttrData::Opaque { ty, .. } => pending.push(Part::Type(*ty)),
            AttrData::Unit
            | AttrData::AffineMap(_)
            | AttrData::IntegerSet(_)
            | AttrData::DenseArray { .. }
            | AttrData::Strided { .. }
            | AttrData::Loc(_) => {}
        }
    }

    fn enter_type(&mut self, cx: &Context, ty: Type) {
        let parts: &mut dyn FnMut(Part) = &mut |part| self.pending.push(part);
        match ty.data(cx) {
            TypeData::Integer { .. }
            | TypeData::Index
            | TypeData::Float(_)
            | TypeData::None
            | TypeData::Opaque { .. } => {}
            _ if !self.types.insert(ty) => {}
            TypeData::Complex(element) | TypeData::Vector { element, .. } | TypeData::UnrankedTensor { element } => {
                parts(Part::Type(*element))
            }
            TypeData::Function { inputs, results } => {
                inputs.iter().chain(results).for_each(|&ty| parts(Part::Type(ty)));
            }
            TypeData::Tuple(elements) => elements.iter().for_each(|&ty| parts(Part::Type(ty))),
            TypeData::RankedTensor { element, encoding, .. } => {
                parts(Part::Type(*element));
                encoding.iter().for_each(|&attr| parts(Part::Attr(attr)));
            }
            TypeData::MemRef { element, layout, space, .. } => {
                parts(Part::Type(*element));
                layout.iter().chain(space).for_each(|&attr| parts(Part::Attr(attr)));
            }
            TypeData::UnrankedMemRef { element, space } => {
                parts(Part::Type(*element));
                space.iter().for_each(|&attr| parts(Part::Attr(attr)));
            }
            TypeData::Dialect { params, .. } => params.iter().for_each(|&attr| parts(Part::Attr(attr))),
        }
    }
}
