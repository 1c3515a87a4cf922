//! Loop metadata: the access groups of a call are added to the inlined accesses, and the locations in annotations of
//! inlined loops get the call site.

use rmlir::core::attrs::AttrData;
use rmlir::core::loc::LocData;
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use super::access::{ACCESS_GROUPS, append, list};
use crate::attrs::debug::DISubprogramAttr;
use crate::attrs::loops::LoopAnnotationAttr;

/// Adds the access groups of `call` to the accesses in `blocks`. Accesses in nested regions are unchanged.
pub fn add_access_groups(rw: &mut Rewriter, call: OpId, blocks: &[BlockId]) {
    let Some(groups) = list(rw, call, ACCESS_GROUPS) else { return };
    for &block in blocks {
        for op in rw.ops(block).collect::<Vec<_>>() {
            append(rw, op, ACCESS_GROUPS, groups);
        }
    }
}

/// Adds the call site `call` to the locations in annotations of loops in `blocks`, if the caller has debug information.
pub fn move_annotations(rw: &mut Rewriter, call: OpId, blocks: &[BlockId]) {
    let Some(subprogram) = enclosing_subprogram(rw, call) else { return };
    let mut moved = Moved { cx: rw.cx(), caller: rw.loc(call), subprogram, known: FxHashMap::default() };
    for &block in blocks {
        for op in rw.ops(block).flat_map(|op| rw.ops_under(op)).collect::<Vec<_>>() {
            for (slot, &attr) in rw.props(op).to_vec().iter().enumerate() {
                let new = moved.attr(attr);
                if new != attr {
                    rw.set_prop(op, slot, new);
                }
            }
            let dict = rw.attr_dict(op);
            let new = moved.attr(dict);
            if new != dict {
                rw.set_attr_dict(op, new);
            }
        }
    }
}

/// The debug information of the function that contains `op`.
fn enclosing_subprogram(body: &Body, op: OpId) -> Option<Attr> {
    let is_function = |&outer: &OpId| body.interface::<dyn FunctionOp>(outer).is_some();
    let around = std::iter::successors(body.parent_op(op), |&outer| body.parent_op(outer));
    let function = around.chain([body.root()]).find(is_function)?;
    match body.loc(function).data(body.cx()) {
        LocData::Fused { metadata, .. } => {
            metadata.filter(|&attr| DISubprogramAttr::from_attr(body.cx(), attr).is_some())
        }
        _ => None,
    }
}

/// Attributes with the locations of loops rewritten.
struct Moved<'c> {
    cx: &'c Context,
    caller: Loc,
    subprogram: Attr,
    known: FxHashMap<Attr, Attr>,
}

impl Moved<'_> {
    fn attr(&mut self, attr: Attr) -> Attr {
        if let Some(&known) = self.known.get(&attr) {
            return known;
        }
        let new = match attr.data(self.cx) {
            AttrData::Array(elements) => {
                let elements: Box<[Attr]> = elements.iter().map(|&element| self.attr(element)).collect();
                self.cx.attr(AttrData::Array(elements))
            }
            AttrData::Dictionary(entries) => {
                let moved = |entry: &NamedAttr| NamedAttr { name: entry.name, value: self.attr(entry.value) };
                let entries = entries.iter().map(moved).collect();
                self.cx.attr(AttrData::Dictionary(entries))
            }
            AttrData::Dialect { def, params } => {
                let is_loop = LoopAnnotationAttr::from_attr(self.cx, attr).is_some();
                let params = params.iter().map(|&param| match param.data(self.cx) {
                    AttrData::Loc(loc) if is_loop => self.place(param, *loc),
                    _ => self.attr(param),
                });
                let params = params.collect();
                self.cx.attr(AttrData::Dialect { def, params })
            }
            _ => attr,
        };
        self.known.insert(attr, new);
        new
    }

    /// The location `loc` of a loop's start or end, `attr` as an attribute, inlined at the call.
    fn place(&self, attr: Attr, loc: Loc) -> Attr {
        let LocData::Fused { .. } = loc.data(self.cx) else { return attr };
        let called = self.cx.loc(LocData::CallSite { callee: loc, caller: self.caller });
        let fused = LocData::Fused { locs: [called].into(), metadata: Some(self.subprogram) };
        self.cx.attr(AttrData::Loc(self.cx.loc(fused)))
    }
}
