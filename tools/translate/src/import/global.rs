//! Variables, aliases and ifuncs.

use rmlir::core::OpId;
use rmlir::prelude::*;
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::{Linkage, UnnamedAddr, Visibility};
use rmlir_llvm::attrs::misc::ZeroAttr;
use rmlir_llvm_ir::model::constant::{ConstData, ConstId};
use rmlir_llvm_ir::model::metadata::MdId;
use rmlir_llvm_ir::model::{GlobalId, GlobalKind};

use super::{Done, Importer, Region};

impl<'c> Importer<'c> {
    /// The properties that all globals have.
    pub(super) fn common(&mut self, id: GlobalId, state: &mut OpState) {
        let cx = self.cx;
        let global = self.module.global(id);
        let linkage = if global.linkage.is_empty() { "external" } else { global.linkage };
        let linkage = self.case_of::<Linkage>(linkage).unwrap_or(Linkage::External);
        let visibility = match global.visibility {
            "hidden" => Visibility::Hidden,
            "protected" => Visibility::Protected,
            _ => Visibility::Default,
        };
        state.set_attr(cx, "sym_name", cx.str_attr(&global.name));
        state.set_attr(cx, "linkage", linkage.attr(cx));
        state.set_attr(cx, "visibility_", rmlir::core::params::store_enum(cx, visibility));
        if global.dso_local {
            state.set_attr(cx, "dso_local", Attr::UNIT);
        }
        let unnamed = match global.unnamed_addr {
            "unnamed_addr" => Some(UnnamedAddr::Global),
            "local_unnamed_addr" => Some(UnnamedAddr::Local),
            _ => None,
        };
        if let Some(unnamed) = unnamed {
            state.set_attr(cx, "unnamed_addr", rmlir::core::params::store_enum(cx, unnamed));
        }
    }

    pub(super) fn variable(&mut self, body: &mut Body<'c>, id: GlobalId) -> Done<OpId> {
        let cx = self.cx;
        let global = self.module.global(id).clone();
        let GlobalKind::Variable(variable) = &global.kind else { return Self::unhandled("global") };
        if let "llvm.global_ctors" | "llvm.global_dtors" = &global.name[..] {
            return self.ctors(body, &global.name, variable.initializer);
        }
        let ty = self.ty(global.ty);
        let mut state = OpState::of::<llvm::GlobalOp>(cx).new_regions(1);
        self.common(id, &mut state);
        state.set_attr(cx, "global_type", cx.type_attr(ty));
        state.set_attr(cx, "addr_space", cx.i32_attr(global.space as i32));
        if variable.constant {
            state.set_attr(cx, "constant", Attr::UNIT);
        }
        if global.thread_local.is_some() {
            state.set_attr(cx, "thread_local_", Attr::UNIT);
        }
        if global.align != 0 {
            state.set_attr(cx, "alignment", cx.i64_attr(global.align as i64));
        }
        if let Some(section) = &global.section {
            state.set_attr(cx, "section", cx.str_attr(section));
        }
        if let Some(comdat) = self.comdat_attr(id) {
            state.set_attr(cx, "comdat", comdat);
        }
        let variables: Vec<MdId> =
            global.attachments.iter().filter(|(kind, _)| *kind == "dbg").map(|(_, node)| node).collect();
        let variables: Vec<Attr> = variables.into_iter().filter_map(|id| self.variable_expression(id)).collect();
        if !variables.is_empty() {
            state.set_attr(cx, "dbg_exprs", cx.array_attr(&variables));
        }
        let value = variable.initializer.and_then(|value| self.constant_attr(value));
        if let Some(value) = value {
            state.set_attr(cx, "value", value);
        }
        let nested = match variable.initializer {
            Some(initializer) if value.is_none() => self.initializer(llvm::GlobalOp::NAME, initializer)?,
            _ => Box::new(Body::new(cx, cx.op_name_of(llvm::GlobalOp::DEF), Loc::UNKNOWN, 1)),
        };
        Ok(body.create_isolated(state, nested))
    }

    /// A region that computes a constant.
    fn initializer(&mut self, name: &str, value: ConstId) -> Done<Box<Body<'c>>> {
        let cx = self.cx;
        let mut body = Box::new(Body::new(cx, cx.op_name(name), Loc::UNKNOWN, 1));
        let block = body.create_block(&[], &[]);
        let root = body.root();
        let at = body.region(root, 0);
        body.append_block(at, block);
        let mut region = Region::new(body, block);
        let value = self.constant(&mut region, value)?;
        region.push(self.state(llvm::ReturnOp::NAME, &[value], &[]));
        Ok(region.body)
    }

    pub(super) fn indirect(&mut self, body: &mut Body<'c>, id: GlobalId) -> Done<OpId> {
        let cx = self.cx;
        let global = self.module.global(id).clone();
        let ty = self.ty(global.ty);
        match global.kind {
            GlobalKind::Alias(Some(target)) => {
                let mut state = OpState::of::<llvm::AliasOp>(cx).new_regions(1);
                self.common(id, &mut state);
                state.set_attr(cx, "alias_type", cx.type_attr(ty));
                if global.thread_local.is_some() {
                    state.set_attr(cx, "thread_local_", Attr::UNIT);
                }
                let nested = self.initializer(llvm::AliasOp::NAME, target)?;
                Ok(body.create_isolated(state, nested))
            }
            GlobalKind::IFunc(resolver) => {
                let ConstData::Global(resolver_id) = *self.module.constants.data(resolver) else {
                    return Self::unhandled("global ifunc");
                };
                let resolver_ty = self.module.constants.ty(resolver);
                let resolver_ty = self.ty(resolver_ty);
                let mut state = OpState::of::<llvm::IFuncOp>(cx);
                self.common(id, &mut state);
                state.set_attr(cx, "i_func_type", cx.type_attr(ty));
                state.set_attr(cx, "resolver", self.symbol(resolver_id));
                state.set_attr(cx, "resolver_type", cx.type_attr(resolver_ty));
                Ok(body.create_op(state))
            }
            _ => Self::unhandled("global alias"),
        }
    }

    /// The lists of functions that run before and after the program.
    fn ctors(&mut self, body: &mut Body<'c>, name: &str, list: Option<ConstId>) -> Done<OpId> {
        let cx = self.cx;
        let entries = match list.map(|list| self.module.constants.data(list).clone()) {
            Some(ConstData::Aggregate(entries)) => entries,
            Some(ConstData::Zero) => Vec::new(),
            _ => return Self::unhandled("global variable"),
        };
        let (mut functions, mut priorities, mut data) = (Vec::new(), Vec::new(), Vec::new());
        for entry in entries {
            let ConstData::Aggregate(parts) = self.module.constants.data(entry).clone() else {
                return Self::unhandled("global variable");
            };
            let [priority, function, argument] = parts[..] else { return Self::unhandled("global variable") };
            let ConstData::Global(function) = *self.module.constants.data(function) else {
                return Self::unhandled("global variable");
            };
            let priority = self.module.constants.as_int(priority).and_then(|value| value.to_u64()).unwrap_or(0);
            functions.push(self.symbol(function));
            priorities.push(cx.i32_attr(priority as i32));
            data.push(match *self.module.constants.data(argument) {
                ConstData::Global(id) => self.symbol(id),
                _ => ZeroAttr::get(cx).attr(),
            });
        }
        let what = if name == "llvm.global_ctors" { "ctors" } else { "dtors" };
        let state = OpState::named(cx, &format!("llvm.mlir.global_{what}"))
            .attr(cx, what, cx.array_attr(&functions))
            .attr(cx, "priorities", cx.array_attr(&priorities))
            .attr(cx, "data", cx.array_attr(&data));
        Ok(body.create_op(state))
    }
}
