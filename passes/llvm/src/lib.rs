//! Passes on the `llvm` dialect.

use rmlir::pass::PassDef;

pub mod legalize_for_export;
pub mod request_c_wrappers;
pub mod set_llvm_module_datalayout;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    legalize_for_export::legalize_for_export::DEF,
    request_c_wrappers::request_c_wrappers::DEF,
    set_llvm_module_datalayout::SetModuleDataLayout::DEF,
];
