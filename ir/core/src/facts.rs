//! The texts of names, and what follows from the definition of an operation name.

use crate::attrs::Attr;
use crate::context::Context;
use crate::handles::{Ident, OpName};
use crate::opdef::{OpDef, PropDef};

impl Ident {
    /// The text.
    #[inline]
    pub fn str(self, cx: &Context) -> &str {
        cx.ident_str(self)
    }
}

impl OpName {
    /// The dense id, for tables indexed by name. The order of ids has no meaning.
    #[inline]
    pub fn id(self) -> u32 {
        self.0
    }

    /// The full name, such as `arith.addi`.
    #[inline]
    pub fn str(self, cx: &Context) -> &str {
        &cx.op_name_data(self).text
    }

    /// The definition of a registered operation.
    #[inline]
    pub fn def(self, cx: &Context) -> Option<&'static OpDef> {
        cx.op_def_of(self)
    }

    /// The defaults of a registered operation's properties, absent where there is none, and where the property is
    /// optional. Computed once.
    #[inline]
    pub fn default_props(self, cx: &Context) -> &[Attr] {
        cx.op_facts(self).default_props.get_or_init(|| {
            let filled_in = |prop: &PropDef| prop.default.filter(|_| !prop.optional);
            let default = |prop: &PropDef| filled_in(prop).map_or(Attr::ABSENT, |make| make(cx));
            self.def(cx).map_or(&[][..], |def| def.props).iter().map(default).collect()
        })
    }

    /// The initial properties of a registered operation: the defaults, but absent where a property is optional as well,
    /// so that its default is only implied.
    #[inline]
    pub(crate) fn initial_props(self, cx: &Context) -> &[Attr] {
        cx.op_facts(self).initial_props.get_or_init(|| {
            let props = self.def(cx).map_or(&[][..], |def| def.props);
            let initial = |(prop, &default): (&PropDef, &Attr)| if prop.optional { Attr::ABSENT } else { default };
            props.iter().zip(self.default_props(cx)).map(initial).collect()
        })
    }

    /// The part before the first dot; empty if there is none.
    #[inline]
    pub fn dialect(self, cx: &Context) -> &str {
        let data = cx.op_name_data(self);
        &data.text[..data.dialect_len]
    }
}
