//! Aliases of attributes that the printer may define once at the top of a module.

use rmlir::prelude::*;

/// The alias of a dialect's attribute: its mnemonic, if it has one.
pub fn of(cx: &Context, attr: Attr) -> Option<String> {
    let (def, _) = attr.dialect_attr(cx)?;
    let mnemonic = def.mnemonic();
    let is_debug = mnemonic.starts_with("di_")
        && !matches!(
            mnemonic,
            "di_annotation" | "di_subrange" | "di_generic_subrange" | "di_expression" | "di_expression_elem"
        );
    let is_loop = mnemonic.starts_with("loop_");
    let is_memory = matches!(
        mnemonic,
        "alias_scope_domain"
            | "alias_scope"
            | "access_group"
            | "tbaa_root"
            | "tbaa_type_desc"
            | "tbaa_tag"
            | "mmra_tag"
    );
    (is_debug || is_loop || is_memory).then(|| mnemonic.to_owned())
}
