//! The collector as a printer: dialects print into it as into the real one, so that exactly the printed symbols are
//! found, in the order of printing.

use rmlir_affine_maps::AffineExpr;
use rmlir_core::asm::{AsmPrinter, RegionPrint};
use rmlir_core::opdef::{OpDef, OpFormat, OpSyntax};
use rmlir_core::{Attr, BlockRef, Context, Loc, NamedAttr, OpRef, RegionRef, Type, ValueRef};

use super::collect::Collector;
use super::shown::Shown;
use crate::print::blocks::is_last_terminator;
use crate::print::format_hook::print_spec;

impl Collector<'_> {
    /// Visits the symbols printed for `op`.
    pub fn visit_op(&mut self, op: OpRef) {
        if self.options.debug_info {
            self.visit_op_loc(op.loc());
        }
        let def = self.infos.get(self.cx, op.name()).def;
        match def.map(|def| (def, &def.format)) {
            Some((def, OpFormat::Spec(_))) if !self.generic => self.visit_formatted_op(def, op),
            Some((_, OpFormat::Custom(syntax))) if !self.generic => self.visit_custom_op(syntax.expect(), op),
            _ => self.visit_generic_op(op),
        }
    }

    /// Visits an operation with a declarative format; most of them print only symbols that were visited before.
    fn visit_formatted_op(&mut self, def: &'static OpDef, op: OpRef) {
        if !self.infos.get(self.cx, op.name()).prints_own_parts {
            return print_spec(def, self, op);
        }
        let is_like_last = self.last_shown.get(&op.name()).is_some_and(|last| last.is_like_but_types(op));
        let shows_nothing_new = op.discardable_attrs().is_empty()
            && self.has_settled_types(op)
            && (is_like_last || op.props().iter().all(|&attr| self.is_settled_attr(attr)));
        if !shows_nothing_new {
            print_spec(def, self, op);
            self.last_shown.insert(op.name(), Shown::of(op));
        }
    }

    /// Visits an operation with a hand-written format. Similar operations without regions print the same attributes.
    fn visit_custom_op(&mut self, syntax: &OpSyntax, op: OpRef) {
        let is_simple = op.n_regions() == 0 && op.discardable_attrs().is_empty();
        let is_like_another = is_simple && !self.shown.add(op);
        if !(is_like_another && self.has_settled_types(op)) {
            (syntax.print)(self, op);
        }
    }

    /// Returns whether a visit of the types of the operands and results of `op` would have no effect.
    fn has_settled_types(&self, op: OpRef) -> bool {
        op.operands().chain(op.results()).all(|value| self.is_settled_type(value.ty()))
    }

    /// The order differs from that of the text: regions, types, attributes.
    fn visit_generic_op(&mut self, op: OpRef) {
        if !self.options.skip_regions {
            op.regions().for_each(|region| self.region(region, RegionPrint::default()));
        }
        op.operands().chain(op.results()).for_each(|value| self.visit_type(value.ty()));
        self.visit_attrs(op, &[]);
    }

    /// Upstream does not visit the properties of an unregistered operation. Here they are visited, so that text printed
    /// where it was registered is reproduced.
    fn visit_attrs(&mut self, op: OpRef, elided: &[&str]) {
        if op.def().is_none() {
            return op.body.all_attrs(op.id).iter().for_each(|attr| self.visit_attr(attr.value));
        }
        let attrs = self.infos.attrs_of(op, elided);
        attrs.into_iter().for_each(|(_, value)| self.visit_attr(value));
    }

    fn visit_block(&mut self, block: BlockRef, with_args: bool, with_terminator: bool) {
        if with_args {
            block.args().for_each(|arg| self.visit_arg(arg));
        }
        for op in block.ops() {
            if with_terminator || !is_last_terminator(block, op) {
                self.visit_op(op);
            }
        }
    }

    fn visit_arg(&mut self, arg: ValueRef) {
        self.visit_type(arg.ty());
        if self.options.debug_info {
            self.visit_loc(arg.loc());
        }
    }
}

impl AsmPrinter for Collector<'_> {
    fn cx(&self) -> &Context {
        self.cx
    }

    fn text(&mut self, _text: &str) {}

    fn newline(&mut self) {}

    fn indent(&mut self, _more: bool) {}

    fn ty(&mut self, ty: Type) {
        self.visit_type(ty);
    }

    fn attr(&mut self, attr: Attr) {
        self.visit_attr(attr);
    }

    fn attr_without_type(&mut self, attr: Attr) {
        self.visit_attr_without_type(attr);
    }

    fn stripped_attr(&mut self, attr: Attr) {
        match attr.as_array(self.cx) {
            Some(elements) => elements.iter().for_each(|&element| self.visit_attr(element)),
            None => self.visit_attr(attr),
        }
    }

    fn stripped_type(&mut self, ty: Type) {
        self.visit_type(ty);
    }

    fn symbol_name(&mut self, _name: &str) {}

    fn keyword_or_string(&mut self, _name: &str) {}

    fn string(&mut self, _text: &[u8]) {}

    fn location(&mut self, loc: Loc) {
        self.visit_loc(loc);
    }

    fn affine_expr(&mut self, _expr: &AffineExpr, _dims: &[ValueRef], _symbols: &[ValueRef]) {}

    fn operand(&mut self, _value: ValueRef) {}

    /// No value has a name yet.
    fn name_of(&mut self, _value: ValueRef) -> String {
        String::new()
    }

    fn successor(&mut self, _block: BlockRef) {}

    fn attr_dict(&mut self, op: OpRef, elided: &[&str]) {
        self.visit_attrs(op, elided);
    }

    fn attr_dict_with_keyword(&mut self, op: OpRef, elided: &[&str]) {
        self.visit_attrs(op, elided);
    }

    fn named_attrs(&mut self, attrs: &[NamedAttr]) {
        attrs.iter().for_each(|attr| self.visit_attr(attr.value));
    }

    fn region(&mut self, region: RegionRef, options: RegionPrint) {
        if self.options.skip_regions {
            return;
        }
        self.nested(|collector| {
            for (index, block) in region.blocks().enumerate() {
                let is_entry = index == 0;
                collector.visit_block(block, !is_entry || options.entry_args, !is_entry || options.terminators);
            }
        });
    }

    /// As in upstream, the attributes of an argument get no aliases of their own.
    fn region_argument(&mut self, arg: ValueRef, _attrs: Attr, _omit_type: bool) {
        self.visit_arg(arg);
    }

    fn shadow_region_args(&mut self, _region: RegionRef, _with: &[ValueRef]) {}

    fn generic_op(&mut self, op: OpRef) {
        self.visit_generic_op(op);
    }

    fn custom_or_generic_op(&mut self, op: OpRef) {
        self.visit_op(op);
    }
}
