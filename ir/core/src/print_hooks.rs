//! Printing for diagnostics: the core prints types, attributes and operations through the text layer, which registers
//! itself here, without depending on it.

use crate::attrs::Attr;
use crate::context::Context;
use crate::opref::OpRef;
use crate::types::Type;

/// The text layer's functions.
pub struct PrintHooks {
    /// The text of a type.
    pub ty: fn(&Context, Type) -> String,
    /// The text of an attribute.
    pub attr: fn(&Context, Attr) -> String,
    /// The text of an operation as messages quote it.
    pub op: Box<dyn Fn(OpRef) -> String + Send + Sync>,
}

impl Context {
    /// Installs the text layer. Only the first call has an effect.
    pub fn set_print_hooks(&self, shower: PrintHooks) {
        let _ = self.print_hooks_cell().set(Box::new(shower));
    }

    fn print_hooks(&self) -> Option<&PrintHooks> {
        self.print_hooks_cell().get()?.downcast_ref()
    }

    /// The text of `ty`.
    pub fn show_type(&self, ty: Type) -> String {
        self.print_hooks().map_or_else(|| format!("{:?}", ty.data(self)), |shower| (shower.ty)(self, ty))
    }

    /// The text of `attr`.
    pub fn show_attr(&self, attr: Attr) -> String {
        self.print_hooks().map_or_else(|| format!("{:?}", attr.data(self)), |shower| (shower.attr)(self, attr))
    }

    /// The text of `op`.
    pub fn show_op(&self, op: OpRef) -> String {
        self.print_hooks().map_or_else(|| op.name_str().to_owned(), |shower| (shower.op)(op))
    }
}
