//! The definitions of aliases.

use std::sync::Arc;

use super::Alias;
use super::symbol::Symbol;
use crate::print::elide::Elide;
use crate::print::printer::Printer;

impl Printer<'_> {
    /// Prints the definitions that are, or are not, deferrable.
    pub fn alias_definitions(&mut self, deferrable: bool) {
        for place in 0..self.aliases.list.len() {
            let Alias { symbol, is_deferrable, .. } = self.aliases.list[place];
            if is_deferrable != deferrable {
                continue;
            }
            self.aliases.push(&mut self.out, Some(place as u32));
            self.out.push_str(" = ");
            match symbol {
                Symbol::Type(ty) => {
                    self.write_type_in_full(ty);
                    let aliases = Arc::get_mut(&mut self.aliases).expect("nothing else is written beside definitions");
                    aliases.types.insert(ty, place as u32);
                }
                Symbol::Attr(attr) => self.write_attr_in_full(attr, Elide::Never),
                Symbol::Loc(loc) => self.write_location(loc),
            }
            self.out.push('\n');
        }
    }
}
