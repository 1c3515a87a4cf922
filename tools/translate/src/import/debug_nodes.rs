//! Each kind of debug information node. A node without an attribute makes the nodes invalid that require it.

use rmlir::core::attrs::AttrData;
use rmlir::core::params::store_enum;
use rmlir::prelude::*;
use rmlir_llvm::attrs::debug::*;
use rmlir_llvm::attrs::enums::{DIEmissionKind, DIFlags, DINameTableKind, DISubprogramFlags};
use rmlir_llvm_ir::model::metadata::{Md, MdId, NodeData};

use super::Importer;
use super::debug::{Fields, is_valid};

/// An integer in the type of the attributes.
fn number_attr(cx: &Context, number: i64) -> Attr {
    cx.apint_attr(Type::I64, ApInt::new(64, number as u64))
}

/// An integer that is absent if it is 0.
fn number(cx: &Context, fields: &Fields, name: &str) -> Option<Attr> {
    fields.number(name).filter(|&number| number != 0).map(|number| number_attr(cx, number))
}

/// A keyword.
fn keyword(cx: &Context, fields: &Fields, name: &str) -> Option<Attr> {
    fields.word(name).map(|word| cx.str_attr(word))
}

/// Flags joined by ` | `; absent if there are none.
fn flags<E: EnumAttr>(cx: &Context, fields: &Fields, name: &str, prefix: &str) -> Option<Attr> {
    let mut value = 0;
    for word in fields.word(name)?.split(" | ") {
        let flag = word.strip_prefix(prefix).unwrap_or(word);
        value |= E::ENUM.cases.iter().find(|(name, _)| *name == flag).map_or(0, |(_, value)| *value);
    }
    E::from_value(value).filter(|_| value != 0).map(|flags| store_enum(cx, flags))
}

fn truth(fields: &Fields, name: &str) -> Option<Attr> {
    fields.is_true(name).then_some(Attr::TRUE)
}

/// A list, absent if it is empty.
fn list(cx: &Context, elements: &[Attr]) -> Option<Attr> {
    (!elements.is_empty()).then(|| cx.array_attr(elements))
}

impl<'c> Importer<'c> {
    /// Translates a node to an attribute.
    pub(super) fn new_debug_node(&mut self, id: MdId, of: &Fields) -> Option<Attr> {
        let cx = self.cx;
        Some(match of.name {
            "DIBasicType" => {
                let tag = of.word("tag").unwrap_or("DW_TAG_base_type");
                let name = of.text(cx, "name").unwrap_or(cx.str_attr(""));
                let (size, encoding) = (number(cx, of, "size"), keyword(cx, of, "encoding"));
                DIBasicTypeAttr::get(cx, Some(cx.str_attr(tag)), name, size, encoding).attr()
            }
            "DIFile" => {
                let text = |name| of.text(cx, name).unwrap_or(cx.str_attr(""));
                DIFileAttr::get(cx, text("filename"), text("directory")).attr()
            }
            "DICompileUnit" => self.compile_unit(id, of)?,
            "DICompositeType" => self.composite_type(of)?,
            "DIDerivedType" => self.derived_type(of)?,
            "DISubroutineType" => self.subroutine_type(of)?,
            "DISubprogram" => self.subprogram(id, of)?,
            "DISubrange" => self.subrange(of)?,
            "DIGlobalVariable" => self.global_variable(of)?,
            "DILocalVariable" => {
                let (scope, name, file) = (self.must(of, "scope")?, of.text(cx, "name"), self.may(of, "file"));
                let (line, arg, align) = (number(cx, of, "line"), number(cx, of, "arg"), number(cx, of, "align"));
                let (ty, flags) = (self.may(of, "type"), flags::<DIFlags>(cx, of, "flags", "DIFlag"));
                DILocalVariableAttr::get(cx, scope, name, file, line, arg, align, ty, flags).attr()
            }
            "DILexicalBlock" => {
                let (scope, file) = (self.must(of, "scope")?, self.may(of, "file"));
                DILexicalBlockAttr::get(cx, scope, file, number(cx, of, "line"), number(cx, of, "column")).attr()
            }
            "DILexicalBlockFile" => {
                let (scope, file) = (self.must(of, "scope")?, self.may(of, "file"));
                let discriminator = number_attr(cx, of.number("discriminator").unwrap_or(0));
                DILexicalBlockFileAttr::get(cx, scope, file, discriminator).attr()
            }
            "DILabel" => {
                let (scope, file) = (self.must(of, "scope")?, self.may(of, "file"));
                DILabelAttr::get(cx, scope, of.text(cx, "name"), file, number(cx, of, "line")).attr()
            }
            "DINamespace" => {
                let exports = cx.bool_attr(of.is_true("exportSymbols"));
                DINamespaceAttr::get(cx, of.text(cx, "name"), self.may(of, "scope"), exports).attr()
            }
            _ => self.rarer_debug_node(of)?,
        })
    }

    /// Nodes that only front ends of some languages emit.
    fn rarer_debug_node(&mut self, of: &Fields) -> Option<Attr> {
        let cx = self.cx;
        Some(match of.name {
            "DIModule" => {
                let (file, scope) = (self.may(of, "file"), self.may(of, "scope"));
                let [name, macros, path, notes] =
                    ["name", "configMacros", "includePath", "apinotes"].map(|name| of.text(cx, name));
                let (line, is_decl) = (number(cx, of, "line"), truth(of, "isDecl"));
                DIModuleAttr::get(cx, file, scope, name, macros, path, notes, line, is_decl).attr()
            }
            "DIImportedEntity" => {
                let (scope, entity) = (self.must(of, "scope")?, self.must(of, "entity")?);
                let (tag, file, line) = (keyword(cx, of, "tag"), self.may(of, "file"), number(cx, of, "line"));
                let elements = self.elements(of.node("elements")).unwrap_or_default();
                let (name, elements) = (of.text(cx, "name"), list(cx, &elements));
                DIImportedEntityAttr::get(cx, tag, scope, entity, file, line, name, elements).attr()
            }
            "DICommonBlock" => {
                let (scope, decl) = (self.must(of, "scope")?, self.may(of, "declaration"));
                let (name, file) = (of.text(cx, "name").unwrap_or(cx.str_attr("")), self.may(of, "file"));
                DICommonBlockAttr::get(cx, scope, decl, name, file, number(cx, of, "line")).attr()
            }
            "DIStringType" => {
                let tag = Some(cx.str_attr(of.word("tag").unwrap_or("DW_TAG_string_type")));
                let (name, size) = (of.text(cx, "name").unwrap_or(cx.str_attr("")), number(cx, of, "size"));
                let (align, length) = (number(cx, of, "align"), self.may(of, "stringLength"));
                let [length_by, place_by] =
                    ["stringLengthExpression", "stringLocationExpression"].map(|name| self.expression_of(of, name));
                let encoding = keyword(cx, of, "encoding");
                DIStringTypeAttr::get(cx, tag, name, size, align, length, length_by, place_by, encoding).attr()
            }
            "DIGenericSubrange" => {
                let [count, lower, upper, stride] =
                    ["count", "lowerBound", "upperBound", "stride"].map(|name| self.bound(of, name));
                count.or(upper)?;
                DIGenericSubrangeAttr::get(cx, count, lower?, upper, stride?).attr()
            }
            _ => return None,
        })
    }

    /// The attribute of a node in an optional field.
    fn may(&mut self, of: &Fields, name: &str) -> Option<Attr> {
        of.node(name).and_then(|node| self.debug_node(node))
    }

    /// The attribute of the node in field `name`, which must be present.
    fn must(&mut self, of: &Fields, name: &str) -> Option<Attr> {
        self.debug_node(of.node(name)?)
    }

    /// As [`Self::must`], for a nullable field.
    fn may_if_whole(&mut self, of: &Fields, name: &str) -> Option<Option<Attr>> {
        match of.node(name) {
            Some(node) => self.debug_node(node).map(Some),
            None => Some(None),
        }
    }

    /// The attributes of the nodes of a list; `None` if one has none.
    fn elements(&mut self, id: Option<MdId>) -> Option<Vec<Attr>> {
        let Some(id) = id else { return Some(Vec::new()) };
        let operands = self.module.metadata.get(id).operands.clone();
        // All are translated, even if one fails.
        let elements: Vec<Option<Attr>> = operands
            .into_iter()
            .map(|operand| match operand {
                Some(Md::Node(node)) => self.debug_node(node),
                _ => None,
            })
            .collect();
        elements.into_iter().collect()
    }

    fn compile_unit(&mut self, id: MdId, of: &Fields) -> Option<Attr> {
        let cx = self.cx;
        let kind = match of.word("emissionKind") {
            Some("FullDebug") => "Full",
            Some("LineTablesOnly") => "LineTablesOnly",
            Some("DebugDirectivesOnly") => "DebugDirectivesOnly",
            _ => "None",
        };
        let kind = store_enum(cx, self.case_of::<DIEmissionKind>(kind)?);
        let table = of.word("nameTableKind").filter(|kind| *kind != "Default");
        let table = table.and_then(|kind| self.case_of::<DINameTableKind>(kind)).map(|kind| store_enum(cx, kind));
        let file = self.must(of, "file")?;
        let unit = DICompileUnitAttr::get(
            cx,
            self.distinct_id(id),
            keyword(cx, of, "language")?,
            file,
            of.text(cx, "producer"),
            cx.bool_attr(of.is_true("isOptimized")),
            kind,
            table,
            of.text(cx, "splitDebugFilename"),
        );
        Some(unit.attr())
    }

    fn composite_type(&mut self, of: &Fields) -> Option<Attr> {
        let cx = self.cx;
        let elements = self.elements(of.node("elements")).unwrap_or_default();
        let base = self.may(of, "baseType");
        if of.word("tag") == Some("DW_TAG_array_type") && base.is_none() {
            return None;
        }
        let (file, scope) = (self.may(of, "file"), self.may(of, "scope"));
        let [place, rank, allocated, associated] =
            ["dataLocation", "rank", "allocated", "associated"].map(|name| self.expression_of(of, name));
        let ty = DICompositeTypeAttr::get(
            cx,
            None,
            None,
            keyword(cx, of, "tag"),
            of.text(cx, "name"),
            file,
            number(cx, of, "line"),
            scope,
            base,
            flags::<DIFlags>(cx, of, "flags", "DIFlag"),
            number(cx, of, "size"),
            number(cx, of, "align"),
            place,
            rank,
            allocated,
            associated,
            list(cx, &elements),
        );
        Some(ty.attr())
    }

    fn derived_type(&mut self, of: &Fields) -> Option<Attr> {
        let cx = self.cx;
        let base = self.may_if_whole(of, "baseType")?;
        let extra = self.may(of, "extraData");
        let space = of.number("dwarfAddressSpace").map(|space| number_attr(cx, space));
        let (tag, name) = (keyword(cx, of, "tag"), of.text(cx, "name"));
        let [size, align, offset] = ["size", "align", "offset"].map(|name| number(cx, of, name));
        Some(DIDerivedTypeAttr::get(cx, tag, name, base, size, align, offset, space, extra).attr())
    }

    fn subroutine_type(&mut self, of: &Fields) -> Option<Attr> {
        let cx = self.cx;
        let operands = of.node("types").map_or(Vec::new(), |id| self.module.metadata.get(id).operands.clone());
        let mut types = Vec::new();
        for operand in operands {
            types.push(match operand {
                Some(Md::Node(ty)) => self.debug_node(ty),
                _ => Some(DINullTypeAttr::get(cx).attr()),
            });
        }
        let types: Vec<Attr> = types.into_iter().collect::<Option<_>>()?;
        Some(DISubroutineTypeAttr::get(cx, keyword(cx, of, "cc"), list(cx, &types)).attr())
    }

    fn subprogram(&mut self, id: MdId, of: &Fields) -> Option<Attr> {
        let cx = self.cx;
        let own = of.distinct.then(|| self.distinct_id(id));
        let scope = self.may_if_whole(of, "scope")?;
        let ty = self.may_if_whole(of, "type")?;
        let retained = self.elements(of.node("retainedNodes")).unwrap_or_default();
        let notes = self.annotations(of.node("annotations"));
        let (unit, file) = (self.may(of, "unit"), self.may(of, "file"));
        let function = DISubprogramAttr::get(
            cx,
            None,
            None,
            own,
            unit,
            scope,
            of.text(cx, "name"),
            of.text(cx, "linkageName"),
            file,
            number(cx, of, "line"),
            number(cx, of, "scopeLine"),
            flags::<DISubprogramFlags>(cx, of, "spFlags", "DISPFlag"),
            ty,
            list(cx, &retained),
            list(cx, &notes),
        );
        Some(function.attr())
    }

    /// Pairs of a name and a string.
    fn annotations(&self, id: Option<MdId>) -> Vec<Attr> {
        let cx = self.cx;
        let notes = id.map_or(Vec::new(), |id| self.module.metadata.get(id).operands.clone());
        let text = |text: &[u8]| cx.str_attr(&String::from_utf8_lossy(text));
        let note = |note: Option<Md>| match note {
            Some(Md::Node(note)) => match &self.module.metadata.get(note).operands[..] {
                [Some(Md::Text(name)), Some(Md::Text(value))] => {
                    Some(DIAnnotationAttr::get(cx, text(name), text(value)).attr())
                }
                _ => None,
            },
            _ => None,
        };
        notes.into_iter().filter_map(note).collect()
    }

    fn global_variable(&mut self, of: &Fields) -> Option<Attr> {
        let cx = self.cx;
        let (scope, file, ty) = (self.may(of, "scope"), self.must(of, "file")?, self.must(of, "type")?);
        let name = of.text(cx, "name");
        // Upstream uses the name for both.
        let linkage_name = of.text(cx, "linkageName").and(name);
        let line = number_attr(cx, of.number("line").unwrap_or(0));
        let (is_local, is_defined) = (truth(of, "isLocal"), truth(of, "isDefinition"));
        let align = number(cx, of, "align");
        let variable =
            DIGlobalVariableAttr::get(cx, scope, name, linkage_name, file, line, ty, is_local, is_defined, align);
        Some(variable.attr())
    }

    /// The global variable expressions attached to a global.
    pub(super) fn variable_expression(&mut self, id: MdId) -> Option<Attr> {
        let of = self.fields(id).filter(|of| of.name == "DIGlobalVariableExpression")?;
        let variable = self.must(&of, "var")?;
        let expression = self.expression_of(&of, "expr");
        Some(DIGlobalVariableExpressionAttr::get(self.cx, variable, expression).attr())
            .filter(|&attr| is_valid(self.cx, attr))
    }

    fn subrange(&mut self, of: &Fields) -> Option<Attr> {
        let [count, lower, upper, stride] =
            ["count", "lowerBound", "upperBound", "stride"].map(|name| self.bound(of, name));
        count.or(upper)?;
        Some(DISubrangeAttr::get(self.cx, count, lower, upper, stride).attr())
    }

    /// An integer, a variable or an expression.
    fn bound(&mut self, of: &Fields, name: &str) -> Option<Attr> {
        if let Some(number) = of.number(name) {
            return Some(self.cx.i64_attr(number));
        }
        self.expression_of(of, name).or_else(|| self.may(of, name))
    }

    fn expression_of(&self, of: &Fields, name: &str) -> Option<Attr> {
        of.node(name).and_then(|id| self.expression(id))
    }

    /// The attribute of an expression.
    pub(super) fn expression(&self, id: MdId) -> Option<Attr> {
        let cx = self.cx;
        let of = self.fields(id).filter(|of| of.name == "DIExpression")?;
        let mut operations: Vec<(&str, Vec<Attr>)> = Vec::new();
        for word in of.words() {
            match (word.starts_with("DW_OP_"), operations.last_mut()) {
                (false, Some((_, arguments))) => arguments.push(match word.parse::<u64>() {
                    Ok(number) => number_attr(cx, number as i64),
                    Err(_) => cx.str_attr(word),
                }),
                _ => operations.push((word, Vec::new())),
            }
        }
        let operation = |(word, arguments): (&str, Vec<Attr>)| {
            DIExpressionElemAttr::get(cx, cx.str_attr(word), list(cx, &arguments)).attr()
        };
        let operations: Vec<Attr> = operations.into_iter().map(operation).collect();
        Some(DIExpressionAttr::get(cx, list(cx, &operations)).attr())
    }

    /// A location as an attribute, if the node is one.
    pub(super) fn location_attr(&mut self, id: MdId) -> Option<Attr> {
        let is_location = matches!(self.module.metadata.get(id).data, NodeData::Debug("DILocation", _));
        is_location.then(|| {
            let location = self.location(Some(id));
            self.cx.attr(AttrData::Loc(location))
        })
    }
}
