//! Module-level properties: names, layout, target, inline assembly, flags and comdats.

use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::{Comdat, ModFlagBehavior, ProfileSummaryFormatKind};
use rmlir_llvm::attrs::misc::{
    ModuleFlagAttr, ModuleFlagCGProfileEntryAttr, ModuleFlagProfileSummaryAttr, ModuleFlagProfileSummaryDetailedAttr,
};
use rmlir_llvm::attrs::params::number;
use rmlir_llvm::ops::global::{ComdatOp, ComdatSelectorOp};
use rmlir_llvm::ops::module::{LinkerOptionsOp, ModuleFlagsOp};
use rmlir_llvm_ir::model::constant::ConstData;
use rmlir_llvm_ir::model::layout::Layout;
use rmlir_llvm_ir::model::metadata::{Md, MdId};
use rmlir_llvm_ir::model::types::{FloatTy, TyData};

use super::{Exporter, list_prop, table, word_of};

/// The name that upstream gives all modules.
const MODULE_NAME: &str = "LLVMDialectModule";

impl<'a> Exporter<'a> {
    /// The header of the module.
    pub(super) fn header(&mut self) -> Checked {
        let (cx, root) = (self.cx, self.root);
        let text = |name| root.attr(name).and_then(|attr| attr.as_str(cx)).map(str::to_owned);
        self.module.id = MODULE_NAME.to_owned();
        self.module.source = MODULE_NAME.to_owned();
        self.module.layout = match text("llvm.data_layout") {
            Some(layout) => layout,
            None => super::data_layout::translate(root)?,
        };
        self.layout = Layout::parse(&self.module.layout);
        self.module.triple = text("llvm.target_triple").unwrap_or_default();
        if let Some(asm) = root.attr("llvm.module_asm") {
            let Some(lines) = asm.as_array(cx) else {
                return Err(root.plain_error("expected an array attribute for a module level asm"));
            };
            for line in lines {
                let Some(line) = line.as_str(cx) else {
                    let text = "expected a string attribute for each entry of a module level asm";
                    return Err(root.plain_error(text));
                };
                self.module.asm.push_str(line);
                if !self.module.asm.ends_with('\n') {
                    self.module.asm.push('\n');
                }
            }
        }
        Ok(())
    }

    /// Attributes of the module with a translation that their dialects define.
    pub(super) fn root_attributes(&mut self) -> Checked {
        Ok(())
    }

    pub(super) fn comdats(&mut self) -> Checked {
        for comdat in self.top_level().into_iter().filter(|op| op.is::<ComdatOp>()) {
            for selector in comdat.region(0).blocks().flat_map(|block| block.ops()) {
                let name = selector.symbol_name().map_or("", |name| name.str(self.cx)).to_owned();
                if self.module.comdats.iter().any(|(other, _)| *other == name) {
                    let text = "comdat selection symbols must be unique even in different comdat regions";
                    return Err(selector.plain_error(text));
                }
                let kind = super::enum_prop::<Comdat>(selector, ComdatSelectorOp::COMDAT).unwrap_or(Comdat::Any);
                let kind = word_of(kind);
                self.module.comdats.push((name, kind));
            }
        }
        // Comdats are unique by name, as in LLVM's symbol table.
        Ok(())
    }

    /// Named metadata for attributes of the module.
    pub(super) fn named_facts(&mut self) {
        let cx = self.cx;
        for name in ["llvm.ident", "llvm.commandline"] {
            if let Some(text) = self.root.attr(name).and_then(|attr| attr.as_bytes(cx)) {
                self.named_text(name, text);
            }
        }
        let libraries = self.root.attr("llvm.dependent_libraries").and_then(|attr| {
            attr.as_array(cx).or_else(|| attr.dialect_attr(cx).and_then(|(_, params)| params[0].as_array(cx)))
        });
        for library in libraries.unwrap_or_default() {
            self.named_text("llvm.dependent-libraries", library.as_bytes(cx).unwrap_or_default());
        }
    }

    fn named_text(&mut self, list: &str, text: &[u8]) {
        let node = self.module.metadata.tuple(vec![Some(Md::Text(text.to_vec()))]);
        self.module.metadata.named(list).nodes.push(node);
    }

    pub(super) fn linker_options(&mut self, op: OpRef<'a>) -> Checked {
        let texts = list_prop(op, LinkerOptionsOp::OPTIONS).iter();
        let texts = texts.map(|text| Some(Md::Text(text.as_bytes(op.cx()).unwrap_or_default().to_vec()))).collect();
        let node = self.module.metadata.tuple(texts);
        self.module.metadata.named("llvm.linker.options").nodes.push(node);
        Ok(())
    }

    pub(super) fn module_flags(&mut self, op: OpRef<'a>) -> Checked {
        let cx = self.cx;
        for &flag in list_prop(op, ModuleFlagsOp::FLAGS) {
            let Some(flag) = ModuleFlagAttr::from_attr(cx, flag) else { continue };
            let behavior = rmlir::core::params::load_enum::<ModFlagBehavior>(cx, flag.behavior(cx));
            let behavior = behavior.map_or(1, |behavior| behavior.value() as u32);
            let key = flag.key(cx).as_str(cx).unwrap_or_default().to_owned();
            let value = self.flag_value(flag.value(cx));
            self.add_flag(behavior, &key, value);
        }
        Ok(())
    }

    fn add_flag(&mut self, behavior: u32, key: &str, value: Option<Md>) {
        let behavior = self.module.constants.i32(behavior);
        let key = Md::Text(key.as_bytes().to_vec());
        let node = self.module.metadata.tuple(vec![Some(Md::Const(behavior)), Some(key), value]);
        self.module.metadata.named("llvm.module.flags").nodes.push(node);
    }

    fn flag_value(&mut self, value: Attr) -> Option<Md> {
        let cx = self.cx;
        if let Some(text) = value.as_bytes(cx) {
            return Some(Md::Text(text.to_vec()));
        }
        if let Some(value) = value.as_i64(cx) {
            return Some(Md::Const(self.module.constants.i32(value as u32)));
        }
        if let Some(entries) = value.as_array(cx) {
            let entries = entries.iter().filter_map(|&entry| self.profile_entry(entry)).collect::<Vec<_>>();
            let entries = entries.into_iter().map(|entry| Some(Md::Node(entry))).collect();
            let data = rmlir_llvm_ir::model::metadata::NodeData::Tuple;
            return Some(Md::Node(self.module.metadata.node(true, data, entries)));
        }
        let summary = ModuleFlagProfileSummaryAttr::from_attr(cx, value)?;
        Some(Md::Node(self.profile_summary(summary)))
    }

    fn profile_entry(&mut self, entry: Attr) -> Option<MdId> {
        let cx = self.cx;
        let entry = ModuleFlagCGProfileEntryAttr::from_attr(cx, entry)?;
        let mut function = |name: Option<Attr>| {
            let name = name?.as_flat_symbol(cx)?;
            let id = self.module.lookup(name.str(cx))?;
            Some(Md::Const(self.module.address(id)))
        };
        let (from, to) = (function(entry.from(cx)), function(entry.to(cx)));
        let count = self.module.constants.i64(number(cx, entry.count(cx)));
        Some(self.module.metadata.tuple(vec![from, to, Some(Md::Const(count))]))
    }

    fn profile_summary(&mut self, summary: ModuleFlagProfileSummaryAttr) -> MdId {
        let cx = self.cx;
        let text = |text: &str| Some(Md::Text(text.as_bytes().to_vec()));
        let format = rmlir::core::params::load_enum::<ProfileSummaryFormatKind>(cx, summary.format(cx));
        let format = format.map(word_of);
        let mut entries =
            vec![self.module.metadata.tuple(vec![text("ProfileFormat"), text(format.unwrap_or_default())])];
        let mut counts = vec![
            ("TotalCount", summary.total_count(cx)),
            ("MaxCount", summary.max_count(cx)),
            ("MaxInternalCount", summary.max_internal_count(cx)),
            ("MaxFunctionCount", summary.max_function_count(cx)),
            ("NumCounts", summary.num_counts(cx)),
            ("NumFunctions", summary.num_functions(cx)),
        ];
        counts.extend(summary.is_partial_profile(cx).map(|value| ("IsPartialProfile", value)));
        for (name, value) in counts {
            let value = self.module.constants.i64(number(cx, value));
            entries.push(self.module.metadata.tuple(vec![text(name), Some(Md::Const(value))]));
        }
        if let Some((ratio, _)) = summary.partial_profile_ratio(cx).and_then(|attr| attr.as_float(cx)) {
            let ty = self.module.types.get(TyData::Float(FloatTy::Double));
            let ratio = self.module.constants.get(ty, ConstData::Float(ratio.bits()));
            entries.push(self.module.metadata.tuple(vec![text("PartialProfileRatio"), Some(Md::Const(ratio))]));
        }
        let mut rows = Vec::new();
        for &row in summary.detailed_summary(cx).as_array(cx).unwrap_or_default() {
            let Some(row) = ModuleFlagProfileSummaryDetailedAttr::from_attr(cx, row) else { continue };
            let numbers = [row.cut_off(cx), row.min_count(cx), row.num_counts(cx)];
            let numbers = numbers.map(|value| Some(Md::Const(self.module.constants.i64(number(cx, value)))));
            rows.push(Some(Md::Node(self.module.metadata.tuple(numbers.to_vec()))));
        }
        let rows = self.module.metadata.tuple(rows);
        entries.push(self.module.metadata.tuple(vec![text("DetailedSummary"), Some(Md::Node(rows))]));
        self.module.metadata.tuple(entries.into_iter().map(|entry| Some(Md::Node(entry))).collect())
    }

    /// Completes the module: adds the version of debug information.
    pub(super) fn finish(&mut self) {
        const VERSION: &str = "Debug Info Version";
        if !self.has_flag(VERSION) {
            let version = self.module.constants.i32(3);
            self.add_flag(2, VERSION, Some(Md::Const(version)));
        }
        if self.module.triple.contains("windows-msvc") && !self.has_flag("CodeView") {
            let one = self.module.constants.i32(1);
            self.add_flag(2, "CodeView", Some(Md::Const(one)));
        }
    }

    fn has_flag(&self, key: &str) -> bool {
        let lists = self.module.metadata.named.iter().filter(|list| list.name == "llvm.module.flags");
        let mut nodes = lists.flat_map(|list| &list.nodes);
        let key = Some(Md::Text(key.as_bytes().to_vec()));
        nodes.any(|&node| self.module.metadata.get(node).operands.get(1) == Some(&key))
    }
}

impl<'a> Exporter<'a> {
    /// Translates everything that precedes the bodies of functions.
    pub(super) fn prepare(&mut self) -> Checked {
        self.root_attributes()?;
        self.comdats()?;
        self.signatures()?;
        self.globals()?;
        self.ifuncs()?;
        self.tbaa();
        self.named_facts();
        for op in self.top_level() {
            if !table::is_global(op) {
                self.op(op)?;
            }
        }
        Ok(())
    }
}
