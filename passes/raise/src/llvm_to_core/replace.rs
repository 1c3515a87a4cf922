//! Replacement of an operation by its counterpart.

use rmlir::prelude::*;

/// Replaces `op` by the operation of `state`, at its place and with its discardable attributes.
pub(super) fn replace(rw: &mut Rewriter, op: OpId, mut state: OpState) {
    state.loc = Some(rw.loc(op));
    state.attrs.extend(rw.discardable_attrs(op));
    rw.before(op);
    let new = rw.create_state(state);
    let results = rw.results(new).to_vec();
    rw.replace(op, results);
}

/// The properties of `op` for which `is_kept` holds, and that do not have their default, as attributes of the same name.
pub(super) fn kept(op: OpRef, is_kept: impl Fn(usize) -> bool) -> Vec<NamedAttr> {
    let cx = op.cx();
    let def = op.def().expect("the operation is registered");
    let values = op.props().iter().zip(op.name().default_props(cx)).enumerate();
    let set = values.filter(|&(slot, (&value, &usual))| is_kept(slot) && !value.is_absent() && value != usual);
    set.map(|(slot, (&value, _))| NamedAttr { name: cx.ident(def.props[slot].name), value }).collect()
}
