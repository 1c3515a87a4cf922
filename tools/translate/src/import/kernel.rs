//! Metadata of kernels: work group sizes, and preferred vector types.

use rmlir::prelude::*;
use rmlir_llvm::attrs::misc::VecTypeHintAttr;
use rmlir_llvm_ir::model::metadata::{Attachments, Md, MdId};

use super::Importer;

/// The names of lists of sizes, which are properties of functions of the same names.
const SIZES: [&str; 2] = ["work_group_size_hint", "reqd_work_group_size"];

impl Importer<'_> {
    /// The metadata of kernels that is attached to a function, as properties of `state`.
    pub(super) fn kernel_facts(&mut self, attachments: &Attachments, state: &mut OpState) {
        let cx = self.cx;
        for name in SIZES {
            if let Some(sizes) = attachments.find(name).and_then(|node| self.sizes(node)) {
                state.set_attr(cx, name, cx.i32_array(&sizes));
            }
        }
        if let Some(hint) = attachments.find("vec_type_hint").and_then(|node| self.vector_hint(node)) {
            state.set_attr(cx, "vec_type_hint", hint);
        }
        let size = attachments.find("intel_reqd_sub_group_size").and_then(|node| self.sizes(node));
        if let Some(&[size]) = size.as_deref() {
            state.set_attr(cx, "intel_reqd_sub_group_size", cx.i32_attr(size));
        }
    }

    /// The integers of a node without other operands.
    fn sizes(&self, node: MdId) -> Option<Vec<i32>> {
        let number = |md: &Option<Md>| self.number(Some(md)).map(|size| size as i32);
        self.module.metadata.get(node).operands.iter().map(number).collect()
    }

    /// The type of the first operand, a constant; the second one is the signedness of integers.
    fn vector_hint(&mut self, node: MdId) -> Option<Attr> {
        let cx = self.cx;
        let operands = &self.module.metadata.get(node).operands;
        let (Some(Some(Md::Const(hint))), Some(is_signed)) = (operands.first(), self.number(operands.get(1))) else {
            return None;
        };
        let ty = self.module.constants.ty(*hint);
        let hint = cx.type_attr(self.ty(ty));
        Some(VecTypeHintAttr::get(cx, hint, (is_signed != 0).then(|| cx.bool_attr(true))).attr())
    }
}
