//! Locations.

use rmlir_core::{Loc, LocData};

use super::elide::Elide;
use super::printer::Printer;
use super::text::{push_string, push_u64};

impl Printer<'_> {
    /// Prints ` loc(..)` after an operation or argument, if locations are enabled.
    #[inline]
    pub fn write_trailing_loc(&mut self, loc: Loc, allow_alias: bool) {
        if !self.options.debug_info {
            return;
        }
        self.out.push(' ');
        if self.options.pretty_debug_info || !allow_alias {
            return self.write_location(loc);
        }
        self.out.push_str("loc(");
        if !self.aliases.push_loc(&mut self.out, loc) {
            self.write_loc_body(loc);
        }
        self.out.push(')');
    }

    /// Prints the alias of `loc`, else `loc(..)`.
    pub fn write_location_or_alias(&mut self, loc: Loc) {
        if !self.aliases.push_loc(&mut self.out, loc) {
            self.write_location(loc);
        }
    }

    /// Prints `loc(..)`; in the pretty form, only its contents.
    pub fn write_location(&mut self, loc: Loc) {
        if self.options.pretty_debug_info {
            return self.write_loc_body(loc);
        }
        self.out.push_str("loc(");
        self.write_loc_body(loc);
        self.out.push(')');
    }

    /// Prints `loc`, or its alias, inside another location.
    fn write_inner_loc(&mut self, loc: Loc) {
        if !self.aliases.push_loc(&mut self.out, loc) {
            self.nested(|printer| printer.write_loc_body(loc));
        }
    }

    fn write_loc_body(&mut self, loc: Loc) {
        let pretty = self.options.pretty_debug_info;
        match loc.data(self.cx) {
            LocData::Unknown => self.out.push_str(if pretty { "[unknown]" } else { "unknown" }),
            LocData::FileLineCol { file, line, col, end_line, end_col } => {
                let file = file.str(self.cx);
                if pretty {
                    self.out.push_str(file)
                } else {
                    push_string(&mut self.out, file.as_bytes())
                }
                self.write_range((line, col), (end_line, end_col));
            }
            LocData::Name { name, child } => {
                push_string(&mut self.out, name.str(self.cx).as_bytes());
                if child != Loc::UNKNOWN {
                    self.out.push('(');
                    self.write_inner_loc(child);
                    self.out.push(')');
                }
            }
            LocData::Dialect(attr) => self.write_attr(attr, Elide::Never),
            LocData::CallSite { callee, caller } => self.write_call_site(callee, caller),
            LocData::Fused { locs, metadata } => {
                self.out.push_str(if pretty { "" } else { "fused" });
                if let Some(metadata) = metadata {
                    self.out.push('<');
                    self.write_attr(metadata, Elide::Never);
                    self.out.push('>');
                }
                self.out.push('[');
                self.comma_separated(locs, |printer, loc| printer.write_inner_loc(loc));
                self.out.push(']');
            }
        }
    }

    /// Prints `:1:2`, `:1:2 to :4` or `:1:2 to 3:4`.
    fn write_range(&mut self, start: (u32, u32), end: (u32, u32)) {
        self.write_line_col(":", start);
        if start.0 != end.0 {
            self.write_line_col(" to ", end);
        } else if start.1 != end.1 {
            self.out.push_str(" to :");
            push_u64(&mut self.out, end.1.into());
        }
    }

    fn write_line_col(&mut self, before: &str, (line, col): (u32, u32)) {
        self.out.push_str(before);
        push_u64(&mut self.out, line.into());
        self.out.push(':');
        push_u64(&mut self.out, col.into());
    }

    /// In the pretty form the caller is printed on its own line, unless it is the file position of a named callee.
    fn write_call_site(&mut self, callee: Loc, caller: Loc) {
        if !self.options.pretty_debug_info {
            self.out.push_str("callsite(");
            self.write_inner_loc(callee);
            self.out.push_str(" at ");
            self.write_inner_loc(caller);
            return self.out.push(')');
        }
        self.write_inner_loc(callee);
        let is_name = matches!(callee.data(self.cx), LocData::Name { .. });
        let is_position = matches!(caller.data(self.cx), LocData::FileLineCol { .. });
        self.out.push_str(if is_name && is_position { " at " } else { "\n at " });
        self.write_inner_loc(caller);
    }
}
