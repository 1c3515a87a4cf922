//! Aliases: attributes, types and locations that are defined once, `#map = affine_map<..>`, and referred to by name.
//!
//! Plan: `suggest` says which symbols want an alias and what it should be called; `collect` visits everything that the
//! printer is going to print, in the same order, and finds for each alias its *depth*: one more than that of the deepest
//! alias inside, so that sorting by depth puts each definition after those it uses; `unique` numbers equal names. An alias
//! is *deferrable* if only locations of operations use it: those are looked up when all has been read, so their
//! definitions go to the end of the file.
//!
//! The walk is skipped when nothing in the context wants an alias and no location is printed.

mod asm;
mod collect;
mod suggest;
mod unique;

use rmlir_core::{Attr, AttrData, Context, Loc, OpRef, Type};
use rustc_hash::FxHashMap;

use self::collect::{Collector, Entry};
use self::suggest::Suggestions;
use self::unique::UniqueNames;
use super::PrintOptions;
use super::attrs::Elide;
use super::printer::Printer;

/// What can have an alias. A location as an attribute is a location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Symbol {
    Type(Type),
    Attr(Attr),
    Loc(Loc),
}

impl Symbol {
    fn of_attr(cx: &Context, attr: Attr) -> Symbol {
        match attr.data(cx) {
            AttrData::Loc(loc) => Symbol::Loc(*loc),
            _ => Symbol::Attr(attr),
        }
    }
}

/// One definition.
struct Alias {
    symbol: Symbol,
    /// The name with its sigil: `#map1`.
    text: String,
    is_deferrable: bool,
}

/// The aliases of one printing, in the order of their definitions.
#[derive(Default)]
pub(super) struct Aliases {
    list: Vec<Alias>,
    types: FxHashMap<Type, u32>,
    attrs: FxHashMap<Attr, u32>,
    /// Positions and the interned locations they are equal to both lead to the same alias.
    locs: FxHashMap<Loc, u32>,
}

impl Aliases {
    /// The aliases for printing `op`.
    pub fn collect(op: OpRef, options: &PrintOptions, generic: bool) -> Aliases {
        let cx = op.cx();
        let suggestions = Suggestions::new(cx);
        if !options.debug_info && !suggestions.has_any() {
            return Aliases::default();
        }
        let mut collector = Collector::new(cx, suggestions, options, generic);
        collector.visit_op(op);
        Aliases::define(collector)
    }

    fn define(collector: Collector) -> Aliases {
        let Collector { mut entries, loc_entries, .. } = collector;
        let mut order: Vec<u32> = (0..entries.len() as u32).filter(|&at| entries[at as usize].name.is_some()).collect();
        // A stable sort: equal names keep the order in which they were met.
        order.sort_by(|&a, &b| {
            let key = |at: u32| {
                let Entry { depth, is_type, name, .. } = &entries[at as usize];
                (*depth, !is_type, name)
            };
            key(a).cmp(&key(b))
        });
        let mut aliases = Aliases::default();
        let mut names = UniqueNames::default();
        let mut places = vec![u32::MAX; entries.len()];
        for at in order {
            let Entry { symbol, name, is_type, is_deferrable, .. } = &mut entries[at as usize];
            let text =
                names.unique(if *is_type { '!' } else { '#' }, &name.take().expect("only named entries are sorted"));
            places[at as usize] = aliases.list.len() as u32;
            aliases.add(Alias { symbol: *symbol, text, is_deferrable: *is_deferrable });
        }
        let known = loc_entries.into_iter().map(|(loc, at)| (loc, places[at as usize]));
        aliases.locs = known.filter(|&(_, place)| place != u32::MAX).collect();
        aliases
    }

    fn add(&mut self, alias: Alias) {
        let place = self.list.len() as u32;
        match alias.symbol {
            // A type's alias counts only from its definition on, see `Printer::alias_definitions`.
            Symbol::Type(_) => {}
            Symbol::Attr(attr) => {
                self.attrs.insert(attr, place);
            }
            Symbol::Loc(_) => {}
        }
        self.list.push(alias);
    }

    /// The alias of `ty`.
    pub fn of_type(&self, ty: Type) -> Option<&str> {
        if self.types.is_empty() {
            return None;
        }
        self.types.get(&ty).map(|&place| &*self.list[place as usize].text)
    }

    /// The alias of `attr`; locations have their own.
    #[inline]
    pub fn of_attr(&self, attr: Attr) -> Option<&str> {
        if self.attrs.is_empty() {
            return None;
        }
        self.attrs.get(&attr).map(|&place| &*self.list[place as usize].text)
    }

    /// The alias of `loc`.
    pub fn of_loc(&self, loc: Loc) -> Option<&str> {
        if self.locs.is_empty() {
            return None;
        }
        self.locs.get(&loc).map(|&place| &*self.list[place as usize].text)
    }
}

impl Printer<'_> {
    /// Writes the definitions that are, or are not, deferrable.
    pub fn alias_definitions(&mut self, deferrable: bool) {
        for place in 0..self.aliases.list.len() {
            let Alias { symbol, text, is_deferrable } = &self.aliases.list[place];
            if *is_deferrable != deferrable {
                continue;
            }
            self.out.push_str(text);
            self.out.push_str(" = ");
            match *symbol {
                Symbol::Type(ty) => {
                    self.write_type_in_full(ty);
                    self.aliases.types.insert(ty, place as u32);
                }
                Symbol::Attr(attr) => self.write_attr_in_full(attr, Elide::Never),
                Symbol::Loc(loc) => self.write_location(loc),
            }
            self.out.push('\n');
        }
    }
}
