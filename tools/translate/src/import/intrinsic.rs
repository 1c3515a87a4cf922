//! Calls of intrinsics: dedicated operations where the dialect has one.

use rmlir::core::OpId;
use rmlir::prelude::*;
use rmlir_llvm as llvm;
use rmlir_llvm_ir::model::attribute::Value as AttrValue;
use rmlir_llvm_ir::model::inst::{Argument, Call};
use rmlir_llvm_ir::model::metadata::Md;
use rmlir_llvm_ir::model::types::Ty;
use rmlir_llvm_ir::model::value::Value;
use rmlir_llvm_ir::signature;

use super::{Done, Importer, Region};
use crate::export::{IMMEDIATES, RENAMED};

/// Intrinsics that the dialect does not represent.
const DROPPED: &[&str] = &["dbg.declare", "dbg.value", "dbg.label", "dbg.assign"];

/// Intrinsics whose alignment is an attribute of an argument in LLVM IR, and a property in the dialect.
const ALIGNED: &[(&str, usize)] =
    &[("masked.load", 0), ("masked.gather", 0), ("masked.store", 1), ("masked.scatter", 1)];

/// The name of an intrinsic without prefix and types.
fn base_name(name: &str) -> &str {
    signature::find(name).map_or(name.trim_start_matches("llvm."), |signature| signature.name)
}

/// The dialect's name for an intrinsic.
fn own_name(base: &str) -> &str {
    RENAMED.iter().find(|(_, theirs)| *theirs == base).map_or(base, |(ours, _)| ours)
}

impl<'c> Importer<'c> {
    /// Whether the dialect has an operation for an intrinsic; otherwise it is imported as a function.
    pub(super) fn has_own_op(&self, name: &str) -> bool {
        let base = base_name(name);
        DROPPED.contains(&base) || self.cx.op_def(&format!("llvm.intr.{}", own_name(base))).is_some()
    }

    pub(super) fn intrinsic(
        &mut self,
        region: &mut Region<'c>,
        name: &str,
        call: &Call,
        ty: Ty,
        flags: u32,
    ) -> Done<Option<OpId>> {
        let base = base_name(name);
        if DROPPED.contains(&base) {
            return Ok(None);
        }
        let own = own_name(base);
        let op_name = format!("llvm.intr.{own}");
        if own == "experimental.noalias.scope.decl" {
            return self.scope_declaration(region, &op_name, call);
        }
        if self.cx.op_def(&op_name).is_none() {
            return self.by_name(region, name, call, ty, flags).map(Some);
        }
        self.own_op(region, &op_name, own, call, ty, flags).map(Some)
    }

    fn scope_declaration(&mut self, region: &mut Region<'c>, name: &str, call: &Call) -> Done<Option<OpId>> {
        let [Argument::Metadata(Md::Node(list))] = call.args[..] else { return Self::unhandled("intrinsic") };
        // If the dialect cannot represent the scope, the intrinsic is dropped.
        let Some(scope) = self.single_scope(list) else { return Ok(None) };
        let state = self.state(name, &[], &[]).attr(self.cx, "scope", scope);
        Ok(Some(region.push(state)))
    }

    fn own_op(
        &mut self,
        region: &mut Region<'c>,
        op_name: &str,
        own: &str,
        call: &Call,
        ty: Ty,
        flags: u32,
    ) -> Done<OpId> {
        let cx = self.cx;
        let places = self.immediates(own);
        let (mut operands, mut props, mut arg_attrs) = (Vec::new(), Vec::new(), Vec::new());
        for (index, arg) in call.args.iter().enumerate() {
            let place = places.iter().find(|(place, _)| *place == index);
            match (place, arg) {
                (Some((_, prop)), Argument::Value(Value::Const(id))) => match self.constant_attr(*id) {
                    Some(value) => props.push((*prop, value)),
                    None => return Self::unhandled("intrinsic"),
                },
                (None, Argument::Value(value)) => {
                    operands.push(self.value(region, *value)?);
                    arg_attrs.push(call.arg_attrs[index].clone());
                }
                _ => return Self::unhandled("intrinsic"),
            }
        }
        let result: Vec<Type> = if ty == Ty::VOID { Vec::new() } else { vec![self.ty(ty)] };
        let mut state = self.state(op_name, &operands, &result);
        let has = |state: &OpState, name: &str| state.name.def(cx).is_some_and(|def| def.prop_index(name).is_some());
        props.into_iter().for_each(|(name, value)| state.set_attr(cx, name, value));
        if has(&state, "fastmathFlags") {
            state.set_attr(cx, "fastmathFlags", self.fast(flags));
        }
        if let Some((_, place)) = ALIGNED.iter().find(|(name, _)| *name == own) {
            let align = call.arg_attrs.get(*place).and_then(|attrs| attrs.find("align"));
            let align =
                align.map_or(1, |attribute| if let AttrValue::Int(align) = attribute.value { align } else { 1 });
            state.set_attr(cx, "alignment", cx.i32_attr(align as i32));
        }
        if has(&state, "arg_attrs") {
            if let Some(attrs) = self.arg_attrs(&arg_attrs, arg_attrs.len()) {
                state.set_attr(cx, "arg_attrs", attrs);
            }
            if let Some(attrs) = self.result_attrs(&call.result_attrs) {
                state.set_attr(cx, "res_attrs", attrs);
            }
        }
        if has(&state, "op_bundle_sizes") {
            let (bundled, sizes, tags) = self.bundles(region, call)?;
            state.operands.extend(bundled);
            state.set_attr(cx, "op_bundle_sizes", cx.i32_array(&sizes));
            state.set_attr(cx, "op_bundle_tags", cx.array_attr(&tags));
        }
        Ok(region.push(state))
    }

    /// The arguments that are properties of the operation.
    fn immediates(&self, own: &str) -> &'static [(usize, &'static str)] {
        const MATRIX_LOAD: &[(usize, &str)] = &[(2, "isVolatile"), (3, "rows"), (4, "columns")];
        const MATRIX_STORE: &[(usize, &str)] = &[(3, "isVolatile"), (4, "rows"), (5, "columns")];
        match own {
            "matrix.column.major.load" => MATRIX_LOAD,
            "matrix.column.major.store" => MATRIX_STORE,
            _ => IMMEDIATES.iter().find(|(name, _)| *name == own).map_or(&[], |(_, places)| places),
        }
    }

    /// An intrinsic that the dialect only represents by its name.
    fn by_name(&mut self, region: &mut Region<'c>, name: &str, call: &Call, ty: Ty, flags: u32) -> Done<OpId> {
        let cx = self.cx;
        let mut operands = self.arguments(region, call)?;
        let (bundled, sizes, tags) = self.bundles(region, call)?;
        let groups = [operands.len() as i32, bundled.len() as i32];
        operands.extend(bundled);
        let result: Vec<Type> = if ty == Ty::VOID { Vec::new() } else { vec![self.ty(ty)] };
        let mut state = self.state(llvm::CallIntrinsicOp::NAME, &operands, &result);
        state.set_attr(cx, "intrin", cx.str_attr(name));
        state.set_attr(cx, "fastmathFlags", self.fast(flags));
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&groups));
        state.set_attr(cx, "op_bundle_sizes", cx.i32_array(&sizes));
        if !tags.is_empty() {
            state.set_attr(cx, "op_bundle_tags", cx.array_attr(&tags));
        }
        if let Some(attrs) = self.arg_attrs(&call.arg_attrs, call.args.len()) {
            state.set_attr(cx, "arg_attrs", attrs);
        }
        if let Some(attrs) = self.result_attrs(&call.result_attrs) {
            state.set_attr(cx, "res_attrs", attrs);
        }
        Ok(region.push(state))
    }
}
