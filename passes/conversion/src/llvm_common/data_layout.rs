//! Properties of the target: the width of `index` from `dlti.dl_spec`, that of pointers from the string
//! `llvm.data_layout`.

use std::collections::BTreeMap;

use rmlir::prelude::*;
use rmlir_dlti::DataLayoutSpecAttr;

/// The attribute for the layout string.
const LAYOUT_STRING: &str = "llvm.data_layout";

/// The first attribute called `name` of `op`, or of its ancestors, that `read` accepts.
fn nearest<'a, R>(op: OpRef<'a>, ancestors: &[&'a Body<'a>], read: impl Fn(OpRef) -> Option<R>) -> Option<R> {
    let mut at = Some(op);
    while let Some(op) = at {
        if let Some(found) = read(op) {
            return Some(found);
        }
        at = op.parent();
    }
    ancestors.iter().rev().find_map(|body| read(OpRef::root(body)))
}

/// The width of `index` at `op`, by the nearest data layout, else 64.
pub fn index_width(op: OpRef, ancestors: &[&Body]) -> u32 {
    nearest(op, ancestors, spec_index_width).unwrap_or(64)
}

/// The width of `index` in the data layout of `op` itself.
fn spec_index_width(op: OpRef) -> Option<u32> {
    let cx = op.cx();
    let specs = op.discardable_attrs().iter().filter_map(|entry| DataLayoutSpecAttr::from_attr(cx, entry.value));
    let entries: Vec<Attr> = specs.flat_map(|spec| spec.entries(cx)).collect();
    let found = entries.chunks_exact(2).find(|entry| entry[0].as_type(cx) == Some(Type::INDEX))?;
    found[1].as_i64(cx).and_then(|width| u32::try_from(width).ok()).filter(|&width| width <= ApInt::MAX_WIDTH)
}

/// The width of pointers by address space.
#[derive(Clone, Debug, Default)]
pub struct PointerLayout {
    widths: BTreeMap<u32, u32>,
}

impl PointerLayout {
    /// The layout in the layout string of `op`, or of its ancestors.
    pub fn of(op: OpRef, ancestors: &[&Body]) -> Result<Self, Box<Diagnostic>> {
        let read = |op: OpRef| op.attr(LAYOUT_STRING)?.as_str(op.cx()).map(str::to_owned);
        let text = nearest(op, ancestors, read).unwrap_or_default();
        Self::parse(&text).map_err(|why| op.plain_error(why))
    }

    /// Parses the parts `p[n]:size:...` of a layout string.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut widths = BTreeMap::new();
        for part in text.split('-').filter(|part| part.starts_with('p')) {
            let malformed = || format!("invalid data layout descriptor: {text}");
            let mut fields = part[1..].split(':');
            let space = fields.next().unwrap_or_default();
            let space = if space.is_empty() { 0 } else { space.parse().map_err(|_| malformed())? };
            let width = fields.next().and_then(|width| width.parse().ok()).filter(|&width| width <= ApInt::MAX_WIDTH);
            let width = width.ok_or_else(malformed)?;
            widths.insert(space, width);
        }
        Ok(Self { widths })
    }

    /// The width of pointers into address space `space`; by default that of space 0.
    pub fn width(&self, space: u32) -> u32 {
        let known = self.widths.get(&space).or_else(|| self.widths.get(&0));
        known.copied().unwrap_or(64)
    }
}
