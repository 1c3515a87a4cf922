//! The collector, which visits symbols and finds their aliases.

use rmlir_core::dialect::{ParamDef, ParamsFormat, ParamsSyntax};
use rmlir_core::opdef::DefCache;
use rmlir_core::{Attr, AttrData, Context, Loc, LocData, OpName, Type, TypeData};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::loc_table::LocTable;
use super::shown::{Shown, ShownOps};
use super::suggest::{Suggestions, is_plain_attr, is_plain_type};
use super::symbol::Symbol;
use super::unique::{NameId, WantedNames};
use crate::print::PrintOptions;
use crate::print::format_hook::print_params_spec;
use crate::print::op_info::OpInfos;
use crate::stack::{is_full, on_fresh_stack};

/// A visited symbol.
pub(super) struct Entry {
    pub symbol: Symbol,
    /// The requested alias.
    pub name: Option<NameId>,
    pub is_deferrable: bool,
    /// 0 if the symbol contains no alias, itself included.
    pub depth: u32,
    children: SmallVec<[u32; 2]>,
}

/// The symbol whose components are being visited.
struct Frame {
    is_deferrable: bool,
    children: SmallVec<[u32; 2]>,
    max_depth: u32,
}

/// A collector, which records the symbols that would be printed: see `asm` for its printer interface.
pub(super) struct Collector<'a> {
    pub cx: &'a Context,
    pub options: &'a PrintOptions,
    pub generic: bool,
    pub infos: OpInfos,
    suggestions: Suggestions<'a>,
    pub entries: Vec<Entry>,
    /// By id: index in `entries` plus one, 0 if not visited.
    types: Vec<u32>,
    attrs: Vec<u32>,
    /// Indices in `entries`.
    pub locs: LocTable,
    pub names: WantedNames,
    /// The last visited operation of each name with a declarative format.
    pub last_shown: FxHashMap<OpName, Shown>,
    /// Visited operations with a hand-written format.
    pub shown: ShownOps,
    /// `None` at the level of operations.
    frame: Option<Frame>,
    depth: usize,
}

impl<'a> Collector<'a> {
    pub fn new(cx: &'a Context, suggestions: Suggestions<'a>, options: &'a PrintOptions, generic: bool) -> Self {
        Self {
            cx,
            options,
            generic,
            infos: OpInfos::default(),
            suggestions,
            entries: Vec::new(),
            types: Vec::new(),
            attrs: Vec::new(),
            locs: LocTable::new(cx),
            names: WantedNames::default(),
            last_shown: FxHashMap::default(),
            shown: ShownOps::default(),
            frame: None,
            depth: 0,
        }
    }

    /// Calls `work` one level deeper, on a new stack if necessary.
    pub fn nested(&mut self, work: impl FnOnce(&mut Self) + Send) {
        self.depth += 1;
        if is_full(self.depth) {
            on_fresh_stack(|| work(self));
        } else {
            work(self);
        }
        self.depth -= 1;
    }

    pub fn visit_type(&mut self, ty: Type) {
        if !is_plain_type(self.cx, ty) {
            self.visit(Symbol::Type(ty), false);
        }
    }

    pub fn visit_attr(&mut self, attr: Attr) {
        if !is_plain_attr(self.cx, attr) {
            self.visit(Symbol::of_attr(self.cx, attr), false);
        }
    }

    /// At the level of operations the type is visited nevertheless, as in upstream.
    pub fn visit_attr_without_type(&mut self, attr: Attr) {
        if !is_plain_attr(self.cx, attr) {
            self.visit(Symbol::of_attr(self.cx, attr), self.frame.is_some());
        }
    }

    /// Returns whether a visit of `ty` at the level of operations would have no effect.
    pub fn is_settled_type(&self, ty: Type) -> bool {
        is_plain_type(self.cx, ty) || self.is_settled(&self.types, ty.id())
    }

    /// As [`Self::is_settled_type`]; location attributes are not looked up.
    pub fn is_settled_attr(&self, attr: Attr) -> bool {
        is_plain_attr(self.cx, attr) || self.is_settled(&self.attrs, attr.id())
    }

    fn is_settled(&self, table: &[u32], id: u32) -> bool {
        let at = table.get(id as usize).and_then(|at| at.checked_sub(1));
        at.is_some_and(|at| !self.entries[at as usize].is_deferrable)
    }

    /// Visits the location of an operation, which can be resolved at the end of the file.
    pub fn visit_op_loc(&mut self, loc: Loc) {
        self.visit_as(Symbol::of_loc(self.cx, loc), true, false);
    }

    pub fn visit_loc(&mut self, loc: Loc) {
        self.visit(Symbol::of_loc(self.cx, loc), false);
    }

    /// Visits a symbol as a component of the one being visited, if any.
    fn visit(&mut self, symbol: Symbol, elide_type: bool) {
        let is_deferrable = self.frame.as_ref().is_some_and(|frame| frame.is_deferrable);
        let at = self.visit_as(symbol, is_deferrable, elide_type);
        let depth = self.entries[at as usize].depth;
        if let Some(frame) = &mut self.frame {
            frame.children.push(at);
            frame.max_depth = frame.max_depth.max(depth);
        }
    }

    fn visit_as(&mut self, symbol: Symbol, is_deferrable: bool, elide_type: bool) -> u32 {
        if let Some(at) = self.find(symbol) {
            if !is_deferrable {
                self.make_undeferrable(at);
            }
            return at;
        }
        let at = self.entries.len() as u32;
        self.remember(symbol, at);
        let name = self.suggestions.of(symbol).map(|name| self.names.intern(&name));
        let depth = name.is_some().into();
        self.entries.push(Entry { symbol, depth, name, is_deferrable, children: SmallVec::new() });
        if is_bare_loc(self.cx, symbol) {
            return at;
        }
        let frame = Frame { is_deferrable, children: SmallVec::new(), max_depth: 0 };
        let around = self.frame.replace(frame);
        self.nested(|collector| collector.visit_parts(symbol, elide_type));
        let frame = std::mem::replace(&mut self.frame, around).expect("visiting leaves the frame it was given");
        let entry = &mut self.entries[at as usize];
        entry.children = frame.children;
        if frame.max_depth != 0 {
            entry.depth = frame.max_depth + 1;
        }
        at
    }

    fn make_undeferrable(&mut self, at: u32) {
        let mut pending: SmallVec<[u32; 8]> = SmallVec::from_slice(&[at]);
        while let Some(at) = pending.pop() {
            let entry = &mut self.entries[at as usize];
            if std::mem::take(&mut entry.is_deferrable) {
                pending.extend_from_slice(&entry.children);
            }
        }
    }

    fn find(&mut self, symbol: Symbol) -> Option<u32> {
        let by_id = |table: &[u32], id: u32| table.get(id as usize).copied().unwrap_or(0).checked_sub(1);
        match symbol {
            Symbol::Type(ty) => by_id(&self.types, ty.id()),
            Symbol::Attr(attr) => by_id(&self.attrs, attr.id()),
            Symbol::Loc(loc) => self.locs.get(loc).or_else(|| self.locs.adopt(self.cx, loc)),
        }
    }

    fn remember(&mut self, symbol: Symbol, at: u32) {
        let set = |table: &mut Vec<u32>, id: u32| {
            let id = id as usize;
            if table.len() <= id {
                table.resize(id + 1, 0);
            }
            table[id] = at + 1;
        };
        match symbol {
            Symbol::Type(ty) => set(&mut self.types, ty.id()),
            Symbol::Attr(attr) => set(&mut self.attrs, attr.id()),
            Symbol::Loc(loc) => self.locs.set(self.cx, loc, at),
        }
    }

    fn visit_parts(&mut self, symbol: Symbol, elide_type: bool) {
        match symbol {
            Symbol::Type(ty) => self.visit_parts_of_type(ty),
            Symbol::Loc(loc) => self.visit_parts_of_loc(loc),
            Symbol::Attr(attr) => {
                self.visit_parts_of_attr(attr.data(self.cx));
                if let (false, Some(ty)) = (elide_type, attr.ty(self.cx)) {
                    self.visit_type(ty);
                }
            }
        }
    }

    fn visit_parts_of_attr(&mut self, data: &'a AttrData) {
        match data {
            AttrData::Distinct { inner, .. } => self.visit_attr(*inner),
            AttrData::Dictionary(entries) => entries.iter().for_each(|entry| self.visit_attr(entry.value)),
            AttrData::Array(elements) => elements.iter().for_each(|&element| self.visit_attr(element)),
            AttrData::Type(ty) => self.visit_type(*ty),
            AttrData::Dialect { def, params } => self.visit_params(&def.format, def.params, &def.cache, params),
            _ => {}
        }
    }

    fn visit_parts_of_type(&mut self, ty: Type) {
        match ty.data(self.cx) {
            TypeData::Complex(part) => self.visit_type(*part),
            TypeData::Function { inputs, results } => {
                inputs.iter().chain(results).for_each(|&ty| self.visit_type(ty));
            }
            TypeData::Tuple(types) => types.iter().for_each(|&ty| self.visit_type(ty)),
            TypeData::Vector { element, .. } | TypeData::UnrankedTensor { element } => self.visit_type(*element),
            TypeData::RankedTensor { element, encoding, .. } => {
                self.visit_type(*element);
                encoding.iter().for_each(|&attr| self.visit_attr(attr));
            }
            TypeData::MemRef { element, layout, space, .. } => {
                self.visit_type(*element);
                layout.iter().chain(space).for_each(|&attr| self.visit_attr(attr));
            }
            TypeData::UnrankedMemRef { element, space } => {
                self.visit_type(*element);
                space.iter().for_each(|&attr| self.visit_attr(attr));
            }
            TypeData::Dialect { def, params } => self.visit_params(&def.format, def.params, &def.cache, params),
            TypeData::Integer { .. }
            | TypeData::Index
            | TypeData::Float(_)
            | TypeData::None
            | TypeData::Opaque { .. } => {}
        }
    }

    fn visit_parts_of_loc(&mut self, loc: Loc) {
        match loc.data(self.cx) {
            // A location of a dialect is visited as an attribute.
            LocData::Unknown | LocData::FileLineCol { .. } | LocData::Dialect(_) => {}
            LocData::Name { child, .. } if child == Loc::UNKNOWN => {}
            LocData::Name { child, .. } => self.visit_loc(child),
            LocData::CallSite { callee, caller } => {
                self.visit_loc(callee);
                self.visit_loc(caller);
            }
            LocData::Fused { locs, metadata } => {
                metadata.iter().for_each(|&attr| self.visit_attr(attr));
                locs.iter().for_each(|&loc| self.visit_loc(loc));
            }
        }
    }

    /// Calls the printer of the dialect, which visits the symbols in the parameters.
    pub fn visit_params(
        &mut self,
        format: &'static ParamsFormat,
        params: &'static [ParamDef],
        cache: &'static DefCache,
        values: &[Attr],
    ) {
        match format {
            ParamsFormat::Empty => {}
            ParamsFormat::Spec(spec) => print_params_spec(params, spec, cache, self, values),
            ParamsFormat::Custom(syntax) => (syntax.expect::<ParamsSyntax>().print)(self, values),
        }
    }
}

/// Returns whether `symbol` is a location without components, as nearly all are.
fn is_bare_loc(cx: &Context, symbol: Symbol) -> bool {
    matches!(symbol, Symbol::Loc(loc) if loc.pos().is_some() || matches!(loc.data(cx), LocData::FileLineCol { .. }))
}
