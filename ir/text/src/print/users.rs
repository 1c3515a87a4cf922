//! Comments about the users of values.

use rmlir_core::{OpId, OpRef, ValueRef};
use rustc_hash::FxHashSet;

use super::printer::Printer;

impl Printer<'_> {
    /// Prints the users of the results of `op`, or the id of `op` if it has no results.
    pub fn op_users_comment(&mut self, op: OpRef) {
        if op.n_results() == 0 {
            if op.n_operands() != 0 {
                self.out.push_str(" // id: ");
                self.names.write_op_number(&mut self.out, op);
            }
            return;
        }
        let users: FxHashSet<OpId> = op.results().flat_map(|result| op.body.users(result.id)).collect();
        if users.is_empty() {
            return self.out.push_str(" // unused");
        }
        let n_user_results: usize = users.iter().map(|&user| op.body.n_results(user)).sum();
        let is_single = n_user_results <= 1 && users.len() <= 1 && op.n_results() == 1;
        self.out.push_str(if is_single { " // user: " } else { " // users: " });
        let (open, close) = if op.n_results() > 1 { ("(", ")") } else { ("", "") };
        self.comma_separated(op.results(), |printer, result| {
            printer.out.push_str(open);
            printer.write_users(result);
            printer.out.push_str(close);
        });
    }

    /// Prints a line about the users of a block argument.
    pub fn arg_users_comment(&mut self, arg: ValueRef) {
        self.write_indentation();
        self.out.push_str("// ");
        self.write_value(arg);
        if arg.body.is_unused(arg.id) {
            self.out.push_str(" is unused");
        } else {
            self.out.push_str(" is used by ");
            self.write_users(arg);
        }
        self.out.push('\n');
    }

    /// Prints each user once: its results, or its id.
    fn write_users(&mut self, value: ValueRef) {
        if value.body.is_unused(value.id) {
            self.out.push_str("unused");
        }
        let mut seen: FxHashSet<OpId> = FxHashSet::default();
        for (index, user) in value.body.users(value.id).enumerate() {
            if !seen.insert(user) {
                continue;
            }
            if index != 0 {
                self.out.push_str(", ");
            }
            let user = OpRef::new(value.body, user);
            match user.n_results() {
                0 => self.names.write_op_number(&mut self.out, user),
                _ => self.comma_separated(user.results(), |printer, result| printer.write_value(result)),
            }
        }
    }
}
