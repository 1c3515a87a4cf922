//! Facts about operation names for the printer, computed once per name.

use rmlir_core::interfaces::AsmNames;
use rmlir_core::opdef::{OpDef, OpFormat};
use rmlir_core::{Attr, Context, NamedAttr, OpName, OpRef};
use smallvec::SmallVec;

use crate::print::format_hook::prints_own_parts;

/// Facts about one operation name.
pub(super) struct OpInfo {
    /// The definition of a registered operation.
    pub def: Option<&'static OpDef>,
    /// The interface that names its values and blocks.
    pub asm_names: Option<&'static dyn AsmNames>,
    /// The property slots in the order of their names.
    pub sorted_props: Box<[u16]>,
    /// Whether the custom form has a format that prints only the operation's own attributes and types.
    pub prints_own_parts: bool,
}

impl OpInfo {
    fn new(cx: &Context, name: OpName) -> Self {
        let def = name.def(cx);
        let props = def.map_or(&[][..], |def| def.props);
        let mut sorted_props: Box<[u16]> = (0..props.len() as u16).collect();
        sorted_props.sort_by_key(|&slot| props[usize::from(slot)].name);
        let asm_names = def.and_then(|def| def.interface::<dyn AsmNames>());
        let has_format = def.filter(|def| matches!(def.format, OpFormat::Spec(_)));
        Self { def, asm_names, sorted_props, prints_own_parts: has_format.is_some_and(prints_own_parts) }
    }
}

/// Names and values of attributes, sorted by name.
pub(super) type SortedAttrs<'a> = SmallVec<[(&'a str, Attr); 8]>;

/// The facts about all names encountered so far.
#[derive(Default)]
pub(super) struct OpInfos {
    by_id: Vec<Option<OpInfo>>,
}

impl OpInfos {
    /// The facts about `name`.
    pub fn get(&mut self, cx: &Context, name: OpName) -> &OpInfo {
        let id = name.id() as usize;
        if self.by_id.len() <= id {
            self.by_id.resize_with(id + 1, || None);
        }
        self.by_id[id].get_or_insert_with(|| OpInfo::new(cx, name))
    }

    /// The attributes of `op`, inherent and discardable, except those in `elided`. The properties of an unregistered
    /// operation are not split.
    pub fn attrs_of<'a>(&mut self, op: OpRef<'a>, elided: &[&str]) -> SortedAttrs<'a> {
        let cx = op.cx();
        let named = |attr: &NamedAttr| (attr.name.str(cx), attr.value);
        let is_kept = |(name, _): &(&str, Attr)| !elided.contains(name);
        let info = self.get(cx, op.name());
        let (Some(def), props) = (info.def, op.props()) else {
            return op.discardable_attrs().iter().map(named).filter(is_kept).collect();
        };
        let mut rest = op.discardable_attrs().iter().map(named).peekable();
        let mut all = SortedAttrs::new();
        for &slot in &info.sorted_props {
            let (slot, name) = (usize::from(slot), def.props[usize::from(slot)].name);
            // The root of a body under construction may have no slots yet.
            let Some(value) = props.get(slot).copied().and_then(Attr::present) else { continue };
            while let Some(attr) = rest.next_if(|attr| attr.0 < name) {
                all.push(attr);
            }
            all.push((name, value));
        }
        all.extend(rest);
        all.retain(|attr| is_kept(attr));
        all
    }
}
