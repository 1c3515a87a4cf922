//! What the printer needs to know of an operation name, looked up once per name.

use rmlir_core::interfaces::AsmNames;
use rmlir_core::opdef::OpDef;
use rmlir_core::{Context, OpName};

/// Facts about one operation name.
pub(super) struct OpInfo {
    /// The definition of a registered operation.
    pub def: Option<&'static OpDef>,
    /// Its names for values and blocks.
    pub asm_names: Option<&'static dyn AsmNames>,
    /// The property slots in the order of their names.
    pub sorted_props: Box<[u16]>,
}

impl OpInfo {
    fn new(cx: &Context, name: OpName) -> Self {
        let def = name.def(cx);
        let props = def.map_or(&[][..], |def| def.props);
        let mut sorted_props: Box<[u16]> = (0..props.len() as u16).collect();
        sorted_props.sort_by_key(|&slot| props[usize::from(slot)].name);
        Self { def, asm_names: def.and_then(|def| def.interface::<dyn AsmNames>()), sorted_props }
    }
}

/// The facts about all names met so far.
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
}
