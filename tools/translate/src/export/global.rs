//! Variables, aliases, ifuncs, and the functions that run before and after the program.
//!
//! All variables are created before any is initialized, since initializers refer to variables.

use rmlir::prelude::*;
use rmlir_llvm::attrs::debug::DIGlobalVariableExpressionAttr;
use rmlir_llvm::attrs::enums::{Linkage, UnnamedAddr, Visibility};
use rmlir_llvm::ops::global::{AliasOp, GlobalCtorsOp, GlobalDtorsOp, GlobalOp, IFuncOp};

use super::{Exporter, enum_prop, int_prop, list_prop, text_prop, type_prop, word_of};
use crate::model::constant::{ConstData, ConstId};
use crate::model::inst::FunctionBody;
use crate::model::metadata::{Md, MdId};
use crate::model::types::{Ty, TyData};
use crate::model::value::Value;
use crate::model::{Global, GlobalId, GlobalKind, Variable};

/// LLVM's keyword for a linkage; external linkage has none.
pub fn linkage_word(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        _ => word_of(linkage),
    }
}

/// The linkage in property `slot`, which is a linkage attribute.
pub fn linkage(op: OpRef, slot: usize) -> &'static str {
    op.prop(slot).and_then(|attr| Linkage::from_attr(op.cx(), attr)).map_or("", linkage_word)
}

/// LLVM's keyword for the visibility in property `slot`.
pub fn visibility(op: OpRef, slot: usize) -> &'static str {
    match enum_prop::<Visibility>(op, slot) {
        Some(Visibility::Hidden) => "hidden",
        Some(Visibility::Protected) => "protected",
        _ => "",
    }
}

/// LLVM's keyword for the significance of the address in property `slot`.
pub fn unnamed_addr(op: OpRef, slot: usize) -> &'static str {
    match enum_prop::<UnnamedAddr>(op, slot) {
        Some(UnnamedAddr::Global) => "unnamed_addr",
        Some(UnnamedAddr::Local) => "local_unnamed_addr",
        _ => "",
    }
}

fn name_of(op: OpRef) -> String {
    op.symbol_name().map_or("", |name| name.str(op.cx())).to_owned()
}

impl<'a> Exporter<'a> {
    pub(super) fn globals(&mut self) -> Checked {
        let ops = self.top_level();
        let variables: Vec<OpRef> = ops.iter().copied().filter(|op| op.is::<GlobalOp>()).collect();
        let mut listed: Vec<(MdId, Vec<MdId>)> = Vec::new();
        for &op in &variables {
            self.variable(op, &mut listed)?;
        }
        for &op in &variables {
            self.plain_value(op)?;
        }
        let aliases: Vec<OpRef> = ops.iter().copied().filter(|op| op.is::<AliasOp>()).collect();
        for &op in &aliases {
            self.declare_alias(op);
        }
        for &op in &variables {
            self.region_value(op)?;
        }
        for &op in &ops {
            self.ctors(op);
        }
        self.list_variables(listed);
        for &op in &aliases {
            let value = self.initializer(op)?;
            let id = self.global_of(op);
            self.module.global_mut(id).kind = GlobalKind::Alias(Some(value));
            self.module.global_mut(id).space = self.space_of(value);
        }
        Ok(())
    }

    fn space_of(&self, value: ConstId) -> u32 {
        self.module.types.space(self.module.constants.ty(value)).unwrap_or(0)
    }

    /// The global for `op`.
    fn global_of(&self, op: OpRef) -> GlobalId {
        self.module.lookup(&name_of(op)).expect("the global was made before")
    }

    fn variable(&mut self, op: OpRef<'a>, listed: &mut Vec<(MdId, Vec<MdId>)>) -> Checked {
        let ty = self.ty(type_prop(op, GlobalOp::GLOBAL_TYPE));
        let linkage = linkage(op, GlobalOp::LINKAGE);
        let has_value = op.get(GlobalOp::value).is_some() || !op.region(0).is_empty();
        let is_declared = linkage == "extern_weak" || linkage.is_empty() && !has_value;
        let mut variable = Variable {
            constant: op.get(GlobalOp::constant),
            externally_initialized: op.get(GlobalOp::externally_initialized),
            ..Variable::default()
        };
        if !is_declared {
            variable.initializer = Some(self.module.constants.get(ty, ConstData::Undef));
        }
        let specific = op.get(GlobalOp::target_specific_attrs);
        self.passthrough(op, specific, "target_specific_attrs", &mut variable.attrs)?;
        let mut global = Global::new(&name_of(op), ty, GlobalKind::Variable(variable));
        global.space = i64::from(op.get(GlobalOp::addr_space)) as u32;
        global.linkage = linkage;
        global.dso_local = op.get(GlobalOp::dso_local);
        global.visibility = visibility(op, GlobalOp::VISIBILITY_);
        global.unnamed_addr = unnamed_addr(op, GlobalOp::UNNAMED_ADDR);
        global.thread_local = op.get(GlobalOp::thread_local_).then_some("");
        global.section = text_prop(op, GlobalOp::SECTION);
        global.comdat = self.comdat_name(op, GlobalOp::COMDAT);
        global.align = int_prop(op, GlobalOp::ALIGNMENT).unwrap_or(0) as u64;
        for &expression in list_prop(op, GlobalOp::DBG_EXPRS) {
            let Some(expression) = DIGlobalVariableExpressionAttr::from_attr(self.cx, expression) else { continue };
            let node = self.variable_expression(expression);
            global.attachments.add("dbg", node);
            if let Some(owner) = self.owner_of_variable(expression) {
                match listed.iter_mut().find(|(other, _)| *other == owner) {
                    Some((_, nodes)) => nodes.push(node),
                    None => listed.push((owner, vec![node])),
                }
            }
        }
        self.module.add(global);
        Ok(())
    }

    /// The name of the comdat that property `slot` refers to.
    pub(super) fn comdat_name(&self, op: OpRef, slot: usize) -> Option<String> {
        let comdat = op.prop(slot)?.as_symbol_ref(self.cx)?;
        comdat.nested.last().map(|name| name.str(self.cx).to_owned())
    }

    /// Adds variables to the lists of their compile units and functions.
    fn list_variables(&mut self, listed: Vec<(MdId, Vec<MdId>)>) {
        for (owner, nodes) in listed {
            let nodes = nodes.into_iter().map(|node| Some(Md::Node(node))).collect();
            let list = self.module.metadata.tuple(nodes);
            super::debug::set_list(&mut self.module.metadata, owner, list);
        }
    }

    fn set_initializer(&mut self, op: OpRef, value: ConstId) {
        let id = self.global_of(op);
        let global = self.module.global_mut(id);
        let is_dropped = global.linkage == "extern_weak";
        if let GlobalKind::Variable(variable) = &mut global.kind {
            variable.initializer = (!is_dropped).then_some(value);
        }
    }

    /// An initial value that is an attribute.
    fn plain_value(&mut self, op: OpRef<'a>) -> Checked {
        let Some(value) = op.get(GlobalOp::value) else { return Ok(()) };
        let ty = self.module.global(self.global_of(op)).ty;
        let value = self.constant(op, ty, value)?;
        self.set_initializer(op, value);
        Ok(())
    }

    fn region_value(&mut self, op: OpRef<'a>) -> Checked {
        if op.region(0).is_empty() {
            return Ok(());
        }
        let value = self.initializer(op)?;
        self.set_initializer(op, value);
        Ok(())
    }

    /// The constant that an initializer region computes.
    fn initializer(&mut self, op: OpRef<'a>) -> Result<ConstId, Box<Diagnostic>> {
        let what = if op.is::<AliasOp>() { "alias" } else { "global" };
        let Some(block) = op.region(0).entry() else { return Err(op.plain_error("unemittable constant value")) };
        self.values.clear();
        self.body = FunctionBody::default();
        self.location = None;
        let mut result = None;
        for inside in block.ops() {
            if inside.is::<rmlir_llvm::ops::branch::ReturnOp>() {
                if let Value::Const(value) = self.operand(inside, 0) {
                    result = Some(value);
                }
                break;
            }
            if self.op(inside).is_err() {
                return Err(inside.plain_error(format!("fail to convert {what} initializer")));
            }
            let is_constant = inside.results().all(|result| matches!(self.value(result), Value::Const(_)));
            if !is_constant {
                return Err(inside.plain_error("unemittable constant value"));
            }
        }
        self.values.clear();
        self.body = FunctionBody::default();
        result.ok_or_else(|| op.plain_error("unemittable constant value"))
    }

    fn declare_alias(&mut self, op: OpRef<'a>) {
        let ty = self.ty(type_prop(op, AliasOp::ALIAS_TYPE));
        let mut global = Global::new(&name_of(op), ty, GlobalKind::Alias(None));
        global.linkage = linkage(op, AliasOp::LINKAGE);
        global.visibility = visibility(op, AliasOp::VISIBILITY_);
        global.unnamed_addr = unnamed_addr(op, AliasOp::UNNAMED_ADDR);
        global.thread_local = op.get(AliasOp::thread_local_).then_some("");
        self.module.add(global);
    }

    pub(super) fn ifuncs(&mut self) -> Checked {
        for op in self.top_level().into_iter().filter(|op| op.is::<IFuncOp>()) {
            let ty = self.ty(type_prop(op, IFuncOp::I_FUNC_TYPE));
            let resolver = op.get(IFuncOp::resolver).str(self.cx);
            let Some(resolver) = self.module.lookup(resolver) else {
                return Err(op.error("must have a function resolver"));
            };
            let resolver = self.module.address(resolver);
            let mut global = Global::new(&name_of(op), ty, GlobalKind::IFunc(resolver));
            global.space = int_prop(op, IFuncOp::ADDRESS_SPACE).unwrap_or(0) as u32;
            global.linkage = linkage(op, IFuncOp::LINKAGE);
            global.dso_local = op.get(IFuncOp::dso_local);
            global.visibility = visibility(op, IFuncOp::VISIBILITY_);
            global.unnamed_addr = unnamed_addr(op, IFuncOp::UNNAMED_ADDR);
            self.module.add(global);
        }
        Ok(())
    }

    /// The lists of functions that run before and after the program.
    fn ctors(&mut self, op: OpRef<'a>) {
        let (name, functions, priorities) = match () {
            () if op.is::<GlobalCtorsOp>() => ("llvm.global_ctors", GlobalCtorsOp::CTORS, GlobalCtorsOp::PRIORITIES),
            () if op.is::<GlobalDtorsOp>() => ("llvm.global_dtors", GlobalDtorsOp::DTORS, GlobalDtorsOp::PRIORITIES),
            () => return,
        };
        let cx = self.cx;
        let entry_ty = self.module.types.structure(vec![Ty::I32, Ty::PTR, Ty::PTR]);
        let null = self.module.zero(Ty::PTR);
        let mut entries = Vec::new();
        for (function, priority) in list_prop(op, functions).iter().zip(list_prop(op, priorities)) {
            let id = function.as_flat_symbol(cx).and_then(|name| self.module.lookup(name.str(cx)));
            let Some(id) = id else { continue };
            let priority = self.module.constants.i32(priority.as_i64(cx).unwrap_or(0) as u32);
            let address = self.module.address(id);
            entries.push(self.module.constants.aggregate(entry_ty, vec![priority, address, null]));
        }
        let ty = self.module.types.get(TyData::Array { n: entries.len() as u64, element: entry_ty });
        let value = self.module.constants.aggregate(ty, entries);
        let variable = Variable { initializer: Some(value), ..Variable::default() };
        let mut global = Global::new(name, ty, GlobalKind::Variable(variable));
        global.linkage = "appending";
        self.module.add(global);
    }
}
