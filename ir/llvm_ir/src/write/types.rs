//! Types.

use rustc_hash::FxHashSet;

use super::Writer;
use crate::model::attribute::{AttributeSet, Value};
use crate::model::constant::{ConstData, ConstId};
use crate::model::inst::{self, InstKind};
use crate::model::types::{StructId, Ty, TyData, Types};
use crate::model::{GlobalKind, Module, value};

impl Writer<'_> {
    pub(super) fn ty(&mut self, ty: Ty) {
        if let Some(word) = Types::keyword(self.module.types.data(ty)) {
            return self.text(word);
        }
        match self.module.types.data(ty) {
            TyData::Int(width) => self.print(format_args!("i{width}")),
            TyData::Ptr(0) => self.text("ptr"),
            TyData::Ptr(space) => self.print(format_args!("ptr addrspace({space})")),
            TyData::Array { n, element } => {
                self.print(format_args!("[{n} x "));
                self.ty(*element);
                self.text("]");
            }
            TyData::Vector { n, element, scalable } => {
                self.print(format_args!("<{}{n} x ", if *scalable { "vscale x " } else { "" }));
                self.ty(*element);
                self.text(">");
            }
            TyData::Struct { members, packed } => self.struct_body(members, *packed),
            TyData::Named(id) => self.struct_name(*id),
            TyData::Function { result, params, variadic } => {
                self.ty(*result);
                self.text(" (");
                self.types(params);
                if *variadic {
                    self.text(if params.is_empty() { "..." } else { ", ..." });
                }
                self.text(")");
            }
            TyData::Target { name, types, numbers } => {
                self.text("target(");
                self.quoted(name.as_bytes());
                for &ty in types {
                    self.text(", ");
                    self.ty(ty);
                }
                numbers.iter().for_each(|number| self.print(format_args!(", {number}")));
                self.text(")");
            }
            _ => {}
        }
    }

    fn types(&mut self, types: &[Ty]) {
        for (index, &ty) in types.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.ty(ty);
        }
    }

    fn struct_name(&mut self, id: StructId) {
        let name = self.module.types.named_struct(id).name.as_deref().unwrap_or_default();
        self.name('%', name);
    }

    fn struct_body(&mut self, members: &[Ty], packed: bool) {
        if packed {
            self.text("<");
        }
        if members.is_empty() {
            self.text("{}");
        } else {
            self.text("{ ");
            self.types(members);
            self.text(" }");
        }
        if packed {
            self.text(">");
        }
    }

    /// The definitions of identified structures.
    pub(super) fn identified_structs(&mut self) {
        let found = Finder::run(self.module);
        if found.is_empty() {
            return;
        }
        self.text("\n");
        for id in found {
            self.struct_name(id);
            self.text(" = type ");
            match &self.module.types.named_struct(id).body {
                Some((members, packed)) => self.struct_body(members, *packed),
                None => self.text("opaque"),
            }
            self.text("\n");
        }
    }
}

/// Collects the identified structures that a module uses, in LLVM's order.
struct Finder<'m> {
    module: &'m Module,
    types: FxHashSet<Ty>,
    constants: FxHashSet<ConstId>,
    found: Vec<StructId>,
}

impl<'m> Finder<'m> {
    fn run(module: &'m Module) -> Vec<StructId> {
        let (types, constants) = (FxHashSet::default(), FxHashSet::default());
        let mut finder = Finder { module, types, constants, found: Vec::new() };
        for (_, global) in module.globals() {
            let GlobalKind::Variable(variable) = &global.kind else { continue };
            finder.ty(global.ty);
            variable.initializer.iter().for_each(|&initializer| finder.constant(initializer));
        }
        for (_, global) in module.globals() {
            let GlobalKind::Alias(aliasee) = &global.kind else { continue };
            finder.ty(global.ty);
            aliasee.iter().for_each(|&aliasee| finder.constant(aliasee));
        }
        for (_, global) in module.globals() {
            if let GlobalKind::IFunc(_) = &global.kind {
                finder.ty(global.ty);
            }
        }
        for (_, global, function) in module.functions() {
            finder.ty(global.ty);
            finder.attrs(&function.result_attrs);
            function.param_attrs.iter().for_each(|attrs| finder.attrs(attrs));
            function.personality.iter().for_each(|&personality| finder.constant(personality));
            for block in function.body.iter().flat_map(|body| &body.blocks) {
                for &id in &block.insts {
                    finder.inst(function.body.as_ref().map(|body| body.inst(id)));
                }
            }
        }
        finder.found
    }

    fn inst(&mut self, inst: Option<&inst::Inst>) {
        let Some(inst) = inst else { return };
        self.ty(inst.ty);
        for operand in inst.kind.operands() {
            if let value::Value::Const(id) = operand {
                self.constant(id);
            }
        }
        match &inst.kind {
            InstKind::Gep { element, .. } | InstKind::Alloca { element, .. } => self.ty(*element),
            InstKind::Call(call) | InstKind::Invoke { call, .. } => {
                self.attrs(&call.result_attrs);
                call.arg_attrs.iter().for_each(|attrs| self.attrs(attrs));
            }
            _ => {}
        }
    }

    fn attrs(&mut self, attrs: &AttributeSet) {
        for attr in attrs.iter() {
            if let Value::Type(ty) = attr.value {
                self.ty(ty);
            }
        }
    }

    fn ty(&mut self, ty: Ty) {
        if !self.types.insert(ty) {
            return;
        }
        let mut waiting = vec![ty];
        while let Some(ty) = waiting.pop() {
            if let TyData::Named(id) = self.module.types.data(ty) {
                self.found.push(*id);
            }
            for part in self.module.types.parts(ty).into_iter().rev() {
                if self.types.insert(part) {
                    waiting.push(part);
                }
            }
        }
    }

    fn constant(&mut self, id: ConstId) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let data = self.module.constants.data(id);
            if matches!(data, ConstData::Global(_)) || !self.constants.insert(id) {
                continue;
            }
            self.ty(self.module.constants.ty(id));
            match data {
                ConstData::Aggregate(parts) => waiting.extend(parts.iter().rev()),
                ConstData::Expr { operands, .. } => waiting.extend(operands.iter().rev()),
                ConstData::Gep { element, operands, .. } => {
                    self.ty(*element);
                    waiting.extend(operands.iter().rev());
                }
                _ => {}
            }
        }
    }
}
