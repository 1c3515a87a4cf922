//! Calls of functions, through pointers, and of inline assembly.

use std::ops::Range;

use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::{AsmDialect, CConv, TailCallKind};
use rmlir_llvm::ops::call::{CallOp, InlineAsmOp, NO_DIVERGENCE_SOURCE};
use rmlir_llvm::ops::invoke::InvokeOp;
use rmlir_llvm_ir::model::attribute::{Attribute, Value as AttrValue};
use rmlir_llvm_ir::model::constant::ConstData;
use rmlir_llvm_ir::model::inst::{Argument, Call, Callee, InlineAsm, InstKind};
use rmlir_llvm_ir::model::types::Ty;
use rmlir_llvm_ir::model::value::Value;

use super::table::fast;
use super::{Exporter, enum_prop, text_prop, type_prop};

/// The property slots of calls and invokes.
struct Slots {
    callee: usize,
    ty: usize,
    convention: usize,
    attrs: [usize; 2],
    bundles: [usize; 2],
    bundle_field: usize,
}

const CALL: Slots = Slots {
    callee: CallOp::CALLEE,
    ty: CallOp::VAR_CALLEE_TYPE,
    convention: CallOp::C_CONV,
    attrs: [CallOp::ARG_ATTRS, CallOp::RES_ATTRS],
    bundles: [CallOp::OP_BUNDLE_SIZES, CallOp::OP_BUNDLE_TAGS],
    bundle_field: 1,
};

const INVOKE: Slots = Slots {
    callee: InvokeOp::CALLEE,
    ty: InvokeOp::VAR_CALLEE_TYPE,
    convention: InvokeOp::C_CONV,
    attrs: [InvokeOp::ARG_ATTRS, InvokeOp::RES_ATTRS],
    bundles: [InvokeOp::OP_BUNDLE_SIZES, InvokeOp::OP_BUNDLE_TAGS],
    bundle_field: 3,
};

/// Flag attributes of calls.
const FLAGS: &[(usize, &str)] = &[
    (CallOp::CONVERGENT, "convergent"),
    (CallOp::NO_UNWIND, "nounwind"),
    (CallOp::WILL_RETURN, "willreturn"),
    (CallOp::NO_INLINE, "noinline"),
    (CallOp::ALWAYS_INLINE, "alwaysinline"),
    (CallOp::INLINE_HINT, "inlinehint"),
];

fn tail_word(op: OpRef, slot: usize) -> &'static str {
    match op.prop(slot).and_then(|attr| TailCallKind::from_attr(op.cx(), attr)) {
        Some(TailCallKind::Tail) => "tail",
        Some(TailCallKind::MustTail) => "musttail",
        Some(TailCallKind::NoTail) => "notail",
        _ => "",
    }
}

impl<'a> Exporter<'a> {
    /// The call for `op`.
    fn build_call(&mut self, op: OpRef<'a>, slots: &Slots) -> Result<Call, Box<Diagnostic>> {
        let cx = self.cx;
        let mut operands = op.operand_range(0);
        let name = op.prop(slots.callee).and_then(|attr| attr.as_flat_symbol(cx));
        let callee = match name {
            Some(name) => match self.module.lookup(name.str(cx)) {
                Some(id) => Value::Const(self.module.address(id)),
                None => {
                    let name = name.str(cx);
                    return Err(op.error(format!("'{name}' does not reference a symbol in the current scope")));
                }
            },
            None => match operands.next() {
                Some(operand) => self.operand(op, operand),
                None => return Err(op.error("must have either a `callee` attribute or at least an operand")),
            },
        };
        let ty = self.callee_type(op, slots, callee, operands.clone());
        let args: Vec<Argument> = self.operands(op, operands).into_iter().map(Argument::Value).collect();
        let n_args = args.len();
        let mut call = Call::new(Callee::Value(callee), ty, args);
        let convention = op.prop(slots.convention).and_then(|attr| CConv::from_attr(cx, attr));
        call.convention = convention.map_or(0, |convention| convention.value() as u32);
        call.arg_attrs = self.all_param_attrs(op, slots.attrs[0], n_args)?;
        call.result_attrs = self.all_param_attrs(op, slots.attrs[1], 1)?.remove(0);
        call.bundles = self.bundles(op, op.operand_range(slots.bundle_field), slots.bundles);
        if op.attr(NO_DIVERGENCE_SOURCE).is_some() {
            call.attrs.add(Attribute::flag("nodivergencesource"));
        }
        Ok(call)
    }

    fn callee_type(&mut self, op: OpRef<'a>, slots: &Slots, callee: Value, args: Range<usize>) -> Ty {
        if op.prop(slots.ty).is_some() {
            return self.ty(type_prop(op, slots.ty));
        }
        if let Value::Const(id) = callee
            && let ConstData::Global(global) = self.module.constants.data(id)
            && self.module.global(*global).function().is_some()
            && op.prop(slots.callee).is_some()
        {
            return self.module.global(*global).ty;
        }
        let params = args.map(|index| self.ty(op.operand(index).ty())).collect();
        let result = op.results().next().map_or(Ty::VOID, |result| self.ty(result.ty()));
        self.module.types.function(result, params, false)
    }

    /// Operand bundles: the operands in `range`, segmented by the first property, with the tags in the second.
    pub(super) fn bundles(
        &mut self,
        op: OpRef<'a>,
        range: Range<usize>,
        [sizes, tags]: [usize; 2],
    ) -> Vec<(String, Vec<Value>)> {
        let cx = self.cx;
        let sizes = op.prop(sizes).and_then(|attr| attr.as_int_array(cx)).unwrap_or_default();
        let tags = op.prop(tags).and_then(|attr| attr.as_array(cx)).unwrap_or_default();
        let mut next = range.start;
        let mut bundles = Vec::new();
        for (&size, tag) in sizes.iter().zip(tags) {
            let end = (next + usize::try_from(size).unwrap_or(0)).min(range.end);
            let values = self.operands(op, next..end);
            bundles.push((tag.as_str(cx).unwrap_or_default().to_owned(), values));
            next = end;
        }
        bundles
    }

    pub(super) fn call(&mut self, op: OpRef<'a>) -> Checked {
        let mut call = self.build_call(op, &CALL)?;
        call.tail = tail_word(op, CallOp::TAIL_CALL_KIND);
        for (_, name) in FLAGS.iter().filter(|(slot, _)| op.prop(*slot).is_some()) {
            call.attrs.add(Attribute::flag(name));
        }
        if let Some(effects) = self.memory_effects(op, CallOp::MEMORY_EFFECTS) {
            call.attrs.add(effects);
        }
        let is_float = op.results().next().is_some_and(|result| self.takes_fast_flags(result.ty()));
        let flags = if is_float { fast(op) } else { 0 };
        let inst = self.emit_result(op, InstKind::Call(Box::new(call)), flags);
        self.access_metadata(op, inst)?;
        if let Some(weights) = op.attr("branch_weights") {
            self.weights(weights, inst);
        }
        Ok(())
    }

    /// Whether calls with this result type have fast-math flags.
    pub(super) fn takes_fast_flags(&self, ty: Type) -> bool {
        let cx = self.cx;
        let mut ty = ty;
        while let Some(array) = rmlir_llvm::types::ArrayType::from_type(cx, ty) {
            ty = array.element(cx);
        }
        if let Some(structure) = rmlir_llvm::types::StructType::from_type(cx, ty) {
            let members = structure.members(cx);
            let is_literal = structure.name(cx).is_none();
            return is_literal
                && !members.is_empty()
                && members.iter().all(|member| *member == members[0])
                && rmlir_llvm::types::constraint::is_float(cx, members[0].element_or_self(cx));
        }
        rmlir_llvm::types::constraint::is_float(cx, ty.element_or_self(cx))
    }

    pub(super) fn invoke(&mut self, op: OpRef<'a>) -> Checked {
        let call = self.build_call(op, &INVOKE)?;
        let kind = InstKind::Invoke { call: Box::new(call), normal: self.successors[0], unwind: self.successors[1] };
        let inst = self.emit_result(op, kind, 0);
        self.branch_weights(op, InvokeOp::BRANCH_WEIGHTS, inst);
        Ok(())
    }

    pub(super) fn inline_asm(&mut self, op: OpRef<'a>) -> Checked {
        let cx = self.cx;
        let params = op.operands().map(|operand| self.ty(operand.ty())).collect();
        let result = op.results().next().map_or(Ty::VOID, |result| self.ty(result.ty()));
        let ty = self.module.types.function(result, params, false);
        let asm = InlineAsm {
            text: text_prop(op, InlineAsmOp::ASM_STRING).unwrap_or_default().into_bytes(),
            constraints: text_prop(op, InlineAsmOp::CONSTRAINTS).unwrap_or_default().into_bytes(),
            sideeffect: op.get(InlineAsmOp::has_side_effects),
            alignstack: op.get(InlineAsmOp::is_align_stack),
            inteldialect: enum_prop::<AsmDialect>(op, InlineAsmOp::ASM_DIALECT).is_some_and(|it| it.value() == 1),
            unwind: false,
        };
        let args: Vec<Argument> = self.operands(op, 0..op.n_operands()).into_iter().map(Argument::Value).collect();
        let mut call = Call::new(Callee::Asm(asm), ty, args);
        call.tail = tail_word(op, InlineAsmOp::TAIL_CALL_KIND);
        let attrs = op.get(InlineAsmOp::operand_attrs).unwrap_or_default();
        for (index, attrs) in attrs.iter().enumerate() {
            let ty = cx.find_ident("elementtype").and_then(|name| attrs.dict_get(cx, name));
            if let (Some(ty), Some(set)) = (ty.and_then(|ty| ty.as_type(cx)), call.arg_attrs.get_mut(index)) {
                set.add(Attribute::known("elementtype", AttrValue::Type(self.ty(ty))));
            }
        }
        self.emit_result(op, InstKind::Call(Box::new(call)), 0);
        Ok(())
    }
}
