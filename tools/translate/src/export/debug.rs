//! Debug information: attributes as nodes, locations as locations.
//!
//! Every node is a [`Draft`]: the fields in their printed order, and the operands in LLVM's order. Types and functions
//! that refer to themselves do so through a reserved node, which is replaced by the actual node when that is complete.

use rmlir::core::LocData;
use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;
use rmlir_llvm::attrs::debug::*;
use rmlir_llvm::attrs::enums::{DIEmissionKind, DIFlags, DINameTableKind, DISubprogramFlags};
use rmlir_llvm::attrs::params::number;
use rmlir_llvm::intrinsics::hint::{DbgDeclareIntr, DbgLabelIntr, DbgValueIntr};
use rmlir_llvm_ir::model::inst::DebugRecord;
use rmlir_llvm_ir::model::metadata::{Field, Md, MdId, Metadata, Node, NodeData};

use super::{Exporter, word_of};

/// A node under construction.
struct Draft {
    name: &'static str,
    distinct: bool,
    fields: Vec<(&'static str, Field)>,
    operands: Vec<Option<Md>>,
}

impl Draft {
    fn new(name: &'static str, distinct: bool) -> Self {
        Self { name, distinct, fields: Vec::new(), operands: Vec::new() }
    }

    /// A keyword, always printed.
    fn word(&mut self, name: &'static str, word: impl Into<String>) -> &mut Self {
        self.fields.push((name, Field::Word(word.into())));
        self
    }

    /// An integer, unless it is 0.
    fn number(&mut self, name: &'static str, number: u64) -> &mut Self {
        if number != 0 {
            self.word(name, number.to_string());
        }
        self
    }

    /// A string, unless there is none or it is empty.
    fn text(&mut self, cx: &Context, name: &'static str, text: Option<Attr>) -> &mut Self {
        if let Some(text) = text.and_then(|text| text.as_bytes(cx)).filter(|text| !text.is_empty()) {
            self.fields.push((name, Field::Text(text.to_vec())));
        }
        self
    }

    /// A keyword of DWARF, unless it is the default.
    fn keyword(&mut self, cx: &Context, name: &'static str, word: Option<Attr>, usual: &str) -> &mut Self {
        if let Some(word) = word.and_then(|word| word.as_str(cx)).filter(|word| *word != usual) {
            self.word(name, word);
        }
        self
    }

    /// A node, unless there is none.
    fn node(&mut self, name: &'static str, node: Option<MdId>) -> &mut Self {
        if node.is_some() {
            self.node_or_null(name, node);
        }
        self
    }

    /// A node, printed as `null` if there is none.
    fn node_or_null(&mut self, name: &'static str, node: Option<MdId>) -> &mut Self {
        self.fields.push((name, Field::Md(node.map(Md::Node))));
        self
    }

    /// Sets the operands of the node, in LLVM's order.
    fn operands(&mut self, nodes: &[Option<MdId>]) -> &mut Self {
        self.operands = nodes.iter().map(|node| node.map(Md::Node)).collect();
        self
    }
}

fn number_or_0(cx: &Context, attr: Option<Attr>) -> u64 {
    attr.map_or(0, |attr| number(cx, attr))
}

fn is_true(attr: Option<Attr>) -> bool {
    attr.is_some_and(|attr| attr != Attr::FALSE)
}

/// The keywords of a set of flags, in order of their bits.
fn flag_words(flags: &rmlir::core::opdef::EnumDef, prefix: &str, value: u64) -> String {
    let mut words = Vec::new();
    let mut rest = value;
    // Accessibility is an enumeration of three values in two bits.
    if prefix == "DIFlag" && rest & 3 != 0 {
        words.push(format!("{prefix}{}", ["Private", "Protected", "Public"][(rest & 3) as usize - 1]));
        rest &= !3;
    }
    for bit in (0..32).map(|bit| 1u64 << bit).filter(|bit| rest & bit != 0) {
        let name = flags.cases.iter().find(|(name, value)| *value == bit && !name.starts_with("Bit"));
        if let Some((name, _)) = name {
            words.push(format!("{prefix}{name}"));
        }
    }
    words.join(" | ")
}

impl<'a> Exporter<'a> {
    fn finish_draft(&mut self, draft: &mut Draft) -> MdId {
        let fields = std::mem::take(&mut draft.fields);
        let operands = std::mem::take(&mut draft.operands);
        self.module.metadata.node(draft.distinct, NodeData::Debug(draft.name, fields), operands)
    }

    /// The node of an attribute; `None` for null types.
    pub(super) fn debug_node(&mut self, attr: Attr) -> Option<MdId> {
        if let Some(&node) = self.debug.nodes.get(&attr) {
            return Some(node);
        }
        let (id, is_self) = self.recursion(attr);
        if let Some(id) = id {
            if let Some((_, node)) = self.debug.recursive.iter().rev().find(|(other, _)| *other == id) {
                return Some(*node);
            }
            if !is_self {
                return self.recursive_node(attr, id);
            }
        }
        let node = self.new_node(attr)?;
        self.debug.nodes.insert(attr, node);
        Some(node)
    }

    fn opt_node(&mut self, attr: Option<Attr>) -> Option<MdId> {
        attr.and_then(|attr| self.debug_node(attr))
    }

    /// The recursion id of a node that may refer to itself, and whether the attribute is such a self-reference.
    fn recursion(&self, attr: Attr) -> (Option<Attr>, bool) {
        let cx = self.cx;
        if let Some(ty) = DICompositeTypeAttr::from_attr(cx, attr) {
            return (ty.recId(cx), is_true(ty.isRecSelf(cx)));
        }
        match DISubprogramAttr::from_attr(cx, attr) {
            Some(function) => (function.recId(cx), is_true(function.isRecSelf(cx))),
            None => (None, false),
        }
    }

    fn recursive_node(&mut self, attr: Attr, id: Attr) -> Option<MdId> {
        let placeholder = self.module.metadata.reserve(false);
        self.debug.recursive.push((id, placeholder));
        let node = self.new_node(attr);
        self.debug.recursive.pop();
        let node = node?;
        self.module.metadata.replace(placeholder, node);
        self.debug.nodes.retain(|_, known| *known != placeholder);
        self.debug.nodes.insert(attr, node);
        Some(node)
    }

    /// A list of nodes, `None` if it is empty.
    fn node_list(&mut self, list: Option<Attr>) -> Option<MdId> {
        let cx = self.cx;
        let elements = list.and_then(|list| list.as_array(cx)).filter(|list| !list.is_empty())?;
        let nodes = elements.iter().map(|&element| self.list_element(element).map(Md::Node)).collect();
        Some(self.module.metadata.tuple(nodes))
    }

    fn list_element(&mut self, element: Attr) -> Option<MdId> {
        let cx = self.cx;
        if let Some(note) = DIAnnotationAttr::from_attr(cx, element) {
            let text = |attr: Attr| Some(Md::Text(attr.as_bytes(cx).unwrap_or_default().to_vec()));
            return Some(self.module.metadata.tuple(vec![text(note.name(cx)), text(note.value(cx))]));
        }
        match DIGlobalVariableExpressionAttr::from_attr(cx, element) {
            Some(expression) => Some(self.variable_expression(expression)),
            None => self.debug_node(element),
        }
    }

    fn new_node(&mut self, attr: Attr) -> Option<MdId> {
        let cx = self.cx;
        if let Some(it) = DIFileAttr::from_attr(cx, attr) {
            let mut draft = Draft::new("DIFile", false);
            for (name, text) in [("filename", it.name(cx)), ("directory", it.directory(cx))] {
                let text = text.as_bytes(cx).unwrap_or_default().to_vec();
                draft.fields.push((name, Field::Text(text)));
            }
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DIBasicTypeAttr::from_attr(cx, attr) {
            let mut draft = Draft::new("DIBasicType", false);
            draft.keyword(cx, "tag", it.tag(cx), "DW_TAG_base_type").text(cx, "name", Some(it.name(cx)));
            draft.number("size", number_or_0(cx, it.sizeInBits(cx))).keyword(cx, "encoding", it.encoding(cx), "");
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DICompileUnitAttr::from_attr(cx, attr) {
            return Some(self.compile_unit(it));
        }
        if let Some(it) = DISubprogramAttr::from_attr(cx, attr) {
            return self.subprogram(it);
        }
        if let Some(it) = DICompositeTypeAttr::from_attr(cx, attr) {
            return Some(self.composite_type(it));
        }
        if let Some(it) = DIDerivedTypeAttr::from_attr(cx, attr) {
            return Some(self.derived_type(it));
        }
        if let Some(it) = DISubroutineTypeAttr::from_attr(cx, attr) {
            let types = it.types(cx).and_then(|types| types.as_array(cx)).unwrap_or_default();
            let types = types.iter().map(|&ty| self.debug_node(ty).map(Md::Node)).collect();
            let types = self.module.metadata.tuple(types);
            let mut draft = Draft::new("DISubroutineType", false);
            draft.keyword(cx, "cc", it.callingConvention(cx), "").node("types", Some(types)).operands(&[Some(types)]);
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DILocalVariableAttr::from_attr(cx, attr) {
            let (scope, file) = (self.debug_node(it.scope(cx)), self.opt_node(it.file(cx)));
            let ty = self.opt_node(it.r#type(cx));
            let mut draft = Draft::new("DILocalVariable", false);
            draft.text(cx, "name", it.name(cx)).number("arg", number_or_0(cx, it.arg(cx)));
            draft.node_or_null("scope", scope).node("file", file).number("line", number_or_0(cx, it.line(cx)));
            draft.node("type", ty);
            self.di_flags(&mut draft, it.flags(cx));
            draft.number("align", number_or_0(cx, it.alignInBits(cx))).operands(&[scope, file, ty]);
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DIGlobalVariableAttr::from_attr(cx, attr) {
            return Some(self.global_variable(it));
        }
        if let Some(it) = DILexicalBlockAttr::from_attr(cx, attr) {
            let (scope, file) = (self.debug_node(it.scope(cx)), self.opt_node(it.file(cx)));
            let mut draft = Draft::new("DILexicalBlock", true);
            draft.node_or_null("scope", scope).node("file", file).number("line", number_or_0(cx, it.line(cx)));
            draft.number("column", number_or_0(cx, it.column(cx))).operands(&[file, scope]);
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DILexicalBlockFileAttr::from_attr(cx, attr) {
            let (scope, file) = (self.debug_node(it.scope(cx)), self.opt_node(it.file(cx)));
            let mut draft = Draft::new("DILexicalBlockFile", true);
            draft.node_or_null("scope", scope).node("file", file);
            draft.word("discriminator", number(cx, it.discriminator(cx)).to_string()).operands(&[file, scope]);
            return Some(self.finish_draft(&mut draft));
        }
        self.rarer_node(attr)
    }

    fn rarer_node(&mut self, attr: Attr) -> Option<MdId> {
        let cx = self.cx;
        if let Some(it) = DILabelAttr::from_attr(cx, attr) {
            let (scope, file) = (self.debug_node(it.scope(cx)), self.opt_node(it.file(cx)));
            let mut draft = Draft::new("DILabel", false);
            draft.node_or_null("scope", scope).text(cx, "name", it.name(cx)).node("file", file);
            draft.word("line", number_or_0(cx, it.line(cx)).to_string()).operands(&[scope, file]);
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DIStringTypeAttr::from_attr(cx, attr) {
            let length = self.opt_node(it.stringLength(cx));
            let expressions = [it.stringLengthExp(cx), it.stringLocationExp(cx)];
            let [length_exp, location_exp] = expressions.map(|attr| attr.map(|attr| self.expression(Some(attr))));
            let mut draft = Draft::new("DIStringType", false);
            draft.keyword(cx, "tag", it.tag(cx), "DW_TAG_string_type").text(cx, "name", Some(it.name(cx)));
            draft.node("stringLength", length).node("stringLengthExpression", length_exp);
            draft.node("stringLocationExpression", location_exp).number("size", number_or_0(cx, it.sizeInBits(cx)));
            draft.number("align", number_or_0(cx, it.alignInBits(cx))).keyword(cx, "encoding", it.encoding(cx), "");
            draft.operands(&[length, length_exp, location_exp]);
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DIModuleAttr::from_attr(cx, attr) {
            let (file, scope) = (self.opt_node(it.file(cx)), self.opt_node(it.scope(cx)));
            let mut draft = Draft::new("DIModule", false);
            draft.node_or_null("scope", scope).text(cx, "name", it.name(cx));
            draft.text(cx, "configMacros", it.configMacros(cx)).text(cx, "includePath", it.includePath(cx));
            draft.text(cx, "apinotes", it.apinotes(cx)).node("file", file);
            draft.number("line", number_or_0(cx, it.line(cx)));
            if is_true(it.isDecl(cx)) {
                draft.word("isDecl", "true");
            }
            draft.operands(&[file, scope]);
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DINamespaceAttr::from_attr(cx, attr) {
            let scope = self.opt_node(it.scope(cx));
            let mut draft = Draft::new("DINamespace", false);
            draft.text(cx, "name", it.name(cx)).node_or_null("scope", scope);
            if it.exportSymbols(cx) == Attr::TRUE {
                draft.word("exportSymbols", "true");
            }
            draft.operands(&[scope]);
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DIImportedEntityAttr::from_attr(cx, attr) {
            let (scope, entity) = (self.debug_node(it.scope(cx)), self.debug_node(it.entity(cx)));
            let (file, elements) = (self.opt_node(it.file(cx)), self.node_list(it.elements(cx)));
            let mut draft = Draft::new("DIImportedEntity", false);
            draft.keyword(cx, "tag", it.tag(cx), "").text(cx, "name", it.name(cx)).node_or_null("scope", scope);
            draft.node("entity", entity).node("file", file).number("line", number_or_0(cx, it.line(cx)));
            draft.node("elements", elements).operands(&[scope, entity, file, elements]);
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DICommonBlockAttr::from_attr(cx, attr) {
            let (scope, file) = (self.debug_node(it.scope(cx)), self.opt_node(it.file(cx)));
            let decl = self.opt_node(it.decl(cx));
            let mut draft = Draft::new("DICommonBlock", false);
            draft.node_or_null("scope", scope).node_or_null("declaration", decl).text(cx, "name", Some(it.name(cx)));
            draft.node("file", file).number("line", number_or_0(cx, it.line(cx))).operands(&[scope, decl, file]);
            return Some(self.finish_draft(&mut draft));
        }
        if let Some(it) = DISubrangeAttr::from_attr(cx, attr) {
            let bounds = [it.count(cx), it.lowerBound(cx), it.upperBound(cx), it.stride(cx)];
            return Some(self.subrange("DISubrange", bounds));
        }
        if let Some(it) = DIGenericSubrangeAttr::from_attr(cx, attr) {
            let bounds = [it.count(cx), Some(it.lowerBound(cx)), it.upperBound(cx), Some(it.stride(cx))];
            return Some(self.subrange("DIGenericSubrange", bounds));
        }
        None
    }

    fn subrange(&mut self, name: &'static str, bounds: [Option<Attr>; 4]) -> MdId {
        let cx = self.cx;
        let mut draft = Draft::new(name, false);
        let mut operands = Vec::new();
        for (name, bound) in ["count", "lowerBound", "upperBound", "stride"].into_iter().zip(bounds) {
            let Some(bound) = bound else { continue };
            if let Some(value) = bound.as_i64(cx) {
                draft.word(name, value.to_string());
                continue;
            }
            let node = match DIExpressionAttr::from_attr(cx, bound) {
                Some(_) => Some(self.expression(Some(bound))),
                None => self.debug_node(bound),
            };
            draft.node(name, node);
            operands.push(node);
        }
        draft.operands(&operands);
        self.finish_draft(&mut draft)
    }

    fn di_flags(&self, draft: &mut Draft, flags: Option<Attr>) {
        let flags = flags.and_then(|attr| attr.as_integer(self.cx)).and_then(|(value, _)| value.zext_value());
        if let Some(flags) = flags.filter(|flags| *flags != 0) {
            draft.word("flags", flag_words(DIFlags::ENUM, "DIFlag", flags));
        }
    }

    fn compile_unit(&mut self, it: DICompileUnitAttr) -> MdId {
        let cx = self.cx;
        if let Some(&node) = self.debug.distinct.get(&it.id(cx)) {
            return node;
        }
        let file = self.debug_node(it.file(cx));
        let mut draft = Draft::new("DICompileUnit", true);
        draft.keyword(cx, "language", Some(it.sourceLanguage(cx)), "").node_or_null("file", file);
        draft.text(cx, "producer", it.producer(cx));
        draft.word("isOptimized", if it.isOptimized(cx) == Attr::TRUE { "true" } else { "false" });
        draft.word("runtimeVersion", "0").text(cx, "splitDebugFilename", it.splitDebugFilename(cx));
        let kind = rmlir::core::params::load_enum::<DIEmissionKind>(cx, it.emissionKind(cx));
        draft.word(
            "emissionKind",
            match kind.map_or(0, |kind| kind.value()) {
                0 => "NoDebug",
                1 => "FullDebug",
                2 => "LineTablesOnly",
                _ => "DebugDirectivesOnly",
            },
        );
        let table = it.nameTableKind(cx).and_then(|attr| rmlir::core::params::load_enum::<DINameTableKind>(cx, attr));
        if let Some(table) = table.filter(|table| table.value() != 0) {
            draft.word("nameTableKind", word_of(table));
        }
        draft.operands(&[file]);
        let node = self.finish_draft(&mut draft);
        self.debug.distinct.insert(it.id(cx), node);
        self.module.metadata.named("llvm.dbg.cu").nodes.push(node);
        node
    }

    fn subprogram(&mut self, it: DISubprogramAttr) -> Option<MdId> {
        let cx = self.cx;
        let known = |exporter: &Self| it.id(cx).and_then(|id| exporter.debug.distinct.get(&id).copied());
        if let Some(node) = known(self) {
            return Some(node);
        }
        let (scope, file) = (self.opt_node(it.scope(cx)), self.opt_node(it.file(cx)));
        let (ty, unit) = (self.opt_node(it.r#type(cx)), self.opt_node(it.compileUnit(cx)));
        if let Some(node) = known(self) {
            return Some(node);
        }
        let flags = number_or_0(cx, it.subprogramFlags(cx));
        let is_definition = flags & DISubprogramFlags::Definition.value() != 0;
        let retained = self.node_list(it.retainedNodes(cx));
        let annotations = self.node_list(it.annotations(cx));
        let mut draft = Draft::new("DISubprogram", is_definition);
        draft.text(cx, "name", it.name(cx)).text(cx, "linkageName", it.linkageName(cx)).node_or_null("scope", scope);
        draft.node("file", file).number("line", number_or_0(cx, it.line(cx))).node("type", ty);
        draft.number("scopeLine", number_or_0(cx, it.scopeLine(cx)));
        let words = flag_words(DISubprogramFlags::ENUM, "DISPFlag", flags);
        draft.word("spFlags", if words.is_empty() { "0".to_owned() } else { words });
        draft.node("unit", unit).node("retainedNodes", retained).node("annotations", annotations);
        draft.operands(&[file, scope, ty, unit, retained, annotations]);
        let node = self.finish_draft(&mut draft);
        if let Some(id) = it.id(cx) {
            self.debug.distinct.insert(id, node);
        }
        Some(node)
    }

    fn composite_type(&mut self, it: DICompositeTypeAttr) -> MdId {
        let cx = self.cx;
        let tag = it.tag(cx).and_then(|tag| tag.as_str(cx)).unwrap_or_default();
        let is_distinct = ["class_type", "enumeration_type", "structure_type", "union_type"]
            .iter()
            .any(|name| tag.strip_prefix("DW_TAG_") == Some(name));
        let (file, scope) = (self.opt_node(it.file(cx)), self.opt_node(it.scope(cx)));
        let (base, elements) = (self.opt_node(it.baseType(cx)), self.node_list(it.elements(cx)));
        let expressions = [it.dataLocation(cx), it.associated(cx), it.allocated(cx), it.rank(cx)];
        let [data, associated, allocated, rank] = expressions.map(|attr| attr.map(|attr| self.expression(Some(attr))));
        let mut draft = Draft::new("DICompositeType", is_distinct);
        draft.keyword(cx, "tag", it.tag(cx), "").text(cx, "name", it.name(cx)).node("scope", scope);
        draft.node("file", file).number("line", number_or_0(cx, it.line(cx))).node("baseType", base);
        draft.number("size", number_or_0(cx, it.sizeInBits(cx)));
        draft.number("align", number_or_0(cx, it.alignInBits(cx)));
        self.di_flags(&mut draft, it.flags(cx));
        draft.node("elements", elements).node("dataLocation", data).node("associated", associated);
        draft.node("allocated", allocated).node("rank", rank);
        draft.operands(&[file, scope, base, elements, data, associated, allocated, rank]);
        self.finish_draft(&mut draft)
    }

    fn derived_type(&mut self, it: DIDerivedTypeAttr) -> MdId {
        let cx = self.cx;
        let (base, extra) = (self.opt_node(it.baseType(cx)), self.opt_node(it.extraData(cx)));
        let mut draft = Draft::new("DIDerivedType", false);
        draft.keyword(cx, "tag", it.tag(cx), "").text(cx, "name", it.name(cx)).node_or_null("baseType", base);
        draft.number("size", number_or_0(cx, it.sizeInBits(cx)));
        draft.number("align", number_or_0(cx, it.alignInBits(cx)));
        draft.number("offset", number_or_0(cx, it.offsetInBits(cx))).node("extraData", extra);
        if let Some(space) = it.dwarfAddressSpace(cx) {
            draft.word("dwarfAddressSpace", number(cx, space).to_string());
        }
        draft.operands(&[base, extra]);
        self.finish_draft(&mut draft)
    }

    fn global_variable(&mut self, it: DIGlobalVariableAttr) -> MdId {
        let cx = self.cx;
        let (scope, file) = (self.opt_node(it.scope(cx)), self.debug_node(it.file(cx)));
        let ty = self.debug_node(it.r#type(cx));
        let truth = |attr| if is_true(attr) { "true" } else { "false" };
        let mut draft = Draft::new("DIGlobalVariable", true);
        draft.text(cx, "name", it.name(cx)).text(cx, "linkageName", it.linkageName(cx)).node_or_null("scope", scope);
        draft.node("file", file).number("line", number(cx, it.line(cx))).node("type", ty);
        draft.word("isLocal", truth(it.isLocalToUnit(cx))).word("isDefinition", truth(it.isDefined(cx)));
        draft.number("align", number_or_0(cx, it.alignInBits(cx))).operands(&[scope, file, ty]);
        self.finish_draft(&mut draft)
    }

    /// A location expression.
    pub(super) fn expression(&mut self, attr: Option<Attr>) -> MdId {
        let cx = self.cx;
        let expression = attr.and_then(|attr| DIExpressionAttr::from_attr(cx, attr));
        let operations = expression.and_then(|it| it.operations(cx)).and_then(|list| list.as_array(cx));
        let mut draft = Draft::new("DIExpression", false);
        for &operation in operations.unwrap_or_default() {
            let Some(operation) = DIExpressionElemAttr::from_attr(cx, operation) else { continue };
            draft.word("", operation.opcode(cx).as_str(cx).unwrap_or_default());
            let arguments = operation.arguments(cx).and_then(|list| list.as_array(cx)).unwrap_or_default();
            for argument in arguments {
                match argument.as_str(cx) {
                    Some(word) => draft.word("", word),
                    None => draft.word("", number(cx, *argument).to_string()),
                };
            }
        }
        self.finish_draft(&mut draft)
    }

    /// A global variable and its location expression.
    pub(super) fn variable_expression(&mut self, it: DIGlobalVariableExpressionAttr) -> MdId {
        let variable = self.debug_node(it.var(self.cx));
        let expression = self.expression(it.expr(self.cx));
        let mut draft = Draft::new("DIGlobalVariableExpression", false);
        draft.node("var", variable).node("expr", Some(expression)).operands(&[variable, Some(expression)]);
        self.finish_draft(&mut draft)
    }

    /// The compile unit that a global variable is listed in.
    pub(super) fn owner_of_variable(&mut self, it: DIGlobalVariableExpressionAttr) -> Option<MdId> {
        let cx = self.cx;
        let mut scope = DIGlobalVariableAttr::from_attr(cx, it.var(cx))?.scope(cx);
        loop {
            let at = scope?;
            scope = if let Some(module) = DIModuleAttr::from_attr(cx, at) {
                module.scope(cx)
            } else if let Some(block) = DICommonBlockAttr::from_attr(cx, at) {
                Some(block.scope(cx))
            } else if let Some(block) = DILexicalBlockAttr::from_attr(cx, at) {
                Some(block.scope(cx))
            } else if let Some(function) = DISubprogramAttr::from_attr(cx, at) {
                function.compileUnit(cx)
            } else {
                DICompileUnitAttr::from_attr(cx, at)?;
                return self.debug_node(at);
            };
        }
    }

    /// The node of the function in the location of `op`.
    pub(super) fn subprogram_of(&mut self, op: OpRef) -> Option<MdId> {
        if !self.debug.enabled {
            return None;
        }
        let found = self.find_scope(op.loc(), |cx, attr| DISubprogramAttr::from_attr(cx, attr).is_some())?;
        self.debug_node(found)
    }

    /// The first scope in a location.
    fn find_scope(&self, loc: Loc, is: fn(&Context, Attr) -> bool) -> Option<Attr> {
        let mut waiting = vec![loc];
        while let Some(loc) = waiting.pop() {
            match loc.data(self.cx) {
                LocData::Fused { locs, metadata } => {
                    if let Some(found) = metadata.filter(|&attr| is(self.cx, attr)) {
                        return Some(found);
                    }
                    waiting.extend(locs.iter().rev());
                }
                LocData::Name { child, .. } => waiting.push(child),
                LocData::CallSite { callee, caller } => waiting.extend([caller, callee]),
                _ => {}
            }
        }
        None
    }

    /// The scope of the function being translated.
    pub(super) fn function_scope(&self) -> Option<MdId> {
        self.function.and_then(|id| self.module.global(id).attachments.find("dbg"))
    }

    /// The location `loc` within `scope`.
    pub(super) fn translate_loc(&mut self, loc: Loc, scope: Option<MdId>) -> Option<MdId> {
        if !self.debug.enabled || scope.is_none() && loc.pos().is_some() {
            return None;
        }
        self.location_in(loc, scope, None)
    }

    fn location_in(&mut self, loc: Loc, scope: Option<MdId>, inlined: Option<MdId>) -> Option<MdId> {
        if let Some(&known) = self.debug.locations.get(&(loc, scope, inlined)) {
            return known;
        }
        let node = match loc.data(self.cx) {
            LocData::Unknown | LocData::Dialect(_) => None,
            LocData::FileLineCol { line, col, .. } => scope.map(|scope| self.location_node(line, col, scope, inlined)),
            LocData::Name { child, .. } => self.location_in(child, scope, inlined),
            LocData::CallSite { callee, caller } => {
                let caller = self.location_in(caller, scope, inlined).or(inlined);
                match caller {
                    None => None,
                    Some(caller) => self.location_in(callee, None, Some(caller)).or(Some(caller)),
                }
            }
            LocData::Fused { locs, metadata } => {
                let own = metadata.filter(|&attr| is_local_scope(self.cx, attr));
                let scope = own.and_then(|attr| self.debug_node(attr)).or(scope);
                let mut merged = None;
                for (index, &part) in locs.iter().enumerate() {
                    let node = self.location_in(part, scope, inlined);
                    merged = if index == 0 { node } else { self.merged(merged, node) };
                }
                merged
            }
        };
        self.debug.locations.insert((loc, scope, inlined), node);
        node
    }

    fn location_node(&mut self, line: u32, col: u32, scope: MdId, inlined: Option<MdId>) -> MdId {
        let mut draft = Draft::new("DILocation", false);
        draft.word("line", line.to_string()).number("column", if col > 0xffff { 0 } else { col.into() });
        draft.node("scope", Some(scope)).node("inlinedAt", inlined).operands(&[Some(scope), inlined]);
        self.finish_draft(&mut draft)
    }

    /// The merged location of two locations.
    fn merged(&mut self, a: Option<MdId>, b: Option<MdId>) -> Option<MdId> {
        let (a, b) = (a?, b?);
        if a == b {
            return Some(a);
        }
        let fields = |exporter: &Self, id: MdId| match &exporter.module.metadata.get(id).data {
            NodeData::Debug(_, fields) => fields.clone(),
            NodeData::Tuple => Vec::new(),
        };
        let (left, right) = (fields(self, a), fields(self, b));
        let find = |fields: &[(&str, Field)], name: &str| {
            fields.iter().find(|(other, _)| *other == name).map(|(_, field)| field.clone())
        };
        let number = |name: &str| match (find(&left, name), find(&right, name)) {
            (Some(Field::Word(a)), Some(Field::Word(b))) if a == b => a.parse().unwrap_or(0),
            _ => 0,
        };
        let node = |name: &str| match (find(&left, name), find(&right, name)) {
            (Some(Field::Md(Some(Md::Node(a)))), Some(Field::Md(Some(Md::Node(b))))) if a == b => Some(a),
            _ => None,
        };
        let line = number("line");
        let col = if line == 0 { 0 } else { number("column") };
        let scope = match node("scope") {
            Some(scope) => scope,
            None => self.function_scope()?,
        };
        Some(self.location_node(line, col, scope, node("inlinedAt")))
    }

    /// The location of a loop, if it has a scope.
    pub(super) fn loop_location(&mut self, attr: Attr) -> Option<MdId> {
        let AttrData::Loc(loc) = attr.data(self.cx) else { return None };
        let loc = *loc;
        let LocData::Fused { metadata: Some(scope), .. } = loc.data(self.cx) else { return None };
        if !is_local_scope(self.cx, scope) {
            return None;
        }
        let scope = self.debug_node(scope);
        self.location_in(loc, scope, None)
    }

    /// The location of a record, in its own scope.
    fn record_location(&mut self, op: OpRef) -> Option<MdId> {
        self.location?;
        let own = self.find_scope(op.loc(), is_local_scope).and_then(|attr| self.debug_node(attr));
        let scope = own.or_else(|| self.function_scope());
        self.translate_loc(op.loc(), scope)
    }

    pub(super) fn debug_variable(&mut self, op: OpRef<'a>, kind: &'static str) -> Checked {
        let (variable, expression) = match kind {
            "declare" => (DbgDeclareIntr::VAR_INFO, DbgDeclareIntr::LOCATION_EXPR),
            _ => (DbgValueIntr::VAR_INFO, DbgValueIntr::LOCATION_EXPR),
        };
        let Some(location) = self.record_location(op) else { return Ok(()) };
        let value = self.operand(op, 0);
        let Some(variable) = op.prop(variable).and_then(|attr| self.debug_node(attr)) else { return Ok(()) };
        let expression = self.expression(op.prop(expression));
        let operands = vec![Md::Local(value), Md::Node(variable), Md::Node(expression)];
        self.records.push(DebugRecord { kind, operands, location: Some(location) });
        Ok(())
    }

    pub(super) fn debug_label(&mut self, op: OpRef<'a>) -> Checked {
        let Some(location) = self.record_location(op) else { return Ok(()) };
        let Some(label) = self.debug_node(op.get(DbgLabelIntr::label).attr()) else { return Ok(()) };
        self.records.push(DebugRecord { kind: "label", operands: vec![Md::Node(label)], location: Some(location) });
        Ok(())
    }
}

fn is_local_scope(cx: &Context, attr: Attr) -> bool {
    DISubprogramAttr::from_attr(cx, attr).is_some()
        || DILexicalBlockAttr::from_attr(cx, attr).is_some()
        || DILexicalBlockFileAttr::from_attr(cx, attr).is_some()
}

/// Sets the list of variables of a compile unit.
pub fn set_list(metadata: &mut Metadata, owner: MdId, list: MdId) {
    let Node { data, operands, .. } = metadata.get_mut(owner);
    let NodeData::Debug(_, fields) = data else { return };
    // Before the fields that are printed after the list.
    let at = fields.iter().position(|(name, _)| *name == "emissionKind").map_or(fields.len(), |at| at + 1);
    fields.insert(at, ("globals", Field::Md(Some(Md::Node(list)))));
    operands.push(Some(Md::Node(list)));
}
