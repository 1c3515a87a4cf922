//! A map from locations to indices.
//!
//! A position in a source and the equal interned location are one location here. If there is a single source, the
//! interned file positions of the context, usually few, are put into a table in advance; with several, two of which may
//! have the same name, positions are interned.

use rmlir_core::{Context, Loc, LocData};
use rustc_hash::FxHashMap;

/// No index.
const NONE: u32 = u32::MAX;

/// A map from locations to 32-bit indices.
#[derive(Default)]
pub(super) struct LocTable {
    /// By interned id.
    interned: Vec<u32>,
    positions: FxHashMap<Loc, u32>,
    /// The interned file positions, by line and column, if there is a single source.
    points: FxHashMap<(u32, u32), Vec<Loc>>,
}

impl LocTable {
    pub fn new(cx: &Context) -> Self {
        let mut table = LocTable::default();
        if cx.sources().n_files() == 1 {
            for (loc, data) in cx.locs() {
                if let LocData::FileLineCol { line, col, .. } = data {
                    table.points.entry((*line, *col)).or_default().push(loc);
                }
            }
        }
        table
    }

    /// The index of `loc`.
    #[inline]
    pub fn get(&self, loc: Loc) -> Option<u32> {
        let place = match loc.interned_id() {
            Some(id) => self.interned.get(id as usize),
            None => self.positions.get(&loc),
        };
        place.copied().filter(|&place| place != NONE)
    }

    /// The index of the interned location equal to the position `loc`, which becomes the index of `loc` too.
    pub fn adopt(&mut self, cx: &Context, loc: Loc) -> Option<u32> {
        let place = self.get(self.interned_form(cx, loc)?)?;
        self.positions.insert(loc, place);
        Some(place)
    }

    /// Sets the index of `loc`, and of the equal interned location.
    pub fn set(&mut self, cx: &Context, loc: Loc, place: u32) {
        match loc.interned_id() {
            Some(id) => self.set_interned(id, place),
            None => {
                self.positions.insert(loc, place);
                if let Some(id) = self.interned_form(cx, loc).and_then(Loc::interned_id) {
                    self.set_interned(id, place);
                }
            }
        }
    }

    /// Replaces every index by the value of `of`.
    pub fn replace(&mut self, of: impl Fn(u32) -> Option<u32>) {
        let places = self.interned.iter_mut().chain(self.positions.values_mut());
        places.filter(|place| **place != NONE).for_each(|place| *place = of(*place).unwrap_or(NONE));
        self.points = FxHashMap::default();
    }

    fn set_interned(&mut self, id: u32, place: u32) {
        let id = id as usize;
        if self.interned.len() <= id {
            self.interned.resize(id + 1, NONE);
        }
        self.interned[id] = place;
    }

    fn interned_form(&self, cx: &Context, loc: Loc) -> Option<Loc> {
        loc.pos()?;
        if cx.sources().n_files() != 1 {
            return Some(cx.loc(loc.data(cx)));
        }
        if self.points.is_empty() {
            return None;
        }
        let data = loc.data(cx);
        let LocData::FileLineCol { line, col, .. } = &data else { return None };
        self.points.get(&(*line, *col))?.iter().copied().find(|point| point.data(cx) == data)
    }
}
