//! The parts of a function that are needed after its conversion.

use rmlir::core::symbol::{Visibility, visibility};
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::Linkage;
use rmlir_llvm::ops::func::LLVMFuncOp;

pub(super) const VARARGS: &str = "func.varargs";

pub(super) const LINKAGE: &str = "llvm.linkage";

pub(super) const READNONE: &str = "llvm.readnone";

/// The parts of a function that are needed after its conversion.
pub struct Original {
    /// The name.
    pub name: String,
    /// The argument types.
    pub inputs: Vec<Type>,
    /// The result types.
    pub results: Vec<Type>,
    /// The attributes that functions of LLVM have too.
    pub attrs: Vec<NamedAttr>,
    /// The attributes of arguments and results, absent if there are none.
    pub signature_attrs: (Attr, Attr),
    /// Its visibility, absent for a public function.
    pub visibility: Attr,
}

impl Original {
    pub(super) fn of(op: OpRef, function: &dyn FunctionOp) -> Self {
        let (args, results) = function.attr_props();
        let kept = |entry: &&NamedAttr| ![VARARGS, LINKAGE, READNONE].contains(&entry.name.str(op.cx()));
        let spelled = match visibility(op) {
            Visibility::Public => Attr::ABSENT,
            Visibility::Private => op.cx().str_attr("private"),
            Visibility::Nested => op.cx().str_attr("nested"),
        };
        Self {
            name: op.symbol_name().map_or("", |name| name.str(op.cx())).to_owned(),
            inputs: function.argument_types(op),
            results: function.result_types(op),
            attrs: op.discardable_attrs().iter().filter(kept).copied().collect(),
            signature_attrs: (op.prop(args).unwrap_or(Attr::ABSENT), op.prop(results).unwrap_or(Attr::ABSENT)),
            visibility: spelled,
        }
    }

    /// The state of an LLVM function with this name and type, and the attributes of this one.
    pub fn state(&self, cx: &Context, name: &str, ty: Type, linkage: Linkage) -> OpState {
        let mut state = OpState::named(cx, LLVMFuncOp::DEF.name).new_regions(1);
        for entry in &self.attrs {
            // An attribute that has the name of a property, but violates its constraint, is dropped.
            let slot = LLVMFuncOp::DEF.prop_index(entry.name.str(cx));
            match slot.map(|slot| (slot, LLVMFuncOp::DEF.props[slot].constraint)) {
                Some((slot, constraint)) if (constraint.kind)(cx, entry.value) => state.set_prop(slot, entry.value),
                Some(_) => {}
                None => state.attrs.push(*entry),
            }
        }
        state.set_prop(LLVMFuncOp::SYM_NAME, cx.str_attr(name));
        state.set_prop(LLVMFuncOp::FUNCTION_TYPE, cx.type_attr(ty));
        if linkage != Linkage::External {
            state.set_prop(LLVMFuncOp::LINKAGE, linkage.attr(cx));
        }
        state.set_prop(LLVMFuncOp::SYM_VISIBILITY, self.visibility);
        state
    }
}
