//! The module as a whole: globals first, then module-level metadata, then functions.

use rmlir::core::OpId;
use rmlir::prelude::*;
use rmlir_builtin as builtin;
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::ModFlagBehavior;
use rmlir_llvm::attrs::misc::ModuleFlagAttr;
use rmlir_llvm_ir::model::metadata::{Md, MdId};
use rmlir_llvm_ir::model::{GlobalId, GlobalKind};

use super::{Done, Failure, Importer};

/// The name of the operation that holds comdats.
pub const COMDATS: &str = "__llvm_global_comdat";

impl<'c> Importer<'c> {
    pub(super) fn whole(&mut self) -> Result<Box<Body<'c>>, Failure> {
        let cx = self.cx;
        let name = cx.ident(&self.module.source);
        let data = rmlir::core::LocData::FileLineCol { file: name, line: 0, col: 0, end_line: 0, end_col: 0 };
        let mut body = Box::new(Body::new(cx, cx.op_name_of(builtin::ModuleOp::DEF), cx.loc(data), 1));
        let root = body.root();
        let block = body.create_block(&[], &[]);
        let region = body.region(root, 0);
        body.append_block(region, block);
        let spec = super::layout::specification(cx, &self.module.layout)?;
        body.set_attr(root, "dlti.dl_spec", spec);
        let mut ops: Vec<OpId> = Vec::new();
        ops.extend(self.comdats(&mut body));
        let ids = |importer: &Self, is: fn(&GlobalKind) -> bool| -> Vec<GlobalId> {
            importer.module.globals().filter(|(_, global)| is(&global.kind)).map(|(id, _)| id).collect()
        };
        for id in ids(self, |kind| matches!(kind, GlobalKind::Variable(_))) {
            ops.push(self.variable(&mut body, id)?);
        }
        let aliases = ids(self, |kind| matches!(kind, GlobalKind::Alias(_) | GlobalKind::IFunc(_)));
        for id in aliases {
            ops.push(self.indirect(&mut body, id)?);
        }
        ops.extend(self.named_facts(&mut body));
        // Operations other than functions have the location of the module.
        let loc = body.loc(root);
        for &op in &ops {
            match body.nested_mut(op) {
                Some(nested) => {
                    let root = nested.root();
                    nested.set_loc(root, loc);
                    body.sync_proxy(op);
                }
                None => body.set_loc(op, loc),
            }
        }
        for id in ids(self, |kind| matches!(kind, GlobalKind::Function(_))) {
            ops.extend(self.function(&mut body, id)?);
        }
        ops.into_iter().for_each(|op| body.append_op(block, op));
        body.set_attr(root, "llvm.target_triple", cx.str_attr(&self.module.triple));
        let asm: Vec<Attr> =
            self.module.asm.lines().filter(|line| !line.is_empty()).map(|line| cx.str_attr(line)).collect();
        body.set_attr(root, "llvm.module_asm", cx.array_attr(&asm));
        Ok(body)
    }

    /// Operations and attributes for named metadata.
    fn named_facts(&mut self, body: &mut Body<'c>) -> Vec<OpId> {
        let cx = self.cx;
        let mut ops = Vec::new();
        let lists = self.module.metadata.named.clone();
        let nodes = |name: &str| -> Vec<MdId> {
            lists.iter().filter(|list| list.name == name).flat_map(|list| list.nodes.clone()).collect()
        };
        for node in nodes("llvm.linker.options") {
            let texts = self.texts(node);
            let state = OpState::of::<llvm::LinkerOptionsOp>(cx).attr(cx, "options", cx.array_attr(&texts));
            ops.push(body.create_op(state));
        }
        let root = body.root();
        let libraries: Vec<Attr> =
            nodes("llvm.dependent-libraries").into_iter().flat_map(|node| self.texts(node)).collect();
        if !libraries.is_empty() {
            body.set_attr(root, "llvm.dependent_libraries", cx.array_attr(&libraries));
        }
        let flags: Vec<Attr> = nodes("llvm.module.flags").into_iter().filter_map(|node| self.flag(node)).collect();
        if !flags.is_empty() {
            let state = OpState::of::<llvm::ModuleFlagsOp>(cx).attr(cx, "flags", cx.array_attr(&flags));
            ops.push(body.create_op(state));
        }
        for name in ["llvm.ident", "llvm.commandline"] {
            if let [node] = nodes(name)[..]
                && let [text] = self.texts(node)[..]
            {
                body.set_attr(root, name, text);
            }
        }
        ops
    }

    fn texts(&self, node: MdId) -> Vec<Attr> {
        let operands = self.module.metadata.get(node).operands.iter();
        let texts = operands.filter_map(|md| if let Some(Md::Text(text)) = md { Some(text) } else { None });
        texts.map(|text| self.cx.str_attr(&String::from_utf8_lossy(text))).collect()
    }

    fn flag(&self, node: MdId) -> Option<Attr> {
        let cx = self.cx;
        let [Some(Md::Const(behavior)), Some(Md::Text(key)), Some(value)] =
            &self.module.metadata.get(node).operands[..]
        else {
            return None;
        };
        let behavior = self.module.constants.as_int(*behavior)?.to_u64()?;
        let behavior = rmlir::core::params::store_enum(cx, ModFlagBehavior::from_value(behavior)?);
        let value = match value {
            Md::Const(id) => cx.i32_attr(self.module.constants.as_int(*id)?.to_u64()? as i32),
            Md::Text(text) => cx.str_attr(&String::from_utf8_lossy(text)),
            _ => return None,
        };
        Some(ModuleFlagAttr::get(cx, behavior, cx.str_attr(&String::from_utf8_lossy(key)), value).attr())
    }

    /// The comdats that globals use.
    fn comdats(&mut self, body: &mut Body<'c>) -> Option<OpId> {
        let cx = self.cx;
        let mut used: Vec<String> = Vec::new();
        let (functions, others): (Vec<_>, Vec<_>) =
            self.module.globals().map(|(_, global)| global).partition(|global| global.function().is_some());
        for name in others.into_iter().chain(functions).filter_map(|global| global.comdat.clone()) {
            if !used.contains(&name) {
                used.push(name);
            }
        }
        if used.is_empty() {
            return None;
        }
        let state = OpState::of::<llvm::ComdatOp>(cx).attr(cx, "sym_name", cx.str_attr(COMDATS)).new_regions(1);
        let op = body.create_op(state);
        let block = body.create_block(&[], &[]);
        let region = body.region(op, 0);
        body.append_block(region, block);
        for name in used {
            let kind = self.module.comdats.iter().find(|(other, _)| *other == name).map_or("any", |(_, kind)| kind);
            let state = OpState::of::<llvm::ComdatSelectorOp>(cx).attr(cx, "sym_name", cx.str_attr(&name)).attr(
                cx,
                "comdat",
                self.case::<rmlir_llvm::attrs::enums::Comdat>(kind),
            );
            let selector = body.create_op(state);
            body.append_op(block, selector);
        }
        Some(op)
    }

    /// The comdat of a global.
    pub(super) fn comdat_attr(&self, id: GlobalId) -> Option<Attr> {
        let cx = self.cx;
        let name = self.module.global(id).comdat.as_ref()?;
        let nested = Box::new([cx.ident(name)]);
        Some(cx.attr(rmlir::core::attrs::AttrData::SymbolRef { root: cx.ident(COMDATS), nested }))
    }

    /// The error that `what` cannot be translated.
    pub(super) fn unhandled<T>(what: &str) -> Done<T> {
        Err(format!("unhandled {what}"))
    }
}
