//! Regions and blocks.

use rmlir_core::asm::{AsmPrinter, RegionPrint};
use rmlir_core::interfaces::AsmNames;
use rmlir_core::{Attr, BlockRef, OpRef, RegionRef, TraitSet, ValueRef};

use super::printer::Printer;
use super::text::push_u64;

impl Printer<'_> {
    /// Prints `region` between braces.
    pub fn write_region(&mut self, region: RegionRef, options: RegionPrint) {
        if self.options.skip_regions {
            return self.out.push_str("{...}");
        }
        self.out.push_str("{\n");
        if !region.is_empty() {
            let owner = region.owner();
            let default = owner.interface::<dyn AsmNames>().and_then(|names| names.default_dialect(owner));
            self.default_dialects.push(default.unwrap_or(""));
            self.nested(|printer| printer.write_blocks(region, options));
            self.default_dialects.pop();
        }
        self.write_indentation();
        self.out.push('}');
    }

    fn write_blocks(&mut self, region: RegionRef, options: RegionPrint) {
        for (index, block) in region.blocks().enumerate() {
            if index != 0 {
                self.write_block(block, true, true);
                continue;
            }
            let is_bare = block.first_op().is_none();
            let has_header = options.empty_block && is_bare || options.entry_args && block.args().len() != 0;
            self.write_block(block, has_header, options.terminators);
        }
    }

    fn write_block(&mut self, block: BlockRef, has_header: bool, with_terminator: bool) {
        if has_header {
            self.write_block_header(block);
        }
        self.indent(true);
        if self.options.value_users {
            block.args().for_each(|arg| self.arg_users_comment(arg));
        }
        if self.apart.is_some_and(|apart| apart.is_block(block)) {
            self.write_functions(block);
            return self.indent(false);
        }
        for op in block.ops() {
            if !with_terminator && is_last_terminator(block, op) {
                break;
            }
            self.full_op(op);
            self.out.push('\n');
            self.hand_on();
        }
        self.indent(false);
    }

    /// Prints `^bb1(%0: i32):  // pred: ^bb0` and the end of the line.
    fn write_block_header(&mut self, block: BlockRef) {
        self.write_indentation();
        self.write_block_name(block);
        if block.args().len() != 0 {
            self.out.push('(');
            self.comma_separated(block.args(), |printer, arg| {
                printer.write_value(arg);
                printer.out.push_str(": ");
                printer.write_type(arg.ty());
                printer.write_trailing_loc(arg.loc(), false);
            });
            self.out.push(')');
        }
        self.out.push(':');
        self.write_predecessors(block);
        self.out.push('\n');
    }

    fn write_predecessors(&mut self, block: BlockRef) {
        let mut preds: Vec<BlockRef> =
            block.body.predecessors(block.id).map(|pred| BlockRef::new(block.body, pred)).collect();
        match preds[..] {
            [] if block.body.is_entry(block.id) => {}
            [] => self.out.push_str("  // no predecessors"),
            [pred] => {
                self.out.push_str("  // pred: ");
                self.write_block_name(pred);
            }
            _ => {
                preds.sort_by_key(|&pred| self.names.block_ordering(pred));
                self.out.push_str("  // ");
                push_u64(&mut self.out, preds.len() as u64);
                self.out.push_str(" preds: ");
                self.comma_separated(preds, |printer, pred| printer.write_block_name(pred));
            }
        }
    }

    /// Prints `%name: type {attrs} loc(..)`.
    pub fn write_region_argument(&mut self, arg: ValueRef, attrs: Attr, omit_type: bool) {
        self.write_value(arg);
        if !omit_type {
            self.out.push_str(": ");
            self.write_type(arg.ty());
        }
        let attrs = attrs.present().and_then(|attrs| attrs.as_dict(self.cx)).unwrap_or(&[]);
        if !attrs.is_empty() {
            self.out.push(' ');
            self.write_named_attrs(attrs);
        }
        self.write_trailing_loc(arg.loc(), false);
    }
}

/// Returns whether `op` ends `block` as a registered terminator: those may be omitted.
pub(super) fn is_last_terminator(block: BlockRef, op: OpRef) -> bool {
    block.body.last_op(block.id) == Some(op.id) && op.has(TraitSet::TERMINATOR)
}
