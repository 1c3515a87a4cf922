//! Aliases: attributes, types and locations that are defined once, `#map = affine_map<..>`, and referred to by name.
//!
//! Steps: `suggest` determines which symbols request an alias and its name; `collect` visits all symbols to print, in
//! the same order, and computes for each alias its *depth*: one more than that of the deepest alias inside, so that
//! sorting by depth puts each definition after those it uses; `unique` numbers equal names. An alias is *deferrable* if
//! only locations of operations use it: those are resolved at the end of the file, so their definitions are printed
//! there (`definitions`).
//!
//! The walk is skipped if nothing in the context requests an alias and no location is printed.

mod asm;
mod collect;
mod definitions;
mod loc_table;
mod shown;
mod suggest;
mod symbol;
mod unique;

use rmlir_core::{Attr, Loc, OpRef, Type};
use rustc_hash::FxHashMap;

use self::collect::Collector;
use self::loc_table::LocTable;
use self::suggest::Suggestions;
use self::symbol::Symbol;
use self::unique::{NameId, UniqueNames, WantedNames, push_numbered};
use super::PrintOptions;

/// One definition. There can be as many as operations, each with its location, so the text is generated on demand.
#[derive(Clone, Copy)]
struct Alias {
    symbol: Symbol,
    name: NameId,
    /// The number that distinguishes it from others with that name, 0 for none.
    number: u32,
    is_deferrable: bool,
}

/// The aliases of one output, in the order of their definitions.
#[derive(Default)]
pub(super) struct Aliases {
    list: Vec<Alias>,
    names: WantedNames,
    types: FxHashMap<Type, u32>,
    attrs: FxHashMap<Attr, u32>,
    locs: LocTable,
}

impl Aliases {
    /// Collects the aliases for printing `op`.
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
        let Collector { entries, names, mut locs, .. } = collector;
        let ranks = names.ranks();
        let wanting = entries.iter().enumerate().filter_map(|(at, entry)| Some((at, entry, entry.name?)));
        let key = |(at, entry, name): (usize, &collect::Entry, NameId)| {
            (entry.depth, !matches!(entry.symbol, Symbol::Type(_)), ranks[name.index()], at)
        };
        // Equal names keep their order of occurrence.
        let mut order: Vec<_> = wanting.map(key).collect();
        order.sort_unstable();

        let mut places = vec![None; entries.len()];
        let mut list = Vec::with_capacity(order.len());
        let mut attrs = FxHashMap::default();
        let mut unique = UniqueNames::new(&names);
        for (.., at) in order {
            let entry = &entries[at];
            let name = entry.name.expect("only entries that want a name are sorted");
            places[at] = Some(list.len() as u32);
            // A type's alias is valid only from its definition on, see `Printer::alias_definitions`.
            if let Symbol::Attr(attr) = entry.symbol {
                attrs.insert(attr, list.len() as u32);
            }
            let number = unique.number(name);
            list.push(Alias { symbol: entry.symbol, name, number, is_deferrable: entry.is_deferrable });
        }
        locs.replace(|at| places[at as usize]);
        Aliases { list, names, types: FxHashMap::default(), attrs, locs }
    }

    /// Prints the alias of `ty`. Returns whether it has one.
    pub fn push_type(&self, out: &mut String, ty: Type) -> bool {
        !self.types.is_empty() && self.push(out, self.types.get(&ty).copied())
    }

    /// Prints the alias of `attr`; locations have their own.
    #[inline]
    pub fn push_attr(&self, out: &mut String, attr: Attr) -> bool {
        !self.attrs.is_empty() && self.push(out, self.attrs.get(&attr).copied())
    }

    /// Prints the alias of `loc`.
    pub fn push_loc(&self, out: &mut String, loc: Loc) -> bool {
        self.push(out, self.locs.get(loc))
    }

    fn push(&self, out: &mut String, place: Option<u32>) -> bool {
        let Some(place) = place else { return false };
        let Alias { symbol, name, number, .. } = self.list[place as usize];
        out.push(if matches!(symbol, Symbol::Type(_)) { '!' } else { '#' });
        push_numbered(out, self.names.get(name), number);
        true
    }
}
