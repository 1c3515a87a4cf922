//! Operations.

use rmlir_core::asm::RegionPrint;
use rmlir_core::opdef::{OpFormat, OpSyntax};
use rmlir_core::{Attr, OpRef, ValueRef};

use super::elide::Elide;
use super::format_hook::print_spec;
use super::printer::{Printer, Start};
use super::text::{push_string, push_u64};

impl Printer<'_> {
    /// Prints `op` on its own line, without the line's end.
    pub fn full_op(&mut self, op: OpRef) {
        if let Some(starts) = &mut self.starts {
            let (offset, indentation) = (self.out.len(), self.indentation);
            starts.push(Start { body: op.body.number(), op: op.id, offset, indentation });
        }
        self.write_indentation();
        self.write_results(op);
        self.write_custom_or_generic_op(op);
        self.write_trailing_loc(op.loc(), true);
        if self.options.value_users {
            self.op_users_comment(op);
        }
    }

    /// Prints `%0:2, %1 = `.
    fn write_results(&mut self, op: OpRef) {
        let n_results = op.n_results();
        if n_results == 0 {
            return;
        }
        let n_groups = self.names.groups(op).map_or(1, <[u32]>::len);
        let head = |printer: &Self, group: usize| printer.names.groups(op).map_or(0, |heads| heads[group] as usize);
        for group in 0..n_groups {
            let start = head(self, group);
            let end = if group + 1 < n_groups { head(self, group + 1) } else { n_results };
            if group != 0 {
                self.out.push_str(", ");
            }
            self.names.write_value(&mut self.out, op.result(start), false);
            if end - start > 1 {
                self.out.push(':');
                push_u64(&mut self.out, (end - start) as u64);
            }
        }
        self.out.push_str(" = ");
    }

    /// Prints the text after the `=`.
    pub fn write_custom_or_generic_op(&mut self, op: OpRef) {
        let def = self.infos.get(self.cx, op.name()).def;
        let Some(def) = def.filter(|def| !self.generic && !matches!(def.format, OpFormat::Generic)) else {
            return self.write_generic_op(op);
        };
        self.write_custom_name(def.name);
        match def.format {
            OpFormat::Spec(_) => print_spec(def, self, op),
            OpFormat::Custom(syntax) => (syntax.expect::<OpSyntax>().print)(self, op),
            OpFormat::Generic => unreachable!("generic operations were written above"),
        }
    }

    /// Prints an operation's name without quotes, and without the prefix of the default dialect. A name with two dots
    /// keeps it: the rest could be parsed as the name of another dialect's operation.
    fn write_custom_name(&mut self, name: &'static str) {
        let default = self.default_dialects.last().copied().unwrap_or("");
        // The dot is tested first: most names have it at another position.
        let has_dot = name.as_bytes().get(default.len()) == Some(&b'.');
        let short = if has_dot { name.strip_prefix(default).and_then(|rest| rest.strip_prefix('.')) } else { None };
        self.out.push_str(short.filter(|rest| !rest.contains('.')).unwrap_or(name));
    }

    /// Prints `"name"(%operands)[^successors] <{properties}> ({regions}) {attributes} : (types) -> types`.
    pub fn write_generic_op(&mut self, op: OpRef) {
        push_string(&mut self.out, op.name_str().as_bytes());
        self.out.push('(');
        self.comma_separated(op.operands(), |printer, operand| printer.write_value(operand));
        self.out.push(')');
        if op.successors().len() != 0 {
            self.out.push('[');
            self.comma_separated(op.successors(), |printer, block| printer.write_block_name(block));
            self.out.push(']');
        }
        self.write_properties(op);
        if op.n_regions() != 0 {
            self.out.push_str(" (");
            let options = RegionPrint { entry_args: true, terminators: true, empty_block: true };
            self.comma_separated(op.regions(), |printer, region| printer.write_region(region, options));
            self.out.push(')');
        }
        let attrs = op.discardable_attrs();
        if !attrs.is_empty() {
            self.out.push(' ');
            self.write_named_attrs(attrs);
        }
        self.out.push_str(" : (");
        self.comma_separated(op.operands(), |printer, operand| printer.write_type(operand.ty()));
        self.out.push_str(") -> ");
        self.write_result_types(op.n_results(), || op.results().map(ValueRef::ty));
    }

    /// Prints ` <{a = 1}>` if there is a property.
    fn write_properties(&mut self, op: OpRef) {
        let props = op.props();
        let Some(def) = op.def() else {
            if let Some(dict) = props.first().and_then(|dict| dict.present()) {
                self.out.push_str(" <");
                self.write_attr(dict, Elide::Never);
                self.out.push('>');
            }
            return;
        };
        let mut separator = " <{";
        for index in 0..def.props.len() {
            let slot = usize::from(self.infos.get(self.cx, op.name()).sorted_props[index]);
            if let Some(value) = props.get(slot).copied().and_then(Attr::present) {
                self.out.push_str(separator);
                self.write_named_attr(def.props[slot].name, value);
                separator = ", ";
            }
        }
        if separator == ", " {
            self.out.push_str("}>");
        }
    }
}
